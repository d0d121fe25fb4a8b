"""The messages of a day: pages of history at a time, and `/date` in the terminal."""

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from clock import clock_ahead  # noqa: F401
from v1 import V1

DAY = 86_400


def test_a_page_at_a_time_is_around_its_first_event(serve, tmp_path, clock_ahead):  # noqa: F811
    data = tmp_path / "data"
    for ahead in (-20 * DAY, -10 * DAY, 0):
        server = serve(data=data, env=clock_ahead(ahead))
        with V1(server, "ann") as ann:
            for number in range(30):
                ann.send(f"{number} of {ahead}")
            if ahead < 0:
                server.stop()
                continue
            log = ann.history()

            def page(at, limit=11):
                return [event["seq"] for event in ann.request("history", room="lobby", at=at, limit=limit)["events"]]

            now = int(time.time() * 1_000)
            assert page(0) == page(log[0]["at"]) == list(range(1, 12))
            assert page(now - 15 * DAY * 1_000) == list(range(26, 37)), "between two days: around the first of the later"
            assert page(now - 5 * DAY * 1_000, limit=1) == [61]
            assert page(log[-1]["at"] + 1) == page(2**53 - 1) == list(range(80, 91)), "nothing since: the newest"
            for event in log[::7]:
                first = next(other["seq"] for other in log if other["at"] >= event["at"])
                assert page(event["at"], limit=1) == [first]


def test_a_day_begins_at_midnight_in_the_zone_of_the_terminal(serve, chat, tmp_path, clock_ahead):  # noqa: F811
    """The two days are the same one in UTC."""
    zone = ZoneInfo("Pacific/Auckland")
    midnight = (datetime.now(zone) - timedelta(days=20)).replace(hour=0, minute=0, second=0, microsecond=0)
    data = tmp_path / "data"
    half_an_hour = timedelta(minutes=30)
    moments = {"late": midnight - half_an_hour, "early": midnight + half_an_hour, "now": datetime.now(zone)}
    for name, moment in moments.items():
        server = serve(data=data, env=clock_ahead(round(moment.timestamp() - time.time())))
        with V1(server, "bob") as bob:
            for number in range(60):
                bob.send(f"{name} {number} .")
        if name != "now":
            server.stop()
    screen = chat(server, env={"TZ": "Pacific/Auckland"}).ready()
    screen.until("now 59 .")
    screen.send(f"/date {midnight:%Y-%m-%d}")
    screen.until("early 0 .")
    heading = f"{midnight:%A}, {midnight.day} {midnight:%B} {midnight.year}"
    assert screen.line("late 59 .") < screen.line(heading) < screen.line("early 0 .")
    screen.send("/date 2026-02-30")
    screen.until("2026-02-30 is not a day. Type 2026-11-01, today or yesterday.")
