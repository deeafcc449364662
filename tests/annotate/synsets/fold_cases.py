"""Cases of events and what they give, which tests of Python and of TypeScript read.

``python tests/annotate/synsets/fold_cases.py`` writes them to ``web/fixtures/fold.json``. Each case has what is
expected here by hand, as far as ids go; the whole states are Python's, and looked at when they change.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karat.annotate.event import effective_events
from karat.annotate.kind import commutes, replay
from karat.annotate.synsets import SYNSETS

FILE = Path(__file__).parents[3] / "web" / "fixtures" / "fold.json"

Payload = dict[str, Any]


@dataclass(frozen=True)
class Made:
    author: int
    kind: str
    payload: Payload


def id_of(name: str) -> str:
    """A readable id of twelve characters."""
    return name.ljust(12, "0")


def chunk(text: str, *at: int, optional: bool = False) -> Payload:
    return {"text": text, "optional": optional, "at": list(at) or None}


def triple(name: str, subject="Ann", relation="sold", object_="house", **origin) -> Payload:
    return {
        "id": id_of(name),
        "subject": [chunk(subject, 0)],
        "relation": [chunk(relation, 1)],
        "object": [chunk("the old", 2, 3, optional=True), chunk(object_, 4)],
        "wholesome": None,
        "origin": {"round": 1, "way": "hand", "source": None, **origin},
    }


def add(synset: str, *names: str) -> tuple[str, Payload]:
    return "add", {"synset": id_of(synset), "triples": [triple(name) for name in names]}


def change(name: str, subject: str) -> tuple[str, Payload]:
    slots = {key: value for key, value in triple(name, subject).items() if key in ("subject", "relation", "object")}
    return "change", {"triple": id_of(name), **slots}


def remove(*names: str) -> tuple[str, Payload]:
    return "remove", {"triples": [id_of(name) for name in names]}


def move(synset: str, *names: str) -> tuple[str, Payload]:
    return "move", {"triples": [id_of(name) for name in names], "synset": id_of(synset)}


def merge(into: str, *synsets: str) -> tuple[str, Payload]:
    return "merge", {"synsets": [id_of(name) for name in synsets], "into": id_of(into)}


def mark(wholesome: bool | None, *names: str) -> tuple[str, Payload]:
    return "mark", {"triples": [id_of(name) for name in names], "wholesome": wholesome}


def note(synset: str | None, text: str) -> tuple[str, Payload]:
    return "note", {"synset": None if synset is None else id_of(synset), "text": text}


def accept(candidate: str, synset: str, name: str) -> tuple[str, Payload]:
    made = triple(name, round=3, way="candidate")
    return "decide", {"candidate": candidate, "accepted": True, "synset": id_of(synset), "triple": made}


def reject(candidate: str) -> tuple[str, Payload]:
    return "decide", {"candidate": candidate, "accepted": False}


def import_(**synsets: str) -> tuple[str, Payload]:
    made = [
        {"id": id_of(name), "label": "7", "note": "from a file", "triples": [triple(each) for each in names.split()]}
        for name, names in synsets.items()
    ]
    return "import", {"synsets": made}


TRANSLATE = "translate", {"text": "Ann sold the old house ."}
DONE, REOPEN = ("done", {"done": True}), ("done", {"done": False})
UNDO, REDO = ("undo", {}), ("redo", {})

# name: (events, each by author 1 unless an author stands before it; synsets with their triples, numbers of effective)
CASES: dict[str, tuple[list[Any], dict[str, str], list[int]]] = {
    "nothing": ([], {}, []),
    "add to a new and to an existing synset": ([add("s", "a"), add("s", "b", "c")], {"s": "a b c"}, [1, 2]),
    "a triple whose id is taken is left out": ([add("s", "a"), add("t", "a")], {"s": "a"}, [1, 2]),
    "change": ([add("s", "a", "b"), change("b", "Eve")], {"s": "a b"}, [1, 2]),
    "change of an unknown triple": ([add("s", "a"), change("b", "Eve")], {"s": "a"}, [1, 2]),
    "remove, and an empty synset vanishes": (
        [add("s", "a"), add("t", "b", "c"), remove("a", "c")],
        {"t": "b"},
        [1, 2, 3],
    ),
    "move to another synset": ([add("s", "a", "b"), add("t", "c"), move("t", "b")], {"s": "a", "t": "c b"}, [1, 2, 3]),
    "move to a new synset is a split": (
        [add("s", "a", "b", "c"), note("s", "kept"), move("t", "c", "a")],
        {"s": "b", "t": "c a"},
        [1, 2, 3],
    ),
    "move all, and the empty synset vanishes": ([add("s", "a", "b"), move("t", "a", "b")], {"t": "a b"}, [1, 2]),
    "move inside the synset goes to the end": ([add("s", "a", "b", "c"), move("s", "a")], {"s": "b c a"}, [1, 2]),
    "move of unknown triples": ([add("s", "a"), move("t", "b")], {"s": "a"}, [1, 2]),
    "merge joins triples and notes in the order given": (
        [add("s", "a"), add("t", "b"), add("u", "c"), note("t", "two"), note("u", "three"), merge("t", "u", "t", "s")],
        {"t": "b c a"},
        [1, 2, 3, 4, 5, 6],
    ),
    "merge into an unknown synset": ([add("s", "a"), merge("t", "s")], {"s": "a"}, [1, 2]),
    "mark, and unmark": ([add("s", "a", "b"), mark(False, "a", "b"), mark(None, "b")], {"s": "a b"}, [1, 2, 3]),
    "notes": ([add("s", "a"), note("s", "one"), note(None, "all"), note("t", "lost")], {"s": "a"}, [1, 2, 3, 4]),
    "accept a candidate into a new synset, reject another": (
        [accept("1", "s", "a"), reject("2"), accept("3", "s", "b")],
        {"s": "a b"},
        [1, 2, 3],
    ),
    "a decision is changed": ([reject("1"), accept("1", "s", "a")], {"s": "a"}, [1, 2]),
    "translate first, then done": ([TRANSLATE, add("s", "a"), DONE], {"s": "a"}, [1, 2, 3]),
    "reopen": ([DONE, REOPEN], {}, [1, 2]),
    "import keeps labels and notes": ([import_(s="a b", t="c")], {"s": "a b", "t": "c"}, [1]),
    "undo": ([add("s", "a"), add("t", "b"), UNDO], {"s": "a"}, [1]),
    "undo twice, redo twice": ([add("s", "a"), add("t", "b"), UNDO, UNDO, REDO, REDO], {"s": "a", "t": "b"}, [1, 2]),
    "undo of a removal brings triples back to their place": (
        [add("s", "a", "b"), add("t", "c"), remove("a", "b"), UNDO],
        {"s": "a b", "t": "c"},
        [1, 2],
    ),
    "nothing to undo": ([UNDO, add("s", "a"), UNDO, UNDO], {}, []),
    "nothing to redo": ([add("s", "a"), REDO], {"s": "a"}, [1]),
    "a new event ends what can be redone": ([add("s", "a"), UNDO, add("t", "b"), REDO], {"t": "b"}, [3]),
    "an import is never undone": ([import_(s="a"), add("t", "b"), UNDO, UNDO], {"s": "a"}, [1]),
    "undo takes back the author's own event": (
        [(1, *add("s", "a")), (2, *add("t", "b")), (1, *UNDO)],
        {"t": "b"},
        [2],
    ),
    "another author's event does not end what can be redone": (
        [(1, *add("s", "a")), (1, *UNDO), (2, *add("t", "b")), (1, *REDO)],
        {"s": "a", "t": "b"},
        [1, 3],
    ),
    "what a later event of another author names is gone": (
        [(1, *add("s", "a")), (2, *change("a", "Eve")), (2, *move("t", "a")), (1, *UNDO)],
        {},
        [2, 3],
    ),
    "undo after reload, of what was accepted": ([accept("1", "s", "a"), UNDO], {}, []),
    "undo of done": ([add("s", "a"), DONE, UNDO], {"s": "a"}, [1]),
}

# one event, another, whether they commute
PAIRS: dict[str, tuple[tuple[str, Payload], tuple[str, Payload], bool]] = {
    "two synsets": (add("s", "a"), add("t", "b"), True),
    "one synset": (add("s", "a"), add("s", "b"), False),
    "one triple": (change("a", "Eve"), change("a", "Bob"), False),
    "two triples": (change("a", "Eve"), change("b", "Bob"), True),
    "a triple is changed and removed": (change("a", "Eve"), remove("b", "a"), False),
    "a triple is marked and moved": (mark(True, "a"), move("t", "a"), False),
    "two triples move to one synset": (move("t", "a"), move("t", "b"), False),
    "a synset is merged and added to": (merge("s", "t"), add("t", "a"), False),
    "other synsets are merged": (merge("s", "t"), add("u", "a"), True),
    "a synset's note and its merge": (note("s", "one"), merge("t", "s"), False),
    "two notes on the document": (note(None, "one"), note(None, "two"), False),
    "notes on the document and a synset": (note(None, "one"), note("s", "two"), True),
    "one candidate": (accept("1", "s", "a"), reject("1"), False),
    "two candidates": (reject("1"), reject("2"), True),
    "two candidates into one synset": (accept("1", "s", "a"), accept("2", "s", "b"), False),
    "a candidate and its synset": (accept("1", "s", "a"), add("s", "b"), False),
    "done twice": (DONE, REOPEN, False),
    "done and add": (DONE, add("s", "a"), True),
    "a translation and anything": (TRANSLATE, note(None, "one"), False),
    "an import and anything": (import_(s="a"), DONE, False),
    "undo and anything": (UNDO, add("s", "a"), False),
    "redo and anything": (add("s", "a"), REDO, False),
}


def events_of(steps: list[Any]) -> list[Made]:
    return [Made(*step) if len(step) == 3 else Made(1, *step) for step in steps]


def file_content() -> dict[str, Any]:
    cases = []
    for name, (steps, _, _) in CASES.items():
        events = events_of(steps)
        numbers = {id(event): number for number, event in enumerate(events, 1)}
        cases.append(
            {
                "name": name,
                "events": [
                    {"number": number, "author": event.author, "kind": event.kind, "payload": event.payload}
                    for number, event in enumerate(events, 1)
                ],
                "effective": [numbers[id(event)] for event in effective_events(events)],
                "state": SYNSETS.to_json(replay(SYNSETS, events)),
            }
        )
    pairs = [
        {
            "name": name,
            "one": {"kind": one[0], "payload": one[1]},
            "other": {"kind": other[0], "payload": other[1]},
            "commutes": commutes(SYNSETS, Made(1, *one), Made(2, *other)),
        }
        for name, (one, other, _) in PAIRS.items()
    ]
    return {"cases": cases, "commutes": pairs}


def file_text() -> str:
    return json.dumps(file_content(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8")
