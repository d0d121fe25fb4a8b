"""Behind real proxies, with the configurations of docs/proxies; and what clients claim that are no proxies."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess

import pytest

from certificates import Certificate
from deadline import eventually
from martlet_server import ROOT, run
from ports import free_ports
from raw import RawSocket, RawWebSocket
from uploads import new_id
from v1 import V1

NAME = "chat.example.org"
SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Certificate(tmp_path_factory.mktemp("certificate"), names=f"DNS:{NAME},DNS:localhost")


class Proxy:
    """A proxy of docs/proxies in front of a server, on free ports."""

    def __init__(self, kind, folder, server, certificate):
        self.plain_port, self.port, self.line_port = free_ports(3)
        self.log = folder / "proxy.log"
        both = folder / "both.pem"
        both.write_text(certificate.certificate.read_text() + certificate.key.read_text())
        self.changes = {
            f"/etc/ssl/{NAME}.pem": certificate.certificate, f"/etc/ssl/private/{NAME}.key": certificate.key,
            f"/etc/ssl/private/{NAME}.both.pem": both, "127.0.0.1:8080": f"127.0.0.1:{server.port}",
            "127.0.0.1:8081": f"127.0.0.1:{server.line_port}"}
        command = getattr(self, kind)(folder)
        environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=environment)
        eventually(self.answers, "the proxy answers")

    def configuration(self, folder, name, **changes):
        text = (ROOT / "docs" / "proxies" / name).read_text()
        for old, new in (self.changes | changes).items():
            text = text.replace(old, str(new))
        file = folder / name
        file.write_text(text)
        return file

    def nginx(self, folder):
        self.changes |= {
            "listen 80;": f"listen {self.plain_port};", "listen 443 ssl": f"listen {self.port} ssl",
            "listen 8443 ssl": f"listen {self.line_port} ssl", "/run/nginx.pid": folder / "nginx.pid",
            "/var/log/nginx/access.log": folder / "access.log"}
        return [
            "/usr/sbin/nginx", "-p", str(folder), "-c", str(self.configuration(folder, "nginx.conf")), "-g",
            "daemon off; master_process off; error_log stderr;"]

    def haproxy(self, folder):
        self.changes |= {
            "bind :80\n": f"bind 127.0.0.1:{self.plain_port}\n", "bind :443 ": f"bind 127.0.0.1:{self.port} ",
            "bind :8443 ": f"bind 127.0.0.1:{self.line_port} "}
        return ["/usr/sbin/haproxy", "-db", "-f", str(self.configuration(folder, "haproxy.cfg"))]

    def caddy(self, folder):
        self.changes |= {"admin off": f"admin off\n\thttp_port {self.plain_port}\n\thttps_port {self.port}"}
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(self.configuration(folder, "Caddyfile"))]

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture
def behind(serve, tmp_path, certificate):
    """Starts a server and a proxy in front of it: behind("nginx", *flags)."""
    started = []

    def start(kind, *flags):
        program = shutil.which(kind, path=os.environ["PATH"] + ":/usr/sbin")
        if program is None:
            pytest.skip(f"{kind} is not installed: Scripts/setup.sh test")
        described = re.findall(r"#   martlet serve (.*)", (ROOT / "docs" / "proxies" / {
            "nginx": "nginx.conf", "haproxy": "haproxy.cfg", "caddy": "Caddyfile"}[kind]).read_text())
        server = serve(*described[0].split(), *flags)
        folder = tmp_path / kind
        folder.mkdir()
        proxy = Proxy(kind, folder, server, certificate)
        started.append(proxy)
        return server, proxy

    yield start
    for proxy in started:
        proxy.stop()


def connect(proxy, certificate, source="127.0.0.1", **options):
    return RawWebSocket(proxy, tls=certificate.client(), source=source, host=NAME, **options)


def ask(proxy, certificate, request, port=None, source=None):
    with RawSocket(port or proxy.port, tls=certificate and certificate.client(), source=source, host=NAME) as raw:
        raw.write(request)
        return raw.read_to_end()


@pytest.mark.parametrize("kind", ["nginx", "haproxy", "caddy"])
def test_page_websockets_and_files(behind, certificate, kind):
    server, proxy = behind(kind)
    page = ask(proxy, certificate, f"GET / HTTP/1.1\r\nHost: {NAME}\r\nAccept: text/html\r\nConnection: close\r\n\r\n")
    head = page.split(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.1 200 ") and b"content-type: text/html" in head
    assert b"strict-transport-security: max-age=" in head, "the proxy says that it was https"
    plain = ask(proxy, None, f"GET /a?b HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n", proxy.plain_port)
    assert plain.split(b" ", 2)[1] in (b"301", b"308") and f"https://{NAME}".encode() in plain
    with connect(proxy, certificate, hello=True, join=["lobby"], origin=f"https://{NAME}") as ann:
        token = ann.welcome["token"]
        with V1(server, "bob") as bob:
            bob.send("hello")
            read_up_to(ann, b'"hello"')
        body = os.urandom(1 << 20)
        path = f"/v1/files/{new_id()}?name=x.bin"
        put = (
            f"PUT {path} HTTP/1.1\r\nHost: {NAME}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/octet-stream\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode()
        answer = ask(proxy, certificate, put + body)
        assert answer.split(b" ", 2)[1] == b"201", answer[:500]
        got = ask(proxy, certificate, f"GET {path.split('?')[0]} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n")
        assert got.split(b" ", 2)[1] == b"200" and got.endswith(body)
    assert not (proxy.log.parent / "access.log").exists() or "/v1/files/" not in (proxy.log.parent / "access.log").read_text()


def read_up_to(websocket, wanted):
    """Reads up to the frame that contains `wanted`."""
    while wanted not in websocket.read_frame()[1]:
        pass


@pytest.mark.parametrize("kind", ["nginx", "haproxy", "caddy"])
def test_limits_count_the_proxys_clients(behind, certificate, kind):
    server, proxy = behind(kind, "--connections-per-address", "2")
    with contextlib.ExitStack() as stack:
        for source in ("127.0.0.2", "127.0.0.3"):
            for _ in range(2):
                stack.enter_context(connect(proxy, certificate, source, hello=True))
            with pytest.raises(AssertionError, match="429"):
                # What a client says of itself changes nothing.
                connect(proxy, certificate, source, X_Forwarded_For="127.0.0.9", Forwarded="for=127.0.0.9")
        # The page is had all the same: an HTTP connection of the proxy has many clients.
        page = ask(proxy, certificate, f"GET / HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n", source="127.0.0.2")
        assert page.split(b" ", 2)[1] == b"200"
    eventually(lambda: server.connections() == 0, "all are gone")
    connect(proxy, certificate, "127.0.0.2").close()


@pytest.mark.parametrize("kind", ["nginx", "haproxy"])
def test_lines_through_the_proxy(behind, certificate, kind):
    if kind == "nginx" and not pathlib.Path("/usr/lib/nginx/modules/ngx_stream_module.so").exists():
        pytest.skip("nginx has no stream module")
    server, proxy = behind(kind, "--connections-per-address", "2")
    with contextlib.ExitStack() as stack:
        def lines(source):
            raw = RawSocket(proxy.line_port, tls=certificate.client(), source=source, host=NAME)
            return stack.enter_context(raw)

        first, second, other = lines("127.0.0.2"), lines("127.0.0.2"), lines("127.0.0.3")
        for number, raw in enumerate((first, second, other)):
            raw.write(f"iam:nick{number}\nmsg:hello {number}\n")
            read = b""
            while f"nick{number}:hello {number}\n".encode() not in read:
                chunk = raw.receive()
                assert chunk, read
                read += chunk
        assert lines("127.0.0.2").read_to_end() == b"", "the third of one address"


# Without a proxy between: what its header may be.

def proxy_v2(source, command=0x21, length=None):
    body = socket.inet_aton(source) + socket.inet_aton("127.0.0.1") + struct.pack(">HH", 1, 2)
    return SIGNATURE + bytes([command, 0x11]) + struct.pack(">H", len(body) if length is None else length) + body


def opens(server, source="127.0.0.1", before=b"", **headers):
    """A WebSocket, or nothing where it is refused."""
    try:
        return RawWebSocket(server, source=source, before=before, **headers)
    except (AssertionError, EOFError, OSError):
        return None


def count(server, attempts):
    """How many of these WebSockets are open together."""
    with contextlib.ExitStack() as stack:
        opened = [one for one in (opens(server, **attempt) for attempt in attempts) if one]
        for one in opened:
            stack.enter_context(one)
        return len(opened)


def test_a_forgotten_proxy_is_warned_of_once(serve):
    server = serve()
    server.get("/health")
    assert "proxy" not in server.log
    for header in ("Forwarded", "X-Forwarded-For", "forwarded"):
        assert server.get("/health", {header: "for=203.0.113.1"})[0] == 200
    assert server.log.count("--trusted-proxy 127.0.0.1 --proxy-header forwarded") == server.log.count("warning") == 1
    assert "203.0.113.1" not in server.log
    # A WebSocket's request counts, too, and a proxy that is named is not warned of.
    for flags in ([], ["--trusted-proxy", "10.0.0.0/8"]):
        server = serve(*flags)
        RawWebSocket(server, X_Forwarded_For="203.0.113.1").close()
        assert ("clients have no limits by address: start the server with --trusted-proxy 127.0.0.1." in server.log) == (not flags)


def test_nobody_else_is_believed(serve):
    server = serve("--trusted-proxy", "127.0.0.2", "--trusted-proxy", "10.0.0.0/8", "--connections-per-address", "3")
    claims = [{"X_Forwarded_For": f"192.0.2.{number}"} for number in range(10)]
    assert count(server, [{"source": "127.0.0.2"} | claim for claim in claims]) == 10
    assert count(server, [{"source": "127.0.0.3"} | claim for claim in claims]) == 3, "no proxy of ours"
    assert count(server, [{"source": "127.0.0.2", "X_Forwarded_For": f"9.9.9.{number}, 192.0.2.1"} for number in range(10)]) == 3
    assert count(server, [{"source": "127.0.0.2", "X_Forwarded_For": f"192.0.2.{number}, 10.1.1.1"} for number in range(10)]) == 10
    assert count(server, [{"source": "127.0.0.2", "X_Forwarded_For": f"garbage{number}"} for number in range(10)]) == 3
    assert count(server, [{"source": "127.0.0.2", "X_Forwarded_For": "127.0.0.1"} for _ in range(10)]) == 3, "not local by claim"
    assert count(server, [{"source": "127.0.0.2", "Forwarded": f"for=192.0.2.{number}"} for number in range(5)]) == 3, "the proxy's own"
    hops = ", ".join(f"8.8.{number}.8" for number in range(200))
    assert count(server, [{"source": "127.0.0.2", "X_Forwarded_For": f"{hops}, 192.0.2.1"} for _ in range(5)]) == 3


def test_the_header_of_rfc_7239(serve):
    server = serve("--trusted-proxy", "127.0.0.2", "--proxy-header", "forwarded", "--connections-per-address", "3")
    spoofed = [{"source": "127.0.0.2", "Forwarded": f'for="9.9.9.{number}, for=192.0.2.1'} for number in range(10)]
    assert count(server, spoofed) == 3
    claims = [{"source": "127.0.0.2", "Forwarded": f'for="[2001:db8:{number}::1]:80";proto=https'} for number in range(10)]
    assert count(server, claims) == 10
    with RawSocket(server.port, source="127.0.0.2") as raw:
        raw.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nForwarded: for=192.0.2.1;proto=https\r\nConnection: close\r\n\r\n")
        assert b"Strict-Transport-Security" in raw.read_to_end()
    with RawSocket(server.port, source="127.0.0.3") as raw:
        raw.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nForwarded: for=192.0.2.1;proto=https\r\nConnection: close\r\n\r\n")
        assert b"Strict-Transport-Security" not in raw.read_to_end()


def test_the_proxy_protocol_in_front_of_everything(serve, certificate):
    server = serve(
        "--trusted-proxy", "127.0.0.2", "--proxy-header", "proxy-protocol", "--line-proxy-protocol", "on", "--connections-per-address", "3",
        *certificate.flags)
    tls = certificate.client()

    def secure(source, before):
        """TLS behind the header, as a proxy passes it through."""
        raw = socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0), timeout=20)
        try:
            raw.sendall(before)
            wrapped = tls.wrap_socket(raw, server_hostname=NAME)
            wrapped.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return wrapped if wrapped.recv(65536).startswith(b"HTTP/1.1 200 ") else None
        except OSError:
            raw.close()
            return None

    def together(source, *headers):
        opened = [one for one in (secure(source, header) for header in headers) if one]
        for one in opened:
            one.close()
        return len(opened)

    assert together("127.0.0.2", *[proxy_v2(f"192.0.2.{number}") for number in range(10)]) == 10
    assert together("127.0.0.2", *[proxy_v2("192.0.2.77")] * 10) == 3
    assert together("127.0.0.2", *[b"PROXY TCP4 192.0.2.78 127.0.0.1 1 2\r\n"] * 10) == 3
    assert together("127.0.0.2", proxy_v2("192.0.2.1", command=0x20)) == 1, "a health check"
    for header in (b"", proxy_v2("192.0.2.1", command=0x31), proxy_v2("192.0.2.1", length=60_000), b"PROXY TCP4 x\r\n", SIGNATURE[:5] + b"x"):
        assert together("127.0.0.2", header) == 0, header
    assert together("127.0.0.3", proxy_v2("192.0.2.1")) == 0, "no proxy of ours"
    assert together("127.0.0.3", b"") == 1
    for port in (server.port, server.line_port):
        # Half a header has the deadline of a handshake.
        with RawSocket(port, source="127.0.0.2") as raw:
            raw.write(SIGNATURE)
            assert raw.read_to_end(30) == b""


def test_a_wrong_network(tmp_path):
    for text in ("10.0.0.0/33", "proxy.example.org", "10.0.0", "::/x"):
        ended = run("serve", "--data", tmp_path / "data", "--trusted-proxy", text)
        assert ended.returncode != 0 and "--trusted-proxy takes" in ended.stderr
