"""Previews of the pages that messages link to (docs/protocol.md, "Link previews")."""

import threading
import time

import pytest

from accounts import ask
from deadline import eventually
from test_membership import make_group
from uploads import png
from v1 import V1
from website import WebSite

ON = ("--link-previews", "on", "--link-preview-network", "127.0.0.1")


@pytest.fixture
def site():
    site = WebSite()
    yield site
    site.close()


def preview(server, client, seq, room="lobby"):
    return ask(server, "GET", f"/v1/previews?room={room}&seq={seq}", token=client.token)


def preview_of(server, client, text):
    return preview(server, client, client.send(text)["seq"])


HEAD = """<!doctype html><html><head><meta charset="utf-8">
<!-- <meta property="og:title" content="not this"> -->
<script>var a = '<meta property="og:title" content="nor this">'</script>
<title>The &lt;title&gt;</title>
<meta property="og:title" content="Swifts &amp; martlets&#8212;birds">
<META NAME='description' CONTENT='They   never
 land.'><meta content=Birds property=og:site_name>
<meta property="og:image" content="/bird.png">
</head><body><meta property="og:description" content="of the body"></body></html>"""


def test_a_page_says_what_it_is(serve, site):
    server = serve(*ON)
    link = site.page("/swifts", HEAD)
    image = png(640, 320, filler=100)
    site.page("/bird.png", image, "image/png")
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        assert ann.welcome["limits"]["previews"] is True
        seq = ann.send(f"Look: {link}.")["seq"]
        answer = preview(server, bob, seq)
        assert answer.status == 200, answer.body
        path = answer.json["image"].pop("path")
        assert answer.json == {
            "link": link, "title": "Swifts & martlets—birds", "summary": "They never land.", "site": "Birds",
            "image": {"path": path, "width": 640, "height": 320}}
        # An <img> has no token.
        picture = ask(server, "GET", path)
        assert (picture.status, picture.headers["Content-Type"], picture.body) == (200, "image/png", image)
        assert "sandbox" in picture.headers["Content-Security-Policy"]
        assert picture.headers["X-Content-Type-Options"] == "nosniff"
        # It is fetched once for all, and says nothing of who asks.
        assert preview(server, ann, seq).json == answer.json
        assert preview_of(server, bob, f"this one: {link}").json == answer.json
        assert site.asked == ["/swifts", "/bird.png"]


def test_the_first_link_counts_as_the_message_says_it_now(serve, site):
    server = serve(*ON)
    one, other = site.page("/one", "<title>One</title>"), site.page("/other", "<title>Other</title>")
    with V1(server, "ann") as ann:
        seq = ann.send(f"> {other}\n\n{one} and {other}")["seq"]
        assert preview(server, ann, seq).json["title"] == "One"
        ann.change("edit", of=seq, text=f"rather {other}")
        assert preview(server, ann, seq).json["title"] == "Other"
        ann.change("delete", of=seq)
        assert preview(server, ann, seq).code == 150
        assert preview_of(server, ann, "no link here").status == 204


def test_people_who_may_not_read_a_message_learn_nothing(serve, site):
    server = serve(*ON)
    link = site.page("/secret", "<title>Secret</title>")
    with V1(server, "ann") as ann, V1(server, "eve") as eve:
        room = make_group(ann)
        seq = ann.send(link, room=room)["seq"]
        refused = preview(server, eve, seq, room)
        assert (refused.status, refused.code) == (404, 136)
        nowhere = preview(server, eve, seq, "g-" + "0" * 26)
        assert (nowhere.status, nowhere.json["code"]) == (refused.status, refused.code)
        assert ask(server, "GET", f"/v1/previews?room={room}&seq={seq}").code == 113
        assert site.asked == []
        assert preview(server, ann, seq, room).json["title"] == "Secret"


def test_without_the_option_nothing_is_fetched(server, site):
    link = site.page("/", "<title>Title</title>")
    with V1(server, "ann") as ann:
        assert "previews" not in ann.welcome["limits"]
        assert preview_of(server, ann, link).status == 404
    assert site.asked == []


@pytest.mark.parametrize("host", [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "0", "0.0.0.0"])
def test_what_only_the_server_reaches_is_not_fetched(serve, host):
    """Port 80 is one of those that are reached: the address alone is in the way."""
    try:
        site = WebSite("0.0.0.0", 80)
    except OSError as error:
        pytest.skip(f"port 80 is not free here: {error}")
    try:
        site.page("/", "<title>Intranet</title>")
        server = serve("--link-previews", "on")
        with V1(server, "ann") as ann:
            assert preview_of(server, ann, f"http://{host}/").status == 204
        assert site.asked == []
    finally:
        site.close()


def test_a_redirect_leads_nowhere_else(serve, site):
    server = serve(*ON)
    other = WebSite("127.0.0.2")
    try:
        target = other.page("/", "<title>Intranet</title>")
        with V1(server, "ann") as ann:
            assert preview_of(server, ann, site.redirect("/away", target)).status == 204
            assert other.asked == []
            page = site.page("/here", "<title>Here</title>")
            assert preview_of(server, ann, site.redirect("/to-here", "here")).json["title"] == "Here"
            assert preview_of(server, ann, site.redirect("/round", "/round")).status == 204
            assert site.asked.count("/round") == 4
            assert preview_of(server, ann, site.redirect("/file", "file:///etc/passwd")).status == 204
            # An image is a request like any other.
            pictured = site.page("/pictured", f'<title>Pictured</title><meta property="og:image" content="{target}">')
            assert "image" not in preview_of(server, ann, pictured).json
            assert other.asked == []
            assert preview_of(server, ann, page).json["title"] == "Here"
    finally:
        other.close()


def drip(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    for _ in range(3_000):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


def flood(handler):
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    handler.wfile.write(b"<title>Endless</title>")
    while True:
        handler.wfile.write(b"x" * 65_536)


def test_a_page_that_is_no_use_takes_little(serve, site):
    server = serve(*ON)
    site.pages |= {"/drip": drip, "/flood": flood, "/gone": (410, {"Content-Type": "text/html"}, b"<title>Gone</title>")}
    unread = '<title>Not\u202eRTL\u0007</title>' + '<meta name="a" content="' * 20_000
    pages = {
        site.url("/drip"): None, site.url("/gone"): None, site.url("/flood"): "Endless",
        site.page("/plain", "<title>Text</title>", "text/plain"): None,
        site.page("/untitled", "<p>no title"): None, site.page("/open", "<title>never closed"): "never closed",
        site.page("/hostile", unread): "NotRTL",
        site.page("/long", "<title>" + "ä" * 100_000 + "</title>"): "ä" * 120 + "…",
        site.page("/western", "<title>Caf\xe9 \x96 \x80</title>".encode("latin-1"), "text/html; charset=ISO-8859-1"): "Café – €",
        site.page("/picture", '<title>P</title><meta property="og:image" content="/plain">'): "P",
        site.page("/huge", '<title>H</title><meta property="og:image" content="/huge.png">'): "H",
        site.page("/large", '<title>L</title><meta property="og:image" content="/large.png">'): "L",
    }
    site.page("/huge.png", png(20_000, 20_000), "image/png")
    site.page("/large.png", png(4_001, 3_000), "image/png")
    with V1(server, "ann") as ann:
        seqs = {link: ann.send(link)["seq"] for link in pages}
        answers = {}

        def fetch(link):
            with V1(server, join=()) as reader:
                answers[link] = preview(server, reader, seqs[link])

        threads = [threading.Thread(target=fetch, args=(link,)) for link in pages]
        for thread in threads:
            thread.start()
        ann.request("ping")
        for thread in threads:
            thread.join()
        assert {link: answer.json["title"] if answer.status == 200 else None for link, answer in answers.items()} == pages
        assert not any("image" in answer.json for answer in answers.values() if answer.status == 200)


def test_fetches_are_counted_and_answers_are_not(serve, site):
    server = serve(*ON)
    with V1(server, "ann") as ann:
        links = [site.page(f"/{number}", f"<title>{number}</title>") for number in range(31)]
        seqs = [ann.send(link)["seq"] for link in links]
        answers = [preview(server, ann, seq) for seq in seqs]
        assert [answer.status for answer in answers[:30]] == [200] * 30
        refused = answers[30]
        assert (refused.status, refused.code) == (429, 207)
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        assert all(preview(server, ann, seq).status == 200 for seq in seqs[:30])


def test_a_site_is_not_asked_often_also_over_redirects(serve, site):
    """Three redirects and a page are four requests to one address."""
    server = serve(*ON)
    with V1(server, "ann") as ann:
        for number in range(16):
            site.page(f"/{number}/3", f"<title>{number}</title>")
            for step in range(3):
                site.redirect(f"/{number}/{step}", f"/{number}/{step + 1}")
        seqs = [ann.send(site.url(f"/{number}/0"))["seq"] for number in range(16)]
        answers = [preview(server, ann, seq) for seq in seqs]
        assert [answer.status for answer in answers[:15]] == [200] * 15
        assert (answers[15].status, answers[15].code) == (503, 201)
        assert 1 <= int(answers[15].headers["Retry-After"]) <= 60
        assert len(site.asked) == 60


def test_a_server_stops_while_pages_are_fetched(serve, site):
    server = serve(*ON)
    site.pages["/drip"] = drip
    with V1(server, "ann") as ann:
        seqs = [ann.send(site.url("/drip") + f"?{number}")["seq"] for number in range(12)]
        site.pages |= {f"/drip?{number}": drip for number in range(12)}
        threads = [threading.Thread(target=outcome, args=(server, ann, seq)) for seq in seqs]
        for thread in threads:
            thread.start()
        eventually(lambda: len(site.asked) >= 8, "pages are fetched")
        assert server.stop(20) == 0
        for thread in threads:
            thread.join()


def outcome(server, client, seq):
    """The answer, if the server does not end first."""
    try:
        return preview(server, client, seq)
    except OSError:
        return None
