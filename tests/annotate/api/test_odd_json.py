"""JSON that Python reads and others do not, and payloads of any shape, end in an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from office import LETTERS, Browser, Office, added, new_id

SYNSET, TRIPLE = "synsetofanns1", "tripleofanns1"
ODD = ["NaN", "Infinity", "-Infinity", "1e999", '"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', str(10**30), "-0.0"]
KINDS = [
    "add",
    "change",
    "remove",
    "move",
    "merge",
    "mark",
    "note",
    "decide",
    "translate",
    "done",
    "import",
    "undo",
    "redo",
]
FIELDS = [
    "synset",
    "triples",
    "triple",
    "subject",
    "relation",
    "object",
    "wholesome",
    "text",
    "candidate",
    "accepted",
    "done",
    "synsets",
    "into",
    "id",
]

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([SYNSET, TRIPLE, ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=12,
)
payloads = st.dictionaries(st.sampled_from(FIELDS), values, max_size=5)


def send_text(browser: Browser, path: str, text: str) -> Any:
    return browser.post(path, content=text.encode(), headers={"Content-Type": "application/json"})


def start(office: Office) -> tuple[Browser, str]:
    """Ann's browser, and the path of her events; there is a triple to change."""
    path = f"/api/documents/{office.document('Ann')}/events"
    ann, event = office.browser("Ann"), added(0)
    event["payload"]["synset"] = SYNSET
    event["payload"]["triples"][0]["id"] = TRIPLE
    assert ann.post(path, json={"events": [event]}).status_code == 201
    return ann, path


@pytest.mark.parametrize(
    "payload",
    [
        '"note", "payload": {"synset": null, "text": ODD}',
        '"note", "payload": {"synset": ODD, "text": "x"}',
        '"note", "payload": {"synset": null, "text": "x", "more": ODD}',
        '"mark", "payload": {"triples": [ODD], "wholesome": true}',
        '"decide", "payload": {"candidate": ODD, "accepted": false}',
        '"translate", "payload": {"text": ODD}',
    ],
)
def test_odd_values_in_an_event(office: Office, payload: str) -> None:
    ann, path = start(office)
    version = 1
    for odd in ODD:
        text = f'{{"events": [{{"client_id": "{new_id()}", "on": {version}, "kind": PAYLOAD}}]}}'
        answer = send_text(ann, path, text.replace("PAYLOAD", payload.replace("ODD", odd)))
        assert answer.status_code in (201, 400, 422), answer.text
        version += answer.status_code == 201
    for read in (path, path.removesuffix("/events"), f"{office.path}/items/{office.item()}"):
        assert ann.get(read).status_code == 200, read


@pytest.mark.parametrize(
    ("method", "path", "text"),
    [
        ("POST", "/api/session", '{"name": ODD, "password": "x"}'),
        ("POST", "/api/session", '{"name": "Ann", "password": ODD}'),
        ("POST", "/api/session/launch", '{"token": ODD}'),
        ("POST", "/api/projects", '{"name": ODD}'),
        ("POST", "/api/projects", '{"name": "New", "language": ODD}'),
        ("POST", "/api/projects", '{"name": "New", "settings": {"annotators_per_item": ODD}}'),
        ("POST", "/api/projects/1/assignments", '{"people": [ODD], "items": "all"}'),
        ("POST", "/api/projects/1/examination", '{"answers": {"x": ODD}}'),
        ("POST", "/api/invitations", '{"projects": [ODD]}'),
        ("PATCH", "/api/people/1", '{"name": ODD}'),
        ("PATCH", "/api/people/1", '{"password": ODD}'),
        ("PATCH", "/api/projects/1", '{"name": ODD}'),
    ],
)
def test_odd_values_elsewhere(office: Office, method: str, path: str, text: str) -> None:
    dora = office.browser("Dora")
    for odd in ODD:
        content = text.replace("ODD", odd).encode()
        answer = dora.request(method, path, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code < 500, answer.text
    for read in ("/api/people", "/api/projects"):
        assert dora.get(read).status_code == 200


def test_odd_searches(both_offices: Office) -> None:
    ann = both_offices.browser("Ann")
    for search in ("%", "_", "\\", "%00", "a%00b", "%F0%9F%92%A9", "%ED%A0%80", "'; drop table item; --"):
        answer = ann.get(f"{both_offices.path}/items?search={search}")
        assert answer.status_code in (200, 422), answer.text


def test_payloads_of_any_shape(office: Office) -> None:
    ann, path = start(office)

    @seed(19)
    @settings(max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(kind=st.sampled_from(KINDS), payload=payloads, id=st.text(LETTERS, min_size=12, max_size=32))
    def send(kind: str, payload: dict[str, Any], id: str) -> None:
        version = office.store.document(office.document("Ann")).version
        event = {"client_id": id, "kind": kind, "payload": payload, "on": version}
        answer = send_text(ann, path, json.dumps({"events": [event]}))
        assert answer.status_code in (201, 400, 422), answer.text
        if answer.status_code == 201:
            assert ann.get(path.removesuffix("/events")).status_code == 200

    send()
