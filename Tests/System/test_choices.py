"""What a user chooses for all their devices, and whom they block, through the real server."""

import pytest

from martlet_server import run
from test_membership import base32, direct, make_group, membership
from v1 import V1


def own(client):
    return "@" + base32(int(client.user.replace("-", ""), 16))


def choose(client, about, **fields):
    return client.change("choose", room=own(client), about=about, **fields)


def block(client, other, on=True):
    return client.change("block", room=own(client), member=other.user, on=on)


def choices(client):
    return {entry["room"]: entry.get("choice") for entry in client.request("list")["rooms"]}


def test_a_choice_is_on_all_devices_at_once_and_after_a_restart(serve):
    server = serve()
    with V1(server, "bob") as phone, V1(server, "cleo") as cleo:
        token = phone.token
        with V1(server, token=token) as tablet:
            cleo.send("hello")
            choose(phone, "lobby", followed=True, notice="mentions")
            event = tablet.event(kind="choice")
            assert (event["room"], event["about"], event["followed"]) == (own(phone), "lobby", True)
            choose(tablet, "lobby", pinned=True, notice="all")
            assert phone.event(kind="choice", pinned=True)["about"] == "lobby"
            [entry] = phone.request("list")["rooms"]
            assert entry["choice"] == {"followed": True, "pinned": True}
            assert (entry["unread"], entry["last"]["text"]) == (1, "hello")
            cleo.send("behind")
            assert cleo.event(text="behind") and not [frame for frame in cleo.pushed if frame.get("kind") == "choice"]
    server.kill()
    server.start()
    with V1(server, token=token) as phone:
        assert choices(phone) == {"lobby": {"followed": True, "pinned": True}}
        choose(phone, "lobby", followed=False, pinned=False)
        assert choices(phone) == {}


def test_a_users_own_log_is_nobody_elses(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        choose(ann, "lobby", followed=True)
        log = own(ann)
        assert bob.refusal("join", room=log)["code"] == 136
        assert bob.refusal("history", room=log)["code"] == 131
        assert bob.refusal("choose", room=log, number=50, about="lobby", followed=False)["code"] == 136
        assert bob.refusal("block", room=log, number=51, member=ann.user, on=True)["code"] == 136
        assert bob.refusal("join", room="@" + "v" * 26)["code"] == 130
        assert ann.refusal("choose", room="lobby", number=50, about="lobby", followed=True)["code"] == 138
        assert ann.refusal("choose", room=log, number=50, about="lobby")["code"] == 198
        assert ann.refusal("choose", room=log, number=50, about="lobby", notice="loud")["code"] == 101
        ann.request("join", room=log)
        assert ann.refusal("send", room=log, number=52, text="x")["code"] == 138
        assert [event["kind"] for event in ann.request("history", room=log)["events"]] == ["choice"]


def test_a_choice_sent_again_is_one_event(server):
    with V1(server, "ann") as ann:
        first = ann.request("choose", room=own(ann), number=1, about="lobby", pinned=True)
        again = ann.request("choose", room=own(ann), number=1, about="lobby", pinned=True)
        assert (first["seq"], again["seq"]) == (1, 1)
        assert ann.refusal("choose", room=own(ann), number=1, about="lobby", pinned=False)["code"] == 143


def test_somebody_who_is_blocked_is_refused_and_does_not_learn_why(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = direct(ann.user, bob.user)
        block(ann, bob)
        assert ann.request("list")["blocked"] == [bob.user]
        bob.request("join", room=room)
        refusal = bob.refusal("send", room=room, number=1, text="hello")
        assert refusal["code"] == 136 and "block" not in refusal["text"]
        assert bob.refusal("pin", room=room, number=1, of=1, on=True)["code"] == 136
        assert ann.request("list")["rooms"] == []
        block(ann, bob, on=False)
        bob.request("send", room=room, number=1, text="hello")
        assert [entry["room"] for entry in ann.request("list")["rooms"]] == [room]
        assert "blocked" not in ann.request("list")


def test_a_ban_hides_what_a_followed_room_says(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        ann.change("settings", room="garden", title="Garden")
        ann.request("join", room="garden")
        choose(bob, "garden", followed=True)
        membership(ann, "garden", bob.user, "ban")
        ann.send("about bob", room="garden")
        [entry] = bob.request("list")["rooms"]
        assert "last" not in entry and entry["unread"] == 0 and entry["choice"] == {"followed": True}
        assert entry["head"] == 0 and entry["info"]["settings"]["title"] == ""
        assert entry["info"]["standing"]["banned"] > 0


def test_a_choice_about_somebody_elses_room_tells_nothing_of_it(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        group, private = make_group(ann, cleo, title="Secret"), direct(ann.user, bob.user)
        ann.request("join", room=private)
        ann.send("psst", room=private)
        membership(ann, group, cleo.user, "remove")
        choose(cleo, "lobby", followed=True)
        before = cleo.request("list") | {"ref": 0}
        for room in (group, private):
            choose(cleo, room, followed=True, pinned=True)
        assert cleo.request("list") | {"ref": 0} == before
        assert sorted(choices(ann)) == sorted([group, private])


@pytest.mark.sqlite
def test_choices_are_exported_and_imported_and_go_with_an_erasure(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        room = make_group(bob, ann)
        choose(ann, room, pinned=True)
        block(ann, bob)
        user = ann.user
    server.stop()
    copy = tmp_path / "copy"
    for words in [("export", tmp_path / "out", "--data", server.data), ("import", tmp_path / "out", "--data", copy),
                  ("export", tmp_path / "again", "--data", copy), ("erase", user, "--data", server.data),
                  ("export", tmp_path / "erased", "--data", server.data)]:
        ended = run(*words)
        assert ended.returncode == 0, ended.stderr
    texts = {name: (tmp_path / name / "events.jsonl").read_text() for name in ("again", "erased")}
    for kind in ['"kind":"choice"', '"kind":"block"']:
        assert kind in texts["again"] and kind not in texts["erased"]
