"""Writing on the page: emoji, names, the key ↑, indentation, pictures that are too large."""

import re

import pytest
from files import huge_picture
from playwright.sync_api import expect
from test_page import actions, check
from visitors import SIZES

PHONE = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}


def picker(visitor):
    visitor.page.get_by_role("button", name="Emoji", exact=True).click()
    return visitor.page.get_by_role("dialog", name="Emoji")


def suggestions(visitor):
    return visitor.page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def test_an_emoji_is_found_by_its_name_and_put_at_the_caret(visit):
    ann = visit().enter("ann")
    ann.field.fill("ab")
    ann.field.press("ArrowLeft")
    dialog = picker(ann)
    expect(dialog.get_by_label("Search emoji")).to_be_focused()
    expect(dialog.get_by_role("button", name="grinning face", exact=True)).to_be_visible()
    check(ann.page, "picker")
    ann.page.keyboard.type("zebra")
    dialog.get_by_role("button", name="zebra").click()
    expect(dialog).to_be_hidden()
    expect(ann.field).to_have_value("a🦓b")
    expect(ann.field).to_be_focused()
    dialog = picker(ann)
    expect(dialog.get_by_role("region", name="Recently used").get_by_role("button")).to_have_text(["🦓"])
    ann.page.keyboard.type("nothing like it")
    expect(dialog).to_contain_text("No emoji has this name")
    ann.page.keyboard.press("Escape")
    expect(ann.field).to_have_value("a🦓b")


def test_escape_closes_the_emoji_also_during_a_search(visit):
    ann = visit().enter("ann")
    dialog = picker(ann)
    dialog.get_by_label("Search emoji").fill("zebra")
    expect(dialog.get_by_role("button", name="zebra")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(picker(ann).get_by_label("Search emoji")).to_have_value("")


def test_the_emoji_are_reached_with_the_keyboard(visit):
    ann = visit().enter("ann")
    dialog = picker(ann)
    expect(dialog.get_by_role("button", name="grinning face", exact=True)).to_be_visible()
    press = ann.page.keyboard.press
    chosen = lambda: ann.page.evaluate("() => document.activeElement.dataset.emoji")
    press("ArrowDown")
    assert chosen() == "😀"
    press("ArrowRight")
    assert chosen() == "😃"
    press("ArrowDown")
    below = chosen()
    assert below not in ("😀", "😃", None)
    press("ArrowUp")
    assert chosen() == "😃"
    press("Enter")
    expect(ann.field).to_have_value("😃")
    dialog = picker(ann)
    ann.page.keyboard.type("heart eyes")
    ann.page.keyboard.press("Enter")
    expect(ann.field).to_have_value("😃😍")


def test_any_emoji_can_be_a_reaction(visit):
    ann = visit().enter("ann")
    ann.say("cake?")
    expect(ann.message("cake?")).to_have_attribute("data-state", "sent")
    actions(ann, "cake?").get_by_role("button", name="More emoji").click()
    ann.page.keyboard.type("birthday cake")
    ann.page.get_by_role("dialog", name="Emoji").get_by_role("button", name="birthday cake").click()
    expect(ann.message("cake?").locator(".reactions button")).to_have_text("🎂 1")
    expect(ann.message("cake?").locator(".meta")).not_to_contain_text("Sending")
    expect(ann.page.locator("[data-state=failed]")).to_have_count(0)


def test_every_emoji_of_the_picker_is_one_picture_with_a_name(visit):
    ann = visit().enter("ann")
    dialog = picker(ann)
    expect(dialog.get_by_role("button", name="grinning face", exact=True)).to_be_visible()
    names = dialog.locator("[data-emoji]").evaluate_all("all => all.map((button) => [button.dataset.emoji, button.title])")
    assert len(names) > 1_500
    assert len({emoji for emoji, _ in names}) == len(names)
    assert all(name.strip() for _, name in names)
    assert "flag france" in [name for _, name in names]


def test_a_short_code_becomes_an_emoji(visit):
    ann = visit().enter("ann")
    ann.field.press_sequentially("well :smi")
    expect(suggestions(ann).first).to_have_text("😄:smile:")
    assert ann.field.get_attribute("aria-activedescendant") == suggestions(ann).first.get_attribute("id")
    check(ann.page, "completion")
    ann.field.press("ArrowDown")
    expect(suggestions(ann).nth(1)).to_have_attribute("aria-selected", "true")
    ann.field.press("ArrowUp")
    ann.field.press("Enter")
    expect(ann.field).to_have_value("well 😄 ")
    expect(ann.texts).to_have_count(0)
    ann.field.press_sequentially("and :tada:")
    expect(ann.field).to_have_value("well 😄 and 🎉")
    ann.field.press_sequentially(" at 10:30: no :qqq")
    expect(suggestions(ann)).to_have_count(0)
    ann.field.press("Enter")
    expect(ann.texts).to_have_text(["well 😄 and 🎉 at 10:30: no :qqq"])


def test_emoji_that_come_after_the_message_was_sent_are_not_offered(visit):
    ann = visit()
    held = []
    ann.page.route("**/emoji-names-*", lambda route: held.append(route))
    ann.enter("ann")
    ann.field.press_sequentially("see you :smi")
    ann.field.press("Enter")
    expect(ann.texts).to_have_text(["see you :smi"])
    for route in held:
        route.continue_()
    # They are loaded; what waited for them goes on before the next frames.
    ann.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('emoji-names'))")
    ann.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    expect(suggestions(ann)).to_have_count(0)
    ann.field.press("Enter")
    expect(ann.field).to_have_value("")


def test_names_of_people_who_wrote_or_are_met_here_are_completed(visit, robot):
    ann, eve = visit().enter("ann"), visit().enter("eve")
    maja = robot("Maja", texts=["I was here"])
    expect(ann.message("I was here")).to_be_visible()
    maja.page.goto("about:blank")
    expect(ann.status).to_have_text("2 here")
    ann.field.press_sequentially("so said @ma")
    expect(suggestions(ann).locator("bdi")).to_have_text(["Maja"])
    ann.field.press("Enter")
    expect(ann.field).to_have_value("so said @Maja ")
    ann.field.press("Enter")
    expect(ann.page.locator(".text mark")).to_have_text("@Maja")
    # Nobody mentions themself, and the people of other rooms are not meant.
    ann.field.press_sequentially("@an")
    expect(suggestions(ann)).to_have_count(0)
    ann.field.fill("")
    ann.page.get_by_role("button", name="Message eve").click()
    expect(ann.page.locator("#room")).to_have_text("eve")
    # She is in the lobby, and not in this room.
    ann.field.press_sequentially("@")
    expect(suggestions(ann).locator("bdi")).to_have_text(["eve"])


def test_names_of_people_here_are_completed(visit, robot):
    ann = visit().enter("ann")
    robot("Élodie Martin"), robot("ivo"), robot("Maja")
    expect(ann.page.locator("#members li")).to_have_count(4)
    ann.field.press_sequentially("thanks @ma")
    expect(suggestions(ann).locator("bdi")).to_have_text(["Élodie Martin", "Maja"])
    ann.field.press("Tab")
    expect(ann.field).to_have_value("thanks @Élodie Martin ")
    ann.field.press_sequentially("@")
    expect(suggestions(ann)).to_have_count(3)
    ann.field.press("Escape")
    expect(suggestions(ann)).to_have_count(0)
    ann.field.press_sequentially("x a@i")
    expect(suggestions(ann)).to_have_count(0)
    ann.field.fill("@i")
    suggestions(ann).first.click()
    expect(ann.field).to_have_value("@ivo ")


def test_what_is_typed_elsewhere_is_for_the_message(visit, robot):
    robot("bob", texts=["hello"])
    ann = visit().enter("ann")
    expect(ann.message("hello")).to_be_visible()
    ann.scroller.focus()
    ann.page.keyboard.type("how are you?")
    expect(ann.field).to_have_value("how are you?")
    ann.page.locator(".message .more-actions").focus()
    ann.page.keyboard.press("Escape")
    expect(ann.field).to_be_focused()
    # Fields and dialogs keep their keys.
    search = ann.page.get_by_placeholder("Search rooms")
    search.press("q")
    expect(search).to_have_value("q")
    search.fill("")
    ann.page.locator("#room-options").click()
    ann.page.keyboard.type("x")
    ann.page.keyboard.press("Escape")
    expect(ann.field).to_have_value("how are you?")


def test_up_edits_ones_last_message(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.field.press("ArrowUp")
    expect(ann.page.get_by_text("Editing your message")).to_be_hidden()
    ann.say("helo")
    bob.say("hi")
    expect(ann.message("hi")).to_be_visible()
    ann.field.press("ArrowUp")
    expect(ann.field).to_have_value("helo")
    expect(ann.page.get_by_text("Editing your message")).to_be_visible()
    ann.say("hello")
    expect(bob.message("hello").locator(".edited")).to_have_text("edited")
    ann.field.fill("a draft")
    ann.field.press("ArrowUp")
    expect(ann.field).to_have_value("a draft")


def test_the_field_names_the_room_if_its_title_fits(visit):
    ann = visit().enter("ann")
    expect(ann.field).to_have_attribute("placeholder", "Message \u2068#lobby\u2069")
    title = "The planning of our garden party"
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Group").click()
    ann.page.get_by_label("Title").fill(title)
    ann.page.get_by_role("button", name="Make group").click()
    expect(ann.page.locator("#room")).to_have_text(title)
    expect(ann.field).to_have_attribute("placeholder", f"Message \u2068{title}\u2069")
    ann.page.set_viewport_size(SIZES["phone"])
    expect(ann.field).to_have_attribute("placeholder", "Message")
    ann.page.set_viewport_size(SIZES["desktop"])
    expect(ann.field).to_have_attribute("placeholder", f"Message \u2068{title}\u2069")


def test_the_end_of_the_conversation_stays_on_the_screen_while_the_composer_grows_and_grows(visit, robot):
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    robot("bob", texts=[f"line {number}" for number in range(30)])
    expect(ann.texts).to_have_count(30)
    # As if two files were chosen one right behind the other: the list becomes lower again before it
    # is told that it was scrolled to its end.
    ann.page.evaluate(
        """() => new Promise((done) => {
            const { style } = document.querySelector("#composer");
            style.paddingTop = "60px";
            new ResizeObserver((_, observer) => {
                observer.disconnect();
                style.paddingTop = "200px";
                requestAnimationFrame(() => requestAnimationFrame(done));
            }).observe(document.querySelector("#scroller"));
        })"""
    )
    expect(ann.message("line 29")).to_be_in_viewport(ratio=1)
    expect(ann.page.locator("#latest")).to_be_hidden()


def test_a_keyboard_says_what_enter_does(visit):
    assert visit().enter("ann").field.evaluate("field => field.enterKeyHint") == "send"
    assert visit(**PHONE).enter("bob").field.evaluate("field => field.enterKeyHint") == "enter"


def test_several_lines_keep_the_indentation_of_the_first(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("\n  \n    if late:\n        run()\n\n")
    expect(bob.texts).to_have_count(1)
    assert bob.texts.first.evaluate("text => text.textContent") == "    if late:\n        run()"
    left = "text => { const range = document.createRange(); range.setStart(text.firstChild, 4); range.setEnd(text.firstChild, 5); return range.getBoundingClientRect().left - text.getBoundingClientRect().left }"
    assert bob.texts.first.evaluate(left) > 8, "it is seen, too"


@pytest.mark.parametrize("text", ["\u200b", "\u2800 ", "\u3164\n"])
def test_what_nobody_could_see_is_not_sent(visit, text):
    ann = visit().enter("ann")
    ann.field.fill(text)
    expect(ann.page.get_by_role("button", name="Send")).to_be_disabled()
    ann.field.press("Enter")
    ann.say("seen")
    expect(ann.texts).to_have_text(["seen"])


def jpeg(width, height):
    """The header of a JPEG behind a long comment."""
    return b"\xff\xd8\xff\xfe\x40\x00" + bytes(0x3FFE) + b"\xff\xc0\x00\x11\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + bytes(64)


def webp(width, height):
    return b"RIFF" + bytes(4) + b"WEBPVP8X" + bytes(8) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little") + bytes(8)


LARGE = {"a.png": huge_picture(), "b.jpg": jpeg(10_000, 10_000), "c.webp": webp(10_000, 10_000), "d.gif": b"GIF89a" + b"\x10\x27\x10\x27" + bytes(20)}


@pytest.mark.parametrize("name", LARGE)
def test_a_picture_with_too_many_pixels_is_refused_before_it_is_sent(visit, name):
    ann = visit().enter("ann")
    sent = []
    ann.page.on("request", lambda request: sent.append(request.method))
    ann.page.locator("#chooser").set_input_files([{"name": name, "mimeType": f"image/{name[2:]}", "buffer": LARGE[name]}])
    problem = ann.page.locator("#file-problem")
    expect(problem).to_have_text(
        f"“\u2068{name}\u2069” is too large: it has 100 megapixels (10000 × 10000); a picture can have at most 50. Make it smaller first."
    )
    expect(ann.page.locator("#tray li")).to_have_count(0)
    ann.say("a text goes on")
    expect(ann.message("a text goes on")).to_have_attribute("data-state", "sent")
    assert "PUT" not in sent


def test_a_long_title_takes_one_line_of_the_empty_field(visit):
    ann = visit(viewport=SIZES["phone"]).enter("ann")
    expect(ann.field).to_have_attribute("placeholder", "Message \u2068#lobby\u2069")
    height = ann.field.bounding_box()["height"]
    room = "a-room-with-a-very-long-name-" * 2 + "x"
    ann.page.locator("#back").click()
    ann.join(room)
    expect(ann.page.locator("#room")).to_have_text(room)
    expect(ann.field).to_have_attribute("placeholder", "Message")
    assert ann.field.bounding_box()["height"] == height
    assert ann.field.evaluate("field => field.scrollHeight <= field.clientHeight")
    ann.field.fill("one\ntwo\nthree")
    assert ann.field.bounding_box()["height"] > height
    ann.field.fill("")
    assert ann.field.bounding_box()["height"] == height


@pytest.mark.parametrize("size", SIZES)
def test_a_strip_above_the_field_shows_what_is_answered_or_edited(visit, robot, size):
    phone = PHONE if size == "phone" else {}
    ann = visit(**phone).enter("ann")
    robot("bob", texts=["first line\nsecond line " + "and more " * 60])
    expect(ann.texts).to_have_count(1)
    strip = ann.page.locator("#editing")
    ann.page.locator(".message .more-actions").focus()
    ann.page.locator(".bar [data-control=reply]").dispatch_event("click")
    expect(strip).to_contain_text("Replying to bob: first line second line")
    expect(strip.locator("use").first).to_have_attribute("href", "#reply")
    color = "one => getComputedStyle(one).color"
    name = strip.locator(".editing-what bdi")
    assert name.evaluate(color) == ann.page.locator(".message .author").evaluate(color), "the name has its color"
    assert strip.locator(".editing-said").bounding_box()["height"] < 26, "one line"
    check(ann.page, f"strip-{size}")
    close = strip.get_by_role("button", name="Cancel", exact=True)
    assert min(close.bounding_box()[side] for side in ("width", "height")) >= 44
    expect(ann.field).to_have_accessible_description(re.compile("^Replying to bob"))
    close.click()
    expect(strip).to_be_hidden()
    expect(ann.field).to_have_accessible_description("")
    ann.say("mine")
    expect(ann.message("mine")).to_have_attribute("data-state", "sent")
    ann.message("mine").locator(".more-actions").dispatch_event("click")
    ann.page.locator("#action-edit").click()
    expect(strip).to_contain_text("Editing your message: mine")
    expect(strip.locator("use").first).to_have_attribute("href", "#edit")


def test_the_tabs_of_the_emoji_lead_to_their_groups(visit):
    ann = visit().enter("ann")
    dialog = picker(ann)
    tabs = dialog.get_by_role("toolbar", name="Kinds of emoji").get_by_role("button")
    expect(tabs).to_have_count(9)
    titles = dialog.locator("h3").all_text_contents()
    assert [tab.get_attribute("aria-label") for tab in tabs.all()] == titles
    assert not any("#" in title for title in titles)
    for title in ("Flags", "Food", "Smileys"):
        tabs.and_(ann.page.get_by_label(title)).click()
        expect(dialog.get_by_role("region", name=title).get_by_role("button").first).to_be_in_viewport(ratio=0.9)
        expect(dialog.locator("#picker-tabs [aria-pressed=true]")).to_have_accessible_name(title)
    check(ann.page, "picker-tabs")
    # Tab reaches one of them, and the arrow keys reach the others.
    tabs.first.focus()
    ann.page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(dialog.locator("#picker-tabs [tabindex='0']")).to_have_count(1)
    ann.page.keyboard.press("ArrowDown")
    expect(dialog.locator("#picker-results button:focus")).to_have_count(1)
    # A search has no groups; what was used last is a group of its own, the first.
    dialog.get_by_label("Search emoji").fill("zebra")
    expect(tabs).to_have_count(0)
    dialog.get_by_role("button", name="zebra").click()
    dialog = picker(ann)
    expect(tabs).to_have_count(10)
    expect(tabs.first).to_have_accessible_name("Recently used")


def test_a_changed_edit_is_not_lost_to_a_reply_or_another_edit(visit):
    ann = visit().enter("ann")
    for text in ("one", "two"):
        ann.say(text)
        expect(ann.message(text)).to_have_attribute("data-state", "sent")
    actions(ann, "two").get_by_role("button", name="Edit").click()
    ann.field.fill("two, changed")
    for name in ("Reply", "Edit"):
        actions(ann, "one").get_by_role("button", name=name).click()
        expect(ann.page.locator("#file-problem")).to_have_text("Finish or cancel your edit first.")
        expect(ann.field).to_have_value("two, changed")
        expect(ann.field).to_be_focused()
    ann.field.press("Enter")
    expect(ann.page.locator("#file-problem")).to_be_hidden()
    expect(ann.texts).to_have_text(["one", "two, changed"])
    # Nothing is lost of an edit that has changed nothing.
    actions(ann, "two, changed").get_by_role("button", name="Edit").click()
    actions(ann, "one").get_by_role("button", name="Reply").click()
    expect(ann.page.locator("#editing-words")).to_have_text("Replying to yourself: one")
    expect(ann.field).to_have_value("")


def test_a_reply_goes_on_after_an_edit(visit, robot):
    ann = visit().enter("ann")
    robot("bob", texts=["Lunch?"])
    ann.say("helo")
    expect(ann.message("helo")).to_have_attribute("data-state", "sent")
    words = ann.page.locator("#editing-words")
    actions(ann, "Lunch?").get_by_role("button", name="Reply").click()
    ann.field.fill("At noon")
    actions(ann, "helo").get_by_role("button", name="Edit").click()
    expect(words).to_have_text("Editing your message: helo")
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(words).to_be_hidden()
    ann.choose("lobby")
    expect(words).to_have_text("Editing your message: helo")
    ann.say("hello")
    expect(words).to_have_text("Replying to bob: Lunch?")
    expect(ann.field).to_have_value("At noon")
    ann.field.press("Enter")
    expect(ann.message("At noon").locator(".quote")).to_contain_text("Lunch?")
    expect(words).to_be_hidden()


def test_people_are_offered_in_the_order_of_the_language(visit, robot):
    ann = visit(locale="de-DE").open()
    names = ["Zoe", "émile", "Emma", "bob", "Ärne", "arthur"]
    robots = [robot(name) for name in names]
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#name").press("Enter")
    expect(ann.status).to_have_text("7 hier")
    ann.page.locator("#new-button").click()
    ann.page.locator("#new-tabs [role=tab]").nth(1).click()
    order = ["Ärne", "arthur", "bob", "émile", "Emma", "Zoe"]
    expect(ann.page.locator("#person-list .name")).to_have_text(order)
    ann.page.locator("#new-tabs [role=tab]").nth(2).click()
    expect(ann.page.locator("#group-people .name")).to_have_text(order)
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#members .name")).to_have_text(["ann", *order])
    assert len(robots) == len(names)
