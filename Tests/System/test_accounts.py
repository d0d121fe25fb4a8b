"""Accounts: names of one's own, passwords, sessions, what guests may do, and the operator's commands."""

import contextlib
import json
import os
import sqlite3
import statistics
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from accounts import ask, command, first_invite, register, sign_in
from lines import Lines
from martlet_server import BINARY, run
from raw import RawSocket
from screen import ScreenProgram
from swiftchat import SwiftChat
from test_links import make_link, refusal_by
from test_membership import make_group, membership
from uploads import png, put
from v1 import V1

PASSWORD = "correct horse"


def refused(server, **hello):
    """The number of the error of a hello."""
    with V1(server, hello=False) as client:
        return client.refusal("hello", version=1, **hello)["code"]


def test_a_new_password_is_typed_twice_at_a_terminal(serve):
    server = serve("--accounts", "closed")

    def add(first, again):
        with ScreenProgram(BINARY, "account", "add", "ann", "--data", server.data) as screen:
            screen.until("New password:").type(first + "\r")
            screen.until("The same again:").type(again + "\r")
            status = screen.end()
            assert first.encode() not in screen.raw
            return status, screen.text

    status, text = add(PASSWORD, "correct house")
    assert status == 1 and "These were two different passwords. Nothing was changed." in text, text
    assert command(server, "account", "list") == ""
    assert add(PASSWORD, PASSWORD)[0] == 0
    assert sign_in(server, "ann").json["name"] == "ann"


def test_an_account_signs_in_on_several_devices_under_its_own_name(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    assert made["role"] == "user" and made["name"] == "ann"
    again = sign_in(server, "ann").json
    assert again["user"] == made["user"] and again["token"] != made["token"]
    with V1(server, token=made["token"]) as phone, V1(server, "somebody else", token=again["token"]) as desk:
        assert (phone.name, phone.user, phone.welcome["role"]) == ("ann", made["user"], "user")
        assert phone.token == made["token"]
        assert (desk.name, desk.user) == ("ann", made["user"])
        seq = phone.send("hi")["seq"]
        assert desk.event(seq=seq)["name"] == "ann"
    # Sessions outlive the server.
    server.kill()
    server.start()
    with V1(server, token=made["token"]) as phone:
        assert phone.user == made["user"]


@pytest.mark.parametrize("rule", ["open", "invite", "closed", "off"])
def test_everyone_may_ask_who_may_make_an_account(serve, rule):
    answer = ask(serve("--accounts", rule), "GET", "/v1/accounts")
    assert (answer.status, answer.json) == (200, {"registration": rule})


def test_what_is_pipelined_behind_the_hello_of_an_account_waits_for_it(serve):
    server = serve("--accounts", "open")
    token = register(server, "ann")["token"]
    for _ in range(20):
        with V1(server, hello=False) as client:
            client.ask("hello", version=1, token=token)
            client.ask("join", room="lobby")
            client.ask("send", room="lobby", text="x")
            assert [client.reply(ref)["type"] for ref in (1, 2, 3)] == ["welcome", "joined", "sent"]


def test_a_guest_who_registers_keeps_their_id_and_messages(serve):
    server = serve("--accounts", "open")
    with V1(server, "ann") as guest:
        guest.send("as a guest")
        made = register(server, "ann", guest=guest.token)
        assert made["user"] == guest.user
        old_token = guest.token
    with V1(server, token=made["token"]) as ann:
        assert [event["user"] for event in ann.history()] == [ann.user]
        ann.number = 5
        ann.change("edit", of=1, text="as an account")
    # From then on the guest's token opens nothing.
    assert refused(server, token=old_token) == 113
    assert put(server, old_token, png()).code == 113
    assert ask(server, "POST", "/v1/accounts", {"name": "eve", "password": PASSWORD, "guest": old_token}).code == 113
    # Except the same account, to a client that sends its sign-up again, as it had no answer.
    assert ask(server, "POST", "/v1/accounts", {"name": "ann", "password": "wrong " + PASSWORD, "guest": old_token}).code == 113
    again = register(server, "ann", guest=old_token)
    assert again["user"] == made["user"] and again["token"] != made["token"]
    server.kill()
    server.start()
    assert refused(server, token=old_token) == 113


def test_an_account_s_name_is_its_own_while_it_is_away(serve):
    server = serve("--accounts", "open")
    token = register(server, "ann")["token"]
    for look in ("ann", "ANN", "аnn", "a n n", "ａｎｎ"):
        assert refused(server, name=look) == 123
        assert ask(server, "POST", "/v1/accounts", {"name": look, "password": PASSWORD}).code == 123
        chat = SwiftChat(server, look)
        assert chat.refusal("I am ann")["error"] == 123
        line = Lines(server)
        line.write(f"iam:{look}\n")
        line.until(b"martlet:The name")
    with V1(server, token=token) as ann:
        assert ann.name == "ann"
    server.kill()
    server.start()
    assert refused(server, name="ANN") == 123


def test_signs_and_digits_make_no_other_name(serve):
    server = serve("--accounts", "open")
    register(server, "warden")
    for look in ("vvarden", "wardeп", "w4rden", "war-den", "warden!", "(warden)", "👑warden"):
        assert refused(server, name=look) == 123, look
        assert ask(server, "POST", "/v1/accounts", {"name": look, "password": PASSWORD}).code == 123, look
    # A number behind a name tells names apart.
    for name in ("warden2", "warden3", "wardens"):
        register(server, name)
    # All ways to write the name have their attempts together.
    codes = [sign_in(server, name, "wrong password").code for name in ("warden", "w4rden", "war-den") for _ in range(5)]
    assert codes[:10] == [185] * 10 and 200 in codes[10:], codes


@pytest.mark.sqlite
def test_accounts_whose_names_look_alike_since_a_newer_rule_go_on(serve):
    server = serve("--accounts", "open")
    tokens = {name: register(server, other)["token"] for name, other in [("warden", "warden"), ("war-den", "dan"), ("Admin2", "adam")]}
    server.stop()
    # As an older server has made them.
    with contextlib.closing(sqlite3.connect(server.data / "accounts.db")) as database, database:
        for name, other in [("war-den", "dan"), ("Admin2", "adam")]:
            assert database.execute("UPDATE account SET name = ? WHERE name = ?", (name, other)).rowcount == 1
    server.start()
    with contextlib.ExitStack() as connections:
        for name, token in tokens.items():
            for written in (name, name.upper()):
                assert sign_in(server, written).json["name"] == name
            # A client says hello with its name. Both wardens are connected at once.
            client = connections.enter_context(V1(server, name, token=token))
            assert client.name == name
            client.send("hello")
            assert refused(server, name=name) in (122, 123)
    assert ask(server, "POST", "/v1/accounts", {"name": "w4rden", "password": PASSWORD}).code == 123
    for name in tokens:
        assert command(server, "account", "disable", name) == f"Disabled the account {name}."
        assert sign_in(server, name).status != 201


def test_the_operator_and_nobody_else_names_a_program_after_an_office(serve):
    server = serve("--accounts", "open")
    assert ask(server, "POST", "/v1/accounts", {"name": "support-bot", "password": PASSWORD}).code == 122
    assert refused(server, name="support-bot") == 122
    with V1(server, token=command(server, "key", "add", "support-bot")) as bot:
        assert bot.name == "support-bot"
    assert run("key", "add", "admin", "--data", server.data).returncode != 0


def test_a_name_that_someone_connected_has_can_not_be_registered(serve):
    server = serve("--accounts", "open")
    with V1(server, "bob"):
        assert ask(server, "POST", "/v1/accounts", {"name": "bob2", "password": PASSWORD}).status == 201
        assert ask(server, "POST", "/v1/accounts", {"name": "BOB", "password": PASSWORD}).code == 123


def test_ended_sessions_close_their_connections(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    other = sign_in(server, "ann").json
    listed = ask(server, "GET", "/v1/sessions", token=made["token"]).json["sessions"]
    assert [session["current"] for session in listed] == [True, False]
    assert {session["id"] for session in listed} == {made["session"]["id"], other["session"]["id"]}
    with V1(server, token=made["token"]) as kept, V1(server, token=other["token"]) as ended:
        answer = ask(server, "DELETE", f"/v1/sessions/{other['session']['id']}", token=made["token"])
        assert answer.status == 204
        # At once: it answers nothing more, or what came in the same moment.
        with pytest.raises(ConnectionClosed):
            for _ in range(3):
                ended.request("ping")
        assert ended.close_code() == 4201
        kept.request("ping")
        assert refused(server, token=other["token"]) == 113
        # Another user's session is none of ann's.
        bob = register(server, "bob")
        with V1(server, token=bob["token"]) as client:
            ask(server, "DELETE", f"/v1/sessions/{bob['session']['id']}", token=made["token"])
            client.request("ping")
        # Signing out.
        assert ask(server, "DELETE", f"/v1/sessions/{made['session']['id']}", token=made["token"]).status == 204
        assert kept.close_code() == 4201
    assert ask(server, "GET", "/v1/sessions", token=made["token"]).code == 113


@pytest.mark.parametrize("method, path, body", [
    ("POST", "/v1/password", {"password": "correct horse", "new": "battery staple"}),
    ("DELETE", "/v1/account", {"password": "correct horse"})])
def test_a_request_whose_body_arrives_after_the_end_of_its_session_is_refused(serve, method, path, body):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    words = json.dumps(body)
    request = RawSocket(server.port)
    request.write(
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {made['token']}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(words)}\r\n\r\n{words[0]}")
    ended = ask(server, "DELETE", f"/v1/sessions/{made['session']['id']}", token=made["token"])
    assert ended.status == 204
    request.write(words[1:])
    assert request.receive().startswith(b"HTTP/1.1 401 ")
    assert sign_in(server, "ann").status == 201


def test_a_new_password_ends_the_other_sessions(serve):
    server = serve("--accounts", "open")
    made, other = register(server, "ann"), sign_in(server, "ann").json
    change = {"password": "wrong " + PASSWORD, "new": "battery staple"}
    wrong = ask(server, "POST", "/v1/password", change, token=made["token"])
    # The token is right: a client need not sign in again.
    assert (wrong.status, wrong.code, wrong.headers["WWW-Authenticate"]) == (403, 185, None)
    assert wrong.json["text"] == "The password is wrong."
    without = ask(server, "POST", "/v1/password", change)
    assert (without.status, without.code) == (401, 113) and "the token of your session" in without.json["text"]
    assert ask(server, "POST", "/v1/password", change | {"password": PASSWORD, "new": "short"}, token=made["token"]).code == 186
    with V1(server, token=made["token"]) as kept, V1(server, token=other["token"]) as ended:
        assert ask(server, "POST", "/v1/password", change | {"password": PASSWORD}, token=made["token"]).status == 204
        assert ended.close_code() == 4201
        kept.request("ping")
    assert sign_in(server, "ann").code == 185
    assert sign_in(server, "ann", "battery staple").status == 201


def test_a_closed_account_is_gone_and_its_messages_stay(serve):
    server = serve("--accounts", "open")
    with V1(server, "ann") as guest:
        made, old_token = register(server, "ann", guest=guest.token), guest.token
    with V1(server, token=made["token"]) as ann:
        ann.send("stays")
        wrong = ask(server, "DELETE", "/v1/account", {"password": "wrong " + PASSWORD}, token=made["token"])
        assert (wrong.status, wrong.code) == (403, 185)
        assert ask(server, "DELETE", "/v1/account", {"password": PASSWORD}, token=made["token"]).status == 204
        assert ann.close_code() == 4201
    assert sign_in(server, "ann").code == 185
    # Nobody becomes this user again, not even with the token of the guest that made the account.
    for _ in range(2):
        assert refused(server, token=old_token) == 113
        assert register(server, f"ann{_}")["user"] != made["user"]
        server.kill()
        server.start()
    with V1(server, "bob") as bob:
        assert [event["text"] for event in bob.history()] == ["stays"]


def test_an_account_is_not_closed_while_a_group_needs_it_as_its_owner(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    with V1(server, token=made["token"]) as ann, V1(server, "bob") as bob:
        make_group(ann, title="Alone")
        room = make_group(ann, bob, title="Tea")
        close = {"password": PASSWORD}
        answer = ask(server, "DELETE", "/v1/account", close, token=made["token"])
        assert answer.code == 146 and "“Tea”" in answer.json["text"]
        assert sign_in(server, "ann").status == 201
        membership(ann, room, bob.user, "role", role="owner")
        assert ask(server, "DELETE", "/v1/account", close, token=made["token"]).status == 204


def test_a_user_who_closes_their_account_leaves_their_groups(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    with V1(server, token=made["token"]) as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        rooms = [make_group(bob, ann, title=f"Group {number}") for number in range(30)]
        invited = make_group(bob, title="Invited")
        membership(bob, invited, ann.user, "invite")
        secret, _ = make_link(ann, rooms[0])
        assert ask(server, "DELETE", "/v1/account", {"password": PASSWORD}, token=made["token"]).status == 204
        assert ann.close_code() == 4201
        for room in [*rooms, invited]:
            event = bob.event(kind="membership", room=room, action="leave")
            assert (event["member"], event["name"]) == (ann.user, "ann")
            assert [person["user"] for person in bob.request("roster", room=room)["people"]] == [bob.user]
        # Her invite links end with her membership.
        assert refusal_by(cleo, rooms[0], secret)["code"] == 147


def test_who_may_register(serve):
    server = serve("--accounts", "invite")
    assert ask(server, "POST", "/v1/accounts", {"name": "ann", "password": PASSWORD}).code == 181
    invite = command(server, "account", "invite")
    assert ask(server, "POST", "/v1/accounts", {"name": "ann", "password": PASSWORD, "invite": "mi_" + "0" * 64}).code == 182
    assert register(server, "ann", invite=invite)["role"] == "user"
    assert ask(server, "POST", "/v1/accounts", {"name": "bob", "password": PASSWORD, "invite": invite}).code == 182
    closed = serve("--accounts", "closed")
    assert ask(closed, "POST", "/v1/accounts", {"name": "ann", "password": PASSWORD}).code == 181
    command(closed, "account", "add", "ann", password=PASSWORD)
    assert sign_in(closed, "ann").status == 201
    off = serve()
    for method, path in [
        ("POST", "/v1/accounts"), ("POST", "/v1/sessions"), ("GET", "/v1/sessions"), ("DELETE", "/v1/sessions/1"),
        ("POST", "/v1/password"), ("DELETE", "/v1/account"),
    ]:
        refused = ask(off, method, path, {"name": "ann", "password": PASSWORD})
        assert (refused.status, refused.code) == (404, 180), (method, path)
    assert ask(off, "GET", "/v1/accounts").json == {"registration": "off"}
    assert "Admin" not in off.greeting and not (off.data / "accounts.db").exists()


def test_the_first_start_invites_the_administrator_once(serve):
    server = serve("--accounts", "closed")
    earlier = first_invite(server)
    server.kill()
    server.start()
    assert ask(server, "POST", "/v1/accounts", {"name": "b", "password": PASSWORD, "invite": earlier}).code == 182
    made = register(server, "ann", invite=first_invite(server))
    assert made["role"] == "administrator"
    with V1(server, token=made["token"]) as ann:
        assert ann.welcome["role"] == "administrator"
    assert ask(server, "POST", "/v1/accounts", {"name": "b", "password": PASSWORD, "invite": first_invite(server)}).code == 182
    server.kill()
    server.start()
    assert "Admin" not in server.greeting


def test_connections_with_a_guests_token_are_closed_when_the_guest_makes_an_account(serve):
    server = serve("--accounts", "open")
    with V1(server, "ann") as guest, V1(server, token=guest.token) as copy, V1(server, "bob") as bob:
        made = register(server, "ann", guest=guest.token)
        for client in (guest, copy):
            assert client.close_code() == 4201
        with V1(server, token=made["token"]) as ann:
            ann.send("as an account")
            assert bob.event(text="as an account")["user"] == guest.user


def test_guests_off(serve):
    server = serve("--accounts", "open", "--guests", "off")
    token = register(server, "ann")["token"]
    assert refused(server, name="guest") == 183
    assert server.line_port is None
    with pytest.raises(Exception):
        SwiftChat(server, "bob")
    with V1(server, token=token) as ann:
        ann.send("hi")


def test_guests_that_only_read(serve):
    server = serve("--accounts", "open", "--guests", "read")
    with V1(server, token=register(server, "ann")["token"]) as ann, V1(server, "bob") as bob:
        seq = ann.send("read this")["seq"]
        assert bob.event(seq=seq)["text"] == "read this"
        assert bob.history()[0]["text"] == "read this"
        assert bob.welcome["writes"] is False and "writes" not in ann.welcome
        for request in ({"type": "send", "text": "x"}, {"type": "react", "of": 1, "emoji": "👍", "on": True}):
            assert bob.refusal(room="lobby", **request)["code"] == 184
        assert put(server, bob.token, png()).code == 184
        assert bob.refusal(type="typing", room="lobby")["code"] == 184
        line = Lines(server, "carl")
        line.write("msg:x\n")
        assert line.until(b"martlet:error 184")
        assert SwiftChat(server, "dora").refusal("x")["error"] == 184
        assert [event["text"] for event in ann.history()] == ["read this"]


@pytest.mark.sqlite
def test_commands_on_a_stopped_folder_and_beside_a_running_server(serve):
    server = serve("--accounts", "closed")
    for state in ("running", "stopped"):
        if state == "stopped":
            server.stop()
        name = f"ann-{state}"
        assert name in command(server, "account", "add", name, "--role", "administrator", password=PASSWORD)
        assert f"{name}\tadministrator\tenabled" in command(server, "account", "list")
        command(server, "account", "disable", name)
        assert f"{name}\tadministrator\tdisabled" in command(server, "account", "list")
        command(server, "account", "enable", name)
        assert "user" in command(server, "account", "role", name, "user")
        assert f"{name}\tuser\tenabled" in command(server, "account", "list")
        command(server, "account", "role", name, "administrator")
        command(server, "account", "reset", name, password="battery staple")
        for _ in range(2):
            user = command(server, "account", "add", f"bob-{state}", password=PASSWORD).split(": ")[1]
            closed = command(server, "account", "close", f"bob-{state}").splitlines()
            assert closed[0] == f"Closed the account bob-{state}: {user}" and len(closed) == (2 if state == "stopped" else 1)
            assert f"bob-{state}" not in command(server, "account", "list")
        assert run("account", "close", f"bob-{state}", "--data", server.data).returncode == 1
        assert run("account", "role", "nobody", "user", "--data", server.data).returncode == 1
        assert run("account", "role", name, "guest", "--data", server.data).returncode == 64
        assert run("account", "add", name, "--data", server.data, input=PASSWORD + "\n").returncode == 1
        assert run("account", "add", "eve", "--data", server.data, input="short\n").returncode == 1
        assert run("account", "reset", "nobody", "--data", server.data, input=PASSWORD + "\n").returncode == 1
    server.start()
    for state in ("running", "stopped"):
        assert sign_in(server, f"ann-{state}", "battery staple").json["role"] == "administrator"


@pytest.mark.parametrize("words", [["account", "list"], ["account", "add", "ann"], ["account", "invite"], ["key", "add", "bot"]])
def test_commands_on_a_folder_without_a_server_are_refused(tmp_path, words):
    folder = tmp_path / "nowhere"
    ended = run(*words, "--data", folder, input=PASSWORD + "\n")
    assert ended.returncode == 1 and ended.stdout == "" and "Pass the server's data folder with --data." in ended.stderr
    assert not folder.exists()


def test_disabling_and_resetting_close_the_connections(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    with V1(server, token=made["token"]) as ann:
        command(server, "account", "disable", "ann")
        assert ann.close_code() == 4201
    assert sign_in(server, "ann").code == 187
    assert sign_in(server, "ann", "wrong " + PASSWORD).code == 185
    assert refused(server, token=made["token"]) == 113
    command(server, "account", "enable", "ann")
    assert refused(server, token=made["token"]) == 113
    again = sign_in(server, "ann").json
    with V1(server, token=again["token"]) as ann:
        command(server, "account", "reset", "ann", password="battery staple")
        assert ann.close_code() == 4201


def test_an_account_that_the_operator_closes_is_gone_and_leaves_its_groups(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    with V1(server, token=made["token"]) as ann, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        ann.send("stays")
        tea = make_group(bob, ann, title="Tea")
        secret, _ = make_link(ann, tea)
        own = make_group(ann, bob, title="Own")
        assert command(server, "account", "close", "ann") == f"Closed the account ann: {made['user']}"
        assert ann.close_code() == 4201
        event = bob.event(kind="membership", room=tea, action="leave")
        assert (event["member"], event["name"]) == (ann.user, "ann")
        assert refusal_by(cleo, tea, secret)["code"] == 147
        # The only owner of a group stays in it, so that the account can be closed all the same.
        assert {person["user"] for person in bob.request("roster", room=own)["people"]} == {ann.user, bob.user}
        assert sign_in(server, "ann").code == 185
        assert refused(server, token=made["token"]) == 113
        assert run("account", "close", "ann", "--data", server.data).returncode == 1
        assert register(server, "ann")["user"] != made["user"]
        assert [event["text"] for event in bob.history()] == ["stays"]


def test_a_role_that_is_changed_counts_for_open_connections_at_once(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    with V1(server, "bob") as bob:
        bob.send("hello")
        with V1(server, token=made["token"]) as ann:
            assert ann.welcome["role"] == "user"
            assert refusal_of(ann, "ban", bob.user) == 138
            assert "administrator" in command(server, "account", "role", "ann", "administrator")
            assert ann.close_code() == 4012
        # The session goes on, with the new role.
        with V1(server, token=made["token"]) as ann:
            assert ann.welcome["role"] == "administrator"
            membership(ann, "lobby", bob.user, "ban")
            membership(ann, "lobby", bob.user, "unban")
            lines = command(server, "account", "role", "ann", "user").splitlines()
            assert len(lines) == 2 and "no administrator's account any more" in lines[1]
            assert ann.close_code() == 4012
        with V1(server, token=made["token"]) as ann:
            assert ann.welcome["role"] == "user"
            assert refusal_of(ann, "ban", bob.user) == 138
    assert "ann\tuser\tenabled" in command(server, "account", "list")
    key = command(server, "key", "add", "bot")
    request = {"type": "membership", "ref": 1, "room": "lobby", "member": made["user"], "action": "ban"}
    assert ask(server, "POST", "/v1/request", request, token=key).json["code"] == 138


def refusal_of(client, action, member):
    client.number += 1
    return client.refusal("membership", room="lobby", number=client.number, member=member, action=action)["code"]


def test_a_new_administrator_ends_the_invite_for_the_first_one(serve):
    server = serve("--accounts", "open")
    invite = first_invite(server)
    register(server, "ann")
    command(server, "account", "role", "ann", "administrator")
    assert ask(server, "POST", "/v1/accounts", {"name": "eve", "password": PASSWORD, "invite": invite}).code == 182
    # Without an administrator, the next start invites one.
    command(server, "account", "role", "ann", "user")
    server.stop()
    server.start()
    assert first_invite(server) != invite


@pytest.mark.sqlite
def test_a_backup_brings_accounts_back(serve, tmp_path):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    archive = tmp_path / "backup.tar"
    assert run("backup", archive, "--data", server.data).returncode == 0
    restored = tmp_path / "restored"
    ended = run("restore", archive, "--data", restored)
    assert ended.returncode == 0, ended.stderr
    again = serve("--accounts", "open", data=restored)
    with V1(again, token=made["token"]) as ann:
        assert ann.user == made["user"]
    # An account made after the backup is gone after a restore over it.
    register(again, "late")
    again.stop()
    assert run("restore", archive, "--data", restored, "--replace").returncode == 0
    again.start()
    assert sign_in(again, "late").code == 185
    assert sign_in(again, "ann").status == 201


def test_passwords_are_tried_ten_times_in_five_minutes(serve):
    server = serve("--accounts", "open")
    register(server, "ann")
    codes = [sign_in(server, name, "wrong " + PASSWORD).code for name in ["ann"] * 6 + ["ANN"] * 6]
    assert codes[:10] == [185] * 10 and codes[10:] == [200] * 2
    # Then the right password is refused, too.
    answer = sign_in(server, "ann")
    assert answer.status == 429 and int(answer.headers["Retry-After"]) <= 300
    assert [sign_in(server, "nobody").code for _ in range(11)] == [185] * 10 + [200]


def test_attempts_of_an_address_are_counted_by_client_behind_a_proxy(serve):
    server = serve("--accounts", "invite", "--trusted-proxy", "127.0.0.1")
    body = {"name": "ann", "password": PASSWORD, "invite": "mi_" + "0" * 64}

    def attempts(address, count):
        return [ask(server, "POST", "/v1/accounts", body, headers={"X-Forwarded-For": address}).code for _ in range(count)]

    assert attempts("192.0.2.1", 21) == [182] * 20 + [207]
    assert attempts("192.0.2.2", 1) == [182]
    # Of IPv6, a network of 64 bits is one client.
    assert attempts("2001:db8::1", 20) == [182] * 20
    assert attempts("2001:db8::2", 1) == [207]


def test_an_unknown_name_takes_as_long_as_a_wrong_password(serve):
    server = serve("--accounts", "open")
    register(server, "ann")

    def seconds(name):
        begun = time.monotonic()
        assert sign_in(server, name, "wrong " + PASSWORD).code == 185
        return time.monotonic() - begun

    known, unknown = [], []
    for index in range(8):
        known.append(seconds("ann"))
        unknown.append(seconds(f"nobody{index}"))
    assert 0.5 < statistics.median(unknown) / statistics.median(known) < 2


def test_many_sign_ins_at_once_are_queued_then_refused_and_hold_up_no_message(serve):
    server = serve("--accounts", "open")
    register(server, "ann")
    codes = []

    def attempt(index):
        answer = sign_in(server, f"nobody{index}", "wrong " + PASSWORD)
        codes.append((answer.status, answer.code, answer.headers["Retry-After"]))

    threads = [threading.Thread(target=attempt, args=(index,)) for index in range(40)]
    with V1(server, "guest-A") as guest:
        for thread in threads:
            thread.start()
        times = []
        while any(thread.is_alive() for thread in threads):
            begun = time.monotonic()
            guest.send("x")
            times.append(time.monotonic() - begun)
        for thread in threads:
            thread.join()
    assert set(codes) <= {(401, 185, None), (503, 201, "3")}
    assert len({code for _, code, _ in codes}) == 2
    assert len(times) > 50 and statistics.median(times) < 0.2


FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"


def programs(server, token):
    """The program of each session, the oldest first; None where the answer has no such key."""
    return [one.get("program") for one in ask(server, "GET", "/v1/sessions", token=token).json["sessions"]]


def test_the_list_of_sessions_tells_programs_apart(serve):
    server = serve("--accounts", "open")
    with V1(server, "ann") as client:
        guest = client.token
    made = register(server, "ann", guest=guest, program="Gardeners (ann's phone) 📱")
    assert made["session"]["program"] == "Gardeners (ann's phone) 📱"
    own = {"name": "ann", "password": PASSWORD}
    # What a program says itself comes before what its User-Agent says.
    for more, agent in (({}, FIREFOX), ({"program": "my client"}, FIREFOX), ({"program": ""}, FIREFOX), ({}, "curl/8.5.0"), ({}, "")):
        assert ask(server, "POST", "/v1/sessions", own | more, headers={"User-Agent": agent}).status == 201
    expected = ["Gardeners (ann's phone) 📱", "Firefox (Linux)", "my client", None, None, None]
    assert programs(server, made["token"]) == expected
    server.kill()
    server.start()
    assert programs(server, made["token"]) == expected


def test_a_hostile_program_stores_nothing_but_known_words(serve):
    server = serve("--accounts", "open")
    token = register(server, "ann")["token"]
    own = {"name": "ann", "password": PASSWORD}
    for program in ("x" * 129, "é" * 65, "a\nb", "\x1b[2J", "a\u202eb", "a\u2066b", "a\u2028b", " ", 7, ["x"]):
        answer = ask(server, "POST", "/v1/sessions", own | {"program": program})
        assert (answer.status, answer.code) == (400, 101), program
        assert ask(server, "POST", "/v1/accounts", {"name": "bob", "password": PASSWORD, "program": program}).code == 101
    for program in (b"\xff\xfe", b"a\\u0000b", b"\\ud800"):
        answer = ask(server, "POST", "/v1/sessions", b'{"name":"ann","password":"correct horse","program":"%b"}' % program)
        assert (answer.status, answer.code) == (400, 100), program
    assert programs(server, token) == [None]
    # Bytes that urllib would not send: no UTF-8, a sequence of a terminal, 10 KB.
    body = json.dumps(own).encode()
    for agent in (
        b"\xff\xfe Firefox/1 \xe2\x80\xae Linux", b"<img src=x> Firefox/1 Linux \xc2\x9b31m",
        b"Firefox/1 Linux " + b"x" * 10_000,
    ):
        socket = RawSocket(server.port)
        socket.write(
            b"POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nUser-Agent: " + agent
            + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        socket.read_to_end()
    assert programs(server, token) == [None] + 3 * ["Firefox (Linux)"]
    # The longest name that is taken. An account keeps 50 of them.
    assert ask(server, "POST", "/v1/sessions", own | {"program": "x" * 128}).status == 201
    assert programs(server, token)[-1] == "x" * 128


@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"null", b'{"name":1,"password":"correct horse"}', b'{"name":"ann"}', b'{"password":"correct horse"}',
    b'{"name":"","password":"correct horse"}', b'{"name":"admin","password":"correct horse"}',
    b'{"name":"ann","password":"short"}', b'{"name":"ann","password":"' + b"x" * 1025 + b'"}',
    b'{"name":"ann","password":"' + b"x" * 9000 + b'"}', b'{"name":"a\x00","password":"correct horse"}', b"\xff" * 100,
    b"[" * 5000, b'{"name":"ann","password":"correct horse","guest":"x"}', b'{"name":"ann","password":"correct horse","invite":"x"}',
])
def test_hostile_registrations_are_refused_by_number(shared_accounts, body):
    answer = ask(shared_accounts, "POST", "/v1/accounts", body)
    assert 400 <= answer.status < 500 and 100 <= answer.code < 200
    assert ask(shared_accounts, "GET", "/health").status == 200


@pytest.fixture(scope="module")
def shared_accounts(tmp_path_factory):
    from martlet_server import MartletServer

    server = MartletServer(tmp_path_factory.mktemp("accounts"), "--accounts", "open").start()
    yield server
    server.discard()


def test_requests_of_foreign_pages_are_refused(shared_accounts):
    answer = ask(
        shared_accounts, "POST", "/v1/sessions", {"name": "ann", "password": PASSWORD},
        headers={"Origin": "https://evil.example"})
    assert answer.status == 403


def test_a_body_that_never_ends_is_cut(shared_accounts):
    slow = RawSocket(shared_accounts.port)
    slow.write(b"POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
    assert b"408" in slow.read_to_end().split(b"\r\n")[0]


def test_nothing_secret_is_logged(serve):
    server = serve("--accounts", "open", "--log-level", "trace", "--security-log-level", "trace")
    made = register(server, "ann")
    sign_in(server, "ann", "a wrong password")
    with V1(server, token=made["token"]):
        pass
    ask(server, "DELETE", f"/v1/sessions/{made['session']['id']}", token=made["token"])
    server.stop()
    for secret in (PASSWORD, "a wrong password", made["token"], first_invite(server)):
        assert secret not in server.log
    files = b"".join(path.read_bytes() for path in server.data.rglob("*") if path.is_file())
    for secret in (PASSWORD, made["token"], first_invite(server)):
        assert secret.encode() not in files


@pytest.mark.sqlite
def test_a_list_creates_no_database_of_accounts(serve):
    server = serve()
    server.stop()
    for words in (["account", "list"], ["key", "list"]):
        assert command(server, *words) == ""
        assert not list(server.data.glob("accounts.db*"))
    command(server, "key", "add", "bot")
    assert command(server, "key", "list").startswith("bot\tuser\t")


@pytest.mark.sqlite
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can create files for another user")
def test_what_root_creates_belongs_to_the_owner_of_the_folder(serve):
    server = serve()
    server.stop()
    (server.data / "martlet.db.lock").unlink()
    for path in (server.data, *server.data.rglob("*")):
        os.chown(path, 65534, 65534)
    command(server, "account", "add", "ann", password=PASSWORD)
    command(server, "key", "add", "bot")
    assert "ann" in command(server, "account", "list")
    assert {path.name for path in server.data.iterdir()} >= {"accounts.db", "martlet.db.lock"}
    owners = {path.name: (path.stat().st_uid, path.stat().st_gid) for path in server.data.rglob("*")}
    assert set(owners.values()) == {(65534, 65534)}, owners
    assert (server.data / "accounts.db").stat().st_mode & 0o777 == 0o600
