"""The service and the package, as far as they can be tried without a service manager."""

import io
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tarfile

import pytest

from martlet_server import BINARY, ROOT, MartletServer, clean_environment, run

PACKAGING = ROOT / "Packaging"


def needs(tool):
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")


@pytest.fixture(params=["path", "abstract"])
def manager(request, tmp_path):
    """A service manager's socket, and how a process is told of it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        name = str(tmp_path / "notify") if request.param == "path" else f"\0martlet-test-{os.getpid()}"
        listening.bind(name)
        listening.settimeout(30)
        yield listening, name.replace("\0", "@")


def test_the_service_manager_is_told_of_start_and_end(tmp_path, manager):
    listening, name = manager
    server = MartletServer(tmp_path / "data", env={"NOTIFY_SOCKET": name})
    try:
        server.start()
        assert listening.recv(100) == b"READY=1"
        assert server.get("/health")[0] == 200
        server.terminate()
        assert listening.recv(100) == b"STOPPING=1"
        assert server.process.wait(300) == 0
    finally:
        server.discard()


@pytest.mark.parametrize("name", ["", "relative", "/nowhere/at/all", "/" + "x" * 500, "@", "vsock:2:1"])
def test_a_service_manager_that_is_not_there_keeps_no_server_from_its_work(serve, name):
    server = serve(env={"NOTIFY_SOCKET": name})
    assert server.stop() == 0


@pytest.mark.parametrize("unit", ["martlet.service", "martlet-backup.service"])
def test_a_service_may_do_little(unit):
    needs("systemd-analyze")
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", PACKAGING / unit], capture_output=True, text=True)
    exposure = re.search(rf"exposure level for {unit}: ([\d.]+)", judged.stdout)
    if not exposure:
        pytest.skip(f"systemd-analyze can't judge a file here: {judged.stderr.strip()}")
    assert float(exposure[1]) <= 2.0, judged.stdout


def test_the_services_configuration_is_one(tmp_path):
    shown = run("serve", "--config", PACKAGING / "martlet.yaml", "--print-config")
    assert shown.returncode == 0, shown.stderr
    assert re.search(r"^data: /var/lib/martlet +# .*martlet.yaml", shown.stdout, re.M)
    # What is commented out is right, too.
    text = re.sub(r"^# ([a-z-]+:)", r"\1", (PACKAGING / "martlet.yaml").read_text(), flags=re.M)
    (tmp_path / "all.yaml").write_text(text)
    shown = run("serve", "--config", tmp_path / "all.yaml", "--print-config")
    assert shown.returncode == 0 and "keep: 90d" in shown.stdout, shown
    unit = (PACKAGING / "martlet.service").read_text()
    assert "serve --config /etc/martlet/martlet.yaml" in unit


def test_the_nightly_backup_is_one(serve, tmp_path):
    server = serve()
    unit = (PACKAGING / "martlet-backup.service").read_text()
    command = re.search(r"^ExecStart=/bin/sh -c '(.*)'$", unit, re.M)[1].replace("%%", "%")
    # What an interrupted backup of the unit has left, and files that are not the unit's.
    left = [tmp_path / f"martlet-20261121T033000.tar.unfinished{end}" for end in ("", ".db", ".db-journal")]
    others = [tmp_path / name for name in ("martlet-2026-11-21.tar.unfinished", "martlet-20261121T033000.tar", "mine.unfinished")]
    for path in left + others:
        path.touch()
    cleaning = re.search(r"^ExecStartPre=(.*)$", unit, re.M)[1].replace("/var/backups/martlet", str(tmp_path))
    assert subprocess.run(cleaning.split()).returncode == 0
    assert not any(path.exists() for path in left) and all(path.exists() for path in others)
    for path in others:
        path.unlink()
    command = command.replace("/usr/bin/martlet", BINARY).replace("/var/backups/martlet", str(tmp_path)).replace("/var/lib/martlet", str(server.data))
    assert subprocess.run(["sh", "-c", command], env=clean_environment()).returncode == 0
    [archive] = tmp_path.glob("martlet-*.tar")
    os.utime(archive, (0, 0))
    (tmp_path / "other.tar").touch()
    os.utime(tmp_path / "other.tar", (0, 0))
    removal = re.search(r"^ExecStartPost=(.*)$", unit, re.M)[1].replace("/var/backups/martlet", str(tmp_path))
    assert subprocess.run(removal.split()).returncode == 0
    assert not archive.exists() and (tmp_path / "other.tar").exists()


def test_the_nightly_backup_reaches_a_bucket_with_the_drop_in_of_the_documentation(tmp_path):
    needs("systemd-analyze")
    page = (ROOT / "docs" / "operating.md").read_text()
    drop_in = next(text for text in re.findall(r"```ini\n(.*?)```", page, re.S) if "PrivateNetwork" in text)
    unit = "martlet-backup.service"

    def judged(name):
        told = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", "--json=short", tmp_path / name / unit],
            capture_output=True, text=True)
        if told.returncode or not told.stdout.startswith("["):
            pytest.skip(f"systemd-analyze can't judge a file here: {told.stderr.strip()}")
        return {entry["name"]: entry["set"] for entry in json.loads(told.stdout)}

    for name in ("without", "with"):
        (tmp_path / name).mkdir()
        shutil.copy(PACKAGING / unit, tmp_path / name)
    with (tmp_path / "with" / unit).open("a") as file:
        file.write(drop_in)
    network = ["PrivateNetwork=", "RestrictAddressFamilies=~AF_(INET|INET6)", "RestrictAddressFamilies=~AF_UNIX"]
    assert [judged("without")[name] for name in network] == [True, True, True]
    assert [judged("with")[name] for name in network] == [False, False, False]


def test_the_package_has_what_it_needs(tmp_path):
    for tool in ("dpkg-deb", "strip", "readelf"):
        needs(tool)
    # What becomes of the program is the script's business; a small one is packaged faster.
    built = subprocess.run(
        [ROOT / "Scripts" / "package-deb.sh", tmp_path], capture_output=True, text=True,
        env=clean_environment({"BINARY": "/bin/true", "COMPRESSION": "-Zgzip"}))
    assert built.returncode == 0, built.stderr
    package = built.stdout.strip()
    control = subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
    version = subprocess.run([BINARY, "--version"], capture_output=True, text=True).stdout.strip()
    assert f"Version: {version}\n" in control
    assert re.search(r"^Depends: adduser, libc6 \(>= [\d.]+\)$", control, re.M), control
    content = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        modes = {member.name: (oct(member.mode), member.uname) for member in tar if member.isfile()}
    assert modes["./usr/bin/martlet"] == ("0o755", "root")
    assert modes["./etc/martlet/martlet.yaml"] == ("0o640", "root")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert {f"./usr/share/doc/martlet/{name}" for name in pages} <= set(modes)
    assert {"./lib/systemd/system/martlet.service", "./lib/systemd/system/martlet-backup.timer", "./etc/martlet/martlet.yaml", "./usr/share/doc/martlet/copyright"} <= set(modes)
    for script in (PACKAGING / "debian").iterdir():
        assert subprocess.run(["sh", "-n", script]).returncode == 0
    again = subprocess.run(
        [ROOT / "Scripts" / "package-deb.sh", tmp_path / "again"], capture_output=True, text=True,
        env=clean_environment({"BINARY": "/bin/true", "COMPRESSION": "-Zgzip"}))
    with open(package, "rb") as one, open(again.stdout.strip(), "rb") as two:
        assert one.read() == two.read()


def system_calls(group):
    """The names of the system calls in a group of systemd's, such as @system-service."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", group], capture_output=True, text=True)
    if listed.returncode:
        pytest.skip(f"systemd-analyze can't list system calls here: {listed.stderr.strip()}")
    names = set()
    for line in listed.stdout.splitlines()[1:]:
        name = line.strip()
        if name.startswith("@"):
            names |= system_calls(name)
        elif name and not name.startswith("#"):
            names.add(name)
    return names


def test_the_service_may_call_what_the_server_calls(tmp_path):
    """The filter of the unit refuses with an error what it does not allow. Of that the server calls nothing that it needs."""
    needs("strace")
    needs("systemd-analyze")
    allowed = system_calls("@system-service") - system_calls("@privileged") - system_calls("@resources")
    # libdispatch asks for the priorities of its threads, and goes on without them. SQLite gives its
    # files to the owner of the database where root runs it, which the unit does not.
    allowed |= {"setpriority", "fchown"}
    trace = tmp_path / "trace"
    # As in the unit, which refuses it.
    command = ["strace", "-f", "-qq", "-e", "inject=setpriority:error=EPERM", "-o", trace, BINARY]
    with subprocess.Popen(
            [*command, "serve", "--data", tmp_path / "data", "--port", "0"], stdout=subprocess.PIPE, text=True,
            env=clean_environment()) as process:
        page = next(line for line in process.stdout if "Page" in line)
        url = re.search(r"http://[^/]*/", page)[0]
        try:
            sent = run("send", "lobby", "hello", "--server", url)
            assert sent.returncode == 0, sent.stderr
        finally:
            server, = (int(pid) for pid in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())
            os.kill(server, signal.SIGTERM)
        assert process.wait(300) == 0
    called = set(re.findall(r"^\d+ +([a-z_0-9]+)\(", trace.read_text(), re.M))
    assert "fdatasync" in called or "fsync" in called
    assert called <= allowed, called - allowed


@pytest.fixture
def another_debian(tmp_path):
    """Runs shell commands as root in a Debian like this one: what they change is gone afterwards."""
    for tool in ("unshare", "dpkg", "adduser"):
        needs(tool)
    layers = tmp_path / "layers"
    script = f"""set -e
        mkdir -p {layers} && mount -t tmpfs tmpfs {layers} && cd {layers} && mkdir changed work root
        mount -t overlay overlay -o lowerdir=/,upperdir=$PWD/changed,workdir=$PWD/work root
        mount -t proc proc root/proc && mount --rbind /dev root/dev && mount --bind {tmp_path} root/mnt
        exec chroot root sh -c "$1"
        """

    def execute(commands):
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "sh", "-c", script, "sh", commands], capture_output=True,
            text=True, timeout=300)

    if execute("true").returncode:
        pytest.skip("no other root can be made here")
    return execute


def test_the_package_is_installed_upgraded_and_removed(tmp_path, another_debian):
    built = subprocess.run(
        [ROOT / "Scripts" / "package-deb.sh", tmp_path], capture_output=True, text=True,
        env=clean_environment({"BINARY": "/bin/true", "COMPRESSION": "-Znone"}))
    assert built.returncode == 0, built.stderr
    package = "/mnt/" + built.stdout.strip().rsplit("/", 1)[1]
    done = another_debian(f"""set -e
        dpkg -i {package} >&2
        stat -c '%n %U %G %a' /var/lib/martlet /var/backups/martlet /etc/martlet/martlet.yaml /usr/bin/martlet
        getent passwd martlet
        systemd-analyze verify /lib/systemd/system/martlet.service /lib/systemd/system/martlet-backup.timer >&2
        echo '# mine' >> /etc/martlet/martlet.yaml
        echo kept > /var/lib/martlet/martlet.db
        dpkg -i {package} >&2
        tail -n 1 /etc/martlet/martlet.yaml
        stat -c '%U %G %a' /etc/martlet/martlet.yaml
        chgrp adm /etc/martlet/martlet.yaml && chmod 644 /etc/martlet/martlet.yaml
        dpkg -i {package} >&2
        stat -c '%U %G %a' /etc/martlet/martlet.yaml
        chown root:root /etc/martlet/martlet.yaml
        dpkg -i {package} >&2
        stat -c '%U %G %a' /etc/martlet/martlet.yaml
        dpkg -r martlet >&2
        ls /usr/bin/martlet /lib/systemd/system/martlet.service || true
        dpkg -P martlet >&2
        ls /etc/martlet || true
        cat /var/lib/martlet/martlet.db
        # A service manager that only notes what it is asked for.
        mkdir -p /run/systemd/system
        printf '#!/bin/sh\\necho "$@" >> /asked\\n' > /usr/local/bin/systemctl && chmod 755 /usr/local/bin/systemctl
        dpkg -i {package} >&2
        dpkg -i {package} >&2
        dpkg -r martlet >&2
        dpkg -i {package} >&2
        grep martlet.service /asked
        """)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        "/var/lib/martlet martlet martlet 700", "/var/backups/martlet martlet martlet 700",
        "/etc/martlet/martlet.yaml root martlet 640", "/usr/bin/martlet root root 755"]
    assert re.fullmatch(r"martlet:x:\d+:\d+::/var/lib/martlet:/usr/sbin/nologin", lines[4])
    # A changed configuration is kept by an upgrade, and so is its mode, unless it is that of an
    # older package. Programs go, and the messages stay.
    assert lines[5:] == ["# mine", "root martlet 640", "root adm 644", "root martlet 640", "kept",
        # An upgrade enables nothing that an administrator has disabled. After a removal the service
        # is enabled again.
        "enable --quiet --now martlet.service", "try-restart martlet.service",
        "disable --quiet --now martlet.service martlet-backup.timer", "enable --quiet --now martlet.service"]
