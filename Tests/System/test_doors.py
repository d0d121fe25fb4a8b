"""Who speaks under which name: the rules that hold on every door, attacked at the one that is open."""

import uuid

import pytest

from lines import Lines
from martlet_server import MartletServer, run
from swiftchat import SwiftChat
from uploads import get, png, put
from v1 import V1

BOB = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"


def test_nobody_speaks_in_swiftchat_under_the_name_of_someone_who_is_here(server):
    with V1(server, "ann") as ann, Lines(server, "carl"), SwiftChat(server, "bob") as watcher:
        watcher.send("I watch")
        watcher.message(message="I watch")
        for name in ("ann", "ANN", "аnn", "carl", "cаrl"):
            with SwiftChat(server, name) as thief:
                refusal = thief.refusal("I am not ann")
                assert refusal["error"] == 123, name
        ann.send("it is me")
        assert watcher.read()["message"] == "it is me", "nothing of the others was told"
        assert {event["name"] for event in ann.history()} == {"ann", "bob"}


def test_a_name_that_is_taken_later_is_taken_in_swiftchat_too(server):
    with SwiftChat(server, "ann") as chat:
        chat.send("one")
        chat.message(message="one")
        with V1(server, "ann"):
            assert chat.refusal("two")["error"] == 123
        for _ in range(100):
            chat.send("three")
            if chat.read().get("error") is None:
                return
        pytest.fail("the name is not free again")


def test_nobody_speaks_under_an_id_that_is_in_use(server):
    """The other connection is heard, for it may be the same person coming back, but under an id of the server's."""
    with SwiftChat(server, "bob", BOB) as bob, SwiftChat(server, "bob", BOB.lower()) as thief:
        bob.send("one")
        thief.message(message="one")
        thief.send("I am bob")
        told = bob.message(message="I am bob")
        assert told["userID"] != BOB
        thief.send("really")
        assert bob.message(message="really")["userID"] == told["userID"], "one connection, one stand-in"
        bob.send("two")
        assert bob.message(message="two")["userID"] == BOB
        with SwiftChat(server, "eve", told["userID"]) as eve:
            assert eve.refusal("nor under a stand-in")["error"] == 101
        # An id that was given up is free.
        bob.user_id = str(uuid.uuid4())
        bob.send("three")
        bob.message(message="three")
        thief.send("mine now")
        assert bob.message(message="mine now")["userID"] == BOB


def test_an_id_is_free_when_its_connection_has_closed(server):
    with SwiftChat(server, "bob", BOB) as bob:
        bob.send("one")
        bob.message(message="one")
    server.is_empty()
    with SwiftChat(server, "bob", BOB) as bob:
        bob.send("two")
        assert bob.message(message="two")["userID"] == BOB


def test_a_swiftchat_user_changes_name_under_one_id(server):
    """As the original app does, where the name is a field in its settings."""
    with SwiftChat(server, "bob", BOB) as bob:
        for name in ("bob", "rob", "bob"):
            bob.name = name
            bob.send(f"I am {name}")
            assert bob.message(message=f"I am {name}")["user"] == name


def test_the_door_of_swiftchat_can_be_shut(serve):
    server = serve("--chat", "off")
    assert server.get("/chat")[0] == 404
    with pytest.raises(Exception):
        SwiftChat(server, "bob")
    with V1(server, "ann") as ann:
        ann.send("here")


@pytest.mark.parametrize("name", ["аdmin", "𝐚𝐝𝐦𝐢𝐧", "martIet", "Adm1n", "ⓜⓞⓓ", "★ root ★", "sуstem", "Admin2", "administrators", "martlet-bot"])
def test_what_looks_like_a_reserved_name_is_refused_on_every_protocol(shared_server, name):
    with V1(shared_server, hello=False) as v1:
        assert v1.refusal("hello", version=1, name=name)["code"] == 122
    with SwiftChat(shared_server, name) as chat:
        assert chat.refusal("Hi")["error"] == 122
    with Lines(shared_server) as lines:
        lines.write(f"iam:{name}\n")
        assert lines.line().startswith(b"martlet:error 122: ")


@pytest.mark.parametrize("host, flags, has_lines", [
    ("127.0.0.1", [], True), ("localhost", [], True), ("0.0.0.0", [], False), ("0.0.0.0", ["--line-port", "0"], True), ("127.0.0.1", ["--line-port", "off"], False),
])
def test_lines_are_off_beyond_loopback_until_they_are_asked_for(tmp_path, host, flags, has_lines):
    server = MartletServer(tmp_path / "data")
    # 8081 may be in use here: what is printed says whether it would be taken.
    printed = run("serve", "--print-config", "--host", host, *flags).stdout
    line = next(line for line in printed.splitlines() if line.startswith("line-port:"))
    assert ("off" not in line.split("#")[0]) == has_lines, line
    server.flags = ["--data", str(tmp_path / "data"), "--port", "0", "--host", host] + flags
    if not has_lines:
        try:
            server.start()
            assert server.line_port is None
            if host == "0.0.0.0":
                assert "Lines   off; --line-port 8081" in server.greeting
        finally:
            server.discard()


def test_the_id_of_a_deleted_file_is_not_for_someone_else(serve, tmp_path):
    """People who saw the message know the id. In each client that kept the message, another file with this id would pass for the first one."""
    data = tmp_path / "data"
    server = serve(data=data)
    with V1(server, "ann") as ann, V1(server, "mallory") as mallory:
        picture = png(filler=100)
        attachment = put(server, ann.token, picture).json
        ann.change("send", text="photo", attachment=attachment)
        ann.change("delete", of=1)
        tokens = ann.token, mallory.token
        assert put(server, mallory.token, png(filler=200), id=attachment["id"]).code == 159
    server.stop()
    server = serve(data=data)
    assert put(server, tokens[1], png(filler=200), id=attachment["id"]).code == 159
    assert get(server, attachment["id"]).status == 404
    assert put(server, tokens[0], picture, id=attachment["id"]).status == 201
