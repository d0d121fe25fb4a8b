"""The search for messages, through the real server."""

import pytest

from accounts import ask, command
from test_membership import make_group, membership, new_group
from test_membership_abuse import MANY_ROOMS, history_is_not_slowed, numbered, outcomes
from uploads import new_id, png, put
from v1 import V1


def search(client, words, room="lobby", before=None):
    fields = {"before": before} if before is not None else {}
    return client.request("search", room=room, words=words, **fields)


def found(client, words, room="lobby"):
    """The texts of one page."""
    return [message["text"] for message in search(client, words, room)["messages"]]


def every(client, words, room="lobby"):
    """The numbers of all messages, page by page, and the number of pages."""
    seqs, before, pages = [], None, 0
    while True:
        page = search(client, words, room, before)
        seqs += [message["seq"] for message in page["messages"]]
        pages += 1
        before = page.get("next")
        if before is None:
            return seqs, pages


def test_messages_are_found_by_the_beginnings_of_their_words(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        for text in ("Tea leaves", "the TEAPOT leaks", "steam", "Öl und Wasser"):
            ann.send(text)
        assert found(bob, "tea") == ["the TEAPOT leaks", "Tea leaves"]
        assert found(bob, "lea te") == ["the TEAPOT leaks", "Tea leaves"]
        assert found(bob, "leaves tea") == ["Tea leaves"]
        assert found(bob, "öl") == found(bob, "ol") == ["Öl und Wasser"]
        assert found(bob, "coffee") == []


def test_a_message_is_found_as_it_is_now(server):
    with V1(server, "ann") as ann:
        seq = ann.send("green tea")["seq"]
        other = ann.send("black tea")["seq"]
        ann.change("edit", of=seq, text="green coffee")
        assert found(ann, "tea") == ["black tea"] and found(ann, "coffee") == ["green coffee"]
        ann.change("delete", of=other)
        assert found(ann, "tea") == []
        hit, = search(ann, "coffee")["messages"]
        assert hit["seq"] == seq and hit["edited"]


def test_a_file_is_found_by_its_name(server):
    with V1(server, "ann") as ann:
        attachment = put(server, ann.token, png(8, 8), new_id(), "Teapot manual.png").json
        seq = ann.change("send", text="here it is", attachment=attachment)["seq"]
        assert every(ann, "manual") == every(ann, "here") == ([seq], 1)


def test_pages_lead_through_the_whole_log(serve):
    server = serve(*MANY_ROOMS)
    with V1(server, "ann") as ann:
        refs = [numbered(ann, "send", room="lobby", text=f"tea {number}" if number % 50 == 0 else f"word {number}") for number in range(2_500)]
        assert set(outcomes(ann, refs)) == {None}
        seqs, pages = every(ann, "tea")
        assert seqs == [number + 1 for number in range(2_450, -1, -50)]
        assert pages == 3  # 1,000 events are looked at for each, or 20 messages are found
        assert every(ann, "word 7")[0][-1] == 8
        assert every(ann, "nothing") == ([], 3)


def test_strangers_newcomers_and_banned_people_find_what_they_may_read(server):
    with V1(server, "ann") as ann, V1(server, "bob", join=()) as bob, V1(server, "eve", join=()) as eve:
        room = make_group(ann, newcomers="joined")
        ann.send("tea before", room=room)
        membership(ann, room, bob.user, "invite")
        membership(bob, room, bob.user, "join")
        bob.request("join", room=room)
        ann.send("tea after", room=room)
        assert found(ann, "tea", room) == ["tea after", "tea before"]
        assert found(bob, "tea", room) == ["tea after"]
        assert every(bob, "tea", room)[1] == 1
        for other in (room, new_group()):
            assert eve.refusal("search", room=other, words="tea")["text"] == f"Join the room {other} first."
        membership(ann, room, bob.user, "ban")
        assert bob.refusal("search", room=room, words="tea")["code"] in (131, 137)


@pytest.mark.parametrize("words", ["a\nb", "x" * 129, "\u202eabc", 7, "", "  ", "!?"])
def test_a_search_has_a_word_and_is_one_line(server, words):
    with V1(server, "ann") as ann:
        assert ann.refusal("search", room="lobby", words=words)["code"] in (100, 101)


def test_it_works_over_http(serve):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot")
    with V1(server, "ann") as ann:
        ann.send("a pot of tea")
        answer = ask(server, "POST", "/v1/request", {"type": "search", "ref": 1, "room": "lobby", "words": "tea"}, token=key)
        assert answer.status == 200 and [message["text"] for message in answer.json["messages"]] == ["a pot of tea"]


def test_searches_of_the_longest_texts_do_not_slow_readers_of_history(serve):
    server = serve(*MANY_ROOMS)
    with V1(server, "ann") as ann:
        refs = [numbered(ann, "send", room="lobby", text="水" * 1_300) for _ in range(300)]
        assert set(outcomes(ann, refs)) == {None}
        words = " ".join(["水" * 4 + "x"] * 8)
        assert found(ann, words) == []

        def searches(client):
            if "lobby" not in client.joined:
                client.joined["lobby"] = True
                yield {"type": "join", "room": "lobby"}
            for _ in range(2):
                yield {"type": "search", "room": "lobby", "words": words}

        history_is_not_slowed(server, ann, searches)
