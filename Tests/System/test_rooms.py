"""New rooms: how many one user and one address may make."""

from v1 import V1, Refused


def make(v1, names):
    """Says something in rooms that may not be there yet: the codes of the refusals."""
    codes = []
    for name in names:
        v1.request("join", room=name)
        try:
            v1.send("first", name)
            codes.append(None)
        except Refused as refused:
            assert not refused.frame["temporary"]
            codes.append(refused.code)
        v1.request("leave", room=name)
    return codes


def test_new_rooms_of_a_user(serve):
    server = serve("--new-rooms-per-user", "5")
    with V1(server) as ann, V1(server) as bob:
        assert make(ann, [f"a{i}" for i in range(7)]) == [None] * 5 + [134] * 2
        # Others, rooms that are there, and the lobby are as before; the refused number was not used
        # up.
        assert make(bob, ["b0"]) == [None]
        assert make(ann, ["a0", "b0"]) == [None, None]
        assert ann.send("hello", "lobby")["seq"] == 1
        ann.request("join", room="a6")
        assert ann.refusal("send", room="a6", number=100, text="x")["code"] == 134
        bob.request("join", room="a6")
        bob.send("mine", "a6")
        assert ann.request("send", room="a6", number=100, text="x")["seq"] == 2


def test_new_rooms_of_an_address(serve):
    """Guests are free: all of them at one address make so many rooms together, the server's own machine among them."""
    server = serve("--new-rooms-per-address", "20")
    made = []
    for guest in range(6):
        with V1(server) as v1:
            made += make(v1, [f"g{guest}-{i}" for i in range(5)])
    assert made == [None] * 20 + [135] * 10


def test_no_limit(serve):
    server = serve("--new-rooms-per-address", "off", "--new-rooms-per-user", "off")
    for start in range(0, 600, 300):
        with V1(server, join=()) as v1:
            part = [f"r{i}" for i in range(start, start + 300)]
            for ref in [v1.ask("join", room=room) for room in part]:
                v1.reply(ref)
            for ref in [v1.ask("send", room=room, text="x") for room in part]:
                assert v1.reply(ref)["seq"] == 1
