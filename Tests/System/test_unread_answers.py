"""Clients that ask and do not read: what waits for them is bounded, and they are cut."""

import contextlib
import json
import time

import pytest

from deadline import eventually, paced
from raw import RawSocket, RawWebSocket
from v1 import V1

MEGABYTE = 1 << 20


def pipelined(server, count):
    """Requests for the page's script: nearly 30 KB an answer."""
    return f"GET {server.page_file('main.js')} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * count


def answer_size(server):
    with RawSocket(server.port) as socket:
        socket.write(pipelined(server, 1))
        socket.socket.shutdown(1)
        return len(socket.read_to_end(60))


def has_ended(socket):
    """Whether the server has closed the connection. Reads what still waits."""
    socket.socket.settimeout(0.001)
    try:
        while socket.socket.recv(65_536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


@pytest.fixture
def crowd(server):
    """200 connections that pipeline 60 requests each, nearly 30 KB an answer, and read nothing."""
    requests = pipelined(server, 60)
    server.before = server.resident_bytes()
    sockets = [RawSocket(server.port, receive_buffer=4_096) for _ in range(200)]
    for socket in sockets:
        socket.write(requests)
    yield sockets
    for socket in sockets:
        socket.close()


def test_what_is_not_read_takes_no_memory_and_is_cut(server, crowd):
    """All answers together have 230 MB. The server keeps what the connections cost, and lets go of that, too."""
    most = 0

    def sample():
        nonlocal most
        most = max(most, server.resident_bytes() - server.before)
        return http_sockets(server) == 0

    eventually(sample, "those who read nothing are cut")
    assert most < 40 * MEGABYTE, f"{most / MEGABYTE:.0f} MB"
    assert server.resident_bytes() - server.before < 40 * MEGABYTE
    assert server.get("/health")[0] == 200
    assert all(has_ended(socket) for socket in crowd)


def http_sockets(server):
    """Established connections of the server's port, as the system lists them, those of the test's own side left out."""
    port = f":{server.port:04X}"
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table][1:]
    return sum(1 for row in rows if row[1].endswith(port) and row[3] == "01")


def test_every_pipelined_request_is_answered_to_a_client_that_reads(server):
    """More answers than may wait, asked for before one of them is read, and the client's side is closed behind them."""
    expected = answer_size(server)
    with RawSocket(server.port) as socket:
        socket.write(pipelined(server, 400))
        socket.socket.shutdown(1)
        read = socket.read_to_end(60)
    assert read.count(b"HTTP/1.1 200 OK") == 400
    assert len(read) == 400 * expected


@pytest.mark.parametrize("size", [4_096, 65_536])
def test_answers_reach_a_client_that_has_closed_its_side_and_reads_late(server, size):
    """The server is done with the last request while the socket has not taken its answer: the end of the output waits for it."""
    expected = answer_size(server)
    for count in range(5, 100, 5):
        requests = pipelined(server, count)
        with contextlib.closing(RawSocket(server.port, receive_buffer=size)) as socket:
            socket.write(requests)
            socket.socket.shutdown(1)
            # Time in which the server can answer all that it will before it is read.
            time.sleep(0.1)
            read = socket.read_to_end(60)
        assert read.count(b"HTTP/1.1 200 OK") == count and len(read) == count * expected, f"{count} requests"


def test_pages_that_are_not_read_take_little_memory(server):
    """100 WebSockets ask for 40 pages of 128 KiB each, as fast as they can: 500 MB, of which little is ever made."""
    with V1(server, "ann") as ann:
        for _ in range(20):
            ann.send("x" * 15_000)
    before = server.resident_bytes()
    crowd = [RawWebSocket(server, receive_buffer=4_096, hello=True, join=["lobby"]) for _ in range(100)]
    for socket in crowd:
        for ref in range(2, 42):
            socket.ask(type="history", room="lobby", ref=ref)
    most = 0
    # Longer than the two seconds for which a reader may have 4 MiB waiting.
    for _ in paced(3, every=0.05):
        most = max(most, server.resident_bytes() - before)
    assert most < 80 * MEGABYTE, f"{most / MEGABYTE:.0f} MB"
    # A client that begins to read gets everything, in order.
    got = []
    while len(got) < 40:
        opcode, payload = crowd[0].read_frame()
        frame = json.loads(payload)
        if frame["type"] == "page":
            got.append(frame["ref"])
    assert got == list(range(2, 42))
    for socket in crowd:
        socket.close()


@pytest.mark.patient
def test_a_client_that_never_reads_its_answers_is_cut(server):
    with V1(server, "ann") as ann:
        for _ in range(20):
            ann.send("x" * 15_000)
    with RawWebSocket(server, receive_buffer=4_096, hello=True, join=["lobby"]) as socket:
        for ref in range(2, 10):
            socket.ask(type="history", room="lobby", ref=ref)
        eventually(lambda: server.connections() == 0, "it is cut", 60)
