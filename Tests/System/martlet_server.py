"""The server as a user starts it: the real binary, free ports, a data folder of its own."""

import gzip
import os
import pathlib
import re
import resource
import selectors
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

from deadline import PATIENCE, Deadline, eventually

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("MARTLET") or str(ROOT / ".build" / "release" / "martlet")


def clean_environment(extra=None):
    """The environment without what would configure the server."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("MARTLET", "AWS"))}
    if Confinement.s3:
        kept |= Confinement.s3.environment
    return kept | (extra or {})


def run(*arguments, binary=BINARY, env=None, timeout=PATIENCE, **options):
    """Runs a command of the binary to its end."""
    return subprocess.run(
        [binary, *map(str, arguments)], env=clean_environment(env), capture_output=True, text=True, timeout=timeout, **options)


class Confinement:
    """What servers may use in this run: pytest --files N, --core N, --postgres, --s3."""

    files = None
    core = None
    # Where the logs are, if not in the data folders: pytest --postgres.
    postgres = None
    # Where the files are, if not in the data folders: pytest --s3.
    s3 = None

    @classmethod
    def apply(cls):
        """Called in the process of a server, before its program begins."""
        if cls.files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (cls.files, cls.files))
        if cls.core is not None:
            os.sched_setaffinity(0, {cls.core})


class MartletServer:
    """One data folder, and the processes that serve it one after the other."""

    def __init__(self, data, *flags, rate_limit="off", port=0, line_port=0, env=None, preexec=None, binary=BINARY):
        self.data = pathlib.Path(data)
        self.flags = ["--data", str(self.data), "--port", str(port), "--line-port", str(line_port)]
        if rate_limit is not None:
            self.flags += ["--rate-limit", rate_limit]
        if Confinement.postgres and "--store" not in flags:
            self.flags += ["--store", Confinement.postgres.database(self.data)]
        if Confinement.s3 and "--files" not in flags:
            self.flags += ["--files", Confinement.s3.address(self.data)]
        self.flags += flags
        self.env = clean_environment(env)
        self.preexec = preexec
        self.binary = binary
        self.process = None
        # Without a name: it is gone with the last who has it open.
        self.log_file = tempfile.TemporaryFile()

    def spawn(self):
        """Starts the process, and does not wait until it is ready."""
        self.process = subprocess.Popen(
            [self.binary, "serve", *self.flags], stdout=subprocess.PIPE, stderr=self.log_file, env=self.env,
            preexec_fn=self.preexec or Confinement.apply)

    def start(self, seconds=PATIENCE):
        self.spawn()
        return self.await_ready(seconds)

    def await_ready(self, seconds=PATIENCE):
        """Reads what it says when it serves."""
        greeting = self._read_greeting(Deadline(seconds))
        self.port = int(re.search(r"Page    https?://[^ ]*:(\d+)/", greeting)[1])
        lines = re.search(r"Lines   (?:nc \S+ |openssl s_client -quiet -connect \S+:)(\d+) ", greeting)
        self.line_port = int(lines[1]) if lines else None
        self.greeting = greeting
        return self

    def _read_greeting(self, deadline):
        greeting = b""
        selector = selectors.DefaultSelector()
        selector.register(self.process.stdout, selectors.EVENT_READ)
        while not re.search(rb"Data    .*\n", greeting):
            assert selector.select(deadline.left), f"the server did not say that it is ready: {greeting} {self.log}"
            chunk = os.read(self.process.stdout.fileno(), 4096)
            assert chunk, f"the server ended ({self.process.wait()}): {self.log}"
            greeting += chunk
        return greeting.decode()

    @property
    def pid(self):
        return self.process.pid

    @property
    def log(self):
        return os.pread(self.log_file.fileno(), os.fstat(self.log_file.fileno()).st_size, 0).decode(errors="replace")

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """As a power cut ends a process: no goodbye."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    def stop(self, seconds=PATIENCE):
        """Asks it to stop and waits; its exit status."""
        self.terminate()
        return self.process.wait(seconds)

    def keep_ports(self):
        """Starts on the same ports from now on, so that others find it again."""
        self.flags += ["--port", str(self.port), "--line-port", str(self.line_port)]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def discard(self):
        """Ends it; a server that had trapped fails the test with its own words."""
        if self.is_running:
            self.kill()
        trap = self.log.find("Fatal error")
        assert trap < 0, self.log[max(0, trap - 100):trap + 400]

    def get(self, path, headers=None):
        """Status and body of an HTTP request."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                body = answer.read()
                return answer.status, (gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body).decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal.read().decode()

    def page_file(self, name):
        """The path of a file of the page, which has a hash in its name: `main.js`."""
        stem, kind = name.split(".")
        return "/" + re.search(rf'"({stem}-\w+\.{kind})"', self.get("/")[1])[1]

    def log_bytes(self):
        """What is in the database, as far as the server that keeps it shows it. Of a stopped server."""
        if Confinement.postgres:
            return Confinement.postgres.ask(Confinement.postgres.database(self.data), "SELECT * FROM event").encode()
        return b"".join(path.read_bytes() for path in self.data.iterdir() if path.name.startswith("martlet.db"))

    def metrics(self):
        """Every sample of /metrics, by its name with labels."""
        status, text = self.get("/metrics")
        assert status == 200
        samples = (line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
        return {name: float(value) for name, value in samples}

    def cpu_seconds(self):
        """Processor time that it has used."""
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def connections(self):
        return sum(value for name, value in self.metrics().items() if name.startswith("martlet_connections{"))

    def is_empty(self, seconds=PATIENCE):
        """Waits until every connection is gone."""
        eventually(lambda: self.connections() == 0, "all connections are gone", seconds)

    def resident_bytes(self):
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the process has no VmRSS")
