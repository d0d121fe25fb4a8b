"""PostgreSQL fails over: a standby is promoted, with or without the last commits."""

import os
import signal

import pytest

from deadline import PATIENCE, eventually
from postgres import Postgres
from test_standby import freeze
from v1 import V1

CLUSTER = ("--cluster", "on", "--files", "off")


@pytest.fixture
def pair():
    """A server, and a standby that it does not wait for."""
    primary = Postgres()
    standby = primary.replicate()
    yield primary, standby
    standby.end()
    primary.end()


@pytest.fixture
def store(pair, tmp_path):
    """An address that leads to whichever of the two takes writes."""
    primary, standby = pair
    return primary.database(tmp_path, f"{primary.folder},{standby.folder}") + "&target_session_attrs=read-write"


def texts(person):
    return [event["text"] for event in person.history() if "text" in event]


def fail_over(pair, *servers):
    """The primary is gone for good; the servers end, for they do not know what became of their last commits."""
    primary, standby = pair
    primary.kill()
    for server in servers:
        assert server.process.wait(PATIENCE) != 0
    standby.promote()


@pytest.mark.parametrize("lacks", [True, False])
def test_a_standby_without_the_last_commits_begins_a_new_epoch(serve, store, pair, lacks):
    server = serve("--store", store)
    with V1(server) as ann:
        ann.send("on both")
        epoch = ann.joined["lobby"]["epoch"]
        pair[1].has_all()
        if lacks:
            pair[1].lag()
            ann.send("lost")
        fail_over(pair, server)
    with V1(server.start()) as ann:
        assert (ann.joined["lobby"]["epoch"] != epoch) == lacks
        ann.send("after it")
        assert texts(ann) == ["on both", "after it"]


def lose_what_one_server_does_not_know(serve, store, pair, *flags):
    """Loses a commit that one server has acknowledged and the other one has not heard of. Returns the other one, and its epoch."""
    one, two = (serve("--store", store, *CLUSTER, *flags) for _ in range(2))
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        ann.send("on both")
        assert bob.event()["text"] == "on both"
        epoch = ann.joined["lobby"]["epoch"]
        pair[1].has_all()
        pair[1].lag()
        freeze(one)
        try:
            bob.send("lost")
            pair[0].kill()
            assert two.process.wait(PATIENCE) != 0
        finally:
            os.kill(one.pid, signal.SIGCONT)
        assert one.process.wait(PATIENCE) != 0
        pair[1].promote()
    return one, epoch


def test_a_cluster_does_not_take_one_servers_word_for_what_is_there(serve, store, pair):
    one, epoch = lose_what_one_server_does_not_know(serve, store, pair)
    with V1(one.start()) as ann:
        assert ann.joined["lobby"]["epoch"] != epoch and texts(ann) == ["on both"]
    assert "not the one that was served last" in one.log


def test_a_cluster_with_synchronous_standbys_goes_on(serve, store, pair):
    flags = ("--store", store, *CLUSTER, "--synchronous-standbys", "on")
    one, two = (serve(*flags) for _ in range(2))
    pair[0].ask("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")
    pair[0].ask("postgres", "SELECT pg_reload_conf()")
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        ann.send("on both")
        epoch = bob.joined["lobby"]["epoch"]
        fail_over(pair, one, two)
    # Servers that share the log with the first one have its epoch.
    for server in (one, two):
        with V1(server.start()) as ann:
            assert ann.joined["lobby"]["epoch"] == epoch and texts(ann) == ["on both"]
