"""What the reads of line clients return: a client that ends nothing with a line feed takes what one read brings for one
message, so each of its lines travels by itself; a client that ends its lines gets what a turn of the server brings in one
write.

Reads that come late return several segments at once, so segments are counted, where the system counts them.
"""

import json
import socket
import struct
import sys

import pytest

from lines import Lines
from raw import RawWebSocket, frame

LINES = 8
ROUNDS = 10


def segments(client):
    """Segments with data that have arrived (tcpi_data_segs_in of Linux)."""
    info = client.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    return struct.unpack_from("I", info, 152)[0]


@pytest.fixture
def ann(server):
    """Someone in the lobby, whose frames can share a packet."""
    with RawWebSocket(server, hello=True, name="ann") as ann:
        ann.ask(type="join", ref=2, room="lobby")
        ann.reply(2)
        yield ann


def burst(ann, clients, start):
    """Some messages in one packet, and each client's lines of them."""
    numbers = range(start, start + LINES)
    ann.write(b"".join(
        frame(json.dumps({"type": "send", "ref": i, "room": "lobby", "number": i, "text": f"{i}"})) for i in numbers))
    for client in clients:
        assert [client.line() for _ in numbers] == [f"ann:{i}\n".encode() for i in numbers]
    ann.reply(numbers[-1])


@pytest.mark.skipif(sys.platform != "linux", reason="counts segments as Linux does")
@pytest.mark.parametrize("silent", [False, True], ids=["spoke", "only listens"])
def test_a_turns_lines_travel_together_only_to_a_client_that_ends_its_lines(server, ann, silent):
    with Lines(server) as original, Lines(server) as stream:
        if not silent:
            original.write("iam:bob")
            original.until(b"bob has joined\n")
            stream.until(b"bob has joined\n")
        stream.write("iam:carl\n")
        for client in (original, stream):
            client.until(b"carl has joined\n")
        before = [segments(client) for client in (original, stream)]
        for round in range(ROUNDS):
            burst(ann, (original, stream), round * LINES + 1)
        apart, together = (segments(client) - count for client, count in zip((original, stream), before))
        assert apart == ROUNDS * LINES, "a segment for each line"
        assert together <= ROUNDS * LINES // 2, "a segment for each turn"


def test_the_first_line_feed_changes_what_follows_and_loses_nothing(server, ann):
    with Lines(server) as bob:
        bob.write("iam:bob")
        bob.until(b"bob has joined\n")
        burst(ann, [bob], 1)
        bob.write("msg:hi\n")
        assert bob.line() == b"bob:hi\n"
        burst(ann, [bob], LINES + 1)
