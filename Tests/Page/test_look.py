"""How the page looks where room, letters or colours are not the usual ones."""

import re

import pytest
from playwright.sync_api import expect
from test_moderation import options, sheet
from test_page import TALK, check, talk
from test_reading import press_long
from visitors import SIZES

FAMILY = "👩‍👩‍👧‍👦"
JOINED = [FAMILY, "🏳️‍🌈", "🏴‍☠️", "👩‍❤️‍👩", "👨‍⚕️", "🐈‍⬛", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "👋🏽"]


def sideways(page):
    """How many pixels wider than the window something is."""
    return page.evaluate(
        """() => Math.max(...["html", "#inside", "#rooms", "#room-list", "main:not(#door)", "#scroller", "#composer"].map((name) => {
            const element = document.querySelector(name);
            return element.scrollWidth - element.clientWidth;
        }))"""
    )


@pytest.mark.parametrize("width", [280, 320, 360, 372])
def test_on_a_narrow_phone_nothing_wraps_below_the_picture_or_leaves_the_window(visit, robot, width):
    ann = visit(viewport={"width": width, "height": 640}, has_touch=True, is_mobile=True).enter("ann")
    talk(ann, robot)
    ann.say("this is a long message of my own, which needs several lines on a phone that is so narrow")
    ann.say("https://example.org/" + "a" * 200)
    expect(ann.texts).to_have_count(len(TALK) + 2)
    ann.message("Again?! 😅").locator(".more-actions").focus()
    assert sideways(ann.page) <= 0
    boxes = ann.page.locator(".message").evaluate_all(
        """all => all.filter((row) => row.querySelector(".avatar")).map((row) => {
            const [avatar, bubble] = [".avatar", ".bubble"].map((name) => row.querySelector(name).getBoundingClientRect());
            return [Math.abs(avatar.bottom - bubble.bottom), bubble.left - avatar.right, innerWidth - bubble.right];
        })"""
    )
    assert len(boxes) > 3
    for below, beside, right in boxes:
        assert below <= 1 and beside >= 0 and right >= 0
    for box in ann.page.locator(".bar").evaluate_all("all => all.map((bar) => bar.getBoundingClientRect().toJSON())"):
        assert box["left"] >= 0 and box["right"] <= width
    check(ann.page, f"narrow-{width}")


def test_the_browsers_letter_size_counts_and_nothing_is_cut_off(visit, robot):
    ann = visit(viewport={"width": 1280, "height": 800}).enter("ann")
    talk(ann, robot)
    size = ann.texts.first.evaluate("text => parseFloat(getComputedStyle(text).fontSize)")
    people = ann.page.locator("#people")
    assert people.evaluate("panel => getComputedStyle(panel).position") == "static"
    session = ann.context.new_cdp_session(ann.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    ann.page.wait_for_function("(size) => parseFloat(getComputedStyle(document.querySelector('.text')).fontSize) === 2 * size", arg=size)
    assert sideways(ann.page) <= 0
    assert people.evaluate("panel => getComputedStyle(panel).position") == "fixed", "there is no room for a column now"


def test_at_200_percent_nothing_is_cut_off(visit, robot):
    ann = visit(viewport={"width": 640, "height": 400}, device_scale_factor=2).enter("ann")
    talk(ann, robot)
    assert sideways(ann.page) <= 0
    expect(ann.field).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("button", name="Record a voice message")).to_be_in_viewport(ratio=1)
    ann.field.fill("a text")
    expect(ann.page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)


WIDTHS = """(emoji) => {
    const list = document.querySelector("#timeline");
    const width = (text) => {
        const span = document.createElement("span");
        span.textContent = text;
        span.style.position = "absolute";
        list.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
    };
    return emoji.map((one) => width(one) / width("👩"));
}"""


def test_joined_emoji_are_one_picture(visit):
    ann = visit().enter("ann")
    widths = ann.page.evaluate(WIDTHS, JOINED)
    assert [round(width, 1) for width in widths] == [1.0] * len(JOINED), dict(zip(JOINED, widths))
    assert ann.page.evaluate(WIDTHS, ["👩👩"])[0] > 1.8, "two pictures are two"


def test_where_colours_are_forced_a_message_has_an_edge(visit, robot):
    ann = visit(forced_colors="active").enter("ann")
    talk(ann, robot)
    edges = ann.page.locator(".bubble").evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).borderTopWidth))")
    assert len(edges) == len(TALK) and min(edges) >= 1
    assert len(set(edges)) == 2, "one's own can be told from those of others"


def test_where_colours_are_forced_the_bar_of_a_message_is_drawn_only_where_it_is_used(visit, robot):
    ann = visit(forced_colors="active").enter("ann")
    talk(ann, robot)
    ann.page.locator("#room").hover()
    bars = ann.page.locator(".bar")
    drawn = "all => all.filter((bar) => [bar, bar.parentElement].every((one) => getComputedStyle(one).opacity !== '0')).length"
    assert bars.count() == len(TALK) and bars.evaluate_all(drawn) == 0
    ann.message("Again?! 😅").hover()
    expect(ann.message("Again?! 😅").locator(".bar")).to_have_css("opacity", "1")
    assert bars.evaluate_all(drawn) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_where_colours_are_forced_a_mention_can_be_read(visit, robot, scheme):
    ann = visit(forced_colors="active", color_scheme=scheme).enter("ann")
    robot("bob", texts=["@ann are you there?"])
    text = ann.texts.last
    expect(text.locator("mark")).to_have_text("@ann")
    colors = text.evaluate("text => [text, text.querySelector('mark')].map((one) => getComputedStyle(one).color)")
    assert colors[0] == colors[1]


def test_the_bar_at_the_focus_goes_with_its_message_when_the_window_changes(visit, robot):
    ann = visit(viewport={"width": 1280, "height": 800}).enter("ann")
    robot("bob", texts=["a message that fills most of a line on a phone"] * 30)
    expect(ann.texts).to_have_count(30)
    ann.page.locator(".message .more-actions").last.focus()
    row = ann.page.locator(".message").last
    for width in (1920, 700, 390, 1280):
        ann.page.set_viewport_size({"width": width, "height": 700})
        ann.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        bubble, bar = (row.locator(part).bounding_box() for part in (".bubble", ".bar"))
        assert bar["x"] + bar["width"] <= width and bar["x"] <= bubble["x"] + bubble["width"] + 60, width
        assert bar["y"] < bubble["y"] + bubble["height"] and bar["y"] + bar["height"] > bubble["y"], width


def test_a_letter_fits_its_disc_and_a_sign_its_line_in_large_letters(visit, robot):
    ann = visit().enter("ann")
    robot("Walter", texts=["hello"])
    expect(ann.texts).to_have_count(1)
    session = ann.context.new_cdp_session(ann.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    ann.page.wait_for_function("() => parseFloat(getComputedStyle(document.querySelector('.text')).fontSize) === 32")
    high = "one => parseFloat(getComputedStyle(one).fontSize) / one.getBoundingClientRect().height"
    # One that was drawn anew meanwhile has no height.
    of_all = f"all => all.filter((one) => one.isConnected).map({high})"
    assert max(ann.page.locator(".avatar:visible").evaluate_all(of_all)) < 0.6
    ann.page.locator("#back").click()
    assert max(ann.page.locator(".avatar:visible").evaluate_all(of_all)) < 0.6
    field, sign = ann.page.locator("#rooms-search").bounding_box(), ann.page.locator(".rooms-search .icon").bounding_box()
    assert abs(field["y"] + field["height"] / 2 - sign["y"] - sign["height"] / 2) <= 1


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "he-IL"])
def test_on_a_phone_with_large_letters_what_is_new_can_be_used(visit, locale):
    ann = visit(viewport=SIZES["phone"], locale=locale).open()
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    session = ann.context.new_cdp_session(ann.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    ann.page.wait_for_function("() => parseFloat(getComputedStyle(document.querySelector('.page')).fontSize) === 32")
    ann.page.locator("#back").click()
    ann.page.locator("#new-button").click()
    expect(ann.page.locator("#join-text")).to_be_in_viewport(ratio=1)
    assert ann.page.locator("#join-text").bounding_box()["width"] > 250
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML)"
    assert ann.page.locator("#new button:visible").filter(has_text=re.compile(r"\S")).evaluate_all(cut) == []
    lines = "button => button.getClientRects().length && Math.round(button.getBoundingClientRect().height / 46.4)"
    assert max(tab.evaluate(lines) for tab in ann.page.locator("#new-tabs button").all()) <= 2, "no word is broken"
    check(ann.page, f"new-large-{locale}")


def test_at_400_percent_the_picker_shows_rows_of_emoji(visit):
    ann = visit(viewport={"width": 320, "height": 256}, device_scale_factor=4).enter("ann")
    ann.page.locator("#emoji").click()
    expect(ann.page.locator("#picker-results button").first).to_be_visible()
    results, one = ann.page.locator("#picker-results").bounding_box(), ann.page.locator("#picker-results button").first.bounding_box()
    assert results["height"] >= 2 * one["height"]


@pytest.mark.parametrize("size", SIZES)
def test_a_sheet_that_is_longer_than_the_window_is_scrolled(visit, robot, size):
    robot("bob", texts=[f"tea {number}" for number in range(20)])
    ann = visit(viewport=SIZES[size]).enter("ann")
    expect(ann.texts).to_have_count(20)
    options(ann, "Search messages…")
    field = sheet(ann).get_by_role("textbox", name="Search messages")
    field.fill("tea")
    field.press("Enter")
    expect(sheet(ann).locator(".sheet-lists li")).to_have_count(20)
    ann.page.locator(".sheet-body").hover()
    ann.page.mouse.wheel(0, 3_000)
    expect(sheet(ann).locator(".sheet-lists li").last).to_be_in_viewport(ratio=1)
    box = sheet(ann).bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= SIZES[size]["height"]
    expect(sheet(ann).get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)


def test_the_arrow_back_is_as_large_and_as_thick_as_the_cross_beside_it(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.page.get_by_role("button", name="Options for bob").click()
    options_of = sheet(ann).locator(".sheet-head .icon")
    ann.page.keyboard.press("Escape")
    options(ann, "People…")
    sheet(ann).get_by_role("button", name="Options: bob").click()
    expect(sheet(ann).get_by_role("button", name="Back")).to_be_visible()
    drawn = """all => all.map((icon) => {
        const line = icon.getBBox();
        const { width } = icon.getBoundingClientRect();
        const unit = document.querySelector(icon.firstChild.getAttribute("href")).viewBox.baseVal.width;
        return [parseFloat(getComputedStyle(icon).strokeWidth) * width / unit, width / unit];
    })"""
    (thick, _), (other, _) = options_of.evaluate_all(drawn)
    assert abs(thick - other) < 0.3, (thick, other)


def test_all_people_of_a_list_stand_equally_far_apart(visit, robot):
    ann = visit().enter("ann")
    for name in ("abe", "zoe", "zed"):
        robot(name)
    people = ann.page.locator("#members li")
    expect(people).to_have_count(4)
    assert len({round(box["height"]) for box in (person.bounding_box() for person in people.all())}) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_ones_own_messages_are_no_slabs_and_can_be_read(visit, robot, scheme):
    ann = visit(color_scheme=scheme).enter("ann")
    talk(ann, robot)
    own = ann.message("Lunch on me, then.").locator(".bubble")
    red, green, blue = map(int, re.findall(r"\d+", own.evaluate("one => getComputedStyle(one).backgroundColor"))[:3])
    assert max(red, green, blue) - min(red, green, blue) < 48, "a tint, not a slab"
    check(ann.page, f"own-{scheme}")


def test_nothing_moves_for_people_who_do_not_want_that(visit, robot):
    ann = visit(reduced_motion="reduce").enter("ann")
    talk(ann, robot)
    moving = ann.page.evaluate("() => document.getAnimations().filter(({ playState }) => playState === 'running').length")
    assert moving == 0
    assert ann.page.locator(".dots").is_visible()


def smaller(visitor, least, inside="body"):
    """The buttons that are less wide or less high than that many pixels."""
    return visitor.page.locator(f"{inside} button:visible").evaluate_all(
        """(all, least) => all.filter((button) => {
            const { width, height } = button.getBoundingClientRect();
            return width < least || height < least;
        }).map((button) => button.outerHTML)""",
        least,
    )


@pytest.mark.parametrize("size", SIZES)
def test_what_can_be_pressed_is_large_enough(visit, robot, size):
    phone = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    ann = visit(viewport=SIZES[size], reduced_motion="reduce", **phone).enter("ann")
    talk(ann, robot)
    ann.message("Again?! 😅").locator(".more-actions").focus()
    least = 44 if size == "phone" else 24
    assert smaller(ann, least) == []
    ann.attach(("plan.txt", "text/plain", b"Agreed."))
    assert smaller(ann, least, "#composer") == []
    if size == "phone":
        ann.page.locator("#connection-words").tap()
    assert smaller(ann, least, "#people") == []
    if size == "phone":
        ann.page.locator("#people-close").tap()
    options(ann, "People…")
    expect(ann.page.get_by_role("button", name=re.compile("^Options: ")).first).to_be_visible()
    assert smaller(ann, least, "#sheet") == []
    ann.page.keyboard.press("Escape")
    if size == "phone":
        ann.page.locator("#back").tap()
    ann.page.locator("#new-button").click()
    for tab in ann.page.locator("#new-tabs button").all():
        tab.click()
        assert smaller(ann, least, "#new") == []


LINES = """(row) => {
    const words = document.createRange();
    words.selectNodeContents(row.querySelector(".text"));
    const meta = row.querySelector(".meta").getBoundingClientRect();
    const bubble = row.querySelector(".bubble").getBoundingClientRect();
    const boxes = [...words.getClientRects()];
    const isBeside = boxes.some(({ top, bottom }) => top < meta.bottom - 4 && bottom > meta.top + 4);
    const covers = ({ left, right, top, bottom }) => left < meta.right && right > meta.left && top < meta.bottom && bottom > meta.top;
    const letters = [];
    const walk = document.createTreeWalker(row.querySelector(".text"), NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        letters.push(...range.getClientRects());
    }
    return { isBeside, covers: letters.some(covers), inside: meta.left >= bubble.left && meta.right <= bubble.right && meta.bottom <= bubble.bottom };
}"""

BESIDE = {
    "ends": True,
    "a long line that certainly does not fit into one line of a bubble on a window of this width, because it goes on and on\nends": True,
    "שורה ארוכה מאוד שאינה נכנסת בשורה אחת של בועה בחלון ברוחב הזה, כי היא ממשיכה וממשיכה ועוד ממשיכה עד הסוף\nסוף": True,
    "- a list\n- whose end is not a paragraph": None,
    "word " * 200: None,
}


@pytest.mark.parametrize("width", [360, 1280])
def test_the_time_stands_in_the_last_line_if_that_has_room_and_never_on_the_words(visit, width):
    ann = visit(viewport={"width": width, "height": 900}).enter("ann")
    for number, (text, beside) in enumerate(BESIDE.items()):
        ann.say(text)
        expect(ann.texts).to_have_count(number + 1)
        row = ann.page.locator(".message").last
        expect(row).to_have_attribute("data-state", "sent")
        found = row.evaluate(LINES)
        assert found["inside"] and not found["covers"], text
        assert beside is None or found["isBeside"] == beside, text


@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_as_high_as_the_window(visit, size):
    ann = visit(viewport=SIZES[size]).enter("ann")
    assert ann.page.evaluate("() => document.body.scrollHeight - innerHeight") == 0


def test_the_title_of_a_menu_and_of_a_sheet_stands_where_the_language_begins(visit, robot):
    robot("bob")
    ann = visit(locale="he-IL").open()
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.line("lobby")).to_be_visible()
    for button, title, words in [("#room-options", "#room-menu-title", "lobby"), ("#members [data-control=more]", "#sheet-title", "bob")]:
        ann.page.locator(button).click()
        title = ann.page.locator(title)
        expect(title).to_have_text(words)
        box = title.bounding_box()
        right = title.evaluate("""title => {
            const range = document.createRange();
            range.selectNodeContents(title);
            return range.getBoundingClientRect().right;
        }""")
        assert box["x"] + box["width"] - right < 20, "at the right, as all else in Hebrew"
        ann.page.keyboard.press("Escape")


COVERED = """(row) => {
    const bar = row.querySelector(".bar").getBoundingClientRect();
    const scroller = document.querySelector("#scroller").getBoundingClientRect();
    const letters = [];
    for (const other of document.querySelectorAll(".message")) {
        if (other === row) continue;
        const walk = document.createTreeWalker(other.querySelector(".bubble"), NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            if (node.parentElement.closest(".unseen, .bar, .quiet-meta")) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            letters.push(...range.getClientRects());
        }
    }
    const covers = ({ left, right, top, bottom }) => left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top;
    const isInside = bar.top >= scroller.top && bar.bottom <= scroller.bottom && bar.left >= scroller.left && bar.right <= scroller.right;
    return { words: letters.some(covers), isInside, shown: getComputedStyle(row.querySelector(".bar")).opacity };
}"""


# Nothing has scrolled for some frames.
SETTLED = """() => {
    const { scrollTop } = document.querySelector("#scroller");
    window.still = window.stillAt === scrollTop ? (window.still ?? 0) + 1 : 0;
    window.stillAt = scrollTop;
    return window.still > 4 && !(window.still = 0);
}"""


APART = """([one, other]) => {
    const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
    return a.width > 0 && b.width > 0 && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
def test_the_bar_of_a_message_is_not_below_the_way_down(visit, robot, locale):
    ann = visit(viewport=SIZES["desktop"], locale=locale).open()
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    robot("bob", texts=[f"line {number} of a long history, number {number}" for number in range(40)])
    expect(ann.texts).to_have_count(40)
    ann.scroll(0)
    way = ann.page.locator("#latest.way-down")
    expect(way).to_be_visible()
    box = way.bounding_box()
    near = 0
    for row in ann.page.locator(".message").all():
        place = row.locator(".text").bounding_box()
        if not box["y"] - 40 < place["y"] < box["y"] + box["height"]:
            continue
        near += 1
        ann.page.mouse.move(place["x"] + 10, min(place["y"] + 8, box["y"] + box["height"]))
        expect(row.locator(".quick")).to_be_attached()
        assert ann.page.evaluate(APART, [".bar:has(.quick)", "#latest"])
    assert near > 0


def test_a_long_press_shows_the_bar_beside_the_message_and_not_on_it(visit, robot):
    bob = robot("bob", texts=["short"])
    ann = visit(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True).enter("ann")
    press_long(ann, ann.message("short").locator(".text"), until=".message.held")
    apart = [".held .bar", ".held .text"], [".held .bar", ".held .author"]
    assert all(ann.page.evaluate(APART, pair) for pair in apart)
    ann.page.locator("#typing").tap()
    # At the upper edge of the list it is below the message.
    bob.say(*(f"line {number}" for number in range(30)))
    expect(ann.message("line 29")).to_be_visible()
    ann.scroller.evaluate("(list) => { list.scrollTop += document.querySelector('.message').getBoundingClientRect().top - list.getBoundingClientRect().top - 20 }")
    ann.page.wait_for_function(SETTLED)
    press_long(ann, ann.message("short").locator(".text"), until=".message.held")
    assert all(ann.page.evaluate(APART, pair) for pair in apart)


def test_on_a_phone_the_title_opens_the_menu_and_the_number_below_it_the_people(visit):
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    box = ann.page.locator("#room").bounding_box()
    ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 3)
    expect(ann.page.locator("#room-menu")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#room-menu")).to_be_hidden()
    ann.page.locator("#connection-words").tap()
    expect(ann.page.locator("#members li")).to_be_visible()


def test_on_a_phone_that_is_turned_the_list_of_people_shows_more_than_one(visit, robot):
    for name in ("bob", "eve", "zoe"):
        robot(name)
    ann = visit(viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True).enter("ann")
    ann.page.locator("#connection-words").tap()
    people = ann.page.locator("#members li")
    expect(people).to_have_count(4)
    expect(people.nth(1)).to_be_in_viewport(ratio=1)
    expect(ann.page.locator("#people-close")).to_be_in_viewport(ratio=1)


def test_names_have_the_whole_line_until_its_buttons_are_wanted(visit, robot):
    robot("Catherine von Hohenzollern")
    for locale in ("en-GB", "he-IL"):
        ann = visit(locale=locale).open()
        ann.page.locator("#name").fill("ann" + locale[:2])
        ann.page.locator("#enter").click()
        row = ann.page.locator("#members li", has_text="Catherine")
        message = row.locator("button").first
        expect(message).to_have_css("opacity", "0")
        wide = row.locator(".name").bounding_box()["width"]
        row.hover()
        expect(message).to_have_css("opacity", "1")
        assert row.locator(".name").bounding_box()["width"] < wide - 60
        ann.page.mouse.move(1, 1)
        expect(message).to_have_css("opacity", "0")
        message.focus()
        expect(message).to_have_css("opacity", "1")


def test_no_touch_leaves_a_button_as_under_the_pointer(visit):
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    options = ann.page.locator("#room-options")
    before = options.evaluate("button => getComputedStyle(button).background")
    options.tap()
    expect(ann.page.locator("#room-menu")).to_be_visible()
    ann.page.keyboard.press("Escape")
    assert options.evaluate("button => getComputedStyle(button).background") == before


def test_what_is_pressed_answers_at_once(visit):
    ann = visit().enter("ann")
    for pressed in ["#new-button", "#room-options", ".line-link", "#rename"]:
        element = ann.page.locator(pressed)
        before = element.evaluate("one => getComputedStyle(one).backgroundImage")
        element.hover()
        ann.page.mouse.down()
        assert element.evaluate("one => getComputedStyle(one).backgroundImage") != before, pressed
        ann.page.mouse.move(640, 300)  # lifted elsewhere, it does nothing
        ann.page.mouse.up()


@pytest.mark.parametrize("size", SIZES)
def test_the_form_for_another_name_stands_below_the_heading(visit, size):
    ann = visit(viewport=SIZES[size]).enter("ann")
    if size == "phone":
        ann.page.locator("#back").click()
    ann.page.locator("#own-button").click()
    ann.page.locator("#own-menu-rename").click()
    expect(ann.page.locator("#name")).to_be_focused()
    heading, label = ann.page.locator("#introduction h1"), ann.page.locator("label[for=name]")
    heading.evaluate("heading => Promise.all(heading.getAnimations().map(({ finished }) => finished))")
    below = label.bounding_box()["y"] - heading.bounding_box()["y"] - heading.bounding_box()["height"]
    assert 10 < below < 60


@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
@pytest.mark.parametrize("width", [768, 1280])
def test_the_bar_of_a_message_covers_no_words_of_another_and_stays_in_the_list(visit, robot, width, locale):
    ann = visit(viewport={"width": width, "height": 600}, locale=locale, reduced_motion="reduce").open()
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    line = "a line of a message that is as wide as a bubble can be, and then goes on in a second line of it"
    texts = ["short", "a second one", line, line, "end", "\n".join(f"line {number}" for number in range(30)), "last", line]
    robot("bob", texts=texts)
    for text in ("mine", line + "!", "mine, too"):
        ann.say(text)
    expect(ann.texts).to_have_count(len(texts) + 3)
    expect(ann.page.locator(".message").last).to_have_attribute("data-state", "sent")
    for row in ann.page.locator(".message").all():
        ann.page.mouse.move(1, 1)
        # A list that is scrolled nearly to its end goes there with the next draw.
        row.evaluate("row => { row.scrollIntoView({ block: 'center' }) }")
        ann.page.wait_for_function(SETTLED)
        row.locator(".text").hover()  # in the middle, also of a message that is higher than the list
        expect(row.locator(".quick")).to_be_attached()
        assert row.evaluate(COVERED) == {"words": False, "isInside": True, "shown": "1"}, row.text_content()


def large_letters(visitor):
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    visitor.page.wait_for_function("() => parseFloat(getComputedStyle(document.body).fontSize) === 32")


def test_the_kinds_of_what_is_new_stay_in_their_places(visit):
    ann = visit().enter("ann")
    ann.page.locator("#new-button").click()
    tabs = ann.page.locator("#new-tabs button")
    places = []
    for tab in tabs.all():
        tab.click()
        places.append([one.bounding_box() for one in tabs.all()])
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize("locale", ["en-GB", "de", "he"])
def test_large_letters_stay_in_the_picker_and_in_the_tabs(visit, locale):
    ann = visit(viewport={"width": 360, "height": 740}, locale=locale).open()
    large_letters(ann)
    inside = """(all) => all.every((element) => {
        const [box, frame] = [element, element.parentElement].map((one) => one.getBoundingClientRect());
        return box.left >= frame.left - 1 && box.right <= frame.right + 1 && element.scrollWidth <= element.clientWidth + 1;
    })"""
    assert ann.page.locator("#ways label:visible").evaluate_all(inside)
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.page.locator("#emoji").click()
    expect(ann.page.locator(".emoji-grid button").first).to_be_visible()
    assert ann.page.locator(".emoji-grid button").evaluate_all("(all) => all.slice(0, 40).every((button) => button.scrollWidth <= button.clientWidth)")
    tabs = ann.page.locator("#picker-tabs button")
    assert tabs.evaluate_all("(all) => all.every((tab) => tab.scrollWidth <= tab.clientWidth)")
    tabs.last.click()
    expect(tabs.last).to_be_in_viewport()
    ann.page.keyboard.press("Escape")
    ann.page.locator("#back").click()
    ann.page.locator("#new-button").click()
    assert ann.page.locator("#new-tabs button").evaluate_all(inside)


def test_the_messages_are_printed_and_nothing_else(visit, robot):
    ann = visit().enter("ann")
    talk(ann, robot)
    robot("bob", texts=[f"line {number}" for number in range(60)])
    expect(ann.message("line 59")).to_be_visible()
    ann.page.emulate_media(media="print")
    heights = ann.page.evaluate("() => ['#timeline', 'body', 'html'].map((name) => document.querySelector(name).getBoundingClientRect().height)")
    assert heights[0] > 1_500 and heights[1] >= heights[0] and heights[2] >= heights[0]
    assert ann.page.evaluate("() => document.documentElement.scrollHeight") >= heights[0]
    for part in ["#rooms", "#composer", "#people", ".bar", "#room-options", "#latest"]:
        expect(ann.page.locator(part).first).to_be_hidden()
    expect(ann.page.locator("#room")).to_be_visible()
