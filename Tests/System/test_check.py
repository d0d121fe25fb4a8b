"""martlet check: what is not as it was written is found, and made good as far as it can be."""

import pathlib
import sqlite3

import pytest

from martlet_server import run
from other_user import run_as_other
from test_choices import block, choose, own
from test_reports import report
from uploads import get, png, put
from v1 import V1

MESSAGES = 8


def check(server, *flags):
    ended = run("check", "--data", server.data, *flags)
    return ended.returncode, [tuple(line.split("\t")) for line in ended.stdout.splitlines()], ended.stderr


def alter(server, *statements):
    """Changes rows as a failing disk would: checksums, and what refers to the rows, stay as they were."""
    with sqlite3.connect(server.data / "martlet.db") as database:
        for statement in statements:
            database.execute(statement)
    database.close()


def forge_index(server):
    """Makes the index of edits and reactions an empty one, which SQLite itself finds out only when it compares."""
    with sqlite3.connect(server.data / "martlet.db") as database:
        sql, = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'event_by_target'").fetchone()
        database.execute("PRAGMA writable_schema = ON")
        # With another condition the index is made empty. Then it gets its own condition back.
        database.execute("DROP INDEX event_by_target")
        database.execute(sql.replace("WHERE target IS NOT NULL", "WHERE target < 0"))
        database.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'event_by_target'", (sql,))
    database.close()


def fill(server):
    """Two rooms and two files.

    - Returns: the ids of the files, and the token
    """
    with V1(server, "ann", join=("lobby", "other")) as ann:
        files = [put(server, ann.token, png(filler=100)).json for _ in range(2)]
        for index in range(MESSAGES):
            ann.send(f"text {index + 1}")
        for file in files:
            ann.change("send", text="a file", attachment=file)
        ann.change("react", of=1, emoji="👍", on=True)
        for index in range(3):
            ann.send(f"other {index + 1}", "other")
        ann.request("read", room="other", seq=3)
        return [file["id"] for file in files], ann.token


def bytes_of(server, id):
    with sqlite3.connect(server.data / "martlet.db") as database:
        place, = database.execute("SELECT place FROM file WHERE id = ?", (bytes.fromhex(id.replace("-", "")),)).fetchone()
    database.close()
    text = place.hex().upper()
    return pathlib.Path(server.data) / "files" / "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def lose(server, id):
    bytes_of(server, id).unlink()


def spoil(server, id):
    path = bytes_of(server, id)
    data = bytearray(path.read_bytes())
    data[50] ^= 1
    path.write_bytes(data)


def content(server):
    """Every file of the folder with its bytes, but for those that SQLite and the lock leave."""
    return {path: path.read_bytes() for path in sorted(pathlib.Path(server.data).rglob("*"))
            if path.is_file() and path.suffix not in (".lock", ".db-wal", ".db-shm")}


DAMAGE = [
    (lambda server, _: alter(server, "UPDATE event SET text = 'texT 3' WHERE text = 'text 3'"),
     ("lobby", "3", "damaged: the row is not what was written")),
    (lambda server, _: alter(server, "DELETE FROM event WHERE text IN ('text 4', 'text 5')"), ("lobby", "4-5", "missing")),
    (lambda server, _: alter(server, "DELETE FROM event WHERE text = 'other 1'"), ("other", "1", "missing")),
    (lambda server, _: alter(server, "DELETE FROM event WHERE text = 'other 3'"), ("other", "3", "missing")),
    (lambda server, _: alter(server, "DELETE FROM event WHERE text LIKE 'other%'"), ("other", "1-3", "missing")),
    (lambda server, _: alter(server, "UPDATE event SET id = id + (1 << 30) WHERE text = 'other 3'"),
     ("other", str(3 + (1 << 30)), "damaged: the row has the number of no event")),
    (lambda server, files: lose(server, files[0]), ("lobby", "9", "file {0} is missing")),
    (lambda server, files: spoil(server, files[1]), ("lobby", "10", "file {1} is not what was uploaded")),
    (lambda server, _: alter(server, "DELETE FROM intent"), ("lobby", "1", "the index of idempotency keys has no entry for it")),
    (lambda server, _: alter(server, "UPDATE intent SET event = event + 4"), ("lobby", "5", "the index of idempotency keys has a wrong entry for it")),
    (lambda server, _: forge_index(server), ("-", "-", "the database: row 11 missing from index event_by_target")),
]


def test_a_sound_folder(serve):
    server = serve()
    fill(server)
    for _ in range(2):
        status, findings, said = check(server)
        assert (status, findings) == (0, []) and said == "Checked 14 messages and 2 files: no findings.\n"
        server.stop()
    before = content(server)
    assert check(server, "--repair")[:2] == (0, [])
    assert content(server) == before


def rows(server):
    """Every row of the log by its room and number, and everything else that lasts."""
    with sqlite3.connect(server.data / "martlet.db") as database:
        events = {(row[0] >> 40, row[0] & ((1 << 40) - 1)): row for row in database.execute("SELECT * FROM event")}
        others = [list(database.execute(f"SELECT * FROM {table} ORDER BY 1, 2")) for table in ("room", "device", "mark", "intent", "file")]
    database.close()
    return events, others


@pytest.mark.parametrize("damage, finding", DAMAGE, ids=["-".join(finding) for _, finding in DAMAGE])
def test_each_damage_is_named_and_made_good(serve, damage, finding):
    server = serve()
    files, token = fill(server)
    assert server.stop() == 0
    sound, other_tables = rows(server)
    damage(server, files)
    room, number, what = finding[0], finding[1], finding[2].format(*files)
    before = content(server)
    status, findings, _ = check(server)
    assert status == 1 and (room, number, what) in findings, findings
    assert content(server) == before

    status, findings, said = check(server, "--repair")
    assert status == 0, (findings, said)
    assert check(server)[:2] == (0, [])
    kept, = pathlib.Path(server.data).glob("repaired-*")
    assert (kept / "martlet.db").read_bytes() == before[server.data / "martlet.db"]
    losses = [found for found in findings if found[2].startswith("lost: ")]

    # A tombstone has the place of each lost event, and nothing else is another.
    repaired, repaired_tables = rows(server)
    assert repaired.keys() == sound.keys()
    changed = {key for key in sound if repaired[key] != sound[key]}
    if what.startswith(("missing", "damaged")):
        assert losses and changed and all(repaired[key][7] == 7 and repaired[key][9] == "" for key in changed)
    else:
        assert not changed
    lost_files = [id for id in files if id in what]
    assert len(losses) == len(lost_files) or not lost_files
    assert repaired_tables[:3] == other_tables[:3] and len(repaired_tables[4]) == 2 - len(lost_files)
    if not changed:
        assert repaired_tables[3] == other_tables[3]

    server.start()
    with V1(server, "ann", join=("lobby", "other"), token=token) as ann:
        for name, id in (("lobby", 1), ("other", 2)):
            log = ann.history(name)
            damaged = {event["seq"] for event in log if event["kind"] == "damaged"}
            assert damaged == {seq for room, seq in changed if room == id}
            for seq in damaged:
                ann.number += 1
                assert ann.refusal("react", room=name, of=seq, emoji="👍", on=True, number=ann.number)["code"] < 200
            assert ann.send("goes on", name)["seq"] == max(seq for room, seq in sound if room == id) + 1
    for id in files:
        assert get(server, id).status == (404 if id in lost_files else 200)
    assert server.stop() == 0
    assert check(server)[:2] == (0, [])


def test_beside_a_running_server(serve):
    server = serve()
    fill(server)
    alter(server, "UPDATE event SET text = 'texT 3' WHERE text = 'text 3'")
    status, findings, _ = check(server)
    found_before = findings
    assert (status, findings) == (1, [("lobby", "3", "damaged: the row is not what was written")])
    status, findings, said = check(server, "--repair")
    assert (status, findings) == (2, []) and "in use by another server" in said
    assert list(pathlib.Path(server.data).glob("repaired-*")) == []
    with V1(server, "bob") as bob:
        bob.send("still here")
    # With the write-ahead log that a killed server leaves.
    server.kill()
    assert check(server)[:2] == (1, found_before)
    status, findings, said = check(server, "--repair")
    assert status == 0 and findings[-1] == ("lobby", "3", "lost: damaged: the row is not what was written"), said
    server.start()
    with V1(server, "bob") as bob:
        assert bob.send("again")["seq"] == 13
        assert [event["seq"] for event in bob.history() if event["kind"] == "damaged"] == [3]
    assert server.stop() == 0


@pytest.mark.sqlite
def test_a_lost_write_ahead_log_is_found_and_no_file_is_deleted(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("kept")
    assert server.stop() == 0
    server.start()
    with V1(server, "ann") as ann:
        attachment = put(server, ann.token, png()).json
        ann.change("send", text="lost", attachment=attachment)
    server.kill()
    for name in ("martlet.db-wal", "martlet.db-shm"):
        (server.data / name).unlink()
    status, findings, _ = check(server)
    assert status == 1 and "it has 1 messages, and 2 were written" in findings[0][2], findings
    status, _, said = check(server, "--repair")
    assert status == 2 and "Nothing was changed" in said
    server.start()
    assert "The database has lost its newest messages: it has 1 messages, and 2 were written" in server.log
    aside, = server.data.glob("replaced-*/files/*")
    assert aside.read_bytes() == png() and "their files were moved aside" in server.log and str(aside.parent) in server.log
    assert [path for path in (server.data / "files").iterdir() if path.is_file()] == []
    assert server.stop() == 0
    assert check(server)[0] == 0


@pytest.mark.sqlite
def test_a_stopped_folder_that_can_only_be_read(serve, tmp_path):
    server = serve(data=tmp_path / "data")
    fill(server)
    assert server.stop() == 0
    for path in [server.data, *server.data.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    before = content(server)
    target = tmp_path / "target"
    target.mkdir()
    target.chmod(0o777)
    for words in (["check"], ["room", "list"], ["export", target / "export"], ["backup", target / "backup.tar"]):
        ended = run_as_other(tmp_path, *words, "--data", server.data)
        assert ended.returncode == 0, ended
    assert content(server) == before and not list(server.data.glob("*-shm"))
    # With the write-ahead log of a server that was killed.
    server.start()
    with V1(server, "bob") as bob:
        bob.send("in the write-ahead log")
    server.kill()
    (server.data / "martlet.db-shm").unlink()
    for path in server.data.iterdir():
        path.chmod(0o755 if path.is_dir() else 0o644)
    ended = run_as_other(tmp_path, "check", "--data", server.data)
    assert ended.returncode == 2 and "copy the data folder to a disk that can be written" in ended.stderr


@pytest.mark.sqlite
def test_no_command_changes_the_folder_of_an_older_version(serve):
    server = serve()
    fill(server)
    assert server.stop() == 0
    alter(server, "DELETE FROM grdb_migrations WHERE rowid = (SELECT max(rowid) FROM grdb_migrations)")
    before = content(server)
    for words in (["check"], ["erase", "2763C7A1-BB9E-F8B1-35BF-9885C4BB2A37"], ["room", "delete", "lobby"]):
        ended = run(*words, "--data", server.data)
        assert ended.returncode != 0 and "was last served by an older martlet" in ended.stderr, ended
    assert content(server) == before


@pytest.mark.sqlite
def test_an_empty_database_is_restored_not_repaired(serve):
    server = serve()
    fill(server)
    assert server.stop() == 0
    (server.data / "martlet.db").write_bytes(b"")
    sentence = "martlet.db has no messages, and "
    for said in (check(server)[2], check(server, "--repair")[2], run("serve", *server.flags).stderr):
        assert sentence in said and "restore it from a backup" in said and "--repair" not in said, said


def test_what_can_not_be_checked_or_repaired(serve, tmp_path):
    ended = run("check", "--data", tmp_path / "none")
    assert (ended.returncode, ended.stdout) == (2, "") and "There is no database" in ended.stderr
    server = serve()
    fill(server)
    assert server.stop() == 0
    sound = (server.data / "martlet.db").read_bytes()
    for was, altered in [(b"payload_type TEXT", b"payload_typE TEXT"), (b"SQLite format 3", b"SQLite fOrmat 3"), (b"CREATE TABLE meta", b"CREATE TABLF meta")]:
        assert was in sound
        (server.data / "martlet.db").write_bytes(sound.replace(was, altered))
        status, findings, said = check(server)
        assert status == 1 and findings[0][2].startswith("the database: "), (findings, said)
        status, _, said = check(server, "--repair")
        assert status == 2 and "Nothing was changed" in said
        assert (server.data / "martlet.db").read_bytes() == sound.replace(was, altered)
    (server.data / "martlet.db").write_bytes(sound)
    alter(server, "UPDATE room SET name = 'lobbx' WHERE name = 'lobby'")
    before = content(server)
    status, findings, said = check(server, "--repair")
    assert status == 2 and "perhaps its name" in said and len(findings) == 11
    assert content(server) == before


@pytest.mark.parametrize("seq", [0, -3, 5_000, 1 << 40, (1 << 63) - 1])
def test_a_read_mark_that_nobody_can_have_set(serve, seq):
    server = serve()
    fill(server)
    assert server.stop() == 0
    alter(server, f"UPDATE mark SET seq = {seq} WHERE room = 2")
    assert check(server)[:2] == (1, [("other", "-", f"read mark {seq} is damaged")])
    status, findings, said = check(server, "--repair")
    assert status == 0 and findings[-1] == ("other", "-", f"lost: read mark {seq} is damaged"), said
    assert check(server)[:2] == (0, [])


@pytest.mark.parametrize("change", [
    "name = 'other.png'", "name = 'a/b'", "name = CAST(x'ff' AS TEXT)", "type = 'text/html'", "size = size + 1",
    "size = -1", "width = 7", "width = NULL", "user = zeroblob(16)", "user = x'07'",
])
def test_the_record_of_a_file_is_what_its_message_says(serve, change):
    server = serve()
    (id, other), token = fill(server)
    assert server.stop() == 0
    key = id.replace("-", "")
    before = rows(server)
    alter(server, f"UPDATE file SET {change} WHERE id = x'{key}'")
    finding = ("lobby", "9", f"the record of file {id} is not what this message says")
    assert check(server)[:2] == (1, [finding])
    status, findings, said = check(server, "--repair")
    assert status == 0 and not [found for found in findings if found[2].startswith("lost: ")], said
    assert rows(server) == before
    server.start()
    assert get(server, id).status == get(server, other).status == 200


def test_the_record_of_a_file_that_leads_to_another_message(serve):
    server = serve()
    (id, other), _ = fill(server)
    assert server.stop() == 0
    bytes_before = bytes_of(server, id).read_bytes()
    alter(server, f"UPDATE file SET message = message - 1 WHERE id = x'{id.replace('-', '')}'")
    finding = ("lobby", "8", f"file {id} is not what this message carries")
    assert check(server)[:2] == (1, [finding])
    place = bytes_of(server, id).name
    status, findings, said = check(server, "--repair")
    assert status == 0 and findings[-1] == ("lobby", "8", f"lost: {finding[2]}"), said
    kept, = pathlib.Path(server.data).glob("repaired-*")
    assert (kept / place).read_bytes() == bytes_before


@pytest.mark.parametrize("change", ["name = 'a/b'", "type = 'no type'", "size = 0", "user = x'07'"])
def test_the_record_of_a_file_that_no_message_carries_yet(serve, change):
    server = serve()
    with V1(server, "ann") as ann:
        id = put(server, ann.token, png(filler=100)).json["id"]
    assert server.stop() == 0
    assert check(server)[:2] == (0, [])
    alter(server, f"UPDATE file SET {change}")
    assert check(server)[:2] == (1, [("-", "-", f"the record of file {id} is damaged")])
    status, findings, said = check(server, "--repair")
    assert status == 0 and findings[-1][2] == f"lost: the record of file {id} is damaged", said


@pytest.fixture
def chosen(serve):
    """A stopped server on which bob, whose own log is among the findings, chose, and reported twice."""
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        for text in ("one", "two"):
            report(bob, ann.send(text)["seq"], room="lobby")
        ann.change("settings", room="garden", title="Garden")
        choose(bob, "lobby", followed=True)
        choose(bob, "lobby", pinned=True)
        choose(bob, "garden", followed=True)
        block(bob, ann)
        bob.request("draft", room="lobby", text="I thi")
        server.log_of_bob = own(bob)
    assert server.stop() == 0
    assert check(server)[:2] == (0, [])
    return server


@pytest.mark.parametrize("change", [
    "UPDATE choice SET change = '{\"about\":\"lobby\"}' WHERE room = 'lobby'", "UPDATE choice SET change = '{'",
    "UPDATE choice SET room = 'other' WHERE room = 'lobby'", "DELETE FROM choice WHERE room = 'garden'",
    "DELETE FROM block", "INSERT INTO block SELECT user, zeroblob(16) FROM block", "UPDATE block SET person = user",
])
def test_choices_are_what_their_log_says(chosen, change):
    finding = (chosen.log_of_bob, "-", "what this user has chosen is not what their own log says")
    alter(chosen, change)
    assert check(chosen)[:2] == (1, [finding])
    status, _, said = check(chosen, "--repair")
    assert status == 0, said
    with sqlite3.connect(chosen.data / "martlet.db") as database:
        kept = dict(database.execute("SELECT room, change FROM choice"))
        assert database.execute("SELECT count(*) FROM block WHERE person <> user").fetchone() == (1,)
        # Drafts follow from no log: a repair keeps them.
        assert database.execute("SELECT text FROM draft").fetchall() == [("I thi",)]
    database.close()
    assert sorted(kept) == ["garden", "lobby"] and "pinned" in kept["lobby"]
    assert check(chosen)[:2] == (0, [])


def test_the_settings_of_a_room_are_what_its_log_says(chosen):
    def record():
        with sqlite3.connect(chosen.data / "martlet.db") as database:
            return database.execute("SELECT * FROM room_record").fetchall()

    before = record()
    alter(chosen, "UPDATE room_record SET settings = '{'")
    assert check(chosen)[:2] == (1, [("garden", "-", "the settings of this room are damaged")])
    assert check(chosen, "--repair")[0] == 0
    assert record() == before and check(chosen)[:2] == (0, [])


def test_choices_without_a_log(chosen):
    alter(chosen, "INSERT INTO choice VALUES (zeroblob(16), 'lobby', '{\"about\":\"lobby\",\"pinned\":true}')")
    nobodys = "@" + "0" * 26
    assert check(chosen)[:2] == (1, [(nobodys, "-", "what this user has chosen is not what their own log says")])
    assert check(chosen, "--repair")[0] == 0
    # A log that is removed takes the choices with it.
    assert run("room", "delete", chosen.log_of_bob, "--data", chosen.data).returncode == 0
    assert check(chosen)[:2] == (0, [])


@pytest.mark.parametrize("change, room, number, what, left", [
    ("UPDATE reported SET reports = 7 WHERE message % 8 = 1", "lobby", "1", "its reports are damaged", 2),
    ("DELETE FROM report WHERE message % 8 = 1", "lobby", "1", "its reports are damaged", 1),
    ("DELETE FROM reported WHERE message % 8 = 1", "lobby", "1", "its reports are damaged", 1),
    ("UPDATE reported SET room = 2 WHERE message % 8 = 2", "lobby", "2", "its reports are damaged", 1),
    ("UPDATE action SET event = event + (1 << 40)", "@", "1", "an entry of the moderation log is damaged", 2),
])
def test_reports_and_moderation_logs_lead_to_rooms_that_exist(chosen, change, room, number, what, left):
    alter(chosen, change)
    status, [finding], _ = check(chosen)
    assert status == 1 and finding[0].startswith(room) and finding[1:] == (number, what)
    assert check(chosen, "--repair")[0] == 0
    assert check(chosen)[:2] == (0, [])
    with sqlite3.connect(chosen.data / "martlet.db") as database:
        assert database.execute("SELECT count(*) FROM reported").fetchone() == (left,)
    database.close()
