"""Messages that the operator's filter list holds, and what moderators decide about them, on the real server."""

import pytest

from accounts import ask, command
from deadline import eventually
from lines import Lines
from martlet_server import run
from swiftchat import SwiftChat
from test_membership import direct, make_group, membership
from test_reports import administrator, audit, garden
from v1 import V1, new_device

LIST = "hold:bitcoin\nhold:link:example.org\ncasino\n"
PER_USER = 20


@pytest.fixture
def served(serve, tmp_path):
    """A server with a list that holds, and the list's file."""
    file = tmp_path / "filter.txt"
    file.write_text(LIST)
    server = serve(
        "--filter", str(file), "--accounts", "closed", "--new-rooms-per-user", "off", "--new-rooms-per-address", "off")
    server.filter = file
    return server


def held(client, text="buy bitcoin", room="garden", **fields):
    """Sends something that is held: the error frame."""
    client.number += 1
    refused = client.refusal("send", room=room, text=text, **{"number": client.number} | fields)
    assert refused["code"] == 199 and refused["error"] == "held" and not refused["temporary"], refused
    return refused


def queue(client, room="garden"):
    """All entries, page by page."""
    entries, after = [], {}
    while True:
        page = client.request("held", **({"room": room} if room else {}), **after)
        entries += page["messages"]
        if "next" not in page:
            return entries
        after = {"after": page["next"]}


def decide(client, decision="publish", place=None, room="garden", **fields):
    place = place or queue(client, room)[0]["place"]
    return client.request("decide", room=room, place=place, decision=decision, **fields)


def texts(client, room="garden"):
    return [event["text"] for event in client.history(room) if event["kind"] == "message"]


def test_a_held_message_is_seen_by_nobody_until_it_is_published(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        rules = ann.send("rules", room="garden")["seq"]
        assert "moderator" in held(bob, "Is B1tcoin accepted?", reply=rules)["text"]
        assert bob.send("hello", room="garden")["seq"] == rules + 1
        assert texts(cleo) == ["rules", "hello"]
        [entry] = queue(ann)
        assert entry["text"] == "Is B1tcoin accepted?" and entry["reply"] == rules
        assert (entry["user"], entry["name"], entry["room"]) == (bob.user, "bob", "garden")
        # Neither the author nor another member sees the queue.
        assert bob.refusal("held", room="garden")["code"] == 138
        assert cleo.refusal("decide", room="garden", place=entry["place"], decision="publish")["code"] == 138
        decide(ann, note="a fair question")
        for client in (ann, bob, cleo):
            event = client.event(kind="message", text="Is B1tcoin accepted?")
            assert event["seq"] == rules + 2 and event["user"] == bob.user and event["reply"] == rules
            assert "device" not in event and "number" not in event and event["at"] >= entry["at"]
        assert queue(ann) == [] and texts(cleo) == ["rules", "hello", "Is B1tcoin accepted?"]
        decided = audit(ann)[0]
        assert decided["decided"]["decision"] == "publish" and decided["decided"]["note"] == "a fair question"
        assert (decided["decided"]["held"], decided["decided"]["of"]) == (entry["place"], rules + 2)
        assert decided["about"] == {"user": bob.user, "name": "bob"}
        # It is a message as any other.
        bob.change("edit", room="garden", of=rules + 2, text="Is cash accepted?")
        ann.change("delete", room="garden", of=rules + 2)


def test_a_discarded_message_is_nowhere(served):
    secret = "bitcoin and the words nobody should find"
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        held(bob, secret)
        decide(ann, "discard")
        assert queue(ann) == [] and texts(ann) == []
        assert "of" not in audit(ann)[0]["decided"]
    served.stop()
    for file in served.data.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file


@pytest.mark.parametrize("decision", ["publish", "discard"])
def test_a_repeated_send_is_held_again_after_each_decision(served, decision):
    """Also after a crash, and when the list has changed. What stands behind it is not blocked."""
    with V1(served, "ann") as ann, V1(served, join=("lobby",), name="bob", device=new_device()) as bob:
        garden(ann, bob)
        token, ann_token, device = bob.token, ann.token, bob.device
        first = bob.send("hello", room="garden")["seq"]
        number = bob.number + 1
        held(bob, number=number, after=number - 1)
        held(bob, number=number, after=number - 1)
        # What names it is out of turn, as behind a refused one.
        refused = bob.refusal("send", room="garden", number=number + 1, after=number, text="and more")
        assert refused["code"] == 204
        assert bob.request("send", room="garden", number=number + 1, after=number - 1, text="and more")["seq"] == first + 1
        assert len(queue(ann)) == 1
    served.kill()
    served.start()
    with V1(served, token=ann_token, join=("garden",)) as ann, \
            V1(served, token=token, device=device, join=("garden",)) as bob:
        held(bob, number=number)
        assert len(queue(ann)) == 1
        decide(ann, decision)
        held(bob, number=number)
        assert bob.send("third", room="garden", number=number + 2)["seq"] == first + (3 if decision == "publish" else 2)
    served.kill()
    served.filter.write_text("")
    served.start()
    with V1(served, token=ann_token, join=("garden",)) as ann, \
            V1(served, token=token, device=device, join=("garden",)) as bob:
        held(bob, number=number)
        assert queue(ann) == []
        assert texts(ann).count("buy bitcoin") == (1 if decision == "publish" else 0)


def test_only_plain_messages_of_moderated_rooms_are_held(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        group, private = make_group(ann, bob), direct(ann.user, bob.user)
        for client in (ann, bob):
            client.request("join", room=private)
        ann.send("hello", room=private)
        seq = ann.send("hello", room=group)["seq"]
        for type, room, fields in [
            ("send", group, {"text": "bitcoin, casino"}), ("send", private, {"text": "bitcoin"}),
            ("send", "new-room", {"text": "bitcoin"}),
            ("send", group, {"text": "ok", "payload": {"type": "x", "data": "bitcoin"}}),
            ("edit", group, {"of": seq, "text": "bitcoin"}), ("settings", group, {"title": "Bitcoin"}),
            ("delete", group, {"of": seq, "reason": "example.org"}),
        ]:
            if room == "new-room":
                ann.request("join", room=room)
            ann.number += 1
            assert ann.refusal(type, room=room, number=ann.number, **fields)["code"] == 194, (type, fields)
        # Everyone is held, an owner, too; and nobody decides about their own.
        held(ann, room=group)
        assert queue(ann, group) == []
        membership(ann, group, bob.user, "role", role="moderator")
        [entry] = queue(bob, group)
        assert ann.refusal("decide", room=group, place=entry["place"], decision="publish")["code"] == 192
        decide(bob, room=group)
        assert texts(bob, group)[-1] == "buy bitcoin"
    with V1(served, hello=False) as client:
        assert client.refusal("hello", version=1, name="Bitcoin")["code"] == 194


def test_decisions_are_made_once(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, administrator(served) as root:
        garden(ann, bob)
        held(bob)
        place = queue(root, None)[0]["place"]
        for _ in range(2):
            assert decide(ann, place=place)["type"] == "ok"
        assert ann.refusal("decide", room="garden", place=place, decision="discard")["code"] == 192
        assert root.refusal("decide", room="garden", place=place, decision="publish")["code"] == 192
        assert ann.refusal("decide", room="garden", place=place + 1, decision="publish")["code"] == 192
        assert ann.refusal("decide", room="garden", place=place, decision="burn")["code"] == 101
        assert ann.refusal("decide", room="garden", place=place, decision="publish", note="a\nb")["code"] == 192
        assert texts(ann) == ["buy bitcoin"]
        assert len([entry for entry in audit(ann) if "decided" in entry]) == 1


def test_an_author_who_may_not_write_is_not_published(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        group = make_group(ann, bob, cleo)
        for client in (bob, cleo):
            held(client, room=group)
        first, second = queue(ann, group)
        membership(ann, group, bob.user, "ban")
        membership(ann, group, cleo.user, "mute")
        for entry, code in ((first, 137), (second, 139)):
            refused = ann.refusal("decide", room=group, place=entry["place"], decision="publish")
            assert refused["code"] == code
        assert len(queue(ann, group)) == 2
        decide(ann, "discard", place=first["place"], room=group)
        membership(ann, group, cleo.user, "unmute")
        decide(ann, place=second["place"], room=group)
        assert texts(ann, group) == ["buy bitcoin"]


def test_a_user_has_so_many_that_wait(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        for _ in range(PER_USER):
            held(bob)
        bob.number += 1
        refused = bob.refusal("send", room="garden", number=bob.number, text="bitcoin")
        assert refused["code"] == 194 and "moderator" in refused["text"]
        held(cleo)
        # Nothing else of theirs is stopped, and a decision makes room.
        bob.send("hello", room="garden", number=bob.number)
        decide(ann, "discard")
        held(bob)
        assert len(queue(ann)) == PER_USER + 1


@pytest.mark.sqlite
def test_an_erased_person_has_none_and_a_removed_room_has_none(served):
    secret = "bitcoin of bob's"
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        for client, text in ((bob, secret), (cleo, "bitcoin of cleo's")):
            held(client, text)
        held(bob, secret + " again")
        decide(ann, "discard", note="bob again")
        assert run("erase", bob.user, "--data", served.data).returncode == 0
        assert [entry["name"] for entry in queue(ann)] == ["cleo"]
        decided = next(entry for entry in audit(ann) if "decided" in entry)
        assert "note" not in decided["decided"] and decided["about"]["name"] == "erased"
        assert run("room", "delete", "garden", "--data", served.data).returncode == 0
    with V1(served, "dan") as dan:
        garden(dan)
        assert queue(dan) == []
    served.stop()
    assert run("check", "--data", served.data).returncode == 0
    for file in served.data.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file


def test_over_http_and_on_the_command_line(served, tmp_path):
    key = tmp_path / "key"
    key.write_text(command(served, "key", "add", "warden", "--role", "administrator"))

    def request(**frame):
        return ask(served, "POST", "/v1/request", {"ref": 1} | frame, token=key.read_text().strip())

    def reports(*words):
        ended = run("reports", *words, "--server", served.url, "--key-file", key)
        assert ended.returncode == 0, ended.stderr
        return [line.split("\t") for line in ended.stdout.splitlines()]

    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        for text in ("bitcoin\tone", "bitcoin two", "bitcoin three"):
            held(bob, text)
        answer = request(type="send", room="garden", text="bitcoin of a bot")
        assert answer.status == 202 and answer.code == 199
        messages = request(type="held").json["messages"]
        assert [entry["text"] for entry in messages] == ["bitcoin\tone", "bitcoin two", "bitcoin three"]
        places = [str(entry["place"]) for entry in messages]
        answer = request(type="decide", room="garden", place=messages[0]["place"], decision="publish")
        assert answer.json == {"type": "ok", "ref": 1}
        assert reports("held") == [
            ["garden", places[1], "bob", "bitcoin two"], ["garden", places[2], "bob", "bitcoin three"]]
        reports("publish", "garden", places[1], "--note", "fine")
        reports("discard", "garden", places[2])
        assert reports("held", "--room", "garden") == []
        assert [line[1:] for line in reports("log", "garden")][:2] == [
            ["warden", f"discard held {places[2]}", "bob", "-"], ["warden", "publish 3", "bob", "fine"]]
        assert texts(ann) == ["bitcoin\tone", "bitcoin two"]


def test_the_two_other_protocols(served):
    with V1(served, "ann") as ann, administrator(served) as root, Lines(served, "bob") as bob, \
            SwiftChat(served, "cleo") as cleo:
        ann.send("hello")
        bob.say("bitcoin of bob's")
        cleo.send("bitcoin of cleo's")
        eventually(lambda: len(queue(root, "lobby")) == 2, "two held messages")
        for entry in queue(root, "lobby"):
            decide(root, place=entry["place"], room="lobby")
        assert {ann.event(kind="message", name=name)["text"] for name in ("bob", "cleo")} == {
            "bitcoin of bob's", "bitcoin of cleo's"}


def test_expired_messages_do_not_wait(serve, tmp_path):
    file = tmp_path / "filter.txt"
    file.write_text(LIST)
    server = serve("--filter", str(file), "--keep", "2s")
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        garden(ann, bob)
        held(bob)
        assert len(queue(ann)) == 1
        eventually(lambda: queue(ann) == [], "the expiry")
