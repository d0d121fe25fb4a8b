"""The SDK against the real server: processes are killed while they send, clients come back after long absences, rooms are long."""

import collections
import hashlib
import time
import urllib.request

import pytest

from deadline import PATIENCE
from sdk import Driver
from slow_way import SlowWay
from test_membership import make_group, membership
from v1 import V1

# Far more than anything here takes on a busy machine.
LONG = 600


def say(v1, count, label):
    """Says `count` texts, many at once."""
    refs = collections.deque()
    for number in range(count):
        v1.number += 1
        refs.append(v1.ask("send", room="lobby", number=v1.number, text=f"{label} {number}"))
        if len(refs) > 200:
            v1.reply(refs.popleft())
            v1.pushed.clear()
    while refs:
        v1.reply(refs.popleft())
    v1.pushed.clear()


def sender(text):
    """Label, client and index of a driver's text."""
    label, client, index = text.split("/")
    return label, client, int(index)


def test_what_was_accepted_is_in_the_log_once_or_failed_visibly(serve, tmp_path, rng, pytestconfig):
    """18 clients send on; two are killed again and again while they do, and so is the server."""
    server = serve()
    server.keep_ports()
    rounds = max(4, pytestconfig.option.kills // 5)
    accepted = []
    steady = Driver(server, tmp_path / "steady", 18)
    mortal = {name: Driver(server, tmp_path / name) for name in ("ann", "bob")}
    kills = 0
    try:
        for round in range(rounds):
            steady.tell("send", f"steady-{round}", 10)
            for name, driver in mortal.items():
                driver.tell("send", f"{name}-{round}", 40)
            if rng.random() < 0.4:
                server.kill()
                server.start()
            for name, driver in mortal.items():
                # Dead in the middle of it, or just behind.
                for _ in range(rng.randrange(1, 41)):
                    line = driver.hear()
                    if line[0] == "accepted":
                        accepted.append(line[1])
                accepted += [line[1] for line in driver.kill() if line[0] == "accepted"]
                kills += 1
                mortal[name] = Driver(server, tmp_path / name)
        failed = set()
        for driver in [steady, *mortal.values()]:
            heard = driver.do("drain", seconds=LONG)
            accepted += [words[0] for words in heard["accepted"]]
            failed |= {words[0] for words in heard["failed"]}
    finally:
        for driver in [steady, *mortal.values()]:
            driver.close()
    with V1(server) as v1:
        log = [event["text"] for event in v1.history()]
    times = collections.Counter(log)
    print(f"{kills} kills of clients, {len(accepted)} accepted, {len(log)} in the log, {len(failed)} failed")
    assert len(accepted) >= rounds * 180
    assert [text for text in accepted if times[text] != 1 and text not in failed] == []
    assert [text for text, count in times.items() if count > 1] == []
    assert [text for text in failed if text in times] == []
    # What each client said is there in the order in which it said it.
    by_client = collections.defaultdict(list)
    for text in log:
        label, client, index = sender(text)
        name, round = label.rsplit("-", 1)
        by_client[name, client].append((int(round), index))
    assert len(by_client) == 20
    for said in by_client.values():
        assert said == sorted(said)


def test_a_client_that_was_away_has_everything_once_and_in_order(serve, tmp_path):
    """10,000 messages pass while it is offline, and 1,000 of its own wait."""
    server = serve()
    with Driver(server, tmp_path / "away", catch_up="everything") as away, V1(server) as v1:
        away.tell("watch")
        away.do("end")
        away.do("stop")
        say(v1, 10_000, "passed")
        away.tell("send", "own", 1_000)
        for index in range(1_000):
            assert away.hear() == ["accepted", f"own/0/{index}"]
        began = time.monotonic()
        away.tell("start")
        events = []
        while len(events) < 11_000:
            line = away.hear(LONG)
            if line[0] == "event":
                events.append((int(line[1]), " ".join(line[2:])))
        seconds = time.monotonic() - began
        assert [seq for seq, _ in events] == list(range(1, 11_001))
        assert events == [(event["seq"], event["text"]) for event in v1.history()]
        assert [text for _, text in events if text.startswith("own")] == [f"own/0/{index}" for index in range(1_000)]
        print(f"complete after {seconds:.2f} s, resident {away.resident_bytes() >> 20} MiB")


@pytest.mark.parametrize("length", [10_000, pytest.param(100_000, marks=pytest.mark.patient)])
def test_a_long_room_is_opened_and_paged_in_bounded_memory(serve, tmp_path, length):
    server = serve()
    with V1(server) as v1:
        say(v1, length, "x" * 100)
    figures = []
    with Driver(server, tmp_path / "reader") as reader:
        for words in [("end",), ("top",), ("around", length // 2), ("end",)]:
            began = time.monotonic()
            (first, end, count), = [map(int, line) for line in reader.do(*words, seconds=LONG)["shows"]]
            seconds = time.monotonic() - began
            figures.append((*words, f"{first}...{end}", f"{seconds:.2f} s", f"{reader.resident_bytes() >> 20} MiB"))
            assert count <= 600
            if words[0] == "top":
                assert first == 1
            elif words[0] == "around":
                assert first <= length // 2 <= end
            else:
                assert end == length
        print(*figures, f"peak {reader.resident_bytes('VmHWM') >> 20} MiB", sep="\n")
        # A whole room of 100,000 such messages would be some 50 MiB.
        assert reader.resident_bytes("VmHWM") < 80 << 20


def attachments(v1):
    return [event["attachment"] for event in v1.history() if "attachment" in event]


def digest_of(server, id):
    with urllib.request.urlopen(f"{server.url}/v1/files/{id}", timeout=PATIENCE) as answer:
        return hashlib.sha256(answer.read()).hexdigest()


def test_a_file_arrives_once_although_client_and_server_are_killed_in_the_middle(serve, tmp_path, rng):
    """A file of 5 MB; the client, and every third time the server, is killed when some of it has arrived."""
    server = serve()
    server.keep_ports()
    size = 5_000_000
    original = tmp_path / "swift.bin"
    original.write_bytes(rng.randbytes(size))
    digest = hashlib.sha256(original.read_bytes()).hexdigest()
    with SlowWay(server) as way:
        way.stop_after(rng.randrange(200_000, size))
        driver = Driver(way, tmp_path / "ann")
        driver.tell("file", "photo", original)
        assert driver.hear() == ["accepted", "photo"]
        driver.tell("send", "behind", 1)
        assert driver.hear() == ["accepted", "behind/0/0"]
        # The app may delete its own as soon as it is accepted.
        original.unlink()
        try:
            for round in range(9):
                assert way.is_reached.wait(PATIENCE), "nothing was uploaded"
                way.stop_after(rng.randrange(200_000, size))
                if round % 3 == 2:
                    server.kill()
                    server.start()
                else:
                    driver.kill()
                    driver = Driver(way, tmp_path / "ann")
            assert way.is_reached.wait(PATIENCE), "nothing was uploaded"
            way.stop_after(None)
            driver.kill()
            driver = Driver(way, tmp_path / "ann")
            assert driver.do("drain", seconds=LONG)["failed"] == []
        finally:
            driver.close()
    with V1(server) as v1:
        assert [event["text"] for event in v1.history()] == ["behind/0/0", "photo"]  # a text does not wait for a file
        (attachment,) = attachments(v1)
    assert attachment["size"] == size and attachment["name"] == "swift.bin"
    assert digest_of(server, attachment["id"]) == digest
    # Nothing is left behind, on either side.
    stored = [path for path in (server.data).rglob("*") if path.is_file() and path.stat().st_size == size]
    assert len(stored) == 1
    assert not list((tmp_path / "ann").rglob("*.files/*"))


def test_texts_and_files_of_many_clients_each_keep_their_order(serve, tmp_path, rng):
    """10 clients say texts and send files, while the server is killed. All are there; no text waited for a file."""
    server = serve()
    server.keep_ports()
    photo = tmp_path / "photo.bin"
    photo.write_bytes(rng.randbytes(300_000))
    digest = hashlib.sha256(photo.read_bytes()).hexdigest()
    with Driver(server, tmp_path / "clients", 10) as driver:
        for round in range(5):
            driver.tell("send", f"before-{round}", 1)
            driver.tell("file", f"file-{round}", photo)
            driver.tell("send", f"behind-{round}", 1)
            for _ in range(rng.randrange(1, 30)):
                driver.hear()
            server.kill()
            server.start()
        assert driver.do("drain", seconds=LONG)["failed"] == []
    by_user = collections.defaultdict(list)
    with V1(server) as v1:
        for event in v1.history():
            by_user[event["user"]].append(event["text"].split("/")[0])
        files = attachments(v1)
    assert len(by_user) == 10
    for said in by_user.values():
        texts = [text for text in said if not text.startswith("file-")]
        assert texts == [f"{what}-{round}" for round in range(5) for what in ("before", "behind")]
        assert [text for text in said if text not in texts] == [f"file-{round}" for round in range(5)]
    assert len({file["id"] for file in files}) == 50
    for file in files:
        assert digest_of(server, file["id"]) == digest


def test_the_sdk_is_in_groups(serve, tmp_path):
    """It accepts an invitation, is muted and removed; a group that it made offline exists after a kill."""
    server = serve()
    with V1(server, "ann") as ann:
        with Driver(server, tmp_path / "bob") as bob:
            user = bob.do("user")["user"][0][0]
            room = make_group(ann)
            membership(ann, room, user, "invite")
            bob.do("accept", room)
            assert "sent" in bob.do("say", room, "hello")
            assert ann.event(room=room, kind="message")["text"] == "hello"
            membership(ann, room, user, "mute")
            assert bob.do("say", room, "muted")["refused"] == [["139"]]
            membership(ann, room, user, "remove", reason="spam")
            assert bob.do("ended", room)["ended"] == [["136"]]
            assert bob.do("say", room, "late")["refused"] == [["136"]]
            bob.do("stop")
            mine = bob.do("group", "Tea", ann.user)["group"][0][0]
            bob.kill()
        with Driver(server, tmp_path / "bob") as bob:
            invitation = ann.push("standing", room=mine)
            assert (invitation["user"].lower(), invitation["info"]["settings"]["title"]) == (user.lower(), "Tea")
            membership(ann, mine, ann.user, "join")
            assert "sent" in bob.do("say", mine, "made-offline")
            ann.request("join", room=mine)
            assert ann.history(mine)[-1]["text"] == "made-offline"
