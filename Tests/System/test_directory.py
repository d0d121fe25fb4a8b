"""The directory of open rooms, through the real server."""

import pytest

from accounts import ask, command
from test_membership import direct, make_group, membership
from test_membership_abuse import MANY_ROOMS, history_is_not_slowed, numbered, outcomes
from v1 import V1

PAGE = 50


def directory(client, search=None, after=None):
    fields = {key: value for key, value in (("search", search), ("after", after)) if value is not None}
    return client.request("directory", **fields)


def every(client, search=None):
    """All rooms, page by page, and the number of pages."""
    rooms, after, pages = [], None, 0
    while True:
        page = directory(client, search, after)
        rooms += page["rooms"]
        pages += 1
        after = page.get("next")
        if after is None:
            return rooms, pages


def test_open_rooms_are_found_with_their_title_topic_people_and_time(server):
    with V1(server, "ann") as ann, V1(server, "bob", join=()) as bob:
        ann.change("settings", room="tea", title="Tea", topic="Leaves and water")
        ann.request("join", room="tea")
        at = ann.send("hello", room="tea")["at"]
        assert directory(bob, "leaves TEA")["rooms"] == [
            {"room": "tea", "title": "Tea", "topic": "Leaves and water", "people": 1, "at": at}]
        bob.request("join", room="tea")
        assert directory(bob, "tea")["rooms"][0]["people"] == 2
        assert directory(bob, "eaves")["rooms"] == []
        # A room without an event is nothing that lasts.
        bob.request("join", room="empty")
        assert "empty" not in [room["room"] for room in every(bob)[0]]


def test_groups_and_direct_rooms_never_show(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        before = every(ann)
        for _ in range(5):
            room = make_group(ann, bob)
            ann.send("hello", room=room)
        private = direct(ann.user, bob.user)
        ann.request("join", room=private)
        ann.send("hello", room=private)
        assert every(ann) == before
        for search in ("Tea", "g", "d", room, room[:10], private):
            assert directory(ann, search)["rooms"] == []


def test_a_room_does_not_show_to_those_who_are_banned_from_it(server):
    with V1(server, "ann") as ann, V1(server, "bob", join=()) as bob:
        ann.change("settings", room="tea", title="Tea", topic="Leaves")
        ann.change("settings", room="teapot", title="Pots")
        membership(ann, "tea", bob.user, "ban")
        assert [room["room"] for room in directory(bob, "tea")["rooms"]] == ["teapot"]
        assert [room["room"] for room in directory(ann, "tea")["rooms"]] == ["tea", "teapot"]
        membership(ann, "tea", bob.user, "unban")
        assert [room["room"] for room in directory(bob, "tea")["rooms"]] == ["tea", "teapot"]


def test_a_page_is_bounded_and_groups_do_not_count_towards_it(serve):
    server = serve(*MANY_ROOMS)
    with V1(server, "ann") as ann:
        names = [f"r{number:04}" for number in range(2_100)]
        refs = []
        for name in names:
            refs.append(numbered(ann, "settings", room=name, title="Room" if name != "r2099" else "Last"))
        assert set(outcomes(ann, refs)) == {None}
        rooms, pages = every(ann)
        assert [room["room"] for room in rooms] == names and pages == 2_100 // PAGE
        found, pages = every(ann, "last")
        assert [room["room"] for room in found] == ["r2099"] and pages == 2
        groups = [numbered(ann, "settings", room=f"g-{number:026}", title="x") for number in range(1_900)]
        assert set(outcomes(ann, groups)) == {None}
        assert every(ann, "last") == (found, 2)


@pytest.mark.parametrize("search", ["a\nb", "x" * 129, "\u202eabc", 7])
def test_a_search_is_one_line(server, search):
    with V1(server, "ann") as ann:
        assert ann.refusal("directory", search=search)["code"] in (100, 101)


def test_it_works_over_http(serve):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot")
    with V1(server, "ann") as ann:
        ann.send("hello")
        answer = ask(server, "POST", "/v1/request", {"type": "directory", "ref": 1, "search": "lobby"}, token=key)
        assert answer.status == 200 and [room["room"] for room in answer.json["rooms"]] == ["lobby"]


def test_searches_of_the_longest_texts_do_not_slow_readers_of_history(serve):
    server = serve(*MANY_ROOMS)
    with V1(server, "ann") as ann:
        topic = "水" * 341
        refs = [numbered(ann, "settings", room=f"long{number:04}", title="水" * 42, topic=topic) for number in range(400)]
        assert set(outcomes(ann, refs)) == {None}
        ann.send("hello")
        search = " ".join(["水" * 4 + "x"] * 8)
        assert directory(ann, search)["rooms"] == []

        def searches(client):
            for _ in range(2):
                yield {"type": "directory", "search": search}

        history_is_not_slowed(server, ann, searches)
