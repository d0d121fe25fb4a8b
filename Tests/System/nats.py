"""A NATS server for tests, which they may end and start again."""

import re
import shutil
import subprocess
import tempfile

from deadline import PATIENCE, eventually


class NATS:
    """`more` is a part of its configuration."""

    def __init__(self, more=""):
        self.more = more
        self.port = -1
        self.process = None
        self.folder = tempfile.TemporaryDirectory()
        self.start()

    @property
    def address(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self):
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        configuration = f"{self.folder.name}/nats.conf"
        with open(configuration, "w") as file:
            file.write(f"listen: 127.0.0.1:{self.port}\n{self.more}\n")
        self.log = open(f"{self.folder.name}/log", "w+")
        self.process = subprocess.Popen([program, "-c", configuration], stdout=self.log, stderr=self.log)

        def listens():
            self.log.flush()
            with open(f"{self.folder.name}/log") as log:
                text = log.read()
            return "Server is ready" in text and re.search(r"client connections on 127\.0\.0\.1:(\d+)", text)

        self.port = int(eventually(listens, "NATS is ready")[1])

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.log.close()

    def end(self):
        self.kill()
        self.folder.cleanup()
