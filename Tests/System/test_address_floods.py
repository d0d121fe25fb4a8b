"""What one address may do however often it connects anew: requests that are refused, connections, and requests by way of a proxy."""

import json
import time
import urllib.error
import urllib.request

from raw import RawSocket, RawWebSocket, frame
from test_addresses import pytestmark  # noqa: F401


def refused(server, count, source):
    """How long a new connection takes to have so many requests refused, one after the other."""
    with RawWebSocket(server, hello=True, source=source) as peer:
        begun = time.monotonic()
        for ref in range(count):
            peer.write(frame(json.dumps({"type": "send", "ref": ref, "room": "lobby", "text": ""})))
            while True:
                answer = json.loads(peer.read_frame()[1])
                if answer.get("ref") == ref and answer["type"] == "error":
                    break
        return time.monotonic() - begun


def test_a_new_connection_has_no_new_patience(serve):
    """Of this address 100 requests may be refused at once, and 5 a second."""
    server = serve("--address-rate-limit", "10", rate_limit=None)
    assert refused(server, 99, "127.0.0.2") < 10
    assert refused(server, 10, "127.0.0.2") > 1
    assert refused(server, 10, "127.0.0.2") > 1
    # Others, and this machine, have their own.
    assert refused(server, 50, "127.0.0.3") < 5
    assert refused(server, 150, "127.0.0.1") < 5


def test_connections_come_at_a_pace(serve):
    """Of this address 16 may come at once, and one a second."""
    server = serve("--connections-per-address", "4", rate_limit=None)

    def answered(source):
        with RawSocket(server.port, source=source) as peer:
            try:
                peer.write("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                return b"200 OK" in peer.read_to_end()
            except OSError:
                return False

    begun = time.monotonic()
    count = sum(answered("127.0.0.2") for _ in range(60))
    assert 16 <= count <= 17 + time.monotonic() - begun
    assert sum(answered("127.0.0.1") for _ in range(60)) == 60
    assert "cut" in server.log and "address=127.0.0.2" in server.log


def test_requests_of_a_proxys_client_come_at_a_pace(serve):
    """Ten at once and one a second; another client of the same proxy notices nothing."""
    server = serve("--trusted-proxy", "127.0.0.1", "--address-rate-limit", "1", rate_limit=None)

    def get(client, path="/"):
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", headers={"X-Forwarded-For": client})
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return answer.status
        except urllib.error.HTTPError as refusal:
            assert int(refusal.headers["Retry-After"]) >= 1
            body = refusal.read().decode()
            assert "network address" in body and (not path.startswith("/v1/") or json.loads(body)["code"] == 207)
            return refusal.code

    begun = time.monotonic()
    answers = [get("192.0.2.1") for _ in range(30)]
    assert answers[:10] == [200] * 10
    assert 10 <= answers.count(200) <= 11 + time.monotonic() - begun and 429 in answers
    assert get("192.0.2.2") == 200
    assert 429 in [get("192.0.2.1", "/v1/sessions") for _ in range(30)]


def test_a_cut_http_connection_is_in_the_security_log(serve):
    server = serve()
    with RawSocket(server.port) as peer:
        peer.write("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
        peer.read_to_end(60)
    lines = [line for line in server.log.splitlines() if "cut" in line]
    assert len(lines) == 1 and "code=4010" in lines[0] and "protocol=http" in lines[0]
