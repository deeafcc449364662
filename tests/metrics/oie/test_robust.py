"""ROBUST: cliques by hand, the rounding of published figures, and laws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InputError, UnknownNameError
from karat.metrics import CARB, OIE_METRICS, ROBUST, metric_inside
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import word_tuple
from karat.metrics.oie.robust import CliqueScore, MemberScore, Robust, clique_row, score_clique
from karat.model import Annotation, Chunk, Clique, Extraction, Fact, Member, Sentence, Slot, Synset

ONE = Extraction("opened", ("the bridge", "in May"))
OTHER = Extraction("crosses", ("the bridge", "a river"))
PASSIVE = Extraction("was opened", ("the bridge", "in May"))


def clique(*gold: tuple[Extraction, ...]) -> Clique:
    members = [Member(Sentence(str(place), f"sentence {place} ."), each) for place, each in enumerate(gold)]
    return Clique("0", tuple(members))


F = Fraction


@pytest.mark.parametrize(
    ("predicted", "inside", "members"),
    [
        pytest.param([[ONE, OTHER], [PASSIVE]], "carb", [(1, 1), (1, 1)], id="identical"),
        # the gold of the original has two tuples of five words; one of them is found
        pytest.param([[ONE], [PASSIVE]], "carb", [(1, F(1, 2)), (1, 1)], id="one of two found"),
        # "opened" for "was opened": all five words are right, of six
        pytest.param([[ONE, OTHER], [ONE]], "carb", [(1, 1), (1, F(5, 6))], id="a word is missing"),
        pytest.param([[ONE, OTHER], []], "carb", [(1, 1), (0, 0)], id="nothing predicted: 0, not CaRB's precision 1"),
        pytest.param([[], []], "carb", [(0, 0), (0, 0)], id="nothing at all"),
        pytest.param([[OTHER, ONE, ONE], [PASSIVE]], "carb", [(F(2, 3), 1), (1, 1)], id="one too many"),
        pytest.param([[ONE], [ONE]], "wire57", [(1, F(1, 2)), (1, F(5, 6))], id="wire57 inside"),
    ],
)
def test_a_clique_by_hand(predicted: Any, inside: str, members: Any) -> None:
    scored = score_clique(predicted, clique((ONE, OTHER), (PASSIVE,)), metric_inside(inside))
    assert [(each.precision, each.recall) for each in scored.members] == members
    assert [each.sentence for each in scored.members] == ["0", "1"]


def test_benchie_inside_takes_synsets() -> None:
    def fact(*slots: str) -> Fact:
        return Fact(*(Slot((Chunk(text),)) for text in slots))

    sentences = [Sentence("0", "a"), Sentence("1", "b")]
    facts = [
        FactGold(Annotation(sentences[0], (Synset("1", (fact("the bridge", "opened", "in May"),)),))),
        FactGold(
            Annotation(
                sentences[1],
                (
                    Synset("1", (fact("the bridge", "opened", "in May"), fact("it", "opened", "in May"))),
                    Synset("2", (fact("the bridge", "crosses", "a river"),)),
                ),
            )
        ),
    ]
    gold = clique((), ())
    scored = score_clique([[ONE], [ONE, PASSIVE]], gold, metric_inside("benchie"), facts=facts)
    assert [(each.precision, each.recall, each.f1) for each in scored.members] == [
        (1, 1, 1),
        (F(1, 2), F(1, 2), F(1, 2)),
    ]
    with pytest.raises(InputError, match="clique '0': expected fact synsets of 2 sentences, found 0"):
        score_clique([[ONE], [ONE]], gold, metric_inside("benchie"))


def test_context_is_kept_and_empty_columns_at_the_end_are_not() -> None:
    gold = clique((Extraction("opened", ("the bridge", "in May", "C: they say", "")),))
    (member,) = score_clique([[ONE]], gold).members
    assert (member.precision, member.recall) == (1, F(5, 8))


def scored(*values: tuple[Any, Any]) -> CliqueScore:
    return CliqueScore("0", tuple(MemberScore(str(at), F(p), F(r)) for at, (p, r) in enumerate(values)))


def test_what_a_clique_says() -> None:
    # F1 1, 1/2, 0 and 1/2
    found = scored((1, 1), (F(1, 2), F(1, 2)), (0, 0), ("1/3", 1))
    assert [member.f1 for member in found.members] == [1, F(1, 2), 0, F(1, 2)]
    assert found.worst is found.members[2]
    assert found.original is found.members[0]
    assert found.mean == F(1, 2)
    assert found.variance == F(1, 8)  # (1/4 + 0 + 1/4 + 0) / 4
    assert found.spread == 1


@pytest.mark.parametrize(
    ("values", "worst"),
    [
        pytest.param([(F(1, 2), F(1, 2)), ("1/3", 1)], 0, id="the original comes first"),
        pytest.param([(1, 1), ("1/3", 1), (F(1, 2), F(1, 2))], 1, id="then the order of the file"),
        pytest.param([(1, F(1, 2)), (F(1, 2), F(1, 2))], 1, id="F1 decides, not precision"),
    ],
)
def test_ties(values: Any, worst: int) -> None:
    assert scored(*values).worst.sentence == str(worst)


def test_a_corpus_is_the_f1_of_mean_precision_and_mean_recall() -> None:
    rows = [clique_row(MemberScore("", F(1), F(1, 2))), clique_row(MemberScore("", F(1, 2), F(0)))]
    total = sum(rows[1:], rows[0])
    assert (total.precision, total.recall) == (0.75, 0.25)
    assert total.f1 == pytest.approx(2 * 0.75 * 0.25)


@pytest.mark.parametrize(
    ("gold", "predicted", "values"),
    [
        # 1/3 and 5/15
        pytest.param([ONE], [ONE, OTHER, Extraction("x", ("y", "z"))], (".333", "1", ".5"), id="a third"),
        # recall (1 + 5/6 + 0) / 3 = 11/18; F1 = 2 · 1 · 11/18 / (29/18) = 22/29, not that of 1 and .611
        pytest.param([ONE, PASSIVE, OTHER], [ONE], ("1", ".611", ".759"), id="F1 is rounded for itself"),
    ],
)
def test_published_rounding(gold: Any, predicted: Any, values: tuple[str, ...]) -> None:
    (member,) = score_clique([predicted], clique(tuple(gold)), rounding="published").members
    assert (member.precision, member.recall, member.f1) == tuple(map(Fraction, values))


def test_published_rounding_breaks_ties_as_floats_do() -> None:
    """5/16 is .3125 exactly, so half goes to even; the exact values are left alone without it."""
    gold = clique((Extraction("a", ("b c d e f g h i", "j k l m n o p")),))
    found = [[Extraction("a", ("b c d e", ""))]]
    exact = score_clique(found, gold).members[0]
    rounded = score_clique(found, gold, rounding="published").members[0]
    assert exact.recall == F(5, 16)
    assert rounded.recall == F(312, 1000)


def test_the_rounded_f1_chooses_the_worst() -> None:
    """Two members whose F1 differ by less than a thousandth are tied, and the first is taken."""
    first = " ".join(f"w{number}" for number in range(2000))
    gold = clique((Extraction(first, ("a", "b")),), (Extraction(first + " more", ("a", "b")),))
    found = [[Extraction(first, ("a", "b"))]] * 2
    assert score_clique(found, gold).worst.sentence == "1"
    assert score_clique(found, gold, rounding="published").worst.sentence == "0"


def test_the_metric_is_a_value() -> None:
    assert Robust(CARB) == ROBUST
    assert str(ROBUST).startswith("min[F(P:")
    assert ROBUST.latex().startswith(r"\min[")
    assert "in:carb" in ROBUST.signature
    items = [[word_tuple(ONE)], [word_tuple(PASSIVE)]]
    score = ROBUST([[word_tuple(ONE)], [word_tuple(ONE)]], items)
    assert score.masses == (1, 1, F(5, 6), 1)
    assert sum(ROBUST.corpus([items, items], [items, items])).value == 1


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: Robust(CARB, "up"), UnknownNameError, "unknown rounding 'up'", id="rounding"),  # type: ignore[arg-type]
        pytest.param(lambda: metric_inside("bleu"), UnknownNameError, "inside robust 'bleu'", id="i"),
        pytest.param(lambda: CliqueScore("7", ()), InputError, "clique '7': expected at least one sentence", id="none"),
        pytest.param(
            lambda: score_clique([[ONE]], clique((ONE,), (ONE,))),
            InputError,
            "expected predictions and gold of 2 sentences, found 1 and 2",
            id="too few",
        ),
    ],
)
def test_errors(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


# Laws

words = st.sampled_from(["a", "b", "c", "d"])
texts = st.lists(words, min_size=1, max_size=3).map(" ".join)
extractions = st.builds(lambda relation, one, two: Extraction(relation, (one, two)), texts, texts, texts)
members = st.tuples(st.lists(extractions, max_size=3), st.lists(extractions, min_size=1, max_size=3))
cliques = st.lists(members, min_size=1, max_size=5)
roundings = st.sampled_from(["exact", "published"])
insides = st.sampled_from([metric.name for metric in OIE_METRICS if metric.gold == "tuples"])


def of(drawn: list[Any], inside: str = "carb", rounding: Any = "exact") -> CliqueScore:
    return score_clique(
        [found for found, _ in drawn], clique(*(tuple(gold) for _, gold in drawn)), metric_inside(inside), rounding
    )


@given(cliques, insides, roundings)
def test_the_worst_is_at_most_the_mean_which_is_at_most_the_best(drawn: Any, inside: str, rounding: Any) -> None:
    found = of(drawn, inside, rounding)
    values = [member.f1 for member in found.members]
    assert min(values) == found.worst.f1 <= found.mean <= max(values)
    assert found.worst.f1 <= found.original.f1
    assert found.spread == max(values) - min(values)
    assert 0 <= found.variance <= found.spread**2 / 4


@given(members, insides, roundings)
def test_a_clique_of_one_is_its_original(drawn: Any, inside: str, rounding: Any) -> None:
    found = of([drawn], inside, rounding)
    assert found.worst is found.original
    assert (found.variance, found.spread) == (0, 0)


@given(cliques, insides, st.randoms())
def test_the_order_of_the_paraphrases_does_not_matter(drawn: Any, inside: str, random: Any) -> None:
    original, *others = drawn
    mixed = [original, *random.sample(others, len(others))]
    one, two = of(drawn, inside), of(mixed, inside)
    assert (one.worst.f1, one.mean, one.variance, one.spread) == (two.worst.f1, two.mean, two.variance, two.spread)


@given(cliques)
def test_a_paraphrase_more_never_helps(drawn: Any) -> None:
    values = [of(drawn[: size + 1]).worst.f1 for size in range(len(drawn))]
    assert values == sorted(values, reverse=True)


@given(st.lists(st.lists(extractions, min_size=1, max_size=3), min_size=1, max_size=4))
def test_gold_against_itself_never_varies_in_what_it_finds(gold: Any) -> None:
    found = of([(each, each) for each in gold])
    assert all(member.recall >= 1 for member in found.members)  # `be` can be credited twice
