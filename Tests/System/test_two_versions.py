"""This version and the previous one: side by side on one database, one after the other on one data folder, and as each other's clients.

MARTLET_PREVIOUS names the binary of the previous version: Scripts/two-versions.sh builds it from a commit, and runs this.
"""

import os
import subprocess

import pytest

from accounts import register, sign_in
from deadline import eventually
from lines import Lines
from martlet_server import BINARY, clean_environment, run
from nats import NATS
from ordeal import Ordeal
from postgres import Postgres
from test_cluster import CLUSTER, Cluster, hears
from test_membership import make_group, membership
from uploads import get, png, put
from v1 import V1, Refused

PREVIOUS = os.environ.get("MARTLET_PREVIOUS")
pytestmark = pytest.mark.skipif(not PREVIOUS, reason="needs the previous version: Scripts/two-versions.sh")


@pytest.fixture
def pair(serve, postgres, tmp_path):
    """A server of each version on one database: pair(*flags). The older one was there first."""

    def start(*flags):
        store = postgres.database(tmp_path)
        return [serve("--store", store, *CLUSTER, *flags, binary=binary) for binary in (PREVIOUS, BINARY)]

    return start


@pytest.mark.parametrize("bus", ["the database", "NATS"])
def test_people_on_both_versions_meet_and_talk(pair, bus):
    nats = NATS() if bus == "NATS" else None
    try:
        old, new = pair(*(["--bus", nats.address] if nats else []))
        with V1(old, "ann") as ann, V1(new, "bob") as bob:
            hears(ann, "joined", "bob")
            ann.send("from the older one")
            bob.send("from the newer one")
            bob.change("send", text="a reply", reply=1)
            bob.change("react", of=1, emoji="👍", on=True)
            for server in (old, new):
                Lines(server, f"lin-{server.port}").write("msg:a line\n")
            for person in (ann, bob):
                eventually(lambda: len(person.history()) == 6, "all is in the log")
            assert ann.history() == bob.history()
    finally:
        if nats:
            nats.end()


def test_accounts_and_groups_are_the_same_on_both_versions(pair):
    old, new = pair("--accounts", "open")
    for here, there, name in ((old, new, "olga"), (new, old, "nina")):
        register(here, name)
        token = sign_in(there, name).json["token"]
        with V1(here, token=token) as person, V1(there, f"guest-of-{name}") as guest:
            group = make_group(person, guest)
            person.send("welcome", room=group)
            guest.event(text="welcome")
            membership(person, group, guest.user, "remove")
            with pytest.raises(Refused):
                guest.send("am I still here?", room=group)


def test_an_upgrade_server_by_server_loses_nothing(serve, rng):
    postgres = Postgres()
    try:
        store = postgres.database("upgrade")
        servers = [serve("--store", store, *CLUSTER, binary=PREVIOUS) for _ in range(3)]
        cluster = Cluster(servers, postgres, rng)

        def upgrade(server):
            status = server.stop()
            server.binary = BINARY
            return status

        ends = []
        for server in servers:
            ends += [cluster.pause_one, lambda server=server: upgrade(server)]
        Ordeal(cluster, rng, ends + [cluster.kill_one, cluster.stop_one], is_cluster=True).run()
    finally:
        postgres.end()


def test_a_data_folder_of_the_previous_version_has_everything_afterwards(serve):
    old = serve("--accounts", "open", binary=PREVIOUS)
    register(old, "olga")
    token = sign_in(old, "olga").json["token"]
    with V1(old, token=token) as olga, V1(old, "bob") as bob:
        group = make_group(olga, bob)
        bob.send("in the group", room=group)
        bob.change("edit", of=bob.send("frist")["seq"], text="first")
        photo = png()
        file = put(old, bob.token, photo).json
        bob.change("send", text="swift.png", attachment=file)
        bob.request("read", room=group, seq=3)
        before = {room: olga.history(room) for room in ("lobby", group)}
        kept = bob.token
    assert old.stop() == 0
    new = serve("--accounts", "open", data=old.data)
    with V1(new, token=token, join=("lobby", group)) as olga, V1(new, token=kept, join=("lobby", group)) as bob:
        assert {room: olga.history(room) for room in ("lobby", group)} == before
        olga.send("and on", room=group)
        bob.event(text="and on")
        assert get(new, file["id"]).body == photo
    assert sign_in(new, "olga").status == 201


@pytest.mark.parametrize("server_binary, client_binary", [(PREVIOUS, BINARY), (BINARY, PREVIOUS)], ids=["newer commands", "older commands"])
def test_commands_of_one_version_speak_with_a_server_of_the_other(serve, tmp_path, server_binary, client_binary):
    server = serve(binary=server_binary)
    server.keep_ports()
    server.kill()
    send = ["send", "lobby", "--outbox", tmp_path / "outbox", "--server", server.url, "--name", "robot"]
    kept = run(*send, "kept", "--timeout", "1", binary=client_binary)
    assert kept.returncode != 0
    server.start()
    # What one version has kept, the other sends.
    ended = run(*send, "sent", binary=server_binary)
    assert ended.returncode == 0, ended.stderr
    ended = run("send", "lobby", "third", "--server", server.url, binary=client_binary)
    assert ended.returncode == 0, ended.stderr
    tail = subprocess.Popen(
        [client_binary, "tail", "lobby", "--server", server.url], stdout=subprocess.PIPE, text=True, env=clean_environment())
    try:
        assert [tail.stdout.readline().rpartition(":")[2] for _ in range(3)] == ["kept\n", "sent\n", "third\n"]
    finally:
        tail.kill()
        tail.communicate()
