"""Clients of the line protocol, a plain socket and the real nc, and a reader for all programs that print lines."""

import os
import selectors
import socket
import subprocess

from deadline import PATIENCE, Deadline


class LineReader:
    """Splits what `receive(seconds)` gives into lines."""

    def __init__(self):
        self.rest = b""
        self.seen = []

    def line(self, seconds=PATIENCE):
        """The next line with its line feed, as bytes; what is left at the end of the connection comes as it is."""
        deadline = Deadline(seconds)
        while b"\n" not in self.rest:
            chunk = self.receive(deadline.left)
            if not chunk:
                rest, self.rest = self.rest, b""
                if rest:
                    return rest
                raise EOFError(f"the connection ended after {self.seen}")
            self.rest += chunk
        line, self.rest = self.rest.split(b"\n", 1)
        self.seen.append(line + b"\n")
        return line + b"\n"

    def until(self, wanted, seconds=PATIENCE):
        """Reads up to the line that is `wanted`, or starts with it when it has no line feed."""
        deadline = Deadline(seconds)
        while True:
            line = self.line(deadline.left)
            if line == wanted or (not wanted.endswith(b"\n") and line.startswith(wanted)):
                return line

    def rest_of_connection(self, seconds=PATIENCE):
        """Everything up to the end of the connection."""
        deadline = Deadline(seconds)
        while chunk := self.receive(deadline.left):
            self.rest += chunk
        rest, self.rest = self.rest, b""
        return rest


class Lines(LineReader):
    def __init__(self, server, name=None, source=None):
        super().__init__()
        self.socket = socket.create_connection(
            ("127.0.0.1", server.line_port), source_address=(source, 0) if source else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if name:
            self.write(f"iam:{name}\n")
            self.until(f"{name} has joined\n".encode())

    def write(self, data):
        self.socket.sendall(data.encode() if isinstance(data, str) else data)

    def say(self, text):
        self.write(f"msg:{text}\n")

    def receive(self, seconds):
        self.socket.settimeout(max(seconds, 0.001))
        try:
            return self.socket.recv(65536)
        except ConnectionResetError:
            return b""

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Terminal(LineReader):
    """A command that runs on, with what it prints read line by line."""

    def __init__(self, *command, **options):
        super().__init__()
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **options)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def write(self, data):
        self.process.stdin.write(data.encode() if isinstance(data, str) else data)

    def receive(self, seconds):
        if not self.selector.select(seconds):
            raise TimeoutError(f"nothing was printed for {seconds} s after {self.seen}")
        return os.read(self.process.stdout.fileno(), 65536)

    def close(self):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.selector.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Netcat(Terminal):
    """The nc that people type into."""

    def __init__(self, server, *flags):
        super().__init__("nc", *flags, "127.0.0.1", server.line_port)
