"""Bans from the server: users and network addresses, at every door, until they end or are taken back."""

import http.client
import json

import pytest

from accounts import ask, command, register
from deadline import eventually
from lines import Lines
from martlet_server import run
from swiftchat import SwiftChat
from test_addresses import is_usable
from uploads import png, put
from v1 import V1

elsewhere = pytest.mark.skipif(not is_usable("127.0.0.2"), reason="this machine has no 127.0.0.2")


def refusal_of_hello(server, source=None, **hello):
    with V1(server, hello=False, source=source) as client:
        return client.refusal("hello", version=1, **hello)


def test_a_guest_is_banned_at_once_told_why_and_let_in_again(serve):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        assert command(server, "ban", "add", ann.user, "--reason", "spam") == f"Banned {ann.user}."
        assert ann.close_code() == 4014
        bob.send("still here")
        refusal = refusal_of_hello(server, token=ann.token)
        assert (refusal["code"], refusal["text"]) == (114, "You are banned from this server: spam")
        assert refusal["reason"] == "spam" and "retry" not in refusal
        # The ban is in the data folder.
        server.kill()
        server.start()
        assert refusal_of_hello(server, token=ann.token)["code"] == 114
        assert command(server, "ban", "list") == f"{ann.user}\talways\tspam\t-"
        command(server, "ban", "remove", ann.user)
        with V1(server, "ann", token=ann.token) as again:
            assert again.user == ann.user


def test_a_ban_ends_by_itself(serve):
    server = serve()
    with V1(server, "ann") as ann:
        command(server, "ban", "add", ann.user, "--for", "2s")
        assert ann.close_code() == 4014
        refusal = refusal_of_hello(server, token=ann.token)
        assert 0 < refusal["retry"] <= 2_000 and "reason" not in refusal

    def is_back():
        with V1(server, hello=False) as client:
            client.ask("hello", version=1, token=ann.token)
            return client.read()["type"] == "welcome"

    eventually(is_back, "the ban has ended")
    assert command(server, "ban", "list") == ""


def test_a_user_who_is_banned_gets_nothing_over_http(serve):
    server = serve("--accounts", "open")
    ann = register(server, "ann")
    key = command(server, "key", "add", "build")
    request = {"type": "send", "ref": 1, "room": "lobby", "text": "hi"}
    assert ask(server, "POST", "/v1/request", request, token=key).status == 200
    with V1(server, token=ann["token"]) as client:
        file = png(1)
        attachment = put(server, client.token, file).json
        client.change("send", text="look", attachment=attachment)
        path = ask(server, "POST", f"/v1/files/{attachment['id']}/address", token=client.token).json["path"]
        assert ask(server, "GET", path).status == 200
        bot = [line.split("\t")[2] for line in command(server, "key", "list").splitlines()][0]
        for user in (ann["user"], bot):
            command(server, "ban", "add", user)
        assert client.close_code() == 4014
    answer = ask(server, "POST", "/v1/request", request, token=key)
    assert (answer.status, answer.code) == (403, 114)
    answer = put(server, ann["token"], png(2))
    assert (answer.status, answer.code) == (403, 114)
    # They can still end their sessions, and close their account.
    assert ask(server, "GET", "/v1/sessions", token=ann["token"]).status == 200
    assert ask(server, "DELETE", "/v1/account", {"password": "correct horse"}, token=ann["token"]).status == 204


@elsewhere
def test_an_address_is_banned_at_every_door(serve):
    server = serve()
    with V1(server, "bob") as bob, V1(server, "ann", source="127.0.0.2") as ann:
        chat, lines = SwiftChat(server, "sue", source="127.0.0.2"), Lines(server, "lin", source="127.0.0.2")
        assert command(server, "ban", "add", "127.0.0.2", "--for", "3h") == "Banned 127.0.0.2/32."
        assert ann.close_code() == 4014 and chat.close_code() == 4014
        assert lines.rest_of_connection().endswith(b"Goodbye: you are banned from this server.\n")
        text = "Your network address is banned from this server for another 3 h."
        for hello in ({}, {"token": ann.token}):
            refusal = refusal_of_hello(server, source="127.0.0.2", **hello)
            assert (refusal["code"], refusal["text"]) == (114, text)
        # What is said from now on does not reach them.
        bob.send("among us")
        with SwiftChat(server, "sue", source="127.0.0.2") as sue:
            assert text in sue.read()["message"]
            assert sue.close_code() == 4014
        with Lines(server, source="127.0.0.2") as lin:
            said = lin.rest_of_connection()
            assert text.encode() in said and b"among us" not in said
        web = http.client.HTTPConnection("127.0.0.1", server.port, source_address=("127.0.0.2", 0))
        web.request("POST", "/v1/accounts", json.dumps({"name": "eve", "password": "correct horse"}), {"Content-Type": "application/json"})
        answer = web.getresponse()
        assert (answer.status, json.loads(answer.read())["code"]) == (403, 114)
        # Others are not concerned, nor is the same guest from another address.
        with V1(server, "ann", token=ann.token) as again:
            assert again.user == ann.user
        command(server, "ban", "remove", "127.0.0.2")
        with V1(server, "eve", source="127.0.0.2"):
            pass


def test_a_banned_user_of_swiftchat_does_not_come_back_under_the_same_id(serve):
    server = serve()
    with SwiftChat(server, "sue") as sue, V1(server, "bob") as bob:
        sue.send("before")
        user = bob.event(text="before")["user"]
        command(server, "ban", "add", user)
        assert sue.close_code() == 4014
        with SwiftChat(server, "sue", user_id=sue.user_id) as again:
            assert "You are banned from this server." in again.refusal("after")["message"]
        bob.send("the end")
        assert bob.event(name="bob")["text"] == "the end" and not [push for push in bob.pushed if push.get("text") == "after"]


@elsewhere
def test_a_slow_request_from_a_banned_address_is_refused_behind_its_body(serve):
    server = serve()
    key = command(server, "key", "add", "build")
    body = json.dumps({"type": "send", "ref": 1, "room": "lobby", "text": "hi"}).encode()
    web = http.client.HTTPConnection("127.0.0.1", server.port, source_address=("127.0.0.2", 0))
    web.putrequest("POST", "/v1/request")
    for name, value in (("Authorization", f"Bearer {key}"), ("Content-Type", "application/json"), ("Content-Length", str(len(body)))):
        web.putheader(name, value)
    web.endheaders()
    web.send(body[:10])
    # The server has read the head when it has answered a second connection that came later.
    assert ask(server, "POST", "/v1/request", {"type": "ping", "ref": 1}, token=key).status == 200
    command(server, "ban", "add", "127.0.0.2")
    web.send(body[10:])
    answer = web.getresponse()
    assert (answer.status, json.loads(answer.read())["code"]) == (403, 114)


def test_bans_of_a_stopped_server_count_when_it_starts(serve):
    server = serve()
    with V1(server, "ann") as ann:
        pass
    server.stop()
    command(server, "ban", "add", ann.user)
    server.start()
    assert refusal_of_hello(server, token=ann.token)["code"] == 114


def test_administrators_ban_from_a_client_and_nobody_else(serve):
    server = serve("--accounts", "open")
    key = command(server, "key", "add", "chief", "--role", "administrator")
    boss = command(server, "account", "add", "carla", "--role", "administrator", password="correct horse").split()[-1]
    with V1(server, token=key) as root, V1(server, "ann") as ann, V1(server, "bob") as bob:
        for frame in ({"type": "serverban", "subject": ann.user}, {"type": "serverunban", "subject": ann.user}, {"type": "serverbans"}):
            assert bob.refusal(**frame)["code"] == 138
        assert root.request("serverban", subject=ann.user, name="ann", reason="spam")["type"] == "ok"
        assert ann.close_code() == 4014
        assert refusal_of_hello(server, token=ann.token)["text"] == "You are banned from this server: spam"
        assert root.request("serverban", subject="192.0.2.99/24", until=9_007_199_254_740_991)["type"] == "ok"
        listed = root.request("serverbans")
        bans = [{"subject": "192.0.2.0/24", "until": 9_007_199_254_740_991}, {"subject": ann.user, "name": "ann", "reason": "spam"}]
        bans.sort(key=lambda ban: ban["subject"])
        assert listed["bans"] == bans and "next" not in listed
        assert root.request("serverbans", after=bans[0]["subject"])["bans"] == bans[1:]
        # Nobody bans themselves, and only the operator bans an administrator.
        for subject in (root.user, boss):
            assert root.refusal("serverban", subject=subject)["code"] == 138
        for fields, code in (
            ({"subject": "10.0.0.0/7"}, 101), ({"subject": "ann"}, 101), ({}, 101),
            ({"subject": ann.user, "reason": "x" * 257}, 149), ({"subject": ann.user, "name": "x" * 65}, 101), ({"subject": ann.user, "until": 1}, 101),
        ):
            assert root.refusal("serverban", **fields)["code"] == code, fields
        assert root.refusal("serverunban", subject="192.0.2.7")["code"] == 101
        # The HTTP API is the same protocol.
        answer = ask(server, "POST", "/v1/request", {"type": "serverunban", "ref": 1, "subject": ann.user}, token=key)
        assert (answer.status, answer.json) == (200, {"type": "ok", "ref": 1})
        with V1(server, "ann", token=ann.token):
            pass
        command(server, "ban", "add", boss)
    assert " command=" in server.log and "action=server ban" in server.log


def test_a_long_list_of_bans_comes_page_by_page(serve):
    server = serve("--accounts", "open")
    key = command(server, "key", "add", "chief", "--role", "administrator")
    with V1(server, token=key) as root:
        subjects = sorted(f"10.0.{number}.0/24" for number in range(120))
        for subject in subjects:
            root.request("serverban", subject=subject)
        first = root.request("serverbans")
        rest = root.request("serverbans", after=first["next"])
        assert [ban["subject"] for ban in first["bans"] + rest["bans"]] == subjects
        assert len(first["bans"]) == 100 and "next" not in rest


@pytest.mark.parametrize("words, sentence", [
    (("add", "ann"), "ann is neither a user id nor an address"),
    (("add", "0.0.0.0/0"), "too much of the internet"),
    (("add", "192.0.2.7", "--for", "soon"), "soon"),
    (("add", "::1"), "this machine"),
    (("add", "192.0.2.7", "--reason", "x" * 300), "The reason has 300 bytes"),
    (("remove", "192.0.2.7"), "There is no ban of 192.0.2.7/32; martlet ban list shows all."),
])
def test_what_makes_no_sense_is_refused_with_a_sentence(shared_server, words, sentence):
    ended = run("ban", *words, "--data", shared_server.data)
    assert ended.returncode != 0 and sentence in ended.stderr, ended.stderr
