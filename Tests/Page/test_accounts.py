"""Accounts on the page: a real browser, and real servers that allow them differently."""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from files import photo, picture
from playwright.sync_api import expect
from test_moderation import press
from test_profiles import choose_picture, has_picture, open_profile
from visitors import NOTHING_KEPT, ROOT, SIZES, Server, until

PASSWORD = "correct horse"


@pytest.fixture
def flags(request):
    return getattr(request, "param", ["--accounts", "open"])


@pytest.fixture
def server(tmp_path, flags):
    server = Server(tmp_path / "data", *flags).start()
    yield server
    server.kill()


def ask(server, method, path, body=None, token=None):
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers, method=method)) as answer:
        return json.loads(answer.read() or b"null")


def martlet(server, *command, input=None):
    """The operator's command about accounts."""
    binary = os.environ.get("MARTLET", str(ROOT / ".build" / "release" / "martlet"))
    return subprocess.check_output([binary, "account", *command, "--data", str(server.data)], text=True, input=input)


def make_account(server, name="ann", **members):
    return ask(server, "POST", "v1/accounts", {"name": name, "password": PASSWORD, **members})


def choose(visitor, way):
    visitor.page.get_by_role("radio", name=way, exact=True).check()


def fill(visitor, password, name=None, invite=None):
    if name is not None:
        visitor.page.get_by_label("Your name").fill(name)
    visitor.page.locator("#password").fill(password)
    if invite is not None:
        visitor.page.locator("#invite").fill(invite)
    visitor.page.locator("#enter").click()


def sign_in(visitor, name="ann", password=PASSWORD):
    choose(visitor, "Sign in")
    fill(visitor, password, name)
    return visitor


def arrived(visitor, name="ann"):
    expect(visitor.connection).to_have_attribute("data-state", "ready")
    expect(visitor.page.locator("#own-name")).to_have_text(name)
    expect(visitor.page.get_by_role("button", name="Account", exact=True)).to_be_visible()


def dialog(visitor):
    visitor.page.get_by_role("button", name="Account", exact=True).click()
    opened = visitor.page.get_by_role("dialog", name="Account of")
    expect(opened.locator("#sessions")).to_contain_text("This browser")
    return opened


def make_own(visitor, name="ann"):
    """A guest makes the name theirs."""
    visitor.page.get_by_role("button", name="Create account").click()
    expect(visitor.page.get_by_label("Your name")).to_have_value(name)
    fill(visitor, PASSWORD)
    arrived(visitor, name)


def test_a_guest_makes_an_account_and_keeps_the_messages(visit):
    ann = visit().enter("ann")
    ann.say("as a guest")
    expect(ann.message("as a guest")).to_have_attribute("data-state", "sent")
    make_own(ann)
    ann.say("as a user")
    expect(ann.page.locator(".message.own")).to_have_count(2)
    ann.page.reload()
    arrived(ann)
    expect(ann.page.locator(".message.own")).to_have_count(2)
    elsewhere = sign_in(visit().open())
    arrived(elsewhere)
    expect(elsewhere.page.locator(".message.own")).to_have_count(2)
    assert PASSWORD not in ann.page.evaluate("() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")


def test_a_translated_refusal_says_how_long_to_wait(visit, server):
    make_account(server, "dora")
    dora = visit(locale="de-DE").open()
    dora.page.get_by_role("radio", name="Anmelden", exact=True).check()
    dora.page.locator("#name").fill("dora")
    dora.page.locator("#password").fill("another guess")
    # On a busy machine these take so long that some attempts are given back meanwhile.
    status = None
    while status != 429:
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(server, "POST", "v1/sessions", {"name": "dora", "password": "wrong"})
        status = refused.value.code
    dora.page.locator("#enter").click()
    expect(dora.page.locator("#door")).to_contain_text(re.compile(r"Das war zu schnell\..* Wieder möglich in \d+ Sekunden\."))


def test_another_tab_of_the_guest_becomes_the_same_user(visit):
    ann = visit().enter("ann")
    tab = ann.context.new_page()
    tab.goto(ann.server.url)
    expect(tab.locator("#connection")).to_have_attribute("data-state", "ready")
    make_own(ann)
    expect(tab.get_by_role("button", name="Account", exact=True)).to_be_visible()
    expect(tab.locator("#connection")).to_have_attribute("data-state", "ready")


def test_another_tab_of_the_guest_takes_the_new_name(visit):
    ann = visit().enter("ann")
    tab = ann.context.new_page()
    tab.goto(ann.server.url)
    expect(tab.locator("#connection")).to_have_attribute("data-state", "ready")
    ann.page.get_by_role("button", name="Change name").click()
    ann.page.get_by_label("Your name").fill("Ann Lee")
    ann.page.locator("#enter").click()
    for page in (ann.page, tab):
        expect(page.locator("#own-name")).to_have_text("Ann Lee")


def test_what_is_wrong_is_told_at_its_field(visit, server):
    make_account(server)
    bob = sign_in(visit().open(), password="wrong horse")
    expect(bob.page.locator("#password-problem")).to_have_text("The name or the password is wrong.")
    expect(bob.page.locator("#password")).to_have_attribute("aria-invalid", "true")
    choose(bob, "New account")
    fill(bob, "short", "bob")
    expect(bob.page.locator("#password-problem")).to_contain_text("at least 8 characters")
    fill(bob, PASSWORD, "ann")
    expect(bob.page.locator("#name-problem")).to_contain_text("taken")
    expect(bob.page.locator("#password-problem")).to_be_empty()
    show = bob.page.locator("#door-password button")
    show.click()
    expect(bob.page.locator("#password")).to_have_attribute("type", "text")
    show.click()
    expect(bob.page.locator("#password")).to_have_attribute("type", "password")
    fill(bob, PASSWORD, "bob")
    arrived(bob, "bob")


def test_a_session_that_another_device_ends_asks_to_sign_in(visit, server):
    make_account(server)
    ann = sign_in(visit().open())
    arrived(ann)
    other = sign_in(visit().open())
    arrived(other)
    dialog(ann)
    sessions = dialog(other).locator("#sessions li")
    expect(sessions).to_have_count(3)
    for left in (2, 1):
        sessions.get_by_role("button", name="End the session").first.click()
        expect(sessions).to_have_count(left)
    expect(ann.page.locator("#door-problem")).to_contain_text("Sign in again")
    expect(ann.page.get_by_label("Your name")).to_have_value("ann")
    fill(ann, PASSWORD)
    arrived(ann)


def test_sessions_are_told_apart_by_their_programs(visit, server):
    make_account(server)
    for program in ("Martlet (iPhone)", "<b id=hostile>x</b> " + "y" * 100):
        ask(server, "POST", "v1/sessions", {"name": "ann", "password": PASSWORD, "program": program})
    ann = sign_in(visit().open())
    arrived(ann)
    sessions = dialog(ann).locator("#sessions li")
    expect(sessions).to_have_count(4)
    # The page says nothing: the server knows its User-Agent.
    expect(sessions.filter(has_text="This browser")).to_contain_text(re.compile(r"This browser · (Chrome|Firefox|Safari) \(\w+\)"))
    phone = sessions.filter(has_text="Martlet (iPhone)")
    expect(phone).to_contain_text(re.compile("Signed in .* · Last used: "))
    expect(sessions.filter(has_text="<b id=hostile>x</b> yyy")).to_have_count(1)
    expect(ann.page.locator("#hostile")).to_have_count(0)
    listed = ann.page.locator("#account")
    assert listed.evaluate("it => it.scrollWidth <= it.clientWidth"), "a long name does not widen the list"
    phone.get_by_role("button", name="End the session: Martlet (iPhone)").click()
    expect(phone).to_have_count(0)


def test_what_was_unsent_when_the_session_ended_is_sent_after_signing_in(visit, server):
    make_account(server)
    ann = sign_in(visit().open())
    arrived(ann)
    bob = visit().enter("bob")
    server.kill()
    ann.say("kept")
    expect(ann.message("kept")).to_have_attribute("data-state", "waiting")
    martlet(server, "reset", "ann", input=PASSWORD + "\n")
    server.start()
    expect(ann.page.locator("#door-problem")).to_contain_text("Your unsent messages are kept")
    ann.page.reload()
    expect(ann.page.locator("#door-problem")).to_contain_text("Your unsent messages are kept")
    fill(ann, PASSWORD)
    arrived(ann)
    expect(ann.message("kept")).to_have_attribute("data-state", "sent")
    expect(bob.message("kept")).to_have_count(1)


DEVICES = """async (count) => {
    const names = (await navigator.locks.query()).held.map(({ name }) => name).filter((name) => name.startsWith("martlet.device."));
    return names.length === count && names;
}"""


def test_signing_out_leaves_nothing_in_the_browser(visit, server):
    make_account(server)
    ann = sign_in(visit().open())
    arrived(ann)
    ann.say("stays on the server")
    expect(ann.message("stays on the server")).to_have_attribute("data-state", "sent")
    tab = ann.context.new_page()
    tab.goto(server.url)
    expect(tab.locator("#connection")).to_have_attribute("data-state", "ready")
    devices = until(ann.page, DEVICES, 2)
    ann.attach(("plan.txt", "text/plain", b"secret"))
    shown = dialog(ann)
    shown.get_by_text("Sign out", exact=True).click()
    shown.get_by_role("button", name="Sign out of this browser").click()
    for page in (ann.page, tab):
        expect(page.get_by_label("Your name")).to_be_visible()
        expect(page.get_by_label("Your name")).to_have_value("")
    assert set(devices).isdisjoint(until(ann.page, DEVICES, 2)), "a tab goes on as the same device"
    assert ann.page.evaluate("() => localStorage.getItem('martlet.me')") == '{"signedOut":true}'
    records = """() => new Promise((answer) => {
        indexedDB.open("martlet").onsuccess = ({ target }) => {
            const all = target.result.transaction("journal").objectStore("journal").getAll();
            all.onsuccess = () => answer(JSON.stringify(all.result));
        };
    })"""
    assert "stays on the server" not in ann.page.evaluate(records)
    assert "ms_" not in ann.page.evaluate(records)
    assert ann.page.evaluate(records.replace("journal", "files")) == "[]"
    token = ask(server, "POST", "v1/sessions", {"name": "ann", "password": PASSWORD})["token"]
    assert len(ask(server, "GET", "v1/sessions", token=token)["sessions"]) == 2  # of the tests, not of the page


def test_a_guest_who_signs_in_leaves_no_chosen_files_to_the_account(visit, server):
    make_account(server)
    ann = visit().enter("cid")
    ann.attach(("plan.txt", "text/plain", b"secret"))
    ann.page.locator("#own-button").click()
    ann.page.locator("#own-menu-sign-in").click()
    fill(ann, PASSWORD, "ann")
    arrived(ann)
    expect(ann.page.locator("#tray li")).to_have_count(0)
    until(ann.page, NOTHING_KEPT)
    ann.page.reload()
    arrived(ann)
    expect(ann.page.locator("#tray li")).to_have_count(0)


def test_the_password_is_changed_and_the_account_closed(visit, server):
    make_account(server)
    ann = sign_in(visit().open())
    arrived(ann)
    shown = dialog(ann)
    shown.locator("#old-password").fill("wrong horse")
    shown.locator("#new-password").fill("battery staple")
    shown.get_by_role("button", name="Change password").click()
    expect(shown.locator("#old-problem")).to_have_text("The password is wrong.")
    shown.locator("#old-password").fill(PASSWORD)
    shown.get_by_role("button", name="Change password").click()
    expect(shown.locator("#account-success")).to_contain_text("Your password was changed")
    expect(shown.locator("#new-password")).to_have_value("")
    expect(shown.locator("#sessions li")).to_have_count(1)
    shown.get_by_text("Close the account", exact=True).click()
    closing = shown.locator("[data-form=closeAccount]")
    closing.get_by_role("button", name="Close the account for good").click()
    expect(closing.locator("#closing-problem")).to_have_text("Enter your password.")
    closing.locator("#closing-password").fill("battery staple")
    closing.get_by_role("button", name="Close the account for good").click()
    expect(ann.page.get_by_label("Your name")).to_have_value("")
    sign_in(ann, password="battery staple")
    expect(ann.page.locator("#password-problem")).to_have_text("The name or the password is wrong.")


def test_all_that_is_missing_in_a_form_is_said_at_once(visit):
    ann = visit().open()
    choose(ann, "New account")
    ann.page.locator("#enter").click()
    name, password = ann.page.get_by_label("Your name"), ann.page.locator("#password")
    expect(ann.page.locator("#name-problem")).to_have_text("Enter a name.")
    expect(ann.page.locator("#password-problem")).to_have_text("Enter a password.")
    for field in (name, password):
        expect(field).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    name.fill("ann")
    ann.page.locator("#enter").click()
    expect(ann.page.locator("#name-problem")).to_be_empty()
    expect(password).to_be_focused()
    choose(ann, "Sign in")
    expect(ann.page.locator("#password-problem")).to_be_empty()
    choose(ann, "New account")
    fill(ann, PASSWORD)
    arrived(ann)


def test_the_button_that_shows_a_password_says_what_it_does(visit):
    ann = visit().open()
    choose(ann, "Sign in")
    field, button = ann.page.locator("#password"), ann.page.locator("#door-password button")
    field.fill(PASSWORD)
    for name, kind in [("Show password", "password"), ("Hide password", "text"), ("Show password", "password")]:
        expect(button).to_have_accessible_name(name)
        expect(field).to_have_attribute("type", kind)
        assert button.get_attribute("aria-pressed") is None
        button.click()


@pytest.mark.parametrize("flags", [["--accounts", "invite", "--guests", "off"]], indirect=True)
def test_an_invite_where_guests_are_not_allowed(visit, server):
    invite = next(word for word in martlet(server, "invite").split() if word.startswith("mi_"))
    ann = visit().open()
    ann.page.get_by_label("Your name").fill("ann")
    ann.page.get_by_role("button", name="Join").click()
    expect(ann.page.locator("#door-problem")).not_to_be_empty()
    choose(ann, "New account")
    fill(ann, PASSWORD, "ann")
    expect(ann.page.locator("#invite-problem")).to_contain_text("invite")
    fill(ann, PASSWORD, "ann", invite)
    arrived(ann)


@pytest.mark.parametrize("locale", ["en-GB", "de", "he"])
def test_the_whole_form_of_a_new_account_is_on_a_small_phone(visit, locale):
    ann = visit(viewport={"width": 360, "height": 640}, locale=locale, has_touch=True, is_mobile=True).open()
    ann.page.locator("#ways [value=signUp]").check()
    expect(ann.page.locator("#enter")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("flags", [["--accounts", "closed"]], indirect=True)
@pytest.mark.parametrize("was_guest", [False, True], ids=["new", "guest"])
def test_the_link_that_the_first_start_prints_makes_the_administrator(visit, server, was_guest):
    link = next(line for line in server.process.stdout if "#invite=" in line).split()[-1]
    ann = visit()
    if was_guest:
        ann.enter("ann")
        ann.page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    else:
        ann.page.goto(link)
    expect(ann.page.get_by_role("radio", name="New account")).to_be_checked()
    expect(ann.page.locator("#invite")).to_have_value(link.partition("#invite=")[2])
    assert "invite" not in ann.page.url
    fill(ann, PASSWORD, "ann")
    arrived(ann)
    assert martlet(server, "list").startswith("ann\tadministrator\t")
    ann.page.goto(link)
    arrived(ann)  # who has an account is not asked for another one


@pytest.mark.parametrize("flags", [["--accounts", "closed"]], indirect=True)
def test_a_person_who_is_banned_from_the_lobby_is_not_led_there(visit, server):
    ann, bob = visit(), visit().enter("bob")
    ann.page.goto(next(line for line in server.process.stdout if "#invite=" in line).split()[-1])
    fill(ann, PASSWORD, "ann")
    arrived(ann)
    ann.say("welcome")
    expect(ann.message("welcome")).to_have_attribute("data-state", "sent")
    ann.page.locator("#members li").filter(has_text="bob").locator(".name").click()
    press(ann, "Ban…")
    press(ann, "Ban")
    expect(bob.page.locator("#room-problem-words")).to_contain_text("banned")
    lobby = bob.page.get_by_role("link", name="Go to the lobby")
    expect(lobby).to_be_hidden()
    bob.page.evaluate("() => { location.hash = 'No Room' }")
    expect(lobby).to_be_visible()


@pytest.mark.parametrize("flags", [["--accounts", "closed"]], indirect=True)
def test_an_administrator_bans_somebody_from_the_server(visit, server):
    ann, bob = visit(), visit(locale="de-DE").open()
    bob.page.locator("#name").fill("bob")
    bob.page.locator("#enter").click()
    expect(bob.connection).to_have_attribute("data-state", "ready")
    ann.page.goto(next(line for line in server.process.stdout if "#invite=" in line).split()[-1])
    fill(ann, PASSWORD, "ann")
    arrived(ann)
    ann.page.locator("#members li").filter(has_text="bob").locator(".name").click()
    press(ann, "Ban from the server…")
    ann.page.locator("#sheet").get_by_placeholder("The person can read it").fill("spam")
    press(ann, "Ban from the server")
    expect(ann.page.locator("#sheet")).to_contain_text("Banned from the server.")
    # A translation of the refusal has its end and its reason.
    expect(bob.page.locator("#banner-words")).to_contain_text("für diesen Server gesperrt. Wieder möglich in 24 Stunden. Der Grund: spam")
    expect(ann.page.locator("#members li").filter(has_text="bob")).to_have_count(0)
    # Not even another attempt of the user's own gets through.
    bob.page.reload()
    expect(bob.page.locator("#banner-words")).to_contain_text("Der Grund: spam")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Room options").click()
    ann.page.locator("#room-menu").get_by_role("button", name="People…", exact=True).click()
    banned = ann.page.locator("#sheet section").filter(has_text="Banned from the server")
    expect(banned.locator("li")).to_have_count(1)
    expect(banned.locator("li")).to_contain_text("bob")
    expect(banned).to_contain_text("spam")
    press(ann, "Take back", exact=False)
    expect(banned).to_be_hidden()
    bob.page.reload()
    expect(bob.connection).to_have_attribute("data-state", "ready")


@pytest.mark.parametrize("flags", [["--accounts", "closed"]], indirect=True)
def test_who_comes_by_that_link_and_stays_a_guest_is_not_asked_again(visit, server):
    ann = visit()
    ann.page.goto(next(line for line in server.process.stdout if "#invite=" in line).split()[-1])
    choose(ann, "Guest")
    ann.page.get_by_label("Your name").fill("ann")
    ann.page.get_by_role("button", name="Join").click()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    expect(ann.field).to_be_focused()
    expect(ann.page.locator("#door")).to_be_hidden()


@pytest.mark.parametrize("size", [{"width": 320, "height": 640}, SIZES["desktop"]], ids=["narrow", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(visit, server, size, scheme, tmp_path):
    make_account(server)
    ann = visit(viewport=size, color_scheme=scheme).open()
    for way in ("Guest", "Sign in", "New account"):
        choose(ann, way)
        check(ann.page, f"{way} {size['width']} {scheme}")
    sign_in(ann, password="wrong horse")
    expect(ann.page.locator("#password-problem")).not_to_be_empty()
    check(ann.page, f"refused {size['width']} {scheme}")
    fill(ann, PASSWORD)
    expect(ann.connection).to_have_attribute("data-state", "ready")
    if size["width"] < 900:
        ann.page.locator("#connection-words").click()
    shown = dialog(ann)
    check(ann.page, f"account {size['width']} {scheme}")
    for summary in shown.locator("summary").all():
        summary.click()
    check(ann.page, f"open {size['width']} {scheme}")


def check(page, name):
    folder = os.environ.get("MARTLET_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{folder}/{name.replace(' ', '-')}.png")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
    result = Axe().run(page)
    assert result.violations_count == 0, f"{name}: {result.generate_report()}"


@pytest.mark.parametrize("flags, ways", [(["--accounts", "off"], []), (["--accounts", "closed"], ["Guest", "Sign in"])], indirect=["flags"])
def test_the_door_and_the_list_of_people_offer_what_the_server_has(visit, server, flags, ways):
    ann = visit().open()
    shown = ann.page.locator("#ways label:visible")
    expect(shown).to_have_text(ways)
    ann.enter("ann")
    expect(ann.page.locator("#own-sign-up")).to_be_hidden()
    expect(ann.page.locator("#own-sign-in")).to_be_visible(visible="Sign in" in ways)


@pytest.mark.parametrize("flags", [["--accounts", "off"], ["--accounts", "open"]], indirect=True)
def test_the_form_stays_where_it_is_when_the_server_says_what_it_offers(visit, server, flags):
    ann = visit()
    asked = []
    ann.page.route("**/v1/accounts", lambda route: asked.append(route))
    with ann.page.expect_request("**/v1/accounts"):
        ann.open()
    form = [ann.page.get_by_label("Your name"), ann.page.get_by_role("button", name="Join")]
    before = [part.bounding_box() for part in form]
    ways = ann.page.locator("#ways")
    expect(ways).to_have_class("unknown")
    asked[0].continue_()
    expect(ways).to_have_class("single" if "off" in flags else "")
    assert [part.bounding_box() for part in form] == before


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_account_is_reached_from_the_head_of_the_list(visit, size):
    ann = visit(viewport=SIZES[size]).enter("ann")
    if size == "phone":
        ann.page.locator("#back").click()
    own = ann.page.get_by_role("button", name="You are ann")
    own.click()
    menu = ann.page.get_by_role("dialog", name="ann", exact=True)
    expect(menu.get_by_role("button")).to_have_text(["Your profile", "Change name", "Create account", "Sign in"])
    check(ann.page, f"own-menu {size}")
    menu.get_by_role("button", name="Create account").click()
    expect(ann.page.locator("#password")).to_be_visible()
    fill(ann, PASSWORD)
    expect(ann.page.locator("#inside")).to_be_visible()
    own.click()
    expect(menu.get_by_role("button")).to_have_text(["Your profile", "Account", "Sign out"])
    menu.get_by_role("button", name="Sign out").click()
    leave = ann.page.get_by_role("button", name="Sign out of this browser")
    expect(ann.page.locator("#sessions")).to_contain_text("This browser")
    expect(leave).to_be_in_viewport()
    expect(leave).not_to_be_focused()
    ann.page.keyboard.press("Escape")
    own.click()
    menu.get_by_role("button", name="Account").click()
    expect(ann.page.get_by_role("dialog", name="Account of").locator("#sessions")).to_contain_text("This browser")


@pytest.mark.parametrize("flags", [["--accounts", "open", "--guests", "off"]], indirect=True)
def test_without_guests_pictures_have_signed_addresses_in_open_rooms_too(visit, server):
    for name in ("ann", "bob"):
        make_account(server, name)
    ann, bob = (sign_in(visit().open(), name) for name in ("ann", "bob"))
    arrived(ann)
    arrived(bob, "bob")
    ann.send(("garden.png", "image/png", picture(ann.page, 60, 40, "image/png")))
    image = bob.page.locator(".message img.media")
    expect(image).to_have_js_property("naturalWidth", 60)
    source = image.evaluate("image => image.src")
    assert "signature=" in source
    assert bob.page.request.get(source.split("?")[0]).status == 404
    open_profile(ann)
    choose_picture(ann, "ann.jpg", "image/jpeg", photo(ann.page, 600, 600))
    expect(ann.page.get_by_role("button", name="Remove the picture")).to_be_visible()
    # The page shows the room before it knows that it needs signed addresses.
    bob.page.reload()
    arrived(bob, "bob")
    expect(image).to_have_js_property("naturalWidth", 60)
    has_picture(bob.page.locator(".message .avatar"), 512)
