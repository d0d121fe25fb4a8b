"""martlet move: the log of a data folder goes into PostgreSQL, and clients notice nothing."""

import re
import sqlite3
import subprocess

import pytest

from accounts import ask, register, sign_in
from martlet_server import BINARY, clean_environment, run
from screen import ScreenProgram
from test_choices import block, choose
from test_held import held
from test_links import make_link
from test_membership import direct, make_group, membership
from test_profiles import profile
from test_reports import audit, garden, queue, report
from uploads import put
from v1 import V1, new_device

# These tests say themselves where the log is.
pytestmark = pytest.mark.sqlite


@pytest.fixture
def store(postgres, tmp_path):
    return postgres.database(tmp_path)


def move(server, store):
    return run("move", "--from", server.data, "--to", store)


def moved(server, store):
    """Moves the log of a server that was stopped, and serves it again."""
    ended = move(server, store)
    assert ended.returncode == 0, ended.stderr
    server.flags += ["--store", store]
    server.start()
    return ended.stdout


def lived_in(server):
    """Something in every table. What people need to be again who they were."""
    tokens, rooms = {}, ["lobby", "garden"]
    with V1(server, "ann") as ann, V1(server, "bob", device=new_device()) as bob, V1(server, "cleo") as cleo:
        garden(ann, bob, cleo)
        rooms += [make_group(ann, bob), direct(ann.user, cleo.user)]
        make_link(ann, rooms[2], uses=3)
        ann.request("join", room=rooms[3])
        ann.change("send", room=rooms[3], text="psst")
        first = ann.send("héllo 👩‍👩‍👧 @bob", room="garden")["seq"]
        bob.change("send", room="garden", text="an answer", reply=first)
        ann.change("edit", room="garden", of=first, text="hello @bob")
        bob.change("react", room="garden", of=first, emoji="👍", on=True)
        gone = bob.send("to be deleted", room="garden")["seq"]
        bob.change("delete", room="garden", of=gone)
        ann.change("send", room="garden", text="a file", attachment=put(server, ann.token, b"bytes").json)
        deleted = ann.change("send", room="garden", text="gone", attachment=put(server, ann.token, b"more").json)["seq"]
        ann.change("delete", room="garden", of=deleted)
        ann.change("send", room="garden", text="a poll", payload={"type": "org.example.poll", "data": "{}"})
        ann.change("pin", room="garden", of=first, on=True)
        held(cleo, "buy bitcoin")
        rude = bob.send("rude", room="garden")["seq"]
        report(cleo, rude, text="again")
        membership(ann, "garden", cleo.user, "mute")
        choose(cleo, "garden", followed=True, pinned=True)
        block(cleo, bob)
        profile(cleo, privateReads=True)
        ann.request("read", room="garden", seq=first)
        bob.request("draft", room="garden", text="I thi")
        for client in (ann, bob, cleo):
            tokens[client.name] = {"token": client.token, "device": client.device, "number": client.number}
    return tokens, rooms


def say_much(client):
    """3,000 messages, so many at once that the client can read the answers in time."""
    for first in range(0, 3_000, 200):
        refs = [client.ask("send", room="lobby", number=i + 1, text=f"message {i}" * 20) for i in range(first, first + 200)]
        for ref in refs:
            client.reply(ref)


def seen(server, people, rooms):
    """What each of them sees: the list of rooms, every room's log, what moderators have to do."""
    everything = {}
    for name, person in people.items():
        with V1(server, token=person["token"], device=person["device"]) as client:
            view = {"list": client.request("list")["rooms"]}
            for room in rooms:
                try:
                    view[room] = [client.request("join", room=room), client.history(room)]
                    view[room][0].pop("ref")
                    view[room][0].pop("here", None)
                except AssertionError as refused:
                    view[room] = str(refused)
            if name == "ann":
                view |= {"reports": queue(client), "audit": audit(client), "held": client.request("held", room="garden")["messages"]}
            everything[name] = view
    return everything


def rows_in_sqlite(data):
    """The rows of all tables, each as a sorted list of texts."""
    database = sqlite3.connect(f"file:{data}?mode=ro", uri=True)
    names = [name for (name,) in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'grdb_migrations' AND name NOT LIKE 'sqlite%'")]
    rows = {}
    for name in names:
        columns = sorted(row[1] for row in database.execute(f"PRAGMA table_info({name})"))
        text = " || '|' || ".join(
            f"""iif(typeof("{column}") = 'blob', lower(hex("{column}")), coalesce("{column}", '-'))""" for column in columns)
        rows[name] = sorted(row for (row,) in database.execute(f"SELECT {text} FROM {name}"))
    return rows


def rows_in_postgres(postgres, store, names):
    rows = {}
    for name in names:
        columns = sorted(postgres.ask(
            store, f"SELECT column_name || ' ' || data_type FROM information_schema.columns WHERE table_name = '{name}'").splitlines())
        parts = []
        for column in columns:
            column, kind = column.split(" ", 1)
            parts.append(f"""coalesce(encode("{column}", 'hex'), '-')""" if kind == "bytea" else f"""coalesce("{column}"::TEXT, '-')""")
        text = " || '|' || ".join(parts)
        rows[name] = sorted(postgres.ask(store, f"SELECT {text} FROM {name}").splitlines())
    return rows


@pytest.fixture
def settled(serve, tmp_path):
    """A server with a filter list and accounts, on which people have talked; stopped."""
    words = tmp_path / "filter.txt"
    words.write_text("hold:bitcoin\n")
    server = serve(
        "--filter", str(words), "--accounts", "open", "--new-rooms-per-user", "off", "--new-rooms-per-address", "off")
    server.dora = register(server, "dora", program="dora's phone")["token"]
    server.people, server.rooms = lived_in(server)
    server.seen = seen(server, server.people, server.rooms)
    assert server.stop() == 0
    return server


def test_everybody_sees_what_they_saw(settled, store, postgres):
    before = rows_in_sqlite(settled.data / "martlet.db")
    for table in ("event", "room", "room_record", "device", "intent", "file", "deleted_file", "mark", "place", "choice",
                  "block", "profile", "draft", "report", "reported", "action", "held", "meta"):
        assert before[table], f"nothing in {table}"
    said = moved(settled, store)
    assert "messages into PostgreSQL" in said and "replaced-" in said
    assert not (settled.data / "martlet.db").exists()
    assert seen(settled, settled.people, settled.rooms) == settled.seen
    assert sign_in(settled, "dora").status == 201
    sessions = ask(settled, "GET", "/v1/sessions", token=settled.dora).json["sessions"]
    assert [one.get("program") for one in sessions] == ["dora's phone", None]


def move_at_a_terminal(source, target):
    """Moves, and checks what is shown meanwhile. The screen afterwards."""
    with ScreenProgram(BINARY, "move", "--from", source, "--to", target, columns=120) as screen:
        assert screen.end() == 0, screen.text
    shown = [(int(rows), int(total)) for rows, total in re.findall(rb"Moving, rows \[[# ]{40}\] (\d+)/(\d+)", screen.raw)]
    total = shown[-1][1]
    assert total > 0 and shown[0] == (0, total) and shown[-1] == (total, total) and shown == sorted(shown)
    return screen.text


def test_at_a_terminal_it_shows_how_far_it_is(settled, store):
    text = move_at_a_terminal(settled.data, store)
    assert text.startswith("Moved ") and "messages into PostgreSQL" in text, "the bar is gone"


def test_every_row_is_there(settled, store, postgres):
    before = rows_in_sqlite(settled.data / "martlet.db")
    assert move(settled, store).returncode == 0
    assert rows_in_postgres(postgres, store, before) == before


def test_numbers_and_ids_go_on(settled, store):
    """The same send is not taken twice, a new one gets the next number, and no id of a table is given twice."""
    person = settled.people["bob"]
    with V1(settled.start(), token=person["token"], device=person["device"], join=("lobby",)) as bob:
        bob.number = person["number"]
        first = bob.send("said once")
        epoch = bob.joined["lobby"]["epoch"]
    settled.stop()
    moved(settled, store)
    with V1(settled, token=person["token"], device=person["device"], join=("lobby",)) as bob:
        assert bob.joined["lobby"]["epoch"] == epoch
        assert bob.send("said once", number=person["number"] + 1)["seq"] == first["seq"]
        assert bob.send("after")["seq"] == first["seq"] + 1
        bob.request("join", room="new-room")
        bob.change("send", room="new-room", text="the next room")
        bob.request("join", room="garden")
        held(bob, "bitcoin again")
        assert report(bob, 2)["type"] == "ok"
    with V1(settled, "new-device") as new:
        new.send("from a new device")


def is_moved_between_kills(source, target, rng, attempts, longest):
    """Whether a move ends well within some attempts, each of which is killed after at most `longest` seconds."""
    for _ in range(attempts):
        moving = subprocess.Popen(
            [BINARY, "move", "--from", source, "--to", target], env=clean_environment(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        try:
            moving.wait(rng.uniform(0.05, longest))
        except subprocess.TimeoutExpired:
            moving.kill()
        moving.communicate()
        if moving.returncode == 0:
            return True
    return False


def test_it_can_be_killed_and_run_again(settled, store, postgres, rng):
    """Killed at any moment, it leaves a folder that is served as before, or is moved by the next run."""
    with V1(settled.start(), "ann") as ann:
        say_much(ann)
    settled.seen = seen(settled, settled.people, settled.rooms)
    settled.stop()
    if not is_moved_between_kills(settled.data, store, rng, attempts=6, longest=1.0):
        # The last kill may have come when all was done.
        ended = move(settled, store)
        assert ended.returncode == 0 or "the log of this folder is in PostgreSQL" in ended.stderr, ended.stderr
    settled.flags += ["--store", store]
    settled.start()
    assert seen(settled, settled.people, settled.rooms) == settled.seen


def test_a_move_that_was_killed_at_its_end_is_finished(settled, store):
    """Until then neither log is served: each could go on without the other."""
    assert move(settled, store).returncode == 0
    [former] = settled.data.glob("replaced-*")
    for name in ("martlet.db", "martlet.db.watermark"):
        (former / name).rename(settled.data / name)
    for flags in ([], ["--store", store]):
        assert "was not finished: run martlet move with --from" in refusal_of(settled, flags)
    again = move(settled, store)
    assert again.returncode == 0 and "An earlier move had copied all" in again.stdout, again.stderr
    settled.flags += ["--store", store]
    assert seen(settled.start(), settled.people, settled.rooms) == settled.seen


def refusal_of(server, flags):
    server.flags += flags
    try:
        with pytest.raises(AssertionError) as ended:
            server.start()
    finally:
        del server.flags[len(server.flags) - len(flags):]
    return str(ended.value)


@pytest.mark.parametrize("to, sentence", [
    ("postgres:///x", "Pass the server's data folder with --from."),
    ("other-folder", "One of --from and --to must be a data folder, and the other an address such as postgres://"),
    ("mysql://x", "One of --from and --to must be a data folder, and the other an address such as postgres://"),
])
def test_a_move_needs_a_folder_with_a_log_and_an_address(tmp_path, to, sentence):
    ended = run("move", "--from", tmp_path / "nothing", "--to", to)
    assert ended.returncode == 1 and ended.stdout == "" and sentence in ended.stderr
    assert not (tmp_path / "nothing").exists()


def test_what_cannot_be_moved_is_said_in_a_sentence(settled, serve, store, postgres, tmp_path):
    # Beside a running server.
    settled.start()
    beside = move(settled, store)
    assert beside.returncode == 1 and "is in use by another server" in beside.stderr
    settled.stop()
    # Into a database that is another chat.
    other = serve("--store", postgres.database(tmp_path / "other"))
    with V1(other) as ann:
        ann.send("somebody else's")
    taken = move(settled, other.flags[-1])
    assert taken.returncode == 1 and "Another Martlet server uses this database" in taken.stderr
    other.stop()
    taken = move(settled, other.flags[-1])
    assert taken.returncode == 1 and "The database has a log already, with 1 messages" in taken.stderr
    # A folder without a log, an address that can't be read.
    empty = run("move", "--from", tmp_path / "nothing", "--to", store)
    assert empty.returncode == 1 and "There is no database" in empty.stderr
    address = run("move", "--from", settled.data, "--to", "postgres://[")
    assert address.returncode == 1 and "The address of PostgreSQL can't be read" in address.stderr
    # After all that the folder is as it was.
    assert seen(settled.start(), settled.people, settled.rooms) == settled.seen
