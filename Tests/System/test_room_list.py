"""The list of a user's rooms: what stands first on it is one request away, however long it is."""

import contextlib
import json

from accounts import command
from test_choices import choose
from test_membership import make_group, membership, new_group
from test_membership_abuse import MANY_ROOMS
from v1 import V1

ROOMS = 120
PAGE = 100
MOST_BYTES = 100_000


def names(answer):
    return [entry["room"] for entry in answer["rooms"]]


def frame_bytes(answer):
    """The length of a frame, as the server writes it."""
    return len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())


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
        assert answer["more"] is True and frame_bytes(answer) < MOST_BYTES
        first = ann.request("list")
        rest = ann.request("list", after=first["next"])
        assert names(first) + names(rest) == sorted([*made, invited])
        assert "more" not in first and "next" not in rest


def fill(bot, member, rooms, **settings):
    """Makes groups with somebody in them, and a message in each; 50 at a time are one pipeline."""
    def ask(kind, room, **fields):
        bot.number += 1
        return bot.ask(kind, room=room, number=bot.number, **fields)

    for first in range(0, len(rooms), 50):
        refs = []
        for room in rooms[first:first + 50]:
            refs.append(ask("settings", room, **settings))
            refs.append(ask("membership", room, member=member.user, called=member.name, action="join"))
            refs.append(bot.ask("join", room=room))
            refs.append(ask("send", room, text="The last message of this group says what was decided today."))
            refs.append(bot.ask("leave", room=room))
        for ref in refs:
            bot.reply(ref)


def test_of_a_thousand_rooms_the_first_screen_has_at_most_100_kb(serve):
    server = serve("--accounts", "closed", *MANY_ROOMS)
    # Nobody may send more than 2,000 requests at once, and each group takes five.
    keys = [command(server, "key", "add", f"bot-{number}", "--role", "administrator") for number in range(4)]
    plain = [new_group() for _ in range(700)]
    wordy = [new_group() for _ in range(300)]
    short = {"title": "A group of colleagues", "topic": "What is decided, and by whom"}
    with contextlib.ExitStack() as connections:
        ann = connections.enter_context(V1(server, "ann"))
        bots = [connections.enter_context(V1(server, token=key)) for key in keys]
        fill(bots[0], ann, plain[:300], **short)
        fill(bots[1], ann, plain[300:600], **short)
        fill(bots[2], ann, wordy, title="ä" * 64, topic="ö" * 512)
        first = ann.request("list", recent=True)
        assert set(names(first)) <= set(wordy) and len(names(first)) >= 40, "long topics leave room for a screen"
        assert first["more"] is True and frame_bytes(first) < MOST_BYTES
        fill(bots[3], ann, plain[600:], **short)
        first = ann.request("list", recent=True)
        assert set(names(first)) <= set(plain[600:]) and len(names(first)) >= 90
        assert first["more"] is True and frame_bytes(first) < MOST_BYTES
        assert {entry["unread"] for entry in first["rooms"]} == {1}
        listed, after = [], {}
        while True:
            page = ann.request("list", **after)
            assert frame_bytes(page) < MOST_BYTES
            listed += names(page)
            if "next" not in page:
                break
            after = {"after": page["next"]}
        assert listed == sorted(plain + wordy)


def test_a_number_that_may_be_too_low_says_so(server):
    """Behind the read mark are one message of somebody else, and then thousands of the reader's own."""
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        group = make_group(ann, bob)
        seq = ann.send("hello", room=group)["seq"]
        for _ in range(8):
            refs = []
            for _ in range(500):
                bob.number += 1
                refs.append(bob.ask("send", room=group, number=bob.number, text="mine"))
            for ref in refs:
                bob.reply(ref)
        (entry,) = bob.request("list", recent=True)["rooms"]
        assert entry["unread"] == 1 and entry["more"] is True
        bob.request("read", room=group, seq=seq)
        (entry,) = bob.request("list")["rooms"]
        assert entry["unread"] == 0 and "more" not in entry


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


def test_the_last_message_is_listed_behind_many_other_events(serve):
    server = serve("--rate-limit", "off")
    with V1(server, "ann") as ann:
        room = make_group(ann)
        ann.request("join", room=room)
        ann.send("the last message", room=room)
        with ann.packet():
            refs = []
            for number in range(600):
                ann.number += 1
                refs.append(ann.ask("settings", room=room, number=ann.number, topic=str(number)))
        for ref in refs:
            ann.reply(ref)
        for fields in ({"recent": True}, {}, {}):
            entry, = ann.request("list", **fields)["rooms"]
            assert entry["head"] > 600 and entry["last"]["text"] == "the last message"
