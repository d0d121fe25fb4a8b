"""SIGTERM, and what it leaves."""

import shutil
import signal
import time

import pytest

from deadline import PATIENCE, eventually
from flushes import flushes, hanging_flushes  # noqa: F401
from lines import Lines
from raw import RawWebSocket
from swiftchat import SwiftChat
from v1 import V1


@pytest.mark.sqlite
def test_a_server_whose_lock_was_removed_writes_nothing_more(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("before")
        (server.data / "martlet.db.lock").unlink()
        second = serve(data=server.data)
        ann.ask("send", room="lobby", number=ann.number + 1, text="after")
        assert server.process.wait(PATIENCE) == 1
    assert "martlet.db.lock was removed: another server may be using the database" in server.log
    with V1(second, "bob") as bob:
        assert [event["text"] for event in bob.history()] == ["before"]


def test_sigterm_tells_everyone_and_loses_nothing(serve):
    server = serve()
    with V1(server, "ann") as ann, SwiftChat(server, "bob") as bob, Lines(server, "carl") as carl:
        refs = [ann.ask("send", room="lobby", number=number, text=f"text {number}") for number in range(1, 501)]
        ann.reply(refs[0])  # some are answered, and some are on their way
        begun = time.monotonic()
        server.terminate()
        assert ann.close_code() == 4000
        acknowledged = acknowledged_of(ann)
        assert bob.close_code() == 1001
        assert carl.rest_of_connection().endswith(b"martlet:Goodbye: the server is stopping; connect again.\n")
    assert server.process.wait(15) == 0
    assert time.monotonic() - begun < 10
    server.start()
    with V1(server, "ann") as ann:
        log = {event["number"]: event["seq"] for event in ann.history()}
    assert acknowledged and acknowledged.items() <= log.items()
    assert "rror" not in server.log


def acknowledged_of(client):
    """What a closed client was told last: the numbers that are on disk, each with its seq."""
    for frame in client.replies:
        assert frame["type"] == "sent" or (frame["type"], frame["code"]) == ("error", 203), frame
    return {frame["number"]: frame["seq"] for frame in client.replies if frame["type"] == "sent"}


def test_sigint_stops_too(serve):
    server = serve()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(15) == 0


def test_sigterm_does_not_wait_for_those_who_do_not_answer(serve):
    """A peer that never reads, never closes, or never says what it wants does not hold the server."""
    server = serve()
    peers = [RawWebSocket(server, path, receive_buffer=4_096) for path in ("/v1", "/chat") for _ in range(5)]
    peers += [Lines(server) for _ in range(5)]
    idle = Lines(server)
    idle.socket.close()
    begun = time.monotonic()
    server.terminate()
    assert server.process.wait(15) == 0
    assert time.monotonic() - begun < 11
    for peer in peers:
        peer.close()


def test_a_second_sigterm_is_immediate(serve):
    """Peers that were told and don't hang up would be waited for a few seconds."""
    server = serve()
    peers = [RawWebSocket(server) for _ in range(5)]
    server.terminate()
    assert peers[0].close_code() == 4000
    begun = time.monotonic()
    server.terminate()
    assert server.process.wait(15) == 128 + signal.SIGTERM
    assert time.monotonic() - begun < 3
    for peer in peers:
        peer.close()


def test_a_disk_that_hangs_is_told_and_does_not_hold_the_process(serve, tmp_path, hanging_flushes):  # noqa: F811
    sign = tmp_path / "hangs"
    server = serve(env=hanging_flushes(sign))
    with V1(server, "ann") as ann:
        ann.send("kept", number=1)
        sign.touch()
        ann.ask("send", room="lobby", number=2, text="not acknowledged")
        status, text = eventually(lambda: (answer := server.get("/health"))[0] == 503 and answer, "it is not ready")
        assert "the store does not answer" in text
        running = [line for line in server.get("/metrics")[1].splitlines() if line.startswith("martlet_commit_running_seconds ")]
        assert float(running[0].split()[1]) >= 10
        eventually(lambda: "The store does not answer" in server.log, "it is logged")
        server.terminate()
        assert server.process.wait(60) == 1
    assert "did not stop within 20 s" in server.log
    sign.unlink()
    server.start()
    with V1(server, "ann") as ann:
        assert ann.history()[0]["text"] == "kept"


def test_sighup_ends_no_server(serve):
    server = serve()
    server.process.send_signal(signal.SIGHUP)
    with V1(server, "ann") as ann:
        ann.send("still here")
    assert server.stop() == 0


def test_a_database_that_is_removed_while_it_runs_ends_the_server(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("kept", number=1)
        shutil.rmtree(server.data)
        ann.ask("send", room="lobby", number=2, text="it would be gone")
        assert server.process.wait(60) == 1
        assert not acknowledged_of(ann)
    assert "was removed or replaced while it was in use" in server.log


def test_a_lost_key_of_guest_tokens_is_told(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("hello")
    assert server.stop() == 0 and "token" not in server.log
    (server.data / "token.key").unlink()
    server.start()
    assert "every guest is somebody else from now on" in server.log
    assert server.stop() == 0
