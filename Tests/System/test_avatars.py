"""What users say of themselves, and the pictures of people and rooms."""

from deadline import eventually
from martlet_server import run
from test_choices import own
from test_group_files import people, status
from test_membership import make_group, membership
from test_profiles import profile
from uploads import new_id, png, put, stored
from v1 import V1


def upload(client, **fields):
    return put(client.server, client.token, png(), **fields).json


def profiles(client, *users):
    return {shown.pop("user"): shown for shown in client.request("profiles", users=list(users))["profiles"]}


def test_a_profile_is_shown_to_people_who_know_the_user(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        avatar = upload(ann)
        profile(ann, about="Gardener", avatar=avatar, privateReads=True)
        shown = {"about": "Gardener", "avatar": avatar}
        assert profiles(bob, ann.user, cleo.user, new_id()) == {ann.user: shown}
        assert ann.request("list")["profile"] == {"privateReads": True} | shown
        path = f"/v1/files/{avatar['id']}"
        assert status(server, path) == 200
        # Another picture takes its place, and the first is deleted; nobody else gets its id.
        other = upload(ann)
        profile(ann, avatar=other)
        assert profiles(bob, ann.user)[ann.user] == {"about": "Gardener", "avatar": other}
        assert [status(server, path), status(server, f"/v1/files/{other['id']}")] == [404, 200]
        assert put(server, bob.token, png(), id=avatar["id"]).code == 159
        profile(ann, avatar={}, about="")
        assert profiles(bob, ann.user) == {}
        assert status(server, f"/v1/files/{other['id']}") == 404


def test_what_somebody_changes_of_their_profile_is_told_in_the_rooms_that_they_are_in(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        cleo.request("leave", room="lobby")
        avatar = upload(ann)
        profile(ann, about="Gardener", avatar=avatar, privateReads=True)
        assert bob.push("profile", user=ann.user) == {"type": "profile", "user": ann.user, "about": "Gardener", "avatar": avatar}
        # Several changes of one second are told as one, and nothing of what others are not shown.
        profile(ann, privateReads=False)
        for line in "Cook", "Baker":
            profile(ann, about=line)
        profile(ann, avatar={})
        told = {}
        while told.get("about") != "Baker" or "avatar" not in told:
            told |= bob.push("profile", user=ann.user)
        assert told == {"type": "profile", "user": ann.user, "about": "Baker", "avatar": {}}
        # Who is in no room with them hears nothing.
        cleo.request("join", room="garden")
        assert not [frame for frame in cleo.pushed if frame["type"] == "profile"]
        # Who has left the room tells it nothing.
        ann.request("leave", room="lobby")
        profile(ann, about="Gone")
        for line in "here", "still here":
            profile(bob, about=line)
            assert bob.push("profile", about=line)["user"] == bob.user
        assert not [frame for frame in bob.pushed if frame["type"] == "profile"]


def test_the_picture_of_a_group_follows_the_group(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, newcomers="joined")
        avatar = upload(ann)
        ann.change("settings", room=room, avatar=avatar)
        ann.send("before", room=room)
        membership(ann, room, bob.user, "invite")
        membership(bob, room, bob.user, "join")
        # Also for somebody who may not read the event that set it.
        assert bob.request("join", room=room)["info"]["settings"]["avatar"] == avatar
        path = f"/v1/files/{avatar['id']}"
        assert [status(server, path, token) for token in (ann.token, bob.token, cleo.token, None)] == [200, 200, 404, 404]
        assert bob.refusal("settings", room=room, number=90, avatar={})["code"] == 138
        membership(ann, room, bob.user, "remove")
        assert status(server, path, bob.token) == 404
        ann.change("settings", room=room, avatar={})
        assert "avatar" not in ann.request("join", room=room)["info"]["settings"]
        assert status(server, path, ann.token) == 404


def test_what_is_no_avatar(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        text = put(server, ann.token, b"no picture").json
        mine, theirs = upload(ann), upload(bob)
        log = own(ann)

        def refusal(**fields):
            return ann.refusal("profile", room=log, number=1, **fields)["code"]

        assert refusal(avatar=text) == 195
        assert ann.refusal("settings", room="garden", number=1, avatar=text)["code"] == 145
        assert refusal(avatar=theirs) == 156
        assert refusal(avatar=mine | {"size": 1}) == 156
        assert refusal(avatar=mine | {"id": new_id()}) == 156
        assert refusal(avatar="x") == 101
        assert refusal(about="x" * 513) == 195
        assert refusal(about="two\nlines") == 195
        assert ann.refusal("profiles", users=[new_id() for _ in range(51)])["code"] == 101
        profile(ann, avatar=mine)
        # A file has one place.
        assert ann.refusal("send", room="lobby", number=5, text="x", attachment=mine)["code"] == 156


def test_avatars_are_exported_imported_and_checked_and_go_with_an_erasure(serve, tmp_path):
    server = serve()
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann)
        mine, ours = upload(ann), upload(ann)
        profile(ann, avatar=mine, about="Gardener")
        ann.change("settings", room=room, avatar=ours)
        for name in ("garden", "park"):
            ann.change("settings", room=name, title="Title", avatar=upload(ann, name="ann-at-home.png"))
        membership(ann, "park", bob.user, "role", role="owner")
        theirs = upload(bob)
        bob.change("settings", room="park", avatar=theirs)
    server.stop()
    copy = tmp_path / "copy"
    for words in [("check", "--data", server.data), ("export", tmp_path / "out", "--data", server.data),
                  ("import", tmp_path / "out", "--data", copy), ("check", "--data", copy),
                  ("erase", ann.user, "--data", server.data), ("check", "--data", server.data)]:
        ended = run(*words)
        assert ended.returncode == 0, (words, ended.stdout, ended.stderr)
    assert b"ann-at-home" not in (server.data / "martlet.db").read_bytes()
    imported = serve(data=copy)
    assert status(imported, f"/v1/files/{mine['id']}") == 200
    with V1(imported, "dora") as dora:
        assert profiles(dora, ann.user)[ann.user] == {"about": "Gardener", "avatar": mine}
    server.start()
    with V1(server, "dora") as dora:
        assert profiles(dora, ann.user) == {}
        assert "avatar" not in dora.request("join", room="garden")["info"]["settings"]
        # The picture that bob has set since stays.
        assert dora.request("join", room="park")["info"]["settings"]["avatar"] == theirs
        assert [status(server, f"/v1/files/{avatar['id']}") for avatar in (mine, ours)] == [404, 404]


def test_the_picture_of_a_room_goes_with_the_room(serve):
    server = serve()
    with V1(server, "ann") as ann:
        ann.server = server
        first, second, mine = upload(ann), upload(ann), upload(ann)
        ann.change("settings", room="garden", avatar=first)
        ann.change("settings", room="garden", avatar=second)
        profile(ann, avatar=mine)
        log = own(ann)

    def files():
        return len(stored(server)[0])

    eventually(lambda: files() == 2, "the picture that was replaced is deleted")
    assert server.stop() == 0
    for name, left in (("garden", 1), (log, 0)):
        assert run("room", "delete", name, "--data", server.data).returncode == 0
        assert run("check", "--data", server.data).returncode == 0
        assert files() == left
