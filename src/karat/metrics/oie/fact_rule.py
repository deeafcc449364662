"""What the benchmarks with a rule of their own over fact synsets have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from karat import algebra as k
from karat.model import Annotation, Extraction

if TYPE_CHECKING:
    from karat.metrics.oie.benchie import FactGold


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a rule decides of one extraction among the others of its sentence.

    ``synsets`` are the places of those that it is credited with, or would be if no other extraction had them.
    ``reason`` says in words how the decision was made; it is empty where no synset accepts the extraction at all.
    """

    correct: bool
    synsets: tuple[int, ...] = ()
    reason: str = ""


class FactRule(k.Metric):
    """A metric of a sentence: ``predicted`` are its extractions, ``gold`` is what ``prepare`` makes of its annotation.

    All extractions of a sentence are judged together, since one may take what another could have had.
    """

    nary: ClassVar[str] = "join"
    """What becomes of the arguments after the second, for the signature."""

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        """Whether the gold has what the rule needs."""
        raise NotImplementedError

    def prepare(self, annotation: Annotation) -> Any:
        """Make a sentence's gold ready; what is made serves any number of systems."""
        raise NotImplementedError

    def prepared(self, gold: FactGold) -> Any:
        """What ``prepare`` makes of a sentence's gold, made once for all systems."""
        if self not in gold.made:
            gold.made[self] = self.prepare(gold.annotation)
        return gold.made[self]

    def rulings(self, predicted: Sequence[Extraction], gold: Any) -> list[Ruling]:
        """Say what becomes of each extraction, and why."""
        raise NotImplementedError
