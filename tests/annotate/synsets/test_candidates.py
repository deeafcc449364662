"""Which candidates wait for a decision."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.synsets.candidates import review
from karat.annotate.synsets.gold import annotation_from_state, state_from_annotation
from karat.annotate.synsets.state import Decision
from karat.metrics.oie.benchie import BENCHIE, FactGold, triples
from pattern_strategies import ANNOTATIONS, EXTRACTIONS

sys.path.append(str(Path(__file__).parent))

from gold_states import SENTENCE, state


@dataclass(frozen=True)
class Found:
    id: str
    subject: str
    relation: str
    object: str
    round: int = 3


GOLD = state("Ann --> sold --> [the] [old] house\nAnn --> sold [the] --> house\n\nAnn --> sold to --> Bob")


def pending(*found: Found, of=GOLD, explicit_only=True):
    return review(of, found, SENTENCE, SENTENCE.tokens, explicit_only)


@pytest.mark.parametrize(
    ("found", "count"),
    [
        pytest.param(Found("c", "Ann", "sold", "old house"), "covered", id="a synset accepts it"),
        pytest.param(Found("c", "Ann", "sold", "house in May"), "pending", id="none accepts it"),
        pytest.param(Found("c", "ann", "sold", "house"), "implicit", id="another word, even by its case"),
        pytest.param(Found("c", "", "", ""), "pending", id="without words"),
    ],
)
def test_one_candidate(found, count) -> None:
    result = pending(found)
    counts = {name: getattr(result, name) for name in ("covered", "implicit", "accepted", "rejected")}
    assert {**counts, "pending": len(result.pending)} == {**dict.fromkeys([*counts, "pending"], 0), count: 1}


def test_equal_words_are_one_candidate_of_the_lowest_round() -> None:
    result = pending(
        Found("a", "Ann", "sold  in", "May"), Found("b", "Ann", "sold in", "May ", 2), Found("c", "Bob", "in", "May")
    )
    assert [(each.candidate.id, each.candidate.round) for each in result.pending] == [("b", 2), ("c", 3)]


def test_decisions_hold_for_all_of_the_same_words() -> None:
    twice = Found("a", "Ann", "sold in", "May"), Found("b", "Ann", "sold in", "May", 2)
    rejected = replace(GOLD, decisions={"a": Decision(False)})
    assert (pending(*twice, of=rejected).rejected, pending(*twice, of=rejected).pending) == (1, ())
    accepted = replace(GOLD, decisions={"b": Decision(True, "t1")})
    assert pending(*twice, of=accepted).accepted == 1
    removed_since = replace(GOLD, decisions={"b": Decision(True, "t9")})
    assert len(pending(*twice, of=removed_since).pending) == 1


def test_implicit_words_where_they_are_allowed() -> None:
    assert len(pending(Found("c", "she", "sold", "house"), explicit_only=False).pending) == 1


def test_what_a_reviewer_sees() -> None:
    (only,) = pending(Found("c", "Ann", "sold to", "Bob in May")).pending
    shown = only.to_json()
    assert shown["suggestion"] == {"synset": "s2", "triple": "t3", "wrong_slots": 1, "wrong_words": 2}
    assert [(chunk["text"], chunk["at"]) for chunk in shown["object"]] == [("Bob", [6]), ("in", [7]), ("May", [8])]
    assert set(shown) == {"id", "round", "subject", "relation", "object", "suggestion"}


def test_without_synsets_nothing_is_suggested() -> None:
    (only,) = pending(Found("c", "Ann", "sold", "house"), of=state("")).pending
    assert only.suggestion is None


@given(ANNOTATIONS, st.lists(EXTRACTIONS, max_size=4))
def test_what_is_covered_is_what_the_metric_calls_right(annotation, extractions) -> None:
    of = state_from_annotation(annotation)
    found = [Found(str(number), *extraction.triple) for number, extraction in enumerate(extractions)]
    result = review(of, found, annotation.sentence, annotation.sentence.tokens, explicit_only=False)
    gold = FactGold(annotation_from_state(of, annotation.sentence))
    wrong = {triple for triple in triples(extractions) if not BENCHIE([triple], gold.synsets()).matched_predicted}
    assert len(result.pending) == len(wrong)
    assert result.covered == len(set(triples(extractions))) - len(wrong)
