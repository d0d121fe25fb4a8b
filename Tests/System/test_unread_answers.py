"""HTTP clients that ask and do not read: what waits for them is bounded, and they are cut."""

import contextlib
import time

import pytest

from deadline import eventually
from raw import RawSocket

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
    """Whether the server has closed the connection, whatever still waits to be read."""
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
