"""martlet export beside a running server, and martlet import."""

import json
import sqlite3
import subprocess
import uuid

from deadline import eventually
from martlet_server import BINARY, clean_environment, run
from uploads import get, png, put
from v1 import V1


def export(data, folder, *flags):
    ended = run("export", folder, "--data", data, *flags)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def take(folder, data):
    ended = run("import", folder, "--data", data)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def exported(folder):
    """What an export has, to the byte."""
    files = {path.name: path.read_bytes() for path in (folder / "files").iterdir()}
    return (folder / "events.jsonl").read_bytes(), files


def events(folder, room):
    lines = map(json.loads, (folder / "events.jsonl").read_text().rstrip("\n").split("\n"))
    return [line["event"] for line in lines if line.get("room") == room and "event" in line]


def marks(folder, room):
    """How far each user has read a room."""
    lines = map(json.loads, (folder / "events.jsonl").read_text().rstrip("\n").split("\n"))
    return {line["user"]: line["mark"] for line in lines if line.get("room") == room and "mark" in line}


def talk(server, rng, rooms=("lobby", "attic")):
    """Says all kinds of things in all rooms."""
    with V1(server, "ann", join=rooms) as ann, V1(server, "bob", join=rooms) as bob:
        for room in rooms:
            first = ann.send("first \u202ename\" \\ \n line", room)["seq"]
            for number in range(30):
                person = rng.choice((ann, bob))
                person.send(f"{room} {number} 🐦", room)
            ann.change("edit", room, of=first, text="first, edited")
            bob.change("react", room, of=first, emoji="🐦", on=True)
            bob.change("react", room, of=first, emoji="🐦", on=False)
            ann.change("send", room, text="an answer", reply=first)
            kept, gone = (put(server, ann.token, rng.randbytes(rng.randrange(1, 90_000))).json for _ in range(2))
            ann.change("send", room, text="kept", attachment=kept)
            photo, small = (put(server, ann.token, png(side, side, filler=rng.randrange(1, 9_000))).json for side in (2_000, 200))
            thumbnail = {key: small[key] for key in ("id", "type", "size", "width", "height")}
            ann.change("send", room, text="photo", attachment=photo | {"thumbnail": thumbnail})
            deleted = ann.change("send", room, text="gone", attachment=gone)["seq"]
            ann.change("edit", room, of=deleted, text="going")
            ann.change("delete", room, of=deleted)
            ann.change("send", room, text="payload", payload={"type": "p", "data": "{}"})
            for person, seq in ((ann, first + 9), (bob, first + 5)):
                person.request("read", room=room, seq=seq)
        return ann.token, ann.device, ann.number


def test_exported_imported_and_exported_it_is_the_same_to_the_byte(serve, tmp_path, rng):
    server = serve()
    token, device, number = talk(server, rng)
    said = export(server.data, tmp_path / "one")
    assert "6 files" in said
    text = (tmp_path / "one" / "events.jsonl").read_text()
    assert "going" not in text and '"kind":"deleted"' in text
    histories = {}
    with V1(server, "eve", join=("lobby", "attic")) as eve:
        histories = {room: eve.history(room) for room in ("lobby", "attic")}
    server.stop()

    take(tmp_path / "one", tmp_path / "copy")
    export(tmp_path / "copy", tmp_path / "two")
    assert exported(tmp_path / "one") == exported(tmp_path / "two")
    assert "Already there" in take(tmp_path / "one", tmp_path / "copy")
    export(tmp_path / "copy", tmp_path / "three")
    assert exported(tmp_path / "one") == exported(tmp_path / "three")

    # With the key, people are who they were, and what they send again is known.
    (tmp_path / "copy" / "token.key").write_bytes((server.data / "token.key").read_bytes())
    again = serve(data=tmp_path / "copy")
    with V1(again, "ann", join=("lobby", "attic"), token=token, device=device) as ann:
        assert {room: ann.history(room) for room in ("lobby", "attic")} == histories
        last = histories["attic"][-1]
        assert last["number"] == number
        sent = ann.request("send", room="attic", number=number, text="payload", payload={"type": "p", "data": "{}"})
        assert (sent["seq"], sent["id"]) == (last["seq"], last["id"])
        for event in histories["lobby"]:
            if event.get("device") == device and event["kind"] == "edit" and event["text"]:
                sent = ann.request("edit", room="lobby", number=event["number"], of=event["of"], text=event["text"])
                assert sent["id"] == event["id"]
        ann.number = number
        assert ann.send("on it goes", "attic")["seq"] == last["seq"] + 1
        for event in histories["lobby"]:
            if "attachment" in event:
                for file in (event["attachment"], event["attachment"].get("thumbnail")):
                    assert file is None or get(again, file["id"]).status == 200


def test_imported_into_rooms_that_go_on_numbers_are_mapped(serve, tmp_path, rng):
    server = serve()
    talk(server, rng)
    export(server.data, tmp_path / "one")
    with V1(server, "ann", join=("lobby",)) as ann:
        target = ann.send("said after the export")["seq"]
        ann.change("send", text="answered after the export", reply=target)
        ann.change("delete", of=target)
    export(server.data, tmp_path / "later")
    server.stop()
    other = serve()
    with V1(other, "bob", join=("lobby",)) as bob:
        for number in range(7):
            bob.send(f"there before {number}")
    other.stop()

    take(tmp_path / "one", other.data)
    shift = 7
    before = events(tmp_path / "one", "lobby")
    export(other.data, tmp_path / "two")
    after = events(tmp_path / "two", "lobby")
    assert len(after) == len(before) + shift

    def shifted(event):
        return event | {key: event[key] + shift for key in ("seq", "of", "by", "reply") if key in event}

    assert after[shift:] == [shifted(event) for event in before]
    read = marks(tmp_path / "one", "lobby")
    assert sorted(read.values()) == [6, 10]
    assert marks(tmp_path / "two", "lobby") == {user: seq + shift for user, seq in read.items()}

    # In between the server goes on; then the later export is imported, and what is new in it comes
    # last.
    other.start()
    with V1(other, "bob", join=("lobby",)) as bob:
        between = bob.send("in between")["seq"]
    other.stop()
    assert "Imported 3 messages" in take(tmp_path / "later", other.data)
    assert "Imported 0 messages" in take(tmp_path / "later", other.data)
    export(other.data, tmp_path / "three")
    *_, gone, answer, deletion = events(tmp_path / "three", "lobby")
    assert (gone["seq"], gone["by"], gone["kind"]) == (between + 1, between + 3, "deleted")
    assert (answer["reply"], answer["text"], deletion["of"]) == (between + 1, "answered after the export", between + 1)
    # Its own export is there already.
    assert "Imported 0 messages" in take(tmp_path / "three", other.data)


def test_an_export_that_was_interrupted_goes_on(serve, tmp_path, rng):
    server = serve()
    talk(server, rng, rooms=("lobby", "attic", "cellar"))
    server.stop()
    export(server.data, tmp_path / "whole")
    text, files = exported(tmp_path / "whole")
    lines = text.splitlines(keepends=True)
    checkpoint = json.loads((tmp_path / "whole" / "export.json").read_text())
    ended = run("export", tmp_path / "whole", "--data", server.data)
    assert ended.returncode == 1 and "complete" in ended.stderr
    marked = next(count for count, line in enumerate(lines) if b'"mark":' in line)
    for count in (0, 1, len(lines) // 2, marked, marked + 1, len(lines) - 1):
        folder = tmp_path / f"part-{count}"
        folder.mkdir()
        part = b"".join(lines[:count])
        last = json.loads(lines[count - 1]) if count else None
        if last and "file" in last:
            continue
        event = next((line for line in map(json.loads, reversed(lines[:count])) if "event" in line), None)
        position = {"room": event["room"], "seq": event["event"]["seq"]} if event else {}
        if last and "mark" in last:
            position["mark"] = last["user"]
        state = checkpoint | {"done": False, "bytes": len(part)}
        state = {key: value for key, value in state.items() if key not in ("room", "seq", "mark")} | position
        (folder / "export.json").write_text(json.dumps(state, separators=(",", ":")))
        # Beyond the checkpoint lies what was written and not yet counted, cut in the middle of a
        # line.
        (folder / "events.jsonl").write_bytes(text[:len(part) + 100])
        (folder / "files").mkdir()
        for line in map(json.loads, lines[:count]):
            if "file" in line:
                (folder / "files" / line["file"]["id"]).write_bytes(files[line["file"]["id"]])
        export(server.data, folder)
        assert exported(folder) == (text, files)


def test_an_import_that_was_killed_goes_on(serve, tmp_path):
    lines = []
    for seq in range(1, 6_001):
        lines.append({"room": "lobby", "event": {
            "seq": seq, "id": str(uuid.uuid4()).upper(), "at": 1_795_000_000_000 + seq, "user": str(uuid.UUID(int=seq % 7 + 1)).upper(),
            "name": f"user-{seq % 7}", "device": str(uuid.UUID(int=seq % 7 + 1)).upper(), "number": seq, "kind": "message", "text": f"message {seq}"}})
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "events.jsonl").write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    data = tmp_path / "data"
    importing = subprocess.Popen([BINARY, "import", "-", "--data", data], stdin=subprocess.PIPE, env=clean_environment())
    importing.stdin.write("".join(json.dumps(line) + "\n" for line in lines[:3_500]).encode())
    importing.stdin.flush()
    database = data / "martlet.db"

    def count():
        if not database.exists():
            return 0
        try:
            with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
                return db.execute("SELECT count(*) FROM event").fetchone()[0]
        except sqlite3.OperationalError:
            return 0

    eventually(lambda: count() >= 2_000, "some are imported")
    importing.kill()
    importing.wait()
    ended = run("serve", "--data", data, "--port", 0, "--line-port", 0)
    assert ended.returncode == 1 and "martlet import" in ended.stderr
    said = take(folder, data)
    assert "Already there" in said
    export(data, tmp_path / "again")
    assert exported(tmp_path / "again")[0] == (folder / "events.jsonl").read_bytes()
    server = serve(data=data)
    with V1(server, "eve") as eve:
        assert len(eve.history()) == 6_000


def test_lines_that_are_no_export_are_refused(serve, tmp_path, rng):
    server = serve()
    talk(server, rng)
    server.stop()
    export(server.data, tmp_path / "one")
    good = (tmp_path / "one" / "events.jsonl").read_text().rstrip("\n").split("\n")
    data = tmp_path / "target"

    def refusal(lines):
        (tmp_path / "one" / "events.jsonl").write_text("\n".join(lines) + "\n")
        ended = run("import", tmp_path / "one", "--data", data)
        assert ended.returncode == 1 and len(ended.stderr.strip().splitlines()) == 1, ended
        return ended.stderr

    assert "Line 3 " in refusal(good[:2] + ["{"] + good[2:])
    assert "Line 3 " in refusal(good[:2] + good[3:])
    assert "Line 1 " in refusal(good[1:])
    first = json.loads(good[0])
    for change in ({"seq": 2**53}, {"kind": "edit", "of": 1, "text": ""}, {"kind": "deletion", "of": 2**40}, {"text": "x" * 20_000},
                   {"kind": "deleted", "by": 2**52}, {"kind": "strange"}, {"reply": 1}, {"at": 1.5}, {"name": "n" * 70}):
        broken = {"room": first["room"], "event": {key: value for key, value in (first["event"] | change).items()}}
        assert "Line 1 " in refusal([json.dumps(broken)] + good[1:])
    assert "too long" in refusal(["x" * 2_000_000])
    assert "Line 1 " in refusal(["[" * 1_000])
    for _ in range(20):
        line = bytearray(rng.choice(good).encode())
        line[rng.randrange(len(line))] ^= 1 << rng.randrange(7)
        at = rng.randrange(len(good))
        (tmp_path / "one" / "events.jsonl").write_bytes("\n".join(good[:at]).encode() + b"\n" + bytes(line) + b"\n")
        assert run("import", tmp_path / "one", "--data", data).returncode in (0, 1)
    (tmp_path / "one" / "events.jsonl").write_text("\n".join(good) + "\n")
    assert run("import", tmp_path / "nowhere", "--data", data).returncode == 1


def test_rooms_are_chosen_and_lines_go_to_standard_output(serve, tmp_path, rng):
    server = serve()
    talk(server, rng)
    said = export(server.data, "-", "--room", "attic")
    lines = [json.loads(line) for line in said.splitlines()]
    assert {line["room"] for line in lines if "event" in line} == {"attic"}
    assert [line["event"]["seq"] for line in lines if "event" in line] == list(range(1, len(lines) - 4))
    assert run("export", "-", "--data", server.data, "--room", "nowhere").returncode == 1
    ended = run("import", "-", "--data", tmp_path / "copy", input=said)
    assert ended.returncode == 0 and "Not in the export: 3 files" in ended.stdout, ended
    assert "in use by another server" in run("import", "-", "--data", server.data, input=said).stderr
