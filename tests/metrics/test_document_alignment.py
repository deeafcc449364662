"""Templates aligned by the document's F1, by hand and against trying all alignments."""

from __future__ import annotations

import random
import time

import pytest

from karat.algebra import Metric
from karat.metrics import ERROR_ANALYSIS, GTT, ITERX_PHI3, ITERX_PHI3_MENTIONS, ITERX_SUBSET
from karat.metrics.template_text import NOWHERE, letters, located_templates, normalised, normalised_templates
from karat.model import Entity, Mention, SlotFiller, Template, TemplatedText


def template(kind: str, **slots: str) -> Template:
    """Entities between semicolons, their mentions between bars."""
    fillers = [
        SlotFiller(slot, Entity(frozenset(entity.split("|"))))
        for slot, entities in slots.items()
        for entity in entities.split(";")
    ]
    return Template(kind, tuple(fillers))


RAID = template("attack", who="two men|men", what="van")
BOMB = template("attack / bombing", who="rebels", what="bridge;road")


@pytest.mark.parametrize(
    ("predicted", "gold", "masses"),
    [
        pytest.param([RAID], [RAID], (3, 3, 3, 3), id="identical"),
        pytest.param([template("attack", who="men")], [RAID], (2, 2, 2, 3), id="one of several mentions is enough"),
        pytest.param(
            [template("attack", who="men|women")], [RAID], (1, 2, 1, 3), id="a wrong mention spoils the entity"
        ),
        pytest.param([template("attack", who="men;two men")], [RAID], (3, 3, 2, 3), id="two right for one gold entity"),
        pytest.param([template("arson", who="men", what="van")], [RAID], (0, 3, 0, 3), id="another type"),
        pytest.param([template("bombing", who="rebels")], [BOMB], (2, 2, 2, 4), id="one of two types"),
        pytest.param([template("attack", who="men", what="men")], [RAID], (2, 3, 2, 3), id="the wrong slot"),
        pytest.param([RAID, RAID], [RAID], (3, 6, 3, 3), id="a template twice"),
        pytest.param([template("", who="men")], [template("", who="men")], (1, 1, 1, 1), id="no type: no slot for it"),
        pytest.param([template("attack", who="men;men")], [RAID], (3, 3, 2, 3), id="a filler twice counts twice"),
        pytest.param([], [RAID], (0, 0, 0, 3), id="nothing predicted"),
        pytest.param([RAID], [], (0, 3, 0, 0), id="no gold"),
        pytest.param([], [], (0, 0, 0, 0), id="both empty"),
    ],
)
def test_gtt_by_hand(predicted: list[Template], gold: list[Template], masses: tuple[int, ...]) -> None:
    assert tuple(GTT(predicted, gold).masses) == masses


def test_both_empty_is_undefined_and_adds_nothing() -> None:
    assert GTT([], []).value is None
    assert (GTT([], []) + GTT([RAID], [RAID])).value == 1


def test_slots_share_the_one_alignment() -> None:
    gold = [template("attack", who="a", what="x;y"), template("attack", who="b")]
    predicted = [template("attack", who="b", what="x;y")]
    rows = {slot: tuple(score.masses) for slot, score in GTT.slots(predicted, gold).items()}
    assert rows == {"incident_type": (1, 1, 1, 2), "who": (0, 1, 0, 2), "what": (2, 2, 2, 2)}


def test_of_equal_alignments_the_first() -> None:
    """Both align one prediction with the only gold template; a pair that may not be aligned still takes its place."""
    gold = [template("arson", who="x"), template("attack", who="a", what="b")]
    predicted = [template("attack", who="a"), template("attack", what="b")]
    rows = {slot: tuple(score.masses) for slot, score in GTT.slots(predicted, gold).items()}
    assert rows["what"] == (1, 1, 1, 1)  # the first prediction takes the first gold template, though it does not fit
    assert rows["who"] == (0, 1, 0, 2)


def crowded(count: int) -> tuple[list[Template], list[Template]]:
    """Templates with several predictions for one gold entity, and several gold entities for one prediction."""
    draw = random.Random(0)
    words = "abcdefghijklmnopqrst"
    sides = [
        [
            ";".join("|".join(draw.sample(words, draw.randint(1, mentions))) for _ in range(draw.randint(1, 5)))
            for _ in range(count)
        ]
        for mentions in (1, 4)
    ]
    predicted, gold = ([template("attack", who=names) for names in side] for side in sides)
    return predicted, gold


def test_many_templates_are_aligned_at_once() -> None:
    """Forty by forty took longer than anybody waits when branches were pruned by each side's own bound."""
    score = GTT(*crowded(40))
    assert score.optimal
    assert score.f1 == highest_in_any_order(*crowded(40))


def highest_in_any_order(predicted: list[Template], gold: list[Template]) -> float | None:
    """The F1 does not depend on the order of the templates."""
    return GTT(predicted[::-1], gold[::-1]).f1


def test_under_a_time_limit_the_best_so_far_is_given_and_said_to_be_that() -> None:
    predicted, gold = crowded(60)
    best, score = GTT(predicted, gold), GTT(predicted, gold, time_limit=0)
    assert best.optimal
    assert best.bound is None
    assert not score.optimal
    assert score.bound is not None
    assert score.bound >= best.matched_predicted
    assert 0 < score.f1 <= best.f1
    assert "not proved" in str(score)
    slots = GTT.slots(predicted, gold, time_limit=0)
    assert not slots["who"].optimal


def test_few_templates_are_compared_whatever_the_time_limit() -> None:
    predicted, gold = crowded(2)
    assert GTT(predicted, gold, time_limit=0) == GTT(predicted, gold)


@pytest.mark.parametrize("count", [60, 150])
def test_the_time_limit_holds(count: int) -> None:
    predicted, gold = crowded(count)
    GTT(*crowded(5))  # imports scipy
    start = time.process_time()
    GTT(predicted, gold, time_limit=0.25)
    assert time.process_time() - start < 0.25 * 1.2 + 0.5  # a step of the solver that has begun is ended


def test_the_explanation_shows_what_was_aligned() -> None:
    text = GTT.explain([template("attack", who="men"), BOMB], [RAID])
    assert "predicted only" in text
    assert "~" in text


@pytest.mark.parametrize(
    ("text", "gtt", "errors"),
    [
        pytest.param("The cease-fire, a Truce", "ceasefire truce", "ceasefiretruce", id="case, marks and articles"),
        pytest.param("An  old\tvan", "old van", "oldvan", id="white space"),
        pytest.param("theatre", "theatre", "theatre", id="only whole words are articles"),
        pytest.param("cañón 9", "cañón 9", "cañón9", id="letters of any script"),
    ],
)
def test_strings(text: str, gtt: str, errors: str) -> None:
    assert normalised(text) == gtt
    assert letters(text) == errors


def test_normalised_templates_lose_empty_entities() -> None:
    given = Template(
        "attack", (SlotFiller("who", Entity(frozenset())), SlotFiller("who", Entity(frozenset({"The Men"}))))
    )
    assert normalised_templates([given]) == [template("attack", who="men")]


# --- strings as they are in files: the metrics make them comparable themselves ---

WRITTEN = template("attack", who="Two MEN.|the men", what="A van")


@pytest.mark.parametrize("metric", [GTT, ITERX_SUBSET, ITERX_PHI3, ITERX_PHI3_MENTIONS], ids=lambda one: one.name)
def test_strings_are_normalised_by_the_metric(metric: Metric) -> None:
    predicted, gold = [template("attack", who="the two men", what="VAN!")], [WRITTEN]
    folded = normalised_templates(predicted), normalised_templates(gold)
    assert metric(predicted, gold) == metric(*folded)
    assert metric(predicted, gold).matched_gold >= 2
    assert metric(*folded) == metric(*map(normalised_templates, folded))
    assert "normalised_strings|" in metric.signature


def test_slots_are_of_normalised_strings_too() -> None:
    assert tuple(GTT.slots([template("attack", who="The Men")], [WRITTEN])["who"].masses) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("predicted", "gold", "masses"),
    [
        # *van* and *the old van* begin where *old van* does not; *a car* is nowhere, like *a bus*.
        pytest.param("two men saw the old van", "two men saw the old van", (2, 3, 2, 3), id="both have the text"),
        pytest.param("", "two men saw the old van", (2, 3, 2, 3), id="the gold has it"),
        pytest.param("two men saw the old van", "", (2, 3, 2, 3), id="the prediction has it"),
        pytest.param("", "", (1, 3, 1, 3), id="none has it: what is nowhere is not equal then"),
    ],
)
def test_the_error_analysis_finds_places_itself(predicted: str, gold: str, masses: tuple[int, ...]) -> None:
    mine = TemplatedText((template("attack", who="a car", what="the old van"),), predicted)
    theirs = TemplatedText((template("attack", who="a bus", what="van"),), gold)
    assert tuple(ERROR_ANALYSIS(mine, theirs).masses) == masses
    assert "first_places|" in ERROR_ANALYSIS.signature


def test_mentions_that_are_places_stay_there() -> None:
    """What was located before is not looked for again."""
    document = TemplatedText((WRITTEN,), "the men, two men in a van")
    placed = located_templates(document, document.text, flat=False)
    assert located_templates(placed, "", flat=False) == placed
    # The type, one of the two mentions of the men, and the van: predicted mentions stand alone, one to an entity.
    assert ERROR_ANALYSIS(located_templates(document, document.text, flat=True), placed).masses == (3, 4, 3, 3)
    assert ERROR_ANALYSIS(document, document).masses == (3, 4, 3, 3)


def test_mentions_are_placed_where_they_first_occur() -> None:
    document = TemplatedText((template("attack", who="the men|a gun"),), "two men and ##s saw men")
    assert located_templates(document, document.text, flat=False) == [
        Template("attack", (SlotFiller("who", Entity(frozenset({Mention(3, 5), NOWHERE}))),))
    ]
    assert [len(each.fillers) for each in located_templates(document, document.text, flat=True)] == [2]


@pytest.mark.parametrize(
    ("predicted", "masses"),
    [
        pytest.param(template("attack", who="men;two men"), (2, 3, 2, 3), id="one-to-one within a slot"),
        pytest.param(template("attack", who="men", what="van"), (3, 3, 3, 3), id="right"),
        pytest.param(template("att", who="men"), (0, 2, 0, 3), id="types must be equal"),
    ],
)
def test_the_error_analysis_by_hand(predicted: Template, masses: tuple[int, ...]) -> None:
    assert tuple(ERROR_ANALYSIS([predicted], [RAID]).masses) == masses
