"""Signed tokens: the users of another system, the keys of their tokens, and the end of a token."""

import json
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

from accounts import ask, command, register
from deadline import eventually
from martlet_server import run
from swiftchat import SwiftChat
from test_choices import own
from test_membership import new_group
from tokens import ISSUER, SECRET, Key, Publisher, hs256, key_set, replace
from uploads import png, put
from v1 import V1, Refused

KEPT = "can't be used; the server keeps those it has"
# Seconds until a token ends: enough for a busy machine to connect. A token counts for a minute
# longer than it says.
SOON, LEEWAY = 15, 60
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "accounts.md"


@pytest.fixture
def secret(tmp_path):
    file = tmp_path / "secret"
    file.write_bytes(SECRET)
    file.chmod(0o600)
    return file


@pytest.fixture
def server(serve, secret):
    return serve("--tokens", str(secret), "--token-issuer", ISSUER)


def refused(server, token):
    """The error of a hello with this token."""
    with V1(server, hello=False) as client:
        return client.refusal("hello", version=1, token=token)


def post(server, token, **frame):
    return ask(server, "POST", "/v1/request", {"ref": 1} | frame, token=token)


def test_the_page_s_example_makes_tokens_that_are_taken(serve, tmp_path):
    section = PAGE.read_text().split("## Users of another system")[1].split("\n## ")[0]
    program = tmp_path / "token.py"
    program.write_text(re.search(r"```python\n(.*?)```", section, re.S)[1])
    secret = tmp_path / "secret"
    subprocess.run(["bash", "-ec", f"(umask 077; openssl rand -hex 32 >{secret})"], check=True)
    flags = re.search(r"(--token-issuer.*)", section)[1].split()
    server = serve("--tokens", str(secret), *flags)
    token = subprocess.run(
        [sys.executable, program, secret, "42", "Ann"], capture_output=True, text=True, check=True).stdout.strip()
    ended = subprocess.run(
        ["bash", "-ec", re.search(r"```sh\n(.*?)```", section, re.S)[1]], capture_output=True, text=True, timeout=300,
        env={"SERVER": server.url, "TOKEN": token, "PATH": "/usr/bin:/bin"})
    assert json.loads(ended.stdout)["type"] == "sent", ended
    scope = {}
    exec(re.findall(r"```python\n(.*?)```", section, re.S)[1], scope)
    with V1(server, token=token) as ann:
        assert ann.name == "Ann" and ann.welcome["role"] == "user"
        assert ann.user == str(scope["user_id"](flags[1], "42")).upper()
        assert [event["user"] for event in ann.history()] == [ann.user]
    with V1(server, hello=False) as guest:
        assert guest.refusal("hello", version=1, name="bob")["code"] == 183


def test_a_user_is_the_same_on_every_way_in_and_on_every_server(server, serve, secret):
    token = hs256()
    with V1(server, token=token) as phone, V1(server, token=hs256(name="Anna")) as desk:
        assert phone.user == desk.user and (phone.name, desk.name) == ("Ann", "Anna")
        assert phone.token == token
        assert post(server, token, type="send", room="lobby", text="hi").json["seq"] == 1
        assert phone.event(seq=1)["user"] == phone.user
        assert put(server, token, png()).status == 201
        assert put(server, hs256(exp=1), png()).code == 113
        other = serve("--tokens", str(secret), "--token-issuer", ISSUER)
        with V1(other, token=token) as elsewhere:
            assert elsewhere.user == phone.user


def test_hostile_tokens_are_refused_with_the_reason(server):
    later = int(time.time()) + 600
    for token, reason in [
        (hs256(header={"alg": "none"}), "algorithm"),
        (hs256(secret=b"x" * 32), "signature"),
        (hs256(iss="https://evil.example"), "iss"),
        (hs256(aud="another"), "aud"),
        (hs256(exp=None), "exp"),
        (hs256(exp=int(time.time()) - 61), "expired"),
        (hs256(exp=later * 1_000), "in seconds since 1970"),
        (hs256(nbf=later), "not valid yet"),
        (hs256(sub=None), "sub"),
        (hs256(sub="a" * 10_000), "longer"),
        (hs256(martlet_role=["administrator"]), "martlet_role"),
        ("a.b.c", "base64url"),
        ("..", "header"),
    ]:
        error = refused(server, token)
        assert error["code"] == 113 and reason in error["text"], error
        answer = post(server, token, type="ping")
        assert (answer.status, answer.code) == (401, 113)
    assert refused(server, hs256(name="admin"))["code"] == 122
    assert post(server, hs256(name="admin"), type="ping").code == 122
    # Leeway.
    with V1(server, token=hs256(exp=int(time.time()) - 30)):
        pass


def test_two_users_have_one_name_and_no_guest_takes_it(server):
    with V1(server, "Bob") as guest:
        with V1(server, token=hs256("1")) as one, V1(server, token=hs256("2")) as two:
            assert one.name == two.name == "Ann" and one.user != two.user
            with V1(server, hello=False) as thief:
                assert thief.refusal("hello", version=1, name="ANN")["code"] == 123
            assert SwiftChat(server, "аnn").refusal("I am Ann")["error"] == 123
            # A guest was here first: that keeps nobody out.
            with V1(server, token=hs256("3", name="Bob")) as bob:
                assert bob.name == guest.name == "Bob"
            one.send("1")
            two.send("2")
            assert {event["user"] for event in guest.history()} == {one.user, two.user}
        with V1(server, "Ann"):
            pass


def test_nobody_speaks_for_an_account_nor_under_the_id_of_a_token_s_user(serve, secret):
    server = serve("--tokens", str(secret), "--token-issuer", ISSUER, "--accounts", "open")
    made = register(server, "Ann")
    key = command(server, "key", "add", "Bot")
    for name, given in [("Ann", "Ann2"), ("аnn", "аnn2"), ("BOT", "BOT2")]:
        with V1(server, token=hs256(name=name)) as client:
            assert client.name == given and client.user != made["user"]
        sent = post(server, hs256(name=name), type="send", room="lobby", text="x")
        with V1(server, token=made["token"]) as ann:
            assert ann.history()[sent.json["seq"] - 1]["name"] == given
    with V1(server, token=hs256("7", name="Carl")) as carl:
        # A new account can't take the name of somebody who is here, either.
        assert ask(server, "POST", "/v1/accounts", {"name": "Carl", "password": "correct horse"}).code == 123
        chat = SwiftChat(server, "Dora", user_id=carl.user)
        assert chat.refusal("I am Carl")["error"] == 101
    # Accounts, keys and guests go on.
    assert post(server, key, type="ping").status == 200
    with V1(server, token=made["token"]) as ann, V1(server, "guest one") as guest:
        assert ann.name == "Ann" and guest.token
        with V1(server, token=guest.token) as again:
            assert again.user == guest.user
    # What belongs to an account's session does not belong to a token.
    assert ask(server, "GET", "/v1/sessions", token=hs256()).code == 113


def test_an_administrator_by_claim(server):
    with V1(server, token=hs256("1", martlet_role="administrator")) as admin, V1(server, "bob") as bob:
        assert admin.welcome["role"] == "administrator"
        bob.send("bob's")
        with V1(server, token=hs256("2")) as user:
            with pytest.raises(Refused):
                user.change("delete", of=1)
        admin.change("delete", of=1)


def test_a_connection_ends_with_its_token(server):
    expires = int(time.time()) + SOON - LEEWAY
    with V1(server, token=hs256(exp=expires)) as ann:
        asked = ann.push("expiring")
        assert asked["at"] == (expires + LEEWAY) * 1_000
        assert ann.close_code() == 4202
        assert time.time() >= expires + LEEWAY
    assert post(server, hs256(exp=expires), type="ping").code == 113


def test_a_connection_goes_on_with_a_newer_token_of_the_same_user(server):
    soon = int(time.time()) + SOON - LEEWAY
    with V1(server, token=hs256(exp=soon)) as ann:
        ann.push("expiring")
        assert ann.refusal("renew", token=hs256("another"))["code"] == 113
        assert ann.refusal("renew", token=hs256(exp=soon - SOON - 5))["code"] == 113
        assert ann.refusal("renew", token="nonsense")["code"] == 113
        with ann.packet():
            renewed = ann.ask("renew", token=hs256(name="Anna", martlet_role="administrator"))
            sent = ann.ask("send", room="lobby", text="behind it")
        assert ann.reply(renewed)["type"] == "ok" and ann.reply(sent)["type"] == "sent"
        assert ann.event(seq=1)["name"] == "Ann"
        # The server looks at all tokens once a second. Two seconds after the end of the first one
        # the connection is still there.
        eventually(lambda: ann.request("ping")["at"] > (soon + LEEWAY + 2) * 1_000, "the end of the first token")
        # It is told once for each token, and a shorter one counts, too.
        assert not [frame for frame in ann.pushed if frame["type"] == "expiring"]
        ann.request("renew", token=hs256(exp=int(time.time()) + SOON - LEEWAY, martlet_role="administrator"))
        assert ann.close_code() == 4202
    with V1(server, token=hs256(martlet_role="administrator")) as ann:
        ann.ask("renew", token=hs256())
        assert ann.close_code() == 4012
    with V1(server, "guest") as guest:
        assert guest.refusal("renew", token=hs256())["code"] == 113
        assert guest.request("renew", token=guest.token)["type"] == "ok"


@pytest.mark.parametrize("by_signal", [False, True])
def test_keys_in_a_file_are_changed_without_a_restart(serve, tmp_path, by_signal):
    old, new = Key(tmp_path, "old"), Key(tmp_path, "new")
    file = tmp_path / "keys.json"
    file.write_text(key_set(old))
    server = serve("--tokens", str(file), "--token-issuer", ISSUER)
    with V1(server, token=old.token()) as ann:
        assert refused(server, new.token())["code"] == 113
        replace(file, key_set(old, new))
        if by_signal:
            server.process.send_signal(signal.SIGHUP)
        eventually(lambda: post(server, new.token(), type="ping").status == 200, "the new key")
        assert post(server, old.token(), type="ping").status == 200
        # What can't be used changes nothing.
        for garbage in ["", "{", "<html></html>", json.dumps({"keys": []})]:
            refusals = server.log.count(KEPT)
            replace(file, garbage)
            server.process.send_signal(signal.SIGHUP)
            eventually(lambda: server.log.count(KEPT) > refusals, "the refusal of the new keys")
            assert post(server, new.token(), type="ping").status == 200
        file.unlink()
        replace(file, key_set(new))
        eventually(lambda: post(server, old.token(), type="ping").status == 401, "without the old key")
        assert post(server, new.token(), type="ping").status == 200
        # A user who is connected stays connected until the token ends.
        ann.request("ping")


def test_keys_from_an_address(serve, tmp_path):
    key, other = Key(tmp_path, "one"), Key(tmp_path, "other")
    with Publisher(key_set(key)) as publisher:
        server = serve("--tokens", publisher.url, "--token-issuer", ISSUER)
        assert publisher.fetches == 1
        with V1(server, token=key.token()):
            pass
        # Another key with a known name, and names that are made up: nobody is asked again.
        assert refused(server, other.token(kid="one"))["code"] == 113
        for index in range(300):
            answer = post(server, hs256(header={"alg": "EdDSA", "kid": f"made up {index}"}), type="ping")
            assert (answer.status, answer.code) == (503, 201)
            assert 1 <= int(answer.headers["Retry-After"]) <= 30
        assert publisher.fetches == 1
        with V1(server, token=key.token()):
            pass


@pytest.mark.parametrize("fault", ["status", "garbage", "long", "redirect", "hang"])
def test_an_address_that_fails_keeps_nobody_out_who_has_a_known_key(serve, tmp_path, fault):
    key = Key(tmp_path, "one")
    with Publisher(key_set(key)) as publisher, Publisher(key_set(key)) as elsewhere:
        server = serve("--tokens", publisher.url, "--token-issuer", ISSUER)
        if fault == "status":
            publisher.status = 500
        elif fault == "garbage":
            publisher.body = "<html>" * 100
        elif fault == "long":
            publisher.body = key_set(key) + " " * (256 * 1024)
        elif fault == "redirect":
            publisher.status, publisher.headers = 302, {"Location": elsewhere.url}
        else:
            publisher.delay = 60
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: "can't be fetched" in server.log, "an error in the log")
        assert publisher.fetches == 2 and elsewhere.fetches == 0
        with V1(server, token=key.token()) as ann:
            ann.send("still here")


def test_a_fetch_does_not_keep_a_server_from_stopping(serve, tmp_path):
    with Publisher(key_set(Key(tmp_path, "one"))) as publisher:
        def stops_at_once():
            """Whether the server stopped before it gave the fetch up, which it does after 5 s."""
            publisher.delay = 0
            server = serve("--tokens", publisher.url, "--token-issuer", ISSUER)
            publisher.delay, before = 600, publisher.fetches
            server.process.send_signal(signal.SIGHUP)
            eventually(lambda: publisher.fetches > before, "a fetch that hangs")
            assert server.stop() == 0
            return "can't be fetched" not in server.log.partition("stopping")[0]

        # A busy machine may take longer than that, but not each time.
        assert any(stops_at_once() for _ in range(5))


def test_a_server_starts_without_its_keys_and_says_so(serve, tmp_path):
    key = Key(tmp_path, "one")
    with Publisher() as publisher:
        publisher.status = 503
        server = serve("--tokens", publisher.url, "--token-issuer", ISSUER)
        assert "can't be fetched" in server.log
        assert refused(server, key.token())["code"] == 201
        publisher.status, publisher.body = 200, key_set(key)
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: post(server, key.token(), type="ping").status == 200, "the keys")


@pytest.mark.patient
def test_a_new_key_at_the_address_is_found(serve, tmp_path):
    old, new = Key(tmp_path, "old"), Key(tmp_path, "new")
    with Publisher(key_set(old)) as publisher:
        server = serve("--tokens", publisher.url, "--token-issuer", ISSUER)
        publisher.body = key_set(new)
        answer = post(server, new.token(), type="ping")
        assert answer.code == 201
        time.sleep(int(answer.headers["Retry-After"]))
        assert post(server, new.token(), type="ping").status == 200
        assert post(server, old.token(), type="ping").status == 503
        assert publisher.fetches == 2


def test_what_can_not_work_is_said_at_the_start(tmp_path, secret):
    public = tmp_path / "page.html"
    public.write_text("<html></html>")
    short = tmp_path / "short"
    short.write_text("secret\n")
    for flags, said in [
        (["--tokens", secret], "--token-issuer"),
        (["--token-issuer", ISSUER], "--tokens"),
        (["--tokens", tmp_path / "nothing", "--token-issuer", ISSUER], "There is no file"),
        (["--tokens", tmp_path, "--token-issuer", ISSUER], "not a file with keys"),
        (["--tokens", public, "--token-issuer", ISSUER], "page"),
        (["--tokens", short, "--token-issuer", ISSUER], "at least 32 bytes, and this one has 6"),
        (["--tokens", "http://example.org/keys", "--token-issuer", ISSUER], "https"),
    ]:
        ended = run("serve", "--data", tmp_path / "data", "--port", 0, "--line-port", 0, *flags)
        assert ended.returncode == 1 and said in ended.stderr, (flags, ended.stderr)


def test_a_secret_that_all_can_read_is_warned_of(serve, secret):
    secret.chmod(0o644)
    server = serve("--tokens", str(secret), "--token-issuer", ISSUER)
    assert "chmod o-rwx" in server.log


def test_a_backend_adds_its_users_to_a_group(serve, secret):
    server = serve("--tokens", str(secret), "--token-issuer", ISSUER, "--accounts", "closed")
    with V1(server, token=hs256("7", name="Bob")) as bob:
        person = bob.user

    def add(role):
        """The name of a new group, and how it is answered when its maker adds the person."""
        key = command(server, "key", "add", f"backend-{role}", "--role", role)
        group = new_group()
        assert post(server, key, type="settings", room=group, title="Class 7").status == 200
        return group, post(server, key, type="membership", room=group, member=person, called="Bob", action="join")

    group, answer = add("administrator")
    assert answer.status == 200
    page = post(server, hs256("7", name="Bob"), type="history", room=group).json
    assert [event["kind"] for event in page["events"]] == ["settings", "membership"]
    # Others can only invite.
    assert add("user")[1].code == 146


def test_a_claim_with_a_picture_is_ignored_and_a_backend_sets_one(server):
    token = hs256(picture="https://elsewhere.example/ann.png")
    with V1(server, token=token) as ann:
        show = {"type": "profiles", "users": [ann.user]}
        assert post(server, token, **show).json["profiles"] == []
        avatar = put(server, token, png()).json
        assert post(server, token, type="profile", room=own(ann), avatar=avatar).status == 200
        assert post(server, token, **show).json["profiles"] == [{"user": ann.user, "avatar": avatar}]
