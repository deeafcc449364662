"""MUC's optional templates and fillers, types with alternatives, and set fills with alternatives, by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.metrics import MUC4, MUC4_OFFICIAL, MUC4_OPTIONAL
from karat.metrics.templates import muc4_official, muc4_optional, with_type
from karat.model import Entity, SetFill, SlotFiller, Template

NAME, TYPE, PERPETRATOR = "HUM TGT: NAME", "HUM TGT: TYPE", "PERP: INDIVIDUAL ID"
MAYOR = SlotFiller(NAME, Entity(frozenset({"MAYOR", "BO BERG"})))
GUARD = SlotFiller(NAME, Entity(frozenset({"GUARD"})), optional=True)
CLERK = SlotFiller(NAME, Entity(frozenset({"CLERK"})))


def bombing(*fillers: SlotFiller, optional: bool = False, kind: str = "BOMBING") -> Template:
    return Template(kind, fillers, optional)


@pytest.mark.parametrize(
    ("predicted", "gold", "masses"),
    [
        pytest.param([bombing(MAYOR)], [bombing(MAYOR, GUARD)], (2, 2, 2, 2), id="an optional filler missed"),
        pytest.param([bombing(MAYOR, GUARD)], [bombing(MAYOR, GUARD)], (3, 3, 3, 3), id="and found"),
        pytest.param([bombing(MAYOR)], [bombing(MAYOR, CLERK)], (2, 2, 2, 3), id="a filler missed"),
        pytest.param([], [bombing(MAYOR, GUARD)], (0, 0, 0, 2), id="a template missed, its optional filler too"),
        pytest.param([], [bombing(MAYOR, GUARD, optional=True)], (0, 0, 0, 0), id="an optional template missed"),
        pytest.param(
            [bombing(MAYOR)], [bombing(MAYOR, CLERK, optional=True)], (2, 2, 2, 3), id="found, it counts like any other"
        ),
        pytest.param([], [], (0, 0, 0, 0), id="both empty"),
    ],
)
def test_what_is_optional_need_not_be_found(
    predicted: list[Template], gold: list[Template], masses: tuple[int, ...]
) -> None:
    assert tuple(MUC4_OPTIONAL(predicted, gold).masses) == masses
    official = MUC4_OFFICIAL(predicted, gold).masses
    assert official.gold == sum(len(template.fillers) + 1 for template in gold)


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param("BOMBING", "ATTACK / BOMBING", 2, id="either type is right"),
        pytest.param("ATTACK", "BOMBING", 1.5, id="the general type: half"),
        pytest.param("ARSON", "BOMBING", 0, id="another type: no alignment"),
    ],
)
def test_types(predicted: str, gold: str, matched: float) -> None:
    score = MUC4_OFFICIAL([bombing(MAYOR, kind=predicted)], [bombing(MAYOR, kind=gold)])
    assert float(score.masses.matched_gold) == matched


@pytest.mark.parametrize(
    ("predicted", "credit"),
    [
        pytest.param({"CIVILIAN"}, 1, id="one of the alternatives"),
        pytest.param({"DIPLOMAT"}, 0.5, id="below one of them in the hierarchy"),
        pytest.param({"CAR"}, 0, id="neither"),
    ],
)
def test_set_fills_with_alternatives(predicted: set[str], credit: float) -> None:
    gold = SetFill(frozenset({"CIVILIAN", "OFFICIAL"}), Entity(frozenset({"MAYOR"})))
    metric = muc4_official(kinds={"DIPLOMAT": "OFFICIAL"})
    score = metric(
        [bombing(MAYOR, SlotFiller(TYPE, SetFill(frozenset(predicted))))], [bombing(MAYOR, SlotFiller(TYPE, gold))]
    )
    assert float(score.masses.matched_gold) == 2 + credit


def test_a_person_is_asked_where_words_do_not_decide() -> None:
    asked = []

    def ask(predicted: Entity, gold: Entity) -> float:
        asked.append((predicted, gold))
        return 0.5

    chief = SlotFiller(NAME, Entity(frozenset({"CHIEF"})))
    score = muc4_official(ask=ask)([bombing(MAYOR, chief)], [bombing(MAYOR, CLERK)])
    assert float(score.masses.matched_gold) == 2.5
    assert (chief.value, CLERK.value) in asked
    assert len(set(asked)) == len(asked)


def test_no_optional_gold_is_the_plain_metric() -> None:
    assert (
        MUC4_OPTIONAL([bombing(MAYOR)], [bombing(CLERK)]).masses
        == MUC4_OFFICIAL([bombing(MAYOR)], [bombing(CLERK)]).masses
    )
    assert MUC4([bombing(MAYOR)], [bombing(MAYOR)]).value == 1


# --- of alignments of equal credit, the one that leaves most of the optional gold unmatched ---

RED = SlotFiller(NAME, Entity(frozenset({"RED CAR"})))
OPTIONAL_CAR = SlotFiller(NAME, Entity(frozenset({"BLUE CAR"})), optional=True)
CAR = SlotFiller(NAME, Entity(frozenset({"CAR"})))


@pytest.mark.parametrize("gold", list(permutations([RED, OPTIONAL_CAR])), ids=["mandatory first", "optional first"])
def test_a_filler_that_fits_both_goes_to_the_mandatory_one(gold: tuple[SlotFiller, ...]) -> None:
    """CAR shares a word with either; type and filler, 2 of 2 and of 2."""
    assert MUC4_OPTIONAL([bombing(CAR)], [bombing(*gold)]).masses == (2, 2, 2, 2)


@pytest.mark.parametrize("optional_first", [False, True])
def test_a_template_that_fits_both_goes_to_the_mandatory_one(optional_first: bool) -> None:
    """The optional template leaves the gold: 2 of 2 and of 2."""
    gold = [bombing(RED), bombing(RED, optional=True)]
    assert MUC4_OPTIONAL([bombing(CAR)], gold[::-1] if optional_first else gold).masses == (2, 2, 2, 2)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_fillers_within_decide_between_templates(order: tuple[int, ...]) -> None:
    """All three earn 2; aligned with the first, CAR finds what must be found, and only the other types are missed."""
    templates = [bombing(RED, GUARD), bombing(OPTIONAL_CAR), bombing(RED, CLERK, optional=True)]
    gold = [templates[place] for place in order]
    # RED CAR and its type are found; the second's type is missed, the third is optional.
    assert MUC4_OPTIONAL([bombing(CAR)], gold).masses == (2, 2, 2, 3)


def test_credit_comes_before_what_is_optional() -> None:
    """The optional template fits better, so it is taken, and all of the mandatory one is missed: 3 of 3, 3 of 3 + 2."""
    gold = [bombing(MAYOR), bombing(MAYOR, CLERK, optional=True)]
    assert MUC4_OPTIONAL([bombing(MAYOR, CLERK)], gold).masses == (3, 3, 3, 5)


@pytest.mark.parametrize("turned", [False, True])
def test_half_earned_that_sum_up_alike_count_the_least_optional_gold(turned: bool) -> None:
    """DIPLOMAT has half of the first value and JUDGE half of the second, or DIPLOMAT all of the second: 1 either way.

    Only one value counts in the second case: type, mayor and 1 of 4 predicted and 3 gold ones.
    """
    metric = muc4_optional(kinds={"DIPLOMAT": "OFFICIAL", "JUDGE": "LAWYER"})
    values = [{"OFFICIAL"}, {"DIPLOMAT", "LAWYER"}]
    optional = [SlotFiller(TYPE, SetFill(frozenset(each)), optional=True) for each in values]
    predicted = [SlotFiller(TYPE, SetFill(frozenset({each}))) for each in ("DIPLOMAT", "JUDGE")]
    if turned:
        optional, predicted = optional[::-1], predicted[::-1]
    assert metric([bombing(MAYOR, *predicted)], [bombing(MAYOR, *optional)]).masses == (3, 4, 3, 3)


@pytest.mark.parametrize(
    ("gold", "recall"),
    [
        pytest.param(
            [bombing(MAYOR), bombing(SlotFiller(PERPETRATOR, Entity(frozenset({"THE"}))), optional=True)],
            2 / 2,
            id="an optional template with an article for a filler",
        ),
        pytest.param(
            [bombing(MAYOR, CLERK, SlotFiller(PERPETRATOR, Entity(frozenset({"THE"})), optional=True))],
            2 / 3,
            id="an optional article",
        ),
    ],
)
def test_what_leaves_the_gold_is_its_mass(gold: list[Template], recall: float) -> None:
    """An article has no word that could be shared, so it weighs nothing, and takes nothing with it."""
    assert MUC4_OPTIONAL([bombing(MAYOR)], gold).recall == recall


# --- against all alignments there are ---

WORDS = st.sampled_from(["RED CAR", "BLUE CAR", "CAR", "THE", "THE BLUE VAN"])
VALUES = st.sampled_from(["OFFICIAL", "DIPLOMAT", "CIVILIAN"])
FILLERS = st.one_of(
    st.builds(SlotFiller, st.sampled_from([NAME, PERPETRATOR]), WORDS.map(lambda one: Entity(frozenset({one})))),
    st.builds(SlotFiller, st.just(TYPE), VALUES.map(lambda one: SetFill(frozenset({one})))),
)
GOLD_FILLERS = st.builds(SlotFiller, st.just(NAME), WORDS.map(lambda one: Entity(frozenset({one}))), st.booleans())
GOLD_VALUES = st.builds(SlotFiller, st.just(TYPE), VALUES.map(lambda one: SetFill(frozenset({one}))), st.booleans())
KINDS = st.sampled_from(["ATTACK", "BOMBING"])
PREDICTED = st.lists(st.builds(Template, KINDS, st.lists(FILLERS, max_size=3).map(tuple)), max_size=3)
GOLD = st.lists(
    st.builds(Template, KINDS, st.lists(st.one_of(GOLD_FILLERS, GOLD_VALUES), max_size=3).map(tuple), st.booleans()),
    max_size=3,
)


def matchings(rows: int, columns: int) -> Iterator[dict[int, int]]:
    """All one-to-one matchings."""
    if not rows:
        yield {}
        return
    for matching in matchings(rows - 1, columns):
        yield matching
        for column in set(range(columns)) - set(matching.values()):
            yield {**matching, rows - 1: column}


def best_fillers(metric: Any, predicted: Template, gold: Template) -> tuple[Fraction, Fraction]:
    """The most credit, and the least gold mass that counts with it."""
    mine, theirs = with_type(predicted), with_type(gold)
    options = []
    for matching in matchings(len(mine), len(theirs)):
        earned = [metric.filler.similarity(mine[row], theirs[column]) for row, column in matching.items()]
        if all(earned):
            counted = sum(
                metric.filler.plan.own(part, 1)
                for column, part in enumerate(theirs)
                if column in matching.values() or not getattr(part, "optional", False)
            )
            options.append((sum(earned), -counted))
    credit, counted = max(options)
    return Fraction(credit), -Fraction(counted)


def best_templates(metric: Any, predicted: list[Template], gold: list[Template]) -> tuple[Fraction, Fraction]:
    options = []
    for matching in matchings(len(predicted), len(gold)):
        if all(metric.usable.similarity(predicted[row], gold[column]) for row, column in matching.items()):
            inner = [best_fillers(metric, predicted[row], gold[column]) for row, column in matching.items()]
            left = [each for column, each in enumerate(gold) if column not in matching.values() and not each.optional]
            missed = sum(
                metric.filler.plan.own(part, 1)
                for each in left
                for part in with_type(each)
                if not getattr(part, "optional", False)
            )
            options.append((sum(one for one, _ in inner), -missed - sum(two for _, two in inner)))
    credit, counted = max(options)
    return Fraction(credit), -Fraction(counted)


@pytest.mark.parametrize("literal", [False, True])
@settings(deadline=None, max_examples=150)
@given(PREDICTED, GOLD)
def test_no_alignment_is_better(literal: bool, predicted: list[Template], gold: list[Template]) -> None:
    metric = muc4_optional(kinds={"DIPLOMAT": "OFFICIAL"}, literal=literal)
    found = metric(predicted, gold)
    assert (found.matched_gold, found.gold) == best_templates(metric, predicted, gold)
    assert found.matched_predicted == found.matched_gold <= min(found.predicted, found.gold)
    # Its alignment is one of most credit without anything optional, so the precision is the same.
    plain = muc4_official(kinds={"DIPLOMAT": "OFFICIAL"}, literal=literal)(predicted, gold)
    assert (found.matched_predicted, found.predicted) == (plain.matched_predicted, plain.predicted)
    assert found.gold <= plain.gold
    assert found.alignment.credit == found.matched_gold


SEEDED = """
import json
from karat.metrics import MUC4_OPTIONAL, MUC4_OPTIONAL_LITERAL
from karat.model import Entity, SlotFiller, Template
def fill(text, optional=False):
    return SlotFiller("HUM TGT: NAME", Entity(frozenset(text.split("|"))), optional)
gold = frozenset({
    Template("BOMBING", frozenset({fill("RED CAR|VAN"), fill("BLUE CAR", True), fill("CAR|BUS", True)})),
    Template("BOMBING", frozenset({fill("RED CAR"), fill("GREEN CAR", True)}), True),
    Template("ATTACK", frozenset({fill("CAR"), fill("OLD CAR", True)})),
})
predicted = frozenset({
    Template("BOMBING", frozenset({fill("CAR"), fill("VAN")})),
    Template("ATTACK", frozenset({fill("CAR")})),
})
metrics = MUC4_OPTIONAL, MUC4_OPTIONAL_LITERAL
print(json.dumps([[str(mass) for mass in one(predicted, gold).masses] for one in metrics]))
"""


def test_sets_score_alike_under_every_hash_seed() -> None:
    found = set()
    for seed in range(8):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        run = subprocess.run(
            [sys.executable, "-c", SEEDED], env=environment, capture_output=True, text=True, check=True
        )
        found.add(run.stdout)
    assert [json.loads(each) for each in found] == [[["5", "5", "5", "5"]] * 2]
