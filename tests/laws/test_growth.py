"""A wrong filler more never raises precision, a right one more never lowers recall; exceptions are shown by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from zoo import filler, some, template

from karat.metrics import METRICS, metric_named
from karat.model import Entity, RoleFillerEntity, SlotFiller, Template

SCORERS_OF_TEMPLATES = ("muc4", "template_", "better_", "gtt", "error_analysis", "iterx_")
TEMPLATES = [metric.name for metric in METRICS if metric.name.startswith(SCORERS_OF_TEMPLATES)]
FILLERS = [metric.name for metric in METRICS if metric.name.startswith(("ceaf_ree", "ceaf_rme"))]
BY_PREDICTED = "templates are aligned by how many predicted mentions are right, and those may be of one gold entity"
BY_F1 = "templates are aligned for the highest F1, which trades precision for recall"
SPENT = "a template that now fits an optional one better no longer finds the mandatory one"
MAY_RAISE_PRECISION = {"gtt": BY_F1}
MAY_LOWER_RECALL = {
    "gtt": BY_F1,
    "muc4_optional": SPENT,
    "muc4_optional_literal": SPENT,
    "template_rme_subset": BY_PREDICTED,
    "template_rme_phi3": BY_PREDICTED,
    "iterx_subset": BY_PREDICTED,
}
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
SLOTS = st.sampled_from(["HUM TGT: NAME", "INCIDENT: DATE"])


def with_filler(document: list[Any], place: int, more: SlotFiller) -> list[Any]:
    """The same with one more filler in a template."""
    grown = replace(document[place], fillers=(*document[place].fillers, more))
    return [grown if at == place else each for at, each in enumerate(document)]


def no_less(one: float | None, other: float | None) -> bool:
    return one is None or other is None or other >= one - 1e-12


@pytest.mark.parametrize("name", [each for each in TEMPLATES if each not in MAY_RAISE_PRECISION])
@QUICK
@given(data=st.data())
def test_a_wrong_filler_never_raises_precision(name: str, data: st.DataObject) -> None:
    metric, predicted, gold = metric_named(name), data.draw(some(template)), data.draw(some(template))
    assume(predicted)
    wrong = SlotFiller(data.draw(SLOTS), Entity(frozenset({"nobody"})))
    grown = with_filler(predicted, data.draw(st.integers(0, len(predicted) - 1)), wrong)
    assert no_less(metric(grown, gold).precision, metric(predicted, gold).precision)


@pytest.mark.parametrize("name", [each for each in TEMPLATES if each not in MAY_LOWER_RECALL])
@QUICK
@given(data=st.data())
def test_a_right_filler_never_lowers_recall(name: str, data: st.DataObject) -> None:
    """A filler of a gold template, in a predicted template of the same type."""
    metric, predicted, gold = metric_named(name), data.draw(some(template)), data.draw(some(template))
    right = [
        (place, each)
        for place, one in enumerate(predicted)
        for other in gold
        if one.type == other.type
        for each in sorted(other.fillers, key=str)
    ]
    assume(right)
    grown = with_filler(predicted, *data.draw(st.sampled_from(right)))
    assert no_less(metric(predicted, gold).recall, metric(grown, gold).recall)


@pytest.mark.parametrize("name", FILLERS)
@QUICK
@given(data=st.data())
def test_role_fillers_grow(name: str, data: st.DataObject) -> None:
    metric, predicted, gold = metric_named(name), data.draw(some(filler)), data.draw(some(filler))
    before = metric(predicted, gold)
    wrong = RoleFillerEntity(data.draw(st.sampled_from("AB")), Entity(frozenset({"nobody"})))
    assert no_less(metric([*predicted, wrong], gold).precision, before.precision)
    if gold:
        assert no_less(before.recall, metric([*predicted, data.draw(st.sampled_from(gold))], gold).recall)


# --- the exceptions, by hand ---


def attack(*entities: str, optional: bool = False) -> Template:
    """Entities of mentions between bars."""
    fillers = tuple(SlotFiller("Victim", Entity(frozenset(each.split("|")))) for each in entities)
    return Template("attack", fillers, optional)


CROWD = attack("b|c|d|e|f|g")
GUARDS = attack("x", "y")


@pytest.mark.parametrize(
    ("name", "predicted", "more", "gold", "before", "after"),
    [
        # The type and *m*; then all of the optional template, so that the mandatory one is missed.
        *(
            pytest.param(name, attack("m"), "n", [attack("m"), attack("m", "n", optional=True)], 2 / 2, 3 / 5, id=name)
            for name in ("muc4_optional", "muc4_optional_literal")
        ),
        # Two mentions right with either: both guards count. A third of the crowd: its one entity does.
        pytest.param(
            "template_rme_subset", attack("x", "y", "b", "c"), "d", [GUARDS, CROWD], 3 / 5, 2 / 5, id="rme, φ⊆"
        ),
        pytest.param("iterx_subset", attack("x", "y", "b", "c"), "d", [GUARDS, CROWD], 2 / 3, 1 / 3, id="iterx"),
        # *b* three times finds one mention of the crowd.
        pytest.param(
            "template_rme_phi3", attack("x", "y", "b", "b|1"), "b|2", [GUARDS, CROWD], 3 / 10, 2 / 10, id="rme, φ3"
        ),
        # With the guards 3 of 6 and 3 of 5 (F1 6/11), with the crowd 4 of 6 and 2 of 5 (1/2); then 1/2 and 20/39.
        pytest.param("gtt", attack("x", "y", "b", "c", "d"), "e", [GUARDS, CROWD], 3 / 5, 2 / 5, id="gtt"),
    ],
)
def test_a_right_filler_can_lower_recall(
    name: str, predicted: Template, more: str, gold: list[Template], before: float, after: float
) -> None:
    metric = metric_named(name)
    grown = with_filler([predicted], 0, SlotFiller("Victim", Entity(frozenset(more.split("|")))))
    assert metric([predicted], gold).recall == pytest.approx(before)
    assert metric(grown, gold).recall == pytest.approx(after)
    assert name in MAY_LOWER_RECALL


def test_a_wrong_filler_can_raise_the_precision_of_gtt() -> None:
    """With 10 predicted values the guards' F1, 18/45, equals the crowd's, 16/40; with 11 the crowd's is higher."""
    predicted = attack("x", "y", "b", "c", "d", "1", "2", "3", "4")
    wrong = SlotFiller("Victim", Entity(frozenset({"5"})))
    metric = metric_named("gtt")
    assert metric([predicted], [GUARDS, CROWD]).precision == 3 / 10
    assert metric(with_filler([predicted], 0, wrong), [GUARDS, CROWD]).precision == 4 / 11
