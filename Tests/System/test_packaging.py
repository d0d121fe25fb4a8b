"""The service and the package, as far as they can be tried without a service manager."""

import io
import os
import re
import shutil
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
        assert server.process.wait(15) == 0
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
    command = command.replace("/usr/bin/martlet", BINARY).replace("/var/backups/martlet", str(tmp_path)).replace("/var/lib/martlet", str(server.data))
    assert subprocess.run(["sh", "-c", command], env=clean_environment()).returncode == 0
    [archive] = tmp_path.glob("martlet-*.tar")
    os.utime(archive, (0, 0))
    (tmp_path / "other.tar").touch()
    os.utime(tmp_path / "other.tar", (0, 0))
    removal = re.search(r"^ExecStartPost=(.*)$", unit, re.M)[1].replace("/var/backups/martlet", str(tmp_path))
    assert subprocess.run(removal.split()).returncode == 0
    assert not archive.exists() and (tmp_path / "other.tar").exists()


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
    assert {"./lib/systemd/system/martlet.service", "./lib/systemd/system/martlet-backup.timer", "./etc/martlet/martlet.yaml", "./usr/share/doc/martlet/copyright"} <= set(modes)
    for script in (PACKAGING / "debian").iterdir():
        assert subprocess.run(["sh", "-n", script]).returncode == 0
    again = subprocess.run(
        [ROOT / "Scripts" / "package-deb.sh", tmp_path / "again"], capture_output=True, text=True,
        env=clean_environment({"BINARY": "/bin/true", "COMPRESSION": "-Zgzip"}))
    with open(package, "rb") as one, open(again.stdout.strip(), "rb") as two:
        assert one.read() == two.read()
