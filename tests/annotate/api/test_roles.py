"""What each role may ask of each route; a route without a line here fails the test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from addresses import routes
from office import PASSWORD, Office, note

from karat.annotate.store.sessions import hash_token

PEOPLE = (None, "Ann", "Ben", "Eve", "Cleo", "Dora")
"""Nobody; Ann, whose document and account it is; Ben, on the same sentence; Eve, in no project; a curator; an admin."""


@dataclass(frozen=True)
class Rule:
    """The statuses that a route answers with to all of ``PEOPLE``, in their order, and what is sent to it."""

    statuses: tuple[int, int, int, int, int, int]
    json: Any = None
    more: Any = None


def everybody(status: int) -> tuple[int, int, int, int, int, int]:
    return (status,) * 6


ONLY_OWN = (401, 200, 404, 404, 200, 200)
MEMBERS = (401, 200, 200, 404, 200, 200)
CURATORS = (401, 403, 403, 403, 200, 200)
ADMINS = (401, 403, 403, 403, 403, 200)
NO_STUDY = (401, 404, 404, 404, 404, 404)
NO_STUDY_FOR_CURATORS = (401, 403, 403, 403, 404, 404)
"""Routes of studies, asked of a project of synsets; test_study.py asks them of a study."""


def created(statuses: tuple[int, ...]) -> Any:
    """The same where the answer to what is allowed is 201."""
    return tuple(201 if status == 200 else status for status in statuses)


RULES: dict[str, Rule] = {
    "GET /{path:path}": Rule(everybody(200)),
    "HEAD /{path:path}": Rule(everybody(200)),
    "GET /api/session": Rule((401, 200, 200, 200, 200, 200)),
    "POST /api/session": Rule(everybody(401), {"name": "Ann", "password": "wrong"}),
    "POST /api/session/launch": Rule(everybody(401), {"token": "wrong"}),
    "DELETE /api/session": Rule((401, 200, 200, 200, 200, 200)),
    "GET /api/health": Rule(everybody(200)),
    "POST /api/invitations": Rule(created(ADMINS), {"role": "annotator", "projects": []}),
    "GET /api/invitations": Rule(ADMINS),
    "DELETE /api/invitations": Rule(ADMINS, more={"params": {"invitation": hash_token("token-of-an-invitation")}}),
    "GET /api/invitations/{token}": Rule(everybody(200)),
    "POST /api/invitations/{token}": Rule(everybody(201), {"name": "Finn", "password": PASSWORD}),
    "GET /api/people": Rule(CURATORS),
    "PATCH /api/people/{person}": Rule(ADMINS, {"name": "Anna"}),
    "GET /api/projects": Rule((401, 200, 200, 200, 200, 200)),
    "POST /api/projects": Rule(created(CURATORS), {"name": "Second"}),
    "GET /api/projects/{project}": Rule(MEMBERS),
    "PATCH /api/projects/{project}": Rule(ADMINS, {"name": "Renamed"}),
    "POST /api/projects/{project}/assignments": Rule(created(CURATORS), {"people": [1], "items": "all"}),
    "DELETE /api/projects/{project}/assignments": Rule(CURATORS, more={"params": {"person": 1}}),
    "GET /api/projects/{project}/items": Rule(MEMBERS),
    "GET /api/projects/{project}/items/{item}": Rule(MEMBERS),
    "GET /api/projects/{project}/items/{item}/candidates": Rule((401, 200, 200, 404, 404, 404)),
    "GET /api/projects/{project}/items/{item}/comparison": Rule((401, 423, 423, 404, 423, 423)),
    "POST /api/projects/{project}/items/{item}/comparison/start": Rule((401, 403, 403, 404, 423, 423), {}),
    # The project of these tests has another kind; tests/annotate/cliques/test_clique_routes.py has one of cliques.
    "GET /api/projects/{project}/batches": Rule((401, 404, 404, 404, 404, 404)),
    "POST /api/projects/{project}/batches": Rule((401, 403, 403, 403, 404, 404), {"stage": 1, "workers": [1]}),
    "POST /api/projects/{project}/batches/{batch}/checks": Rule((401, 403, 403, 403, 404, 404), {"experts": [1]}),
    "POST /api/projects/{project}/batches/{batch}/decision": Rule((401, 403, 403, 403, 404, 404)),
    "POST /api/projects/{project}/batches/{batch}/replacements": Rule(
        (401, 403, 403, 403, 404, 404), {"person": 1, "successor": 2}
    ),
    "GET /api/projects/{project}/batches/{batch}/feedback": Rule((401, 404, 404, 404, 404, 404)),
    "GET /api/projects/{project}/items/{item}/check": Rule((401, 404, 404, 404, 404, 404)),
    "GET /api/documents/{document}": Rule(ONLY_OWN),
    "GET /api/documents/{document}/events": Rule(ONLY_OWN),
    "POST /api/documents/{document}/events": Rule((401, 201, 404, 404, 403, 403), {"events": [note("x", 0)]}),
    "GET /api/projects/{project}/dashboard": Rule(MEMBERS),
    "GET /api/projects/{project}/progress/mine": Rule(MEMBERS),
    "GET /api/projects/{project}/progress": Rule(CURATORS),
    "GET /api/projects/{project}/effort": Rule(CURATORS),
    "GET /api/projects/{project}/agreement": Rule(CURATORS),
    "GET /api/projects/{project}/scores": Rule(CURATORS),
    "POST /api/projects/{project}/imports": Rule(
        created(CURATORS), more={"files": {"file": ("a.txt", b"It rained .")}, "data": {"what": "sentences"}}
    ),
    "GET /api/projects/{project}/exports/{format}": Rule(CURATORS),
    "GET /api/projects/{project}/guideline": Rule(MEMBERS),
    "GET /api/projects/{project}/tutorial": Rule(MEMBERS),
    "POST /api/projects/{project}/study/tasks": Rule(
        NO_STUDY_FOR_CURATORS, more={"files": {"files": ("a.tsv", b"It rained .\t1\trained\tIt")}}
    ),
    "GET /api/projects/{project}/study/rules": Rule(NO_STUDY),
    "GET /api/projects/{project}/study/disagreements": Rule(NO_STUDY_FOR_CURATORS),
    "GET /api/projects/{project}/study/report": Rule(NO_STUDY_FOR_CURATORS),
    "GET /api/projects/{project}/study/figures/{name}.svg": Rule(NO_STUDY_FOR_CURATORS),
    "GET /api/projects/{project}/study/report.html": Rule(NO_STUDY_FOR_CURATORS),
    "GET /api/projects/{project}/items/{item}/labels": Rule(NO_STUDY),
    "POST /api/projects/{project}/items/{item}/adjudication": Rule(NO_STUDY),
    "POST /api/projects/{project}/examination": Rule(MEMBERS, {"answers": {}}),
}


def test_every_route_has_a_rule_and_every_rule_a_route(office: Office) -> None:
    assert sorted(RULES) == sorted(routes(office.app))


@pytest.mark.parametrize("route", RULES)
@pytest.mark.parametrize(("index", "name"), list(enumerate(PEOPLE)), ids=str)
def test_who_is_refused(office: Office, route: str, index: int, name: str | None) -> None:
    rule = RULES[route]
    method, _, path = route.partition(" ")
    office.store.add_invitation("token-of-an-invitation", "annotator", [])
    values = {
        "project": office.project.id,
        "item": office.item(),
        "document": office.document("Ann"),
        "person": office.people["Ann"].id,
        "token": "token-of-an-invitation",
        "format": "jsonl",
        "name": "precision",
        "batch": 1,
        "path": "sign-in",
    }
    options = {**(rule.more or {}), **({"json": rule.json} if rule.json is not None else {})}
    answer = office.browser(name).request(method, path.replace(":path", "").format(**values), **options)
    assert answer.status_code == rule.statuses[index], answer.text


@pytest.mark.parametrize("route", [route for route in RULES if RULES[route].statuses[0] == 401])
def test_a_change_needs_the_token_whoever_asks(office: Office, route: str) -> None:
    method, _, path = route.partition(" ")
    if method == "GET" or path.startswith("/api/session"):
        return
    values = {
        "project": 1,
        "item": 1,
        "document": 1,
        "person": 1,
        "token": "x",
        "format": "jsonl",
        "name": "x",
        "batch": 1,
    }
    dora = office.browser("Dora")
    dora.csrf = None
    options = {**(RULES[route].more or {}), **({"json": RULES[route].json} if RULES[route].json is not None else {})}
    answer = dora.request(method, path.replace(":path", "").format(**values), **options)
    assert (answer.status_code, "X-CSRF-Token" in answer.text) == (403, True)
