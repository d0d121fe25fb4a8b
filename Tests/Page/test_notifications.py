"""Notifications of the browser, in a window that nobody looks at."""

import pytest
from playwright.sync_api import expect
from test_rooms import said
from visitors import SIZES, until

WHOLE_BROWSER = True

# Chromium without a screen has the interface, but shows nothing.
RECORDED = """
window.notified = [];
window.Notification = class extends Notification {
    constructor(title, options) {
        super(title, options);
        window.notified.push({ title, body: options.body, silent: options.silent, click: () => this.dispatchEvent(new Event("click")) });
    }
};
"""


PHONE = {"viewport": SIZES["phone"], "has_touch": True, "is_mobile": True}
SHOWN = """async (count) => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration.getNotifications()).map(({ title, body, silent }) => [title, body, silent]);
    return shown.length === count && shown;
}"""


@pytest.fixture
def ann(visit):
    ann = visit()
    ann.context.grant_permissions(["notifications"], origin=ann.server.url.rstrip("/"))
    ann.page.add_init_script(RECORDED)
    ann.enter("ann")
    return ann


def notified(visitor, *bodies):
    visitor.page.wait_for_function("(count) => window.notified.length >= count", arg=len(bodies))
    assert visitor.page.evaluate("() => window.notified.map(({ body }) => body)") == list(bodies)


def test_notifications_are_silent_until_their_sound_is_turned_on(visit, ann):
    sound = ann.page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_be_hidden()
    ann.page.get_by_role("button", name="Notifications", exact=True).click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    bob = visit().enter("bob")
    for number, hears in enumerate((False, True, True, False)):
        if sound.get_attribute("aria-pressed") != str(hears).lower():
            sound.click()
        if number == 2:
            ann.page.reload()
            expect(ann.connection).to_have_attribute("data-state", "ready")
            expect(sound).to_have_attribute("aria-pressed", "true")
        ann.hide()
        said(bob, f"message {number}")
        ann.page.wait_for_function("(body) => window.notified.some((one) => one.body === body)", arg=f"bob: message {number}")
        assert ann.page.evaluate("() => window.notified.at(-1).silent") is not hears
        ann.hide(False)


def test_messages_that_nobody_sees_are_announced_as_the_user_has_chosen(visit, ann):
    button = ann.page.get_by_role("button", name="Notifications", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    bob = visit().enter("bob")
    ann.hide()
    said(bob, "before the click")
    expect(ann.message("before the click")).to_be_attached()
    ann.hide(False)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    said(bob, "seen")
    expect(ann.message("seen")).to_be_visible()
    ann.join("garden")
    ann.hide()
    said(bob, "one")
    notified(ann, "bob: one")
    assert ann.page.evaluate("() => [window.notified[0].title, window.notified[0].silent]") == ["lobby", True]
    ann.page.evaluate("() => window.notified[0].click()")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    ann.menu("lobby", "Only when you are mentioned")
    said(bob, "two")
    said(bob, "@ann three")
    notified(ann, "bob: one", "bob: @ann three")
    ann.page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_browser_that_does_not_allow_notifications_says_so(visit):
    ann = visit()
    ann.page.add_init_script("Notification.requestPermission = async () => 'denied';")
    ann.enter("ann")
    ann.page.get_by_role("button", name="Notifications", exact=True).click()
    expect(ann.page.get_by_role("alert").filter(has_text="does not allow notifications")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Notifications", exact=True)).to_have_attribute("aria-pressed", "false")


FOCUSED = "(is) => { Object.defineProperty(document, 'hasFocus', { value: () => is, configurable: true }); dispatchEvent(new Event(is ? 'focus' : 'blur')); }"
HELD = "async (is) => (await navigator.locks.query()).held.some(({ name }) => name === 'martlet.focused') === is"


def test_a_tab_does_not_announce_anything_while_the_user_looks_at_another_tab(visit, ann):
    ann.page.get_by_role("button", name="Notifications", exact=True).click()
    bob = visit().enter("bob")
    second = ann.context.new_page()
    # In another room, so that it marks nothing as read.
    second.goto(ann.server.url + "#garden")
    expect(second.locator("#connection")).to_have_attribute("data-state", "ready")
    ann.page.evaluate(FOCUSED, False)
    ann.hide()
    second.evaluate(FOCUSED, True)
    until(second, HELD, True)
    said(bob, "read there")
    expect(ann.message("read there")).to_be_attached()
    assert ann.page.evaluate("() => window.notified.length") == 0
    second.evaluate(FOCUSED, False)
    until(second, HELD, False)
    said(bob, "seen nowhere")
    notified(ann, "bob: seen nowhere")
    second.evaluate(FOCUSED, True)
    until(second, HELD, True)
    second.close()
    until(ann.page, HELD, False)
    said(bob, "after the tab was closed")
    notified(ann, "bob: seen nowhere", "bob: after the tab was closed")


def test_a_phone_shows_notifications_by_the_service_worker(visit):
    ann = visit(service_workers="allow", **PHONE)
    ann.context.grant_permissions(["notifications"], origin=ann.server.url.rstrip("/"))
    ann.page.add_init_script("window.Notification = class extends Notification { constructor() { throw new TypeError('Illegal constructor'); } };")
    ann.enter("ann")
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.page.get_by_role("button", name="Rooms", exact=True).tap()
    ann.page.get_by_role("button", name="Notifications", exact=True).click()
    ann.join("garden")
    bob = visit().enter("bob")
    ann.hide()
    said(bob, "while ann is away")
    shown = until(ann.page, SHOWN, 1)
    assert shown == [["lobby", "bob: while ann is away", True]]
    [worker] = ann.context.service_workers
    worker.evaluate("async () => { const [notification] = await registration.getNotifications(); dispatchEvent(new NotificationEvent('notificationclick', { notification })); }")
    expect(ann.page.locator("#room")).to_have_text("lobby")
    until(ann.page, SHOWN, 0)
