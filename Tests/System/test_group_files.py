"""Files follow their room: in a group they are for those who may read their message."""

from accounts import command
from test_membership import direct, make_group, membership
from uploads import ask, png, put
from v1 import V1


def send_file(client, room):
    attachment = put(client.server, client.token, png()).json
    client.change("send", room=room, text=attachment["name"], attachment=attachment)
    return attachment["id"]


def status(server, path, token=None):
    return ask(server, "GET", path, {"Authorization": f"Bearer {token}"} if token else {}).status


def address(server, id, token):
    return ask(server, "POST", f"/v1/files/{id}/address", {"Authorization": f"Bearer {token}"})


def people(server):
    clients = [V1(server, name) for name in ("ann", "bob", "cleo")]
    for client in clients:
        client.server = server
    return clients


def test_a_file_of_a_group_is_for_its_members(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, bob)
        id = send_file(ann, room)
        path = f"/v1/files/{id}"
        assert [status(server, path, token) for token in (ann.token, bob.token)] == [200, 200]
        assert [status(server, path, token) for token in (None, cleo.token)] == [404, 404]
        assert status(server, path, "0" * 64) == 401
        missing = ask(server, "GET", "/v1/files/" + "0" * 8 + id[8:], {"Authorization": f"Bearer {cleo.token}"})
        hidden = ask(server, "GET", path, {"Authorization": f"Bearer {cleo.token}"})
        assert (missing.status, missing.body) == (hidden.status, hidden.body)
        membership(ann, room, bob.user, "remove")
        assert status(server, path, bob.token) == 404


def test_an_address_reads_what_its_user_may_read_now(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, bob)
        id = send_file(ann, room)
        signed = address(server, id, bob.token).json
        assert signed["until"] > ann.request("ping")["at"] + 3_000_000
        assert address(server, id, bob.token).json == signed
        assert status(server, signed["path"]) == 200
        assert address(server, id, cleo.token).status == 404
        other = send_file(ann, room)
        for wrong in (
            signed["path"].replace(id, other), signed["path"].replace(bob.user, ann.user), signed["path"][:-1],
            signed["path"].replace(f"until={signed['until']}", f"until={signed['until'] + 1}"), f"/v1/files/{id}?user={bob.user}",
        ):
            assert status(server, wrong) == 404, wrong
        membership(ann, room, bob.user, "ban")
        assert status(server, signed["path"]) == 404


def test_an_address_does_not_carry_a_role(serve):
    """An administrator reads by their role what was before they joined: with the token only."""
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "boss", "--role", "administrator")
    ann, bob, cleo = people(server)
    with ann, bob, cleo, V1(server, token=key) as boss:
        room = make_group(ann, newcomers="joined")
        before = f"/v1/files/{send_file(ann, room)}"
        membership(ann, room, boss.user, "invite")
        membership(boss, room, boss.user, "join")
        after = f"/v1/files/{send_file(ann, room)}"
        assert [status(server, path, key) for path in (before, after)] == [200, 200]
        header = {"Authorization": f"Bearer {key}"}
        assert ask(server, "POST", before + "/address", header).status == 404
        assert status(server, ask(server, "POST", after + "/address", header).json["path"]) == 200


def test_a_newcomer_gets_no_file_of_before(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, newcomers="joined")
        before = send_file(ann, room)
        membership(ann, room, bob.user, "invite")
        membership(bob, room, bob.user, "join")
        after = send_file(ann, room)
        assert [status(server, f"/v1/files/{id}", bob.token) for id in (before, after)] == [404, 200]


def test_files_of_direct_and_open_rooms(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = direct(ann.user, bob.user)
        ann.request("join", room=room)
        id = send_file(ann, room)
        assert [status(server, f"/v1/files/{id}", who.token) for who in (ann, bob, cleo)] == [200, 200, 404]
        assert status(server, f"/v1/files/{send_file(ann, 'lobby')}") == 200
