"""TLS as clients and operators meet it: versions, deadlines, renewal, redirects, and what can't be read on the way."""

import contextlib
import os
import re
import signal
import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from certificates import Certificate, expired, openssl, valid
from deadline import Deadline, eventually
from lines import Terminal
from martlet_server import BINARY, MartletServer, clean_environment, run
from raw import RawSocket, RawWebSocket, handshake
from v1 import V1


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def secure(serve, certificate):
    """Starts servers with TLS: secure(*flags)."""
    return lambda *flags, **options: serve(*certificate.flags, *flags, **options)


@pytest.fixture(scope="module")
def shared(tmp_path_factory, certificate):
    """One server for the tests that leave it as they found it; its lines are plain, and its pages know a name."""
    server = MartletServer(
        tmp_path_factory.mktemp("secure"), *certificate.flags, "--allow-origin", "https://chat.example.org",
        "--http-redirect-port", "0").start()
    yield server
    server.discard()


def request(server, tls, path="/", host=None, port=None):
    """Head and body of an answer."""
    with RawSocket(port or server.port, tls=tls) as raw:
        raw.write(f"GET {path} HTTP/1.1\r\nHost: {host or 'localhost'}\r\nConnection: close\r\n\r\n")
        head, body = raw.read_to_end().split(b"\r\n\r\n", 1)
        return head.decode(), body


def presented(server, port=None):
    """The certificate that a new connection is shown, in DER."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with RawSocket(port or server.port, tls=context) as raw:
        return raw.socket.getpeercert(binary_form=True)


# What is spoken.

@pytest.mark.parametrize("version, is_spoken", [("TLSv1", False), ("TLSv1_1", False), ("TLSv1_2", True), ("TLSv1_3", True)])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_versions(shared, certificate, version, is_spoken):
    context = certificate.client()
    context.minimum_version = context.maximum_version = ssl.TLSVersion[version]
    context.set_ciphers("ALL:@SECLEVEL=0")
    if is_spoken:
        assert request(shared, context)[0].startswith("HTTP/1.1 200 ")
    else:
        with pytest.raises(ssl.SSLError, match="(?i)protocol.version|unsupported.protocol"):
            request(shared, context)


@pytest.mark.parametrize("cipher", ["AES128-GCM-SHA256", "AES256-SHA", "ECDHE-ECDSA-AES128-SHA"])
def test_ciphers_without_forward_secrecy_or_integrity_are_refused(serve, tmp_path, cipher):
    made = Certificate(tmp_path / "rsa", "rsa")
    server = serve(*made.flags)
    context = made.client()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(f"{cipher}:@SECLEVEL=0")
    with pytest.raises(ssl.SSLError):
        request(server, context)


@pytest.mark.parametrize("key", ["ec", "rsa", "ed25519"])
def test_keys(serve, tmp_path, key):
    made = Certificate(tmp_path / "made", key)
    if key == "rsa":
        # The form of openssl's older commands: -----BEGIN RSA PRIVATE KEY-----
        openssl("rsa", "-in", made.key, "-traditional", "-out", made.key)
    elif key == "ec":
        openssl("ec", "-in", made.key, "-out", made.key)
    server = serve(*made.flags)
    assert request(server, made.client())[0].startswith("HTTP/1.1 200 ")


def test_a_chain_leads_to_its_root(serve, tmp_path):
    root = Certificate(tmp_path / "root", name="root")
    leaf = Certificate(tmp_path / "leaf", name="leaf")
    middle = Certificate(tmp_path / "middle", name="middle")

    def sign(subject, issuer, extensions):
        file = tmp_path / "extensions"
        file.write_text(extensions)
        asked = tmp_path / "request"
        openssl("req", "-new", "-key", subject.key, "-subj", f"/CN={subject.key.stem}", "-out", asked)
        openssl(
            "x509", "-req", "-in", asked, "-CA", issuer.certificate, "-CAkey", issuer.key, "-CAcreateserial", "-days", "2",
            "-extfile", file, "-out", subject.certificate)

    sign(middle, root, "basicConstraints=critical,CA:TRUE\n")
    sign(leaf, middle, "subjectAltName=DNS:localhost\n")
    leaf.certificate.write_text(leaf.certificate.read_text() + middle.certificate.read_text())
    server = serve(*leaf.flags)
    assert request(server, root.client())[0].startswith("HTTP/1.1 200 ")


def test_the_chat_works_over_tls(secure, certificate):
    server = secure()
    assert "  Page    https://127.0.0.1:" in server.greeting and "  Lines   openssl s_client " in server.greeting
    with V1(server, "ann", tls=certificate.client()) as ann, V1(server, "bob", tls=certificate.client()) as bob:
        ann.send("x" * 16_000)
        assert bob.event()["text"] == "x" * 16_000
        with RawSocket(server.line_port, tls=certificate.client()) as lines:
            lines.write("iam:nick\nmsg:hello\n")
            assert bob.event()["text"] == "hello"
            for number in range(2, 102):
                ann.send(f"text {number}", number=number)
            deadline, read = Deadline(), b""
            while b"ann:text 101\n" not in read:
                read += lines.receive(deadline.left)
        assert [bob.event()["text"] for _ in range(2, 102)] == [f"text {number}" for number in range(2, 102)]


def test_lines_may_stay_plain(secure, certificate):
    server = secure("--tls-lines", "off")
    assert "  Lines   nc " in server.greeting
    with V1(server, tls=certificate.client()) as v1, RawSocket(server.line_port) as lines:
        lines.write("iam:nick\nmsg:hello\n")
        assert v1.event()["text"] == "hello"


def test_nothing_can_be_read_on_the_way(shared, certificate):
    """A relay between client and server sees neither the text nor the token."""
    seen = bytearray()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def pass_on(source, target):
            with contextlib.suppress(OSError):
                while chunk := source.recv(65536):
                    seen.extend(chunk)
                    target.sendall(chunk)

        def relay():
            client, _ = listener.accept()
            upstream = socket.create_connection(("127.0.0.1", shared.port))
            threading.Thread(target=pass_on, args=(upstream, client), daemon=True).start()
            pass_on(client, upstream)

        threading.Thread(target=relay, daemon=True).start()
        relayed = type("Relayed", (), {"port": listener.getsockname()[1]})
        with V1(relayed, "ann", join=["quiet"], tls=certificate.client()) as ann:
            ann.send("a secret text", room="quiet")
            assert ann.event()["text"] == "a secret text"
            token = ann.token
    assert len(seen) > 1_000
    for secret in (b"secret", token.encode(), b"welcome", b"HTTP/1.1", b"quiet"):
        assert secret not in seen, secret


# Peers that waste the server's time.

def test_connections_without_a_handshake_are_cut(secure, certificate):
    server = secure()
    hello = client_hello()
    waiting = []
    for port in (server.port, server.line_port):
        for beginning in (b"", b"\x16", hello[:40], hello[:-1]):
            raw = RawSocket(port)
            raw.write(beginning)
            waiting.append(raw)
    # This one shakes hands, and asks for nothing.
    waiting.append(RawSocket(server.port, tls=certificate.client()))
    deadline = Deadline(40)
    for raw in waiting:
        assert raw.read_to_end(deadline.left) is not None
        raw.close()
    assert not deadline.passed


def client_hello():
    """The first message of a client."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    with contextlib.suppress(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


def test_garbage_ends_its_connection_and_nothing_else(secure, certificate, rng):
    server = secure()
    hello = client_hello()
    with V1(server, tls=certificate.client()) as v1:
        for number in range(200):
            damaged = bytearray(hello)
            for _ in range(rng.randrange(1, 8)):
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
            with RawSocket(server.port if number % 2 else server.line_port) as raw:
                raw.write(bytes(damaged) if number % 4 else rng.randbytes(300))
                if number % 8 == 0:
                    raw.socket.shutdown(socket.SHUT_WR)
        v1.send("still here")
        assert v1.event()["text"] == "still here"
    assert server.is_running


def test_plain_http_on_the_port_with_tls_is_closed_and_logged_once(secure):
    server = secure()
    for _ in range(5):
        with RawSocket(server.port) as raw:
            raw.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"HTTP" not in raw.read_to_end()
    eventually(lambda: "used plain HTTP" in server.log, "the log tells it")
    assert server.log.count("used plain HTTP") == 1


def test_readers_that_lag_hold_no_buffer_for_each_message(secure, certificate):
    """A cipher writes into buffers of 16 KiB: were one kept for each small message, 30 readers that do not read would hold half a GiB."""
    server = secure()
    with V1(server, tls=certificate.client()) as sender, contextlib.ExitStack() as stack:
        lagging = [
            stack.enter_context(RawWebSocket(server, receive_buffer=4_096, hello=True, join=["lobby"], tls=certificate.client()))
            for _ in range(30)]
        before = server.resident_bytes()
        assert lagging
        most = 0
        for number in range(1, 2_001):
            sender.send("x" * 150, number=number)
            if number % 100 == 0:
                most = max(most, server.resident_bytes())
        assert most - before < 60 << 20, f"{(most - before) >> 20} MiB"


# Renewal.

def test_a_new_certificate_is_taken_up_and_nobody_is_cut(serve, tmp_path):
    first = Certificate(tmp_path / "first")
    trusted = first.client()
    server = serve(*first.flags)
    with V1(server, "ann", tls=trusted) as ann:
        for number in (1, 2):
            second = Certificate(tmp_path / f"next{number}")
            trusted = second.client()
            first.replace(second)
            if number == 2:
                server.process.send_signal(signal.SIGHUP)
            eventually(lambda: presented(server) == first.der(), "the new certificate is shown")
            assert presented(server, server.line_port) == first.der()
            with V1(server, "bob", tls=trusted) as bob:
                ann.send(f"text {number}", number=number)
                assert bob.event()["text"] == ann.event()["text"] == f"text {number}"
    assert server.stop() == 0


@pytest.mark.parametrize("damage", ["garbage", "gone", "another key"])
def test_a_new_certificate_that_can_not_be_used_is_not(serve, tmp_path, damage):
    made = Certificate(tmp_path / "made")
    trusted, shown = made.client(), made.der()
    server = serve(*made.flags)
    with V1(server, "ann", tls=trusted) as ann:
        if damage == "garbage":
            made.certificate.write_text("-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n")
        elif damage == "gone":
            made.key.unlink()
        else:
            Certificate(tmp_path / "other").key.rename(made.key)
        eventually(lambda: "keeps the one it has" in server.log, "the log says why")
        assert str(made.key if damage != "garbage" else made.certificate) in server.log
        assert presented(server) == shown
        ann.send("still here")
        assert ann.event()["text"] == "still here"


# What a browser is told.

def test_hsts(shared, certificate):
    header = "Strict-Transport-Security: max-age="
    for path in ("/", "/health", "/none", "/v1"):
        assert header in request(shared, certificate.client(), path, "chat.example.org")[0], path
    assert header not in request(shared, certificate.client(), "/", "localhost:8443")[0], "localhost is shared with other servers"


def test_plain_http_promises_no_tls(server):
    assert "Strict-Transport-Security" not in request(server, None, "/", "127.0.0.1")[0]


def redirect(server, asked):
    """Head of the answer of the port that redirects."""
    with RawSocket(eventually(lambda: redirect_port(server), "a second port listens")) as raw:
        raw.write(asked)
        return raw.read_to_end().decode()


def redirect_port(server):
    """The greeting does not name it: whichever port of the process is neither of the others."""
    import pathlib
    inodes = set()
    for link in pathlib.Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            target = os.readlink(link)
            if target.startswith("socket:["):
                inodes.add(target[8:-1])
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        port = int(fields[1].split(":")[1], 16)
        if fields[3] == "0A" and fields[9] in inodes and port not in (server.port, server.line_port):
            return port
    return None


def test_the_plain_port_only_redirects(shared):
    def get(host, path="/", method="GET"):
        return redirect(shared, f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n")

    answer = get("localhost:80", "/v1/files/x?a=%20b")
    assert answer.startswith("HTTP/1.1 308 ") and f"\r\nLocation: https://localhost:{shared.port}/v1/files/x?a=%20b\r\n" in answer
    assert "\r\nLocation: https://chat.example.org/\r\n" in get("chat.example.org"), "as its origin says, without a port"
    assert f"\r\nLocation: https://[::1]:{shared.port}/\r\n" in get("[::1]:80")
    assert get("evil.example.org").startswith("HTTP/1.1 421 ")
    assert get("localhost", method="PUT").startswith("HTTP/1.1 405 ")
    assert f"\r\nLocation: https://localhost:{shared.port}/\r\n" in get("localhost", "//evil.example.org/")
    assert redirect(shared, "GET / HTTP/1.0\r\n\r\n").startswith("HTTP/1.1 400 ")
    assert redirect(shared, "nonsense\r\n\r\n").startswith("HTTP/1.1 400 ")
    assert redirect(shared, handshake("/v1", host="localhost")).startswith("HTTP/1.1 308 "), "no WebSocket without TLS"


# What an operator is told.

def refusal(tmp_path, *arguments):
    ended = run("serve", "--port", "0", "--line-port", "0", "--data", tmp_path / "data", *arguments)
    assert ended.returncode not in (0, -4, -5, -6, -11, 132, 133, 134, 139), ended
    assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
    return ended.stderr


def test_files_that_can_not_be_used(tmp_path, certificate):
    other = Certificate(tmp_path / "other")
    (tmp_path / "text").write_text("text")
    encrypted = tmp_path / "encrypted"
    openssl("pkey", "-in", other.key, "-aes256", "-passout", "pass:x", "-out", encrypted)
    for chain, key, said in [
        (tmp_path / "none", other.key, "There is no file"), (other.certificate, tmp_path / "none", "There is no file"),
        (tmp_path, other.key, "is not a file"), (tmp_path / "text", other.key, "holds no certificate"),
        (other.key, other.key, "holds no certificate"), (other.certificate, tmp_path / "text", "holds no key"),
        (other.certificate, other.certificate, "holds no key"), (certificate.certificate, other.key, "can't be used together"),
        (other.certificate, encrypted, "is encrypted"), ("/dev/zero", other.key, "is not a file"),
    ]:
        assert said in refusal(tmp_path, "--tls-certificate", chain, "--tls-key", key), (chain, key)


def test_flags_that_need_each_other(tmp_path, certificate):
    for flags in (["--tls-certificate", "x"], ["--tls-key", "x"], ["--http-redirect-port", "0"]):
        ended = run("serve", "--data", tmp_path / "data", *flags)
        assert ended.returncode == 1 and flags[0] in ended.stderr and "--tls-certificate" in ended.stderr


def test_a_certificate_that_has_expired_is_used_with_a_warning(serve, tmp_path):
    made = expired(tmp_path / "expired")
    made.key.chmod(0o644)
    server = serve(*made.flags)
    assert "expired on 2021-01-01" in server.log and "chmod" in server.log
    assert presented(server) == made.der()
    ended = run("send", "lobby", "x", "--server", f"https://localhost:{server.port}", "--ca", made.certificate)
    assert ended.returncode != 0 and "expired" in ended.stderr


def test_the_end_of_the_certificate_in_use_is_a_metric(serve, certificate, tmp_path):
    def end(made):
        text = openssl("x509", "-in", made.certificate, "-noout", "-enddate").strip().removeprefix("notAfter=")
        return ssl.cert_time_to_seconds(text)

    today = datetime.now(UTC)
    # Six days are all that some authorities give.
    made = Certificate(tmp_path / "made", dates=("-days", "6"))
    later = valid(tmp_path / "later", today - timedelta(days=77), today + timedelta(days=13))
    server = serve(*made.flags, "--metrics", "127.0.0.1:0")
    assert "Renew it" not in server.log
    metrics = int(re.search(r"Metrics http://127.0.0.1:(\d+)/", server.greeting)[1])

    def shown():
        with RawSocket(metrics) as raw:
            raw.write("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return [float(line.split()[1]) for line in raw.read_to_end().decode().splitlines() if line.startswith("martlet_certificate_expires_seconds ")]

    assert shown() == [end(made)]
    ends = end(later)
    made.replace(later)
    eventually(lambda: shown() == [ends], "the new certificate's end is shown")
    eventually(lambda: "Renew it, and see why" in server.log, "an end within 14 days is warned of")
    # A start warns, too; and of no TLS there is no end.
    assert "then clients will refuse it. Renew it" in serve(*made.flags).log
    assert "martlet_certificate_expires_seconds" not in serve().metrics()


def test_a_server_that_listens_to_the_world_without_tls_warns(tmp_path, certificate):
    for flags, is_warned in [(["--host", "0.0.0.0"], True), (["--host", "0.0.0.0", *certificate.flags], False), ([], False)]:
        server = MartletServer(tmp_path / "data", *flags)
        try:
            server.start()
            assert ("without TLS" in server.log or "no TLS" in server.log) == is_warned
        finally:
            server.discard()


# Commands.

def test_send_and_tail_over_https(shared, certificate, tmp_path):
    server = ["--server", f"https://localhost:{shared.port}", "--ca", certificate.certificate]
    file = tmp_path / "notes.txt"
    file.write_text("contents")
    with Terminal(BINARY, "tail", "over-https", *map(str, server), env=clean_environment()) as tail:
        ended = run("send", "over-https", "hello", "--name", "robot", *server)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "1\n", "")
        tail.until(b"robot:hello\n")
        ended = run("send", "over-https", "--file", file, *server)
        assert (ended.returncode, ended.stdout) == (0, "2\n"), ended.stderr
        tail.until(b"")
    assert run("send", "over-https", "by address", "--server", f"https://127.0.0.1:{shared.port}", env={
        "MARTLET_CA": str(certificate.certificate)}).stdout == "3\n"


def test_a_server_that_can_not_be_trusted(serve, shared, certificate, tmp_path):
    other = Certificate(tmp_path / "other", names="DNS:elsewhere.example.org")
    elsewhere = serve(*other.flags)
    plain = serve()
    for address, flags, said in [
        (f"https://localhost:{shared.port}", [], "Name its file with --ca FILE."),
        (f"https://localhost:{shared.port}", ["--ca", other.certificate], "is not trusted"),
        (f"https://localhost:{elsewhere.port}", ["--ca", other.certificate], "for another name"),
        (f"https://localhost:{plain.port}", ["--ca", other.certificate], "does not speak TLS"),
    ]:
        for command in (["send", "lobby", "text"], ["tail", "lobby"], ["bench", "--connections", "2", "--quiet"]):
            ended = run(*command, "--server", address, *flags)
            assert ended.returncode != 0 and said in ended.stderr, (command, address, ended.stderr)
            assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr
    for ca, said in [(tmp_path / "none", "can't be read"), (other.key, "holds no certificate")]:
        assert said in run("send", "lobby", "text", "--server", "https://localhost:1", "--ca", ca).stderr


def test_a_screen_goes_on_while_the_server_can_not_be_trusted(shared, certificate, chat):
    address = SimpleNamespace(url=f"https://localhost:{shared.port}")
    screen = chat(address, columns=120)
    screen.until("The certificate of localhost is not trusted").until("Trying again.")
    screen.send("written meanwhile")
    screen.until("written meanwhile … waiting")
    screen.type("\x03")
    assert screen.end() == 0
    again = chat(address, "--ca", certificate.certificate, columns=120)
    again.until("ann on localhost").delivered("written meanwhile")


def test_bench_over_wss(shared, certificate):
    ended = run(
        "bench", "--server", f"https://localhost:{shared.port}", "--ca", certificate.certificate, "--connections", "20", "--messages", "50",
        "--warmup", "0", "--quiet")
    assert ended.returncode == 0, ended.stderr
