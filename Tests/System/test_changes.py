"""Edits, deletions, reactions, replies, payloads and read marks, on the wire and through kill -9."""

import asyncio
import json
import time

import pytest

from changing_load import ChangingLoad
from folding import FoldedLog
from lines import Lines
from ordeal import live_through
from raw import RawWebSocket
from swiftchat import SwiftChat
from test_choices import own
from v1 import V1, new_device

KEYS = ("kind", "text", "reply", "payload", "edited", "reactions", "by", "of", "emoji", "on")


def said(event):
    return {key: event[key] for key in KEYS if key in event}


def test_what_is_done_is_told_as_it_was_done_and_read_as_it_stands(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        payload = {"type": "com.example.poll", "data": '{"yes":0}'}
        ann.change("send", text="helo", payload=payload)
        bob.change("send", text="hi", reply=1)
        ann.change("edit", of=1, text="hello")
        bob.change("react", of=1, emoji="👍", on=True)
        ann.change("react", of=1, emoji="👍", on=True)
        bob.change("react", of=1, emoji="👍", on=False)
        bob.change("delete", of=2)
        told = [
            {"kind": "message", "text": "helo", "payload": payload}, {"kind": "message", "text": "hi", "reply": 1},
            {"kind": "edit", "of": 1, "text": "hello"}, {"kind": "reaction", "of": 1, "emoji": "👍", "on": True},
            {"kind": "reaction", "of": 1, "emoji": "👍", "on": True}, {"kind": "reaction", "of": 1, "emoji": "👍", "on": False},
            {"kind": "deletion", "of": 2},
        ]
        live = [ann.event(seq=seq) for seq in range(1, 8)]
        assert [said(event) for event in live] == told
        log = ann.history()
        assert [said(event) for event in log] == [
            {"kind": "message", "text": "hello", "payload": payload, "edited": 3, "reactions": [{"emoji": "👍", "users": [ann.user]}]},
            {"kind": "deleted", "by": 7}, *told[2:]]
        folded = FoldedLog()
        for event in live:
            folded.add_live({key: value for key, value in event.items() if key not in ("type", "room", "epoch")})
        assert folded == log


def test_an_edit_replaces_the_payload_and_later_edits_keep_it(server):
    buttons, pressed = {"type": "menu", "data": "[1,2]"}, {"type": "menu", "data": '{"pressed":2}'}
    with V1(server, "ann") as ann:
        ann.change("send", text="tea?", payload=buttons)
        ann.change("edit", of=1, text="tea, anyone?")
        ann.change("edit", of=1, text="bob chose tea", payload=pressed)
        ann.change("edit", of=1, text="bob and cleo chose tea")
        live = [ann.event(seq=seq) for seq in range(1, 5)]
        assert [event.get("payload") for event in live] == [buttons, None, pressed, pressed]
        log = ann.history()
        assert said(log[0]) == {"kind": "message", "text": "bob and cleo chose tea", "payload": pressed, "edited": 4}
        folded = FoldedLog()
        for event in live:
            folded.add_live({key: value for key, value in event.items() if key not in ("type", "room", "epoch")})
        assert folded == log


def test_the_other_protocols_show_messages_as_they_were_said(server):
    with V1(server, "ann") as ann, SwiftChat(server, "swen") as swen, Lines(server, "carl") as carl:
        ann.change("send", text="one", payload={"type": "p", "data": "DATA"})
        ann.change("edit", of=1, text="changed")
        ann.change("react", of=1, emoji="👍", on=True)
        ann.change("delete", of=1)
        ann.change("send", text="two")
        assert swen.message()["message"] == "one" and swen.message()["message"] == "two"
        assert [carl.until(b"ann:") for _ in range(2)] == [b"ann:one\n", b"ann:two\n"]


def test_refusals_change_nothing_and_leave_the_number_free(server):
    with V1(server, "ann", join=("lobby", "garden")) as ann, V1(server, "bob") as bob:
        ann.change("send", text="hello")
        for client, code, type, fields in [
            (ann, 150, "edit", {"of": 2, "text": "x"}), (ann, 150, "delete", {"of": 9}), (ann, 150, "send", {"text": "x", "reply": 2}),
            (ann, 150, "react", {"of": 2**53 - 1, "emoji": "👍", "on": True}), (ann, 150, "edit", {"of": 1, "text": "x", "room": "garden"}),
            (bob, 151, "edit", {"of": 1, "text": "x"}), (bob, 151, "delete", {"of": 1}), (ann, 101, "delete", {"of": 0}),
        ]:
            refusal = client.refusal(type, **({"room": "lobby", "number": 2} | fields))
            assert (refusal["code"], refusal["temporary"]) == (code, False), refusal
        ann.change("delete", of=1)
        for client, type, fields in [(ann, "edit", {"text": "x"}), (ann, "delete", {}), (bob, "react", {"emoji": "👍", "on": True})]:
            assert client.refusal(type, room="lobby", number=3, of=1, **fields)["code"] == 152
        ann.change("send", text="bye", reply=1)
        assert [event["seq"] for event in ann.history()] == [1, 2, 3]
        assert ann.history("garden") == []


@pytest.mark.parametrize("type, fields, code", [
    ("react", {"emoji": "❤️‍🔥", "on": True}, None), ("react", {"emoji": "x" * 32, "on": False}, None),
    ("react", {"emoji": "x" * 33, "on": False}, 153), ("react", {"emoji": "", "on": True}, 153), ("react", {"emoji": "a b", "on": True}, 153),
    ("react", {"emoji": "👍‍👎", "on": True}, 153), ("react", {"emoji": "🇦🇧", "on": True}, 153), ("react", {"emoji": "🏽", "on": True}, 153),
    ("react", {"emoji": "👍\U000E0067\U000E0062\U000E007F", "on": True}, 153), ("react", {"emoji": "👍‍👎", "on": False}, None),
    ("react", {"emoji": "🇨🇿", "on": True}, None), ("react", {"emoji": "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "on": True}, None), ("react", {"emoji": "👩🏽‍🚀", "on": True}, None),
    ("react", {"emoji": "👨‍👩‍👧‍👦", "on": False}, None), ("react", {"emoji": "👍", "on": 1}, 101),
    ("edit", {"text": "x" * 16_383}, None), ("edit", {"text": "x" * 16_384}, None), ("edit", {"text": "x" * 16_385}, 141),
    ("edit", {"text": ""}, 140), ("edit", {"text": "\a"}, 142),
    ("send", {"text": "x", "payload": {"type": "p" * 64, "data": ""}}, None), ("send", {"text": "x", "payload": {"type": "p" * 65, "data": ""}}, 154),
    ("send", {"text": "x", "payload": {"type": "", "data": ""}}, 154), ("send", {"text": "x", "payload": {"type": "P", "data": ""}}, 154),
    ("send", {"text": "x", "payload": {"type": "p", "data": "x" * 16_382}}, None), ("send", {"text": "x", "payload": {"type": "p", "data": "x" * 16_383}}, None),
    ("send", {"text": "x", "payload": {"type": "p", "data": "x" * 16_384}}, 154), ("send", {"text": "x", "payload": {"type": "p", "data": "\a"}}, 154),
    ("send", {"text": "x", "number": 5, "after": 5}, 101), ("send", {"text": "x", "after": 0}, 101),
])
def test_limits_of_a_change(shared_server, type, fields, code):
    with V1(shared_server, join=["limits"]) as v1:
        target = {} if type == "send" else {"of": v1.request("send", room="limits", text="target")["seq"]}
        if code:
            refusal = v1.refusal(type, room="limits", **target, **fields)
            assert (refusal["code"], refusal["temporary"]) == (code, False)
        else:
            assert v1.request(type, room="limits", **target, **fields)["type"] == "sent"


def test_an_emoji_is_one_reaction_in_every_form(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        ann.change("send", text="hello")
        # The log has the form with the selector U+FE0F, whatever a keyboard sends.
        ann.change("react", of=1, emoji="❤", on=True)
        assert bob.event(kind="reaction")["emoji"] == "❤️"
        bob.change("react", of=1, emoji="❤️", on=True)
        bob.change("react", of=1, emoji="🤷‍♀", on=True)
        assert ann.history()[0]["reactions"] == [{"emoji": "❤️", "users": [ann.user, bob.user]}, {"emoji": "🤷‍♀️", "users": [bob.user]}]
        # Sent again under its number, in either form, it is the same request.
        for emoji in ("❤", "❤️"):
            assert ann.request("react", room="lobby", number=2, of=1, emoji=emoji, on=True)["seq"] == 2
        assert ann.refusal("react", room="lobby", number=2, of=1, emoji="💔", on=True)["code"] == 143
        bob.change("react", of=1, emoji="❤", on=False)
        ann.change("unreact", of=1, emoji="🤷‍♀", whose=bob.user)
        assert ann.history()[0]["reactions"] == [{"emoji": "❤️", "users": [ann.user]}]


def test_an_edit_in_the_largest_frame_there_is(shared_server):
    with RawWebSocket(shared_server, hello=True, join=["frames"]) as socket:
        # What every byte of a text may become in JSON still leaves room for the rest of the frame.
        text = '"' * 16_384
        for ref, request in enumerate([{"type": "send", "text": "x"}, {"type": "edit", "of": 1, "text": text}], 10):
            socket.ask(ref=ref, room="frames", **request)
            assert socket.reply(ref)["type"] == "sent"


def test_what_is_behind_a_refused_one_is_out_of_turn(server):
    with V1(server, "ann") as ann:
        asked = [ann.ask("send", room="lobby", number=1, after=0, text="one"), ann.ask("edit", room="lobby", number=2, after=1, of=9, text="x")]
        asked += [ann.ask("send", room="lobby", number=number, after=number - 1, text=str(number)) for number in (3, 4)]
        assert ann.reply(asked[0])["seq"] == 1
        codes = []
        for ref in asked[1:]:
            with pytest.raises(AssertionError) as refused:
                ann.reply(ref)
            codes.append(refused.value.code)
        assert codes == [150, 204, 204]
        assert ann.request("send", room="lobby", number=3, after=1, text="3")["seq"] == 2
        assert ann.request("send", room="lobby", number=4, after=3, text="4")["seq"] == 3


def test_read_marks_are_told_kept_and_never_go_back(serve):
    server = serve()
    device = new_device()
    with V1(server, "ann", device=device) as ann, V1(server, "bob") as bob:
        token = ann.token
        assert "read" not in ann.joined["lobby"]
        for text in ("one", "two", "three"):
            bob.send(text)
        with V1(server, "ann", token=token) as phone:
            assert ann.request("read", room="lobby", seq=2)["type"] == "ok"
            for other in (bob, phone):
                mark = other.push("read")
                assert (mark["room"], mark["user"], mark["name"], mark["seq"]) == ("lobby", ann.user, "ann", 2)
            phone.request("read", room="lobby", seq=1)
            phone.request("read", room="lobby", seq=2)
            assert ann.refusal("read", room="lobby", seq=4)["code"] == 150
            assert ann.refusal("read", room="lobby", seq=0)["code"] == 101
            assert ann.refusal("read", room="garden", seq=1)["code"] == 131
            members = {member["name"]: member.get("read") for member in bob.request("here", room="lobby")["members"]}
            assert members == {"ann": 2, "bob": None}
            phone.request("read", room="lobby", seq=3)
        assert bob.push("read")["seq"] == 3, "one that changed nothing is not told"
        assert ann.push("read")["seq"] == 3
        server.kill()
    server.start()
    with V1(server, "ann", token=token) as ann, V1(server, "bob") as bob:
        assert ann.joined["lobby"]["read"] == 3
        members = {member["name"]: member for member in bob.request("here", room="lobby")["members"]}
        assert members["ann"]["read"] == 3 and members["ann"]["at"] > 0 and "read" not in members["bob"]


def test_a_read_mark_reaches_the_devices_of_its_reader_that_have_not_joined(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        ann.send("one")
        with V1(server, "ann", join=(), token=ann.token) as tablet, V1(server, "bob", join=(), token=bob.token) as phone:
            ann.request("read", room="lobby", seq=1)
            assert tablet.push("read")["seq"] == 1
            assert bob.push("read")["user"] == ann.user
            bob.request("read", room="lobby", seq=1)
            assert phone.push("read")["user"] == bob.user, "others' marks are for those in the room"
            assert ann.push("read")["user"] == bob.user, "and one's own is told to one's other devices"


def test_a_read_mark_that_goes_back_reaches_no_device(server):
    with V1(server, "ann") as ann:
        ann.change("profile", room=own(ann), privateReads=True)
        for text in ("one", "two", "three"):
            ann.send(text)
        with V1(server, "ann", join=(), token=ann.token) as tablet:
            for seq in (2, 1, 3):
                assert ann.request("read", room="lobby", seq=seq)["type"] == "ok"
            assert [tablet.push("read")["seq"] for _ in range(2)] == [2, 3]


def test_in_a_large_room_read_marks_are_kept_and_told_to_the_readers_own_devices(server):
    crowd = [V1(server, f"crowd-{index}") for index in range(49)]
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        bob.send("one")
        bob.send("two")
        bob.send("three")
        crowd.pop().close()
        while bob.request("here", room="lobby")["count"] > 50:
            pass
        ann.request("read", room="lobby", seq=1)
        told = bob.push("read")
        assert told["seq"] == 1, "50 people are told"
        assert abs(told["at"] / 1000 - time.time()) < 60
        crowd.append(V1(server, "n50"))
        ann.request("read", room="lobby", seq=2)
        with V1(server, "ann", token=ann.token) as again:
            assert again.joined["lobby"]["read"] == 2
            again.request("read", room="lobby", seq=3)
            assert ann.push("read")["seq"] == 3
        crowd.pop().close()
        while bob.request("here", room="lobby")["count"] > 50:
            pass
        bob.send("four")
        ann.request("read", room="lobby", seq=4)
        assert bob.push("read")["seq"] == 4, "51 were not"
    for client in crowd:
        client.close()


def test_changes_survive_every_kill_and_everyone_ends_with_the_same(serve, rng, pytestconfig):
    server = serve()
    server.kill()
    kills = max(5, pytestconfig.option.kills // 3)
    ends = [server.kill] * kills + [server.stop] * 3
    rng.shuffle(ends)
    clients = [ChangingLoad(f"chan-{index}", rng) for index in range(8)]
    asyncio.run(live_through(ends, server, rng, clients))
    with V1(server) as reader:
        log = reader.history()
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
    for client in clients:
        assert list(client.log) == log, "who folded live and after every gap ends with what history says"
        assert client.answers.keys() == set(range(1, client.next_number))
        for number, (request, seq, id, at) in client.answers.items():
            event = log[seq - 1]
            assert (event["id"], event["at"], event["device"], event["number"]) == (id, at, client.device, number)
        own = [event for event in log if event.get("device") == client.device]
        assert [event["number"] for event in own] == list(range(1, client.next_number)), "in order, each once"
        for target in client.deleted:
            assert log[target - 1]["kind"] == "deleted"
    wiped(server, clients, log)


def wiped(server, clients, log):
    """Stopped, the database has no word of what was deleted."""
    server.stop()
    data = server.log_bytes()
    found = 0
    for client in clients:
        for request, seq, *_ in client.answers.values():
            if "text" not in request:
                continue
            gone = log[request.get("of", seq) - 1]["kind"] == "deleted"
            assert (request["text"].encode() in data) != gone, request
            found += gone
    assert found > 10, "nothing was deleted"
    print(f"{len(log)} events, {found} texts wiped")
