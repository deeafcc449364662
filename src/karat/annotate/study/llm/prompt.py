"""What a language model is asked: the guideline that labellers see, solved tasks, and the task in question."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from karat.annotate.guidelines.guideline import read_texts
from karat.annotate.study.state import State
from karat.one_line import one_line
from karat.systems.chat import Message

TASK = "You label extractions of facts from sentences, as a careful annotator does, strictly by this guideline."
FORM = """
Answer with one JSON object and nothing else:
{"fact": "correct" or "incorrect", "attribution": "correct", "incorrect" or "none", "rules": [...], "reason": "..."}
In "rules" name all rules that are broken, such as "F4" or "A2": at least one for each label that is "incorrect", and
none if neither is. Give the reason in one sentence.
""".strip()
FOR_PEOPLE = "*unsure*"
"""In paragraphs that only make sense to people, who may come back to a task."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A task that people have finished, and their labels."""

    key: str
    text: str
    content: Mapping[str, Any]
    labels: State

    __repr__ = one_line


@cache
def instructions() -> str:
    """The guideline that the page shows, and the form of the answer."""
    texts = read_texts("study")
    labels = [f"{label['title']}: {label['text'].strip()}" for label in texts["label"].values()]
    intro = [part for part in texts["intro"].strip().split("\n\n") if FOR_PEOPLE not in part]
    rules = [_rule(rule) for rule in texts["rule"]]
    return "\n\n".join([TASK, *intro, *labels, "The rules:", *rules, FORM])


def version() -> str:
    """The first digits of a checksum of the wording, so that answers to different prompts are never mixed."""
    written = "\0".join((instructions(), *write_task("{}", _EMPTY)))
    return sha256(written.encode()).hexdigest()[:12]


def write_messages(
    text: str, content: Mapping[str, Any], demonstrations: Sequence[Demonstration]
) -> tuple[Message, ...]:
    """Write a chat: the guideline as the system message, each demonstration as a turn, then the task in question."""
    turns = [
        message
        for each in demonstrations
        for message in (
            Message("user", "\n".join(write_task(each.text, each.content))),
            Message("assistant", write_labels(each.labels)),
        )
    ]
    return (Message("system", instructions()), *turns, Message("user", "\n".join(write_task(text, content))))


def write_task(text: str, content: Mapping[str, Any]) -> Iterator[str]:
    """Write a task as the page shows it; what an extraction has not got has no line."""
    extraction = content["extraction"]
    attribution = extraction.get("attribution")
    yield f"Sentence: {text}"
    if content.get("clause"):
        yield f"Clause: {content['clause']}"
    first, *others = extraction["arguments"] or [""]
    yield f"Extraction: ({'; '.join((first, extraction['relation'], *others))})"
    if factuality := _factuality(extraction):
        yield f"Factuality: {factuality}"
    if extraction.get("quantities"):
        quantities = (f"{each['id']} = {each['text']}" for each in extraction["quantities"])
        yield f"Quantities: {'; '.join(quantities)}"
    if attribution is not None:
        said = (attribution["source"], attribution.get("predicate"), _factuality(attribution))
        yield f"Attribution: {', '.join(part for part in said if part)}"
    else:
        yield "Attribution: none"


def write_labels(state: State) -> str:
    """Write labels as an answer should look."""
    return json.dumps({"fact": state.fact, "attribution": state.attribution, "rules": list(state.rules)})


def _rule(rule: Mapping[str, Any]) -> str:
    return f"{rule['id']}. {rule['title']}. {rule['text'].strip()} Broken: {rule['broken'].strip()}"


def _factuality(value: Mapping[str, Any]) -> str | None:
    parts = [part for part in (value.get("polarity"), value.get("modality")) if part]
    return f"({', '.join(parts)})" if parts else None


_EMPTY: Mapping[str, Any] = {
    "clause": "{}",
    "extraction": {
        "arguments": ["{}", "{}"],
        "relation": "{}",
        "polarity": "+",
        "modality": "CT",
        "quantities": [{"id": "{}", "text": "{}"}],
        "attribution": {"source": "{}", "predicate": "{}", "polarity": "+", "modality": "CT"},
    },
}
"""A task with all parts, for the checksum."""
