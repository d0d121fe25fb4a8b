"""Metrics have an address of their own, and are not for the public."""

import re
import urllib.request

import pytest

from martlet_server import run
from raw import RawSocket


def status(port, path="/metrics", host="127.0.0.1", source=None, extra=""):
    with RawSocket(port, source=source) as raw:
        raw.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{extra}Connection: close\r\n\r\n")
        return int(raw.read_to_end().split(b" ", 2)[1])


def metrics_port(server):
    return int(re.search(r"Metrics http://127.0.0.1:(\d+)/metrics", server.greeting)[1])


def test_beside_the_page_they_are_for_this_machine(serve):
    server = serve("--allow-origin", "https://chat.example.org", "--trusted-proxy", "127.0.0.2")
    for host in ("127.0.0.1", "localhost:8080", "[::1]"):
        assert status(server.port, host=host) == 200
    for host in ("evil.example.org", "chat.example.org", "127.0.0.1.evil.example.org"):
        assert status(server.port, host=host) == 404
    assert status(server.port, source="127.0.0.3") == 404
    assert status(server.port, source="127.0.0.2", extra="X-Forwarded-For: 127.0.0.1\r\n") == 404, "somebody behind a proxy"


@pytest.mark.parametrize("header", ["X-Forwarded-For: 203.0.113.7", "forwarded: for=203.0.113.7", "VIA: 1.1 proxy", "X-Forwarded-For: 127.0.0.1"])
def test_behind_a_proxy_that_is_not_named_they_are_for_nobody(serve, header):
    server = serve()
    assert status(server.port) == 200
    assert status(server.port, extra=header + "\r\n") == 404
    assert status(server.port, "/health", extra=header + "\r\n") == 200


def test_beyond_loopback_they_are_not_beside_the_page(serve):
    server = serve("--host", "0.0.0.0")
    assert status(server.port) == 404 and status(server.port, "/health") == 200


def test_an_address_of_their_own(serve):
    server = serve("--host", "0.0.0.0", "--metrics", "127.0.0.1:0")
    port = metrics_port(server)
    assert status(port) == status(port, "/health") == 200
    for path in ("/", "/v1", server.page_file("main.js"), "/v1/files/00000000-0000-4000-8000-000000000000"):
        assert status(port, path) == 404, path
    assert status(port, host="evil.example.org") == 404
    assert status(server.port) == 404
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=300) as answer:
        assert b"martlet_connections" in answer.read()


@pytest.mark.parametrize("text", ["9090", "127.0.0.1", "127.0.0.1:x", ":9090", "::1:9090", "127.0.0.1:70000"])
def test_a_wrong_address(tmp_path, text):
    ended = run("serve", "--data", tmp_path / "data", "--metrics", text)
    assert ended.returncode != 0 and "--metrics takes" in ended.stderr
