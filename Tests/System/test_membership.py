"""Groups, direct rooms, roles, bans and lists of rooms, through the real server."""

import hashlib
import secrets
import time
import uuid

import pytest

from accounts import register
from martlet_server import run
from v1 import V1

DIGITS = "0123456789abcdefghijklmnopqrstuv"


def base32(number):
    return "".join(DIGITS[number >> shift & 31] for shift in range(125, -1, -5))


def new_group():
    return "g-" + base32(secrets.randbits(128))


def new_link():
    """A secret, and the id of its link."""
    secret = base32(secrets.randbits(128))
    return secret, str(uuid.UUID(bytes=hashlib.sha256(secret.encode()).digest()[:16])).upper()


def direct(one, other):
    low, high = sorted(int(user.replace("-", ""), 16) for user in (one, other))
    return "d-" + base32(low) + base32(high)


def membership(client, room, member, action, **fields):
    return client.change("membership", room=room, member=member, action=action, **fields)


def make_group(owner, *members, **settings):
    room = new_group()
    owner.change("settings", room=room, **({"title": "Tea"} | settings))
    owner.joined[room] = owner.request("join", room=room)
    for member in members:
        membership(owner, room, member.user, "invite")
        membership(member, room, member.user, "join")
        member.joined[room] = member.request("join", room=room)
    return room


def test_a_group_is_made_joined_and_left(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        room = make_group(ann)
        assert ann.joined[room]["info"] == {
            "settings": {"title": "Tea", "topic": "", "joining": "invited", "newcomers": "all", "posting": "everyone", "slow": 0},
            "standing": {"is": "member", "role": "owner", "since": 1}, "people": 1, "owners": 1}
        assert ann.push("standing", room=room)["info"]["standing"]["role"] == "owner"
        membership(ann, room, bob.user, "invite", called="bob")
        invitation = bob.push("standing", room=room)
        assert (invitation["name"], invitation["info"]["standing"], invitation["info"]["settings"]["title"]) == (
            "ann", {"is": "invited", "since": 2}, "Tea")
        listed = bob.request("list")["rooms"]
        assert [(entry["room"], entry["inviter"]["name"]) for entry in listed] == [(room, "ann")]
        assert bob.refusal("join", room=room)["code"] == 136
        membership(bob, room, bob.user, "join")
        assert bob.request("join", room=room)["info"]["standing"]["is"] == "member"
        ann.send("hello", room=room)
        assert bob.event(room=room)["text"] == "hello"
        people = bob.request("roster", room=room)["people"]
        assert sorted((person["name"], person["is"]) for person in people) == [("ann", "member"), ("bob", "member")]
        membership(bob, room, bob.user, "leave")
        ann.send("gone", room=room)
        assert cleo.refusal("join", room=room) | {"ref": 0} == cleo.refusal("join", room=new_group()) | {"ref": 0}
        assert bob.refusal("send", room=room, number=9, text="x")["code"] == 131
        assert bob.refusal("join", room=room)["code"] == 136


def test_people_with_accounts_are_called_by_their_names(serve):
    server = serve("--accounts", "open")
    warden, eve = register(server, "warden"), register(server, "eve")
    with V1(server, "bob") as bob, V1(server, "gus") as gus:
        room = make_group(bob)

        def roster():
            return {person["user"]: (person["name"], person["is"]) for person in bob.request("roster", room=room)["people"]}

        # Whatever bob calls her, and without a name too.
        for called in ({"called": "warden"}, {"called": "wаrden"}, {"called": "Eve the Great"}, {}):
            membership(bob, room, eve["user"], "invite", **called)
            assert bob.history(room)[-1]["called"] == "eve"
            assert roster()[eve["user"]] == ("eve", "invited")
            membership(bob, room, eve["user"], "remove")
        # Nobody else is called like an account, or like the server.
        for called, code in [("warden", 123), ("wаrden", 123), ("w4rden", 123), ("eve!", 123), ("admin", 122), ("Admin2", 122)]:
            number = bob.number + 1
            assert bob.refusal("membership", room=room, number=number, member=gus.user, action="invite", called=called)["code"] == code
        membership(bob, room, gus.user, "invite", called="gus")
        membership(bob, room, warden["user"], "ban", called="gus")
        found = roster()
        assert (found[bob.user], found[gus.user]) == (("bob", "member"), ("gus", "invited"))
        assert found[warden["user"]] == ("warden", "none")
        assert bob.history(room)[-1]["called"] == "warden"


def test_a_removal_is_the_last_that_the_removed_hears(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, bob)
        ann.send("one", room=room)
        # Three requests in one packet: what stands behind the removal is for the others.
        refs = [
            ann.ask("membership", room=room, number=7, member=bob.user, action="remove"),
            ann.ask("send", room=room, number=8, text="two"), ann.ask("send", room="lobby", number=9, text="three"),
        ]
        for ref in refs:
            ann.reply(ref)
        assert bob.event(room=room, kind="message")["text"] == "one"
        assert bob.event(room=room, kind="membership", member=bob.user, action="remove")["name"] == "ann"
        assert bob.push("standing", room=room, seq=5)["info"]["standing"] == {"is": "none"}
        assert bob.event(room="lobby")["text"] == "three"
        assert not [frame for frame in bob.pushed if frame.get("text") == "two"]


def test_people_outside_a_room_are_told_their_own_place_alone(server):
    settings = {"title": "", "topic": "", "joining": "invited", "newcomers": "all", "posting": "everyone", "slow": 0}
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, bob)
        # As of the batch's end, the title is another one.
        refs = [
            ann.ask("membership", room=room, number=7, member=bob.user, action="remove"),
            ann.ask("settings", room=room, number=8, title="Secret"), ann.ask("membership", room=room, number=9, member=bob.user, action="ban"),
        ]
        ban = [ann.reply(ref)["seq"] for ref in refs][-1]
        ann.number = 9
        frames = [bob.push("standing", room=room, seq=seq)["info"] for seq in (ban - 2, ban)]
        assert [frame["settings"] for frame in frames] == [settings, settings]
        assert {key for frame in frames for key in frame} == {"settings", "standing"}
        membership(ann, room, bob.user, "unban")
        membership(ann, room, bob.user, "invite")
        invited = bob.push("standing", room=room, seq=ban + 2)["info"]
        assert (invited["settings"]["title"], invited["people"], "owners" in invited) == ("Secret", 2, False)


def test_what_is_pipelined_behind_a_refused_join_is_refused(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann)
        ann.send("secret", room=room)
        codes = []
        refs = [
            bob.ask("join", room=room), bob.ask("history", room=room), bob.ask("send", room=room, number=1, text="x"),
            bob.ask("here", room=room), bob.ask("typing", room=room), bob.ask("roster", room=room),
            bob.ask("read", room=room, seq=1), bob.ask("ping"),
        ]
        for ref in refs:
            try:
                codes.append(bob.reply(ref)["type"])
            except AssertionError as refused:
                codes.append(refused.code)
        assert codes == [136, 131, 131, 131, 131, 131, 131, "pong"]


def test_a_ban_in_an_open_room_ends(server):
    with V1(server, "ann", join=()) as ann, V1(server, "bob", join=()) as bob:
        ann.change("settings", room="garden", title="Garden", topic="Plants")
        for client in (ann, bob):
            client.request("join", room="garden")
        bob.change("send", room="garden", text="rude")
        assert bob.refusal("membership", room="garden", number=9, member=ann.user, action="ban")["code"] == 138
        ann.change("delete", room="garden", of=2)
        membership(ann, "garden", bob.user, "ban", reason="rude")
        assert bob.event(kind="membership")["reason"] == "rude"
        assert bob.refusal("join", room="garden")["code"] == 137
        # The newest ban counts.
        end = ann.request("ping")["at"] + 1_000
        membership(ann, "garden", bob.user, "ban", until=end)
        time.sleep(max(0, end - ann.request("ping")["at"]) / 1_000)
        assert bob.request("join", room="garden")["info"]["standing"]["is"] == "none"


def test_a_direct_room_is_for_two(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        room = direct(ann.user, bob.user)
        assert cleo.refusal("join", room=room)["code"] == 136
        ann.request("join", room=room)
        ann.send("psst", room=room)
        told = bob.push("standing", room=room)
        assert told["info"]["standing"]["is"] == "member"
        entry = bob.request("list")["rooms"][0]
        assert (entry["room"], entry["with"]["name"], entry["unread"], entry["last"]["text"]) == (room, "ann", 1, "psst")
        assert bob.request("join", room=room)["head"] == 1
        assert cleo.refusal("send", room=room, number=1, text="x")["code"] == 131


def test_newcomers_read_what_was_said_since_they_joined(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, newcomers="joined")
        for text in "abc":
            ann.send(text, room=room)
        membership(ann, room, bob.user, "invite")
        membership(bob, room, bob.user, "join")
        bob.request("join", room=room)
        ann.send("d", room=room)
        bob.event(room=room)
        assert [event.get("text") for event in bob.history(room)] == [None, "d"]
        assert bob.request("history", room=room, before=5)["events"] == []
        page = bob.request("history", room=room, around=2, limit=3)
        assert [event["seq"] for event in page["events"]] == [6, 7]
        page = bob.request("history", room=room, at=0, limit=3)
        assert [event["seq"] for event in page["events"]] == [6, 7]
        assert len(ann.history(room)) == 7


def test_a_muted_moderator_shows_the_room_no_title_and_goes_on_moderating(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, bob)
        membership(ann, room, bob.user, "role", role="moderator")
        bob.change("settings", room=room, title="Bob's", topic="Leaves")
        membership(ann, room, bob.user, "mute")
        for fields in ({"title": "Buy my coins"}, {"topic": "Buy my coins", "slow": 10}):
            bob.number += 1
            assert bob.refusal("settings", room=room, number=bob.number, **fields)["code"] == 139
        bob.change("settings", room=room, topic="", slow=10)
        settings = ann.request("join", room=room)["info"]["settings"]
        assert (settings["title"], settings["topic"], settings["slow"]) == ("Bob's", "", 10)


def test_nobody_is_released_who_is_not_banned_or_muted(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, bob)
        for action in ("unban", "unmute"):
            ann.number += 1
            assert ann.refusal("membership", room=room, number=ann.number, member=bob.user, action=action)["code"] == 146
        log = ann.request("audit", room=room)["actions"]
        assert [entry["event"]["kind"] for entry in log] == ["settings"]
        for action in ("mute", "unmute"):
            membership(ann, room, bob.user, action)
        log = ann.request("audit", room=room)["actions"]
        assert [entry["event"].get("action") for entry in log] == ["unmute", "mute", None]


def test_settings_and_places_survive_a_kill(serve):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, bob, topic="Leaves")
        membership(ann, room, bob.user, "mute")
        token = bob.token
        server.kill()
    server.start()
    with V1(server, "bob", join=(), token=token) as bob:
        info = bob.request("join", room=room)["info"]
        assert info["settings"]["topic"] == "Leaves" and info["standing"]["muted"] == 2**53 - 1
        assert bob.refusal("send", room=room, number=9, text="x")["code"] == 139


@pytest.mark.sqlite
def test_an_export_takes_settings_and_places_along(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, bob, topic="Leaves")
        ann.send("hello", room=room)
        ann.change("pin", room=room, of=ann.history(room)[-1]["seq"], on=True)
        membership(ann, room, bob.user, "role", role="moderator")
        before = bob.request("join", room=room)["info"]
        token = bob.token
    assert server.stop() == 0
    for command in (["check", "--data", server.data], ["export", tmp_path / "copy", "--data", server.data]):
        ended = run(*command)
        assert ended.returncode == 0, ended.stderr
    other = serve()
    assert other.stop() == 0
    (other.data / "token.key").write_bytes((server.data / "token.key").read_bytes())
    assert run("import", tmp_path / "copy", "--data", other.data).returncode == 0
    other.start()
    with V1(other, "bob", join=(), token=token) as bob:
        assert bob.request("join", room=room)["info"] == before
        assert [entry["room"] for entry in bob.request("list")["rooms"]] == [room]
