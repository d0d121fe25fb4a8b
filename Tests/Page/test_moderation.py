"""Moderation on the page, and what everyone can do about others: reports and blocks."""

import re

import pytest
from playwright.sync_api import expect
from test_page import check
from test_rooms import said
from visitors import SIZES

SCHEMES = [("light", "phone"), ("dark", "phone"), ("light", "desktop"), ("dark", "desktop")]


def sheet(visitor):
    return visitor.page.locator("#sheet")


def press(visitor, name, exact=True):
    sheet(visitor).get_by_role("button", name=name, exact=exact).click()


def more(visitor, text, item):
    """Chooses an item of a message's menu."""
    message = visitor.message(text)
    message.hover()
    message.locator(".more-actions").click()
    visitor.page.locator("#actions").get_by_role("button", name=item, exact=True).click()


def options(visitor, item):
    """Chooses an item of the menu of the room on the screen."""
    visitor.page.get_by_role("button", name="Room options").click()
    visitor.page.locator("#room-menu").get_by_role("button", name=item, exact=True).click()


def group(ann, title, *people):
    """Makes a group, and lets these visitors in."""
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Group").click()
    ann.page.get_by_label("Title").fill(title)
    for person, name in people:
        ann.page.locator("#group-people label").filter(has_text=name).get_by_role("checkbox").check()
    ann.page.get_by_role("button", name="Make group").click()
    expect(ann.page.locator("#room")).to_have_text(title)
    for person, name in people:
        person.page.get_by_role("button", name=f"Accept the invitation to {title}").click()
        expect(person.page.locator("#room")).to_have_text(title)


@pytest.fixture
def tea(visit):
    """Ann's group, with bob in it."""
    ann, bob = visit().enter("ann"), visit().enter("bob")
    said(bob, "here I am")
    expect(ann.message("here I am")).to_be_visible()
    group(ann, "Tea", (bob, "bob"))
    return ann, bob


def test_a_muted_member_is_offered_no_answer_and_no_reaction(tea):
    ann, bob = tea
    said(ann, "tea is ready")
    said(bob, "coming")
    menu = bob.page.locator("#actions")
    for text, item in [("tea is ready", "Reply"), ("coming", "Edit")]:
        bob.message(text).hover()
        expect(bob.message(text).get_by_role("button", name="Reply")).to_be_visible()
        bob.message(text).locator(".more-actions").click()
        expect(menu.get_by_role("button", name=item, exact=True)).to_be_visible()
        expect(menu.get_by_role("button", name="More emoji")).to_be_visible()
        bob.page.keyboard.press("Escape")
    options(ann, "Members…")
    press(ann, "Options: bob")
    press(ann, "Mute…")
    press(ann, "Mute")
    expect(bob.page.locator("#silence")).to_be_visible()
    for text in ["tea is ready", "coming"]:
        bob.message(text).hover()
        expect(bob.message(text).locator(".more-actions")).to_be_visible()
        expect(bob.message(text).get_by_role("button", name="Reply")).to_be_hidden()
        bob.message(text).locator(".more-actions").click()
        for item in ["Reply", "Edit", "More emoji", "React with 👍"]:
            expect(menu.get_by_role("button", name=item, exact=True)).to_be_hidden()
        bob.page.keyboard.press("Escape")
    # What a muted member may do is still there.
    bob.message("coming").hover()
    bob.message("coming").locator(".more-actions").click()
    expect(menu.get_by_role("button", name="Delete…", exact=True)).to_be_visible()


def test_an_author_sees_who_reacted_and_removes_a_reaction(tea):
    ann, bob = tea
    said(ann, "cake?")
    for emoji in ["👍", "❤️"]:
        bob.message("cake?").hover()
        bob.page.locator(".bar:visible").get_by_role("button", name=f"React with {emoji}").click()
    expect(ann.message("cake?").locator(".reactions button")).to_have_count(2)
    more(bob, "cake?", "Reactions…")
    expect(sheet(bob).locator("section").filter(has_text="❤️ 1").locator("li")).to_contain_text("bob")
    expect(sheet(bob).get_by_role("button", name="Remove")).to_have_count(0)
    check(bob.page, "reactions")
    bob.page.keyboard.press("Escape")
    more(ann, "cake?", "Reactions…")
    expect(sheet(ann).get_by_role("button", name="Remove: bob")).to_have_count(2)
    sheet(ann).locator("section").filter(has_text="❤️ 1").get_by_role("button", name="Remove: bob").click()
    for visitor in [ann, bob]:
        expect(visitor.message("cake?").locator(".reactions button")).to_have_text(["👍 1"])
    expect(sheet(ann).locator("section")).to_have_count(1)
    sheet(ann).get_by_role("button", name="Remove: bob").click()
    expect(sheet(ann)).to_contain_text("Nobody has reacted.")


def test_an_owner_makes_a_moderator_who_mutes_and_bans(visit, tea):
    ann, bob = tea
    options(ann, "Members…")
    expect(sheet(ann).locator("li")).to_have_count(2)
    expect(sheet(ann).locator("li").filter(has_text="ann")).to_contain_text("you · Owner")
    press(ann, "Options: bob")
    expect(sheet(ann).get_by_role("heading", level=2)).to_have_text("bob")
    press(ann, "Make a moderator")
    expect(sheet(ann).locator(".detail")).to_have_text("Moderator")
    press(ann, "Take the role away…")
    expect(sheet(ann)).to_contain_text("can't moderate this room any more")
    press(ann, "Back")
    press(ann, "Mute…")
    sheet(ann).get_by_label("For").select_option(label="1 hour")
    sheet(ann).get_by_label("Reason").fill("too loud")
    press(ann, "Mute")
    expect(sheet(ann).locator(".detail")).to_contain_text("muted until ")
    expect(sheet(ann).get_by_role("button", name="Unmute")).to_be_visible()
    silence = bob.page.locator("#silence")
    expect(silence).to_have_text(re.compile(r"A moderator has muted you here until .+\d\d:\d\d\."))
    expect(bob.field).to_be_hidden()
    check(bob.page, "muted")
    press(ann, "Unmute")
    expect(bob.field).to_be_visible()
    expect(silence).to_be_hidden()
    expect(sheet(ann).locator(".detail")).to_have_text("Moderator")
    press(ann, "Ban…")
    press(ann, "Ban")
    expect(bob.page.locator("#room-problem-words")).to_contain_text("ann banned you from this room")
    expect(bob.page.locator("#people")).to_be_hidden()
    expect(bob.page.locator("#members li")).to_have_count(0)
    press(ann, "Back")
    expect(sheet(ann).locator("section").filter(has_text="Banned or muted")).to_contain_text("bob")
    press(ann, "Options: bob")
    press(ann, "Unban")
    expect(sheet(ann).get_by_role("button", name="Unban")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(sheet(ann)).to_be_hidden()
    expect(ann.page.get_by_role("button", name="Room options")).to_be_focused()


def test_a_user_who_may_not_moderate_is_not_offered_it_and_reports_instead(tea):
    ann, bob = tea
    said(ann, "buy my seeds")
    expect(bob.message("buy my seeds")).to_be_visible()
    bob.page.get_by_role("button", name="Room options").click()
    menu = bob.page.locator("#menu-more")
    expect(menu.get_by_role("button")).to_have_text(["Members…", "Search messages…", "Invite people…", "Invite links…"])
    bob.page.keyboard.press("Escape")
    bob.message("buy my seeds").hover()
    bob.message("buy my seeds").locator(".more-actions").click()
    items = bob.page.locator("#action-more").get_by_role("button")
    expect(items).to_have_text(["Report…", "Options for \u2068ann\u2069…", "Block this person…"])
    bob.page.locator("#action-more").get_by_role("button", name="Report…").click()
    sheet(bob).get_by_label("Reason").select_option(label="Harassment")
    sheet(bob).get_by_label("In your words").fill("x" * 600)
    press(bob, "Report")
    words = sheet(bob).get_by_label("In your words")
    expect(words).to_be_focused()
    expect(words).to_have_attribute("aria-invalid", "true")
    expect(words).to_have_accessible_description("This is too long by about 88 characters. Shorten it.")
    expect(sheet(bob).get_by_label("In your words")).to_have_value("x" * 600)
    sheet(bob).get_by_label("In your words").fill("the third time")
    press(bob, "Report")
    expect(sheet(bob).get_by_role("status").filter(has_text="report")).to_contain_text("can see your report")
    press(bob, "Close")
    expect(bob.message("buy my seeds").locator(".more-actions")).to_be_focused()


def test_a_moderator_decides_about_reports_and_deletes_with_a_reason(tea):
    ann, bob = tea
    for text in ["one", "two", "three"]:
        said(bob, text)
    more(ann, "three", "Delete…")
    sheet(ann).get_by_label("Reason").fill("advertising")
    press(ann, "Delete")
    expect(bob.page.locator(".message.deleted")).to_contain_text("advertising")
    for text in ["one", "two"]:
        more(ann, text, "Report…")
        press(ann, "Report")
        expect(sheet(ann).locator(".success")).to_contain_text("can see your report")
        press(ann, "Close")
    options(ann, "Reports…")
    expect(sheet(ann).locator("li")).to_have_count(2)
    expect(sheet(ann).locator("li").first).to_contain_text("1 report: Spam")
    sheet(ann).locator("li").filter(has_text="one").get_by_role("button", name="Dismiss: bob").click()
    expect(sheet(ann).locator("li")).to_have_count(1)
    press(ann, "Delete: bob")
    expect(sheet(ann).get_by_label("Reason")).to_have_value("Reported: spam")
    press(ann, "Delete")
    expect(sheet(ann)).to_contain_text("There are no reports or held messages to decide.")
    press(ann, "Close")
    expect(bob.page.locator(".message.deleted")).to_have_count(2)
    expect(bob.message("one")).to_be_visible()


def test_pinned_messages_are_listed_and_lead_to_the_message(visit, robot, tea):
    ann, bob = tea
    said(ann, "the recipe")
    more(ann, "the recipe", "Pin")
    for number in range(40):
        ann.say(f"line {number}")
    expect(ann.message("line 39")).to_have_attribute("data-state", "sent")
    expect(ann.message("the recipe")).not_to_be_in_viewport()
    expect(bob.message("line 39")).to_be_visible()
    options(bob, "Pinned messages…")
    expect(sheet(bob).locator("li")).to_contain_text("the recipe")
    expect(sheet(bob).get_by_role("button", name="Unpin")).to_have_count(0)
    press(bob, "Show: ann")
    expect(bob.message("the recipe")).to_be_in_viewport()
    options(ann, "Pinned messages…")
    press(ann, "Unpin: ann")
    expect(sheet(ann)).to_contain_text("Nothing is pinned.")


def test_a_person_is_blocked_after_a_question_and_unblocked(tea):
    ann, bob = tea
    said(bob, "hello there")
    for text in ("two", "three"):
        said(bob, text)
    more(ann, "hello there", "Block this person…")
    expect(sheet(ann).get_by_role("heading", level=2)).to_have_text("Block \u2068bob\u2069?")
    expect(ann.message("three")).to_be_visible()
    check(ann.page, "block-question")
    press(ann, "Block")
    expect(sheet(ann)).to_be_hidden()
    run = ann.page.locator(".blocked")
    expect(run).to_have_text("3 messages from a person you blockedShow")
    assert run.bounding_box()["height"] < 48, "one thin line"
    expect(ann.message("two")).to_have_count(0)
    check(ann.page, "blocked")
    run.get_by_role("button", name="Show").click()
    expect(ann.texts).to_have_text(["hello there", "two", "three"])
    expect(run).to_have_count(0)
    ann.page.get_by_role("button", name="Hide message").first.click()
    expect(ann.texts).to_have_count(0)
    expect(run).to_have_count(1)
    options(ann, "Members…")
    press(ann, "Unblock: bob")
    expect(sheet(ann).get_by_role("button", name="Unblock: bob")).to_have_count(0)
    expect(ann.texts).to_have_text(["hello there", "two", "three"])


def test_messages_of_a_blocked_person_raise_no_badge(tea):
    ann, bob = tea
    said(bob, "hello there")
    more(ann, "hello there", "Block this person…")
    press(ann, "Block")
    expect(ann.page.locator(".blocked")).to_have_count(1)
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    said(bob, "@ann, are you there?")
    expect(ann.line("Tea").locator(".line-preview")).to_have_text("Message from a person you blocked.")
    expect(ann.line("Tea").locator(".badge")).to_have_count(0)
    ann.choose("Tea")
    expect(ann.page.locator(".blocked")).to_have_text("2 messages from a person you blockedShow")
    expect(ann.page.locator(".unread")).to_have_count(0)


def test_a_refusal_of_the_server_is_told_in_the_sheet(visit, tea):
    ann, bob = tea
    cleo = visit().enter("cleo")
    more(cleo, "here I am", "Block this person…")
    press(cleo, "Block")
    expect(cleo.page.locator(".blocked")).to_be_visible()
    bob.choose("lobby")
    said(cleo, "hello")
    expect(bob.message("hello")).to_be_visible()
    bob.choose("Tea")
    options(bob, "Invite people…")
    press(bob, "Invite: cleo")
    expect(sheet(bob).get_by_role("alert")).to_contain_text("can take no more invitations")
    expect(bob.page.locator("#banner")).to_be_hidden()


def test_an_owner_is_made_after_a_question(tea):
    ann, bob = tea
    ann.page.locator("#people").get_by_role("button", name="Options for bob").click()
    press(ann, "Make an owner…")
    expect(sheet(ann).locator("form")).to_contain_text("Make an owner")
    expect(sheet(ann)).to_contain_text("An owner can change everything here")
    press(ann, "Make an owner")
    expect(sheet(ann).locator(".detail")).to_have_text("Owner")


def test_invite_links_are_made_with_an_end_and_a_number_copied_and_revoked(visit, tea):
    ann, bob = tea
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    options(ann, "Invite links…")
    sheet(ann).get_by_label("Expires").select_option(label="One day")
    sheet(ann).get_by_label("How many people may join").fill("0")
    press(ann, "Make a link")
    expect(sheet(ann).get_by_role("alert")).to_contain_text("20000")
    sheet(ann).get_by_label("How many people may join").fill("1")
    press(ann, "Make a link")
    expect(sheet(ann).locator(".detail")).to_contain_text("Used by 0 of 1 person · expires ")
    expect(sheet(ann).get_by_role("button", name="Copy: Your link")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(sheet(ann).locator(".success")).to_have_text("The link is copied.")
    link = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(ann.server.url) + "#join=[0-9a-v]{52}", link)
    cleo = visit().enter("cleo")
    cleo.join(link)
    expect(cleo.page.locator("#room")).to_have_text("Tea")
    sheet(ann).get_by_label("How many people may join").fill("")
    press(ann, "Make a link")
    # The list was loaded from the server again, which leaves out the first link: it is used up.
    expect(sheet(ann).locator(".detail")).to_contain_text(["Not used yet"])
    press(ann, "Revoke: Your link")
    expect(sheet(ann)).to_contain_text("Nobody can join with it any more.")
    press(ann, "Revoke")
    expect(sheet(ann).locator("li")).to_have_count(0)


def test_people_are_invited_to_a_group_that_is_there(visit, tea):
    ann, bob = tea
    cleo = visit().enter("cleo")
    ann.choose("lobby")
    expect(ann.page.locator("#members")).to_contain_text("cleo")
    ann.choose("Tea")
    options(ann, "Invite people…")
    expect(sheet(ann).get_by_role("button", name="Invite: bob")).to_have_count(0)
    press(ann, "Invite: cleo")
    expect(sheet(ann).locator(".success")).to_contain_text("You invited")
    expect(sheet(ann).get_by_role("button", name="Invite: cleo")).to_have_count(0)
    cleo.page.get_by_role("button", name="Accept the invitation to Tea").click()
    expect(cleo.page.locator("#room")).to_have_text("Tea")


@pytest.mark.parametrize("scheme, size", SCHEMES)
def test_each_sheet_fits_and_can_be_read(visit, scheme, size):
    ann, bob = visit(viewport=SIZES[size], color_scheme=scheme).enter("ann"), visit().enter("bob")
    said(bob, "here I am")
    expect(ann.message("here I am")).to_be_visible()
    ann.page.evaluate("() => { location.hash = 'lobby' }")
    robot_room(ann, bob)
    name = f"{size}-{scheme}"

    def shot(title):
        expect(sheet(ann)).to_be_visible()
        expect(sheet(ann).get_by_text("Loading…")).to_have_count(0)
        box = sheet(ann).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size]["width"]
        assert sheet(ann).locator(".sheet-body").evaluate("body => body.scrollWidth - body.clientWidth") <= 0
        check(ann.page, f"sheet-{title}-{name}")

    more(ann, "buy my seeds", "Pin")
    expect(ann.page.locator("#timeline")).to_contain_text("You pinned")  # and moves what is above
    more(ann, "buy my seeds", "Report…")
    shot("report")
    press(ann, "Report")
    press(ann, "Close")
    ann.message("buy my seeds").hover()
    ann.message("buy my seeds").locator(".more-actions").click()
    expect(ann.page.locator("#action-more").get_by_role("button")).to_have_count(5)
    check(ann.page, f"actions-{name}")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Room options").click()
    expect(ann.page.locator("#menu-more").get_by_role("button")).to_have_count(7)
    check(ann.page, f"room-menu-{name}")
    ann.page.locator("#menu-more").get_by_role("button", name="Members…").click()
    shot("members")
    press(ann, "Options: bob")
    shot("person")
    press(ann, "Mute…")
    shot("mute")
    press(ann, "Close")
    options(ann, "Pinned messages…")
    shot("pins")
    press(ann, "Close")
    options(ann, "Reports…")
    shot("reports")
    press(ann, "Close")
    options(ann, "Invite people…")
    shot("invite")
    press(ann, "Invite links…")
    press(ann, "Make a link")
    expect(sheet(ann).locator(".detail")).to_contain_text("Not used yet")
    shot("links")
    press(ann, "Close")


def robot_room(ann, bob):
    """A group of both, in which bob has written."""
    if ann.page.locator("#back").is_visible():
        ann.page.locator("#back").click()
    group(ann, "Tea", (bob, "bob"))
    said(bob, "buy my seeds")
    expect(ann.message("buy my seeds")).to_be_visible()


def refused_by_block(ann, bob):
    """A message of ann in the direct room with bob, who has blocked her."""
    ann.page.get_by_role("button", name="Message bob").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    said(ann, "hello")
    bob.choose("ann")
    more(bob, "hello", "Block this person…")
    press(bob, "Block")
    expect(bob.page.locator(".blocked")).to_be_visible()
    ann.say("are you there?")
    return ann.message("are you there?")


def test_a_refused_message_is_shown_once(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    message = refused_by_block(ann, bob)
    expect(message).to_have_attribute("data-state", "failed")
    expect(message.get_by_role("button", name="Try again")).to_be_visible()
    expect(message.get_by_role("button", name="Edit")).to_be_visible()
    expect(ann.page.locator("#file-problem")).to_be_hidden()
    expect(ann.field).to_have_value("")
    expect(ann.field).to_be_visible()
    check(ann.page, "refused")


@pytest.mark.parametrize("size, scheme", [("desktop", "light"), ("phone", "dark")])
def test_the_newest_pin_leads_to_its_message(visit, size, scheme):
    ann = visit(viewport=SIZES[size], color_scheme=scheme).enter("ann")
    if size == "phone":
        ann.page.locator("#back").click()
    group(ann, "Tea")
    strip = ann.page.locator("#pinned")
    expect(strip).to_be_hidden()
    said(ann, "the rules")
    for number in range(30):
        said(ann, f"line {number}")
    ann.message("the rules").scroll_into_view_if_needed()
    more(ann, "the rules", "Pin")
    expect(strip).to_have_text(re.compile("Pinned message.*ann.*the rules"))
    expect(ann.message("the rules").locator(".pinned")).to_have_attribute("title", "Pinned")
    ann.message("line 29").scroll_into_view_if_needed()
    check(ann.page, f"pin-{size}-{scheme}")
    ann.page.locator("#pinned-link").click()
    expect(ann.message("the rules")).to_have_class(re.compile("pointed-out"))
    expect(ann.message("the rules")).to_be_in_viewport()
    notice = ann.page.locator(".changes").get_by_role("button", name="You pinned a message")
    notice.scroll_into_view_if_needed()
    expect(ann.message("the rules")).not_to_be_in_viewport()
    notice.click()
    expect(ann.message("the rules")).to_be_in_viewport()
    more(ann, "line 1", "Pin")
    expect(strip).to_contain_text("line 1")
    ann.page.get_by_role("button", name="All 2").click()
    expect(sheet(ann).locator("li")).to_have_count(2)
    press(ann, "Close")
    more(ann, "line 1", "Unpin")
    more(ann, "the rules", "Unpin")
    expect(strip).to_be_hidden()
    expect(ann.page.locator(".message .pinned")).to_have_count(0)


def test_an_owner_changes_the_title_and_the_topic_of_a_group(tea):
    ann, bob = tea
    options(ann, "Room settings…")
    expect(sheet(ann).get_by_label("Title")).to_have_value("Tea")
    sheet(ann).get_by_label("Title").fill("x" * 300)
    press(ann, "Save")
    expect(sheet(ann).get_by_label("Title")).to_have_accessible_description(re.compile("^This is too long by about"))
    sheet(ann).get_by_label("Title").fill("Tea & cake")
    sheet(ann).get_by_label("Topic").fill("Sundays at four")
    press(ann, "Save")
    expect(sheet(ann)).to_be_hidden()
    expect(bob.page.locator("#room")).to_have_text("Tea & cake")
    topic = bob.page.locator("#room-topic")
    expect(topic).to_have_text("Sundays at four")
    expect(bob.status).to_have_text("2 here")
    options(ann, "Room settings…")
    expect(sheet(ann).get_by_label("Topic")).to_have_value("Sundays at four")
    press(ann, "Save")
    expect(sheet(ann)).to_be_hidden()


def test_a_long_topic_has_one_line_in_the_head_and_is_whole_in_the_menu(tea):
    ann, bob = tea
    words = "Leaves and water, " * 30 + "and cups"
    options(ann, "Room settings…")
    sheet(ann).get_by_label("Topic").fill(words)
    press(ann, "Save")
    topic = bob.page.locator("#room-topic")
    expect(topic).to_have_text(words)
    expect(topic).to_have_attribute("title", words)
    for size in ("desktop", "phone"):
        bob.page.set_viewport_size(SIZES[size])
        assert topic.bounding_box()["height"] < 30, "one line"
        assert bob.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    bob.page.get_by_role("button", name="Room options").click()
    menu = bob.page.locator("#room-menu")
    expect(menu.locator("#room-menu-topic")).to_have_text(words)
    expect(menu.get_by_role("button", name="Archive")).to_be_visible()
    check(bob.page, "topic")
    bob.page.keyboard.press("Escape")
    bob.page.locator("#back").click()
    bob.choose("lobby")
    expect(topic).to_be_hidden()
