"""The page in other languages: every sentence is translated, nothing leaves its place, and a language
that is written from right to left is laid out so."""

import json
import re
import subprocess
import sys

import pytest
from files import picture
from playwright.sync_api import expect
from test_look import sideways
from test_page import check, talk
from visitors import ROOT, SIZES

TABLES = {tag: json.loads((ROOT / "Languages" / f"{tag}.json").read_text()) for tag in ("de", "he")}
NAMES = ROOT / "Sources/MartletPage/Page/emoji-names.js"
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
    expect(visitor.connection).to_have_attribute("data-state", "ready")


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
    expect(page.locator("#typing-words")).to_have_text(said["%@ is typing"].replace("%@", "\u2068ivo\u2069"))
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
        expect(ann.status).to_have_text(said_count(tag, count))


def said_count(tag, count):
    forms = TABLES[tag]["%@ here"]
    form = forms["one"] if count == 1 else forms["two"] if count == 2 and "two" in forms else forms["other"]
    return form.replace("%@", str(count))


def test_a_browser_whose_language_there_is_not_gets_the_next_one(visit):
    ann = visit(locale="fr-FR").open()
    expect(ann.page.locator("#enter")).to_have_text("Join")
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    enter(ann, "ann", "en")
    ann.say("hello")
    written = ann.message("hello").locator("time").get_attribute("title")
    assert re.match(r"\w+day[ ,]", written), "dates are in the language of the sentences"
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


def test_emoji_have_names_in_the_users_language(visit):
    """They are also found by their English names and codes."""
    ann = visit(locale="de-CH").open()
    enter(ann, "ann", "de")
    ann.page.locator("#emoji").click()
    results = ann.page.locator("#picker-results")
    expect(results.get_by_role("button", name="grinsendes Gesicht", exact=True)).to_be_visible()
    titles = results.locator("h3").all_text_contents()
    assert titles[0] == "Smileys" and titles[-1] == "Flaggen"
    named = dict(results.locator("[data-emoji]").evaluate_all("all => all.map((button) => [button.dataset.emoji, button.title])"))
    lines = [line.split("|")[0].partition(" ") for line in NAMES.read_text().splitlines()]
    english = {emoji: name for emoji, _, name in lines if emoji in named}
    # Some are newer than the translations, and some have the same name.
    assert sum(named[emoji] == name for emoji, name in english.items()) < len(english) / 20
    for words, emoji in [("herzförm", "😍"), ("lustig", "😀"), ("heart eyes", "😍"), ("tada", "🎉"), ("schweiz", "🇨🇭"), ("switz", "🇨🇭")]:
        ann.page.locator("#picker-search").fill(words)
        expect(results.locator(f"[data-emoji='{emoji}']")).to_be_visible()
    assert results.locator("[data-emoji='🇨🇭']").get_attribute("title") == "Flagge: Schweiz"
    ann.page.locator("#picker-close").click()
    ann.field.press_sequentially(":grinsen")
    expect(ann.page.get_by_role("listbox", name="Vorschläge").get_by_role("option", name=":grinning_face:")).to_be_visible()


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
    ann.say("Latin letters")
    expect(ann.page.locator(".line-preview")).to_contain_text("Latin letters")
    edges = """(element) => {
        const range = new Range();
        range.selectNodeContents(element);
        return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
    }"""
    for one_line in (".heading h1", ".line-preview"):
        assert abs(ann.page.locator(one_line).first.evaluate(edges)) < 2, one_line
    ann.page.locator("#chooser").set_input_files({"name": "tower.png", "mimeType": "image/png", "buffer": picture(ann.page, 60, 40, "image/png")})
    ann.page.locator("#send").click()
    ann.page.locator(".place.image").click()
    assert abs(ann.page.locator("#viewer-name").evaluate(edges)) < 2
    ann.page.keyboard.press("Escape")
    # Too long for its line, it is cut at its end.
    ann.say("First " + "and so on " * 10 + "last")
    expect(ann.page.locator(".line-preview")).to_contain_text("last")
    sides = """(element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode() && !walker.currentNode.data.includes("First"));
        const range = new Range();
        const start = walker.currentNode.data.indexOf("First");
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + 5);
        const [word, line] = [range, element].map((place) => place.getBoundingClientRect());
        return [word.left - line.left, line.right - word.right, word.top - line.top, line.bottom - word.bottom];
    }"""
    assert min(ann.page.locator(".line-preview").evaluate(sides)) >= -1, "the beginning is cut off"
    # The room's sign stays before its name.
    expect(ann.field).to_have_attribute("placeholder", TABLES["he"]["Message %@"].replace("%@", "\u2068#lobby\u2069"))
    ann.page.locator("#new-button").click()
    entry = ann.page.locator("#directory .entry-words").filter(has_text="lobby")
    assert abs(entry.locator(".name").evaluate(edges)) < 2, "a name stands where the line begins"
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
