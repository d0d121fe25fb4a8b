"""What an operator sees of a running server: health, metrics, logs. And what nobody may see in them."""

import json
import re

import pytest

from flushes import failing_flushes, flushes  # noqa: F401
from lines import Lines
from raw import RawSocket, RawWebSocket, frame
from swiftchat import SwiftChat
from v1 import V1, Refused
from websockets.exceptions import ConnectionClosed

SAMPLE = re.compile(r'[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-zA-Z_]\w*="[^"\\]*"(,[a-zA-Z_]\w*="[^"\\]*")*\})? ([0-9.eE+-]+|\+Inf|NaN)')
COMMENT = re.compile(r"# (HELP [a-zA-Z_:]\w* .+|TYPE [a-zA-Z_:]\w* (counter|gauge|histogram))")


def test_health(server):
    assert server.get("/health") == (200, "ok\n")


def test_every_line_of_the_metrics_parses(server):
    with V1(server, "ann") as ann, SwiftChat(server, "bob") as bob, Lines(server, "carl") as carl:
        ann.send("hello")
        bob.refusal("")
        carl.write("nonsense\n")
        text = server.get("/metrics")[1]
    assert text.endswith("\n")
    for line in text.splitlines():
        assert SAMPLE.fullmatch(line) or COMMENT.fullmatch(line), line
    families = re.findall(r"^# TYPE (\S+)", text, re.M)
    assert len(families) == len(set(families))
    assert len(re.findall(r"^# HELP (\S+)", text, re.M)) == len(families)


def test_what_the_metrics_count(server):
    before = server.metrics()
    with V1(server, "ann") as ann, SwiftChat(server, "bob") as bob, Lines(server, "carl") as carl:
        for number in range(1, 11):
            ann.send("hello")
            bob.message(message="hello")
            carl.until(b"ann:hello\n")
        ann.refusal("send", room="lobby", number=1, text="other")
        now = server.metrics()
        assert [now[f'martlet_connections{{protocol="{name}"}}'] for name in ("v1", "swiftchat", "lines")] == [1, 1, 1]
    assert now["martlet_messages_total"] - before["martlet_messages_total"] == 10
    assert now["martlet_deliveries_total"] - before["martlet_deliveries_total"] == 30
    assert now['martlet_errors_total{code="143"}'] == 1
    assert now["martlet_commit_seconds_count"] >= 10 and now["martlet_delivery_seconds_count"] >= 10
    for family in ("martlet_commit_seconds", "martlet_commit_messages", "martlet_delivery_seconds"):
        buckets = [value for name, value in now.items() if name.startswith(family + "_bucket")]
        assert buckets == sorted(buckets) and buckets[-1] == now[family + "_count"]
        assert f'{family}_bucket{{le="+Inf"}}' in now
    server.is_empty()


@pytest.mark.parametrize("format", ["text", "json"])
def test_no_text_and_no_token_is_in_the_log(serve, format):
    server = serve("--log-level", "trace", "--log-format", format)
    canary = "canary-6d0f"
    tokens = []
    with V1(server, "ann") as ann, SwiftChat(server, "bob") as bob, Lines(server, "carl") as carl:
        tokens.append(ann.token)
        ann.send(canary)
        bob.send(canary)
        carl.say(canary)
        carl.until(f"carl:{canary}\n".encode())
        ann.refusal("send", room="lobby", number=1, text=canary + " other")
        ann.refusal("send", room=canary + "!", number=2, text="x")
        bob.refusal(canary + "\x07")
        carl.write(canary + "\n")
        ann.write('{"text":"' + canary)
        with V1(server, hello=False) as thief:
            thief.refusal("hello", version=1, token=canary)
        with V1(server, "ann", token=ann.token):
            pass
        for socket in (RawSocket(server.line_port), RawSocket(server.port), RawWebSocket(server), RawWebSocket(server, "/chat")):
            with socket:
                socket.write(frame(canary, mask=None))
        server.get(f"/v1?token={canary}")
        server.get(f"/{canary}\n{canary}".replace("\n", "%0A"), {"Cookie": canary, "Origin": "http://" + canary})
    assert server.stop() == 0
    assert canary not in server.log
    assert not any(token in server.log for token in tokens)


def json_object(line):
    try:
        return json.loads(line)
    except ValueError:
        raise AssertionError(f"no JSON: {line}") from None


def test_json_logs_are_an_object_a_line(serve):
    server = serve("--log-level", "trace", "--log-format", "json")
    with V1(server, "ann") as ann:
        ann.send("hello")
    with RawSocket(server.port) as socket:
        socket.write("GET /\x1b[2J HTTP/1.1\r\nHost: \"x\r\n\r\n")
    server.stop()
    for line in server.log.splitlines():
        entry = json_object(line)
        assert {"at", "level", "message"} <= entry.keys()
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", entry["at"])


def test_json_logs_of_a_failure(serve, tmp_path, failing_flushes):  # noqa: F811
    """The one thing certain to be logged: that the store failed."""
    sign = tmp_path / "fails"
    server = serve("--log-format", "json", env=failing_flushes(sign))
    with V1(server, "ann") as ann:
        ann.send("kept", number=1)
        sign.touch()
        with pytest.raises((Refused, ConnectionClosed)):
            ann.send("lost", number=2)
    assert server.process.wait(300) != 0
    entries = [line for line in server.log.splitlines() if line.startswith("{")]
    assert any(json.loads(entry)["level"] == "critical" for entry in entries)


def test_a_life_without_trouble_logs_nothing(serve):
    """From start to stop, several times: what only sometimes goes wrong while stopping shows here."""
    server = serve()
    for _ in range(15):
        with V1(server, "ann") as ann, Lines(server, "carl"):
            ann.send("hello")
        assert server.stop() == 0
        assert server.log == ""
        server.start()
