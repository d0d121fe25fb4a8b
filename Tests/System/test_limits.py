"""Every limit is hit exactly, one below and one above, and answers with its number or its close code."""

import json
import time

import pytest

from deadline import Deadline, eventually, paced
from lines import Lines
from raw import BINARY, CLOSE, PING, PONG, TEXT, RawSocket, RawWebSocket, frame, handshake
from swiftchat import SwiftChat
from v1 import V1, Refused, new_device

BIG = 2**53 - 1


@pytest.fixture
def socket(shared_server):
    """A v1 connection that has said hello, as raw frames."""
    with RawWebSocket(shared_server, hello=True, join=["limits"]) as socket:
        socket.reply(1)
        yield socket


def padded_ping(size):
    """A ping of exactly that many bytes."""
    start = '{"type":"ping","ref":7,"pad":"'
    return start + "x" * (size - len(start) - 2) + '"}'


@pytest.mark.parametrize("size, passes", [(65_535, True), (65_536, True), (65_537, False)])
def test_bytes_of_a_frame(socket, size, passes):
    socket.write(frame(padded_ping(size)))
    if passes:
        assert socket.reply(7)["type"] == "pong"
    else:
        assert socket.close_code() == 1009


@pytest.mark.parametrize("size, passes", [(65_536, True), (65_537, False)])
def test_bytes_of_a_fragmented_message(socket, size, passes):
    text = padded_ping(size).encode()
    socket.write(frame(text[:40_000], final=False) + frame(text[40_000:], opcode=0))
    if passes:
        assert socket.reply(7)["type"] == "pong"
    else:
        assert socket.close_code() == 1009


def test_a_frame_too_big_is_refused_before_its_bytes_arrive(socket):
    socket.write(frame(padded_ping(65_537))[:14])
    assert socket.close_code() == 1009


@pytest.mark.parametrize("count, passes", [(31, True), (32, True), (33, False)])
def test_fragments_of_a_message(socket, count, passes):
    text = padded_ping(100).encode()
    parts = [text] + [b""] * (count - 1)
    socket.write(b"".join(frame(part, opcode=0 if i else TEXT, final=i == count - 1) for i, part in enumerate(parts)))
    if passes:
        assert socket.reply(7)["type"] == "pong"
    else:
        assert socket.close_code() == 1008


@pytest.mark.parametrize("bytes, code", [
    (frame("{}", mask=None), 1002), (frame("{}", reserved=4), 1002), (frame("{}", opcode=3), 1002), (frame("{}", opcode=11), 1002),
    (frame("{}", opcode=0), 1002), (frame("a", final=False) + frame("b"), 1002), (frame("", PING, final=False), 1002),
    (frame("x" * 126, PING), 1002), (frame(b"\x01\x02", BINARY), 1003), (frame(b"\xff\xfe"), 1007), (frame(b"\xed\xa0\x80"), 1007),
    (b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0", 1002), (b"\x81\xfe\x00\x05\0\0\0\0hello", 1002), (frame(b"\x03", CLOSE), 1002),
    (frame(b"\x03\xee", CLOSE), 1002), (frame(b"\x03\xe8\xff", CLOSE), 1007), (frame(b"\x03\xe8", CLOSE), 1000),
    (frame(b"", CLOSE), 1005),
], ids=["no mask", "reserved bit", "opcode 3", "opcode 11", "continuation of nothing", "message in a message", "fragmented ping",
        "ping of 126 bytes", "binary", "no UTF-8", "surrogate", "2^64 bytes", "length in too many bytes", "close of one byte",
        "close code 1006", "close reason no UTF-8", "normal close", "close without code"])
@pytest.mark.parametrize("path", ["/v1", "/chat"])
def test_close_codes_of_wrong_frames(shared_server, path, bytes, code):
    with RawWebSocket(shared_server, path) as socket:
        socket.write(bytes)
        assert socket.close_code() in ({1000, 1005} if code == 1005 else {code})


def test_a_ping_is_answered_with_its_payload(socket):
    socket.write(frame("x" * 125, PING))
    assert socket.read_until(PONG) == b"x" * 125


@pytest.mark.parametrize("text, code", [
    ("x" * 16_383, None), ("x" * 16_384, None), ("x" * 16_385, 141), ("ü" * 8_192, None), ("ü" * 8_192 + "x", 141),
    ("x", None), ("", 140), ("a\t\r\n", None), ("\t\r\n", 140), ("\u200b\u2800", 140), ("a" + "\u0301" * 8, None), ("a" + "\u0301" * 9, 142),
])
def test_bytes_of_a_text(shared_server, text, code):
    with V1(shared_server, join=["texts"]) as v1:
        if code:
            refusal = v1.refusal("send", room="texts", number=1, text=text)
            assert (refusal["code"], refusal["temporary"]) == (code, False)
        else:
            seq = v1.send(text, "texts")["seq"]
            assert v1.history("texts", after=seq - 1)[0]["text"] == text


@pytest.mark.parametrize("name, passes", [
    ("x", True), ("y" * 31, True), ("z" * 32, True), ("x" * 33, False), ("", False),
    ("ü" * 32, True), ("€" * 21, True), ("€" * 21 + "x", True), ("€" * 21 + "xx", False), ("\U0001d540" * 16, True),
    ("\U0001d540" * 16 + "x", False), ("a" + "\u0301" * 8, True),
])
def test_characters_and_bytes_of_a_name(shared_server, name, passes):
    with V1(shared_server, hello=False) as v1:
        if passes:
            assert v1.request("hello", version=1, name=name)["name"] == name
        else:
            assert v1.refusal("hello", version=1, name=name)["code"] == 120


@pytest.mark.parametrize("room, passes", [
    ("r" * 63, True), ("r" * 64, True), ("r" * 65, False), ("", False), ("a", True), ("0-_", True), ("-a", False), ("_a", False),
    ("Lobby", False), ("a b", False), ("ä", False), ("a/b", False), ("a*", False), ("..", False),
])
def test_characters_of_a_rooms_name(shared_server, room, passes):
    with V1(shared_server) as v1:
        if passes:
            assert v1.request("join", room=room)["room"] == room
        else:
            assert v1.refusal("join", room=room)["code"] == 130


def nested(depth):
    """A ping whose deepest value is `depth` containers deep, itself counted."""
    return '{"type":"ping","ref":7,"deep":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


def keys(count):
    return json.dumps({"type": "ping", "ref": 7} | {f"k{i}": i for i in range(count - 2)})


@pytest.mark.parametrize("text, code", [
    (nested(31), None), (nested(32), None), (nested(33), 100), (nested(20_000), 100), (keys(63), None), (keys(64), None), (keys(65), 100),
    ('{"type":"ping","ref":0}', None), (f'{{"type":"ping","ref":{BIG}}}', None), (f'{{"type":"ping","ref":{BIG + 1}}}', 100),
    ('{"type":"ping","ref":-1}', 101), ('{"type":"ping","ref":-0}', 100), ('{"type":"ping","ref":1.0}', 100),
    ('{"type":"ping","ref":1e2}', 100), ('{"type":"ping","ref":01}', 100), ('{"type":"ping","ref":1e400}', 100),
    ('{"type":"ping","ref":' + "9" * 1000 + "}", 100), ('{"type":"ping","ref":"1"}', 101), ('{"type":"ping"}', 101),
    ('{"type":"ping","ref":null}', 101), ('{"ref":7}', 101), ('{"type":7,"ref":7}', 101), ('{"type":"Ping","ref":7}', 102),
    ('{"type":"ping","ref":7,"ref":8}', 100), ('{"type":"ping","ref":7,"a":1,"\\u0061":2}', 100),
    ('\ufeff{"type":"ping","ref":7}', 100), ('{"type":"ping","ref":7,"a":"\\ud800"}', 100), ('{"type":"ping","ref":7,"a":"\\u0000"}', 100),
    ('{"type":"ping","ref":7,"a":"\x01"}', 100), ('{"type":"ping","ref":7,}', 100), ('{"type":"ping","ref":7} {}', 100),
    ('{"type":"ping","ref":7}x', 100), ("[]", 100), ('"ping"', 100), ("7", 100), ("null", 100), ("", 100), (" ", 100),
    ('{"type":"ping","ref":7,"__proto__":{},"constructor":1}', None), (' \n\t\r{"type":"ping","ref":7}\n', None),
    ('{"type":"ping","ref":7,"a":[1.5e300,-0.0,true,null,"\\ud83d\\ude00"]}', None),
])
def test_json_as_the_protocol_has_it(socket, text, code):
    socket.write(frame(text))
    answer = socket.answer()
    assert (answer["type"], answer.get("code")) == (("error", code) if code else ("pong", None)), answer
    if code:
        assert not answer["temporary"]


@pytest.mark.parametrize("number, code", [(0, 101), (1, None), (BIG, None), (BIG + 1, 100), (-1, 101), (1.5, 100), ("1", 101), (None, 101)])
def test_range_of_a_sends_number(shared_server, number, code):
    with V1(shared_server, join=["numbers"], device=new_device()) as v1:
        v1.write({"type": "send", "ref": 1, "room": "numbers", "number": number, "text": "x"})
        answer = v1.read()
        while answer["type"] in ("event", "presence"):
            answer = v1.read()
        assert answer.get("code") == code, answer


@pytest.mark.parametrize("request_, code", [
    ({"limit": 0}, 101), ({"limit": 1}, None), ({"limit": 200}, None), ({"limit": 201}, None), ({"limit": BIG}, None),
    ({"before": BIG}, None), ({"after": BIG}, None), ({"around": BIG}, None), ({"around": 0}, None), ({"before": 0}, None),
    ({"at": 0}, None), ({"at": BIG}, None), ({"at": -1}, 101), ({"at": 5, "around": 5}, 101), ({"at": "today"}, 101),
    ({"before": -1}, 101), ({"before": 5, "after": 5}, 101), ({"before": 2**63 - 1}, 100), ({"before": 0.5}, 100),
])
def test_range_of_a_history_request(shared_server, request_, code):
    with V1(shared_server, join=["pages"]) as v1:
        v1.write({"type": "history", "ref": 99, "room": "pages"} | request_)
        answer = v1.read()
        while answer["type"] == "presence":
            answer = v1.read()
        assert answer.get("code") == code, answer
        assert answer["type"] == ("error" if code else "page")


def test_events_of_a_page(server):
    with V1(server) as v1:
        refs = [v1.ask("send", room="lobby", number=number, text=f"{number}") for number in range(1, 251)]
        for ref in refs:
            v1.reply(ref)

        def page(**where):
            return [event["seq"] for event in v1.request("history", room="lobby", **where)["events"]]

        assert page() == list(range(201, 251))
        assert page(limit=199) == list(range(52, 251))
        assert page(limit=200) == page(limit=201) == list(range(51, 251))
        assert page(before=1) == page(before=0) == page(after=250) == page(after=BIG) == []
        assert page(before=51, limit=200) == list(range(1, 51))
        assert page(after=248) == [249, 250]
        assert page(after=0, limit=1) == [1]
        around = page(around=100, limit=50)
        assert len(around) == 50 and 100 in around and around == list(range(around[0], around[0] + 50))
        assert page(around=1, limit=50) == list(range(1, 51))
        assert page(around=BIG, limit=50) == list(range(201, 251))


def test_bytes_of_a_page(server):
    """No page passes 128 KiB (its own head aside), none is needlessly short, and going on finds everything."""
    with V1(server) as v1:
        for number in range(1, 21):
            v1.send("x" * 16_000, number=number)
        ref = v1.ask("history", room="lobby", after=0, limit=200)
        page = v1.reply(ref)
        assert 7 <= len(page["events"]) <= 8
        assert len(json.dumps(page, separators=(",", ":"))) <= 131_072 + 1_024
        assert [event["seq"] for event in v1.history()] == list(range(1, 21))
        newest = v1.request("history", room="lobby", limit=200)["events"]
        assert newest[-1]["seq"] == 20 and 7 <= len(newest) <= 8


def test_a_page_of_texts_that_grow_when_written_stays_under_its_limit(server):
    """Each line feed takes two bytes in JSON: the limit is of the frame, as the protocol has it."""
    with V1(server) as v1:
        for number in range(1, 11):
            v1.send("\n" * 16_383 + "x", number=number)
        v1.write({"type": "history", "ref": 77, "room": "lobby", "after": 0, "limit": 200})
        text = v1.socket.recv(timeout=300)
        while '"page"' not in text[:20]:
            text = v1.socket.recv(timeout=300)
        assert len(text) <= 131_072 + 1_024


@pytest.mark.parametrize("size, code", [(4_095, None), (4_096, None), (4_097, 160)])
@pytest.mark.parametrize("ending", ["\n", "\r\n", ""], ids=["LF", "CRLF", "pause"])
def test_bytes_of_a_line(shared_server, size, code, ending):
    if ending == "\r\n":
        size -= 1  # the carriage return is one of the line's bytes
    name = f"lena-{size}-{len(ending)}"  # its own: the server may not have noticed yet that the last one left
    with Lines(shared_server, name) as lines:
        text = "x" * (size - 4)
        lines.write("msg:" + text + ending)
        # A client of another test may leave only now.
        if code:
            assert lines.until(b"martlet:").startswith(b"martlet:error 160: ")
            assert lines.rest_of_connection() == b""
        else:
            assert lines.until(f"{name}:".encode()) == f"{name}:{text}\n".encode()


def test_rooms_of_a_connection(server):
    with V1(server, join=()) as v1:
        refs = [v1.ask("join", room=f"room-{i}") for i in range(500)]
        for ref in refs:
            v1.reply(ref)
        refusal = v1.refusal("join", room="room-500")
        assert (refusal["code"], refusal["error"]) == (132, "too_many_rooms")
        assert v1.request("join", room="room-499")["type"] == "joined"
        v1.request("leave", room="room-0")
        assert v1.request("join", room="room-500")["type"] == "joined"


@pytest.mark.parametrize("count, code", [(15, None), (16, None), (17, 101)])
def test_rooms_of_a_hello(shared_server, count, code):
    rooms = [f"hall-{i}" for i in range(count)]
    with V1(shared_server, hello=False) as v1:
        if code:
            assert v1.refusal("hello", version=1, join=rooms)["code"] == code
        else:
            v1.hello(join=rooms)
            assert list(v1.joined) == rooms


def test_connections_of_a_user(server):
    with V1(server, "ann") as first:
        others = [V1(server, "ann", token=first.token) for _ in range(9)]
        with V1(server, hello=False) as eleventh:
            refusal = eleventh.refusal("hello", version=1, name="ann", token=first.token)
            assert (refusal["code"], refusal["error"], refusal["temporary"]) == (205, "too_many_connections", True)
            assert eleventh.close_code() == 4401
        others.pop().close()

        def connects():
            """The server may learn of the close a little later."""
            with V1(server, hello=False) as again:
                again.write({"type": "hello", "ref": 1, "version": 1, "name": "ann", "token": first.token})
                return again.read()["type"] == "welcome"

        eventually(connects, "the tenth place is free again")
        for other in others:
            other.close()


STRIKES = 16


def test_strikes(server):
    with V1(server, hello=False) as v1:
        for _ in range(STRIKES - 1):
            v1.write("{}")
            assert v1.read()["code"] == 101
        v1.hello()
        for _ in range(STRIKES - 1):
            assert v1.refusal("dance")["code"] == 102
        v1.request("ping")
        for _ in range(STRIKES - 1):
            assert v1.refusal("dance")["code"] == 102
        v1.write("nonsense")
        assert v1.close_code() == 4400
    with SwiftChat(server, "bob") as bob:
        for _ in range(STRIKES - 1):
            bob.write("nonsense")
        bob.send("sense")
        bob.message(message="sense")
        for _ in range(STRIKES):
            bob.write("nonsense")
        assert bob.close_code() == 4400
    with Lines(server) as lines:
        lines.write("nonsense\n" * STRIKES)
        assert len([line for line in lines.rest_of_connection().splitlines() if line.startswith(b"martlet:error 161: ")]) == STRIKES


def test_refusals_that_happen_to_anyone_are_no_strikes(server):
    with V1(server) as v1:
        for _ in range(100):
            assert v1.refusal("send", room="lobby", number=1, text="")["code"] == 140
        v1.request("ping")


class TestRate:
    """With the default settings: 20 messages a second and user, 100 at once."""

    @pytest.fixture
    def server(self, serve):
        return serve(rate_limit=None)

    def test_the_burst_and_the_wait(self, server):
        with V1(server) as v1:
            refs = [v1.ask("send", room="lobby", number=number, text="x") for number in range(1, 301)]
            begun = time.monotonic()
            accepted, refusals = [], []
            for number, ref in enumerate(refs, 1):
                try:
                    v1.reply(ref)
                    accepted.append(number)
                except Refused as refused:
                    refusals.append(refused.frame)
            spent = time.monotonic() - begun
            assert 100 <= len(accepted) <= 101 + 20 * (spent + 1)
            assert accepted[:100] == list(range(1, 101))
            for refusal in refusals:
                assert (refusal["code"], refusal["error"], refusal["temporary"]) == (200, "rate_limited", True)
                assert 1 <= refusal["retry"] <= 1_000
            assert refusals
            # The wait that the refusal names is enough. Then the message is accepted under its
            # number.
            number, refusal = 301, None
            while refusal is None:
                try:
                    v1.request("send", room="lobby", number=number, text="y")
                    number += 1
                except Refused as refused:
                    refusal = refused.frame
            time.sleep(refusal["retry"] / 1000)
            assert v1.request("send", room="lobby", number=number, text="y")["number"] == number

    def test_it_is_the_users_and_not_the_connections(self, server):
        with V1(server, "ann") as one, V1(server, "ann", token=one.token) as other:
            refs = [(client, client.ask("send", room="lobby", text="x")) for _ in range(100) for client in (one, other)]
            refused = 0
            for client, ref in refs:
                try:
                    client.reply(ref)
                except Refused:
                    refused += 1
            assert refused > 0

    def test_requests_that_are_no_messages(self, server):
        """2,000 at once and 100 a second for each connection: a ping flood is answered, and not for ever."""
        with V1(server) as v1:
            refs = [v1.ask("ping") for _ in range(2_400)]
            codes = []
            begun = time.monotonic()
            for ref in refs:
                try:
                    v1.reply(ref)
                    codes.append(None)
                except Refused as refused:
                    assert (refused.code, refused.frame["temporary"]) == (200, True)
                    assert refused.frame["retry"] >= 1
                    codes.append(200)
            assert codes[:1_990] == [None] * 1_990, "the hello and its join are requests, too"
            assert codes.count(None) <= 2_000 + 100 * (time.monotonic() - begun + 2)
            assert 200 in codes or time.monotonic() - begun > 4
            assert v1.send("messages have a limit of their own")["seq"] == 1

    def test_a_list_of_members_counts_for_four_requests(self, server):
        with V1(server) as v1:
            begun = time.monotonic()
            refs = [v1.ask("here", room="lobby") for _ in range(700)]
            codes = []
            for ref in refs:
                try:
                    codes.append(v1.reply(ref)["type"])
                except Refused as refused:
                    codes.append(refused.code)
            assert codes[:490] == ["members"] * 490
            assert codes.count("members") <= 500 + 25 * (time.monotonic() - begun + 2)

    def test_swiftchat_and_lines_have_it_too(self, server):
        with SwiftChat(server, "bob") as bob, Lines(server, "carl") as carl:
            for i in range(150):
                bob.send(f"{i}")
            assert bob.message(error=200)["user"] == "martlet"
            carl.write("".join(f"msg:{i}\n" for i in range(150)))
            carl.until(b"martlet:error 200: ")


class TestDeadlines:
    def test_no_hello(self, shared_server):
        with RawWebSocket(shared_server) as socket:
            begun = time.monotonic()
            assert socket.close_code(10) == 4002
            assert time.monotonic() - begun >= 4.9

    @pytest.mark.parametrize("sent", [b"", b"GET /v1 HTTP/1.1\r\nHost: x\r\n"], ids=["nothing", "half a head"])
    def test_a_handshake_that_does_not_end(self, shared_server, sent):
        with RawSocket(shared_server.port) as socket:
            begun = time.monotonic()
            socket.write(sent)
            socket.read_to_end(10)
            assert 4 <= time.monotonic() - begun <= 9

    def test_a_handshake_byte_by_byte(self, shared_server):
        """Each byte is soon enough after the one before; all of them are not."""
        with RawSocket(shared_server.port) as socket:
            deadline = Deadline(9)
            for byte in handshake(X_Pad="x" * 1_000):
                try:
                    socket.write(bytes([byte]))
                    if socket.receive(0.1) == b"":
                        return
                except TimeoutError:
                    pass
                except OSError:
                    return
                assert not deadline.passed, "the handshake went on for more than 9 s"

    @pytest.mark.parametrize("connect, bytes", [
        (RawWebSocket, frame("{}", mask=None)), (RawWebSocket, frame(b"\x03\xe8", CLOSE)), (Lines, b"x" * 5_000),
    ], ids=["a violation", "a proper close", "a line too long"])
    def test_a_closed_connection_ends_though_its_peer_does_not(self, shared_server, connect, bytes):
        """The peer keeps its side open and goes on writing: soon its writes fail."""
        with connect(shared_server) as peer:
            peer.write(bytes)
            with pytest.raises((BrokenPipeError, ConnectionResetError)):
                for _ in paced(10, every=0.05):
                    peer.write(b"x" * 1_000)

    @pytest.mark.patient
    def test_a_peer_that_does_not_answer_pings(self, shared_server):
        """A silent peer is pinged after 25 s, and given up 8 s later. One that answers stays connected."""
        with RawWebSocket(shared_server, hello=True) as dead, V1(shared_server) as alive:
            begun = time.monotonic()
            dead.read_until(PING, 30)
            assert 24 <= time.monotonic() - begun <= 29
            assert dead.close_code(15) == 4009
            assert time.monotonic() - begun <= 40
            assert alive.request("ping")["type"] == "pong"

    @pytest.mark.patient
    @pytest.mark.parametrize("begin", ["message", "line"])
    def test_a_message_or_line_that_does_not_end(self, shared_server, begin):
        with RawWebSocket(shared_server, hello=True) as socket, Lines(shared_server) as lines:
            begun = time.monotonic()
            if begin == "message":
                socket.write(frame("{", final=False))
                while time.monotonic() - begun < 58:
                    try:
                        opcode, payload = socket.read_frame(1)
                        socket.write(frame(payload, PONG))
                    except TimeoutError:
                        pass
                assert socket.close_code(15) == 1008
            else:
                lines.write("half a line")
                assert lines.line(75).startswith(b"martlet:error 161: ")
                assert lines.rest_of_connection() == b""
            assert 55 <= time.monotonic() - begun <= 75
