"""Connections that send what is refused, as fast as they can: they are slowed down, then cut, and others notice nothing."""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import pytest

from flood import KINDS
from raw import RawWebSocket, frame
from v1 import V1

SECONDS = 40
# Of one core, once what costs nothing is used up. The page is no refusal, and is given out at its rate.
SHARE, SHARE_OF_PAGES = 0.25, 0.6


def cpu_seconds(server):
    fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_of_what_is_refused(serve, kind):
    server = serve(rate_limit=None)
    port = server.line_port if kind == "lines" else server.port
    with V1(server, "control", join=()) as control:
        seconds = 10 if kind == "http, the page" else SECONDS
        script = pathlib.Path(__file__).with_name("flood.py")
        with subprocess.Popen([sys.executable, script, str(port), kind, str(seconds)], stdout=subprocess.PIPE, text=True) as flood:
            assert flood.stdout.readline() == "begun\n"
            time.sleep(4)
            before, begun = cpu_seconds(server), time.monotonic()
            times = []
            while time.monotonic() < begun + 3:
                asked = time.monotonic()
                control.request("ping")
                times.append(time.monotonic() - asked)
                time.sleep(0.05)
            share = (cpu_seconds(server) - before) / (time.monotonic() - begun)
            result = json.loads(flood.stdout.readline())
        assert share < (SHARE_OF_PAGES if kind == "http, the page" else SHARE)
        assert statistics.median(times) < 0.05
        if kind != "http, the page":
            assert result["ended"] == 8, "who goes on is cut"
            assert result["codes"] == ([4010] if kind.startswith(("v1", "chat")) else [])
        assert server.get("/health")[0] == 200


def test_what_a_working_client_has_refused_costs_it_nothing(serve):
    server = serve()
    with V1(server) as v1:
        begun = time.monotonic()
        for _ in range(450):
            assert v1.refusal("send", room="lobby", number=1, text="")["code"] == 140
        assert v1.request("ping")["type"] == "pong"
        assert time.monotonic() - begun < 10


def test_the_cut_says_to_come_back_later(serve):
    server = serve()
    with RawWebSocket(server, hello=True) as socket:
        socket.write(frame('{"type":"here","ref":1,"room":"elsewhere"}') * 2_000)
        assert socket.close_code(30) == 4010
    assert server.metrics()["martlet_refusal_cuts_total"] == 1
    with V1(server) as again:
        assert again.request("ping")["type"] == "pong"
