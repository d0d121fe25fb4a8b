"""Every cell of the tables in docs/permissions.md, tried on the real server: on a WebSocket, and over HTTP."""

import contextlib
import functools
import http.client
import json
import re
import secrets

import pytest

import uploads
from answer import Answer
from deadline import PATIENCE
from martlet_server import ROOT, MartletServer
from test_choices import own
from test_membership import direct, new_group, new_link
from tokens import ISSUER, SECRET, hs256
from v1 import V1, Refused

PAGE = ROOT / "docs" / "permissions.md"
UNTRIED = "–"
NUMBERED = ("send", "edit", "delete", "react", "unreact", "pin", "settings", "membership", "link", "choose", "block", "profile")
PLACES = ["stranger", "invited", "requested", "member", "moderator", "owner", "banned", "muted", "removed"]
# A member of a direct room whom the other one has blocked.
BLOCKED = "blocked"
# Guests of a server with --guests read.
READER, BANNED_READER, READING_MEMBER = "read-only guest", "read-only guest, banned", "read-only guest, member"
ADMINISTRATOR, MEMBER_AND_ADMINISTRATOR = "administrator", "administrator and member"
ADMINISTRATORS = [ADMINISTRATOR, MEMBER_AND_ADMINISTRATOR, "administrator, banned", "administrator, muted"]
SANCTIONS = {"banned": "ban", "muted": "mute"}
# What is asked for over HTTP about the file of the maker's message.
UPLOAD, DOWNLOAD, NEW_ADDRESS, AT_ADDRESS = "PUT", "GET", "POST of an address", "GET at an address"
FILE_REQUESTS = (UPLOAD, DOWNLOAD, NEW_ADDRESS, AT_ADDRESS)
WITHOUT_GUESTS = ", without guests"
# The HTTP status of each error; of all others it is 400. From docs/http-api.md.
STATUSES = {136: 404, 147: 404, 156: 404, 146: 409, 200: 429} | dict.fromkeys([137, 138, 139, 151, 184, 188], 403)


class Cell:
    """One request, by one person, in a room that was made for it."""

    def __init__(self, kind, who, row, people):
        self.kind, self.who, self.row, self.people = kind, who, row, people
        self.seqs = {}
        # The attachment of the maker's message, and the person's address of it.
        self.file, self.address = None, None
        self.links = {}
        for what in ("mine", "theirs"):
            self.links[f"code of {what}"], self.links[what] = new_link()
        self.target = f"a {target_of(row)}"
        if kind == "own":
            self.room = own(people["owner"])
            self.seqs = {"theirs": 1}
        elif kind == "direct":
            self.room = direct(people["maker"].user, people[who if who in (BLOCKED, READING_MEMBER) else "member"].user)
        else:
            self.room = new_group() if kind == "group" else f"r-{secrets.token_hex(12)}"

    def steps(self):
        """The requests that lead to the cell: lists of them, each list of one person."""
        if self.kind == "own":
            yield [("owner", "choose", {"about": "lobby", "pinned": True}, None)]
            return
        yield from self.making()
        yield from self.place(self.who, self.who)
        if self.kind != "direct":
            yield from self.place(self.target, target_of(self.row))
        if self.kind in ("group", "owned"):
            yield [("maker", "settings", setting_of(self.row), None)]
            if "only owner" in self.row:
                yield [("maker", "membership", self.about("maker", "leave"), None)]

    def making(self):
        settings = {"title": "Tea", "joining": "request"} | ({"slow": 3_600} if "slow mode" in self.row else {})
        made = [] if self.kind in ("open", "direct") else [("maker", "settings", settings, None)]
        yield made + self.saying("maker", "theirs")
        yield from self.more("maker", "theirs")

    def more(self, person, what):
        """The reaction to a message, the link of its author, or the address of a file that the row is about."""
        if self.request()[0] == AT_ADDRESS and person == self.who:
            yield [(person, NEW_ADDRESS, {}, None)]
        if "`unreact`" in self.row and what:
            yield [("maker", "react", lambda cell: {"of": cell.seqs[what], "emoji": "👍", "on": True}, None)]
        if "link" in self.row and what and self.kind == "group":
            yield [(person, "link", {"link": self.links[what], "on": True}, None)]

    def saying(self, person, what):
        has_file = what == "theirs" and self.request()[0] in FILE_REQUESTS
        message = self.upload if has_file else {"text": "x"}
        return [(person, "join", {}, None), (person, "send", message, what)]

    @staticmethod
    def upload(cell):
        """The maker's message with a file."""
        maker = cell.people["maker"]
        cell.file = uploads.put(maker.server, maker.bearer, uploads.png()).json
        return {"text": "x", "attachment": cell.file}

    def about(self, person, action, **fields):
        return {"member": self.people[person].user, "action": action} | fields

    def place(self, person, place):
        """Takes a person to their place in the room."""
        def by(asking, action, who=person, **fields):
            return [(asking, "membership", self.about(who, action, **fields), None)]

        what = "mine" if person == self.who else None
        if place.startswith(READER):
            if self.kind == "group" and place == READING_MEMBER:
                yield by("maker", "invite", who=MEMBER_AND_ADMINISTRATOR)
                yield by(MEMBER_AND_ADMINISTRATOR, "join", who=MEMBER_AND_ADMINISTRATOR) + by(MEMBER_AND_ADMINISTRATOR, "join")
            if self.kind in ("open", "owned") or place == READING_MEMBER:
                yield from self.more(person, None)
        elif self.kind != "group":
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
            yield by(ADMINISTRATOR if self.kind == "open" else "maker", SANCTIONS[place.split(", ")[-1]])
        elif place == "removed":
            yield by("maker", "remove")

    def request(self):
        """The type of the request that the cell is about, and its keys or what makes them."""
        return ROWS[self.row]

    def ask_for_file(self, kind):
        """Asks for the file of the maker's message, and returns the answer."""
        client = self.people[self.who]
        if kind == UPLOAD:
            return uploads.put(client.server, client.bearer, uploads.png())
        if kind == AT_ADDRESS:
            return uploads.ask(client.server, "GET", self.address)
        path, header = f"/v1/files/{self.file['id']}", {"Authorization": f"Bearer {client.bearer}"}
        if kind == DOWNLOAD:
            return uploads.ask(client.server, "GET", path, header)
        answer = uploads.ask(client.server, "POST", f"{path}/address", header)
        self.address = answer.json.get("path")
        return answer


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
    "be shown it by `directory`": ("directory", {}),
    "`profiles` of another": ("profiles", lambda cell: {"users": [cell.people["maker"].user]}),
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
    "`PUT` a file": (UPLOAD, {}),
    "`GET` a file": (DOWNLOAD, {}),
    "`GET` a file" + WITHOUT_GUESTS: (DOWNLOAD, {}),
    "`POST` for a signed address": (NEW_ADDRESS, {}),
    "`POST` for a signed address" + WITHOUT_GUESTS: (NEW_ADDRESS, {}),
    "`GET` at a signed address": (AT_ADDRESS, {}),
    "`GET` at a signed address" + WITHOUT_GUESTS: (AT_ADDRESS, {}),
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
    "Open rooms that a message made": (
        "open", ["stranger", READER, BANNED_READER, "banned", "muted", ADMINISTRATOR, *ADMINISTRATORS[2:]]),
    "Open rooms with an owner": (
        "owned", ["stranger", READER, BANNED_READER, "moderator", "owner", "banned", "muted", ADMINISTRATOR, *ADMINISTRATORS[2:]]),
    "Groups": ("group", ["stranger", READER, READING_MEMBER, *PLACES[1:], ADMINISTRATOR, MEMBER_AND_ADMINISTRATOR]),
    "Direct rooms": ("direct", ["stranger", READER, READING_MEMBER, "member", BLOCKED, ADMINISTRATOR]),
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


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """Starts one server for each value of --guests: servers(guests)."""
    folder = tmp_path_factory.mktemp("permissions")
    secret = folder / "secret"
    secret.write_bytes(SECRET)
    secret.chmod(0o600)
    with contextlib.ExitStack() as ends:
        @functools.cache
        def server(guests):
            rooms = ["--new-rooms-per-user", "off", "--new-rooms-per-address", "off"]
            tokens = ["--tokens", str(secret), "--token-issuer", ISSUER]
            started = MartletServer(folder / guests, *rooms, *tokens, "--guests", guests).start()
            ends.callback(started.discard)
            return started

        yield server


@contextlib.contextmanager
def people(server, guests, places):
    """A connection for each person: makers of rooms, those who ask, and those whom it is about.

    On a server whose guests may write, only administrators have a signed token. On others, only read-only guests have none.
    """
    names = {"maker", "member", "owner", *places, *(f"a {place}" for place in PLACES), *ADMINISTRATORS[:2]}
    clients = {}
    with contextlib.ExitStack() as connections:
        for number, name in enumerate(sorted(names)):
            role = "administrator" if name in ADMINISTRATORS else "user"
            is_guest = name.startswith(READER) or (guests == "on" and role == "user")
            called = f"person {number}"
            token = None if is_guest else hs256(secrets.token_hex(8), name=called, martlet_role=role)
            known = {"name": called} if is_guest else {"token": token}
            client = connections.enter_context(V1(server, join=(), **known))
            client.server, client.bearer = server, token or client.token
            client.http = connections.enter_context(
                contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)))
            clients[name] = client
        yield clients
    server.is_empty()


def frame(client, cell, kind, fields):
    """The request as a client frame without its type, under the next number where it takes one."""
    fields = fields(cell) if callable(fields) else fields
    if kind in ("list", "directory"):
        # The room is the first one behind its own name without the last character.
        return {"after": cell.room[:-1]}
    if kind == "profiles" or kind.endswith(" of all rooms"):
        return fields
    if kind in NUMBERED:
        client.number += 1
        fields = fields | {"number": client.number}
    return {"room": cell.room} | fields


def ask(client, cell, kind, fields):
    """Asks, without waiting."""
    return client.ask(kind.removesuffix(" of all rooms"), **frame(client, cell, kind, fields))


def prepare(cells):
    """Brings every room to its cell's state, a step of all of them at a time: each is one pipeline."""
    rounds = {cell: list(cell.steps()) for cell in cells}
    for number in range(max(len(steps) for steps in rounds.values())):
        asked = []
        for cell in cells:
            for person, kind, fields, key in rounds[cell][number] if number < len(rounds[cell]) else []:
                if kind in FILE_REQUESTS:
                    cell.ask_for_file(kind)
                else:
                    asked.append((cell, person, key, ask(cell.people[person], cell, kind, fields)))
        for cell, person, key, ref in asked:
            reply = cell.people[person].reply(ref)
            if key:
                cell.seqs[key] = reply["seq"]


def over_websocket(cell):
    """What the server answers to the cell's request, right behind a join."""
    client = cell.people[cell.who]
    # The join is not waited for: what stands behind a refused join is refused by the room.
    with client.packet():
        joining = client.ask("join", room=cell.room)
        ref = ask(client, cell, *cell.request())
    value(client, joining, cell.room)
    return value(client, ref, cell.room)


def value(client, ref, room):
    try:
        return value_of(client.reply(ref), room)
    except Refused as refused:
        return str(refused.code)


def value_of(reply, room):
    if reply["type"] in ("rooms", "found"):
        return "yes" if room in [entry["room"] for entry in reply["rooms"]] else "no"
    return "yes"


def over_http(cell):
    """What POST /v1/request answers to the cell's request."""
    client = cell.people[cell.who]
    kind, fields = cell.request()
    body = {"type": kind.removesuffix(" of all rooms"), "ref": 1, "device": client.device}
    client.http.request(
        "POST", "/v1/request", json.dumps(body | frame(client, cell, kind, fields)), {"Authorization": f"Bearer {client.bearer}"})
    response = client.http.getresponse()
    answer = Answer(response.status, response.headers, response.read())
    return refusal(answer) or value_of(answer.json, cell.room)


def for_file(cell, kind):
    """What the server answers about the file of the maker's message."""
    if kind == AT_ADDRESS and not cell.address:
        return UNTRIED
    answer = cell.ask_for_file(kind)
    return refusal(answer) or "yes"


def refusal(answer):
    """The number of the error that an HTTP request is answered with. Its status follows from it."""
    if answer.status in (200, 201):
        return None
    assert answer.status == STATUSES.get(answer.code, 400), answer
    return str(answer.code)


def is_tried(kind, row, guests):
    """Whether the row is about a server with this value of --guests: some files of open rooms have a row for `off`."""
    if row.endswith(WITHOUT_GUESTS):
        return guests == "off"
    return guests != "off" or kind not in ("open", "owned") or row + WITHOUT_GUESTS not in ROWS


def wrong_cells(server, guests, columns, answer_of, expected_of):
    """The cells of these columns in which the page does not say what the server answers."""
    page = tables()
    with people(server, guests, {who for _, who in columns}) as clients:
        cells = [
            Cell(*key, clients) for key, expected in page.items()
            if key[:2] in columns and expected != UNTRIED and is_tried(key[0], key[2], guests)]
        prepare(cells)
        if BLOCKED in clients:
            clients["maker"].change("block", room=own(clients["maker"]), member=clients[BLOCKED].user, on=True)
        wrong = []
        for cell in cells:
            kind, _ = cell.request()
            expected = expected_of(page, cell)
            answer = for_file(cell, kind) if kind in FILE_REQUESTS else answer_of(cell)
            if answer != expected:
                wrong.append(f"{cell.kind}, {cell.who}, {cell.row}: the page says {expected}, the server {answer}")
        return "\n".join(wrong)


def in_the_table(page, cell):
    return page[cell.kind, cell.who, cell.row]


def over_http_by_the_table(page, cell):
    """The tables are about requests behind a join. Over HTTP a refused join is the answer itself."""
    expected = in_the_table(page, cell)
    if cell.request()[0] in ("typing", "stoppedtyping"):
        return "101"
    return page[cell.kind, cell.who, "enter (`join`)"] if expected == "131" else expected


def by_fives(are_readers):
    """Five columns at a time: a connection can be in 500 rooms."""
    columns = [(kind, place) for kind, places in KINDS.values() for place in places if place.startswith(READER) == are_readers]
    return [columns[first:first + 5] for first in range(0, len(columns), 5)]


READERS, OTHERS = by_fives(True), by_fives(False)


def named(columns):
    return "from {}, {} on".format(*columns[0])


@pytest.mark.parametrize("columns", OTHERS, ids=named)
def test_every_cell(columns, servers):
    wrong = wrong_cells(servers("on"), "on", columns, over_websocket, in_the_table)
    assert not wrong, wrong


@pytest.mark.parametrize("columns", READERS, ids=named)
def test_every_cell_of_a_guest_who_reads(columns, servers):
    wrong = wrong_cells(servers("read"), "read", columns, over_websocket, in_the_table)
    assert not wrong, wrong


@pytest.mark.parametrize("columns", OTHERS, ids=named)
def test_every_cell_over_http(columns, servers):
    """By people who need no join, on a server without guests."""
    wrong = wrong_cells(servers("off"), "off", columns, over_http, over_http_by_the_table)
    assert not wrong, wrong


def test_over_http_a_guest_may_ask_about_files_only(servers):
    def expected(page, cell):
        return in_the_table(page, cell) if cell.request()[0] in FILE_REQUESTS else "188"

    wrong = wrong_cells(servers("read"), "read", [("open", READER)], over_http, expected)
    assert not wrong, wrong


def test_every_request_of_the_protocol_has_a_row():
    page = (ROOT / "docs" / "protocol.md").read_text()
    replies = {
        "actions", "bans", "error", "found", "heldmessages", "hits", "invitelinks", "joined", "left", "members", "ok", "page", "people", "pong",
        "reports", "rooms", "sent", "welcome"}
    requests = set(re.findall(r'^\{"type":"(\w+)","ref"', page, re.M)) - replies
    tried = {kind for kind, _ in ROWS.values()} - {"queue of all rooms", "held of all rooms", *FILE_REQUESTS}
    # Bans from the server are about no room: test_bans.py has them.
    assert requests == tried | {"hello", "renew", "ping", "leave", "serverban", "serverunban", "serverbans"}


def test_the_page_has_every_request():
    asked = {row for kind, _, row in tables() if kind == "group"}
    only_open = {row for row in ROWS if row.endswith(WITHOUT_GUESTS)}
    assert asked == set(ROWS) - only_open
    for kind in ("open", "owned"):
        assert only_open <= {row for table, _, row in tables() if table == kind}
