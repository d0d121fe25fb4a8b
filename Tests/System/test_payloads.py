"""What apps keep of their own with rooms and people."""

from test_avatars import profiles
from test_group_files import people
from test_membership import make_group
from test_profiles import profile
from v1 import V1

ORDER = {"type": "com.example.order", "data": '{"number":7}'}


def info(client, room):
    return client.request("join", room=room)["info"]["settings"]


def test_a_room_has_a_payload_that_its_people_read(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, bob)
        ann.change("settings", room=room, payload=ORDER)
        assert bob.event(kind="settings")["payload"] == ORDER
        ann.change("settings", room=room, topic="Leaves")
        assert info(ann, room)["payload"] == ORDER
        assert [entry["info"]["settings"]["payload"] for entry in bob.request("list")["rooms"] if entry["room"] == room] == [ORDER]
        assert cleo.refusal("join", room=room)["code"] == 136
        # Moderators change it, and the last change counts, also after a restart.
        assert bob.refusal("settings", room=room, number=90, payload={})["code"] == 138
        paid = ORDER | {"data": '{"number":7,"paid":true}'}
        ann.change("settings", room=room, payload=paid)
    server.kill()
    server.start()
    with V1(server, token=ann.token) as ann:
        assert info(ann, room)["payload"] == paid
        ann.change("settings", room=room, payload={})
        assert "payload" not in info(ann, room)


def test_a_person_has_a_payload_that_others_read(server):
    ann, bob, _ = people(server)
    with ann, bob:
        profile(ann, payload=ORDER)
        assert profiles(bob, ann.user) == {ann.user: {"payload": ORDER}}
        assert ann.request("list")["profile"] == {"payload": ORDER}
        profile(ann, about="Gardener")
        assert profiles(bob, ann.user)[ann.user]["payload"] == ORDER
        profile(ann, payload={}, about="")
        assert profiles(bob, ann.user) == {}


def test_a_payload_that_is_too_long_or_no_payload_is_refused(server):
    with V1(server, "ann") as ann:
        room = make_group(ann)

        def refusal(payload):
            return ann.refusal("settings", room=room, number=90, payload=payload)["code"]

        def long(bytes):
            return ORDER | {"data": "x" * bytes}

        assert refusal(long(2_049)) == 154
        assert refusal(ORDER | {"type": "No Type"}) == 154
        assert refusal("x") == 101
        assert refusal({"type": "x"}) == 101
        ann.change("settings", room=room, payload=long(2_048))
        assert info(ann, room)["payload"] == long(2_048)
