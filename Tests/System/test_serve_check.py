"""`martlet serve --check`: it finds what keeps a server from starting, and leaves everything as it is."""

import re
import shutil
import subprocess

import pytest

from certificates import Certificate, expired
from martlet_server import BINARY, ROOT, clean_environment, run
from other_user import NAME, run_as_other
from v1 import V1


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"))


def check(tmp_path, *arguments, **options):
    """Status, faults and warnings of a check, on a data folder of the test."""
    ended = run("serve", "--check", "--data", tmp_path / "data", *arguments, **options)
    lines = ended.stderr.splitlines()
    assert all(line.startswith("martlet: ") for line in lines), ended
    lines = [line.removeprefix("martlet: ") for line in lines]
    warnings = [line.removeprefix("Warning: ") for line in lines if line.startswith("Warning: ")]
    faults = [line for line in lines if not line.startswith("Warning: ")]
    assert ended.returncode == (1 if faults else 0), ended
    assert bool(faults) != ended.stdout.startswith("The server can start"), ended
    return faults, warnings


def listing(folder):
    """Every file of a folder with all that a change of it changes."""
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in folder.rglob("*")}


def test_a_sound_configuration(tmp_path, certificate):
    assert check(tmp_path, *certificate.flags, "--metrics", "127.0.0.1:0") == ([], [])
    # Where a server would make the folder, it is not made.
    assert not (tmp_path / "data").exists()


def test_it_runs_beside_the_server_and_changes_nothing(serve, tmp_path, certificate):
    server = serve(*certificate.flags)
    # A connection's records could be written in the moment between two looks.
    with V1(server, tls=certificate.client()) as ann:
        ann.send("hello")
    assert server.stop() == 0
    before = listing(server.data)
    assert run("serve", "--check", *server.flags).returncode == 0
    assert listing(server.data) == before
    server.keep_ports()
    server.start()
    ended = run("serve", "--check", *server.flags)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    with V1(server, tls=certificate.client()) as ann:
        assert [event["text"] for event in ann.history()] == ["hello"]


def test_every_value_that_can_not_be_read_is_named(tmp_path):
    path = tmp_path / "martlet.yaml"
    path.write_text("port: eighty\nchat: true\nhost: 127.0.0.1\nprot: 1\n")
    faults, warnings = check(tmp_path, "--config", path, "--file-size", "many", env={"MARTLET_KEEP": "soon"})
    assert faults == [
        f"{path}, line 1: port takes a number from 0 to 65535, not eighty.",
        f"{path}, line 2: chat takes on or off, not true.",
        f"{path}, line 4: prot is not an option. Did you mean port?",
        "MARTLET_KEEP takes a time from 1s to 36500d, such as 24h or 90d, or off, not soon.",
        "--file-size takes a number of bytes from 1B to 25MiB, such as 512KiB, 25MiB or 1GiB, not many.",
    ]
    assert warnings == ["Files, folders and addresses were not looked at yet: correct this first, then check again."]
    # A start names all that is wrong with the file, too.
    ended = run("serve", "--config", path)
    assert ended.returncode == 1 and [f"martlet: {fault}" for fault in faults[:3]] == ended.stderr.splitlines()


def test_all_faults_are_found_at_once(tmp_path):
    (tmp_path / "list").write_text("casino\nlink:\n")
    (tmp_path / "keys").write_text("{}")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "martlet.db").touch()
    (tmp_path / "data" / "postgres.watermark").touch()
    faults, _ = check(
        tmp_path, "--tls-certificate", tmp_path / "none.pem", "--tls-key", tmp_path / "list", "--filter", tmp_path / "list",
        "--tokens", tmp_path / "keys", "--token-issuer", "them", "--host", "192.0.2.1", "--metrics", "127.0.0.1:8080",
        "--standby", "--link-preview-network", "10.0.0.0/8", "--files", "s3://bucket")
    expected = [
        "--link-preview-network is for previews", "--standby waits for a database", "There is no file .*none.pem", "list holds no key",
        "192.0.2.1 is not an address of this machine. Choose one with --host.", "Line 2 of .*list", "was not finished",
        "set AWS_ACCESS_KEY_ID", "The keys in .*keys can't be used",
    ]
    assert len(faults) == len(expected), faults
    for sentence, fault in zip(expected, faults):
        assert re.search(sentence, fault), (sentence, fault)


@pytest.mark.parametrize("flags, fault", [
    (["--tls-key", "x"], "--tls-certificate and --tls-key go together"),
    (["--token-issuer", "x"], "--token-issuer is for signed tokens"),
    (["--tokens", "x"], "--tokens needs --token-issuer"),
    (["--cluster"], "--cluster is for a database"),
    (["--metrics", "127.0.0.1:8080"], "--port and --metrics both name port 8080. Choose another one for --metrics."),
    (["--host", "0.0.0.0", "--metrics", "127.0.0.1:8080"], "--port and --metrics both name port 8080."),
    (["--line-port", "8080"], "--port and --line-port both name port 8080."),
    (["--host", "nowhere.invalid"], "nowhere.invalid has no address here."),
    (["--metrics", "192.0.2.1:80"], "192.0.2.1 is not an address of this machine. Choose one with --metrics."),
    (["--store", "postgres://127.0.0.1:1/martlet"], "The PostgreSQL database can't be used: "),
])
def test_a_start_is_refused_with_the_same_sentence(tmp_path, flags, fault):
    faults, _ = check(tmp_path, *flags)
    assert faults and faults[0].startswith(fault), faults
    # A port that no test has. The last of two flags counts.
    started = run("serve", "--data", tmp_path / "data", *(["--port", "0"] if "both name" not in fault else []), *flags)
    assert (started.returncode, started.stderr) == (1, f"martlet: {faults[0]}\n"), started


def test_ports_that_do_not_meet(tmp_path):
    for flags in (["--port", "0", "--line-port", "0"], ["--host", "::1", "--metrics", "127.0.0.1:8080"], ["--guests", "off", "--accounts", "open", "--line-port", "8080"]):
        assert check(tmp_path, *flags) == ([], []), flags


def test_what_a_server_starts_with_all_the_same_is_a_warning(tmp_path):
    made = expired(tmp_path / "expired")
    made.key.chmod(0o644)
    faults, warnings = check(tmp_path, *made.flags, env={"MARTLET_PROT": "1"})
    assert faults == [] and len(warnings) == 3
    assert "MARTLET_PROT is not a setting" in warnings[0] and "expired on 2021-01-01" in warnings[1] and "chmod o-rwx" in warnings[2]


def test_a_database_and_a_bucket_in_use(serve, postgres, s3, tmp_path):
    """They are asked, and the server goes on with them."""
    store = postgres.database(tmp_path)
    server = serve("--store", store, "--files", s3.address(tmp_path), env=s3.environment)
    before = s3.objects(tmp_path)
    ended = run("serve", "--check", *server.flags, env=s3.environment)
    assert (ended.returncode, ended.stderr) == (0, ""), ended
    assert s3.objects(tmp_path) == before and server.get("/health")[0] == 200
    ended = run("serve", "--check", *server.flags, "--store", store + "_none", env=s3.environment | {"AWS_SECRET_ACCESS_KEY": "wrong"})
    assert ended.returncode == 1 and len(ended.stderr.splitlines()) == 2, ended
    assert "The PostgreSQL database can't be used" in ended.stderr and "does not accept the signature" in ended.stderr


def test_a_folder_that_the_user_may_not_use(tmp_path):
    def as_nobody(data):
        ended = run_as_other(tmp_path, "serve", "--check", "--data", data)
        return ended.returncode, ended.stderr

    status, said = as_nobody(tmp_path / "new")
    assert status == 1 and f"can't be made in {tmp_path} (Permission denied)" in said
    folder = tmp_path / "data"
    folder.mkdir()
    assert "check who owns it" in as_nobody(folder)[1]
    shutil.chown(folder, NAME)
    assert as_nobody(folder) == (0, "")
    # A command that ran as root has left this.
    (folder / "martlet.db-wal").touch(0o600)
    status, said = as_nobody(folder)
    assert status == 1 and f"{folder / 'martlet.db-wal'} can't be used (Permission denied): check who owns it." in said
    assert "Run it as that user" in run("serve", "--check", "--data", folder).stderr


def test_the_packaged_service_reloads_and_then_checks(tmp_path):
    unit = (ROOT / "Packaging" / "martlet.service").read_text()
    reloading, checking = re.findall(r"^ExecReload=(.*)$", unit, re.M)
    assert reloading.startswith("/bin/kill -HUP")
    config = tmp_path / "martlet.yaml"
    config.write_text((ROOT / "Packaging" / "martlet.yaml").read_text().replace("/var/lib/martlet", str(tmp_path / "data")))
    words = checking.replace("/usr/bin/martlet", BINARY).replace("/etc/martlet/martlet.yaml", str(config)).split()
    assert subprocess.run(words, env=clean_environment()).returncode == 0
    with config.open("a") as file:
        file.write(f"tls-certificate: {tmp_path / 'none.pem'}\ntls-key: {tmp_path / 'none.key'}\n")
    ended = subprocess.run(words, env=clean_environment(), capture_output=True, text=True)
    assert ended.returncode == 1 and len(ended.stderr.splitlines()) == 2, ended


def test_the_configuration_can_be_printed_and_checked(tmp_path):
    ended = run("serve", "--check", "--print-config", "--data", tmp_path / "data", "--host", "192.0.2.1")
    assert ended.returncode == 1 and "host: 192.0.2.1" in ended.stdout and "is not an address" in ended.stderr
