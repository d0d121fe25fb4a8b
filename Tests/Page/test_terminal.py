"""A person in a browser and one in a terminal, in one room."""

import re
import sys
from types import SimpleNamespace

import pytest
from files import picture
from playwright.sync_api import expect
from test_page import actions
from visitors import ROOT

sys.path.append(str(ROOT / "Tests/System"))  # behind the folder of these tests, which has files of the same names
from screen import ChatScreen  # noqa: E402


@pytest.fixture
def terminal(server, tmp_path):
    """`martlet chat` of bob, connected."""
    place = SimpleNamespace(url=server.url.rstrip("/"))
    with ChatScreen(place, tmp_path / "state", "--name", "bob", columns=120, lines=30) as screen:
        yield screen.ready("bob")


def test_each_sees_what_the_other_does(visit, terminal):
    ann, bob = visit().enter("ann"), terminal
    bob.until("2 here")
    expect(ann.page.locator("#members bdi")).to_have_text(["ann", "bob"])
    bob.type("hello from the term")
    expect(ann.page.locator("#typing-words")).to_contain_text("bob")
    bob.send("inal 你好 👋")
    theirs = "hello from the terminal 你好 👋"
    expect(ann.message(theirs)).to_be_visible()
    ann.field.press_sequentially("hello from")
    bob.until("ann is typing")
    ann.field.fill("")
    ann.say("hello from the **page** 👩‍👩‍👧‍👦")
    bob.until("hello from the page").without("ann is typing")
    # Reactions, replies, edits, deletions: from each side.
    actions(ann, theirs).get_by_role("button", name="React with 👍").click()
    bob.until("👍 1")
    bob.type("\x12")
    bob.until("r reply").type("r")
    bob.until("Reply to ann").send("an answer")
    answer = ann.message("an answer")
    expect(answer.locator(".quote")).to_contain_text("hello from the page")
    bob.delivered("an answer").type("\x1b[A")
    bob.until("edit> an answer").send(", edited")
    expect(ann.message("an answer, edited").locator(".edited")).to_be_visible()
    ann.message(theirs).hover()
    ann.message(theirs).get_by_role("button", name="Reply").click()
    ann.say("and another")
    bob.until("┌ bob: hello from the terminal")
    bob.type("/delete\r")
    bob.until("Delete this message?").type("y")
    expect(ann.page.locator(".message.deleted")).to_have_count(1)


def test_files_go_both_ways(visit, terminal, tmp_path):
    ann, bob = visit().enter("ann"), terminal
    ann.send(("harbour.png", "image/png", picture(ann.page, 300, 200, "image/png")))
    bob.until("harbour.png, ").until("/v1/files/")
    photo = tmp_path / "tower.png"
    photo.write_bytes(picture(ann.page, 320, 240, "image/png"))
    bob.send(f"/file {photo}")
    image = ann.page.locator(".message.other img.media")
    expect(image).to_have_attribute("alt", "tower.png")
    expect(image).to_have_js_property("naturalWidth", 320)


def test_both_come_back_to_a_server_that_was_away_with_what_they_wrote_meanwhile(visit, terminal, server):
    ann, bob = visit().enter("ann"), terminal
    ann.say("before")
    bob.until("before")
    server.kill()
    expect(ann.page.locator("#banner")).to_be_visible()
    # The line that stays: "Offline" is there only until the first try fails.
    bob.until("refused the connection. Trying again.")
    ann.say("from the page")
    expect(ann.message("from the page")).to_have_attribute("data-state", "waiting")
    bob.send("from the terminal")
    bob.until("from the terminal … waiting")
    server.start()
    bob.type("\x0c")  # connects now
    bob.delivered("from the terminal").until("from the page")
    expect(ann.message("from the terminal")).to_be_visible()
    expect(ann.message("from the page")).to_have_attribute("data-state", "sent")
    expect(ann.texts).to_have_count(3)
    bob.send("/quit")
    assert bob.end() == 0 and bob.is_as_before()
    expect(ann.page.locator("#members bdi")).to_have_text(["ann"])
    assert len(re.findall("from the terminal", ann.page.locator("#timeline").inner_text())) == 1
