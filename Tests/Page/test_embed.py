"""The chat as an element in the pages of another site (docs/embed.md)."""

import pytest
from files import picture
from playwright.sync_api import expect
from site_pages import ISSUER, Site, signed_token
from test_page import check
from visitors import Server, Visitor, until

SECRET = b"0123456789abcdef0123456789abcdef"
HOSTILE = """<style>
* { all: unset; color: red !important; --accent: lime; --ink: lime; letter-spacing: 9px }
html { font-size: 40px } div, dialog, button, svg { display: none !important } .page { display: none !important }
@font-face { font-family: "Picture Letters"; src: local("No such font") }
</style>"""
HEARD = """<script>
window.heard = [];
const chat = document.querySelector("martlet-chat");
for (const name of ["unread", "connection", "room", "token"]) chat.addEventListener(name, ({ detail }) => heard.push([name, detail]));
</script>"""


@pytest.fixture
def site():
    site = Site()
    yield site
    site.close()


@pytest.fixture
def server(tmp_path, site):
    (tmp_path / "secret").write_bytes(SECRET)
    (tmp_path / "secret").chmod(0o600)
    tokens = ["--tokens", str(tmp_path / "secret"), "--token-issuer", ISSUER]
    server = Server(tmp_path / "data", "--allow-origin", site.origin, *tokens).start()
    yield server
    server.kill()


def open_at(visitor, address):
    visitor.page.goto(address)
    return visitor


def enter_at(visitor, address, name, chat="martlet-chat"):
    """Enters the chat of another site's page as a guest."""
    open_at(visitor, address)
    element = visitor.page.locator(chat)
    element.get_by_label("Your name").fill(name)
    element.get_by_role("button", name="Join").click()
    expect(element.locator("#connection")).to_have_attribute("data-state", "ready")
    return visitor


def test_the_element_speaks_the_language_of_its_attribute_or_of_what_is_around_it(visit, site, server):
    """Another language starts it anew; another tag of the same language changes nothing."""
    ann = open_at(visit(), site.put(server, '<main lang="he"><martlet-chat lang="de_AT"></martlet-chat></main>'))
    chat, root = ann.page.locator("martlet-chat"), ann.page.locator("martlet-chat .page")
    chat.get_by_label("Dein Name").fill("ann")
    ann.page.evaluate("() => { document.querySelector('martlet-chat').lang = 'de' }")
    expect(chat.get_by_label("Dein Name")).to_have_value("ann")
    expect(root).to_have_attribute("lang", "de")
    ann.page.evaluate("() => document.querySelector('martlet-chat').removeAttribute('lang')")
    expect(root).to_have_attribute("lang", "he")
    expect(root).to_have_attribute("dir", "rtl")
    # An invalid tag is like that of a language without a translation.
    ann.page.evaluate("() => { document.querySelector('martlet-chat').lang = 'not a language!' }")
    expect(root).to_have_attribute("lang", "en")
    expect(chat.get_by_label("Your name")).to_be_visible()


def test_people_of_another_site_and_of_the_page_talk_and_show_pictures(visit, site, server):
    ann = enter_at(visit(), site.put(server), "ann")
    bob = visit().enter("bob")
    bob.say("Hello from the page")
    expect(ann.message("Hello from the page")).to_be_visible()
    ann.say("Hello from the shop 👋")
    expect(bob.message("Hello from the shop 👋")).to_be_visible()
    for sender, reader in ((ann, bob), (bob, ann)):
        sender.send(("view.png", "image/png", picture(bob.page, 300, 200, "image/png")))
        shown = reader.page.locator(".other img.media").last
        until(reader.page, "async (image) => image.complete && image.naturalWidth > 0", shown.element_handle())


@pytest.fixture
def other_server(tmp_path, site):
    """Another server that allows the site."""
    (tmp_path / "other").mkdir()
    server = Server(tmp_path / "other" / "data", "--allow-origin", site.origin).start()
    yield server
    server.kill()


def test_the_element_talks_to_the_server_of_its_attribute(visit, chromium, site, server, other_server):
    """The script comes from one server, and people and messages are on another."""
    ann = enter_at(visit(), site.put(server, f'<martlet-chat server="{other_server.url}"></martlet-chat>'), "ann")
    here = visit().enter("eve")
    there = Visitor(chromium, other_server).enter("bob")
    try:
        there.say("Hello from the other server")
        expect(ann.message("Hello from the other server")).to_be_visible()
        ann.say("Hello from the shop")
        expect(there.message("Hello from the shop")).to_be_visible()
        # Files, too, come from where the messages are.
        ann.send(("view.png", "image/png", picture(there.page, 300, 200, "image/png")))
        shown = there.page.locator(".other img.media").last
        until(there.page, "async (image) => image.complete && image.naturalWidth > 0", shown.element_handle())
        expect(here.texts).to_have_count(0)
        expect(here.page.locator("#members bdi")).to_have_text(["eve"])
        # Without the attribute it is the server of the script.
        ann.page.evaluate("() => document.querySelector('martlet-chat').removeAttribute('server')")
        chat = ann.page.locator("martlet-chat")
        chat.get_by_label("Your name").fill("ann")
        chat.get_by_role("button", name="Join").click()
        expect(ann.connection).to_have_attribute("data-state", "ready")
        here.say("Hello from the first server")
        expect(ann.message("Hello from the first server")).to_be_visible()
        expect(ann.texts).to_have_count(1)
    finally:
        there.leave()
    assert there.errors == []


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_picker_of_a_narrow_element_stands_at_its_button_in_the_window(visit, site, server, side, direction):
    element = f'<martlet-chat style="position:absolute;top:20px;{side}:0;width:340px;height:320px"></martlet-chat>'
    ann = enter_at(visit(), site.put(server, f'<div dir="{direction}">{element}</div>'), "ann")
    expect(ann.page.locator("#find-button")).to_be_hidden()
    button = ann.page.locator("#emoji")
    button.click()
    picker, at = ann.page.locator("#picker").bounding_box(), button.bounding_box()
    assert picker["x"] >= 0 and picker["x"] + picker["width"] <= 1280
    assert picker["y"] >= 0 and picker["y"] + picker["height"] <= 800
    assert picker["x"] <= at["x"] and at["x"] + at["width"] <= picker["x"] + picker["width"]
    assert 0 <= picker["y"] - at["y"] - at["height"] < 20


def test_the_sites_page_stays_its_own(visit, site, server):
    frame = '<link rel="icon" href="data:,"><style>h1 { color: rgb(1, 2, 3) } button { color: rgb(4, 5, 6) }</style>'
    body = f'<h1>Shop</h1><button>Buy</button><input id="find"><script>document.querySelector("#find").focus()</script><div style="height:3000px"></div><martlet-chat></martlet-chat>{HEARD}'
    look = """() => [...document.querySelectorAll("h1, button, body, html")].map((one) => {
        const { color, backgroundColor, font, margin, padding, display, overflow, position, boxSizing, cursor, border } = getComputedStyle(one);
        return [color, backgroundColor, font, margin, padding, display, overflow, position, boxSizing, cursor, border].join(" ");
    })"""
    ann = open_at(visit(service_workers="allow"), site.put(server, body.partition("<martlet-chat>")[0], frame, path="/plain"))
    plain = ann.page.evaluate(look)
    open_at(ann, site.put(server, body, frame) + "#basket")
    page = ann.page
    expect(page.get_by_label("Your name")).to_be_visible()
    assert page.evaluate(look) == plain
    assert page.evaluate("() => [document.activeElement.id, scrollY]") == ["find", 0], "nobody has asked for the chat"
    page.get_by_label("Your name").fill("ann")
    page.get_by_label("Your name").press("Enter")
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.field).to_be_focused()
    ann.say("hello")
    expect(ann.message("hello")).to_have_attribute("data-state", "sent")
    ann.line("lobby").locator("a").click()
    assert page.title() == "Shop" and page.url.endswith("#basket")
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    expect(page.locator("#notify")).to_be_hidden()
    page.locator("#find").focus()
    stopped = """() => ["keydown", "dragover", "drop", "paste"].map((type) => {
        const event = type === "keydown" ? new KeyboardEvent(type, { key: "k", ctrlKey: true, bubbles: true, cancelable: true, composed: true })
            : type === "paste" ? new ClipboardEvent(type, { bubbles: true, cancelable: true, composed: true, clipboardData: new DataTransfer() })
            : new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer: new DataTransfer() });
        if (type !== "keydown") (event.clipboardData ?? event.dataTransfer).items.add(new File(["x"], "x.txt"));
        document.querySelector("#find").dispatchEvent(event);
        return event.defaultPrevented;
    })"""
    assert page.evaluate(stopped) == [False] * 4, "what happens elsewhere in the page is not for the chat"
    assert page.evaluate("() => document.activeElement.id") == "find"
    assert page.evaluate("() => Object.keys(localStorage).filter((name) => !name.startsWith('martlet '))") == []


def test_what_is_typed_in_the_chat_is_not_for_the_sites_shortcuts(visit, site, server):
    keys = """<script>window.keys = [];
    for (const type of ["keydown", "keypress", "keyup"]) document.addEventListener(type, ({ key }) => keys.push(key));
    </script>"""
    ann = enter_at(visit(), site.put(server, f"<martlet-chat></martlet-chat>{keys}"), "ann")
    ann.field.click()
    ann.page.keyboard.type("k/")
    ann.page.keyboard.press("ArrowLeft")
    ann.page.keyboard.press("Escape")
    expect(ann.field).to_have_value("k/")
    assert set(ann.page.evaluate("() => keys")) == {"Escape"}
    ann.page.keyboard.press("Enter")
    expect(ann.message("k/")).to_be_visible()


def test_a_site_that_is_not_allowed_says_so_and_nothing_works(visit, server):
    stranger = Site()
    ann = visit()
    sockets, asked = [], []
    ann.page.on("websocket", lambda socket: sockets.append(socket.url))
    ann.page.on("request", lambda request: asked.append(request.url))
    open_at(ann, stranger.put(server))
    alert = ann.page.get_by_role("alert")
    expect(alert).to_contain_text(f"Pages of {stranger.origin} may not show the chat of")
    expect(alert).to_contain_text(f"--allow-origin {stranger.origin}")
    assert ann.page.locator("#introduction").count() == 0 and sockets == []
    parts = [url for url in asked if "/style-" in url or "/main-" in url]
    assert len(parts) == 2, "it is the server that refuses"
    refusal = """async ([server, parts]) => {
        const read = await Promise.allSettled([...parts, server + "v1/accounts"].map((address) => fetch(address)));
        const socket = new WebSocket(server.replace("http", "ws") + "v1");
        const opened = await new Promise((done) => { socket.onopen = () => done(true); socket.onerror = () => done(false); });
        return [read.some(({ status }) => status === "fulfilled"), opened];
    }"""
    assert ann.page.evaluate(refusal, [server.url, parts]) == [False, False]
    ann.errors.clear()
    stranger.close()


def test_a_server_that_cannot_be_reached_is_tried_again(visit, site, server):
    ann = visit()
    ann.page.route("**/*-*.css", lambda route: route.abort())
    ann.page.route("**/embed.js", lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_())
    open_at(ann, site.put(server))
    expect(ann.page.get_by_role("alert")).to_contain_text("can’t be reached")
    ann.page.unroute("**/*-*.css")
    ann.page.get_by_role("button", name="Try again").click()
    expect(ann.page.get_by_label("Your name")).to_be_visible()
    ann.errors.clear()


def test_a_page_that_is_older_than_the_server_is_to_be_reloaded(visit, site, server):
    ann = enter_at(visit(), site.put(server), "ann")
    # The server has been updated: it has no files of the former version, and its element names
    # others.
    ann.page.route("**/main-*.js*", lambda route: route.fulfill(status=404))
    newer = {"content_type": "text/javascript", "headers": {"Access-Control-Allow-Origin": "*"}, "body": 'import("./main-NEWER000.js")'}
    ann.page.route("**/embed.js", lambda route: route.fulfill(**newer))
    ann.page.evaluate("() => { const chat = document.querySelector('martlet-chat'); chat.replaceWith(chat.cloneNode()) }")
    expect(ann.page.get_by_role("alert")).to_contain_text("has a new version. Reload this page.")
    ann.errors.clear()


LOOK = """() => {
    const root = document.querySelector("martlet-chat").shadowRoot;
    const properties = ["color", "backgroundColor", "fontSize", "fontFamily", "letterSpacing", "display", "padding", "borderRadius", "width", "height"];
    return [...root.querySelectorAll(".page *")].filter((one) => one.getClientRects().length).map((one) => {
        const style = getComputedStyle(one);
        return [one.tagName, one.id, ...properties.map((name) => style[name])].join(" ");
    });
}"""


def test_a_hostile_style_sheet_of_the_site_changes_nothing(visit, site, server):
    chat = '<martlet-chat room="lobby" style="display:block!important;height:600px!important;width:1000px!important;visibility:visible!important"></martlet-chat>'
    ann = enter_at(visit(), site.put(server, chat, path="/calm"), "ann")
    ann.say("hello")
    expect(ann.message("hello")).to_have_attribute("data-state", "sent")
    looks = []
    for address in (site.put(server, chat, path="/calm"), site.put(server, chat, HOSTILE, path="/hostile")):
        open_at(ann, address)
        expect(ann.connection).to_have_attribute("data-state", "ready")
        expect(ann.message("hello")).to_be_visible()
        expect(ann.page.locator("#members li")).to_have_count(1)
        until(ann.page, "async () => document.querySelector('martlet-chat').shadowRoot.getAnimations().length === 0")
        looks.append(ann.page.evaluate(LOOK))
    assert len(looks[0]) > 60
    assert looks[0] == looks[1]


def test_without_any_height_the_chat_can_be_used(visit, site, server):
    ann = enter_at(visit(), site.put(server, head=HOSTILE), "ann")
    for number in range(30):
        ann.say(f"line {number}")
    expect(ann.message("line 29")).to_be_in_viewport()
    expect(ann.field).to_be_in_viewport()


def test_colors_are_those_of_the_site_or_of_the_theme(visit, site, server):
    style = "<style>martlet-chat { --martlet-accent: rgb(200, 0, 100); --martlet-surface: rgb(250, 240, 230) }</style>"
    ann = enter_at(visit(color_scheme="light"), site.put(server, '<martlet-chat theme="dark"></martlet-chat>', style), "ann")
    color = "(one) => getComputedStyle(one).backgroundColor"
    assert ann.page.locator("#send").evaluate(color) == "rgb(200, 0, 100)"
    assert ann.page.locator("#text").evaluate(color) == "rgb(250, 240, 230)"
    assert ann.page.locator(".page").evaluate(color) == "rgb(16, 22, 27)", "the page's dark color"
    assert ann.page.locator(".page").evaluate("(one) => getComputedStyle(one).colorScheme") == "dark"
    send = ann.page.locator("#send").element_handle()
    ann.page.evaluate("() => document.querySelector('martlet-chat').setAttribute('theme', 'light')")
    until(ann.page, "async () => getComputedStyle(document.querySelector('martlet-chat').shadowRoot.querySelector('.page')).colorScheme === 'light'")
    assert send.evaluate("(one) => one.isConnected"), "the chat has not begun again"


def test_its_width_decides_what_it_shows_and_not_that_of_the_window(visit, site, server):
    body = '<martlet-chat style="width: 380px" room="lobby"></martlet-chat>'
    ann = enter_at(visit(viewport={"width": 1400, "height": 800}), site.put(server, body), "ann")
    expect(ann.field).to_be_visible()
    expect(ann.page.locator("#room-list")).to_be_hidden()
    ann.page.get_by_role("button", name="Rooms").click()
    expect(ann.line("lobby")).to_be_visible()
    expect(ann.field).to_be_hidden()
    ann.line("lobby").locator("a").click()
    expect(ann.field).to_be_visible()
    ann.page.evaluate("() => { document.querySelector('martlet-chat').style.width = '1300px' }")
    expect(ann.line("lobby")).to_be_visible()
    expect(ann.field).to_be_visible()
    assert ann.page.url == site.origin + "/"


def test_the_site_is_told_of_unread_messages_and_can_go_to_a_room(visit, robot, site, server):
    ann = enter_at(visit(), site.put(server, f'<martlet-chat room="garden"></martlet-chat>{HEARD}'), "ann")
    expect(ann.page.locator("#room")).to_have_text("garden")
    ann.say("so that the room exists")
    expect(ann.message("so that the room exists")).to_have_attribute("data-state", "sent")
    ann.page.evaluate("() => document.querySelector('martlet-chat').setAttribute('room', 'lobby')")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    robot("bob", room="garden").say("one", "two")
    ann.page.wait_for_function("() => document.querySelector('martlet-chat').unread === 2")
    heard = ann.page.evaluate("() => heard")
    assert ["unread", {"count": 2}] in heard and ["connection", {"connected": True}] in heard
    assert ["room", {"room": "lobby", "title": "#lobby"}] in heard


@pytest.mark.parametrize("width", [380, 1200])
def test_axe_finds_no_violation_in_the_sites_page(visit, site, server, width):
    body = f'<main><h1>Shop</h1><martlet-chat style="width: {width}px"></martlet-chat></main>'
    ann = enter_at(visit(reduced_motion="reduce"), site.put(server, body), "ann")
    ann.say("hello")
    expect(ann.message("hello")).to_have_attribute("data-state", "sent")
    check(ann.page, f"embedded-{width}")


def test_two_chats_in_one_page_are_two_clients_of_their_user(visit, site, server):
    chats = '<martlet-chat id="one" room="lobby"></martlet-chat><martlet-chat id="two" room="garden"></martlet-chat>'
    ann = enter_at(visit(), site.put(server, chats), "ann", "#one")
    one, two = ann.page.locator("#one"), ann.page.locator("#two")
    expect(two.locator("#connection")).to_have_attribute("data-state", "ready")
    two.get_by_label("Message", exact=True).fill("from the second")
    two.get_by_label("Message", exact=True).press("Enter")
    expect(two.locator(".text")).to_have_text("from the second")
    expect(two.locator("#room")).to_have_text("garden")
    expect(one.locator("#room")).to_have_text("lobby")
    one.locator(".room-line", has_text="garden").locator("a").click()
    expect(one.locator(".text")).to_have_text("from the second")
    expect(one.locator(".own .text")).to_have_text("from the second")


def test_users_of_the_site_enter_with_its_token_and_share_nothing(visit, site, server):
    page_of = lambda name, sub: site.put(server, f'<martlet-chat token="{signed_token(SECRET, sub, name)}"></martlet-chat>', path=f"/{sub}")
    ann = open_at(visit(), page_of("Ann Example", "1"))
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.page.get_by_role("button", name="Members").click() if not ann.page.locator("#people").is_visible() else None
    expect(ann.page.locator("#own-name")).to_have_text("Ann Example")
    for button in ("#rename", "#own-account", "#guest-account"):
        expect(ann.page.locator(button)).to_be_hidden()
    ann.field.fill("a draft of Ann's")
    open_at(ann, page_of("Bob Example", "2"))
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.page.locator("#own-name")).to_have_text("Bob Example")
    expect(ann.field).to_have_value("")


def test_a_token_of_another_user_begins_anew_and_an_empty_one_is_none(visit, site, server):
    one, two = signed_token(SECRET, "1", "Ann Example"), signed_token(SECRET, "2", "Bob Example")
    ann = open_at(visit(), site.put(server, f'<martlet-chat token="{one}"></martlet-chat>'))
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.field.fill("a draft of Ann's")
    change = "(token) => document.querySelector('martlet-chat').setAttribute('token', token)"
    ann.page.evaluate(change, two)
    expect(ann.page.locator("#own-name")).to_have_text("Bob Example")
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.field).to_have_value("")
    ann.page.evaluate(change, "")
    expect(ann.page.get_by_label("Your name")).to_be_visible()


def test_a_token_that_is_refused_is_asked_for_again(visit, site, server):
    old, new = signed_token(SECRET, "1", "Ann", -3600), signed_token(SECRET, "1", "Ann")
    renew = f"""<script>const chat = document.querySelector("martlet-chat");
    chat.addEventListener("token", () => setTimeout(() => chat.setAttribute("token", "{new}")));</script>"""
    ann = open_at(visit(), site.put(server, f'<martlet-chat token="{old}"></martlet-chat>{renew}'))
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.page.locator("#own-name")).to_have_text("Ann")


def test_a_token_that_is_a_property_is_not_in_the_markup(visit, site, server):
    one, two = signed_token(SECRET, "1", "Ann Example"), signed_token(SECRET, "2", "Bob Example")
    early = f"""<script>Object.assign(document.querySelector("martlet-chat"), {{ token: "{one}", room: "garden" }})</script>"""
    ann = open_at(visit(), site.put(server, f"<martlet-chat></martlet-chat>{early}"))
    expect(ann.connection).to_have_attribute("data-state", "ready")
    own = ann.page.locator("#own-name")
    expect(own).to_have_text("Ann Example")
    expect(ann.page.locator("#room")).to_have_text("garden")
    look = "() => { const chat = document.querySelector('martlet-chat'); return [chat.getAttribute('token'), chat.getAttribute('room'), chat.token] }"
    assert ann.page.evaluate(look) == [None, "garden", one]
    ann.page.evaluate("(token) => { document.querySelector('martlet-chat').token = token }", two)
    expect(own).to_have_text("Bob Example")
    ann.page.evaluate("(token) => document.querySelector('martlet-chat').setAttribute('token', token)", one)
    expect(own).to_have_text("Ann Example")
    ann.page.evaluate("() => { document.querySelector('martlet-chat').token = '' }")
    expect(ann.page.get_by_label("Your name")).to_be_visible()


def test_the_site_may_change_the_chat_in_the_first_event(visit, site, server):
    token = signed_token(SECRET, "1", "Ann Example")
    change = f"""<script>const chat = document.querySelector("martlet-chat");
    chat.addEventListener("room", () => {{ chat.token = "{token}" }}, {{ once: true }});</script>"""
    ann = open_at(visit(), site.put(server, f'<martlet-chat room="garden"></martlet-chat>{change}'))
    expect(ann.page.locator("#own-name")).to_have_text("Ann Example")
    expect(ann.connection).to_have_attribute("data-state", "ready")


def test_a_chat_that_has_ended_holds_no_database(visit, site, server):
    ann = enter_at(visit(), site.put(server), "ann")
    ann.say("hello")
    expect(ann.message("hello")).to_have_attribute("data-state", "sent")
    ann.page.evaluate("() => document.querySelector('martlet-chat').remove()")
    deleted = """async () => Promise.all((await indexedDB.databases()).map(({ name }) => new Promise((done) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => done(name);
        request.onblocked = () => done(null);
    })))"""
    until(ann.page, "async () => { const chat = document.querySelector('martlet-chat'); return chat === null }")
    names = ann.page.evaluate(deleted)
    assert len(names) == 1 and names[0].startswith("martlet "), "a chat still has it open"


def test_a_chat_that_is_taken_out_leaves_and_one_that_is_put_back_returns(visit, site, server):
    ann = enter_at(visit(), site.put(server), "ann")
    bob = visit().enter("bob")
    members = bob.page.locator("#members bdi")
    expect(members).to_have_text(["ann", "bob"])
    ann.field.fill("not sent yet")
    ann.page.evaluate("() => { window.chat = document.querySelector('martlet-chat'); document.body.prepend(chat) }")
    expect(ann.field).to_have_value("not sent yet")
    ann.page.evaluate("() => chat.remove()")
    expect(members).to_have_text(["bob"])
    bob.say("while you were away")
    ann.page.evaluate("() => document.body.append(document.createElement('martlet-chat'))")
    expect(ann.message("while you were away")).to_be_visible()
    expect(ann.field).to_have_value("not sent yet")
    ann.say("back again")
    expect(bob.message("back again")).to_be_visible()


def test_a_chat_that_begins_again_while_it_loads_is_one_chat(visit, site, server):
    token = signed_token(SECRET, "1", "Ann Example")
    begins = f"""<script type="module">
    const chat = document.querySelector("martlet-chat");
    const change = (name, value) => new Promise((done) => {{ chat.setAttribute(name, value); setTimeout(done, 20); }});
    for (const server of ["{server.url}", "{server.url}/", "{server.url}"]) await change("server", server);
    await change("token", "{token}");
    chat.setAttribute("room", "garden");
    </script>"""
    ann = open_at(visit(), site.put(server, f"<martlet-chat></martlet-chat>{begins}"))
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(ann.page.locator("#own-name")).to_have_text("Ann Example")
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.say("once")
    expect(ann.message("once")).to_have_count(1)


def policy(server, **also):
    rules = {"default-src": "'none'", "script-src": f"{server.url} 'wasm-unsafe-eval'", "connect-src": f"{server.url} {server.url.replace('http', 'ws')}"}
    rules |= {"img-src": f"{server.url} blob:", "media-src": f"{server.url} blob:", "require-trusted-types-for": "'script'", "trusted-types": "'none'"} | also
    return {"Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in rules.items())}


def test_a_strict_policy_of_the_site_allows_it_as_the_docs_say(visit, site, server):
    ann = enter_at(visit(), site.put(server, headers=policy(server)), "ann")
    ann.send(("view.png", "image/png", picture(ann.page, 300, 200, "image/png")))
    until(ann.page, "async (image) => image.complete && image.naturalWidth > 0", ann.page.locator("img.media").element_handle())
    assert ann.page.locator("#send").evaluate("(one) => getComputedStyle(one).borderRadius") == "50%"


def test_a_policy_that_forbids_it_is_named(visit, site, server):
    ann = open_at(visit(), site.put(server, headers=policy(server, **{"connect-src": "'none'"})))
    expect(ann.page.get_by_role("alert")).to_contain_text("content security policy of this page")
    ann.errors.clear()
