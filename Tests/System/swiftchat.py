"""A client of the SwiftChat protocol, as the original app speaks it."""

import contextlib
import json
import uuid

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from deadline import PATIENCE, Deadline


class SwiftChat:
    def __init__(self, server, name, user_id=None, origin=None, source=None):
        self.name = name
        self.user_id = user_id or str(uuid.uuid4()).upper()
        self.connection = contextlib.ExitStack()
        self.socket = self.connection.enter_context(connect(
            f"ws://127.0.0.1:{server.port}/chat", compression=None, origin=origin, proxy=None, max_queue=None,
            ping_interval=None, close_timeout=2, source_address=(source, 0) if source else None))

    def send(self, text):
        self.write(json.dumps({"message": text, "user": self.name, "userID": self.user_id}))

    def write(self, frame):
        self.socket.send(frame)

    def read_text(self, seconds=PATIENCE):
        return self.socket.recv(timeout=seconds)

    def read(self, seconds=PATIENCE):
        return json.loads(self.read_text(seconds))

    def message(self, seconds=PATIENCE, **wanted):
        """The next message in which the keys have these values."""
        deadline = Deadline(seconds)
        while True:
            frame = self.read(deadline.left)
            if all(frame.get(key) == value for key, value in wanted.items()):
                return frame

    def refusal(self, text):
        """What comes back of a message that is refused."""
        self.send(text)
        return self.message(user="martlet")

    def close_code(self, seconds=PATIENCE):
        deadline = Deadline(seconds)
        try:
            while True:
                self.read_text(deadline.left)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
