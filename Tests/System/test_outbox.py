"""martlet send --outbox: a message is kept until the server has it, also if processes end in between."""

import signal
import subprocess

import pytest

from deadline import eventually
from martlet_server import BINARY, clean_environment, run
from v1 import V1


class Outbox:
    """A folder, and those who send from it to one server."""

    def __init__(self, server, folder):
        self.server = server
        self.folder = folder

    def arguments(self, text, room="lobby", *options):
        return ["send", room, text, "--outbox", str(self.folder), "--server", self.server.url, "--name", "robot", *options]

    def send(self, *arguments):
        return run(*self.arguments(*arguments))

    def spawn(self, *arguments):
        return subprocess.Popen(
            [BINARY, *self.arguments(*arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment())

    def keeps(self, text):
        """Waits until a text is in the journal."""
        journal = self.folder / "journal"
        eventually(lambda: journal.exists() and f'"{text}"'.encode() in journal.read_bytes(), f"{text} is kept")


@pytest.fixture
def away(serve, tmp_path):
    """An outbox whose server is not there for now."""
    server = serve()
    server.keep_ports()
    server.kill()
    return Outbox(server, tmp_path / "outbox")


def texts(server, room="lobby"):
    with V1(server, join=[room]) as v1:
        return [event["text"] for event in v1.history(room)]


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.communicate()


def test_what_no_server_took_goes_with_the_next_send_once_and_first(away):
    for text in ("one", "two"):
        ended = away.send(text, "lobby", "--timeout", "1")
        assert ended.returncode != 0 and ended.stdout == ""
        *reports, error = ended.stderr.splitlines()
        assert reports in ([], [f"martlet: 127.0.0.1:{away.server.port} refused the connection. Trying again."])
        assert error.startswith("Error: ") and str(away.folder) in error and "kept" in error
    away.server.start()
    assert away.send("three").stdout == "3\n"
    assert away.send("four").stdout == "4\n"
    assert texts(away.server) == ["one", "two", "three", "four"]


def test_what_waits_for_another_room_goes_with_the_next_send_too(away):
    assert away.send("one", "garden", "--timeout", "1").returncode != 0
    away.server.start()
    assert away.send("two").stdout == "1\n"
    assert texts(away.server, "garden") == ["one"]


def test_what_was_kept_when_it_was_killed_is_sent_once(away):
    for text in ("one", "two"):
        process = away.spawn(text)
        away.keeps(text)
        kill(process)
    away.server.start()
    assert away.send("three").stdout == "3\n"
    assert texts(away.server) == ["one", "two", "three"]


def test_killed_at_any_moment_nothing_is_doubled_and_nothing_kept_is_lost(server, tmp_path, rng):
    outbox = Outbox(server, tmp_path / "outbox")
    kept, printed = [], {}
    for number in range(25):
        text = f"text {number}"
        process = outbox.spawn(text)
        try:
            printed[text] = int(process.communicate(timeout=rng.uniform(0, 0.15))[0])
        except subprocess.TimeoutExpired:
            kill(process)
        journal = outbox.folder / "journal"
        if journal.exists() and f'"{text}"'.encode() in journal.read_bytes():
            kept.append(text)
    assert outbox.send("the end").returncode == 0
    log = texts(server)
    print(f"{len(kept)} kept, {len(printed)} answered, {len(log)} in the log")
    assert len(set(log)) == len(log) and log[-1] == "the end"
    assert [text for text in kept if text not in log] == []
    assert all(log[seq - 1] == text for text, seq in printed.items())
    assert log == sorted(log[:-1], key=lambda text: int(text.split()[1])) + ["the end"]


def test_one_process_at_a_time(away):
    first = away.spawn("one")
    away.keeps("one")
    second = away.send("two")
    assert second.returncode != 0 and second.stdout == ""
    assert second.stderr.startswith("Error: ") and str(away.folder) in second.stderr and "locked" in second.stderr
    # The first goes on. The next process does not wait for what the first one left behind.
    away.server.start()
    assert first.communicate(timeout=300)[0] == "1\n"
    assert away.send("three").stdout == "2\n"
    assert texts(away.server) == ["one", "three"]
