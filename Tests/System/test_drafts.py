"""What a user has written and not sent, on all their devices."""

import pytest

from accounts import command
from martlet_server import run
from test_choices import own
from test_http_api import post
from test_membership import make_group
from test_membership_abuse import outcomes
from test_room_list import MOST_BYTES, frame_bytes
from v1 import V1


def drafts(client):
    return {entry["room"]: entry["draft"] for entry in client.request("list")["rooms"] if "draft" in entry}


def test_a_draft_is_on_all_devices_of_its_user_and_nobody_elses(serve):
    server = serve()
    with V1(server, "ann") as phone, V1(server, "bob") as bob, V1(server, token=phone.token, join=()) as tablet:
        token = phone.token
        bob.send("hello")
        assert phone.request("draft", room="lobby", text="I thi")["type"] == "ok"
        assert tablet.push("draft") == {"type": "draft", "room": "lobby", "text": "I thi"}
        phone.request("draft", room="lobby", text="I think so")
        assert tablet.push("draft")["text"] == "I think so"
        assert drafts(tablet) == drafts(phone) == {"lobby": "I think so"}
        tablet.request("draft", room="lobby", text="")
        assert phone.push("draft")["text"] == ""
        assert drafts(tablet) == {}
        phone.request("draft", room="lobby", text="later")
        bob.send("behind")
        assert bob.event(text="behind") and not [frame for frame in bob.pushed if frame["type"] == "draft"]
        assert drafts(bob) == {}
        # A draft is no event: the user's own log stays empty.
        assert phone.request("join", room=own(phone))["head"] == 0
        assert not [frame for frame in phone.pushed if frame["type"] == "draft"]
    server.kill()
    server.start()
    with V1(server, token=token) as phone:
        assert drafts(phone) == {"lobby": "later"}


def test_what_a_draft_may_be(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        bob.send("hello")
        longest = "ä" * 8192
        ann.request("draft", room="lobby", text=longest)
        assert drafts(ann) == {"lobby": longest}
        assert ann.refusal("draft", room="lobby", text=longest + "x")["code"] == 141
        assert ann.refusal("draft", room="lobby", text="\u0007")["code"] == 142
        assert ann.refusal("draft", room=own(ann), text="x")["code"] == 138
        assert ann.refusal("draft", room="lobby")["code"] == 101


def test_a_draft_tells_nothing_of_a_room_of_others(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann)
        for name in (room, "g-" + "0" * 26, "nobodys"):
            assert bob.request("draft", room=name, text="x")["type"] == "ok"
        assert bob.request("list")["rooms"] == []


def test_pages_with_long_drafts_stay_small(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        rooms = [f"room{number}" for number in range(40)]
        for room in rooms:
            bob.request("join", room=room)
            bob.send("hello", room=room)
            ann.request("draft", room=room, text="x" * 16000)
        seen, after = {}, {}
        while True:
            page = ann.request("list", **after)
            assert frame_bytes(page) < MOST_BYTES
            seen |= {entry["room"]: entry["draft"] for entry in page["rooms"]}
            if "next" not in page:
                break
            after = {"after": page["next"]}
        assert sorted(seen) == sorted(rooms)


def test_drafts_pay_from_the_budget_of_messages(serve):
    """Five at once and one a second."""
    server = serve(rate_limit="1")
    with V1(server, "ann") as ann:
        codes = outcomes(ann, [ann.ask("draft", room="lobby", text=f"{number}") for number in range(100)])
    assert codes[:5] == [None] * 5 and set(codes) == {None, 200}


@pytest.mark.sqlite
def test_drafts_over_http_and_after_an_erasure(serve, tmp_path):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot")
    with V1(server, token=key) as bot:
        bot.send("hello")
        assert post(server, key, type="draft", room="lobby", text="by a script").status == 200
        assert bot.push("draft")["text"] == "by a script"
        user = bot.user
    server.stop()
    assert run("erase", user, "--data", server.data).returncode == 0
    server.start()
    with V1(server, token=key) as bot:
        assert drafts(bot) == {}
