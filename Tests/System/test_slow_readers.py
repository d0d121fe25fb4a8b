"""Readers that never read cost a bounded amount of memory and slow nobody down."""

import asyncio
import json
from socket import SO_RCVBUF, SOL_SOCKET
from socket import socket as Socket

from websockets.asyncio.client import connect

from deadline import eventually
from raw import RawWebSocket
from v1 import V1

SLOW = 100
# What may wait for one reader (Limits.writeBufferBytes).
OUTBOX = 262_144
# Beside the outboxes: what the readers that keep up, the allocator and SQLite's page caches take
# while messages flow.
SLACK = 32 * 1024 * 1024
MEMORY_CAP = SLOW * OUTBOX + SLACK
TEXT_BYTES = 16_000


async def read_on(uri, name, wanted, heard):
    """A reader that keeps up: counts what it hears."""
    async with connect(uri, compression=None, proxy=None, ping_interval=None, max_queue=None, close_timeout=0.1) as socket:
        if uri.endswith("/v1"):
            await socket.send(json.dumps({"type": "hello", "ref": 1, "version": 1, "name": name, "join": ["lobby"]}))
        heard[name] = []
        async for frame in socket:
            if '"presence"' in frame[:20]:
                continue
            # The number stands at the front of the text: reading 400 × 16 KB as JSON would measure
            # Python.
            start = frame.find("number ")
            if start >= 0:
                heard[name].append(int(frame[start + 7:start + 13]))
                if len(heard[name]) == wanted:
                    return
            elif '"joined"' in frame[:20]:
                heard["ready"] += 1


async def speak_to_all(server, path, good, cut):
    """Talks until all slow readers are cut; what each good reader heard."""
    heard = {"ready": 0}
    uri = f"ws://127.0.0.1:{server.port}{path}"
    readers = [asyncio.create_task(read_on(uri, f"reader {i}", 10**9, heard)) for i in range(good)]
    try:
        async with asyncio.timeout(60):
            while (await asyncio.to_thread(server.connections)) < SLOW + good or (path == "/v1" and heard["ready"] < good):
                await asyncio.sleep(0.05)
        with V1(server, "speaker") as speaker:
            said = peak = 0
            # Each socket swallows what its kernel buffers hold before anything waits in the server.
            while await asyncio.to_thread(cut) < SLOW:
                said += 1
                assert said <= 1_000, f"{cut()} of {SLOW} readers were cut after {said} messages"
                await asyncio.to_thread(speaker.send, f"number {said:06}" + "x" * TEXT_BYTES)
                peak = max(peak, server.resident_bytes())
            for _ in range(3):
                said += 1
                await asyncio.to_thread(speaker.send, f"number {said:06} goes to the others only")
            async with asyncio.timeout(60):
                names = [name for name in heard if name != "ready"]
                while any(len(heard[name]) < said for name in names):
                    for reader in readers:
                        if reader.done():
                            reader.result()
                            raise AssertionError("a reader that keeps up was cut off")
                    await asyncio.sleep(0.01)
        assert len(names) == good
        return said, peak, [heard[name] for name in names]
    finally:
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)


def check(server, path, good):
    before = server.resident_bytes()
    said, peak, heard = asyncio.run(speak_to_all(server, path, good, lambda: server.metrics()["martlet_slow_reader_cuts_total"]))
    print(f"{path}: all {SLOW} were cut by {said} messages; memory {before >> 20} → {peak >> 20} MiB, cap {MEMORY_CAP >> 20} more")
    assert all(numbers == list(range(1, said + 1)) for numbers in heard), "who reads gets every message, in order"
    assert server.metrics()["martlet_slow_reader_cuts_total"] == SLOW, "who reads is not cut"
    assert peak - before <= MEMORY_CAP
    return said


def test_100_readers_that_never_read_in_a_room_of_500(server):
    slow = [RawWebSocket(server, "/chat", receive_buffer=4_096) for _ in range(SLOW)]
    check(server, "/chat", good=400)
    for socket in slow:
        socket.close()


def test_slow_readers_of_v1_are_cut_and_resume(server):
    slow = [RawWebSocket(server, "/v1", receive_buffer=4_096, hello=True, join=["lobby"]) for _ in range(SLOW)]
    said = check(server, "/v1", good=50)
    # What had arrived can still be read; it is the beginning of the log, without a gap, and the
    # rest is history.
    socket = slow[0]
    held = 0
    try:
        while True:
            opcode, payload = socket.read_frame(5)
            frame = json.loads(payload) if opcode == 1 else {}
            if frame.get("type") == "event":
                assert frame["seq"] == held + 1
                held = frame["seq"]
            epoch = frame.get("epoch", None) or epoch
    except (EOFError, TimeoutError):
        pass
    assert held < said
    with V1(server, join=(), token=socket.welcome["token"]) as again:
        joined = again.request("join", room="lobby", since={"epoch": epoch, "seq": held})
        assert (joined["reset"], joined["head"]) == (False, said)
        assert [event["seq"] for event in again.history(after=held)] == list(range(held + 1, said + 1))
    for socket in slow:
        socket.close()


def test_slow_readers_of_lines_are_cut_and_counted(server):
    slow = []
    for _ in range(5):
        socket = Socket()
        socket.setsockopt(SOL_SOCKET, SO_RCVBUF, 4_096)
        socket.connect(("127.0.0.1", server.line_port))
        slow.append(socket)
    eventually(lambda: server.connections() == 5, "all are here")
    with V1(server, "speaker") as speaker:
        def gone():
            speaker.send("x" * TEXT_BYTES)
            return server.connections() == 1
        eventually(gone, "the readers are cut")
    assert server.metrics()["martlet_slow_reader_cuts_total"] == 5
    for socket in slow:
        socket.close()
