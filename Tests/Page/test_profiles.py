"""What people show of themselves: their picture, and the line about them."""

from files import photo, picture
from playwright.sync_api import expect
from test_rooms import said


def choose_picture(visitor, name, kind, content):
    with visitor.page.expect_file_chooser() as chosen:
        visitor.page.get_by_role("button", name="Choose a picture").click()
    chosen.value.set_files({"name": name, "mimeType": kind, "buffer": content})


def open_profile(visitor):
    visitor.page.locator("#own-button").click()
    visitor.page.get_by_role("button", name="Your profile").click()
    expect(visitor.page.get_by_role("heading", name="Your profile")).to_be_visible()


def has_picture(disc, pixels):
    """The disc has a picture of this width, and it is loaded."""
    expect(disc.locator("img")).to_have_js_property("naturalWidth", pixels)


def test_a_picture_and_a_line_chosen_on_the_page_are_what_others_see(visit):
    ann = visit().enter("ann", "lobby")
    ann.say("hello")
    open_profile(ann)
    sheet = ann.page.locator("#sheet")
    ann.page.get_by_label("About you").fill("  Gardener  ")
    ann.page.get_by_role("button", name="Save").click()
    expect(sheet.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    original = photo(ann.page, 1600, 1200)
    choose_picture(ann, "holiday.jpg", "image/jpeg", original)
    expect(ann.page.get_by_role("button", name="Remove the picture")).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    # The picture is drawn again in a smaller size before it is uploaded.
    has_picture(ann.page.locator("#own-button .avatar"), 512)

    bob = visit().enter("bob", "lobby")
    message = bob.message("hello")
    expect(message).to_be_visible()
    has_picture(message.locator(".avatar"), 512)
    bob.field.press_sequentially("@an")
    has_picture(bob.page.locator("#completion .avatar"), 512)
    bob.field.fill("")
    source = message.locator(".avatar img").evaluate("(image) => image.src")
    stored = bob.page.request.get(source).body()
    assert b"GPS" in original and b"GPS" not in stored and len(stored) < len(original)
    bob.page.get_by_role("button", name="Options for ann").click()
    portrait = bob.page.locator("#sheet .portrait")
    expect(portrait).to_contain_text("Gardener")
    has_picture(portrait.locator(".avatar"), 512)

    # Another picture and another line reach those who are there already.
    bob.page.keyboard.press("Escape")
    open_profile(ann)
    choose_picture(ann, "other.png", "image/png", picture(ann.page, 300, 300, "image/png"))
    has_picture(ann.page.locator("#own-button .avatar"), 300)
    ann.page.get_by_label("About you").fill("Cook")
    ann.page.get_by_role("button", name="Save").click()
    has_picture(message.locator(".avatar"), 300)
    bob.page.get_by_role("button", name="Options for ann").click()
    expect(portrait).to_contain_text("Cook")
    sheet.get_by_role("button", name="Close").click()

    # The user's own disc has it after a reload, and loses it again.
    ann.page.reload()
    expect(ann.connection).to_have_attribute("data-state", "ready")
    has_picture(ann.page.locator("#own-button .avatar"), 300)
    open_profile(ann)
    expect(ann.page.get_by_label("About you")).to_have_value("Cook")
    ann.page.get_by_role("button", name="Remove the picture").click()
    expect(ann.page.locator("#own-button .avatar img")).to_have_count(0)
    expect(ann.page.get_by_role("button", name="Remove the picture")).to_be_hidden()
    expect(message.locator(".avatar img")).to_have_count(0)


def test_a_file_that_is_no_picture_is_refused_with_a_sentence(visit):
    ann = visit().enter("ann", "lobby")
    open_profile(ann)
    choose_picture(ann, "notes.png", "image/png", b"no picture at all")
    expect(ann.page.locator("#sheet .sheet-body > .problem")).to_have_text("This picture can't be used. Choose another one.")
    choose_picture(ann, "small.png", "image/png", picture(ann.page, 40, 30, "image/png"))
    expect(ann.page.get_by_role("button", name="Remove the picture")).to_be_visible()
    expect(ann.page.locator("#sheet .sheet-body > .problem")).to_be_hidden()


def test_the_buttons_of_the_picture_are_beside_it(visit):
    ann = visit().enter("ann")
    open_profile(ann)
    box = lambda locator: locator.bounding_box()["y"]
    choose, save = (ann.page.get_by_role("button", name=name) for name in ("Choose a picture", "Save"))
    shows = ann.page.get_by_role("switch", name="Show others what I have read")
    assert box(ann.page.locator(".portrait")) < box(choose) < box(shows) < box(ann.page.get_by_label("About you")) < box(save)


def test_users_can_hide_from_others_what_they_have_read(visit):
    ann, bob = visit().enter("ann", "lobby"), visit().enter("bob", "lobby")
    said(ann, "one")
    expect(ann.message("one").locator(".readers")).to_contain_text("bob")
    open_profile(bob)
    shows = bob.page.get_by_role("switch", name="Show others what I have read")
    expect(shows).to_be_checked()
    shows.press("Space")
    expect(shows).not_to_be_checked()
    expect(shows).to_be_focused()
    bob.page.locator("#sheet").get_by_role("button", name="Close").click()
    said(ann, "two")
    expect(bob.message("two")).to_be_visible()
    said(bob, "an answer")
    expect(ann.message("an answer")).to_be_visible()
    expect(ann.message("two").locator(".readers")).to_have_count(0)


def test_a_persons_picture_and_name_lead_to_the_person(visit, robot):
    robot("bob", texts=["hello", "again"])
    ann = visit().enter("ann", "lobby")
    sheet = ann.page.locator("#sheet")
    for part in (".avatar", ".author bdi"):
        ann.page.locator(f".message.other {part}").click()
        expect(sheet.get_by_role("heading")).to_have_text("bob")
        expect(sheet.get_by_role("button", name="Message")).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
