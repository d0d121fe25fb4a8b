"""The page in other languages: every sentence is translated, nothing leaves its place, and a language
that is written from right to left is laid out so."""

import json
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect
from test_look import sideways
from test_page import check, talk
from visitors import ROOT, SIZES

TABLES = {tag: json.loads((ROOT / "Languages" / f"{tag}.json").read_text()) for tag in ("de", "he")}
LOCALES = {"de": "de-DE", "he": "he-IL"}
SENTENCES = json.loads(subprocess.run([sys.executable, ROOT / "Scripts/languages.py", "--list"], capture_output=True, check=True).stdout)

SHOWN = """() => {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("noscript, bdi, .text, .detail")) words.push(walker.currentNode.data.trim());
    for (const element of document.body.querySelectorAll("*"))
        for (const name of ["aria-label", "title", "placeholder"])
            if (element.hasAttribute(name)) words.push(element.getAttribute(name));
    return words.filter(Boolean);
}"""


def english(visitor, tag):
    """What the page shows in English, whether it is seen now or not."""
    shown = visitor.page.evaluate(SHOWN)
    fixed, inserting = set(), []
    for key in SENTENCES:
        translation = TABLES[tag].get(key)
        if translation == key or key.startswith("#"):
            continue
        if "%@" not in key:
            fixed.add(key.strip())
        elif len(re.sub(r"[^a-zA-Z]", "", key.replace("%@", ""))) > 3:
            inserting.append(re.compile(".+".join(re.escape(part) for part in key.split("%@"))))
    return [words for words in shown if words in fixed or any(pattern.fullmatch(words) for pattern in inserting)]


def enter(visitor, name, tag):
    visitor.page.locator("#name").fill(name)
    visitor.page.locator("#enter").click()
    expect(visitor.status).to_have_text(TABLES[tag]["Connected"])


@pytest.mark.parametrize("scheme, size", [("light", "desktop"), ("dark", "phone")])
@pytest.mark.parametrize("tag", TABLES)
def test_everything_is_said_in_the_browsers_language(visit, robot, tag, scheme, size):
    said = TABLES[tag]
    phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if size == "phone" else {}
    ann = visit(locale=LOCALES[tag], viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce", **phone).open()
    page, name = ann.page, f"{tag}-{size}-{scheme}"
    expect(page.locator("#enter")).to_have_text(said["Join"])
    expect(page.locator("html")).to_have_attribute("lang", tag)
    expect(page.locator("html")).to_have_attribute("dir", "rtl" if tag == "he" else "ltr")
    assert english(ann, tag) == []
    check(page, f"door-{name}")
    enter(ann, "ann", tag)
    talk(ann, robot)
    expect(page.locator("#typing-words")).to_have_text(said["%@ is typing"].replace("%@", "ivo"))
    assert sideways(page) <= 0
    assert english(ann, tag) == []
    check(page, f"room-{name}")
    # The menus, and what the model says in them.
    page.locator("#room-options").click()
    expect(page.locator("#menu-more").get_by_role("button").first).to_have_text(said["People…"])
    assert english(ann, tag) == []
    check(page, f"menu-{name}")
    page.locator("#menu-more").get_by_role("button").first.click()
    expect(page.locator("#sheet-title")).to_have_text(said["People"])
    expect(page.locator("#sheet h3").first).to_have_text(said["Here now"])
    assert english(ann, tag) == []
    check(page, f"people-{name}")
    page.keyboard.press("Escape")
    page.locator(".message.other .more-actions").last.dispatch_event("click")
    expect(page.locator("#action-more").get_by_role("button").first).to_have_text(said["Report…"])
    assert english(ann, tag) == []
    check(page, f"actions-{name}")
    page.locator("#action-more").get_by_role("button").first.click()
    expect(page.locator("#sheet-title")).to_have_text(said["Report the message"])
    assert english(ann, tag) == []
    check(page, f"report-{name}")
    page.keyboard.press("Escape")



@pytest.mark.parametrize("tag", TABLES)
def test_a_sentence_about_several_has_the_form_of_their_number(visit, robot, tag):
    ann = visit(locale=LOCALES[tag]).open("plural")
    enter(ann, "ann", tag)
    for count in (1, 2, 3):
        if count > 1:
            robot(f"robot {count}", room="plural")
        expect(ann.page.locator("#people-button")).to_have_attribute("aria-label", said_count(tag, count))


def said_count(tag, count):
    forms = TABLES[tag]["Members: %@ people"]
    form = forms["one"] if count == 1 else forms["two"] if count == 2 and "two" in forms else forms["other"]
    return form.replace("%@", str(count))


def test_a_browser_whose_language_there_is_not_gets_the_next_one(visit):
    ann = visit(locale="fr-FR").open()
    expect(ann.page.locator("#enter")).to_have_text("Join")
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    bob = visit(locale="de-AT")
    bob.page.add_init_script("Object.defineProperty(navigator, 'languages', { get: () => ['fr', 'de-AT', 'en'] })")
    bob.open()
    expect(bob.page.locator("#enter")).to_have_text(TABLES["de"]["Join"])


def test_without_the_translations_the_page_is_english_and_works(visit):
    ann = visit(locale="de-DE")
    ann.page.route(re.compile(r"/de-\w+\.js"), lambda route: route.abort())
    ann.enter("ann")
    ann.say("hello")
    expect(ann.message("hello")).to_be_visible()
    ann.errors.clear()  # the browser logs what it could not load


def test_a_refusal_of_the_server_is_told_in_the_users_language(visit):
    visit().enter("ann")
    other = visit(locale="de-DE").open()
    other.page.locator("#name").fill("ann")
    other.page.locator("#enter").click()
    expect(other.page.locator("#name-problem, #door-problem").filter(has_text=TABLES["de"]["#123"])).to_be_visible()


def test_arrows_lead_where_they_point(visit, robot):
    """Where a language is written from right to left, what comes next is to the left."""
    ann = visit(locale="he-IL").open()
    enter(ann, "ann", "he")
    ann.page.locator("#new-button").click()
    first, second = ann.page.locator("#tab-join"), ann.page.locator("#tab-person")
    first.focus()
    assert second.bounding_box()["x"] < first.bounding_box()["x"]
    ann.page.keyboard.press("ArrowLeft")
    expect(second).to_be_focused()
    ann.page.keyboard.press("Escape")
    ann.page.locator("#emoji").click()
    button = ann.page.locator("#picker-results button").first
    button.focus()
    ann.page.keyboard.press("ArrowLeft")
    focused = ann.page.locator("#picker-results button:focus")
    assert focused.bounding_box()["x"] < button.bounding_box()["x"]
    box = ann.page.locator("#picker").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES["desktop"]["width"]
