"""Connections that send what is refused, as fast as they can: they are slowed down, then cut, and others notice nothing."""

import json
import pathlib
import statistics
import subprocess
import sys
import time

import pytest

from deadline import Deadline, paced
from flood import KINDS
from raw import RawWebSocket, frame
from v1 import V1

SECONDS = 40
# The part of a core that the server may use when the free refusals are used up. Requests for the
# page are not refused: they are answered at the rate of a connection.
SHARE, SHARE_OF_PAGES = 0.25, 0.6


def beside(server, control):
    """For three seconds: the share of a core that the server uses, and how long each ping of a control client takes."""
    before, begun, times = server.cpu_seconds(), time.monotonic(), []
    for _ in paced(3, every=0.05):
        asked = time.monotonic()
        control.request("ping")
        times.append(time.monotonic() - asked)
    return (server.cpu_seconds() - before) / (time.monotonic() - begun), times


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_of_what_is_refused(serve, kind):
    server = serve(rate_limit=None)
    port = server.line_port if kind == "lines" else server.port
    with V1(server, "control", join=()) as control:
        most = SHARE_OF_PAGES if kind == "http, the page" else SHARE
        seconds = 10 if kind == "http, the page" else SECONDS
        script = pathlib.Path(__file__).with_name("flood.py")
        with subprocess.Popen([sys.executable, script, str(port), kind, str(seconds)], stdout=subprocess.PIPE, text=True) as flood:
            assert flood.stdout.readline() == "begun\n"
            # Before the flood ends by itself.
            deadline = Deadline(seconds - 4)
            share, times = beside(server, control)
            while share >= most and not deadline.passed:
                share, times = beside(server, control)
            result = json.loads(flood.stdout.readline())
        assert share < most
        assert statistics.median(times) < 0.05
        if kind != "http, the page":
            assert result["ended"] == 8, "who goes on is cut"
            assert result["codes"] == ([4010] if kind.startswith(("v1", "chat")) else [])
            if kind.startswith("http"):
                assert server.metrics()["martlet_refusal_cuts_total"] == 8
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
