"""Ready-made similarities: types in a hierarchy, bags of tokens, numbers within a tolerance, strings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any

from karat.algebra.definitions.matching import match
from karat.algebra.definitions.similarity import Transformed, transform
from karat.algebra.definitions.structures import Function, equal, function
from karat.algebra.scores.exact import Number, decimal, digits
from karat.errors import DefinitionError, InputError, MissingExtraError


def _levels(predicted: Sequence[Hashable], gold: Sequence[Hashable]) -> Number:
    if isinstance(predicted, str) or isinstance(gold, str):
        found = predicted if isinstance(predicted, str) else gold
        raise InputError(f"levels: expected a path such as ('Conflict', 'Attack'), found a text: {found!r:.60}")
    depth = max(len(predicted), len(gold))
    common = 0
    for one, other in zip(predicted, gold, strict=False):
        if one != other:
            break
        common += 1
    return Fraction(1, 2 ** (depth - common)) if common else 0


def _own(path: Sequence[Hashable]) -> int:
    return 1 if path else 0


def _root(path: Sequence[Hashable]) -> Sequence[Hashable]:
    return path[:1]


levels = function(_levels, "levels", own=_own, keys=_root)
"""Half the credit for each level of a type, given as a path from the most general, that is missed (equation 38)."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Which type is directly below which."""

    parents: tuple[tuple[Hashable, Hashable], ...]

    def above(self, kind: Hashable) -> tuple[Hashable, ...]:
        """The type and all types above it."""
        parents = dict(self.parents)
        path = [kind]
        while path[-1] in parents:
            path.append(parents[path[-1]])
            if len(path) > len(parents) + 1:
                raise DefinitionError(f"expected a hierarchy, found a circle through {kind!r}")
        return tuple(path)


def hierarchy(parents: Mapping[Any, Any]) -> Hierarchy:
    """Make a hierarchy of a mapping from each type to the one above it."""
    return Hierarchy(tuple(parents.items()))


@dataclass(frozen=True, slots=True)
class _Credit:
    kinds: Hierarchy
    partial: Number

    def __call__(self, predicted: Hashable, gold: Hashable) -> Number:
        if predicted == gold:
            return 1
        return self.partial if gold in self.kinds.above(predicted) else 0


@dataclass(frozen=True, slots=True)
class _Above:
    """The types above a type, as a callable value: bound methods of two equal hierarchies would not be equal."""

    kinds: Hierarchy

    def __call__(self, kind: Hashable) -> tuple[Hashable, ...]:
        return self.kinds.above(kind)


def subtype(kinds: Hierarchy, partial: float = 0.5) -> Function:
    """1 for the same type, partial credit for a prediction below the gold type (equation 33)."""
    return Function(_Credit(kinds, decimal(partial)), "subtype", (_Above(kinds), _Above(kinds)), 1)


def supertypes(kinds: Hierarchy) -> Transformed:
    """F1 of the sets of all types at or above both (equation 39)."""
    return transform(match(equal).f1, _Above(kinds))


def tokens(text: str) -> list[str]:
    """The words between white space."""
    return checked_text(text).split()


def checked_text(value: Any) -> str:
    """Return a text; refuse anything else."""
    if not isinstance(value, str):
        raise InputError(f"expected a text, found {type(value).__name__}: {value!r:.60}")
    return value


token_f1: Transformed = transform(match(equal).f1, tokens)
"""F1 of two texts as bags of words."""


@dataclass(frozen=True, slots=True)
class Within:
    """1 for numbers within a tolerance, compared exactly as they are written."""

    absolute: Number
    relative: Number = 0

    def __call__(self, predicted: Any, gold: Any) -> int:
        """1 where |x − y| ≤ max(absolute, relative · max(|x|, |y|)), else 0."""
        one, other = Fraction(_finite(predicted)), Fraction(_finite(gold))
        return int(abs(one - other) <= max(self.absolute, self.relative * max(abs(one), abs(other))))


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The number line in steps as wide as the tolerance: near numbers are in the same step or in adjacent ones."""

    width: Number
    around: bool
    """Whether to include the steps before and after; only one side needs them."""

    def __call__(self, value: Any) -> tuple[Number, ...]:
        """The steps in which a partner of the value can be."""
        number = _finite(value)
        if not self.width:
            return (number,)
        step = number // self.width
        return (step - 1, step, step + 1) if self.around else (step,)


def _finite(value: Any) -> Number:
    """The number as it is written, if it is finite."""
    kind = type(value)
    if kind is not bool and issubclass(kind, int | Fraction):
        return value  # type: ignore[no-any-return]
    if kind is not bool and issubclass(kind, Real | Decimal):
        with suppress(ValueError, OverflowError):  # not finite
            return Fraction(value if kind is Decimal else repr(float(value)))
    raise InputError(f"within: expected a finite number, found {value!r:.60}")


def within(absolute: float | Fraction | None = None, *, relative: float | Fraction | None = None) -> Function:
    """1 for numbers that are not further apart than a tolerance, else 0; with both, the larger one counts.

    ``relative`` is a share of the larger of the two numbers. Numbers are compared exactly as they are written: 0.4 is
    within 0.1 of 0.3. To compare with NaN or infinity is an error. Nearness is not transitive: 1 may be near 2, and 2
    near 3, but 1 not near 3; the matching decides which of them are paired.

    >>> match(within(0.1)).f1([0.1 + 0.2], [0.3]).value
    1.0
    >>> print(within(relative=0.01))
    within(relative=0.01)
    """
    tolerances = {name: each for name, each in (("absolute", absolute), ("relative", relative)) if each is not None}
    if not tolerances:
        raise DefinitionError("within: expected a tolerance, absolute or relative, found none")
    for name, each in tolerances.items():
        if isinstance(each, bool) or not isinstance(each, int | float | Fraction) or not 0 <= each < float("inf"):
            raise DefinitionError(f"within: expected {name} to be a finite number of at least 0, found {each!r}")
    exact = {name: decimal(each) for name, each in tolerances.items()}
    width = exact.get("absolute", 0)
    keys = None if "relative" in exact else (Neighbourhood(width, True), Neighbourhood(width, False))
    shown = ", ".join(digits(each) if name == "absolute" else f"{name}={digits(each)}" for name, each in exact.items())
    return Function(Within(width, exact.get("relative", 0)), f"within({shown})", keys, 1, checked=False)


@dataclass(frozen=True, slots=True)
class _Ratio:
    method: str

    def __call__(self, predicted: str, gold: str) -> float:
        return float(_rapidfuzz(self.method)(checked_text(predicted), checked_text(gold)))


def _rapidfuzz(method: str) -> Callable[[str, str], float]:
    # An optional dependency.
    try:
        from rapidfuzz import distance
    except ImportError:
        raise MissingExtraError("string similarity", "strings") from None
    measures: dict[str, Callable[[str, str], float]] = {
        "levenshtein": distance.Levenshtein.normalized_similarity,
        "indel": distance.Indel.normalized_similarity,
        "jaro_winkler": distance.JaroWinkler.normalized_similarity,
        "longest_common_subsequence": distance.LCSseq.normalized_similarity,
    }
    if method not in measures:
        raise DefinitionError(f"expected one of {', '.join(measures)}, found {method!r}")
    return measures[method]


def string_similarity(method: str = "levenshtein") -> Function:
    """How alike two strings are by their letters, from 0 to 1 (rapidfuzz)."""
    _rapidfuzz(method)
    return Function(_Ratio(method), method, None, 1)
