"""Files follow their room: in a group they are for those who may read their message."""

import time

import pytest

from accounts import ask as ask_json
from accounts import command, register
from raw import RawSocket
from test_choices import own
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


def users(server, *names):
    """Users with an account, connected."""
    clients = [V1(server, token=register(server, name)["token"]) for name in names]
    for client in clients:
        client.server = server
    return clients


def test_an_address_ends_with_the_account(serve):
    server = serve("--accounts", "open")
    ann, bob = users(server, "ann", "bob")
    with ann, bob:
        room = direct(ann.user, bob.user)
        ann.request("join", room=room)
        signed = address(server, send_file(ann, room), bob.token).json["path"]
        assert status(server, signed) == 200
        command(server, "account", "disable", "bob")
        assert status(server, signed) == 404
        command(server, "account", "enable", "bob")
        assert status(server, signed) == 200
        token = ask_json(server, "POST", "/v1/sessions", {"name": "bob", "password": "correct horse"}).json["token"]
        closed = ask_json(server, "DELETE", "/v1/account", {"password": "correct horse"}, token=token)
        assert closed.status == 204
        assert status(server, signed) == 404


def test_an_address_ends_with_the_api_key(serve):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot")
    ann, bob, cleo = people(server)
    with ann, bob, cleo, V1(server, token=key) as bot:
        room = direct(ann.user, bot.user)
        ann.request("join", room=room)
        id = send_file(ann, room)
        signed, others = (address(server, id, token).json["path"] for token in (key, ann.token))
        assert status(server, signed) == 200
        command(server, "key", "remove", "bot")
        assert [status(server, path) for path in (signed, others)] == [404, 200]


def test_a_guest_s_address_goes_on_when_the_guest_makes_an_account(serve):
    server = serve("--accounts", "open")
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, bob)
        signed = address(server, send_file(ann, room), bob.token).json["path"]
        register(server, "bob", guest=bob.token)
        assert status(server, signed) == 200
        command(server, "account", "disable", "bob")
        assert status(server, signed) == 404


class Download(RawSocket):
    """A file that is read as slowly as its test wants."""

    def __init__(self, server, path, token=None):
        super().__init__(server.port, receive_buffer=65_536)
        header = f"Authorization: Bearer {token}\r\n" if token else ""
        self.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n{header}\r\n")
        self.begun = self.receive()
        assert self.begun.startswith(b"HTTP/1.1 200 ")

    def bytes(self):
        return len(self.begun + self.read_to_end()) - self.begun.index(b"\r\n\r\n") - 4


SIZE = 24_000_000


def test_a_download_under_way_ends_with_the_right_to_read(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        room = make_group(ann, bob)
        attachment = put(server, ann.token, png(filler=SIZE)).json
        ann.change("send", room=room, text="large", attachment=attachment)
        path, size = f"/v1/files/{attachment['id']}", attachment["size"]
        signed = address(server, attachment["id"], bob.token).json["path"]
        with Download(server, path, bob.token) as bobs, Download(server, signed) as by_address, Download(server, path, ann.token) as anns:
            membership(ann, room, bob.user, "remove")
            time.sleep(1.5)
            assert [download.bytes() < size for download in (bobs, by_address)] == [True, True]
            assert anns.bytes() == size


def test_a_download_under_way_ends_with_the_file(server):
    ann, bob, cleo = people(server)
    with ann, bob, cleo:
        attachment = put(server, ann.token, png(filler=SIZE)).json
        seq = ann.change("send", text="large", attachment=attachment)["seq"]
        with Download(server, f"/v1/files/{attachment['id']}") as download:
            ann.change("delete", of=seq)
            time.sleep(1.5)
            assert download.bytes() < attachment["size"]


@pytest.mark.parametrize("flags", [[], ["--guests", "read"]])
def test_with_guests_the_files_of_open_rooms_are_for_everyone_who_knows_the_id(serve, flags):
    server = serve("--accounts", "open", *flags)
    [ann] = users(server, "ann")
    with ann:
        assert "privateFiles" not in ann.welcome["limits"]
        assert status(server, f"/v1/files/{send_file(ann, 'lobby')}") == 200


def test_without_guests_every_file_needs_a_token_or_a_signed_address(serve):
    server = serve("--accounts", "open", "--guests", "off")
    boss = command(server, "key", "add", "boss", "--role", "administrator")
    ann, bob = users(server, "ann", "bob")
    with ann, bob, V1(server, token=boss) as boss:
        assert ann.welcome["limits"]["privateFiles"] is True
        sent, waiting = send_file(ann, "lobby"), put(server, ann.token, png()).json["id"]
        avatar = put(server, ann.token, png()).json
        ann.change("profile", room=own(ann), avatar=avatar)
        for id in (sent, waiting, avatar["id"]):
            path = f"/v1/files/{id}"
            assert [status(server, path), status(server, path, bob.token)] == [404, 200]
            assert status(server, address(server, id, bob.token).json["path"]) == 200
        assert status(server, f"/v1/files/{sent}", "0" * 64) == 401
        signed = address(server, sent, bob.token).json["path"]
        membership(boss, "lobby", bob.user, "ban")
        assert [status(server, f"/v1/files/{sent}", bob.token), status(server, signed)] == [404, 404]
        assert status(server, f"/v1/files/{sent}", ann.token) == 200
        # What is no file of the room is still shown.
        assert status(server, f"/v1/files/{avatar['id']}", bob.token) == 200
