"""Thousands of damaged inputs on the live server: nobody else notices."""

import random
from socket import SHUT_WR

import pytest

from deadline import eventually
from lines import Lines
from mutations import Mutations
from raw import RawSocket, RawWebSocket, frame, handshake
from swiftchat import SwiftChat
from v1 import V1

PER_CONNECTION = 5


def attack(server, mutations):
    """Sends hostile input over one connection. Returns how many inputs it sent."""
    kind = mutations.random.choice(["/v1", "/v1", "/chat", "lines", "http"])
    if kind == "lines":
        attacker, make = RawSocket(server.line_port), mutations.line
    elif kind == "http":
        attacker, make = RawSocket(server.port), mutations.head
    elif mutations.random.random() < 0.2:
        # The first frames come in the packet of the handshake.
        attacker, make = RawSocket(server.port), mutations.frame
        attacker.write(handshake(kind) + mutations.frame() + mutations.frame())
    else:
        attacker, make = RawWebSocket(server, kind), mutations.frame
        if kind == "/v1" and mutations.random.random() < 0.8:
            attacker.ask(type="hello", version=1, join=["chaos"])
    with attacker:
        thrown = 0
        try:
            while thrown < PER_CONNECTION:
                data = make()
                cut = mutations.random.randrange(len(data) + 1)
                attacker.write(data[:cut])
                attacker.write(data[cut:])
                thrown += 1
            # The server reads the input to its end, and ends the connection.
            attacker.socket.shutdown(SHUT_WR)
            attacker.read_to_end()
        except OSError as error:
            assert not isinstance(error, TimeoutError), f"{kind}: the server holds a connection that has ended"
    return thrown


def test_the_server_survives_what_is_thrown_at_it(serve, seed, pytestconfig):
    server = serve(rate_limit=None)
    pid = server.pid
    mutations = Mutations(random.Random(seed))
    with V1(server, "ann") as ann, SwiftChat(server, "bob") as bob, Lines(server, "carl") as carl:
        baseline = server.connections()
        thrown = rounds = 0
        while thrown < pytestconfig.option.mutations:
            thrown += attack(server, mutations)
            rounds += 1
            if rounds % 50 == 0:
                # The others talk on meanwhile.
                ann.send(f"round {rounds}")
                assert bob.message(message=f"round {rounds}")["user"] == "ann"
                assert carl.until(b"ann:") == f"ann:round {rounds}\n".encode()
        assert server.is_running and server.pid == pid
        assert server.get("/health") == (200, "ok\n")
        bob.send("still here")
        assert ann.event(text="still here")["name"] == "bob"
        carl.until(b"bob:still here\n")
        carl.say("me too")
        assert ann.event(text="me too")["name"] == "carl"
        log = ann.history()
        assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
        eventually(lambda: server.connections() == baseline, "the attackers' connections are gone")
        print(f"{thrown} hostile inputs on {rounds} connections; refusals by number:",
              {name: int(count) for name, count in server.metrics().items() if name.startswith("martlet_errors")})


def test_a_thousand_commands_in_one_packet(shared_server):
    with RawWebSocket(shared_server, hello=True, join=["lobby"]) as socket:
        socket.write(b"".join(frame('{"type":"ping","ref":%d}' % ref) for ref in range(100, 1_100)))
        assert [socket.reply(ref)["type"] for ref in range(100, 1_100)] == ["pong"] * 1_000


def test_a_flood_of_pings_is_answered_in_order_and_at_the_end(shared_server):
    with RawWebSocket(shared_server) as socket:
        socket.write(b"".join(frame(b"%d" % i, 9) for i in range(5_000)))
        numbers = []
        while not numbers or numbers[-1] < 4_999:
            opcode, payload = socket.read_frame()
            assert opcode == 10
            numbers.append(int(payload))
        assert numbers == sorted(numbers)


FOREIGN = {
    "HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a form's POST": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\niam:eve\r\nmsg:pwned\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "SSH": b"SSH-2.0-OpenSSH_9.2p1\r\n",
    "Telnet": b"\xff\xfd\x01\xff\xfd\x1f",
}


@pytest.mark.parametrize("protocol", FOREIGN)
def test_another_protocol_on_the_line_port(shared_server, protocol):
    with V1(shared_server, join=["lobby"]) as v1, RawSocket(shared_server.line_port) as socket:
        before = v1.joined["lobby"]["head"]
        socket.write(FOREIGN[protocol])
        answer = socket.read_to_end()
        assert answer.startswith(b"martlet:error 161: ") and answer.count(b"\n") == 1
        assert v1.request("join", room="lobby")["head"] == before


def test_websocket_and_lines_on_the_page_port(shared_server):
    for data in (FOREIGN["TLS"], FOREIGN["SSH"], b"iam:ann\nmsg:hello\n", b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n", bytes(65_536)):
        with RawSocket(shared_server.port) as socket:
            socket.write(data)
            answer = socket.read_to_end()
            assert answer == b"" or answer.startswith(b"HTTP/1.1 400 "), answer
