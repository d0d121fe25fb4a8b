"""Waiting for conditions. Nothing in these tests sleeps for a fixed time and hopes."""

import time

# Far more than anything takes on a busy machine: only a hang ever reaches it.
PATIENCE = 20.0


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
