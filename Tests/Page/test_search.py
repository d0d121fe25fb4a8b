"""The search of a room's messages."""

import re

from playwright.sync_api import expect
from test_moderation import SCHEMES, more, options, press, sheet
from test_page import check
from test_rooms import said
from visitors import SIZES

import pytest


def field(visitor):
    return sheet(visitor).get_by_role("textbox", name="Search messages")


def search(visitor, words):
    field(visitor).fill(words)
    field(visitor).press("Enter")


def lines(visitor):
    return sheet(visitor).get_by_role("list", name="Search messages").get_by_role("listitem")


def test_a_message_far_back_is_found_and_shown(visit, robot):
    robot("bob", texts=["the teapot leaks", *(f"word {number}" for number in range(1_200))])
    ann = visit().enter("ann")
    expect(ann.message("word 1199")).to_be_visible()
    ann.page.get_by_role("button", name="Search messages").click()
    search(ann, "nothing like it")
    expect(sheet(ann)).to_contain_text("No message matches.")
    place = field(ann).bounding_box()
    search(ann, "TEA lea")
    expect(lines(ann)).to_have_count(1)
    expect(lines(ann)).to_contain_text("the teapot leaks")
    expect(lines(ann).locator("mark")).to_have_text(["tea", "lea"])
    assert field(ann).bounding_box() == place, "the field has moved"
    expect(field(ann)).to_be_focused()
    press(ann, "Show: bob")
    expect(sheet(ann)).not_to_be_visible()
    expect(ann.message("the teapot leaks")).to_be_in_viewport()
    # The text leads there, too.
    ann.page.get_by_role("button", name="Search messages").click()
    search(ann, "word 1199")
    lines(ann).locator("mark").first.click()
    expect(sheet(ann)).not_to_be_visible()
    expect(ann.message("word 1199")).to_be_in_viewport()


def test_the_search_begins_while_its_words_are_typed(visit, robot):
    robot("bob", texts=["tea for two", "coffee for all"])
    ann = visit().enter("ann")
    expect(ann.message("coffee for all")).to_be_visible()
    options(ann, "Search messages…")
    field(ann).press_sequentially("te")
    expect(lines(ann)).to_have_text([re.compile("tea for two")])
    field(ann).fill("cof")
    expect(lines(ann)).to_have_text([re.compile("coffee for all")])
    expect(field(ann)).to_be_focused()
    # An empty field lists nothing.
    field(ann).fill("")
    expect(lines(ann)).to_have_count(0)


def test_older_messages_are_searched_when_they_are_wanted(visit, robot):
    robot("bob", texts=[f"tea {number}" for number in range(45)])
    ann = visit().enter("ann")
    expect(ann.message("tea 44")).to_be_visible()
    options(ann, "Search messages…")
    search(ann, "tea")
    expect(lines(ann)).to_have_count(20)
    expect(lines(ann).first).to_contain_text("tea 44")
    press(ann, "Search older messages")
    expect(lines(ann)).to_have_count(40)
    press(ann, "Search older messages")
    expect(lines(ann)).to_have_count(45)
    expect(sheet(ann).get_by_role("button", name="Search older messages")).to_have_count(0)


def test_words_that_nobody_can_search_for_are_refused_and_blocked_people_are_not_found(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    said(bob, "tea for all")
    expect(ann.message("tea for all")).to_be_visible()
    options(ann, "Search messages…")
    search(ann, "!?")
    expect(sheet(ann)).to_contain_text("The search has no word.")
    search(ann, "tea")
    expect(lines(ann)).to_have_count(1)
    ann.page.keyboard.press("Escape")
    more(ann, "tea for all", "Block this person…")
    press(ann, "Block")
    options(ann, "Search messages…")
    search(ann, "tea")
    expect(sheet(ann)).to_contain_text("No message matches.")
    expect(lines(ann)).to_have_count(0)


@pytest.mark.parametrize("scheme, size", SCHEMES)
def test_it_is_accessible(visit, scheme, size):
    ann = visit(color_scheme=scheme, viewport=SIZES[size]).enter("ann")
    said(ann, "a pot of tea")
    options(ann, "Search messages…")
    search(ann, "pot")
    expect(lines(ann)).to_have_count(1)
    check(ann.page, f"search-{size}-{scheme}")


def test_on_a_phone_the_button_that_shows_a_message_is_beside_it(visit, robot):
    robot("bob", texts=["the teapot leaks, and nobody knows what is to be done about that"])
    ann = visit(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce").enter("ann")
    options(ann, "Search messages…")
    search(ann, "teapot")
    expect(lines(ann)).to_have_count(1)
    words, button = lines(ann).locator(".sheet-words").bounding_box(), lines(ann).get_by_role("button").bounding_box()
    assert button["x"] >= words["x"] + words["width"] and button["y"] < words["y"] + words["height"]
