"""Seeded hostile input: what clients say, then damaged."""

import json
import struct

from raw import BINARY, CLOSE, PING, PONG, TEXT, frame, handshake

INTERESTING = [
    b"\0", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\r", b"\n", b"\r\n", b":", b'"', b"\\",
    b"\\u0000", b"\\ud800", b"{", b"}", b"[" * 40, b"9" * 40, b"1e400", b"-0", b"1.0", b"null", "\u202e".encode(), "\u200b".encode(),
    "e\u0301".encode() * 9, "👩‍👩‍👧‍👦".encode() * 3, b"\x1b]0;x\x07", b"x" * 5_000, b"%s%n", b"'; DROP TABLE event; --",
]

INTEGERS = [0, 1, -1, 2**31, 2**53 - 1, 2**53, 2**63 - 1, 2**63, 2**64, 10**40, 0.5, 1e300, True, None, "1", [], {}]

REQUESTS = [
    {"type": "hello", "ref": 1, "version": 1, "name": "mallory", "device": "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", "join": ["chaos"]},
    {"type": "join", "ref": 2, "room": "chaos", "since": {"epoch": 5, "seq": 3}},
    {"type": "leave", "ref": 3, "room": "chaos"},
    {"type": "send", "ref": 4, "room": "chaos", "number": 1, "text": "hello"},
    {"type": "send", "ref": 4, "room": "chaos", "number": 2, "after": 1, "text": "hi", "reply": 1, "payload": {"type": "a.b", "data": "{}"}},
    {"type": "edit", "ref": 4, "room": "chaos", "number": 3, "after": 2, "of": 1, "text": "hallo"},
    {"type": "react", "ref": 4, "room": "chaos", "number": 4, "of": 1, "emoji": "👍", "on": True},
    {"type": "delete", "ref": 4, "room": "chaos", "number": 5, "of": 1},
    {"type": "read", "ref": 4, "room": "chaos", "seq": 1},
    {"type": "history", "ref": 5, "room": "chaos", "before": 5, "limit": 20},
    {"type": "history", "ref": 6, "room": "chaos", "around": 2**53 - 1},
    {"type": "history", "ref": 6, "room": "chaos", "at": 1_795_219_200_000, "limit": 20},
    {"type": "typing", "ref": 7, "room": "chaos"},
    {"type": "stoppedtyping", "ref": 7, "room": "chaos"},
    {"type": "here", "ref": 8, "room": "chaos"},
    {"type": "ping", "ref": 9},
    {"message": "Hi", "user": "mallory", "userID": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"},
]

LINES = [b"iam:mallory\n", b"msg:hello\n", b"msg:a:b:c\r\n", b"iam:mallory", b"msg:hello"]

HEADS = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello", b"HEAD /health HTTP/1.0\r\n\r\n",
    b"POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nRange: bytes=0-9223372036854775807\r\n\r\n",
]


class Mutations:
    def __init__(self, random):
        self.random = random

    def damage(self, data):
        """Bytes with one to four changes: cut, doubled, flipped, something put in, parts swapped."""
        data = bytearray(data)
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randint(0, len(data))
            match self.random.randrange(6):
                case 0:
                    del data[at:]
                case 1:
                    data[at:at] = data[at:at + self.random.randint(1, 50)]
                case 2 if at < len(data):
                    data[at] ^= 1 << self.random.randrange(8)
                case 3:
                    data[at:at] = self.random.choice(INTERESTING)
                case 4 if at < len(data):
                    data[at] = self.random.randrange(256)
                case _:
                    del data[at:at + self.random.randint(1, 20)]
        return bytes(data)

    def json(self):
        """A request with a wrong value, without a key, with a strange one, or with damaged bytes."""
        request = dict(self.random.choice(REQUESTS))
        key = self.random.choice(list(request))
        match self.random.randrange(5):
            case 0:
                request[key] = self.random.choice(INTEGERS)
            case 1:
                del request[key]
            case 2:
                request[key] = self.random.choice(INTERESTING).decode("utf-8", "replace")
            case 3:
                request[self.random.choice(["__proto__", "", "ref ", "x" * 300])] = self.random.choice(INTEGERS)
            case _:
                return self.damage(json.dumps(request, ensure_ascii=False).encode())
        return json.dumps(request, ensure_ascii=self.random.random() < 0.5).encode()

    def frame(self):
        """A frame around a request: mostly well-formed, so that what is in it gets through."""
        payload = self.json()
        match self.random.randrange(30):
            case 0:
                return self.damage(frame(payload))
            case 1:
                return frame(payload, opcode=self.random.randrange(16), final=self.random.random() < 0.5)
            case 2:
                return frame(payload, reserved=self.random.randrange(8))
            case 3:
                return frame(payload, mask=None)
            case 4:
                cuts = sorted(self.random.randrange(len(payload) + 1) for _ in range(self.random.randint(1, 40)))
                parts = [payload[a:b] for a, b in zip([0, *cuts], [*cuts, len(payload)])]
                return b"".join(frame(part, opcode=0 if i else TEXT, final=i == len(parts) - 1) for i, part in enumerate(parts))
            case 5:
                return frame(payload[:125], opcode=self.random.choice([PING, PONG]))
            case 6:
                return frame(struct.pack(">H", self.random.randrange(65536)) + payload[:50], opcode=CLOSE)
            case 7:
                length = self.random.choice([126, 65535, 65536, 2**31, 2**63 - 1, 2**63, 2**64 - 1])
                return bytes([0x81, 0xFF]) + struct.pack(">Q", length) + payload
            case 8:
                return frame(payload, opcode=BINARY)
            case _:
                return frame(payload)

    def line(self):
        line = self.random.choice(LINES)
        return self.damage(line) if self.random.random() < 0.8 else line

    def head(self):
        head = self.random.choice(HEADS + [handshake(self.random.choice(["/v1", "/chat", "/v1?x=%00", "//v1"]))])
        return self.damage(head)
