"""HTTP that is meant to confuse: smuggling, sizes, paths, and who may open a WebSocket."""

import http.client
import re
import subprocess
import time
import zlib
from random import Random

import pytest

from deadline import PATIENCE, Deadline
from martlet_server import MartletServer
from raw import RawSocket, frame, handshake
from v1 import V1

SMUGGLED = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"


def post(*headers, body=b"0\r\n\r\n", path=b"/"):
    return b"POST " + path + b" HTTP/1.1\r\nHost: x\r\n" + b"".join(header + b"\r\n" for header in headers) + b"\r\n" + body


def get(*headers, path=b"/health", version=b"HTTP/1.1", host=b"Host: x"):
    lines = [b"GET " + path + b" " + version, *([host] if host else []), *headers]
    return b"\r\n".join(lines) + b"\r\n\r\n"


# Each must be refused with one of these, and nothing behind it may be taken for a request.
MALFORMED = {
    "length and chunks": (post(b"Content-Length: 5", b"Transfer-Encoding: chunked"), {400}),
    "chunks and length": (post(b"Transfer-Encoding: chunked", b"Content-Length: 5"), {400}),
    "two lengths": (post(b"Content-Length: 5", b"Content-Length: 6", body=b"hello"), {400}),
    "length +5": (post(b"Content-Length: +5", body=b"hello"), {400}),
    "length 0x5": (post(b"Content-Length: 0x5", body=b"hello"), {400}),
    "length -1": (post(b"Content-Length: -1"), {400}),
    "length of 20 digits": (post(b"Content-Length: 99999999999999999999"), {400}),
    "length 5 6": (post(b"Content-Length: 5 6", body=b"hello"), {400}),
    "chunked, identity": (post(b"Transfer-Encoding: chunked, identity"), {400, 501}),
    "xchunked": (post(b"Transfer-Encoding: xchunked"), {400, 501}),
    "chunk of 2^64": (post(b"Transfer-Encoding: chunked", body=b"FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"), {400}),
    "chunk size no number": (post(b"Transfer-Encoding: chunked", body=b"zz\r\nhello\r\n0\r\n\r\n"), {400}),
    "line folded": (get(b"X: a", b" b"), {400}),
    "space before colon": (get(b"X : a"), {400}),
    "header without colon": (get(b"garbage"), {400}),
    "NUL in a header": (get(b"X: a\0b"), {400}),
    "bare CR in a header": (get(b"X: a\rb"), {400}),
    "header block too long": (get(*[b"X%d: " % i + b"y" * 900 for i in range(20)]), {400, 431}),
    "one header too long": (get(b"Cookie: " + b"y" * 17_000), {400, 431}),
    "too many headers": (get(*[b"X%d: y" % i for i in range(101)]), {400, 431}),
    "100,000 headers": (get(*[b"a:b"] * 100_000), {400, 431}),
    "path of 20 KB": (get(path=b"/" + b"x" * 20_000), {400, 404, 414, 431}),
    "no such version": (get(version=b"HTTP/9.9"), {400, 505}),
    "lower-case method": (b"get / HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404, 405, 501}),
    "combining marks in a header": (get(b"Accept-Encoding: br" + "\u0345\u05b0".encode() * 1_000), {400}),
    "combining marks in the path": (get(path=b"/" + "\u0345\u05b0".encode() * 1_000), {400}),
    "no Host": (get(host=None), {400}),
    "two Hosts": (get(b"Host: y"), {400}),
}


@pytest.fixture(scope="module")
def malformed_answers(server_of_a_file):
    """Sends all of them at once: otherwise the test would wait for each slow close, one after the other."""
    sockets = {}
    for name, (request, _) in MALFORMED.items():
        sockets[name] = RawSocket(server_of_a_file.port)
        try:
            sockets[name].write(request + SMUGGLED)
        except OSError:
            pass
    answers = {}
    deadline = Deadline(12)
    for name, socket in sockets.items():
        read = b""
        with socket:
            try:
                while chunk := socket.receive(min(deadline.left, 12)):
                    read += chunk
                answers[name] = read, True
            except (TimeoutError, BlockingIOError):
                answers[name] = read, False
    return answers


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_request_is_refused_once_and_for_all(malformed_answers, name):
    answer, ended = malformed_answers[name]
    statuses = [int(line[9:12]) for line in answer.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
    assert b"martlet_messages_total" not in answer, "what came behind was taken for a request"
    # A good head may be answered (404) before its body turns out to be wrong.
    expected = [[status] for status in MALFORMED[name][1]] + ([[404], [404, 400]] if "chunk" in name else []) + [[]]
    assert statuses in expected, answer[:600]
    assert ended, "and the connection stays open"


def test_a_refused_request_closes_its_connection_at_once(shared_server):
    with RawSocket(shared_server.port) as socket:
        begun = time.monotonic()
        socket.write(b"GET / HTTP/1.1\r\nbad header\r\n\r\n")
        assert socket.read_to_end(12).startswith(b"HTTP/1.1 400 ")
        assert time.monotonic() - begun < 3, "the refusal closes it, not a deadline"


def test_answers_come_in_the_order_of_the_requests(shared_server):
    with RawSocket(shared_server.port) as socket:
        socket.write(get() + b"GARBAGE\r\n\r\n")
        answer = socket.read_to_end(12)
        assert answer.startswith(b"HTTP/1.1 200 "), answer


def request(server, data):
    """The first answer to these bytes: status, headers, body."""
    with RawSocket(server.port) as socket:
        socket.write(data)
        socket.socket.settimeout(20)
        answer = http.client.HTTPResponse(socket.socket, method=data.split(b" ", 1)[0].decode())
        answer.begin()
        # An answer that upgrades has no body.
        return answer.status, answer.headers, b"" if answer.status == 101 else answer.read()


@pytest.mark.parametrize("path", [
    b"/../../etc/passwd", b"/..%2f..%2fetc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"//etc/passwd", b"/..\\..\\etc\\passwd",
    b"/%00", b"/index.html%00.js", b"/%c0%ae%c0%ae/", b"/%zz", b"/%", b"/;x", b"/./../etc/passwd", b"/token.key", b"/martlet.db",
    b"/" + b"a/" * 4_000,
])
def test_a_path_never_leaves_the_page(shared_server, path):
    status, _, body = request(shared_server, get(path=path))
    assert status in (400, 404, 414), (status, body[:100])
    assert b"root:" not in body and b"SQLite" not in body


@pytest.mark.parametrize("target, allowed", [
    (b"TRACE / HTTP/1.1", {400, 404, 405, 501}), (b"CONNECT example.org:80 HTTP/1.1", {400, 404, 405, 501}),
    (b"GET http://evil.example/health HTTP/1.1", {200, 400, 404, 421}), (b"GET * HTTP/1.1", {400, 404}), (b"OPTIONS * HTTP/1.1", {200, 204, 400, 404, 405}),
    (b"POST / HTTP/1.1", {404, 405}), (b"PUT /health HTTP/1.1", {404, 405}), (b"DELETE /metrics HTTP/1.1", {404, 405}),
])
def test_methods_and_targets(shared_server, target, allowed):
    status, headers, body = request(shared_server, target + b"\r\nHost: 127.0.0.1\r\nX-Secret: canary\r\nContent-Length: 0\r\n\r\n")
    assert status in allowed
    assert b"canary" not in body, "nothing is echoed"


@pytest.mark.parametrize("range_", [
    b"bytes=0-9223372036854775807", b"bytes=-1", b"bytes=5-2", b"bytes=99999999999999999999-", b"bytes=0-1,0-1", b"bytes=" + b"0-0," * 2_000 + b"0-0", b"x",
])
def test_ranges(shared_server, range_):
    status, headers, body = request(shared_server, get(b"Range: " + range_, path=b"/", host=b"Host: localhost"))
    assert status in (200, 206, 416)
    assert headers.get_content_type() != "multipart/byteranges"


def test_unknown_paths_make_no_new_metrics(shared_server):
    names = set(shared_server.metrics())
    for i in range(300):
        assert shared_server.get(f"/nothing/{i}")[0] == 404
    new = set(shared_server.metrics()) - names
    assert len(new) <= 1, new


# The whole policy, so that a change that loosens it is seen. `wasm-unsafe-eval` compiles the page's
# model, and allows no script to be made from text.
POLICY = {
    "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self' blob:",
    "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    "require-trusted-types-for 'script'", "trusted-types service-worker",
}


def test_security_headers_on_every_answer(shared_server):
    for path in (b"/", b"/health", b"/metrics", b"/nothing", b"/v1"):
        _, headers, _ = request(shared_server, get(path=path))
        assert set(headers["Content-Security-Policy"].split("; ")) == POLICY, path
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Opener-Policy"] == headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert headers["Permissions-Policy"] == "camera=(), microphone=(self), geolocation=()"
        assert headers["Server"] is None


def ask(server, path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def unpacked(headers, body):
    if headers["Content-Encoding"] == "gzip":
        return zlib.decompress(body, wbits=31)
    assert headers["Content-Encoding"] == "br"
    return subprocess.run(["brotli", "-dc"], input=body, capture_output=True, check=True).stdout


def page_files(server):
    """The path of each file that the page names, and of each that those name, with its type."""
    types = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".wasm": "application/wasm"}
    text = unpacked(*ask(server, "/")[1:]).decode()
    text += unpacked(*ask(server, "/" + re.search(r'src="(main-[^"]+)"', text)[1])[1:]).decode()
    names = set(re.findall(r'"(?:\./)?([a-z-]+-[A-Z0-9]{8}\.[a-z]+)"', text))
    assert {name.rsplit("-", 1)[0] for name in names} >= {"main", "model", "style", "icon", "emoji-names"}
    return {"/" + name: types[name[name.index("."):]] for name in names}


def test_the_files_of_the_page_are_kept_for_a_year_and_the_page_is_asked_for_each_time(shared_server):
    """A name with a hash never stands for another content; the page names the files of its version."""
    files = page_files(shared_server)
    fixed = {"/": "text/html; charset=utf-8", "/sw.js": "text/javascript; charset=utf-8", "/manifest.webmanifest": "application/manifest+json", "/embed.js": "text/javascript; charset=utf-8"}
    for path, kind in {**fixed, **files}.items():
        vary = "Accept-Encoding" if path in fixed else "Accept-Encoding, Origin"
        status, gzip, body = ask(shared_server, path)
        assert (status, gzip["Content-Encoding"], gzip["Content-Type"], gzip["Vary"]) == (200, "gzip", kind, vary), path
        assert gzip["Cache-Control"] == ("no-cache" if path in fixed else "public, max-age=31536000, immutable"), path
        status, brotli, smaller = ask(shared_server, path, **{"Accept-Encoding": "gzip, deflate, br"})
        assert (status, brotli["Content-Encoding"], brotli["Content-Type"], brotli["Vary"]) == (200, "br", kind, vary), path
        assert brotli["Cache-Control"] == gzip["Cache-Control"] and brotli["ETag"] != gzip["ETag"], path
        assert len(smaller) < len(body) and unpacked(brotli, smaller) == unpacked(gzip, body), path
        for unwanted in ("br;q=0", "gzip, br; q=0.0", "brr", "identity"):
            assert ask(shared_server, path, **{"Accept-Encoding": unwanted})[1]["Content-Encoding"] == "gzip", (path, unwanted)
        status, head, nothing = ask(shared_server, path, method="HEAD")
        assert (status, nothing, head["Content-Length"], head["ETag"]) == (200, b"", str(len(body)), gzip["ETag"]), path
        status, kept, nothing = ask(shared_server, path, **{"If-None-Match": gzip["ETag"]})
        assert (status, nothing, kept["Vary"], kept["Cache-Control"]) == (304, b"", vary, gzip["Cache-Control"]), path
        assert ask(shared_server, path, **{"If-None-Match": gzip["ETag"], "Accept-Encoding": "br"})[0] == 200, path
    model = next(path for path, kind in files.items() if kind == "application/wasm")
    assert unpacked(*ask(shared_server, model)[1:])[:4] == b"\0asm"


READERS = {"/": set(), "/sw.js": set(), "/manifest.webmanifest": set(), "/embed.js": {"own", "allowed", "other"}}


def test_the_parts_of_the_page_can_be_read_by_the_origins_that_may_use_the_server(serve):
    allowed = "https://shop.example"
    server = serve("--allow-origin", allowed)
    origins = {"own": server.url, "allowed": allowed, "other": "https://other.example"}
    for path in [*READERS, *page_files(server)]:
        for who, origin in origins.items():
            field = ask(server, path, Origin=origin)[1]["Access-Control-Allow-Origin"]
            may_read = who in READERS.get(path, {"own", "allowed"})
            assert field == (("*" if path == "/embed.js" else origin) if may_read else None), (path, who)
    field = ask(server, "/v1/accounts", Origin=allowed)[1]["Access-Control-Allow-Origin"]
    assert field == allowed, "also of a server without accounts"


def test_a_name_without_its_hash_is_no_file(shared_server):
    for path in page_files(shared_server):
        assert ask(shared_server, re.sub(r"-\w{8}\.", ".", path))[0] == 404, path
    assert ask(shared_server, "/index.html")[0] == 404


def test_a_thousand_requests_whose_answers_are_not_read(shared_server):
    with RawSocket(shared_server.port, receive_buffer=4_096) as socket:
        socket.socket.settimeout(5)
        try:
            for _ in range(100):
                socket.write(get(path=b"/metrics") * 10)
        except (TimeoutError, OSError):
            pass  # back-pressure
        assert shared_server.get("/health")[0] == 200


HANDSHAKES = {
    "as it should be": (handshake(), {101}),
    "/chat": (handshake("/chat"), {101}),
    "a query": (handshake("/v1?room=lobby"), {101}),
    "combining marks in the origin": (handshake(Origin="http:" + "\u0345\u05b0" * 1_000 + "//localhost"), {400}),
    "version 8": (handshake(Sec_WebSocket_Version="8"), {400, 426}),
    "version 99": (handshake(Sec_WebSocket_Version="99"), {400, 426}),
    "no version": (handshake(Sec_WebSocket_Version=None), {400, 426}),
    "no key": (handshake(Sec_WebSocket_Key=None), {400}),
    "key of 15 bytes": (handshake(key="MTIzNDU2Nzg5MDEyMzQ1"), {400}),
    "key that is no base64": (handshake(key="!" * 24), {400}),
    "two keys": (handshake(Sec_WebSocket_Key=["MTIzNDU2Nzg5MDEyMzQ1Ng=="] * 2), {400}),
    "upgrade to h2c": (handshake(Upgrade="h2c"), {400, 426}),
    "no upgrade": (handshake(Upgrade=None, Connection=None), {400, 426}),
    "connection without upgrade": (handshake(Connection="keep-alive"), {400, 426}),
    # The HTTP parser does not see the upgrade in these, and goes on reading HTTP behind it.
    "a tab behind upgrade": (handshake(Connection="Upgrade\t") + get(), {400}),
    "a tab before a comma": (handshake(Connection="Upgrade\t, keep-alive") + get(), {400}),
    "with a body": (handshake(Content_Length="5") + b"hello", {400}),
    "no Host": (handshake(Host=None), {400}),
    "an unknown path": (handshake("/v2"), {404}),
    "below a path": (handshake("/v1/x"), {404}),
    "a POST": (handshake().replace(b"GET", b"POST", 1), {400, 404, 405}),
    "HTTP/1.0": (handshake().replace(b"HTTP/1.1", b"HTTP/1.0", 1), {400, 426}),
}


@pytest.mark.parametrize("name", HANDSHAKES)
def test_handshakes(shared_server, name):
    data, allowed = HANDSHAKES[name]
    assert request(shared_server, data)[0] in allowed


def test_no_handshake_however_garbled_ends_the_server(shared_server):
    """Where our rules and the HTTP parser disagree on what is an upgrade, what comes behind it is of a kind that nobody expects."""
    random = Random(1)
    pieces = [b"\t", b" ", b",", b";", b"\0", b"\xff", b"\r", b"\n", b"\r\n", b"upgrade", b"close", b"h2c", b"Connection: ", b"Upgrade: ",
              b"Content-Length: 0\r\n", b"Transfer-Encoding: chunked\r\n", b"Proxy-Connection: upgrade\r\n"]
    for _ in range(4_000):
        head = bytearray(handshake(random.choice(["/v1", "/chat"])))
        near = head.find(random.choice([b"Upgrade: ", b"Connection: "])) + random.randrange(24)
        place = near if random.random() < 0.8 else random.randrange(len(head))
        match random.randrange(3):
            case 0: head[place:place] = random.choice(pieces)
            case 1: del head[place:place + random.randint(1, 3)]
            case 2: head[place:place + 1] = bytes([random.randrange(256)])
        behind = random.choice([b"", get(), frame("x"), b"PUT /v1/files/1 HTTP/1.1\r\n"]) * random.randint(1, 3)
        with RawSocket(shared_server.port) as socket:
            socket.write(bytes(head) + behind)
    assert shared_server.get("/health")[0] == 200


def test_a_client_of_another_version_is_told_which_one_and_how(shared_server):
    status, headers, _ = request(shared_server, handshake(Sec_WebSocket_Version="8"))
    assert (status, headers["Sec-WebSocket-Version"], headers["Upgrade"]) == (426, "13", "websocket")
    # A message with Upgrade must name it in Connection (RFC 9110, 7.8).
    assert "upgrade" in headers["Connection"].lower()


def test_a_head_that_is_too_long_is_answered_though_it_goes_on(shared_server):
    with RawSocket(shared_server.port) as socket:
        socket.write(b"GET / HTTP/1.1\r\nHost: x\r\nCookie: ")
        for _ in range(100):
            socket.write(b"y" * 10_000)
        assert socket.read_to_end(12).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("before", [b"", get()])
def test_a_client_that_offers_http_2_is_answered_and_told_to_connect_anew(shared_server, before):
    """NIO's decoder reads nothing behind such a request, so nothing may be expected behind it."""
    offer = get(b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA", path=b"/health")
    with RawSocket(shared_server.port) as socket:
        socket.write(before + offer + get())
        read = b""
        while chunk := socket.receive():
            read += chunk
    assert read.count(b"HTTP/1.1 200") == (2 if before else 1)
    assert b"connection: close" in read.lower()


def test_what_comes_behind_an_upgrade_that_nobody_follows_is_not_kept(shared_server):
    offer = get(b"Connection: Upgrade", b"Upgrade: h2c")
    before, most = shared_server.resident_bytes(), 0
    sockets = [RawSocket(shared_server.port, receive_buffer=4_096) for _ in range(8)]
    for socket in sockets:
        socket.write(offer)
        try:
            socket.socket.settimeout(2)
            for _ in range(160):
                socket.socket.sendall(b"x" * 65_536)
                most = max(most, shared_server.resident_bytes() - before)
        except OSError:
            pass  # it is not read, or closed
    for socket in sockets:
        socket.close()
    assert most < 16 << 20


def test_frames_in_the_packet_of_the_handshake(shared_server):
    with RawSocket(shared_server.port) as socket:
        hello = frame('{"type":"hello","ref":1,"version":1}')
        ping = frame('{"type":"ping","ref":2}')
        socket.write(handshake() + hello + ping)
        read = b""
        while b'"pong"' not in read:
            chunk = socket.receive()
            assert chunk, read
            read += chunk
        assert read.index(b'"welcome"') < read.index(b'"pong"')


@pytest.fixture(scope="module")
def choosy_server(tmp_path_factory):
    """One that two other origins may connect to."""
    allowed = ["--allow-origin", "https://friend.example", "--allow-origin", "https://other.example:8443"]
    server = MartletServer(tmp_path_factory.mktemp("origin"), *allowed)
    yield server.start()
    server.discard()


@pytest.mark.parametrize("origin, status", [
    (None, 101), ("http://127.0.0.1:8080", 101), ("HTTP://127.0.0.1:8080", 101), ("https://friend.example", 101),
    ("https://FRIEND.example", 101), ("https://friend.example:443", 101), ("https://other.example:8443", 101),
    ("https://evil.example", 403), ("null", 403), ("", 403), ("http://friend.example", 403), ("https://friend.example:8443", 403),
    ("https://other.example", 403), ("https://friend.example.evil.example", 403), ("https://evilfriend.example", 403),
    ("https://friend.example@evil.example", 403), ("https://friend.example/", 403), ("https://friend.example, https://evil.example", 403),
    ("http://127.0.0.1", 403), ("http://127.0.0.1:80801", 403), ("https://fr\u0456end.example", 403),
    ("file://", 403), ("127.0.0.1:8080", 403), (["https://friend.example", "https://evil.example"], 403),
    (["https://evil.example", "https://friend.example"], 403), (["https://friend.example"] * 2, 403),
])
@pytest.mark.parametrize("path", ["/v1", "/chat"])
def test_who_may_connect(choosy_server, path, origin, status):
    assert request(choosy_server, handshake(path, host="127.0.0.1:8080", Origin=origin))[0] == status


@pytest.mark.parametrize("host, is_known", [
    ("127.0.0.1:8080", True), ("[::1]:8080", True), ("192.168.0.7", True), ("localhost:8080", True), ("chat.LOCALHOST", True),
    ("friend.example", True), ("friend.example:8080", True), ("OTHER.example:8443", True),
    ("evil.example", False), ("evil.example:8080", False), ("friend.example.evil.example", False), ("localhost.evil.example", False),
    ("127.0.0.1.evil.example", False), ("127.1", False), ("0x7f000001", False), ("localhost.", False), ("notlocalhost", False),
])
def test_a_page_under_a_name_that_was_made_to_mean_this_server(choosy_server, host, is_known):
    """DNS rebinding: for the browser the page has the same origin as the server. It gets no WebSocket, and its visitor is told why."""
    for path in ("/v1", "/chat"):
        status, _, body = request(choosy_server, handshake(path, host=host, Origin=f"http://{host}"))
        assert status == (101 if is_known else 421), path
        # A client that is no browser sends no origin, and reaches the server by any name.
        assert request(choosy_server, handshake(path, host=host))[0] == 101
    browser = f"GET / HTTP/1.1\r\nHost: {host}\r\nAccept: text/html,*/*\r\nConnection: close\r\n\r\n".encode()
    status, _, body = request(choosy_server, browser)
    assert status == (200 if is_known else 421)
    assert is_known or f"--allow-origin http://{host}".encode() in body
    for path in ("/", "/health"):
        assert request(choosy_server, get(b"Connection: close", path=path.encode(), host=b"Host: " + host.encode()))[0] == 200


def test_the_flag_that_the_refusal_names_is_the_remedy(serve):
    server = serve("--allow-origin", "http://chat.example.org:8080")
    page = b"GET / HTTP/1.1\r\nHost: chat.example.org:8080\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
    assert request(server, page)[0] == 200
    assert request(server, handshake(host="chat.example.org:8080", Origin="http://chat.example.org:8080"))[0] == 101


def test_what_a_browser_sends(shared_server):
    with V1(shared_server, "ann", origin=f"http://127.0.0.1:{shared_server.port}") as ann:
        assert ann.name == "ann"
