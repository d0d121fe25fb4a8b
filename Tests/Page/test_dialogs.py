"""Dialogs, menus and the drawer of people: what they have in common."""

import pytest
from playwright.sync_api import expect
from test_moderation import group, more, options, press, said, sheet
from test_page import actions, check
from visitors import SIZES


@pytest.mark.parametrize("size", SIZES)
def test_dialogs_have_one_width_and_one_head(visit, size):
    ann = visit(viewport=SIZES[size], reduced_motion="reduce").enter("ann")
    ann.say("one")
    expect(ann.message("one")).to_have_attribute("data-state", "sent")

    def seen(dialog):
        """The width, what is left below, and the place of the button that closes."""
        expect(dialog).to_be_visible()
        box, close = dialog.bounding_box(), dialog.get_by_role("button", name="Close").bounding_box()
        return box["width"], close["width"], close["height"], box["x"] + box["width"] - close["x"] - close["width"], close["y"] - box["y"]

    found = []
    options(ann, "People…")
    found.append(seen(sheet(ann)))
    press(ann, "Close")
    ann.page.locator(".day button").click()
    found.append(seen(ann.page.locator("#day-picker")))
    ann.page.locator("#day-close").click()
    if size == "phone":
        ann.page.locator("#back").click()
    ann.page.get_by_role("button", name="New", exact=True).click()
    found.append(seen(ann.page.locator("#new")))
    assert len(set(found)) == 1, found
    assert size == "desktop" or found[0][0] == SIZES["phone"]["width"]


def test_a_click_beside_a_sheet_closes_it_and_gives_the_focus_back(visit):
    ann = visit(reduced_motion="reduce").enter("ann")
    ann.say("one")
    expect(ann.message("one")).to_have_attribute("data-state", "sent")
    for opener, field, title in [("#find-button", "#sheet-field-words", "#sheet-title"), ("#new-button", "#join-text", "#new-title"), ("#rename", "#name", "#door-title")]:
        button, words = ann.page.locator(opener), ann.page.locator(field)
        button.click()
        expect(words).to_be_focused()
        # What is selected with the mouse may end beside the sheet.
        words.fill("words")
        box = words.bounding_box()
        ann.page.mouse.move(box["x"] + 60, box["y"] + 20)
        ann.page.mouse.down()
        ann.page.mouse.move(4, 400)
        ann.page.mouse.up()
        expect(ann.page.locator(title)).to_be_visible()
        ann.page.mouse.click(4, 796)
        expect(ann.page.locator(title)).to_be_hidden()
        expect(button).to_be_focused()


def test_a_click_on_a_person_of_the_list_shows_their_options(visit):
    ann = visit().enter("ann")
    visit().enter("bob")
    members = ann.page.locator("#members li")
    expect(members).to_have_count(2)
    for part in (".name", ".avatar"):
        members.filter(has_text="bob").locator(part).click()
        expect(ann.page.locator("#sheet-title")).to_have_text("bob")
        press(ann, "Close")
        expect(sheet(ann)).to_be_hidden()
        expect(ann.page.get_by_role("button", name="Options for bob")).to_be_focused()
    members.filter(has_text="bob").get_by_role("button", name="Message").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    ann.choose("lobby")
    members.filter(has_text="you").locator(".name").click()
    expect(sheet(ann)).to_be_hidden()


def test_a_sheet_says_once_what_it_is_about(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    group(ann, "Tea", (bob, "bob"))
    options(ann, "Members…")
    expect(ann.page.locator("#sheet li")).to_have_count(2)
    expect(sheet(ann).get_by_role("heading")).to_have_text(["Members"])
    expect(sheet(ann).get_by_role("list", name="Members")).to_be_visible()
    press(ann, "Close")
    options(ann, "Leave…")
    expect(ann.page.locator("#leave-title")).to_have_text("Leave ⁨Tea⁩?")
    expect(ann.page.locator("#room-menu-title")).to_be_hidden()


def test_the_head_of_a_sheet_keeps_its_place_while_its_list_grows(visit):
    ann = visit().enter("ann")
    group(ann, "Tea")
    options(ann, "Invite links…")
    close = sheet(ann).get_by_role("button", name="Close")
    place = close.bounding_box()
    for made in (1, 2):
        press(ann, "Make a link")
        expect(sheet(ann).locator("li")).to_have_count(made)
        assert close.bounding_box() == place


def test_the_button_of_a_search_is_beside_its_field(visit):
    ann = visit().enter("ann")
    ann.page.locator("#find-button").click()
    field, button = ann.page.locator("#sheet-field-words"), sheet(ann).get_by_role("button", name="Search")
    expect(field).to_be_focused()
    assert field.bounding_box()["y"] == button.bounding_box()["y"]
    expect(sheet(ann).get_by_role("button", name="Cancel")).to_have_count(0)


def test_cancel_is_beside_the_main_action_and_danger_never_has_the_focus_first(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    group(ann, "Tea", (bob, "bob"))
    said(bob, "buy my seeds")
    focused = "() => document.activeElement.closest('.danger')"
    # The page before is shown again; without one, the conversation.
    options(ann, "Room settings…")
    cancel, save = (sheet(ann).get_by_role("button", name=name, exact=True) for name in ("Cancel", "Save"))
    assert cancel.bounding_box()["y"] == save.bounding_box()["y"]
    cancel.click()
    expect(sheet(ann)).to_be_hidden()
    more(ann, "buy my seeds", "Options for ⁨bob⁩…")
    press(ann, "Ban…")
    # The item that was pressed keeps the focus until the form is there.
    expect(sheet(ann).get_by_role("button", name="Cancel", exact=True)).to_be_visible()
    assert ann.page.evaluate(focused) is None
    check(ann.page, "ban")
    press(ann, "Cancel")
    expect(sheet(ann).get_by_role("button", name="Ban…", exact=True)).to_be_visible()
    press(ann, "Close")
    more(ann, "buy my seeds", "Delete…")
    main = sheet(ann).get_by_role("button", name="Delete", exact=True)
    expect(main).to_have_class("danger")
    assert ann.page.evaluate(focused) is None
    press(ann, "Cancel")
    expect(sheet(ann)).to_be_hidden()
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Group").click()
    ann.page.locator("#new").get_by_role("button", name="Cancel").click()
    expect(ann.page.locator("#new")).to_be_hidden()


def test_deleting_ones_own_message_is_asked_about_with_cancel_first(visit):
    ann = visit().enter("ann")
    ann.say("mine")
    expect(ann.message("mine")).to_have_attribute("data-state", "sent")
    dialog = actions(ann, "mine")
    dialog.get_by_role("button", name="Delete").click()
    cancel = dialog.get_by_role("button", name="Cancel")
    expect(cancel).to_be_focused()
    check(ann.page, "delete")
    ann.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(ann.texts).to_have_text(["mine"])
    # The next time, the menu is there again.
    expect(actions(ann, "mine").get_by_role("button", name="Reply")).to_be_visible()


def test_what_does_harm_is_the_last_group_of_a_menu(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    group(ann, "Tea", (bob, "bob"))
    said(bob, "buy my seeds")
    expect(ann.message("buy my seeds")).to_be_visible()
    ann.message("buy my seeds").hover()
    ann.message("buy my seeds").locator(".more-actions").click()
    kinds = ann.page.locator("#action-more > *")
    expect(kinds.last).to_have_class("danger")
    assert kinds.evaluate_all("all => all.map((one) => one.className || one.localName)") == ["button", "button", "button", "hr", "danger", "danger"]
    expect(ann.page.locator("#actions button:visible").last).to_have_class("danger")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Room options").click()
    expect(ann.page.locator("#menu-more button").first).to_be_visible()
    expect(ann.page.locator("#room-menu button:visible").last).to_have_text("Leave…")
    edges = ann.page.locator("#room-menu .part").evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).borderTopWidth))")
    assert edges == [1, 1, 1]


@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
def test_in_a_window_of_middle_width_the_people_are_a_drawer_at_the_end(visit, locale):
    ann = visit(viewport={"width": 1000, "height": 700}, locale=locale, reduced_motion="reduce").open()
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.page.locator("#people-button").click()
    box = ann.page.locator("#people").bounding_box()
    assert box["y"] == 0 and box["height"] == 700 and box["width"] == 320
    assert box["x"] == (0 if locale == "he-IL" else 680)
    check(ann.page, f"drawer-{locale}")
    ann.page.locator("#people-close").click()
    expect(ann.page.locator("#people")).to_be_hidden()
