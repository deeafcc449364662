"""What similarities are built from: equality, functions of your own, records, unions and collections.

Below them are views of a partition, for B³ (`memberships`) and BLANC (`links`, `non_links`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from karat.algebra.definitions.notation import TEXT, Style, own_mass
from karat.algebra.definitions.records import Atom, Record, check_cases
from karat.algebra.definitions.similarity import Similarity, function_name, similarity_for
from karat.algebra.scores.exact import Number
from karat.errors import DefinitionError

Pairs = Callable[[Sequence[Any], Sequence[Any]], Iterable[tuple[int, int]]]
"""Gives the positions of pairs of two lists, in order."""


@dataclass(frozen=True)
class Equal(Similarity):
    """Equality, δ (equation 1); ``atom`` is the type that it was derived from, if it was."""

    atom: Atom | None = field(default=None, compare=False, repr=False)

    def render(self, style: Style, subscript: str = "") -> str:
        return style.symbol("δ", subscript)


@dataclass(frozen=True)
class Latent(Similarity):
    """1 for variables that the matching maps onto each other (equation 34)."""

    def render(self, style: Style, subscript: str = "") -> str:
        return style.symbol("φ̃", subscript)


@dataclass(frozen=True)
class Function(Similarity):
    """A function of your own, with what helps to compute it fast.

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
        own = style.choices(own_mass(self.function, self.own))
        return f"{style.function(self.name, subscript, self.function)}{own}"


@dataclass(frozen=True)
class Product(Similarity):
    """All fields alike (equation 2); ``record`` is the type that it was derived from, if it was."""

    fields: tuple[tuple[str | int, Similarity], ...]
    record: Record | None = field(default=None, compare=False, repr=False)

    operator = "×"

    def render(self, style: Style, subscript: str = "") -> str:
        if len(self.fields) == 1:
            ((name, only),) = self.fields
            return only.render(style, f"{subscript}.{style.field(name)}" if subscript else style.field(name))
        text = style.times.join(each.render(style, style.field(name)) for name, each in self.fields)
        return style.with_subscript(f"({text})", subscript) if subscript else text

    def render_normalised(self, sign: str, style: Style, subscript: str, choices: Sequence[str] = ()) -> str:
        if len(self.fields) == 1 and not subscript:
            ((name, only),) = self.fields
            if only.takes_sign:
                return only.render_normalised(sign, style, style.field(name), choices)
        return super().render_normalised(sign, style, subscript, choices)

    @property
    def has_several_factors(self) -> bool:
        return len(self.fields) > 1


@dataclass(frozen=True)
class Fields(Similarity):
    """The sum over a record's fields: Σ φ_field, so that a record counts by its facts, not right or wrong as a whole.

    A record's mass is that of its fields together: 1 for each leaf under δ, whatever the depth. A field that is absent
    or ``None`` claims nothing and has no mass. ``record`` is the type that it was derived from, if it was.
    """

    fields: tuple[tuple[str | int, Similarity], ...]
    record: Record | None = field(default=None, compare=False, repr=False)

    operator = "+"

    def render(self, style: Style, subscript: str = "") -> str:
        terms = [each.render(style, style.field(name)) for name, each in self.fields]
        # A sum of one field is no product of one field: without the field, it has no mass.
        text = style.plus.join(terms if len(terms) > 1 else [*terms, "0"])
        return style.with_subscript(f"({text})", subscript) if subscript else text

    @property
    def has_several_factors(self) -> bool:
        return True


@dataclass(frozen=True)
class Union(Similarity):
    """A similarity for each kind of object; objects of different kinds are not alike."""

    cases: tuple[tuple[type, Similarity], ...]

    def render(self, style: Style, subscript: str = "") -> str:
        inner = style.bar.join(each.render(style, style.kind(kind)) for kind, each in self.cases)
        return style.with_subscript(f"({inner})", subscript)


@dataclass(frozen=True)
class Maximum(Similarity):
    """The best pair of two collections.

    ``remembered`` compares the same two strings only once, where nothing in ``inner`` changes its answer.
    """

    inner: Similarity
    remembered: bool = field(default=False, compare=False, repr=False)

    def render(self, style: Style, subscript: str = "") -> str:
        return f"{style.operator('max', '', subscript)}[{self.inner.render(style)}]"


@dataclass(frozen=True)
class Subset(Similarity):
    """1 where every predicted element is among the gold ones (equation 25); an empty prediction is refused by 0."""

    inner: Similarity = field(default_factory=Equal)

    def render(self, style: Style, subscript: str = "") -> str:
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
    """Make a similarity of a Python function; see :class:`Function` for what makes it fast."""
    both = keys if keys is None or isinstance(keys, tuple) else (keys, keys)
    own_name = function_name(function)
    return Function(function, name or own_name, both, own, checked, pairs)


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


def maximum(inner: Similarity, *, remembered: bool = False) -> Maximum:
    """How alike the best pair of two collections is; ``remembered`` compares the same two strings only once."""
    return Maximum(similarity_for("maximum", inner), remembered)


def apart(*, predicted: Similarity, gold: Similarity) -> Apart:
    """Count the predicted side by one similarity and the gold side by another; see :class:`Apart`."""
    return Apart(similarity_for("predicted", predicted), similarity_for("gold", gold))


def counted(
    formula: Callable[[Any, Any, Any], Any], name: str = "", inner: Similarity = equal, *, checked: bool = True
) -> Counted:
    """Make a similarity of a formula over shared and own element counts; see :class:`Counted`."""
    return Counted(formula, name or function_name(formula), similarity_for("counted", inner), checked)


class Membership(NamedTuple):
    """An element and the collection that it is in (Chen et al., 2023, section 3.2)."""

    element: Any
    collection: Collection[Any]


def memberships(collections: Iterable[Collection[Any]]) -> list[Membership]:
    """Pair each element with each collection that it is in."""
    return [Membership(element, collection) for collection in collections for element in collection]


def links(collections: Iterable[Iterable[Any]]) -> frozenset[frozenset[Any]]:
    """All pairs of elements that share a collection."""
    return frozenset(frozenset(pair) for collection in collections for pair in combinations(set(collection), 2))


def non_links(collections: Iterable[Collection[Any]]) -> frozenset[frozenset[Any]]:
    """All pairs of elements that share no collection."""
    elements = {element for collection in collections for element in collection}
    return frozenset(map(frozenset, combinations(elements, 2))) - links(collections)
