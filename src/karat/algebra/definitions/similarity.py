"""What is alike: the similarities of which every metric is built (Chen et al., 2023, section 2).

Each is a frozen value that says *what* is compared; :mod:`karat.algebra.plans.compiler` finds out how to do it fast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from karat.algebra.definitions.naming import own_mass
from karat.algebra.definitions.notation import TEXT, Style
from karat.algebra.definitions.record import Record, check_cases
from karat.algebra.scores.exact import Number
from karat.errors import DefinitionError

if TYPE_CHECKING:
    from karat.algebra.definitions.matching import Normalised
    from karat.algebra.definitions.normaliser import Normaliser
    from karat.algebra.plans.plan import Pairs, Plan

Side = Callable[[Any], Any]


# Not slotted: the compiled plan is kept in the instance.
@dataclass(frozen=True)
class Similarity(ABC):
    """A function φ with 0 ≤ φ(x, y) ≤ φ(x, x) (Definition 1)."""

    @abstractmethod
    def render(self, style: Style, subscript: str = "") -> str:
        """Write the similarity in the paper's notation, with the field it is about as subscript."""

    @cached_property
    def plan(self) -> Plan:
        """The compiled form."""
        # The compiler knows all similarities, so it cannot be imported before them.
        from karat.algebra.plans.compiler import planned

        return planned(self)

    def __getstate__(self) -> dict[str, Any]:
        """Leave the plan behind: whoever is sent the definition compiles it again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("plan", "_scoring")}

    def similarity(self, predicted: Any, gold: Any) -> Number:
        """How alike the two are, as an exact number."""
        self.plan.examine(predicted, gold)
        return self.plan.value(predicted, gold)

    def __str__(self) -> str:
        return self.render(TEXT)

    def latex(self) -> str:
        """Write the similarity as LaTeX mathematics."""
        from karat.algebra.definitions.notation import LATEX

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
        """Count by how much an object is worth; of two objects that are alike, by the one that is worth less."""
        known = function_name(weight)
        return Weighted(self, weight, name or known)

    def on(self, both: Side | None = None, *, predicted: Side | None = None, gold: Side | None = None) -> Transformed:
        """Compare what the functions make of the objects."""
        return transform(self, both, predicted=predicted, gold=gold)

    def normalised(self, normaliser: Normaliser) -> Normalised:
        """Make a metric of it."""
        from karat.algebra.definitions.matching import Normalised

        return Normalised(self, normaliser)

    @property
    def precision(self) -> Normalised:
        """The metric P[φ] (equation 4)."""
        from karat.algebra.definitions.normaliser import Precision

        return self.normalised(Precision())

    @property
    def recall(self) -> Normalised:
        """The metric R[φ] (equation 5)."""
        from karat.algebra.definitions.normaliser import Recall

        return self.normalised(Recall())

    @property
    def f1(self) -> Normalised:
        """The metric F[φ] (equation 6)."""
        return self.f(1)

    def f(self, beta: float, empty: float | None = None) -> Normalised:
        """The metric Fβ[φ]."""
        from karat.algebra.definitions.normaliser import FMeasure

        return self.normalised(FMeasure(empty=empty, beta=beta))

    @property
    def jaccard(self) -> Normalised:
        """The metric J[φ] (equation 7)."""
        from karat.algebra.definitions.normaliser import Jaccard

        return self.normalised(Jaccard())


def similarity_for(place: str, found: Any) -> Any:
    """What was given, if it is a similarity."""
    if not isinstance(found, Similarity):
        raise DefinitionError(f"{place}: expected a similarity, found {type(found).__name__}")
    return found


def function_name(function: Callable[..., Any]) -> str:
    """A function's own name, or that of its class."""
    if not callable(function):
        raise DefinitionError(f"expected a function, found {type(function).__name__}: {function!r:.60}")
    return getattr(function, "__name__", type(function).__name__).strip("<>")


@dataclass(frozen=True)
class Equal(Similarity):
    """Equality, δ (equation 1)."""

    def render(self, style: Style, subscript: str = "") -> str:
        """Δ in lower case."""
        return style.symbol("δ", subscript)


@dataclass(frozen=True)
class Latent(Similarity):
    """1 for variables that the matching maps onto each other (equation 34)."""

    def render(self, style: Style, subscript: str = "") -> str:
        """Φ with a tilde."""
        return style.symbol("φ̃", subscript)


@dataclass(frozen=True)
class Function(Similarity):
    """A function of one's own, with what the compiler may know of it.

    ``keys`` gives an object's index keys: the function may be more than 0 only where both objects share a key.
    ``own`` is φ(x, x), a number or a function of the object; by default the function is asked.
    ``checked`` refuses φ(x, y) > φ(x, x). ``pairs(predicted, gold)`` gives, in order, the positions of all pairs of two
    lists for which the function may be more than 0, where that is quicker than to ask it for each pair.
    """

    function: Callable[[Any, Any], float | Number]
    name: str
    keys: tuple[Callable[[Any], Iterable[Any]], Callable[[Any], Iterable[Any]]] | None = None
    own: float | Callable[[Any], float | Number] | None = None
    checked: bool = True
    pairs: Pairs | None = field(default=None, compare=False)

    def render(self, style: Style, subscript: str = "") -> str:
        """The function's name."""
        own = style.choices(own_mass(self.function, self.own))
        return f"{style.function(self.name, subscript, self.function)}{own}"


@dataclass(frozen=True)
class Product(Similarity):
    """All fields alike (equation 2); ``record`` is the type that it was derived from, if it was."""

    fields: tuple[tuple[str | int, Similarity], ...]
    record: Record | None = field(default=None, compare=False, repr=False)

    def render(self, style: Style, subscript: str = "") -> str:
        """Factors, each with its field as subscript."""
        if len(self.fields) == 1:
            ((name, only),) = self.fields
            return only.render(style, f"{subscript}.{style.field(name)}" if subscript else style.field(name))
        text = style.times.join(each.render(style, style.field(name)) for name, each in self.fields)
        return style.with_subscript(f"({text})", subscript) if subscript else text


@dataclass(frozen=True)
class Union(Similarity):
    """A similarity for each kind of object; objects of different kinds are not alike."""

    cases: tuple[tuple[type, Similarity], ...]

    def render(self, style: Style, subscript: str = "") -> str:
        """Cases, separated by a bar."""
        inner = style.bar.join(each.render(style, style.kind(kind)) for kind, each in self.cases)
        return style.with_subscript(f"({inner})", subscript)


@dataclass(frozen=True)
class Threshold(Similarity):
    """The Iverson bracket of a similarity: enough alike, or not."""

    inner: Similarity
    least: float
    strict: bool = True

    def __post_init__(self) -> None:
        if not self.least >= 0 or (self.least == 0 and not self.strict):
            raise DefinitionError(f"a threshold must leave out 0: expected more than 0, found {self.least:g}")

    def render(self, style: Style, subscript: str = "") -> str:
        """⟦φ > t⟧."""
        return style.bracket(
            f"{self.inner.render(style, subscript)} {'>' if self.strict else style.least} {style.number(self.least)}"
        )


@dataclass(frozen=True)
class Excess(Similarity):
    """What a similarity has above a base."""

    inner: Similarity
    over: float

    def __post_init__(self) -> None:
        if not self.over >= 0:
            raise DefinitionError(f"an excess is over a base: expected 0 or more, found {self.over:g}")

    def render(self, style: Style, subscript: str = "") -> str:
        """max{0, φ − c}."""
        return style.maximum(f"0, {self.inner.render(style, subscript)} − {style.number(self.over)}")


@dataclass(frozen=True)
class Weighted(Similarity):
    """A similarity that counts by the worth of what is compared (informativity)."""

    inner: Similarity
    weight: Callable[[Any], float | Number]
    name: str

    def render(self, style: Style, subscript: str = "") -> str:
        """The weight's name before the similarity."""
        text = self.inner.render(style, subscript)
        if isinstance(self.inner, Product) and len(self.inner.fields) > 1 and not subscript:
            text = f"({text})"
        else:
            text = style.operand(text, several=isinstance(self.inner, Product | Transformed | Weighted))
        return f"{style.function(self.name, '', self.weight)}{style.dot}{text}"


@dataclass(frozen=True)
class Transformed(Similarity):
    """A similarity of what functions make of the objects."""

    inner: Similarity
    predicted: Side | None
    gold: Side | None

    def render(self, style: Style, subscript: str = "") -> str:
        """φ∘f."""
        sides = self.predicted, self.gold
        if style.full and self.predicted is not self.gold:
            name = f"({' / '.join(style.function(function_name(side), '', side) if side else '–' for side in sides)})"
        else:
            names = dict.fromkeys(function_name(side) for side in sides if side is not None)
            name = style.function("/".join(names), "", self.predicted)
        several = isinstance(self.inner, Product | Weighted)
        return f"{style.operand(self.inner.render(style, subscript), several=several)}{style.compose}{name}"


@dataclass(frozen=True)
class Maximum(Similarity):
    """The best pair of two collections."""

    inner: Similarity

    def render(self, style: Style, subscript: str = "") -> str:
        """max[φ]."""
        return f"{style.operator('max', '', subscript)}[{self.inner.render(style)}]"


@dataclass(frozen=True)
class Subset(Similarity):
    """1 where every predicted element is among the gold ones (equation 25); an empty prediction is refused by 0."""

    inner: Similarity = field(default_factory=Equal)

    def render(self, style: Style, subscript: str = "") -> str:
        """φ with the sign of inclusion."""
        other = style.choices([self.inner.render(style)] if self.inner != Equal() else [])
        return f"{style.symbol('φ⊆', subscript)}{other}"


@dataclass(frozen=True)
class Apart(Similarity):
    """Two similarities of the same objects: one counts the predicted side, the other the gold side.

    Objects are aligned by the first; of equally good alignments, one that covers most of both sides is taken.
    """

    predicted: Similarity
    gold: Similarity

    def render(self, style: Style, subscript: str = "") -> str:
        """The similarity of each side, named like the share it makes."""
        return style.with_subscript(f"(P: {self.predicted.render(style)}, R: {self.gold.render(style)})", subscript)


@dataclass(frozen=True)
class Counted(Similarity):
    """A formula over how many elements two collections share and how many each has.

    ``formula(shared, predicted, gold)`` must give 0 where nothing is shared; ``checked`` refuses φ(x, y) > φ(x, x).
    """

    formula: Callable[[Any, Any, Any], Any]
    name: str
    inner: Similarity = field(default_factory=Equal)
    checked: bool = True

    def render(self, style: Style, subscript: str = "") -> str:
        """The formula's name over what is shared."""
        name = style.function(self.name, "", self.formula)
        return f"{name}({style.operator('Σ', '↔', subscript)}[{self.inner.render(style)}])"


equal = Equal()
latent = Latent()
subset = Subset()


def function(
    function: Callable[[Any, Any], float | Number],
    name: str = "",
    *,
    keys: Callable[[Any], Iterable[Any]]
    | tuple[Callable[[Any], Iterable[Any]], Callable[[Any], Iterable[Any]]]
    | None = None,
    own: float | Callable[[Any], float | Number] | None = None,
    checked: bool = True,
    pairs: Pairs | None = None,
) -> Function:
    """Make a similarity of a Python function; see :class:`Function` for what helps the compiler."""
    both = keys if keys is None or isinstance(keys, tuple) else (keys, keys)
    known = function_name(function)
    return Function(function, name or known, both, own, checked, pairs)


def product(*positions: Similarity, **fields: Similarity) -> Product:
    """Alike where all named fields are, or all positions of a tuple."""
    if bool(positions) == bool(fields):
        raise DefinitionError("a product is over named fields or over positions: expected one of the two")
    named: dict[str | int, Similarity] = dict(enumerate(positions))
    named.update(fields)
    return Product(tuple((name, similarity_for(f"field {name!r}", each)) for name, each in named.items()))


def union(cases: Mapping[type, Similarity]) -> Union:
    """Compare objects by the first case whose type fits both."""
    check_cases(list(cases))
    return Union(tuple((kind, similarity_for(f"case {TEXT.kind(kind)}", each)) for kind, each in cases.items()))


def transform(
    inner: Similarity, both: Side | None = None, *, predicted: Side | None = None, gold: Side | None = None
) -> Transformed:
    """Compare what functions make of the objects: of both, or of one side."""
    if (both is not None) == bool(predicted or gold):
        raise DefinitionError("a transform is of both sides or of each: expected one of the two")
    for side in (both, predicted, gold):
        if side is not None:
            function_name(side)
    return Transformed(similarity_for("transform", inner), predicted or both, gold or both)


def maximum(inner: Similarity) -> Maximum:
    """How alike the best pair of two collections is."""
    return Maximum(similarity_for("maximum", inner))


def apart(*, predicted: Similarity, gold: Similarity) -> Apart:
    """Count the predicted side by one similarity and the gold side by another; see :class:`Apart`."""
    return Apart(similarity_for("predicted", predicted), similarity_for("gold", gold))


def counted(
    formula: Callable[[Any, Any, Any], Any], name: str = "", inner: Similarity = equal, *, checked: bool = True
) -> Counted:
    """Make a similarity of a formula over shared and own element counts; see :class:`Counted`."""
    return Counted(formula, name or function_name(formula), similarity_for("counted", inner), checked)
