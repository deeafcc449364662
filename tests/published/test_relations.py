"""CoNLL04: its counts, and the strict F1 of changed gold against the arithmetic of sets."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from karat.formats import read_documents
from karat.model import Document, MarkedText, Relation, TypedMention
from karat.results.tasks.scoring import score

pytestmark = pytest.mark.published


@pytest.fixture(scope="module")
def sentences(data: Path) -> list[Document]:
    return list(read_documents(data / "relation/conll04.json", "relations"))


def test_the_counts(sentences: list[Document]) -> None:
    counts: dict[str, list[int]] = {}
    for document in sentences:
        row = counts.setdefault(document.id.split("/")[0], [0, 0, 0])
        content = document.content
        for place, more in enumerate((1, len(content.relations), len(content.spans))):
            row[place] += more
    assert counts == {"train": [922, 1283, 3377], "dev": [231, 343, 893], "test": [288, 422, 1079]}


def changed(document: Document, draw: random.Random) -> Document:
    """Some relations dropped, turned round, of another type, or with a longer or wrongly typed subject."""
    found = []
    for relation in document.content.relations:
        choice = draw.random()
        subject = relation.subject
        assert isinstance(subject, TypedMention)
        if choice < 0.1:
            continue
        if choice < 0.2:
            relation = Relation(relation.type, relation.object, subject)
        elif choice < 0.3:
            relation = replace(relation, type="Other")
        elif choice < 0.4:
            relation = replace(relation, subject=replace(subject, right=subject.right + 1))
        elif choice < 0.5:
            relation = replace(relation, subject=replace(subject, type="Wrong"))
        found.append(relation)
    return Document(document.id, MarkedText(document.content.tokens, document.content.spans, tuple(found)))


@pytest.mark.parametrize("seed", range(3))
def test_strict_f1_is_the_arithmetic_of_sets(sentences: list[Document], seed: int) -> None:
    draw = random.Random(seed)
    gold = [document for document in sentences if document.id.startswith("test/")]
    predicted = [changed(document, draw) for document in gold]
    (system,) = score("relations", {"changed": predicted}, gold, resampling=None, by_type=True)

    def triples(documents: list[Document], kind: str | None = None, typed: bool = True) -> set[object]:
        return {
            (document.id, each.type, *(end for side in (each.subject, each.object) for end in _ends(side, typed)))
            for document in documents
            for each in document.content.relations
            if kind in (None, each.type)
        }

    for measured in system.measurements:
        typed = measured.metric == "relation"
        ours, theirs = (triples(side, measured.facet, typed) for side in (predicted, gold))
        both = len(ours & theirs)
        assert tuple(measured.score.masses) == (both, len(ours), both, len(theirs)), measured.label
        assert measured.f1.value == (2 * both / (len(ours) + len(theirs)))
    assert 0 < system["relation"].f1.value < system["relation_boundaries"].f1.value < 1


def _ends(side: object, typed: bool) -> tuple[object, ...]:
    assert isinstance(side, TypedMention)
    return (side.left, side.right, side.type) if typed else (side.left, side.right)


def test_gold_by_its_words(sentences: list[Document]) -> None:
    gold = [document for document in sentences if document.id.startswith("dev/")]
    (system,) = score("relations", {"gold": gold}, gold, choices={"mentions": "strings"}, resampling=None)
    assert [one.f1.value for one in system.measurements] == [1, 1]
