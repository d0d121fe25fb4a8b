"""Files in a bucket: complete there before they are acknowledged, read through the server, and refused for a while when it is away."""

import fcntl
import hashlib
import http.client
import os
import socket
import threading

import pytest

from deadline import eventually
from martlet_server import MartletServer, run
from s3 import S3
from uploads import ask, get, new_id, png, put
from v1 import V1


@pytest.fixture(scope="module")
def cloud():
    """A service that tests may end and start."""
    service = S3()
    yield service
    service.end()


@pytest.fixture
def bucket(serve, cloud, tmp_path):
    """Starts servers whose files are in a bucket of that service."""

    def start(*flags, data=None, port=None, env=None, **options):
        data = data or tmp_path / "data0"
        server = serve("--files", cloud.address(data, port), *flags, data=data, env=(env or cloud.environment), **options)
        server.cloud = cloud
        return server

    return start


class Wire:
    """A proxy in front of the service. A test can make it wait, cut connections, or answer in place of the service."""

    def __init__(self, port):
        self.target, self.answer, self.cut_after = port, None, None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.open = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.pair, args=(client,), daemon=True).start()

    def pair(self, client):
        self.open.append(client)
        try:
            service = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            return client.close()
        self.open.append(service)
        threading.Thread(target=self.copy, args=(client, service, True), daemon=True).start()
        self.copy(service, client, False)

    def copy(self, source, sink, is_request):
        passed = 0
        try:
            while data := source.recv(65_536):
                if is_request and self.answer:
                    source.sendall(self.answer)
                    break
                sink.sendall(data)
                passed += len(data)
                if self.cut_after is None:
                    passed = 0
                elif not is_request and passed > self.cut_after:
                    break
        except OSError:
            pass
        for one in (source, sink):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()
        for one in self.open:
            one.close()


@pytest.fixture
def wire(cloud):
    wire = Wire(cloud.port)
    yield wire
    wire.close()


def folder(server):
    files = server.data / "files"
    return [entry.name for entry in files.rglob("*") if entry.is_file()]


def test_a_file_is_in_the_bucket_and_nowhere_else(bucket, cloud):
    server = bucket()
    data = png(1600, 1200, filler=3_000_000)
    with V1(server, "ann") as ann:
        answer = put(server, ann.token, data)
        assert answer.status == 201
        id = answer.json["id"]
        assert list(cloud.objects(server.data).values()) == [len(data)] and folder(server) == []
        assert get(server, id).body == data
        part = get(server, id, Range="bytes=1000000-1999999")
        assert (part.status, part.body) == (206, data[1_000_000:2_000_000])
        assert part.headers["Content-Range"] == f"bytes 1000000-1999999/{len(data)}"
        assert get(server, id, Range="bytes=-1").body == data[-1:]
        assert get(server, id, "HEAD").headers["Content-Length"] == str(len(data))
        seq = ann.change("send", text="a picture", attachment=answer.json)["seq"]
        ann.change("delete", of=seq)
        eventually(lambda: not cloud.objects(server.data), "the object is deleted with its message")
        assert get(server, id).status == 404
    assert server.get("/health")[1] == "ok\nfiles: their storage can be used\n"
    for secret in ("testing", "AWS4-HMAC"):
        assert secret not in server.log


def test_a_second_server_has_the_files_and_their_bucket(serve, cloud, postgres, tmp_path):
    """One database, one bucket, two data folders: the key in the database says to which log the files belong."""
    one, other = tmp_path / "one", tmp_path / "other"
    flags = ("--store", postgres.database(tmp_path), "--files", cloud.address(one))
    active = serve(*flags, data=one, env=cloud.environment)
    data = png(filler=1_000)
    with V1(active, "ann") as ann:
        attachment = put(active, ann.token, data).json
        ann.change("send", text="a picture", attachment=attachment)
        second = serve(*flags, "--standby", data=other, env=cloud.environment, waits=True)
        eventually(lambda: "stands by" in second.log, "it stands by")
        active.kill()
        second.await_ready()
        assert get(second, attachment["id"]).body == data
        assert put(second, ann.token, data).status == 201


def test_files_are_the_same_on_every_server_of_a_cluster(serve, cloud, postgres, tmp_path):
    folders = [tmp_path / "one", tmp_path / "other"]
    flags = ("--cluster", "on", "--store", postgres.database(tmp_path), "--files", cloud.address(folders[0]))
    one, other = (serve(*flags, data=folder, env=cloud.environment) for folder in folders)
    data = png(filler=1_000)
    with V1(one, "ann") as ann, V1(other, "bob") as bob:
        attachment = put(one, ann.token, data).json
        # A message may take a file that another server has received.
        seq = ann.change("send", text="a picture", attachment=attachment)["seq"]
        bob.event(text="a picture")
        assert get(other, attachment["id"]).body == data
        bobs = put(other, bob.token, data).json
        with V1(one, token=bob.token, name="bob", device=bob.device) as bob_again:
            bob_again.number = bob.number
            bob_again.change("send", text="mine", attachment=bobs)
        # An address that one server has signed counts on the other one.
        answer = ask(one, "POST", f"/v1/files/{attachment['id']}/address", {"Authorization": f"Bearer {ann.token}"})
        assert answer.status == 200, answer.body
        assert ask(other, "GET", answer.json["path"]).body == data
        # A server that starts later takes nobody's file for a leftover.
        waiting = put(one, ann.token, png(filler=500)).json
        third = serve(*flags, data=tmp_path / "third", env=cloud.environment)
        ann.change("send", text="it waited", attachment=waiting)
        assert get(third, waiting["id"]).status == 200
        ann.change("delete", of=seq)
        eventually(lambda: get(other, attachment["id"]).status == 404, "it is gone on every server")


def test_the_largest_file_takes_little_memory(bucket, cloud):
    server = bucket()
    data = os.urandom(26_214_400)
    with V1(server, "ann") as ann:
        put(server, ann.token, png(filler=1_000_000))
        before = server.resident_bytes()
        ids = [put(server, ann.token, data).json["id"] for _ in range(3)]
        assert hashlib.sha256(get(server, ids[0]).body).digest() == hashlib.sha256(data).digest()
        # A reader that does not read holds up the service, and not the server's memory.
        readers = []
        for id in ids * 2:
            reader = socket.create_connection(("127.0.0.1", server.port))
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.sendall(f"GET /v1/files/{id} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            assert reader.recv(12) == b"HTTP/1.1 200"
            readers.append(reader)
        assert get(server, ids[1], Range="bytes=0-9").body == data[:10]
        assert server.resident_bytes() - before < 40_000_000
        for reader in readers:
            reader.close()


def test_a_service_that_is_away_refuses_files_and_nothing_else(bucket, cloud):
    server = bucket()
    data = png(filler=1_000)
    with V1(server, "ann") as ann:
        attachment = put(server, ann.token, data).json
        seq = ann.change("send", text="x", attachment=put(server, ann.token, data).json)["seq"]
        cloud.kill()
        try:
            for answer in (put(server, ann.token, data), get(server, attachment["id"])):
                assert (answer.status, answer.code) == (503, 202) and answer.json["temporary"]
                assert answer.json["retry"] == 5_000
            assert folder(server) == []
            assert "files: their storage can't be used" in server.get("/health")[1]
            assert server.metrics()["martlet_file_storage_failures_total"] >= 2
            assert server.log.count("The storage of files failed.") == 1
            assert ann.send("and the talk goes on")["seq"] > seq
            ann.change("delete", of=seq)
        finally:
            cloud.restart()
        assert get(server, attachment["id"]).body == data
        assert put(server, ann.token, data).status == 201
        assert server.get("/health")[1] == "ok\nfiles: their storage can be used\n"
        eventually(lambda: len(cloud.objects(server.data)) == 2, "what was deleted meanwhile is deleted now")


def test_an_answer_of_503_and_an_upload_that_is_cut(bucket, cloud, wire):
    server = bucket(port=wire.port)
    data = png(filler=2_000_000)
    with V1(server, "ann") as ann:
        wire.answer = b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        answer = put(server, ann.token, data)
        assert (answer.status, answer.code) == (503, 202)
        wire.answer = None
        id = new_id()
        assert put(server, ann.token, data, id).status == 201
        assert get(server, id).body == data
        # A download that the service does not finish ends without an end, so nobody takes it as
        # complete.
        wire.cut_after = 500_000
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            get(server, id)
        wire.cut_after = None
        assert get(server, id).body == data
        assert ann.send("and the talk goes on")["seq"] == 1


def test_a_service_that_ignores_which_part_is_wanted(bucket, cloud, wire):
    server = bucket(port=wire.port)
    data = png(filler=1_000)
    with V1(server, "ann") as ann:
        id = put(server, ann.token, data).json["id"]
    whole = b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123456789"
    other = whole.replace(b"200 OK", b"206 Partial Content\r\nContent-Range: bytes 0-9/10")
    for wire.answer in whole, other:
        answer = get(server, id, Range="bytes=5-14")
        assert (answer.status, answer.code) == (503, 202)
    assert "Use a service that supports Range." in server.log
    wire.answer = None
    assert get(server, id, Range="bytes=5-14").body == data[5:15]


def test_an_upload_in_which_the_service_ends(bucket, cloud):
    """It is refused, or complete: never acknowledged without its bytes."""
    server = bucket()
    with V1(server, "ann") as ann:
        data, answers = {new_id(): os.urandom(8_000_000) for _ in range(3)}, {}

        def upload(id):
            answers[id] = put(server, ann.token, data[id], id)

        threads = [threading.Thread(target=upload, args=(id,)) for id in data]
        for thread in threads:
            thread.start()
        eventually(lambda: folder(server) or answers, "an upload is under way")
        cloud.kill()
        try:
            for thread in threads:
                thread.join()
        finally:
            cloud.restart()
        for id, answer in answers.items():
            if answer.status == 201:
                assert get(server, id).body == data[id]
            else:
                assert (answer.status, answer.code) == (503, 202)
                assert put(server, ann.token, data[id], id).status == 201
        eventually(lambda: len(cloud.objects(server.data)) == 3, "no other objects stay")


def test_kill_9_between_object_and_record(bucket, cloud, rng):
    """Never a record without an object; objects without a record go at the next start."""
    server = bucket()
    token, kept = None, {}
    for _ in range(6):
        with V1(server, **({"token": token} if token else {})) as ann:
            token = ann.token
        data = {new_id(): png(filler=rng.randrange(1, 2_000_000)) for _ in range(3)}

        def upload(id):
            try:
                if put(server, token, data[id], id).status == 201:
                    kept[id] = data[id]
            except (OSError, http.client.HTTPException, ValueError):
                pass

        threads = [threading.Thread(target=upload, args=(id,)) for id in data]
        for thread in threads:
            thread.start()
        # As soon as an object is there that was not there before.
        eventually(lambda: len(cloud.objects(server.data)) > len(kept) or not any(t.is_alive() for t in threads), "an object")
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        for id in data:
            answer = get(server, id)
            if answer.status == 200:
                kept[id] = data[id]
                assert answer.body == data[id]
        for id, content in kept.items():
            assert get(server, id).body == content
        eventually(lambda: len(cloud.objects(server.data)) == len(kept), "objects without a record are deleted")
        assert folder(server) == [] and "Files are missing" not in server.log
    cloud.put(server.data, "README", b"the operator's")
    lost, *others = [name for name in cloud.objects(server.data) if name != "README"]
    cloud.put(server.data, new_id(), b"bytes of no file")
    cloud.delete(server.data, lost)
    server.kill()
    before = len(server.log)
    server.start()
    eventually(lambda: "Files are missing" in server.log[before:], "the missing file is told")
    eventually(lambda: set(cloud.objects(server.data)) == {"README", *others}, "the leftover is deleted, and nothing else")


def refusal(data, address, env):
    """What a server says that does not start."""
    ended = run("serve", "--data", data, "--port", 0, "--line-port", 0, "--files", address, env=env)
    assert ended.returncode == 1 and not ended.stdout
    return ended.stderr


def test_what_is_wrong_at_the_start_is_a_sentence(cloud, tmp_path):
    data, right = tmp_path / "data", cloud.environment
    address = cloud.address(data)
    assert "set AWS_ACCESS_KEY_ID" in refusal(data, address, {key: "" for key in right})
    assert "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" in refusal(data, address, right | {"AWS_SECRET_ACCESS_KEY": "wrong"})
    assert "AWS_ACCESS_KEY_ID" in refusal(data, address, right | {"AWS_ACCESS_KEY_ID": "nobody"})
    assert "There is no bucket nobucket" in refusal(data, address.replace(cloud.bucket(data), "nobucket"), right)
    assert "region=us-east-1" in refusal(data, address.replace("us-east-1", "eu-west-1"), right)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert "can't be reached" in refusal(data, cloud.address(data, port), right)
    ended = run("serve", "--data", data, "--files", "s3://x", env=right)
    assert ended.returncode != 0 and "s3://bucket/prefix" in ended.stderr


def test_a_bucket_of_another_server_is_not_touched(bucket, cloud, tmp_path):
    server = bucket()
    with V1(server, "ann") as ann:
        assert put(server, ann.token, png()).status == 201
    assert server.stop() == 0
    assert "files of another server" in refusal(tmp_path / "other", cloud.address(server.data), cloud.environment)
    assert len(cloud.objects(server.data)) == 1
    # And a folder whose files are in a bucket is not served without it.
    ended = run("serve", "--data", server.data, "--port", 0, "--line-port", 0)
    assert ended.returncode == 1 and "Give that address with --files" in ended.stderr


def test_print_config_shows_no_secret(cloud, tmp_path):
    printed = run("serve", "--print-config", "--files", cloud.address(tmp_path), env=cloud.environment)
    assert printed.returncode == 0 and "files" in printed.stdout and "testing" not in printed.stdout


@pytest.mark.sqlite
def test_files_of_the_folder_go_to_the_bucket(bucket, cloud, serve, tmp_path):
    data = tmp_path / "data0"
    server = serve("--files", "on", data=data)
    with V1(server, "ann") as ann:
        contents = {}
        for _ in range(3):
            content = png(filler=5_000)
            attachment = put(server, ann.token, content).json
            ann.change("send", text="x", attachment=attachment)
            contents[attachment["id"]] = content
    assert server.stop() == 0
    address, env = cloud.address(data), cloud.environment
    early = run("files", "copy", address, "--data", data, env=env)
    assert early.returncode != 0 and "Start it with --files" in early.stderr
    server = bucket(data=data)
    assert all(get(server, id).body == content for id, content in contents.items())
    # One that copied beside another one would take files for deleted, and delete their objects.
    other = os.open(data / "files", os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    refused = run("files", "copy", address, "--data", data, env=env)
    assert refused.returncode != 0 and "Another martlet files copy is at work" in refused.stderr
    os.close(other)
    copied = run("files", "copy", address, "--data", data, env=env)
    assert copied.returncode == 0 and "Copied 3 files" in copied.stdout, copied
    assert folder(server) == [] and len(cloud.objects(data)) == 3
    assert all(get(server, id).body == content for id, content in contents.items())
    assert "Copied 0 files" in run("files", "copy", address, "--data", data, env=env).stdout


@pytest.mark.sqlite
def test_check_backup_and_export_read_the_bucket(bucket, cloud, tmp_path):
    server = bucket()
    contents = {}
    with V1(server, "ann") as ann:
        for _ in range(2):
            content = png(filler=3_000_000)
            attachment = put(server, ann.token, content).json
            ann.change("send", text="x", attachment=attachment)
            contents[attachment["id"]] = content
    data, env = server.data, cloud.environment
    checked = run("check", "--data", data, env=env)
    assert checked.returncode == 0 and "2 files: no findings" in checked.stderr, checked
    blind = run("check", "--data", data, env={key: "" for key in env})
    assert blind.returncode == 2 and "AWS_ACCESS_KEY_ID" in blind.stderr
    saved = run("backup", tmp_path / "a.tar", "--data", data, env=env)
    assert saved.returncode == 0 and "2 files" in saved.stdout, saved
    exported = run("export", tmp_path / "out", "--data", data, env=env)
    assert exported.returncode == 0, exported
    assert {entry.name.upper(): entry.read_bytes() for entry in (tmp_path / "out/files").iterdir()} == contents
    restored = run("restore", tmp_path / "a.tar", "--data", tmp_path / "again", env=env)
    assert restored.returncode == 0, restored
    back = MartletServer(tmp_path / "again", "--files", "on").start()
    assert all(get(back, id).body == content for id, content in contents.items())
    back.discard()
    cloud.delete(data, next(iter(cloud.objects(data))))
    checked = run("check", "--data", data, env=env)
    assert checked.returncode == 1 and "is missing" in checked.stdout
    # An outage is no finding, so no repair forgets files for it.
    cloud.kill()
    try:
        failed = run("check", "--data", data, env=env)
        assert failed.returncode == 2 and "can't be reached" in failed.stderr
    finally:
        cloud.restart()
