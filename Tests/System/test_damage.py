"""One damaged row: what is about it is refused, and everything else goes on."""

import sqlite3

from uploads import png, put
from v1 import V1


def damage(server, seq, sql="UPDATE event SET text = text || 'x' WHERE id & 1048575 = ?"):
    """Alters a row as a failing medium would: behind the server's back, its checksum left as it was."""
    with sqlite3.connect(server.data / "martlet.db") as database:
        database.execute(sql, (seq,))
    database.close()


def test_what_is_done_to_a_damaged_message_is_refused_and_the_talk_goes_on(serve):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        for text in ("one", "two", "three"):
            ann.send(text)
        damage(server, 2)
        for person, request, fields in [
                (bob, "send", {"text": "why?", "reply": 2}), (ann, "edit", {"of": 2, "text": "2"}), (ann, "delete", {"of": 2}),
                (bob, "react", {"of": 2, "emoji": "👍", "on": True})]:
            person.number += 1
            refusal = person.refusal(request, room="lobby", number=person.number, **fields)
            assert (refusal["code"], refusal["error"], refusal["temporary"]) == (170, "damaged", False), refusal
        assert bob.change("react", of=3, emoji="👍", on=True)["seq"] == 4
        assert ann.send("four")["seq"] == 5
        kinds = [event["kind"] for event in bob.history()]
        assert kinds == ["message", "damaged", "message", "reaction", "message"]
        status, text = server.get("/health")
        assert status == 200 and text.startswith("ok\n") and "damaged: 1 row" in text
        assert server.metrics()["martlet_damaged_rows"] == 1
    assert server.stop() == 0


def test_a_damaged_last_message_does_not_keep_the_server_from_starting(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("one")
        ann.send("two")
        damage(server, 2)
    assert server.stop() == 0
    server.start()
    with V1(server, "ann") as ann:
        assert ann.send("three")["seq"] == 3
        assert [event["kind"] for event in ann.history()] == ["message", "damaged", "message"]
    assert server.stop() == 0


def test_a_damaged_record_of_a_file_refuses_that_file_alone(serve):
    server = serve()
    with V1(server, "ann") as ann:
        files = [put(server, ann.token, png()).json for _ in range(2)]
        with sqlite3.connect(server.data / "martlet.db") as database:
            database.execute("UPDATE file SET user = x'00' WHERE id = ?", (bytes.fromhex(files[0]["id"].replace("-", "")),))
        database.close()
        for file, code in zip(files, [170, None]):
            ann.number += 1
            ref = ann.ask("send", room="lobby", number=ann.number, text="look", attachment=file)
            if code:
                try:
                    ann.reply(ref)
                    raise AssertionError("taken")
                except AssertionError as refused:
                    assert getattr(refused, "code", None) == code
            else:
                assert ann.reply(ref)["seq"] == 1
    assert server.stop() == 0
