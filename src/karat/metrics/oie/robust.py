"""ROBUST (Qi et al., 2023): a clique of paraphrases scores as low as its worst sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from karat import algebra as k
from karat.algebra.scores.exact import ratio, total
from karat.errors import InputError, UnknownNameError
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CARB, CARB_ON_TUPLES, CarbGold, carb_gold, word_recall
from karat.metrics.oie.oie_metric import OieMetric
from karat.model import Clique, Extraction, TupleAnnotation
from karat.one_line import one_line

Rounding = Literal["exact", "published"]

DIGITS = 1000
"""The factor of rounding to three digits: published figures are means of rounded values."""


# Not slotted: results are cached in the instance, because fractions are slow.
@dataclass(frozen=True)
class MemberScore:
    """The score of one sentence of a clique.

    ``rounded_f1`` is the F1 rounded by itself, which can differ from the F1 of the rounded precision and recall.
    """

    sentence: str
    precision: k.Number
    recall: k.Number
    rounded_f1: k.Number | None = None

    __repr__ = one_line

    @cached_property
    def f1(self) -> k.Number:
        """Harmonic mean of precision and recall; 0 where both are 0."""
        return _f1(self.precision, self.recall) if self.rounded_f1 is None else self.rounded_f1


# Not slotted: results are cached in the instance, because fractions are slow.
@dataclass(frozen=True)
class CliqueScore:
    """The scores of the sentences of a clique, the original first."""

    id: str
    members: tuple[MemberScore, ...]

    __repr__ = one_line

    def __post_init__(self) -> None:
        if not self.members:
            raise InputError(f"clique {self.id!r}: expected at least one sentence, found none")

    @property
    def original(self) -> MemberScore:
        return self.members[0]

    @cached_property
    def worst(self) -> MemberScore:
        """The member with the lowest F1; of several the first."""
        return min(self.members, key=lambda member: member.f1)

    @cached_property
    def mean(self) -> k.Number:
        """The mean F1 of the members."""
        return ratio(total([member.f1 for member in self.members]), len(self.members))

    @cached_property
    def variance(self) -> k.Number:
        """The mean squared distance of the members' F1 from their mean."""
        mean = self.mean
        return ratio(total([(member.f1 - mean) ** 2 for member in self.members]), len(self.members))

    @cached_property
    def spread(self) -> k.Number:
        """The difference between the best and the worst F1."""
        scores = [member.f1 for member in self.members]
        return max(scores) - min(scores)


@dataclass(frozen=True)
class Robust(k.Metric):
    """A metric of sentences applied to cliques: predictions and gold of the members, the original first.

    A sentence without predictions scores 0, whatever the inner metric gives it. With ``rounding="published"``
    each sentence's precision, recall and F1 are rounded to three digits, and the worst is chosen by the rounded F1.
    """

    inner: k.Metric
    rounding: Rounding = "exact"
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.rounding not in get_args(Rounding):
            raise UnknownNameError("rounding", self.rounding, get_args(Rounding))

    def __str__(self) -> str:
        return f"min[{self.inner}]"

    def latex(self) -> str:
        return rf"\min[{self.inner.latex()}]"  # type: ignore[attr-defined]

    @property
    def definition(self) -> str:
        return f"min[{self.inner.definition}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        """Score one clique; its masses are the worst member's precision out of 1 and recall out of 1."""
        return clique_row(self.clique("", [""] * len(gold), predicted, gold).worst)

    def clique(self, id: str, sentences: Sequence[str], predicted: Sequence[Any], gold: Sequence[Any]) -> CliqueScore:
        """Score each member of one clique."""
        if not len(sentences) == len(predicted) == len(gold):
            raise InputError(
                f"clique {id!r}: expected predictions and gold of {len(sentences)} sentences, "
                f"found {len(predicted)} and {len(gold)}"
            )
        members = zip(sentences, predicted, gold, strict=True)
        return CliqueScore(id, tuple(self._member(*member) for member in members))

    def _member(self, sentence: str, predicted: Sequence[Any], gold: Sequence[Any]) -> MemberScore:
        if not predicted:
            return MemberScore(sentence, 0, 0)
        if self.rounding == "published":
            return _round_member(sentence, *_shares_as_published(self.inner, predicted, gold))
        return MemberScore(sentence, *_shares(self.inner, predicted, gold))

    def choices(self) -> list[str]:
        chosen = ["worst:f1", "avg:macro", "empty:0", f"rounding:{self.rounding}"]
        return [f"in:{self.inner.name}", f"def:{self.definition}", *chosen]


ROBUST = Robust(CARB).named("robust")
"""As published except for rounding: CaRB inside, context arguments kept in the gold."""


ROBUST_ON_CLIQUES = OieMetric(
    metric=ROBUST, title="ROBUST", gold="cliques", wanted=list, obeys=("inside", "people_steps", "rounding")
)
"""Scored clique by clique (``karat.results.cliques``), with any metric of sentences inside."""


def score_clique(
    predicted: Sequence[Sequence[Extraction]],
    gold: Clique,
    inside: OieMetric = CARB_ON_TUPLES,
    rounding: Rounding = "exact",
    facts: Sequence[FactGold] = (),
) -> CliqueScore:
    """Score a system's extractions, member by member, against a clique's tuples.

    A metric that needs fact synsets uses ``facts``, one for each member.
    """
    if inside.gold == "facts" and len(facts) != len(gold.members):
        raise InputError(
            f"clique {gold.id!r}: expected fact synsets of {len(gold.members)} sentences, found {len(facts)}"
        )
    by_member: Sequence[Any] = (
        facts
        if inside.gold == "facts"
        else [member_gold(member.sentence, member.extractions) for member in gold.members]
    )
    return Robust(inside.metric, rounding).clique(
        gold.id,
        [member.sentence.id for member in gold.members],
        list(map(inside.predicted, predicted)),
        list(map(inside.wanted, by_member)),
    )


def member_gold(sentence: Any, extractions: Sequence[Extraction]) -> CarbGold:
    """Prepare a member's gold as published: with context arguments, without empty columns at the end."""
    return carb_gold(TupleAnnotation(sentence, tuple(extractions)), context=True)


def clique_row(member: MemberScore) -> k.Score:
    """Make a clique's row: sums of rows give the means of precision and recall, and the F1 of these."""
    return k.Score(member.precision, 1, member.recall, 1, k.FMeasure())


def _f1(precision: k.Number, recall: k.Number) -> k.Number:
    return ratio(2 * precision * recall, precision + recall) if precision and recall else 0


def _shares(metric: k.Metric, predicted: Sequence[Any], gold: Sequence[Any]) -> tuple[k.Number, k.Number]:
    score = metric.score(predicted, gold)
    assert isinstance(score, k.Score), "sentences are scored by metrics that have masses"
    masses = score.masses
    return score.normaliser.precision(masses) or 0, score.normaliser.recall(masses) or 0


def _shares_as_published(
    metric: k.Metric, predicted: Sequence[Any], gold: Sequence[Any]
) -> tuple[k.Number | float, k.Number | float]:
    """Add CaRB's credits as floats in the published program's order, which decides how .6375 is rounded.

    The program adds precisions from the best match down, and recalls in the order of the gold.
    """
    if metric is not CARB or not gold:
        return _shares(metric, predicted, gold)
    precisions = sorted((match.credit for match in CARB.alignment(predicted, gold).matches), reverse=True)
    recalls = [max(word_recall(prediction, truth) for prediction in predicted) for truth in gold]
    return _sum(precisions) / len(predicted), _sum(recalls) / len(gold)


def _sum(shares: Sequence[k.Number]) -> float:
    """Add from left to right with ``+=``: the ``sum`` of newer Pythons compensates for rounding errors."""
    result = 0.0
    for share in shares:
        result += float(share)
    return result


def _round_member(sentence: str, precision: k.Number | float, recall: k.Number | float) -> MemberScore:
    f1 = 2 * precision * recall / (precision + recall) if precision and recall else 0
    return MemberScore(sentence, _round(precision), _round(recall), _round(f1))


def _round(value: k.Number | float) -> k.Number:
    """Round half to even after the multiplication, as numpy does."""
    return ratio(round(value * DIGITS), DIGITS) if value else 0
