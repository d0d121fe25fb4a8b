"""Floods a server with requests that it refuses, as fast as it takes them, from a process of its own: flood.py PORT KIND SECONDS.

Goes on until all its connections were cut, for so many seconds at most. Prints how they ended, as JSON."""

import json
import selectors
import socket
import struct
import sys
import time

from raw import CLOSE, RawWebSocket, frame

CONNECTIONS = 8


def v1(*requests):
    return b"".join(frame(json.dumps(request)) for request in requests)


SEND = {"type": "send", "ref": 1, "room": "lobby", "text": "x"}
UNKNOWN = {"type": "dance", "ref": 1}
PING = {"type": "ping", "ref": 1}

# The request that each kind sends again and again.
KINDS = {
    "v1, too many messages": v1(SEND),
    "v1, unknown": v1(*[UNKNOWN] * 15, PING),
    "v1, not joined": v1({"type": "here", "ref": 1, "room": "elsewhere"}),
    "v1, too many requests": v1(PING),
    "chat": frame(json.dumps({"user": "swen", "userID": "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", "message": "x"})),
    "lines": b"msg:x\n",
    "http, not found": b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
    "http, unauthorized": b"PUT /v1/files/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    "http, the page": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
}


class Port:
    def __init__(self, port):
        self.port = port


class Flooder:
    def __init__(self, port, kind, number):
        if kind.startswith("v1"):
            self.socket = RawWebSocket(Port(port), hello=True, join=["lobby"]).socket
        elif kind.startswith("chat"):
            self.socket = RawWebSocket(Port(port), "/chat").socket
        else:
            self.socket = socket.create_connection(("127.0.0.1", port))
        if kind == "lines":
            self.socket.sendall(f"iam:flooder{number}\n".encode())
        self.socket.setblocking(False)
        request = KINDS[kind]
        self.data = request * max(1, 65_536 // len(request))
        self.sent = 0
        self.written = 0
        self.tail = b""
        self.ended = False

    def write(self):
        """Goes on where the last write stopped."""
        count = self.socket.send(self.data[self.sent:])
        self.sent = (self.sent + count) % len(self.data)
        self.written += count

    def read(self):
        chunk = self.socket.recv(262_144)
        self.tail = (self.tail + chunk)[-200:]
        self.ended = not chunk

    @property
    def code(self):
        """The code of the last close frame; None if none came."""
        for place in range(len(self.tail) - 3):
            if self.tail[place] == 0x80 | CLOSE and self.tail[place + 1] == len(self.tail) - place - 2:
                return struct.unpack(">H", self.tail[place + 2:place + 4])[0]
        return None


def flood(port, kind, seconds):
    flooders = [Flooder(port, kind, number) for number in range(CONNECTIONS)]
    selector = selectors.DefaultSelector()
    for flooder in flooders:
        selector.register(flooder.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, flooder)
    print("begun", flush=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end and selector.get_map():
        for key, events in selector.select(0.1):
            flooder = key.data
            try:
                if events & selectors.EVENT_READ:
                    flooder.read()
                if events & selectors.EVENT_WRITE and not flooder.ended:
                    flooder.write()
            except BlockingIOError:
                continue
            except OSError:
                flooder.ended = True
            if flooder.ended or flooder.code:
                flooder.ended = True
                selector.unregister(flooder.socket)
                flooder.socket.close()
    print(json.dumps({
        "ended": sum(flooder.ended for flooder in flooders), "written": sum(flooder.written for flooder in flooders),
        "codes": sorted({flooder.code for flooder in flooders if flooder.code})}))


if __name__ == "__main__":
    flood(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
