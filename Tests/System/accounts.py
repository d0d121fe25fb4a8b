"""Accounts over HTTP, written from docs/accounts.md alone."""

import json
import re
import urllib.error
import urllib.request

from answer import Answer
from deadline import PATIENCE
from martlet_server import run


def ask(server, method, path, body=None, token=None, headers=None):
    """An HTTP request with a JSON body."""
    headers = {"Content-Type": "application/json"} | (headers or {})
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as refusal:
        return Answer(refusal.code, refusal.headers, refusal.read())


def register(server, name, password="correct horse", **more):
    """Makes an account. Returns the server's answer."""
    answer = ask(server, "POST", "/v1/accounts", {"name": name, "password": password} | more)
    assert answer.status == 201, answer.body
    return answer.json


def sign_in(server, name, password="correct horse"):
    return ask(server, "POST", "/v1/sessions", {"name": name, "password": password})


def first_invite(server):
    """The invite of the administrator, as the server prints it."""
    return re.search(r"Admin .*#invite=(mi_[0-9a-f]{64})\n", server.greeting)[1]


def command(server, *words, password=None):
    """martlet account … and martlet key … on the server's data folder."""
    ended = run(*words, "--data", server.data, input=None if password is None else password + "\n")
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()
