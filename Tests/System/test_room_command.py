"""martlet room and erase: what an operator can do about rooms and people, on a stopped data folder and beside a running server."""

import json
import os
import pathlib
import socket
import stat
import tempfile
import threading

import pytest

from deadline import Deadline, eventually
from martlet_server import run
from other_user import run_as_other
from uploads import put
from v1 import V1


def is_on_disk(data, *texts):
    everything = b"".join(path.read_bytes() for path in pathlib.Path(data).rglob("*") if path.is_file())
    return [text for text in texts if text.encode() in everything]


def files(data):
    return [path for path in (pathlib.Path(data) / "files").rglob("*") if path.is_file()]


def control(server):
    return pathlib.Path(server.data) / "control.sock"


def connect(server, seconds=20):
    """A connection to the control socket. Its path may be too long for a socket's address: its folder is named by a descriptor."""
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(seconds)
    folder = os.open(server.data, os.O_RDONLY | os.O_DIRECTORY)
    try:
        connection.connect(f"/proc/self/fd/{folder}/control.sock")
    finally:
        os.close(folder)
    return connection


def ask(server, request, seconds=20):
    """Sends bytes to the control socket: the answer, as far as there is one."""
    with connect(server, seconds) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(4096):
            answer += chunk
    return answer


@pytest.fixture
def talked(serve):
    """A server on which ann wrote in the lobby and in a room that will be deleted, with her token, her device and the lobby's epoch."""
    server = serve()
    with V1(server, "ann", join=["lobby", "secret"]) as ann:
        ann.send("stays")
        ann.send("the secret text", "secret")
        ann.request("edit", room="secret", number=10, of=1, text="the edited secret")
        file = put(server, ann.token, b"the bytes").json
        ann.request("send", room="secret", number=11, text="a file", attachment=file)
        ann.request("read", room="secret", seq=3)
        ann.send("also stays", number=12)
        server.ann = {"token": ann.token, "device": ann.device}
        server.epoch = ann.joined["lobby"]["epoch"]
    return server


def check_is_gone(server):
    """Nothing is left of the room, and ann has to read it from the start. The lobby is unchanged."""
    with V1(server, "ann", join=(), **server.ann) as ann:
        joined = ann.request("join", room="secret", since={"epoch": server.epoch, "seq": 3})
        assert joined["reset"] and joined["head"] == 0 and "read" not in joined
        lobby = ann.request("join", room="lobby", since={"epoch": server.epoch, "seq": 2})
        assert lobby["head"] == 2 and not lobby["reset"]
        # What was accepted once is not accepted again.
        assert ann.refusal("send", room="secret", number=11, text="again")["code"] == 152
        assert ann.request("send", room="lobby", number=12, text="also stays")["seq"] == 2
        assert ann.refusal("send", room="lobby", number=9, text="late")["code"] in (144, 152)
        for seq in (1, 2, 3):
            assert ann.request("send", room="secret", number=12 + seq, text="anew")["seq"] == seq
        assert ann.event(room="secret", seq=3)["epoch"] == ann.request("history", room="secret", limit=1)["epoch"]
        # It is as long as the one before: only its epoch tells that it is another one.
        again = ann.request("join", room="secret", since={"epoch": server.epoch, "seq": 3})
        assert again["reset"] and again["head"] == 3
        assert not ann.request("join", room="secret", since={"epoch": again["epoch"], "seq": 3})["reset"]


def test_list_and_delete(talked):
    server = talked
    listed = run("room", "list", "--data", server.data)
    assert [line.split("\t")[:2] for line in listed.stdout.splitlines()] == [["lobby", "2"], ["secret", "3"]]
    assert server.stop() == 0
    assert not control(server).exists()
    deleted = run("room", "delete", "secret", "--data", server.data)
    assert deleted.stdout == "Deleted the room secret: 3 events and 1 files.\n", deleted.stderr
    assert not is_on_disk(server.data, "the secret text", "the edited secret")
    assert is_on_disk(server.data, "also stays") and files(server.data) == []
    missing = run("room", "delete", "secret", "--data", server.data)
    assert missing.returncode == 1 and "no room secret" in missing.stderr
    server.start()
    assert "backup" not in server.log
    check_is_gone(server)


def test_delete_beside_a_running_server(talked):
    server = talked
    assert stat.S_IMODE(os.stat(control(server)).st_mode) == 0o600
    with V1(server, "bob", join=["lobby", "secret"]) as bob, V1(server, "eve", join=["lobby"]) as eve:
        deleted = run("room", "delete", "secret", "--data", server.data)
        assert deleted.stdout == "Deleted the room secret: 3 events and 1 files.\n", deleted.stderr
        # Those who are in the room connect again, as after any cut; the others notice nothing.
        assert bob.close_code() == 4011
        assert eve.send("hello")["seq"] == 3
        eve.change("delete", of=3)
    assert files(server.data) == []
    missing = run("room", "delete", "secret", "--data", server.data)
    assert missing.returncode == 1 and "no room secret" in missing.stderr
    listed = run("room", "list", "--data", server.data)
    assert [line.split("\t")[0] for line in listed.stdout.splitlines()] == ["lobby"]
    with V1(server, "ann", join=(), **server.ann) as ann:
        joined = ann.request("join", room="lobby", since={"epoch": server.epoch, "seq": 2})
        assert not joined["reset"] and joined["head"] == 4
    eventually(lambda: not is_on_disk(server.data, "the secret text", "the edited secret"), "it is off the disk")
    assert run("check", "--data", server.data).returncode == 0
    assert server.stop() == 0
    server.start()
    assert "backup" not in server.log and server.greeting


def test_what_was_deleted_beside_the_server_stays_so(talked):
    assert run("room", "delete", "secret", "--data", talked.data).returncode == 0
    with V1(talked, "eve") as eve:
        for seq in (3, 4):
            eve.change("send", text="more")
        for of in (3, 4):
            eve.change("delete", of=of)
    talked.kill()
    talked.start()
    with V1(talked, "ann", join=(), **talked.ann) as ann:
        joined = ann.request("join", room="secret", since={"epoch": talked.epoch, "seq": 3})
        assert joined["reset"] and joined["head"] == 0
        assert ann.refusal("send", room="secret", number=11, text="again")["code"] == 152


def test_a_big_room_goes_while_others_talk(serve):
    """20,000 events in steps; a killed server goes on with it when it starts."""
    server = serve()
    with V1(server, "ann", join=["lobby", "big"]) as ann:
        for start in range(0, 20_000, 200):
            refs = [ann.ask("send", room="big", number=start + number + 1, text="x" * 100) for number in range(200)]
            for ref in refs:
                ann.reply(ref)
            ann.pushed.clear()
    with V1(server, "eve") as eve:
        deleting = threading.Thread(target=run, args=("room", "delete", "big", "--data", server.data))
        deleting.start()
        slowest, seq = 0, 0
        while deleting.is_alive() or seq < 20:
            deadline = Deadline(20)
            seq = eve.send("hello")["seq"]
            slowest = max(slowest, 20 - deadline.left)
        deleting.join()
    assert slowest < 1, f"{slowest:.2f} s"
    listed = run("room", "list", "--data", server.data)
    assert [line.split("\t")[0] for line in listed.stdout.splitlines()] == ["lobby"]
    assert server.stop() == 0
    assert run("check", "--data", server.data).returncode == 0


def test_a_server_that_is_killed_goes_on_with_it(serve):
    server = serve()
    with V1(server, "ann", join=["lobby", "big"]) as ann:
        for start in range(0, 10_000, 200):
            refs = [ann.ask("send", room="big", number=start + number + 1, text="gone-for-good") for number in range(200)]
            for ref in refs:
                ann.reply(ref)
            ann.pushed.clear()
        ann.send("stays", number=10_001)
    deleting = threading.Thread(target=run, args=("room", "delete", "big", "--data", server.data))
    deleting.start()
    eventually(lambda: len(run("room", "list", "--data", server.data).stdout.splitlines()) == 1, "it has lost its name")
    server.kill()
    deleting.join()
    # As the folder is now, it is sound, can be backed up, and has one room.
    assert run("check", "--data", server.data).returncode == 0
    backup = server.data.parent / "killed.tar"
    assert run("backup", backup, "--data", server.data).returncode == 0
    server.start()
    eventually(lambda: not is_on_disk(server.data, "gone-for-good"), "the server went on with it")
    with V1(server, "ann") as ann:
        assert [event["text"] for event in ann.history()] == ["stays"]


def test_erase_beside_a_running_server(serve):
    server = serve()
    with V1(server, "ann-canary") as ann, V1(server, "bob") as bob:
        attachment = put(server, ann.token, b"CANARY").json
        ann.change("send", text="ann-canary", attachment=attachment)
        put(server, ann.token, b"CANARY, not sent")
        ann.request("read", room="lobby", seq=1)
        bob.send("bob's")
        user = ann.user
        erased = run("erase", user, "--data", server.data)
        assert erased.returncode == 0 and "1 messages and 2 files" in erased.stdout, erased
        shown = [(event["kind"], event["name"]) for event in bob.history()]
        assert shown == [("deleted", "erased"), ("message", "bob")]
        # What is edited now is found deleted.
        assert ann.refusal("edit", room="lobby", number=7, of=1, text="again")["code"] == 152
    assert files(server.data) == []
    eventually(lambda: not is_on_disk(server.data, "canary", "CANARY"), "it is off the disk")


@pytest.mark.parametrize("request_line", [
    b"\n", b"{}\n", b'{"type":"stop"}\n', b'{"type":"deleteRoom","room":"No Room"}\n', b'{"type":"deleteRoom"}\n', b'{"type":"erase","user":"ann"}\n',
    b"\xff\xfe\n", b'{"type":"deleteRoom","room":"a"', b"x" * 100_000 + b"\n",
], ids=["empty", "nothing", "unknown", "name", "none", "id", "bytes", "unfinished", "long"])
def test_what_is_no_request_is_refused(talked, request_line):
    try:
        answer = ask(talked, request_line)
    except OSError:
        answer = b""
    assert not answer or json.loads(answer)["type"] == "refused"
    assert run("room", "delete", "secret", "--data", talked.data).returncode == 0
    assert talked.get("/health")[0] == 200


def test_connections_that_ask_nothing_are_closed(talked):
    """There are so many that no other connection is accepted, until they are closed."""
    idle = [connect(talked) for _ in range(50)]
    for connection in idle:
        try:
            assert connection.recv(1) == b""
        except ConnectionResetError:
            pass
        connection.close()
    assert run("room", "delete", "secret", "--data", talked.data).returncode == 0


@pytest.mark.parametrize("length", [103, 104, 107, 108, 250])
def test_a_folder_with_a_long_path(serve, length):
    """A socket's address holds 107 bytes, SwiftNIO takes 103: the path of the control socket may be longer."""
    with tempfile.TemporaryDirectory(dir="/tmp") as base:
        folder = pathlib.Path(base) / ("x" * (length - len(base) - len("//control.sock")))
        folder.mkdir()
        assert len(str(folder / "control.sock")) == length
        server = serve(data=folder)
        with V1(server, "ann") as ann:
            ann.send("hello")
        assert run("room", "delete", "lobby", "--data", server.data).returncode == 0
        assert server.get("/health")[0] == 200
        assert "control socket" not in server.log
        server.discard()


def test_a_server_without_a_control_socket(serve, tmp_path):
    """The server serves all the same. A command beside it says why it can't."""
    folder = tmp_path / "data"
    (folder / "control.sock").mkdir(parents=True)
    server = serve(data=folder)
    assert "control socket can't be made" in server.log
    with V1(server, "ann") as ann:
        ann.send("hello")
    refused = run("room", "delete", "lobby", "--data", server.data)
    assert refused.returncode == 1 and "takes no commands: stop it first (Connection refused)" in refused.stderr


def test_a_room_that_nobody_uses_is_forgotten(serve):
    server = serve("--forget-rooms-after", "3s")
    with V1(server, "ann", join=["lobby", "busy", "quiet"]) as ann, V1(server, "bob", join=["busy"]) as bob:
        for room in ("lobby", "busy", "quiet"):
            ann.send("hello", room)
        held = {"epoch": ann.joined["quiet"]["epoch"], "seq": 1}
        ann.request("leave", room="quiet")
        rooms = lambda: [line.split("\t")[0] for line in run("room", "list", "--data", server.data).stdout.splitlines()]
        eventually(lambda: rooms() == ["busy", "lobby"], "the room that nobody is in is forgotten")
        # Made again, it is another one.
        with V1(server, "eve", join=["quiet"]) as eve:
            eve.send("anew", "quiet")
            assert ann.request("join", room="quiet", since=held)["reset"]
        assert bob.request("history", room="busy")["head"] == 1
    eventually(lambda: rooms() == ["lobby"], "rooms are empty when everyone has left")
    assert server.stop() == 0
    assert run("check", "--data", server.data).returncode == 0


NOBODY = "2763C7A1-BB9E-F8B1-35BF-9885C4BB2A37"


def check_knows_nobody(server):
    ended = run("erase", NOBODY, "--data", server.data)
    assert (ended.returncode, ended.stdout) == (1, ""), ended
    assert f"This log knows nobody with the id {NOBODY}. Check it: " in ended.stderr


def test_with_the_log_in_postgresql_a_running_server_knows_whom_to_erase(serve, postgres, tmp_path):
    store = postgres.database(tmp_path)
    server = serve("--store", store)
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        ann.send("hi")
        bob.request("read", room="lobby", seq=1)
        check_knows_nobody(server)
        missing = run("room", "delete", "attic", "--data", server.data)
        assert missing.returncode == 1 and "There is no room attic on this server." in missing.stderr
        # As docs/postgres.md says.
        found = postgres.ask(store, """SELECT DISTINCT encode("user", 'hex')::uuid FROM event WHERE name = 'ann'""")
        assert found.upper() == ann.user
        for user in (found, bob.user):
            ended = run("erase", user, "--data", server.data)
            assert ended.returncode == 0, ended.stderr
        assert run("erase", ann.user, "--data", server.data).returncode == 0


@pytest.mark.sqlite
def test_to_erase_somebody_whom_the_log_does_not_know_fails(serve):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        ann.send("hi")
        # He writes nothing, and has only a read mark.
        bob.request("read", room="lobby", seq=1)
        check_knows_nobody(server)
        users = [ann.user, bob.user]
    assert server.stop() == 0
    check_knows_nobody(server)
    for user in users:
        ended = run("erase", user, "--data", server.data)
        assert ended.returncode == 0, ended.stderr
    # Her events still have her id.
    assert run("erase", users[0], "--data", server.data).returncode == 0
    assert run("check", "--data", server.data).returncode == 0


def test_a_data_folder_of_another_user(serve, tmp_path):
    """The error does not say that the folder has no database: the operator would look for it elsewhere."""
    server = serve(data=tmp_path / "data")
    with V1(server, "ann") as ann:
        ann.send("hello")
    server.data.chmod(0o700)
    commands = [
        ["account", "list"], ["key", "list"], ["room", "list"], ["room", "delete", "lobby"], ["check"], ["erase", ann.user],
        ["backup", tmp_path / "backup.tar"], ["export", "-"],
    ]
    for command in commands:
        ended = run_as_other(tmp_path, *command, "--data", server.data)
        assert ended.returncode not in (0, 64) and ended.stdout == "", ended
        said = f"The folder {server.data} can't be read (Permission denied): run the command as its owner."
        assert said in ended.stderr and "no database" not in ended.stderr, ended
