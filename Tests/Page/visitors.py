"""A real server, and the people who talk over it: some on the page, some without one."""

import hashlib
import json
import os
import re
import secrets
import subprocess
import uuid
from pathlib import Path

from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
FIRST_PART = re.compile(r"/model-[A-Z0-9]{8}\.wasm$")  # of the page's model
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}

# Milliseconds: far more than anything takes on a busy machine. Only a hang ever reaches it.
PATIENCE = 300_000
expect.set_options(timeout=PATIENCE)


class Server:
    """`martlet serve` on a folder of its own. `kill` and `start` again: same port, same data."""

    def __init__(self, data, *flags):
        self.data = data
        self.flags = flags
        self.process = None
        self.binary = os.environ.get("MARTLET", str(ROOT / ".build" / "release" / "martlet"))
        self.url = None
        self.port = 0

    def start(self):
        command = [self.binary, "serve", "--port", str(self.port), "--line-port", "0", "--data", str(self.data)]
        with open(self.data.parent / "server.log", "a") as log:
            self.process = subprocess.Popen(
                [*command, "--rate-limit", "off", *self.flags], stdout=subprocess.PIPE, stderr=log, text=True
            )
        for line in self.process.stdout:
            found = re.search(r"https?://\S+:(\d+)/", line)
            if found:
                self.url, self.port = found.group(0), int(found.group(1))
                return self
        raise RuntimeError(f"no address printed; see {self.data.parent / 'server.log'}")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


HELD_TIMERS = """(event) => {
    const { setTimeout, clearTimeout } = window;
    const held = new Map();
    window.setTimeout = (action, ...rest) => {
        if ((window.event?.type ?? null) !== event) return setTimeout(action, ...rest);
        const timer = setTimeout(() => {}, 2 ** 31 - 1);
        held.set(timer, action);
        return timer;
    };
    window.clearTimeout = (timer) => {
        held.delete(timer);
        clearTimeout(timer);
    };
    window.timersHeld = () => held.size;
    window.endTimers = () => {
        window.setTimeout = setTimeout;
        for (const action of held.values()) action();
    };
}"""

RELEASED = "async () => (await navigator.locks.query()).held.length === 0"

NOTHING_KEPT = """async () => await new Promise((answer) => {
    indexedDB.open("martlet").onsuccess = ({ target: { result } }) => {
        result.transaction("files").objectStore("files").count().onsuccess = ({ target }) => answer(target.result === 0);
    };
})"""

CACHED = """async (text) => {
    const database = await new Promise((answer) => { indexedDB.open("martlet").onsuccess = ({ target }) => answer(target.result); });
    const journal = () => new Promise((answer) => {
        const request = database.transaction("journal").objectStore("journal").getAll();
        request.onsuccess = () => answer(request.result.map(({ record }) => record));
    });
    const isCached = (record) => record.record === "cached" && JSON.stringify(record).includes(text);
    const answer = (await journal()).some(isCached);
    database.close();
    return answer;
}"""


# What a page has that does not connect, for the report of a failure.
WAITING = """async () => ({
    loaded: performance.getEntriesByType("resource").map(({ name, responseEnd }) => [name, responseEnd]),
    locks: await navigator.locks.query(),
    hasFrames: await new Promise((answer) => {
        requestAnimationFrame(() => answer(true));
        setTimeout(() => answer(false), 2000);
    }),
    hasDatabase: await new Promise((answer) => {
        indexedDB.open("martlet").onsuccess = () => answer(true);
        setTimeout(() => answer(false), 2000);
    }),
})"""


UNTIL = """async (argument) => {
    const asked = %s;
    for (;;) {
        const answer = await asked(argument);
        if (answer) return answer;
        await new Promise((done) => setTimeout(done, 20)); // a tab behind others draws no frames
    }
}"""


def until(page, asked, argument=None):
    """Waits until an async function of the page returns something, and returns that.

    Playwright's `wait_for_function` does not wait for promises.
    """
    return page.evaluate(UNTIL % asked, argument)


def later_page(context, server):
    """A page for a later visit of the same browser: no former page holds a journal any more."""
    page = context.new_page()
    page.goto(server.url + "health")
    until(page, RELEASED)
    return page


def until_cached(page, text=""):
    """Waits until the browser's journal has a cached message with this text."""
    until(page, CACHED, text)


class Visitor:
    """One browser profile with one page open, and names for what is on the page."""

    def __init__(self, browser, server, **options):
        self.server = server
        options.setdefault("viewport", SIZES["desktop"])
        # It would answer in place of the network, which many tests watch or hold up.
        options.setdefault("service_workers", "block")
        self.touch = options.get("has_touch", False)
        options.setdefault("locale", "en-GB")
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.errors = []
        self.network = None
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message):
        # A server that is down is part of some tests; everything else the console says is a fault.
        expected = ("ERR_CONNECTION_", "ERR_SOCKET_NOT_CONNECTED", "WebSocket", "the server responded with a status of 4")
        if message.type == "error" and not any(words in message.text for words in expected):
            self.errors.append(message.text)

    def leave(self):
        """Closes all of the context; a browser of its own ends with it."""
        self.context.close()

    def open(self, room=""):
        self.page.goto(self.server.url + (f"#{room}" if room else ""))
        return self

    def enter(self, name, room=""):
        self.open(room)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Join").click()
        try:
            expect(self.connection).to_have_attribute("data-state", "ready")
        except AssertionError:
            print(json.dumps(self.page.evaluate(WAITING)))
            raise
        return self

    @property
    def connection(self):
        """Its `data-state` is `ready` when the page is connected."""
        return self.page.locator("#connection")

    @property
    def status(self):
        return self.page.locator("#connection-words")

    @property
    def field(self):
        return self.page.locator("#text")

    @property
    def scroller(self):
        return self.page.locator("#scroller")

    @property
    def texts(self):
        return self.page.locator(".message .text")

    def message(self, text):
        return self.page.locator(".message").filter(has=self.page.get_by_text(text, exact=True))

    @property
    def rooms(self):
        """The titles in the list, in order."""
        return self.page.locator("#room-list .line-title")

    def line(self, title):
        """A room's line in the list."""
        return self.page.locator(".room-line").filter(has=self.page.locator(".line-title").get_by_text(title, exact=True))

    def choose(self, title):
        """Opens a room of the list."""
        link = self.line(title).locator("a")
        link.tap() if self.touch else link.click()
        expect(self.page.locator("#room")).to_have_text(title)

    def join(self, room):
        """Joins a room by its name or a link."""
        self.page.get_by_role("button", name="New", exact=True).click()
        self.page.get_by_label("Room or invite link").fill(room)
        self.page.get_by_role("button", name="Join", exact=True).click()

    def menu(self, title, item):
        """Chooses an item of a room's menu."""
        self.line(title).click(button="right")
        self.page.locator("#room-menu").get_by_role("button", name=item).click()

    def slow_down(self, bytes_a_second):
        """Limits the speed at which this page sends; -1 removes the limit."""
        if self.network is None:
            self.network = self.context.new_cdp_session(self.page)
        conditions = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_a_second}
        self.network.send("Network.emulateNetworkConditions", conditions)

    def attach(self, *files):
        """Chooses files, each a (name, type, bytes), and waits until they can leave."""
        chosen = [{"name": name, "mimeType": kind, "buffer": content} for name, kind, content in files]
        self.page.locator("#chooser").set_input_files(chosen)
        expect(self.page.get_by_role("button", name="Send")).to_be_enabled()

    def send(self, *files):
        self.attach(*files)
        self.page.get_by_role("button", name="Send").click()

    def say(self, text):
        self.field.fill(text)
        if self.touch:
            self.page.locator("#send").tap()
        else:
            self.field.press("Enter")

    def hold_timers(self, event=None, later=False):
        """Holds the timers that handlers of an event set; without one, those that are set outside of all
        handlers. From now on, or on the pages that are opened later."""
        if later:
            self.context.add_init_script(f"({HELD_TIMERS})({json.dumps(event)})")
        else:
            self.page.evaluate(HELD_TIMERS, event)

    def end_timers(self):
        """Lets the held timers fire now, except those that the page has cancelled."""
        self.page.evaluate("() => endTimers()")

    def hide(self, hidden=True):
        """The user looks at another tab, or at this one again."""
        self.page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    def scroll(self, top):
        self.scroller.evaluate("(element, top) => { element.scrollTop = top }", top)


ROBOT = """
async ({ name, room, texts }) => {
    const socket = new WebSocket(new URL("v1", location.href).href.replace("http", "ws").replace(/#.*/, ""));
    const waiting = new Map();
    let ref = 0;
    const ask = (frame) => new Promise((answer) => {
        ref += 1;
        waiting.set(ref, answer);
        socket.send(JSON.stringify({ ...frame, ref }));
    });
    socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        waiting.get(frame.ref)?.(frame);
    };
    await new Promise((opened) => { socket.onopen = opened; });
    await ask({ type: "hello", version: 1, name });
    await ask({ type: "join", room });
    window.robot = { ask, say: (text) => ask({ type: "send", room, text }), typing: () => ask({ type: "typing", room }) };
    const answers = await Promise.all(texts.map(window.robot.say));
    return answers.filter(({ type }) => type !== "sent");
}
"""


class Robot:
    """Another person, without a page: speaks the protocol from a browser of their own."""

    def __init__(self, page, name, room="lobby", texts=()):
        self.page = page
        assert page.evaluate(ROBOT, {"name": name, "room": room, "texts": list(texts)}) == []

    def say(self, *texts):
        for text in texts:
            assert self.page.evaluate("(text) => robot.say(text)", text)["type"] == "sent"

    def typing(self):
        """Types from now on. One typing frame is shown for five seconds, which a busy machine can miss."""
        self.page.evaluate("() => { robot.typing(); setInterval(robot.typing, 3_000); }")

    def change(self, kind, room, **fields):
        """Sends a request that changes the room."""
        answer = self.page.evaluate("(frame) => robot.ask(frame)", {"type": kind, "room": room, **fields})
        assert answer["type"] == "sent", answer

    def invite(self, title):
        """Makes a group, and returns the code of an invite link."""
        group, secret = base32(), base32()
        self.change("settings", f"g-{group}", title=title)
        link = uuid.UUID(bytes=hashlib.sha256(secret.encode()).digest()[:16])
        self.change("link", f"g-{group}", link=str(link).upper(), on=True)
        return group + secret


def base32():
    """128 random bits."""
    bits = secrets.randbits(128)
    return "".join("0123456789abcdefghijklmnopqrstuv"[bits >> shift & 31] for shift in range(125, -1, -5))
