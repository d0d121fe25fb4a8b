"""The operator's filter list, on the real server and over all protocols."""

import random

import pytest

from accounts import ask, command
from deadline import eventually
from lines import Lines
from swiftchat import SwiftChat
from test_membership import make_group
from test_starting import free_data, refusal
from v1 import V1, Refused

LIST = """\
# What nobody sells here
casino
buy now
*poker*
link:example.com
"""
ALLOWED = ["the cashier has no change", "buy it now", "see example.org", "100 000 casinos", "c'est si bon"]


@pytest.fixture
def filtered(serve, tmp_path):
    """A server with a list, and the list's file."""
    file = tmp_path / "filter.txt"
    file.write_text(LIST)
    server = serve("--filter", str(file), "--accounts", "open")
    server.filter = file
    return server


def code(client, text, room="lobby"):
    client.number += 1
    try:
        client.request("send", room=room, number=client.number, text=text)
    except Refused as refused:
        return refused.code
    return None


def test_what_is_on_the_list_is_refused_everywhere(filtered):
    with V1(filtered, "ann") as ann, V1(filtered, "bob") as bob:
        group = make_group(ann, bob)
        seq = ann.send("hello", room=group)["seq"]
        for type, fields in [
            ("send", {"text": "a Casino, please"}), ("send", {"text": "ok", "payload": {"type": "x", "data": "casino"}}),
            ("edit", {"of": seq, "text": "BUY NOW"}), ("settings", {"title": "Onlinepoker"}),
            ("settings", {"topic": "https://www.example.com/x"}),
            ("membership", {"member": bob.user, "action": "mute", "reason": "casino"}),
            ("delete", {"of": seq, "reason": "casino"}),
        ]:
            ann.number += 1
            refused = ann.refusal(type, room=group, number=ann.number, **fields)
            assert refused["code"] == 194 and not refused["temporary"], (type, fields)
            # It does not say what is on the list.
            assert not any(word in refused["text"].lower() for word in ("casino", "buy", "poker", "example"))
        assert [event["kind"] for event in ann.history(group)][-1] == "message"
        assert all(code(ann, text, group) is None for text in ALLOWED)
        ann.change("react", room=group, of=seq, emoji="🎰", on=True)
        ann.change("delete", room=group, of=seq)


def test_names_of_new_rooms(serve, tmp_path):
    file = tmp_path / "filter.txt"
    file.write_text("lottery\n")
    server = serve("--filter", str(file))
    with V1(server, "ann", join=("lobby", "old-casino")) as ann:
        ann.send("hello", room="old-casino")
        file.write_text("casino\nhold:bitcoin\n")
        eventually(lambda: "read again" in server.log, "the list is read")
        for room in ("casino-best", "best-casino-2", "c4sino", "bitcoin"):
            ann.request("join", room=room)
            assert code(ann, "hello", room) == 194
            ann.number += 1
            assert ann.refusal("settings", room=room, number=ann.number, title="Tea")["code"] == 194
            assert [entry["room"] for entry in ann.request("directory", search=room)["rooms"]] == []
        # A room that exists stays, and so do its messages.
        assert code(ann, "hello", "old-casino") is None


def test_names(filtered):
    with V1(filtered, hello=False) as client:
        assert client.refusal("hello", version=1, name="Casino Royal")["code"] == 194
        client.hello("ann")
    assert ask(filtered, "POST", "/v1/accounts", {"name": "c4sino", "password": "correct horse"}).code == 194
    assert ask(filtered, "POST", "/v1/accounts", {"name": "cassie", "password": "correct horse"}).status == 201


def test_over_http(filtered):
    key = command(filtered, "key", "add", "bot", "--role", "administrator")
    frame = {"type": "send", "ref": 1, "room": "lobby", "text": "casino"}
    answer = ask(filtered, "POST", "/v1/request", frame, token=key)
    assert answer.status == 400 and answer.code == 194
    assert ask(filtered, "POST", "/v1/request", frame | {"text": "hello"}, token=key).status == 200


def test_the_two_other_protocols(filtered):
    with V1(filtered, "ann") as ann, Lines(filtered, "bob") as bob, SwiftChat(filtered, "cleo") as cleo:
        bob.say("come to the casino")
        cleo.send("buy now")
        bob.say("hello from bob")
        cleo.send("hello from cleo")
        assert {ann.event(kind="message")["text"] for _ in range(2)} == {"hello from bob", "hello from cleo"}


def test_the_list_is_read_again(filtered):
    with V1(filtered, "ann") as ann:
        assert code(ann, "casino") == 194 and code(ann, "lottery") is None
        filtered.filter.write_text("lottery\n")
        eventually(lambda: code(ann, "lottery") == 194, "the list that was read")
        assert code(ann, "casino") is None
        # A list that can't be read leaves the one before in place, and is told once.
        filtered.filter.write_text("casino\n*\n")
        eventually(lambda: "Line 2" in filtered.log, "the list that was read")
        assert code(ann, "lottery") == 194 and code(ann, "casino") is None
        filtered.filter.unlink()
        eventually(lambda: "There is no file" in filtered.log, "the list that was read")
        assert code(ann, "lottery") == 194
        filtered.filter.write_text("")
        eventually(lambda: code(ann, "lottery") is None, "the list that was read")


def test_a_message_that_was_accepted_stays_accepted(filtered):
    """Sending it again, after the list has changed, gives the first answer again."""
    with V1(filtered, "ann") as ann:
        first = ann.send("lottery")
        filtered.filter.write_text("lottery\n")
        eventually(lambda: code(ann, "lottery") == 194, "the list that was read")
        again = ann.request("send", room="lobby", number=first["number"], text="lottery")
        assert again["seq"] == first["seq"]


@pytest.mark.parametrize("text, says", [
    ("*\n", "Line 1"), ("casino\nlink:com\n", "Line 2"), ("x" * 300, "256 bytes"), ("word\n" * 60_000, "Shorten"),
])
def test_a_server_with_a_wrong_list_does_not_start(tmp_path, text, says):
    file = tmp_path / "filter.txt"
    file.write_text(text)
    assert says in refusal(*free_data(tmp_path), "--filter", str(file))


def disguised(word, random):
    """The word, in letters that a reader takes for its own."""
    looks = {"c": "cСсC", "a": "aа@4á", "s": "s$5šѕ", "i": "i1іí", "n": "nñＮ", "o": "oоöO"}
    between = random.choice(["", "", ".", "-", "*"])
    letters = [random.choice(looks[letter]) for letter in word[:-1]] + [word[-1]]
    return between.join(letter + random.choice(["", "", "\u200b", "\u2060", "\u0301"]) for letter in letters)


def test_disguises(filtered):
    chance = random.Random(20261122)
    with V1(filtered, "ann") as ann:
        for _ in range(150):
            text = f"the {disguised('casino', chance)} is open"
            assert code(ann, text) == 194, ascii(text)
        for _ in range(50):
            words = "".join(chance.choice("bdfghjklmpqrtuvwxyz ") for _ in range(40))
            assert code(ann, f"x{words}") is None, words


def test_the_worst_text_is_answered(filtered):
    """16 KiB of texts for which a backtracking matcher would take longer than a request may."""
    hostile = ["casin" * 3_276, "c a s i n " * 1_638, "с" * 8_192, "c\u0301" * 5_000, "4" * 16_384, "ccc" * 5_461,
               "Ѕ" * 8_000, "example." * 2_048, "*p*o*k*e" * 2_048]
    with V1(filtered, "ann") as ann, V1(filtered, "bob") as bob:
        for text in hostile:
            assert code(ann, text) is None, text[:20]
            bob.request("ping")
