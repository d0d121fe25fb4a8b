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
from martlet_server import run
from swiftchat import SwiftChat
from test_membership import make_group, membership
from uploads import png, put
from v1 import V1

SERVE_PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "serve.md"


def entries(server):
    """The lines of the security log, as JSON."""
    lines = [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
    return [line for line in lines if line["label"] == "martlet.security"]


def told(server, message):
    """Those of one kind."""
    return [entry for entry in entries(server) if entry["message"] == message]


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
    eventually(lambda: told(server, "refused"), "it is told")
    entry = told(server, "refused")[0]
    assert (entry["code"], entry["protocol"]) == (str(codes[1]), "http")
    assert entry["user"] == command(server, "key", "list").split("\t")[2]


def test_the_operator_s_commands_are_told_with_ids_and_without_secrets(serve):
    server = logging(serve, "--accounts", "closed")
    password, name = "canary staple", "canary-ann"
    made = command(server, "account", "add", name, password=password)
    user = made.split(": ")[1]
    key = command(server, "key", "add", "canary-bot", "--role", "administrator")
    bot = command(server, "key", "list").split("\t")[2]
    invite = command(server, "account", "invite")
    for words in (["role", name, "administrator"], ["disable", name], ["enable", name]):
        command(server, "account", *words)
    command(server, "account", "reset", name, password=password)
    command(server, "account", "close", name)
    command(server, "key", "remove", "canary-bot")
    # What only asks, and what is refused, is not told.
    command(server, "account", "list")
    assert run("account", "disable", "nobody", "--data", server.data).returncode == 1
    eventually(lambda: len(told(server, "command")) == 9, "all of them are told")
    seen = [(entry["command"], entry.get("about"), entry.get("role")) for entry in told(server, "command")]
    assert seen == [
        ("account add", user, "user"), ("key add", bot, "administrator"), ("account invite", None, "user"),
        ("account role", user, "administrator"), ("account disable", user, None), ("account enable", user, None),
        ("account reset", user, None), ("account close", user, None), ("key remove", bot, None)]
    assert {entry["level"] for entry in told(server, "command")} == {"notice"}
    server.stop()
    for secret in ("canary", key, invite):
        assert secret not in server.log


def test_erasures_and_deletions_of_rooms_are_told(serve):
    server = logging(serve)
    room = "canary-room"
    with V1(server, "canary-ann", join=["lobby", room]) as ann:
        ann.send("canary", room)
    assert run("room", "delete", room, "--data", server.data).returncode == 0
    # There is no such room any more.
    assert run("room", "delete", room, "--data", server.data).returncode == 1
    assert run("erase", ann.user, "--data", server.data).returncode == 0
    eventually(lambda: len(told(server, "command")) == 2, "both are told")
    assert [(entry["command"], entry.get("about"), entry["level"]) for entry in told(server, "command")] == [
        ("room delete", None, "notice"), ("erase", ann.user, "notice")]
    server.stop()
    assert "canary" not in server.log


def test_what_administrators_do_is_told_and_what_others_do_is_not(serve):
    server = logging(serve, "--accounts", "closed")
    key = command(server, "key", "add", "boss", "--role", "administrator")
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, token=key) as boss:
        seq = ann.send("hello")["seq"]
        boss.send("not told")
        group = make_group(ann, bob)
        membership(ann, group, bob.user, "ban")
        for action in ("mute", "ban"):
            membership(boss, "lobby", bob.user, action)
        boss.change("pin", of=seq, on=True)
        boss.change("settings", topic="canary topic")
        boss.change("delete", of=seq)
        refused = boss.refusal("membership", room=group, number=90, member=ann.user, action="ban")
        assert refused["code"] == 136
        eventually(lambda: len(told(server, "administrator")) == 5, "all of them are told")
        seen = told(server, "administrator")
        assert [(entry["action"], entry.get("about")) for entry in seen] == [
            ("mute", bob.user), ("ban", bob.user), ("pin", None), ("settings", None), ("delete", None)]
        assert all((entry["user"], entry["address"], entry["level"]) == (boss.user, "127.0.0.1", "notice") for entry in seen)
    assert server.stop() == 0
    assert "canary" not in server.log and group not in server.log


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
