"""What somebody else does to a message or a person while the user is in the middle of something."""

import re

from files import picture
from playwright.sync_api import expect
from test_moderation import group, more, options, press, refused_by_block, sheet, tea  # noqa: F401 (a fixture)
from test_rooms import said


def moderated(ann, bob, text):
    """Bob's message, which ann can delete."""
    said(bob, text)
    expect(ann.message(text)).to_be_visible()


def delete(ann, text):
    more(ann, text, "Delete…")
    press(ann, "Delete")


def test_the_menu_of_a_message_goes_with_it(tea):
    ann, bob = tea
    moderated(ann, bob, "buy this")
    bob.message("buy this").hover()
    bob.message("buy this").locator(".more-actions").click()
    menu = bob.page.locator("#actions")
    expect(menu.get_by_role("button", name="Copy text")).to_be_visible()
    delete(ann, "buy this")
    expect(menu).to_be_hidden()
    expect(bob.page.locator(".message.deleted")).to_be_focused()
    expect(bob.page.locator("#toast")).to_have_text("This message was deleted.")


def test_an_edit_of_a_deleted_message_ends_and_its_text_stays(tea):
    ann, bob = tea
    moderated(ann, bob, "buy this")
    bob.field.press("ArrowUp")
    bob.field.fill("don't buy this")
    delete(ann, "buy this")
    problem = bob.page.locator("#file-problem")
    expect(problem).to_have_text("The message that you were editing was deleted. Your text is still in the field.")
    expect(bob.page.locator("#editing")).to_be_hidden()
    expect(bob.field).to_have_value("don't buy this")
    expect(bob.field).to_be_focused()
    bob.say("don't buy this")
    expect(ann.message("don't buy this")).to_be_visible()


def test_an_answer_to_a_deleted_message_no_longer_quotes_it(tea):
    ann, bob = tea
    moderated(ann, bob, "buy this")
    ann.message("buy this").hover()
    ann.message("buy this").get_by_role("button", name="Reply").click()
    expect(ann.page.locator("#editing-words")).to_contain_text("buy this")
    bob.message("buy this").hover()
    more(bob, "buy this", "Delete…")
    bob.page.locator("#delete-now").click()
    expect(ann.page.locator("#editing-words")).to_have_text("Replying to a deleted message")
    ann.say("please not here")
    expect(bob.message("please not here").locator(".quote")).to_have_text("In reply to a deleted message")


def test_a_refused_message_comes_back_into_the_field(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    message = refused_by_block(ann, bob)
    message.get_by_role("button", name="Edit").click()
    expect(message).to_have_count(0)
    expect(ann.field).to_have_value("are you there?")
    expect(ann.field).to_be_focused()
    ann.field.press("Enter")
    expect(message).to_have_attribute("data-state", "failed")
    ann.field.press("ArrowUp")
    expect(ann.field).to_have_value("are you there?")
    expect(message).to_have_count(0)


def test_a_user_who_is_muted_while_writing_is_told_in_the_composer_and_goes_on_there(tea):
    ann, bob = tea
    bob.field.press("h")
    options(ann, "Members…")
    press(ann, "Options: bob")
    press(ann, "Mute…")
    press(ann, "Mute")
    expect(bob.page.locator("#silence")).to_be_focused()
    press(ann, "Unmute")
    expect(bob.field).to_be_focused()
    expect(bob.field).to_have_value("h")


def test_a_banned_person_is_told_how_long_and_offered_nothing_in_vain(tea):
    ann, bob = tea
    bob.field.press("h")
    options(ann, "Members…")
    press(ann, "Options: bob")
    press(ann, "Ban…")
    sheet(ann).get_by_label("For").select_option(label="1 hour")
    press(ann, "Ban")
    problem = bob.page.locator("#room-problem")
    expect(problem.locator("h2")).to_be_focused()
    expect(problem).to_contain_text(re.compile(r"This lasts until .+\d\d:\d\d\."))
    expect(bob.page.locator("#find-button")).to_be_hidden()
    expect(bob.page.locator("#room-ask")).to_be_hidden()
    bob.page.get_by_role("button", name="Room options").click()
    menu = bob.page.locator("#room-menu")
    expect(menu.get_by_role("button", name="Leave…")).to_be_visible()
    expect(menu.get_by_text("Notifications")).to_be_hidden()
    expect(menu.get_by_role("button", name="Mark as")).to_be_hidden()


def test_a_group_is_asked_to_let_one_in(visit, robot):
    group = robot("ann").invite("Tea")[:26]
    bob = visit().enter("bob", f"g-{group}")
    ask = bob.page.get_by_role("button", name="Ask to join")
    ask.click()
    # Ann's group takes no requests. That is said as if there were no such group.
    expect(bob.page.locator("#banner-words")).to_have_text("There is no such room, or it is not open to you.")
    expect(ask).to_be_visible()


def test_the_menu_of_a_room_goes_with_the_room(visit):
    ann = visit().enter("ann", "garden")
    ann.join("tea")
    expect(ann.page.locator("#room")).to_have_text("tea")
    for button, dialog in [("Room options", "#room-menu"), ("New", "#new")]:
        ann.page.get_by_role("button", name=button, exact=True).click()
        expect(ann.page.locator(dialog)).to_be_visible()
        ann.page.go_back()
        expect(ann.page.locator("#room")).to_have_text("garden")
        expect(ann.page.locator(dialog)).to_be_hidden()
        ann.page.go_forward()
        expect(ann.page.locator("#room")).to_have_text("tea")


def test_the_viewer_closes_when_its_picture_is_deleted(visit):
    ann = visit().enter("ann")
    for name in ("one.png", "two.png"):
        ann.send((name, "image/png", picture(ann.page, 300, 200, "image/png")))
    sent = ann.page.locator(".message[data-state=sent]")
    expect(sent).to_have_count(2)
    sent.first.locator("a.place").click()
    viewer = ann.page.locator("#viewer")
    expect(viewer).to_be_visible()
    # In another tab, or by a moderator.
    other = ann.context.new_page()
    other.goto(ann.server.url)

    def delete_last():
        other.locator(".message:not(.deleted) .more-actions").last.dispatch_event("click")
        other.locator("#action-delete").click()
        other.locator("#delete-now").click()

    delete_last()
    expect(ann.page.locator(".message.deleted")).to_have_count(1)
    expect(viewer).to_be_visible()
    delete_last()
    expect(viewer).to_be_hidden()
    expect(ann.page.locator("#toast")).to_have_text("This message was deleted.")
    expect(ann.page.locator(".message.deleted").first).to_be_focused()


def test_the_directory_is_searched_again_when_the_connection_is_back(visit, server):
    ann = visit().enter("ann")
    ann.say("something")
    expect(ann.message("something")).to_have_attribute("data-state", "sent")
    server.kill()
    expect(ann.page.get_by_role("button", name="Try now")).to_be_visible()
    ann.page.get_by_role("button", name="New", exact=True).click()
    note = ann.page.locator("#directory-note")
    expect(note).to_contain_text("no connection")
    server.start()
    expect(ann.page.locator("#directory .name")).to_have_text(["lobby"])
    expect(note).to_have_text("")
