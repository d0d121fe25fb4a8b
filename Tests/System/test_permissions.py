"""Every cell of the tables in docs/permissions.md, tried on the real server."""

import contextlib
import re
import secrets

import pytest

from accounts import command
from martlet_server import ROOT, MartletServer
from test_choices import own
from test_membership import direct, new_group, new_link
from v1 import V1, Refused

PAGE = ROOT / "docs" / "permissions.md"
UNTRIED = "–"
NUMBERED = ("send", "edit", "delete", "react", "unreact", "pin", "settings", "membership", "link", "choose", "block", "profile")
PLACES = ["stranger", "invited", "requested", "member", "moderator", "owner", "banned", "muted", "removed"]
# A member of a direct room whom the other one has blocked; a guest of a server with --guests read.
BLOCKED, READER = "blocked", "read-only guest"
ADMINISTRATOR, MEMBER_AND_ADMINISTRATOR = "administrator", "administrator and member"
ADMINISTRATORS = [ADMINISTRATOR, MEMBER_AND_ADMINISTRATOR, "administrator, banned", "administrator, muted"]
SANCTIONS = {"banned": "ban", "muted": "mute"}


class Cell:
    """One request, by one person, in a room that was made for it."""

    def __init__(self, kind, who, row, people):
        self.kind, self.who, self.row, self.people = kind, who, row, people
        self.seqs = {}
        self.links = {}
        for what in ("mine", "theirs"):
            self.links[f"code of {what}"], self.links[what] = new_link()
        self.target = f"a {target_of(row)}"
        if kind == "own":
            self.room = own(people["owner"])
            self.seqs = {"theirs": 1}
        elif kind == "direct":
            self.room = direct(people["maker"].user, people[BLOCKED if who == BLOCKED else "member"].user)
        else:
            self.room = new_group() if kind == "group" else f"r-{secrets.token_hex(12)}"

    def steps(self):
        """The requests that lead to the cell: lists of them, each list of one person."""
        if self.kind == "own":
            yield [("owner", "choose", {"about": "lobby", "pinned": True}, None)]
            return
        yield from self.making()
        yield from self.place(self.who, self.who)
        if self.kind in ("group", "owned"):
            yield from self.place(self.target, target_of(self.row))
            yield [("maker", "settings", setting_of(self.row), None)]
            if "only owner" in self.row:
                yield [("maker", "membership", self.about("maker", "leave"), None)]

    def making(self):
        settings = {"title": "Tea", "joining": "request"} | ({"slow": 3_600} if "slow mode" in self.row else {})
        made = [] if self.kind in ("open", "direct") else [("maker", "settings", settings, None)]
        yield made + self.saying("maker", "theirs")
        yield from self.more("maker", "theirs")

    def more(self, person, what):
        """The reaction to a message, or the link of its author, that the row is about."""
        if "`unreact`" in self.row and what:
            yield [("maker", "react", lambda cell: {"of": cell.seqs[what], "emoji": "👍", "on": True}, None)]
        if "link" in self.row and what and self.kind == "group":
            yield [(person, "link", {"link": self.links[what], "on": True}, None)]

    def saying(self, person, what):
        return [(person, "join", {}, None), (person, "send", {"text": "x"}, what)]

    def about(self, person, action, **fields):
        return {"member": self.people[person].user, "action": action} | fields

    def place(self, person, place):
        """Takes a person to their place in the room."""
        def by(who, action, **fields):
            return [(who, "membership", self.about(person, action, **fields), None)]

        what = "mine" if person == self.who else None
        if place == READER:
            return
        if self.kind != "group":
            if self.kind != "direct" or place in ("member", BLOCKED):
                yield self.saying(person, what)
                yield from self.more(person, what)
        elif place == "requested":
            yield by(person, "request")
        elif place not in ("stranger", ADMINISTRATOR):
            yield by("maker", "invite")
            if place != "invited":
                yield by(person, "join") + self.saying(person, what)
                yield from self.more(person, what)
        if place in ("moderator", "owner"):
            yield by("maker", "role", role=place)
        elif place.split(", ")[-1] in SANCTIONS:
            yield by("maker", SANCTIONS[place.split(", ")[-1]])
        elif place == "removed":
            yield by("maker", "remove")

    def request(self):
        """The type and the keys of the request that the cell is about."""
        kind, fields = ROWS[self.row]
        return kind, fields(self) if callable(fields) else fields


def target_of(row):
    """The place of the person whom a row is about: its last word, if it is one."""
    match = re.search(r" (stranger|invited|requested|member|moderator|owner|banned|muted)$", row)
    return match[1] if match else "stranger"


def setting_of(row):
    joining = re.search(r"`joining` is `(\w+)`", row)
    if joining:
        return {"joining": joining[1]}
    return {"posting": "moderators"} if "only moderators" in row else {"topic": "Leaves"}


def mine(**fields):
    """About the person's own message; of somebody without one, about another's."""
    return lambda cell: {"of": cell.seqs.get("mine") or cell.seqs["theirs"]} | fields


def theirs(**fields):
    return lambda cell: {"of": cell.seqs["theirs"]} | fields


def reaction(what):
    """The maker's reaction to the person's own message, or to the maker's."""
    return lambda cell: {"of": cell.seqs.get(what) or cell.seqs["theirs"], "emoji": "👍", "whose": cell.people["maker"].user}


def link(**wanted):
    return lambda cell: {"link": cell.links[wanted["of"]] if "of" in wanted else new_link()[1], "on": "of" not in wanted}


def oneself(action, **fields):
    return "membership", lambda cell: cell.about(cell.who, action, **fields)


def other(action, **fields):
    return "membership", lambda cell: cell.about(cell.target, action, **fields)


ROWS = {
    "enter (`join`)": ("join", {}),
    "be shown it by `list`": ("list", {}),
    "`history`": ("history", {}),
    "`search`": ("search", {"words": "x"}),
    "`here`": ("here", {}),
    "`roster`": ("roster", {}),
    "`links`": ("links", {}),
    "`typing`": ("typing", {}),
    "`stoppedtyping`": ("stoppedtyping", {}),
    "`read`": ("read", {"seq": 1}),
    "`send`": ("send", {"text": "x"}),
    "`send` a reply": ("send", lambda cell: {"text": "x", "reply": cell.seqs["theirs"]}),
    "`send`, only moderators may write": ("send", {"text": "x"}),
    "`send` again in slow mode": ("send", {"text": "x"}),
    "`edit` one's own": ("edit", mine(text="y")),
    "`edit` one's own, only moderators may write": ("edit", mine(text="y")),
    "`edit` another's": ("edit", theirs(text="y")),
    "`delete` one's own": ("delete", mine()),
    "`delete` another's": ("delete", theirs()),
    "`react`": ("react", theirs(emoji="👍", on=True)),
    "`unreact` on one's own": ("unreact", reaction("mine")),
    "`unreact` on another's": ("unreact", reaction("theirs")),
    "`pin`": ("pin", theirs(on=True)),
    "`settings`": ("settings", {"title": "Coffee"}),
    "`report` another's": ("report", theirs(reason="spam")),
    "`report` one's own": ("report", mine(reason="spam")),
    "`queue`": ("queue", {}),
    "`queue` of all rooms": ("queue of all rooms", {}),
    "`resolve` where nothing is reported": ("resolve", theirs(decision="dismissed")),
    "`held`": ("held", {}),
    "`held` of all rooms": ("held of all rooms", {}),
    "`decide` where nothing is held": ("decide", {"place": 1, "decision": "discard"}),
    "`audit`": ("audit", {}),
    "`choose`": ("choose", {"about": "lobby", "pinned": True}),
    "`block`": ("block", lambda cell: {"member": cell.people["a stranger"].user, "on": True}),
    "`profile`": ("profile", {"privateReads": True}),
    "`link`: make": ("link", link()),
    "`link`: revoke one's own": ("link", link(of="mine")),
    "`link`: revoke another's": ("link", link(of="theirs")),
    "`draft`": ("draft", {"text": "not sent"}),
    "`join`, `joining` is `invited`": oneself("join"),
    "`join`, `joining` is `request`": oneself("join"),
    "`join`, `joining` is `anyone`": oneself("join"),
    "`join` with a link": ("membership", lambda cell: cell.about(cell.who, "join", code=cell.links["code of theirs"])),
    "`join` with a link that is revoked": ("membership", lambda cell: cell.about(cell.who, "join", code=new_link()[0])),
    "`request`, `joining` is `invited`": oneself("request"),
    "`request`, `joining` is `request`": oneself("request"),
    "`leave`": oneself("leave"),
    "`leave` as the only owner, with a member": oneself("leave"),
    "`leave` as the only owner, alone": oneself("leave"),
    "`role` `member`: oneself, as the only owner, with a member": oneself("role", role="member"),
    "`role` `member`: oneself, as the only owner, alone": oneself("role", role="member"),
    "`role` `member`: oneself": oneself("role", role="member"),
    "`role` `owner`: oneself": oneself("role", role="owner"),
    "`ban`: oneself": oneself("ban"),
    "`invite`: stranger": other("invite"),
    "`invite`: banned": other("invite"),
    "`join` for: requested": other("join"),
    "`join` for: invited": other("join"),
    "`join` for: stranger": other("join"),
    "`join` for: banned": other("join"),
    "`leave` for: member": other("leave"),
    "`remove`: stranger": other("remove"),
    "`remove`: invited": other("remove"),
    "`remove`: requested": other("remove"),
    "`remove`: member": other("remove"),
    "`remove`: moderator": other("remove"),
    "`remove`: owner": other("remove"),
    "`role` `moderator`: stranger": other("role", role="moderator"),
    "`role` `moderator`: member": other("role", role="moderator"),
    "`role` `member`: moderator": other("role", role="member"),
    "`role` `member`: owner": other("role", role="member"),
    "`ban`: stranger": other("ban"),
    "`ban`: member": other("ban"),
    "`ban`: moderator": other("ban"),
    "`ban`: owner": other("ban"),
    "`unban`: banned": other("unban"),
    "`unban`: member": other("unban"),
    "`mute`: member": other("mute"),
    "`mute`: moderator": other("mute"),
    "`mute`: owner": other("mute"),
    "`unmute`: muted": other("unmute"),
    "`unmute`: member": other("unmute"),
}

KINDS = {
    "Open rooms that a message made": ("open", ["stranger", READER, ADMINISTRATOR]),
    "Open rooms with an owner": (
        "owned", ["stranger", READER, "moderator", "owner", "banned", "muted", ADMINISTRATOR, *ADMINISTRATORS[2:]]),
    "Groups": ("group", ["stranger", READER, *PLACES[1:], ADMINISTRATOR, MEMBER_AND_ADMINISTRATOR]),
    "Direct rooms": ("direct", ["stranger", READER, "member", BLOCKED, ADMINISTRATOR]),
    "A user's own log": ("own", ["stranger", "owner", ADMINISTRATOR]),
}


def tables():
    """The page's cells: {(kind, who, row): "yes", "no" or the number of the error}."""
    cells = {}
    for section in re.split(r"^## ", PAGE.read_text(), flags=re.M)[1:]:
        title, lines = section.split("\n", 1)
        if title not in KINDS:
            continue
        kind, places = KINDS[title]
        table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines.splitlines() if line.startswith("|")]
        assert table[0][1:] == places, f"the columns of {title}"
        for label, *values in table[2:]:
            assert label in ROWS, f"an unknown request: {label}"
            cells |= {(kind, who, label): value for who, value in zip(places, values, strict=True)}
    return cells


@contextlib.contextmanager
def running(folder, *flags):
    rooms = ["--new-rooms-per-user", "off", "--new-rooms-per-address", "off"]
    server = MartletServer(folder, *rooms, "--accounts", "closed", *flags).start()
    yield server
    server.discard()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("permissions")) as server:
        yield server


@pytest.fixture
def readers(tmp_path):
    """A connection for each person where guests only read: all others have an API key."""
    clients = {}
    with running(tmp_path, "--guests", "read") as server, contextlib.ExitStack() as connections:
        for number, name in enumerate(["maker", "member", *(f"a {place}" for place in PLACES)]):
            key = command(server, "key", "add", f"person-{number}")
            clients[name] = connections.enter_context(V1(server, join=(), token=key))
        clients[READER] = connections.enter_context(V1(server, "reader", join=()))
        yield clients


@pytest.fixture
def people(server):
    """A connection for each person: makers of rooms, those who ask, and those whom it is about."""
    clients = {}
    with contextlib.ExitStack() as connections:
        for name in ["maker", *PLACES, BLOCKED, *(f"a {place}" for place in PLACES)]:
            clients[name] = connections.enter_context(V1(server, f"person {len(clients)}", join=()))
        for name in ADMINISTRATORS:
            bot = f"bot-{secrets.token_hex(4)}"
            key = command(server, "key", "add", bot, "--role", "administrator")
            clients[name] = connections.enter_context(V1(server, join=(), token=key))
        yield clients
    server.is_empty()


def ask(client, room, kind, fields):
    """Asks, without waiting, under the next number where the request takes one."""
    if kind in NUMBERED:
        client.number += 1
        fields = fields | {"number": client.number}
    if kind == "list":
        # The room is the first one behind its own name without the last character.
        return client.ask(kind, after=room[:-1])
    if kind.endswith(" of all rooms"):
        return client.ask(kind.removesuffix(" of all rooms"))
    return client.ask(kind, room=room, **fields)


def answers(cells, people):
    """What the server answers to each cell."""
    prepare(cells, people)
    if any(cell.who == BLOCKED for cell in cells):
        people["maker"].change("block", room=own(people["maker"]), member=people[BLOCKED].user, on=True)
    return [(cell, try_cell(cell, people[cell.who])) for cell in cells]


def try_cell(cell, client):
    # The join is not waited for: what stands behind a refused join is refused by the room.
    with client.packet():
        joining = client.ask("join", room=cell.room)
        ref = ask(client, cell.room, *cell.request())
    value(client, joining, cell.room)
    return value(client, ref, cell.room)


def prepare(cells, people):
    """Brings every room to its cell's state, a step of all of them at a time: each is one pipeline."""
    rounds = {cell: list(cell.steps()) for cell in cells}
    for number in range(max(len(steps) for steps in rounds.values())):
        asked = [
            (cell, step, ask(people[step[0]], cell.room, step[1], step[2](cell) if callable(step[2]) else step[2]))
            for cell in cells for step in (rounds[cell][number] if number < len(rounds[cell]) else [])
        ]
        for cell, (person, _, _, key), ref in asked:
            reply = people[person].reply(ref)
            if key:
                cell.seqs[key] = reply["seq"]


def value(client, ref, room):
    try:
        reply = client.reply(ref)
    except Refused as refused:
        return str(refused.code)
    if reply["type"] == "rooms":
        return "yes" if room in [entry["room"] for entry in reply["rooms"]] else "no"
    return "yes"


def wrong_cells(kind, places, people):
    """The cells of these columns in which the page does not say what the server answers."""
    expected = {key: cell for key, cell in tables().items() if key[0] == kind and key[1] in places and cell != UNTRIED}
    cells = [Cell(*key, people) for key in expected]
    return "\n".join(
        f"{cell.who}, {cell.row}: the page says {expected[cell.kind, cell.who, cell.row]}, the server {answer}"
        for cell, answer in answers(cells, people) if answer != expected[cell.kind, cell.who, cell.row])


@pytest.mark.parametrize("kind, places", [
    (kind, places[first:first + 6]) for kind, places in KINDS.values() for first in range(0, len(places), 6)])
def test_every_cell(kind, places, people):
    """Six columns at a time: a connection can be in 500 rooms."""
    wrong = wrong_cells(kind, [place for place in places if place != READER], people)
    assert not wrong, wrong


@pytest.mark.parametrize("kind", [kind for kind, places in KINDS.values() if READER in places])
def test_every_cell_of_a_guest_who_reads(kind, readers):
    wrong = wrong_cells(kind, [READER], readers)
    assert not wrong, wrong


def test_every_request_of_the_protocol_has_a_row():
    page = (ROOT / "docs" / "protocol.md").read_text()
    replies = {
        "actions", "error", "found", "heldmessages", "hits", "invitelinks", "joined", "left", "members", "ok", "page", "people", "pong",
        "reports", "rooms", "sent", "welcome"}
    requests = set(re.findall(r'^\{"type":"(\w+)","ref"', page, re.M)) - replies
    tried = {kind for kind, _ in ROWS.values()} - {"queue of all rooms", "held of all rooms"}
    assert requests == tried | {"hello", "renew", "ping", "leave", "directory", "profiles"}


def test_the_page_has_every_request():
    asked = {row for kind, _, row in tables() if kind == "group"}
    assert asked == set(ROWS)
