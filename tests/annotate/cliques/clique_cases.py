"""Cases of events of clique projects and what they give, which tests of Python and of TypeScript read.

``python tests/annotate/cliques/clique_cases.py`` writes them to ``web/fixtures/cliques-fold.json``. What a case must
give is here by hand, as far as ids and texts go; the whole states are Python's, and looked at when they change.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karat.annotate.cliques import CLIQUES
from karat.annotate.cliques.content import form
from karat.annotate.event import effective_events
from karat.annotate.kind import commutes, replay

FILE = Path(__file__).parents[3] / "web" / "fixtures" / "cliques-fold.json"

Payload = dict[str, Any]
Step = tuple[str, Payload]


@dataclass(frozen=True)
class Made:
    author: int | None
    kind: str
    payload: Payload


def id_of(name: str) -> str:
    """A readable id of twelve characters."""
    return name.ljust(12, "0")


def tuple_of(name: str, sentence: str = "7.1", time: str | None = None, place: str | None = None) -> Payload:
    return {
        "id": id_of(name),
        "sentence": sentence,
        "relation": "opened",
        "arguments": ["The baker", name],
        "time": time,
        "place": place,
    }


def correct(sentence: str, text: str, *types: str) -> Step:
    return "correct", {"sentence": sentence, "text": text, "types": list(types or ("grammar",))}


def keep(sentence: str) -> Step:
    return "keep", {"sentence": sentence}


def reset(sentence: str) -> Step:
    return "reset", {"sentence": sentence}


def add(name: str, sentence: str = "7.1", **extra: str) -> Step:
    return "add", {"tuple": tuple_of(name, sentence, **extra)}


def change(name: str, relation: str, sentence: str = "7.1") -> Step:
    return "change", {"tuple": {**tuple_of(name, sentence), "relation": relation}}


def remove(name: str) -> Step:
    return "remove", {"tuple": id_of(name)}


def empty(sentence: str) -> Step:
    return "empty", {"sentence": sentence}


def verdict(number: int, sentence: str, right: bool | None, *faults: str, note: str = "") -> Step:
    return "verdict", {"round": number, "sentence": sentence, "right": right, "faults": list(faults), "note": note}


def check(number: int) -> Step:
    return "check", {"round": number}


def returned(number: int) -> Step:
    return "return", {"round": number}


def note(text: str) -> Step:
    return "note", {"text": text}


def import_(*names: str) -> Step:
    return "import", {"tuples": [tuple_of(name) for name in names]}


DONE, REOPEN = ("done", {"done": True}), ("done", {"done": False})
UNDO, REDO = ("undo", {}), ("redo", {})

# name: (events, each by author 1 unless an author stands before it; some fields of the state; numbers of effective)
CASES: dict[str, tuple[list[Any], dict[str, Any], list[int]]] = {
    "nothing": ([], {"corrections": {}, "tuples": [], "done": False}, []),
    "correct and keep": (
        [correct("7.1", "The shop was opened by Ann.", "phrase", "grammar"), keep("7.2")],
        {
            "corrections": {
                "7.1": {"text": "The shop was opened by Ann.", "types": ["phrase", "grammar"], "kept": False},
                "7.2": {"text": None, "types": [], "kept": True},
            }
        },
        [1, 2],
    ),
    "a later correction replaces an earlier one": (
        [correct("7.1", "One."), keep("7.2"), correct("7.1", "Two.", "rewrite")],
        {
            "corrections": {
                "7.2": {"text": None, "types": [], "kept": True},
                "7.1": {"text": "Two.", "types": ["rewrite"], "kept": False},
            }
        },
        [1, 2, 3],
    ),
    "reset a correction": (
        [correct("7.1", "One."), keep("7.2"), reset("7.2"), reset("7.1")],
        {"corrections": {}},
        [1, 2, 3, 4],
    ),
    "add tuples, with time and place": (
        [add("a"), add("b", "7.2", time="in May", place="in Bern")],
        {"tuples": [tuple_of("a"), tuple_of("b", "7.2", "in May", "in Bern")]},
        [1, 2],
    ),
    "a tuple whose id is taken is left out": ([add("a"), add("a", "7.2")], {"tuples": [tuple_of("a")]}, [1, 2]),
    "change keeps the place in the list": (
        [add("a"), add("b"), change("a", "owns")],
        {"tuples": [{**tuple_of("a"), "relation": "owns"}, tuple_of("b")]},
        [1, 2, 3],
    ),
    "change of an unknown tuple": ([add("a"), change("b", "owns")], {"tuples": [tuple_of("a")]}, [1, 2]),
    "remove": ([add("a"), add("b"), remove("a"), remove("c")], {"tuples": [tuple_of("b")]}, [1, 2, 3, 4]),
    "an empty sentence": ([empty("7.2"), empty("7.1"), empty("7.2")], {"empty": ["7.1", "7.2"]}, [1, 2, 3]),
    "a tuple takes the mark of an empty sentence away": (
        [empty("7.1"), empty("7.2"), add("a")],
        {"empty": ["7.2"], "tuples": [tuple_of("a")]},
        [1, 2, 3],
    ),
    "a sentence with tuples is not empty": ([add("a"), empty("7.1")], {"empty": []}, [1, 2]),
    "reset an empty sentence": ([empty("7.1"), reset("7.1")], {"empty": []}, [1, 2]),
    "import, which is never undone": (
        [import_("a", "b"), add("c"), UNDO, UNDO],
        {"tuples": [tuple_of("a"), tuple_of("b")]},
        [1],
    ),
    "verdicts of a round": (
        [(None, *check(1)), verdict(1, "7.1", False, "meaning", note="who sold it?"), verdict(1, "7.2", True), DONE],
        {
            "round": 1,
            "verdicts": {
                "1:7.1": {"right": False, "faults": ["meaning"], "note": "who sold it?"},
                "1:7.2": {"right": True, "faults": [], "note": ""},
            },
            "done": True,
        },
        [1, 2, 3, 4],
    ),
    "a verdict is changed and taken back": (
        [(None, *check(1)), verdict(1, "7.1", True), verdict(1, "7.2", True), verdict(1, "7.1", None)],
        {"verdicts": {"1:7.2": {"right": True, "faults": [], "note": ""}}},
        [1, 2, 3, 4],
    ),
    "a new round opens the check again and keeps the verdicts": (
        [(None, *check(1)), verdict(1, "7.1", False, "form"), DONE, (None, *check(2)), verdict(2, "7.1", True)],
        {
            "round": 2,
            "done": False,
            "verdicts": {
                "1:7.1": {"right": False, "faults": ["form"], "note": ""},
                "2:7.1": {"right": True, "faults": [], "note": ""},
            },
        },
        [1, 2, 3, 4, 5],
    ),
    "nobody undoes the verdicts of an earlier round": (
        [(None, *check(1)), verdict(1, "7.1", False, "form"), DONE, (None, *check(2)), UNDO],
        {"round": 2, "done": False, "verdicts": {"1:7.1": {"right": False, "faults": ["form"], "note": ""}}},
        [1, 2, 3, 4],
    ),
    "work that comes back is open, and undo goes no further back": (
        [keep("7.1"), keep("7.2"), UNDO, keep("7.2"), DONE, (None, *returned(2)), UNDO, REDO, reset("7.1"), UNDO],
        {
            "done": False,
            "corrections": {
                "7.1": {"text": None, "types": [], "kept": True},
                "7.2": {"text": None, "types": [], "kept": True},
            },
        },
        [1, 4, 5, 6],
    ),
    "note": ([note("one"), note("two")], {"note": "two"}, [1, 2]),
    "done, and opened again": ([keep("7.1"), DONE, (2, *REOPEN)], {"done": False}, [1, 2, 3]),
    "undo and redo a correction": (
        [correct("7.1", "One."), correct("7.1", "Two."), UNDO, UNDO, REDO],
        {"corrections": {"7.1": {"text": "One.", "types": ["grammar"], "kept": False}}},
        [1],
    ),
    "undo brings the mark of an empty sentence back": (
        [empty("7.1"), add("a"), UNDO],
        {"empty": ["7.1"], "tuples": []},
        [1],
    ),
    "undo of a removal brings a tuple back to its place": (
        [add("a"), add("b"), remove("a"), UNDO],
        {"tuples": [tuple_of("a"), tuple_of("b")]},
        [1, 2],
    ),
}

# one event, another, whether they commute
PAIRS: dict[str, tuple[Step, Step, bool]] = {
    "corrections of two sentences, whose forms must differ": (correct("7.1", "One."), correct("7.2", "Two."), False),
    "a correction and a note": (correct("7.1", "One."), note("one"), True),
    "two tuples of one sentence": (add("a"), add("b"), False),
    "tuples of two sentences": (add("a"), add("b", "7.2"), True),
    "a tuple is changed and removed": (change("a", "owns"), remove("a"), False),
    "two tuples are removed": (remove("a"), remove("b"), False),
    "a sentence is marked as empty and gets a tuple": (empty("7.1"), add("a"), False),
    "two sentences are marked as empty": (empty("7.1"), empty("7.2"), False),
    "a tuple is removed and its sentence is marked as empty": (remove("a"), empty("7.1"), False),
    "a tuple is removed and another one added": (remove("a"), add("b", "7.2"), True),
    "two verdicts on one sentence": (verdict(1, "7.1", True), verdict(1, "7.1", False, "form"), False),
    "verdicts on two sentences": (verdict(1, "7.1", True), verdict(1, "7.2", True), True),
    "two notes": (note("one"), note("two"), False),
    "done needs all of the work": (DONE, remove("a"), False),
    "a new round and a verdict": (check(2), verdict(1, "7.1", True), False),
    "an import and anything": (import_("a"), note("one"), False),
    "undo and anything": (UNDO, note("one"), False),
}

# a text, another, whether they have the same form
FORMS: list[tuple[str, str, bool]] = [
    ("Ann sold it.", "ann sold it", True),
    ("Ann sold it.", "Ann  sold, it!", True),
    ("Ann sold it.", "It was sold by Ann.", False),
    ("Über die Straße", "über die straße", True),
    ("a well-known shop", "a well known shop", True),
    ("5 shops", "6 shops", False),
    ("它卖了。", "它卖了", True),
    ("cafe", "café", False),
]


def events_of(steps: list[Any]) -> list[Made]:
    return [Made(*step) if len(step) == 3 else Made(1, *step) for step in steps]


def file_content() -> dict[str, Any]:
    cases = []
    for name, (steps, _, _) in CASES.items():
        events = events_of(steps)
        numbers = {id(event): number for number, event in enumerate(events, 1)}
        state = replay(CLIQUES, events)
        cases.append(
            {
                "name": name,
                "events": [
                    {"number": number, "author": event.author, "kind": event.kind, "payload": event.payload}
                    for number, event in enumerate(events, 1)
                ],
                "effective": [numbers[id(event)] for event in effective_events(events)],
                "state": CLIQUES.to_json(state),
                "summary": CLIQUES.summary(state),
            }
        )
    pairs = [
        {
            "name": name,
            "one": {"kind": one[0], "payload": one[1]},
            "other": {"kind": other[0], "payload": other[1]},
            "commutes": commutes(CLIQUES, Made(1, *one), Made(2, *other)),
        }
        for name, (one, other, _) in PAIRS.items()
    ]
    forms = [{"one": one, "other": other, "same": form(one) == form(other)} for one, other, _ in FORMS]
    return {"cases": cases, "commutes": pairs, "forms": forms}


def file_text() -> str:
    return json.dumps(file_content(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8")
