"""Many who want one name cost nobody else time."""

import resource
import socket
import threading
import time

from deadline import Deadline, at_rate
from v1 import V1

NAMESAKES = 1_500
A_SECOND = 300
# How much longer a control pair's messages may take beside them, in seconds, and how many times as
# long. A search for a free name under the lock that everyone waits for took half a second and more,
# 100 times as long.
MORE, TIMES = 0.05, 10


def test_namesakes_on_lines_hold_up_nobody(server):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * NAMESAKES)), hard))
    peers = []

    def arrive():
        for _ in at_rate(NAMESAKES, A_SECOND):
            peer = socket.create_connection(("127.0.0.1", server.line_port))
            peers.append(peer)
            peer.sendall(b"iam:same\n")

    with V1(server, "ann", join=["control"]) as ann, V1(server, "bob", join=["control"]) as bob:
        quiet = []
        while sum(quiet) < 1:
            quiet.append(exchange(ann, bob))
        arriving = threading.Thread(target=arrive)
        arriving.start()
        taken = []
        deadline = Deadline(60)
        while arriving.is_alive() and not deadline.passed:
            taken.append(exchange(ann, bob))
        arriving.join()
        most = MORE + TIMES * weighted_median(quiet)
        assert weighted_median(taken) <= most, f"{weighted_median(taken) * 1000:.0f} of {most * 1000:.0f} ms"
        # Everyone who connected has got a name.
        answers = [answer(peer) for peer in peers[-5:]]
        assert all(b"you are same" in answer for answer in answers), answers
    for peer in peers:
        peer.close()


def exchange(ann, bob):
    """How long a message takes from one to the other."""
    begun = time.monotonic()
    seq = ann.send("control", "control")["seq"]
    bob.event(seq=seq, seconds=60)
    return time.monotonic() - begun


def answer(peer):
    peer.settimeout(20)
    return peer.recv(100)


def weighted_median(times):
    """How long a message takes that is sent at a random moment: a slow one counts for all its time."""
    passed = 0
    for seconds in sorted(times):
        passed += seconds
        if passed >= sum(times) / 2:
            return seconds
