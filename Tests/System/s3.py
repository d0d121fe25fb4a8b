"""An S3 service (OpenStack Swift) for a run of the tests, with a bucket for each of Martlet's servers."""

import datetime
import hashlib
import hmac
import http.client
import os
import pathlib
import re
import signal
import subprocess
import urllib.parse

from deadline import PATIENCE, eventually

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "Scripts" / "test-s3.sh"
KEY, SECRET, REGION = "test:martlet", "testing", "us-east-1"


class S3:
    """The service ends with this process, however that ends."""

    def __init__(self):
        self.script = subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port, self.folder, proxy = self.script.stdout.readline().split()
        self.port, self.proxy, self.again = int(port), int(proxy), None
        self.known = set()

    environment = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}

    def bucket(self, data):
        """The bucket that belongs to a data folder; made at the first call."""
        name = "b" + hashlib.sha256(str(data).encode()).hexdigest()[:16]
        if name not in self.known:
            assert self.ask("PUT", f"/{name}")[0] == 200
            self.known.add(name)
        return name

    def address(self, data, port=None, region=REGION):
        return f"s3://{self.bucket(data)}/files?endpoint=http://127.0.0.1:{port or self.port}&region={region}"

    def objects(self, data):
        """Names and sizes of the files of a data folder's server."""
        status, body = self.ask("GET", f"/{self.bucket(data)}", {"list-type": "2", "prefix": "files/"})
        assert status == 200, body
        names = re.findall(r"<Key>files/(.*?)</Key>", body.decode())
        sizes = map(int, re.findall(r"<Size>(\d+)</Size>", body.decode()))
        return {name: size for name, size in zip(names, sizes) if name != "martlet-server"}

    def put(self, data, name, content):
        assert self.ask("PUT", f"/{self.bucket(data)}/files/{name}", body=content)[0] == 200

    def delete(self, data, name):
        assert self.ask("DELETE", f"/{self.bucket(data)}/files/{name}")[0] in (200, 204)

    def ask(self, method, path, query=None, body=b"", secret=SECRET):
        """Status and body of a signed request: an implementation that shares nothing with Martlet's."""
        text = "&".join(f"{key}={urllib.parse.quote(value, safe='')}" for key, value in sorted((query or {}).items()))
        stamp = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        digest = hashlib.sha256(body).hexdigest()
        headers = {"host": f"127.0.0.1:{self.port}", "x-amz-content-sha256": digest, "x-amz-date": stamp}
        names = ";".join(headers)
        lines = "".join(f"{key}:{value}\n" for key, value in headers.items())
        request = "\n".join([method, path, text, lines, names, digest])
        scope = f"{stamp[:8]}/{REGION}/s3/aws4_request"
        key = f"AWS4{secret}".encode()
        for part in (*scope.split("/"), "\n".join(
                ["AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256(request.encode()).hexdigest()])):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        headers["authorization"] = \
            f"AWS4-HMAC-SHA256 Credential={KEY}/{scope},SignedHeaders={names},Signature={key.hex()}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path + ("?" + text if text else ""), body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def kill(self):
        """Ends what answers requests; what it stored stays."""
        if self.again:
            self.again.kill()
            self.again.wait(PATIENCE)
            self.again = None
        else:
            os.kill(self.proxy, signal.SIGKILL)

    def restart(self):
        """Answers requests again, on the same port."""
        self.again = subprocess.Popen(
            ["/usr/bin/python3", "/usr/bin/swift-proxy-server", f"{self.folder}/proxy.conf"], cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def answers():
            try:
                return self.ask("GET", "/")[0] == 200
            except OSError:
                return False

        eventually(answers, "the S3 service answers")

    def end(self):
        if self.again:
            self.kill()
        self.script.stdin.close()
        self.script.wait(PATIENCE)
