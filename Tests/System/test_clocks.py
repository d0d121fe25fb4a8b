"""A wall clock that jumps: no time of a room goes back, and no file is removed that is not old."""

from clock import clock_ahead  # noqa: F401
from uploads import get, png, put
from v1 import V1

DAY = 86_400


def test_times_do_not_go_back_when_the_clock_was_put_back(serve, tmp_path, clock_ahead):  # noqa: F811
    data = tmp_path / "data"
    times = []
    for number, ahead in enumerate((DAY, 0, 60, 2 * DAY), 1):
        server = serve(data=data, env=clock_ahead(ahead))
        with V1(server, "ann") as ann:
            ann.send(f"message {number}", number=number)
            ann.send(f"message {number} again", number=number + 100)
            events = ann.history()
        server.stop()
        times = [event["at"] for event in events]
        assert times == sorted(times)
    assert times[-1] - times[0] >= DAY * 1_000 - 60_000, "a clock that is ahead again is followed"
    assert len(set(times[:6])) <= 3, "a clock that is behind keeps the time of the last event"


def test_a_clock_that_is_a_year_ahead_at_start_removes_no_file(serve, tmp_path, clock_ahead):  # noqa: F811
    data = tmp_path / "data"
    server = serve(data=data)
    with V1(server, "ann") as ann:
        answer = put(server, ann.token, png())
        assert answer.status == 201
        id, token = answer.json["id"], ann.token
    server.stop()
    server = serve(data=data, env=clock_ahead(365 * DAY))
    with V1(server, "ann", token=token) as ann:
        # What is asked for at start has been committed when this is.
        ann.send("after it")
        assert get(server, id).status == 200
        assert server.metrics()["martlet_files_removed_total"] == 0


def test_a_file_that_is_old_beside_a_newer_one_goes(serve, tmp_path, clock_ahead):  # noqa: F811
    data = tmp_path / "data"
    ids = []
    for ahead in (0, 2 * DAY):
        server = serve(data=data, env=clock_ahead(ahead))
        with V1(server, "ann") as ann:
            ids.append(put(server, ann.token, png()).json["id"])
        server.stop()
    server = serve(data=data, env=clock_ahead(2 * DAY))
    with V1(server, "ann") as ann:
        ann.send("after it")
        assert [get(server, id).status for id in ids] == [404, 200]
