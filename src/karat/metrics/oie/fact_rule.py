"""The interface of benchmarks that score fact synsets by a rule of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from karat import algebra as k
from karat.model import Annotation, Extraction
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.metrics.oie.benchie import FactGold


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule's decision on one extraction.

    ``synsets`` are the indices of those that it is credited with, or would be if no other extraction had them.
    ``reason`` explains the decision in words; it is empty where no synset accepts the extraction.
    """

    correct: bool
    synsets: tuple[int, ...] = ()
    reason: str = ""

    __repr__ = one_line


class FactRule(k.Metric):
    """A metric of a sentence: ``predicted`` are its extractions, ``gold`` is what ``prepare`` makes of its annotation.

    All extractions of a sentence are judged together, since they may compete for a synset.
    """

    nary: ClassVar[str] = "join"
    """How arguments after the second are treated, for the signature."""
    reads_marks: ClassVar[bool] = False
    """Whether the polarity and modality of extractions count."""

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        """Whether the gold has what the rule needs."""
        raise NotImplementedError

    def prepare(self, annotation: Annotation) -> Any:
        """Prepare a sentence's gold, once for all systems."""
        raise NotImplementedError

    def prepared(self, gold: FactGold) -> Any:
        """Get the prepared gold of a sentence, preparing it at the first call."""
        if self not in gold.by_rule:
            gold.by_rule[self] = self.prepare(gold.annotation)
        return gold.by_rule[self]

    def rulings(self, predicted: Sequence[Extraction], gold: Any) -> list[Ruling]:
        """Decide on each extraction, and say why."""
        raise NotImplementedError
