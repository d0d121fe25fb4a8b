"""How many unread messages mention the reader, in the list of rooms."""

from test_choices import choose
from v1 import V1


def mentions(client, room="lobby"):
    return {entry["room"]: entry.get("mentions", 0) for entry in client.request("list")["rooms"]}[room]


def test_mentions_are_counted_from_the_read_mark_on(serve):
    server = serve()
    with V1(server, "ann") as ann, V1(server, "bob") as bob:
        choose(ann, "lobby", followed=True)
        for text in ("@ann", "hello", "hi @Ann, hi", "@anna", "@bob"):
            bob.send(text)
        assert mentions(ann) == 2
        ann.request("read", room="lobby", seq=1)
        assert mentions(ann) == 1
        bob.change("edit", of=3, text="never mind")
        assert mentions(ann) == 0
        bob.change("edit", of=5, text="@bob and @ann")
        assert mentions(ann) == 1
        token = ann.token
    server.kill()
    server.start()
    with V1(server, "anna", token=token) as ann:
        # By the name of the connection that asks.
        assert mentions(ann) == 1
