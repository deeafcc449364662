"""From masses to a value: precision, recall, Fβ, Jaccard (Chen et al., 2023, equation 4 to 7)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.algebra.scores.exact import Number, digits, exact, quotient, ratio
from karat.errors import DefinitionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Masses(NamedTuple):
    """The masses of both sides and how much of each is matched; masses add over documents."""

    matched_predicted: Number
    predicted: Number
    matched_gold: Number
    gold: Number


@dataclass(frozen=True, slots=True)
class Normaliser(ABC):
    """Makes one value of four masses; ``empty`` is the value of 0/0, ``None`` where it is undefined.

    ``whole`` says that objects are compared as wholes, so that each has the mass 1. Precision and recall would then
    repeat the value, so they are undefined. The metric sets it.
    """

    empty: float | None = None
    whole: bool = field(default=False, kw_only=True, repr=False)

    sign = ""

    def __post_init__(self) -> None:
        if self.empty is not None and not 0 <= self.empty <= 1:
            raise DefinitionError(f"empty: expected a value from 0 to 1, or None, found {self.empty!r}")

    def parts(self, masses: Masses) -> tuple[Number, Number, Number, Number]:
        """The numerators and denominators of precision and recall."""
        return masses

    def precision(self, masses: Masses) -> Number | None:
        """Share of what was predicted that is matched; undefined where objects are compared as wholes."""
        return None if self.whole else self._precision(masses)

    def recall(self, masses: Masses) -> Number | None:
        """Share of the gold that is matched; undefined where objects are compared as wholes."""
        return None if self.whole else self._recall(masses)

    def _precision(self, masses: Masses) -> Number | None:
        top, bottom, _, _ = self.parts(masses)
        return ratio(top, bottom) if bottom else self._undefined()

    def _recall(self, masses: Masses) -> Number | None:
        _, _, top, bottom = self.parts(masses)
        return ratio(top, bottom) if bottom else self._undefined()

    def _undefined(self) -> Number | None:
        return None if self.empty is None else exact(self.empty)

    def f(self, masses: Masses, beta: float = 1) -> Number | None:
        """Weighted harmonic mean of precision and recall; 0 where one side is empty and the other is not."""
        found = self.f_quotient(masses, beta)
        return None if found is None else ratio(*found)

    def f_quotient(self, masses: Masses, beta: float = 1) -> tuple[int, int] | None:
        """The same as numerator and denominator."""
        one, predicted, other, gold = self.parts(masses)
        if not predicted or not gold:
            precision, recall = self._precision(masses), self._recall(masses)
            if precision is None or recall is None:
                return None if precision is recall else (0, 1)
            one, predicted, other, gold = precision, 1, recall, 1
        if not one or not other:
            return 0, 1
        if one is other and beta == 1 and type(predicted) is int and type(gold) is int:
            matched, below = one.as_integer_ratio()
            return 2 * matched, below * (predicted + gold)
        matched, predicted = quotient(one, predicted)
        found, gold = quotient(other, gold)
        if beta == 1:
            return 2 * matched * found, matched * gold + found * predicted
        weight = exact(beta) ** 2
        return quotient((1 + weight) * matched * found, weight * matched * gold + found * predicted)

    @abstractmethod
    def value(self, masses: Masses) -> Number | None:
        """The normalised score."""

    def nested(self, masses: Masses) -> Number:
        """The value as a similarity: two empty structures are alike (1), one empty structure is like nothing (0)."""
        value = self.value(masses)
        if value is None:
            return 0 if masses.predicted or masses.gold else 1
        return value

    def columns(self, masses: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Precision, recall, F1 and the value of many masses (last axis) at once; NaN where undefined."""
        import numpy as np  # not at start-up

        precision, recall = self._shares(masses)
        undefined = np.nan if self.empty is None else self.empty
        precision = np.where(np.isnan(precision), undefined, precision)
        recall = np.where(np.isnan(recall), undefined, recall)
        f1 = self._harmonic(precision, recall, 1.0)
        value = self._column(masses, precision, recall)
        if self.whole:
            precision = recall = np.full_like(f1, np.nan)
        return precision, recall, f1, value

    def _shares(self, masses: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return _divide(masses[..., 0], masses[..., 1]), _divide(masses[..., 2], masses[..., 3])

    def _harmonic(
        self, precision: NDArray[np.float64], recall: NDArray[np.float64], beta: float
    ) -> NDArray[np.float64]:
        import numpy as np  # not at start-up

        bottom = beta**2 * precision + recall
        value = _divide((1 + beta**2) * precision * recall, bottom)
        value = np.where(bottom == 0, 0.0, value)
        return np.where(np.isnan(precision) != np.isnan(recall), 0.0, value)

    @abstractmethod
    def _column(
        self, masses: NDArray[np.float64], precision: NDArray[np.float64], recall: NDArray[np.float64]
    ) -> NDArray[np.float64]: ...

    def to_json(self) -> dict[str, Any]:
        """Name the normaliser and its choices."""
        if KINDS.get(type(self).__name__) is not type(self):
            raise DefinitionError(f"expected one of Karat's normalisers to write, found {type(self).__name__}")
        choices = {name: getattr(self, name) for name in _fields(type(self)) if name != "whole" or self.whole}
        return {"kind": type(self).__name__, **choices}

    @property
    def signature(self) -> str:
        """The choices that the notation does not show, the value of 0/0 among them."""
        return "|".join([*self._unsigned(), f"empty:{'undefined' if self.empty is None else digits(self.empty)}"])

    def choices(self) -> list[str]:
        """What the signature says beside the defaults."""
        return [each for each in self.signature.split("|") if each != "empty:undefined"]

    def _unsigned(self) -> list[str]:
        """Choices that the sign does not say; a class of one's own is one."""
        kind = type(self)
        return [] if KINDS.get(kind.__name__) is kind else [f"normaliser:{kind.__name__}"]


def _divide(top: NDArray[np.float64], bottom: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np  # not at start-up

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(bottom == 0, np.nan, top / bottom)


def _fields(kind: type[Normaliser]) -> tuple[str, ...]:
    return tuple(kind.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class Precision(Normaliser):
    """Equation 4."""

    sign = "P"

    def value(self, masses: Masses) -> Number | None:
        """Share of what was predicted that is matched."""
        return self._precision(masses)

    def _column(
        self, masses: NDArray[np.float64], precision: NDArray[np.float64], recall: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        return precision


@dataclass(frozen=True, slots=True)
class Recall(Normaliser):
    """Equation 5."""

    sign = "R"

    def value(self, masses: Masses) -> Number | None:
        """Share of the gold that is matched."""
        return self._recall(masses)

    def _column(
        self, masses: NDArray[np.float64], precision: NDArray[np.float64], recall: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        return recall


@dataclass(frozen=True, slots=True)
class FMeasure(Normaliser):
    """Equation 6; recall counts β times as much as precision."""

    beta: float = 1

    def __post_init__(self) -> None:
        Normaliser.__post_init__(self)  # super() finds no class in a slotted dataclass
        if not 0 <= self.beta < float("inf"):
            raise DefinitionError(f"β: expected a number of at least 0, found {self.beta!r}")

    @property
    def sign(self) -> str:  # type: ignore[override]
        """F, with β where it is not 1."""
        return "F" if self.beta == 1 else f"F{self.beta:g}"

    def _unsigned(self) -> list[str]:
        beta = digits(self.beta)
        return [*Normaliser._unsigned(self), *([] if self.sign in ("F", f"F{beta}") else [f"beta:{beta}"])]

    def value(self, masses: Masses) -> Number | None:
        """Weighted harmonic mean of precision and recall."""
        return self.f(masses, self.beta)

    def _column(
        self, masses: NDArray[np.float64], precision: NDArray[np.float64], recall: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        return self._harmonic(precision, recall, self.beta)


@dataclass(frozen=True, slots=True)
class CoveredF(FMeasure):
    """BenchIE's: a covered gold item is one true positive, however many predictions cover it.

    P = matched_gold / (matched_gold + predicted − matched_predicted), R = matched_gold / gold.
    """

    def _unsigned(self) -> list[str]:
        return ["precision:covered", *FMeasure._unsigned(self)]

    def parts(self, masses: Masses) -> tuple[Number, Number, Number, Number]:
        """For precision: covered gold items among these and the predictions that cover none."""
        covered = masses.matched_gold
        return covered, covered + masses.predicted - masses.matched_predicted, covered, masses.gold

    def _shares(self, masses: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        bottom = masses[..., 2] + masses[..., 1] - masses[..., 0]
        return _divide(masses[..., 2], bottom), _divide(masses[..., 2], masses[..., 3])


@dataclass(frozen=True, slots=True)
class Jaccard(Normaliser):
    """Equation 7; where both sides have matched masses of their own, their mean is what is shared."""

    sign = "J"

    def value(self, masses: Masses) -> Number | None:
        """The shared mass divided by that of the union."""
        shared = Fraction(masses.matched_predicted + masses.matched_gold) / 2
        union = masses.predicted + masses.gold - shared
        return ratio(shared, union) if union else self._undefined()

    def _column(
        self, masses: NDArray[np.float64], precision: NDArray[np.float64], recall: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        import numpy as np  # not at start-up

        shared = (masses[..., 0] + masses[..., 2]) / 2
        value = _divide(shared, masses[..., 1] + masses[..., 3] - shared)
        return np.where(np.isnan(value), np.nan if self.empty is None else self.empty, value)


@dataclass(frozen=True, slots=True)
class Overlap(Normaliser):
    """No normaliser: the matched mass itself (equation 13)."""

    sign = "Σ"

    def value(self, masses: Masses) -> Number | None:
        """The matched mass; the larger one where the sides differ, which is the sum over all matched pairs."""
        return max(masses.matched_predicted, masses.matched_gold)

    def _column(
        self, masses: NDArray[np.float64], precision: NDArray[np.float64], recall: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        import numpy as np  # not at start-up

        return np.maximum(masses[..., 0], masses[..., 2])


KINDS: dict[str, type[Normaliser]] = {
    kind.__name__: kind for kind in (Precision, Recall, FMeasure, CoveredF, Jaccard, Overlap)
}


def from_json(value: dict[str, Any]) -> Normaliser:
    """Read what :meth:`Normaliser.to_json` wrote."""
    choices = dict(value)
    return KINDS[choices.pop("kind")](**choices)
