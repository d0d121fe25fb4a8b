"""The vectors that all implementations share (Tests/Fixtures/README.md), on the real server."""

import json
from pathlib import Path

import pytest

from folding import fold
from v1 import V1

VECTORS = json.loads((Path(__file__).parent.parent / "Fixtures/events.json").read_text(encoding="utf-8"))


def named(part, wanted=lambda vector: True):
    vectors = [vector for vector in VECTORS[part] if wanted(vector)]
    return pytest.mark.parametrize("vector", vectors, ids=[vector["name"] for vector in vectors])


@pytest.fixture(scope="module")
def patient_server(tmp_path_factory):
    from martlet_server import MartletServer

    server = MartletServer(tmp_path_factory.mktemp("vectors"), rate_limit="off")
    yield server.start()
    server.discard()


def change(client, room, request):
    """The error's number; None where the request is accepted."""
    client.number += 1
    client.ask(request["type"], room=room, number=client.number, **{key: value for key, value in request.items() if key != "type"})
    while True:
        frame = client.read()
        if frame.get("ref") == client.ref:
            return frame["code"] if frame["type"] == "error" else None


@named("folds")
def test_a_client_of_this_suite_folds_by_the_rules(vector):
    event = json.loads(json.dumps(vector["event"]))
    for later in vector["later"]:
        fold(event, later)
        once = json.loads(json.dumps(event))
        fold(event, later)
        assert event == once
    assert event == vector["becomes"]


@named("frames", lambda vector: vector["from"] == "client")
def test_the_server_reads_what_can_be_read(patient_server, vector):
    with V1(patient_server, "ann") as ann:
        ann.ref = 100
        ann.write(vector["frame"])
        while (frame := ann.read()).get("ref") != vector["frame"]["ref"]:
            pass
        # What can be read may be refused all the same, by a rule of its own.
        code = frame.get("code") if frame["type"] == "error" else None
        assert code == vector["code"] if "code" in vector else code is None or code >= 110


@named("refusals")
def test_the_server_refuses_by_the_rules(patient_server, vector):
    room = f"refusal-{VECTORS['refusals'].index(vector)}"
    with V1(patient_server, "ann", join=(room,)) as ann, V1(patient_server, "bob", join=(room,)) as bob:
        people = {"ann": ann, "bob": bob}

        def said(step):
            request = step["request"]
            return request | {"whose": people[request["whose"]].user} if "whose" in request else request

        for step in vector["log"]:
            for _ in range(step.get("times", 1)):
                assert change(people[step["by"]], room, said(step)) is None
        assert change(people[vector["by"]], room, said(vector)) == vector["code"]


def first_said(event):
    """The requests after which the log has this event as the answer to the first of them; None where there are none."""
    keys = {key: value for key, value in event.items() if key not in ("kind", "by")}
    match event["kind"]:
        case "message" if "edited" not in event and "attachment" not in event:
            return [{"type": "send"} | keys]
        case "deleted":
            return [{"type": "send", "text": "anything"}, {"type": "delete", "of": 3}]
        case "edit" if not event["text"]:
            return [{"type": "edit", "of": event["of"], "text": "anything"}, {"type": "delete", "of": event["of"]}]
        case "edit" | "reaction" | "deletion":
            return [{"type": {"edit": "edit", "reaction": "react", "deletion": "delete"}[event["kind"]]} | keys]


@named("matches", lambda vector: first_said(vector["event"]) is not None and "attachment" not in vector["request"])
def test_the_server_knows_what_it_has_accepted_already(patient_server, vector):
    room = f"match-{VECTORS['matches'].index(vector)}"
    with V1(patient_server, "ann", join=(room,)) as ann:
        assert change(ann, room, {"type": "send", "text": "one"}) is None
        assert change(ann, room, {"type": "send", "text": "two"}) is None
        first, *later = first_said(vector["event"])
        assert change(ann, room, first) is None
        number = ann.number
        for request in later:
            assert change(ann, room, request) is None
        ann.number = number - 1
        assert change(ann, room, vector["request"]) == (None if vector["matches"] else 143)
        assert len(ann.history(room)) == 3 + len(later)
