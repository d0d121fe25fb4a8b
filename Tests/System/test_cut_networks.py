"""A pulled cable between a server and PostgreSQL, or NATS: no side is told. Nothing that was acknowledged is lost."""

import itertools
import time

import pytest

from deadline import PATIENCE, eventually
from nats import NATS
from network import Network
from ordeal import Ordeal
from postgres import Postgres
from test_cluster import CLUSTER, Cluster, check_that_all_have_left, hears, members
from test_standby import stands_by
from v1 import V1, Refused

# Three times Limits.databaseSilence, after which both ends give a connection up, and some patience.
GIVES_UP = 90


@pytest.fixture
def network():
    network = Network()
    yield network
    network.end()


@pytest.fixture
def postgres(network):
    """Reached by the links of the network only."""
    server = Postgres(network)
    yield server
    server.end()


@pytest.fixture
def nats(network):
    server = NATS(network=network)
    yield server
    server.end()


@pytest.fixture
def store_of_all(postgres):
    """The database, past all links."""
    return postgres.database("log")


@pytest.fixture
def linked(serve, postgres, network):
    """Starts a server with a link to PostgreSQL of its own: linked(*flags)."""

    def start(*flags, **options):
        link = network.link()
        server = serve("--store", postgres.database("log", link.address), *flags, **options)
        server.link = link
        return server

    return start


def texts(reader):
    return [event["text"] for event in reader.history() if "text" in event]


def test_a_server_without_its_database_acknowledges_nothing_and_ends_and_the_other_goes_on(linked):
    one, two = (linked(*CLUSTER) for _ in range(2))
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        hears(ann, "joined", "bob")
        ann.send("before")
        one.link.cut()
        begun = time.monotonic()
        ref = ann.ask("send", room="lobby", number=2, text="never acknowledged")
        for i in range(20):
            bob.send(f"meanwhile {i}")
        with pytest.raises(Refused) as refused:
            ann.reply(ref)
        assert refused.value.code == 202
        assert one.process.wait(PATIENCE) == 1
        print(f"ended after {time.monotonic() - begun:.1f} s")
        assert "The store does not answer" in one.log and "check PostgreSQL and start again" in one.log
        hears(bob, "left", "ann")
        one.link.mend()
        one.start()
        with V1(one, "cleo") as cleo:
            assert texts(cleo) == ["before"] + [f"meanwhile {i}" for i in range(20)]
            cleo.send("back")
            bob.event(text="back")


def test_a_server_that_stands_by_takes_over_from_one_without_its_database(linked):
    active = linked("--files", "off")
    other = linked("--files", "off", "--standby", waits=True)
    stands_by(other)
    with V1(active, "ann") as ann:
        ann.send("before")
        active.link.cut()
        ref = ann.ask("send", room="lobby", number=2, text="never acknowledged")
        other.await_ready(GIVES_UP)
        with pytest.raises(Refused) as refused:
            ann.reply(ref)
        assert refused.value.code == 202
        assert active.process.wait(PATIENCE) == 1
    with V1(other, "bob") as bob:
        bob.send("after")
        assert texts(bob) == ["before", "after"]


def test_a_server_without_nats_says_so_and_messages_come_within_seconds(serve, store_of_all, network, nats):
    links = [network.link() for _ in range(2)]
    one, two = (serve("--store", store_of_all, *CLUSTER, "--bus", nats.address_at(link.address)) for link in links)
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        hears(ann, "joined", "bob")
        links[0].cut()
        for i in range(5):
            ann.send(f"from ann {i}")
            bob.event(text=f"from ann {i}")
            bob.send(f"from bob {i}")
            ann.event(text=f"from bob {i}")
        # Neither is heard by the other, and so its people have gone.
        hears(ann, "left", "bob")
        hears(bob, "left", "ann")
        eventually(lambda: "can't hear the others of its cluster" in one.log, "it says that NATS is away")
        links[0].mend()
        eventually(lambda: "hears the others of its cluster" in one.log, "it says that NATS is back")
        for person in (ann, bob):
            eventually(lambda: members(person) == ["ann", "bob"], "they are there again")


def test_a_server_with_much_to_say_notices_that_nats_is_away_and_stops_when_asked(serve, store_of_all, network, nats):
    link = network.link()
    server = serve("--store", store_of_all, *CLUSTER, "--bus", nats.address_at(link.address))
    with V1(server, "ann") as ann:
        ann.send("hello")
        link.cut()

        def notices():
            # More than the system buffers for NATS, before a question to NATS is overdue.
            for ref in [ann.ask("send", room="lobby", number=next(numbers), text="x" * 15_000) for _ in range(16)]:
                ann.reply(ref)
            return "can't hear the others of its cluster" in server.log

        numbers = itertools.count(2)
        eventually(notices, "it says that NATS is away", GIVES_UP)
        assert server.stop() == 0


class CutCluster(Cluster):
    """Each server has a link to PostgreSQL, and one to NATS."""

    def cut_from_database(self):
        """Its server ends, for it can't know what became of its last commit."""
        server = self.rng.choice(self.servers)
        # If only the answers are lost, its last commit is in the log, but nobody was told.
        server.link.cut(answers_only=self.rng.choice([True, False]))
        try:
            server.process.wait(PATIENCE)
        finally:
            server.link.mend()

    def cut_from_bus(self):
        server = self.rng.choice(self.servers)
        server.bus_link.cut()
        time.sleep(self.rng.uniform(0, 12))
        server.bus_link.mend()


def test_what_was_acknowledged_is_there_after_every_cut(linked, network, postgres, nats, rng, pytestconfig):
    servers = []
    for _ in range(3):
        bus_link = network.link()
        servers.append(linked(*CLUSTER, "--bus", nats.address_at(bus_link.address)))
        servers[-1].bus_link = bus_link
    cluster = CutCluster(servers, postgres, rng)
    rounds = pytestconfig.option.kills // (5 if pytestconfig.option.patient else 50)
    ends = [cluster.cut_from_database, cluster.cut_from_bus] * max(1, rounds)
    rng.shuffle(ends)
    begun = time.monotonic()
    clients = pytestconfig.option.clients
    acknowledged, log = Ordeal(cluster, rng, ends, is_cluster=True, clients=clients).run()
    check_that_all_have_left(servers)
    print(f"{clients} clients, {len(ends)} cuts, {acknowledged} acknowledged, {len(log)} in the log, {time.monotonic() - begun:.1f} s")
