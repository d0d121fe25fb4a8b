"""A client of Martlet v1, written from docs/protocol.md alone."""

import contextlib
import json
import socket
import uuid

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from deadline import PATIENCE, Deadline


class Refused(AssertionError):
    """The server answered a request with an error frame."""

    def __init__(self, frame):
        super().__init__(f"{frame.get('code')}: {frame.get('text')}")
        self.frame = frame
        self.code = frame["code"]


class V1:
    def __init__(self, server, name=None, join=("lobby",), hello=True, origin=None, tls=None, source=None, **extra):
        self.connection = contextlib.ExitStack()
        self.socket = self.connection.enter_context(connect(
            f"wss://localhost:{server.port}/v1" if tls else f"ws://127.0.0.1:{server.port}/v1",
            ssl=tls, address=("127.0.0.1", server.port), source_address=(source, 0) if source else None,
            compression=None, origin=origin, proxy=None, max_queue=None, ping_interval=None, max_size=1 << 20,
            close_timeout=2))
        self.pushed = []
        self.replies = []
        self.ref = 0
        self.number = 0
        self.device = None
        self.joined = {}
        if hello:
            self.hello(name, join, **extra)

    def hello(self, name=None, join=(), **extra):
        fields = {"version": 1} | ({"name": name} if name else {}) | ({"join": list(join)} if join else {}) | extra
        self.welcome = self.request("hello", **fields)
        self.token, self.user, self.name = (self.welcome[key] for key in ("token", "user", "name"))
        self.device = self.welcome["device"]
        for room in join:
            self.joined[room] = self.reply(self.welcome["ref"])
        return self.welcome

    def write(self, frame):
        """Sends a frame: a dictionary, or text as it is."""
        self.socket.send(frame if isinstance(frame, (str, bytes)) else json.dumps(frame, ensure_ascii=False))

    def read(self, seconds=PATIENCE):
        return json.loads(self.socket.recv(timeout=seconds))

    def ask(self, type, **fields):
        """Sends a request, and does not wait for its answer: its ref."""
        self.ref += 1
        self.write({"type": type, "ref": self.ref} | fields)
        return self.ref

    @contextlib.contextmanager
    def packet(self):
        """What is asked within goes in one packet, if it is small."""
        tcp = self.socket.socket
        tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
        yield
        tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)

    def reply(self, ref, seconds=PATIENCE):
        """The answer to `ref`; what is pushed meanwhile is kept."""
        deadline = Deadline(seconds)
        while True:
            for frame in self.replies:
                if frame["ref"] == ref:
                    self.replies.remove(frame)
                    if frame["type"] == "error":
                        raise Refused(frame)
                    return frame
            self._sort(self.read(deadline.left))

    def request(self, type, **fields):
        return self.reply(self.ask(type, **fields))

    def refusal(self, type, **fields):
        """The error frame that a request is answered with."""
        try:
            answer = self.request(type, **fields)
        except Refused as refused:
            return refused.frame
        raise AssertionError(f"not refused: {answer}")

    def push(self, type, seconds=PATIENCE, **wanted):
        """The next pushed frame of that type in which the keys have these values."""
        deadline = Deadline(seconds)
        while True:
            for frame in self.pushed:
                if frame["type"] == type and all(frame.get(key) == value for key, value in wanted.items()):
                    self.pushed.remove(frame)
                    return frame
            self._sort(self.read(deadline.left))

    def event(self, **wanted):
        return self.push("event", **wanted)

    def send(self, text, room="lobby", number=None):
        """Says something under the next number; the `sent` frame."""
        self.number = self.number + 1 if number is None else number
        return self.request("send", room=room, number=self.number, text=text)

    def change(self, type, room="lobby", **fields):
        """Sends, edits, deletes or reacts under the next number; the `sent` frame."""
        self.number += 1
        return self.request(type, room=room, number=self.number, **fields)

    def history(self, room="lobby", after=0):
        """All events after a number, page by page."""
        events = []
        while True:
            page = self.request("history", room=room, after=after, limit=200)
            events += page["events"]
            if not page["events"] or events[-1]["seq"] >= page["head"]:
                return events
            after = events[-1]["seq"]

    def close_code(self, seconds=PATIENCE):
        """Reads until the server closes: the close code, 1006 where there was none."""
        deadline = Deadline(seconds)
        try:
            while True:
                self._sort(self.read(deadline.left))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self):
        self.connection.close()

    def _sort(self, frame):
        (self.replies if "ref" in frame else self.pushed).append(frame)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def new_device():
    return str(uuid.uuid4()).upper()
