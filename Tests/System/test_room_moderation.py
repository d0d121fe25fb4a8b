"""martlet room create, invite, members, ...: groups and moderation with a token, as an operator's scripts do it, and
send and tail in groups."""

import subprocess
import time

import pytest

from accounts import ask, command, register
from martlet_server import BINARY, clean_environment, run
from test_choices import own
from v1 import V1


@pytest.fixture
def server(serve):
    return serve("--accounts", "open")


@pytest.fixture
def key(server, tmp_path):
    """A file with an API key."""
    path = tmp_path / "key"
    path.write_text(command(server, "key", "add", "bot") + "\n")
    return path


def token_file(tmp_path, account):
    path = tmp_path / account["name"]
    path.write_text(account["token"])
    return path


def room(server, key, *words):
    """Runs martlet room … with the key. Returns what it prints."""
    ended = run("room", *words, "--server", server.url, "--key-file", key)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.rstrip("\n")


def refusal(server, key, *words):
    ended = run("room", *words, "--server", server.url, "--token-file", key)
    assert ended.returncode == 1 and not ended.stdout, (ended.returncode, ended.stdout)
    return ended.stderr


def people(server, key, name):
    lines = [line.split("\t") for line in room(server, key, "members", name).splitlines()]
    return {line[0]: line[1:] for line in lines}


def test_links_are_made_listed_and_revoked_from_the_command_line(server, key, tmp_path):
    group = room(server, key, "create", "--title", "Builds")
    link = room(server, key, "link", group, "--uses", "2", "--for", "1h")
    assert link.startswith(f"{server.url}/#join={group[2:]}")
    bob, cleo = register(server, "bob"), register(server, "cleo")
    with V1(server, token=bob["token"]) as client:
        client.change("membership", room=group, member=bob["user"], action="join", code=link[-26:])
    [line] = [line.split("\t") for line in room(server, key, "links", group).splitlines()]
    assert line[2:4] == ["1", "2"] and line[4].endswith("Z")
    assert "148" in refusal(server, token_file(tmp_path, bob), "revoke", group, line[0])
    room(server, key, "revoke", group, line[0])
    assert room(server, key, "links", group) == ""
    with V1(server, token=cleo["token"]) as client:
        frame = {"room": group, "number": 1, "member": cleo["user"], "action": "join", "code": link[-26:]}
        assert client.refusal("membership", **frame)["code"] == 147
    assert "not a group" in run("room", "link", "lobby", "--server", server.url, "--key-file", key).stderr


def test_the_directory_from_the_command_line(server, key):
    with V1(server, "ann") as ann:
        ann.change("settings", room="tea", title="Tea", topic="Leaves and water")
        ann.send("hello")
        lines = [line.split("\t") for line in room(server, key, "directory").splitlines()]
        assert [line[0] for line in lines] == ["lobby", "tea"] and lines[0][1] == "1"
        [found] = room(server, key, "directory", "--search", "water leaves").splitlines()
        assert found.split("\t")[3:] == ["Tea", "Leaves and water"]
    assert "maximum is 128" in refusal(server, key, "directory", "--search", "x" * 129)


def test_a_group_is_made_and_led_from_the_command_line(server, key, tmp_path):
    bob = register(server, "bob")
    group = room(server, key, "create", "--title", "Builds", "--slow-mode", "30s", "--invite", bob["user"])
    assert group.startswith("g-")
    assert people(server, key, group)["bot"][:2] == ["member", "owner"]
    assert people(server, key, group)["bob"][0] == "invited"
    with V1(server, token=bob["token"]) as client:
        assert [entry["room"] for entry in client.request("list")["rooms"]] == [group]
        client.change("membership", room=group, member=bob["user"], action="join")
        client.joined[group] = client.request("join", room=group)
        assert people(server, key, group)["bob"] == ["member", "member", "-", "-", bob["user"]]

        room(server, key, "role", group, "bob", "moderator")
        assert people(server, key, group)["bob"][1] == "moderator"
        room(server, key, "role", group, bob["user"], "member")
        room(server, key, "mute", group, "bob", "--for", "1h", "--reason", "Too loud")
        assert client.refusal("send", room=group, text="x")["code"] == 139
        until = people(server, key, group)["bob"][3]
        assert until.endswith("Z") and until[:4].isdigit()
        room(server, key, "unmute", group, "bob")
        client.send("again", room=group)

        room(server, key, "ban", group, "bob", "--reason", "Spam")
        assert people(server, key, group)["bob"][:3] == ["none", "member", "always"]
        assert client.refusal("join", room=group)["code"] in (136, 137)
        room(server, key, "unban", group, "bob")
        room(server, key, "invite", group, bob["user"], "--called", "Bob")
        room(server, key, "remove", group, bob["user"])
        assert client.request("list")["rooms"] == []


def test_a_person_who_was_invited_by_id_is_banned_by_name(server, key):
    ann = register(server, "ann")
    group = room(server, key, "create", "--title", "Builds")
    room(server, key, "invite", group, ann["user"])
    room(server, key, "ban", group, "ann")
    assert people(server, key, group)["ann"][:3] == ["none", "member", "always"]


def test_a_person_in_an_open_room_is_banned_by_name(server, tmp_path):
    """Nobody has a place there. A guest is found because they are there."""
    key = tmp_path / "boss"
    key.write_text(command(server, "key", "add", "boss", "--role", "administrator") + "\n")
    with V1(server, "bob") as bob:
        bob.send("spam")
        room(server, key, "ban", "lobby", "bob")
        user = bob.user
    assert people(server, key, "lobby")["bob"][2:] == ["always", "-", user]
    room(server, key, "unban", "lobby", "bob")
    said = refusal(server, key, "ban", "lobby", "carl")
    assert "Nobody in lobby is called carl." in said and "martlet tail lobby --json" in said


def test_settings_are_printed_and_changed(server, key):
    group = room(server, key, "create", "--title", "Tea")
    room(server, key, "settings", group, "--topic", "Leaves", "--posting", "moderators", "--joining", "anyone")
    assert room(server, key, "settings", group).splitlines() == [
        "title\tTea", "topic\tLeaves", "joining\tanyone", "newcomers\tall", "posting\tmoderators", "slow-mode\t0s"]
    assert room(server, key, "settings", "lobby").splitlines()[0] == "title\t"
    room(server, key, "settings", group, "--payload", 'com.example.order {"number": 7}')
    assert room(server, key, "settings", group).splitlines()[-1] == 'payload\tcom.example.order {"number": 7}'
    room(server, key, "settings", group, "--payload", "")
    assert room(server, key, "settings", group).splitlines()[-1] == "slow-mode\t0s"


def test_what_is_refused_is_said_in_a_sentence_with_its_number(server, key, tmp_path):
    group = room(server, key, "create", "--title", "Tea")
    stranger = token_file(tmp_path, register(server, "eve"))
    assert "(error 136)" in refusal(server, stranger, "members", group)
    with V1(server, "ann") as ann:
        ann.send("The room is there")
    assert "(error 138)" in refusal(server, stranger, "ban", "lobby", register(server, "bob")["user"])
    assert "Nobody in lobby is called bob" in refusal(server, key, "mute", "lobby", "bob")
    bad = tmp_path / "bad"
    bad.write_text("mk_nothing")
    said = refusal(server, bad, "members", group)
    assert "does not accept this token" in said and "make another API key. (error 113)" in said
    for words in (["members", "No Room"], ["role", group, "bob", "king"], ["mute", group, "bob", "--for", "long"],
                  ["settings", group, "--posting", "nobody"], ["settings", group, "--payload", "order"],
                  ["invite", group, "bob"]):
        ended = run("room", *words, "--server", server.url, "--key-file", key)
        assert ended.returncode == 64, ended.stderr
    assert run("room", "members", group, "--server", server.url).returncode == 64
    empty = tmp_path / "empty"
    for content in ("", "\n"):
        empty.write_text(content)
        for option in ("--key-file", "--token-file"):
            ended = run("room", "members", group, "--server", server.url, option, empty)
            assert ended.returncode == 64 and f"does not hold a token alone; {option} takes" in ended.stderr, ended.stderr
    ended = run("room", "ban", group, "bob", "--for", "36501d", "--server", server.url, "--key-file", key)
    assert ended.returncode == 64 and "36501d is out of range; a time is 1s to 36500d." in ended.stderr


def test_a_server_that_is_away_ends_the_command_at_once_with_a_sentence(server, key):
    server.kill()
    for words in (["members", "lobby"], ["invite", "lobby", "2763C7A1-BB9E-F8B1-35BF-9885C4BB2A37"]):
        began = time.monotonic()
        said = refusal(server, key, *words)
        assert f"No server can be reached at 127.0.0.1:{server.port}. Check the address, or start the server." in said
        assert time.monotonic() - began < 10


def test_send_and_tail_take_part_in_a_group(server, key, tmp_path):
    bob = register(server, "bob")
    group = room(server, key, "create", "--title", "Builds", "--invite", bob["user"])
    token = token_file(tmp_path, bob)
    sent = run("send", group, "not yet", "--server", server.url, "--token-file", token)
    assert sent.returncode == 1 and "(error 136)" in sent.stderr
    assert ask(server, "POST", "/v1/request", {
        "ref": 1, "type": "membership", "room": group, "member": bob["user"], "action": "join"}, token=bob["token"]).status == 200
    with subprocess.Popen(
            [BINARY, "tail", group, "--server", server.url, "--key-file", key], env=clean_environment(),
            stdout=subprocess.PIPE, text=True) as tail:
        try:
            sent = run("send", group, "the build is green", "--server", server.url, "--token-file", token)
            assert sent.returncode == 0, sent.stderr
            assert tail.stdout.readline() == "bob:the build is green\n"
        finally:
            tail.kill()
    # An ended session is said so, and nothing is sent as a guest.
    assert ask(server, "DELETE", f"/v1/sessions/{bob['session']['id']}", token=bob["token"]).status == 204
    sent = run("send", "lobby", "who am I", "--server", server.url, "--token-file", token)
    assert sent.returncode == 1 and "does not accept the token" in sent.stderr
    with V1(server, "ann") as ann:
        assert ann.history() == []


def test_an_administrators_key_adds_people_to_its_groups(server, key, tmp_path):
    backend = tmp_path / "backend"
    backend.write_text(command(server, "key", "add", "backend", "--role", "administrator") + "\n")
    group = room(server, backend, "create", "--title", "Support")
    ann, bob, cleo = (register(server, name) for name in ("ann", "bob", "cleo"))
    with V1(server, token=ann["token"]) as client:
        room(server, backend, "add", group, ann["user"])
        assert [entry["room"] for entry in client.request("list")["rooms"]] == [group]
        client.request("join", room=group)
        client.send("thanks", group)
    room(server, backend, "invite", group, bob["user"])
    room(server, backend, "add", group, bob["user"])
    with V1(server, token=cleo["token"]) as client:
        me = people(server, backend, group)["backend"][-1]
        client.change("block", room=own(client), member=me, on=True)
    assert "no more invitations" in refusal(server, backend, "add", group, cleo["user"]).lower()
    room(server, backend, "ban", group, bob["user"])
    assert "banned" in refusal(server, backend, "add", group, bob["user"])
    assert {name: line[0] for name, line in people(server, backend, group).items()} == {
        "backend": "member", "ann": "member", "bob": "none"}
    # Other keys can't.
    theirs = room(server, key, "create", "--title", "Builds")
    assert "invite them" in refusal(server, key, "add", theirs, ann["user"])
