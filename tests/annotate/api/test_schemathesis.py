"""Requests that the schema allows, and such that it does not, never make the server fail.

Schemathesis makes them up, with a fixed seed. Answers must be as the schema says.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from office import ORIGIN, Office, added
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from karat.annotate.api.app import describe_app
from karat.annotate.study.creation import add_study
from karat.annotate.study.importing import import_labels
from karat.annotate.study.label_files import LabelFile
from karat.model import Extraction, Sentence
from karat.model.study import FactLabel, Label, Study, Task

CORRECT, INCORRECT = FactLabel
EXAMPLES = 15
"""Requests to each route, by each of two people."""

SCHEMA = describe_app().openapi()
OPERATIONS = {
    f"{method.upper()} {path}": (path, method) for path, methods in SCHEMA["paths"].items() for method in methods
}
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


OF_STUDIES = [route for route in OPERATIONS if "/study/" in route or route.endswith(("/labels", "/adjudication"))]
TASKS = tuple(Task(f"000{n}", Sentence("1", "It rains ."), Extraction("rains", ("It",))) for n in range(1, 4))


@pytest.mark.parametrize("route", OF_STUDIES)
def test_no_request_to_a_study_makes_the_server_fail(office: Office, route: str) -> None:
    office.project = add_study(office.store, "Labels")
    labels = [Label(task.key, name, fact) for task in TASKS for name, fact in (("Ann", CORRECT), ("Dora", INCORRECT))]
    study = Study("Labels", TASKS, tuple(labels))
    import_labels(office.store, office.project, LabelFile(study.labels, study))
    send_requests(office, route, office.document("Ann"))


@pytest.mark.parametrize("route", OPERATIONS)
def test_no_request_makes_the_server_fail(office: Office, route: str) -> None:
    document = office.document("Ann")
    office.browser("Ann").post(f"/api/documents/{document}/events", json={"events": [added(0)]})
    office.store.assign(office.project.id, office.people["Dora"].id)
    send_requests(office, route, document)


def send_requests(office: Office, route: str, document: int) -> None:
    """Make up requests to a route, with ids of the office's project."""
    path, method = OPERATIONS[route]
    office.store.add_invitation("token-of-an-invitation", "annotator", [])
    schema = schemathesis.openapi.from_dict(SCHEMA)
    schema.app = office.app
    operation = schema[path][method.upper()]
    real = {
        "project": office.project.id,
        "item": office.item(),
        "document": document,
        "person": office.people["Eve"].id,
        "token": "token-of-an-invitation",
        "format": "jsonl",
    }
    names = [name for name in real if f"{{{name}}}" in path]
    known = {name: real[name] for name in names}
    # With ids that are there a request gets further; now and then they are made up, too.
    cases = st.one_of(
        *(
            operation.as_strategy(generation_mode=mode, **({"path_parameters": known} if names and is_known else {}))
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
            for is_known in (True, True, False)
        )
    )

    # An admin and an annotator, both with work of their own.
    for name in ("Dora", "Ann"):
        send_all(office, cases, name)


def send_all(office: Office, cases: st.SearchStrategy[Any], name: str) -> None:
    """Send some cases as this person, and check the answers."""
    token, csrf = f"session of {name}", f"csrf of {name}"

    @seed(19)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def send(case: Any) -> None:
        # A case may sign out or change its own sender; each begins anew.
        office.store.remove_session(token)
        office.store.change_person(office.people["Dora"].id, role="admin", active=True)
        office.store.add_session(token, office.people[name].id, csrf)
        answer = case.call(
            base_url=ORIGIN,
            headers={"Origin": ORIGIN, "X-CSRF-Token": csrf},
            cookies={office.settings.cookie_name: token},
        )
        case.validate_response(answer, checks=CHECKS)

    send()
