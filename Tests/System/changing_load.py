"""Clients that not only talk while their server dies, but edit, delete and react."""

from folding import FoldedLog
from load import ENDING, WINDOW, V1Load

EMOJI = ["👍", "🎉", "❤️"]


class ChangingLoad(V1Load):
    """Has several things on their way, each after the one before, and keeps the lobby's log folded."""

    def __init__(self, name, rng):
        super().__init__(name)
        self.rng = rng
        self.log = FoldedLog()
        # Own messages that it knows of and did not delete.
        self.alive = []
        self.deleted = []

    async def say(self, number):
        request = self.outbox.get(number) or self.answers[number][0]
        await self.ask(room="lobby", number=number, after=number - 1, **request)

    async def on_sent(self, stage, frame):
        request = self.outbox.get(frame["number"])
        if request and request["type"] == "send":
            self.alive.append(frame["seq"])
        await super().on_sent(stage, frame)

    async def on_event(self, stage, frame):
        self.known = max(self.known, frame["seq"])
        if frame["seq"] == len(self.log) + 1:
            self.log.add_live({key: value for key, value in frame.items() if key not in ("type", "room", "epoch")})
        await self.read_on()

    async def on_page(self, stage, frame):
        self.is_reading = False
        self.known = max(self.known, frame["head"])
        self.log.add_page(frame)
        await self.read_on()

    async def on_error(self, stage, frame):
        # Sends behind one that a stopping server refused are refused, too (204).
        assert frame["code"] in (*ENDING, 204), f"{self.name} was refused: {frame}"

    async def talk(self, stage):
        while stage.talking and len(self.outbox) < WINDOW:
            number = self.next_number
            self.next_number += 1
            self.outbox[number] = self.intend(number)
            await self.say(number)

    def intend(self, number):
        text = f"{self.name} {number} SAID"
        kind = self.rng.randrange(6) if self.alive else 0
        if kind < 3:
            return {"type": "send", "text": text}
        target = self.rng.choice(self.alive)
        if kind == 3:
            return {"type": "edit", "of": target, "text": text}
        if kind == 4:
            return {"type": "react", "of": target, "emoji": self.rng.choice(EMOJI), "on": self.rng.random() < 0.7}
        self.alive.remove(target)
        self.deleted.append(target)
        return {"type": "delete", "of": target}
