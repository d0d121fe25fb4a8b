"""Files over HTTP, written from docs/protocol.md alone."""

import http.client
import os
import struct
import urllib.parse
import uuid
import zlib
from dataclasses import dataclass

from answer import Answer
from deadline import PATIENCE
from martlet_server import Confinement
from raw import RawSocket


def new_id():
    return str(uuid.uuid4()).upper()


def png(width=16, height=12, filler=0):
    """A picture as far as its header goes, with `filler` random bytes behind it."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + os.urandom(filler)


def ask(server, method, path, headers=None, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def path(id, name="swift.png"):
    return f"/v1/files/{id}?name={urllib.parse.quote(name, safe='')}"


def put(server, token, data, id=None, name="swift.png", **headers):
    fields = {key.replace("_", "-"): value for key, value in headers.items()}
    if token:
        fields["Authorization"] = f"Bearer {token}"
    return ask(server, "PUT", path(id or new_id(), name), fields, data)


def get(server, id, method="GET", **headers):
    return ask(server, method, f"/v1/files/{id}", {key.replace("_", "-"): value for key, value in headers.items()})


class Upload(RawSocket):
    """An upload that is sent by hand, as far as its test wants."""

    def __init__(self, server, token, length, id=None, name="swift.png", extra=b""):
        super().__init__(server.port)
        self.id = id or new_id()
        self.write(
            f"PUT {path(self.id, name)} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {length}\r\n".encode() + extra + b"\r\n")

    def answer(self, seconds=PATIENCE):
        self.socket.settimeout(seconds)
        answer = http.client.HTTPResponse(self.socket, method="PUT")
        answer.begin()
        return Answer(answer.status, answer.headers, answer.read())


def stored(server):
    """The names of what is in the folder of files, or in the bucket, and of what is on its way there."""
    folder = server.data / "files"
    names = [entry.name for entry in folder.iterdir() if entry.is_file()]
    if Confinement.s3:
        names += Confinement.s3.objects(server.data)
    return sorted(names), sorted(
        entry.name for entry in (folder / "incoming").iterdir())
