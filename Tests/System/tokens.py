"""An issuer of signed tokens, and the address where it publishes its keys."""

import base64
import hashlib
import hmac
import http.server
import json
import os
import subprocess
import threading
import time

ISSUER = "https://example.org"
SECRET = b"0123456789abcdef0123456789abcdef"


def part(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def claims(sub="42", **changes):
    usual = {"iss": ISSUER, "aud": "martlet", "sub": sub, "name": "Ann", "exp": int(time.time()) + 600}
    return {key: value for key, value in (usual | changes).items() if value is not None}


def token(header, claims, sign):
    signed = f"{part(json.dumps(header).encode())}.{part(json.dumps(claims).encode())}"
    return f"{signed}.{part(sign(signed.encode()))}"


def hs256(sub="42", secret=SECRET, header=None, **changes):
    """A token that is signed with a secret."""
    return token(header or {"alg": "HS256"}, claims(sub, **changes), lambda data: hmac.digest(secret, data, hashlib.sha256))


class Key:
    """A key pair of Ed25519."""

    def __init__(self, folder, kid):
        self.kid = kid
        self.file = folder / f"{kid}.pem"
        self._openssl("genpkey", "-algorithm", "ed25519", "-out", self.file)
        public = self._openssl("pkey", "-in", self.file, "-pubout", "-outform", "DER")[-32:]
        self.public = {"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": part(public)}

    def token(self, sub="42", kid=None, **changes):
        return token({"alg": "EdDSA", "kid": kid or self.kid}, claims(sub, **changes), self._sign)

    def _sign(self, data):
        unsigned = self.file.with_suffix(".data")
        unsigned.write_bytes(data)
        return self._openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", unsigned)

    def _openssl(self, *words):
        return subprocess.run(["openssl", *map(str, words)], capture_output=True, check=True).stdout


def key_set(*keys):
    return json.dumps({"keys": [key.public for key in keys]})


def replace(path, text):
    """As an operator's tool does: readers see the old file or the new one."""
    new = path.with_suffix(".new")
    new.write_text(text)
    os.replace(new, path)


class Publisher:
    """Serves a set of keys on loopback, and counts how often it is asked."""

    def __init__(self, body=""):
        self.body, self.status, self.headers, self.delay = body, 200, {}, 0
        self.fetches = 0
        publisher = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                publisher.fetches += 1
                body = publisher.body.encode()
                if publisher.delay:
                    publisher.ended.wait(publisher.delay)
                try:
                    self.send_response(publisher.status)
                    for name, value in publisher.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.ended = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/keys"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()
