"""More connections than there is room for."""

import json
import os
import re
import resource
import socket
import time
from http.client import HTTPConnection

import pytest

from deadline import eventually, paced
from lines import Lines
from raw import RawSocket, RawWebSocket, is_served
from uploads import new_id, path, png
from v1 import V1

FILES = 100


def test_more_connections_than_files(serve):
    """A client that finds no room waits or is turned away. When others leave there is room again, on both ports."""
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))

    server = serve(preexec=limit)
    with V1(server, "ann") as ann, Lines(server, "carl") as carl:
        crowd = []
        for port in [server.port, server.line_port] * FILES:
            crowd.append(RawSocket(port))
        ann.send("still here")
        assert carl.until(b"ann:") == b"ann:still here\n"
        for peer in crowd:
            peer.close()
        eventually(lambda: is_well(server), "HTTP is answered again")
        eventually(lambda: has_room(server), "both ports take connections again")
        with V1(server, "bob") as bob, Lines(server, "dora") as dora:
            bob.send("room again")
            assert dora.until(b"bob:") == b"bob:room again\n"
            assert ann.event(text="room again")["name"] == "bob"
        assert server.is_running


def test_idle_connections_leave_the_server_its_files(serve):
    """A thousand connections under a limit of 300 files: those within go on with everything, and nothing spins."""
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))

    server = serve(preexec=limit)
    assert "which allows" in server.log and "LimitNOFILE" in server.log
    http = HTTPConnection("127.0.0.1", server.port, timeout=30)
    # In before the crowd: it is kept alive.
    http.request("GET", "/health")
    assert http.getresponse().read() == b"ok\n"
    with V1(server, "ann") as ann:
        for number in range(50):
            ann.send(f"message {number}")
        idle = []
        for number in range(1_000):
            try:
                idle.append(socket.create_connection(("127.0.0.1", server.line_port), timeout=5))
                idle[-1].sendall(b"iam:guest%d\n" % number)
            except OSError:
                pass
        for number in range(10):
            assert ann.send(f"beside the crowd {number}")
            assert len(ann.request("history", room="lobby", limit=50)["events"]) == 50
            http.request("PUT", path(new_id()), body=png(filler=100_000), headers={"Authorization": f"Bearer {ann.token}"})
            answer = http.getresponse()
            assert answer.status == 201, answer.read()
            file = json.loads(answer.read())["id"]
            http.request("GET", f"/v1/files/{file}")
            answer = http.getresponse()
            assert answer.status == 200 and len(answer.read()) > 100_000

        def turned_away():
            http.request("GET", "/metrics")
            metrics = http.getresponse().read().decode()
            return int(re.search(r"^martlet_connections_turned_away_total (\d+)$", metrics, re.M)[1])

        eventually(lambda: turned_away() >= 400, "those beyond are turned away")
        eventually(lambda: len(os.listdir(f"/proc/{server.pid}/fd")) < 290, "some files stay free")
        eventually(lambda: share_of_core(server) < 0.3, "an idle server uses less than a third of a core")
        for peer in idle:
            peer.close()
        eventually(lambda: is_well(server), "there is room again")
        assert server.is_running
    http.close()
    assert server.stop() == 0


def share_of_core(server):
    """How much of a core the server uses during a second."""
    before, begun = server.cpu_seconds(), time.monotonic()
    for _ in paced(1, every=0.1):
        assert server.is_running
    return (server.cpu_seconds() - before) / (time.monotonic() - begun)


def has_room(server):
    """Whether there is room for two more connections. The server notices one by one that those of a crowd have ended."""
    try:
        with V1(server, "eve"), Lines(server, "finn"):
            return True
    except (EOFError, OSError):
        return False


def is_well(server):
    try:
        return server.get("/health")[0] == 200
    except OSError:
        return False


def test_connections_of_one_address(serve, own_address):
    server = serve("--host", "0.0.0.0", "--connections-per-address", "5")
    peers = [is_served(server.port, own_address) for _ in range(4)]
    # Both ports count together.
    lines = socket.create_connection((own_address, server.line_port), timeout=20)
    lines.sendall(b"iam:ann\n")
    assert lines.recv(1024) == b"ann has joined\n"
    assert all(peers)
    assert is_served(server.port, own_address) is None
    refused = socket.create_connection((own_address, server.line_port), timeout=20)
    with pytest.raises((ConnectionResetError, EOFError)):
        if refused.recv(1024) == b"":
            raise EOFError
    # Loopback is never limited, and a place that becomes free is free.
    with V1(server), V1(server), V1(server), V1(server), V1(server), V1(server):
        assert server.get("/health")[0] == 200
    peers.pop().close()
    peers.append(eventually(lambda: is_served(server.port, own_address), "a place is free"))
    for peer in [*peers, lines, refused]:
        peer.close()


def test_a_connection_too_many_is_closed_at_once(serve, own_address):
    server = serve("--host", "0.0.0.0", "--connections-per-address", "1")
    for port in (server.line_port, server.port):
        with eventually(lambda: is_served(server.port, own_address), "the one place is free"):
            with socket.create_connection((own_address, port), timeout=3) as refused:
                try:
                    assert refused.recv(1024) == b""
                except ConnectionResetError:
                    pass


def test_many_come_and_go(server):
    """1,000 short connections on all protocols leave nothing behind."""
    for i in range(250):
        for path in ("/v1", "/chat"):
            RawWebSocket(server, path).close()
        RawSocket(server.port).close()
        RawSocket(server.line_port).close()
    server.is_empty()
    eventually(lambda: len(os.listdir(f"/proc/{server.pid}/fd")) < 60, "their files are closed")
