"""A network namespace, and links to it that are cut as a pulled cable cuts them: nobody is told."""

import json
import os
import shutil
import subprocess

import pytest

# Of an address range for tests of networks (RFC 2544), a part for each process that tests.
PREFIX = f"198.{18 + os.getpid() // 256 % 2}.{os.getpid() % 256}"
# Of no interface.
NOBODY = "02:00:00:00:00:01"


class Network:
    """Programs that run in it reach others, and are reached, by its links only."""

    def __init__(self):
        self.name = f"martlet-{os.getpid()}"
        self.links = []
        if not shutil.which("ip"):
            pytest.skip("network namespaces need ip, of iproute2")
        made = ip("netns", "add", self.name, check=False)
        if made.returncode:
            pytest.skip(f"no network namespace can be made here: {made.stderr.strip()}")
        ip("-n", self.name, "link", "set", "lo", "up")

    @property
    def command(self):
        """What runs a program in it."""
        return ["nsenter", f"--net=/run/netns/{self.name}"]

    def link(self):
        link = Link(self.name, len(self.links))
        self.links.append(link)
        return link

    def end(self):
        ip("netns", "delete", self.name)
        # The namespace, and with it the far ends, may outlive its name.
        for link in self.links:
            ip("link", "delete", link.near, check=False)


class Link:
    """A pair of interfaces. What is in the namespace has `address` for those outside of it."""

    def __init__(self, namespace, number):
        self.namespace = namespace
        self.near, self.far = (f"m{os.getpid()}{end}{number}" for end in "nf")
        here, self.address = (f"{PREFIX}.{4 * number + end}" for end in (1, 2))
        made = ip("link", "add", self.near, "type", "veth", "peer", "name", self.far, "netns", namespace, check=False)
        if made.returncode:
            pytest.skip(f"no link to a network namespace can be made here: {made.stderr.strip()}")
        ip("address", "add", f"{here}/30", "dev", self.near)
        ip("-n", namespace, "address", "add", f"{self.address}/30", "dev", self.far)
        ip("link", "set", self.near, "up")
        ip("-n", namespace, "link", "set", self.far, "up")
        self.ends = [([], self.near, self.address), (["-n", namespace], self.far, here)]
        self.hardware = [hardware_address(["-n", namespace], self.far), hardware_address([], self.near)]
        self.mend()

    def cut(self, answers_only=False):
        """An end sends to a hardware address that nobody has: no side gets an error.

        With `answers_only`, what is sent into the namespace still arrives."""
        self.send_to([self.hardware[0] if answers_only else NOBODY, NOBODY])

    def mend(self):
        self.send_to(self.hardware)

    def send_to(self, hardware):
        for (where, device, neighbour), address in zip(self.ends, hardware):
            ip(*where, "neigh", "replace", neighbour, "lladdr", address, "dev", device, "nud", "permanent")


def hardware_address(where, device):
    return json.loads(ip(*where, "-json", "link", "show", device).stdout)[0]["address"]


def ip(*arguments, check=True):
    return subprocess.run(["ip", *arguments], capture_output=True, text=True, check=check)
