"""The list of a user's rooms: what stands first on it is one request away, however long it is."""

import json

from test_choices import choose
from test_membership import make_group, membership, new_group
from test_membership_abuse import MANY_ROOMS
from v1 import V1

ROOMS = 120
PAGE = 100


def names(answer):
    return [entry["room"] for entry in answer["rooms"]]


def send_later(client, room, than):
    """Sends a message that is later than that time: several events may share a millisecond."""
    client.request("join", room=room)
    while client.send("newest", room=room)["at"] <= than:
        pass


def test_a_short_list_is_whole_after_one_request(server):
    with V1(server, "ann") as ann:
        first, second = make_group(ann), new_group()
        send_later(ann, first, ann.change("settings", room=second, title="Tea")["at"])
        answer = ann.request("list", recent=True)
        assert names(answer) == [first, second] and "more" not in answer and "next" not in answer


def test_of_a_long_list_the_first_screen_comes_with_one_request(serve):
    server = serve(*MANY_ROOMS)
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        made = {room: ann.change("settings", room=room, title="Tea")["at"] for room in (new_group() for _ in range(ROOMS))}
        active, pinned, *others = made
        invited = make_group(bob)
        membership(bob, invited, ann.user, "invite")
        choose(ann, pinned, pinned=True)
        send_later(ann, active, max(made.values()))
        answer = ann.request("list", recent=True)
        assert names(answer)[:3] == [invited, pinned, active]
        others.sort(key=lambda room: (-made[room], room))
        assert names(answer)[3:] == others[:PAGE - 3], "the others by their newest event"
        assert answer["more"] is True and len(json.dumps(answer)) < 100_000
        first = ann.request("list")
        rest = ann.request("list", after=first["next"])
        assert names(first) + names(rest) == sorted([*made, invited])
        assert "more" not in first and "next" not in rest


def test_a_group_does_not_tell_those_outside_when_something_happens_in_it(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        invited = sorted(make_group(bob) for _ in range(2))
        asked = make_group(bob, joining="request")
        own = make_group(ann)
        for room in invited:
            membership(bob, room, ann.user, "invite")
        membership(ann, asked, ann.user, "request")
        for room in (*invited, asked):
            send_later(bob, room, ann.send("now", room=own)["at"])
        assert names(ann.request("list", recent=True)) == [*invited, own, asked]


def test_a_room_that_one_is_banned_from_does_not_tell_when_something_happens_there(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        closed, own = f"closed-{new_group()}", make_group(ann)
        bob.change("settings", room=closed, title="Tea")
        choose(ann, closed, followed=True)
        send_later(bob, closed, ann.send("now", room=own)["at"])
        assert names(ann.request("list", recent=True)) == [closed, own]
        membership(bob, closed, ann.user, "ban")
        assert names(ann.request("list", recent=True)) == [own, closed]
        membership(bob, closed, ann.user, "unban")
        assert names(ann.request("list", recent=True)) == [closed, own]
