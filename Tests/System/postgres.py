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
    """The server ends with this process, however that ends.

    In a network namespace, it listens at all addresses of it. `wal` is a folder for its WAL; by default it is with its data.
    """

    def __init__(self, network=None, wal=None):
        command = [*network.command, SCRIPT, "*"] if network else [SCRIPT]
        self.script = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "MARTLET_POSTGRES_WAL": str(wal or "")})
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
        self.again = subprocess.Popen([*self.user, *command], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ready = [self.program("pg_isready"), "-q", "-h", self.folder]
        eventually(lambda: subprocess.run(ready).returncode == 0, "PostgreSQL takes connections")

    def replicate(self):
        """Starts a standby, which this server does not wait for. It ends with this server's end()."""
        folder = pathlib.Path(self.folder, "standby")
        folder.mkdir()
        if os.getuid() == 0:
            os.chown(folder, 65534, 65534)
        copied = subprocess.run(
            [*self.user, self.program("pg_basebackup"), "-h", self.folder, "-U", "martlet", "-D", folder / "data", "-R", "-c", "fast"],
            cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        assert copied.returncode == 0, copied.stderr
        return Replica(self, str(folder))

    def program(self, name):
        command = shlex.split(pathlib.Path(self.folder, "data/postmaster.opts").read_text())[0]
        return str(pathlib.Path(command).parent / name)

    @property
    def user(self):
        """PostgreSQL does not run as root."""
        return ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.getuid() == 0 else []

    def end(self):
        if self.again:
            self.kill()
        self.script.stdin.close()
        self.script.wait(PATIENCE)


class Replica(Postgres):
    """A standby of a server. It takes over when it is promoted."""

    def __init__(self, primary, folder):
        self.folder = folder
        options = ("-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "max_connections=200")
        self.again = subprocess.Popen(
            [*self.user, primary.program("postgres"), "-D", f"{folder}/data", *options], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.primary = primary
        ready = [primary.program("pg_isready"), "-q", "-h", folder]
        eventually(lambda: subprocess.run(ready).returncode == 0, "the standby takes connections")

    def has_all(self):
        """Waits until it has what the primary has now."""
        position = self.primary.ask("postgres", "SELECT pg_current_wal_lsn()")
        eventually(lambda: self.ask("postgres", f"SELECT pg_last_wal_replay_lsn() >= '{position}'") == "t", "it has all")

    def lag(self):
        """From now on it gets nothing more."""
        self.ask("postgres", "ALTER SYSTEM SET primary_conninfo = ''")
        self.ask("postgres", "SELECT pg_reload_conf()")
        eventually(lambda: not self.ask("postgres", "SELECT pid FROM pg_stat_wal_receiver"), "it receives nothing")

    def promote(self):
        self.ask("postgres", "SELECT pg_promote()")

    def end(self):
        self.kill()
