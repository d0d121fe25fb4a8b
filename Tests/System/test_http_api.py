"""POST /v1/request: one frame in, one frame out; the examples of docs/http-api.md, and API keys."""

import json
import pathlib
import re
import subprocess
import threading
import time

import pytest

from accounts import ask, command, register, sign_in
from deadline import PATIENCE, eventually
from martlet_server import MartletServer
from raw import RawSocket
from test_links import make_link, refusal_by
from test_membership import make_group
from test_membership_abuse import outcomes
from uploads import png, put
from v1 import V1

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "http-api.md"
DEVICE = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"


def post(server, key, **frame):
    return ask(server, "POST", "/v1/request", {"ref": 1} | frame, token=key)


@pytest.fixture
def server(serve):
    return serve("--accounts", "closed")


def test_each_refusal_is_counted_once(server):
    key = command(server, "key", "add", "bot")
    assert post(server, key, type="nonsense").code == 102
    assert post(server, key, type="send", room="lobby", text="").code == 140
    wrong = post(server, "mk_" + "0" * 64, type="ping")
    assert wrong.code == 113 and wrong.json["text"].startswith("The server does not accept this token")
    assert sign_in(server, "nobody").code == 185
    metrics = server.metrics()
    assert [metrics[f'martlet_errors_total{{code="{code}"}}'] for code in (102, 140, 113, 185)] == [1, 1, 1, 1]


def test_the_page_s_examples_run(server):
    key = command(server, "key", "add", "build-bot", "--role", "administrator")
    examples = re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.S)
    script = "\n".join(examples).replace("\ncurl", "\necho; curl")
    with V1(server, "ann") as ann:
        ended = subprocess.run(
            ["bash", "-ec", script], capture_output=True, text=True, timeout=PATIENCE,
            env={"SERVER": server.url, "KEY": key, "PERSON": ann.user, "PATH": "/usr/bin:/bin"})
        assert ended.returncode == 0, ended.stderr
        answers = [json.loads(line) for line in ended.stdout.splitlines() if line]
        assert [answer["type"] for answer in answers] == [
            "sent", "sent", "page", "sent", "sent", "members", "sent", "sent", "sent", "sent"]
        assert ann.event(seq=1)["name"] == "build-bot"
        standings = [ann.push("standing", room=answers[-1]["room"])["info"]["standing"] for _ in range(2)]
        assert standings[0]["is"] == "member" and "banned" in standings[1]


def test_a_repeated_number_gets_the_first_answer(server):
    key = command(server, "key", "add", "bot")
    first = post(server, key, type="send", room="lobby", device=DEVICE, number=1, text="once")
    again = post(server, key, type="send", room="lobby", device=DEVICE, number=1, text="once")
    assert first.status == again.status == 200 and first.json == again.json
    other = post(server, key, type="send", room="lobby", device=DEVICE, number=1, text="another")
    assert (other.status, other.code) == (409, 143)
    assert post(server, key, type="send", room="lobby", number=2, text="no device").code == 101
    # A key's device is not another key's.
    other_key = command(server, "key", "add", "another")
    assert post(server, other_key, type="send", room="lobby", device=DEVICE, number=1, text="another").json["seq"] == 2
    assert [event["text"] for event in post(server, key, type="history", room="lobby").json["events"]] == ["once", "another"]


def test_statuses_follow_from_the_errors(server):
    key = command(server, "key", "add", "bot")
    with V1(server, "ann") as ann:
        ann.send("ann's")
        for frame, status, code in [
            ({"type": "send", "room": "lobby", "text": ""}, 400, 140),
            ({"type": "send", "room": "Not a room", "text": "x"}, 400, 130),
            ({"type": "nonsense"}, 400, 102),
            ({"type": "delete", "room": "lobby", "of": 1}, 403, 151),
            ({"type": "delete", "room": "lobby", "of": 99}, 404, 150),
            ({"type": "hello", "version": 1}, 400, 101),
            ({"type": "renew", "token": "x"}, 400, 101),
            ({"type": "typing", "room": "lobby"}, 400, 101),
            ({"type": "stoppedtyping", "room": "lobby"}, 400, 101),
            ({"type": "history"}, 400, 101),
        ]:
            answer = post(server, key, **frame)
            assert (answer.status, answer.code) == (status, code), answer.body
        assert post(server, key, type="delete", room="lobby", of=1).json["ref"] == 1
        # A guest has no name of their own.
        guest = post(server, ann.token, type="ping")
        assert guest.code == 188 and "martlet key add" in guest.json["text"]
    assert post(server, None, type="ping").status == 401
    assert post(server, "mk_" + "0" * 64, type="ping").status == 401
    assert post(server, key, type="ping").json["type"] == "pong"
    assert post(server, key, type="join", room="lobby").json["head"] == 1
    assert post(server, key, type="leave", room="lobby").json["type"] == "left"
    for body, status in [(b"", 400), (b"[1]", 400), (b"{", 400), (b" " * 70_000, 413)]:
        assert ask(server, "POST", "/v1/request", body, token=key).status == status


def test_a_wrong_method_is_told_the_right_ones(server):
    for method, path, allowed in [
        ("GET", "/v1/request", "POST"), ("PUT", "/v1/request", "POST"), ("PUT", "/v1/accounts", "GET, POST"),
        ("POST", "/v1/account", "DELETE"), ("GET", "/v1/password", "POST"), ("POST", f"/v1/files/{DEVICE}", "GET, HEAD, PUT"),
        ("GET", f"/v1/files/{DEVICE}/address", "POST"),
    ]:
        refused = ask(server, method, path)
        assert (refused.status, refused.code, refused.headers["Allow"]) == (405, 101, allowed), (method, path)
        assert allowed.split(", ")[-1] in refused.json["text"]
    with V1(server, "ann") as ann:
        assert ann.request("ping")


def test_what_is_done_too_often_says_when_it_can_be_done_again(serve):
    server = serve("--accounts", "closed", "--new-rooms-per-user", "1")
    key = command(server, "key", "add", "bot")
    assert post(server, key, type="send", room="one", text="x").status == 200
    refused = post(server, key, type="send", room="two", text="x")
    assert (refused.status, refused.code) == (429, 134) and not refused.json["temporary"]
    assert 0 < refused.json["retry"] <= 3_600_000
    assert int(refused.headers["Retry-After"]) == -(-refused.json["retry"] // 1_000)


def test_a_held_message_is_accepted_and_not_sent_yet(serve, tmp_path):
    words = tmp_path / "filter.txt"
    words.write_text("hold:bitcoin\n")
    server = serve("--accounts", "closed", "--filter", str(words))
    key = command(server, "key", "add", "bot")
    # A held message makes no room.
    assert post(server, key, type="send", room="lobby", text="hello").status == 200
    held = post(server, key, type="send", room="lobby", text="buy bitcoin")
    assert (held.status, held.code, held.json["type"]) == (202, 199, "error")


def test_nobody_is_told_that_a_request_came_and_went(server):
    key = command(server, "key", "add", "bot")
    with V1(server, "ann") as ann:
        for _ in range(5):
            post(server, key, type="send", room="lobby", text="x")
        ann.event(seq=5)
        assert ann.request("here", room="lobby")["count"] == 1
        assert [frame for frame in ann.pushed if frame["type"] == "presence" and frame["joined"][0]["name"] != "ann"] == []


def test_a_read_mark_over_http_reaches_the_only_device(serve):
    """Also if that has not joined the room."""
    server = serve("--accounts", "open")
    token = register(server, "ann")["token"]
    for text in ("a", "b"):
        assert post(server, token, type="send", room="garden", text=text).json["type"] == "sent"
    with V1(server, token=token, join=()) as phone:
        for seq in (1, 2):
            assert post(server, token, type="read", room="garden", seq=seq).json["type"] == "ok"
            assert phone.push("read", room="garden")["seq"] == seq
            phone.request("join", room="garden")


def test_a_key_is_a_user_with_a_name_of_its_own_until_it_is_removed(server):
    key = command(server, "key", "add", "bot", "--role", "administrator")
    assert command(server, "key", "list").split("\t")[:2] == ["bot", "administrator"]
    with V1(server, hello=False) as guest:
        assert guest.refusal("hello", version=1, name="BOT")["code"] == 123
    with V1(server, token=key) as bot:
        assert (bot.name, bot.welcome["role"]) == ("bot", "administrator")
        assert put(server, key, png()).status == 201
        # A key has no sessions, and no password.
        assert ask(server, "GET", "/v1/sessions", token=key).code == 188
        command(server, "key", "remove", "bot")
        assert bot.close_code() == 4201
    assert post(server, key, type="ping").status == 401
    with V1(server, "bot"):
        pass


def test_the_user_of_a_removed_key_leaves_their_groups(server):
    """A leaked key may have made invite links: they end with it."""
    key = command(server, "key", "add", "bot")
    with V1(server, token=key) as bot, V1(server, "bob") as bob, V1(server, "cleo") as cleo:
        tea = make_group(bob, bot, title="Tea")
        secret, _ = make_link(bot, tea)
        own = make_group(bot, bob, title="Own")
        assert command(server, "key", "remove", "bot") == "Removed the API key bot."
        assert bot.close_code() == 4201
        assert bob.event(kind="membership", room=tea, action="leave")["member"] == bot.user
        assert refusal_by(cleo, tea, secret)["code"] == 147
        # As with an account that the operator closes.
        assert {person["user"] for person in bob.request("roster", room=own)["people"]} == {bot.user, bob.user}


def test_keys_survive_the_server_and_work_without_accounts(serve):
    server = serve("--accounts", "closed")
    key = command(server, "key", "add", "bot")
    server.stop()
    without = MartletServer(server.data)
    try:
        without.start()
        assert post(without, key, type="send", room="lobby", text="x").status == 200
        assert ask(without, "POST", "/v1/sessions", {"name": "a", "password": "correct horse"}).code == 180
    finally:
        without.discard()


def test_requests_have_a_budget(serve):
    """Five at once and one a second."""
    server = serve("--accounts", "open", rate_limit="1")
    token = register(server, "ann")["token"]
    begun = time.monotonic()
    statuses = [post(server, token, type="send", room="lobby", text="x").status for _ in range(60)]
    assert statuses[:5] == [200] * 5 and set(statuses) <= {200, 429}
    assert statuses.count(200) <= 6 + time.monotonic() - begun


def test_messages_have_one_budget_on_connections_and_over_http(serve):
    """Five at once and one a second, of all together."""
    server = serve("--accounts", "open", rate_limit="1")
    token = register(server, "ann")["token"]

    def accepted_on_a_connection():
        with V1(server, token=token) as ann:
            return outcomes(ann, [ann.ask("send", room="lobby", text="x") for _ in range(20)]).count(None)

    begun = time.monotonic()
    accepted = accepted_on_a_connection()
    assert accepted >= 5
    accepted += [post(server, token, type="send", room="lobby", text="x").status for _ in range(10)].count(200)
    # A new connection does not begin anew.
    accepted += accepted_on_a_connection()
    assert accepted <= 6 + time.monotonic() - begun


def test_costly_requests_cost_more(server):
    """2,000 at once and 100 a second. A list counts as four."""
    key = command(server, "key", "add", "bot")
    begun = time.monotonic()
    statuses = [post(server, key, type="list").status for _ in range(700)]
    assert statuses[:500] == [200] * 500 and set(statuses) <= {200, 429}
    assert statuses.count(200) <= 501 + 25 * (time.monotonic() - begun)


def test_nobody_types_over_http(server):
    key = command(server, "key", "add", "bot")
    with V1(server, "ann") as ann:
        answer = post(server, key, type="typing", room="lobby")
        assert (answer.status, answer.code) == (400, 101)
        ann.request("ping")
        assert not [frame for frame in ann.pushed if frame["type"] == "typing"]


def test_a_user_who_signs_out_while_the_body_comes_is_refused(serve):
    server = serve("--accounts", "open")
    made = register(server, "ann")
    body = json.dumps({"type": "send", "ref": 1, "room": "lobby", "text": "x"})
    slow = RawSocket(server.port)
    slow.write(
        f"POST /v1/request HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {made['token']}\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
    # The server has looked the token up.
    assert b" 100 " in slow.receive()
    assert ask(server, "DELETE", f"/v1/sessions/{made['session']['id']}", token=made["token"]).status == 204
    eventually(lambda: ask(server, "GET", "/v1/sessions", token=made["token"]).status == 401, "the session has ended")
    # The server trusts a token that it has looked up for less than this.
    assert not slow.can_be_read(0.2)
    slow.write(body)
    assert b" 401 " in slow.read_to_end()
    slow.close()


def test_requests_beside_one_another_are_each_answered(server):
    key = command(server, "key", "add", "bot")
    seqs = []

    def send(index):
        for number in range(10):
            seqs.append(post(server, key, type="send", room="lobby", text=f"{index} {number}").json["seq"])

    threads = [threading.Thread(target=send, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seqs) == list(range(1, 81))
