"""The power fails, again and again, while people talk: what the disk had not been told to keep is gone.

`kill -9` proves recovery, not that anything reached the disk: the system's cache survives a process. Here the data folder
is on an ext4 file system of its own, which is shut down without writing its cache or its journal out, as a power cut would.
"""

import fcntl
import hashlib
import os
import struct
import subprocess
import threading
import time
from http.client import HTTPException

import pytest

from martlet_server import MartletServer
from ordeal import Ordeal
from uploads import get, new_id, put, stored
from v1 import V1

# linux/ext4.h: EXT4_IOC_SHUTDOWN, _IOR('X', 125, __u32), and EXT4_GOING_FLAGS_NOLOGFLUSH
SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = struct.pack("I", 2)


class Disk:
    """An ext4 file system in a file, which can lose its power."""

    def __init__(self, folder):
        self.image = folder / "disk.img"
        self.mounted = folder / "disk"
        self.mounted.mkdir()
        with open(self.image, "wb") as file:
            file.truncate(512 << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", str(self.image)], check=True)

    def mount(self):
        return subprocess.run(["mount", "-o", "loop", str(self.image), str(self.mounted)], capture_output=True, text=True)

    def unmount(self):
        subprocess.run(["umount", str(self.mounted)], check=True)

    def lose_power(self):
        root = os.open(self.mounted, os.O_RDONLY)
        try:
            fcntl.ioctl(root, SHUTDOWN, NO_LOG_FLUSH)
        finally:
            os.close(root)


@pytest.fixture
def disk(tmp_path):
    try:
        disk = Disk(tmp_path)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no ext4 can be made here: {error}")
    mounted = disk.mount()
    if mounted.returncode:
        pytest.skip(f"nothing can be mounted here: {mounted.stderr.strip()}")
    yield disk
    disk.unmount()


def cut_power(disk, server):
    disk.lose_power()
    server.kill()
    disk.unmount()
    again = disk.mount()
    assert again.returncode == 0, again.stderr


def test_what_was_acknowledged_survives_every_power_cut(disk, rng, pytestconfig):
    cuts = pytestconfig.option.cuts
    server = MartletServer(disk.mounted / "data")

    begun = time.monotonic()
    try:
        acknowledged, log = Ordeal(server, rng, [lambda: cut_power(disk, server)] * cuts).run()
    finally:
        server.discard()
    print(f"{cuts} power cuts, {acknowledged} acknowledged, {len(log)} in the log, {time.monotonic() - begun:.1f} s")


def test_a_file_that_was_acknowledged_survives_a_power_cut(disk, rng, pytestconfig):
    """And one that was not is whole or not there; nothing is left over."""
    server = MartletServer(disk.mounted / "data").start()
    kept = {}
    try:
        with V1(server, "ann") as ann:
            token = ann.token
        for _ in range(min(10, pytestconfig.option.cuts)):
            data = {new_id(): os.urandom(rng.randrange(1, 3_000_000)) for _ in range(3)}
            acknowledged = {}

            def upload(id):
                try:
                    if put(server, token, data[id], id).status == 201:
                        acknowledged[id] = hashlib.sha256(data[id]).digest()
                except (OSError, EOFError, HTTPException):
                    pass

            threads = [threading.Thread(target=upload, args=(id,)) for id in data]
            for thread in threads:
                thread.start()
            time.sleep(rng.random() * 0.2)
            # What is acknowledged from here on may come after the cut.
            kept |= acknowledged
            cut_power(disk, server)
            for thread in threads:
                thread.join()
            server.start()
            for id, digest in kept.items():
                assert hashlib.sha256(get(server, id).body).digest() == digest
            for id in data.keys() - kept.keys():
                answer = get(server, id)
                assert answer.status in (200, 404)
                if answer.status == 200:
                    assert answer.body == data[id]
                    kept[id] = hashlib.sha256(data[id]).digest()
            names, incoming = stored(server)
            assert len(names) == len(kept) and not incoming
    finally:
        server.discard()


def test_a_guest_is_known_after_a_power_cut_though_nobody_had_spoken(disk):
    server = MartletServer(disk.mounted / "data").start()
    try:
        with V1(server, "ann") as ann:
            token, user = ann.token, ann.user
        cut_power(disk, server)
        with V1(server.start(), token=token) as ann:
            assert ann.user == user
    finally:
        server.discard()


def test_a_power_cut_while_the_server_starts_for_the_first_time(disk, rng, pytestconfig):
    for number in range(pytestconfig.option.cuts):
        server = MartletServer(disk.mounted / f"data{number}")
        try:
            server.spawn()
            time.sleep(rng.random() * 0.1)
            cut_power(disk, server)
            with V1(server.start()) as ann:
                assert ann.send("Hello", number=1)["seq"] == 1
        finally:
            server.discard()
