"""Several rooms: the list, and what survives going from one to another."""

import re

import pytest
from playwright.sync_api import expect
from files import picture
from test_page import check
from visitors import SIZES

PHONE = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}


def said(visitor, text):
    expect(visitor.page.locator("dialog:modal")).to_have_count(0)
    visitor.say(text)
    expect(visitor.message(text)).to_have_attribute("data-state", "sent")


def test_a_room_that_was_left_on_the_screen_goes_on_and_counts(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob", room="garden")
    ann.join("garden")
    expect(ann.rooms).to_have_text(["garden", "lobby"])
    ann.choose("lobby")
    said(bob, "one")
    said(bob, "@ann two")
    line = ann.line("garden")
    expect(line.locator(".badge:not(.mention)")).to_have_text("2")
    expect(line.locator(".badge.mention")).to_have_text("@")
    expect(line.locator(".line-preview")).to_have_text("bob: @ann two")
    expect(line.locator("a")).to_have_accessible_name(
        re.compile("garden, 2 unread messages, 1 mention, bob: @ann two, .+")
    )
    expect(ann.page).to_have_title("(2) #lobby – Martlet")
    ann.choose("garden")
    expect(ann.texts).to_have_text(["one", "@ann two"])
    expect(ann.page.locator(".unread")).to_have_text("New messages")
    expect(line.locator(".badge")).to_have_count(0)
    expect(ann.page).to_have_title("#garden – Martlet")
    expect(ann.page.locator("#announcer")).not_to_contain_text("two")


def test_a_message_in_the_room_on_a_visible_screen_is_never_unread(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.page.evaluate(
        """() => {
            window.badges = 0;
            new MutationObserver(() => { window.badges += document.querySelectorAll(".badge").length; })
                .observe(document.querySelector("#room-list"), { childList: true, subtree: true });
        }"""
    )
    said(bob, "seen at once")
    expect(ann.message("seen at once")).to_be_visible()
    expect(ann.line("lobby").locator(".line-preview")).to_have_text("bob: seen at once")
    assert ann.page.evaluate("() => window.badges") == 0
    ann.hide()
    said(bob, "not seen")
    expect(ann.line("lobby").locator(".badge")).to_have_text("1")


def test_draft_reply_and_place_wait_in_their_room(visit, robot):
    ann = visit().enter("ann")
    robot("bob", texts=[f"line {number}" for number in range(150)])
    expect(ann.message("line 149")).to_be_visible()
    ann.scroll(0)
    expect(ann.message("line 60")).to_be_attached()
    ann.message("line 60").evaluate("row => row.scrollIntoView({ block: 'start' })")
    expect(ann.page.locator("#latest")).to_be_visible()
    top = ann.message("line 61").evaluate("row => row.getBoundingClientRect().top")
    ann.message("line 61").hover()
    ann.page.locator(".bar:visible").get_by_role("button", name="Reply").click()
    ann.field.fill("half a thought")
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(ann.field).to_have_value("")
    expect(ann.page.locator("#editing")).to_be_hidden()
    expect(ann.line("lobby").locator(".line-preview.draft")).to_have_text("Draft: half a thought")
    ann.choose("lobby")
    expect(ann.field).to_have_value("half a thought")
    expect(ann.page.locator("#editing-words")).to_have_text("Replying to bob: line 61")
    expect(ann.message("line 61")).to_be_in_viewport()
    ann.page.wait_for_function(
        """([seq, top]) => Math.abs(document.querySelector(`[data-seq="${seq}"]`).getBoundingClientRect().top - top) < 3""",
        arg=[ann.message("line 61").get_attribute("data-seq"), top],
    )
    ann.field.press("Enter")
    expect(ann.message("half a thought").locator(".quote")).to_contain_text("line 61")
    expect(ann.line("lobby").locator(".line-preview")).to_have_text("You: half a thought")


def test_a_reload_keeps_which_message_a_reply_answers(visit, robot):
    ann = visit().enter("ann")
    robot("bob", texts=[f"line {number}" for number in range(150)])
    expect(ann.message("line 149")).to_be_visible()
    words = ann.page.locator("#editing-words")

    def answer(text):
        ann.message(text).hover()
        ann.page.locator(".bar:visible").get_by_role("button", name="Reply").click()
        expect(words).to_have_text(f"Replying to bob: {text}")

    answer("line 148")
    ann.field.fill("half a thought")
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    ann.page.reload()
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(words).to_be_hidden()
    ann.choose("lobby")
    expect(words).to_have_text("Replying to bob: line 148")
    ann.page.reload()
    expect(words).to_have_text("Replying to bob: line 148")
    expect(ann.field).to_have_value("half a thought")
    ann.field.press("Enter")
    expect(ann.message("half a thought").locator(".quote")).to_contain_text("line 148")
    ann.page.reload()
    expect(ann.message("half a thought")).to_be_visible()
    expect(words).to_be_hidden()
    # One that is not loaded can be answered, too. One that was given up stays so.
    ann.scroll(0)
    ann.message("line 5").evaluate("row => row.scrollIntoView({ block: 'center' })")
    answer("line 5")
    ann.page.reload()
    expect(words).to_have_text("Replying to an earlier message")
    ann.page.get_by_role("button", name="Cancel", exact=True).click()
    ann.page.reload()
    expect(ann.message("half a thought")).to_be_visible()
    expect(words).to_be_hidden()


def test_a_link_to_a_message_and_a_reply_lead_there_however_far_it_is(visit, robot):
    robot("bob", texts=[f"line {number}" for number in range(300)])
    ann = visit().enter("ann")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.goto(ann.server.url + "#lobby/7")
    expect(ann.message("line 6")).to_be_in_viewport()
    expect(ann.message("line 6")).to_have_class(re.compile("pointed-out"))
    expect(ann.message("line 299")).to_have_count(0)
    ann.message("line 6").hover()
    ann.page.locator(".bar:visible").get_by_role("button", name="Reply").click()
    said(ann, "an answer")
    ann.page.goto(ann.server.url)
    ann.page.reload()
    expect(ann.message("line 299")).to_be_in_viewport()
    # What it answers is far back, and usually not loaded; the quote says it all the same.
    expect(ann.message("an answer").locator("button.quote")).to_contain_text("line 6")
    ann.message("an answer").locator("button.quote").click()
    expect(ann.message("line 6")).to_be_in_viewport()
    ann.message("line 6").hover()
    ann.message("line 6").get_by_role("button", name="Actions for bob’s message").click()
    ann.page.get_by_role("button", name="Copy link").click()
    link = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert link == ann.server.url + "#lobby/7"
    expect(ann.page.locator("#toast")).to_have_text("The link is copied.")
    expect(ann.message("line 6").locator(".more-actions")).to_be_focused()
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    ann.page.goto(link)
    expect(ann.page.locator("#room")).to_have_text("lobby")
    expect(ann.message("line 6")).to_be_in_viewport()
    # A message that does not exist: the page stays usable.
    ann.page.goto(ann.server.url + "#lobby/9999")
    expect(ann.message("an answer")).to_be_in_viewport()
    said(ann, "still here")


def test_what_is_sent_while_the_user_goes_to_another_room_stays_in_its_room(visit):
    ann = visit().enter("ann")
    ann.field.fill("for the lobby")
    ann.page.evaluate(
        """() => {
            const enter = () => document.querySelector("#text").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }));
            addEventListener("hashchange", enter, { once: true });
            location.hash = "garden";
        }"""
    )
    expect(ann.page.locator("#room")).to_have_text("garden")
    ann.choose("lobby")
    expect(ann.message("for the lobby")).to_have_attribute("data-state", "sent")
    ann.choose("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(ann.texts).to_have_count(0)


def test_a_draft_reaches_another_page_of_the_same_person(visit):
    ann = visit().enter("ann", room="garden")
    second = ann.context.new_page()
    second.goto(ann.server.url + "#garden")
    expect(second.locator("#connection")).to_have_attribute("data-state", "ready")
    ann.field.fill("from the other page")
    expect(second.get_by_label("Message", exact=True)).to_have_value("from the other page")


def test_a_draft_of_another_page_does_not_come_into_a_field_in_use(visit):
    ann, frames = visit(), []
    ann.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    ann.enter("ann", room="garden").join("tea")
    ann.choose("garden")
    second = ann.context.new_page()
    second.goto(ann.server.url + "#garden")
    expect(second.locator("#connection")).to_have_attribute("data-state", "ready")
    other = second.get_by_label("Message", exact=True)
    ann.field.fill("from here")
    expect(other).to_have_value("from here")
    other.fill("half a thought")
    ann.say("sent from here")
    expect(second.locator(".message")).to_have_text([re.compile("sent from here")])
    expect(other).to_have_value("half a thought")
    other.press_sequentially(", and the rest")
    for _ in range(200):
        if any("and the rest" in frame for frame in frames):
            break
        ann.page.wait_for_timeout(50)
    assert any("and the rest" in frame for frame in frames)
    ann.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(ann.field).to_have_value("")
    ann.choose("tea")
    expect(ann.line("garden").locator(".line-preview.draft")).to_have_text("Draft: half a thought, and the rest")
    ann.choose("garden")
    expect(ann.field).to_have_value("half a thought, and the rest")


def test_a_long_name_in_the_list_keeps_its_beginning_and_has_no_gap_before_its_colon(visit, robot):
    name = "Catherine von Hohenzollern"
    for locale in ("en-GB", "he-IL"):
        ann = visit(locale=locale).open()
        ann.page.locator("#name").fill(f"ann {locale}")
        ann.page.locator("#enter").click()
        expect(ann.connection).to_have_attribute("data-state", "ready")
        robot(name + locale[:2]).say("what she says is longer than the line, too, and is cut at its end")
        expect(ann.page.locator(".line-lead")).to_contain_text(name)
        parts = ann.page.evaluate(
            """() => {
                const lead = document.querySelector(".line-lead");
                const start = new Range();
                start.setStart(lead.querySelector("bdi").firstChild, 0);
                start.setEnd(lead.querySelector("bdi").firstChild, 4);
                const [name, mark, line, all] = [start, lead.querySelector(".colon"), lead, lead.parentElement].map((one) => one.getBoundingClientRect());
                const isSeen = mark.left < line.right && mark.right > line.left && mark.top < line.bottom;
                return { name: name.left - line.left, isSeen, height: line.height, part: line.width / all.width };
            }"""
        )
        assert parts["name"] >= -1 and not parts["isSeen"] and parts["part"] <= 0.51 and parts["height"] < 24, (locale, parts)


COLONS = """() => {
    const lead = document.querySelector(".line-lead");
    const name = new Range();
    name.selectNodeContents(lead.querySelector("bdi").firstChild);
    const [letters, colon, said] = [name, lead.querySelector(".colon"), lead.nextElementSibling].map((one) => one.getBoundingClientRect());
    const isRightToLeft = getComputedStyle(lead).direction === "rtl";
    const between = (one, other) => (isRightToLeft ? one.left - other.right : other.left - one.right);
    return { before: between(letters, colon), behind: between(colon, said), isOnLine: Math.abs(letters.top - colon.top) < 4, isCut: lead.querySelector("bdi").scrollWidth > lead.querySelector("bdi").clientWidth };
}"""


def test_an_ordinary_name_in_the_list_is_whole_before_a_long_text(visit, robot):
    ann = visit().enter("ann")
    robot("Bob Whitfield").say("what he says is longer than the line, and is cut at its end")
    expect(ann.page.locator(".line-lead")).to_have_text("Bob Whitfield:")
    assert not ann.page.evaluate(COLONS)["isCut"]


@pytest.mark.parametrize("locale", ["en-GB", "he-IL"])
@pytest.mark.parametrize("name", ["Catherine Hohenzollern", "יעל בן־דוד"])
def test_a_name_in_the_list_has_the_place_that_a_short_text_leaves(visit, robot, locale, name):
    ann = visit(locale=locale).open()
    ann.page.locator("#name").fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    robot(name).say("yes")
    expect(ann.page.locator(".line-lead")).to_have_text(f"{name}:")
    found = ann.page.evaluate(COLONS)
    assert not found["isCut"] and found["isOnLine"] and -1 <= found["before"] <= 1 and 1 <= found["behind"] <= 8, found


def test_people_who_type_are_named_in_the_direction_of_the_page(visit, robot):
    ann = visit().enter("ann")
    noa = robot("נועה כהן")
    noa.say("שלום")
    noa.typing()
    said = ann.line("lobby").locator(".line-said")
    expect(said).to_have_text("\u2068נועה כהן\u2069 is typing")
    expect(said).to_have_css("direction", "ltr")


def test_the_menu_of_a_line_covers_no_title(visit):
    ann = visit().enter("ann")
    title = "A group with a title that is longer than its line in the list"
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Group").click()
    ann.page.get_by_label("Title").fill(title)
    ann.page.get_by_role("button", name="Make group").click()
    line = ann.line(title)
    expect(line.locator(".line-preview")).to_have_text("No messages yet")
    line.hover()
    more = line.locator(".line-more")
    expect(more).to_have_css("opacity", "1")
    words, button = line.locator(".line-title").bounding_box(), more.bounding_box()
    assert words["x"] + words["width"] <= button["x"] + 1


def test_a_reload_keeps_the_rooms_and_what_was_chosen_about_them(visit):
    bob = visit().enter("bob", room="tea")
    said(bob, "black or green?")
    bob.join("garden")
    expect(bob.page.locator("#room")).to_have_text("garden")
    said(bob, "hello")
    ann = visit().enter("ann", room="garden")
    ann.join("tea")
    expect(ann.rooms).to_have_text(["garden", "tea"])
    ann.menu("tea", "Pin")
    expect(ann.rooms).to_have_text(["tea", "garden"])
    ann.menu("garden", "Nothing")
    expect(ann.line("garden").locator("use[href='#muted']")).to_have_count(1)
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.rooms).to_have_text(["tea", "garden"])
    said(bob, "psst")
    expect(ann.line("garden").locator(".badge")).to_have_text("1")
    expect(ann.page).to_have_title("#tea – Martlet")
    ann.menu("garden", "Mark as read")
    expect(ann.line("garden").locator(".badge")).to_have_count(0)


@pytest.mark.parametrize("scheme, size", [("light", "phone"), ("dark", "phone"), ("light", "desktop"), ("dark", "desktop")])
def test_archived_rooms_have_a_list_of_their_own_and_are_taken_out_again(visit, scheme, size):
    ann = visit(color_scheme=scheme, viewport=SIZES[size]).enter("ann")
    to_list = lambda: ann.page.locator("#back").click() if size == "phone" else None
    to_list()
    for room in ("garden", "tea"):
        ann.join(room)
        expect(ann.page.locator("#room")).to_have_text(room)
        to_list()
    archived, back = ann.page.get_by_role("button", name=re.compile(r"^Archived \(")), ann.page.get_by_role("button", name="Back to your rooms")
    expect(ann.rooms).to_have_count(3)
    expect(archived).to_have_count(0)
    for room in ("garden", "tea"):
        ann.menu(room, "Archive")
    expect(ann.rooms).to_have_text(["lobby"])
    expect(archived).to_have_text("Archived (2)")
    check(ann.page, f"archived-{size}-{scheme}")
    archived.click()
    expect(ann.rooms).to_have_text(["tea", "garden"])
    expect(back).to_be_focused()
    title = ann.page.locator("#rooms-title")
    expect(title).to_have_text("Archived (2)")
    check(ann.page, f"archive-{size}-{scheme}")
    # A search finds the other rooms, too.
    ann.page.get_by_label("Search rooms").fill("lob")
    expect(ann.rooms).to_have_text(["lobby"])
    expect(back).to_be_hidden()
    expect(title).to_have_text("Rooms")
    ann.page.get_by_label("Search rooms").fill("")
    ann.menu("garden", "Unarchive")
    expect(ann.rooms).to_have_text(["tea"])
    expect(title).to_have_text("Archived (1)")
    back.click()
    expect(ann.rooms).to_have_text(["garden", "lobby"])
    archived.click()
    ann.menu("tea", "Unarchive")
    expect(ann.rooms).to_have_count(3)  # the list of archived rooms is gone with the last of them
    expect(title).to_have_text("Rooms")
    expect(archived).to_have_count(0)


def test_a_room_is_left_after_a_question(visit):
    ann = visit().enter("ann")
    ann.join("garden")
    expect(ann.rooms).to_have_text(["garden", "lobby"])
    ann.menu("garden", "Leave…")
    expect(ann.page.locator("#leave-sentence")).to_have_text("The room is removed from your list. You can join it again.")
    ann.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ann.rooms).to_have_text(["lobby"])
    expect(ann.page.locator("#room")).to_have_text("lobby")
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.rooms).to_have_text(["lobby"])


def test_the_only_room_is_left_and_nothing_is_refused(visit):
    ann = visit().enter("ann")
    said(ann, "bye")
    ann.menu("lobby", "Leave…")
    ann.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ann.rooms).to_have_count(0)
    expect(ann.texts).to_have_count(0)
    expect(ann.page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    expect(ann.field).to_be_hidden()
    ann.join("garden")
    expect(ann.rooms).to_have_text(["garden"])
    said(ann, "hello")


def test_an_invite_link_waits_until_the_new_user_has_a_name(visit, robot):
    code = robot("bob").invite("Tea & cake")
    ann = visit().open(f"join={code}")
    ann.page.wait_for_load_state("networkidle")
    expect(ann.page.get_by_label("Your name")).to_be_focused()
    expect(ann.page.locator("#introduction")).to_contain_text("You are invited to a group.")
    expect(ann.page.locator("#door-words")).to_be_hidden()
    ann.page.keyboard.type("ann")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#room")).to_have_text("Tea & cake")
    assert code not in ann.page.url
    expect(ann.page.locator("#new")).to_be_hidden()
    said(ann, "here I am")
    expect(ann.rooms).to_have_text(["Tea & cake"])


def test_an_invite_link_asks_a_user_who_is_in_already(visit, robot):
    code = robot("bob").invite("Tea & cake")
    ann = visit().enter("ann")
    ann.open(f"join={code}")
    asked = ann.page.get_by_role("dialog", name="Invitation")
    expect(asked).to_contain_text("You are invited to a group.")
    expect(asked.get_by_role("button", name="Join", exact=True)).to_be_focused()
    assert code not in ann.page.locator("body").inner_text()
    expect(ann.page.get_by_label("Room or invite link")).to_be_hidden()
    check(ann.page, "invitation")
    asked.get_by_role("button", name="Not now").click()
    expect(asked).to_be_hidden()
    ann.open(f"join={code}")
    ann.page.get_by_role("button", name="Join", exact=True).click()
    expect(ann.page.locator("#room")).to_have_text("Tea & cake")
    # The dialog is the usual one afterwards.
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")


def test_an_invite_link_of_another_server_or_a_wrong_one_is_refused_with_a_sentence(visit):
    ann = visit().open("join=x")
    ann.page.get_by_label("Your name").fill("ann")
    ann.page.get_by_role("button", name="Join").click()
    expect(ann.page.locator("#new-problem")).to_have_text("This is not a link to a room or into a group.")
    expect(ann.page.locator("#invited-words")).to_be_hidden()


def test_a_new_room_is_at_the_top_of_the_list_before_anybody_writes(visit):
    ann = visit().enter("ann")
    for room in ("lobby", "garden"):
        ann.join(room)
        expect(ann.page.locator("#room")).to_have_text(room)
        said(ann, "hello")
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Group").click()
    ann.page.get_by_label("Title").fill("Tea")
    ann.page.get_by_role("button", name="Make group").click()
    expect(ann.rooms).to_have_text(["Tea", "garden", "lobby"])
    ann.join("zebra")
    expect(ann.rooms).to_have_text(["zebra", "Tea", "garden", "lobby"])


def test_the_room_on_the_screen_stays_in_sight_when_its_place_changes(visit, robot):
    ann = visit(viewport={"width": 1280, "height": 500}).enter("ann")
    for number in range(12):
        ann.join(f"room-{number}")
        expect(ann.page.locator("#room")).to_have_text(f"room-{number}")
        said(ann, "hello")
    ann.choose("room-0")
    line = ann.line("room-0")
    expect(line).to_be_in_viewport()
    said(ann, "to the top")
    expect(ann.rooms.first).to_have_text("room-0")
    expect(line).to_be_in_viewport(ratio=1)


def test_the_way_back_to_the_list_tells_of_unread_messages(visit):
    ann, bob = visit(**PHONE).enter("ann"), visit().enter("bob", room="garden")
    back = ann.page.locator("#back")
    expect(back).to_have_accessible_name("Rooms")
    back.tap()
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    back.tap()
    ann.choose("lobby")
    said(bob, "one")
    said(bob, "two")
    expect(back).to_have_text("2")
    expect(back).to_have_accessible_name("Rooms: 2 unread messages")
    check(ann.page, "back")
    back.tap()
    ann.choose("garden")
    expect(back).to_have_accessible_name("Rooms")
    expect(back.locator(".badge")).to_have_count(0)
    said(bob, "seen")
    expect(ann.message("seen")).to_be_visible()
    expect(back.locator(".badge")).to_have_count(0)


def test_the_options_of_the_room_stay_while_the_list_is_searched(visit):
    ann = visit().enter("ann")
    expect(ann.line("lobby")).to_be_visible()
    search = ann.page.get_by_placeholder("Search rooms")
    search.fill("no such room")
    expect(ann.rooms).to_have_count(0)
    ann.page.get_by_role("button", name="Room options").click()
    expect(ann.page.locator("#room-menu-title")).to_have_text("lobby")
    ann.page.locator("#room-menu").get_by_role("button", name="Pin").click()
    search.fill("")
    expect(ann.line("lobby").locator(".line-top .icon")).to_have_count(1)


def test_the_list_goes_back_to_its_top_when_the_room_on_the_screen_does(visit, robot):
    ann = visit(viewport={"width": 1280, "height": 500}).enter("ann")
    ann.menu("lobby", "Pin")
    others = [f"room-{number}" for number in range(10)]
    for room in [*others, "garden"]:
        ann.join(room)
        expect(ann.page.locator("#room")).to_have_text(room)
    said(ann, "hello")
    expect(ann.rooms.first).to_have_text("lobby")
    expect(ann.line("lobby")).to_be_in_viewport(ratio=1)
    bob = robot("bob")
    speak = "async (room) => { await robot.ask({ type: 'join', room }); await robot.ask({ type: 'send', room, text: 'news' }); }"
    for room in others:
        bob.page.evaluate(speak, room)
    expect(ann.rooms.last).to_have_text("garden")
    expect(ann.line("garden")).to_be_in_viewport(ratio=1)
    bob.page.evaluate(speak, "garden")
    expect(ann.rooms.nth(1)).to_have_text("garden")
    expect(ann.line("lobby")).to_be_in_viewport(ratio=1)
    expect(ann.page.locator("#room-list")).to_have_js_property("scrollTop", 0)


def test_the_next_room_of_the_list_is_one_key_away(visit):
    ann = visit().enter("ann")
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(ann.rooms).to_have_text(["garden", "lobby"])
    ann.field.press("Alt+ArrowDown")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    expect(ann.field).to_be_focused()
    ann.field.press("Alt+ArrowDown")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    ann.field.press("Alt+ArrowUp")
    expect(ann.page.locator("#room")).to_have_text("garden")


def test_lists_are_searched_by_the_beginnings_of_words_without_accents(visit):
    ann, zoe = visit().enter("ann"), visit().enter("Zoë Lee")
    said(zoe, "à bientôt")
    search = ann.page.get_by_placeholder("Search rooms")
    for words, found in (("BIENTOT", ["lobby"]), ("lee bien", ["lobby"]), ("ientot", [])):
        search.fill(words)
        expect(ann.rooms).to_have_text(found)
    search.fill("")
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_role("tab", name="Person").click()
    people = ann.page.locator("#person-list .name")
    expect(people).to_have_text(["Zoë Lee"])
    for words, found in (("le", ["Zoë Lee"]), ("ee", []), ("zoe", ["Zoë Lee"])):
        ann.page.locator("#person-search").fill(words)
        expect(people).to_have_text(found)
    ann.page.get_by_role("tab", name="Group").click()
    expect(ann.page.locator("#group-people .name")).to_have_text(["Zoë Lee"])


def test_a_search_that_finds_no_room_of_ones_own_leads_to_the_directory(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob", "tea-garden")
    said(bob, "hello")
    search = ann.page.get_by_placeholder("Search rooms")
    search.fill("lob")
    expect(ann.rooms).to_have_text(["lobby"])
    expect(ann.page.locator("#rooms-find")).to_be_hidden()
    search.fill("tea-g")
    expect(ann.page.locator("#rooms-empty")).to_have_text("Nothing found.")
    ann.page.get_by_role("button", name="Find rooms").click()
    expect(ann.page.get_by_label("Room or invite link")).to_have_value("tea-g")
    ann.page.locator("#directory").get_by_role("button", name="tea-garden").click()
    expect(ann.page.locator("#room")).to_have_text("tea-garden")


def test_the_title_of_a_room_opens_its_menu(visit):
    ann = visit().enter("ann")
    expect(ann.line("lobby")).to_be_visible()
    ann.page.locator("#room").click()
    expect(ann.page.locator("#room-menu-title")).to_have_text("lobby")


def test_a_preview_tells_what_was_said_in_the_direction_of_its_letters(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    preview = ann.line("lobby").locator(".line-preview")
    hebrew = "שלום לכולם, מה שלומכם היום? אני שולחת הודעה ארוכה מאוד כדי לראות איפה היא נחתכת"
    said(bob, hebrew)
    expect(preview.locator(".line-lead")).to_have_text("bob:")
    text = preview.locator(".line-said")
    expect(text).to_have_text(hebrew)
    expect(text).to_have_css("direction", "rtl")
    assert text.evaluate("text => text.scrollWidth > text.clientWidth"), "it is cut, at its end"
    lead = preview.locator(".line-lead")
    assert lead.evaluate("lead => lead.scrollWidth <= lead.clientWidth"), "a short name is not cut"
    check(ann.page, "preview")
    bob.attach(("notes.txt", "text/plain", b"tea"))
    bob.say("")
    expect(preview).to_have_text("bob: notes.txt")
    bob.attach(*[(f"{name}.jpg", "image/jpeg", picture(bob.page, 40, 30)) for name in "ab"])
    bob.say("our garden")
    expect(ann.page.locator(".album")).to_be_visible()
    expect(preview).to_have_text("bob: our garden")
    ann.page.get_by_role("button", name="Message bob").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    said(ann, "only for you")
    expect(ann.line("bob").locator(".line-preview")).to_have_text("You: only for you")
    expect(bob.line("ann").locator(".line-preview")).to_have_text("only for you")


def test_the_head_tells_who_is_here(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    expect(ann.status).to_have_text("2 here")
    expect(ann.page.locator("#connection .dot")).to_be_hidden()
    ann.page.get_by_role("button", name="Message bob").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    said(ann, "are you there?")
    expect(ann.status).to_have_text("here now")
    bob.page.goto("about:blank")
    expect(ann.status).to_be_hidden()
    expect(ann.connection).to_have_attribute("data-state", "ready")


def test_an_invitation_is_accepted_or_declined(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    for title in ("Tea & cake", "Coffee"):
        bob.page.get_by_role("button", name="New", exact=True).click()
        bob.page.get_by_role("tab", name="Group").click()
        bob.page.get_by_label("Title").fill(title)
        bob.page.get_by_role("checkbox", name="ann").check()
        bob.page.get_by_role("button", name="Make group").click()
        expect(bob.page.locator("#room")).to_have_text(title)
    said(bob, "who is in?")
    expect(ann.line("Coffee").locator(".line-preview")).to_have_text("bob invites you.")
    # The list says so, too, when it is loaded anew.
    ann.page.reload()
    expect(ann.line("Coffee").locator(".line-preview")).to_have_text("bob invites you.")
    check(ann.page, "invitations")
    # The rooms after the invitations are reached, too: with Enter in the search, and with Tab.
    ann.join("tea-garden")
    expect(ann.page.locator("#room")).to_have_text("tea-garden")
    ann.choose("lobby")
    ann.page.keyboard.press("Control+k")
    search = ann.page.get_by_placeholder("Search rooms")
    search.fill("tea")
    expect(ann.rooms).to_have_text(["Tea & cake", "tea-garden"])
    search.press("Enter")
    expect(ann.page.locator("#room")).to_have_text("tea-garden")
    search.press("Escape")
    expect(ann.field).to_be_focused()
    ann.choose("lobby")
    ann.page.get_by_role("button", name=re.compile("Decline the invitation")).last.focus()
    ann.page.keyboard.press("Tab")
    expect(ann.line("lobby").locator("a")).to_be_focused()
    ann.page.get_by_role("button", name="Decline the invitation to Tea & cake").click()
    expect(ann.line("Tea & cake")).to_have_count(0)
    ann.page.get_by_role("button", name="Accept the invitation to Coffee").click()
    expect(ann.page.locator("#room")).to_have_text("Coffee")
    expect(ann.page.locator("#room-mark")).to_be_hidden()
    expect(ann.texts).to_have_text(["who is in?"])
    expect(bob.page.locator(".changes p")).to_have_text(
        ["You made the room “\u2068Coffee\u2069”", "You invited \u2068ann\u2069", "\u2068ann\u2069 joined"]
    )
    said(ann, "me")
    expect(bob.texts).to_have_text(["who is in?", "me"])


def test_a_person_of_the_room_is_written_to(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.page.get_by_role("button", name="Message bob").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    said(ann, "only for you")
    expect(bob.line("ann").locator(".badge:not(.mention)")).to_have_text("1")
    bob.choose("ann")
    expect(bob.texts).to_have_text(["only for you"])
    bob.page.reload()
    expect(bob.texts).to_have_text(["only for you"])
    expect(bob.rooms).to_have_text(["ann", "lobby"])


def test_a_join_that_fails_shows_the_reason(visit):
    ann = visit().enter("ann")
    ann.join("No Room!")
    expect(ann.page.locator("#new-problem")).to_contain_text("room")
    ann.page.get_by_label("Room or invite link").fill("https://chat.example/#join=x")
    ann.page.get_by_role("button", name="Join", exact=True).click()
    expect(ann.page.locator("#new-problem")).to_have_text("This link leads to another server, chat.example. Open it there.")
    ann.page.get_by_label("Room or invite link").fill("0" * 51 + "2")
    ann.page.get_by_role("button", name="Join", exact=True).click()
    expect(ann.page.locator("#new")).to_be_hidden()
    expect(ann.page.locator("#banner-words")).to_contain_text("link")
    ann.page.get_by_role("button", name="OK").click()
    expect(ann.page.locator("#banner")).to_be_hidden()


def test_without_open_rooms_the_directory_says_how_to_begin_one(visit):
    ann = visit().enter("ann")
    ann.menu("lobby", "Leave…")
    ann.page.locator("#leave-now").click()
    expect(ann.rooms).to_have_count(0)
    ann.page.get_by_role("button", name="New", exact=True).click()
    note = ann.page.locator("#directory-note")
    expect(note).to_have_text("There are no other open rooms yet. Type a name to start one.")
    ann.page.get_by_label("Room or invite link").fill("nothing-like-it")
    expect(note).to_have_text("No open room matches.")


def test_open_rooms_are_found_in_the_directory(visit):
    bob = visit().enter("bob", room="gardening")
    said(bob, "peas")
    ann = visit().enter("ann")
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_label("Room or invite link").fill("gard")
    entry = ann.page.locator("#directory button")
    expect(entry).to_have_text("Ggardening1 person")  # the letter of its picture comes first
    entry.click()
    expect(ann.texts).to_have_text(["peas"])
    # A room that one is in is marked.
    ann.page.get_by_role("button", name="New", exact=True).click()
    ann.page.get_by_label("Room or invite link").fill("gard")
    expect(entry).to_have_text("GgardeningJoined")


def test_the_list_is_searched_and_reached_with_the_keyboard(visit):
    ann = visit().enter("ann")
    for room in ("garden", "teapot", "tea"):
        ann.join(room)
        expect(ann.line(room)).to_be_visible()
    # The dialog is closed, and she has arrived in the room.
    expect(ann.field).to_be_focused()
    keyboard = ann.page.keyboard
    keyboard.press("Control+k")
    expect(ann.page.get_by_label("Search rooms")).to_be_focused()
    keyboard.type("TEA")
    expect(ann.rooms).to_have_text(["tea", "teapot"])
    keyboard.press("ArrowDown")
    expect(ann.line("tea").locator("a")).to_be_focused()
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    expect(ann.line("teapot").locator("a")).to_be_focused()
    keyboard.press("Home")
    keyboard.press("Enter")
    expect(ann.page.locator("#room")).to_have_text("tea")
    expect(ann.field).to_be_focused()
    keyboard.press("Control+k")
    keyboard.press("Escape")
    expect(ann.rooms).to_have_text(["tea", "teapot", "garden", "lobby"])
    keyboard.type("garden")
    expect(ann.rooms).to_have_text(["garden"])
    keyboard.press("Enter")
    expect(ann.page.locator("#room")).to_have_text("garden")
    expect(ann.page.get_by_label("Search rooms")).to_have_value("")


def test_on_a_phone_the_list_is_a_screen_of_its_own(visit, robot):
    ann = visit(**PHONE).enter("ann")
    bob = robot("bob", texts=["hello"])
    expect(ann.message("hello")).to_be_visible()
    ann.page.locator("#back").tap()
    expect(ann.line("lobby").locator("a")).to_be_focused()
    expect(ann.scroller).to_be_hidden()
    check(ann.page, "list-phone")
    bob.say("while away")
    expect(ann.line("lobby").locator(".badge")).to_have_text("1")
    expect(ann.page).to_have_title("(1) Martlet")
    ann.choose("lobby")
    expect(ann.message("while away")).to_be_visible()
    expect(ann.page).to_have_title("#lobby – Martlet")
    ann.page.go_back()
    expect(ann.line("lobby")).to_be_visible()
    expect(ann.line("lobby").locator(".badge")).to_have_count(0)
    ann.page.reload()
    expect(ann.line("lobby")).to_be_visible()
    ann.page.set_viewport_size(SIZES["desktop"])
    expect(ann.message("while away")).to_be_visible()


def test_a_message_that_comes_just_before_the_list_is_shown_is_not_announced(visit, robot):
    bob, ann = robot("bob", texts=["hello"]), visit(**PHONE)
    ann.page.clock.install()
    ann.enter("ann")
    expect(ann.message("hello")).to_be_visible()
    bob.say("and more")
    expect(ann.message("and more")).to_be_visible()
    ann.page.locator("#back").tap()
    expect(ann.line("lobby").locator("a")).to_be_focused()
    # Then the page would ask the model for the sentence, with no room: that is an error.
    ann.page.clock.fast_forward(2_000)
    expect(ann.page.locator("#announcer")).to_be_empty()


def test_going_back_from_the_list_of_people_leaves_no_dialog_behind(visit):
    ann = visit(**PHONE).enter("ann")
    ann.page.locator("#back").tap()
    ann.choose("lobby")
    ann.page.locator("#connection-words").tap()
    expect(ann.page.locator("#people:modal")).to_have_count(1)
    ann.page.go_back()
    expect(ann.page.locator("dialog:modal")).to_have_count(0)
    ann.choose("lobby")
    said(ann, "the page still listens")


def test_a_narrower_window_stays_in_the_room_that_the_address_does_not_name(visit):
    ann = visit(viewport=SIZES["desktop"]).enter("ann")
    ann.page.goto(ann.page.url.split("#")[0])
    said(ann, "one")
    ann.page.locator("#text").fill("half a sentence")
    ann.page.set_viewport_size(SIZES["phone"])
    expect(ann.message("one")).to_be_visible()
    expect(ann.page.locator("#text")).to_have_value("half a sentence")


def test_an_edit_that_changes_nothing_is_none(visit):
    ann = visit().enter("ann")
    said(ann, "one")
    ann.page.locator("#text").press("ArrowUp")
    expect(ann.page.locator("#text")).to_have_value("one")
    ann.page.locator("#text").press("Enter")
    expect(ann.page.locator("#text")).to_have_value("")
    said(ann, "two")
    expect(ann.message("one")).not_to_contain_text("edited")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_the_list_and_its_sheets(visit, robot, scheme):
    ann = visit(color_scheme=scheme, reduced_motion="reduce").enter("ann")
    for room in ("garden", "a-room-with-a-very-long-name-that-does-not-fit-into-any-column"):
        ann.join(room)
        expect(ann.line(room)).to_be_visible()
    robot("Élodie Martin", room="garden", texts=["Who waters the tomatoes, @ann?"])
    expect(ann.line("garden").locator(".badge.mention")).to_be_visible()
    check(ann.page, f"rooms-{scheme}")
    ann.line("garden").click(button="right")
    check(ann.page, f"menu-{scheme}")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="New", exact=True).click()
    expect(ann.page.locator("#directory .entry").first).to_be_visible()
    check(ann.page, f"new-{scheme}")
    for tab in ("Person", "Group"):
        ann.page.get_by_role("tab", name=tab).click()
        check(ann.page, f"new-{tab.lower()}-{scheme}")
