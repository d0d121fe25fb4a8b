"""Another site, which shows the chat in its pages."""

import base64
import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site:
    """Serves pages of another origin than the server's. `put` takes what is in the body of one."""

    def __init__(self, name="localhost"):
        self.pages = {}
        pages = self.pages

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                text, headers = pages.get(self.path, ("", {}))
                self.send_response(200 if self.path in pages else 404)
                for field, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(field, value)
                self.end_headers()
                self.wfile.write(text if isinstance(text, bytes) else text.encode())

            def log_message(self, *_):
                pass

        self.listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://{name}:{self.listener.server_port}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def put(self, server, body="<martlet-chat></martlet-chat>", head="", path="/", headers=None):
        """A page with the script of `server`. Returns its address."""
        script = f'<script type="module" src="{server.url}embed.js"></script>'
        self.pages[path] = (f"<!doctype html><html lang=en><title>Shop</title>{head}{script}<body>{body}", headers or {})
        return self.origin + path

    def close(self):
        self.listener.shutdown()
        self.listener.server_close()


ISSUER = "https://shop.example"


def signed_token(secret, subject, name, seconds=3600):
    """A token as the site's backend signs it for its user (docs/accounts.md)."""

    def part(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    claims = {"iss": ISSUER, "aud": "martlet", "sub": subject, "name": name, "exp": int(time.time()) + seconds}
    text = part(b'{"alg":"HS256"}') + b"." + part(json.dumps(claims).encode())
    return (text + b"." + part(hmac.digest(secret, text, hashlib.sha256))).decode()
