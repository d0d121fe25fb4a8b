"""Clients that ask for pages which are dear to read do not keep others from theirs."""

import select
import statistics
import threading
import time

import pytest

from deadline import eventually, paced
from raw import RawWebSocket
from v1 import V1

CLIENTS = 100


@pytest.fixture
def dear_page(server):
    """A message with as many reactions as the log takes: to read it is to fold them all."""
    with V1(server, "author", join=["dear", "cheap"]) as author:
        author.send("look at this", room="dear")
        for number in range(20):
            author.send(f"{number}", room="cheap")
        for guest in range(16):
            with V1(server, join=["dear"]) as stranger:
                refs = [
                    stranger.ask("react", room="dear", of=1, emoji="👍", on=number % 2 == 0, number=number + 1)
                    for number in range(128)]
                for ref in refs:
                    stranger.reply(ref)


class Hammer:
    """Clients that ask for the page again as soon as they have it."""

    def __init__(self, server, count):
        self.sockets = [RawWebSocket(server, hello=True, join=["dear"]) for _ in range(count)]
        self.is_ended = threading.Event()
        self.pages = 0
        self.threads = [threading.Thread(target=self.run, args=[self.sockets[i::4]]) for i in range(4)]
        for thread in self.threads:
            thread.start()

    def run(self, sockets):
        for socket in sockets:
            self.ask(socket)
        while not self.is_ended.is_set():
            readable = select.select([socket.socket for socket in sockets], [], [], 0.1)[0]
            for socket in sockets:
                if socket.socket in readable and socket.answer()["type"] == "page":
                    self.pages += 1
                    self.ask(socket)

    def ask(self, socket):
        socket.ask(ref=9, type="history", room="dear", after=0, limit=1)

    def close(self):
        self.is_ended.set()
        for thread in self.threads:
            thread.join()
        for socket in self.sockets:
            socket.close()


def test_a_cheap_page_comes_soon_beside_many_costly_ones(server, dear_page):
    with V1(server, "control", join=["cheap"]) as control:
        control.request("history", room="cheap")
        hammer = Hammer(server, CLIENTS)
        try:
            eventually(lambda: hammer.pages > CLIENTS, "the others are being served")
            times = []
            for _ in paced(4, every=0.05):
                begun = time.monotonic()
                assert len(control.request("history", room="cheap")["events"]) == 20
                times.append(time.monotonic() - begun)
        finally:
            hammer.close()
        assert hammer.pages > 20, "the others are served, too"
        # 30 ms on two idle cores; in the order in which they were asked for it was 1.5 s.
        assert statistics.median(times) < 0.3
