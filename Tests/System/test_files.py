"""Files: sent before their message, kept through every end of the server, given to everybody who knows their id, and gone with the message."""

import base64
import contextlib
import hashlib
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
import uuid

import pytest

from deadline import eventually
from martlet_server import MartletServer, run
from raw import RawSocket
from test_membership import make_group
from uploads import Upload, ask, get, new_id, path, png, put, stored
from v1 import V1


@pytest.fixture(scope="module")
def ann(server_of_a_file):
    with V1(server_of_a_file, "ann") as ann:
        yield ann


def test_a_picture_goes_up_with_a_message_and_comes_down(server):
    data = png(1600, 1200, filler=300_000)
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        assert ann.welcome["limits"]["file"] == 26_214_400
        id = new_id()
        answer = put(server, ann.token, data, id, "été.png", Content_Type="text/html")
        assert answer.status == 201
        attachment = {"id": id, "name": "été.png", "type": "image/png", "size": len(data), "width": 1600, "height": 1200}
        assert answer.json == attachment
        sent = ann.change("send", text="été.png", attachment=attachment)
        assert bob.event(seq=sent["seq"])["attachment"] == attachment
        assert bob.history()[-1]["attachment"] == attachment
        answer = get(server, id)
        assert (answer.status, answer.body) == (200, data)
        headers = answer.headers
        assert headers["Content-Type"] == "image/png" and headers["Content-Length"] == str(len(data))
        assert headers["Content-Disposition"] == "inline; filename=\"__t__.png\"; filename*=UTF-8''%C3%A9t%C3%A9.png"
        assert headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "private, no-cache"
        head = get(server, id, "HEAD")
        assert (head.status, head.body, head.headers["Content-Length"]) == (200, b"", str(len(data)))
        assert get(server, id, If_None_Match=headers["ETag"]).status == 304
        assert get(server, id.lower()).status == 200
    assert len(stored(server)[0]) == 1 and not stored(server)[1]


def test_with_curl(server, tmp_path):
    file = tmp_path / "large.bin"
    file.write_bytes(os.urandom(3_000_000))
    with V1(server, "ann") as ann:
        command = ["curl", "-sS", "-v", "-f", "-T", str(file), "-H", f"Authorization: Bearer {ann.token}", "-H", "Expect: 100-continue"]
        id = new_id()
        for _ in range(2):
            sent = subprocess.run([*command, server.url + path(id)], capture_output=True, text=True, timeout=300)
            assert sent.returncode == 0 and "HTTP/1.1 100 Continue" in sent.stderr, sent.stderr
        subprocess.run(["curl", "-sSf", "-o", tmp_path / "back", f"{server.url}/v1/files/{id}"], check=True, timeout=300)
        assert (tmp_path / "back").read_bytes() == file.read_bytes()


def test_an_upload_that_is_repeated_is_the_same_file(server_of_a_file, ann):
    data, id = png(filler=1_000), new_id()
    first = put(server_of_a_file, ann.token, data, id)
    before = stored(server_of_a_file)
    again = put(server_of_a_file, ann.token, data, id, "another.png")
    assert (first.status, again.status) == (201, 200) and first.json == again.json
    with V1(server_of_a_file, "bob") as bob:
        for token, other in [(ann.token, png(filler=1_000)), (ann.token, data + b"x"), (bob.token, data)]:
            refused = put(server_of_a_file, token, other, id)
            assert (refused.status, refused.code) == (409, 159)
    assert get(server_of_a_file, id).body == data
    eventually(lambda: stored(server_of_a_file) == before, "bytes that came once more are deleted")


def test_a_file_goes_with_one_message_of_its_uploader(server_of_a_file, ann):
    attachment = put(server_of_a_file, ann.token, png()).json
    with V1(server_of_a_file, "bob") as bob:
        assert bob.refusal("send", room="lobby", text="x", attachment=attachment)["code"] == 156
    for change in [{"name": "other.png"}, {"type": "image/gif"}, {"size": 9}, {"width": 1}, {"id": new_id()}]:
        refused = ann.refusal("send", room="lobby", text="x", attachment=attachment | change)
        assert refused["code"] == 156 and not refused["temporary"]
    ann.number += 1
    first = ann.request("send", room="lobby", number=ann.number, text="x", attachment=attachment)
    again = ann.request("send", room="lobby", number=ann.number, text="x", attachment=attachment)
    assert {**first, "ref": 0} == {**again, "ref": 0}
    assert ann.refusal("send", room="lobby", text="x", attachment=attachment)["code"] == 156


def test_photos_of_an_album_are_messages_that_carry_its_number(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        photos = [put(server, ann.token, png(filler=number)).json for number in range(3)]
        assert all("album" not in photo for photo in photos)
        for album in (0, -1, 1.5, "7", [7], 2**53, True):
            refused = ann.refusal("send", room="lobby", text="x", attachment=photos[0] | {"album": album})
            assert refused["code"] in (100, 101), album
        album = 2**53 - 1
        sent = [ann.change("send", text="x", attachment=photo | {"album": album}) for photo in photos]
        wanted = [photo | {"album": album} for photo in photos]
        assert [bob.event(seq=one["seq"])["attachment"] for one in sent] == wanted
        assert [event["attachment"] for event in bob.history()[-3:]] == wanted
        # Each is deleted by itself, with its file.
        ann.change("delete", of=sent[1]["seq"])
        assert [event["kind"] for event in bob.history()[-4:-1]] == ["message", "deleted", "message"]
        assert [get(server, photo["id"]).status for photo in photos] == [200, 404, 200]
    server.stop()
    server.start()
    with V1(server, "bob") as bob:
        assert [event["attachment"] for event in bob.history() if event["kind"] == "message"] == [wanted[0], wanted[2]]


def small_of(photo, answer):
    """The photo's attachment with this upload as its thumbnail."""
    return photo | {"thumbnail": {key: answer[key] for key in ("id", "type", "size", "width", "height")}}


def test_a_thumbnail_belongs_to_the_message_of_its_photo(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        photo, other = (put(server, ann.token, png(4_000, 3_000, filler=number), name="tower.png").json for number in (90_000, 8))
        small = put(server, ann.token, png(840, 630, filler=2_000), name="tower.png").json
        thumbnail = small_of(photo, small)["thumbnail"]
        wrong = [
            7, {}, thumbnail | {"type": "image/gif"}, thumbnail | {"size": 131_073}, thumbnail | {"size": 0}, thumbnail | {"width": 1_025},
            thumbnail | {"height": 0}, thumbnail | {"id": "x"}, thumbnail | {"id": photo["id"]}, {key: thumbnail[key] for key in ("id", "type", "size")},
        ]
        for value in wrong:
            refused = ann.refusal("send", room="lobby", text="x", attachment=photo | {"thumbnail": value})
            assert refused["code"] in (100, 101), value
        unknown = [thumbnail | {"id": new_id()}, thumbnail | {"size": 9}, thumbnail | {"width": 839}, thumbnail | {"type": "image/webp"}]
        for value in unknown:
            assert ann.refusal("send", room="lobby", text="x", attachment=photo | {"thumbnail": value})["code"] == 156, value
        renamed = put(server, ann.token, png(9, 9), name="other.png").json
        assert ann.refusal("send", room="lobby", text="x", attachment=small_of(photo, renamed))["code"] == 156
        wanted = small_of(photo, small)
        sent = ann.change("send", text="x", attachment=wanted)
        assert bob.event(seq=sent["seq"])["attachment"] == wanted and bob.history()[-1]["attachment"] == wanted
        # Neither is free for another message.
        for attachment in (small, small_of(other, small)):
            assert ann.refusal("send", room="lobby", text="x", attachment=attachment)["code"] == 156
        assert [get(server, id).status for id in (photo["id"], small["id"])] == [200, 200]
        before = len(stored(server)[0])
        server.kill()
        server.start()
    with V1(server, "bob") as bob, V1(server, "ann", token=ann.token) as ann:
        assert bob.history()[-1]["attachment"] == wanted
        assert len(stored(server)[0]) == before
        ann.change("delete", of=sent["seq"])
        eventually(lambda: len(stored(server)[0]) == before - 2, "the bytes of both are gone")
        assert [get(server, id).status for id in (photo["id"], small["id"])] == [404, 404]
    assert server.stop() == 0


@pytest.mark.sqlite
def test_a_check_knows_the_records_of_thumbnails(server):
    with V1(server, "ann") as ann:
        photo = put(server, ann.token, png(4_000, 3_000, filler=90_000), name="tower.png").json
        small = put(server, ann.token, png(840, 630), name="tower.png").json
        ann.change("send", text="x", attachment=small_of(photo, small))
    server.stop()
    checked = run("check", "--data", server.data)
    assert checked.returncode == 0, checked.stdout
    with contextlib.closing(sqlite3.connect(server.data / "martlet.db")) as database, database:
        database.execute("UPDATE file SET width = 9 WHERE width = 840")
    checked = run("check", "--data", server.data)
    assert checked.returncode == 1 and "is not what this message says" in checked.stdout, checked


def test_a_thumbnail_of_a_group_is_for_those_who_read_its_message(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        group = make_group(ann)
        photo = put(server, ann.token, png(4_000, 3_000, filler=90_000), name="tower.png").json
        small = put(server, ann.token, png(840, 630), name="tower.png").json
        ann.change("send", group, text="x", attachment=small_of(photo, small))
        for id in (photo["id"], small["id"]):
            assert [get(server, id, Authorization=f"Bearer {who.token}").status for who in (ann, bob)] == [200, 404]


def test_a_voice_message_says_how_long_and_how_loud_it_is(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        recording = put(server, ann.token, b"OggS" + bytes(60), name="voice.ogg").json
        wrong = [
            7, {}, {"duration": 0, "levels": "0"}, {"duration": 3_600_001, "levels": "0"}, {"duration": 1.5, "levels": "0"}, {"duration": 1},
            {"duration": 1, "levels": ""}, {"duration": 1, "levels": "0" * 65}, {"duration": 1, "levels": "A"}, {"duration": 1, "levels": [1]},
        ]
        for voice in wrong:
            refused = ann.refusal("send", room="lobby", text="x", attachment=recording | {"voice": voice})
            assert refused["code"] in (100, 101), voice
        wanted = recording | {"voice": {"duration": 4_200, "levels": "0123456789abcdef" * 4}}
        sent = ann.change("send", text="x", attachment=wanted)
        assert bob.event(seq=sent["seq"])["attachment"] == wanted
        assert bob.history()[-1]["attachment"] == wanted
    server.stop()
    server.start()
    with V1(server, "bob") as bob:
        assert bob.history()[-1]["attachment"] == wanted


HOSTILE = {
    "a path of a name": (dict(name="../../etc/x"), 400), "an absolute path": (dict(name="/etc/passwd"), 400),
    "a backslash": (dict(name="..\\x"), 400), "a NUL": (dict(name="a\0.png"), 400), "a line feed": (dict(name="a\nb"), 400),
    "turned around": (dict(name="\u202egnp.exe"), 400), "300 bytes": (dict(name="x" * 300), 400), "no name": (dict(name=""), 400),
    "no id": (dict(id="x"), 400), "an id that climbs": (dict(id="..%2f..%2fmartlet.db"), 400), "gzip": (dict(Content_Encoding="gzip"), 415),
    "a part": (dict(Content_Range="bytes 0-4/10"), 400), "another digest": (dict(Content_Digest=f"sha-256=:{base64.b64encode(bytes(32)).decode()}:"), 422),
    "no digest": (dict(Content_Digest="sha-256=:x:"), 400), "pixels without end": (dict(data=png(50_000, 50_000)), 422),
    "nothing": (dict(data=b""), 400), "too much": (dict(data=bytes(26_214_401)), 413),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_file_may_be(server_of_a_file, ann, name):
    options, status = HOSTILE[name]
    options = {"data": png()} | options
    before = stored(server_of_a_file)
    answer = put(server_of_a_file, ann.token, options.pop("data"), **options)
    assert (answer.status, answer.code, answer.json["type"]) == (status, 157, "error"), answer.body
    assert stored(server_of_a_file) == before


def test_without_a_token_of_this_server(server_of_a_file, ann):
    for token in [None, "x", "0" * 64, ann.token[:-1] + ("0" if ann.token[-1] != "0" else "1")]:
        refused = put(server_of_a_file, token, png())
        assert (refused.status, refused.code) == (401, 113)
    refused = ask(server_of_a_file, "PUT", f"{path(new_id())}&token={ann.token}", body=png())
    assert refused.status == 401, "a token in a URL is none"


def test_a_length_must_be_there(server_of_a_file, ann):
    head = f"PUT {path(new_id())} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {ann.token}\r\n".encode()
    for rest in [b"\r\n", b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"]:
        with RawSocket(server_of_a_file.port) as socket:
            socket.write(head + rest)
            assert socket.receive().startswith(b"HTTP/1.1 411 ")


@pytest.mark.parametrize("data", [
    b"<html><script>alert(1)</script>", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", b"<?xml version='1.0'?>",
    b"alert(1)", b"\xff\xd8\xff" + b"\xff\xe1\0\x02" * 60_000, b"\x89PNG\r\n\x1a\nrubbish",
])
def test_what_is_no_picture_is_saved_and_not_shown(server_of_a_file, ann, data):
    answer = put(server_of_a_file, ann.token, data, name="x.png", Content_Type="image/png")
    assert answer.status == 201 and answer.json["type"] == "application/octet-stream" and "width" not in answer.json
    headers = get(server_of_a_file, answer.json["id"]).headers
    assert headers["Content-Type"] == "application/octet-stream" and headers["Content-Disposition"].startswith("attachment;")


@pytest.mark.parametrize("field, status, part", [
    ("bytes=0-9", 206, slice(0, 10)), ("bytes=990-", 206, slice(990, 1000)), ("bytes=-1", 206, slice(999, 1000)),
    ("bytes=0-9223372036854775807", 206, slice(0, 1000)), ("bytes=-99999999999999999999999", 206, slice(0, 1000)),
    ("bytes=1000-", 416, slice(0, 0)), ("bytes=99999999999999999999-", 416, slice(0, 0)), ("bytes=-0", 416, slice(0, 0)),
    ("bytes=5-2", 200, slice(0, 1000)), ("bytes=0-1,3-4", 200, slice(0, 1000)), ("bytes=" + "0-0," * 3_000 + "0-0", 200, slice(0, 1000)),
    ("x", 200, slice(0, 1000)), ("bytes=--1", 200, slice(0, 1000)),
])
def test_ranges(server_of_a_file, ann, field, status, part):
    data = os.urandom(1_000)
    id = put(server_of_a_file, ann.token, data).json["id"]
    answer = get(server_of_a_file, id, Range=field)
    assert (answer.status, answer.body) == (status, data[part])
    if status == 206:
        assert answer.headers["Content-Range"] == f"bytes {part.start}-{part.stop - 1}/1000"
    if status == 416:
        assert answer.headers["Content-Range"] == "bytes */1000"
    assert get(server_of_a_file, id, Range=field, If_Range='"other"').status == 200


def test_an_upload_that_is_given_up_leaves_nothing(server_of_a_file, ann):
    before = stored(server_of_a_file)[0]
    for _ in range(3):
        uploads = [Upload(server_of_a_file, ann.token, 1_000_000) for _ in range(4)]
        for upload in uploads:
            upload.write(os.urandom(990_000))
        eventually(lambda: len(stored(server_of_a_file)[1]) == 4, "all are on their way")
        with Upload(server_of_a_file, ann.token, 1_000_000) as fifth:
            refused = fifth.answer()
            assert (refused.status, refused.code) == (429, 200) and int(refused.headers["Retry-After"]) > 0
        for upload in uploads:
            upload.close()
        eventually(lambda: stored(server_of_a_file) == (before, []), "nothing is left of them")
    assert put(server_of_a_file, ann.token, png()).status == 201


def test_two_uploads_under_one_id_never_mix(server_of_a_file, ann):
    def halves(first, second):
        """Sends half of both, then the rest of the first, then that of the second. Returns their statuses, and what is there."""
        id = new_id()
        with Upload(server_of_a_file, ann.token, len(first), id) as one, Upload(server_of_a_file, ann.token, len(second), id) as two:
            for upload, data in [(one, first), (two, second)]:
                upload.write(data[:150_000])
            eventually(lambda: len(stored(server_of_a_file)[1]) == 2, "both are on their way")
            one.write(first[150_000:])
            statuses = [one.answer().status]
            two.write(second[150_000:])
            return statuses + [two.answer().status], get(server_of_a_file, id).body

    data, other = os.urandom(300_000), os.urandom(300_000)
    before = len(stored(server_of_a_file)[0])
    assert halves(data, data) == ([201, 200], data)
    assert halves(data, other) == ([201, 409], data)
    assert len(stored(server_of_a_file)[0]) == before + 2 and not stored(server_of_a_file)[1]


def test_a_refused_body_is_no_request(server_of_a_file):
    smuggled = b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with Upload(server_of_a_file, "wrong", 1_000_000) as upload:
        upload.write(smuggled * 1_000)
        answer = upload.read_to_end(20)
    assert answer.startswith(b"HTTP/1.1 401 ") and answer.count(b"HTTP/1.1 ") == 1, answer[:300]


def test_a_body_that_comes_too_slowly_is_given_up(server_of_a_file, ann):
    """One upload stops, one sends too slowly, and one is fast enough."""
    before = stored(server_of_a_file)[0]
    with Upload(server_of_a_file, ann.token, 1_000_000) as silent, Upload(server_of_a_file, ann.token, 1_000_000) as dripping, \
            Upload(server_of_a_file, ann.token, 600_000) as steady:
        silent.write(b"x" * 100_000)
        ended = threading.Event()

        def drip(upload, count, seconds):
            try:
                while not ended.wait(seconds):
                    upload.write(b"x" * count)
            except OSError:
                pass

        threads = [threading.Thread(target=drip, args=arguments) for arguments in [(dripping, 10, 0.1), (steady, 5_000, 0.1)]]
        try:
            for thread in threads:
                thread.start()
            refused = [silent.answer(40), dripping.answer(40)]
            accepted = steady.answer(40)
        finally:
            ended.set()
            for thread in threads:
                thread.join()
        assert [(answer.status, answer.code) for answer in refused] == [(408, 200)] * 2
        assert accepted.status == 201
        eventually(lambda: stored(server_of_a_file)[1] == [], "nothing is left of them")
        assert len(stored(server_of_a_file)[0]) == len(before) + 1


@pytest.mark.patient
def test_a_download_that_is_not_read_is_not_waited_for(server):
    data = os.urandom(20_000_000)
    with V1(server, "ann") as ann:
        id = put(server, ann.token, data, name="slow.bin").json["id"]
    name = stored(server)[0][0]

    def is_open():
        folder = pathlib.Path(f"/proc/{server.pid}/fd")
        return any(os.readlink(entry).endswith(name) for entry in folder.iterdir() if entry.is_symlink())

    with RawSocket(server.port, receive_buffer=4_096) as reader:
        reader.write(f"GET /v1/files/{id} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        eventually(is_open, "it is read")
        eventually(lambda: not is_open(), "and given up")
        assert len(reader.read_to_end()) < len(data)


def test_an_address_downloads_so_many_files_at_once(serve):
    server = serve("--trusted-proxy", "127.0.0.1")
    with V1(server, "ann") as ann:
        id = put(server, ann.token, os.urandom(20_000_000), name="slow.bin").json["id"]

    def reader(address):
        raw = readers.enter_context(RawSocket(server.port, receive_buffer=4_096))
        raw.write(f"GET /v1/files/{id} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n\r\n".encode())
        return raw

    def status(address): return get(server, id, "GET", X_Forwarded_For=address, Range="bytes=0-9").status

    with contextlib.ExitStack() as readers:
        slow = [reader(f"2001:db8:1:{index:x}::1") for index in range(60)]

        def is_full():
            # On a busy machine the first readers are cut for their slowness before the last ones
            # have come.
            slow.append(reader(f"2001:db8:1:{len(slow):x}::1"))
            return status("2001:db8:1:ffff::1") == 429

        eventually(is_full, "all networks of a site together have no place left")
        assert get(server, id, X_Forwarded_For="2001:db8:1:ffff::1").code == 207
        assert status("2001:db8:2::1") == 206
        for raw in slow:
            raw.close()
        eventually(lambda: status("2001:db8:1:ffff::1") == 206, "readers that have gone give their places back")


def test_a_server_that_stops_does_not_wait_for_slow_transfers(serve):
    """It closes the transfers when its time is up, and waits until nothing uses their event loops."""
    server = serve("--metrics", "127.0.0.1:0")
    with V1(server, "ann") as ann:
        id = put(server, ann.token, os.urandom(20_000_000), name="slow.bin").json["id"]
        token = ann.token
    slow, ended = contextlib.ExitStack(), threading.Event()
    with slow:
        uploads = [slow.enter_context(Upload(server, token, 20_000_000)) for _ in range(3)]
        for _ in range(8):
            reader = slow.enter_context(RawSocket(server.port, receive_buffer=4_096))
            reader.write(f"GET /v1/files/{id} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

        def drip():
            with contextlib.suppress(OSError):
                while not ended.wait(0.1):
                    for upload in uploads:
                        upload.write(os.urandom(60_000))

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            eventually(lambda: len(stored(server)[1]) == 3, "the uploads have begun")
            assert server.stop(40) == 0
        finally:
            ended.set()
            thread.join()
    assert "Cannot schedule" not in server.log


def test_a_deleted_message_takes_its_file_along(server):
    with V1(server, "ann") as ann:
        attachment = put(server, ann.token, png(), name="SECRETNAME.png").json
        sent = ann.change("send", text="x", attachment=attachment)
        assert len(stored(server)[0]) == 1
        ann.change("delete", of=sent["seq"])
        eventually(lambda: stored(server) == ([], []), "its bytes are gone")
        assert (get(server, attachment["id"]).status, get(server, attachment["id"]).code) == (404, 156)
        assert all("attachment" not in event for event in ann.history())
    assert server.stop() == 0
    assert all(b"SECRETNAME" not in file.read_bytes() for file in server.data.iterdir() if file.is_file())
    server.start()
    assert get(server, attachment["id"]).status == 404
    assert server.metrics()["martlet_files_removed_total"] == 0


@pytest.mark.folder
def test_leftovers_are_removed_at_start_and_what_is_not_ours_is_left_alone(server):
    with V1(server, "ann") as ann:
        id = put(server, ann.token, png()).json["id"]
        name = stored(server)[0]
    server.kill()
    folder = server.data / "files"
    (folder / new_id()).write_bytes(b"bytes of no file")
    (folder / "incoming" / new_id()).write_bytes(b"half of one")
    (folder / "README").write_bytes(b"the operator's")
    server.start()
    assert stored(server) == (sorted([*name, "README"]), [])
    assert get(server, id).status == 200
    server.kill()
    shutil.rmtree(folder)
    server.start()
    assert get(server, id).status == 404
    assert "Files are missing" in server.log


def test_kill_9_at_any_moment_of_an_upload(server, rng, pytestconfig):
    """Everything acknowledged is there with its digest; nothing else is left but what was recorded, and that is whole."""
    kept = {}
    token = None
    for _ in range(min(20, pytestconfig.option.kills)):
        with V1(server, **({"token": token} if token else {})) as ann:
            token = ann.token
        data = {new_id(): png(filler=rng.randrange(1, 3_000_000)) for _ in range(3)}

        def upload(id):
            try:
                answer = put(server, token, data[id], id)
            except (OSError, EOFError, ValueError):
                return
            except Exception as error:
                assert type(error).__module__ == "http.client", error
                return
            assert answer.status == 201
            kept[id] = hashlib.sha256(data[id]).digest()

        threads = [threading.Thread(target=upload, args=(id,)) for id in data]
        for thread in threads:
            thread.start()
        time.sleep(rng.random() * 0.15)
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        for id, digest in kept.items():
            assert hashlib.sha256(get(server, id).body).digest() == digest
        found = set(kept)
        for id in data:
            answer = get(server, id)
            if answer.status == 200:
                assert answer.body == data[id]
                found.add(id)
                kept[id] = hashlib.sha256(data[id]).digest()
        # Leftovers in a bucket are looked for while the server serves.
        eventually(lambda: [len(names) for names in stored(server)] == [len(found), 0], "no leftovers stay")


@pytest.mark.folder
def test_the_server_lives_on_when_a_file_does_not_fit_on_the_disk(serve):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))

    server = serve(preexec=limit)
    with V1(server, "ann") as ann:
        refused = put(server, ann.token, png(filler=2_000_000))
        assert (refused.status, refused.code, refused.json["temporary"]) == (507, 206, True)
        assert stored(server) == ([], [])
        assert put(server, ann.token, png(filler=200_000)).status == 201
        assert ann.send("and the talk goes on")["seq"] == 1
    assert server.stop() == 0


@pytest.mark.folder
def test_files_leave_room_for_messages(small_disk):
    server = MartletServer(small_disk("270m") / "data")
    try:
        with V1(server.start(), "ann") as ann:
            statuses = [put(server, ann.token, os.urandom(5_000_000)).status for _ in range(4)]
            assert statuses[0] == 201 and statuses[-1] == 507, statuses
            assert len(stored(server)[0]) == statuses.count(201) and not stored(server)[1]
            assert ann.send("and the talk goes on")["seq"] == 1
    finally:
        server.discard()


def test_no_id_and_no_token_is_ever_logged(serve):
    server = serve("--log-level", "trace")
    with V1(server, "ann") as ann:
        ids = [new_id() for _ in range(4)]
        attachment = put(server, ann.token, png(), ids[0], "SECRETNAME.png").json
        put(server, ann.token, png(filler=9), ids[0], "SECRETNAME.png")
        put(server, ann.token, b"", ids[1])
        get(server, ids[0])
        get(server, ids[2])
        get(server, ids[2] + "/x")
        with Upload(server, ann.token, 1_000, ids[3]) as upload:
            upload.write(b"x" * 999)
        ann.change("delete", of=ann.change("send", text="x", attachment=attachment)["seq"])
        metrics = server.get("/metrics")[1]
        token = ann.token
    assert server.stop() == 0
    for secret in [*ids, token, "SECRETNAME"]:
        assert secret.lower() not in server.log.lower() and secret not in metrics
    assert "took a file" in server.log and "refused a file" in server.log


def test_metrics_count_files(server):
    with V1(server, "ann") as ann:
        data = png(filler=100)
        id = put(server, ann.token, data).json["id"]
        get(server, id)
        get(server, new_id())
    metrics = server.metrics()
    assert metrics["martlet_uploads_total"] == 1 and metrics["martlet_uploaded_bytes_total"] == len(data)
    assert metrics["martlet_downloads_total"] == 1 and metrics['martlet_errors_total{code="156"}'] == 1


def test_pages_of_other_origins(serve):
    server = serve("--allow-origin", "https://friend.example")
    with V1(server, "ann") as ann:
        id = put(server, ann.token, png(), Origin="https://friend.example").json["id"]
        for origin, status in [("https://friend.example", 200), (server.url, 200), ("https://evil.example", 403), ("null", 403)]:
            answer = get(server, id, Origin=origin)
            assert answer.status == status
            assert answer.headers["Access-Control-Allow-Origin"] == (origin if status == 200 else None)
        assert put(server, ann.token, png(), Origin="https://evil.example").status == 403
        asked = {"Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization"}
        answer = ask(server, "OPTIONS", f"/v1/files/{id}", asked | {"Origin": "https://friend.example"})
        assert answer.status == 204 and "PUT" in answer.headers["Access-Control-Allow-Methods"]
        assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
        assert ask(server, "OPTIONS", f"/v1/files/{id}", asked | {"Origin": "https://evil.example"}).status == 403


@pytest.mark.folder
def test_a_server_without_files_starts_also_without_the_folder_of_earlier_ones(serve, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "files").write_text("not a folder")
    server = serve("--files", "off", data=data)
    with V1(server, "ann") as ann:
        ann.send("x")
    assert "can't be deleted with their messages" in server.log


def test_a_server_without_files(serve):
    server = serve("--files", "off")
    with V1(server, "ann") as ann:
        assert ann.welcome["limits"]["file"] == 0
        assert put(server, ann.token, png()).status == 404
        attachment = {"id": new_id(), "name": "x", "type": "image/png", "size": 1}
        assert ann.refusal("send", room="lobby", text="x", attachment=attachment)["code"] == 156
    assert not (server.data / "files").exists()


@pytest.mark.folder
def test_bytes_of_deleted_messages_leave_the_disk_without_files_too(serve):
    server = serve()
    with V1(server, "ann", join=["lobby", "garden"]) as ann:
        for room in ("lobby", "garden", "garden"):
            attachment = put(server, ann.token, png()).json
            sent = ann.change("send", room, text="a picture", attachment=attachment)["seq"]
        token, device, number = ann.token, ann.device, ann.number
    server.kill()
    (server.data / "files" / "incoming" / "leftover").write_bytes(b"x")
    again = serve("--files", "off", data=server.data)
    eventually(lambda: [len(names) for names in stored(again)] == [3, 0], "leftovers are deleted")
    with V1(again, "ann", join=["lobby", "garden"], token=token, device=device) as ann:
        ann.number = number
        ann.change("delete", "garden", of=sent)
        eventually(lambda: len(stored(again)[0]) == 2, "the bytes of the deleted message are deleted")
    assert run("room", "delete", "garden", "--data", again.data).returncode == 0
    eventually(lambda: len(stored(again)[0]) == 1, "the bytes of the deleted room are deleted")
    eventually(lambda: again.metrics()["martlet_files_removed_total"] == 2, "both are counted")


@pytest.mark.folder
@pytest.mark.sqlite
def test_uploads_that_no_message_took_leave_the_disk_without_files_too(serve):
    server = serve()
    with V1(server, "ann") as ann:
        attachment = put(server, ann.token, png()).json
        ann.change("send", text="a picture", attachment=attachment)
        old = put(server, ann.token, png()).json["id"]
        put(server, ann.token, png())
    server.kill()
    two_days = 2 * 86_400_000
    with contextlib.closing(sqlite3.connect(server.data / "martlet.db")) as database, database:
        aged = database.execute("UPDATE file SET at = at - ? WHERE id = ?", (two_days, uuid.UUID(old).bytes))
        assert aged.rowcount == 1
    again = serve("--files", "off", data=server.data)
    eventually(lambda: len(stored(again)[0]) == 2, "the old upload is deleted; the new one and the message's file stay")


def test_an_upload_does_not_hold_up_a_stop(server):
    with V1(server, "ann") as ann, Upload(server, ann.token, 1_000_000) as upload:
        upload.write(b"x" * 1_000)
        eventually(lambda: stored(server)[1], "it is on its way")
        server.terminate()
        answer = upload.answer()
        assert (answer.status, answer.code) == (503, 203)
        assert server.process.wait(300) == 0
    assert stored(server) == ([], [])
