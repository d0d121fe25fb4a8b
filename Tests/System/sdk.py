"""Clients of the SDK in processes of their own (Tests/Drivers/SDKDriver), to be told what to do and to be killed."""

import collections
import os
import pathlib

from deadline import PATIENCE, Deadline
from lines import Terminal
from martlet_server import BINARY, clean_environment

DRIVER = os.environ.get("SDK_DRIVER") or str(pathlib.Path(BINARY).with_name("SDKDriver"))


class Driver(Terminal):
    """`count` clients, each with a journal of its own in `folder`, which the next process goes on with."""

    def __init__(self, server, folder, count=1, catch_up="newest"):
        super().__init__(DRIVER, server.url, folder, count, catch_up, env=clean_environment())
        self.told = collections.deque()
        self.wait("ready")

    def tell(self, *words):
        self.write(" ".join(map(str, words)) + "\n")

    def hear(self, seconds=PATIENCE):
        """The next line, as words."""
        return self.line(seconds).decode().split()

    def wait(self, *words, seconds=PATIENCE):
        """Reads up to the line with these words. Returns the lines before it, by their first words."""
        deadline = Deadline(seconds)
        heard = collections.defaultdict(list)
        while (line := self.hear(deadline.left)) != [str(word) for word in words]:
            heard[line[0]].append(line[1:])
        return heard

    def do(self, *words, seconds=PATIENCE):
        """Tells it, and waits until it is done."""
        self.tell(*words)
        return self.wait("done", *words, seconds=seconds)

    def kill(self):
        """Ends the process as a power cut does. Returns what it had said before."""
        self.process.kill()
        heard = [line.decode().split() for line in self.rest_of_connection().splitlines(keepends=True) if line.endswith(b"\n")]
        self.close()
        return heard

    def resident_bytes(self, kind="VmRSS"):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(kind + ":"):
                return int(line.split()[1]) * 1024
        raise AssertionError(f"the process has no {kind}")
