"""Scores of parts, joined, equal those of all sentences at once, whatever the parts."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace

import pytest

from karat.algebra.scores.corpus import Column
from karat.benchmarks.gold import Gold, gold_from
from karat.metrics.oie.carb import carb_gold
from karat.model import Extraction, TupleAnnotation
from karat.results.blocks.block import score_extractions
from karat.results.blocks.gold import BlockedGold
from karat.results.blocks.scoring import AddedUp, add_up
from karat.results.checks.plausibility import check_numbers, count_exchanges
from karat.results.measuring import measure
from karat.results.options import Options, Reading
from karat.results.output_statistics import OutputCounts

SENTENCES = {
    f"Ann {number} moved to Oslo in {1900 + number} .": [
        (f"Ann {number}", "moved to", "Oslo"),
        [
            (f"Ann {number}", "moved to Oslo [in]", f"{1900 + number}"),
            (f"Ann {number}", "moved in", f"{1900 + number}"),
        ],
    ]
    for number in range(40)
}


def facts_and_tuples() -> Gold:
    """The sentences with gold of both kinds; the tuples are one variant of each fact."""
    gold = gold_from(SENTENCES)
    tuples = []
    for number, sentence in enumerate(gold.sentences):
        year = f"{1900 + number}"
        ann = f"Ann {number}"
        wanted = (
            Extraction("moved to", (ann, "Oslo")),
            Extraction("moved in", (ann, year)),
            Extraction("is", (ann, "here")),
        )
        tuples.append(carb_gold(TupleAnnotation(sentence, wanted[: 1 + number % 3])))
    return replace(gold, tuples=tuple(tuples))


def found_by_ann(gold: Gold) -> list[list[Extraction]]:
    """Right, wrong and partly right extractions, at confidences that sentences share."""
    by_sentence: list[list[Extraction]] = []
    for number in range(len(gold.sentences)):
        subject = f"Ann {number}"
        extractions = [
            Extraction("moved to", (subject, "Oslo"), 0.9 - number % 7 / 10),
            Extraction("moved to Oslo in", (subject, f"{1900 + number + number % 3}"), 0.5),
            Extraction("moved", (subject, "to Oslo", f"in {1900 + number}"), number / 40),
        ]
        by_sentence.append(extractions[: number % 4])
    return by_sentence


def in_parts(gold: Gold, found: Sequence[Sequence[Extraction]], options: Options, size: int) -> AddedUp:
    blocked = BlockedGold.in_memory(gold, size)
    masses = []
    for number in range(blocked.count):
        block = blocked.block(number)
        assert isinstance(block, Gold)
        own = found[number * size : (number + 1) * size]
        scored = score_extractions(own, block, options, blocked.outline.applicable)
        masses.append(pickle.loads(pickle.dumps(scored)))
    return add_up(masses, blocked.outline, options, Reading())


def assert_equal(gold: Gold, found: Sequence[Sequence[Extraction]], options: Options, size: int) -> None:
    whole = measure(found, gold, options)
    joined = in_parts(gold, found, options, size)
    assert list(joined.measurements) == whole
    for one, other in zip(joined.measurements, whole, strict=True):
        assert one.score == other.score
        assert (one.masses == other.masses).all()
    assert joined.statistics == OutputCounts.of(found).statistics
    exchanged = check_numbers(whole[0], len(found), joined.statistics, lambda: count_exchanges(found, gold.facts))
    assert joined.notes == tuple(exchanged)


@pytest.mark.parametrize("size", [1, 7, 40])
@pytest.mark.parametrize("metrics", [("benchie", "carb"), ("oie2016", "wire57"), ("benchie_fl",)], ids="+".join)
def test_parts_add_up(size: int, metrics: tuple[str, ...]) -> None:
    gold = facts_and_tuples()
    options = Options(metrics=metrics, facets=("default", "C", "M", "E", "P"))
    if "benchie" not in metrics:
        options = Options(metrics=metrics)
    assert_equal(gold, found_by_ann(gold), options, size)


def test_a_part_without_gold_of_a_kind() -> None:
    """Sentences 10 to 19 have no facts, and sentences 25 to 39 no tuples."""
    gold = facts_and_tuples()
    gold = replace(
        gold,
        facts=tuple(None if 10 <= number < 20 else facts for number, facts in enumerate(gold.facts)),
        tuples=tuple(None if number >= 25 else tuples for number, tuples in enumerate(gold.tuples)),
    )
    assert_equal(gold, found_by_ann(gold), Options(), 5)


def test_no_credit_because_slots_are_exchanged() -> None:
    gold = gold_from(SENTENCES)
    found = [
        [Extraction(each.relation, each.arguments[1:2] + each.arguments[:1]) for each in extractions]
        for extractions in found_by_ann(gold)
    ]
    assert "with subject and object exchanged" in str(in_parts(gold, found, Options(), 7).notes)
    assert_equal(gold, found, Options(), 7)


def test_nothing_extracted() -> None:
    gold = gold_from(SENTENCES)
    nothing: list[list[Extraction]] = [[] for _ in gold.sentences]
    assert_equal(gold, nothing, Options(), 7)


def test_joined_scores_are_kept_in_columns() -> None:
    gold = facts_and_tuples()
    for measurement in in_parts(gold, found_by_ann(gold), Options(), 7).measurements:
        assert measurement.scores is measurement.corpus
        assert all(isinstance(column, Column) for column in measurement.corpus.all_columns)
