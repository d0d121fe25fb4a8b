"""martlet move --from postgres://… --to FOLDER: the log goes back into a data folder, and clients notice nothing."""

import pathlib
import shutil
import sqlite3
import stat
import subprocess

import pytest

from accounts import register, sign_in
from deadline import eventually
from martlet_server import BINARY, clean_environment, run
from test_directory import directory
from test_held import held
from test_move import (  # noqa: F401 (fixtures)
    is_moved_between_kills, move, move_at_a_terminal, moved, refusal_of, rows_in_sqlite, say_much, seen, settled, store)
from uploads import get, put
from v1 import V1, new_device

pytestmark = pytest.mark.sqlite


def move_back(store, folder):
    return run("move", "--from", store, "--to", folder)


def serve_folder(server):
    """Serves a folder whose log is back. `store` was its last option."""
    del server.flags[-2:]
    return server.start()


def moved_back(server, store):
    """Moves the log of a server that was stopped back into its folder, and serves it again."""
    ended = move_back(store, server.data)
    assert ended.returncode == 0, ended.stderr
    serve_folder(server)
    return ended.stdout


@pytest.fixture
def away(settled, store):  # noqa: F811
    """A server whose log was moved into PostgreSQL, and which was never started there."""
    assert move(settled, store).returncode == 0
    for former in settled.data.glob("replaced-*"):
        shutil.rmtree(former)
    settled.flags += ["--store", store]
    return settled


def session(server, name):
    answer = sign_in(server, name)
    assert answer.status == 201
    return answer.json["token"]


def test_at_a_terminal_it_shows_how_far_it_is(away, store):  # noqa: F811
    text = move_at_a_terminal(store, away.data)
    assert text.startswith("Moved ") and "messages from PostgreSQL" in text, "the bar is gone"


def test_every_row_is_back(settled, store, postgres):  # noqa: F811
    """Also where the log has something that no test of this file makes."""
    database = sqlite3.connect(settled.data / "martlet.db")
    database.execute("INSERT INTO retained SELECT id, 1 FROM room")
    database.execute("INSERT INTO imported SELECT id, x'00ff', 1, 7 FROM room")
    database.commit()
    database.close()
    before = {name: rows_in_sqlite(settled.data / name) for name in ("martlet.db", "accounts.db")}
    assert all(before["martlet.db"].values()), [name for name, rows in before["martlet.db"].items() if not rows]
    key = (settled.data / "token.key").read_bytes()
    assert move(settled, store).returncode == 0
    assert not (settled.data / "token.key").exists()
    ended = move_back(store, settled.data)
    assert ended.returncode == 0, ended.stderr
    assert {name: rows_in_sqlite(settled.data / name) for name in before} == before
    assert (settled.data / "token.key").read_bytes() == key
    for name in ("token.key", "martlet.db", "accounts.db", "martlet.db.watermark"):
        assert stat.S_IMODE((settled.data / name).stat().st_mode) == 0o600, name
    assert not (settled.data / "moving").exists() and not (settled.data / "postgres.watermark").exists()


def test_everybody_sees_what_they_saw_and_what_happened_in_postgresql(away, store):
    away.start()
    register(away, "emil", password="battery staple")
    token = session(away, "dora")
    people = away.people
    with V1(away, token=people["ann"]["token"], device=people["ann"]["device"]) as ann:
        ann.number = people["ann"]["number"]
        ann.request("join", room="garden")
        said = ann.send("said in PostgreSQL 🐘", room="garden")["seq"]
        ann.change("edit", room="garden", of=said, text="edited in PostgreSQL")
        ann.change("react", room="garden", of=said, emoji="🐘", on=True)
        ann.request("join", room="teapot")
        ann.change("send", room="teapot", text="a room of PostgreSQL's time")
        file = put(away, ann.token, b"bytes of PostgreSQL's time").json
        ann.change("send", room="teapot", text="a file", attachment=file)
        people["ann"]["number"] = ann.number
    before = seen(away, people, [*away.rooms, "teapot"])
    assert away.stop() == 0
    said = moved_back(away, store)
    assert "Moved " in said and "without --store" in said and "not in this folder" not in said
    assert seen(away, people, [*away.rooms, "teapot"]) == before
    # Accounts, with their passwords and sessions.
    assert sign_in(away, "dora").status == 201 and sign_in(away, "dora", "wrong").status == 401
    assert sign_in(away, "emil", "battery staple").status == 201
    with V1(away, token=token) as dora:
        assert dora.name == "dora"
    with V1(away, "cleo2") as cleo:
        assert [room["room"] for room in directory(cleo, "teapot")["rooms"]] == ["teapot"]
        assert get(away, file["id"]).body == b"bytes of PostgreSQL's time"
    # Commands that work on SQLite alone work again.
    assert away.stop() == 0
    assert run("check", "--data", away.data).returncode == 0


def test_numbers_and_ids_go_on(away, store, postgres):
    """The same send is not taken twice, a new one gets the next number, and no id of a table is given twice."""
    person = away.people["bob"]
    with V1(away.start(), token=person["token"], device=person["device"], join=("lobby", "garden")) as bob:
        bob.number = person["number"]
        first = bob.send("said once")
        epochs = {room: bob.joined[room]["epoch"] for room in ("lobby", "garden")}
    away.stop()
    # Of held messages that are gone, too, the numbers were given.
    postgres.ask(store, "SELECT setval(pg_get_serial_sequence('held', 'id'), 1000)")
    moved_back(away, store)
    with V1(away, token=person["token"], device=person["device"], join=("lobby", "garden")) as bob:
        assert {room: bob.joined[room]["epoch"] for room in epochs} == epochs
        assert bob.send("said once", number=person["number"] + 1)["seq"] == first["seq"]
        assert bob.refusal("send", room="lobby", number=person["number"] + 1, text="said otherwise")["code"]
        assert bob.send("after")["seq"] == first["seq"] + 1
        bob.request("join", room="new-room")
        bob.change("send", room="new-room", text="the next room")
        held(bob, "bitcoin again")
    with V1(away, "new-device", device=new_device()) as new:
        new.send("from a new device")
    away.stop()
    database = sqlite3.connect(away.data / "martlet.db")
    assert database.execute("SELECT max(id) FROM held").fetchone() == (1001,)


def test_a_client_that_was_away_resumes(away, store):
    """It gets what it missed, and no reset."""
    person = away.people["bob"]
    with V1(away.start(), token=person["token"], device=person["device"], join=("lobby",)) as bob:
        known = bob.joined["lobby"]
        bob.number = person["number"]
        missed = bob.send("missed")["seq"]
    away.stop()
    moved_back(away, store)
    with V1(away, token=person["token"], device=person["device"]) as bob:
        joined = bob.request("join", room="lobby", since={"epoch": known["epoch"], "seq": missed - 1})
        assert joined["epoch"] == known["epoch"] and joined["reset"] is False and joined["head"] == missed
        assert [event["text"] for event in bob.history(after=missed - 1)] == ["missed"]


def test_there_and_back_and_there_again(away, store, postgres, tmp_path):
    assert move_back(store, away.data).returncode == 0
    # Not into the database from which it came: that one is marked.
    again = run("move", "--from", away.data, "--to", store)
    assert again.returncode == 1 and "was moved into a data folder" in again.stderr
    del away.flags[-2:]
    assert seen(away.start(), away.people, away.rooms) == away.seen
    away.stop()
    moved(away, postgres.database(tmp_path / "another"))
    assert seen(away, away.people, away.rooms) == away.seen
    assert sign_in(away, "dora").status == 201


def test_into_the_folder_of_another_machine(away, serve, store, tmp_path):
    """Nothing of PostgreSQL is known there. The epoch stays, and the command says that the files are elsewhere."""
    with V1(away.start(), "ann", join=("garden",)) as ann:
        epoch = ann.joined["garden"]["epoch"]
        file = put(away, ann.token, b"a picture").json
        ann.change("send", room="garden", text="a file", attachment=file)
    away.stop()
    folder = tmp_path / "new"
    ended = move_back(store, folder)
    assert ended.returncode == 0, ended.stderr
    assert "which are not in this folder" in ended.stdout
    shutil.copytree(away.data / "files", folder / "files")
    new = serve("--accounts", "open", data=folder)
    with V1(new, "bob", join=("garden",)) as bob:
        assert bob.joined["garden"]["epoch"] == epoch
        assert get(new, file["id"]).body == b"a picture"
    assert sign_in(new, "dora").status == 201


def test_a_copy_is_kept_from_a_server_with_another_database(away, store, postgres, tmp_path):
    """It may be all that is left of the log."""
    assert move_back(store, away.data).returncode == 0
    moving = away.data / "moving"
    moving.mkdir()
    for name in ("martlet.db.watermark", "martlet.db"):
        (away.data / name).rename(moving / name)
    for name in ("token.key", "accounts.db"):
        (away.data / name).rename(moving / name)
    del away.flags[-2:]
    sentence = refusal_of(away, ["--store", postgres.database(tmp_path / "another")])
    assert "has the log of another PostgreSQL database" in sentence
    assert {path.name for path in moving.iterdir()} >= {"martlet.db", "martlet.db.watermark", "accounts.db", "token.key"}
    again = move_back(store, away.data)
    assert again.returncode == 0, again.stderr
    assert seen(away.start(), away.people, away.rooms) == away.seen


def test_a_database_whose_copy_was_lost_can_be_served_again(away, store, postgres, tmp_path):
    """As docs/postgres.md says. Clients may have seen more than it has."""
    with V1(away.start(), "ann") as ann:
        epoch = ann.joined["lobby"]["epoch"]
    away.stop()
    assert move_back(store, away.data).returncode == 0
    away.data.rename(tmp_path / "lost")
    assert "was moved into a data folder" in refusal_of(away, [])
    postgres.ask(store, "DELETE FROM meta WHERE key IN ('moved', 'epoch')")
    with V1(away.start(), "bob") as bob:
        assert bob.joined["lobby"]["epoch"] != epoch
    assert sign_in(away, "dora").status == 201


def test_a_log_that_went_back_gets_a_new_epoch(away, store, postgres):
    """As it would at the next start of a server."""
    with V1(away.start(), "ann") as ann:
        epoch = ann.joined["lobby"]["epoch"]
        ann.send("kept")
        ann.send("lost by PostgreSQL")
    away.stop()
    postgres.ask(store, "DELETE FROM event WHERE text = 'lost by PostgreSQL'")
    assert "clients read it from the start" in moved_back(away, store)
    with V1(away, "ann") as ann:
        assert ann.joined["lobby"]["epoch"] != epoch


def test_a_log_without_accounts_has_no_database_of_accounts(serve, store):
    server = serve("--store", store)
    with V1(server, "ann") as ann:
        ann.send("hello")
    server.stop()
    ended = move_back(store, server.data)
    assert ended.returncode == 0 and "Moved 1 messages" in ended.stdout, ended.stderr
    assert not (server.data / "accounts.db").exists()
    server.flags = [flag for flag in server.flags if flag not in ("--store", store)]
    with V1(server.start(), token=ann.token) as ann:
        assert [event["text"] for event in ann.history()] == ["hello"]


def test_it_can_be_killed_and_run_again(away, store, rng):
    """Killed at any moment, it leaves a log that PostgreSQL still has, or that the next run moves."""
    with V1(away.start(), "ann") as ann:
        say_much(ann)
    everything = seen(away, away.people, away.rooms)
    away.stop()
    if not is_moved_between_kills(store, away.data, rng, attempts=8, longest=0.8):
        ended = move_back(store, away.data)
        assert ended.returncode == 0, ended.stderr
    del away.flags[-2:]
    assert seen(away.start(), away.people, away.rooms) == everything
    away.stop()
    assert run("check", "--data", away.data).returncode == 0


def killed_while_copying(store, folder):
    """Kills a move as soon as it copies."""
    moving = subprocess.Popen(
        [BINARY, "move", "--from", store, "--to", folder], env=clean_environment(), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    eventually(lambda: (pathlib.Path(folder) / "moving" / "martlet.db").exists() or moving.poll() is not None, "it copies")
    moving.kill()
    moving.communicate()
    assert moving.returncode < 0, "it was not killed while it copied"


def test_postgresql_can_go_on_after_a_move_that_was_killed_while_it_copied(away, store, postgres):
    # While the lock of this table is held, the copy waits for it.
    with subprocess.Popen([postgres.program("psql"), "-X", "-q", store], stdin=subprocess.PIPE, text=True) as locking:
        locking.stdin.write("BEGIN; LOCK TABLE room_record;\n")
        locking.stdin.flush()
        held_locks = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'room_record'::regclass"
        eventually(lambda: postgres.ask(store, held_locks) == "1", "the table is locked")
        killed_while_copying(store, away.data)
    del away.flags[-2:]
    assert "from PostgreSQL into" in refusal_of(away, []) and "was not finished" in refusal_of(away, [])
    away.flags += ["--store", store]
    with V1(away.start(), "ann") as ann:
        # What the interrupted move had copied is of no use any more.
        assert not (away.data / "moving").exists()
        said = ann.send("said after it")
    away.stop()
    moved_back(away, store)
    with V1(away, "ann") as ann:
        assert ann.history(after=said["seq"] - 1)[0]["text"] == "said after it"


@pytest.mark.parametrize("step", range(6))
def test_a_move_that_was_killed_at_its_end_is_finished(away, store, step):
    """Until then neither log is served: each could go on without the other."""
    watermark = (away.data / "postgres.watermark").read_bytes()
    assert move_back(store, away.data).returncode == 0
    # The steps in reverse, as far as the kill was before them.
    moving = away.data / "moving"
    moving.mkdir()
    if step < 5:
        (away.data / "postgres.watermark").write_bytes(watermark)
    for done, name in enumerate(("token.key", "accounts.db", "martlet.db.watermark", "martlet.db")):
        if step <= done:
            (away.data / name).rename(moving / name)
    del away.flags[-2:]
    for flags in ([], ["--store", store]):
        sentence = refusal_of(away, flags)
        assert "was not finished: run martlet move with --to" in sentence or "If the move was interrupted, run it again" in sentence
    assert "was not finished" in refusal_of(away, [])
    again = move_back(store, away.data)
    assert again.returncode == 0 and "An earlier move had copied all" in again.stdout, again.stderr
    assert not moving.exists() and not (away.data / "postgres.watermark").exists()
    assert seen(away.start(), away.people, away.rooms) == away.seen
    assert sign_in(away, "dora").status == 201
    away.stop()
    # Once more: it is finished, and nothing changes.
    assert move_back(store, away.data).returncode == 0
    assert seen(away.start(), away.people, away.rooms) == away.seen


def test_afterwards_no_server_starts_on_the_database(away, serve, store, tmp_path):
    assert move_back(store, away.data).returncode == 0
    elsewhere = tmp_path / "elsewhere"
    for flags in (["--store", store], ["--store", store, "--standby"]):
        with pytest.raises(AssertionError) as ended:
            serve(*flags, data=elsewhere)
        assert "was moved into a data folder. Start the server with that folder and without --store" in str(ended.value)
    # Nor does a part of another move become the log.
    (elsewhere / "moving").mkdir()
    shutil.copy(away.data / "martlet.db", elsewhere / "moving")
    database = sqlite3.connect(elsewhere / "moving" / "martlet.db")
    database.execute("PRAGMA user_version = 7")
    database.close()
    other = move_back(store, elsewhere)
    assert other.returncode == 1 and "was moved into another folder" in other.stderr
    assert not (elsewhere / "martlet.db").exists()


def test_what_cannot_be_moved_is_said_in_a_sentence(away, serve, store, postgres, tmp_path):
    def refused(*arguments, sentence):
        ended = run("move", *arguments)
        assert ended.returncode == 1 and sentence in ended.stderr, ended.stderr

    # Beside a running server: in its folder, and in another one.
    away.start()
    refused("--from", store, "--to", away.data, sentence="is in use by another server")
    refused("--from", store, "--to", tmp_path / "new", sentence="Another Martlet server uses this database")
    away.stop()
    # Into a folder with a log of its own, or with accounts.
    other = serve("--accounts", "open")
    with V1(other, "ann") as ann:
        ann.send("somebody else's")
    other.stop()
    before = rows_in_sqlite(other.data / "martlet.db")
    refused("--from", store, "--to", other.data, sentence="has a log in SQLite, which is not the one in PostgreSQL")
    assert rows_in_sqlite(other.data / "martlet.db") == before
    assert not (other.data / "postgres.watermark").exists() and not (other.data / "moving").exists()
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "token.key").write_bytes(b"k" * 32)
    refused("--from", store, "--to", tmp_path / "keys", sentence="has accounts or a key of guest tokens")
    assert (tmp_path / "keys" / "token.key").read_bytes() == b"k" * 32
    # Into a folder from which another move was not finished.
    (tmp_path / "half").mkdir()
    for name in ("martlet.db", "postgres.watermark"):
        (tmp_path / "half" / name).touch()
    refused("--from", store, "--to", tmp_path / "half", sentence="to PostgreSQL was not finished: finish that one first")
    # Into a folder whose log is in another database, and into one with the rest of another
    # database.
    another = postgres.database(tmp_path / "another")
    served = serve("--store", another)
    served.stop()
    refused("--from", store, "--to", served.data, sentence="The log of this folder is in another PostgreSQL database")
    (tmp_path / "rest").mkdir()
    (tmp_path / "rest" / "martlet.db-wal").write_bytes(b"of another database")
    refused("--from", store, "--to", tmp_path / "rest", sentence="martlet.db-wal is left of another database")
    # From a database without a log, in which nothing is made; from an address that is none; from a
    # database into a database.
    empty = postgres.database(tmp_path / "empty")
    refused("--from", empty, "--to", tmp_path / "new", sentence="has no log of Martlet")
    assert postgres.ask(empty, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"
    refused("--from", "postgres://[", "--to", tmp_path / "new", sentence="The address of PostgreSQL can't be read")
    refused("--from", store, "--to", store, sentence="One of --from and --to must be a data folder. To move a database")
    # After all that PostgreSQL has the log.
    assert seen(away.start(), away.people, away.rooms) == away.seen


def test_a_full_disk_leaves_the_log_in_postgresql(away, store, small_disk):
    with V1(away.start(), "ann") as ann:
        for i in range(400):
            ann.send("x" * 8_000)
    everything = seen(away, away.people, away.rooms)
    away.stop()
    folder = small_disk("2m") / "data"
    full = move_back(store, folder)
    assert full.returncode == 1 and "full" in full.stderr, full.stderr
    assert not (folder / "moving").exists() and not (folder / "postgres.watermark").exists()
    assert seen(away.start(), away.people, away.rooms) == everything
