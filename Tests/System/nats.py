"""A NATS server for tests, which they may end and start again."""

import re
import shutil
import subprocess
import tempfile

from deadline import PATIENCE, eventually


class NATS:
    """A server with `more` in its configuration. In a network namespace, it listens at all addresses there."""

    def __init__(self, more="", network=None):
        self.more = more
        self.command = network.command if network else []
        self.host = "0.0.0.0" if network else "127.0.0.1"
        self.port = -1
        self.process = None
        self.folder = tempfile.TemporaryDirectory()
        self.start()

    @property
    def address(self):
        return self.address_at("127.0.0.1")

    def address_at(self, host):
        return f"nats://{host}:{self.port}"

    def start(self):
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        configuration = f"{self.folder.name}/nats.conf"
        with open(configuration, "w") as file:
            file.write(f"listen: {self.host}:{self.port}\n{self.more}\n")
        self.log = open(f"{self.folder.name}/log", "w+")
        self.process = subprocess.Popen([*self.command, program, "-c", configuration], stdout=self.log, stderr=self.log)

        def listens():
            self.log.flush()
            with open(f"{self.folder.name}/log") as log:
                text = log.read()
            return "Server is ready" in text and re.search(r"client connections on [\d.]+:(\d+)", text)

        self.port = int(eventually(listens, "NATS is ready")[1])

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.log.close()

    def end(self):
        self.kill()
        self.folder.cleanup()
