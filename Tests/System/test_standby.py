"""Two servers, one database: the second one stands by, and takes over with everything that was acknowledged."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest
from websockets.exceptions import InvalidStatus

from accounts import ask, command, register, sign_in
from deadline import PATIENCE, eventually
from lines import Lines
from martlet_server import ROOT, run
from ports import free_ports
from v1 import V1, Refused, new_device

# A server that was killed: PostgreSQL sees the end of its connections.
TAKES_OVER = 30
# A server that hangs: Limits.databaseHang, and some patience.
HANGS = 90


@pytest.fixture
def store(postgres, tmp_path):
    return postgres.database(tmp_path)


@pytest.fixture
def pair(serve, store, tmp_path):
    """Starts a server, and one that stands by: pair(*flags)."""

    def start(*flags):
        active = serve("--store", store, *flags)
        port, line_port = free_ports(2)
        other = serve(
            "--store", store, "--standby", *flags, data=tmp_path / "other", port=port, line_port=line_port, waits=True)
        other.port, other.line_port = port, line_port
        stands_by(other)
        return active, other

    return start


def stands_by(server):
    eventually(lambda: "stands by" in server.log or not server.is_running, "it stands by")
    assert server.is_running, server.log


def test_while_it_stands_by_it_refuses_everything_and_says_why(pair):
    active, other = pair()
    status, body = other.get("/health")
    assert status == 503 and body == "standing by: another server has the database\n"
    assert other.get("/")[0] == 503
    assert ask(other, "POST", "/v1/sessions", {"name": "ann", "password": "x"}).status == 503
    with pytest.raises(InvalidStatus) as refused:
        V1(other, "ann")
    assert refused.value.response.status_code == 503
    with pytest.raises(OSError):
        Lines(other, "ann")
    assert active.get("/health")[0] == 200
    assert other.log.count("stands by") == 1
    # It leaves the other one alone when it ends.
    other.terminate()
    other.process.wait(PATIENCE)
    assert active.get("/health")[0] == 200 and active.is_running


def test_a_killed_server_is_replaced_and_clients_go_on_there(pair, rng):
    active, other = pair("--accounts", "open")
    account = register(active, "ann")
    key = command(active, "key", "add", "build").split()[-1]
    device = new_device()
    with V1(active, token=account["token"], device=device) as ann, V1(active, "guest") as guest:
        lines = Lines(active, "lin")
        for i in range(5):
            ann.send(f"message {i}")
        epoch, seen = ann.joined["lobby"]["epoch"], ann.history()[-1]["seq"]
        guest_token, guest_user = guest.token, guest.user
        # Nobody knows which of these are in the log when it is killed.
        refs = [ann.ask("send", room="lobby", number=6 + i, text=f"message {5 + i}") for i in range(50)]
        ann.reply(refs[rng.randrange(40)])
        active.kill()
    begun = time.monotonic()
    other.await_ready(TAKES_OVER)
    print(f"took over after {time.monotonic() - begun:.1f} s")
    assert lines.rest_of_connection() is not None
    with V1(other, token=account["token"], device=device, join=()) as ann:
        assert ann.user == account["user"] and ann.name == "ann"
        joined = ann.request("join", room="lobby", since={"epoch": epoch, "seq": seen})
        assert not joined["reset"] and joined["epoch"] == epoch
        for i in range(50):
            ann.send(f"message {5 + i}", number=6 + i)
        texts = [event["text"] for event in ann.history() if event.get("user") == ann.user and "text" in event]
        assert texts == [f"message {i}" for i in range(55)]
    with V1(other, token=guest_token) as guest:
        assert guest.user == guest_user
    with V1(other, token=key) as build:
        assert build.name == "build"
    lines = Lines(other, "lin")
    lines.write("msg:I am here again\n")
    lines.until(b"lin:I am here again\n")
    assert sign_in(other, "ann").status == 201
    assert sign_in(other, "ann", "wrong").status == 401
    # The first one comes back, and stands by in its turn.
    active.flags += ["--standby", "on"]
    active.spawn()
    eventually(lambda: active.log.count("stands by") == 1, "it stands by")
    assert other.stop() == 0
    active.await_ready(TAKES_OVER)
    with V1(active, token=account["token"], device=device) as ann:
        assert ann.joined["lobby"]["epoch"] == epoch
        assert [event["text"] for event in ann.history() if "text" in event].count("message 54") == 1


def freeze(server):
    """Stops all threads of a server, and returns when they stand still."""
    os.kill(server.pid, signal.SIGSTOP)

    def states():
        return {stat.read_text().rpartition(") ")[2][0] for stat in pathlib.Path(f"/proc/{server.pid}/task").glob("*/stat")}

    eventually(lambda: states() == {"T"}, "it stands still")


def test_a_server_that_hangs_is_replaced_and_acknowledges_nothing_afterwards(pair, store, postgres):
    active, other = pair("--accounts", "open")
    register(active, "ann")
    with V1(active, "bob") as bob:
        bob.send("before")
        # It is not silent yet for PostgreSQL: that begins with its first commit.
        freeze(active)
        try:
            ref = bob.ask("send", room="lobby", number=2, text="never acknowledged")
            late = late_registration(active, "cleo")
            other.await_ready(HANGS)
            with V1(other, "bob again") as again:
                again.send("from the other one")
            register(other, "Cleo")
        finally:
            os.kill(active.pid, signal.SIGCONT)
        answer = late.makefile("rb").read()
        assert b" 201 " not in answer.split(b"\r\n")[0], answer
        try:
            reply = bob.reply(ref)
            raise AssertionError(f"it was acknowledged: {reply}")
        except Refused as refused:
            assert refused.code == 202
        except AssertionError:
            raise
        except Exception as gone:  # The connection ended first.
            print(f"no answer: {gone!r}")
        assert active.process.wait(PATIENCE) != 0
    assert "PostgreSQL" in active.log
    with V1(other, "dora") as dora:
        texts = [event["text"] for event in dora.history() if "text" in event]
    assert texts == ["before", "from the other one"]
    assert postgres.ask(store, "SELECT name FROM account ORDER BY name") == "Cleo\nann"


def late_registration(server, name):
    """Asks for an account, and does not wait for the answer."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    body = f'{{"name": "{name}", "password": "correct horse"}}'
    connection.sendall(
        f"POST /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
    return connection


def test_it_goes_on_standing_by_while_postgresql_restarts(pair, postgres):
    active, other = pair()
    postgres.kill()
    assert active.process.wait(PATIENCE) != 0
    eventually(lambda: "can't take over yet" in other.log, "it says what keeps it")
    assert other.get("/health")[0] == 503
    postgres.restart()
    other.await_ready(TAKES_OVER)
    with V1(other, "ann") as ann:
        ann.send("hello")


def test_alone_it_serves_at_once(serve, store):
    server = serve("--store", store, "--standby", "on")
    assert "stands by" not in server.log and server.get("/health")[0] == 200


def test_without_postgresql_there_is_nothing_to_wait_for(tmp_path):
    ended = run("serve", "--data", tmp_path / "data", "--standby", env={})
    assert ended.returncode == 1 and "--standby waits for a database that two servers share" in ended.stderr


def test_the_service_manager_does_not_wait_for_the_other_server(serve, store, tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE)
        active = serve("--store", store)
        other = serve("--store", store, "--standby", data=tmp_path / "other", env={"NOTIFY_SOCKET": manager.getsockname()}, waits=True)
        assert manager.recv(200).startswith(b"READY=1\nSTATUS=Standing by")
        active.kill()
        assert manager.recv(200) == b"READY=1\nSTATUS=Serving"
        other.await_ready()


@pytest.fixture
def former(serve, tmp_path):
    """A server with its accounts and the key of guest tokens in its folder, stopped."""
    server = serve("--accounts", "open", "--store", "off", data=tmp_path / "former")
    server.account = register(server, "ann")
    with V1(server, "guest") as guest:
        server.guest = (guest.token, guest.user)
    assert server.stop() == 0
    return server


def test_accounts_of_a_folder_go_to_the_database_at_the_next_start(serve, store, former, tmp_path):
    """As a server has them that had only its log in PostgreSQL until now."""
    data = tmp_path / "folder"
    data.mkdir()
    for name in ("accounts.db", "token.key"):
        shutil.copy(former.data / name, data / name)
    server = serve("--store", store, "--accounts", "open", data=data)
    for _ in range(2):
        assert sign_in(server, "ann").status == 201
        token, user = former.guest
        with V1(server, token=former.account["token"]) as ann, V1(server, token=token) as guest:
            assert ann.user == former.account["user"] and guest.user == user
        assert not (data / "accounts.db").exists() and not (data / "token.key").exists()
        assert len(list(data.glob("replaced-*/accounts.db"))) == len(list(data.glob("replaced-*/token.key"))) == 1
        server.stop()
        server.start()


@pytest.mark.parametrize("name", ["accounts.db", "token.key"])
def test_accounts_and_keys_of_two_places_are_not_mixed(serve, store, former, name):
    server = serve("--store", store, "--accounts", "open")
    register(server, "bob")
    server.stop()
    shutil.copy(former.data / name, server.data / name)
    server.spawn()
    assert server.process.wait(PATIENCE) == 1 and f"move {name} out of the folder" in server.log
    (server.data / name).unlink()
    server.start()
    assert sign_in(server, "bob").status == 201 and sign_in(server, "ann").status == 401


def test_commands_about_accounts_need_the_running_server(serve, store, tmp_path):
    server = serve("--store", store, "--accounts", "closed")
    command(server, "account", "add", "ann", password="correct horse")
    assert "ann" in command(server, "account", "list")
    server.stop()
    ended = run("account", "list", "--data", server.data)
    assert ended.returncode == 1 and "are in PostgreSQL" in ended.stderr
    assert not (server.data / "accounts.db").exists()
    server.start()
    assert sign_in(server, "ann").status == 201


def test_a_proxy_sends_everybody_to_the_server_that_serves(pair, tmp_path):
    """With the lines of docs/postgres.md."""
    program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
    if program is None:
        pytest.skip("haproxy is not installed: Scripts/setup.sh test")
    active, other = pair("--trusted-proxy", "127.0.0.1", "--line-proxy-protocol", "on")
    backends = re.search(r"```haproxy\n(.*?)```", (ROOT / "docs" / "postgres.md").read_text(), re.S)[1]
    for address, server in (("10.0.0.1", active), ("10.0.0.2", other)):
        backends = backends.replace(f"{address}:8080", f"127.0.0.1:{server.port}")
        backends = backends.replace(f"{address}:8081 check port 8080", f"127.0.0.1:{server.line_port} check port {server.port}")
    assert "10.0.0" not in backends
    port, line_port = free_ports(2)
    file = tmp_path / "haproxy.cfg"
    file.write_text(
        "defaults\n    timeout connect 5s\n    timeout client 90s\n    timeout server 90s\n    timeout tunnel 90s\n"
        f"frontend web\n    mode http\n    bind 127.0.0.1:{port}\n    default_backend martlet\n"
        f"frontend lines\n    mode tcp\n    bind 127.0.0.1:{line_port}\n    default_backend martlet_lines\n{backends}")
    with (tmp_path / "haproxy.log").open("w") as log:
        process = subprocess.Popen([program, "-db", "-f", str(file)], stdout=log, stderr=log)
    try:
        class Proxy:
            pass

        proxy = Proxy()
        proxy.port, proxy.line_port = port, line_port

        def serves(text):
            try:
                with V1(proxy, "ann") as ann:
                    ann.send(text)
                lines = Lines(proxy, "lin")
                lines.write(f"msg:{text}\n")
                return lines.until(f"lin:{text}\n".encode())
            except (OSError, EOFError, InvalidStatus):
                return False

        eventually(lambda: serves("through the proxy"), "the proxy has found the active server")
        active.kill()
        other.await_ready(TAKES_OVER)
        eventually(lambda: serves("to the other one"), "the proxy has found the other server")
    finally:
        process.terminate()
        process.wait(PATIENCE)
