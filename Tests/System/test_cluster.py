"""Several servers, one database: people do not notice which server they are connected to, nor that one of them dies."""

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
import types
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import WebSocketException

from accounts import ask, command, register, sign_in
from certificates import Certificate
from deadline import PATIENCE, Deadline, eventually, paced
from lines import Lines
from martlet_server import BINARY, ROOT, run
from nats import NATS
from ordeal import Ordeal
from postgres import Postgres
from raw import is_served
from test_membership import make_group, membership
from test_profiles import profile
from test_standby import freeze
from v1 import V1, Refused, new_device

# Limits.serverSilence and a tick, and some patience for a busy machine.
PEOPLE_LEAVE = 30
CLUSTER = ("--cluster", "on", "--files", "off")


@pytest.fixture
def store(postgres, tmp_path):
    return postgres.database(tmp_path)


@pytest.fixture
def nats():
    server = NATS()
    yield server
    server.end()


@pytest.fixture(params=["the database", "NATS"])
def bus(request):
    """The options of a bus between servers."""
    return [] if request.param == "the database" else ["--bus", request.getfixturevalue("nats").address]


@pytest.fixture
def cluster(serve, store, bus):
    """Starts servers that share a database: cluster(count, *flags)."""

    def start(count, *flags):
        return [serve("--store", store, *CLUSTER, *bus, *flags) for _ in range(count)]

    return start


def test_a_message_reaches_everybody_on_every_server_through_every_door(cluster):
    one, two, three = cluster(3)
    with V1(one, "ann") as ann, V1(two, "bob") as bob, V1(three, "cleo") as cleo:
        lines = Lines(two, "lin")
        for person in (ann, bob, cleo):
            hears(person, "joined", "lin")
        ann.send("from the first")
        bob.send("from the second")
        lines.write("msg:from a line\n")
        for person in (ann, bob, cleo):
            texts = [person.event()["text"] for _ in range(3)]
            assert texts == ["from the first", "from the second", "from a line"]
        lines.until(b"ann:from the first\n")
        lines.until(b"bob:from the second\n")
        assert [e["text"] for e in cleo.history() if "text" in e] == texts
        assert ann.joined["lobby"]["epoch"] == cleo.joined["lobby"]["epoch"]


def hears(person, change, name, seconds=PATIENCE):
    """Reads until the person is told that somebody has `joined` or `left`."""
    deadline = Deadline(seconds)
    while name not in [somebody["name"] for somebody in person.push("presence", deadline.left)[change]]:
        pass


def members(person, room="lobby"):
    return sorted(member["name"] for member in person.request("here", room=room)["members"])


def test_who_is_there_is_the_same_on_every_server(cluster):
    one, two = cluster(2)
    with V1(one, "ann") as ann:
        with V1(two, "bob") as bob:
            hears(ann, "joined", "bob")
            eventually(lambda: members(bob) == ["ann", "bob"], "both are there")
            assert members(ann) == ["ann", "bob"]
            # A second connection of bob's on the other server is nobody new.
            with V1(one, token=bob.token, name="bob"):
                ann.send("still two")
                bob.event(text="still two")
                eventually(lambda: members(ann) == members(bob) == ["ann", "bob"], "it is the same person")
            # A name that somebody on the other server has is taken.
            with V1(one, hello=False) as thief:
                with pytest.raises(Refused) as refused:
                    thief.hello("bob")
                assert refused.value.code == 123
        hears(ann, "left", "bob")
        # A server that starts later learns of everyone.
        [later] = cluster(1)
        with V1(later, "cleo") as cleo:
            eventually(lambda: members(cleo) == ["ann", "cleo"], "the others are known")


def test_typing_read_marks_and_drafts_travel(cluster):
    one, two = cluster(2)
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        hears(ann, "joined", "bob")
        ann.send("read this")
        seq = bob.event()["seq"]
        bob.ask("typing", room="lobby")
        assert ann.push("typing")["name"] == "bob"
        bob.ask("stoppedtyping", room="lobby")
        assert ann.push("stoppedtyping")["user"] == bob.user
        bob.request("read", room="lobby", seq=seq)
        assert ann.push("read", name="bob")["seq"] == seq
        with V1(one, token=bob.token, name="bob") as other_device:
            bob.request("draft", room="lobby", text="not yet")
            assert other_device.push("draft")["text"] == "not yet"


def test_new_names_and_profiles_travel(cluster):
    one, two = cluster(2)
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        eventually(lambda: members(bob) == ["ann", "bob"], "the two know one another")
        bob.pushed.clear()
        profile(ann, about="Gardener")
        assert bob.push("profile") == {"type": "profile", "user": ann.user, "about": "Gardener"}
        ann.socket.close(4013)
        # Her next connection may be to another server.
        for server, name in (one, "anna"), (two, "annabel"):
            with V1(server, name, token=ann.token) as renamed:
                told = bob.push("presence")
                assert (told["joined"], told["left"]) == ([{"user": ann.user, "name": name}], [])
                eventually(lambda: members(bob) == [name, "bob"], "the new name is in the list")
                renamed.socket.close(4013)
        assert [(told["joined"], told["left"]) for told in [bob.push("presence")]] == [([], [{"user": ann.user, "name": "annabel"}])]


def test_passwords_tried_on_one_server_count_on_the_other(cluster):
    one, two = cluster(2, "--accounts", "open")

    def tries(server):
        """How many wrong passwords are looked at before the name has no more attempts."""
        count = 0
        while sign_in(server, "ann", "wrong horse").status == 401:
            count += 1
        return count

    register(one, "ann")
    eventually(lambda: sign_in(two, "ann").status == 201, "the account is known")
    # Limits.signInsPerAccount is 10. What comes after the first half is told.
    assert 5 < tries(one) <= 11
    spent = 'martlet_cluster_spent_total{limit="signIns"}'
    eventually(lambda: two.metrics()[spent] >= 4, "the other server knows")
    assert tries(two) <= 7


def test_open_connections_of_an_address_count_on_all_servers(cluster, own_address):
    one, two = cluster(2, "--host", "0.0.0.0", "--connections-per-address", "8")
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(is_served(one.port, own_address))
        eventually(lambda: not is_served(two.port, own_address), "the other server counts them")
    # They have ended, so there is room again.
    eventually(lambda: is_served(two.port, own_address), "a place is free").close()


def test_the_same_send_on_two_servers_at_once_is_one_message(cluster):
    one, two = cluster(2)
    device = new_device()
    with V1(one, "ann", device=device) as here, V1(two, "bob") as bob:
        with V1(two, token=here.token, name="ann", device=device) as there:
            for number in range(1, 41):
                refs = [(c, c.ask("send", room="lobby", number=number, text=f"m{number}")) for c in (here, there)]
                answers = [client.reply(ref) for client, ref in refs]
                assert answers[0]["seq"] == answers[1]["seq"] == number
        assert [bob.event()["text"] for _ in range(40)] == [f"m{number}" for number in range(1, 41)]


def test_a_removal_on_one_server_ends_the_delivery_on_the_other(cluster):
    shut_somebody_out(*cluster(2))


def test_a_removal_ends_the_delivery_on_the_other_server_while_nats_is_away(serve, store, nats):
    one, two = (serve("--store", store, *CLUSTER, "--bus", nats.address) for _ in range(2))

    def kill():
        nats.kill()
        for server in (one, two):
            eventually(lambda: "bus: it can't be used" in server.get("/health")[1], "the loss is told")

    shut_somebody_out(one, two, before=kill)


def shut_somebody_out(one, two, before=lambda: None):
    """A ban on one server, for somebody on the other. What is done `before` it."""
    with V1(one, "ann") as ann, V1(two, "bob") as bob, V1(two, "cleo") as cleo:
        room = make_group(ann, bob, cleo)
        ann.send("for the three of us", room=room)
        for person in (bob, cleo):
            person.event(room=room, text="for the three of us")
        before()
        membership(ann, room, bob.user, "ban")
        ann.send("without bob", room=room, number=ann.number + 1)
        cleo.event(room=room, text="without bob")
        while "banned" not in bob.push("standing", room=room)["info"]["standing"]:
            pass
        # What comes after the standing comes in order: bob hears the lobby, and nothing of the
        # group.
        ann.send("to all", number=ann.number + 1)
        bob.event(room="lobby", text="to all")
        assert [frame for frame in bob.pushed if frame.get("text") == "without bob"] == []
        assert bob.refusal("send", room=room, number=50, text="let me in")["code"] == 131


def test_accounts_are_the_same_on_every_server(cluster):
    one, two = cluster(2, "--accounts", "open")
    account = register(one, "ann")
    eventually(lambda: sign_in(two, "ann").status == 201, "the account is known on the other server")
    assert ask(two, "POST", "/v1/accounts", {"name": "Ann", "password": "correct horse"}).status == 409
    with V1(two, token=account["token"]) as ann:
        session = account["session"]["id"]
        assert ask(one, "DELETE", f"/v1/sessions/{session}", token=account["token"]).status == 204
        assert ann.close_code() == 4201


def test_a_role_counts_on_every_server_at_once(cluster):
    one, two = cluster(2, "--accounts", "open")
    account = register(one, "ann")
    eventually(lambda: sign_in(two, "ann").status == 201, "the account is known on the other server")
    with V1(two, token=account["token"]) as ann:
        command(one, "account", "role", "ann", "administrator")
        assert ann.close_code() == 4012
    with V1(two, token=account["token"]) as ann:
        assert ann.welcome["role"] == "administrator"


def test_of_names_that_look_alike_one_is_made_in_the_same_moment(cluster):
    servers = cluster(2, "--accounts", "open")
    with ThreadPoolExecutor(2) as pool:
        for names in [("paypal", "раураl"), ("Build-1", "bui1d-1"), ("élan", "e\u0301lan")]:
            answers = list(pool.map(
                lambda server, name: ask(server, "POST", "/v1/accounts", {"name": name, "password": "correct horse"}), servers, names
            ))
            assert sorted(answer.status for answer in answers) == [201, 409]
            assert [answer.json["error"] for answer in answers if answer.status == 409] == ["name_taken"]


def test_a_killed_server_takes_its_people_along_and_they_go_on_elsewhere(cluster, rng):
    one, two = cluster(2)
    device = new_device()
    with V1(two, "cleo") as cleo:
        with V1(one, "ann", device=device) as ann:
            hears(cleo, "joined", "ann")
            ann.send("first")
            refs = [ann.ask("send", room="lobby", number=2 + i, text=f"message {i}") for i in range(50)]
            ann.reply(refs[rng.randrange(40)])
            one.kill()
            token, epoch = ann.token, ann.joined["lobby"]["epoch"]
        begun = time.monotonic()
        hears(cleo, "left", "ann", PEOPLE_LEAVE)
        print(f"left after {time.monotonic() - begun:.1f} s")
        with V1(two, token=token, name="ann", device=device, join=()) as ann:
            joined = ann.request("join", room="lobby", since={"epoch": epoch, "seq": 1})
            assert not joined["reset"]
            for i in range(50):
                ann.send(f"message {i}", number=2 + i)
        texts = [cleo.event()["text"] for _ in range(51)]
        assert texts == ["first"] + [f"message {i}" for i in range(50)]
        assert two.is_running


def test_a_server_that_stands_still_for_a_while_catches_up_and_is_heard_again(cluster):
    one, two = cluster(2)
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        hears(ann, "joined", "bob")
        freeze(one)
        try:
            hears(bob, "left", "ann", PEOPLE_LEAVE)
            for i in range(20):
                bob.send(f"while you slept {i}")
        finally:
            os.kill(one.pid, signal.SIGCONT)
        assert [ann.event()["text"] for _ in range(20)] == [f"while you slept {i}" for i in range(20)]
        hears(bob, "joined", "ann")
        ann.send("good morning")
        assert bob.event(text="good morning")["seq"] == 21


def test_a_server_that_stands_still_within_a_transaction_lets_the_others_go_on(cluster):
    one, two = cluster(2)
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        hears(ann, "joined", "bob")
        # So many that a commit is nearly always under way.
        load = [ann.ask("send", room="lobby", number=1 + i, text=f"load {i}") for i in range(3_000)]
        ann.reply(load[100])
        freeze(one)
        try:
            # None is refused: the session of the one that stands still is ended before that.
            for i in range(5):
                bob.send(f"on the other one {i}")
        finally:
            os.kill(one.pid, signal.SIGCONT)
        assert two.is_running


def talk_without_a_bus(one, two, cut, mend):
    """Messages arrive without the bus. Who joined meanwhile is told when it is back."""
    with V1(one, "ann") as ann, V1(two, "bob") as bob:
        hears(ann, "joined", "bob")
        cut()
        try:
            for i in range(5):
                ann.send(f"no bus {i}")
                assert bob.event()["text"] == f"no bus {i}"
            late = V1(two, "late")
        finally:
            mend()
        for server in (one, two):
            eventually(lambda: "hears the others of its cluster" in server.log, "the bus is back")
        for person in (ann, bob):
            eventually(lambda: members(person) == ["ann", "bob", "late"], "they are there")
        late.close()
        eventually(lambda: members(ann) == ["ann", "bob"], "one has left")


def test_without_the_bus_of_the_database_messages_come_within_seconds(serve, store, postgres):
    one, two = (serve("--store", store, *CLUSTER) for _ in range(2))
    stop = threading.Event()
    is_cut = threading.Event()

    def cut():
        while not stop.is_set():
            postgres.ask(store, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'martlet bus'")
            is_cut.set()

    cutting = threading.Thread(target=cut)

    def begin():
        cutting.start()
        assert is_cut.wait(PATIENCE)

    def end():
        stop.set()
        cutting.join(PATIENCE)

    talk_without_a_bus(one, two, begin, end)


def test_without_nats_messages_come_within_seconds(serve, store, nats):
    one, two = (serve("--store", store, *CLUSTER, "--bus", nats.address) for _ in range(2))
    used = "ok\nlog: the database answers\nbus: messages of other servers are heard\n"

    def kill():
        eventually(lambda: one.get("/health")[1] == used + "cluster: 1 other server is heard\n", "all is well")
        assert one.metrics()["martlet_cluster_bus_carries"] == 1
        nats.kill()
        eventually(lambda: "bus: it can't be used" in one.get("/health")[1], "the loss is told")
        assert one.get("/health")[0] == 200 and one.metrics()["martlet_cluster_bus_carries"] == 0

    talk_without_a_bus(one, two, kill, nats.start)
    assert used in one.get("/health")[1] and one.metrics()["martlet_cluster_bus_carries"] == 1
    assert two.metrics()["martlet_cluster_lag_seconds_count"] == two.metrics()["martlet_cluster_events_total"] >= 5


def test_a_session_that_ends_while_nats_is_away_ends_everywhere(serve, store, nats):
    one, two = (serve("--store", store, *CLUSTER, "--bus", nats.address, "--accounts", "open") for _ in range(2))
    accounts = [register(one, name) for name in ("ann", "bob", "cleo")]
    eventually(lambda: sign_in(two, "cleo").status == 201, "the accounts are known on the other server")
    with contextlib.ExitStack() as stack:
        ann, bob, cleo = (stack.enter_context(V1(two, token=account["token"])) for account in accounts)
        nats.kill()
        eventually(lambda: "bus: it can't be used" in two.get("/health")[1], "the loss is told")
        session = accounts[0]["session"]["id"]
        assert ask(one, "DELETE", f"/v1/sessions/{session}", token=accounts[0]["token"]).status == 204
        assert ann.close_code() == 4201
        # The server has just read accounts. It reads them again at its next tick
        # (AccountReadingsTests).
        command(one, "account", "disable", "bob")
        begun = time.monotonic()
        assert bob.close_code() == 4201
        print(f"ended after {time.monotonic() - begun:.1f} s")
        assert cleo.send("still here")


def test_a_session_that_ends_while_nats_is_away_ends_everywhere_when_it_is_back(serve, store, nats):
    one, two = (serve("--store", store, *CLUSTER, "--bus", nats.address, "--accounts", "open") for _ in range(2))
    account = register(one, "ann")
    with V1(two, token=account["token"]) as ann, V1(two, "bob") as bob, V1(one, "cleo"):
        eventually(lambda: members(bob) == ["ann", "bob", "cleo"], "the servers hear one another")
        nats.kill()
        session = account["session"]["id"]
        assert ask(one, "DELETE", f"/v1/sessions/{session}", token=account["token"]).status == 204
        nats.start()
        assert ann.close_code() == 4201
        assert bob.send("still here")


def test_what_was_said_while_nats_was_away_is_not_told_when_it_is_back(serve, store, nats):
    one, two = (serve("--store", store, *CLUSTER, "--bus", nats.address, "--accounts", "open") for _ in range(2))
    account = register(one, "ann")
    with V1(two, "bob") as bob, V1(one, "dan") as dan:
        hears(bob, "joined", "dan")
        nats.kill()
        for server in (one, two):
            eventually(lambda: "bus: it can't be used" in server.get("/health")[1], "the loss is told")
        dan.ask("typing", room="lobby")
        # A new password ends all other sessions of that moment.
        change = {"password": "correct horse", "new": "battery staple"}
        assert ask(one, "POST", "/v1/password", change, token=account["token"]).status == 204
        with V1(two, token=sign_in(two, "ann", "battery staple").json["token"]) as ann:
            nats.start()
            for server in (one, two):
                eventually(lambda: "hears the others of its cluster" in server.log, "the bus is back")
            with V1(one, "cleo") as cleo:
                hears(ann, "joined", "cleo")
                cleo.ask("typing", room="lobby")
                assert bob.push("typing")["name"] == "cleo"
            ann.send("this session began later")


def test_a_room_with_people_on_another_server_is_not_forgotten_while_nats_is_away(serve, store, nats):
    flags = ("--store", store, *CLUSTER, "--bus", nats.address, "--forget-rooms-after", "12s")
    one, two = (serve(*flags) for _ in range(2))
    with V1(one, "ann") as ann, V1(two, "bob", join=["lobby", "used", "unused"]) as bob:
        for room in ("used", "unused"):
            bob.send("hello", room)
        said = time.monotonic()
        bob.request("leave", room="unused")
        eventually(lambda: members(ann) == ["ann", "bob"], "the servers hear one another")
        nats.kill()
        hears(ann, "left", "bob", PEOPLE_LEAVE)  # the first server knows nothing of the second
        # By now a server that knew who is there would have looked for unused rooms.
        eventually(lambda: time.monotonic() > said + 16, "the rooms are old enough", PEOPLE_LEAVE)
        rooms = lambda: sorted(room["room"] for room in ann.request("directory")["rooms"])
        assert rooms() == ["unused", "used"]
        nats.start()
        # Not as fast as it goes: a user may make so many requests a second.
        moments = paced(2 * PEOPLE_LEAVE, every=0.2)
        assert any(rooms() == ["used"] for _ in moments), "the room that nobody is in is forgotten"
        assert bob.request("history", room="used")["head"] == 1


def test_nats_may_be_away_at_the_start_and_asks_for_credentials(serve, store):
    nats = NATS('authorization { user: martlet, password: sesame }')
    try:
        address = f"nats://martlet:sesame@127.0.0.1:{nats.port}"
        nats.kill()
        one, two = (serve("--store", store, *CLUSTER, env={"MARTLET_BUS": address}) for _ in range(2))
        assert "can't hear the others" in one.log and "sesame" not in one.log
        nats.start()
        with V1(one, "ann") as ann, V1(two, "bob") as bob:
            eventually(lambda: members(ann) == members(bob) == ["ann", "bob"], "they hear of one another")
        wrong = serve("--store", store, *CLUSTER, "--bus", f"nats://127.0.0.1:{nats.port}")
        eventually(lambda: "can't hear the others" in wrong.log, "it says that it is not let in")
        with V1(wrong, "cleo") as cleo, V1(one, "dan") as dan:
            dan.send("the log is there")
            cleo.event(text="the log is there")
    finally:
        nats.end()


def test_a_server_that_nats_refuses_is_let_in_as_soon_as_nats_knows_its_user(serve, store):
    nats = NATS("authorization { user: somebody, password: else }")
    try:
        address = f"nats://martlet:sesame@127.0.0.1:{nats.port}"
        one, two = (serve("--store", store, *CLUSTER, env={"MARTLET_BUS": address}) for _ in range(2))
        for server in (one, two):
            eventually(lambda: "NATS refuses this server" in server.log, "it says why")
            assert "sesame" not in server.log
        nats.kill()
        nats.more = "authorization { user: martlet, password: sesame }"
        nats.start()
        with V1(one, "ann") as ann, V1(two, "bob") as bob:
            eventually(lambda: members(ann) == members(bob) == ["ann", "bob"], "they hear of one another")
        warnings = one.log.count("can't hear")
        assert one.stop() == 0
        assert one.log.count("can't hear") == warnings <= 3
    finally:
        nats.end()


def test_a_server_that_is_let_in_at_its_first_try_says_that_the_bus_is_back(serve, store):
    nats = NATS("authorization { user: somebody, password: else }")
    try:
        server = serve("--store", store, *CLUSTER, env={"MARTLET_BUS": f"nats://martlet:sesame@127.0.0.1:{nats.port}"})
        eventually(lambda: "NATS refuses this server" in server.log, "it says why")
        # It connects anew after a second. By then, NATS lets it in.
        nats.kill()
        nats.more = "authorization { user: martlet, password: sesame }"
        nats.start()
        eventually(lambda: "bus: messages of other servers are heard" in server.get("/health")[1], "the bus is back")
        assert server.metrics()["martlet_cluster_bus_carries"] == 1
    finally:
        nats.end()


def test_over_tls_only_a_nats_with_the_certificate_of_its_name_is_a_bus(serve, store, tmp_path):
    ours, others = Certificate(tmp_path / "ours"), Certificate(tmp_path / "others", names="DNS:chat.example.org")
    nats, stranger = (
        NATS(f'tls {{ cert_file: "{certificate.certificate}", key_file: "{certificate.key}" }}') for certificate in (ours, others)
    )
    plain = NATS()
    try:
        authority = ("--bus-authority", str(ours.certificate))
        one, two = (
            serve("--store", store, *CLUSTER, "--bus", f"tls://{host}:{nats.port}", *authority) for host in ("127.0.0.1", "localhost")
        )
        with V1(one, "ann") as ann, V1(two, "bob") as bob:
            eventually(lambda: members(ann) == members(bob) == ["ann", "bob"], "they hear of one another")
        for port, flags in [
            (nats.port, ()), (stranger.port, ("--bus-authority", str(others.certificate))), (plain.port, authority)
        ]:
            wrong = serve("--store", store, *CLUSTER, "--bus", f"tls://127.0.0.1:{port}", *flags)
            eventually(lambda: "can't hear the others" in wrong.log, "it does not take this server for its bus")
            wrong.stop()
        flags = ("--bus", f"tls://127.0.0.1:{nats.port}", "--bus-authority", ours.key)
        ended = run("serve", "--data", tmp_path / "data", "--port", "0", "--store", store, *CLUSTER, *flags)
        assert ended.returncode == 1 and "Give a PEM file" in ended.stderr
    finally:
        for each in (nats, stranger, plain):
            each.end()


@pytest.mark.parametrize("flags, sentence", [
    (["--cluster", "on"], "give its address with --store"),
    (["--synchronous-standbys", "on"], "is about PostgreSQL: give its address with --store"),
    (["--cluster", "on", "--standby", "on", "--store", "postgres:///x"], "exclude each other"),
    (["--cluster", "on", "--store", "postgres:///x"], "put them in a bucket"),
    (["--bus", "nats://127.0.0.1", "--store", "postgres:///x"], "need --cluster on: give that, too"),
    (["--cluster", "on", "--files", "off", "--bus-credentials", "x", "--store", "postgres:///x"], "give its address with --bus"),
    (["--cluster", "on", "--files", "off", "--bus", "nats://x", "--bus-authority", "x", "--store", "postgres:///x"], "write tls://"),
    (["--cluster", "on", "--bus", "nats://one,tls://two", "--store", "postgres:///x"], "nats://one:4222"),
    (["--cluster", "on", "--bus", "localhost:4222", "--store", "postgres:///x"], "nats://one:4222"),
])
def test_what_does_not_go_together_is_refused_with_what_to_do(tmp_path, flags, sentence):
    ended = run("serve", "--data", tmp_path / "data", "--port", "0", *flags)
    # 64 for a value that the option never takes (EX_USAGE of sysexits.h).
    assert ended.returncode == (64 if sentence.startswith("nats://") else 1) and sentence in ended.stderr


def test_a_server_that_has_the_database_for_itself_does_not_share_it(serve, store, tmp_path):
    serve("--store", store, "--files", "off")
    ended = run("serve", "--data", tmp_path / "other", "--port", "0", "--line-port", "off", "--store", store, *CLUSTER)
    assert ended.returncode == 1 and "with --cluster, too" in ended.stderr


class Cluster:
    """Servers that share a database, as the clients of an ordeal meet them: each connection goes to one of them."""

    def __init__(self, servers, postgres, rng, nats=None):
        self.servers, self.postgres, self.rng, self.nats = servers, postgres, rng, nats

    @property
    def port(self):
        return self.rng.choice(self.servers).port

    @property
    def line_port(self):
        return self.rng.choice(self.servers).line_port

    def start(self):
        for server in self.servers:
            if not server.is_running:
                server.start()

    def kill_one(self):
        self.rng.choice(self.servers).kill()

    def stop_one(self):
        return self.rng.choice(self.servers).stop()

    def pause_one(self):
        server = self.rng.choice(self.servers)
        freeze(server)
        time.sleep(self.rng.uniform(0, 2))
        os.kill(server.pid, signal.SIGCONT)

    def pause_one_for_long(self):
        """The others take its people away meanwhile. If it stood still within a transaction, they have ended its session, and it ends."""
        server = self.rng.choice(self.servers)
        freeze(server)
        time.sleep(15)
        os.kill(server.pid, signal.SIGCONT)
        if not goes_on(server):
            assert server.process.wait(PATIENCE) != 0

    def kill_bus(self):
        self.nats.kill()
        time.sleep(self.rng.uniform(0, 2))
        self.nats.start()

    def kill_database(self):
        """PostgreSQL ends without a goodbye. No server knows what became of its last commit, so all end."""
        self.postgres.kill()
        for server in self.servers:
            server.process.wait(PATIENCE)
        self.postgres.restart()


def goes_on(server):
    """Whether a server that stood still has its session in the database: only then can it append."""
    try:
        with V1(server, join=("beside",)) as person:
            return person.send("awake", room="beside")
    except (Refused, OSError, WebSocketException):
        return False


def check_that_all_have_left(servers):
    """No server lists anybody who has gone, whatever happened to the servers."""
    with contextlib.ExitStack() as stack:
        readers = [stack.enter_context(V1(server)) for server in servers]
        for reader in readers:
            eventually(lambda: members(reader) == sorted(each.name for each in readers), "all others have left", PEOPLE_LEAVE)


@pytest.mark.parametrize("has_nats", [False, True], ids=["the database", "NATS"])
def test_what_was_acknowledged_by_any_server_survives_the_death_of_each(serve, rng, nats, has_nats, pytestconfig):
    postgres = Postgres()
    try:
        store = postgres.database("ordeal")
        bus = ["--bus", nats.address] if has_nats else []
        servers = [serve("--store", store, *CLUSTER, *bus) for _ in range(3)]
        cluster = Cluster(servers, postgres, rng, nats)
        kills = max(1, pytestconfig.option.kills // 2)
        tenth = kills // 10
        is_long = pytestconfig.option.patient
        ends = [cluster.kill_one] * kills + [cluster.stop_one, cluster.pause_one] * (kills // 5)
        ends += [cluster.kill_database] * tenth * (4 if is_long else 1)
        if has_nats:
            ends += [cluster.kill_bus] * tenth * (4 if is_long else 2)
        if is_long:
            ends += [cluster.pause_one_for_long] * tenth * 2
        rng.shuffle(ends)
        begun = time.monotonic()
        clients = pytestconfig.option.clients
        acknowledged, log = Ordeal(cluster, rng, ends, is_cluster=True, clients=clients).run()
        check_that_all_have_left(servers)
        seconds = time.monotonic() - begun
        print(f"{clients} clients, {len(ends)} ends, {acknowledged} acknowledged, {len(log)} in the log, {seconds:.1f} s")
    finally:
        postgres.end()


def test_the_cluster_of_the_docs_starts_survives_a_death_and_ends(tmp_path, rng):
    base = rng.randrange(20_000, 30_000, 100)
    output = tmp_path / "output"
    with open(output, "wb") as file:
        script = subprocess.Popen(
            [ROOT / "Scripts" / "cluster.sh"], stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
            env=os.environ | {
                "MARTLET": BINARY, "CLUSTER_PORT": str(base), "CLUSTER_LINE_PORT": str(base + 50),
                "CLUSTER_FOLDER": str(tmp_path)})
    try:
        pid = int(eventually(lambda: re.search(r"kill -9 (\d+)\n", output.read_text()), "it says what to do")[1])
        door = types.SimpleNamespace(port=base, line_port=base + 50)
        eventually(lambda: answers(door), "the proxy serves")
        with V1(door, "ann") as ann, V1(door, "bob") as bob:
            ann.send("through the proxy")
            bob.event(text="through the proxy")
            lines = Lines(door, "lin")
            lines.write("msg:a line\n")
            ann.event(text="a line")
        os.kill(pid, signal.SIGKILL)
        with_token = dict(name="ann", token=ann.token)
        eventually(lambda: says(door, "still here", **with_token), "the others go on")
        # The servers speak over NATS. Messages go on without it.
        [nats] = in_group(script, "-x", "nats-server")
        eventually(lambda: "bus: messages of other servers are heard" in health(door), "they hear one another")
        os.kill(nats, signal.SIGKILL)
        eventually(lambda: "bus: it can't be used" in health(door), "the loss is told")
        eventually(lambda: says(door, "still here, too", **with_token), "messages need no bus")
    finally:
        os.kill(script.pid, signal.SIGINT)
        script.wait(PATIENCE)
    assert in_group(script) == [], "everything has ended"


def in_group(process, *which):
    """The ids of the processes of a group, or of some of them."""
    found = subprocess.run(["pgrep", "-g", str(process.pid), *which], capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


def answers(door):
    try:
        return ask(door, "GET", "/health").status == 200
    except OSError:
        return False


def health(door):
    """What one of the servers says of itself."""
    return ask(door, "GET", "/health").body.decode()


def says(door, text, **who):
    """Whether a message gets through."""
    try:
        with V1(door, **who) as person:
            return person.send(text)
    except (OSError, WebSocketException):
        return False


def test_a_ban_on_one_server_counts_on_the_others_within_a_second(cluster):
    one, two = cluster(2)
    with V1(two, "ann") as ann:
        began = time.monotonic()
        command(one, "ban", "add", ann.user, "--reason", "spam")
        assert ann.close_code() == 4014
        assert time.monotonic() - began < 2, "the command, and a second"
        for server in (one, two):
            with V1(server, hello=False) as again:
                assert again.refusal("hello", version=1, token=ann.token)["code"] == 114
        command(two, "ban", "remove", ann.user)

        def is_back():
            with V1(one, hello=False) as again:
                again.ask("hello", version=1, token=ann.token)
                return again.read()["type"] == "welcome"

        eventually(is_back, "the ban is taken back on the other server, too")
