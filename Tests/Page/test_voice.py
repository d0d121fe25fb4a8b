"""Voice messages: recorded with the browser's microphone, drawn by their levels, played in their row."""

import re

import pytest
from playwright.sync_api import expect
from test_page import check
from visitors import SIZES

WHOLE_BROWSER = True
LOUD = "() => document.querySelector('.levels .unplayed path').getBBox().height > 20"
SECONDS = "() => document.querySelector('.voice audio').currentTime"


@pytest.fixture
def speaker(visit):
    def enter(name, room="", **options):
        # Chromium's microphone for tests: a short tone each second.
        return visit(permissions=["microphone"], **options).enter(name, room)
    return enter


def record(visitor, seconds=2):
    visitor.page.get_by_role("button", name="Record a voice message").click()
    visitor.page.wait_for_function("(seconds) => document.querySelector('#recording-time').textContent >= `0:0${seconds}`", arg=seconds)


def send(visitor):
    visitor.page.get_by_role("button", name="Send the recording").click()


def test_a_busy_page_misses_no_sound(speaker):
    ann = speaker("ann")
    record(ann, seconds=1)
    ann.page.evaluate("() => { const end = performance.now() + 600; while (performance.now() < end) {} }")
    # There is one level for each tenth of a second.
    levels = ann.page.wait_for_function(
        "() => document.querySelector('#recording-time').textContent === '0:02' && document.querySelectorAll('#recording-levels i').length")
    assert levels.json_value() >= 20


def test_a_voice_message_is_recorded_sent_and_played(speaker, visit):
    ann, bob = speaker("ann"), visit(viewport=SIZES["phone"]).enter("bob")
    record(ann)
    expect(ann.page.get_by_role("button", name="Send the recording")).to_be_focused()
    expect(ann.field).to_be_hidden()
    send(ann)
    expect(ann.field).to_be_focused()
    for reader in (ann, bob):
        voice = reader.page.get_by_role("group", name="Voice message").locator("visible=true")
        expect(voice.locator(".voice-time")).to_have_text(re.compile(r"0:\d\d"))
        assert reader.page.evaluate(LOUD)
        check(reader.page, "voice")
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    # Nothing is loaded before it is played.
    assert bob.page.evaluate("() => document.querySelector('.voice audio').readyState") == 0
    bob.page.get_by_role("button", name="Play").click()
    expect(bob.page.get_by_role("button", name="Pause")).to_be_visible()
    bob.page.wait_for_function("() => document.querySelector('.voice audio').currentTime > 0.5")
    assert bob.page.evaluate("() => document.querySelector('.levels .played').style.clipPath") not in ("", "inset(0px 100% 0px 0px)")
    # Its row is drawn anew, and it plays on.
    ann.page.locator(".message").hover()
    ann.page.get_by_role("button", name="React with 👍").click()
    expect(bob.page.locator(".reactions button")).to_have_text("👍 1")
    assert bob.page.evaluate("() => !document.querySelector('.voice audio').paused")
    expect(bob.page.get_by_role("button", name="Pause")).to_be_visible()
    # At its end it is back at the beginning.
    expect(bob.page.get_by_role("button", name="Play")).to_be_visible()
    assert bob.page.evaluate(SECONDS) == 0


def test_the_position_and_the_speed_with_keys_and_clicks(speaker):
    ann = speaker("ann")
    record(ann, 3)
    send(ann)
    slider = ann.page.get_by_role("slider", name="Position")
    length = int(slider.get_attribute("aria-valuemax"))
    ann.page.get_by_role("button", name="Play").click()
    ann.page.wait_for_function("() => document.querySelector('.voice audio').currentTime > 0.2")
    ann.page.get_by_role("button", name="Pause").click()
    box = slider.bounding_box()
    ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    assert 0.35 * length < ann.page.evaluate(SECONDS) < 0.65 * length
    slider.press("Home")
    assert ann.page.evaluate(SECONDS) == 0
    for key in ("End", "ArrowRight"):
        slider.press(key)
        assert length - 1 < ann.page.evaluate(SECONDS) < length + 1
    slider.press("ArrowLeft")
    assert ann.page.evaluate(SECONDS) <= max(0, length - 4)
    speed = ann.page.get_by_role("button", name="Speed: 1")
    speed.click()
    expect(ann.page.locator(".voice-speed")).to_have_text("1.5×")
    assert ann.page.evaluate("() => document.querySelector('.voice audio').playbackRate") == 1.5


def test_a_recording_can_be_discarded_and_gives_the_microphone_back(speaker):
    ann = speaker("ann")
    ann.page.evaluate("""() => {
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        navigator.mediaDevices.getUserMedia = async (wanted) => (window.stream = await ask(wanted));
    }""")
    for discard in (lambda: ann.page.keyboard.press("Escape"), lambda: ann.page.get_by_role("button", name="Discard the recording").click()):
        record(ann, 1)
        discard()
        expect(ann.page.get_by_role("button", name="Record a voice message")).to_be_visible()
        assert ann.page.evaluate("() => window.stream.getTracks().every(({ readyState }) => readyState === 'ended')")
    ann.say("after all, a text")
    expect(ann.page.locator(".message")).to_have_count(1)


def test_the_button_is_there_where_nothing_is_written(speaker):
    ann = speaker("ann")
    microphone, button = ann.page.get_by_role("button", name="Record a voice message"), ann.page.get_by_role("button", name="Send", exact=True)
    expect(microphone).to_be_visible()
    expect(button).to_be_hidden()
    ann.field.fill("a text")
    expect(microphone).to_be_hidden()
    button.focus()
    ann.page.keyboard.press("Enter")
    expect(microphone).to_be_visible()
    expect(ann.field).to_be_focused()


def test_a_recording_waits_in_its_room_when_another_one_is_opened(speaker):
    ann = speaker("ann")
    record(ann, 1)
    ann.page.evaluate("() => { location.hash = 'garden'; }")
    expect(ann.page.get_by_role("button", name="Record a voice message")).to_be_visible()
    expect(ann.page.locator("#tray li")).to_have_count(0)
    ann.page.evaluate("() => { location.hash = 'lobby'; }")
    expect(ann.page.locator("#tray li")).to_contain_text("Voice message")
    ann.page.get_by_role("button", name="Send", exact=True).click()
    expect(ann.page.locator(".voice")).to_have_count(1)


def test_without_a_microphone_the_page_says_why(visit):
    ann = visit(permissions=[]).enter("ann")
    ann.page.evaluate("""() => {
        navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("no", window.refusal); };
    }""")
    for name, words in (("NotAllowedError", "does not let the page use the microphone"), ("NotFoundError", "There is no microphone")):
        ann.page.evaluate("(name) => { window.refusal = name; }", name)
        ann.page.get_by_role("button", name="Record a voice message").click()
        expect(ann.page.get_by_role("alert")).to_contain_text(words)
        expect(ann.field).to_be_visible()
