"""kill -9, again and again, while people talk: what was acknowledged is there, once, in one order."""

import time

from ordeal import Ordeal


def test_what_was_acknowledged_survives_every_kill(serve, rng, pytestconfig):
    kills = pytestconfig.option.kills
    server = serve()
    server.kill()
    # Now and then it is stopped properly instead: that must lose as little.
    ends = [server.kill] * kills + [server.stop] * (kills // 5)
    rng.shuffle(ends)
    begun = time.monotonic()
    acknowledged, log = Ordeal(server, rng, ends).run()
    print(f"{kills} kills, {acknowledged} acknowledged, {len(log)} in the log, {time.monotonic() - begun:.1f} s")
