"""What a visit asks the server for, and what it shows before the server answers."""

import json
import re

from files import photo
from playwright.sync_api import expect
from visitors import FIRST_PART, later_page, until_cached

EVERYTHING = ["", "accounts", "emoji-names.js", "icon.svg", "main.js", "model-rest.wasm", "model.wasm", "sheet.js", "style.css", "v1"]
REST = re.compile(r"/model-rest-[A-Z0-9]{8}\.wasm$")


def ask(visitor):
    """The files that the page asks the server for from now on, without the hashes in their names; none from the browser's cache."""
    files, cached = [], set()

    def take(url):
        if url.endswith("/favicon.ico"):
            return  # of the page before, which has no icon of its own
        files.append(re.sub(r"-[A-Z0-9]{8}\.", ".", url.rsplit("/", 1)[1]))

    def response(event):
        if event["requestId"] not in cached and not event["response"].get("fromDiskCache"):
            take(event["response"]["url"])

    network = visitor.context.new_cdp_session(visitor.page)
    network.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    network.on("Network.responseReceived", response)
    network.on("Network.webSocketCreated", lambda event: take(event["url"]))
    network.send("Network.enable")
    return files


def open_again(visitor):
    """A later visit of the same browser: the former page holds nothing any more."""
    visitor.page.close()
    visitor.page = later_page(visitor.context, visitor.server)
    return ask(visitor)


def everything_loaded(visitor):
    """These come last, when the page has nothing else to do."""
    for part in ("/emoji-names-", "/sheet-", "/v1/accounts"):
        visitor.page.wait_for_function("(part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part))", arg=part)


def test_the_first_visit_loads_each_file_once_and_the_second_none(visit):
    ann = visit()
    files = ask(ann)
    ann.enter("ann")
    everything_loaded(ann)
    assert sorted(files) == EVERYTHING
    files = open_again(ann)
    expect(ann.open().connection).to_have_attribute("data-state", "ready")
    everything_loaded(ann)
    assert sorted(files) == ["", "accounts", "v1"]


def test_messages_of_the_last_visit_are_shown_before_the_server_answers(visit):
    ann = visit().enter("ann")
    ann.say("still here")
    expect(ann.message("still here")).to_have_attribute("data-state", "sent")
    until_cached(ann.page, "still here")
    open_again(ann)
    ann.page.route_web_socket("**/v1", lambda socket: None)  # it opens, and nothing is said
    ann.open()
    expect(ann.message("still here")).to_be_visible()
    expect(ann.connection).not_to_have_attribute("data-state", "ready")


def held_model(visitor):
    """The page of a user who has a name; its model does not come until it is let go. Also its connections."""
    held, sockets = [], []
    open_again(visitor)
    visitor.page.on("websocket", lambda socket: sockets.append(socket))
    visitor.page.route(FIRST_PART, lambda route: held.append(route))
    with visitor.page.expect_websocket():
        visitor.open()
    return held[0], sockets


def test_it_connects_while_the_model_is_still_loading(visit):
    ann = visit().enter("ann")
    model, sockets = held_model(ann)
    model.continue_()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    assert len(sockets) == 1


def test_a_connection_that_the_model_does_not_take_in_time_is_closed(visit):
    ann = visit().enter("ann")
    ann.hold_timers(later=True)
    ann.context.add_init_script(
        """const { close } = WebSocket.prototype;
        WebSocket.prototype.close = function (...all) {
            window.hasClosed = true;
            return close.apply(this, all);
        };"""
    )
    model, sockets = held_model(ann)
    with sockets[0].expect_event("close"):
        ann.end_timers()
        assert ann.page.evaluate("() => window.hasClosed"), "the server closes it, but later"
    model.continue_()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    assert [socket.is_closed() for socket in sockets] == [True, False]


def test_what_is_typed_before_the_model_has_arrived_joins_the_draft(visit):
    ann = visit().enter("ann")
    other = ann.context.new_page()
    other.goto(ann.server.url)
    expect(other.locator("#connection")).to_have_attribute("data-state", "ready")
    elsewhere = other.get_by_label("Message", exact=True)
    ann.field.fill("kept")
    expect(elsewhere).to_have_value("kept")
    held = []
    ann.page.route(FIRST_PART, lambda route: held.append(route))
    with ann.page.expect_websocket():
        ann.page.reload()
    ann.field.press_sequentially("typed")
    expect(ann.field).to_have_value("typed")
    held[0].continue_()
    for field in (ann.field, elsewhere):
        expect(field).to_have_value("kept\ntyped")
    ann.page.unroute(FIRST_PART)
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    for field in (ann.field, elsewhere):
        expect(field).to_have_value("kept\ntyped")


def only_at_once(visitor):
    """From now on, the rest of the model comes only where the page waits for it. Returns the kinds of the requests for it."""
    kinds = []

    def take(route):
        kinds.append(route.request.resource_type)
        if kinds[-1] == "xhr":
            route.continue_()

    visitor.page.route(REST, take)
    return kinds


def come(visitor, name):
    """Opens the page as a user who has a name, and nothing else in the browser."""
    visitor.page.goto(visitor.server.url + "health")
    visitor.page.evaluate("(me) => localStorage.setItem('martlet.me', me)", json.dumps({"name": name}))
    visitor.open()


def test_the_first_messages_do_not_need_the_rest_of_the_model(visit):
    bob, ann = visit().enter("bob"), visit()
    bob.say("**bold**, _slanted_, `code` and https://example.org/")
    bob.say("@ann, look 👩‍👩‍👧‍👦")
    bob.field.fill("The harbour")
    bob.send(("harbour.jpg", "image/jpeg", photo(bob.page, 64, 48)))
    expect(bob.message("The harbour")).to_have_attribute("data-state", "sent")
    kinds = only_at_once(ann)
    come(ann, "ann")
    expect(ann.message("The harbour")).to_be_visible()
    everything_loaded(ann)
    bob.say("later")
    expect(ann.message("later")).to_be_visible()
    assert kinds == ["fetch"]


def test_a_newcomer_enters_an_empty_room_without_the_rest_of_the_model(visit):
    ann = visit()
    kinds = only_at_once(ann)
    ann.enter("newcomer", room="the-empty-room")
    everything_loaded(ann)
    assert kinds == ["fetch"]


def test_a_lost_connection_comes_back_without_the_rest_of_the_model(visit, server):
    ann = visit()
    kinds = only_at_once(ann)
    come(ann, "ann")
    expect(ann.connection).to_have_attribute("data-state", "ready")
    server.kill()
    expect(ann.connection).not_to_have_attribute("data-state", "ready")
    server.start()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    assert "xhr" not in kinds


def test_a_function_of_the_rest_that_is_called_before_it_is_there_is_loaded_at_once(visit):
    ann = visit()
    kinds = only_at_once(ann)
    come(ann, "ann")
    ann.say("early")
    expect(ann.message("early")).to_have_attribute("data-state", "sent")
    ann.menu("lobby", "Pin")
    assert sorted(kinds) == ["fetch", "xhr"]


def test_a_page_that_cannot_load_the_rest_of_the_model_says_so(visit):
    ann = visit()
    ann.page.route(REST, lambda route: route.abort())
    come(ann, "ann")
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.field.press_sequentially("early")
    expect(ann.page.locator("#banner-words")).to_contain_text("Reload it: unsent messages are kept.")
    ann.page.unroute(REST)
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.errors.clear()


def test_a_user_without_a_name_does_not_connect(visit):
    ann = visit()
    sockets = []
    ann.page.on("websocket", lambda socket: sockets.append(socket))
    expect(ann.open().page.get_by_label("Your name")).to_be_focused()
    ann.page.wait_for_load_state("networkidle")
    assert sockets == []


def test_a_user_who_joins_before_the_model_has_arrived_is_told_to_wait(visit):
    ann, held = visit(), []
    ann.page.route(FIRST_PART, lambda route: held.append(route))
    ann.open().page.get_by_label("Your name").fill("ann")
    ann.page.get_by_role("button", name="Join").click()
    expect(ann.page.get_by_role("button", name="Joining…")).to_be_disabled()
    held[0].continue_()
    expect(ann.connection).to_have_attribute("data-state", "ready")


def test_a_page_that_gets_no_frames_is_drawn(visit):
    ann = visit()
    ann.context.add_init_script("window.requestAnimationFrame = () => 1;")
    ann.open().page.get_by_label("Your name").fill("ann")
    # A click by the mouse waits for frames.
    ann.page.get_by_label("Your name").press("Enter")
    expect(ann.connection).to_have_attribute("data-state", "ready")


def test_emoji_that_a_later_server_no_longer_has(visit):
    ann = visit()
    ann.page.route("**/emoji-names-*", lambda route: route.fulfill(status=404))
    ann.enter("ann")
    ann.page.get_by_role("button", name="Emoji", exact=True).click()
    expect(ann.page.get_by_role("alert").filter(has_text="The emoji could not be loaded")).to_contain_text("reload the page")
    ann.errors.clear()


def test_without_scripts_the_page_says_what_it_needs(visit):
    ann = visit(java_script_enabled=False).open()
    expect(ann.page.locator("noscript p")).to_be_visible()
