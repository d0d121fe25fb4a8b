"""Where the focus goes when what has it goes away, and what a screen reader hears meanwhile."""

import json
import re

from playwright.sync_api import expect
from test_moderation import options, press, sheet
from test_reading import PHONE, bar
from test_rooms import said


def test_the_list_of_people_keeps_the_focus_when_people_come_and_go(visit):
    ann, cat = visit().enter("ann"), visit().enter("cat")
    members = ann.page.locator("#members .name")
    expect(members).to_have_text(["ann", "cat"])
    button = ann.page.get_by_role("button", name="Options for cat")
    button.focus()
    bob, dan = visit().enter("bob"), visit().enter("dan")
    expect(members).to_have_text(["ann", "bob", "cat", "dan"])
    expect(button).to_be_focused()
    bob.page.close()
    expect(members).to_have_text(["ann", "cat", "dan"])
    expect(button).to_be_focused()
    # The next person takes it, and after the last one the list.
    cat.page.close()
    expect(members).to_have_text(["ann", "dan"])
    expect(ann.page.get_by_role("button", name="Options for dan")).to_be_focused()
    dan.page.close()
    expect(members).to_have_text(["ann"])
    expect(ann.page.get_by_role("list", name="People in this room")).to_be_focused()


def test_after_a_deletion_the_next_message_has_the_focus(visit):
    ann = visit().enter("ann")
    for text in ("one", "two", "three"):
        ann.say(text)
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(3)

    def delete(text):
        more_actions = ann.message(text).locator(".more-actions")
        more_actions.focus()
        ann.page.keyboard.press("Enter")
        ann.page.locator("#action-delete").click()
        ann.page.locator("#delete-now").click()
        expect(ann.message(text)).to_have_count(0)

    delete("two")
    expect(ann.message("three").locator(".more-actions")).to_be_focused()
    expect(ann.page.locator(".more-actions[tabindex='0']")).to_have_count(1)
    delete("three")
    expect(ann.message("one").locator(".more-actions")).to_be_focused()
    delete("one")
    expect(ann.scroller).to_be_focused()


def test_the_banner_that_goes_away_gives_the_focus_to_the_message(visit, server):
    ann = visit().enter("ann")
    server.kill()
    button = ann.page.get_by_role("button", name="Try now")
    button.focus()
    server.start()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#banner")).to_be_hidden()
    expect(ann.field).to_be_focused()


def test_the_file_after_a_removed_one_has_the_focus(visit):
    ann = visit().enter("ann")
    ann.attach(*((f"{name}.txt", "text/plain", b"Agreed.") for name in ("one", "two", "three")))
    remove = lambda name: ann.page.get_by_role("button", name=f"Remove {name}.txt")
    expect(ann.page.locator("#tray li")).to_have_count(3)
    for name, following in [("two", "three"), ("three", "one")]:
        remove(name).focus()
        ann.page.keyboard.press("Enter")
        expect(remove(name)).to_have_count(0)
        expect(remove(following)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#tray")).to_be_hidden()
    expect(ann.field).to_be_focused()


def last_page_of_two(route):
    """The directory in two pages, of which the second is the last."""
    server = route.connect_to_server()
    rooms = lambda names: [{"room": name, "title": name, "people": 1, "at": 1_795_223_116_490} for name in names]

    def asked(message):
        frame = json.loads(message)
        if frame["type"] != "directory":
            return server.send(message)
        page = {"rooms": rooms(["cellar", "dairy"])} if frame.get("after") else {"rooms": rooms(["attic", "barn"]), "next": "barn"}
        route.send(json.dumps({"type": "found", "ref": frame["ref"], **page}))

    route.on_message(asked)


def test_after_the_last_page_of_the_directory_its_first_room_has_the_focus(visit):
    ann = visit()
    ann.page.route_web_socket("**/v1", last_page_of_two)
    ann.enter("ann")
    ann.page.get_by_role("button", name="New", exact=True).click()
    entries = ann.page.locator("#directory button")
    expect(entries).to_have_count(2)
    ann.page.locator("#directory-more").focus()
    ann.page.keyboard.press("Enter")
    expect(entries).to_have_count(4)
    expect(ann.page.locator("#directory-more")).to_be_hidden()
    expect(entries.nth(2)).to_be_focused()


def test_a_sheet_that_the_user_comes_back_to_is_where_it_was(visit, robot):
    ann = visit(viewport={"width": 1280, "height": 500}).enter("ann")
    robot("bob")
    for name in ("cat", "dan", "eve", "fay", "gus", "hal"):
        robot(name)
    expect(ann.page.locator("#members .name")).to_have_count(8)
    options(ann, "People…")
    body = ann.page.locator(".sheet-body")
    button = sheet(ann).get_by_role("button", name="Options: hal")
    button.scroll_into_view_if_needed()
    top = body.evaluate("body => body.scrollTop")
    assert top > 0
    button.click()
    expect(ann.page.locator("#sheet-title")).to_have_text("hal")
    assert body.evaluate("body => body.scrollTop") == 0
    press(ann, "Back")
    expect(ann.page.locator("#sheet-title")).to_have_text("People")
    expect(button).to_be_focused()
    assert body.evaluate("body => body.scrollTop") == top


def test_a_wider_window_gives_the_focus_to_no_button(visit):
    ann = visit(viewport={"width": 1000, "height": 700}).enter("ann")
    ann.page.evaluate("() => document.activeElement.blur()")
    ann.page.set_viewport_size({"width": 1400, "height": 700})
    expect(ann.page.locator("#people")).to_be_visible()
    assert ann.page.evaluate("() => document.activeElement === document.body")


def test_on_touch_what_opens_does_not_open_the_keyboard(visit):
    ann = visit(**PHONE).enter("ann")
    ann.page.locator("#back").tap()
    ann.page.locator("#new-button").tap()
    expect(ann.page.locator("#new-title")).to_be_focused()
    ann.page.locator("#new-close").tap()
    ann.page.locator("#own-button").tap()
    ann.page.locator("#own-menu-profile").tap()
    expect(ann.page.locator("#sheet-title")).to_be_focused()
    press(ann, "Close")
    ann.choose("lobby")
    options(ann, "Search messages…")
    expect(sheet(ann).get_by_role("textbox", name="Search messages")).to_be_focused()


def test_between_messages_a_screen_reader_hears_what_they_say(visit):
    ann = visit().enter("ann")
    for text in ("one", "two **words**"):
        ann.say(text)
    ann.send(("plan.txt", "text/plain", b"Agreed."))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(3)
    buttons = ann.page.locator(".more-actions")
    buttons.last.focus()
    for at, words in [(2, re.compile("^plan.txt")), (1, "two words"), (0, "one")]:
        expect(buttons.nth(at)).to_be_focused()
        expect(buttons.nth(at)).to_have_accessible_name("Actions for your message")
        expect(buttons.nth(at)).to_have_accessible_description(words)
        ann.page.keyboard.press("ArrowUp")


def test_what_a_search_finds_is_announced(visit, robot):
    robot("bob", texts=["tea for two", "tea for three"])
    ann = visit().enter("ann")
    expect(ann.texts).to_have_count(2)
    # A screen reader announces only the changes of an element that was there before.
    rooms = ann.page.locator("#rooms").get_by_role("status")
    expect(rooms).to_have_text("")
    ann.page.get_by_label("Search rooms").fill("nothing like it")
    expect(rooms).to_have_text("Nothing found.")
    ann.page.get_by_label("Search rooms").fill("")
    expect(rooms).to_have_text("")
    options(ann, "Search messages…")
    told = lambda words: expect(sheet(ann).get_by_role("status").filter(has_text=words)).to_have_count(1)
    expect(sheet(ann).get_by_role("status")).to_have_count(4)
    field = sheet(ann).get_by_role("textbox", name="Search messages")
    for words, answer in [("tea", "2 found"), ("three", "1 found"), ("coffee", "No message matches.")]:
        field.fill(words)
        field.press("Enter")
        told(answer)


def test_people_who_reacted_can_be_pointed_at(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    said(bob, "cake?")
    bar(bob, "cake?").get_by_role("button", name="React with 👍").click()
    chip, tip = ann.message("cake?").locator(".reactions button"), ann.page.get_by_role("tooltip")
    chip.hover()
    expect(tip).to_be_visible()
    ann.hold_timers("pointerleave")
    tip.hover()
    ann.end_timers()
    expect(tip).to_have_text("bob reacted with 👍")
    ann.page.mouse.move(2, 2)
    expect(tip).to_be_hidden()


def test_new_messages_are_read_out_together_and_many_are_counted(visit, robot):
    ann = visit().enter("ann")
    bob = robot("bob")
    told = ann.page.locator("#announcer p")
    expect(told).to_have_text(["bob joined"])
    bob.say("two **words**")
    expect(told).to_have_text(["bob joined", "bob: two words"])
    ann.hold_timers()
    bob.say(*(f"word {number}" for number in range(7)))
    expect(ann.texts).to_have_count(8)
    ann.end_timers()
    expect(told).to_have_text(["bob joined", "bob: two words", "7 new messages"])
