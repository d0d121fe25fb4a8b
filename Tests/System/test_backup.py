"""martlet backup beside a running server, and martlet restore."""

import collections
import fcntl
import hashlib
import random
import shutil
import subprocess
import tarfile
import threading
import time

import pytest

from deadline import eventually
from martlet_server import BINARY, MartletServer, clean_environment, run
from uploads import get, put
from v1 import V1


def backup(server, archive):
    ended = run("backup", archive, "--data", server.data)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def restore(archive, data, *flags):
    return run("restore", archive, "--data", data, *flags)


def content(folder):
    """Every file of a folder with its bytes, but for the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".lock"}


class Talker(threading.Thread):
    """Sends until it is told to stop, and keeps what was acknowledged."""

    def __init__(self, server, name, room):
        super().__init__()
        self.server, self.room = server, room
        self.client = V1(server, name, join=(room,))
        self.acknowledged = []
        self.ending = threading.Event()

    def run(self):
        while not self.ending.is_set():
            text = f"{self.client.name} {len(self.acknowledged)}"
            self.acknowledged.append((self.client.send(text, self.room)["seq"], text))

    def stop(self):
        self.ending.set()
        self.join()
        self.client.close()


def with_file(client, server, data):
    attachment = put(server, client.token, data).json
    client.change("send", text="a file", attachment=attachment)
    return attachment["id"]


def test_backed_up_under_load_killed_and_restored(serve, tmp_path):
    server = serve()
    files = {}
    with V1(server, "ann") as ann:
        token, user = ann.token, ann.user
        for size in (1, 511, 512, 513, 300_000):
            data = random.Random(size).randbytes(size)
            files[with_file(ann, server, data)] = data
        ann.send("to be deleted")
    talkers = [Talker(server, f"talker-{i}", f"room-{i % 2}") for i in range(4)]
    for talker in talkers:
        talker.start()
    eventually(lambda: all(len(talker.acknowledged) >= 50 for talker in talkers), "everyone has talked")
    before = [list(talker.acknowledged) for talker in talkers]
    said = backup(server, tmp_path / "martlet.tar")
    for talker in talkers:
        talker.stop()
    server.kill()
    assert "5 files" in said

    archive = tmp_path / "martlet.tar"
    assert archive.stat().st_mode & 0o777 == 0o600
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    assert names[:2] == ["martlet.db", "token.key"] and names[-1] == "backup.json" and len(names) == 8
    assert sorted(path.name for path in tmp_path.iterdir() if "unfinished" in path.name) == []

    restored = tmp_path / "elsewhere" / "restored"
    ended = restore(archive, restored)
    assert ended.returncode == 0, ended.stderr
    again = serve(data=restored)
    with V1(again, join=("lobby", "room-0", "room-1"), token=token) as reader:
        assert reader.user == user
        for room in ("room-0", "room-1"):
            log = {event["seq"]: event["text"] for event in reader.history(room)}
            assert list(log) == list(range(1, len(log) + 1))
            for talker, acknowledged in zip(talkers, before):
                if talker.room == room:
                    assert all(log[seq] == text for seq, text in acknowledged)
                    assert all(log[seq] == text for seq, text in talker.acknowledged if seq in log)
    for id, data in files.items():
        assert hashlib.sha256(get(again, id).body).digest() == hashlib.sha256(data).digest()


def test_restored_over_a_newer_log_clients_begin_afresh(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("kept")
        epoch = ann.joined["lobby"]["epoch"]
        backup(server, tmp_path / "a.tar")
        ann.send("later")
    assert "in use by another server" in restore(tmp_path / "a.tar", server.data, "--replace").stderr
    server.stop()

    before = content(server.data)
    ended = restore(tmp_path / "a.tar", server.data)
    assert ended.returncode == 1 and "--replace" in ended.stderr
    assert content(server.data) == before

    ended = restore(tmp_path / "a.tar", server.data, "--replace")
    assert ended.returncode == 0, ended.stderr
    [former] = server.data.glob("replaced-*")
    assert str(former) in ended.stdout
    assert {name: (former / name).read_bytes() for name in content(former)} == {
        name: bytes for name, bytes in before.items() if not name.endswith("-shm")}
    server.start()
    with V1(server, "bob") as bob:
        assert [event["text"] for event in bob.history()] == ["kept"]
        assert bob.joined["lobby"]["epoch"] != epoch


@pytest.mark.parametrize("damage", ["first", "database", "file", "manifest", "short", "end", "empty", "missing"])
def test_a_damaged_backup_changes_nothing(serve, tmp_path, damage):
    server = serve()
    with V1(server, "ann") as ann:
        with_file(ann, server, b"\x00\x01" * 5_000)
        backup(server, tmp_path / "a.tar")
    server.stop()
    archive = tmp_path / "a.tar"
    good = archive.read_bytes()
    with tarfile.open(archive) as tar:
        offsets = {member.name.split("/")[0]: member.offset_data for member in tar}
    flipped = {"first": 3, "database": offsets["martlet.db"] + 5_000, "file": offsets["files"] + 77, "manifest": offsets["backup.json"] + 30}
    if damage in flipped:
        at = flipped[damage]
        archive.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
    elif damage == "missing":
        archive.unlink()
    else:
        archive.write_bytes(good[:{"short": len(good) // 2, "end": len(good) - 1_500, "empty": 0}[damage]])
    before = content(server.data)
    for data, flags in [(server.data, ["--replace"]), (tmp_path / "fresh", [])]:
        ended = restore(archive, data, *flags)
        assert ended.returncode == 1 and len(ended.stderr.strip().splitlines()) == 1, ended
        assert str(archive) in ended.stderr
        # An archive can't be repaired.
        assert "--repair" not in ended.stderr and ".recover" not in ended.stderr
        assert damage == "missing" or "use another" in ended.stderr.lower()
    assert content(server.data) == before
    assert content(tmp_path / "fresh") == {}


@pytest.mark.sqlite
def test_what_is_refused_leaves_nothing_behind(tmp_path):
    archive = tmp_path / "archive.tar"
    archive.write_bytes(b"no backup")
    ended = restore(archive, tmp_path / "new" / "data")
    assert ended.returncode == 1 and not (tmp_path / "new" / "data").exists()
    # A start is refused because the watermark can't be written, and makes no empty database.
    data = tmp_path / "data"
    (data / "martlet.db.watermark").mkdir(parents=True)
    ended = run("serve", *MartletServer(data).flags)
    assert ended.returncode == 1 and "martlet.db.watermark can't be written" in ended.stderr
    assert not (data / "martlet.db").exists()


def test_a_restore_that_was_interrupted_is_not_served(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("kept")
    backup(server, tmp_path / "a.tar")
    server.stop()
    (server.data / "restoring").mkdir()
    (server.data / "martlet.db").unlink()
    ended = run("serve", "--data", server.data, "--port", 0, "--line-port", 0)
    assert ended.returncode == 1 and "martlet restore" in ended.stderr
    assert restore(tmp_path / "a.tar", server.data).returncode == 1
    ended = restore(tmp_path / "a.tar", server.data, "--replace")
    assert ended.returncode == 0, ended.stderr
    assert not (server.data / "restoring").exists()
    server.start()
    with V1(server, "bob") as bob:
        assert [event["text"] for event in bob.history()] == ["kept"]


def test_a_restore_that_is_killed_leaves_one_log_or_the_other_or_says_so(serve, tmp_path, rng):
    server = serve()
    with V1(server, "ann") as ann:
        with_file(ann, server, b"old" * 20_000)
        backup(server, tmp_path / "a.tar")
        ann.send("only in the former log")
    server.stop()
    key = (server.data / "token.key").read_bytes()
    fates = collections.Counter()
    for round in range(25):
        data = tmp_path / f"round-{round}"
        shutil.copytree(server.data, data)
        former = content(data)
        # The calls that move things are few and quick; the process ends at one of them, or
        # somewhere on the way there.
        arguments = [BINARY, "restore", str(tmp_path / "a.tar"), "--data", str(data), "--replace"]
        if shutil.which("strace") and round % 2:
            number = rng.randrange(1, 14)
            arguments = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject=?rename,?renameat,?renameat2:signal=KILL:when={number}", *arguments]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment())
        if "strace" not in arguments:
            time.sleep(rng.uniform(0, 0.15))
            process.kill()
        process.wait()
        if (data / "martlet.db").exists():
            again = MartletServer(data)
            try:
                with V1(again.start(), "bob") as bob:
                    texts = [event["text"] for event in bob.history()]
                    assert len(texts) in (1, 2)
                    fates["former" if len(texts) == 2 else "restored"] += 1
                    if len(texts) == 1:
                        assert (data / "token.key").read_bytes() == key
                    # Its file is there in either case.
                    id = bob.history()[0]["attachment"]["id"]
                    assert get(again, id).body == b"old" * 20_000
            finally:
                again.discard()
            continue
        fates["interrupted"] += 1
        ended = run("serve", "--data", data, "--port", 0, "--line-port", 0)
        assert ended.returncode == 1 and "martlet restore" in ended.stderr
        ended = restore(tmp_path / "a.tar", data, "--replace")
        assert ended.returncode == 0, ended.stderr
        [kept] = data.glob("replaced-*")
        assert content(kept) == {name: bytes for name, bytes in former.items() if not name.endswith("-shm")}
        assert [event["text"] for event in V1(serve(data=data), "bob").history()][1:] == []
    print(dict(fates))


def test_a_backup_of_what_is_damaged_is_refused(serve, tmp_path):
    server = serve()
    data = b"\x07" * 4_000
    with V1(server, "ann") as ann:
        with_file(ann, server, data)
        ann.send("ORIGINAL-TEXT")
    server.stop()
    place = next(path for path in (server.data / "files").iterdir() if path.is_file())
    place.write_bytes(b"\x08" + data[1:])
    ended = run("backup", tmp_path / "a.tar", "--data", server.data)
    assert ended.returncode == 1 and "is not what was uploaded" in ended.stderr
    place.unlink()
    assert "Left out: 1 file" in backup(server, tmp_path / "b.tar")

    database = server.data / "martlet.db"
    database.write_bytes(database.read_bytes().replace(b"ORIGINAL-TEXT", b"ORIGINAL-TEXX"))
    ended = run("backup", tmp_path / "c.tar", "--data", server.data)
    assert ended.returncode == 1 and "is damaged" in ended.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.tar", "data0"]


def test_a_killed_server_can_be_backed_up_and_its_folder_may_be_named_by_the_environment(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("in the write-ahead log alone")
    server.kill()
    ended = run("backup", tmp_path / "a.tar", env={"MARTLET_DATA": str(server.data)})
    assert ended.returncode == 0, ended.stderr
    ended = run("backup", tmp_path / "a.tar", env={"MARTLET_DATA": str(server.data)})
    assert ended.returncode == 1 and "already exists" in ended.stderr
    ended = run("backup", tmp_path / "b.tar", "--data", tmp_path / "nowhere")
    assert ended.returncode == 1 and "There is no database" in ended.stderr
    assert restore(tmp_path / "a.tar", tmp_path / "restored").returncode == 0
    with V1(serve(data=tmp_path / "restored"), "bob") as bob:
        assert [event["text"] for event in bob.history()] == ["in the write-ahead log alone"]


@pytest.mark.sqlite
@pytest.mark.parametrize("size", ["1m", "3m"])
def test_a_full_disk_of_the_archive_is_named(serve, small_disk, size):
    """On the smaller disk there is no room for the copy of the database, on the other none for the archive."""
    server = serve()
    disk = small_disk(size)
    with V1(server, "ann") as ann:
        for _ in range(250):
            ann.send("x" * 8_000)
    ended = run("backup", disk / "a.tar", "--data", server.data)
    assert ended.returncode == 1 and f"The disk with {disk / 'a.tar'} is full." in ended.stderr, ended
    assert "twice the database's size" in ended.stderr and "martlet.db" not in ended.stderr
    assert list(disk.iterdir()) == []


@pytest.mark.sqlite
def test_a_second_backup_to_the_same_name_is_refused(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("kept")
    unfinished = tmp_path / "a.tar.unfinished"
    with open(unfinished, "wb") as other:
        other.write(b"of another backup")
        other.flush()
        fcntl.flock(other, fcntl.LOCK_EX)
        ended = run("backup", tmp_path / "a.tar", "--data", server.data)
        assert ended.returncode == 1 and "Another backup is being written to" in ended.stderr, ended
        assert unfinished.read_bytes() == b"of another backup"
    # One that ended without removing its file is in nobody's way.
    backup(server, tmp_path / "a.tar")
    assert not unfinished.exists()

    arguments = [BINARY, "backup", str(tmp_path / "b.tar"), "--data", str(server.data)]
    both = [
        subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=clean_environment(), text=True)
        for _ in range(2)]
    said = [process.communicate()[1] for process in both]
    assert sorted(process.returncode for process in both) == [0, 1], said
    assert not list(tmp_path.glob("*.unfinished*"))
    for name in ("a.tar", "b.tar"):
        assert restore(tmp_path / name, tmp_path / f"restored-{name}").returncode == 0


@pytest.mark.parametrize("words", [
    ["restore", "some.tar", "--data", ""], ["check", "--data", ""], ["move", "--from", "", "--to", "postgres://host/chat"],
    ["send", "lobby", "x", "--outbox", ""], ["chat", "--outbox", ""], ["export", ""], ["backup", ""],
])
def test_a_folder_without_a_name_is_not_the_working_folder(tmp_path, words):
    ended = run(*words, cwd=tmp_path, stdin=subprocess.DEVNULL)
    assert ended.returncode == 64 and "empty." in ended.stderr, ended
    assert not list(tmp_path.iterdir())


@pytest.mark.sqlite
def test_a_backup_does_not_go_to_standard_output(serve, tmp_path):
    server = serve()
    ended = run("backup", "-", "--data", server.data, cwd=tmp_path)
    assert ended.returncode != 0 and ended.stdout == ""
    assert "A backup can't go to standard output. Name a file." in ended.stderr
    assert not (tmp_path / "-").exists()
