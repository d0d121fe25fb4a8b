"""How long a visitor waits for messages: from the navigation to the first one on the screen.

    .build/python/bin/python Tests/Page/measure.py BINARY…

A round trip has 150 ms, and both directions carry 1.6 Mbit/s. A cold visit is the first of a browser
whose user has a name. The warm visit follows it, when the first has kept the messages.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from visitors import Robot, Server, later_page, until_cached

VISITS = 5
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
WATCH = """
const look = () => {
    const [message] = document.getElementsByClassName("bubble");
    if (message?.getClientRects().length) window.shown = performance.now();
    else requestAnimationFrame(look);
};
look();
"""


def visit(context, server):
    """Milliseconds."""
    page = later_page(context, server)
    page.add_init_script(WATCH)
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", NETWORK)
    page.goto(server.url, wait_until="commit")
    page.wait_for_function("() => window.shown")
    shown = page.evaluate("() => window.shown")
    until_cached(page)
    page.close()
    return shown


def measure(chromium, binary, folder):
    os.environ["MARTLET"] = binary
    server = Server(Path(folder) / "data").start()
    waits = {"cold": [], "warm": []}
    for number in range(VISITS):
        context = chromium.new_context()
        page = context.new_page()
        page.goto(server.url + "health")
        if number == 0:
            Robot(page, "robot", texts=[f"Message {index}: the quick brown fox jumps over the lazy dog" for index in range(60)])
        page.evaluate("(me) => localStorage.setItem('martlet.me', me)", f'{{"name":"visitor {number}"}}')
        page.close()
        for wait in waits.values():
            wait.append(visit(context, server))
        context.close()
    server.kill()
    for kind, wait in waits.items():
        print(f"{binary}: {kind} {statistics.median(wait):.0f} ms ({min(wait):.0f} to {max(wait):.0f})", flush=True)


with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
    for binary in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            measure(chromium, binary, folder)
    chromium.close()
