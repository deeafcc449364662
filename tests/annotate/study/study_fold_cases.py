"""Cases of a study's events and what they give, which tests of Python and of TypeScript read.

``python tests/annotate/study/study_fold_cases.py`` writes them to ``web/fixtures/study-fold.json``. The states are
written here by hand, as ``fact attribution rules, note, unsure, done`` where they differ from an empty document.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[3] / "web" / "fixtures" / "study-fold.json"

Payload = dict[str, Any]


@dataclass(frozen=True)
class Made:
    author: int
    kind: str
    payload: Payload


def fact(label: str | None) -> tuple[str, Payload]:
    return "fact", {"label": label}


def attribution(label: str | None) -> tuple[str, Payload]:
    return "attribution", {"label": label}


def rules(*names: str) -> tuple[str, Payload]:
    return "rules", {"rules": list(names)}


def note(text: str) -> tuple[str, Payload]:
    return "note", {"text": text}


def unsure(value: bool = True) -> tuple[str, Payload]:
    return "unsure", {"unsure": value}


def state(**changes: Any) -> Payload:
    empty = {"fact": None, "attribution": None, "rules": [], "note": "", "unsure": False, "done": False}
    return {**empty, **changes}


def import_(**changes: Any) -> tuple[str, Payload]:
    return "import", state(**changes)


DONE, REOPEN = ("done", {"done": True}), ("done", {"done": False})
UNDO, REDO = ("undo", {}), ("redo", {})
C, I, N = "correct", "incorrect", "none"  # noqa: E741 - short names keep a case on one line

CASES: dict[str, tuple[list[Any], Payload, list[int]]] = {
    "nothing": ([], state(), []),
    "both correct": ([fact(C), attribution(C), DONE], state(fact=C, attribution=C, done=True), [1, 2, 3]),
    "no attribution in the sentence": ([fact(C), attribution(N)], state(fact=C, attribution=N), [1, 2]),
    "an incorrect fact names rules, which are kept in the guideline's order": (
        [fact(I), attribution(C), rules("F10", "F4"), DONE],
        state(fact=I, attribution=C, rules=["F4", "F10"], done=True),
        [1, 2, 3, 4],
    ),
    "both incorrect": (
        [fact(I), attribution(I), rules("A2", "F1")],
        state(fact=I, attribution=I, rules=["F1", "A2"]),
        [1, 2, 3],
    ),
    "the whole list is replaced": ([fact(I), rules("F1", "F2"), rules("F2")], state(fact=I, rules=["F2"]), [1, 2, 3]),
    "a fact that becomes correct drops its rules only": (
        [fact(I), attribution(I), rules("F1", "A2"), fact(C)],
        state(fact=C, attribution=I, rules=["A2"]),
        [1, 2, 3, 4],
    ),
    "an attribution that becomes none drops its rules only": (
        [fact(I), attribution(I), rules("F1", "A2"), attribution(N)],
        state(fact=I, attribution=N, rules=["F1"]),
        [1, 2, 3, 4],
    ),
    "a label is taken back": ([fact(I), rules("F1"), fact(None)], state(), [1, 2, 3]),
    "done stays while the labels are complete": (
        [fact(C), attribution(C), DONE, attribution(N)],
        state(fact=C, attribution=N, done=True),
        [1, 2, 3, 4],
    ),
    "incorrect without a rule opens the document again": (
        [fact(C), attribution(C), DONE, fact(I)],
        state(fact=I, attribution=C),
        [1, 2, 3, 4],
    ),
    "the last rule taken away opens the document again": (
        [fact(I), attribution(C), rules("F4"), DONE, rules()],
        state(fact=I, attribution=C),
        [1, 2, 3, 4, 5],
    ),
    "doubt opens the document again": (
        [fact(C), attribution(C), DONE, unsure()],
        state(fact=C, attribution=C, unsure=True),
        [1, 2, 3, 4],
    ),
    "doubt is gone": (
        [unsure(), fact(C), attribution(C), unsure(False), DONE],
        state(fact=C, attribution=C, done=True),
        [1, 2, 3, 4, 5],
    ),
    "a note changes nothing else": (
        [fact(C), attribution(C), DONE, note("clear")],
        state(fact=C, attribution=C, note="clear", done=True),
        [1, 2, 3, 4],
    ),
    "reopen": ([fact(C), attribution(C), DONE, REOPEN], state(fact=C, attribution=C), [1, 2, 3, 4]),
    "undo, and redo": (
        [fact(C), attribution(C), UNDO, REDO],
        state(fact=C, attribution=C),
        [1, 2],
    ),
    "undo of correct brings the rules back": (
        [fact(I), rules("F3"), fact(C), UNDO],
        state(fact=I, rules=["F3"]),
        [1, 2],
    ),
    "somebody undoes the label on which another's done was based": (
        [(1, *fact(C)), (2, *attribution(C)), (2, *DONE), (1, *UNDO)],
        state(attribution=C),
        [2, 3],
    ),
    "somebody undoes the label of another's rules": (
        [(1, *fact(I)), (2, *rules("F4")), (1, *UNDO)],
        state(),
        [2],
    ),
    "an import may be done without rules or attribution": ([import_(fact=I, done=True)], state(fact=I, done=True), [1]),
    "an import is not undone": (
        [import_(fact=I, rules=["F4"]), attribution(C), UNDO],
        state(fact=I, rules=["F4"]),
        [1],
    ),
    "a note leaves an import done": (
        [import_(fact=I, done=True), note("old")],
        state(fact=I, note="old", done=True),
        [1, 2],
    ),
    "an import that is changed must be complete to be done": (
        [import_(fact=I, done=True), attribution(C)],
        state(fact=I, attribution=C),
        [1, 2],
    ),
}
"""Name → events (author 1 unless given), the state, the numbers of the effective events."""

PAIRS: dict[str, tuple[Any, Any, bool]] = {
    "two labels of the fact": (fact(C), fact(I), False),
    "fact and attribution share the rules": (fact(C), attribution(C), False),
    "fact and rules": (fact(C), rules("F1"), False),
    "attribution and rules": (attribution(C), rules("A1"), False),
    "two lists of rules": (rules("F1"), rules("F2"), False),
    "fact and note": (fact(C), note("one"), True),
    "two notes": (note("one"), note("two"), False),
    "fact and doubt": (fact(C), unsure(), True),
    "rules and doubt": (rules("F1"), unsure(), True),
    "done and a label": (DONE, fact(C), False),
    "done and rules": (DONE, rules("F1"), False),
    "done and doubt": (DONE, unsure(), False),
    "done and note": (DONE, note("one"), True),
    "done twice": (DONE, REOPEN, False),
    "an import and anything": (import_(fact=C), note("one"), False),
    "undo and anything": (UNDO, note("one"), False),
    "redo and anything": (fact(C), REDO, False),
}

SUMMARIES: dict[str, tuple[Payload, str | None]] = {
    "nothing": (state(), None),
    "an attribution alone": (state(attribution=C), None),
    "correct": (state(fact=C, attribution=N), "correct"),
    "incorrect": (state(fact=I), "incorrect"),
    "incorrect with rules": (state(fact=I, attribution=C, rules=["F4", "F10"]), "incorrect: F4 F10"),
    "attribution incorrect": (state(fact=C, attribution=I, rules=["A2"]), "correct, attribution incorrect: A2"),
    "unsure": (state(fact=I, rules=["F4"], unsure=True), "unsure"),
}


def events_of(steps: list[Any]) -> list[Made]:
    return [Made(*step) if len(step) == 3 else Made(1, *step) for step in steps]


def file_content() -> dict[str, Any]:
    cases = [
        {
            "name": name,
            "events": [
                {"number": number, "author": event.author, "kind": event.kind, "payload": event.payload}
                for number, event in enumerate(events_of(steps), 1)
            ],
            "effective": effective,
            "state": expected,
        }
        for name, (steps, expected, effective) in CASES.items()
    ]
    pairs = [
        {
            "name": name,
            "one": {"kind": one[0], "payload": one[1]},
            "other": {"kind": other[0], "payload": other[1]},
            "commutes": expected,
        }
        for name, (one, other, expected) in PAIRS.items()
    ]
    summaries = [{"name": name, "state": value, "summary": text} for name, (value, text) in SUMMARIES.items()]
    return {"cases": cases, "commutes": pairs, "summaries": summaries}


def file_text() -> str:
    return json.dumps(file_content(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8")
