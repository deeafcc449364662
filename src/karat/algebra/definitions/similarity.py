"""The base of all similarities, and what its methods make of one: thresholds, weights, transforms, metrics.

A similarity is a frozen value that says *what* is compared (Chen et al., 2023, section 2). How it is computed is
decided in :mod:`karat.algebra.plans.choice`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from karat.algebra.definitions.metric import Metric
from karat.algebra.definitions.notation import FULL, LATEX, TEXT, Notated, Style
from karat.algebra.scores.corpus import Columns, Corpus, batches
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import FMeasure, Jaccard, Normaliser, Precision, Recall
from karat.algebra.scores.score import Score
from karat.errors import DefinitionError

if TYPE_CHECKING:
    from karat.algebra.plans.plan import Plan

Side = Callable[[Any], Any]


# Not slotted: the plan is kept in the instance.
@dataclass(frozen=True)
class Similarity(Notated, ABC):
    """A function φ with 0 ≤ φ(x, y) ≤ φ(x, x) (Definition 1)."""

    plan_for: ClassVar[Callable[[Similarity], Plan]]
    """Chooses how a similarity is computed. ``karat.algebra`` sets it: plans import definitions, not the reverse."""
    operator: ClassVar[str] = ""
    """The sign that joins the parts of the written form where no bracket encloses them: ×, +, · or ∘."""
    takes_sign: ClassVar[bool] = False
    """A normaliser's sign replaces this one's own, as in F↔[δ] for the normalised Σ↔[δ]."""

    @abstractmethod
    def render(self, style: Style, subscript: str = "") -> str:
        """Write the similarity in the paper's notation; the subscript is the field that it compares."""

    def render_normalised(self, sign: str, style: Style, subscript: str, choices: Sequence[str] = ()) -> str:
        """Write the similarity under a normaliser's sign, with the normaliser's choices."""
        return f"{style.operator(sign, '', subscript)}{style.choices(choices)}[{self.render(style)}]"

    @property
    def has_several_factors(self) -> bool:
        """Whether this is a product of two fields or more."""
        return False

    def signature_definition(self, sign: str) -> str:
        """The definition in a signature, under a normaliser's sign."""
        return self.render_normalised(sign, FULL, "")

    def signature_choices(self) -> list[str]:
        """The choices that a signature names after the definition."""
        return ["avg:micro"]

    @property
    def definition(self) -> str:
        """The definition with every choice, also those for which the paper's notation has no sign."""
        return self.render(FULL)

    @cached_property
    def plan(self) -> Plan:
        """How the similarity is computed."""
        return Similarity.plan_for(self)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the plan out of pickles and copies; it is chosen again where it is needed."""
        return {name: value for name, value in self.__dict__.items() if name not in ("plan", "_scoring")}

    def similarity(self, predicted: Any, gold: Any) -> Number:
        """Compute φ(predicted, gold) as an exact number."""
        self.plan.examine(predicted, gold)
        return self.plan.value(predicted, gold)

    def __str__(self) -> str:
        return self.render(TEXT)

    def latex(self) -> str:
        """Write the similarity as LaTeX mathematics."""
        return self.render(LATEX)

    def above(self, least: float) -> Threshold:
        """1 where this is more than ``least``, else 0: ⟦φ > least⟧ (equations 29, 30)."""
        return Threshold(self, least, strict=True)

    def at_least(self, least: float) -> Threshold:
        """1 where this is ``least`` or more, else 0 (equation 31 with 1)."""
        return Threshold(self, least, strict=False)

    def excess(self, over: float) -> Excess:
        """How much this is more than ``over``: max{0, φ − over} (equation 21)."""
        return Excess(self, over)

    def weighted(self, weight: Callable[[Any], float | Number], name: str = "") -> Weighted:
        """Multiply by the objects' weight; of two objects the smaller weight counts."""
        own_name = function_name(weight)
        return Weighted(self, weight, name or own_name)

    def on(self, both: Side | None = None, *, predicted: Side | None = None, gold: Side | None = None) -> Transformed:
        """Apply functions to the objects and compare the results."""
        return transform(self, both, predicted=predicted, gold=gold)

    def normalised(self, normaliser: Normaliser) -> Normalised:
        """Make a metric of the similarity."""
        return Normalised(self, normaliser)

    @property
    def precision(self) -> Normalised:
        """The metric P[φ] (equation 4)."""
        return self.normalised(Precision())

    @property
    def recall(self) -> Normalised:
        """The metric R[φ] (equation 5)."""
        return self.normalised(Recall())

    @property
    def f1(self) -> Normalised:
        """The metric F[φ] (equation 6)."""
        return self.f(1)

    def f(self, beta: float, empty: float | None = None) -> Normalised:
        """The metric Fβ[φ]."""
        return self.normalised(FMeasure(empty=empty, beta=beta))

    @property
    def jaccard(self) -> Normalised:
        """The metric J[φ] (equation 7)."""
        return self.normalised(Jaccard())


def similarity_for(what: str, value: Any) -> Any:
    """Return the value if it is a similarity; refuse anything else."""
    if not isinstance(value, Similarity):
        raise DefinitionError(f"{what}: expected a similarity, found {type(value).__name__}")
    return value


def inner_similarities(definition: Similarity) -> Iterator[Similarity]:
    """The similarities that one is made of."""
    for each in fields(definition):
        value = getattr(definition, each.name)
        # Fields and cases are tuples of a name or type and its similarity.
        inner = [pair[1] for pair in value if isinstance(pair, tuple)] if isinstance(value, tuple) else [value]
        yield from (part for part in inner if isinstance(part, Similarity))


def function_name(function: Callable[..., Any]) -> str:
    """A function's own name, or that of its class."""
    if not callable(function):
        raise DefinitionError(f"expected a function, found {type(function).__name__}: {function!r:.60}")
    return getattr(function, "__name__", type(function).__name__).strip("<>")


@dataclass(frozen=True)
class Threshold(Similarity):
    """The Iverson bracket of a similarity: 1 above a threshold, else 0."""

    inner: Similarity
    least: float
    strict: bool = True

    def __post_init__(self) -> None:
        if not self.least >= 0 or (self.least == 0 and not self.strict):
            raise DefinitionError(f"a threshold must leave out 0: expected more than 0, found {self.least:g}")

    def render(self, style: Style, subscript: str = "") -> str:
        return style.bracket(
            f"{self.inner.render(style, subscript)} {'>' if self.strict else style.least} {style.number(self.least)}"
        )


@dataclass(frozen=True)
class Excess(Similarity):
    """The amount by which a similarity exceeds a base."""

    inner: Similarity
    over: float

    def __post_init__(self) -> None:
        if not self.over >= 0:
            raise DefinitionError(f"an excess is over a base: expected 0 or more, found {self.over:g}")

    def render(self, style: Style, subscript: str = "") -> str:
        return style.maximum(f"0, {self.inner.render(style, subscript)} − {style.number(self.over)}")


@dataclass(frozen=True)
class Weighted(Similarity):
    """A similarity times the smaller weight of the two objects, as for informativity."""

    operator = "·"

    inner: Similarity
    weight: Callable[[Any], float | Number]
    name: str

    def render(self, style: Style, subscript: str = "") -> str:
        text = self.inner.render(style, subscript)
        if self.inner.has_several_factors and not subscript:
            text = f"({text})"
        else:
            text = style.operand(text, several=bool(self.inner.operator))
        return f"{style.function(self.name, '', self.weight)}{style.dot}{text}"


@dataclass(frozen=True)
class Transformed(Similarity):
    """A similarity of the results of functions: φ∘f."""

    operator = "∘"

    inner: Similarity
    predicted: Side | None
    gold: Side | None

    def render(self, style: Style, subscript: str = "") -> str:
        sides = self.predicted, self.gold
        if style.full and self.predicted is not self.gold:
            name = f"({' / '.join(style.function(function_name(side), '', side) if side else '–' for side in sides)})"
        else:
            names = dict.fromkeys(function_name(side) for side in sides if side is not None)
            name = style.function("/".join(names), "", self.predicted)
        several = self.inner.operator in ("×", "·", "+")
        return f"{style.operand(self.inner.render(style, subscript), several=several)}{style.compose}{name}"

    def signature_choices(self) -> list[str]:
        return self.inner.signature_choices()


def transform(
    inner: Similarity, both: Side | None = None, *, predicted: Side | None = None, gold: Side | None = None
) -> Transformed:
    """Apply functions to the objects of both sides, or of one, and compare the results."""
    if (both is not None) == bool(predicted or gold):
        raise DefinitionError("a transform is of both sides or of each: expected one of the two")
    for side in (both, predicted, gold):
        if side is not None:
            function_name(side)
    return Transformed(similarity_for("transform", inner), predicted or both, gold or both)


@dataclass(frozen=True)
class Normalised(Similarity, Metric):
    """A similarity divided by what it could have been: a metric, and a similarity again (N◇[φ])."""

    inner: Similarity
    normaliser: Normaliser
    name: str = field(default="", compare=False)

    def render(self, style: Style, subscript: str = "") -> str:
        choices = self.normaliser.choices() if style.full else []
        return self.inner.render_normalised(self.normaliser.sign, style, subscript, choices)

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Score:
        plan = self.inner.plan
        if plan.check is not None:
            plan.examine(predicted, gold)
        masses, bound = plan.masses(predicted, gold, time_limit)
        return Score(*masses, self._scoring, bound, lambda: plan.align(predicted, gold, time_limit))

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Corpus[Score]:
        """Score documents one by one, in order."""
        plan, parts = self.inner.plan, []
        for mine, theirs in batches(predicted, gold):
            if plan.check is not None:
                plan.check(mine, 0)
                plan.check(theirs, 1)
            parts.append(plan.columns(mine, theirs))
        return Corpus.of_columns(Columns.joined(parts), self._scoring)

    @cached_property
    def _scoring(self) -> Normaliser:
        """The normaliser of the scores, which records whether documents are compared as wholes."""
        return replace(self.normaliser, whole=True) if self.inner.plan.as_whole else self.normaliser

    def with_empty(self, value: float | None) -> Normalised:
        """The same metric with another convention for 0/0."""
        return replace(self, normaliser=replace(self.normaliser, empty=value))

    def choices(self) -> list[str]:
        definition = self.inner.signature_definition(self.normaliser.sign)
        return [f"def:{definition}", *self.inner.signature_choices(), self.normaliser.signature]
