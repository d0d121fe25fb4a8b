"""(device, number) names a message for ever: a client that sends it again gets the first answer again."""

import shutil

import pytest

from lines import Lines
from v1 import V1, new_device


def answer(frame):
    """What must be the same however often one asks."""
    return {key: frame[key] for key in ("room", "number", "seq", "id", "at")}


def test_the_same_number_on_two_connections_at_once(server):
    device = new_device()
    with V1(server, "ann", device=device) as one, V1(server, "ann", device=device, token=one.token) as other:
        assert other.user == one.user
        for number in range(1, 101):
            refs = [(client, client.ask("send", room="lobby", number=number, text=f"text {number}")) for client in (one, other)]
            first, second = (answer(client.reply(ref)) for client, ref in refs)
            assert first == second
            assert first["seq"] == number
        log = one.history()
        assert [event["text"] for event in log] == [f"text {number}" for number in range(1, 101)]
        assert [one.event()["seq"] for _ in log] == [other.event()["seq"] for _ in log] == list(range(1, 101))


def test_the_same_number_many_times_in_one_packet(server):
    with V1(server, "ann") as ann:
        refs = [ann.ask("send", room="lobby", number=1, text="once") for _ in range(300)]
        assert {ann.reply(ref)["seq"] for ref in refs} == {1}
        assert len(ann.history()) == 1


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_the_same_number_after_a_restart(serve, end):
    server = serve()
    device = new_device()
    with V1(server, "ann", device=device) as ann:
        token = ann.token
        answers = [answer(ann.send(f"text {number}")) for number in range(1, 6)]
        epoch = ann.joined["lobby"]["epoch"]
    getattr(server, end)()
    server.start()
    with V1(server, "ann", device=device, token=token) as ann:
        assert ann.joined["lobby"]["epoch"] == epoch
        for number in (3, 1, 5, 2, 4):
            assert answer(ann.send(f"text {number}", number=number)) == answers[number - 1]
        assert len(ann.history()) == 5
        assert ann.send("text 6", number=6)["seq"] == 6


def test_a_number_with_other_content_is_refused_and_nothing_changes(server):
    with V1(server, "ann", join=("lobby", "garden")) as ann:
        first = answer(ann.send("mine", number=1))
        ann.send("two", number=2)
        for changed in ({"text": "other"}, {"text": "mine "}, {"room": "garden"}):
            refusal = ann.refusal("send", **({"room": "lobby", "number": 1, "text": "mine"} | changed))
            assert (refusal["code"], refusal["error"], refusal["temporary"]) == (143, "number_conflict", False)
        assert answer(ann.send("mine", number=1)) == first
        assert [event["text"] for event in ann.history()] == ["mine", "two"]
        assert ann.history("garden") == []


def test_a_number_that_was_passed_is_refused(server):
    with V1(server, "ann") as ann:
        ann.send("five", number=5)
        for number in (4, 1):
            refusal = ann.refusal("send", room="lobby", number=number, text="late")
            assert (refusal["code"], refusal["error"], refusal["temporary"]) == (144, "number_passed", False)
        assert ann.send("six", number=6)["seq"] == 2
        assert [event["text"] for event in ann.history()] == ["five", "six"]


def test_a_number_counts_over_all_rooms(server):
    with V1(server, "ann", join=("lobby", "garden")) as ann:
        ann.send("here", number=1)
        ann.send("there", room="garden", number=2)
        assert ann.refusal("send", room="lobby", number=2, text="there")["code"] == 143
        assert ann.send("here again", number=3)["seq"] == 2


def test_another_users_device_of_the_same_id_is_another_device(server):
    device = new_device()
    with V1(server, "ann", device=device) as ann, V1(server, "bob", device=device) as bob:
        first = ann.send("ann's", number=1)
        second = bob.send("bob's", number=1)
        assert (first["seq"], second["seq"]) == (1, 2)
        ann.send("ann's", number=9)
        assert bob.send("bob's second", number=2)["seq"] == 4


def test_a_device_id_in_either_case_is_one_device(server):
    device = new_device()
    with V1(server, "ann", device=device.lower()) as ann:
        assert ann.device == device
        first = answer(ann.send("hello", number=1))
        with V1(server, "ann", device=device, token=ann.token) as again:
            assert answer(again.send("hello", number=1)) == first


def test_without_a_number_every_send_is_a_message(server):
    with V1(server, "ann") as ann:
        sent = [ann.request("send", room="lobby", text="same") for _ in range(3)]
        assert [frame["seq"] for frame in sent] == [1, 2, 3]
        assert all("number" not in frame for frame in sent)
        for event in ann.history():
            assert "device" not in event and "number" not in event


def test_the_same_line_twice_is_two_messages(server):
    with Lines(server, "carl") as carl, V1(server, "ann") as ann:
        carl.say("again")
        carl.say("again")
        assert [ann.event()["seq"], ann.event()["seq"]] == [1, 2]


def test_resuming_gives_what_was_missed_or_says_reset(serve):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        for number in range(1, 11):
            ann.send(f"text {number}")
        held = [bob.event()["seq"] for _ in range(4)][-1]
        epoch, token = bob.joined["lobby"]["epoch"], bob.token
    # The server may not have seen yet that the first connection is gone: another guest can't have
    # its name.
    with V1(server, "bob", token=token, join=()) as bob:
        joined = bob.request("join", room="lobby", since={"epoch": epoch, "seq": held})
        assert (joined["reset"], joined["head"]) == (False, 10)
        assert [event["seq"] for event in bob.history(after=held)] == [5, 6, 7, 8, 9, 10]
        assert bob.request("join", room="lobby", since={"epoch": epoch + 1, "seq": held})["reset"]
        assert bob.request("join", room="lobby", since={"epoch": epoch, "seq": 11})["reset"]


@pytest.mark.sqlite
def test_a_restored_backup_is_a_new_epoch(serve, tmp_path):
    server = serve()
    with V1(server, "ann") as ann:
        ann.send("in the backup")
        epoch = ann.joined["lobby"]["epoch"]
    server.stop()
    backup = tmp_path / "backup"
    shutil.copytree(server.data, backup)
    server.start()
    with V1(server, "ann") as ann:
        ann.send("after the backup", number=1)
    server.stop()
    for file in ("martlet.db", "martlet.db-wal", "martlet.db-shm"):
        (server.data / file).unlink(missing_ok=True)
        if (backup / file).exists():
            shutil.copy(backup / file, server.data / file)
    server.start()
    with V1(server, "bob", join=()) as bob:
        joined = bob.request("join", room="lobby", since={"epoch": epoch, "seq": 2})
        assert joined["reset"] and joined["epoch"] != epoch
        assert [event["text"] for event in bob.history()] == ["in the backup"]
