"""Nobody can tell a group or a direct room that is not theirs from one that does not exist."""

import json
import secrets
import statistics
import time
import uuid

import pytest

import uploads
from accounts import ask, command
from test_membership import direct, make_group, membership, new_group
from uploads import png
from v1 import V1, Refused

# What a request is answered depends on the room only behind a join, or without the need of one.
REQUESTS = {
    "join": {},
    "history": {},
    "here": {},
    "roster": {},
    "typing": {},
    "stoppedtyping": {},
    "read": {"seq": 1},
    "send": {"text": "x"},
    "edit": {"of": 2, "text": "x"},
    "delete": {"of": 2},
    "react": {"of": 2, "emoji": "👍", "on": True},
    "pin": {"of": 2, "on": True},
    "leave": {},
    "report": {"of": 2, "reason": "spam"},
    "queue": {},
    "resolve": {"of": 2, "decision": "dismissed"},
    "audit": {},
    "choose": {"about": "lobby", "pinned": True},
    "block": {"member": str(uuid.UUID(int=1)).upper(), "on": True},
}
OF_MEMBERSHIP = ["invite", "request", "join", "leave", "remove", "role", "ban", "unban", "mute", "unmute"]
NUMBERED = {"send", "edit", "delete", "react", "pin", "settings", "membership", "choose", "block"}


def someone():
    return str(uuid.uuid4()).upper()


def all_requests(stranger, member):
    """Every request about a room that a stranger can make; what makes a group is left out."""
    yield from REQUESTS.items()
    yield "send", {"text": "x", "reply": 2}
    yield "history", {"after": 1, "limit": 5}
    for action in OF_MEMBERSHIP:
        for person in (stranger.user, member, someone()):
            yield "membership", {"member": person, "action": action} | ({"role": "owner"} if action == "role" else {})


def answer(client, kind, room, fields, behind_join=False):
    """What the client gets, byte by byte but for its ref, and for the name that it asked about."""
    if kind in NUMBERED:
        fields = fields | {"number": client.number + 1}
    with client.packet():
        joining = client.ask("join", room=room) if behind_join else None
        ref = client.ask(kind, room=room, **fields)
    return [answered(client, ref, room) for ref in (joining, ref) if ref]


def answered(client, ref, room):
    try:
        frame = client.reply(ref)
    except Refused as refused:
        frame = refused.frame
    return json.dumps(frame | {"ref": 0}).replace(room, "ROOM")


@pytest.fixture
def rooms(serve):
    """A stranger, and pairs of rooms: one that is not theirs, and one that does not exist."""
    server = serve("--new-rooms-per-user", "off", "--new-rooms-per-address", "off", "--accounts", "closed")
    with V1(server, "ann", join=()) as ann, V1(server, "bob", join=()) as bob, V1(server, "cleo", join=()) as cleo:
        group = make_group(ann, bob)
        ann.send("secret", room=group)
        private = direct(ann.user, bob.user)
        for client in (ann, bob):
            client.request("join", room=private)
        ann.send("psst", room=private)
        bob.send("psst!", room=private)
        nobodys = direct(someone(), someone())
        yield server, cleo, ann, {"group": (group, new_group()), "direct": (private, nobodys)}


@pytest.mark.parametrize("kind", ["group", "direct"])
def test_every_answer_is_the_same(kind, rooms):
    _, stranger, member, pairs = rooms
    there, missing = pairs[kind]
    requests = list(all_requests(stranger, member.user))
    if kind == "direct":
        requests.append(("settings", {"title": "Mine"}))
    for behind_join in (False, True):
        for request, fields in requests:
            answers = [answer(stranger, request, room, fields, behind_join) for room in (there, missing)]
            assert answers[0] == answers[1], (request, fields)
    assert stranger.request("list")["rooms"] == []
    assert not stranger.pushed


def test_somebody_who_was_removed_is_answered_as_a_stranger(rooms):
    server, _, ann, pairs = rooms
    group, missing = pairs["group"]
    with V1(server, "dora", join=()) as dora:
        membership(ann, group, dora.user, "invite")
        membership(dora, group, dora.user, "join")
        membership(ann, group, dora.user, "remove")
        for _ in ("invited", "joined", "removed"):
            dora.push("standing", room=group)
        for request, fields in all_requests(dora, ann.user):
            answers = [answer(dora, request, room, fields) for room in (group, missing)]
            assert answers[0] == answers[1], (request, fields)


def test_the_quota_of_new_rooms_tells_nothing(serve):
    server = serve("--new-rooms-per-user", "1")
    with V1(server, "ann", join=()) as ann, V1(server, "bob", join=()) as bob:
        private = direct(ann.user, bob.user)
        ann.request("join", room=private)
        ann.send("psst", room=private)
        for room in (private, direct(someone(), someone()), new_group()):
            with V1(server, f"spy {secrets.token_hex(4)}", join=()) as spy:
                # In one packet, so that one commit decides about both: the spy has one new room.
                mine = f"r-{secrets.token_hex(8)}"
                with spy.packet():
                    spy.ask("join", room=room)
                    spy.ask("join", room=mine)
                    refused, made = (
                        spy.ask("send", room=where, number=number, text="x")
                        for number, where in enumerate((room, mine), 1))
                with pytest.raises(Refused, match="136"):
                    spy.reply(refused)
                assert spy.reply(made)["seq"] == 1


@pytest.mark.parametrize("flags", [[], ["--role", "administrator"]], ids=["bot", "administrator"])
def test_every_answer_over_http_is_the_same(serve, flags):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot", *flags)
    with V1(server, "ann", join=()) as ann, V1(server, "bob", join=()) as bob:
        group, private = make_group(ann, bob), direct(ann.user, bob.user)
        ann.send("secret", room=group)
        ann.request("join", room=private)
        ann.send("psst", room=private)
        pairs = [(group, new_group()), (private, direct(someone(), someone()))]
        for there, missing in pairs:
            for request, fields in all_requests(ann, bob.user):
                answers = []
                for room in (there, missing):
                    body = {"type": request, "ref": 1, "room": room} | fields
                    answer = ask(server, "POST", "/v1/request", body, token=key)
                    headers = {name: value for name, value in answer.headers.items() if name != "Date"}
                    answers.append((answer.status, headers, answer.body.replace(room.encode(), b"ROOM")))
                assert answers[0] == answers[1], (request, fields)
                assert "secret" not in str(answers) and "psst" not in str(answers)


@pytest.mark.parametrize("kind", ["group", "direct"])
def test_every_answer_about_a_file_is_the_same(kind, rooms):
    server, stranger, ann, pairs = rooms
    data = png()
    attachment = uploads.put(server, ann.token, data).json
    ann.change("send", room=pairs[kind][0], text="look", attachment=attachment)
    there, missing = attachment["id"], someone()
    unsigned = f"?user={ann.user}&until={2**50}&signature={'0' * 64}"
    for method, suffix in (("GET", ""), ("HEAD", ""), ("GET", unsigned), ("POST", "/address")):
        for headers in ({}, {"Range": "bytes=0-3"}, {"Range": "bytes=999999-"}, {"If-None-Match": "*"}):
            for token in (None, stranger.token):
                fields = headers | ({"Authorization": f"Bearer {token}"} if token else {})
                answers = []
                for id in (there, missing):
                    answer = uploads.ask(server, method, f"/v1/files/{id}{suffix}", fields)
                    kept = sorted(field for field in answer.headers.items() if field[0] != "Date")
                    answers.append((answer.status, kept, answer.body.replace(id.encode(), b"ID")))
                assert answers[0] == answers[1], (method, suffix, fields)
                assert answers[0][0] in (401, 404)
    assert uploads.get(server, there, Authorization=f"Bearer {ann.token}").body == data


def attempts(server, member, files):
    """What a spy tries about a room, each a function of the spy and the room. The spy is refused."""
    def asks(kind, **fields):
        return lambda spy, room: spy.refusal(kind, room=room, **fields)

    def behind_join(spy, room):
        with spy.packet():
            refs = [spy.ask("join", room=room), spy.ask("history", room=room)]
        for ref in refs:
            with pytest.raises(Refused):
                spy.reply(ref)

    def over_http(spy, room):
        body = {"type": "history", "ref": 1, "room": room}
        assert ask(server, "POST", "/v1/request", body, token=spy.token).code == 136

    return {
        "join": asks("join"),
        "history behind a join": behind_join,
        "send": asks("send", number=1, text="x"),
        "leave": lambda spy, room: spy.refusal("membership", room=room, number=1, member=spy.user, action="leave"),
        "ban": asks("membership", number=1, member=member.user, action="ban"),
        "GET of a file": lambda spy, room: uploads.get(server, files[room], Authorization=f"Bearer {spy.token}"),
        "history over HTTP": over_http,
    }


@pytest.mark.parametrize("kind", ["group", "direct"])
def test_the_time_is_the_same(kind, rooms, pytestconfig):
    """400 pairs of requests, with --patient 2,000: neither room is the slower one of most pairs.

    -s shows the medians. A pair is asked in turn, so a busy machine slows down both.
    """
    server, _, member, pairs = rooms
    there, missing = pairs[kind]
    attachment = uploads.put(server, member.token, png()).json
    member.change("send", room=there, text="look", attachment=attachment)
    for title, attempt in attempts(server, member, {there: attachment["id"], missing: someone()}).items():
        times = {room: [] for room in pairs[kind]}
        # A connection that is refused more than 500 times is slowed down, and then ended. An
        # attempt is up to two refusals.
        for turn in range(20 if pytestconfig.option.patient else 4):
            # Guests can't use the HTTP API.
            key = {"token": command(server, "key", "add", f"spy-{turn}")} if "HTTP" in title else {}
            with V1(server, join=(), **key) as spy:
                for number in range(100):
                    for room in pairs[kind] if number % 2 else reversed(pairs[kind]):
                        begun = time.perf_counter()
                        attempt(spy, room)
                        times[room].append(time.perf_counter() - begun)
        medians = [statistics.median(times[room]) * 1e6 for room in (there, missing)]
        slower = statistics.mean(one > other for one, other in zip(times[there], times[missing]))
        print(f"{kind}, {title}: medians {medians} us, there slower in {slower:.0%}")
        assert 0.2 < slower < 0.8, title
