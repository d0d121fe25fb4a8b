"""Photos that are sent together, as one message with a mosaic."""

import re

import pytest
from files import picture
from playwright.sync_api import expect
from test_page import check
from visitors import SIZES

SHAPES = [(600, 400), (300, 400), (400, 400), (640, 360), (360, 640), (800, 300), (500, 400), (400, 500), (600, 400), (300, 700)]


def photos(visitor, count, shapes=SHAPES):
    return [(f"{index + 1}.png", "image/png", picture(visitor.page, *shapes[index], "image/png")) for index in range(count)]


def tiles(visitor):
    return visitor.page.locator(".tile")


def boxes(visitor):
    return visitor.page.evaluate("() => [...document.querySelectorAll('.tile')].map((tile) => Object.values(tile.getBoundingClientRect().toJSON()).map(Math.round))")


def names(visitor):
    return visitor.page.evaluate("() => [...document.querySelectorAll('.tile .media')].map(({ alt }) => alt)")


def actions(visitor, place):
    tile = tiles(visitor).nth(place)
    tile.hover()
    tile.get_by_role("button", name=re.compile("Actions for .* photo")).click()
    return visitor.page.get_by_role("dialog", name="Actions for this message")


def test_photos_that_are_chosen_together_are_one_message_with_one_text(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.fill("From the tower")
    ann.send(*photos(ann, 3))
    for visitor in (ann, bob):
        expect(visitor.page.locator(".message.album")).to_have_count(1)
        expect(visitor.page.locator(".message")).to_have_count(1)
        expect(tiles(visitor)).to_have_count(3)
        expect(visitor.texts).to_have_text(["From the tower"])
        expect(visitor.page.get_by_role("group", name="Photo 2 of 3")).to_be_visible()
        expect(visitor.page.locator(".message time")).to_have_count(1)
        assert names(visitor) == ["1.png", "2.png", "3.png"]
    expect(ann.page.locator(".album")).to_have_attribute("data-state", "sent")
    bob.page.wait_for_function("() => [...document.querySelectorAll('.tile img')].every(({ complete, naturalWidth }) => complete && naturalWidth)")
    bob.page.reload()
    expect(tiles(bob)).to_have_count(3)


def test_a_long_text_does_not_make_its_message_wider_than_the_photos(visit):
    ann = visit().enter("ann")
    for files in (photos(ann, 3), photos(ann, 1, [(1200, 800)])):
        ann.field.fill("From the tower, " + "and so on " * 20)
        ann.send(*files)
    expect(ann.page.locator(".message")).to_have_count(2)
    gaps = "() => [...document.querySelectorAll('.bubble')].map((bubble) => bubble.clientWidth - bubble.querySelector('.mosaic, .place').clientWidth)"
    assert all(gap <= 12 for gap in ann.page.evaluate(gaps))
    # One that is no wider than an icon still leaves room for words.
    ann.field.fill("From the tower, " + "and so on " * 20)
    ann.send(*photos(ann, 1, [(40, 40)]))
    expect(ann.page.locator(".message")).to_have_count(3)
    last = "() => [...document.querySelectorAll('.bubble')].at(-1).clientWidth"
    assert ann.page.evaluate(last) > 200
    ann.send(*photos(ann, 1, [(40, 40)]))
    expect(ann.page.locator(".message")).to_have_count(4)
    assert ann.page.evaluate(last) < 120


def test_an_album_has_its_place_before_a_photo_is_uploaded_or_loaded(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    for visitor in (ann, bob):  # uploads and pictures wait until `unroute`
        visitor.page.route("**/v1/files/*", lambda route: None)
    ann.send(*photos(ann, 4))
    expect(tiles(ann)).to_have_count(4)
    expect(ann.page.locator(".tile progress")).to_have_count(4)
    before = boxes(ann)
    ann.page.unroute("**/v1/files/*")
    expect(ann.page.locator(".album")).to_have_attribute("data-state", "sent")
    after = boxes(ann)
    assert [[width, height] for _, _, width, height, *_ in before] == [[width, height] for _, _, width, height, *_ in after]
    expect(tiles(bob)).to_have_count(4)
    assert bob.page.evaluate("() => [...document.querySelectorAll('.tile img')].every(({ naturalWidth }) => !naturalWidth)")
    waiting = boxes(bob)
    bob.page.unroute("**/v1/files/*")
    bob.page.reload()
    bob.page.wait_for_function("() => document.querySelectorAll('.tile').length === 4 && [...document.querySelectorAll('.tile img')].every(({ naturalWidth }) => naturalWidth)")
    assert [box[2:4] for box in boxes(bob)] == [box[2:4] for box in waiting]


def test_the_viewer_shows_the_text_of_a_photo(visit):
    ann = visit().enter("ann")
    ann.field.fill("From the **tower**")
    ann.send(*photos(ann, 2))
    expect(ann.page.locator(".tile a.place[href]")).to_have_count(2)
    expect(ann.page.locator(".album")).to_have_attribute("data-state", "sent")
    tiles(ann).first.locator("a.place").click()
    expect(ann.page.locator("#viewer-caption")).to_have_text("From the tower")
    expect(ann.page.locator("#viewer-close")).to_be_focused()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator("#viewer-caption")).to_be_hidden()


def test_the_viewer_steps_through_the_photos_of_an_album(visit):
    ann = visit().enter("ann")
    ann.send(*photos(ann, 3))
    expect(ann.page.locator(".tile a.place[href]")).to_have_count(3)
    expect(ann.page.locator(".album")).to_have_attribute("data-state", "sent")
    tiles(ann).nth(0).locator("a").click()
    name = ann.page.locator("#viewer-name")
    expect(name).to_have_text("1.png")
    count = ann.page.locator("#viewer-count")
    expect(count).to_have_text("1 of 3")
    for key, wanted in [("ArrowRight", "2.png"), ("ArrowRight", "3.png"), ("ArrowRight", "3.png"), ("ArrowLeft", "2.png")]:
        ann.page.keyboard.press(key)
        expect(name).to_have_text(wanted)
        expect(count).to_have_text(f"{wanted[0]} of 3")
    ann.page.keyboard.press("Escape")
    expect(tiles(ann).nth(1).locator("a")).to_be_focused()


def test_the_viewer_counts_the_pictures_of_the_room_only_if_it_has_all_messages(visit, robot):
    ann = visit().enter("ann")
    ann.send(*photos(ann, 2))
    expect(ann.page.locator(".album")).to_have_attribute("data-state", "sent")
    ann.send(*photos(ann, 1))
    expect(ann.page.locator("a.place[href]")).to_have_count(3)
    count = ann.page.locator("#viewer-count")
    ann.page.locator("a.place").last.click()
    expect(count).to_have_text("3 of 3")
    ann.page.keyboard.press("Escape")
    bob = robot("bob")
    for start in range(0, 400, 50):
        bob.say(*(f"line {number}" for number in range(start, start + 50)))
    ann.send(*photos(ann, 2))
    expect(ann.page.locator(".album").last).to_have_attribute("data-state", "sent")
    ann.page.reload()
    expect(ann.page.locator(".album a.place[href]")).to_have_count(2)
    ann.page.locator("a.place").last.click()
    expect(count).to_have_text("2 of 2")
    ann.page.keyboard.press("Escape")
    ann.send(*photos(ann, 1))
    expect(ann.page.locator("a.place[href]")).to_have_count(3)
    ann.page.locator("a.place").last.click()
    expect(ann.page.locator("#viewer")).to_be_visible()
    expect(count).to_have_text("")


def test_one_photo_is_deleted_reacted_to_and_answered(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.send(*photos(ann, 4))
    expect(ann.page.locator(".album")).to_have_attribute("data-state", "sent")
    expect(tiles(bob)).to_have_count(4)
    actions(bob, 2).get_by_role("button", name="React with 👍").click()
    for visitor in (ann, bob):
        expect(visitor.page.get_by_role("group", name="Reactions to Photo 3").get_by_role("button")).to_have_text("👍 1")
    ann.page.get_by_role("group", name="Reactions to Photo 3").get_by_role("button").click()
    expect(bob.page.get_by_role("group", name="Reactions to Photo 3").get_by_role("button")).to_have_text("👍 2")
    dialog = actions(ann, 1)
    dialog.get_by_role("button", name="Delete").click()
    dialog.locator("#delete-now").click()
    for visitor in (ann, bob):
        expect(tiles(visitor)).to_have_count(3)
        assert names(visitor) == ["1.png", "3.png", "4.png"]
        expect(visitor.page.locator(".message")).to_have_count(1)
    actions(bob, 1).get_by_role("button", name="Reply").click()
    bob.say("This one!")
    expect(ann.page.locator(".quote")).to_contain_text("3.png")
    ann.page.locator(".quote").click()
    expect(tiles(ann).nth(1)).to_have_class(re.compile("pointed-out"))
    assert bob.errors == []


def test_somebody_elses_message_between_two_photos_makes_two_albums(visit, robot):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    other = robot("robot")
    held = []

    def connect(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda frame: held.append((server, frame)) if held or '"3.png"' in frame else server.send(frame))

    ann.page.route_web_socket("**/v1", connect)
    ann.page.reload()
    expect(ann.field).to_be_visible()
    ann.send(*photos(ann, 4))
    # Frames are handed over while the browser is waited for.
    assert any(held or ann.page.wait_for_timeout(20) for _ in range(500))
    other.say("in between")
    first = held[0]
    first[0].send(first[1])
    expect(bob.page.locator(".message")).to_have_count(3)
    rest = held[1:]  # also what came meanwhile
    held.clear()
    for server, frame in rest:
        server.send(frame)
    for visitor in (ann, bob):
        expect(visitor.page.locator(".message.album")).to_have_count(2)
        assert names(visitor) == ["1.png", "2.png", "3.png", "4.png"]


def test_a_photo_that_the_server_refuses_says_so_and_is_tried_again(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    body = '{"code":158,"text":"Your files are too large."}'
    ann.page.route("**/v1/files/*name=2.png*", lambda route: route.fulfill(status=413, body='{"type":"error",' + body[1:]))
    ann.send(*photos(ann, 3))
    failure = ann.page.locator(".album .failure")
    expect(failure).to_contain_text("2.png")
    expect(failure).to_contain_text("Your files are too large.")
    ann.page.set_viewport_size(SIZES["phone"])
    tops = "(place) => [...place.querySelectorAll('button')].map((button) => button.getBoundingClientRect().top)"
    assert len(set(failure.evaluate(tops))) == 1, "they wrap together"
    ann.page.set_viewport_size(SIZES["desktop"])
    expect(ann.page.locator(".tile[data-state=failed]")).to_have_count(1)
    expect(tiles(bob)).to_have_count(2)
    expect(ann.page.locator(".album").first).to_have_attribute("data-state", "sent")
    ann.page.unroute("**/v1/files/*name=2.png*")
    ann.errors = [error for error in ann.errors if "Failed to load resource" not in error]
    failure.get_by_role("button", name="Try again").click()
    expect(tiles(bob)).to_have_count(3)
    assert names(bob) == ["1.png", "3.png", "2.png"]
    expect(ann.page.locator(".failure")).to_have_count(0)


WIDTHS = {"tiny": {"width": 320, "height": 640}, "small": {"width": 360, "height": 740}, **SIZES}


LOOKS = [(2, "tiny", "light"), (10, "tiny", "light"), (5, "small", "dark"), (10, "phone", "dark"), (3, "desktop", "light"), (10, "desktop", "dark"), (5, "desktop", "forced")]


@pytest.mark.parametrize("count, size, scheme", LOOKS)
def test_an_album_fits_wherever_it_is_shown(visit, count, size, scheme):
    colors = {"forced_colors": "active"} if scheme == "forced" else {"color_scheme": scheme}
    bob = visit().enter("bob")
    ann = visit(viewport=WIDTHS[size], **colors).enter("ann")
    bob.field.fill("The harbour, from both sides")
    bob.send(*photos(bob, count, SHAPES[::-1]))
    ann.send(*photos(ann, count))
    expect(tiles(ann)).to_have_count(2 * count)
    ann.page.wait_for_function("() => [...document.querySelectorAll('.album')].every(({ dataset }) => (dataset.state ?? 'sent') === 'sent')")
    ann.page.evaluate("async () => { for (const image of document.querySelectorAll('.tile img')) { image.loading = 'eager'; await image.decode(); } }")
    assert ann.page.evaluate("() => document.querySelector('#scroller').scrollWidth <= document.querySelector('#scroller').clientWidth")
    for left, top, width, height in (box[:4] for box in boxes(ann)):
        assert left >= 0 and left + width <= WIDTHS[size]["width"] and width > 30 and height > 20
    check(ann.page, f"album-{count}-{size}-{scheme}")
