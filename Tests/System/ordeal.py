"""People talk while their server meets one end after the other; then the log is held against what they were told."""

import asyncio
import collections
import time

from load import LinesLoad, Stage, SwiftChatLoad, V1Load
from v1 import V1

# For each twenty people: far more than a round takes; a machine may be busy.
ROUND_SECONDS = 60


class Ordeal:
    """`ends` are functions that end the server's process; one that stops it properly returns its exit status.

    Of the clients, four in ten speak v1; as many of the others speak SwiftChat's protocol as lines.
    """

    def __init__(self, server, rng, ends, is_cluster=False, clients=20):
        self.server = server
        self.is_cluster = is_cluster
        self.rng = rng
        self.ends = ends
        guests = clients * 3 // 10
        self.clients = [V1Load(f"vera-{i}") for i in range(clients - 2 * guests)]
        self.clients += [SwiftChatLoad(f"swen-{i}") for i in range(guests)]
        self.clients += [LinesLoad(f"lina-{i}") for i in range(guests)]

    def run(self):
        """Lives through all ends and checks what is left. Returns how much was acknowledged, and the log."""
        acknowledged = asyncio.run(live_through(self.ends, self.server, self.rng, self.clients, self.is_cluster))
        with V1(self.server) as reader:
            log = reader.history()
            epoch = reader.joined["lobby"]["epoch"]
        check(self.clients, log, epoch)
        return acknowledged, log


async def until(condition, tasks, what):
    """Waits for a condition; a client's failed assertion ends the wait at once. Each task is a client's."""
    seconds = ROUND_SECONDS * max(1, len(tasks) // 20)
    end = time.monotonic() + seconds
    while not condition():
        for task in tasks:
            if task.done():
                task.result()
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        await asyncio.sleep(0.005)


async def live_through(ends, server, rng, clients, is_cluster=False):
    """The clients talk; after a random number of acknowledgements the server meets the next of its `ends`, and is started again."""
    stage = Stage(server, is_cluster)
    tasks = [asyncio.create_task(stage.play(client)) for client in clients]
    try:
        for end in ends:
            await asyncio.to_thread(server.start)
            stage.up.set()
            # From "no one has said anything yet" to several commits.
            wanted = stage.acknowledged + rng.choice([0, 1, rng.randrange(400), rng.randrange(400)])
            await until(lambda: stage.acknowledged >= wanted, tasks, f"{wanted} acknowledgements")
            stage.up.clear()
            assert not await asyncio.to_thread(end), "a server that is stopped ends with 0"
        await asyncio.to_thread(server.start)
        stage.up.set()
        enough = stage.acknowledged + 100
        await until(lambda: stage.acknowledged >= enough, tasks, "everyone talks after the last kill")
        stage.talking = False
        await until(lambda: all(client.is_done for client in clients), tasks, "everything is answered")
        head = await asyncio.to_thread(lobby_head, server)
        folding = [client for client in clients if isinstance(client, V1Load)]
        await until(lambda: all(len(client.log) >= head for client in folding), tasks, "everyone holds the whole log")
        return stage.acknowledged
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def lobby_head(server):
    with V1(server) as reader:
        return reader.joined["lobby"]["head"]


def check(clients, log, epoch):
    assert [event["seq"] for event in log] == list(range(1, len(log) + 1)), "the numbers have no gap"
    place = {event["text"]: event for event in log}
    assert len(place) == len(log), "nothing is in the log twice"
    assert len({event["id"] for event in log}) == len(log)
    for client in clients:
        if isinstance(client, V1Load):
            check_v1(client, log, place, epoch)
        else:
            check_echoes(client, place)
    check_each_sender_is_in_order(log, place)


def check_v1(client, log, place, epoch):
    assert client.log == log, "who resumed ends with exactly the log"
    assert client.epoch == epoch
    assert client.answers.keys() == set(range(client.first_number, client.next_number))
    for number, (text, seq, id, at) in client.answers.items():
        event = place[text]
        assert (event["seq"], event["id"], event["at"]) == (seq, id, at)
        assert (event["device"], event["number"]) == (client.device, number)


def check_echoes(client, place):
    assert client.echoed, f"{client.name} was never echoed"
    assert len(set(client.echoed)) == len(client.echoed)
    for text in client.echoed:
        assert text in place, f"an echo that is not in the log: {text}"
    for seen in client.seen:
        numbers = [place[text]["seq"] for text in seen]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True, \
            f"{client.name} did not see the log's order, or not all of it: {numbers}"


def check_each_sender_is_in_order(log, place):
    counts = collections.defaultdict(list)
    for event in log:
        name, count = event["text"].split(" ")
        assert event["name"] == name
        counts[name].append(int(count))
    for name, said in counts.items():
        assert said == sorted(set(said)), f"{name} was reordered"
        if name.startswith("vera"):
            assert said == list(range(1, len(said) + 1)), "what has a number is not lost"
