"""Groups, invitations and lists as input of an attacker: bounded, and nobody else waits for them."""

import contextlib
import statistics
import threading
import uuid

import pytest

from deadline import eventually, paced
from test_membership import base32, direct, make_group, membership, new_group
from uploads import Upload
from v1 import V1, Refused

INVITATIONS_PER_USER = 500
GROUPS_PER_USER = 2_000
PEOPLE_PER_GROUP = 20_000
MANY_ROOMS = ["--new-rooms-per-user", "off", "--new-rooms-per-address", "off"]


def someone():
    return str(uuid.uuid4()).upper()


def outcomes(client, refs):
    """The code of each refusal; `None` for what was done."""
    codes = []
    for ref in refs:
        try:
            client.reply(ref)
            codes.append(None)
        except Refused as refused:
            codes.append(refused.code)
    return codes


def numbered(client, type, **fields):
    """Asks under the next number, without waiting."""
    client.number += 1
    return client.ask(type, number=client.number, **fields)


def test_new_groups_have_the_quotas_of_new_rooms(serve):
    server = serve("--new-rooms-per-user", "3", "--new-rooms-per-address", "5")
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        rooms = [new_group() for _ in range(10)]
        assert outcomes(ann, [numbered(ann, "settings", room=room, title="x") for room in rooms]) == [None] * 3 + [134] * 7
        # Those that are there can be changed, and what was refused was not made.
        assert outcomes(ann, [numbered(ann, "settings", room=room, title="y") for room in rooms[:4]]) == [None] * 3 + [134]
        assert [entry["room"] for entry in ann.request("list")["rooms"]] == sorted(rooms[:3])
        assert outcomes(bob, [numbered(bob, "settings", room=new_group(), title="x") for _ in range(2)]) == [None] * 2
        private = direct(cleo.user, ann.user)
        cleo.request("join", room=private)
        assert outcomes(cleo, [numbered(cleo, "settings", room=new_group(), title="x")]) == [135]
        assert outcomes(cleo, [numbered(cleo, "send", room=private, text="x")]) == [135]


@pytest.mark.patient
def test_a_group_has_so_many_people(server):
    with V1(server, "ann") as ann:
        room = make_group(ann)
        invited = [someone() for _ in range(PEOPLE_PER_GROUP)]
        refs = [numbered(ann, "membership", room=room, member=person, action="invite") for person in invited]
        assert outcomes(ann, refs) == [None] * (PEOPLE_PER_GROUP - 1) + [146]
        assert ann.request("join", room=room)["info"]["people"] == PEOPLE_PER_GROUP
        first = ann.request("roster", room=room)
        assert len(first["people"]) == 200 and first["next"] == first["people"][-1]["user"]
        membership(ann, room, invited[0], "remove")
        membership(ann, room, invited[-1], "invite")


def test_a_person_is_in_so_many_groups_and_invited_to_so_many_more(serve):
    server = serve(*MANY_ROOMS)
    with contextlib.ExitStack() as connections:
        ann, bob, cleo = (connections.enter_context(V1(server, name)) for name in ("ann", "bob", "cleo"))
        rooms = [new_group() for _ in range(GROUPS_PER_USER)]
        made = [numbered(ann, "settings", room=room, title="x", joining="anyone") for room in rooms]
        assert outcomes(ann, made + [numbered(ann, "settings", room=new_group(), title="x")]) == [None] * GROUPS_PER_USER + [146]
        last = make_group(cleo, joining="anyone")
        assert outcomes(ann, [numbered(ann, "membership", room=last, member=ann.user, action="join")]) == [146]
        invited = rooms[:INVITATIONS_PER_USER]
        refs = [numbered(ann, "membership", room=room, member=bob.user, action="invite") for room in invited]
        assert outcomes(ann, refs) == [None] * INVITATIONS_PER_USER
        assert cleo.refusal("membership", room=last, number=90, member=bob.user, action="invite")["code"] == 146
        # Nobody is locked out: bob joins a group, is written to, and makes room for an invitation.
        membership(bob, last, bob.user, "join")
        private = direct(bob.user, cleo.user)
        cleo.request("join", room=private)
        cleo.send("hello", room=private)
        assert bob.push("standing", room=private)["info"]["standing"]["is"] == "member"
        membership(bob, invited[0], bob.user, "leave")
        more = rooms[INVITATIONS_PER_USER]
        assert outcomes(ann, [numbered(ann, "membership", room=more, member=bob.user, action="invite")]) == [None]
        # The whole list, page by page.
        listed, after = [], {}
        while True:
            page = bob.request("list", **after)
            listed += [entry["room"] for entry in page["rooms"]]
            if "next" not in page:
                break
            after = {"after": page["next"]}
        assert listed == sorted(invited[1:] + [more, last, private])


class Flood:
    """Guests on threads of their own, each of which repeats its requests until the end."""

    def __init__(self, server, count, requests):
        self.is_ended = threading.Event()
        self.answered = 0
        self.most_asked = 0
        self.faults = []
        self.clients = [V1(server, join=()) for _ in range(count)]
        self.threads = [threading.Thread(target=self.run, args=[self.clients[i::4], requests]) for i in range(4)]
        for thread in self.threads:
            thread.start()

    def run(self, clients, requests):
        try:
            while not self.is_ended.is_set():
                asked = [(client, client.ask(**fields)) for client in clients for fields in requests(client)]
                self.most_asked = max(self.most_asked, len(asked))
                for client, ref in asked:
                    outcomes(client, [ref])
                    client.pushed.clear()
                    self.answered += 1
        except Exception as fault:
            if not self.is_ended.is_set():
                self.faults.append(fault)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_ended.set()
        for thread in self.threads:
            thread.join()
        for client in self.clients:
            client.close()


def waits(seconds, flood, ask):
    """How many of the flood's requests are answered while another client asks, each time.

    A fair server answers first, at most, the requests that were there already. Unlike a time, this number does not depend
    on the machine."""
    counts = []
    for _ in paced(seconds, every=0.05):
        before = flood.answered
        ask()
        counts.append(flood.answered - before)
    return counts


def history_is_not_slowed(server, reader, requests):
    """A reader of the lobby's history is answered soon beside guests who repeat these requests."""
    # So many that none of them asks more often than it may.
    with Flood(server, 50, requests) as flood:
        eventually(lambda: flood.answered > 100 or flood.faults, "the flood has begun")
        counts = waits(3, flood, lambda: reader.request("history", room="lobby", limit=20))
    print(f"{flood.answered} answered; median {statistics.median(counts)}, most {max(counts)} of {len(counts)}")
    assert not flood.faults
    assert statistics.median(counts) < 3 * 4 * flood.most_asked


def next_number(client):
    client.number += 1
    return client.number


def joins(client):
    yield {"type": "join", "room": new_group()}
    yield {"type": "join", "room": direct(client.user, someone())}
    yield {"type": "leave", "room": "lobby"}


def settings(client):
    client.group = getattr(client, "group", None) or new_group()
    for text in ("one", "two", "three"):
        yield {"type": "settings", "room": client.group, "number": next_number(client), "title": text, "topic": "x" * 1_024}


def invitations(client):
    yield from settings(client)
    for action in ("invite", "ban", "mute"):
        yield {"type": "membership", "room": client.group, "number": next_number(client), "member": someone(), "action": action}


@pytest.mark.parametrize("requests", [joins, settings, invitations])
def test_a_flood_does_not_slow_another_room(serve, requests):
    server = serve(rate_limit=None)
    with V1(server, "ann", join=["quiet"]) as ann, V1(server, "bob", join=["quiet"]) as bob:
        def exchange():
            seq = ann.send("hello", room="quiet")["seq"]
            assert bob.event(seq=seq)["text"] == "hello"

        # As many requests a second as one address may make.
        with Flood(server, 10, requests) as flood:
            eventually(lambda: flood.answered > 100 or flood.faults, "the flood has begun")
            counts = waits(3, flood, exchange)
        print(f"{requests.__name__}: {flood.answered} answered, {4 * flood.most_asked} at once; "
              f"median {statistics.median(counts)}, most {max(counts)} of {len(counts)}")
        assert not flood.faults
        # Python's threads wait for one another, too: three rounds of the flood at most.
        assert statistics.median(counts) < 3 * 4 * flood.most_asked


def test_lists_do_not_slow_readers_of_history(serve):
    server = serve(*MANY_ROOMS, rate_limit=None)
    with V1(server, "ann", join=["quiet"]) as ann:
        for number in range(20):
            ann.send(f"{number}", room="quiet")

        def lists(client):
            if not getattr(client, "groups", None):
                client.groups = [new_group() for _ in range(20)]
                for room in client.groups:
                    yield {"type": "settings", "room": room, "number": next_number(client), "title": "x"}
                    yield {"type": "join", "room": room}
            yield {"type": "list"}
            yield {"type": "roster", "room": client.groups[0]}

        with Flood(server, 50, lists) as flood:
            eventually(lambda: flood.answered > 50 * 40 or flood.faults, "everybody has their groups")
            counts = waits(3, flood, lambda: ann.request("history", room="quiet", limit=20))
            eventually(lambda: flood.answered > 50 * 40 + 1_000 or flood.faults, "a thousand lists")
        print(f"lists: {flood.answered} answered; median {statistics.median(counts)}, most {max(counts)} of {len(counts)}")
        assert not flood.faults
        assert statistics.median(counts) < 3 * 4 * flood.most_asked


def frames_until(client, refs):
    """Everything that comes, in order, until all of these are answered."""
    frames, missing = [], set(refs)
    while missing:
        frames.append(client.read())
        missing.discard(frames[-1].get("ref"))
    return frames


def is_end(frame, user):
    return frame["type"] == "event" and frame["kind"] == "membership" and frame["member"] == user and frame["action"] in ("remove", "ban")


@pytest.mark.parametrize("action", ["remove", "ban"])
def test_what_was_under_way_is_not_answered_behind_the_removal(server, action):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann)
        for number in range(100):
            ann.send(f"{number}", room=room)
        kinds = [("history", {}), ("search", {"words": "1"}), ("typing", {}), ("here", {}), ("roster", {})]
        pages_before = pages_after = 0
        for attempt in range(10):
            if action == "ban" and attempt > 0:
                membership(ann, room, bob.user, "unban")
            membership(ann, room, bob.user, "invite")
            membership(bob, room, bob.user, "join")
            bob.request("join", room=room)
            bob.pushed.clear()
            upload = Upload(server, bob.token, 1_000)
            refs = [bob.ask(kind, room=room, **fields) for kind, fields in kinds * 5]
            frames = frames_until(bob, refs[:1])  # so that a page has come before the removal
            removal = numbered(ann, "membership", room=room, member=bob.user, action=action)
            refs += [bob.ask(kind, room=room, **fields) for kind, fields in kinds * 5]
            frames += frames_until(bob, refs[1:])
            ann.reply(removal)
            while not any(is_end(frame, bob.user) for frame in frames):
                frames.append(bob.read())
            end = next(index for index, frame in enumerate(frames) if is_end(frame, bob.user))
            pages_before += sum(frame["type"] in ("page", "hits") for frame in frames[:end])
            behind = [frame for frame in frames[end + 1:] if frame["type"] != "standing"]
            pages_after += sum(frame["type"] in ("page", "hits") for frame in behind)
            assert {frame.get("code") for frame in behind} <= {131, 136, 137}, behind
            # The upload is bob's own, and goes into no message of the room any more.
            upload.write(b"x" * 1_000)
            stored = upload.answer().json
            upload.close()
            with bob.packet():
                bob.ask("join", room=room)
                ref = numbered(bob, "send", room=room, text="x", attachment=stored)
            assert set(outcomes(bob, [ref])) <= {131, 136, 137}
        assert pages_before > 0 and pages_after == 0


def test_a_ban_and_sends_from_two_connections_race(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, join=(), token=bob.token) as again:
        assert again.user == bob.user
        for _ in range(10):
            room = make_group(ann, bob)
            again.request("join", room=room)
            asked = [(client, numbered(client, "send", room=room, text="x")) for _ in range(30) for client in (bob, again)]
            ban = numbered(ann, "membership", room=room, member=bob.user, action="ban")
            asked += [(client, numbered(client, "send", room=room, text="x")) for _ in range(30) for client in (bob, again)]
            end = ann.reply(ban)["seq"]
            sent = []
            for client, ref in asked:
                try:
                    sent.append(client.reply(ref)["seq"])
                except Refused as refused:
                    assert refused.code in (131, 137)
            log = ann.history(room)
            assert sorted(sent) == [event["seq"] for event in log if event["kind"] == "message" and event["user"] == bob.user]
            assert all(seq < end for seq in sent)
            for client in (bob, again):
                assert client.event(room=room, kind="membership", action="ban")["seq"] == end
                assert not [frame for frame in client.pushed if frame.get("room") == room and frame.get("seq", 0) > end
                            and frame["type"] == "event"]


@pytest.mark.parametrize("key, most", [("title", 128), ("topic", 1_024)])
def test_long_titles_are_refused(server, key, most):
    with V1(server, "ann") as ann:
        room = make_group(ann)
        ann.change("settings", room=room, **{key: "x" * most})
        for length in (most + 1, 16_384):
            assert ann.refusal("settings", room=room, number=99, **{key: "x" * length})["code"] == 145
        for text in ("a\nb", "a\u2028b", "a\u202eb", "a\1b"):
            assert ann.refusal("settings", room=room, number=99, **{key: text})["code"] == 145
        ann.ask("settings", room=room, number=99, **{key: "x" * 65_536})
        assert ann.close_code() == 1009


NEAR_GROUPS = {
    "25 characters": "g-" + "0" * 25, "27 characters": "g-" + "0" * 27, "a w": "g-" + "0" * 25 + "w",
    "a dash": "g-" + "0" * 25 + "-", "an id alone": "d-" + "0" * 26, "an id and a bit": "d-" + "0" * 51,
}


@pytest.mark.parametrize("name", NEAR_GROUPS.values(), ids=NEAR_GROUPS.keys())
def test_names_that_look_like_groups_are_open_rooms(server, name):
    with V1(server, "ann", join=[name]) as ann, V1(server, "bob", join=[name]) as bob:
        ann.send("hello", room=name)
        assert bob.event(room=name)["text"] == "hello"
        assert ann.refusal("membership", room=name, number=9, member=bob.user, action="invite")["code"] == 146
        assert ann.request("list")["rooms"] == []


def test_groups_need_no_certain_bits(server):
    """A client that takes 26 random characters makes a group, not a room for everyone."""
    room = "g-" + "v" * 26
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        ann.change("settings", room=room, title="Tea")
        assert bob.refusal("join", room=room)["code"] == 136
        assert bob.refusal("join", room=room.upper())["code"] == 130


def test_a_wrong_name_of_a_direct_room_is_nobodys(server):
    """Not everyone's: what is written there was meant for two."""
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        right = direct(ann.user, bob.user)
        low, high = right[2:28], right[28:]
        for ids in (high + low, low + low, high + high, low + "v" * 26, base32(0) * 2):
            for client in (ann, bob):
                with client.packet():
                    client.ask("join", room="d-" + ids)
                    ref = numbered(client, "send", room="d-" + ids, text="psst")
                assert outcomes(client, [ref]) == [136]
