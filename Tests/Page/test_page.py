"""The page as people use it: a real browser, a real server.

    python3 -m venv .venv && .venv/bin/pip install -r Tests/Page/requirements.txt
    MARTLET=.build/release/martlet .venv/bin/pytest Tests/Page
"""

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from visitors import FIRST_PART, SIZES, until


def test_a_name_is_asked_for_once(visit):
    ann = visit().open()
    expect(ann.page.get_by_label("Your name")).to_be_focused()
    ann.page.keyboard.type("ann")
    ann.page.keyboard.press("Enter")
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.field).to_be_focused()
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.page.get_by_label("Your name")).to_be_hidden()
    expect(ann.page.locator("#own-name")).to_have_text("ann")


def test_a_name_given_before_the_page_is_ready_is_taken_when_it_is(visit):
    ann = visit()
    # The journal is read late, and the model arrives later still.
    ann.context.add_init_script(
        """const get = IDBIndex.prototype.getAll;
        IDBIndex.prototype.getAll = function (...all) {
            const request = get.apply(this, all);
            Object.defineProperty(request, "result", { get: () => {
                document.querySelector("#introduction button[type=submit]").click();
                return [];
            } });
            return request;
        };"""
    )
    held = []
    ann.page.route(FIRST_PART, lambda route: held.append(route))
    ann.open()
    ann.page.get_by_label("Your name").fill("ann")
    ann.page.wait_for_function("() => performance.getEntriesByType('resource').length > 0")
    held[0].continue_()
    expect(ann.connection).to_have_attribute("data-state", "ready")


def test_a_name_that_is_taken_is_refused_with_the_servers_sentence(visit):
    visit().enter("ann")
    other = visit().open()
    other.page.get_by_label("Your name").fill("ann")
    other.page.get_by_role("button", name="Join").click()
    expect(other.page.locator("#door-problem")).to_contain_text(re.compile(r"\w+ \w+"))
    expect(other.page.get_by_label("Your name")).to_be_visible()
    other.page.get_by_label("Your name").fill("anna")
    other.page.get_by_role("button", name="Join").click()
    expect(other.connection).to_have_attribute("data-state", "ready")


def test_a_name_can_be_changed(visit):
    ann = visit().enter("ann")
    bob = visit().enter("bob")
    bob.page.evaluate("""() => {
        window.departures = [];
        new MutationObserver((changes) => {
            for (const { target } of changes) if (/ left/.test(target.textContent)) window.departures.push(target.textContent);
        }).observe(document.querySelector("#timeline"), { childList: true, subtree: true, characterData: true });
    }""")
    ann.page.get_by_role("button", name="Change name").click()
    ann.page.get_by_label("Your name").fill("annabel")
    ann.page.keyboard.press("Enter")
    expect(ann.field).to_be_focused()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    ann.say("it is me")
    expect(bob.message("it is me").locator(".author")).to_contain_text("annabel")
    # The others see another name, and nobody who leaves.
    assert bob.page.evaluate("window.departures") == []


def test_a_name_that_is_not_changed_is_kept_with_escape(visit):
    ann = visit().enter("ann")
    ann.page.get_by_role("button", name="Change name").click()
    expect(ann.page.get_by_label("Your name")).to_have_value("ann")
    expect(ann.page.get_by_text("You are about to enter")).to_be_hidden()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#inside")).to_be_visible()
    expect(ann.page.locator("#own-name")).to_have_text("ann")


@pytest.mark.parametrize("size", SIZES)
def test_another_name_is_asked_for_over_the_chat(visit, size):
    ann = visit(viewport=SIZES[size]).enter("ann")
    ann.say("still to be seen")
    expect(ann.message("still to be seen")).to_have_attribute("data-state", "sent")
    if size == "phone":
        ann.page.locator("#back").click()
    ann.page.locator("#own-button").click()
    ann.page.locator("#own-menu-rename").click()
    form = ann.page.get_by_role("dialog", name="Change name")
    expect(form.get_by_label("Your name")).to_be_focused()
    expect(ann.page.locator("#inside")).to_be_visible()
    box, view = ann.page.locator("#introduction").bounding_box(), SIZES[size]
    assert box["height"] < view["height"] / 2 and box["width"] <= max(448, view["width"] if size == "phone" else 0)
    # Nothing behind it can be reached.
    for _ in range(6):
        ann.page.keyboard.press("Tab")
        assert ann.page.evaluate("() => document.activeElement === document.body || document.querySelector('#door').contains(document.activeElement)")
    check(ann.page, f"rename-{size}")
    ann.page.mouse.click(10, 10)
    expect(form).to_be_hidden()
    expect(ann.page.locator("#own-button")).to_be_focused()
    # If a name is refused, the user is asked again in the same form.
    visit().enter("bob")
    ann.page.locator("#own-button").click()
    ann.page.locator("#own-menu-rename").click()
    form.get_by_label("Your name").fill("bob")
    form.get_by_role("button", name="Change name").click()
    expect(form.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    expect(ann.page.locator("#inside")).to_be_visible()


def test_a_message_appears_on_both_sides(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("Hello, bob")
    expect(ann.message("Hello, bob")).to_have_class(re.compile(r"\bown\b"))
    expect(ann.message("Hello, bob")).to_have_attribute("data-state", "sent")
    expect(ann.message("Hello, bob").locator(".state")).to_have_text("Sent")
    theirs = bob.message("Hello, bob")
    expect(theirs).to_have_class(re.compile(r"\bother\b"))
    expect(theirs.locator(".author")).to_contain_text("ann")
    expect(theirs.locator("time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(bob.page.locator("#announcer")).to_contain_text("ann: Hello, bob")
    expect(ann.page.locator("#announcer")).not_to_contain_text("Hello, bob")


def actions(visitor, text):
    """Opens what can be done to a message, as with a mouse."""
    message = visitor.message(text)
    message.hover()
    message.get_by_role("button", name=re.compile("Actions")).click()
    return visitor.page.get_by_role("dialog", name="Actions for this message")


def test_ones_own_message_is_edited_and_everyone_sees_it(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("helo")
    ann.field.fill("a draft")
    actions(ann, "helo").get_by_role("button", name="Edit").click()
    expect(ann.field).to_be_focused()
    expect(ann.field).to_have_value("helo")
    expect(ann.page.get_by_text("Editing your message")).to_be_visible()
    ann.say("hello")
    expect(ann.field).to_have_value("a draft")
    for visitor in (ann, bob):
        expect(visitor.message("hello").locator(".edited")).to_have_text("edited")
        expect(visitor.texts).to_have_count(1)
    actions(ann, "hello").get_by_role("button", name="Edit").click()
    ann.field.press("Escape")
    expect(ann.field).to_have_value("a draft")
    bob.page.reload()
    expect(bob.message("hello").locator(".edited")).to_have_text("edited")
    bob.message("hello").hover()
    expect(actions(bob, "hello").get_by_role("button", name="Edit")).to_be_hidden()


def test_a_deleted_message_leaves_only_its_place(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("secret")
    expect(bob.message("secret")).to_be_visible()
    dialog = actions(ann, "secret")
    dialog.get_by_role("button", name="Delete").click()
    expect(bob.message("secret")).to_be_visible()
    dialog.locator("#delete-now").click()
    for visitor in (ann, bob):
        expect(visitor.texts).to_have_text(["This message was deleted."])
        assert "secret" not in visitor.page.locator("#timeline").inner_html()
    bob.page.reload()
    expect(bob.texts).to_have_text(["This message was deleted."])


def test_an_answer_shows_what_it_answers_and_leads_there(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("Lunch?")
    for number in range(30):
        ann.say(f"line {number}")
    actions(bob, "Lunch?").get_by_role("button", name="Reply").click()
    expect(bob.field).to_be_focused()
    expect(bob.page.get_by_text("Replying to ann: Lunch?")).to_be_visible()
    bob.say("Yes, at noon")
    expect(bob.page.get_by_text("Replying to ann")).to_be_hidden()
    quote = ann.message("Yes, at noon").get_by_role("button", name="In reply to")
    expect(quote).to_have_text(re.compile("ann.*Lunch\\?"))
    first = ann.page.locator("[data-seq='1']")
    expect(first).not_to_be_in_viewport()
    quote.click()
    expect(first).to_be_in_viewport()
    actions(bob, "Yes, at noon").get_by_role("button", name="Reply").click()
    bob.field.press("Escape")
    bob.say("no answer at all")
    expect(bob.message("no answer at all").locator(".quote")).to_have_count(0)


def test_reactions_are_counted_and_taken_back(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("cake?")
    actions(bob, "cake?").get_by_role("button", name="React with 😮").click()
    chip = ann.message("cake?").locator(".reactions button")
    expect(chip).to_have_text("😮 1")
    expect(chip).to_have_attribute("aria-pressed", "false")
    chip.click()
    for visitor in (ann, bob):
        expect(visitor.message("cake?").locator(".reactions button")).to_have_text("😮 2")
    bob.message("cake?").locator(".reactions button").click()
    expect(chip).to_have_text("😮 1")
    chip.click()
    expect(chip).to_have_count(0)


def test_actions_are_reached_with_the_keyboard_and_have_no_accessibility_faults(visit):
    ann = visit().enter("ann")
    for text in ("one", "two", "three"):
        ann.say(text)
    expect(ann.message("three")).to_have_attribute("data-state", "sent")
    buttons = ann.page.locator(".more-actions")
    assert buttons.evaluate_all("all => all.map((button) => button.tabIndex)") == [-1, -1, 0]
    buttons.last.focus()
    ann.page.keyboard.press("ArrowUp")
    ann.page.keyboard.press("ArrowUp")
    expect(buttons.first).to_be_focused()
    ann.page.keyboard.press("Enter")
    dialog = ann.page.get_by_role("dialog", name="Actions for this message")
    expect(dialog).to_be_visible()
    assert Axe().run(ann.page).response["violations"] == []
    ann.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(buttons.first).to_be_focused()


def test_enter_sends_and_shift_enter_breaks_the_line(visit):
    ann = visit().enter("ann")
    ann.field.press_sequentially("one")
    ann.field.press("Shift+Enter")
    ann.field.press_sequentially("two")
    expect(ann.texts).to_have_count(0)
    ann.field.press("Enter")
    expect(ann.texts).to_have_count(1)
    assert ann.texts.first.evaluate("element => element.textContent") == "one\ntwo"
    expect(ann.field).to_have_value("")


def test_enter_that_ends_a_composition_does_not_send(visit):
    ann = visit().enter("ann")
    ann.field.fill("にほん")
    ann.field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    ann.field.dispatch_event("keydown", {"key": "Enter", "keyCode": 229})
    expect(ann.field).to_have_value("にほん")
    ann.field.press("Enter")
    expect(ann.message("にほん")).to_have_count(1)


def test_on_a_phone_enter_breaks_the_line_and_the_button_sends(visit):
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    ann.field.press_sequentially("one")
    ann.field.press("Enter")
    ann.field.press_sequentially("two")
    expect(ann.field).to_have_value("one\ntwo")
    ann.page.get_by_role("button", name="Send").tap()
    expect(ann.texts).to_have_count(1)


HOSTILE = [
    "javascript:alert(1)",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "data:text/html,<script>alert(1)</script>",
    "https://bank.example@evil.example/login",
    "https://user:secret@evil.example/",
    "https://",
    "&lt;b&gt;",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_looks_like_code_is_text(visit, text):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    bob.page.on("dialog", lambda dialog: bob.errors.append(dialog.message))
    ann.say(text)
    expect(bob.texts).to_have_text([text])
    expect(bob.texts.locator("*")).to_have_count(0)


LINKS = {
    "see https://example.org/a?b=c#d.": ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
    "(http://example.org/x_(y))": ("http://example.org/x_(y)", "http://example.org/x_(y)"),
    "HTTPS://EXAMPLE.org": ("HTTPS://EXAMPLE.org", "HTTPS://EXAMPLE.org"),
    'https://example.org/"onclick=': ("https://example.org/", "https://example.org/"),
    "https://example.org/\u202egpj.exe": ("https://example.org/", "https://example.org/"),
}


@pytest.mark.parametrize("text", LINKS)
def test_web_addresses_are_links_that_give_nothing_away(visit, robot, text):
    ann = visit().enter("ann")
    bob = robot("bob", texts=["before"])
    expect(ann.texts).to_have_count(1)
    if "\u202e" in text and bob.page.evaluate("(text) => robot.say(text)", text)["type"] != "sent":
        pytest.skip("the server refuses such characters, which is fine")
    elif "\u202e" not in text:
        bob.say(text)
    written, address = LINKS[text]
    link = ann.page.get_by_role("link", name=written, exact=True)
    expect(link).to_have_attribute("href", address)
    expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")
    expect(link).to_have_attribute("target", "_blank")
    expect(ann.texts.last).to_have_text(text)


def forbid(server, tmp_path, word):
    """From now on the server refuses messages with this word."""
    (tmp_path / "filter").write_text(f"{word}\n")
    server.kill()
    server.flags = ("--filter", str(tmp_path / "filter"))
    server.start()


def test_a_refused_message_fails_and_can_be_tried_again_or_discarded(visit, server, tmp_path):
    forbid(server, tmp_path, "forbidden")
    ann = visit().enter("ann")
    ann.say("a forbidden word")
    failed = ann.page.locator(".message[data-state=failed]")
    expect(failed.locator(".failure")).to_contain_text(re.compile(r"\w+ \w+"))
    ann.say("the next one is not held up")
    expect(ann.message("the next one is not held up")).to_have_attribute("data-state", "sent")
    ann.page.reload()
    failed.get_by_role("button", name="Try again").click()
    expect(failed).to_have_count(1)
    failed.get_by_role("button", name="Discard").click()
    expect(failed).to_have_count(0)
    ann.page.reload()
    expect(ann.texts).to_have_text(["the next one is not held up"])


def test_what_is_said_while_the_server_is_down_arrives_once(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("before")
    expect(bob.message("before")).to_be_visible()
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    ann.say("while down, one")
    ann.say("while down, two")
    expect(ann.message("while down, one")).to_have_attribute("data-state", "waiting")
    expect(ann.page.locator("#banner")).to_contain_text("kept")
    server.start()
    for page in (ann, bob):
        expect(page.texts).to_have_text(["before", "while down, one", "while down, two"])
    expect(ann.page.locator("#banner")).to_be_hidden()
    expect(ann.message("while down, two")).to_have_attribute("data-state", "sent")


def test_after_a_restart_the_page_has_what_it_missed(visit, server, robot):
    ann = visit().enter("ann")
    ann.say("before")
    expect(ann.message("before")).to_have_attribute("data-state", "sent")
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    ann.page.evaluate("() => { window.stays = true }")
    server.start()
    robot("bob", texts=[f"missed {number}" for number in range(5)])
    expect(ann.texts).to_have_text(["before", *(f"missed {number}" for number in range(5))])
    assert ann.page.evaluate("() => window.stays")


def test_without_a_network_the_page_says_so_and_comes_back(visit, robot):
    ann = visit().enter("ann")
    # What the page loads when it is idle is there.
    ann.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('emoji-names'))")
    ann.context.set_offline(True)
    bob = robot("bob", texts=["are you there?"])
    expect(ann.page.locator("#banner")).to_contain_text("offline")
    bob.say("never mind")
    ann.context.set_offline(False)
    expect(ann.texts).to_have_text(["are you there?", "never mind"])
    expect(ann.page.locator("#banner")).to_be_hidden()


def test_a_reader_at_the_bottom_follows_and_one_further_up_is_told(visit, robot):
    bob = robot("bob", texts=[f"line {number}" for number in range(60)])
    ann = visit().enter("ann")
    expect(ann.message("line 59")).to_be_in_viewport()
    bob.say("followed")
    expect(ann.message("followed")).to_be_in_viewport()
    latest = ann.page.locator("#latest")
    expect(latest).to_be_hidden()
    ann.scroll(0)
    expect(latest).to_be_visible()
    bob.say("unseen one", "unseen two")
    expect(latest).to_have_text("2 new")
    expect(ann.message("unseen two")).not_to_be_in_viewport()
    latest.click()
    expect(ann.message("unseen two")).to_be_in_viewport()
    expect(latest).to_be_hidden()


def test_saying_something_goes_to_the_bottom(visit, robot):
    robot("bob", texts=[f"line {number}" for number in range(60)])
    ann = visit().enter("ann")
    expect(ann.message("line 59")).to_be_in_viewport()
    ann.scroll(0)
    expect(ann.page.locator("#latest")).to_be_visible()
    ann.say("here I am")
    expect(ann.message("here I am")).to_be_in_viewport()


LOAD_OLDER = """
async (scroller) => {
    const rows = () => [...scroller.querySelectorAll("[data-seq]")];
    const first = rows()[0].dataset.seq;
    scroller.scrollTop = 40;
    const edge = scroller.getBoundingClientRect().top;
    const anchor = rows().find((row) => row.getBoundingClientRect().top >= edge);
    const before = anchor.getBoundingClientRect().top;
    await new Promise((loaded) => {
        new MutationObserver((_, observer) => {
            if (rows()[0].dataset.seq === first) return;
            observer.disconnect();
            loaded(); // within the same task as the change: nothing was painted in between
        }).observe(scroller, { childList: true, subtree: true });
    });
    const same = rows().find((row) => row.dataset.seq === anchor.dataset.seq);
    return same.getBoundingClientRect().top - before;
}
"""


def test_older_messages_load_without_the_view_jumping(visit, robot):
    texts = [f"line {number}\n" + "more of it " * (number * 7 % 40) for number in range(400)]
    robot("bob", texts=texts)
    ann = visit().enter("ann")
    expect(ann.message("line 399\n" + "more of it " * (399 * 7 % 40))).to_be_in_viewport()
    for _ in range(3):
        assert abs(ann.scroller.evaluate(LOAD_OLDER)) <= 1


def test_a_thousand_messages_are_read_through_a_window(visit, robot):
    robot("bob", texts=[f"line {number}" for number in range(1_000)])
    ann = visit().enter("ann")
    expect(ann.message("line 999")).to_be_in_viewport()
    ann.page.evaluate(
        """() => {
            window.most = 0;
            const list = document.querySelector("#timeline");
            const look = () => { window.most = Math.max(window.most, list.querySelectorAll(".message").length) };
            new MutationObserver(look).observe(list, { childList: true });
        }"""
    )
    up = "() => { const s = document.querySelector('#scroller'); s.scrollTop = 0; return !!document.querySelector('.beginning') }"
    ann.page.wait_for_function(up)
    expect(ann.message("line 0")).to_be_visible()
    expect(ann.page.locator("#latest")).to_be_visible()
    down = """() => {
        const s = document.querySelector("#scroller");
        s.scrollTop = s.scrollHeight;
        return [...document.querySelectorAll(".text")].at(-1).textContent === "line 999";
    }"""
    ann.page.wait_for_function(down)
    assert 100 < ann.page.evaluate("() => window.most") <= 600
    rows = ann.page.locator(".message").evaluate_all("rows => rows.map((row) => Number(row.dataset.seq))")
    assert rows == list(range(rows[0], 1_001))


def test_the_newest_are_one_press_away_from_anywhere(visit, robot):
    bob = robot("bob", texts=[f"line {number}" for number in range(600)])
    ann = visit().enter("ann")
    expect(ann.message("line 599")).to_be_in_viewport()
    up = "() => { const s = document.querySelector('#scroller'); s.scrollTop = 0; return !!document.querySelector('.beginning') }"
    ann.page.wait_for_function(up)
    bob.say("far below")
    ann.page.locator("#latest").click()
    expect(ann.message("far below")).to_be_in_viewport()


def test_typing_is_shown_until_the_message(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    expect(ann.page.locator("#members li")).to_have_count(2)
    bob.field.press_sequentially("I am ty")
    expect(ann.page.locator("#typing-words")).to_have_text("\u2068bob\u2069 is typing")
    bob.say("ping")
    expect(ann.message("ping")).to_be_visible()
    expect(ann.page.locator("#typing-words")).to_have_text("")


def test_typing_ends_with_the_text_and_the_room(visit):
    """Without word of it, it would be shown for five seconds."""
    ann, bob = visit().enter("ann"), visit().enter("bob")
    expect(ann.page.locator("#members li")).to_have_count(2)
    words = ann.page.locator("#typing-words")
    bob.field.press_sequentially("I am ty")
    expect(words).to_have_text("\u2068bob\u2069 is typing")
    bob.field.fill("")
    expect(words).to_have_text("", timeout=2_500)
    # Soon after the last time, the room is told again with a later key.
    bob.field.press_sequentially("and so on", delay=250)
    expect(words).to_have_text("\u2068bob\u2069 is typing")
    bob.page.evaluate("() => { location.hash = 'garden' }")
    expect(words).to_have_text("", timeout=2_500)


def test_people_who_come_and_go_are_shown(visit):
    ann = visit().enter("ann")
    members = ann.page.locator("#members .name")
    expect(members).to_have_text(["ann"])
    bob = visit().enter("bob")
    expect(members).to_have_text(["ann", "bob"])
    expect(ann.page.locator(".notice")).to_have_text("bob joined")
    expect(ann.page.locator("#people-button")).to_have_accessible_name("People here: 2")
    bob.page.close()
    expect(members).to_have_text(["ann"])
    expect(ann.page.locator(".notice")).to_have_text("bob left")


def test_without_a_connection_nobody_is_said_to_be_here_and_after_it_nobody_joined(visit, server):
    bob, ann = visit().enter("bob"), visit().enter("ann")
    members = ann.page.locator("#members .name")
    expect(members).to_have_text(["ann", "bob"])
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    expect(ann.page.locator("#members li")).to_have_text(["Waiting for the connection"])
    expect(ann.page.locator("#people-count")).to_have_text("")
    expect(ann.page.locator("#people-button")).to_have_accessible_name("People here")
    server.start()
    for visitor in (ann, bob):
        expect(visitor.page.locator("#members .name")).to_have_text(["ann", "bob"])
    expect(ann.page.locator(".notice")).to_have_count(0)
    expect(bob.page.locator(".notice")).to_have_text("ann joined")  # at the beginning


def test_on_a_phone_who_is_here_is_a_sheet(visit):
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    people = ann.page.get_by_role("dialog", name="Here now")
    expect(people).to_be_hidden()
    expect(ann.page.locator("#people-button")).to_be_hidden()
    here = ann.page.get_by_role("button", name="1 here")
    expect(here).to_have_attribute("aria-expanded", "false")
    here.tap()
    expect(people).to_be_visible()
    expect(ann.page.locator("#connection-words")).to_have_attribute("aria-expanded", "true")
    expect(people.locator(".name")).to_have_text(["ann"])
    ann.page.keyboard.press("Escape")
    expect(people).to_be_hidden()
    expect(here).to_be_focused()


def test_the_icon_of_the_tab_has_a_dot_while_its_title_counts(visit):
    ann, bob = visit().enter("ann", room="garden"), visit().enter("bob", room="garden")
    icon = ann.page.locator("link[rel=icon]")
    plain = icon.get_attribute("href")
    ann.page.evaluate("() => { location.hash = 'lobby' }")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    bob.say("psst")
    expect(ann.page).to_have_title("(1) #lobby – Martlet")
    expect(icon).to_have_attribute("href", re.compile("^blob:"))
    # It is a picture.
    until(ann.page, "async () => { const image = new Image(); image.src = document.querySelector('link[rel=icon]').href; await image.decode(); return image.width > 0 }")
    ann.choose("garden")
    expect(ann.page).to_have_title("#garden – Martlet")
    expect(icon).to_have_attribute("href", re.compile(plain + "$"))


def test_an_icon_that_the_server_does_not_give_stays_as_it_is(visit):
    ann, bob = visit().enter("ann", room="garden"), visit().enter("bob", room="garden")
    icon = ann.page.locator("link[rel=icon]")
    address = re.compile(icon.get_attribute("href") + "$")
    ann.page.route(address, lambda route: route.fulfill(status=404, body="Not here."))
    ann.page.evaluate("() => { location.hash = 'lobby' }")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    with ann.page.expect_response(address):
        bob.say("psst")
    expect(ann.page).to_have_title("(1) #lobby – Martlet")
    ann.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(icon).to_have_attribute("href", address)
    # The next unread message tries again.
    ann.page.unroute(address)
    ann.choose("garden")
    expect(ann.page).to_have_title("#garden – Martlet")
    ann.page.evaluate("() => { location.hash = 'lobby' }")
    bob.say("psst again")
    expect(icon).to_have_attribute("href", re.compile("^blob:"))


def test_a_window_that_gets_the_focus_connects_at_once(visit, server):
    ann = visit().enter("ann")
    ann.hold_timers("close")  # of the next attempt
    server.kill()
    expect(ann.connection).to_have_attribute("data-state", "off")
    server.start()
    ann.page.evaluate("() => dispatchEvent(new Event('focus'))")
    expect(ann.connection).to_have_attribute("data-state", "ready")


def test_a_reload_keeps_the_draft_of_each_room(visit):
    ann = visit().enter("ann")
    ann.field.fill("for the lobby")
    ann.page.evaluate("() => { location.hash = 'garden' }")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(ann.field).to_have_value("")
    ann.field.fill("for the garden")
    ann.page.reload()
    expect(ann.field).to_have_value("for the garden")
    ann.page.evaluate("() => { location.hash = 'lobby' }")
    expect(ann.field).to_have_value("for the lobby")


def test_a_reload_keeps_what_was_not_sent(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    ann.say("kept")
    expect(ann.message("kept")).to_have_attribute("data-state", "waiting")
    ann.page.goto("about:blank")
    server.start()
    ann.open()
    expect(ann.message("kept")).to_have_attribute("data-state", "sent")
    expect(bob.texts).to_have_text(["kept"])


def leave_unsent(visitor, text, draft=""):
    """Another page of the same person is closed with a message that it can't send. The server is down after it."""
    page = visitor.context.new_page()
    page.goto(visitor.server.url)
    expect(page.locator("#connection")).to_have_attribute("data-state", "ready")
    visitor.server.kill()
    for each in (page, visitor.page):
        expect(each.locator("#banner")).to_be_visible()
    field = page.get_by_label("Message", exact=True)
    field.fill(text)
    field.press("Enter")
    expect(page.locator(".message[data-state=waiting]")).to_have_count(1)
    field.fill(draft)
    page.close()


def test_what_a_closed_page_left_unsent_another_page_sends(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    before = [f"line {number}" for number in range(5)]
    for text in before:
        ann.say(text)
        expect(bob.message(text)).to_be_visible()
    leave_unsent(ann, "left behind", draft="the other page's text")
    ann.field.fill("still being written")
    server.start()
    expect(ann.message("left behind")).to_have_attribute("data-state", "sent")
    for visitor in (ann, bob):
        expect(visitor.texts).to_have_text([*before, "left behind"])
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.field).to_have_value("still being written")
    ann.say("and done")
    for visitor in (ann, bob):
        expect(visitor.texts).to_have_text([*before, "left behind", "and done"])


# While the page looks for the first time, something is to be drawn.
BUSY = """() => {
    const frame = window.requestAnimationFrame;
    const request = navigator.locks.request.bind(navigator.locks);
    navigator.locks.request = (name, options, use) => {
        navigator.locks.request = request;
        return request(name, options, async (lock) => {
            const held = [];
            window.requestAnimationFrame = (draw) => held.push(draw);
            await new Promise((drawn) => frame(drawn));
            dispatchEvent(new Event("online"));
            await use(lock);
            window.requestAnimationFrame = frame;
            held.forEach((draw) => frame(draw));
            window.hasLooked = true;
        });
    };
}"""


def test_a_page_that_was_busy_looks_again_for_what_a_closed_page_left(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    leave_unsent(ann, "left behind")
    ann.page.evaluate(BUSY)
    server.start()
    ann.page.wait_for_function("() => window.hasLooked")
    expect(bob.texts).to_have_text(["left behind"])


def test_a_page_that_stays_connected_sends_what_a_closed_page_left(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("hello")
    expect(bob.texts).to_have_text(["hello"])
    second = ann.context.new_page()
    second.goto(server.url)
    expect(second.locator("#connection")).to_have_attribute("data-state", "ready")
    second.evaluate("() => { WebSocket.prototype.send = () => {}; }")
    second.get_by_label("Message", exact=True).fill("left behind")
    second.get_by_label("Message", exact=True).press("Enter")
    expect(second.locator(".message").filter(has_text="left behind")).to_have_count(1)
    second.close(run_before_unload=True)
    expect(bob.texts).to_have_text(["hello", "left behind"])
    expect(ann.texts).to_have_text(["hello", "left behind"])


def test_two_pages_of_one_person_say_different_things(visit, server):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    second = ann.context.new_page()
    second.goto(server.url)
    expect(second.locator("#connection")).to_have_attribute("data-state", "ready")
    for number in range(3):
        ann.say(f"first {number}")
        second.get_by_label("Message", exact=True).fill(f"second {number}")
        second.get_by_label("Message", exact=True).press("Enter")
    expect(bob.texts).to_have_count(6)
    expect(ann.texts).to_have_count(6)
    expect(ann.page.locator(".own")).to_have_count(6)
    expect(ann.page.locator("[data-state=failed]")).to_have_count(0)


def test_rooms_are_apart(visit):
    ann, bob = visit().enter("ann", room="garden"), visit().enter("bob")
    ann.say("in the garden")
    expect(ann.message("in the garden")).to_have_attribute("data-state", "sent")
    bob.say("in the lobby")
    expect(bob.texts).to_have_text(["in the lobby"])
    bob.join("garden")
    expect(bob.texts).to_have_text(["in the garden"])
    expect(bob.page).to_have_title("#garden – Martlet")
    bob.page.go_back()
    expect(bob.texts).to_have_text(["in the lobby"])


def test_a_room_that_cannot_be_is_said_to_be_none(visit):
    ann = visit().enter("ann")
    ann.page.evaluate("() => { location.hash = 'No Room' }")
    expect(ann.page.get_by_role("alert").filter(has_text="can’t enter this room")).to_be_visible()
    expect(ann.field).to_be_hidden()
    ann.page.get_by_role("link", name="Go to the lobby").click()
    expect(ann.field).to_be_visible()


def test_a_text_near_its_limit_is_counted_and_beyond_it_not_sent(visit):
    ann = visit().enter("ann")
    ann.field.fill("x" * 16_000)
    expect(ann.page.locator("#counter")).to_have_text("384 bytes left")
    ann.field.fill("x" * 16_385)
    counter = ann.page.locator("#counter")
    expect(counter).to_have_text("1 character too many. Shorten the text, or send it in parts.")
    box = counter.bounding_box()
    assert box["y"] + box["height"] + 2 <= ann.field.bounding_box()["y"], "the ring of the focus is whole"
    # Characters as people see them: a flag has eight bytes, a family 25.
    for text, count in (("x" * 16_380 + "🇩🇪" * 3, 3), ("x" * 16_390 + "👨‍👩‍👧‍👦", 7), ("é" * 10_000, 1_808)):
        ann.field.fill(text)
        expect(counter).to_have_text(f"{count} characters too many. Shorten the text, or send it in parts.")
        expect(ann.field).to_have_value(text)
    ann.field.fill("x" * 16_385)
    expect(ann.page.get_by_role("button", name="Send")).to_be_disabled()
    ann.field.press("Enter")
    expect(ann.texts).to_have_count(0)
    ann.field.fill("x" * 16_384)
    ann.field.press("Enter")
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)


def test_the_title_counts_what_came_while_the_page_was_hidden(visit, robot):
    ann = visit().enter("ann")
    bob = robot("bob", texts=["seen"])
    expect(ann.message("seen")).to_be_visible()
    ann.hide()
    bob.say("one", "two")
    expect(ann.page).to_have_title("(2) #lobby – Martlet")
    ann.hide(False)
    expect(ann.page).to_have_title("#lobby – Martlet")


def test_without_storage_it_works_for_as_long_as_it_is_open(visit):
    ann = visit()
    ann.context.add_init_script(
        """for (const kind of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, kind, { get() { throw new DOMException("no", "SecurityError") } });"""
    )
    ann.enter("ann").say("hello")
    expect(ann.message("hello")).to_have_attribute("data-state", "sent")


def test_a_message_that_the_browser_can_not_store_returns_to_the_field(visit):
    ann = visit().enter("ann")
    ann.say("one")
    expect(ann.message("one")).to_have_attribute("data-state", "sent")
    ann.page.evaluate(
        """() => {
            window.add = IDBObjectStore.prototype.add;
            IDBObjectStore.prototype.add = () => { throw new DOMException("full", "QuotaExceededError"); };
        }"""
    )
    ann.say("two")
    expect(ann.page.locator("#file-problem")).to_contain_text("could not save the message")
    expect(ann.field).to_have_value("two")
    expect(ann.texts).to_have_text(["one"])
    ann.page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    ann.field.press("Enter")
    expect(ann.message("two")).to_have_attribute("data-state", "sent")


DEVICES = """async () => await new Promise((answer) => {
    indexedDB.open("martlet").onsuccess = ({ target: { result } }) => {
        const journal = result.transaction("journal").objectStore("journal");
        journal.getAll().onsuccess = ({ target }) => answer(new Set(target.result.map(({ device }) => device)).size);
    };
})"""


def test_without_web_locks_a_reload_is_still_the_same_device(visit):
    ann = visit()
    ann.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    ann.enter("ann").say("one")
    expect(ann.message("one")).to_have_attribute("data-state", "sent")
    ann.page.reload()
    ann.say("two")
    expect(ann.message("two")).to_have_attribute("data-state", "sent")
    assert ann.page.evaluate(DEVICES) == 1


def test_everything_is_reached_by_keyboard(visit):
    ann = visit().enter("ann")
    expect(ann.page.locator("#find-button")).to_be_visible()
    ann.page.locator("#find-button").focus()
    seen = ["find-button"]
    for _ in range(10):
        ann.page.keyboard.press("Tab")
        seen.append(ann.page.evaluate("() => document.activeElement.id"))
    assert seen[:4] == ["find-button", "room-options", "people-button", "scroller"]
    for control in ("text", "emoji", "record", "people-close", "members", "rename"):
        assert control in seen, seen
    ann.page.keyboard.press("Control+k")
    seen = [ann.page.evaluate("() => document.activeElement.id")]
    for _ in range(2):
        ann.page.keyboard.press("Tab")
        seen.append(ann.page.evaluate("() => document.activeElement.getAttribute('aria-label')"))
    assert seen[0] == "rooms-search" and seen[1].startswith("lobby, ") and seen[2] == "Options for lobby", seen


PEOPLE = ["ivo", "Maja", "Élodie Martin", "נועה"]

TALK = [
    ("ivo", "Morning! The nightly run on the lab machines is green again."),
    ("ivo", "It was the clock after all: the battery of rack 3 had died, and it woke up in 1970."),
    ("Maja", "Again?! 😅"),
    ("Maja", "I'll order two this time: https://example.org/parts/cr2032-holder?pack=2"),
    ("ann", "Thank you both. I'll put a check for it into the health page,\nso that nobody has to find it twice."),
    ("Élodie Martin", "I can swing by the shop at noon, it's on my way."),
    ("נועה", "שלום לכולם 👋"),
    ("ann", "Lunch on me, then."),
    ("Maja", "🎉"),
]


def talk(ann, robot):
    """A conversation of five people, of whom only ann has a page."""
    robots = {name: robot(name) for name in PEOPLE}
    for name, text in TALK:
        ann.say(text) if name == "ann" else robots[name].say(text)
        expect(ann.texts.last).to_have_text(text)
        # One's own is shown before the server has it: the next one could come first.
        if name == "ann":
            expect(ann.page.locator(".message.own").last).to_have_attribute("data-state", "sent")
    robots["ivo"].typing()
    expect(ann.page.locator("#typing-words")).to_contain_text("ivo")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_no_violation(visit, robot, server, tmp_path, size, scheme):
    forbid(server, tmp_path, "forbidden")
    phone = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if size == "phone" else {}
    ann = visit(viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce", **phone).open()
    check(ann.page, f"door-{size}-{scheme}")
    ann.enter("ann")
    talk(ann, robot)
    check(ann.page, f"room-{size}-{scheme}")
    ann.say("a forbidden word")
    expect(ann.page.locator("[data-state=failed]")).to_have_count(1)
    check(ann.page, f"failed-{size}-{scheme}")
    if size == "phone":
        ann.page.locator("#connection-words").tap()
        check(ann.page, f"people-{size}-{scheme}")
        ann.page.keyboard.press("Escape")
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    ann.say("This one waits.")
    expect(ann.page.locator("[data-state=waiting]")).to_have_count(1)
    check(ann.page, f"offline-{size}-{scheme}")


ENDING_ANIMATIONS = """
const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
"""


def check(page, name):
    folder = os.environ.get("MARTLET_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"))
    # What fades in has its colors at the end.
    page.evaluate(ENDING_ANIMATIONS)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
