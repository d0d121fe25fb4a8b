"""What a visit asks the server for, and what it shows before the server answers."""

import re

from playwright.sync_api import expect

EVERYTHING = ["", "emoji-names.js", "icon.svg", "main.js", "model.wasm", "style.css", "v1"]


def ask(visitor):
    """The files that the page asks the server for from now on, without the hashes in their names; none from the browser's cache."""
    files, cached = [], set()

    def take(url):
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
    visitor.page = visitor.context.new_page()
    visitor.page.goto(visitor.server.url + "health")
    free = "(await navigator.locks.query()).held.length === 0"
    visitor.page.evaluate(f"async () => {{ while (!({free})) await new Promise(requestAnimationFrame); }}")
    return ask(visitor)


def everything_loaded(visitor):
    """The emoji come last, when the page has nothing else to do."""
    visitor.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/emoji-names-'))")


def until_kept(visitor, text):
    """Waits until the message is in the cache of the browser's journal."""
    visitor.page.evaluate(
        """async (text) => {
            const database = await new Promise((answer) => {
                indexedDB.open("martlet").onsuccess = ({ target }) => answer(target.result);
            });
            const journal = () => new Promise((answer) => {
                const request = database.transaction("journal").objectStore("journal").getAll();
                request.onsuccess = () => answer(request.result.map(({ record }) => record));
            });
            const isKept = (record) => record.record === "cached" && JSON.stringify(record).includes(text);
            while (!(await journal()).some(isKept)) await new Promise(requestAnimationFrame);
            database.close();
        }""",
        text,
    )


def test_the_first_visit_loads_each_file_once_and_the_second_none(visit):
    ann = visit()
    files = ask(ann)
    ann.enter("ann")
    everything_loaded(ann)
    assert sorted(files) == EVERYTHING
    files = open_again(ann)
    expect(ann.open().status).to_have_text("Connected")
    everything_loaded(ann)
    assert sorted(files) == ["", "v1"]


def test_messages_of_the_last_visit_are_shown_before_the_server_answers(visit):
    ann = visit().enter("ann")
    ann.say("still here")
    expect(ann.message("still here")).to_have_attribute("data-state", "sent")
    until_kept(ann, "still here")
    open_again(ann)
    ann.page.route_web_socket("**/v1", lambda socket: None)  # it opens, and nothing is said
    ann.open()
    expect(ann.message("still here")).to_be_visible()
    expect(ann.status).not_to_have_text("Connected")


def held_model(visitor):
    """The page of a user who has a name; its model does not come until it is let go. Also its connections."""
    held, sockets = [], []
    open_again(visitor)
    visitor.page.on("websocket", lambda socket: sockets.append(socket))
    visitor.page.route("**/model-*.wasm", lambda route: held.append(route))
    with visitor.page.expect_websocket():
        visitor.open()
    return held[0], sockets


def test_it_connects_while_the_model_is_still_loading(visit):
    ann = visit().enter("ann")
    model, sockets = held_model(ann)
    model.continue_()
    expect(ann.status).to_have_text("Connected")
    assert len(sockets) == 1


def test_a_connection_that_the_model_does_not_take_in_time_is_closed(visit):
    ann = visit().enter("ann")
    model, sockets = held_model(ann)
    sockets[0].wait_for_event("close")
    model.continue_()
    expect(ann.status).to_have_text("Connected")
    assert [socket.is_closed() for socket in sockets] == [True, False]


def test_who_has_no_name_does_not_connect(visit):
    ann = visit()
    sockets = []
    ann.page.on("websocket", lambda socket: sockets.append(socket))
    expect(ann.open().page.get_by_label("Your name")).to_be_focused()
    ann.page.wait_for_load_state("networkidle")
    assert sockets == []


def test_emoji_that_a_later_server_no_longer_has(visit):
    ann = visit()
    ann.page.route("**/emoji-names-*", lambda route: route.fulfill(status=404))
    ann.enter("ann")
    ann.page.get_by_role("button", name="Emoji", exact=True).click()
    expect(ann.page.get_by_role("alert").filter(has_text="The emoji could not be loaded")).to_contain_text("reload the page")
    ann.errors.clear()
