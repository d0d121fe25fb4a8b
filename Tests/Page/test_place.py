"""The reader's place: what is at the top of the screen stays there, whatever changes around it."""

import pytest
from playwright.sync_api import expect
from files import picture
from visitors import SIZES

LINES = [f"line {number}.\n" + "more of it " * (number * 7 % 40) for number in range(120)]

# The first message that is whole on the screen, and how far it is below the upper edge.
PLACE = """(scroller) => {
    const edge = scroller.getBoundingClientRect().top;
    const row = [...scroller.querySelectorAll(".message[data-seq]")].find((row) => row.getBoundingClientRect().top >= edge);
    return { seq: row.dataset.seq, top: row.getBoundingClientRect().top - edge };
}"""

# By how many pixels it has moved, once the page has drawn what follows from a change.
DRIFT = """async (scroller, { seq, top }) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const row = scroller.querySelector(`.message[data-seq="${seq}"]`);
    return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - top;
}"""

BELOW = """async (scroller) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
}"""


def drift(visitor, place):
    return abs(visitor.scroller.evaluate(DRIFT, place))


def read_in_the_middle(visitor, last):
    """Scrolls up, away from both ends of what is loaded. Returns what is at the top of the screen."""
    expect(visitor.message(last)).to_be_in_viewport()
    visitor.scroller.evaluate("(scroller) => { scroller.scrollTop -= 1600 }")
    expect(visitor.page.locator("#latest")).to_be_visible()
    expect(visitor.scroller).to_have_attribute("aria-busy", "false")
    return visitor.scroller.evaluate(PLACE)


SHAPES = [(390, 844), (844, 390), (390, 844), (700, 800), (1280, 800), (1920, 1000), (1280, 800)]


def test_the_place_stays_in_a_window_of_another_size(visit, robot):
    robot("bob", texts=LINES)
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    place = read_in_the_middle(ann, LINES[-1])
    for width, height in SHAPES:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert drift(ann, place) <= 1, (width, height)


def test_the_place_stays_while_the_edge_of_a_window_is_dragged(visit, robot):
    """No step adds to what the steps before it rounded."""
    robot("bob", texts=LINES)
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    place = read_in_the_middle(ann, LINES[-1])
    for width in [*range(1279, 1240, -3), *range(1241, 1281, 3)]:
        ann.page.set_viewport_size({"width": width, "height": 800})
        drift(ann, place)
    assert drift(ann, place) <= 1


def test_the_place_stays_when_a_phone_is_turned(visit, robot):
    robot("bob", texts=LINES)
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    place = read_in_the_middle(ann, LINES[-1])
    for width, height in [(844, 390), (390, 844)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert drift(ann, place) <= 1


def test_the_place_stays_when_the_people_beside_it_go_and_come(visit, robot):
    robot("bob", texts=LINES)
    ann = visit(viewport={"width": 1210, "height": 800}).enter("ann")
    place = read_in_the_middle(ann, LINES[-1])
    width = ann.scroller.bounding_box()["width"]
    ann.page.locator("#people-close").click()
    assert drift(ann, place) <= 1
    assert ann.scroller.bounding_box()["width"] > width
    ann.page.locator("#people-button").click()
    assert drift(ann, place) <= 1


def test_the_line_that_is_read_in_a_long_text_stays(visit, robot):
    """It fills more than a screen, so that no message is whole on it."""
    robot("bob", texts=["word " * 3_000, "after it"])
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    ann.page.get_by_role("button", name="Show more").click()
    half = "(scroller) => { const { height } = scroller.querySelector('.message').getBoundingClientRect(); scroller.scrollTop = height / 2 }"
    part = """async (scroller) => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        const { top, height } = scroller.querySelector(".message").getBoundingClientRect();
        return (scroller.getBoundingClientRect().top - top) / height;
    }"""
    ann.scroller.evaluate(half)
    before = ann.scroller.evaluate(part)
    for width in (390, 1280):
        ann.page.set_viewport_size({"width": width, "height": 800})
        assert ann.scroller.evaluate(part) == pytest.approx(before, abs=0.01)


def test_the_end_of_a_room_stays_the_end_in_a_window_of_another_size(visit, robot):
    robot("bob", texts=LINES)
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    expect(ann.message(LINES[-1])).to_be_in_viewport()
    for width, height in SHAPES:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.scroller.evaluate(BELOW) <= 1, (width, height)
    expect(ann.page.locator("#latest")).to_be_hidden()


def test_the_place_stays_while_rows_above_it_grow_and_shrink(visit, robot):
    """An edit, a reaction and a deletion of messages that are further up."""
    bob = robot("bob", texts=LINES)
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    place = read_in_the_middle(ann, LINES[-1])
    above = [int(place["seq"]) - step for step in (1, 2, 3)]
    rows = [ann.page.locator(f'.message[data-seq="{seq}"]') for seq in above]
    bob.change("edit", "lobby", of=above[0], text="much longer now. " * 60)
    expect(rows[0]).to_contain_text("much longer now.")
    assert drift(ann, place) <= 1
    bob.change("react", "lobby", of=above[1], emoji="👍", on=True)
    expect(rows[1].locator(".reactions button")).to_have_text("👍 1")
    assert drift(ann, place) <= 1
    bob.change("delete", "lobby", of=above[2])
    expect(rows[2]).to_contain_text("deleted")
    assert drift(ann, place) <= 1
    # What comes at the end moves nothing, either.
    bob.say("at the end")
    expect(ann.message("at the end")).to_be_attached()
    assert drift(ann, place) <= 1


MANY = [f"line {number}" for number in range(400)]

# Scrolls up, and tells what is at the top of the screen then.
UP = """(scroller) => {
    scroller.scrollTop -= 1600;
    const edge = scroller.getBoundingClientRect().top;
    const row = [...scroller.querySelectorAll(".message[data-seq]")].find((row) => row.getBoundingClientRect().top >= edge);
    return { seq: row.dataset.seq, top: row.getBoundingClientRect().top - edge };
}"""


def test_a_list_at_its_end_has_few_rows_and_one_that_is_read_has_all(visit, robot):
    """Much is said in some rooms, and what is far above is not laid out again for each message."""
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    bob = robot("bob", texts=MANY)
    expect(ann.message(MANY[-1])).to_be_in_viewport()
    few = ann.page.evaluate("() => document.querySelectorAll('.message').length")
    assert 100 <= few <= 300
    place = ann.scroller.evaluate(UP)
    expect(ann.texts).to_have_count(400)
    assert drift(ann, place) <= 1
    bob.say("one more")
    expect(ann.texts).to_have_count(401)
    assert drift(ann, place) <= 1
    ann.scroll(1_000_000)
    expect(ann.message("one more")).to_be_in_viewport()
    expect(ann.message("line 0")).to_have_count(0)
    assert ann.scroller.evaluate(BELOW) <= 1
    # Who prints it prints all.
    ann.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(ann.texts).to_have_count(401)
    ann.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(ann.message("line 0")).to_have_count(0)
    # A room whose rows have the same numbers is shown from its end, too.
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    ann.say("alone")
    expect(ann.message("alone")).to_be_in_viewport()
    ann.choose("lobby")
    expect(ann.message("one more")).to_be_in_viewport()
    assert ann.page.evaluate("() => document.querySelectorAll('.message').length") >= 50


def test_the_way_to_the_first_new_message_leads_to_a_row_that_the_list_does_not_have(visit, robot):
    ann = visit().enter("ann")
    ann.hide()
    robot("bob", texts=MANY)
    expect(ann.message(MANY[-1])).to_be_visible()
    expect(ann.page.locator(".unread")).to_have_count(0)
    ann.hide(False)
    up = ann.page.locator("#first-new")
    expect(up).to_have_text("99+ new messages")
    up.click()
    expect(ann.page.locator(".unread")).to_be_in_viewport()
    expect(ann.message("line 0")).to_be_in_viewport()
    expect(up).to_be_hidden()


def test_scrolling_counts_before_the_page_has_drawn_again(visit, robot):
    """A slow page draws later. What changes a row's height or the window until then does not lead back to the end."""
    robot("bob", texts=LINES)
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    expect(ann.message(LINES[-1])).to_be_in_viewport()
    ann.page.evaluate("() => { window.draws = window.requestAnimationFrame; window.requestAnimationFrame = () => 0; }")
    ann.scroller.evaluate("""(scroller) => new Promise((done) => {
        scroller.addEventListener("scroll", () => done(), { once: true });
        scroller.scrollTop -= 1600;
    })""")
    place = ann.scroller.evaluate(PLACE)
    ann.page.set_viewport_size({"width": 1280, "height": 700})
    ann.page.evaluate("() => { window.requestAnimationFrame = window.draws; }")
    assert drift(ann, place) <= 1
    expect(ann.page.locator("#latest")).to_be_visible()


def test_the_viewer_leads_to_pictures_that_the_list_does_not_have(visit, robot):
    ann = visit().enter("ann")
    ann.send(("first.png", "image/png", picture(ann.page, 60, 40, "image/png")))
    expect(ann.page.locator(".message[data-state=sent] a.place")).to_have_count(1)
    robot("bob", texts=MANY)
    expect(ann.message(MANY[-1])).to_be_in_viewport()
    ann.send(("last.png", "image/png", picture(ann.page, 60, 40, "image/png")))
    expect(ann.page.locator("a.place img[alt='last.png']")).to_have_count(1)
    expect(ann.page.locator("a.place img[alt='first.png']")).to_have_count(0)
    ann.page.locator("a.place").click()
    ann.page.get_by_role("button", name="Previous picture").click()
    expect(ann.page.get_by_role("dialog", name="first.png")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("a.place:has(img[alt='first.png'])")).to_be_focused()
