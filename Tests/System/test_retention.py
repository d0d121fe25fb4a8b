"""Messages past their time, people who are erased, and what is left of them on the disk."""

import time

import pytest

from clock import clock_ahead  # noqa: F401
from deadline import eventually
from martlet_server import run
from uploads import get, put, stored
from test_membership import membership, new_group
from v1 import V1


def is_on_disk(data, text):
    return [path.name for path in data.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


def said(server, room="lobby"):
    with V1(server, "eve", join=(room,)) as eve:
        return [(event["kind"], event.get("text")) for event in eve.history(room)]


def test_messages_past_their_time_are_wiped_and_their_files_go(serve):
    server = serve("--keep", "3s", "--keep-room", "archive=off")
    with V1(server, "ann", join=("lobby", "archive")) as ann:
        ann.send("for ever", "archive")
        data = b"CANARY-FILE" * 100
        attachment = put(server, ann.token, data).json
        ann.change("send", text="CANARY-A", attachment=attachment)
        ann.change("edit", of=1, text="CANARY-B")
        ann.change("send", text="CANARY-C", reply=1)
        assert len(stored(server)[0]) == 1
        eventually(lambda: not stored(server)[0], "the file is removed")
        eventually(lambda: [kind for kind, _ in said(server)] == ["deleted", "edit", "deleted"], "all is wiped")
        assert [event["seq"] for event in ann.history()] == [1, 2, 3]
        assert get(server, attachment["id"]).status == 404
        assert ann.refusal("edit", room="lobby", number=ann.number + 1, of=3, text="again")["code"] == 152
        assert ann.send("young")["seq"] == 4
        assert server.metrics()["martlet_expired_messages_total"] == 2
        assert said(server, "archive") == [("message", "for ever")]
    server.stop()
    assert not is_on_disk(server.data, "CANARY")


def test_a_clock_that_is_a_year_ahead_at_start_wipes_nothing(serve, tmp_path, clock_ahead):  # noqa: F811
    data = tmp_path / "data"
    server = serve(data=data)
    with V1(server, "ann") as ann:
        ann.send("of today")
    server.stop()
    server = serve("--keep", "30d", data=data, env=clock_ahead(365 * 86_400))
    eventually(lambda: "Check the clock" in server.log, "the operator is warned")
    assert said(server) == [("message", "of today")]
    server.stop()
    server = serve("--keep", "30d", data=data)
    assert said(server) == [("message", "of today")]


def test_a_restart_and_a_message_leave_a_wrong_clock_its_hour(serve, tmp_path, clock_ahead):  # noqa: F811
    data, ahead = tmp_path / "data", clock_ahead(365 * 86_400)
    server = serve(data=data)
    with V1(server, "ann") as ann:
        ann.send("of today")
    server.stop()
    for _ in range(3):
        server = serve("--keep", "30d", data=data, env=ahead)
        eventually(lambda: "Check the clock" in server.log, "the operator is warned")
        with V1(server, "bob", join=("attic",)) as bob:
            bob.send("under a wrong clock", "attic")
        assert said(server) == [("message", "of today")]
        server.stop()
    server = serve("--keep", "30d", data=data)
    with V1(server, "ann") as ann:
        assert said(server) == [("message", "of today")]
        assert ann.send("of today, too")["at"] < ann.history()[0]["at"] + 86_400_000


@pytest.mark.patient
def test_a_deleted_text_leaves_the_disk_within_a_minute(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("CANARY-TEXT")
        assert is_on_disk(server.data, "CANARY-TEXT")
        ann.change("delete", of=1)
        begun = time.monotonic()
        eventually(lambda: not is_on_disk(server.data, "CANARY-TEXT"), "the text is gone")
        print(f"gone after {time.monotonic() - begun:.0f} s")
        assert ann.send("it goes on")["seq"] == 3


@pytest.mark.sqlite
def test_a_person_is_erased(serve, tmp_path):
    server = serve()
    with V1(server, "ann-canary") as ann, V1(server, "bob") as bob:
        attachment = put(server, ann.token, b"CANARY").json
        ann.change("send", text="ann-canary", attachment=attachment)
        put(server, ann.token, b"CANARY, not sent")
        bob.send("bob's")
        group = new_group()
        bob.change("settings", room=group, title="Tea")
        for action in ("invite", "remove", "ban"):
            membership(bob, group, ann.user, action, called="ann-canary", reason="canary: rude")
        user = ann.user
    server.stop()
    ended = run("erase", user, "--data", server.data)
    assert ended.returncode == 0 and "1 messages and 2 files" in ended.stdout, ended
    assert not is_on_disk(server.data, "canary") and not is_on_disk(server.data, "CANARY")
    server.start()
    assert said(server) == [("deleted", None), ("message", "bob's")]
    assert run("erase", "ann", "--data", server.data).returncode == 64


@pytest.mark.parametrize("flags", [["--keep", "0s"], ["--keep", "soon"], ["--keep", "90"], ["--keep-room", "lobby=7"], ["--keep-room", "lobby"], ["--keep-room", "Lobby=7d"], ["--keep-room", "lobby=-1d"]])
def test_a_time_that_is_none(tmp_path, flags):
    ended = run("serve", "--data", tmp_path / "data", "--port", 0, "--line-port", 0, *flags)
    assert ended.returncode not in (0, -4, -6) and flags[0] in ended.stderr
    assert ("has no unit" in ended.stderr) == (flags[1] in ("90", "lobby=7"))
