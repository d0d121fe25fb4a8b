"""The configuration file: what it sets, what wins over it, and what it says of a mistake."""

import pytest

from martlet_server import MartletServer, run
from uploads import png, put
from v1 import V1


@pytest.fixture
def file(tmp_path):
    def write(text, name="martlet.yaml"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def shown(*arguments, **variables):
    """What --print-config says: option → (value, source)."""
    ended = run("serve", "--print-config", *arguments, env={f"MARTLET_{name}": value for name, value in variables.items()})
    assert ended.returncode == 0 and ended.stderr == "", ended
    rows = [line.split("# ", 1) for line in ended.stdout.splitlines()]
    return {row[0].split(":", 1)[0]: (row[0].split(":", 1)[1].strip(), row[1].strip()) for row in rows}


def refused(file, text):
    """What is said of a file, after its path."""
    path = file(text)
    ended = run("serve", "--config", path)
    assert ended.returncode == 1 and ended.stdout == "", ended
    assert len(ended.stderr.splitlines()) == 1 and ended.stderr.startswith(f"martlet: {path}"), ended.stderr
    return ended.stderr.removeprefix(f"martlet: {path}").rstrip("\n")


def test_a_flag_wins_over_a_variable_over_the_file_over_the_default(file):
    path = file("# The server of the attic.\nport: 1\nline-port: off\nhost: 127.0.0.3\n")
    values = shown("--config", path, "--port", "3", PORT="2", HOST="127.0.0.2")
    assert values["port"] == ("3", "flag --port")
    assert values["host"] == ("127.0.0.2", "environment MARTLET_HOST")
    assert values["line-port"] == ("off", f"{path}, line 3")
    assert values["log-level"] == ("notice", "default")


def test_the_file_is_named_by_a_flag_or_a_variable(file):
    path = file("port: 7\n")
    assert shown("--config", path)["port"][0] == "7"
    assert shown(CONFIG=str(path))["port"][0] == "7"
    assert shown()["port"] == ("8080", "default")


def test_what_is_printed_is_a_configuration_file(file):
    printed = run("serve", "--print-config", "--host", "::1", "--allow-origin", "https://a.example,http://b:81", "--rate-limit", "off").stdout
    again = run("serve", "--print-config", "--config", file(printed)).stdout
    assert [line.split("  #")[0] for line in again.splitlines()] == [line.split("  #")[0] for line in printed.splitlines()]
    assert 'host: "::1"' in printed and "rate-limit: off" in printed


@pytest.mark.parametrize("address, printed", [
    ("postgres://martlet:s3cret@db.example/chat", "postgres://martlet:…@db.example/chat"),
    ("postgres://martlet:a:b@c@db.example/chat?x=1", "postgres://martlet:…@db.example/chat?x=1"),
    ("postgres://db/chat?user=ann&password=s3cret&sslmode=require", "postgres://db/chat?user=ann&password=…&sslmode=require"),
    ("postgres://martlet@db.example:5432/chat", "postgres://martlet@db.example:5432/chat"),
])
def test_no_password_is_printed(address, printed):
    assert shown("--store", address)["store"][0] == f'"{printed}"'


def test_json_is_a_configuration_file(file):
    path = file('{"port": 7, "files": "off",\n "allow-origin": ["https://a.example", "http://b"]}\n', "martlet.json")
    values = shown("--config", path)
    assert values["port"] == ("7", f"{path}, line 1")
    assert values["allow-origin"] == ('["https://a.example", "http://b"]', f"{path}, line 2")
    assert values["files"][0] == "off"


def test_a_server_runs_by_its_file(file, tmp_path):
    path = file(f"port: 0\nline-port: off\ndata: {tmp_path / 'kept'}\n")
    server = MartletServer(tmp_path)
    server.flags = ["--config", str(path)]
    try:
        assert "Lines" not in server.start().greeting
        assert (tmp_path / "kept" / "martlet.db").exists()
    finally:
        server.discard()


@pytest.mark.parametrize("text, said", [
    ("port: 1\nconections-per-address: 5\n", ", line 2: conections-per-address is not an option. Did you mean connections-per-address?"),
    ("colour-of-the-sky: blue\n", ", line 1: colour-of-the-sky is not an option. martlet serve --print-config lists all options."),
    ("\n\nport: eighty\n", ", line 3: port takes a number from 0 to 65535, not eighty."),
    ("port: 65536\n", ", line 1: port takes a number from 0 to 65535, not 65536."),
    ("line-port: on\n", ", line 1: line-port takes a number from 0 to 65535, or off, not on."),
    ("chat: true\n", ", line 1: chat takes on or off, not true."),
    ("files: true\n", ", line 1: files takes on, off, or an address such as s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1 (https, or http on this machine), not true."),
    ("log-format: xml\n", ", line 1: log-format takes one of text, json, not xml."),
    ("file-quota: 5 apples\n", ", line 1: file-quota takes a number of bytes from 1B to 1024TiB, such as 512KiB, 25MiB or 1GiB, not 5 apples."),
    ("keep: 90\n", ", line 1: keep takes a time from 1s to 36500d, such as 24h or 90d, or off, not 90, which has no unit."),
    ("allow-origin: [https://a.example/path]\n", ", line 1: allow-origin takes an origin such as https://chat.example.org, without a path, not https://a.example/path."),
    ("port:\n", ", line 1: port takes one value."),
    ("host: \"\"\n", ", line 1: host takes one value, and is empty."),
    ("port: [1, 2]\n", ", line 1: port takes one value."),
    ("allow-origin: {a: b}\n", ", line 1: allow-origin takes a list of texts."),
    ("port: 1\nport: 2\n", ", lines 1 and 2: port is here twice. Remove one."),
    ("port: 1\nline-port: off\n# port: 3\n\"port\": 2\n", ", lines 1 and 4: port is here twice. Remove one."),
    ('{"port": 1, "port": 2}\n', ", line 1: port is here twice. Remove one."),
    ("port\n", " is not a configuration file. Write one option per line, such as \"port: 8080\"."),
    ("- port\n", " is not a configuration file. Write one option per line, such as \"port: 8080\"."),
])
def test_a_mistake_names_line_key_and_what_is_allowed(file, text, said):
    assert refused(file, text) == said


def test_what_is_not_yaml(file):
    assert refused(file, "port: 1\nhost: [\n").startswith(", line 3: this is not YAML: ")


def test_a_mistake_counts_also_where_a_flag_wins(file):
    path = file("port: eighty\n")
    assert run("serve", "--print-config", "--config", path, "--port", "1").returncode == 1


def test_a_file_that_is_not_there(tmp_path):
    ended = run("serve", "--config", tmp_path / "none.yaml")
    assert ended.returncode == 1 and str(tmp_path / "none.yaml") in ended.stderr and len(ended.stderr.splitlines()) == 1


def test_an_empty_file_sets_nothing(file):
    assert shown("--config", file("# nothing yet\n")) == shown()


def test_a_mistyped_flag_is_named_with_the_right_one():
    ended = run("serve", "--prot", "1")
    assert ended.returncode != 0 and "Unknown option '--prot'. Did you mean '--port'?" in ended.stderr


def test_limits_can_be_set(serve):
    server = serve("--connections-per-user", "2", "--history-page", "3", "--file-size", "100B")
    with V1(server, "ann") as ann:
        for number in range(1, 6):
            ann.send("x", number=number)
        assert len(ann.request("history", room="lobby", after=0, limit=200)["events"]) == 3
        assert (ann.welcome["limits"]["page"], ann.welcome["limits"]["file"]) == (3, 100)
        refused = put(server, ann.token, png(filler=100))
        assert (refused.status, refused.code) == (413, 157)
        assert put(server, ann.token, png()).status == 201
        with V1(server, "ann", token=ann.token), V1(server, hello=False) as third:
            assert third.refusal("hello", version=1, name="ann", token=ann.token)["code"] == 205


def test_a_misspelt_variable_is_a_warning(serve):
    # Those of other commands may be set, too.
    others = {f"MARTLET_{name}": "x" for name in ("SERVER", "NAME", "CA", "TOKEN_FILE")}
    server = serve(env={"MARTLET_PROT": "8080", "MARTLET_KEEP": "", "MARTLET_DATA_FOLDER": "/"} | others)
    assert "MARTLET_PROT is not a setting, and has no effect. Did you mean MARTLET_PORT?" in server.log
    assert "MARTLET_DATA_FOLDER is not a setting" in server.log
    assert len(server.log.splitlines()) == 2
