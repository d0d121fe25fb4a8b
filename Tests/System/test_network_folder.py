"""A data folder on a network file system is refused."""

import ctypes
import os
import struct
import threading

import pytest

from martlet_server import run

LIBC = ctypes.CDLL(None, use_errno=True)


class EmptyFolder:
    """The least that a FUSE file system must answer (linux/fuse.h): an empty folder, mounted under a name of choice."""

    def __init__(self, place, kind):
        self.place = str(place)
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40755,user_id=0,group_id=0,allow_other"
        if LIBC.mount(kind.encode(), self.place.encode(), kind.encode(), 0, options.encode()):
            os.close(self.device)
            pytest.skip(f"FUSE can't be mounted here: {os.strerror(ctypes.get_errno())}")
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        try:
            while True:
                request = os.read(self.device, 1 << 20)
                length, code, unique, node, *_ = struct.unpack_from("<IIQQIIII", request)
                if code in (2, 36, 42):  # FORGET, INTERRUPT, BATCH_FORGET: no answer
                    continue
                error, body = self._answer(code)
                os.write(self.device, struct.pack("<IiQ", 16 + len(body), error, unique) + body)
        except OSError:
            pass

    def _answer(self, code):
        if code == 26:  # INIT
            return 0, struct.pack("<IIIIHHIIHHI", 7, 31, 65_536, 0, 16, 12, 65_536, 1, 16, 0, 0) + bytes(28)
        if code == 3:  # GETATTR
            attributes = struct.pack("<QQQQQQIIIIIIIIII", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0o40755, 2, 0, 0, 0, 4_096, 0)
            return 0, struct.pack("<QII", 1, 0, 0) + attributes
        if code == 17:  # STATFS
            return 0, struct.pack("<QQQQQIIII", 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 4_096, 255, 4_096, 0) + bytes(24)
        return (-2, b"") if code == 1 else (-38, b"")  # LOOKUP finds nothing; nothing else is done

    def close(self):
        LIBC.umount2(self.place.encode(), 2)
        os.close(self.device)


@pytest.fixture
def mount(tmp_path):
    mounted = []

    def make(kind):
        place = tmp_path / "mounted"
        place.mkdir()
        mounted.append(EmptyFolder(place, kind))
        return place

    if not os.access("/dev/fuse", os.R_OK | os.W_OK):
        pytest.skip("no FUSE here")
    yield make
    for folder in mounted:
        folder.close()


@pytest.mark.parametrize("kind", ["fuse.sshfs", "fuse.s3fs"])
def test_a_folder_of_another_machine_is_refused(mount, kind):
    place = mount(kind)
    ended = run("serve", "--data", place, "--port", "0", "--line-port", "0")
    assert ended.returncode == 1, ended
    assert len(ended.stderr.splitlines()) == 1
    assert f"{place} is on a network file system ({kind})" in ended.stderr and "Choose a folder" in ended.stderr


def test_a_program_that_stores_on_this_machine_is_not_taken_for_a_network_folder(mount):
    """It fails here for another reason: this one can't make a file."""
    ended = run("serve", "--data", mount("fuse.gocryptfs"), "--port", "0", "--line-port", "0")
    assert ended.returncode == 1 and "network" not in ended.stderr, ended


def test_memory_is_allowed(small_disk, serve):
    assert serve(data=small_disk("64m") / "data").get("/health")[0] == 200
