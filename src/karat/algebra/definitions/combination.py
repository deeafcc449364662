"""Metrics made of others: precision from one matching and recall from another, means and products."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from karat.algebra.definitions.matching import TIES_IN_ORDER
from karat.algebra.definitions.metric import Metric, Write, alignment_tree, headline, sharing
from karat.algebra.definitions.notation import FULL
from karat.algebra.definitions.similarity import Similarity, similarity_for
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.normaliser import FMeasure, Normaliser
from karat.algebra.scores.score import CompositeScore, Score, Scored
from karat.errors import DefinitionError


@dataclass(frozen=True)
class Sides(Metric):
    """Precision from one matching, recall from another (CaRB, B³)."""

    precision: Similarity
    recall: Similarity
    normaliser: Normaliser = field(default_factory=FMeasure)
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.normaliser.sign}(P: {self.precision}, R: {self.recall})"

    def latex(self) -> str:
        return rf"\mathrm{{{self.normaliser.sign}}}(P: {self.precision.latex()}, R: {self.recall.latex()})"

    @property
    def definition(self) -> str:
        choices = FULL.choices(self.normaliser.choices())
        return f"{self.normaliser.sign}{choices}(P: {self.precision.render(FULL)}, R: {self.recall.render(FULL)})"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        precision, recall = self.precision.plan, self.recall.plan
        for plan in (precision, recall):
            if plan.check is not None:
                plan.examine(predicted, gold)
        with sharing():
            one = precision.masses(predicted, gold, time_limit).masses
            other = recall.masses(predicted, gold, time_limit).masses
        masses = one.matched_predicted, one.predicted, other.matched_gold, other.gold
        return Score(*masses, self.normaliser, None, lambda: self.alignment(predicted, gold))

    def alignment(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of the precision side; the recall side's is its own matching's."""
        return self.precision.plan.align(predicted, gold)

    def explanation_lines(self, predicted: Any, gold: Any, write: Write) -> Iterator[str]:
        yield headline(self.name, str(self), self.score(predicted, gold))
        for label, side in (("precision", self.precision), ("recall", self.recall)):
            yield f"  {label} {side}"
            yield from ("  " + line for line in alignment_tree(side.plan.align(predicted, gold), write))

    def with_empty(self, value: float | None) -> Sides:
        """The same metric with another convention for 0/0."""
        return replace(self, normaliser=replace(self.normaliser, empty=value))

    def choices(self) -> list[str]:
        sides = (f"{letter}:{side.render(FULL)}" for letter, side in (("p", self.precision), ("r", self.recall)))
        greedy = any(TIES_IN_ORDER in side.signature_choices() for side in (self.precision, self.recall))
        return [*sides, *([TIES_IN_ORDER] if greedy else []), "avg:micro", self.normaliser.signature]


@dataclass(frozen=True)
class Combined(Metric):
    """Several metrics made into one value: their mean (CoNLL, BLANC) or product (equation 47)."""

    parts: tuple[Metric, ...]
    combination: str
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        wrong = [type(part).__name__ for part in self.parts if not isinstance(part, Metric)]
        if wrong or not self.parts:
            raise DefinitionError(f"{self.combination}: expected metrics, found {wrong[0] if wrong else 'none'}")

    def __str__(self) -> str:
        if self.combination == "product":
            return " · ".join(map(str, self.parts))
        return f"mean({', '.join(map(str, self.parts))})"

    @property
    def definition(self) -> str:
        return f"{self.combination}({', '.join(part.definition for part in self.parts)})"

    def latex(self) -> str:
        texts = [part.latex() for part in self.parts]  # type: ignore[attr-defined]
        if self.combination == "product":
            return r" \cdot ".join(texts)
        return rf"\tfrac{{1}}{{{len(texts)}}}\left({' + '.join(texts)}\right)"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> CompositeScore:
        """Score one document by each part."""
        scores = score_all(self.parts, predicted, gold, time_limit=time_limit)
        return CompositeScore(tuple(scores), self.combination)

    def explanation_lines(self, predicted: Any, gold: Any, write: Write) -> Iterator[str]:
        yield headline(self.name, str(self), self.score(predicted, gold))
        for part in self.parts:
            yield from ("  " + line for line in part.explanation_lines(predicted, gold, write))

    def choices(self) -> list[str]:
        return [f"def:{self.definition}", f"of:{self.combination}", "avg:micro"]


def score_all(metrics: Iterable[Metric], predicted: Any, gold: Any, *, time_limit: float | None = None) -> list[Scored]:
    """Score one document by several metrics, which share what they count."""
    with sharing():
        return [metric.score(predicted, gold, time_limit=time_limit) for metric in metrics]


def sides(*, precision: Similarity, recall: Similarity, empty: float | None = None) -> Sides:
    """Make a metric of two matchings: the first gives precision, the second recall."""
    similarity_for("precision", precision)
    similarity_for("recall", recall)
    return Sides(precision, recall, FMeasure(empty=empty))


def mean(*parts: Metric) -> Combined:
    """The mean of the parts' values."""
    return Combined(parts, "mean")


def mean_of_present(*parts: Metric) -> Combined:
    """The mean of those parts for which there is any gold (BLANC); 0 where there is none."""
    return Combined(parts, "mean of present")


def times(*parts: Metric) -> Combined:
    """The product of the parts' values (equation 47)."""
    return Combined(parts, "product")
