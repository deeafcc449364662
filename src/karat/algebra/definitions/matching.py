"""Sums over optimal matchings (Chen et al., 2023, equation 13, 36, 37), and metrics made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Self

from karat.algebra.definitions.constraint import Constraint, Ties
from karat.algebra.definitions.normaliser import CoveredF, FMeasure, Normaliser, Overlap
from karat.algebra.definitions.notation import FULL, Style
from karat.algebra.definitions.similarity import Product, Similarity, Transformed, function_name, similarity_for
from karat.algebra.plans.counting import sharing
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.corpus import AnyCorpus, Columns, Corpus, batches, gathered
from karat.algebra.scores.score import CompositeScore, Score, Scored
from karat.errors import DefinitionError
from karat.version import __version__


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

    def __str__(self) -> str:
        names = (FULL.function(function_name(each), "", each) for each in (self.nodes, self.edges))
        return f"reachability({', '.join(names)})"


SEQUENCE = Sequenced()
Order = Sequenced | Reachable


class Metric:
    """What can be called on a prediction and its gold: it gives a score that adds over documents."""

    name: str
    fixed_gold: ClassVar[bool] = True
    """The gold's mass is the same whatever is predicted."""

    def __call__(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Scored:
        """Score one document; ``time_limit`` in seconds is for metrics that search."""
        return self.score(predicted, gold, time_limit=time_limit)

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Scored:
        """Score one document."""
        raise TypeError(f"{type(self).__name__} cannot be scored")

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> AnyCorpus:
        """Score documents one by one, in order; their ``total`` (or ``sum``) is the micro average.

        Documents are read as they come; only their masses are kept.
        """
        pairs = chain.from_iterable(zip(*batch, strict=True) for batch in batches(predicted, gold))
        return gathered(self.score(one, other) for one, other in pairs)

    def macro(self, predicted: Iterable[Any], gold: Iterable[Any]) -> float | None:
        """The mean of the documents' values; documents without a value are left out."""
        values = [score.value for score in self.corpus(predicted, gold)]
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if known else None

    def explain(self, predicted: Any, gold: Any) -> str:
        """Show as a tree what matched what, with which credit, and what was left over."""
        # Explaining is rare; its text building stays out of the way until asked for.
        from karat.algebra.scores.explanation import explain

        return explain(self, predicted, gold)

    def named(self, name: str) -> Self:
        """The same metric under a published name."""
        if "|" in name:
            raise DefinitionError(f"named: expected a name without |, which parts a signature, found {name!r}")
        return replace(self, name=name)  # type: ignore[type-var]

    @property
    def signature(self) -> str:
        """Every choice that can move the number; metrics that differ have different signatures.

        Functions in the definition add ``code``, a digest of them: two functions of one name have two. A function whose
        source cannot be read, or that holds on to something that cannot be told apart, is refused.
        """
        # Hashing and reading of sources stay out of the way until a signature is asked for.
        from karat.algebra.definitions.fingerprint import fingerprint

        code = fingerprint(self)
        digest = [f"code:{code}"] if code else []
        return "|".join([self.name or "metric", *self.choices(), *digest, f"v:{__version__}"])

    @property
    def definition(self) -> str:
        """The definition with every choice, also those for which the paper's notation has no sign."""
        return self.render(FULL) if isinstance(self, Similarity) else str(self)

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [f"def:{self.definition}", "avg:micro"]


@dataclass(frozen=True)
class Matching(Similarity, Metric):
    """The largest sum of similarities over matched pairs (equation 13).

    ``literal`` takes the equation at its word, Σ(P,R) over Σ(P,P) and Σ(R,R): under → and ← shares can then pass 1.
    ``by`` aligns by another similarity than the one that gives credit. ``distinct`` counts equal elements once.
    """

    inner: Similarity
    constraint: Constraint = Constraint.ONE_TO_ONE
    ties: Ties = Ties.SPREAD
    order: Order | None = None
    by: Similarity | None = None
    distinct: bool = False
    literal: bool = False
    name: str = field(default="", compare=False)

    def render(self, style: Style, subscript: str = "") -> str:
        """Σ◇[φ]."""
        return self.render_as("Σ", style, subscript)

    def render_as(self, sign: str, style: Style, subscript: str, choices: Sequence[str] = ()) -> str:
        """The sum under its normaliser's sign, with the normaliser's choices."""
        told = style.choices([*choices, *self._unsigned()])
        return f"{style.operator(sign, self.constraint.sign, subscript)}{told}[{self.inner.render(style)}]"

    def outermost(self, sign: str) -> list[str]:
        """The choices that a signature names: the definition first, then one by one what its signs do not say."""
        shared = self.constraint in (Constraint.N_TO_ONE, Constraint.ONE_TO_N)
        return [
            f"def:{FULL.operator(sign, self.constraint.sign, '')}[{self.inner.render(FULL)}]",
            f"match:{self.constraint.value[1]}",
            *([f"ties:{self.ties.value}"] if shared and self.ties is Ties.SPREAD else []),
            *self._unsigned(),
            "avg:micro",
        ]

    def _unsigned(self) -> list[str]:
        """The choices other than the default that the signs do not say."""
        return [
            *([f"ties:{self.ties.value}"] if self.ties is not Ties.SPREAD else []),
            *(["distinct"] if self.distinct else []),
            *(["literal"] if self.literal else []),
            *([f"order:{self.order}"] if self.order else []),
            *([f"by:{self.by.render(FULL)}"] if self.by else []),
        ]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        """The matching score, not normalised."""
        return self.normalised(Overlap()).score(predicted, gold, time_limit=time_limit)

    @property
    def covered_f1(self) -> Normalised:
        """F1 with BenchIE's precision: each covered gold element is one true positive."""
        return self.normalised(CoveredF())

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return self.outermost("Σ")


@dataclass(frozen=True)
class Normalised(Similarity, Metric):
    """A similarity divided by what it could have been: a metric, and a similarity again (N◇[φ])."""

    inner: Similarity
    normaliser: Normaliser
    name: str = field(default="", compare=False)

    def render(self, style: Style, subscript: str = "") -> str:
        """N◇[φ]."""
        return self._rendered(style, subscript, self.normaliser.choices() if style.full else [])

    def _rendered(self, style: Style, subscript: str, choices: Sequence[str]) -> str:
        sign = self.normaliser.sign
        if isinstance(self.inner, Matching):
            return self.inner.render_as(sign, style, subscript, choices)
        if isinstance(self.inner, Product) and not subscript:
            match self.inner.fields:
                case ((name, Matching() as only),):
                    return only.render_as(sign, style, style.field(name), choices)
        return f"{style.operator(sign, '', subscript)}{style.choices(choices)}[{self.inner.render(style)}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        """Score one document."""
        plan = self.inner.plan
        if plan.check is not None:
            plan.examine(predicted, gold)
        masses, bound = plan.masses(predicted, gold, time_limit)
        return Score(*masses, self._scoring, bound, lambda: plan.align(predicted, gold))

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Corpus[Score]:
        """Score documents one by one, in order."""
        documents = self.inner.plan.examined(predicted, gold)
        return Corpus.of_columns(Columns.joined(self.inner.plan.corpus(*documents)), self._scoring)

    @cached_property
    def _scoring(self) -> Normaliser:
        """The normaliser of the scores, which knows whether documents are compared as wholes."""
        return replace(self.normaliser, whole=True) if self.inner.plan.as_whole else self.normaliser

    def with_empty(self, value: float | None) -> Normalised:
        """The same metric with another convention for 0/0."""
        return replace(self, normaliser=replace(self.normaliser, empty=value))

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        if isinstance(self.inner, Matching):
            return [*self.inner.outermost(self.normaliser.sign), self.normaliser.signature]
        matching = self.inner
        while isinstance(matching, Transformed):
            matching = matching.inner
        inner = matching.outermost("")[1:] if isinstance(matching, Matching) else ["avg:micro"]
        return [f"def:{self._rendered(FULL, '', [])}", *inner, self.normaliser.signature]


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
        """Write the metric as LaTeX mathematics."""
        return rf"\mathrm{{{self.normaliser.sign}}}(P: {self.precision.latex()}, R: {self.recall.latex()})"

    @property
    def definition(self) -> str:
        """The definition with every choice."""
        told = FULL.choices(self.normaliser.choices())
        return f"{self.normaliser.sign}{told}(P: {self.precision.render(FULL)}, R: {self.recall.render(FULL)})"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        """Score one document."""
        precision, recall = self.precision.plan, self.recall.plan
        for plan in (precision, recall):
            if plan.check is not None:
                plan.examine(predicted, gold)
        with sharing():
            one = precision.side_masses(predicted, gold, 0, time_limit)
            other = recall.side_masses(predicted, gold, 1, time_limit)
        return Score(*one, *other, self.normaliser, None, lambda: self.alignment(predicted, gold))

    def alignment(self, predicted: Any, gold: Any) -> Alignment:
        """The alignment of the precision side; the recall side's is its own matching's."""
        return self.precision.plan.align(predicted, gold)

    def with_empty(self, value: float | None) -> Sides:
        """The same metric with another convention for 0/0."""
        return replace(self, normaliser=replace(self.normaliser, empty=value))

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        sides = (f"{letter}:{side.render(FULL)}" for letter, side in (("p", self.precision), ("r", self.recall)))
        return [*sides, "avg:micro", self.normaliser.signature]


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
        """The definition with every choice."""
        return f"{self.combination}({', '.join(part.definition for part in self.parts)})"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        texts = [part.latex() for part in self.parts]  # type: ignore[attr-defined]
        if self.combination == "product":
            return r" \cdot ".join(texts)
        return rf"\tfrac{{1}}{{{len(texts)}}}\left({' + '.join(texts)}\right)"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> CompositeScore:
        """Score one document by each part."""
        scores = score_all(self.parts, predicted, gold, time_limit=time_limit)
        return CompositeScore(tuple(scores), self.combination)

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [f"def:{self.definition}", f"of:{self.combination}", "avg:micro"]


def score_all(metrics: Iterable[Metric], predicted: Any, gold: Any, *, time_limit: float | None = None) -> list[Scored]:
    """Score one document by several metrics, which share what they count."""
    with sharing():
        return [metric.score(predicted, gold, time_limit=time_limit) for metric in metrics]


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

    >>> from karat.algebra.definitions.similarity import equal
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
