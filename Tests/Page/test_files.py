"""Photos and files on the page: chosen, on their way, shown, gone."""

import re

import pytest
from files import PLACE, photo, picture, sound
from playwright.sync_api import expect
from test_page import actions, check
from visitors import FIRST_PART, NOTHING_KEPT, SIZES, later_page, until, until_cached

LIMIT = 26_214_400


def media(visitor):
    return visitor.page.locator(".message .media")


def pixels(visitor):
    media(visitor).evaluate("image => image.decode()")
    return media(visitor).evaluate("image => [image.naturalWidth, image.naturalHeight]")


def stored(visitor):
    """The status and the bytes at the server of the picture that is shown."""
    return visitor.page.evaluate(
        """async () => {
            const answer = await fetch(document.querySelector("a.place").href);
            return [answer.status, [...new Uint8Array(await answer.arrayBuffer())]];
        }"""
    )


def test_a_photo_appears_in_another_browser_without_the_place_it_was_taken_at(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.fill("The harbour")
    ann.send(("harbour.jpg", "image/jpeg", photo(ann.page, 640, 480, orientation=6)))
    expect(ann.message("The harbour")).to_have_attribute("data-state", "sent")
    expect(bob.message("The harbour")).to_have_count(1)
    assert pixels(bob) == [480, 640], "it still knows which side is up"
    expect(media(bob)).to_have_attribute("alt", "harbour.jpg")
    expect(bob.texts).to_have_text(["The harbour"])
    status, content = stored(bob)
    assert status == 200
    assert PLACE not in bytes(content)
    link = bob.page.locator("a.place")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    bob.page.reload()
    assert pixels(bob) == [480, 640]


def hold_answers(page):
    """The page gets nothing from the server over its connections until it is let go."""
    held, passed = [], []

    def connect(socket):
        server = socket.connect_to_server()
        server.on_message(lambda frame: socket.send(frame) if passed else held.append((socket, frame)))
        socket.on_message(server.send)

    def let_go():
        passed.append(True)
        for socket, frame in held:
            socket.send(frame)

    page.route_web_socket("**/v1", connect)
    return let_go


def test_the_files_of_a_direct_room_are_there_after_a_reload(visit):
    visit().enter("bob")  # who does not read it: a read mark would draw the messages anew
    ann = visit().enter("ann")
    ann.page.get_by_role("button", name="Message bob").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    ann.field.fill("only for you")
    ann.send(("roofs.png", "image/png", picture(ann.page, 60, 40, "image/png")), ("minutes.txt", "text/plain", b"Agreed."))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(2)
    until_cached(ann.page, "minutes.txt")
    let_go = hold_answers(ann.page)
    ann.page.reload()
    expect(ann.message("only for you")).to_be_visible()
    expect(ann.page.locator(".media.missing")).to_have_count(1)
    let_go()
    ann.page.wait_for_function("() => document.querySelector('.media:not(.missing)')?.naturalWidth === 60")
    expect(ann.page.locator("a.place")).to_have_attribute("href", re.compile("."))
    status, content = stored(ann)
    assert (status, bytes(content[:4])) == (200, b"\x89PNG")
    file = ann.page.locator("a.file")
    expect(file).to_have_attribute("href", re.compile("."))
    with ann.page.expect_download() as download:
        file.click()
    assert download.value.path().read_bytes() == b"Agreed."


def test_several_files_are_several_messages_and_the_text_goes_with_the_first(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.attach(
        ("one.png", "image/png", picture(ann.page, 300, 200, "image/png")),
        ("not this one.txt", "text/plain", b"secret"),
        ("minutes.txt", "text/plain", b"Agreed."),
        ("song.wav", "audio/wav", sound()),
    )
    expect(ann.page.locator("#tray li")).to_have_count(4)
    ann.page.get_by_role("button", name="Remove not this one.txt").click()
    ann.say("Here they are")
    expect(ann.page.locator("#tray li")).to_have_count(0)
    expect(bob.page.locator(".message")).to_have_count(3)
    expect(bob.texts).to_have_text(["Here they are"])
    file = bob.page.locator("#timeline").get_by_role("link", name=re.compile(r"minutes\.txt"))
    expect(file).to_contain_text("7 bytes")
    expect(file).to_have_attribute("download", "minutes.txt")
    with bob.page.expect_download() as download:
        file.click()
    assert download.value.suggested_filename == "minutes.txt"
    assert download.value.path().read_bytes() == b"Agreed."
    expect(bob.page.locator("audio")).to_have_attribute("aria-label", "song.wav")
    bob.page.wait_for_function("() => document.querySelector('audio').duration > 0.2")


CARRY = """([event, name, type, content]) => { // content: bytes, or how many
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(content)], name, { type }));
    const options = { bubbles: true, cancelable: true };
    const target = document.querySelector(event === "paste" ? "#text" : "#scroller");
    if (event === "paste") return target.dispatchEvent(new ClipboardEvent(event, { ...options, clipboardData: carried }));
    return target.dispatchEvent(new DragEvent(event, { ...options, dataTransfer: carried }));
}"""


def test_a_reload_keeps_the_chosen_files_of_each_room(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    chosen = ann.page.locator("#tray .file-name")
    ann.field.fill("Here they are")
    ann.attach(
        ("one.png", "image/png", picture(ann.page, 300, 200, "image/png")),
        ("two.png", "image/png", picture(ann.page, 30, 20, "image/png")),
        ("minutes.txt", "text/plain", b"Agreed."),
    )
    ann.page.get_by_role("button", name="Remove two.png").click()
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(chosen).to_have_count(0)
    ann.attach(("plan.txt", "text/plain", b"secret"))
    ann.page.reload()
    expect(chosen).to_have_text(["plan.txt"])
    ann.choose("lobby")
    expect(chosen).to_have_text(["one.png", "minutes.txt"])
    ann.page.locator("#tray img").evaluate("image => image.decode()")
    ann.field.press("Enter")
    expect(bob.page.locator(".message")).to_have_count(2)
    expect(bob.texts).to_have_text(["Here they are"])
    assert pixels(bob) == [300, 200]
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(2)
    # What was sent or removed does not come back.
    ann.page.reload()
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(2)
    ann.choose("garden")
    expect(chosen).to_have_text(["plan.txt"])
    ann.page.get_by_role("button", name="Remove plan.txt").click()
    until(ann.page, NOTHING_KEPT)
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(chosen).to_have_count(0)


def test_a_file_can_be_chosen_before_the_page_knows_what_the_server_accepts(visit):
    ann = visit().enter("ann", "lobby")
    held = []
    ann.page.route(FIRST_PART, lambda route: held.append(route))
    # The script has run by then, and the model is not there.
    ann.page.reload(wait_until="domcontentloaded")
    ann.page.locator("#chooser").set_input_files({"name": "plan.txt", "mimeType": "text/plain", "buffer": b"secret"})
    expect(ann.page.locator("#tray .file-name")).to_have_text(["plan.txt"])
    expect(ann.page.locator("#file-problem")).to_be_empty()
    for route in held:
        route.continue_()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.page.get_by_role("button", name="Send").click()
    expect(ann.page.locator(".message[data-state=sent]")).to_contain_text("plan.txt")


def test_chosen_files_are_there_for_the_next_tab_and_for_no_second_one(visit):
    ann = visit().enter("ann")
    ann.attach(("plan.txt", "text/plain", b"secret"))
    second = ann.context.new_page()
    second.goto(ann.server.url)
    expect(second.locator("#connection")).to_have_attribute("data-state", "ready")
    second.locator("#chooser").set_input_files([{"name": "other.txt", "mimeType": "text/plain", "buffer": b"x"}])
    expect(second.locator("#tray .file-name")).to_have_text(["other.txt"])
    second.close()
    ann.page.close()
    ann.page = later_page(ann.context, ann.server)
    ann.open()
    name = ann.page.locator("#tray .file-name")
    expect(name).to_have_count(1)
    own = name.text_content()  # that of the journal which the page has taken over
    assert own in ("plan.txt", "other.txt")
    ann.page.get_by_role("button", name="Send", exact=True).click()
    expect(ann.page.locator("#timeline").get_by_role("link", name=re.compile(re.escape(own)))).to_be_visible()


def test_a_browser_that_stores_no_files_keeps_them_as_long_as_the_page(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.page.evaluate("""() => {
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...rest) {
            if (this.name === "files") throw new DOMException("full", "QuotaExceededError");
            return put.apply(this, rest);
        };
    }""")
    ann.attach(("plan.txt", "text/plain", b"Agreed."))
    ann.say("the plan")
    expect(bob.texts).to_have_text(["the plan"])
    ann.attach(("lost.txt", "text/plain", b"lost"))
    ann.field.fill("half a thought")
    ann.page.reload()
    expect(ann.field).to_have_value("half a thought")
    expect(ann.message("the plan")).to_be_visible()
    expect(ann.page.locator("#tray li")).to_have_count(0)


def test_a_file_is_dropped_on_the_conversation_or_pasted(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    image = list(picture(ann.page, 30, 20, "image/png"))
    assert ann.page.evaluate(CARRY, ["dragover", "dropped.png", "image/png", image]) is False
    expect(ann.page.get_by_text("Drop files to attach them")).to_be_visible()
    assert ann.page.evaluate(CARRY, ["drop", "dropped.png", "image/png", image]) is False
    expect(ann.page.get_by_text("Drop files to attach them")).to_be_hidden()
    assert ann.page.evaluate(CARRY, ["paste", "image.png", "image/png", image]) is False
    expect(ann.page.locator("#tray .file-name")).to_have_text(["dropped.png", "image.png"])
    expect(ann.page.locator("#tray img")).to_have_count(2)
    ann.field.press("Enter")
    expect(media(bob)).to_have_count(2)


def test_a_file_that_is_too_large_is_said_to_be_at_once(visit):
    ann = visit().enter("ann")
    ann.field.fill("what was written stays")
    ann.attach(("fits.bin", "", b"x"))
    ann.page.evaluate(CARRY, ["drop", "film.mov", "video/quicktime", LIMIT + 1])
    expect(ann.page.locator("#file-problem")).to_have_text(
        "“\u2068film.mov\u2069” is a little too large: a file can have at most 25 MB."
    )
    ann.page.locator("#chooser").set_input_files([{"name": "empty.txt", "mimeType": "text/plain", "buffer": b""}])
    problem = ann.page.locator("#file-problem")
    expect(problem).to_have_text("“\u2068empty.txt\u2069” is empty.")
    expect(ann.page.locator("#tray .file-name")).to_have_text(["fits.bin"])
    expect(ann.field).to_have_value("what was written stays")
    ann.field.press("Enter")
    expect(problem).to_be_hidden()
    expect(ann.message("what was written stays")).to_have_attribute("data-state", "sent")


def refuse_files(visitor):
    """From now on the server refuses uploads of this page."""
    answer = {"type": "error", "code": 155, "error": "file", "text": "Your files may total at most 1 GB.", "temporary": False}
    visitor.page.route("**/v1/files/*", lambda route: route.fulfill(status=413, json=answer) if route.request.method == "PUT" else route.fallback())


def test_a_file_the_server_refuses_fails_and_can_be_discarded(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    refuse_files(ann)
    ann.send(("full.txt", "text/plain", b"one too many"))
    failed = ann.page.locator(".message[data-state=failed]")
    expect(failed.locator(".failure")).to_contain_text("may total at most")
    ann.say("the next one is not held up")
    expect(bob.texts).to_have_text(["the next one is not held up"])
    ann.page.reload()
    expect(failed).to_have_count(1)
    failed.get_by_role("button", name="Discard").click()
    expect(failed).to_have_count(0)
    ann.errors = [error for error in ann.errors if "Failed to load resource" not in error]


def test_a_reload_during_an_upload_loses_nothing(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    image = picture(ann.page, 400, 300, "image/png")
    ann.slow_down(100_000)
    others = [(f"small-{number}.bin", "", b"x") for number in range(8)]  # more than are uploaded at once
    ann.attach(("large.bin", "", bytes(2_000_000)), *others, ("after.png", "image/png", image))
    ann.say("Both")
    ann.say("after both")
    ann.page.wait_for_function("() => document.querySelector('progress')?.value > 0")
    expect(bob.texts).to_have_text(["after both"])  # a text does not wait for a file
    ann.page.reload()
    expect(media(ann)).to_have_count(1)
    assert pixels(ann) == [400, 300], "what waits is still shown"
    expect(ann.page.locator("#tray li")).to_have_count(0)
    ann.slow_down(-1)
    expect(bob.page.locator(".message")).to_have_count(11)
    expect(bob.texts).to_have_text(["after both", "Both"])
    assert pixels(bob) == [400, 300]
    until(ann.page, NOTHING_KEPT)


def test_a_server_killed_during_an_upload_has_the_file_once_when_it_is_back(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.slow_down(100_000)
    ann.send(("large.bin", "", bytes(2_000_000)))
    ann.page.wait_for_function("() => document.querySelector('progress')?.value > 0")
    server.kill()
    expect(ann.page.locator("#banner")).to_contain_text("kept")
    expect(ann.page.locator(".message")).to_have_attribute("data-state", "waiting")
    ann.slow_down(-1)
    server.start()
    expect(bob.page.locator("#timeline").get_by_role("link", name=re.compile(r"large\.bin"))).to_be_visible()
    expect(ann.page.locator(".message")).to_have_attribute("data-state", "sent")
    expect(bob.page.locator(".message")).to_have_count(1)
    size = "async () => (await (await fetch(document.querySelector('a.file').href)).arrayBuffer()).byteLength"
    assert bob.page.evaluate(size) == 2_000_000


def test_an_upload_can_be_taken_back(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.slow_down(50_000)
    ann.send(("large.bin", "", bytes(2_000_000)))
    ann.say("never mind")
    ann.page.get_by_role("button", name="Cancel large.bin").click()
    ann.slow_down(-1)
    expect(bob.texts).to_have_text(["never mind"])
    expect(ann.texts).to_have_text(["never mind"])
    expect(bob.page.locator(".file")).to_have_count(0)


def test_a_deleted_message_has_no_file_any_more(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.fill("secret place")
    ann.send(("harbour.jpg", "image/jpeg", photo(ann.page, 320, 240)))
    expect(media(bob)).to_have_count(1)
    address = bob.page.locator("a.place").evaluate("link => link.href")
    dialog = actions(ann, "secret place")
    dialog.get_by_role("button", name="Delete").click()
    dialog.locator("#delete-now").click()
    for visitor in (ann, bob):
        expect(visitor.texts).to_have_text(["This message was deleted."])
        expect(media(visitor)).to_have_count(0)
    until(bob.page, "async (address) => (await fetch(address, { cache: 'reload' })).status === 404", address)
    bob.errors = [error for error in bob.errors if "404" not in error]


def test_the_place_of_a_picture_is_kept_while_it_loads_and_a_lost_one_says_so(visit):
    ann, bob = visit().enter("ann"), visit(reduced_motion="reduce").enter("bob")
    for number in range(30):
        ann.say(f"line {number}")
    expect(bob.message("line 29")).to_be_in_viewport()
    held = []
    bob.page.route("**/v1/files/*", lambda route: held.append(route))
    ann.send(("tall.jpg", "image/jpeg", picture(ann.page, 600, 900)))  # small enough to have no thumbnail
    place = bob.page.locator(".place")
    expect(place).to_be_in_viewport()
    bob.page.wait_for_function("() => document.querySelector('.media').getAttribute('src')")
    expect(place).to_be_visible()
    before = place.bounding_box()
    assert abs(before["width"] / before["height"] - 2 / 3) < 0.02
    while not held:
        bob.page.wait_for_event("request")
    held[0].fulfill(status=404)
    expect(bob.page.get_by_text("tall.jpg can’t be shown")).to_be_visible()
    assert place.bounding_box() == before
    expect(bob.page.locator("#latest")).to_be_hidden()
    bob.errors = [error for error in bob.errors if "404" not in error]
    bob.page.unroute("**/v1/files/*")
    bob.page.reload()
    assert pixels(bob) == [600, 900]
    expect(place).to_be_in_viewport()


def test_a_file_that_is_pasted_into_an_edit_does_not_end_it(visit):
    ann = visit().enter("ann")
    ann.say("helo")
    expect(ann.page.locator(".message")).to_have_attribute("data-state", "sent")
    ann.field.press("ArrowUp")
    ann.field.fill("hello")
    ann.page.evaluate(CARRY, ["paste", "image.png", "image/png", 16])
    expect(ann.page.locator("#file-problem")).to_have_text("An edit can't have files. Finish editing first.")
    expect(ann.field).to_have_value("hello")
    ann.field.press("Enter")
    expect(ann.texts).to_have_text(["hello"])
    expect(ann.page.locator("#file-problem")).to_be_hidden()
    expect(ann.page.locator("#tray li")).to_have_count(0)


@pytest.mark.parametrize("name, kind, head", [("clip.mp4", "video/mp4", b"\0\0\0\x18ftypmp42"), ("song.mp3", "audio/mpeg", b"ID3")])
def test_what_the_browser_can_not_play_can_be_downloaded(visit, name, kind, head):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    content = head + b"in a format that no browser knows"
    ann.send((name, kind, content))
    expect(bob.page.get_by_text(f"{name} can’t be played")).to_be_visible()
    with bob.page.expect_download() as download:
        bob.page.get_by_role("link", name=name).click()
    assert download.value.suggested_filename == name
    assert download.value.path().read_bytes() == content


def test_that_a_sound_can_not_be_played_is_said_in_as_many_lines_as_it_takes(visit):
    ann = visit(viewport=SIZES["phone"]).enter("ann")
    ann.send(("The rehearsal of last Thursday, the second half.mp3", "audio/mpeg", b"ID3 in a format that no browser knows"))
    gone = ann.page.locator(".gone")
    expect(gone).to_be_visible()
    assert gone.evaluate("one => one.scrollHeight <= one.parentElement.clientHeight && one.parentElement.scrollHeight <= one.parentElement.clientHeight")


def test_what_is_shown_is_not_loaded_anew_when_something_else_of_its_message_changes(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.fill("look")
    ann.send(("a.png", "image/png", picture(ann.page, 60, 40, "image/png")))
    for visitor in (ann, bob):
        expect(visitor.message("look")).to_have_count(1)
        visitor.page.evaluate("() => { window.shown = document.querySelector('.message .media') }")
    actions(bob, "look").get_by_role("button", name="React with 😮").click()
    for visitor in (ann, bob):
        expect(visitor.page.locator(".reactions")).to_be_visible()
        assert visitor.page.evaluate("() => window.shown === document.querySelector('.message .media')")
    expect(ann.message("look")).to_have_attribute("data-state", "sent")


def test_words_with_a_file_are_edited_and_taken_away(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.fill("helo")
    ann.send(("a.png", "image/png", picture(ann.page, 60, 40, "image/png")))
    expect(ann.message("helo")).to_have_attribute("data-state", "sent")
    actions(ann, "helo").get_by_role("button", name="Edit").click()
    ann.say("hello")
    expect(bob.texts).to_have_text(["hello"])
    actions(ann, "hello").get_by_role("button", name="Edit").click()
    ann.say("")
    expect(bob.texts).to_have_count(0)
    expect(media(bob)).to_have_count(1)


def test_without_a_place_to_keep_them_files_are_sent_all_the_same(visit):
    ann, bob = visit(), visit().enter("bob")
    ann.context.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } })")
    ann.enter("ann").send(("a.txt", "text/plain", b"hello"))
    expect(bob.page.locator("#timeline").get_by_role("link", name=re.compile(r"a\.txt"))).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_no_violation_in_files(visit, size, scheme):
    phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if size == "phone" else {}
    ann = visit(viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce", **phone).enter("ann")
    bob = visit().enter("bob")
    bob.field.fill("The harbour, from the hill")
    bob.send(
        ("harbour at noon.jpg", "image/jpeg", photo(bob.page, 1600, 1200)),
        ("minutes of the meeting in november, with all corrections.pdf", "application/pdf", b"%PDF-1.4\n" + bytes(180_000)),
        ("song.wav", "audio/wav", sound()),
    )
    expect(ann.page.locator(".message")).to_have_count(3)
    check(ann.page, f"files-{size}-{scheme}")
    refuse_files(ann)
    ann.send(("roofs at noon.png", "image/png", picture(ann.page, 300, 200, "image/png")))
    expect(ann.page.locator("[data-state=failed]")).to_have_count(1)
    ann.page.unroute("**/v1/files/*")
    ann.slow_down(100_000)
    ann.field.fill("The backup, as asked")
    ann.send(("backup.bin", "", bytes(2_000_000)), ("roofs.png", "image/png", picture(ann.page, 500, 300, "image/png")))
    ann.page.wait_for_function("() => document.querySelector('progress')?.value > 0")
    ann.attach(("roofs.png", "image/png", picture(ann.page, 300, 500, "image/png")), ("notes.txt", "text/plain", b"notes"))
    ann.page.locator("#chooser").set_input_files([{"name": "empty.txt", "mimeType": "", "buffer": b""}])
    expect(ann.page.locator("#file-problem")).to_be_visible()
    check(ann.page, f"uploading-{size}-{scheme}")
    ann.slow_down(-1)
    ann.errors = [error for error in ann.errors if "Failed to load resource" not in error]
