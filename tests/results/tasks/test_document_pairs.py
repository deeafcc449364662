"""Documents are paired with the gold by their ids, or by order where one side has none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from karat.errors import AlignmentError
from karat.formats import read_documents
from karat.results import Evaluation
from karat.results.tasks.scoring import score

BY_ORDER = "documents paired with the gold by their order, since one side has no ids"
ABSENT = "1 of the gold's documents are not the system's and count as empty"

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def lines(*documents: dict[str, Any]) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


def relations(letters: str, ids: list[Any] | None = None) -> str:
    """A document for each letter, with one relation that no other has."""
    found = [{"relations": [{"head": letter, "type": "of", "tail": letter * 2}]} for letter in letters]
    return lines(*({"id": id, **each} for id, each in zip(ids, found, strict=True)) if ids else found)


def spans(letters: str, ids: list[Any] | None = None) -> str:
    """A sentence for each letter: a has one token, b two, and so on; the first is an entity."""
    sizes = [ord(letter) - ord("a") + 1 for letter in letters]
    if ids is None:
        return "\n".join("".join(f"{n}{'!' * n} {'O' if n else 'B-X'}\n" for n in range(size)) for size in sizes)
    rows = [
        {"tokens": [f"{n}{'!' * n}" for n in range(size)], "ner_tags": ["B-X", *["O"] * (size - 1)]} for size in sizes
    ]
    return lines(*({"id": id, **row} for id, row in zip(ids, rows, strict=True)))


def clusters(letters: str, ids: list[Any] | None = None) -> str:
    """A document for each letter with one entity of two mentions, which no other has."""
    places = [ord(letter) - ord("a") for letter in letters]
    found = [{"clusters": [[[place, place], [place, place + 1]]]} for place in places]
    return lines(*({"id": id, **each} for id, each in zip(ids, found, strict=True)) if ids else found)


def graphs(letters: str, ids: list[Any] | None = None) -> str:
    """A graph of a single triple for each letter."""
    heads = [f"# ::id {id}\n" for id in ids] if ids else [""] * len(letters)
    return "\n".join(f"{head}(x / {letter})\n" for head, letter in zip(heads, letters, strict=True))


MADE = {"relations": relations, "spans": spans, "coreference": clusters, "amr": graphs}


def scored(write: Write, scratch: Path | None, task: str, predicted: Any, gold: Any, missing: str) -> Evaluation:
    made = MADE[task]
    files = [write(name, made(*side)) for name, side in (("mine.txt", predicted), ("gold.txt", gold))]
    return score(task, *files, resampling=None, missing=missing, scratch=scratch)


@pytest.mark.parametrize("task", MADE)
@pytest.mark.parametrize("on_disk", [False, True], ids=["memory", "disk"])
@pytest.mark.parametrize(
    ("predicted", "gold", "notes", "f1"),
    [
        pytest.param(("abc", None), ("abc", [0, 1, 2]), ["3 " + BY_ORDER], 1, id="no ids; gold counts from 0"),
        pytest.param(("abc", None), ("abc", [3, 1, 2]), ["3 " + BY_ORDER], 1, id="no ids; gold has other numbers"),
        pytest.param(("abc", ["s", "t", "u"]), ("abc", None), ["3 " + BY_ORDER], 1, id="gold without ids"),
        pytest.param(("abc", None), ("abc", None), [], 1, id="no ids at all"),
        pytest.param(("cab", [2, 0, 1]), ("abc", [0, 1, 2]), [], 1, id="ids in another order"),
        # Two of two right, two of three found: 2 · 2 / (2 + 3).
        pytest.param(("ab", None), ("abc", [0, 1, 2]), ["2 " + BY_ORDER, ABSENT], 4 / 5, id="no ids, the last missing"),
        pytest.param(("bc", [1, 2]), ("abc", [0, 1, 2]), [ABSENT], 4 / 5, id="numbers as ids, the first missing"),
    ],
)
def test_by_id_or_by_order(
    write: Write, tmp_path: Path, task: str, on_disk: bool, predicted: Any, gold: Any, notes: list[str], f1: float
) -> None:
    (system,) = scored(write, tmp_path if on_disk else None, task, predicted, gold, "empty")
    assert [str(note) for note in system.notes] == notes
    assert system.f1.value == pytest.approx(f1)


@pytest.mark.parametrize(
    ("predicted", "gold", "missing", "message"),
    [
        pytest.param(
            ("ab", None),
            ("abc", [0, 1, 2]),
            "error",
            "mine: expected 3 documents, as many as the gold's, which are paired by order since one side has no ids, "
            "found 2",
            id="too few",
        ),
        pytest.param(
            ("abcd", None),
            ("abc", [0, 1, 2]),
            "empty",
            "mine: expected 3 documents, as many as the gold's, which are paired by order since one side has no ids, "
            "found 4",
            id="too many",
        ),
        pytest.param(
            ("abc", [1, 2, 3]),
            ("abc", [0, 1, 2]),
            "error",
            "mine: expected documents of the gold, found '3'",
            id="ids of both sides, from 0 and from 1",
        ),
    ],
)
def test_what_cannot_be_paired(write: Write, predicted: Any, gold: Any, missing: str, message: str) -> None:
    with pytest.raises(AlignmentError) as error:
        scored(write, None, "relations", predicted, gold, missing)
    assert str(error.value) == message


def test_tokens_are_compared_in_the_order_of_the_pairs(write: Write) -> None:
    with pytest.raises(AlignmentError, match="mine: expected the gold's tokens, 1 in document '1', found 2"):
        scored(write, None, "spans", ("abb", None), ("aab", [0, 1, 2]), "error")


def test_in_memory_as_from_files(write: Write) -> None:
    sides = [write("mine.jsonl", relations("ab")), write("gold.jsonl", relations("abc", [0, 1, 2]))]
    mine, gold = (list(read_documents(side, "relations")) for side in sides)
    strings = {"mentions": "strings"}
    (system,) = score("relations", {"mine": mine}, gold, choices=strings, resampling=None, missing="empty")
    assert system.f1.value == pytest.approx(4 / 5)


def test_shards_without_ids(write: Write, tmp_path: Path) -> None:
    for number, letters in enumerate(("ab", "c")):
        write(f"part-{number}.jsonl", relations(letters))
    gold = write("gold.txt", relations("abc", [2, 0, 1]))
    (system,) = score("relations", {"mine": str(tmp_path / "part-*.jsonl")}, gold, resampling=None)
    assert system.f1.value == 1


def test_a_file_in_which_one_document_has_no_id(write: Write) -> None:
    """Its number, 2, is not the id 2 of the gold."""
    mine = write("mine.jsonl", relations("a", ["x"]) + relations("b"))
    (system,) = score("relations", mine, write("gold.jsonl", relations("ab", [2, 7])), resampling=None)
    assert [str(note) for note in system.notes] == ["2 " + BY_ORDER]
    assert system.f1.value == 1
