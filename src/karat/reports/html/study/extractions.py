"""The extractions of a study with everybody's labels, to be filtered and searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from karat.model import Attribution, Extraction, Modality, Polarity
from karat.model.study import RULES, Label, Study, Task
from karat.reports.html.elements import Html, element
from karat.reports.html.examples.browser import select
from karat.reports.html.packing import pack
from karat.reports.tables.study.wording import name_rule
from karat.reports.tables.table import printable
from karat.results.statistics.estimate import format_threshold
from karat.results.study.final import Final, final_labels, labels_by_task
from karat.results.study.report import StudyReport

KINDS = {
    "correct": "correct",
    "incorrect": "incorrect",
    "undecided": "undecided",
    "unlabelled": "not labelled yet",
    "differ": "people differ",
    "machine": "an LLM differs from people",
    "unsure": "somebody is unsure",
    "repeat": "hidden repeats",
}
"""By what extractions can be filtered; one may be of several kinds."""

HOW = {
    "adjudicated": "decided",
    "agreed": "agreed",
    "majority": "majority",
    "alone": "one labeller",
    "undecided": "",
    "unlabelled": "",
}


def extraction_browser(study: Study, report: StudyReport) -> Html:
    """Filters, a list to be filled by the page's script, and the packed labels."""
    data = study_data(study, report)
    kinds = [name for name in KINDS if any(name in task["kinds"] for task in data["tasks"])]
    rules = {rule for task in data["tasks"] for label in task["labels"] for rule in label["rules"]}
    systems = [(name, name) for name in data["systems"]]
    attributions = [(name, name) for name in ("correct", "incorrect", "none")]
    return element(
        "div",
        element(
            "p",
            "Every extraction with who said what of it. Labellers did not see which system an extraction is from",
            ", nor that some come twice." if any(task.repeat_of is not None for task in study.tasks) else ".",
        ),
        element(
            "div",
            select("tasks-system", "System", [("", "all systems"), *systems]),
            select("tasks-label", "Fact", [("", "all"), *((name, KINDS[name]) for name in kinds)]),
            select("tasks-attribution", "Attribution", [("", "all"), *attributions]),
            select(
                "tasks-rule",
                "Rule broken, by anybody",
                [("", "any or none"), *((rule, name_rule(rule)) for rule in RULES if rule in rules)],
            ),
            element(
                "label",
                "Search",
                element("input", type="search", id="tasks-text", placeholder="words of sentence, extraction or note"),
                class_="wide",
            ),
            class_="filters",
        ),
        element("p", "The extractions need JavaScript.", id="tasks-count", class_="count", role="status"),
        element("ol", id="tasks-list", class_="examples"),
        element("p", element("button", "Show more", id="tasks-more", type="button", hidden=True), class_="more"),
        element("script", pack(data), type="application/octet-stream", id="tasks-data"),
    )


def study_data(study: Study, report: StudyReport) -> dict[str, Any]:
    """Collect what the script shows: sentences by id, and each task with its sources, decision and labels.

    ``sources`` of a task are the system's number, its confidence as text or nothing; ``kinds`` are keys of ``KINDS``.
    """
    finals = {each.task.key: each for each in final_labels(study, report.undecided, report.with_machines)}
    by_task = labels_by_task(study.labels)
    systems = {name: number for number, name in enumerate(study.systems)}
    return {
        "systems": [printable(name) for name in study.systems],
        "sentences": {task.sentence.id: task.sentence.text for task in study.tasks},
        "tasks": [_task(task, finals, by_task.get(task.key, ()), systems) for task in study.tasks],
    }


def _task(
    task: Task, finals: Mapping[str, Final], labels: Sequence[Label], systems: Mapping[str, int]
) -> dict[str, Any]:
    final = finals.get(task.key)
    decision = "repeat" if final is None else final.state if final.fact is None else str(final.fact)
    return {
        "key": task.key,
        "repeat": task.repeat_of,
        "sentence": task.sentence.id,
        "slots": list(shown_slots(task.extraction)),
        "notes": list(_notes(task)),
        "sources": [
            [systems[each.system], None if each.confidence is None else format_threshold(each.confidence)]
            for each in task.sources
        ],
        "decision": decision,
        "how": "" if final is None else HOW[final.state],
        "attribution": None if final is None else final.attribution,
        "kinds": list(_kinds(decision, labels)),
        "labels": [_label(label) for label in labels],
    }


def _label(label: Label) -> dict[str, Any]:
    return {
        "labeller": printable(label.labeller),
        "fact": label.fact,
        "attribution": label.attribution,
        "rules": list(label.rules),
        "note": label.note,
        "unsure": label.unsure,
        "machine": label.machine,
        "adjudicated": label.adjudicated,
    }


def _kinds(decision: str, labels: Sequence[Label]) -> Iterator[str]:
    yield decision
    own = [label for label in labels if not label.adjudicated and not label.unsure]
    people = {(label.fact, label.attribution) for label in own if not label.machine}
    if len(people) > 1:
        yield "differ"
    if people and any((label.fact, label.attribution) not in people for label in own if label.machine):
        yield "machine"
    if any(label.unsure for label in labels):
        yield "unsure"


def shown_slots(extraction: Extraction) -> tuple[str, str, str]:
    """Subject, relation and the other arguments, with semicolons between several."""
    return extraction.subject, extraction.relation, " ; ".join(extraction.arguments[1:])


def _notes(task: Task) -> Iterator[str]:
    extraction = task.extraction
    if task.clause is not None:
        yield f"clause: {task.clause}"
    if extraction.polarity is not None or extraction.modality is not None:
        yield f"factuality {factuality_text(extraction.polarity, extraction.modality)}"
    yield from (f"{each.id} = {each.text}" for each in extraction.quantities)
    if extraction.attribution is not None:
        yield f"attribution {attribution_text(extraction.attribution)}"


def factuality_text(polarity: Polarity | None, modality: Modality | None) -> str:
    """Polarity and modality as the field writes them, ``(+,CT)``."""
    return f"({polarity or '?'},{modality or '?'})"


def attribution_text(attribution: Attribution) -> str:
    """The source with polarity and modality, ``(Geologists, +, CT)``."""
    parts = (attribution.source, attribution.polarity, attribution.modality)
    return f"({', '.join(str(part) for part in parts if part is not None)})"
