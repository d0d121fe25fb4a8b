import os
import pathlib
import random
import signal
import socket
import subprocess
import tempfile

import pytest

from martlet_server import Confinement, MartletServer
from postgres import Postgres
from s3 import S3
from screen import ChatScreen

# A shell's background job ignores Control-C, and so would everything that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--kills", type=int, default=int(os.environ.get("MARTLET_KILLS", "50")), help="rounds of kill -9")
    parser.addoption("--clients", type=int, default=20, help="people who talk to a cluster while its parts end")
    parser.addoption("--cuts", type=int, default=int(os.environ.get("MARTLET_CUTS", "20")), help="power cuts")
    parser.addoption("--mutations", type=int, default=int(os.environ.get("MARTLET_MUTATIONS", "5000")), help="hostile inputs")
    parser.addoption("--patient", action="store_true", help="also waits for the deadlines of half a minute and more")
    parser.addoption("--files", type=int, default=None, help="open files of each server at most")
    parser.addoption("--core", type=int, default=None, help="the one core on which each server runs")
    parser.addoption("--disk", default=None, help="size of the disk with the data folders of one test, such as 64m")
    parser.addoption("--postgres", action="store_true", help="each server has its log and its accounts in PostgreSQL")
    parser.addoption("--s3", action="store_true", help="each server has its files in a bucket")
    parser.addoption("--seed", type=int, default=None, help="repeats a run's random choices")


def pytest_collection_modifyitems(config, items):
    if not config.option.patient:
        for item in items:
            if item.get_closest_marker("patient"):
                item.add_marker(pytest.mark.skip(reason="takes half a minute and more: --patient"))
    if config.option.postgres:
        for item in items:
            if item.get_closest_marker("sqlite"):
                item.add_marker(pytest.mark.skip(reason="about the database in the data folder"))
    if config.option.s3:
        for item in items:
            if item.get_closest_marker("folder"):
                item.add_marker(pytest.mark.skip(reason="about the files in the data folder"))


def pytest_configure(config):
    config.addinivalue_line("markers", "patient: waits for a long deadline")
    config.addinivalue_line("markers", "sqlite: about the database in the data folder, or a command that works on it")
    config.addinivalue_line("markers", "folder: about the files in the data folder")
    Confinement.files, Confinement.core = config.option.files, config.option.core
    if config.option.seed is None:
        config.option.seed = int(os.environ.get("MARTLET_SEED") or random.SystemRandom().randrange(1 << 32))


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server."""
    server = Postgres()
    yield server
    server.end()


@pytest.fixture(scope="session", autouse=True)
def log_in_postgres(request):
    """With --postgres: every server of the run has a database of its own there."""
    if request.config.option.postgres:
        Confinement.postgres = request.getfixturevalue("postgres")
    yield
    Confinement.postgres = None


@pytest.fixture(scope="session")
def s3():
    """An S3 service."""
    service = S3()
    yield service
    service.end()


@pytest.fixture(scope="session", autouse=True)
def files_in_s3(request):
    """With --s3: every server of the run has a bucket of its own there."""
    if request.config.option.s3:
        Confinement.s3 = request.getfixturevalue("s3")
    yield
    Confinement.s3 = None


def pytest_report_header(config):
    return f"seed: {config.option.seed}"


@pytest.fixture
def seed(pytestconfig):
    print(f"--seed {pytestconfig.option.seed}")
    return pytestconfig.option.seed


@pytest.fixture
def rng(seed):
    return random.Random(seed)


@pytest.fixture
def data_disk(request, tmp_path):
    """Where the data folders of a test are: a disk of its own with --disk."""
    size = request.config.option.disk
    return request.getfixturevalue("small_disk")(size) if size else tmp_path


@pytest.fixture
def serve(data_disk):
    """Starts servers that end with the test: serve(*flags, rate_limit=…, env=…). With `waits`, it may stand by first."""
    started = []

    def start(*flags, data=None, waits=False, **options):
        server = MartletServer(data or data_disk / f"data{len(started)}", *flags, **options)
        started.append(server)
        if not waits:
            return server.start()
        server.spawn()
        return server

    yield start
    for server in started:
        server.discard()


@pytest.fixture
def server(serve):
    return serve()


@pytest.fixture
def chat(tmp_path):
    """Starts clients that end with the test: chat(server, *flags, name=…, columns=…)."""
    started = []

    def start(server, *arguments, name="ann", **options):
        arguments = (*arguments, "--name", name) if name else arguments
        started.append(ChatScreen(server, tmp_path / "state", *arguments, **options))
        return started[-1]

    yield start
    for client in started:
        client.close()


@pytest.fixture
def small_disk():
    """Mounts a disk of a size: small_disk("1m"). A process that writes to it must end before the test does."""
    # PostgreSQL may not enter the folders of pytest.
    disk = pathlib.Path(tempfile.mkdtemp(prefix="disk-", dir="/tmp"))

    def mount(size):
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)], capture_output=True, text=True)
        if mounted.returncode:
            pytest.skip(f"no tmpfs can be mounted here: {mounted.stderr.strip()}")
        return disk

    yield mount
    if disk.is_mount():
        subprocess.run(["umount", str(disk)], check=True)
    disk.rmdir()


@pytest.fixture(scope="module")
def server_of_a_file(tmp_path_factory):
    server = MartletServer(tmp_path_factory.mktemp("shared")).start()
    yield server
    server.discard()


@pytest.fixture
def shared_server(server_of_a_file):
    """One server for all tests of a file that leave it as they found it. Nobody of the test before is there to be heard leaving."""
    server_of_a_file.is_empty()
    return server_of_a_file


@pytest.fixture
def own_address():
    """An address of this machine that is not loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            address = "127.0.0.1"
    if address.startswith("127."):
        pytest.skip("this machine has only loopback")
    return address
