"""The security log: who signs in and who is turned away, for an operator and for fail2ban; and never what anyone says."""

import json
import pathlib
import re

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from accounts import ask, command
from deadline import eventually
from lines import Lines
from swiftchat import SwiftChat
from uploads import png, put
from v1 import V1

SERVE_PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "serve.md"


def entries(server):
    """The lines of the security log, as JSON."""
    lines = [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
    return [line for line in lines if line["label"] == "martlet.security"]


def logging(serve, *flags):
    return serve("--log-format", "json", *flags)


def from_elsewhere(server, address="127.0.0.2", path="/v1"):
    return connect(f"ws://127.0.0.1:{server.port}{path}", compression=None, proxy=None, source_address=(address, 0), close_timeout=1)


def test_sign_ins_have_address_and_user(serve):
    server = logging(serve, "--security-log-level", "info")
    with V1(server, "ann") as ann, SwiftChat(server, "bob") as bob, Lines(server, "carl"):
        bob.send("x")
        bob.message(message="x")
        eventually(lambda: len(entries(server)) == 3, "three have signed in")
        seen = {entry["protocol"]: entry for entry in entries(server)}
        assert all(entry["message"] == "signed in" and entry["address"] == "127.0.0.1" and entry["level"] == "info" for entry in seen.values())
        assert seen["v1"]["user"] == ann.user and seen["swiftchat"]["user"] == bob.user_id and "lines" in seen


def test_a_refusal_has_its_code_and_a_cut_its_own(serve):
    server = logging(serve)
    with from_elsewhere(server) as thief:
        thief.send(json.dumps({"type": "hello", "ref": 1, "version": 1, "token": "x" * 40}))
        assert json.loads(thief.recv())["code"] == 113
        try:
            while True:
                thief.send("nonsense")
                thief.recv(timeout=300)
        except ConnectionClosed:
            pass
    assert put(server, "no token", png()).status == 401
    eventually(lambda: len(entries(server)) == 3, "three entries are there")
    refused, cut, upload = sorted(entries(server), key=lambda entry: ["v1", "http"].index(entry["protocol"]))
    assert (refused["message"], refused["code"], refused["address"], refused["level"]) == ("refused", "113", "127.0.0.2", "notice")
    assert (cut["message"], cut["code"], cut["address"], cut["level"]) == ("cut", "4400", "127.0.0.2", "warning")
    assert (upload["message"], upload["code"], upload["address"]) == ("refused", "113", "127.0.0.1")


def test_the_http_api_s_refusals_are_told_with_their_user(serve):
    server = logging(serve, "--accounts", "closed", "--new-rooms-per-user", "1")
    key = command(server, "key", "add", "bot")
    codes = []
    for room in ("one", "two"):
        answer = ask(server, "POST", "/v1/request", {"type": "send", "ref": 1, "room": room, "text": "x"}, token=key)
        codes.append(answer.json.get("code"))
    assert codes[0] is None and codes[1] is not None
    eventually(lambda: entries(server), "it is told")
    entry = entries(server)[0]
    assert (entry["message"], entry["code"], entry["protocol"]) == ("refused", str(codes[1]), "http")
    assert entry["user"] == command(server, "key", "list").split("\t")[2]


def test_an_address_with_too_many_connections_is_told(serve):
    server = logging(serve, "--connections-per-address", "2")
    with from_elsewhere(server), from_elsewhere(server):
        with pytest.raises(Exception):
            from_elsewhere(server).recv(timeout=300)
        eventually(lambda: entries(server), "it is told")
        entry = entries(server)[0]
        assert (entry["message"], entry["code"], entry["address"]) == ("cut", "4401", "127.0.0.2")


def test_a_flood_is_counted_and_not_written(serve):
    server = logging(serve)
    total = 0
    for round in range(100):
        with from_elsewhere(server, f"127.0.0.{2 + round % 2}") as thief:
            for number in range(30):
                thief.send(json.dumps({"type": "hello", "ref": number, "version": 1, "token": "x" * 40}))
            for number in range(30):
                assert json.loads(thief.recv(timeout=300))["code"] == 113
                total += 1
    eventually(
        lambda: sum(int(entry["count"]) for entry in entries(server) if entry["message"] == "refused, not written")
        + sum(entry["message"] == "refused" for entry in entries(server)) == total, "all are counted", 40)
    written = [entry for entry in entries(server) if entry["message"] == "refused"]
    of_addresses = [entry for entry in entries(server) if entry["message"] == "refused, not written, of one address"]
    intervals = sum(entry["message"] == "refused, not written" for entry in entries(server))
    assert len(written) <= (intervals + 1) * 2 * 8
    assert {entry["address"] for entry in of_addresses} == {"127.0.0.2", "127.0.0.3"}


def test_no_text_no_token_and_no_name_is_in_it(serve):
    server = logging(serve, "--security-log-level", "trace", "--log-level", "trace")
    canary = "canary-51c7"
    with V1(server, canary + "-a") as ann, SwiftChat(server, canary + "-b") as bob, Lines(server, canary + "-c") as carl:
        for text in (canary, canary + "\x07"):
            ann.ask("send", room="lobby", number=1, text=text)
            bob.send(text)
            carl.write(f"msg:{text}\n")
        ann.refusal("join", room=canary + "!")
        ann.request("join", room=canary)
        ann.refusal("send", room=canary + "-other", number=2, text=canary)
        with V1(server, hello=False) as thief:
            thief.refusal("hello", version=1, token=canary)
            thief.refusal("hello", version=1, name=canary + "-a")
            thief.refusal("hello", version=1, name="@" + canary)
        token = ann.token
        with V1(server, canary + "-a", token=token):
            pass
        put(server, canary, png(), name=canary)
        put(server, token, png(), name=canary)
    assert server.stop() == 0
    assert len(entries(server)) > 8
    assert canary not in server.log and token not in server.log


def test_the_filter_for_fail2ban_in_the_documentation_finds_the_lines(serve):
    """<HOST> stands for what fail2ban puts there: an address of either version."""
    server = serve()
    with from_elsewhere(server) as thief:
        thief.send(json.dumps({"type": "hello", "ref": 1, "version": 1, "token": "x" * 40}))
        thief.recv()
    eventually(lambda: "refused" in server.log, "it is told")
    expression = re.search(r"^failregex = (.*)$", SERVE_PAGE.read_text(), re.M)[1]
    found = re.search(expression.replace("<HOST>", r"(?P<host>[0-9a-f.:]+)"), server.log)
    assert found and found["host"] == "127.0.0.2", server.log
