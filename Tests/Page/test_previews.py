"""What linked pages say of themselves, below the messages on the page."""

import pytest
from files import picture
from playwright.sync_api import expect
from site_pages import Site
from test_albums import photos
from test_place import LINES, PLACE, drift
from visitors import SIZES, Server

HEAD = """<!doctype html><title>{title}</title><meta property="og:site_name" content="Birds">
<meta name="description" content="They sleep, eat and mate on the wing.">{more}"""


@pytest.fixture
def site():
    site = Site("127.0.0.1")
    yield site
    site.close()


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "data", "--link-previews", "on", "--link-preview-network", "127.0.0.1").start()
    yield server
    server.kill()


def put(site, path, title, more=""):
    site.pages[path] = (HEAD.format(title=title, more=more), {})
    return site.origin + path


def test_a_link_shows_what_its_page_is(visit, site):
    ann, bob = visit().enter("ann"), visit(viewport=SIZES["phone"]).enter("bob")
    link = put(site, "/swifts", "Swifts <b>never</b> land", '<meta property="og:image" content="/bird.jpg">')
    site.pages["/bird.jpg"] = (picture(ann.page, 640, 360), {"Content-Type": "image/jpeg"})
    asked = []
    bob.page.on("request", lambda request: asked.append(request.url))
    ann.say(f"Look: {link}")
    for reader in (ann, bob):
        card = reader.page.locator(".message .link-card")
        expect(card).to_contain_text("Swifts <b>never</b> land")
        expect(card).to_contain_text("They sleep, eat and mate on the wing.")
        expect(card.locator(".link-site")).to_have_text("Birds")
        expect(card).to_have_attribute("href", link)
        expect(card).to_have_attribute("rel", "noopener noreferrer nofollow")
        box, bubble = card.bounding_box(), reader.page.locator(".bubble").bounding_box()
        time = reader.page.locator(".message .meta time").bounding_box()
        assert time["y"] >= box["y"] + box["height"] - 1, "the time is below the card"
        below = bubble["y"] + bubble["height"] - box["y"] - box["height"]
        assert time["y"] + time["height"] <= bubble["y"] + bubble["height"] and below < 26, "without an empty line"
        assert box["width"] >= 150 and box["y"] + box["height"] <= bubble["y"] + bubble["height"]
        image = card.locator("img")
        reader.page.wait_for_function("(image) => image.complete && image.naturalWidth === 640", arg=image.element_handle())
    # The page learns nothing of those who read the link.
    assert asked and not any(url.startswith(site.origin) for url in asked)
    # It is drawn anew with its row, without a request.
    before = len(asked)
    ann.message(f"Look: {link}").hover()
    ann.message(f"Look: {link}").get_by_role("button", name="React with 👍").click()
    expect(bob.page.locator(".reactions button")).to_have_text("👍 1")
    expect(bob.page.locator(".message .link-card")).to_contain_text("Swifts")
    assert not any("/v1/previews" in url for url in asked[before:])


def test_cards_are_there_again_after_a_reload(visit, site):
    ann = visit().enter("ann")
    ann.say(put(site, "/", "Title"))
    card = ann.page.locator(".message .link-card")
    expect(card).to_contain_text("Title")
    # The texts are drawn from what this browser keeps, before the server is asked.
    ann.page.reload()
    expect(card).to_contain_text("Title")
    expect(card).to_have_count(1)


def test_a_busy_server_is_asked_again_and_a_lasting_answer_is_kept(visit, site):
    ann = visit().enter("ann")
    asked = []

    def answer(route):
        asked.append(route.request.url)
        if len(asked) > 2:
            route.continue_()
        else:
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={})

    ann.page.route("**/v1/previews*", answer)
    ann.say(put(site, "/", "Title"))
    expect(ann.page.locator(".message .link-card")).to_contain_text("Title")
    assert len(asked) == 3


def test_a_message_that_may_not_be_read_any_more_is_no_link_without_a_preview(visit, site):
    ann = visit().enter("ann")
    link = put(site, "/", "Title")
    ann.page.route("**/v1/previews*", lambda route: route.fulfill(status=404, json={}))
    ann.say(link)
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    ann.page.unroute("**/v1/previews*")
    ann.say(f"again: {link}")
    expect(ann.message(f"again: {link}").locator(".link-card")).to_contain_text("Title")


def test_the_caption_of_an_album_has_its_card(visit, site):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.fill(f"Look: {put(site, '/', 'Swifts never land')}")
    ann.send(*photos(ann, 2))
    for visitor in (ann, bob):
        expect(visitor.page.locator(".album .bubble > .said + .link-card")).to_contain_text("Swifts never land")
    bob.page.reload()
    expect(bob.page.locator(".album .link-card")).to_have_count(1)


def test_cards_come_without_the_view_jumping(visit, site, robot):
    texts = [put(site, f"/{number}", f"Page {number}") if number % 2 else f"line {number}\n" + "more " * number for number in range(50)]
    robot("bob", texts=texts)
    ann = visit().enter("ann")
    expect(ann.page.locator(".link-card").last).to_contain_text("Page 49")
    ann.page.evaluate("""() => {
        const scroller = document.querySelector("#scroller");
        scroller.scrollTop -= 2000;
        window.drift = [];
        const edge = scroller.getBoundingClientRect().top;
        const top = ({ seq }) => document.querySelector(`[data-seq="${seq}"]`).getBoundingClientRect().top;
        new MutationObserver((changes) => {
            const cards = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.className === "link-card");
            if (cards.length > 0 && window.anchor) window.drift.push(top(window.anchor) - window.anchor.top);
        }).observe(scroller, { childList: true, subtree: true });
        requestAnimationFrame(() => requestAnimationFrame(() => {
            const row = [...scroller.querySelectorAll("[data-seq]")].find((row) => row.getBoundingClientRect().top >= edge);
            window.anchor = { seq: row.dataset.seq, top: row.getBoundingClientRect().top };
        }));
    }""")
    ann.page.wait_for_function("() => window.drift.length >= 3")
    assert max(abs(drift) for drift in ann.page.evaluate("() => window.drift")) <= 1


def test_a_picture_that_can_not_be_loaded_goes_without_the_view_jumping(visit, site, robot):
    link = put(site, "/", "Title", '<meta property="og:image" content="/bird.jpg">')
    ann = visit()
    site.pages["/bird.jpg"] = (picture(ann.page, 640, 360), {"Content-Type": "image/jpeg"})
    held = []
    ann.page.route("**/v1/previews/images/*", lambda route: held.append(route))
    robot("bob", texts=[link, *LINES[:30]])
    ann.enter("ann")
    expect(ann.message(LINES[29])).to_be_in_viewport()
    ann.scroll(0)
    image = ann.page.locator(".link-image")
    expect(image).to_have_count(1)
    ann.page.wait_for_function("() => document.querySelector('.link-image').getBoundingClientRect().height > 50")
    # The next message is the first on the screen.
    ann.scroller.evaluate("(scroller) => { scroller.scrollTop += scroller.querySelectorAll('.message')[1].getBoundingClientRect().top - scroller.getBoundingClientRect().top }")
    place = ann.scroller.evaluate(PLACE)
    while not held:
        drift(ann, place)
    held[0].fulfill(status=404)
    expect(image).to_have_count(0)
    assert drift(ann, place) <= 1


def test_a_server_without_the_option_is_not_asked(chromium, tmp_path, site):
    from visitors import Visitor

    server = Server(tmp_path / "data").start()
    ann = Visitor(chromium, server).enter("ann")
    asked = []
    ann.page.on("request", lambda request: asked.append(request.url))
    try:
        ann.say(put(site, "/", "Title"))
        expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
        # The page's own observer was told of the message before this one is.
        ann.page.evaluate("""() => new Promise((seen) => new IntersectionObserver(seen).observe(document.querySelector(".message .said")))""")
        expect(ann.page.locator(".link-card")).to_have_count(0)
        assert not any("/v1/previews" in url for url in asked)
    finally:
        ann.context.close()
        server.kill()
