"""The load generator against the real server: what it says it sent is what is in the log."""
import json
import sqlite3
import subprocess

import pytest

from martlet_server import BINARY


def bench(port, *arguments):
    return subprocess.run(
        [BINARY, "bench", "--server", f"http://127.0.0.1:{port}", "--quiet", *arguments], capture_output=True, text=True, timeout=300)


def events(data):
    with sqlite3.connect(f"file:{data / 'martlet.db'}?mode=ro", uri=True) as database:
        return database.execute("SELECT count(*) FROM event").fetchone()[0]


@pytest.mark.parametrize("protocol", ["v1", "swiftchat"])
def test_a_load_of_one_second_is_reported_and_in_the_log(serve, protocol):
    server = serve(rate_limit="off")
    run = bench(
        server.port, "--protocol", protocol, "--connections", "20", "--senders", "4", "--window", "8", "--duration", "1", "--warmup", "0",
        "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    messages = report["messages"]
    assert messages["sent"] > 0
    assert messages == {"sent": messages["sent"], "acknowledged": messages["sent"], "refused": 0, "unanswered": 0}
    assert report["deliveries"] == {"received": 20 * messages["sent"], "expected": 20 * messages["sent"]}
    assert report["errors"] == {}
    assert 0 < report["delivery"]["p50"] <= report["delivery"]["p99"] <= report["delivery"]["max"]
    assert events(server.data) == messages["sent"]


def test_so_many_messages_at_a_rate_are_exactly_so_many(serve):
    server = serve(rate_limit="off")
    run = bench(
        server.port, "--connections", "6", "--rooms", "3", "--senders", "3", "--rate", "500", "--messages", "100", "--warmup", "0", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["messages"]["acknowledged"] == 100
    assert events(server.data) == 100


def test_a_server_that_limits_is_said_to_limit(serve):
    server = serve(rate_limit=None)
    run = bench(server.port, "--window", "200", "--duration", "5")
    assert run.returncode == 1
    assert "--rate-limit off" in run.stderr


def test_no_server_is_said_to_be_none():
    run = bench(1)
    assert run.returncode == 1
    assert "No server answers at 127.0.0.1:1" in run.stderr


def test_two_servers_are_compared(serve):
    first, second = serve(rate_limit="off"), serve(rate_limit="off")
    run = bench(
        1, "--compare", f"http://127.0.0.1:{first.port}", f"http://127.0.0.1:{second.port}", "--rounds", "2", "--messages", "50",
        "--warmup", "0", "--json")
    assert run.returncode == 0, run.stderr
    comparison = json.loads(run.stdout)
    assert len(comparison["a"]) == len(comparison["b"]) == 2
    assert comparison["figures"]["messages/s"]["ratio"] > 0
    assert events(first.data) == events(second.data) == 100
