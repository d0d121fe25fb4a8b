"""A terminal for programs that use the whole screen: a pseudo-terminal, and pyte, which understands what they write."""

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios

import pyte

from deadline import PATIENCE, Deadline
from martlet_server import BINARY, clean_environment

LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Display(pyte.Screen):
    """pyte's screen, which also notes what a program must not do, and whether it left the alternate screen."""

    def __init__(self, columns, lines):
        super().__init__(columns, lines)
        self.titles = []
        self.in_alternate = False

    def set_title(self, title):
        self.titles.append(title)

    set_icon_name = set_title

    def set_mode(self, *modes, **options):
        if options.get("private") and 1049 in modes:
            self.in_alternate = True
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes, **options):
        if options.get("private") and 1049 in modes:
            self.in_alternate = False
        super().reset_mode(*modes, **options)


class ScreenProgram:
    """A program in a terminal of its own. Its screen is read while one waits for something on it."""

    def __init__(self, *command, columns=80, lines=24, env=None):
        self.display = Display(columns, lines)
        self.stream = pyte.ByteStream(self.display)
        self.raw = b""
        self.terminal, self.program_side = pty.openpty()
        self._set_size(columns, lines)
        self.before = termios.tcgetattr(self.program_side)
        self.modes = set(self.display.mode)
        # English, wherever the tests run.
        environment = {key: value for key, value in clean_environment().items() if key not in LOCALE}
        self.process = subprocess.Popen(
            list(map(str, command)), stdin=self.program_side, stdout=self.program_side, stderr=self.program_side,
            env={"COLORTERM": "truecolor", "LANG": "C", **environment, **(env or {}), "TERM": "xterm-256color"},
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def _set_size(self, columns, lines):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns, lines):
        self.display.resize(lines, columns)
        self._set_size(columns, lines)

    def type(self, text):
        os.write(self.terminal, text.encode() if isinstance(text, str) else text)

    def taken(self):
        """Makes the kernel take what was typed: it does so before it says whether there is something to read."""
        select.select([self.program_side], [], [], 0)
        return self

    def paste(self, text):
        self.type(f"\x1b[200~{text}\x1b[201~")

    @property
    def lines(self):
        return [line.rstrip() for line in self.display.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def read(self, seconds=0.05):
        """Takes what the program has written. False if nothing came."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError as error:
            if error.errno == errno.EIO:
                return False
            raise
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def until(self, wanted, seconds=PATIENCE):
        """Waits until the screen has a text, or until a condition on this object holds."""
        deadline = Deadline(seconds)
        holds = wanted if callable(wanted) else lambda screen: wanted in screen.text
        while not holds(self):
            assert not deadline.passed, f"not on the screen in {seconds} s: {wanted}\n{self.text}"
            ended = self.process.poll() is not None
            if not self.read() and ended and not holds(self):
                raise AssertionError(f"the program ended ({self.process.returncode}) without {wanted}\n{self.text}")
        return self

    def without(self, unwanted, seconds=PATIENCE):
        return self.until(lambda screen: unwanted not in screen.text, seconds)

    def line(self, wanted):
        """The number of the first line that contains a text."""
        return next(number for number, line in enumerate(self.lines) if wanted in line)

    def end(self, seconds=PATIENCE):
        """Waits until the program has ended, and takes all it has written. Returns its status."""
        deadline = Deadline(seconds)
        while self.process.poll() is None:
            assert not deadline.passed, f"it did not end\n{self.text}"
            self.read()
        while self.read(0.2):
            pass
        return self.process.returncode

    def is_as_before(self):
        """Whether the terminal is as the program found it: its settings, its modes, and how it writes and links."""
        links = re.findall(rb"\x1b\]8;[^;]*;([^\x07\x1b]*)", self.raw)
        return (
            termios.tcgetattr(self.program_side) == self.before and self.display.mode == self.modes
            and not self.display.in_alternate and not self.display.cursor.hidden
            and self.display.cursor.attrs == self.display.default_char and (not links or links[-1] == b""))

    def has_mode(self, number):
        """Whether a private mode of the terminal is on: 1000 and 1006 are the mouse, 2004 pastes in brackets."""
        return number << 5 in self.display.mode

    def click(self, x, y, button=0):
        """A click at a cell, counted from 0. Buttons 64 and 65 are the wheel, turned up and down."""
        self.type(f"\x1b[<{button};{x + 1};{y + 1}M" + ("" if button >= 64 else f"\x1b[<{button};{x + 1};{y + 1}m"))

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        return self

    def hang_up(self):
        """Takes the terminal away, as a closed window does. Returns the program's status."""
        os.close(self.terminal)
        self.terminal = None
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for descriptor in (self.terminal, self.program_side):
            if descriptor is not None:
                os.close(descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class ChatScreen(ScreenProgram):
    """`martlet chat` in a terminal, with a state folder of its own. `through` is the command that starts it."""

    def __init__(self, server, state, *arguments, through=(), env=None, **options):
        super().__init__(
            *through, BINARY, "chat", *arguments, "--server", server.url, env={"XDG_STATE_HOME": str(state), **(env or {})}, **options)

    def ready(self, name="ann"):
        """Waits until it is connected."""
        return self.until(f"{name} on 127.0.0.1")

    def send(self, text):
        self.type(text + "\r")

    def delivered(self, text):
        """Waits until a message is in the room and the server has it. A text that is still in the composer is not meant."""
        def stands(screen):
            rows = [line for line in screen.lines if text in line]
            return any(f"> {text}" not in row for row in rows) and not any(mark in screen.text for mark in ("sending", "waiting"))

        return self.until(stands)
