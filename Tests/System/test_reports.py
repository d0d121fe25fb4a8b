"""Reports, the queue of moderators, and the moderation log, on the real server."""

import random

import pytest

from accounts import ask, command
from martlet_server import run
from raw import RawWebSocket
from test_membership import direct, make_group, membership
from v1 import V1

OPEN_PER_USER, PER_MESSAGE, TEXT_BYTES = 50, 100, 512
AT_ONCE, AT_ONCE_OF_GUESTS = 30, 75


@pytest.fixture
def served(serve):
    return serve("--accounts", "closed", "--new-rooms-per-user", "off", "--new-rooms-per-address", "off")


def administrator(server, name="warden"):
    return V1(server, join=(), token=command(server, "key", "add", name, "--role", "administrator"))


def garden(ann, *others, room="garden"):
    """Ann's open room."""
    ann.change("settings", room=room, title="Garden")
    for client in (ann, *others):
        client.request("join", room=room)
    return room


def report(client, seq, room="garden", reason="spam", **more):
    return client.request("report", room=room, of=seq, reason=reason, **more)


def queue(client, room="garden"):
    """All entries, page by page."""
    entries, after = [], {}
    while True:
        page = client.request("queue", **({"room": room} if room else {}), **after)
        entries += page["reports"]
        if "next" not in page:
            return entries
        after = {"after": page["next"]}


def audit(client, room="garden"):
    return client.request("audit", room=room)["actions"]


def test_reports_of_one_message_are_one_entry(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo, V1(served, "dan") as dan:
        garden(ann, bob, cleo)
        seq = bob.send("buy my seeds", room="garden")["seq"]
        assert report(cleo, seq, text="the third one today")["type"] == "ok"
        assert report(cleo, seq, reason="other")["type"] == "ok"
        # Also without having joined the room.
        assert report(dan, seq, reason="harassment")["type"] == "ok"
        [entry] = queue(ann)
        assert entry["message"]["text"] == "buy my seeds" and entry["message"]["user"] == bob.user
        assert entry["count"] == 2
        assert [note["reason"] for note in entry["notes"]] == ["spam", "harassment"]
        assert entry["notes"][0]["text"] == "the third one today"
        # Moderators are not told who reported.
        assert all("by" not in note for note in entry["notes"])


def test_nobody_else_learns_of_a_report(served):
    """Above all not its subject, who is a moderator of the room."""
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo, administrator(served) as root:
        garden(ann, bob, cleo)
        ann.change("membership", room="garden", member=bob.user, action="role", role="moderator")
        seq = bob.send("buy my seeds", room="garden")["seq"]
        report(cleo, seq)
        assert queue(bob) == []
        assert cleo.refusal("queue", room="garden")["code"] == 138
        assert ann.refusal("queue")["code"] == 138
        assert bob.refusal("resolve", room="garden", of=seq, decision="dismissed")["code"] == 192
        assert [note["by"]["user"] for entry in queue(root, None) for note in entry["notes"]] == [cleo.user]
        before = len(audit(bob))
        ann.request("resolve", room="garden", of=seq, decision="accepted", note="talked to bob")
        assert len(audit(bob)) == before
        assert audit(ann)[0]["decided"]["note"] == "talked to bob"
        # Nothing was pushed to anybody, and the log has no event of it.
        head = cleo.request("history", room="garden")["head"]
        assert head == seq
        assert not [frame for client in (ann, bob, cleo) for frame in client.pushed if "report" in str(frame)]


def test_owners_do_not_take_reports_about_owners_from_the_administrators(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo, administrator(served) as root:
        garden(ann, bob, cleo)
        ann.change("membership", room="garden", member=bob.user, action="role", role="owner")
        seq = bob.send("buy my seeds", room="garden")["seq"]
        report(cleo, seq)
        assert ann.refusal("resolve", room="garden", of=seq, decision="dismissed")["code"] == 138
        assert [entry["message"]["seq"] for entry in queue(ann)] == [seq]
        assert [entry["message"]["seq"] for entry in queue(root, None) if entry["room"] == "garden"] == [seq]
        root.request("resolve", room="garden", of=seq, decision="dismissed")
        assert queue(ann) == []


def test_an_administrator_decides_where_no_moderator_is(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, administrator(served) as root:
        private = direct(ann.user, bob.user)
        for client in (ann, bob):
            client.request("join", room=private)
        seq = bob.send("you will be sorry", room=private)["seq"]
        report(ann, seq, room=private, reason="violence")
        [entry] = [entry for entry in queue(root, None) if entry["room"] == private]
        assert entry["message"]["text"] == "you will be sorry"
        root.request("resolve", room=private, of=seq, decision="accepted")
        assert not [entry for entry in queue(root, None) if entry["room"] == private]
        assert root.refusal("history", room=private)["code"] == 131


def test_decisions_are_made_once(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo, administrator(served) as root:
        garden(ann, bob, cleo)
        seq = bob.send("tomatoes are fruit", room="garden")["seq"]
        report(cleo, seq)
        for _ in range(2):
            assert ann.request("resolve", room="garden", of=seq, decision="dismissed")["type"] == "ok"
        assert ann.refusal("resolve", room="garden", of=seq, decision="accepted")["code"] == 192
        assert root.refusal("resolve", room="garden", of=seq, decision="dismissed")["code"] == 192
        assert len([entry for entry in audit(ann) if "decided" in entry]) == 1
        # It comes back only when the message says something else.
        report(cleo, seq)
        assert queue(ann) == []
        bob.change("edit", room="garden", of=seq, text="tomatoes are for sale")
        report(cleo, seq)
        assert [entry["message"]["text"] for entry in queue(ann)] == ["tomatoes are for sale"]


def test_the_moderation_log(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        group = make_group(ann, bob, cleo)
        own = bob.send("mine", room=group)["seq"]
        rude = bob.send("rude", room=group)["seq"]
        bob.change("delete", room=group, of=own)
        ann.change("delete", room=group, of=rude)
        pinned = ann.send("be kind", room=group)["seq"]
        ann.change("pin", room=group, of=pinned, on=True)
        membership(ann, group, cleo.user, "mute", reason="loud")
        membership(ann, group, bob.user, "ban", reason="rude")
        log = audit(ann, group)
        deeds = [entry["event"].get("action") or entry["event"]["kind"] for entry in log]
        assert deeds[:4] == ["ban", "mute", "pin", "deletion"]
        assert set(deeds[4:]) == {"settings"}
        assert [entry["event"].get("reason") for entry in log[:2]] == ["rude", "loud"]
        assert log[3]["about"]["user"] == bob.user
        assert all(entry["event"]["user"] == ann.user and entry["event"]["at"] > 0 for entry in log)
        assert [entry["place"] for entry in log] == sorted((entry["place"] for entry in log), reverse=True)
        assert cleo.refusal("audit", room=group)["code"] == 138
        assert bob.refusal("audit", room=group)["code"] == 137
        # Page by page.
        page = ann.request("audit", room=group, before=log[1]["place"])
        assert page["actions"] == log[2:]


def test_a_queue_and_a_log_of_many_pages(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo, V1(served, "dan") as dan:
        garden(ann, bob, cleo, dan)
        seqs = [bob.send(f"advertisement {number} {'x' * 8_000}", room="garden")["seq"] for number in range(55)]
        random.Random(7).shuffle(seqs)
        for client, mine in ((cleo, seqs[:28]), (dan, seqs[28:])):
            for seq in mine:
                report(client, seq)
        entries = queue(ann)
        assert [entry["message"]["seq"] for entry in entries] == seqs
        for seq in seqs:
            ann.change("delete", room="garden", of=seq)
        log, before = [], {}
        while True:
            page = ann.request("audit", room="garden", **before)
            log += page["actions"]
            if "next" not in page:
                break
            before = {"before": page["next"]}
        assert [entry["event"]["of"] for entry in log if entry["event"]["kind"] == "deletion"] == seqs[::-1]


def test_a_deletion_takes_the_texts_of_reports(served):
    secret = "the words nobody should find"
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        seq = bob.send(f"{secret} again", room="garden")["seq"]
        report(cleo, seq, text=f"he says {secret}")
        ann.change("delete", room="garden", of=seq)
        [entry] = queue(ann)
        assert entry["message"]["kind"] == "deleted"
        assert "text" not in entry["notes"][0]
    served.stop()
    folder = served.data
    for file in folder.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file


def test_an_erasure_takes_a_persons_reports_and_decisions(served):
    secret = "a word of cleo's"
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo, administrator(served) as root:
        garden(ann, bob, cleo)
        first, second = (bob.send(text, room="garden")["seq"] for text in ("one", "two"))
        report(cleo, first, text=secret)
        report(ann, second)
        root.request("resolve", room="garden", of=second, decision="accepted", note="ann was right")
        report(root, first)
        assert run("erase", cleo.user, "--data", served.data).returncode == 0
        [entry] = queue(ann)
        assert entry["count"] == 1 and "text" not in entry["notes"][0]
        assert run("erase", bob.user, "--data", served.data).returncode == 0
        assert queue(ann) == []
        decided = next(entry for entry in audit(ann) if "decided" in entry)
        assert "note" not in decided["decided"]


def test_the_reason_of_a_deletion_is_for_the_author_and_the_log(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        seq, mine = bob.send("buy my seeds", room="garden")["seq"], ann.send("rules", room="garden")["seq"]
        for client, of, reason in [(bob, seq, "hear me"), (ann, mine, "hear me"), (ann, seq, "a\nb"), (ann, seq, "x" * 257)]:
            assert client.refusal("delete", room="garden", number=50, of=of, reason=reason)["code"] == 149
        ann.change("delete", room="garden", of=seq, reason="advertising")
        event = bob.event(room="garden", kind="deletion")
        assert (event["of"], event["name"], event["reason"]) == (seq, "ann", "advertising")
        assert audit(ann)[0]["event"]["reason"] == "advertising"
        assert bob.request("history", room="garden", after=seq)["events"][-1]["reason"] == "advertising"
        # It may name its author: so it goes with them.
        assert run("erase", bob.user, "--data", served.data).returncode == 0
        assert "reason" not in audit(ann)[0]["event"] and audit(ann)[0]["event"]["of"] == seq


def test_reports_survive_a_restart(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        seq = bob.send("buy my seeds", room="garden")["seq"]
        report(cleo, seq)
        token = ann.token
    served.stop()
    served.start()
    with V1(served, join=(), token=token) as ann:
        assert [entry["message"]["seq"] for entry in queue(ann)] == [seq]


def test_over_http(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        seq = bob.send("buy my seeds", room="garden")["seq"]
        key = command(served, "key", "add", "bot", "--role", "administrator")

        def request(**frame):
            return ask(served, "POST", "/v1/request", {"ref": 1} | frame, token=key)

        assert request(type="report", room="garden", of=seq, reason="spam").json == {"type": "ok", "ref": 1}
        assert request(type="queue").json["reports"][0]["count"] == 1
        assert request(type="resolve", room="garden", of=seq, decision="accepted").json["type"] == "ok"
        assert request(type="audit", room="garden").json["actions"][0]["decided"]["decision"] == "accepted"
        assert request(type="resolve", room="garden", of=seq, decision="dismissed").code == 192
        assert request(type="report", room="garden", of=seq, reason="rude").code == 101


def test_on_the_command_line(served, tmp_path):
    key = tmp_path / "key"
    key.write_text(command(served, "key", "add", "warden", "--role", "administrator"))

    def reports(*words):
        ended = run("reports", *words, "--server", served.url, "--key-file", key)
        assert ended.returncode == 0, ended.stderr
        return [line.split("\t") for line in ended.stdout.splitlines()]

    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        one, two = (bob.send(f"buy\tmy\n{what}", room="garden")["seq"] for what in ("seeds", "spade"))
        for seq in (one, two):
            report(cleo, seq)
        assert reports("list") == [
            ["garden", str(seq), "1", "spam", "bob", f"buy my {what}"] for seq, what in ((one, "seeds"), (two, "spade"))]
        reports("accept", "garden", str(one), "--note", "talked to bob")
        reports("dismiss", "garden", str(two))
        assert reports("list", "--room", "garden") == []
        assert [line[1:] for line in reports("log", "garden")] == [
            ["warden", f"dismissed {two}", "bob", "-"], ["warden", f"accepted {one}", "bob", "talked to bob"],
            ["ann", "settings", "-", "-"]]
        ended = run("reports", "accept", "garden", str(two), "--server", served.url, "--key-file", key)
        assert ended.returncode == 1 and "decided" in ended.stderr


# As input of an attacker.


def test_what_is_not_a_report_is_refused(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        seq = bob.send("hello", room="garden")["seq"]
        for fields, code in [
            ({"of": seq, "reason": "spam", "text": "x" * (TEXT_BYTES + 1)}, 192),
            ({"of": seq, "reason": "spam", "text": "two\nlines"}, 192),
            ({"of": seq, "reason": "spam", "text": "‮"}, 192),
            ({"of": seq}, 101), ({"of": 0, "reason": "spam"}, 101), ({"of": seq, "reason": "unkind"}, 101),
            ({"of": 1, "reason": "spam"}, 150), ({"of": 2**52, "reason": "spam"}, 150),
        ]:
            assert ann.refusal("report", room="garden", **fields)["code"] == code, fields
        assert ann.refusal("report", room="g-" + "0" * 26, of=1, reason="spam")["code"] == 136


def test_a_user_reports_so_much_at_once(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob, V1(served, "cleo") as cleo:
        garden(ann, bob, cleo)
        seqs = [bob.send("x", room="garden")["seq"] for _ in range(AT_ONCE + 5)]
        for seq in seqs[:AT_ONCE]:
            # A repetition costs nothing.
            for _ in range(1 if seq == seqs[AT_ONCE - 1] else 2):
                report(cleo, seq)
        refused = cleo.refusal("report", room="garden", of=seqs[AT_ONCE], reason="spam")
        assert refused["code"] == 193 and not refused["temporary"]
        assert len(queue(ann)) == AT_ONCE


def test_the_guests_of_an_address_report_so_much_at_once(served):
    """Guests are free: a new one does not get further."""
    done = 0
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        seqs = [bob.send("x", room="garden")["seq"] for _ in range(AT_ONCE)]
        for number in range(6):
            with RawWebSocket(served, hello=True, name=f"guest {number}", source="127.0.0.9") as guest:
                for seq in seqs:
                    guest.ask(type="report", ref=seq, room="garden", of=seq, reason="spam")
                    answer = guest.reply(seq)
                    done += answer["type"] == "ok"
                    assert answer["type"] == "ok" or answer["code"] == 193
        assert done == AT_ONCE_OF_GUESTS
        with V1(served, "dan") as dan:
            report(dan, seqs[0])


def test_a_message_is_reported_so_often(served):
    with V1(served, "ann") as ann, V1(served, "bob") as bob:
        garden(ann, bob)
        seq = bob.send("x", room="garden")["seq"]
        for number in range(PER_MESSAGE + 3):
            with V1(served, f"guest {number}", join=()) as guest:
                report(guest, seq, text="x" * TEXT_BYTES)
        [entry] = queue(ann)
        assert entry["count"] == PER_MESSAGE and len(entry["notes"]) == 20
