"""Reading on the page: the bar of actions, reactions, pictures, long texts, links, days, notices."""

import json
import re
import shutil
import subprocess
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from files import picture
from playwright.sync_api import expect
from test_page import actions, check
from test_rooms import said
from visitors import SIZES, until

PHONE = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}


def bar(visitor, text):
    message = visitor.message(text)
    message.hover()
    return message.get_by_role("toolbar", name="Quick actions")


def press_long(visitor, locator, until):
    """A finger on the middle of an element, until that element is shown."""
    box = None
    while box is None:  # while its row is drawn anew
        box = locator.bounding_box()
    session = visitor.context.new_cdp_session(visitor.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(visitor.page.locator(until)).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def focused(visitor):
    return visitor.page.evaluate("() => document.activeElement.dataset.control ?? document.activeElement.id")


def test_a_reaction_is_one_click_at_the_message(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.say("cake?")
    quick = bar(bob, "cake?")
    expect(quick).to_be_visible()
    bob.field.focus()
    quick.get_by_role("button", name="React with 👍").click()
    expect(ann.message("cake?").locator(".reactions button")).to_have_text("👍 1")
    expect(bob.field).to_be_focused()
    expect(bar(bob, "cake?").get_by_role("button", name="React with 👍")).to_have_attribute("aria-pressed", "true")
    bar(bob, "cake?").get_by_role("button", name="Reply").click()
    expect(bob.page.get_by_text("Replying to ann: cake?")).to_be_visible()
    bob.say("Yes!")
    expect(ann.message("Yes!").get_by_role("button", name="In reply to")).to_be_visible()


def test_the_bar_is_inside_the_window_at_every_message(visit):
    ann = visit(viewport={"width": 320, "height": 600}).enter("ann")
    for text in ("a", "a line that is long enough to be broken into several in such a narrow window", "b"):
        ann.say(text)
        expect(ann.message(text)).to_have_attribute("data-state", "sent")
        box = ann.message(text).locator(".bar").bounding_box()
        bar(ann, text)
        box = ann.message(text).locator(".bar").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320
        assert box["y"] >= ann.scroller.bounding_box()["y"]


def test_the_bar_is_used_with_the_keyboard_and_the_focus_stays(visit):
    ann = visit().enter("ann")
    for text in ("one", "two"):
        ann.say(text)
    expect(ann.message("two")).to_have_attribute("data-state", "sent")
    ann.message("two").locator(".more-actions").focus()
    keys = ann.page.keyboard
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    assert focused(ann) == "reply"
    keys.press("ArrowLeft")
    assert focused(ann) == "quick 😮"
    check(ann.page, "bar")
    keys.press("Enter")
    chip = ann.message("one").locator(".reactions button")
    expect(chip).to_have_text("😮 1")
    expect(ann.message("one").locator(".meta")).not_to_contain_text("Sending")
    assert focused(ann) == "quick 😮"
    keys.press("ArrowDown")
    assert ann.message("two").evaluate("row => row.contains(document.activeElement)")
    chip.focus()
    keys.press("Enter")
    expect(chip).to_have_count(0)
    ann.page.wait_for_function("() => document.activeElement.closest('.message')?.querySelector('.text').textContent === 'one'")


def test_after_a_reaction_of_the_dialog_the_focus_is_at_the_message(visit):
    ann = visit().enter("ann")
    ann.say("one")
    expect(ann.message("one")).to_have_attribute("data-state", "sent")
    actions(ann, "one").get_by_role("button", name="React with 🙏").click()
    expect(ann.message("one").locator(".reactions button")).to_have_text("🙏 1")
    assert focused(ann) == "more"


def test_the_menu_of_a_room_stays_when_the_finger_that_opened_it_leaves(visit):
    ann = visit(**PHONE).enter("ann")
    ann.page.locator("#back").tap()
    press_long(ann, ann.line("lobby"), until="#room-menu")
    expect(ann.page.locator("#room-menu")).to_be_visible()
    ann.page.locator("#room-menu").get_by_role("button", name="Pin", exact=True).tap()
    expect(ann.page.locator("#room-menu")).to_be_hidden()


def test_a_long_press_shows_the_bar_on_a_phone(visit):
    ann = visit(**PHONE).enter("ann")
    ann.say("press me")
    ann.say("https://example.org/")
    message = ann.message("press me")
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(2)
    expect(message.locator(".used")).to_have_count(0)
    press_long(ann, message.locator(".bubble"), until=".message.held")
    expect(message.locator(".bar")).to_have_css("opacity", "1")
    message.get_by_role("button", name="React with 👍").tap()
    expect(message.locator(".reactions button")).to_have_text("👍 1")
    expect(message.locator(".bar")).to_have_css("opacity", "0")
    press_long(ann, message.locator(".bubble"), until=".message.held")
    expect(message.locator(".bar")).to_have_css("opacity", "1")
    ann.page.locator("#typing").tap()
    expect(message.locator(".bar")).to_have_css("opacity", "0")
    press_long(ann, message.locator(".reactions button"), until="[role=tooltip]")
    expect(ann.page.get_by_role("tooltip")).to_have_text("You reacted with 👍")
    expect(message.locator(".reactions button")).to_have_text("👍 1")


def test_a_long_press_goes_on_while_its_message_is_drawn_anew(visit):
    ann, bob = visit(**PHONE).enter("ann"), visit().enter("bob")
    ann.say("press me")
    expect(bob.texts).to_have_count(1)
    # Drawn anew when it is sent, and when bob has read it: before, it may be between two places.
    expect(ann.page.locator(".message[data-state=sent] .readers")).to_have_count(1)
    ann.hold_timers("pointerdown")
    box = ann.message("press me").locator(".bubble").bounding_box()
    session = ann.context.new_cdp_session(ann.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    ann.page.wait_for_function("() => timersHeld()")
    bar(bob, "press me").get_by_role("button", name="React with 😮").click()
    expect(ann.message("press me").locator(".reactions button")).to_have_text("😮 1")
    ann.end_timers()
    expect(ann.message("press me")).to_have_class(re.compile("held"))


def test_people_who_reacted_are_named_at_the_reaction(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    eve = visit().enter("eve")
    ann.say("cake?")
    for visitor in (bob, eve, ann):
        bar(visitor, "cake?").get_by_role("button", name="React with 😮").click()
    chip = ann.message("cake?").locator(".reactions button")
    expect(chip).to_have_text("😮 3")
    chip.hover()
    tip = ann.page.get_by_role("tooltip")
    expect(tip).to_have_text("bob, eve and you reacted with 😮")
    expect(chip).to_have_accessible_description("bob, eve and you reacted with 😮")
    ann.page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    chip.focus()
    expect(tip).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_a_text_can_be_copied_and_the_dialog_tells_when_it_was_sent(visit):
    ann = visit().enter("ann")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.say("copy me")
    expect(ann.message("copy me")).to_have_attribute("data-state", "sent")
    dialog = actions(ann, "copy me")
    expect(dialog).to_contain_text(re.compile(r"\d{4} at \d\d:\d\d"))
    dialog.get_by_role("button", name="Copy text").click()
    until(ann.page, "async () => await navigator.clipboard.readText() === 'copy me'")


def test_pictures_are_seen_alone_with_zoom_and_keys(visit):
    ann, bob = visit().enter("ann"), visit(reduced_motion="reduce").enter("bob")
    for name, width in (("one.png", 900), ("two.png", 1600)):
        ann.send((name, "image/png", picture(ann.page, width, 700, "image/png")))
        expect(bob.page.locator(f"a.place img[alt='{name}']")).to_have_count(1)
    links = bob.page.locator("a.place")
    links.first.click()
    viewer = bob.page.get_by_role("dialog", name="one.png")
    image = viewer.locator("img")
    image.evaluate("image => image.decode()")
    expect(viewer).to_contain_text("ann")
    expect(viewer.get_by_role("button", name="Previous picture")).to_be_hidden()
    width = lambda: image.bounding_box()["width"]
    fitted = width()
    check(bob.page, "viewer")
    viewer.get_by_role("button", name="Zoom in").click()
    assert width() > fitted * 1.4
    viewer.get_by_role("button", name="Zoom out").click()
    assert abs(width() - fitted) < 1
    stage = bob.page.locator("#viewer-stage").bounding_box()
    bob.page.mouse.move(stage["x"] + 600, stage["y"] + 200)
    bob.page.mouse.wheel(0, -500)
    bob.page.wait_for_function("(most) => document.querySelector('#viewer-image').getBoundingClientRect().width > most", arg=fitted * 1.5)
    before = image.bounding_box()["x"]
    bob.page.mouse.down()
    bob.page.mouse.move(stage["x"] + 540, stage["y"] + 200, steps=4)
    bob.page.mouse.up()
    assert abs(before - image.bounding_box()["x"] - 60) < 2, "it is dragged"
    bob.page.keyboard.press("0")
    assert abs(width() - fitted) < 1
    bob.page.keyboard.press("ArrowRight")
    viewer = bob.page.get_by_role("dialog", name="two.png")
    expect(viewer).to_be_visible()
    expect(viewer.get_by_role("button", name="Next picture")).to_be_hidden()
    address = links.last.evaluate("link => link.href")
    assert viewer.get_by_role("link", name="Open in a new tab").evaluate("link => link.href") == address
    bob.page.keyboard.press("Escape")
    expect(viewer).to_be_hidden()
    expect(links.last).to_be_focused()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["mouse", "touch"])
def test_going_back_and_a_press_beside_the_picture_close_the_viewer_and_stay_in_the_room(visit, options):
    ann = visit(**options).enter("ann")
    ann.page.evaluate("() => { location.hash = 'garden' }")
    expect(ann.page.locator("#room")).to_have_text("garden")
    for name in ("one.png", "two.png"):
        ann.send((name, "image/png", picture(ann.page, 400, 60, "image/png")))
        expect(ann.page.locator(f"a.place img[alt='{name}']")).to_have_count(1)
    link, viewer = ann.page.locator("a.place").last, ann.page.locator("#viewer")
    image = ann.page.locator("#viewer-image")

    def look():
        link.tap() if ann.touch else link.click()
        expect(viewer).to_be_visible()
        image.evaluate("image => image.decode()")

    def stays():
        expect(viewer).to_be_hidden()
        expect(ann.page.locator("#room")).to_have_text("garden")
        expect(ann.page).to_have_url(re.compile("#garden$"))
        expect(link).to_be_focused()

    look()
    ann.page.go_back()
    stays()
    look()
    before = ann.page.evaluate("() => history.length")
    box = image.bounding_box()
    # What is beneath is another picture, or a message.
    point = (box["x"] + 20, box["y"] + box["height"] + 40)
    ann.page.touchscreen.tap(*point) if ann.touch else ann.page.mouse.click(*point)
    stays()
    # A viewer that was closed leaves nothing to go back to.
    ann.page.wait_for_function("() => !history.state?.isCovered")
    look()
    assert ann.page.evaluate("() => history.length") == before
    ann.page.get_by_role("button", name="Close", exact=True).last.click()
    stays()
    ann.page.wait_for_function("() => !history.state?.isCovered")
    ann.page.go_back()
    expect(ann.page).not_to_have_url(re.compile("garden"))


def test_two_fingers_zoom_a_picture_and_a_swipe_leads_to_the_next(visit):
    ann = visit(**PHONE).enter("ann")
    for name in ("one.png", "two.png"):
        ann.send((name, "image/png", picture(ann.page, 400, 300, "image/png")))
        expect(ann.page.locator(f"a.place img[alt='{name}']")).to_have_count(1)
    ann.page.locator("a.place").first.tap()
    image = ann.page.locator("#viewer-image")
    image.evaluate("image => image.decode()")
    fitted = image.bounding_box()["width"]
    session = ann.context.new_cdp_session(ann.page)
    touch = lambda kind, *points: session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]})
    touch("touchStart", (150, 400), (240, 400))
    touch("touchMove", (120, 400), (270, 400))
    touch("touchMove", (60, 400), (330, 400))
    touch("touchEnd")
    ann.page.wait_for_function("(least) => document.querySelector('#viewer-image').getBoundingClientRect().width > least", arg=fitted * 2)
    ann.page.keyboard.press("0")
    touch("touchStart", (300, 400))
    touch("touchMove", (200, 400))
    touch("touchMove", (100, 400))
    touch("touchEnd")
    expect(ann.page.get_by_role("dialog", name="two.png")).to_be_visible()


def test_a_long_text_is_folded_and_shown_on_request(visit, robot):
    ann = visit().enter("ann")
    text = "\n".join(str(number) for number in range(3_000))
    robot("bob", texts=[text, "after it"])
    bubble = ann.page.locator(".bubble").first
    expect(ann.message("after it")).to_be_in_viewport()
    assert bubble.bounding_box()["height"] < 800
    more = bubble.get_by_role("button", name="Show more")
    more.focus()
    ann.page.keyboard.press("Enter")
    less = bubble.get_by_role("button", name="Show less")
    expect(less).to_be_focused()
    assert bubble.locator(".text").evaluate("text => text.textContent") == text
    ann.page.keyboard.press("Enter")
    expect(more).to_be_visible()
    assert bubble.bounding_box()["height"] < 800
    expect(bubble).to_be_in_viewport()


FOLDED_LINK = "https://example.org/" + "a" * 9_000


def test_a_link_is_never_cut(visit, robot):
    ann = visit().enter("ann")
    robot("bob", texts=[FOLDED_LINK, "x " * 1_000 + "https://example.org/end"])
    expect(ann.page.get_by_role("button", name="Show more")).to_have_count(2)
    expect(ann.texts.first.locator("a")).to_have_count(0)
    ann.page.get_by_role("button", name="Show more").first.click()
    expect(ann.texts.first.locator("a")).to_have_attribute("href", FOLDED_LINK)


ADDRESSES = {
    "www.example.org/a": "https://www.example.org/a",
    "WWW.example.org": "https://WWW.example.org",
    "parts@example.org": "mailto:parts@example.org",
    "first.last+tag@mail.example.org": "mailto:first.last%2Btag@mail.example.org",
}


@pytest.mark.parametrize("written", ADDRESSES)
def test_www_and_mail_addresses_are_links(visit, robot, written):
    ann = visit().enter("ann")
    robot("bob", texts=[f"see {written}, please"])
    link = ann.page.get_by_role("link", name=written, exact=True)
    expect(link).to_have_attribute("href", ADDRESSES[written])
    expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")


NO_ADDRESSES = ["www.", "www.x", "www..", "@ann", "a@b", "user@www.bank.example@evil.example", "x" * 5_000 + "@", "@".join("a" * 2_000)]


@pytest.mark.parametrize("text", NO_ADDRESSES, ids=range(len(NO_ADDRESSES)))
def test_what_is_no_address_is_no_link(visit, robot, text):
    ann = visit().enter("ann")
    robot("bob", texts=[text])
    expect(ann.texts).to_have_count(1)
    expect(ann.texts.locator("a")).to_have_count(0)


def test_a_message_has_its_formatting(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    ann.page.keyboard.insert_text("**Tea** and *cake*, ~~coffee~~ `cups`")
    ann.page.keyboard.press("Enter")
    text = bob.texts.first
    expect(text).to_have_text("Tea and cake, coffee cups")
    for tag, words in {"strong": "Tea", "em": "cake", "s": "coffee", "code": "cups"}.items():
        expect(text.locator(tag)).to_have_text(words)
    bob.page.keyboard.insert_text("> quoted\n- one\n  - two\n3. three\n```\n**x** " + "y" * 500 + "\n```\nend")
    bob.page.keyboard.press("Enter")
    text = ann.texts.nth(1)
    expect(text.locator("blockquote")).to_have_text("quoted")
    expect(text.get_by_role("listitem")).to_have_text(["• one", "• two", "3. three"])
    expect(text.locator("pre")).to_contain_text("**x** yyy")
    assert text.evaluate("text => text.offsetWidth") < 700  # code that is wider is scrolled in its block
    # A list of rooms and a quote show the words without their marks.
    expect(bob.page.get_by_role("navigation").get_by_text("quoted • one • two 3. three")).to_be_visible()


def test_a_long_block_of_code_is_folded_as_code(visit, robot):
    ann = visit().enter("ann")
    code = "\n".join(f"line *{number}*" for number in range(100))
    robot("bob", texts=[f"```\n{code}\n```"])
    expect(ann.texts.locator("pre")).to_contain_text("line *5*")
    expect(ann.texts.locator("pre")).not_to_contain_text("line *50*")
    ann.page.get_by_role("button", name="Show more").click()
    assert ann.texts.locator("pre").evaluate("block => block.textContent") == code


def test_the_time_is_shown_once_a_group_and_of_the_others_under_the_pointer(visit, robot):
    ann = visit().enter("ann")
    robot("bob", texts=["one", "two", "three"])
    expect(ann.message("three").locator(".meta")).to_have_css("opacity", "1")
    for text in ("one", "two"):
        expect(ann.message(text).locator(".meta")).to_have_css("opacity", "0")
    ann.message("two").hover()
    expect(ann.message("two").locator(".meta")).to_have_css("opacity", "1")


def make_older(socket):
    """The first thirty messages were written yesterday."""

    def change(frame):
        frame = json.loads(frame)
        for event in frame.get("events", []):
            event["at"] -= 86_400_000 if event["seq"] <= 30 else 0
        socket.send(json.dumps(frame))

    server = socket.connect_to_server()
    server.on_message(change)
    socket.on_message(server.send)


def test_the_day_of_what_is_read_stays_at_the_top(visit, robot):
    robot("bob", texts=[f"line {number}" for number in range(60)])
    ann = visit()
    ann.page.route_web_socket("**/v1", make_older)
    ann.enter("ann")
    expect(ann.message("line 59")).to_be_in_viewport()
    days = ann.page.locator(".day")
    expect(days.locator("button")).to_have_text(["Yesterday", "Today"])
    shown = lambda: days.evaluate_all(
        """(all) => {
            const edge = document.querySelector("#scroller").getBoundingClientRect().top;
            const seen = all.filter((day) => getComputedStyle(day).visibility === "visible" && day.firstChild.getBoundingClientRect().top < edge + 30);
            return seen.map((day) => day.textContent);
        }"""
    )
    assert shown() == ["Today"]
    expect(days.nth(1).locator("button")).to_be_in_viewport(ratio=1)
    ann.scroll(600)
    ann.page.wait_for_function("() => !document.querySelector('.day').classList.contains('passed')")
    assert shown() == ["Yesterday"]
    ann.scroll(0)
    expect(ann.page.locator(".beginning")).to_be_in_viewport()
    assert shown() == [], "at the beginning, the day is where it begins"


def test_at_midnight_what_was_said_today_was_said_yesterday(visit, robot):
    robot("bob", texts=["good night"])
    ann = visit()
    ann.page.clock.install()
    ann.enter("ann")
    day, time = ann.page.locator(".day button"), ann.line("lobby").locator("time")
    expect(day).to_have_text("Today")
    expect(time).to_have_text(re.compile(r"^\d\d:\d\d$"))
    ann.page.clock.fast_forward("24:00:00")
    expect(day).to_have_text("Yesterday")
    expect(time).to_have_text("Yesterday")


def test_a_time_is_written_as_in_the_users_region(visit):
    ann = visit(locale="en-US").enter("ann")
    ann.say("hello")
    for time in (ann.message("hello").locator("time"), ann.line("lobby").locator("time")):
        expect(time).to_have_text(re.compile(r"^([1-9]|1[0-2]):\d\d\s[AP]M$"))


TODAY = datetime.now(ZoneInfo("Asia/Tokyo"))  # also if a test runs over midnight


def days_ago(count, hour=0):
    """A moment of an earlier day in Tokyo, where it is tomorrow before it is in UTC."""
    return (TODAY - timedelta(days=count)).replace(hour=hour, minute=0, second=0, microsecond=0)


def make_three_days(server, folder, robot):
    """Messages of three days: forty of each, from midnight in Tokyo on, which is another day in UTC."""
    robot("bob", texts=[f"line {number}." for number in range(120)])
    binary = server.binary
    subprocess.run([binary, "export", folder, "--data", server.data], check=True, capture_output=True)
    server.kill()
    lines = []
    for line in (folder / "events.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if "event" in entry:
            day, second = divmod(entry["event"]["seq"] - 1, 40)
            entry["event"]["at"] = int(days_ago((20, 10, 2)[day]).timestamp() + second) * 1_000
        lines.append(json.dumps(entry))
    (folder / "events.jsonl").write_text("\n".join(lines) + "\n")
    shutil.rmtree(server.data)
    subprocess.run([binary, "import", folder, "--data", server.data], check=True, capture_output=True)
    server.start()


def go_to(visitor, day):
    visitor.page.get_by_role("button", name="go to a day").last.click()
    visitor.page.get_by_label("Day", exact=True).fill(f"{day:%Y-%m-%d}")
    visitor.page.get_by_role("button", name="Go", exact=True).click()


@pytest.mark.parametrize("zone, first", [("Asia/Tokyo", 40), ("UTC", 80)])
def test_the_user_goes_to_a_day_of_their_time_zone(visit, robot, server, tmp_path, zone, first):
    make_three_days(server, tmp_path / "export", robot)
    ann = visit(timezone_id=zone).enter("ann")
    expect(ann.message("line 119.")).to_be_in_viewport()
    # In UTC the messages of this day are those of the evening before.
    go_to(ann, days_ago(10))
    expect(ann.message(f"line {first}.")).to_be_in_viewport()
    expect(ann.message(f"line {first}.")).to_have_class(re.compile("pointed-out"))
    expect(ann.message("line 119.")).not_to_be_in_viewport()
    expect(ann.page.locator("#day-picker")).to_be_hidden()


def test_the_day_picker_with_the_keyboard(visit, robot, server, tmp_path):
    make_three_days(server, tmp_path / "export", robot)
    ann = visit(timezone_id="Asia/Tokyo").enter("ann")
    expect(ann.message("line 119.")).to_be_in_viewport()
    heading = ann.page.get_by_role("button", name="go to a day").last
    heading.focus()
    assert heading.evaluate("(button) => button.tabIndex") == 0
    ann.page.keyboard.press("Enter")
    picker = ann.page.get_by_role("dialog", name="Go to a day")
    field = picker.get_by_label("Day", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value(f"{days_ago(2):%Y-%m-%d}")
    expect(field).to_have_attribute("max", f"{days_ago(0):%Y-%m-%d}")
    check(ann.page, "day-picker")
    ann.page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    expect(heading).to_be_focused()
    ann.page.keyboard.press("Enter")
    picker.get_by_role("button", name="Beginning").press("Enter")
    expect(ann.message("line 0.")).to_be_in_viewport()
    expect(picker).to_be_hidden()
    ann.page.locator(".day button").first.press("Enter")
    expect(field).to_have_attribute("min", f"{days_ago(20):%Y-%m-%d}")
    # A day before the first one is not an error: that one is shown.
    field.fill(f"{days_ago(30):%Y-%m-%d}")
    picker.get_by_role("button", name="Go", exact=True).click()
    expect(picker).to_be_hidden()
    expect(ann.message("line 0.")).to_be_in_viewport()
    ann.page.locator(".day button").first.press("Enter")
    # There is nothing of today: the newest messages.
    picker.get_by_role("button", name="Today").click()
    expect(ann.message("line 119.")).to_be_in_viewport()


def test_without_a_connection_the_day_picker_says_so(visit, server):
    ann = visit().enter("ann")
    ann.say("hello")
    expect(ann.message("hello")).to_have_attribute("data-state", "sent")
    server.kill()
    expect(ann.connection).not_to_have_attribute("data-state", "ready")
    go_to(ann, datetime.now())
    expect(ann.page.locator("#day-problem")).not_to_be_empty()
    expect(ann.page.locator("#day-picker")).to_be_visible()


def test_joins_and_leaves_are_folded(visit):
    ann = visit().enter("ann")
    others = [visit().enter(name) for name in ("bob", "eve", "joe")]
    notice = ann.page.locator(".notice")
    expect(notice.locator("summary")).to_have_text("3 people joined")
    notice.locator("summary").click()
    expect(notice.locator("p")).to_have_text("bob, eve and joe joined")
    for other, left in zip(others[:2], (3, 2)):
        other.page.close()
        expect(ann.page.locator("#members li")).to_have_count(left)
    expect(notice).to_have_text("joe joined · bob and eve left")
    check(ann.page, "notices")


def test_what_comes_while_it_is_read_gets_no_divider(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    divider = ann.page.locator(".unread")
    said(bob, "live")
    expect(ann.message("live")).to_be_visible()
    said(bob, "and on")
    expect(ann.message("and on")).to_be_visible()
    expect(divider).to_have_count(0)
    ann.hide()
    said(bob, "not seen")
    expect(ann.message("not seen")).to_be_attached()
    ann.hide(False)
    expect(divider).to_have_text("New messages")
    assert ann.page.locator("#timeline > *").evaluate_all("rows => rows.findIndex((row) => row.matches('.unread'))") \
        == ann.page.locator("#timeline > *").evaluate_all("rows => rows.findIndex((row) => row.textContent.includes('not seen'))") - 1
    said(bob, "seen again")
    expect(ann.message("seen again")).to_be_visible()
    expect(divider).to_have_count(1)
    said(ann, "an answer")
    expect(divider).to_have_count(0)
    said(bob, "and so on")
    expect(ann.message("and so on")).to_be_visible()
    expect(divider).to_have_count(0)


def test_a_mention_stands_out(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    expect(bob.page.locator("#people-count")).to_have_text("2")
    shown = "@Ann look, and @bob too; not ann@bob.example, @ann or @annika"
    bob.say(shown.replace(" @ann ", " `@ann` "))
    expect(bob.message(shown)).to_have_attribute("data-state", "sent")
    said(bob, "nobody")
    message = ann.message(shown)
    expect(message.locator("mark")).to_have_text(["@Ann", "@bob"])
    expect(ann.page.locator(".mentioned")).to_have_count(1)
    expect(message).to_have_class(re.compile("mentioned"))
    colours = [visitor.page.locator(".text mark").first.evaluate("mark => [getComputedStyle(mark).color, getComputedStyle(mark.parentElement).color]") for visitor in (ann, bob)]
    for mark, text in colours:
        assert mark != text
    expect(bob.page.locator(".mentioned")).to_have_count(0)
    check(ann.page, "mention")


def test_the_menu_of_a_message_opens_at_the_button_and_at_the_pointer(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    said(bob, "read https://example.org today")
    message = ann.message("read https://example.org today")
    menu = ann.page.locator("#actions")
    text = message.locator(".text")
    expect(text).to_be_visible()
    box = text.bounding_box()
    text.click(button="right", position={"x": 4, "y": 8})
    expect(menu).to_be_visible()
    place = menu.bounding_box()
    assert abs(place["x"] - box["x"] - 4) < 2 and place["y"] + place["height"] <= SIZES["desktop"]["height"]
    expect(menu.get_by_role("button", name="Block this person")).to_be_visible()
    check(ann.page, "message-menu")
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    message.locator("a").click(button="right")
    expect(menu).to_be_hidden()
    ann.page.keyboard.press("Escape")
    text.evaluate("text => document.getSelection().selectAllChildren(text)")
    text.click(button="right", position={"x": 4, "y": 8})
    expect(menu).to_be_hidden()
    ann.page.keyboard.press("Escape")
    text.evaluate("() => document.getSelection().removeAllRanges()")
    message.hover()
    button = message.locator(".more-actions")
    at = button.bounding_box()
    button.click()
    place = menu.bounding_box()
    assert abs(place["x"] - at["x"]) < 2
    assert place["y"] >= at["y"] + at["height"] - 1 or place["y"] + place["height"] <= at["y"] + 1
    menu.get_by_role("button", name="Reply").click()
    expect(ann.page.locator("#editing")).to_contain_text("bob")


def test_on_a_narrow_screen_the_actions_of_a_message_are_a_sheet(visit):
    ann = visit(viewport=SIZES["phone"], has_touch=True, is_mobile=True).enter("ann")
    said(ann, "mine")
    ann.message("mine").locator(".more-actions").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#actions")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Close", exact=True)).to_be_visible()
    box = ann.page.locator("#actions").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - 195) < 2


def unread_in_the_lobby(visit, robot, count, **options):
    """A visitor who comes back to the lobby, where so many messages wait for them."""
    ann = visit(**options).enter("ann")
    ann.join("garden")
    expect(ann.page.locator("#room")).to_have_text("garden")
    bob = robot("bob", texts=[f"line {number}" for number in range(count)])
    expect(ann.line("lobby").locator(".line-preview")).to_have_text(f"bob: line {count - 1}")
    ann.choose("lobby")
    expect(ann.message(f"line {count - 1}")).to_be_in_viewport()
    return ann, bob


@pytest.mark.parametrize("count, label", [(57, "57 new messages"), (300, re.compile(r"\d+\+ new messages"))], ids=["loaded", "not loaded"])
def test_the_first_new_message_is_one_press_away(visit, robot, count, label):
    """Also where it is not loaded."""
    ann, _ = unread_in_the_lobby(visit, robot, count)
    up, divider = ann.page.locator("#first-new"), ann.page.locator(".unread")
    expect(up).to_have_text(label)
    expect(divider).not_to_be_in_viewport()
    check(ann.page, "first-new")
    up.focus()
    ann.page.keyboard.press("Enter")
    expect(divider).to_be_in_viewport()
    expect(ann.message("line 0")).to_be_in_viewport()
    expect(ann.message("line 0").locator(".more-actions")).to_be_focused()
    expect(up).to_be_hidden()
    expect(ann.message(f"line {count - 1}")).not_to_be_in_viewport()
    # It was seen, and is not offered again.
    ann.page.locator("#latest").click()
    expect(ann.message(f"line {count - 1}")).to_be_in_viewport()
    expect(ann.page.locator("#latest")).to_be_hidden()
    expect(up).to_be_hidden()


def test_the_way_to_the_first_new_message_goes_with_an_answer_and_when_it_was_scrolled_to(visit, robot):
    ann, bob = unread_in_the_lobby(visit, robot, 40)
    up = ann.page.locator("#first-new")
    expect(up).to_have_text("40 new messages")
    said(ann, "an answer")
    expect(up).to_be_hidden()
    ann.choose("garden")
    bob.say(*[f"more {number}" for number in range(30)])
    ann.choose("lobby")
    expect(up).to_have_text("30 new messages")
    ann.page.locator(".unread").evaluate("row => row.scrollIntoView()")
    expect(up).to_be_hidden()
    ann.scroll(1_000_000)
    expect(ann.message("more 29")).to_be_in_viewport()
    expect(up).to_be_hidden()


def test_new_messages_that_all_are_on_the_screen_need_no_way(visit, robot):
    ann, _ = unread_in_the_lobby(visit, robot, 2)
    expect(ann.page.locator(".unread")).to_be_in_viewport()
    expect(ann.page.locator("#first-new")).to_be_hidden()


def test_the_button_at_the_end_leads_to_the_first_unread_message_and_then_to_the_end(visit, robot):
    bob = robot("bob", texts=[f"line {number}" for number in range(60)])
    ann = visit().enter("ann")
    expect(ann.message("line 59")).to_be_in_viewport()
    latest, divider = ann.page.locator("#latest"), ann.page.locator(".unread")
    ann.scroll(0)
    # A hidden button has this text, too: what comes before the page knows of the scrolling is read.
    expect(latest).to_be_visible()
    expect(latest).to_have_text("Latest")
    bob.say(*[f"later {number}" for number in range(60)])
    expect(latest).to_have_text("60 new")
    expect(divider).to_have_count(1)
    expect(ann.page.locator("#first-new")).to_be_hidden()
    latest.press("Enter")
    expect(divider).to_be_in_viewport()
    expect(ann.message("later 0")).to_be_in_viewport()
    expect(ann.message("later 59")).not_to_be_in_viewport()
    expect(latest).to_be_focused()
    latest.press("Enter")
    expect(ann.message("later 59")).to_be_in_viewport()
    expect(latest).to_be_hidden()
    expect(ann.field).to_be_focused()
    # The divider was seen: nothing leads back to it.
    expect(ann.page.locator("#first-new")).to_be_hidden()


def test_people_who_have_read_a_message_of_the_user_are_shown_below_it(visit, robot):
    ann, bob, eve = (visit().enter(name) for name in ("ann", "bob", "eve"))
    said(ann, "one")
    readers = ann.page.locator(".readers")
    expect(ann.message("one").locator(".readers")).to_have_text("Read by \u2068bob\u2069 and \u2068eve\u2069")
    eve.hide()
    said(ann, "two")
    expect(ann.message("two").locator(".readers")).to_have_text("Read by \u2068bob\u2069")
    expect(ann.message("one").locator(".readers")).to_have_text("Read by \u2068eve\u2069")
    check(ann.page, "readers")
    said(bob, "an answer")
    expect(ann.message("an answer").locator(".readers")).to_have_count(0)
    eve.hide(False)
    # It stays below the newest message of one's own, whoever writes after it.
    expect(ann.message("two").locator(".readers")).to_have_text("Read by \u2068bob\u2069 and \u2068eve\u2069")
    expect(readers).to_have_count(1)
