"""PostgreSQL fails over: a standby is promoted, with or without the last commits."""

import asyncio
import os
import signal

import pytest

from deadline import PATIENCE, eventually
from load import V1Load
from ordeal import check, live_through
from postgres import Postgres
from test_cluster import CLUSTER, Cluster
from test_standby import freeze
from v1 import V1


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


class BeginsAgain(V1Load):
    """A client that reads a log of another epoch from the start, as docs/protocol.md tells clients to."""

    def __init__(self, name):
        super().__init__(name)
        # What was answered in the epoch before.
        self.former = {}
        self.resets = 0

    async def on_joined(self, stage, frame):
        if self.epoch not in (None, frame["epoch"]):
            assert frame["reset"], "another epoch is a reset"
            self.resets += 1
            self.former, self.answers = self.answers, {}
            self.epoch, self.log = frame["epoch"], []
            self.first_number = min(self.outbox, default=self.next_number)
            frame = frame | {"reset": False}
        await super().on_joined(stage, frame)


def test_people_who_come_back_read_the_log_of_the_new_epoch_and_lose_nothing_of_it(serve, store, pair, rng):
    """They talk through three servers before the failover, and after it; then one of the servers is killed."""
    servers = [serve("--store", store, *CLUSTER) for _ in range(3)]
    cluster = Cluster(servers, pair[0], rng)
    clients = [BeginsAgain(f"bea-{i}") for i in range(8)]

    def events(server):
        database = store.partition("@/")[2].partition("?")[0]
        return int(server.ask(database, "SELECT count(*) FROM event"))

    def fail_over_late():
        eventually(lambda: all(client.answers for client in clients), "everyone has said something")
        pair[1].has_all()
        pair[1].lag()
        kept = events(pair[1])
        eventually(lambda: events(pair[0]) >= kept + 100, "the standby lacks commits")
        fail_over(pair, *servers)

    asyncio.run(live_through([fail_over_late, cluster.kill_one], cluster, rng, clients, is_cluster=True))
    with V1(servers[0]) as reader:
        log, epoch = reader.history(), reader.joined["lobby"]["epoch"]
    check(clients, log, epoch)
    assert [client.resets for client in clients] == [1] * len(clients)
    there = {event["text"] for event in log}
    lost = [answer[0] for client in clients for answer in client.former.values() if answer[0] not in there]
    assert lost, "the failover lost something that was acknowledged before it"
