"""The page's protocol, nc and the original SwiftChat client in one room."""

import contextlib
import json
import re
import subprocess
import uuid

import pytest

from lines import Lines, Netcat
from raw import RawWebSocket
from swiftchat import SwiftChat
from v1 import V1

UUID = "[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}"
# Seconds between 1970 and 2001.
APPLE_EPOCH = 978_307_200


@pytest.fixture
def room(serve):
    """One person on each protocol, all in the lobby."""
    server = serve()
    with V1(server, "ann") as v1, SwiftChat(server, "bob") as chat, Netcat(server) as nc:
        nc.write("iam:carl\n")
        assert nc.line() == b"carl has joined\n"
        v1.push("presence")
        yield server, v1, chat, nc


def test_everyone_sees_everyone_in_one_order(room):
    server, v1, chat, nc = room
    for round in range(20):
        v1.ask("send", room="lobby", number=round + 1, text=f"ann:{round}")
        chat.send(f"bob:{round}")
        nc.write(f"msg:carl:{round}\n")
    wanted = {f"{name}:{round}" for name in ("ann", "bob", "carl") for round in range(20)}
    events = [v1.event() for _ in wanted]
    order = [event["text"] for event in events]
    assert set(order) == wanted
    assert [event["seq"] for event in events] == list(range(1, 61))
    assert [chat.read()["message"] for _ in wanted] == order
    assert [nc.line() for _ in wanted] == [f"{text.split(':')[0]}:{text}\n".encode() for text in order]
    assert [event["text"] for event in v1.history()] == order


def test_who_takes_another_name_has_not_left(room):
    server, ann, chat, nc = room
    with V1(server, "bob") as bob:
        bob.push("presence", count=3)  # of bob
        assert nc.line() == b"bob has joined\n"
        ann.socket.close(4013)
        with V1(server, "anna", token=ann.token) as anna:
            assert anna.user == ann.user
            told = bob.push("presence")
            assert (told["joined"], told["left"], told["count"]) == ([{"user": ann.user, "name": "anna"}], [], 3)
            # A protocol of lines has no new names: it is told both.
            assert [nc.line(), nc.line()] == [b"ann has left\n", b"anna has joined\n"]
            assert "anna" in {member["name"] for member in bob.request("here", room="lobby")["members"]}
            # Who says so and does not come back has left.
            anna.socket.close(4013)
            told = bob.push("presence")
            assert (told["joined"], told["left"], told["count"]) == ([], [{"user": ann.user, "name": "anna"}], 2)
            assert nc.line() == b"anna has left\n"


def test_a_swiftchat_answer_to_the_byte(room):
    server, v1, chat, nc = room
    for speak in (lambda: chat.send("Hi \"there\" ☕"), lambda: v1.send("Hi \"there\" ☕"), lambda: nc.write("msg:Hi \"there\" ☕\n")):
        speak()
        answer = chat.read_text()
        event = v1.event()
        assert re.fullmatch(
            r'\{"date":\d+(\.\d{1,3})?,"id":"%s","message":"Hi \\"there\\" ☕","user":"\w+","userID":"%s"\}' % (UUID, UUID), answer)
        frame = json.loads(answer)
        assert (frame["id"], frame["user"], frame["userID"]) == (event["id"], event["name"], event["user"])
        assert round((frame["date"] + APPLE_EPOCH) * 1000) == event["at"]


@pytest.mark.parametrize("spelling", [str.upper, str.lower])
def test_swiftchat_gets_its_user_id_back_in_upper_case(server, spelling):
    user_id = str(uuid.uuid4())
    with SwiftChat(server, "bob", spelling(user_id)) as bob, SwiftChat(server, "eve") as eve:
        bob.send("Hi")
        assert bob.read()["userID"] == user_id.upper()
        assert eve.read()["userID"] == user_id.upper()


def test_two_people_of_one_name_in_swiftchat(server):
    with SwiftChat(server, "bob") as one, SwiftChat(server, "bob") as other:
        one.send("I am bob")
        assert other.read()["userID"] == one.read()["userID"] == one.user_id
        other.send("So am I")
        assert one.read()["userID"] == other.read()["userID"] == other.user_id


def test_unknown_keys_of_a_swiftchat_client_do_no_harm(server):
    with SwiftChat(server, "bob") as bob:
        bob.write(json.dumps({"id": 5, "message": "Hi", "user": "bob", "userID": bob.user_id, "color": ["red"]}))
        assert bob.read()["message"] == "Hi"


def test_lines_to_the_byte(room):
    server, v1, chat, nc = room
    v1.send("from the page")
    assert nc.line() == b"ann:from the page\n"
    chat.send("from the app")
    assert nc.line() == b"bob:from the app\n"
    nc.write("msg:from the terminal\n")
    assert nc.line() == b"carl:from the terminal\n"
    with Lines(server, "dora"):
        assert nc.line() == b"dora has joined\n"
    assert nc.line() == b"dora has left\n"


def test_a_text_keeps_its_colons(room):
    server, v1, chat, nc = room
    nc.write("msg::a:b::c:\n")
    assert nc.line() == b"carl::a:b::c:\n"
    assert v1.event()["text"] == ":a:b::c:"
    assert chat.read()["message"] == ":a:b::c:"


def test_nc_without_line_feeds(room):
    """As the original clients send: a write is a message, and a pause ends it."""
    server, v1, chat, nc = room
    with Netcat(server) as plain:
        plain.write("iam:dora")
        assert plain.line() == b"dora has joined\n"
        plain.write("msg:one")
        assert plain.line() == b"dora:one\n"
        plain.write("msg:two:three")
        assert plain.line() == b"dora:two:three\n"
        plain.write("msg:hello\nworld")
        assert plain.line() == b"dora:hello world\n"
        plain.write("msg:")
        assert plain.line().startswith(b"martlet:error 140: ")
        plain.write("what a gap in the network cut off")
        assert plain.line().startswith(b"martlet:error 161: ")
        plain.write("msg:three")
        assert plain.line() == b"dora:three\n"
    texts = ["one", "two:three", "hello\nworld", "three"]
    assert [v1.event()["text"] for _ in texts] == texts


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""], ids=["LF", "CRLF", "no line end"])
def test_a_whole_conversation_piped_into_nc(room, ending):
    server, v1, chat, nc = room
    script = "iam:dora\nmsg:one\nmsg:two".replace("\n", ending or "\n") + ending
    printed = subprocess.run(
        ["nc", "-N", "127.0.0.1", str(server.line_port)], input=script.encode(), stdout=subprocess.PIPE, timeout=300).stdout
    assert printed == b"dora has joined\ndora:one\ndora:two\n", "what nc piped in is answered before its connection ends"
    assert [v1.event()["text"], v1.event()["text"]] == ["one", "two"]


def test_lines_cut_anywhere_and_many_in_one_packet(server):
    script = "iam:dora\n" + "".join(f"msg:number {i}\r\n" for i in range(100))
    wanted = b"dora has joined\n" + b"".join(b"dora:number %d\n" % i for i in range(100))
    with Lines(server) as dora:
        dora.write(script)
        assert b"".join(dora.line() for _ in range(101)) == wanted
    with Lines(server) as dora:
        # Byte by byte: no pause is as long as one that would end a line, and where one is, a line
        # feed comes later anyway.
        for byte in "iam:dana\nmsg:\u0301 a\n".encode():
            dora.write(bytes([byte]))
        assert dora.until(b"dana:") == "dana:\u0301 a\n".encode()


@pytest.mark.parametrize("text, line", [
    ("one\ntwo", "one two"), ("one\r\ntwo\rthree", "one two three"), ("a\u2028b\u2029c\u0020d", "a b c d"),
    ("x\niam:root\nmsg:pwned", "x iam:root msg:pwned"), ("tab\tstays", "tab\tstays"),
])
def test_a_text_of_several_lines_is_one_line_to_line_clients(room, text, line):
    server, v1, chat, nc = room
    v1.send(text)
    assert nc.line() == f"ann:{line}\n".encode()
    assert chat.read()["message"] == text
    assert v1.history()[-1]["text"] == text


def test_a_name_that_is_taken_on_lines_gets_a_number_and_is_told_so(room):
    server, v1, chat, nc = room
    with Lines(server) as second:
        second.write("iam:carl\n")
        assert second.line() == b"martlet:The name carl is taken; you are carl2.\n"
        assert second.line() == b"carl2 has joined\n"
        second.say("hello")
        assert second.line() == b"carl2:hello\n"
        with Lines(server) as third:
            third.write("iam:ann\n")
            assert third.line().startswith(b"martlet:")
            assert third.line() == b"ann2 has joined\n"


def test_a_name_is_free_again_when_its_bearer_has_left(server):
    with V1(server, "ann"):
        with Lines(server) as watcher:
            watcher.write("iam:watcher\n")
            watcher.until(b"watcher has joined\n")
            with Lines(server, "zoe"):
                watcher.until(b"zoe has joined\n")
            watcher.until(b"zoe has left\n")
            with V1(server, "zoe") as zoe:
                assert zoe.name == "zoe"


def test_presence_reaches_v1_and_lines(room):
    server, v1, chat, nc = room
    with V1(server, "dora") as dora:
        assert nc.line() == b"dora has joined\n"
        assert v1.push("presence", joined=[{"user": dora.user, "name": "dora"}])["left"] == []
        names = {member["name"] for member in v1.request("here", room="lobby")["members"]}
        assert {"ann", "carl", "dora"} <= names
    assert nc.line() == b"dora has left\n"
    assert v1.push("presence", left=[{"user": dora.user, "name": "dora"}])["joined"] == []


def test_typing_reaches_others_and_not_its_sender(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        assert ann.request("typing", room="lobby")["type"] == "ok"
        assert bob.push("typing") == {"type": "typing", "room": "lobby", "user": ann.user, "name": "ann"}
        ann.request("ping")
        assert not [frame for frame in ann.pushed if frame["type"] == "typing"]


def test_the_end_of_typing_reaches_others_once(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        assert ann.request("stoppedtyping", room="lobby")["type"] == "ok"
        ann.request("typing", room="lobby")
        for _ in range(2):
            assert ann.request("stoppedtyping", room="lobby")["type"] == "ok"
        bob.push("typing")
        assert bob.push("stoppedtyping") == {"type": "stoppedtyping", "room": "lobby", "user": ann.user}
        bob.request("ping")
        ann.request("ping")
        assert not [frame for frame in ann.pushed + bob.pushed if frame["type"] in ("typing", "stoppedtyping")]


@pytest.mark.parametrize("ends", ["close", "leave"])
def test_a_connection_that_ends_types_no_more(server, ends):
    """Its user stays: they have another one in the room, so nobody is told that they have left."""
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, token=ann.token, name="ann") as second:
        second.request("typing", room="lobby")
        bob.push("typing")
        if ends == "close":
            second.close()
        else:
            second.request("leave", room="lobby")
        assert bob.push("stoppedtyping")["user"] == ann.user
        assert "ann" in [member["name"] for member in bob.request("here", room="lobby")["members"]]


def test_a_large_room_is_told_in_counts_and_not_of_typing(server):
    """From 51 people on a room is a large one (Limits.presenceListed)."""
    with contextlib.ExitStack() as crowd, V1(server, "watcher", join=["plaza"]) as watcher:
        for i in range(49):
            crowd.enter_context(RawWebSocket(server, hello=True, join=["plaza"], name=f"guest {i}"))
        fiftieth = watcher.push("presence", count=50)
        assert len(fiftieth["joined"]) == 1
        with V1(server, "talker", join=["plaza"]) as talker:
            assert talker.joined["plaza"]["count"] == 51
            assert watcher.push("presence", count=51) == {"type": "presence", "room": "plaza", "count": 51, "joined": [], "left": []}
            assert watcher.request("here", room="plaza")["count"] == 51
            talker.request("typing", room="plaza")
            talker.send("hello", "plaza")
            watcher.event(text="hello")
            assert not [frame for frame in watcher.pushed if frame["type"] == "typing"]


def test_other_rooms_stay_among_themselves(room):
    server, v1, chat, nc = room
    v1.request("join", room="garden")
    v1.send("psst", room="garden")
    assert v1.event()["room"] == "garden"
    v1.send("all of you")
    assert chat.read()["message"] == "all of you"
    assert nc.line() == b"ann:all of you\n"


NAMES = [
    ("admin", 122), ("System", 122), ("mar-tlet", 122), ("@all", 122),
    ("a\u202eb", 121), ("a\u2066b", 121), ("a\u200bb", 121), ("a\u00adb", 121), ("\ufeffab", 121), ("a\u3164", 121),
    ("a:b", 121), ("a\u00a0b", 121), ("a  b", 121), ("a\u0007", 121),
    ("x" * 33, 120), ("ü" * 33, 120), ("€" * 22, 120),
]


@pytest.mark.parametrize("name, code", NAMES)
def test_a_name_refused_on_every_protocol(shared_server, name, code):
    with V1(shared_server, hello=False) as v1:
        assert v1.refusal("hello", version=1, name=name)["code"] == code
        # The connection is as good as before.
        v1.hello("someone", ["lobby"])
    with SwiftChat(shared_server, name) as chat:
        assert chat.refusal("Hi")["error"] == code
    with Lines(shared_server) as lines:
        lines.write(f"iam:{name}\n")
        assert lines.line().startswith(f"martlet:error {code}: ".encode())
        lines.write("iam:someone\n")
        assert lines.line() == b"someone has joined\n"


def test_spaces_at_the_ends_of_a_name(shared_server):
    """The original clients send them as typed: a phone's keyboard appends one to a suggestion."""
    for name, wanted, code in ((" yorick ", "yorick", None), ("Martlet ", None, 122), ("  ", None, 120)):
        with V1(shared_server, hello=False) as v1:
            assert v1.refusal("hello", version=1, name=name)["code"] == 121
        with SwiftChat(shared_server, name) as chat:
            if code:
                assert chat.refusal("Hi")["error"] == code
            else:
                chat.send("Hi")
                assert chat.message(message="Hi")["user"] == wanted
        with Lines(shared_server) as lines:
            lines.write(f"iam:{name.replace('yorick', 'zelda')}\n")
            line = f"martlet:error {code}: " if code else "zelda has joined\n"
            assert lines.line().startswith(line.encode())


@pytest.mark.parametrize("twin", ["раypal", "PAYPAL", "paypaI", "ｐａｙｐａｌ", "paypa1"])
def test_a_name_that_looks_like_that_of_somebody_who_is_here(shared_server, twin):
    with V1(shared_server, "paypal"):
        with V1(shared_server, hello=False) as v1:
            assert v1.refusal("hello", version=1, name=twin)["code"] == 123
        with Lines(shared_server) as lines:
            lines.write(f"iam:{twin}\n")
            assert lines.line().startswith(b"martlet:The name ")


def test_one_name_in_two_spellings_of_unicode(shared_server):
    with V1(shared_server, "Ren\u00e9"), V1(shared_server, hello=False) as other:
        assert other.refusal("hello", version=1, name="Rene\u0301")["code"] == 123


def test_texts_refused_on_every_protocol(shared_server):
    texts = {"": 140, "a\u0007b": 142, "a\u0085b": 142, "a" + "\u0301" * 9: 142}
    with V1(shared_server, "ann") as v1, SwiftChat(shared_server, "bob") as chat, Lines(shared_server, "carl") as lines:
        for text, code in texts.items():
            assert v1.refusal("send", room="lobby", number=1, text=text)["code"] == code
            assert chat.refusal(text)["error"] == code
            lines.say(text)
            assert lines.line().startswith(f"martlet:error {code}: ".encode())
        assert v1.send("still here")["seq"] >= 1


def test_what_concerns_one_line_client_reaches_no_other(shared_server):
    with Lines(shared_server, "ann") as ann, Lines(shared_server) as bob:
        for wrong in ("msg:too early", "hello", "IAM:bob", " msg:x", "iam:", "msg", ""):
            bob.write(wrong + "\n")
            assert bob.line().startswith(b"martlet:error 1"), wrong
        bob.write("iam:bob\n")
        bob.until(b"bob has joined\n")
        bob.write("iam:robert\n")
        assert bob.line().startswith(b"martlet:error 111: ")
        assert ann.line() == b"bob has joined\n"


def test_requests_before_and_after_hello(shared_server):
    with V1(shared_server, hello=False) as v1:
        assert v1.refusal("join", room="lobby")["code"] == 110
        assert v1.refusal("hello", version=2)["code"] == 112
        assert v1.refusal("hello", version=1, token="0" * 64)["code"] == 113
        v1.hello()
        assert v1.name.startswith("guest-")
        assert v1.refusal("hello", version=1)["code"] == 111
        assert v1.refusal("send", room="lobby", text="x")["code"] == 131
        assert v1.refusal("dance")["code"] == 102


def test_a_token_makes_the_same_user_and_a_device_does_not(shared_server):
    with V1(shared_server, "ann") as ann:
        with V1(shared_server, "ann", token=ann.token) as again:
            assert again.user == ann.user
        with V1(shared_server, "other", device=ann.device) as other:
            assert other.user != ann.user


def test_a_user_id_of_the_servers_is_not_for_swiftchat_to_use(shared_server):
    with V1(shared_server, "ann") as ann, SwiftChat(shared_server, "ann", ann.user) as thief:
        assert thief.refusal("I am ann")["error"] == 101
