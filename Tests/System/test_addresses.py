"""Guests are free: what all of them at one address do together is held to the address's budget, and costs nobody else time."""

import asyncio
import contextlib
import json
import multiprocessing
import socket
import statistics
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from deadline import Deadline
from test_names import exchange
from v1 import V1

PROCESSES = 4
GUESTS = 12
SECONDS = 6
# How much longer a control pair's messages may take beside them, in seconds, and how many times as
# long.
MORE, TIMES = 0.25, 10


def is_usable(address):
    try:
        with socket.create_server((address, 0)):
            return True
    except OSError:
        return False


pytestmark = pytest.mark.skipif(not is_usable("127.0.0.2"), reason="this machine has no 127.0.0.2")


class Flood:
    """Guests of one process, all at full rate from one address: each writes without waiting for answers."""

    def __init__(self, port, address, text, seconds):
        self.port, self.address, self.text, self.seconds = port, address, text, seconds
        self.accepted, self.codes = 0, {}

    def run(self):
        asyncio.run(self.guests())
        return self.accepted, self.codes

    async def guests(self):
        await asyncio.gather(*(self.guest() for _ in range(GUESTS)))

    async def guest(self):
        uri = f"ws://127.0.0.1:{self.port}/v1"
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(uri, compression=None, proxy=None, local_addr=(self.address, 0), close_timeout=0.1, ping_interval=None) as socket:
                await socket.send(json.dumps({"type": "hello", "ref": 0, "version": 1}))
                # A room of its own: what is measured is what is taken, not what is delivered.
                welcome = json.loads(await socket.recv())
                room = welcome["name"].lower()
                await socket.send(json.dumps({"type": "join", "ref": 0, "room": room}))
                reading = asyncio.create_task(self.read(socket))
                frame = json.dumps({"type": "send", "ref": 1, "room": room, "text": self.text})
                end = time.monotonic() + self.seconds
                while time.monotonic() < end:
                    await socket.send(frame)
                    await asyncio.sleep(0.005)
                reading.cancel()

    async def read(self, socket):
        async for frame in socket:
            if '"type":"sent"' in frame[:20]:
                self.accepted += 1
            elif '"type":"error"' in frame[:20]:
                code = json.loads(frame)["code"]
                self.codes[code] = self.codes.get(code, 0) + 1


def flood(*arguments):
    return Flood(*arguments).run()


def flooded(server, text):
    """What the guests of several processes got through together and what they were refused; a control pair goes on beside them."""
    times = []
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool, \
            V1(server, "ann", join=["control"]) as ann, V1(server, "bob", join=["control"]) as bob:
        quiet = sorted(exchange(ann, bob) for _ in range(20))
        flooding = pool.starmap_async(flood, [(server.port, "127.0.0.2", text, SECONDS)] * PROCESSES)
        deadline = Deadline(120)
        while not flooding.ready():
            assert not deadline.passed
            times.append(exchange(ann, bob))
            # Within the rate of one user.
            flooding.wait(0.06)
        accepted, codes = 0, {}
        for count, refusals in flooding.get():
            accepted += count
            for code, number in refusals.items():
                codes[code] = codes.get(code, 0) + number
    took, most = statistics.median(times), MORE + TIMES * statistics.median(quiet)
    assert took <= most, f"{took * 1000:.0f} of {most * 1000:.0f} ms"
    return accepted, codes


def test_messages_of_one_address(serve):
    """48 guests may send 20 a second each, and 100 at once: 10,000 in these seconds. Their address may send fewer."""
    server = serve("--address-rate-limit", "50", rate_limit=None)
    begun = time.monotonic()
    accepted, codes = flooded(server, "x")
    spent = time.monotonic() - begun
    assert 500 <= accepted <= 500 + 50 * (spent + 1)
    assert codes.get(207, 0) > 0


def test_bytes_of_one_address(serve):
    """Messages of 16 KiB: what reaches the disk is bounded by the address's bytes, 8 MiB at once and 1 MiB a second."""
    server = serve(rate_limit=None)
    begun = time.monotonic()
    accepted, codes = flooded(server, "x" * 16_384)
    spent = time.monotonic() - begun
    assert 8_388_608 <= accepted * 16_384 <= 8_388_608 + 1_048_576 * (spent + 1)
    assert codes.get(207, 0) > 0


def test_bytes_of_one_user(serve):
    """1 MiB at once and 64 KiB a second, also if more messages are allowed, and also from the server's own machine."""
    server = serve("--rate-limit", "1000", rate_limit=None)
    with V1(server) as v1:
        begun = time.monotonic()
        codes = []
        for _ in range(18):
            # Five at a time: the messages come back as events, and are to be read.
            refs = [v1.ask("send", room="lobby", text="x" * 16_384) for _ in range(5)]
            codes += [answer(v1, ref).get("code") for ref in refs]
        assert 60 <= codes.count(None) <= 66 + 4 * (time.monotonic() - begun + 1)
        assert 200 in codes


def test_storage_of_one_address(serve):
    """Of this address 1 MiB of files and 256 KiB of messages a day; a new guest has no more of it."""
    server = serve("--address-storage", "1MiB", rate_limit=None)
    codes = []
    for _ in range(2):
        with V1(server, source="127.0.0.2") as v1:
            for _ in range(10):
                ref = v1.ask("send", room="lobby", text="x" * 16_384)
                codes.append(answer(v1, ref).get("code"))
    # The last one that passes may be larger than what is left.
    assert codes == [None] * 16 + [207] * 4
    with V1(server, source="127.0.0.3") as v1:
        assert "code" not in answer(v1, v1.ask("send", room="lobby", text="x"))
    with V1(server) as v1:
        for _ in range(20):
            assert "code" not in answer(v1, v1.ask("send", room="lobby", text="x" * 16_384))


def answer(v1, ref):
    while True:
        for frame in v1.replies:
            if frame["ref"] == ref:
                v1.replies.remove(frame)
                return frame
        v1._sort(v1.read())


def hello(server, address):
    """Whether a guest of that address is let in, or the code with which it is refused."""
    with socket.create_connection(("127.0.0.1", server.line_port), source_address=(address, 0)) as peer:
        peer.settimeout(20)
        peer.sendall(b"iam:guest\n")
        line = b""
        while not line.endswith(b"\n"):
            line += peer.recv(1024)
        return 207 if line.startswith(b"martlet:error 207: ") else None


def test_introductions_of_one_address(serve):
    server = serve("--address-rate-limit", "4", "--connections-per-address", "1000", rate_limit=None)
    # Ten at once, and one in five seconds.
    codes = [hello(server, "127.0.0.2") for _ in range(30)]
    assert codes[:10] == [None] * 10
    assert codes.count(207) >= 10
    assert hello(server, "127.0.0.3") is None
    assert hello(server, "127.0.0.1") is None


def test_without_a_rate_limit_addresses_have_none(serve):
    server = serve("--connections-per-address", "1000", "--address-rate-limit", "4", rate_limit="off")
    assert [hello(server, "127.0.0.2") for _ in range(30)] == [None] * 30
