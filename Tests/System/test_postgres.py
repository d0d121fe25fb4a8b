"""The log in PostgreSQL: nothing acknowledged is lost, and what would break a promise is refused at start."""

import os

import pytest

import load
from deadline import PATIENCE, eventually
from martlet_server import run
from ordeal import Ordeal
from postgres import Postgres
from test_full_disk import fill, is_taken
from v1 import V1, Refused


def refusal(serve, *flags, **options):
    """What a server says that does not start."""
    with pytest.raises(AssertionError) as ended:
        serve(*flags, **options)
    return str(ended.value)


@pytest.fixture
def store(postgres, tmp_path):
    return postgres.database(tmp_path)


def test_what_was_acknowledged_survives_every_kill_of_the_server_and_of_postgresql(serve, store, postgres, rng, monkeypatch):
    # Without PostgreSQL nothing can be read until the server has noticed that it can't write
    # either.
    monkeypatch.setattr(load, "ENDING", (201, *load.ENDING))
    server = serve("--store", store)
    server.kill()

    def kill_postgres():
        postgres.kill()
        # The clients still talk.
        status = server.process.wait(PATIENCE)
        postgres.restart()
        assert status != 0 and "PostgreSQL" in server.log
        return 0

    ends = [server.kill] * 6 + [kill_postgres] * 6 + [server.stop] * 2
    rng.shuffle(ends)
    acknowledged, log = Ordeal(server, rng, ends).run()
    print(f"{len(ends)} ends, {acknowledged} acknowledged, {len(log)} in the log")


def test_a_commit_that_was_told_not_to_wait_for_its_standby_is_not_acknowledged(serve, tmp_path):
    """PostgreSQL says of it that it is done, with a warning. The standby does not have it."""
    postgres = Postgres()
    try:
        store = postgres.database(tmp_path)
        server = serve("--store", store)
        with V1(server) as ann:
            ann.send("on both")
            postgres.ask(store, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            postgres.ask(store, "SELECT pg_reload_conf()")
            eventually(lambda: postgres.ask(store, "SHOW synchronous_standby_names") == "nobody", "the standby is awaited")
            ref = ann.ask("send", room="lobby", number=2, text="on one")
            waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            eventually(lambda: postgres.ask(store, waiting), "the commit waits")
            postgres.ask(store, f"SELECT pg_cancel_backend(pid) FROM ({waiting}) AS waiting")
            assert server.process.wait(PATIENCE) != 0
            with pytest.raises(Refused) as refused:
                ann.reply(ref)
            assert refused.value.code == 202 and "not known" in refused.value.frame["text"]
        assert "synchronous replication" in server.log
    finally:
        postgres.end()


def test_a_second_server_does_not_start(serve, store, tmp_path):
    serve("--store", store)
    assert "Another Martlet server uses this database" in refusal(serve, "--store", store, data=tmp_path / "other")


def test_a_quiet_server_notices_that_its_session_was_ended(serve, store, postgres):
    """Its lock is gone with the session: another server may have the log by now, so it must not seem to work."""
    server = serve("--store", store)
    name = store.split("/")[3].split("?")[0]
    with V1(server):
        postgres.ask("postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        assert server.process.wait(PATIENCE) != 0
    assert "PostgreSQL" in server.log


def test_a_restart_goes_on_with_the_same_log(serve, store):
    server = serve("--store", store)
    with V1(server) as ann:
        ann.send("before")
        epoch = ann.joined["lobby"]["epoch"]
    assert server.stop() == 0
    with V1(server.start()) as ann:
        assert [event["text"] for event in ann.history() if "text" in event] == ["before"]
        assert ann.joined["lobby"]["epoch"] == epoch


def test_a_database_that_went_back_gets_a_new_epoch(serve, store, postgres):
    server = serve("--store", store)
    with V1(server) as ann:
        ann.send("in the backup")
        epoch = ann.joined["lobby"]["epoch"]
    server.stop()
    name = store.split("/")[3].split("?")[0]
    oid = postgres.ask("postgres", f"SELECT oid FROM pg_database WHERE datname = '{name}'")
    postgres.ask(store, "CREATE TABLE kept AS SELECT * FROM event; CREATE TABLE kept_intent AS SELECT * FROM intent")
    with V1(server.start()) as ann:
        ann.send("lost")
    server.stop()
    # As a standby that lacks the last commits: the same database, with fewer events.
    postgres.ask(
        store, "DELETE FROM event; INSERT INTO event SELECT * FROM kept; DELETE FROM intent; INSERT INTO intent SELECT * FROM kept_intent")
    assert oid == postgres.ask("postgres", f"SELECT oid FROM pg_database WHERE datname = '{name}'")
    server.start()
    assert "not the one that was served last" in server.log
    with V1(server) as ann:
        assert ann.joined["lobby"]["epoch"] != epoch


def test_a_log_is_not_left_behind_by_a_flag(serve, store, tmp_path):
    data = tmp_path / "folder"
    serve(data=data).stop()
    assert "has a log in SQLite" in refusal(serve, "--store", store, data=data)
    data = tmp_path / "another"
    serve("--store", store, data=data).stop()
    assert "is in PostgreSQL" in refusal(serve, data=data)


def test_no_log_in_sqlite_comes_beside_one_in_postgresql(serve, store, tmp_path):
    data = tmp_path / "folder"
    server = serve("--store", store, data=data)
    server.stop()
    for command in [("import", "-"), ("restore", "--replace", tmp_path / "backup")]:
        ended = run(*command, "--data", data, input="")
        assert ended.returncode != 0 and "is in PostgreSQL" in ended.stderr
    server.start()


@pytest.mark.parametrize("setting", ["synchronous_commit", "fsync"])
def test_a_database_that_could_lose_messages_is_refused(serve, store, postgres, setting):
    name = store.split("/")[3].split("?")[0]
    if setting == "fsync":
        postgres.ask("postgres", "ALTER SYSTEM SET fsync = off")
    else:
        postgres.ask("postgres", f"ALTER DATABASE {name} SET {setting} = off")
    postgres.ask("postgres", "SELECT pg_reload_conf(), pg_sleep(0.5)")
    try:
        assert f"{setting} = off" in refusal(serve, "--store", store)
    finally:
        postgres.ask("postgres", "ALTER SYSTEM RESET fsync")
        postgres.ask("postgres", "SELECT pg_reload_conf(), pg_sleep(0.5)")


def test_a_user_with_no_more_than_the_database_is_enough(serve, store, postgres):
    name = store.split("/")[3].split("?")[0]
    postgres.ask("postgres", f"CREATE ROLE plain_{name} LOGIN; ALTER DATABASE {name} OWNER TO plain_{name}")
    server = serve("--store", store.replace("martlet@", f"plain_{name}@"))
    with V1(server) as ann:
        ann.send("hello")
        assert ann.history()[-1]["text"] == "hello"


def test_an_address_without_a_server_says_what_to_check(serve, tmp_path):
    said = refusal(serve, "--store", f"postgres://martlet@/nothing?host={tmp_path}")
    assert "can't be used" in said and "Check the address" in said
    assert "The address of PostgreSQL can't be read" in refusal(serve, "--store", "postgres://a:secret@[::1/x")
    assert "secret" not in refusal(serve, "--store", "postgres://a:secret@127.0.0.1:1/x")


def check_log(person, acknowledged):
    assert [event["seq"] for event in person.history()] == list(range(1, acknowledged + 1))


def long_text(rng):
    """PostgreSQL can't compress it much."""
    return rng.randbytes(4_000).hex()


def test_without_room_for_its_tables_sends_are_refused_until_there_is_room(serve, small_disk, rng):
    disk = small_disk("64m")
    tables = disk / "tables"
    tables.mkdir()
    if os.getuid() == 0:
        os.chown(tables, 65534, 65534)
    postgres = Postgres()
    try:
        postgres.ask("postgres", f"CREATE TABLESPACE small LOCATION '{tables}'")
        postgres.ask("postgres", "CREATE DATABASE small TABLESPACE small")
        server = serve("--store", postgres.uri("small"))
        acknowledged = 0
        with V1(server) as ann:
            fill(disk, left=1 << 20)
            while is_taken(ann, long_text(rng)):
                acknowledged += 1
                assert acknowledged < 2_000
            check_log(ann, acknowledged)
            assert server.is_running
            (disk / "filler").unlink()
            eventually(lambda: is_taken(ann, "room again"), "messages are taken again")
            check_log(ann, acknowledged + 1)
        assert server.stop() == 0
        # Its tables are on the disk that is unmounted.
        postgres.kill()
    finally:
        postgres.end()


def test_without_room_for_its_wal_postgresql_ends_and_nothing_acknowledged_is_lost(serve, small_disk, rng):
    disk = small_disk("64m")
    postgres = Postgres(wal=disk / "wal")
    try:
        store = postgres.uri("postgres")
        server = serve("--store", store)
        acknowledged = 0
        with V1(server) as ann:
            fill(disk, left=1 << 20)
            with pytest.raises((Refused, EOFError, OSError)):
                while True:
                    ann.send(long_text(rng))
                    acknowledged += 1
                    assert acknowledged < 10_000
        assert server.process.wait(PATIENCE) != 0 and "PostgreSQL" in server.log
        (disk / "filler").unlink()
        postgres.restart()
        with V1(server.start()) as bob:
            # What was not acknowledged may be there.
            head = bob.joined["lobby"]["head"]
            assert acknowledged <= head <= acknowledged + 1
            check_log(bob, head)
            assert bob.send("goes on")["seq"] == head + 1
    finally:
        postgres.end()
        # Its WAL is on the disk that is unmounted.
        server.kill()
