"""Ports that a server is told before it takes them."""

import contextlib
import random
import socket

# Below those that Linux gives to connections that ask for none (32,768 to 60,999), or a connection
# of another test could take one before the server does. test_cluster.py has 20,000 to 30,000.
RANGE = range(10_000, 20_000)


def free_ports(count):
    # Not the test's seed: tests that run beside each other may have the same.
    chosen = random.SystemRandom()
    ports = []
    with contextlib.ExitStack() as stack:
        while len(ports) < count:
            port = chosen.choice(RANGE)
            with contextlib.suppress(OSError):
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
                ports.append(port)
    return ports
