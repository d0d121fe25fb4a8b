"""The page while its server can't be reached, and after the server has another version."""

import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect
from test_rooms import said
from visitors import until, until_cached

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const names = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) names.push(new URL(url).pathname);
    return names;
}"""

REPLACED = "async (former) => { const names = await caches.keys(); return names.length === 1 && names[0] !== former; }"


def installed(visitor):
    visitor.page.wait_for_function(CONTROLLED)


def test_the_service_worker_keeps_only_the_languages_that_the_user_reads(visit, server):
    ann, bob = visit(service_workers="allow", locale="de-DE").open(), visit(service_workers="allow").open()
    kept = "async () => { const [name] = await caches.keys(); return (await (await caches.open(name)).keys()).map(({ url }) => url.split('/').at(-1)); }"
    for visitor, translations in ((ann, 2), (bob, 0)):
        visitor.page.locator("#name").fill(f"reader {translations}")
        visitor.page.locator("#enter").click()
        installed(visitor)
        names = visitor.page.evaluate(kept)
        assert sum(name.startswith(("de-", "emoji-names-de-")) for name in names) == translations
        assert not any(name.startswith(("he-", "emoji-names-he-")) for name in names)
    server.kill()
    for visitor, language in ((ann, "de"), (bob, "en")):
        visitor.page.reload()
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        expect(visitor.field).to_be_visible()


def test_without_its_server_a_reloaded_page_shows_its_rooms_and_sends_once_what_is_written(visit, server):
    ann, bob = visit(service_workers="allow").enter("ann"), visit().enter("bob")
    said(bob, "before")
    ann.join("garden")
    said(ann, "in the garden")
    ann.choose("lobby")
    until_cached(ann.page, "before")
    until_cached(ann.page, "in the garden")
    installed(ann)
    server.kill()
    ann.page.reload()
    expect(ann.message("before")).to_be_visible()
    expect(ann.rooms).to_have_text(["garden", "lobby"])
    ann.choose("garden")
    expect(ann.message("in the garden")).to_be_visible()
    ann.choose("lobby")
    ann.say("meanwhile")
    expect(ann.message("meanwhile")).to_have_attribute("data-state", "waiting")
    ann.page.reload()
    expect(ann.message("meanwhile")).to_be_visible()
    server.start()
    expect(ann.message("meanwhile")).to_have_attribute("data-state", "sent")
    expect(bob.message("meanwhile")).to_have_count(1)
    expect(bob.texts).to_have_text(["before", "meanwhile"])


@pytest.mark.parametrize("opens_offline", [False, True], ids=["server back first", "browser back first"])
def test_what_was_not_sent_when_the_browser_was_closed_is_sent_once(own_browser, visit, server, opens_offline):
    """The whole browser ends, not only the page: what it sends next is from its disk."""
    ann, bob = own_browser(service_workers="allow").enter("ann"), visit().enter("bob")
    said(bob, "before")
    until_cached(ann.page, "before")
    installed(ann)
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    for text in ("one", "two"):
        ann.say(text)
        expect(ann.message(text)).to_have_attribute("data-state", "waiting")
    ann.leave()
    if not opens_offline:
        server.start()
    ann = own_browser(service_workers="allow").open()
    if opens_offline:
        for text in ("one", "two"):
            expect(ann.message(text)).to_be_visible()
        server.start()
    for text in ("one", "two"):
        expect(ann.message(text)).to_have_attribute("data-state", "sent")
    expect(bob.texts).to_have_text(["before", "one", "two"])
    # The same device and the same person, once more.
    ann.leave()
    ann = own_browser(service_workers="allow").open()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    said(ann, "three")
    for visitor in (ann, bob):
        expect(visitor.texts).to_have_text(["before", "one", "two", "three"])


def test_only_the_page_itself_is_kept(visit):
    ann = visit(service_workers="allow").enter("ann")
    ann.send(("note.txt", "text/plain", b"hello"))
    expect(ann.page.locator(".message")).to_have_attribute("data-state", "sent")
    installed(ann)
    ann.page.evaluate("async () => { for (const path of ['health', 'v1/accounts']) await fetch(path); }")
    kept = ann.page.evaluate(KEPT)
    assert "/" in kept and all(path == "/" or "-" in path for path in kept), kept
    assert not any(path.startswith(("/v1", "/health", "/sw")) for path in kept), kept
    answer = urlopen(Request(ann.server.url + "sw.js", headers={"Accept-Encoding": "gzip"}))
    assert answer.headers["Cache-Control"] == "no-cache"


class Upgrading(BaseHTTPRequestHandler):
    """Passes requests on to a server. The page's icon has another hash when `version` changes."""

    def do_GET(self):
        version = self.server.version
        path = self.path.lstrip("/").replace(f"icon-{version}", "icon-")
        with urlopen(Request(self.server.origin + path, headers={"Accept-Encoding": "gzip"})) as answer:
            body, headers = gzip.decompress(answer.read()), answer.headers
        if path in ("", "sw.js"):
            body = body.replace(b"icon-", f"icon-{version}".encode())
        self.send_response(200)
        for name in ("Content-Type", "Content-Security-Policy", "Cache-Control"):
            self.send_header(name, headers[name])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def test_a_newer_version_of_the_server_replaces_what_is_kept(chromium, server):
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Upgrading)
    proxy.origin, proxy.version = server.url, ""
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{proxy.server_port}/")
        page.evaluate("() => navigator.serviceWorker.register(trustedTypes.createPolicy('service-worker', { createScriptURL: () => '/sw.js' }).createScriptURL(''))")
        page.wait_for_function(CONTROLLED)
        former = page.evaluate("() => caches.keys()")
        assert len(former) == 1
        proxy.version = "2"
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        until(page, REPLACED, former[0])
        kept = page.evaluate(KEPT)
        assert any("icon-2" in name for name in kept), kept
    finally:
        context.close()
        proxy.shutdown()


def test_the_page_can_be_installed(visit):
    ann = visit().open()
    manifest = ann.page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
    assert manifest["display"] == "standalone" and manifest["start_url"] == "./"
    # Every icon is a picture of the size that the manifest says.
    size = "async (name) => { const image = new Image(); image.src = name; await image.decode(); return `${image.naturalWidth}x${image.naturalHeight}` }"
    for icon in manifest["icons"][1:]:
        assert ann.page.evaluate(size, icon["src"]) == icon["sizes"]
    assert ann.page.evaluate("async (name) => (await fetch(name)).status", manifest["icons"][0]["src"]) == 200
    assert ann.page.evaluate(size, ann.page.locator("link[rel=apple-touch-icon]").get_attribute("href")) == "180x180"
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    session = ann.context.new_cdp_session(ann.page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == [] and json.loads(told["data"]) == manifest
