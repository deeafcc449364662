"""Gold that may be found but need not be: MUC's optional templates and fillers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from karat import algebra as k
from karat.model import SlotFiller, Template


@dataclass(frozen=True)
class OptionalGold(k.Metric):
    """A template metric whose gold loses the optional parts that nothing was matched with.

    Leaving out what is not matched leaves the best alignment the best, so only the gold's mass changes.
    """

    inner: k.Normalised
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.inner}, optional gold left out where it is missed"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return self.inner.latex()

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [*self.inner.choices(), "optional:not_missed"]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        """Score one document."""
        found = self.inner.score(predicted, gold, time_limit=time_limit)
        if not any(template.optional or _optional(template.fillers) for template in gold):
            return found
        alignment = found.alignment
        assert alignment is not None
        missed = sum(_missed(template) for template in alignment.unmatched_gold)
        missed += sum(
            _optional(each for each in inner.unmatched_gold if isinstance(each, SlotFiller))
            for match in alignment.matches
            for _, inner in match.inner
        )
        masses = found.masses
        return k.Score(*masses[:3], masses.gold - missed, found.normaliser, found.bound, lambda: alignment)


def _missed(template: Template) -> int:
    """What a template that was not found does not cost: all of it, or its optional fillers."""
    return len(template.fillers) + 1 if template.optional else _optional(template.fillers)


def _optional(fillers: Iterable[SlotFiller]) -> int:
    return sum(filler.optional for filler in fillers)
