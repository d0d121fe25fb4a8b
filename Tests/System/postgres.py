"""A PostgreSQL server for a run of the tests, with a database for each of Martlet's servers."""

import hashlib
import os
import pathlib
import shlex
import signal
import subprocess

from deadline import PATIENCE, eventually

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "Scripts" / "test-postgres.sh"


class Postgres:
    """The server ends with this process, however that ends. In a network namespace, it listens at all addresses of it."""

    def __init__(self, network=None):
        command = [*network.command, SCRIPT, "*"] if network else [SCRIPT]
        self.script = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.folder = self.script.stdout.readline().strip()
        assert self.folder.startswith("/"), "the PostgreSQL server did not start"
        self.again = None

    def uri(self, database, host=None):
        return f"postgres://martlet@/{database}?host={host or self.folder}"

    def database(self, data, host=None):
        """The address of the database that belongs to a data folder; made at the first call."""
        name = "d" + hashlib.sha256(str(data).encode()).hexdigest()[:16]
        if not self.ask("postgres", f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            self.ask("postgres", f"CREATE DATABASE {name}")
        return self.uri(name, host)

    def ask(self, address, sql):
        """What psql answers, without a header."""
        uri = address if address.startswith("postgres://") else self.uri(address)
        asked = subprocess.run(
            [self.program("psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, uri],
            capture_output=True, text=True, timeout=PATIENCE)
        assert asked.returncode == 0, asked.stderr
        return asked.stdout.strip()

    def kill(self):
        """An immediate shutdown: no checkpoint, and no goodbye."""
        pid = int(pathlib.Path(self.folder, "data/postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGQUIT)
        if self.again:
            self.again.wait(PATIENCE)
            self.again = None
        eventually(lambda: not pathlib.Path(self.folder, "data/postmaster.pid").exists(), "PostgreSQL ends")

    def restart(self):
        """Starts it after a kill, with the same options. It recovers from its log first."""
        command = shlex.split(pathlib.Path(self.folder, "data/postmaster.opts").read_text())
        if os.getuid() == 0:
            command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", *command]
        self.again = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ready = [self.program("pg_isready"), "-q", "-h", self.folder]
        eventually(lambda: subprocess.run(ready).returncode == 0, "PostgreSQL takes connections")

    def program(self, name):
        command = shlex.split(pathlib.Path(self.folder, "data/postmaster.opts").read_text())[0]
        return str(pathlib.Path(command).parent / name)

    def end(self):
        if self.again:
            self.kill()
        self.script.stdin.close()
        self.script.wait(PATIENCE)
