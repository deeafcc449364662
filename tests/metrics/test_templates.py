"""Templates by hand (Chen et al., 2023, equations 32, 33, 45 to 47, appendices C and D)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat import algebra as k
from karat.errors import InputError, SimilarityError
from karat.metrics import (
    BETTER_GRANULAR,
    MUC4,
    MUC4_OFFICIAL,
    MUC4_OFFICIAL_LITERAL,
    MUC4_OPTIONAL,
    TEMPLATE_REE,
    TEMPLATE_RME_PHI3,
    TEMPLATE_RME_PHI3_LITERAL,
    TEMPLATE_RME_SUBSET,
)
from karat.metrics.templates import muc4, muc4_official, string_fill, words
from karat.model import Argument, Entity, Event, Mention, SetFill, SlotFiller, Template, Trigger

KINDS = {"rifle": "gun", "pistol": "gun", "gun": "weapon"}
TARGET, VICTIM, INSTRUMENT, DATE = "PHYS TGT: ID", "HUM TGT: NAME", "INCIDENT: INSTRUMENT TYPE", "INCIDENT: DATE"


def strings(*mentions: str) -> Entity:
    return Entity(frozenset(mentions))


def template(kind: str, *fillers: tuple[str, object]) -> Template:
    return Template(kind, frozenset(SlotFiller(slot, value) for slot, value in fillers))


@pytest.mark.parametrize(
    ("predicted", "gold", "credit"),
    [
        pytest.param(("embassy",), ("the old embassy", "a building"), 1, id="one word of one string"),
        pytest.param(("BUILDING site",), ("the old embassy", "a building"), 1, id="case does not matter"),
        pytest.param(("the bridge",), ("the old embassy",), 0, id="only a premodifier is shared"),
        pytest.param(("the",), ("the",), 0, id="premodifiers alone are like nothing"),
        pytest.param(("bridge",), ("the old embassy",), 0, id="no word"),
    ],
)
def test_a_string_fill_shares_a_word(predicted: tuple[str, ...], gold: tuple[str, ...], credit: int) -> None:
    assert string_fill().similarity(strings(*predicted), strings(*gold)) == credit


def test_the_same_two_strings_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0

    def counting_words(text: str) -> list[str]:
        nonlocal read
        read += 1
        return words(text)

    monkeypatch.setattr("karat.metrics.templates.words", counting_words)

    def reads(number: int) -> int:
        nonlocal read
        read = 0
        predicted = [template("bombing", (TARGET, strings("the embassy", "a building"))) for _ in range(number)]
        gold = [template("bombing", (TARGET, strings("an old embassy", "the bridge"))) for _ in range(number)]
        assert muc4()(predicted, gold).exact == 1
        return read

    assert reads(20) <= 2 * reads(10)  # the masses are computed for each template, the pairs once for all


def test_premodifiers_can_be_named() -> None:
    fill = string_fill(frozenset({"the", "old"}))
    assert fill.similarity(strings("old bridge"), strings("the old embassy")) == 0


GOLD = [
    template("bombing", (TARGET, strings("the embassy", "a building")), (INSTRUMENT, "gun"), (DATE, "3 May")),
    template("kidnapping", (VICTIM, strings("Oskar Brandt", "the guard"))),
]


@pytest.mark.parametrize(
    ("predicted", "f1"),
    [
        pytest.param(GOLD, Fraction(1), id="identical"),
        # 1 of 1 and 4 fillers
        pytest.param([template("bombing", (TARGET, strings("embassy")))], Fraction(2 * 1, 1 + 4), id="a shared word"),
        pytest.param([template("arson", (TARGET, strings("embassy")))], Fraction(0), id="another type"),
        # rifle is below gun: 1/2 of 1 and 4
        pytest.param([template("bombing", (INSTRUMENT, "rifle"))], Fraction(2 * 1, 2) / (1 + 4), id="below the value"),
        pytest.param([template("bombing", (INSTRUMENT, "weapon"))], Fraction(0), id="above the value: equation 33"),
        pytest.param([template("bombing", (VICTIM, strings("embassy")))], Fraction(0), id="another slot"),
        # Both predictions fit the one bombing; the second fits it better: 2 of 3 and 4.
        pytest.param(
            [
                template("bombing", (TARGET, strings("building"))),
                template("bombing", (INSTRUMENT, "gun"), (DATE, "3 May")),
            ],
            Fraction(2 * 2, 3 + 4),
            id="one gold template, one prediction",
        ),
    ],
)
def test_muc4_by_hand(predicted: list[Template], f1: Fraction) -> None:
    assert muc4(KINDS)(predicted, GOLD).exact == f1


def test_without_a_hierarchy_values_are_equal_or_not() -> None:
    assert MUC4([template("bombing", (INSTRUMENT, "rifle"))], GOLD).exact == 0


@pytest.mark.parametrize(
    ("predicted", "matched", "mass"),
    [
        # The gold has 2 types and 4 fillers: mass 6.
        pytest.param(GOLD, Fraction(6), 6, id="identical"),
        pytest.param([template("bombing", (TARGET, strings("embassy")))], Fraction(2), 2, id="type and target"),
        pytest.param([template("attack", (TARGET, strings("embassy")))], Fraction(3, 2), 2, id="half for attack"),
        pytest.param([template("arson", (TARGET, strings("embassy")))], Fraction(0), 2, id="another type"),
        pytest.param([template("bombing", (DATE, "3 May"))], Fraction(0), 2, id="fortuitous: no aligning slot"),
        pytest.param(
            [template("bombing", (DATE, "3 May"), (TARGET, strings("embassy")))], Fraction(3), 3, id="date and target"
        ),
        pytest.param([template("bombing")], Fraction(0), 1, id="a type alone aligns with nothing"),
    ],
)
def test_the_alignment_constraints_of_appendix_c(predicted: list[Template], matched: Fraction, mass: int) -> None:
    for metric in (MUC4_OFFICIAL, MUC4_OFFICIAL_LITERAL):  # all gold templates have something in an aligning slot
        assert metric(predicted, GOLD).masses == (matched, mass, matched, 6)


@pytest.mark.parametrize(
    ("predicted", "gold", "matched", "literal"),
    [
        pytest.param([(DATE, "3 May")], [(DATE, "3 May")], 2, 0, id="neither has anything there"),
        pytest.param([(TARGET, strings("barn"))], [(DATE, "3 May")], 1, 0, id="the gold has nothing there: the type"),
        pytest.param([(DATE, "3 May")], [(DATE, "3 May"), (TARGET, strings("barn"))], 0, 0, id="the gold has"),
        pytest.param([(DATE, "3 May")], [(DATE, "3 May"), (TARGET, strings("the"))], 2, 0, id="an article is nothing"),
        pytest.param([], [], 1, 0, id="types alone"),
    ],
)
def test_a_gold_template_without_anything_in_the_aligning_slots(
    predicted: list[tuple[str, object]], gold: list[tuple[str, object]], matched: int, literal: int
) -> None:
    one, other = [template("arson", *predicted)], [template("arson", *gold)]
    assert MUC4_OFFICIAL(one, other).matched_gold == matched
    assert MUC4_OFFICIAL_LITERAL(one, other).matched_gold == literal


@pytest.mark.parametrize(
    ("slot", "matched"), [("PerpInd", 2), ("PerpOrg", 2), ("Target", 2), ("Victim", 2), ("Weapon", 0)]
)
def test_the_slots_of_gtt_align_templates_too(slot: str, matched: int) -> None:
    one = [template("arson", (slot, strings("barn")))]
    assert MUC4_OFFICIAL_LITERAL(one, one).masses == (matched, 2, matched, 2)
    assert MUC4_OFFICIAL(one, one).masses == (2, 2, 2, 2)


def test_interactive_scoring_asks_only_where_words_do_not_decide() -> None:
    asked = []

    def ask(predicted: Entity, gold: Entity) -> float:
        asked.append((*predicted.mentions, *sorted(gold.mentions)))
        return 0.5

    predicted = [
        template("kidnapping", (VICTIM, strings("a sentry")), ("PERP: INDIVIDUAL ID", strings("rebels"))),
        template("arson", (TARGET, strings("a barn"))),
    ]
    gold = [template("kidnapping", (VICTIM, strings("the guard")), ("PERP: INDIVIDUAL ID", strings("the rebels")))]
    metric = muc4_official(ask=ask)
    score = metric(predicted, gold)
    # type 1, rebels 1, the sentry 1/2; predicted 2 types and 3 fillers, gold 1 and 2
    assert score.masses == (Fraction(5, 2), 5, Fraction(5, 2), 3)
    assert metric(predicted, gold) == score
    assert asked == [("a sentry", "the guard")]


def test_an_answer_never_aligns_templates() -> None:
    predicted, gold = [template("arson", (TARGET, strings("barn")))], [template("arson", (TARGET, strings("shed")))]
    assert muc4_official(ask=lambda *_: 1)(predicted, gold).exact == 0


def test_an_answer_of_more_than_1_is_refused() -> None:
    one = [template("arson", (TARGET, strings("barn")), (VICTIM, strings("Ann")))]
    other = [template("arson", (TARGET, strings("shed")), (VICTIM, strings("Ann")))]
    with pytest.raises(SimilarityError, match=r"interactive: expected at most .* = 1, found 2"):
        muc4_official(ask=lambda *_: 2)(one, other)


@pytest.mark.parametrize(
    ("predicted", "masses"),
    [
        # The date and the instrument are not string fills: 2 types and 2 entities.
        pytest.param(GOLD, (4, 4, 4, 4), id="identical"),
        pytest.param([template("bombing", (TARGET, strings("a building")))], (2, 2, 2, 4), id="one mention of two"),
        pytest.param(
            [template("bombing", (TARGET, strings("a building", "a barn")))], (1, 2, 1, 4), id="one mention too many"
        ),
        pytest.param([template("bombing", (DATE, "4 May"))], (1, 1, 1, 4), id="the type alone"),
        pytest.param([template("arson", (TARGET, strings("a building")))], (0, 2, 0, 4), id="another type"),
    ],
)
def test_string_fills_with_the_subset_of_ree(predicted: list[Template], masses: tuple[int, ...]) -> None:
    assert TEMPLATE_REE(predicted, GOLD).masses == masses


@pytest.mark.parametrize(
    ("metric", "masses"),
    [
        # Predicted: the type and three mentions, two of them of the embassy. Gold: 2 types and 2 entities.
        pytest.param(TEMPLATE_RME_SUBSET, (1 + 2, 4, 1 + 1, 4), id="φ⊆"),
        # φ3: gold has 2 types and 4 mentions; both of the embassy's are found.
        pytest.param(TEMPLATE_RME_PHI3, (1 + 2, 4, 1 + 2, 6), id="φ3"),
        pytest.param(TEMPLATE_RME_PHI3_LITERAL, (1 + 2, 4, 1 + 2, 6), id="φ3, literal"),
    ],
)
def test_string_fills_with_the_mentions_of_rme(metric: object, masses: tuple[int, ...]) -> None:
    predicted = [template("bombing", (TARGET, strings("the embassy", "a building")), (TARGET, strings("a barn")))]
    assert metric(predicted, GOLD).masses == masses


@pytest.mark.parametrize(
    ("metric", "masses"),
    [
        # Predicted: the type and three mentions, all right; two of the three are the same.
        pytest.param(TEMPLATE_RME_PHI3, (1 + 3, 4, 1 + 2, 6), id="two mentions found"),
        pytest.param(TEMPLATE_RME_PHI3_LITERAL, (1 + 3, 4, 1 + 3, 6), id="literal: what matched is counted"),
    ],
)
def test_a_mention_that_is_predicted_twice_is_found_once(metric: object, masses: tuple[int, ...]) -> None:
    predicted = [template("bombing", (TARGET, strings("the embassy", "a building")), (TARGET, strings("the embassy")))]
    assert metric(predicted, GOLD).masses == masses


@pytest.mark.parametrize("turned", [False, True])
def test_of_equally_good_alignments_the_one_that_finds_more_gold_counts(turned: bool) -> None:
    """Two right mentions with either: the type and two mentions of one, or the type and one of the other."""
    gold = [
        template("arson", (TARGET, strings("barn", "shed"))),
        template("arson", (TARGET, strings("barn")), (DATE, "3 May")),
    ]
    predicted = [template("arson", (TARGET, strings("barn")), (TARGET, strings("barn", "x")))]
    # barn, barn and x: both barns are right with either gold template, and find one mention.
    masses = (3, 4, 2, 5)
    assert TEMPLATE_RME_PHI3(predicted, gold[::-1] if turned else gold).masses == masses
    better = [*gold, template("arson", (TARGET, strings("barn", "pen")), (TARGET, strings("barn", "sty")))]
    assert TEMPLATE_RME_PHI3(predicted, better[::-1] if turned else better).masses == (3, 4, 3, 10)


def raid(*places: int) -> Event:
    arguments = frozenset(Argument(Mention(at, at), "taken") for at in places)
    return Event(Trigger(Mention(2, 2), "raid"), arguments)


@pytest.mark.parametrize(
    ("predicted", "f1"),
    [
        pytest.param(raid(4, 6), Fraction(1), id="identical"),
        pytest.param(raid(4), Fraction(2 * 1, 1 + 2), id="an argument missed: 2·1/(1+2)"),
        pytest.param("raid", Fraction(0), id="text in its place"),
        pytest.param(Event(Trigger(Mention(3, 3), "raid"), raid(4, 6).arguments), Fraction(0), id="another trigger"),
    ],
)
def test_an_event_fills_a_slot(predicted: object, f1: Fraction) -> None:
    gold = [template("conflict", ("caused-by", raid(4, 6)))]
    assert MUC4([template("conflict", ("caused-by", predicted))], gold).exact == f1


def test_better_granular_by_hand() -> None:
    """Two predictions, three gold templates: types 2·2/(2+3), fillers 2·3/(4+5), over one alignment."""
    gold = [
        template("flood", ("where", "north"), ("when", "May"), ("over", True)),
        template("flood", ("where", "south")),
        template("fire", ("where", "west")),
    ]
    predicted = [
        template("flood", ("where", "north"), ("when", "May"), ("over", False)),
        template("flood", ("where", "south")),
    ]
    score = BETTER_GRANULAR(predicted, gold)
    assert score.value == pytest.approx(float(Fraction(2 * 2, 2 + 3) * Fraction(2 * 3, 4 + 5)))


@pytest.mark.parametrize(
    ("predicted", "gold", "types", "fillers"),
    [
        # Both floods are found; one of two fillers: 1 · 1/2.
        pytest.param(
            [template("flood", ("where", "north")), template("flood", ("where", "east"))],
            [template("flood", ("where", "north")), template("flood", ("where", "south"))],
            Fraction(1),
            Fraction(1, 2),
            id="a pair of one type that shares no filler",
        ),
        pytest.param(
            [template("flood", ("where", "north"))], [template("flood", ("where", "south"))], 1, 0, id="no filler"
        ),
        pytest.param(
            [template("flood")], [template("flood"), template("fire", ("where", "west"))], "2/3", 0, id="bare"
        ),
        pytest.param(
            [template("flood"), template("fire", ("where", "west"))],
            [template("flood"), template("fire", ("where", "west"))],
            1,
            1,
            id="identical, one without fillers",
        ),
        # One flood of two predicted ones finds its gold, whichever; the fillers choose which.
        pytest.param(
            [template("flood", ("where", "east")), template("flood", ("where", "north"))],
            [template("flood", ("where", "north"))],
            "2/3",
            "2/3",
            id="one too many",
        ),
    ],
)
def test_better_granular_counts_types_whether_or_not_fillers_are_shared(
    predicted: list[Template], gold: list[Template], types: object, fillers: object
) -> None:
    score = BETTER_GRANULAR(predicted, gold)
    assert tuple(part.exact for part in score.parts) == (Fraction(types), Fraction(fillers))
    assert score.value == pytest.approx(float(Fraction(types) * Fraction(fillers)))


def test_better_granular_gives_entities_partial_credit() -> None:
    predicted = [template("flood", ("who", strings("Ann")))]
    gold = [template("flood", ("who", strings("Ann", "she")))]
    types, fillers = BETTER_GRANULAR(predicted, gold).parts
    assert (types.exact, fillers.exact) == (1, Fraction(2 * 1, 1 + 2))


@pytest.mark.parametrize("metric", [MUC4, MUC4_OFFICIAL, MUC4_OPTIONAL], ids=lambda metric: metric.name)
def test_strings_that_are_places_are_refused(metric: k.Metric) -> None:
    one = [template("arson", (TARGET, Entity(frozenset({Mention(0, 1)}))))]
    with pytest.raises(InputError) as refused:
        metric(one, one)
    assert str(refused.value) == "expected a text, found Mention: Mention(left=0, right=1)"


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param("arson", "bombing / arson", 2, id="one of the gold's alternatives"),
        pytest.param("arson / bombing", "Bombing/ARSON", 2, id="the same alternatives in another order and case"),
        pytest.param("arson / bombing", "arson", 0, id="alternatives that only the prediction has"),
        pytest.param("arson / bombing", "arson / bombing / hijacking", 0, id="some of the gold's alternatives"),
        pytest.param("attack", "arson / bombing", Fraction(3, 2), id="the generic type"),
    ],
)
def test_alternatives_are_the_golds(predicted: str, gold: str, matched: int) -> None:
    sides = [[template(kind, (TARGET, strings("embassy")))] for kind in (predicted, gold)]
    for metric in (MUC4_OFFICIAL, MUC4_OPTIONAL, MUC4_OFFICIAL_LITERAL):
        assert metric(*sides).masses.matched_gold == matched


@pytest.mark.parametrize(
    ("predicted", "gold", "right"),
    [
        pytest.param(("gun",), ("gun", "rifle"), 1, id="one of the gold's values"),
        pytest.param(("gun", "knife"), ("knife", "rifle"), 1, id="one value in common"),
        pytest.param(("gun",), ("Gun",), 0, id="case matters"),
        pytest.param(("gun",), ("rifle",), 0, id="another value"),
    ],
)
def test_set_fills_count_for_better_as_for_muc4(predicted: tuple[str, ...], gold: tuple[str, ...], right: int) -> None:
    sides = [[template("arson", (INSTRUMENT, SetFill(frozenset(values))))] for values in (predicted, gold)]
    assert BETTER_GRANULAR(*sides).value == MUC4(*sides).value == right
