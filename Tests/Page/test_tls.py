"""The page over https and wss."""

import subprocess

import pytest
from playwright.sync_api import expect
from visitors import Server


@pytest.fixture
def server(tmp_path):
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    server = Server(tmp_path / "data", "--tls-certificate", str(certificate), "--tls-key", str(key)).start()
    yield server
    server.kill()


def test_two_people_talk_and_send_a_file_over_tls(visit, server):
    assert server.url.startswith("https://")
    # The browser does not know who signed the certificate of this test.
    ann = visit(ignore_https_errors=True).enter("ann")
    bob = visit(ignore_https_errors=True).enter("bob")
    ann.say("hello")
    expect(bob.message("hello")).to_be_visible()
    bob.send(("notes.txt", "text/plain", b"contents " * 10_000))
    expect(ann.page.locator("#timeline").get_by_role("link", name="notes.txt")).to_be_visible()
    assert ann.page.evaluate("location.protocol") == "https:"
