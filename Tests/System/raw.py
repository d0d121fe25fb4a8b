"""Bytes on a socket: for frames, handshakes and requests that no proper client would send."""

import base64
import json
import os
import select
import socket
import struct

from deadline import PATIENCE, Deadline

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class RawSocket:
    def __init__(self, port, receive_buffer=None, tls=None, source=None, host="localhost"):
        self.socket = socket.socket()
        if source:
            self.socket.bind((source, 0))
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket.settimeout(PATIENCE)
            self.socket = tls.wrap_socket(self.socket, server_hostname=host)
        self.unread = b""

    def write(self, data):
        self.socket.sendall(data.encode() if isinstance(data, str) else data)

    def receive(self, seconds=PATIENCE):
        """The next bytes; none at the end of the connection."""
        self.socket.settimeout(max(seconds, 0.001))
        try:
            return self.socket.recv(65536)
        except (ConnectionResetError, BrokenPipeError):
            return b""

    def can_be_read(self, seconds=0):
        """Whether something has come, be it the end."""
        return bool(select.select([self.socket], [], [], seconds)[0])

    def read_to_end(self, seconds=PATIENCE):
        """Everything up to the end of the connection."""
        deadline = Deadline(seconds)
        read, self.unread = self.unread, b""
        while chunk := self.receive(deadline.left):
            read += chunk
        return read

    def _fill(self, count, deadline):
        while len(self.unread) < count:
            chunk = self.receive(deadline.left)
            if not chunk:
                raise EOFError
            self.unread += chunk

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def handshake(path="/v1", host="127.0.0.1", key=None, **headers):
    """The head of a WebSocket handshake; a header of None is left out, a list makes a line for each member."""
    fields = {
        "Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key or base64.b64encode(os.urandom(16)).decode(),
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"GET {path} HTTP/1.1"]
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [] if value is None else [value]:
            lines.append(f"{name}: {one}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def frame(payload=b"", opcode=TEXT, final=True, mask=b"\x01\x02\x03\x04", reserved=0):
    """One frame as a client sends it; `mask` None leaves the mask out."""
    payload = payload.encode() if isinstance(payload, str) else payload
    flag = 0x80 if mask else 0
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    if len(payload) < 126:
        head += bytes([flag | len(payload)])
    elif len(payload) < 65536:
        head += bytes([flag | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", len(payload))
    if not mask:
        return head + payload
    key = (mask * (len(payload) // 4 + 1))[:len(payload)]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(len(payload), "big")
    return head + mask + masked


class RawWebSocket(RawSocket):
    def __init__(self, server, path="/v1", receive_buffer=None, hello=False, join=(), name=None, tls=None, source=None, host="127.0.0.1",
                 before=b"", **headers):
        """`before` goes out first; `headers` with the handshake."""
        super().__init__(server.port, receive_buffer, tls, source, "localhost" if host == "127.0.0.1" else host)
        self.write(before + handshake(path, host, **headers))
        deadline = Deadline()
        while b"\r\n\r\n" not in self.unread:
            self._fill(len(self.unread) + 1, deadline)
        head, self.unread = self.unread.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101 "), head
        if hello:
            fields = ({"name": name} if name else {}) | ({"join": list(join)} if join else {})
            self.ask(type="hello", version=1, **fields)
            self.welcome = self.reply(1)

    def ask(self, **fields):
        self.write(frame(json.dumps({"ref": 1} | fields, ensure_ascii=False)))

    def read_frame(self, seconds=PATIENCE):
        """Opcode and payload of the next frame."""
        deadline = Deadline(seconds)
        self._fill(2, deadline)
        opcode, length, start = self.unread[0] & 15, self.unread[1] & 127, 2
        if length == 126:
            self._fill(4, deadline)
            length, start = struct.unpack(">H", self.unread[2:4])[0], 4
        elif length == 127:
            self._fill(10, deadline)
            length, start = struct.unpack(">Q", self.unread[2:10])[0], 10
        self._fill(start + length, deadline)
        payload, self.unread = self.unread[start:start + length], self.unread[start + length:]
        return opcode, payload

    def read_until(self, wanted, seconds=PATIENCE):
        """The payload of the next frame of that opcode."""
        deadline = Deadline(seconds)
        while True:
            opcode, payload = self.read_frame(deadline.left)
            if opcode == wanted:
                return payload
            assert opcode != CLOSE, f"closed: {payload}"

    def answer(self, seconds=PATIENCE):
        """The next frame that answers a request, an error without a ref among them."""
        deadline = Deadline(seconds)
        while True:
            frame = json.loads(self.read_until(TEXT, deadline.left))
            if "ref" in frame or frame["type"] == "error":
                return frame

    def reply(self, ref, seconds=PATIENCE):
        """The answer with that ref."""
        deadline = Deadline(seconds)
        while True:
            frame = self.answer(deadline.left)
            if frame.get("ref") == ref:
                return frame

    def close_code(self, seconds=PATIENCE):
        """Reads until the server closes: the code, 1006 where there was none."""
        deadline = Deadline(seconds)
        try:
            while True:
                opcode, payload = self.read_frame(deadline.left)
                if opcode == CLOSE:
                    return struct.unpack(">H", payload[:2])[0] if payload else 1005
        except EOFError:
            return 1006


def is_served(port, address):
    """Whether a request from that address is answered; its connection, when it is."""
    peer = socket.create_connection((address, port), timeout=20)
    peer.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    try:
        if peer.recv(1024).startswith(b"HTTP/1.1 200"):
            return peer
    except ConnectionResetError:
        pass
    peer.close()
    return None
