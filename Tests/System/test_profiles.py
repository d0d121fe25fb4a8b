"""How others see a user, by the user's own log: private read marks."""

from accounts import command
from test_choices import own
from test_http_api import DEVICE, post
from v1 import V1


def profile(client, **fields):
    return client.change("profile", room=own(client), **fields)


def marks(client, room="lobby"):
    return {member["user"]: member.get("read") for member in client.request("here", room=room)["members"]}


def test_private_read_marks_reach_the_own_devices_and_nobody_else(serve):
    server = serve()
    with V1(server, "ann") as phone, V1(server, "bob") as bob:
        token = phone.token
        with V1(server, token=token) as tablet:
            for text in "abcd":
                bob.send(text)
            phone.request("read", room="lobby", seq=1)
            assert bob.push("read", seq=1)["user"] == phone.user
            profile(phone, privateReads=True)
            assert tablet.event(kind="profile")["privateReads"] is True
            assert tablet.request("list")["profile"] == {"privateReads": True}
            assert marks(bob)[phone.user] is None
            phone.request("read", room="lobby", seq=3)
            assert tablet.push("read", seq=3)["user"] == phone.user
            bob.request("read", room="lobby", seq=2)
            assert tablet.push("read", user=bob.user)["seq"] == 2
            bob.send("behind")
            assert bob.event(text="behind") and not [frame for frame in bob.pushed if frame["type"] == "read"]
            assert marks(bob)[phone.user] is None
    server.kill()
    server.start()
    with V1(server, "bob") as bob, V1(server, token=token) as phone, V1(server, token=token) as tablet:
        assert phone.joined["lobby"]["read"] == 3
        assert marks(bob)[phone.user] is None
        phone.request("read", room="lobby", seq=4)
        assert tablet.push("read", seq=4)
        profile(phone, privateReads=False)
        assert "profile" not in phone.request("list")
        bob.send("shared again")
        phone.request("read", room="lobby", seq=6)
        assert bob.push("read")["seq"] == 6
        assert marks(bob)[phone.user] == 6


def test_a_mark_set_over_http_is_as_private(serve):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot")
    with V1(server, token=key) as bot, V1(server, "bob") as bob:
        bob.send("hello")
        number = {"room": own(bot), "number": 1}
        assert post(server, key, type="profile", device=DEVICE, privateReads=True, **number).status == 200
        assert post(server, key, type="read", room="lobby", seq=1).status == 200
        assert bot.push("read", room="lobby")["seq"] == 1, "it is for the user's only connection, too"
        bob.send("behind")
        assert bob.event(text="behind") and not [frame for frame in bob.pushed if frame["type"] == "read"]
        assert marks(bob)[bot.user] is None


def test_a_profile_is_nobody_elses_to_change(server):
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        assert bob.refusal("profile", room=own(ann), number=1, privateReads=True)["code"] == 136
        assert ann.refusal("profile", room="lobby", number=1, privateReads=True)["code"] == 138
        assert ann.refusal("profile", room=own(ann), number=1)["code"] == 195
        assert ann.refusal("profile", room=own(ann), number=1, privateReads=1)["code"] == 101
