"""A soak: a server under steady load for a long time, with clients that come and go. Memory and descriptors must stay flat.

    python Tests/System/soak.py [--minutes 30] [--rate 2000] [--report FILE]

Prints a sample every ten seconds, and at the end the verdict: from a sixth of the time on (five minutes of thirty) the
resident memory may grow by 5 MB at most, and the descriptors by 8. Exit status 0 when it holds, 1 when not.
MARTLET names the binary; use a release build.
"""

import argparse
import contextlib
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from martlet_server import BINARY, MartletServer
from uploads import new_id, put
from v1 import V1

ALLOWED_BYTES = 5_000_000
ALLOWED_DESCRIPTORS = 8
SAMPLE_SECONDS = 10


class Visitors(threading.Thread):
    """Clients that come, read, write, send a file now and then, and go: some politely, some not."""

    def __init__(self, server, seed, stop):
        super().__init__(daemon=True)
        self.server, self.random, self.stop = server, random.Random(seed), stop
        self.visits = self.failures = 0

    def run(self):
        while not self.stop.is_set():
            try:
                self.visit()
                self.visits += 1
            except Exception as error:
                self.failures += 1
                print(f"a visitor failed: {type(error).__name__}: {error}", file=sys.stderr)
            self.stop.wait(self.random.uniform(0.05, 0.15))

    def visit(self):
        room = f"visit-{self.random.randrange(50)}"
        with contextlib.closing(V1(self.server, join=(room,))) as visitor:
            for number in range(self.random.randrange(4)):
                visitor.send(f"visit {number}", room=room)
            visitor.request("history", room=room, limit=50)
            choice = self.random.random()
            if choice < 0.05:
                put(self.server, visitor.token, bytes(50_000), id=new_id())
            elif choice < 0.2:
                urllib.request.urlopen(self.server.url + "/", timeout=20).read()
            elif choice < 0.5:
                # Gone without a goodbye.
                visitor.socket.socket.close()


def sample(server, started):
    descriptors = len(list(pathlib.Path(f"/proc/{server.pid}/fd").iterdir()))
    return {
        "seconds": round(time.monotonic() - started), "resident": server.resident_bytes(), "descriptors": descriptors,
        "messages": server.metrics()["martlet_messages_total"],
    }


def watch(server, seconds):
    samples = []
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        time.sleep(SAMPLE_SECONDS)
        samples.append(sample(server, started))
        print("{seconds:6} s  {resident:12,} bytes  {descriptors:4} descriptors  {messages:12,.0f} messages".format(
            **samples[-1]), flush=True)
    return samples


def verdict(samples, seconds):
    """The growth from a sixth of the time on: between the medians of the first and the last tenth of what is left."""
    settled = [sample for sample in samples if sample["seconds"] >= seconds / 6]
    part = max(1, len(settled) // 10)

    def growth(key):
        values = [sample[key] for sample in settled]
        return statistics.median(values[-part:]) - statistics.median(values[:part])

    return {
        "resident_growth": growth("resident"), "descriptor_growth": growth("descriptors"),
        "resident_range": max(sample["resident"] for sample in settled) - min(sample["resident"] for sample in settled),
        "messages_per_second": (settled[-1]["messages"] - settled[0]["messages"])
        / max(1, settled[-1]["seconds"] - settled[0]["seconds"]),
    }


def soak(options):
    seconds = options.minutes * 60
    with tempfile.TemporaryDirectory() as folder:
        server = MartletServer(pathlib.Path(folder) / "data", *options.flags).start()
        stop = threading.Event()
        visitors = [Visitors(server, options.seed + number, stop) for number in range(4)]
        load = subprocess.Popen([
            BINARY, "bench", "--server", server.url, "--connections", "200", "--rooms", "20", "--senders", "100",
            "--rate", str(options.rate), "--duration", str(round(seconds) + 60), "--quiet"], stdout=subprocess.DEVNULL)
        try:
            for visitor in visitors:
                visitor.start()
            samples = watch(server, seconds)
            assert load.poll() is None, f"the load ended early ({load.returncode})"
        finally:
            stop.set()
            load.kill()
            load.wait()
            for visitor in visitors:
                visitor.join()
            server.discard()
    result = verdict(samples, seconds) | {
        "visits": sum(visitor.visits for visitor in visitors), "failures": sum(visitor.failures for visitor in visitors)}
    if options.report:
        pathlib.Path(options.report).write_text(json.dumps({"result": result, "samples": samples}, indent=1))
    print(json.dumps(result, indent=1))
    return (result["resident_growth"] <= ALLOWED_BYTES and result["descriptor_growth"] <= ALLOWED_DESCRIPTORS
            and result["failures"] == 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=int, default=2_000, help="messages a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", help="a file for the samples, as JSON")
    parser.add_argument("flags", nargs="*", help="further flags of martlet serve, behind --")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(0 if soak(arguments()) else 1)
