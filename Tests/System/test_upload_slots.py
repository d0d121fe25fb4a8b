"""Slow uploads hold every slot: an uploader without a slot gets one all the same."""

import os
import threading

import pytest

from deadline import Deadline
from uploads import Upload, put
from v1 import V1

SLOTS = 64


class SlowGuests:
    """Guests that upload at 17 kB/s, a bit more than what is asked for."""

    def __init__(self, server, guests, each):
        self.clients = [V1(server, join=()) for _ in range(guests)]
        self.uploads = [Upload(server, client.token, 25_000_000) for client in self.clients for _ in range(each)]
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.trickle)
        self.thread.start()

    def trickle(self):
        """Writes to each until the server has ended it."""
        live = list(self.uploads)
        while not self.ended.wait(0.1):
            for upload in list(live):
                try:
                    upload.write(b"x" * 1_700)
                except OSError:
                    live.remove(upload)

    def close(self):
        self.ended.set()
        self.thread.join()
        for peer in self.uploads + self.clients:
            peer.close()


@pytest.mark.parametrize("guests, each", [(16, 4), (64, 1)], ids=["16 guests with 4 each", "64 guests with 1 each"])
def test_a_slow_upload_gives_way(server, guests, each):
    slow = SlowGuests(server, guests, each)
    try:
        with V1(server, "control", join=()) as control:
            deadline = Deadline(20)
            data = os.urandom(100_000)
            # In the first two seconds nobody's pace is known: the answer says when to ask again.
            while (answer := put(server, control.token, data)).status == 503:
                assert not deadline.passed, "no slot became free in 20 s"
                assert int(answer.headers["Retry-After"]) <= 2
                slow.ended.wait(int(answer.headers["Retry-After"]))
            assert answer.status == 201
            assert server.metrics()['martlet_uploads_total'] == 1
    finally:
        slow.close()


def test_the_upload_that_gave_way_is_told_to_try_again(server):
    """All slots are held by users with four each: the newcomer's is one of theirs, at once."""
    clients = [V1(server, join=()) for _ in range(SLOTS // 4)]
    uploads = [
        Upload(server, client.token, 1_000_000, extra=b"Expect: 100-continue\r\n") for client in clients for _ in range(4)]
    for upload in uploads:
        # It has a slot.
        assert upload.receive() == b"HTTP/1.1 100 Continue\r\n\r\n"
        upload.write(b"x" * 1_000)
    with V1(server, "control", join=()) as control:
        deadline = Deadline(10)
        while (answer := put(server, control.token, b"x")).status == 503:
            assert not deadline.passed
        assert answer.status == 201
    told = [upload.answer() for upload in uploads if upload.can_be_read()]
    assert [answer.status for answer in told] == [503]
    assert (told[0].code, told[0].headers["Retry-After"]) == (201, "5")
    for peer in uploads + clients:
        peer.close()
