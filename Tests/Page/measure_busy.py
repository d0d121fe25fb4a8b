"""How the page does in a room where much is said.

    .build/python/bin/python Tests/Page/measure_busy.py BINARY [MESSAGES]

First nothing is said, then 200 messages a second: the time between two frames, and how long 27 typed
characters take. Then MESSAGES (100,000) as fast as the page follows them: how many a second, and the
memory of the page's process on the way.
"""

import json
import os
import queue
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from visitors import Server, Visitor

sys.path.append(str(Path(__file__).resolve().parents[1] / "System"))
from v1 import V1  # noqa: E402

RATE = 200  # messages a second
SECONDS = 15
TYPED = "the quick brown fox jumps o"
WAITING = 500  # messages that may be on their way to the page

FRAMES = """async (seconds) => {
    const times = [];
    const end = performance.now() + seconds * 1000;
    for (let now = 0; now < end;) {
        now = await new Promise(requestAnimationFrame);
        times.push(now);
    }
    return times.slice(1).map((time, index) => time - times[index]).sort((a, b) => a - b);
}"""
LAST = "() => Number(/^message (\\d+) /.exec([...document.querySelectorAll('.message .text')].at(-1)?.textContent)?.[1] ?? -1)"


class Speaker(threading.Thread):
    """Sends numbered messages: at a rate, or as many as `allow` lets through."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.client = V1(server, "robot")
        self.said = 0
        self.orders = queue.Queue()
        self.start()

    def run(self):
        while True:
            count, rate = self.orders.get()
            began = time.monotonic()
            refs = []
            for index in range(count):
                if rate:
                    time.sleep(max(0, began + index / rate - time.monotonic()))
                self.client.number += 1
                refs.append(self.client.ask(
                    "send", room="lobby", number=self.client.number, text=f"message {self.said} of a busy room, as long as most"))
                self.said += 1
                if len(refs) == 50:
                    for ref in refs:
                        self.client.reply(ref)
                    refs = []
                    self.client.pushed.clear()
            for ref in refs:
                self.client.reply(ref)
            self.orders.task_done()


def share(values, part):
    return values[min(len(values) - 1, int(len(values) * part))]


def typing(visitor):
    """Seconds."""
    visitor.field.fill("")
    began = time.monotonic()
    visitor.field.press_sequentially(TYPED)
    assert visitor.field.input_value() == TYPED
    return time.monotonic() - began


def look(visitor, words):
    frames = visitor.page.evaluate(FRAMES, SECONDS / 2)
    typed = sorted(typing(visitor) for _ in range(5))
    print(f"{words}: a frame p50 {share(frames, 0.5):.0f} ms, p95 {share(frames, 0.95):.0f}, p99 {share(frames, 0.99):.0f}, "
          f"at most {frames[-1]:.0f}; 27 characters in {typed[2]:.2f} s ({typed[0]:.2f}–{typed[-1]:.2f})", flush=True)


def memory(browser):
    """MB of the largest renderer."""
    system = browser.new_browser_cdp_session()
    processes = [process["id"] for process in system.send("SystemInfo.getProcessInfo")["processInfo"] if process["type"] == "renderer"]
    system.detach()
    return max(int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096 for process in processes) / 1e6


def follow(visitor, speaker, browser, messages):
    began, first = time.monotonic(), speaker.said
    marks = {tenths * messages // 10 for tenths in (1, 2, 5, 10)}
    print(f"at the beginning: {memory(browser):.0f} MB", flush=True)
    while speaker.said - first < messages:
        speaker.orders.put((WAITING, None))
        speaker.orders.join()
        visitor.page.wait_for_function(f"(last) => ({LAST})() >= last", arg=speaker.said - 1)
        done = speaker.said - first
        for mark in sorted(mark for mark in marks if mark <= done):
            marks.remove(mark)
            print(f"after {done} messages: {memory(browser):.0f} MB, {done / (time.monotonic() - began):.0f} a second", flush=True)


def measure(browser, binary, messages):
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MARTLET"] = binary
        server = Server(Path(folder) / "data").start()
        visitor = Visitor(browser, server).enter("ann")
        speaker = Speaker(server)
        speaker.orders.put((100, None))
        speaker.orders.join()
        look(visitor, "nothing is said")
        speaker.orders.put((RATE * SECONDS * 2, RATE))
        look(visitor, f"{RATE} messages a second")
        speaker.orders.join()
        visitor.field.fill("")
        follow(visitor, speaker, browser, messages)
        print(json.dumps(visitor.errors))
        visitor.leave()
        server.kill()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        measure(chromium, sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000)
        chromium.close()
