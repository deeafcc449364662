"""Facet E: people's marks, and the derived triples where there are none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given

from karat.annotate.synsets.entities import derived_entities, entity_annotation
from karat.annotate.synsets.gold import state_from_annotation
from karat.metrics.oie.benchie import FactGold
from pattern_strategies import ANNOTATIONS

sys.path.append(str(Path(__file__).parent))

from entity_cases import CASES, FILE, file_text
from gold_states import SENTENCE, marked, state

GOLD = state("Ann --> sold --> house to Bob\nAnn --> sold house --> to Bob\n\nAnn --> sold in --> May")


def kept(of) -> list[tuple[str, int]]:
    return [(synset.id, len(synset.facts)) for synset in entity_annotation(of, SENTENCE).synsets]


def test_the_suggestion_is_the_shortest_object() -> None:
    assert derived_entities(GOLD) == {"t1": False, "t2": True, "t3": True}
    assert kept(GOLD) == [("1", 1), ("2", 1)]


def test_marks_come_before_the_suggestion() -> None:
    assert kept(marked(GOLD, t1=True)) == [("1", 2), ("2", 1)]
    assert kept(marked(GOLD, t2=False)) == [("2", 1)]


@given(ANNOTATIONS)
def test_without_marks_it_is_what_the_metric_derives(annotation) -> None:
    exported = entity_annotation(state_from_annotation(annotation), annotation.sentence)
    derived = [pattern.synset for pattern in FactGold(annotation).synsets("E")]
    assert list(exported.synsets) == [synset for synset in derived if synset.facts]


@pytest.mark.parametrize("name", CASES)
def test_what_is_left_out(name: str) -> None:
    text, left_out = CASES[name]
    assert [id for id, is_in in derived_entities(state(text)).items() if not is_in] == left_out


def test_the_file_for_the_page_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == file_text(), "run: python tests/annotate/synsets/entity_cases.py"
