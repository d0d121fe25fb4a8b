"""What an operator meets: options, the environment, and a sentence when it can't start."""

import os
import re
import shlex
import signal
import socket
import sqlite3
import subprocess

import pytest

from deadline import eventually
from flushes import flushes, listed_flushes  # noqa: F401
from martlet_server import MartletServer, run
from v1 import V1

OPTIONS = {
    "--host": "MARTLET_HOST", "--port": "MARTLET_PORT", "--line-port": "MARTLET_LINE_PORT", "--data": "MARTLET_DATA",
    "--allow-origin": "MARTLET_ALLOW_ORIGIN", "--rate-limit": "MARTLET_RATE_LIMIT",
    "--connections-per-address": "MARTLET_CONNECTIONS_PER_ADDRESS", "--log-level": "MARTLET_LOG_LEVEL", "--log-format": "MARTLET_LOG_FORMAT",
}


def refusal(*arguments, env=None):
    """What the server says when it can't start: one sentence or two on standard error, and no trace."""
    ended = run("serve", *arguments, env=env)
    assert ended.returncode not in (0, -4, -5, -6, -11, 132, 133, 134, 139), ended
    assert ended.stdout == ""
    assert ended.stderr.strip() and "Fatal error" not in ended.stderr and "Stack dump" not in ended.stderr
    return ended.stderr




def said_briefly(text):
    """What is wrong, and what to do."""
    assert len(text.strip().splitlines()) == 1, text
    return text


def free_data(tmp_path):
    return ["--port", "0", "--line-port", "0", "--data", tmp_path / "free"]


def test_the_name_of_a_new_data_folder_outlives_a_power_cut(serve, tmp_path, listed_flushes):
    serve(data=tmp_path / "new" / "data", env=listed_flushes.environment)
    assert {str(tmp_path), str(tmp_path / "new"), str(tmp_path / "new" / "data")} <= set(listed_flushes.list)


def test_the_greeting_says_where_to_go(server):
    lines = server.greeting.splitlines()
    assert lines[0].startswith("Martlet ") and lines[0].endswith(" is ready.")
    assert f"  Page    http://127.0.0.1:{server.port}/" in lines
    assert any(line.startswith(f"  Lines   nc 127.0.0.1 {server.line_port} ") for line in lines)
    assert any(line.startswith(f"  Data    {server.data} ") for line in lines)
    assert server.get("/")[0] == 200


@pytest.mark.parametrize("output", ["> /dev/full", "| true", ">&-", "<&- >&- 2>&-"])
def test_a_server_serves_whose_output_can_not_be_written(tmp_path, output):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = MartletServer(tmp_path / "data", port=port)
    command = " ".join(shlex.quote(str(word)) for word in [server.binary, "serve", *server.flags])
    with subprocess.Popen(
            ["sh", "-c", f"{command} {output}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=server.env, start_new_session=True) as shell:
        try:
            server.port = port
            eventually(lambda: answers(server), "the server answers")
            assert answers(server)
        finally:
            os.killpg(shell.pid, signal.SIGKILL)


def answers(server):
    try:
        return server.get("/health")[0] == 200
    except OSError:
        return False


def test_log_lines_that_can_not_be_written_do_not_end_the_server(serve, tmp_path):
    server = MartletServer(tmp_path / "data", "--log-format", "json", "--log-level", "trace")
    with open("/dev/full", "wb") as full:
        server.log_file = full
        server.spawn()
    try:
        server.await_ready()
        with V1(server, "ann") as ann:
            ann.send("hello")
        assert server.get("/health")[0] == 200
        assert server.stop() == 0
    finally:
        if server.is_running:
            server.kill()


@pytest.mark.sqlite
@pytest.mark.parametrize("words", [["key", "add", "robot"], ["room", "list"], ["export", "-"]])
def test_a_command_whose_output_can_not_be_written_fails(serve, words):
    server = serve("--accounts", "closed")
    with V1(server, "ann") as ann:
        ann.send("hello")
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [server.binary, *words, "--data", server.data], stdout=full, stderr=subprocess.PIPE, text=True, env=server.env)
    assert ended.returncode == 1, ended
    assert "Standard output can't be written: No space left on device." in ended.stderr


def test_the_greeting_says_when_messages_are_erased(serve):
    server = serve("--keep", "90d", "--keep-room", "lobby=7d")
    assert "  Keep    messages are erased after 90d; in lobby after 7d" in server.greeting.splitlines()


@pytest.mark.parametrize("flag", ["--port", "--line-port"])
def test_a_port_that_is_taken(tmp_path, flag):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        said = said_briefly(refusal(*free_data(tmp_path), flag, port))
        assert port in said and flag in said


def test_a_host_that_is_not_this_machines(tmp_path):
    assert "--host" in said_briefly(refusal(*free_data(tmp_path), "--host", "192.0.2.1"))
    said = said_briefly(refusal(*free_data(tmp_path), "--host", "nosuch.invalid"))
    assert "--host" in said and "Error" not in said


def test_a_second_server_on_the_same_data(server):
    said = said_briefly(refusal("--port", "0", "--line-port", "0", "--data", server.data))
    assert str(server.data) in said
    assert server.get("/health")[0] == 200


def test_data_where_no_folder_can_be(tmp_path):
    (tmp_path / "file").write_text("x")
    for place in (tmp_path / "file", tmp_path / "file" / "below", "/proc/martlet"):
        said = said_briefly(refusal("--port", "0", "--line-port", "0", "--data", place))
        assert "--data" in said or str(place) in said


@pytest.mark.parametrize("damage", ["no database", "cut", "flipped", "empty", "token key"])
def test_damaged_data(serve, damage):
    server = serve()
    with V1(server) as v1:
        for number in range(1, 51):
            v1.send("x" * 1_000, number=number)
    server.stop()
    fold_log_into_database(server)
    file = server.data / ("token.key" if damage == "token key" else "martlet.db")
    data = file.read_bytes()
    damaged = {
        "no database": b"This is no database. " * 400, "cut": data[:len(data) // 2], "empty": b"",
        "flipped": data[:4096] + bytes(byte ^ 0x55 for byte in data[4096:8192]) + data[8192:], "token key": b"short",
    }[damage]
    file.write_bytes(damaged)
    said = said_briefly(refusal("--port", "0", "--line-port", "0", "--data", server.data))
    assert str(file) in said
    assert file.read_bytes() == damaged, "what was refused is left as it is"


def test_data_that_a_newer_martlet_served(serve, tmp_path):
    """It has kinds of events that this one can't read: that is no damage, and every command says what to do."""
    server = serve()
    with V1(server) as v1:
        v1.send("hello")
    server.stop()
    with sqlite3.connect(server.data / "martlet.db") as database:
        database.execute("UPDATE meta SET value = value + 1 WHERE key = 'kinds'")
        database.execute("UPDATE event SET kind = (SELECT value FROM meta WHERE key = 'kinds')")
    database.close()
    for arguments in (["serve", "--port", "0", "--line-port", "0"], ["check"], ["backup", tmp_path / "a.tar"], ["export", tmp_path / "e"]):
        ended = run(*arguments, "--data", server.data)
        assert ended.returncode != 0
        assert "newer martlet" in ended.stderr and "damage" not in ended.stderr + ended.stdout, ended


def fold_log_into_database(server):
    with sqlite3.connect(server.data / "martlet.db") as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def test_a_stopped_servers_database_is_whole_in_its_file(serve):
    """So that who copies the one file of a stopped server has a backup."""
    server = serve()
    with V1(server) as v1:
        v1.send("hello")
    assert server.stop() == 0
    log = server.data / "martlet.db-wal"
    assert not log.exists() or log.stat().st_size == 0


def test_data_is_for_its_owner_only(server):
    for file in [server.data, *server.data.iterdir()]:
        assert file.stat().st_mode & 0o077 == 0, file


@pytest.mark.parametrize("arguments", [
    ["--prot", "1"], ["--port"], ["--port", "x"], ["--port", "65536"], ["--port", "-1"], ["--line-port", "on"], ["--rate-limit", "0"],
    ["--rate-limit", "fast"], ["--connections-per-address", "0"], ["--log-level", "loud"], ["--log-format", "xml"],
    ["--allow-origin", "chat.example.org"], ["--allow-origin", "https://chat.example.org/path"], ["8080"],
])
def test_a_wrong_option(tmp_path, arguments):
    ended = run("serve", "--data", tmp_path / "data", *arguments)
    assert ended.returncode != 0 and ended.stdout == ""
    assert ended.stderr.startswith("Error: "), ended.stderr
    assert arguments[0] in ended.stderr, "it says which one"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name, value", [("PORT", "x"), ("LINE_PORT", "70000"), ("RATE_LIMIT", "x"), ("LOG_LEVEL", "loud"), ("LOG_FORMAT", "xml"), ("ALLOW_ORIGIN", "x"), ("CONNECTIONS_PER_ADDRESS", "x")])
def test_a_wrong_variable(tmp_path, name, value):
    said = refusal("--data", tmp_path / "data", env={f"MARTLET_{name}": value})
    assert value in said


def test_the_environment_and_flags_over_it(tmp_path):
    def greeting(*flags, **variables):
        server = MartletServer(tmp_path / "unused", env={f"MARTLET_{name}": value for name, value in variables.items()})
        server.flags = list(map(str, flags))
        try:
            return server.start().greeting
        finally:
            server.discard()

    free = {"PORT": "0", "LINE_PORT": "0", "DATA": str(tmp_path / "from variable")}
    assert f"Data    {tmp_path / 'from variable'}" in greeting(**free)
    assert f"Data    {tmp_path / 'from flag'}" in greeting("--data", tmp_path / "from flag", **free)
    assert "Lines" not in greeting(**free | {"LINE_PORT": "off"})
    assert "Lines" in greeting("--line-port", "0", **free | {"LINE_PORT": "off"})
    assert "127.0.0.2:" in greeting(**free | {"HOST": "127.0.0.2"})
    assert "127.0.0.1:" in greeting("--host", "127.0.0.1", **free | {"HOST": "127.0.0.2"})
    assert "127.0.0.1:" in greeting(**free | {"HOST": "", "LOG_LEVEL": "", "RATE_LIMIT": ""}), "an empty variable is none"


@pytest.mark.parametrize("variables, folder", [
    ({"XDG_DATA_HOME": "/xdg"}, "/xdg/martlet"), ({"XDG_DATA_HOME": "", "HOME": "/home"}, "/home/.local/share/martlet"),
    ({"XDG_DATA_HOME": "no/absolute/path", "HOME": "/home"}, "/home/.local/share/martlet"),
])
def test_the_standard_data_folder(tmp_path, variables, folder):
    within = {name: str(tmp_path) + value if value.startswith("/") else value for name, value in variables.items()}
    server = MartletServer(tmp_path / "unused", env=within)
    server.flags = ["--port", "0", "--line-port", "0"]
    try:
        assert f"Data    {tmp_path}{folder} " in server.start().greeting
    finally:
        server.discard()


def test_a_server_that_can_be_reached_from_elsewhere_says_what_a_name_needs(tmp_path):
    for flags, is_told in [(["--host", "0.0.0.0"], True), (["--host", "0.0.0.0", "--allow-origin", "http://attic:80"], False), ([], False)]:
        server = MartletServer(tmp_path / "data", *flags)
        try:
            assert ("--allow-origin http://NAME:" in server.start().greeting) == is_told
        finally:
            server.discard()


def test_ipv6(tmp_path):
    server = MartletServer(tmp_path / "data", "--host", "::1")
    try:
        assert "http://[::1]:" in server.start().greeting
    finally:
        server.discard()


def test_a_rate_limit_can_be_set(serve):
    with V1(serve(rate_limit="1")) as v1:
        for number in range(1, 6):
            v1.send("x", number=number)
        assert v1.refusal("send", room="lobby", number=6, text="x")["code"] == 200


def test_help_documents_every_option():
    said = run("serve", "--help")
    assert said.returncode == 0 and said.stderr == ""
    text = " ".join(said.stdout.split())
    for flag, variable in OPTIONS.items():
        assert f"{flag} <" in text and f"[{variable}" in text, flag
    for command in ([], ["chat"], ["send"], ["tail"]):
        said = run(*command, "--help")
        assert said.returncode == 0 and "OVERVIEW: " in said.stdout


def test_the_version_in_one_line_and_in_two():
    number = run("--version").stdout
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", number)
    for command in ("serve", "send"):
        ended = run(command, "--version")
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, number, ""), ended
    said = run("--version", "--verbose")
    assert (said.returncode, said.stderr) == (0, "") and said.stdout.startswith(number)
    assert re.fullmatch(
        r"Schema \d+ in SQLite and \d+ in PostgreSQL, events up to kind \d+\. Swift 6\.\d+( or newer)?\. "
        r"Compiled in: PostgreSQL \(libpq was (not )?found\), NATS \(libnats was (not )?found\), S3\.\n", said.stdout.removeprefix(number))


@pytest.mark.sqlite
@pytest.mark.parametrize("words", [
    ["serve", "--port", "0", "--line-port", "0"], ["check"], ["backup", "a.tar"], ["restore", "a.tar"], ["account", "list"]])
def test_a_file_in_place_of_the_data_folder(tmp_path, words):
    (tmp_path / "file").write_text("x")
    ended = run(*words, "--data", tmp_path / "file", cwd=tmp_path)
    # A check that failed ends with 2: 1 is for findings.
    assert ended.returncode == (2 if words == ["check"] else 1) and ended.stdout == "", ended
    assert f"{tmp_path / 'file'} is a file, not a folder. Name the server's data folder." in said_briefly(ended.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
