"""Optional gold, which costs nothing when missed: MUC's optional templates and fillers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from karat import algebra as k
from karat.algebra.plans.pairing import alike
from karat.algebra.scores.alignment import arranged
from karat.algebra.scores.exact import Number, total
from karat.algebra.scores.normaliser import FMeasure, Normaliser
from karat.algebra.solvers.assignment import Cell, heaviest_then
from karat.model import SlotFiller, Template


class _Pair(NamedTuple):
    """Two aligned templates: the matched pairs of their fillers, and the gold mass that counts for them."""

    predicted: Sequence[Any]
    gold: Sequence[Any]
    cells: list[Cell]
    counted: Number


@dataclass(frozen=True)
class OptionalGold(k.Metric):
    """A template metric that counts optional gold only where something is matched with it.

    An optional filler that is not matched is removed from the gold, and so is an optional template that is not aligned.
    Among alignments with the most credit, of templates and of the fillers in them, the one with the least optional gold
    is used, so that a prediction that also fits something mandatory is never matched with something optional.

    ``parts`` lists a template's fillers and its type; ``filler`` is the credit of two fillers; ``aligning`` is the
    credit by which templates are aligned, where that differs; ``usable`` is the similarity of two templates, 0 where
    they must not be aligned.
    """

    parts: Callable[[Template], Sequence[Any]]
    filler: k.Similarity
    aligning: k.Similarity
    usable: k.Similarity
    normaliser: Normaliser = field(default_factory=FMeasure)
    name: str = field(default="", compare=False)

    @cached_property
    def mandatory(self) -> k.Normalised:
        """The same metric with all gold mandatory."""
        return k.match(k.match(self.filler).on(self.parts), by=self.usable).normalised(self.normaliser)

    def __str__(self) -> str:
        return f"{self.mandatory}, optional gold left out where it is missed"

    def latex(self) -> str:
        return self.mandatory.latex()

    def choices(self) -> list[str]:
        return [*self.mandatory.choices(), "optional:not_missed"]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        if not any(template.optional or any(map(_optional, template.fillers)) for template in gold):
            return self.mandatory.score(predicted, gold, time_limit=time_limit)
        ours, theirs = list(arranged(predicted)), list(arranged(gold))
        pairs = self._align(ours, theirs)
        matched = total([weight for pair in pairs.values() for _, _, weight in pair.cells])
        aligned = {column for _, column in pairs}
        missed = [self._missed_mass(template) for column, template in enumerate(theirs) if column not in aligned]
        return k.Score(
            matched,
            total([self.filler.plan.own(part, 0) for template in ours for part in self.parts(template)]),
            matched,
            total([*(pair.counted for pair in pairs.values()), *missed]),
            self.normaliser,
            None,
            lambda: self._alignment(ours, theirs, pairs),
        )

    def _align(self, predicted: list[Template], gold: list[Template]) -> dict[tuple[int, int], _Pair]:
        """Align the templates; keys are their positions."""
        cells = alike(predicted, gold, self.usable.plan)
        pairs = {
            (row, column): self._match_fillers(predicted[row], gold[column], self.aligning) for row, column, _ in cells
        }
        extras = [self._missed_mass(gold[column]) - pairs[row, column].counted for row, column, _ in cells]
        chosen = [(row, column) for row, column, _ in heaviest_then(cells, extras)]
        if self.filler is self.aligning:
            return {position: pairs[position] for position in chosen}
        return {(row, column): self._match_fillers(predicted[row], gold[column], self.filler) for row, column in chosen}

    def _match_fillers(self, predicted: Template, gold: Template, filler: k.Similarity) -> _Pair:
        """Match the fillers of two templates for the most credit, then for the least optional gold."""
        predicted_parts, gold_parts = self.parts(predicted), self.parts(gold)
        cells = alike(list(predicted_parts), list(gold_parts), filler.plan)
        masses = [filler.plan.own(part, 1) for part in gold_parts]
        chosen = heaviest_then(
            cells, [-masses[column] if _optional(gold_parts[column]) else 0 for _, column, _ in cells]
        )
        matched = {column for _, column, _ in chosen}
        counted = [mass for column, mass in enumerate(masses) if column in matched or not _optional(gold_parts[column])]
        return _Pair(predicted_parts, gold_parts, chosen, total(counted))

    def _missed_mass(self, template: Template) -> Number:
        """Compute the gold mass of a template that is not aligned."""
        parts = [] if template.optional else [part for part in self.parts(template) if not _optional(part)]
        return total([self.filler.plan.own(part, 1) for part in parts])

    def _alignment(
        self, predicted: list[Template], gold: list[Template], pairs: dict[tuple[int, int], _Pair]
    ) -> k.Alignment:
        matches = [
            k.Match(predicted[row], gold[column], total([weight for *_, weight in pair.cells]), self._inside(pair))
            for (row, column), pair in pairs.items()
        ]
        rows, columns = {row for row, _ in pairs}, {column for _, column in pairs}
        return k.Alignment(tuple(matches), _without(predicted, rows), _without(gold, columns))

    def _inside(self, pair: _Pair) -> tuple[tuple[str, k.Alignment], ...]:
        plan = self.filler.plan
        matches = [
            k.Match(pair.predicted[row], pair.gold[column], weight, plan.inside(pair.predicted[row], pair.gold[column]))
            for row, column, weight in pair.cells
        ]
        rows, columns = {row for row, *_ in pair.cells}, {column for _, column, _ in pair.cells}
        inside = k.Alignment(tuple(matches), _without(pair.predicted, rows), _without(pair.gold, columns))
        return (("", inside),)


def _without(elements: Sequence[Any], positions: set[int]) -> tuple[Any, ...]:
    return tuple(element for position, element in enumerate(elements) if position not in positions)


def _optional(part: Any) -> bool:
    return isinstance(part, SlotFiller) and part.optional
