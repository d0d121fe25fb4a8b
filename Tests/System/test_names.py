"""Many who want one name cost nobody else time."""

import resource
import socket
import threading
import time

from deadline import Deadline
from v1 import V1

NAMESAKES = 1_500
A_SECOND = 300
# Of a control pair's messages, in seconds. The server of before took more than a second for one.
MOST = 0.05


def test_namesakes_on_lines_hold_up_nobody(server):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * NAMESAKES)), hard))
    peers = []

    def arrive():
        begun = time.monotonic()
        for number in range(NAMESAKES):
            time.sleep(max(0, begun + number / A_SECOND - time.monotonic()))
            peer = socket.create_connection(("127.0.0.1", server.line_port))
            peers.append(peer)
            peer.sendall(b"iam:same\n")

    with V1(server, "ann", join=["control"]) as ann, V1(server, "bob", join=["control"]) as bob:
        arriving = threading.Thread(target=arrive)
        arriving.start()
        taken = []
        deadline = Deadline(60)
        while arriving.is_alive() and not deadline.passed:
            begun = time.monotonic()
            ann.send(f"{len(taken)}", "control")
            bob.event(text=f"{len(taken)}", seconds=60)
            taken.append(time.monotonic() - begun)
        arriving.join()
        # Half of the time, not half of the messages: nothing is sent while one is waited for.
        assert weighted_median(taken) <= MOST, f"{weighted_median(taken) * 1000:.0f} ms"
        # Everyone who came has a name.
        answers = [answer(peer) for peer in peers[-5:]]
        assert all(b"you are same" in answer for answer in answers), answers
    for peer in peers:
        peer.close()


def answer(peer):
    peer.settimeout(20)
    return peer.recv(100)


def weighted_median(times):
    """What a message takes that is sent at any moment: a slow one stands for all that would have been sent meanwhile."""
    passed = 0
    for seconds in sorted(times):
        passed += seconds
        if passed >= sum(times) / 2:
            return seconds
