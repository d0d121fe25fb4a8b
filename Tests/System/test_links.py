"""Invite links of groups, through the real server."""

import contextlib
import json
import sqlite3
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from martlet_server import run
from test_membership import base32, make_group, membership, new_group, new_link
from test_membership_abuse import numbered, outcomes
from v1 import V1

LINKS_PER_GROUP = 50


def did(*arguments):
    ended = run(*arguments)
    assert ended.returncode == 0, ended.stderr


def make_link(client, room, **fields):
    secret, link = new_link()
    client.change("link", room=room, link=link, on=True, **fields)
    return secret, link


def join_by(client, room, secret):
    return membership(client, room, client.user, "join", code=secret)


def refusal_by(client, room, secret):
    client.number += 1
    frame = client.refusal("membership", room=room, number=client.number, member=client.user, action="join", code=secret)
    return frame | {"ref": 0}


def test_a_link_lets_in_and_the_log_says_by_whose(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann)
        secret, link = make_link(ann, room, uses=5)
        join_by(bob, room, secret)
        joined = ann.event(room=room, kind="membership", member=bob.user)
        assert (joined["action"], joined["link"], joined["inviter"]) == ("join", link, ann.user)
        assert secret not in json.dumps(joined)
        assert bob.request("join", room=room)["info"]["standing"]["is"] == "member"
        assert ann.request("links", room=room)["links"] == [{"link": link, "maker": ann.user, "uses": 5, "used": 1}]
        # Members who do not moderate see only their own links.
        assert bob.request("links", room=room)["links"] == []


def test_what_lets_nobody_in_is_answered_alike(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        room = make_group(ann)
        used, _ = make_link(ann, room, uses=1)
        join_by(cleo, room, used)
        end = ann.request("ping")["at"] + 300
        expired, _ = make_link(ann, room, until=end)
        revoked, link = make_link(ann, room)
        ann.change("link", room=room, link=link, on=False)
        while ann.request("ping")["at"] < end:
            time.sleep(0.05)
        unknown = new_link()[0]
        answers = [refusal_by(bob, room, secret) for secret in (used, expired, revoked, unknown)]
        answers.append(refusal_by(bob, new_group(), unknown))
        assert [answer == answers[0] for answer in answers] == [True] * 5
        assert answers[0]["code"] == 147
        assert bob.refusal("join", room=room)["code"] == 136


def test_of_many_joins_by_the_last_use_of_a_link_one_succeeds(server):
    with contextlib.ExitStack() as connections:
        ann = connections.enter_context(V1(server, "ann"))
        racers = [connections.enter_context(V1(server, f"racer {number}", join=())) for number in range(24)]
        for _ in range(5):
            room = make_group(ann)
            secret, _ = make_link(ann, room, uses=1)
            start, codes = threading.Barrier(len(racers)), {}

            def race(racer, room=room, secret=secret, start=start, codes=codes):
                start.wait()
                codes[racer.user] = outcomes(racer, [
                    numbered(racer, "membership", room=room, member=racer.user, action="join", code=secret)])[0]

            threads = [threading.Thread(target=race, args=(racer,)) for racer in racers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(codes.values(), key=str) == [147] * 23 + [None]
            members = {person["user"] for person in ann.request("roster", room=room)["people"] if person["is"] == "member"}
            assert members == {ann.user} | {user for user, code in codes.items() if code is None}


def test_a_link_respects_bans_and_ends_with_its_maker(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        room = make_group(ann)
        secret, _ = make_link(ann, room)
        for person in (bob, cleo):
            join_by(person, room, secret)
        own, _ = make_link(bob, room)
        membership(ann, room, cleo.user, "ban")
        assert refusal_by(cleo, room, secret)["code"] == 137
        membership(ann, room, bob.user, "remove")
        assert refusal_by(bob, room, own)["code"] == 147
        # A removal is no ban: the link of somebody else still lets in.
        join_by(bob, room, secret)


@pytest.mark.sqlite
def test_links_survive_a_restart_and_a_copy_and_go_with_their_room(server, tmp_path):
    with V1(server, "ann") as ann:
        token, room, gone = ann.token, make_group(ann), make_group(ann)
        secret, link = make_link(ann, room, uses=2)
        lost, _ = make_link(ann, gone)
    server.stop()
    did("export", tmp_path / "log", "--data", server.data)
    did("room", "delete", gone, "--data", server.data)
    assert secret.encode() not in b"".join(file.read_bytes() for file in server.data.rglob("*") if file.is_file())
    server.start()
    with V1(server, "bob") as bob, V1(server, "cleo") as cleo, V1(server, "dan") as dan:
        join_by(bob, room, secret)
        join_by(cleo, room, secret)
        assert refusal_by(dan, room, secret)["code"] == 147
        assert refusal_by(dan, gone, lost)["code"] == 147
    with V1(server, token=token) as ann:
        assert ann.request("join", room=room)["info"]["people"] == 3
        assert ann.request("links", room=room)["links"] == []
    server.stop()
    # The export was made before the link was used: in the copy, it can be used twice.
    copy = tmp_path / "copy"
    did("import", tmp_path / "log", "--data", copy)
    with sqlite3.connect(copy / "martlet.db") as database:
        links = [json.loads(row[0])["links"] for row in database.execute("SELECT links FROM room_record WHERE links <> ''")]
    assert [(entry["link"], entry["used"]) for entries in links for entry in entries if entry["link"] == link] == [(link, 0)]


def test_the_links_of_somebody_who_is_erased_let_nobody_in(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        room = make_group(ann, bob)
        theirs, _ = make_link(bob, room)
        kept, _ = make_link(ann, room)
        did("erase", bob.user, "--data", server.data)
        assert refusal_by(cleo, room, theirs)["code"] == 147
        join_by(cleo, room, kept)


# What an attacker does with links.

def test_guesses_are_held_back_as_other_refusals_are(server):
    with V1(server, "ann") as ann, V1(server, "mallory", join=()) as mallory:
        room = make_group(ann)
        make_link(ann, room)
        with contextlib.suppress(ConnectionClosed):
            for number in range(2_000):
                mallory.ask("membership", room=room, number=number + 1, member=mallory.user, action="join", code=new_link()[0])
        assert mallory.close_code() == 4010


def test_a_group_has_so_many_links(server):
    with V1(server, "ann") as ann:
        room = make_group(ann)
        links = [new_link()[1] for _ in range(LINKS_PER_GROUP + 1)]
        refs = [numbered(ann, "link", room=room, link=link, on=True) for link in links]
        assert outcomes(ann, refs) == [None] * LINKS_PER_GROUP + [148]
        ann.change("link", room=room, link=links[0], on=False)
        ann.change("link", room=room, link=links[-1], on=True)
        assert len(ann.request("links", room=room)["links"]) == LINKS_PER_GROUP


@pytest.mark.parametrize("fields, code", [
    ({"code": "x"}, 101), ({"code": base32(0)[:-1]}, 101), ({"code": "v" * 26}, 101), ({"code": 7}, 101),
    ({"code": base32(0), "action": "invite"}, 146), ({"code": base32(0), "action": "leave"}, 146),
])
def test_codes_that_are_none(server, fields, code):
    with V1(server, "ann") as ann:
        room = make_group(ann)
        frame = {"room": room, "number": 90, "member": ann.user, "action": "join"} | fields
        assert ann.refusal("membership", **frame)["code"] == code
        # The request's own word on the link is not believed.
        assert ann.refusal("link", room=room, number=91, link="x", on=True)["code"] == 101
        assert ann.refusal("link", room=room, number=91, link=new_link()[1], on=True, uses=20_001)["code"] == 101


def test_nobody_forges_the_maker_of_the_link_they_joined_by(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(ann, joining="anyone")
        membership(bob, room, bob.user, "join", link=new_link()[1], inviter=ann.user)
        joined = ann.event(room=room, kind="membership", member=bob.user)
        assert "link" not in joined and "inviter" not in joined
