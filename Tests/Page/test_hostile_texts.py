"""What people write into each field is text for everyone who sees it, and stays in its own place.

A text that were taken as markup would ask for a script, which the page's content policy refuses:
the console says so, and `visit` fails the test. A text that turns the reading direction must not
turn what stands beside it.
"""

import re

import pytest
from files import picture
from playwright.sync_api import expect
from test_moderation import group, more, options, press, sheet
from test_notifications import RECORDED
from test_rooms import said

WHOLE_BROWSER = True

MARKUP = "<img src=x onerror=alert(1)>"
# It turns what follows it, until the end of its line or of its isolate. Names, titles, topics,
# reasons and lines about people must not have it (`LineRule`).
TURNED = "\u202etxet\u2066"
BOTH = MARKUP + TURNED

MADE = "() => document.querySelectorAll('[onerror], [src=x]').length"

# Whether what turns the direction ends with the element that has it, or with one around it that
# has no other text before it.
ISOLATED = """(turn) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const open = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.data.includes(turn) || node.parentElement.closest("script, style, title, template")) continue;
        // Between marks of isolation in the same text, nothing outside is turned.
        const before = node.data.slice(0, node.data.indexOf(turn));
        if ((before.match(/[\u2066-\u2068]/g) ?? []).length > (before.match(/\u2069/g) ?? []).length) continue;
        let element = node.parentElement;
        while (element && getComputedStyle(element).display === "inline" && getComputedStyle(element).unicodeBidi !== "isolate") element = element.parentElement;
        if (/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)) continue;
        const siblings = [...element.childNodes].filter((one) => one.textContent.trim() && one !== node && !one.contains(node));
        const beside = siblings.filter((one) => one.nodeType === Node.TEXT_NODE || getComputedStyle(one).display === "inline");
        if (beside.length) open.push(element.outerHTML.slice(0, 300));
    }
    return open;
}"""


def is_text(*visitors):
    """Nothing was made of what people wrote, and nothing beside it is turned."""
    for visitor in visitors:
        assert visitor.page.evaluate(MADE) == 0
        assert visitor.page.evaluate(ISOLATED, TURNED[0]) == []


@pytest.fixture
def both(visit):
    """Two people; what one of them is called looks like markup."""
    ann, bob = visit(), visit()
    for visitor, name in ((ann, "ann"), (bob, MARKUP)):
        visitor.page.on("dialog", lambda dialog: visitor.errors.append(dialog.message))
        visitor.enter(name)
    return ann, bob


def test_a_persons_name_and_line_about_them(both):
    ann, bob = both
    bob.page.locator("#own-button").click()
    bob.page.get_by_role("button", name="Your profile").click()
    bob.page.get_by_label("About you").fill(MARKUP)
    press(bob, "Save")
    expect(sheet(bob).get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    is_text(bob)
    press(bob, "Close")
    ann.page.reload()  # its page has asked for the people's lines before
    said(bob, "hello")
    expect(ann.message("hello").locator(".author bdi")).to_have_text(MARKUP)
    expect(ann.page.locator("#members bdi")).to_have_text([MARKUP, "ann"])
    expect(ann.line("lobby").locator(".line-preview")).to_have_text(f"{MARKUP}: hello")
    ann.field.press_sequentially("@<im")
    expect(ann.page.locator("#completion")).to_contain_text(MARKUP)
    is_text(ann)
    ann.field.fill("")
    ann.page.get_by_role("button", name=f"Options for {MARKUP}").click()
    expect(sheet(ann).get_by_role("heading", level=2)).to_have_text(MARKUP)
    expect(sheet(ann).locator(".portrait")).to_contain_text(MARKUP)
    is_text(ann)
    press(ann, "Message")
    expect(ann.page.locator("#room")).to_have_text(MARKUP)
    said(ann, "only for you")
    is_text(ann)


def test_a_groups_title_and_topic_and_its_invitation(both):
    ann, bob = both
    said(bob, "here I am")
    expect(ann.message("here I am")).to_be_visible()
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Group").click()
    ann.page.get_by_label("Title").fill(MARKUP)
    ann.page.locator("#group-people label").filter(has_text=MARKUP).get_by_role("checkbox").check()
    is_text(ann)
    ann.page.get_by_role("button", name="Make group").click()
    expect(ann.page.locator("#room")).to_have_text(MARKUP)
    expect(bob.line(MARKUP).locator(".line-preview")).to_have_text("ann invites you.")
    is_text(ann, bob)
    bob.page.get_by_role("button", name=f"Accept the invitation to {MARKUP}").click()
    expect(bob.page.locator("#room")).to_have_text(MARKUP)
    options(ann, "Room settings…")
    sheet(ann).get_by_label("Topic").fill(MARKUP)
    press(ann, "Save")
    expect(bob.page.locator("#room-topic")).to_contain_text(MARKUP)
    is_text(ann, bob)
    bob.page.get_by_role("button", name="Room options").click()
    expect(bob.page.locator("#room-menu-topic")).to_contain_text(MARKUP)
    is_text(bob)


def test_reasons_of_moderators_and_words_of_reports(both):
    ann, bob = both
    said(bob, "here I am")
    expect(ann.message("here I am")).to_be_visible()
    group(ann, "Tea", (bob, MARKUP))
    for text in ("one", "two"):
        said(bob, text)
        expect(ann.message(text)).to_be_visible()
    more(ann, "one", "Report…")
    sheet(ann).get_by_label("In your words").fill(MARKUP)
    press(ann, "Report")
    expect(sheet(ann).locator(".success")).to_contain_text("can see your report")
    press(ann, "Close")
    options(ann, "Reports…")
    expect(sheet(ann).locator("li")).to_contain_text("one")
    is_text(ann)
    press(ann, "Close")
    more(ann, "two", "Delete…")
    sheet(ann).get_by_label("Reason").fill(MARKUP)
    press(ann, "Delete")
    expect(bob.page.locator(".message.deleted")).to_contain_text(MARKUP)
    is_text(ann, bob)
    options(ann, "Members…")
    press(ann, f"Options: {MARKUP}")
    press(ann, "Mute…")
    sheet(ann).get_by_label("Reason").fill(MARKUP)
    press(ann, "Mute")
    expect(bob.page.locator("#silence")).to_be_visible()
    is_text(ann, bob)
    press(ann, "Ban…")
    sheet(ann).get_by_label("Reason").fill(MARKUP)
    press(ann, "Ban")
    expect(bob.page.locator("#room-problem-words")).to_be_visible()
    is_text(ann, bob)


def test_a_file_a_quote_and_a_pin(both):
    ann, bob = both
    bob.send((f"{MARKUP}.txt", "text/plain", b"hello"), (f"{MARKUP}.png", "image/png", picture(bob.page, 300, 200, "image/png")))
    expect(bob.page.locator(".message[data-state=sent]")).to_have_count(2)
    expect(ann.page.locator(".file-name")).to_have_text(f"{MARKUP}.txt")
    expect(ann.page.locator("img.media")).to_have_attribute("alt", f"{MARKUP}.png")
    is_text(ann, bob)
    ann.page.locator("a.place").click()
    expect(ann.page.locator("#viewer")).to_contain_text(MARKUP)
    is_text(ann)
    ann.page.keyboard.press("Escape")
    said(bob, BOTH)
    message = ann.page.locator(".message.other").last
    message.hover()
    message.get_by_role("button", name="Reply").click()
    expect(ann.page.locator("#editing")).to_contain_text(MARKUP)
    is_text(ann)
    said(ann, "an answer")
    expect(bob.message("an answer").locator(".quoted-words")).to_contain_text(MARKUP)
    expect(ann.line("lobby").locator(".line-preview")).to_contain_text("an answer")
    is_text(ann, bob)


def test_what_is_searched_for(both):
    ann, bob = both
    said(bob, BOTH)
    expect(ann.texts).to_have_count(1)
    ann.page.get_by_placeholder("Search rooms").fill(BOTH)
    is_text(ann)
    ann.page.get_by_placeholder("Search rooms").fill("")
    options(ann, "Search messages…")
    field = sheet(ann).get_by_role("textbox", name="Search messages")
    field.fill("onerror")
    field.press("Enter")
    expect(sheet(ann).locator("li")).to_contain_text(MARKUP)
    is_text(ann)
    field.fill(BOTH)
    field.press("Enter")
    expect(sheet(ann).get_by_text("Loading…")).to_have_count(0)
    is_text(ann)
    press(ann, "Close")
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_label("Room or invite link").fill(BOTH)
    ann.page.get_by_role("button", name="Join", exact=True).click()
    expect(ann.page.locator("#new-problem")).not_to_be_empty()
    is_text(ann)


def test_a_notification_and_the_windows_title(visit):
    ann, bob = visit(), visit().enter(MARKUP)
    ann.context.grant_permissions(["notifications"], origin=ann.server.url.rstrip("/"))
    ann.page.add_init_script(RECORDED)
    ann.enter("ann")
    ann.page.get_by_role("button", name="Notifications", exact=True).click()
    ann.hide()
    said(bob, BOTH)
    ann.page.wait_for_function("() => window.notified.length > 0")
    body = ann.page.evaluate("() => window.notified[0].body")
    assert body.startswith(f"{MARKUP}: {MARKUP}")
    is_text(ann)


LONG = {
    "many marks on each letter": ("Z" + "\u0301\u0316" * 4) * 900,
    "one emoji of many": "\u200d".join("\U0001f469" for _ in range(300)),
    "many flags": "\U0001f1e9\U0001f1ea" * 1_000,
    "many mentions": "@ann " * 2_000,
    "many links": "https://example.org/ " * 700,
    "nested quotes": ">" * 10_000 + " deep",
    "open marks of formatting": "**_~~`[" * 2_000,
}


@pytest.mark.parametrize("kind", LONG)
def test_a_text_that_is_made_to_be_costly_is_shown_or_refused(visit, kind):
    """The page still answers, nothing leaves its window, and who is there can write on."""
    ann, bob = visit().enter("ann"), visit().enter("bob")
    bob.field.fill(LONG[kind])
    bob.field.press("Enter")
    expect(bob.page.locator(".message:is([data-state=sent], [data-state=failed])")).to_have_count(1)
    bob.field.fill("")
    said(bob, "and on")
    expect(ann.message("and on")).to_be_in_viewport()
    assert ann.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert ann.scroller.evaluate("(scroller) => scroller.scrollWidth <= scroller.clientWidth")
