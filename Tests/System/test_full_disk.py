"""A disk without room: what is new is refused with a time, what is there can be read, and it ends when there is room."""

import contextlib
import os
import resource
import signal
import sqlite3
import time

import pytest

from accounts import register
from deadline import eventually
from martlet_server import MartletServer, run
from uploads import png, put
from v1 import V1, Refused

RESERVE = 32 << 20


def fill(disk, left):
    """Leaves so many bytes of a disk."""
    status = os.statvfs(disk)
    with open(disk / "filler", "wb") as filler:
        for _ in range((status.f_bavail * status.f_frsize - left) // 65_536):
            filler.write(b"x" * 65_536)


def is_taken(person, text):
    """Sends a text under the next number. None if the disk has no room: the next call uses the same number."""
    try:
        return person.send(text, number=person.number + 1)
    except Refused as refused:
        person.number -= 1
        assert refused.code == 202, refused
        return None


def check_is_read_only(server, person, acknowledged):
    refusal = person.refusal("send", room="lobby", number=person.number + 1, text="no room")
    assert (refusal["code"], refusal["error"], refusal["temporary"]) == (202, "storage_failed", True)
    assert refusal["retry"] > 0
    assert [event["seq"] for event in person.history()] == list(range(1, acknowledged + 1))
    with V1(server, "bob") as bob:
        assert bob.joined["lobby"]["head"] == acknowledged
    status, text = server.get("/health")
    assert status == 503 and "read-only" in text
    assert server.metrics()["martlet_read_only"] == 1
    assert server.is_running


def check_goes_on(server, person, acknowledged):
    eventually(lambda: is_taken(person, "room again"), "messages are taken again")
    assert [event["seq"] for event in person.history()] == list(range(1, acknowledged + 2))
    assert server.get("/health") == (200, "ok\n")
    assert server.metrics()["martlet_read_only"] == 0


def test_a_disk_that_is_nearly_full(small_disk):
    disk = small_disk("96m")
    server = MartletServer(disk / "data")
    try:
        with V1(server.start(), "ann") as ann:
            for number in range(100):
                ann.send("x" * 8_000)
            fill(disk, RESERVE - (1 << 20))
            check_is_read_only(server, ann, 100)
            assert put(server, ann.token, png(filler=100_000)).status == 507
            # What makes room is taken all the same.
            assert ann.change("delete", of=100)["seq"] == 101
            # A little more room than the reserve is not enough.
            filler = disk / "filler"
            os.truncate(filler, filler.stat().st_size - (5 << 20))
            check_is_read_only(server, ann, 101)
            (disk / "filler").unlink()
            # The log says so although nobody sends.
            eventually(lambda: "takes messages again." in server.log, "the end of the read-only mode is logged")
            check_goes_on(server, ann, 101)
            assert server.log.count("the server is read-only") == server.log.count("takes messages again.") == 1
            assert server.stop() == 0
        server.start()
        with V1(server) as reader:
            assert [event["seq"] for event in reader.history()] == list(range(1, 103))
    finally:
        server.discard()


def no_larger_than(most):
    """For `preexec`: files do not grow beyond a size."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    return limit


def test_a_command_says_that_the_server_takes_no_messages(serve, chat):
    server = serve(preexec=no_larger_than(500_000))
    screen = chat(server).ready()
    with V1(server, "bob") as bob:
        while is_taken(bob, "x" * 8_000):
            pass
    ended = run("send", "lobby", "y" * 8_000, "--server", server.url, "--timeout", "2")
    assert ended.returncode == 1 and ended.stdout == "" and "in time: " in ended.stderr, ended
    assert ended.stderr.endswith(" The message was not sent.\n"), ended
    screen.paste("z" * 1_000)
    screen.type("\r")
    screen.until("zz … waiting: ").until("1 message waits.")


@pytest.mark.parametrize("most", [500_000, 1 << 20])
def test_files_that_may_grow_no_more(serve, most):
    """A limit on the size of files (EFBIG), as a quota (EDQUOT): SQLite reports it as a write that failed, and nothing is in doubt."""
    server = serve(preexec=no_larger_than(most))
    acknowledged = 0
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        while is_taken(ann, "x" * 8_000):
            acknowledged += 1
            assert acknowledged < 2_000
        # It is read-only, and lives: for others, too, and again when it tries the disk anew.
        for _ in range(3):
            refusal = bob.refusal("send", room="lobby", number=1, text="y" * 8_000)
            assert refusal["code"] == 202 and refusal["retry"] > 0
        assert len(bob.history()) == acknowledged
        assert server.get("/health")[0] == 503
        eventually(lambda: server.get("/health")[0] == 200, "the disk is tried again")
        assert bob.refusal("send", room="lobby", number=1, text="y" * 8_000)["code"] == 202
        assert server.get("/health")[0] == 503
    assert server.is_running
    # Each end of the read-only mode is logged, if the server noticed it before it tried the disk
    # anew.
    ends = server.log.count("takes messages again.")
    assert server.log.count("the server is read-only") == ends + 1
    assert server.stop() == 0, server.log
    server.preexec = None
    server.start()
    assert "backup" not in server.log
    with V1(server) as reader:
        assert [event["seq"] for event in reader.history()] == list(range(1, acknowledged + 1))
        assert reader.send("goes on")["seq"] == acknowledged + 1


@pytest.mark.sqlite
def test_an_account_that_was_not_used_for_days_reads_on_a_full_disk(small_disk):
    disk = small_disk("96m")
    server = MartletServer(disk / "data", "--accounts", "open")
    try:
        token = register(server.start(), "ann")["token"]
        with V1(server, token=token) as ann:
            ann.send("kept")
        assert server.stop() == 0
        days_ago = 1_000 * (int(time.time()) - 3 * 86_400)
        with contextlib.closing(sqlite3.connect(server.data / "accounts.db")) as database, database:
            assert database.execute("UPDATE session SET used = ?", (days_ago,)).rowcount == 1
        server.start()
        with open(disk / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
            while True:
                filler.write(b"x" * 4_096)
        # The use can't be written down, now and when the token is looked up again.
        for _ in range(2):
            with V1(server, token=token) as ann:
                assert ann.name == "ann"
                assert [event["text"] for event in ann.history()] == ["kept"]
        (disk / "filler").unlink()
        with V1(server, token=token) as ann:
            assert ann.name == "ann"
        assert server.stop() == 0
    finally:
        server.discard()


@pytest.mark.sqlite
def test_a_start_on_a_full_disk_says_that_it_is_full(small_disk):
    disk = small_disk("96m")
    server = MartletServer(disk / "data")
    try:
        with V1(server.start(), "ann") as ann:
            ann.send("kept")
        assert server.stop() == 0
        with open(disk / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
            while True:
                filler.write(b"x" * 4_096)
        ended = run("serve", *server.flags)
        assert ended.returncode == 1 and "is full: free some space, then try again." in ended.stderr and "Look for old backups" in ended.stderr, ended
        (disk / "filler").unlink()
        with V1(server.start(), "bob") as bob:
            assert [event["text"] for event in bob.history()] == ["kept"]
    finally:
        server.discard()


@pytest.mark.sqlite
@pytest.mark.parametrize("runs", [True, False])
def test_a_deletion_needs_less_room_than_it_deletes_and_says_what_it_frees(small_disk, runs):
    disk = small_disk("96m")
    server = MartletServer(disk / "data")
    try:
        with V1(server.start(), "ann", join=["big"]) as ann:
            for number in range(1, 3_001):
                ann.send("x" * 8_000, room="big", number=number)
            user = ann.welcome["user"]
        assert server.stop() == 0
        if runs:
            server.start()
        fill(disk, 22 << 20)
        ended = run("room", "delete", "big", "--data", server.data)
        assert (ended.returncode, ended.stdout) == (0, "Deleted the room big: 3000 events and 0 files.\n"), ended
        assert "is still nearly full" in ended.stderr and "the database keeps its size" in ended.stderr
        assert run("erase", user, "--data", server.data).returncode == 0
    finally:
        server.discard()


@pytest.mark.sqlite
def test_a_deletion_without_any_room_says_what_it_needs(small_disk):
    disk = small_disk("96m")
    server = MartletServer(disk / "data")
    try:
        with V1(server.start(), "ann", join=["big"]) as ann:
            ann.send("x" * 8_000, room="big")
        (server.data / "replaced-20261121T033000Z").mkdir()
        with open(disk / "filler", "wb", buffering=0) as filler, pytest.raises(OSError):
            while True:
                filler.write(b"x" * 4_096)
        needs_room = (
            f"Error: The disk with {server.data} is full, and a deletion needs up to 32 MiB before it frees any: free some space, then run "
            "the command again. A part may be done already. You may delete what a restore or a repair has set aside: "
            f"{server.data}/replaced-20261121T033000Z. Delete nothing else in the folder: martlet.db-wal has messages, too.\n")
        ended = run("room", "delete", "big", "--data", server.data)
        assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", needs_room)
        (disk / "filler").unlink()
        assert run("room", "delete", "big", "--data", server.data).stdout.startswith("Deleted the room big: ")
    finally:
        server.discard()
