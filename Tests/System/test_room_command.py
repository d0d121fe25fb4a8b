"""martlet room: what an operator can do about rooms."""

import pathlib

from martlet_server import run
from uploads import put
from v1 import V1


def test_list_and_delete(serve):
    server = serve()
    with V1(server, "ann", join=["lobby", "secret"]) as ann:
        ann.send("stays")
        ann.send("the secret text", "secret")
        ann.request("edit", room="secret", number=10, of=1, text="the edited secret")
        file = put(server, ann.token, b"the bytes").json
        ann.request("send", room="secret", number=11, text="a file", attachment=file)
        ann.request("read", room="secret", seq=3)
        ann.send("also stays", number=12)
        token, device, epoch = ann.token, ann.device, ann.joined["lobby"]["epoch"]
    listed = run("room", "list", "--data", server.data)
    assert [line.split("\t")[:2] for line in listed.stdout.splitlines()] == [["lobby", "2"], ["secret", "3"]]
    refused = run("room", "delete", "secret", "--data", server.data)
    assert refused.returncode == 1 and "in use by another server" in refused.stderr
    assert server.stop() == 0
    deleted = run("room", "delete", "secret", "--data", server.data)
    assert deleted.stdout == "Deleted the room secret: 3 events and 1 files.\n", deleted.stderr
    everything = b"".join(path.read_bytes() for path in pathlib.Path(server.data).rglob("*") if path.is_file())
    assert b"the secret text" not in everything and b"the edited secret" not in everything
    assert b"also stays" in everything
    assert [path for path in (pathlib.Path(server.data) / "files").rglob("*") if path.is_file()] == []
    missing = run("room", "delete", "secret", "--data", server.data)
    assert missing.returncode == 1 and "no room secret" in missing.stderr
    server.start()
    assert "backup" not in server.log
    with V1(server, "ann", join=(), token=token, device=device) as ann:
        # The log is another one: a client that holds events of the room must not take the next room's for theirs.
        joined = ann.request("join", room="secret", since={"epoch": epoch, "seq": 3})
        assert joined["reset"] and joined["head"] == 0 and "read" not in joined
        assert ann.request("join", room="lobby")["head"] == 2
        # What was accepted once is not accepted again.
        assert ann.refusal("send", room="secret", number=11, text="again")["code"] == 152
        assert ann.request("send", room="lobby", number=12, text="also stays")["seq"] == 2
        assert ann.refusal("send", room="lobby", number=9, text="late")["code"] in (144, 152)
        assert ann.request("send", room="secret", number=13, text="anew")["seq"] == 1
