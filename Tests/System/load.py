"""Clients that keep talking while their server dies and comes back, and remember all they were told."""

import asyncio
import json
import re
import uuid

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GONE = (OSError, EOFError, WebSocketException)
# Messages a client has on their way at once.
WINDOW = 4
# What a server says that stops (203), or whose disk has failed (202).
ENDING = (202, 203)


class Stage:
    """What the clients of one run share: the server, and whether they should go on talking."""

    def __init__(self, server, is_cluster=False):
        self.server = server
        self.is_cluster = is_cluster
        self.up = asyncio.Event()
        self.talking = True
        self.acknowledged = 0

    def refuse(self, code, told):
        """A server that ends may refuse what a client sent. Any other error fails the run with what the client was told."""
        if code in (201, 123) and self.is_cluster:
            # A read failed because the database is ending, and so is the server. Or the name
            # belongs to a connection whose server has died, which the others have not noticed yet.
            raise EOFError
        assert code in ENDING, told

    async def play(self, client):
        """Lets a client live through one connection after the other."""
        while True:
            await self.up.wait()
            try:
                await client.connection(self)
            except GONE:
                # The dead server's port refuses at once: let others run before the next attempt.
                await asyncio.sleep(0.02)


class V1Load:
    """Sends (device, number) until it is answered, and folds the lobby's log, as docs/protocol.md tells clients to."""

    def __init__(self, name):
        self.name = name
        self.device = str(uuid.uuid4()).upper()
        self.token = None
        self.epoch = None
        self.log = []
        self.outbox = {}
        self.answers = {}
        self.next_number = 1
        # The first that was or will be answered in this epoch.
        self.first_number = 1

    @property
    def is_done(self):
        return not self.outbox

    async def connection(self, stage):
        uri = f"ws://127.0.0.1:{stage.server.port}/v1"
        async with connect(uri, compression=None, proxy=None, ping_interval=None, close_timeout=0.1) as self.socket:
            self.known = 0
            self.is_reading = False
            await self.ask(type="hello", version=1, name=self.name, device=self.device, **({"token": self.token} if self.token else {}))
            since = {"since": {"epoch": self.epoch, "seq": len(self.log)}} if self.epoch else {}
            await self.ask(type="join", room="lobby", **since)
            async for frame in self.socket:
                await getattr(self, "on_" + json.loads(frame)["type"])(stage, json.loads(frame))

    async def ask(self, **fields):
        await self.socket.send(json.dumps({"ref": 1} | fields))

    async def say(self, number):
        text = self.outbox.get(number) or self.answers[number][0]
        await self.ask(type="send", room="lobby", number=number, text=text)

    async def on_welcome(self, stage, frame):
        self.token = frame["token"]

    async def on_joined(self, stage, frame):
        assert not frame["reset"], "a restart must not lose the log"
        assert self.epoch in (None, frame["epoch"]), "a restart must not change the epoch"
        self.epoch = frame["epoch"]
        assert frame["head"] >= len(self.log), "what was delivered must be in the log"
        self.known = frame["head"]
        # Sends again what was answered already: the answer must be the same.
        if self.answers:
            await self.say(max(self.answers))
        for number in list(self.outbox):
            await self.say(number)
        await self.read_on()
        await self.talk(stage)

    async def on_sent(self, stage, frame):
        number, answer = frame["number"], (frame["seq"], frame["id"], frame["at"])
        if text := self.outbox.pop(number, None):
            self.answers[number] = (text, *answer)
            stage.acknowledged += 1
        assert self.answers[number][1:] == answer, "the same number has the same answer for ever"
        await self.talk(stage)

    async def on_event(self, stage, frame):
        self.known = max(self.known, frame["seq"])
        if frame["seq"] == len(self.log) + 1:
            self.log.append({key: value for key, value in frame.items() if key not in ("type", "room", "epoch")})
        await self.read_on()

    async def on_page(self, stage, frame):
        self.is_reading = False
        self.known = max(self.known, frame["head"])
        self.log += [event for event in frame["events"] if event["seq"] > len(self.log)]
        await self.read_on()

    async def on_presence(self, stage, frame):
        pass

    async def on_error(self, stage, frame):
        # It stays in the outbox, and is sent again.
        stage.refuse(frame["code"], f"{self.name} was refused: {frame}")

    async def talk(self, stage):
        while stage.talking and len(self.outbox) < WINDOW:
            number = self.next_number
            self.next_number += 1
            self.outbox[number] = f"{self.name} {number}"
            await self.say(number)

    async def read_on(self):
        if len(self.log) < self.known and not self.is_reading:
            self.is_reading = True
            await self.ask(type="history", room="lobby", after=len(self.log), limit=200)


class EchoLoad:
    """A client of the protocols without numbers: its own echo is its acknowledgement, and what is not echoed is lost to it."""

    def __init__(self, name):
        self.name = name
        self.count = 0
        self.waiting = []
        # How many the former connections have sent. Another server of a cluster may be behind, and
        # tell them later or again.
        self.former = 0
        self.echoed = []
        # The messages that each connection saw, in order.
        self.seen = []

    @property
    def is_done(self):
        return not self.waiting

    async def talk(self, stage):
        while stage.talking and len(self.waiting) < WINDOW:
            self.count += 1
            text = f"{self.name} {self.count}"
            self.waiting.append(text)
            await self.say(text)

    def begin(self):
        self.former = self.count
        self.waiting = []
        self.seen.append([])

    async def heard(self, stage, text):
        self.seen[-1].append(text)
        name, _, number = text.partition(" ")
        if name != self.name or (stage.is_cluster and int(number) <= self.former):
            return
        if self.waiting:
            awaited = self.waiting.pop(0)
            assert text == awaited, f"the echoes come in the order of the sends, and {awaited!r} is next: {self.seen[-1][-20:]}"
            self.echoed.append(text)
            stage.acknowledged += 1
            await self.talk(stage)


class SwiftChatLoad(EchoLoad):
    def __init__(self, name):
        super().__init__(name)
        self.user_id = str(uuid.uuid4()).upper()

    async def connection(self, stage):
        uri = f"ws://127.0.0.1:{stage.server.port}/chat"
        async with connect(uri, compression=None, proxy=None, ping_interval=None, close_timeout=0.1) as self.socket:
            self.begin()
            await self.talk(stage)
            async for frame in self.socket:
                message = json.loads(frame)
                if "error" in message:
                    stage.refuse(message["error"], f"{self.name} was refused: {message}")
                else:
                    await self.heard(stage, message["message"])

    async def say(self, text):
        await self.socket.send(json.dumps({"message": text, "user": self.name, "userID": self.user_id}))


class LinesLoad(EchoLoad):
    async def connection(self, stage):
        reader, self.writer = await asyncio.open_connection("127.0.0.1", stage.server.line_port)
        try:
            self.begin()
            self.writer.write(f"iam:{self.name}\n".encode())
            while line := await reader.readline():
                # The last line of a killed server may be cut.
                if line.endswith(b"\n"):
                    await self.read(stage, line[:-1].decode())
            raise EOFError
        finally:
            self.writer.close()

    async def read(self, stage, line):
        if line.startswith(f"martlet:The name {self.name} is taken; ") and stage.is_cluster:
            # A server that has died keeps its people for a while, as far as the others know.
            raise EOFError
        if line.startswith("martlet:"):
            error = re.match(r"martlet:error (\d+): ", line)
            if error or not line.startswith("martlet:Goodbye"):
                stage.refuse(int(error[1]) if error else None, f"{self.name} was told: {line}")
        elif line == f"{self.name} has joined":
            await self.talk(stage)
        elif ":" in line:
            await self.heard(stage, line.split(":", 1)[1])

    async def say(self, text):
        self.writer.write(f"msg:{text}\n".encode())
        await self.writer.drain()
