"""Matchings and metrics made of them (Chen et al., 2023, equations 13, 36, 37 and 47).

Who may be matched with whom, and what breaks ties; the sum over the best matching; precision from one matching and
recall from another; means and products of metrics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from karat.algebra.definitions.notation import FULL, Style
from karat.algebra.definitions.similarity import (
    Metric,
    Normalised,
    Similarity,
    Write,
    alignment_tree,
    function_name,
    headline,
    sharing,
    similarity_for,
)
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.normaliser import CoveredF, FMeasure, Normaliser, Overlap
from karat.algebra.scores.score import CompositeScore, Score, Scored
from karat.errors import DefinitionError
from karat.one_line import one_line


class Constraint(Enum):
    """How many partners an element may have: its sign, and its name in a signature."""

    ONE_TO_ONE = ("↔", "one_to_one")
    N_TO_ONE = ("→", "n_to_one")
    ONE_TO_N = ("←", "one_to_n")
    N_TO_N = ("~", "n_to_n")
    GREEDY = ("↔ᵍ", "greedy")

    @property
    def sign(self) -> str:
        """The arrow of the paper."""
        return self.value[0]

    @property
    def one_per_predicted(self) -> bool:
        """Whether a prediction has at most one partner."""
        return self in (Constraint.ONE_TO_ONE, Constraint.N_TO_ONE, Constraint.GREEDY)

    @property
    def one_per_gold(self) -> bool:
        """Whether a gold element has at most one partner."""
        return self in (Constraint.ONE_TO_ONE, Constraint.ONE_TO_N, Constraint.GREEDY)


class Ties(Enum):
    """Which of several equally good partners an element gets where others may share it."""

    SPREAD = "spread"
    """So that as much as possible of the other side is covered; the order of elements does not matter."""

    FIRST = "first"
    """The first in order, as BenchIE credits the first synset that accepts an extraction."""


TIES_IN_ORDER = "ties:order"
"""In signatures of greedy matchings: of equally heavy pairs the first in order is taken, which can move the score."""

ONE_TO_ONE = Constraint.ONE_TO_ONE
N_TO_ONE = Constraint.N_TO_ONE
ONE_TO_N = Constraint.ONE_TO_N
N_TO_N = Constraint.N_TO_N
GREEDY = Constraint.GREEDY
BEST_PER_GOLD = Constraint.ONE_TO_N
"""Each gold element gets its best prediction, which others may share."""
BEST_PER_PREDICTED = Constraint.N_TO_ONE
SPREAD = Ties.SPREAD
FIRST = Ties.FIRST


@dataclass(frozen=True, slots=True)
class Sequenced:
    """Elements keep their order: u before u′ exactly if v before v′ (equation 37).

    Two pairs that share an element, as N:1, 1:N and N:N allow, are exempt: they cannot cross. The equation as printed
    asks it of every two pairs, which would make every matching of sequences one-to-one.
    """

    def __str__(self) -> str:
        return "sequence"


@dataclass(frozen=True, slots=True)
class Reachable:
    """Elements are nodes of a graph, and what reaches what is kept (appendix A.2).

    ``nodes(x)`` gives the elements of a structure, ``edges(x)`` pairs of positions among them. As in sequences, two
    pairs that share an element are exempt.
    """

    nodes: Callable[[Any], Sequence[Any]]
    edges: Callable[[Any], Iterable[tuple[int, int]]]

    __repr__ = one_line

    def __str__(self) -> str:
        names = (FULL.function(function_name(each), "", each) for each in (self.nodes, self.edges))
        return f"reachability({', '.join(names)})"


SEQUENCE = Sequenced()
Order = Sequenced | Reachable


@dataclass(frozen=True)
class Matching(Similarity, Metric):
    """The largest sum of similarities over matched pairs (equation 13).

    ``literal`` divides as the equation is printed, Σ(P,R) by Σ(P,P) and Σ(R,R): under → and ← shares can then exceed 1.
    ``by`` aligns by another similarity than the one that gives credit. ``distinct`` counts equal elements once.
    """

    takes_sign = True

    inner: Similarity
    constraint: Constraint = Constraint.ONE_TO_ONE
    ties: Ties = Ties.SPREAD
    order: Order | None = None
    by: Similarity | None = None
    distinct: bool = False
    literal: bool = False
    name: str = field(default="", compare=False)

    def render(self, style: Style, subscript: str = "") -> str:
        return self.render_normalised("Σ", style, subscript)

    def render_normalised(self, sign: str, style: Style, subscript: str, choices: Sequence[str] = ()) -> str:
        all_choices = style.choices([*choices, *self._choices_without_sign()])
        return f"{style.operator(sign, self.constraint.sign, subscript)}{all_choices}[{self.inner.render(style)}]"

    def signature_definition(self, sign: str) -> str:
        return f"{FULL.operator(sign, self.constraint.sign, '')}[{self.inner.render(FULL)}]"

    def signature_choices(self) -> list[str]:
        shared = self.constraint in (Constraint.N_TO_ONE, Constraint.ONE_TO_N)
        return [
            f"match:{self.constraint.value[1]}",
            *([f"ties:{self.ties.value}"] if shared and self.ties is Ties.SPREAD else []),
            *([TIES_IN_ORDER] if self.constraint is Constraint.GREEDY else []),
            *self._choices_without_sign(),
            "avg:micro",
        ]

    def _choices_without_sign(self) -> list[str]:
        """The choices other than the default for which the paper's notation has no sign."""
        return [
            *([f"ties:{self.ties.value}"] if self.ties is not Ties.SPREAD else []),
            *(["distinct"] if self.distinct else []),
            *(["literal"] if self.literal else []),
            *([f"order:{self.order}"] if self.order else []),
            *([f"by:{self.by.render(FULL)}"] if self.by else []),
        ]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        """Score one document by the sum itself, which is not normalised."""
        return self.normalised(Overlap()).score(predicted, gold, time_limit=time_limit)

    @property
    def covered_f1(self) -> Normalised:
        """F1 with BenchIE's precision: each covered gold element is one true positive."""
        return self.normalised(CoveredF())

    def choices(self) -> list[str]:
        return [f"def:{self.signature_definition('Σ')}", *self.signature_choices()]


def match(
    inner: Similarity,
    constraint: Constraint = Constraint.ONE_TO_ONE,
    *,
    ties: Ties = Ties.SPREAD,
    order: Order | None = None,
    by: Similarity | None = None,
    distinct: bool = False,
    literal: bool = False,
) -> Matching:
    """Sum similarities over an optimal matching of two collections; see :class:`Matching`.

    With ``order=SEQUENCE`` matched pairs must not cross (equation 37). Pairs that share an element are exempt, so that
    under N:1 several predictions may still share a gold element:

    >>> from karat.algebra.definitions.structures import equal
    >>> n_to_one = match(equal, Constraint.N_TO_ONE, order=SEQUENCE).f1
    >>> n_to_one(["left", "left", "right"], ["left", "right"]).masses
    Masses(matched_predicted=3, predicted=3, matched_gold=2, gold=2)
    >>> n_to_one(["right", "left"], ["left", "right"]).masses
    Masses(matched_predicted=1, predicted=2, matched_gold=1, gold=2)
    """
    similarity_for("match", inner)
    if not isinstance(constraint, Constraint):
        raise DefinitionError(f"match: expected a constraint such as ONE_TO_ONE, found {constraint!r}")
    if by is not None:
        similarity_for("match: by", by)
    if order is not None and not isinstance(order, Sequenced | Reachable):
        raise DefinitionError(f"match: expected SEQUENCE or Reachable(…) for `order`, found {order!r}")
    if not isinstance(ties, Ties):
        raise DefinitionError(f"match: expected SPREAD or FIRST for `ties`, found {ties!r}")
    if ties is Ties.FIRST and (order is not None or constraint not in (Constraint.N_TO_ONE, Constraint.ONE_TO_N)):
        raise DefinitionError(
            "match: ties are between partners that others may share, without an order; expected → or ←"
        )
    if order is not None and constraint is Constraint.GREEDY:
        raise DefinitionError("match: a greedy matching keeps no order; expected ↔, →, ← or ~")
    if order is not None and by is not None:
        raise DefinitionError("match: a matching that keeps an order is aligned by itself; expected no `by`")
    if isinstance(order, Reachable) and distinct:
        raise DefinitionError("match: nodes of a graph are distinct as they are; expected no `distinct`")
    return Matching(inner, constraint, ties, order, by, distinct, literal)


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
