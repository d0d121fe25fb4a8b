"""Waiting for conditions. Nothing in these tests sleeps for a fixed time and hopes.

A measurement takes its time, and a load has its rate: that is what `paced` and `at_rate` are for."""

import time

# Far more than anything takes on a busy machine: only a hang ever reaches it.
PATIENCE = 300.0


class Deadline:
    def __init__(self, seconds=PATIENCE):
        self.end = time.monotonic() + seconds

    @property
    def left(self):
        return max(0.0, self.end - time.monotonic())

    @property
    def passed(self):
        return self.left == 0


def eventually(condition, what, seconds=PATIENCE):
    """Asks `condition` until it gives something true, and gives that back."""
    deadline = Deadline(seconds)
    while True:
        answer = condition()
        if answer:
            return answer
        assert not deadline.passed, f"not in {seconds} s: {what}"
        time.sleep(0.01)


def paced(seconds, every):
    """The moments of a measurement: now, and again every so many seconds as long as it lasts."""
    deadline = Deadline(seconds)
    while not deadline.passed:
        yield
        time.sleep(min(every, deadline.left))


def at_rate(count, a_second):
    """The numbers from 0 to below `count`, each at its time."""
    begun = time.monotonic()
    for number in range(count):
        time.sleep(max(0, begun + number / a_second - time.monotonic()))
        yield number
