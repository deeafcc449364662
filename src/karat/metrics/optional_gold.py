"""Gold that may be found but need not be: MUC's optional templates and fillers."""

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
    """Two aligned templates: the chosen pairs of their fillers, and the gold mass that then counts."""

    predicted: Sequence[Any]
    gold: Sequence[Any]
    cells: list[Cell]
    counted: Number


@dataclass(frozen=True)
class OptionalGold(k.Metric):
    """A template metric whose gold counts optional parts only where something is matched with them.

    An optional filler that is not matched leaves the gold, and so does an optional template that is not aligned. Of
    the alignments of most credit, of templates and of fillers within them, the one counts that leaves most of the
    optional gold unmatched; so nothing that fits something mandatory as well is spent on something optional.

    ``parts`` gives a template's fillers, its type among them; ``filler`` is the credit of two, ``aligning`` the one by
    which templates are aligned, where it differs; ``usable`` says how well two templates may be aligned, if at all.
    """

    parts: Callable[[Template], Sequence[Any]]
    filler: k.Similarity
    aligning: k.Similarity
    usable: k.Similarity
    normaliser: Normaliser = field(default_factory=FMeasure)
    name: str = field(default="", compare=False)

    @cached_property
    def mandatory(self) -> k.Normalised:
        """The same metric, to which nothing is optional."""
        return k.match(k.match(self.filler).on(self.parts), by=self.usable).normalised(self.normaliser)

    def __str__(self) -> str:
        return f"{self.mandatory}, optional gold left out where it is missed"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return self.mandatory.latex()

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [*self.mandatory.choices(), "optional:not_missed"]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        """Score one document."""
        if not any(template.optional or any(map(_optional, template.fillers)) for template in gold):
            return self.mandatory.score(predicted, gold, time_limit=time_limit)
        ours, theirs = list(arranged(predicted)), list(arranged(gold))
        pairs = self._aligned(ours, theirs)
        matched = total([weight for pair in pairs.values() for _, _, weight in pair.cells])
        found = {column for _, column in pairs}
        missed = [self._left(template) for column, template in enumerate(theirs) if column not in found]
        return k.Score(
            matched,
            total([self.filler.plan.own_predicted(part) for template in ours for part in self.parts(template)]),
            matched,
            total([*(pair.counted for pair in pairs.values()), *missed]),
            self.normaliser,
            None,
            lambda: self._alignment(ours, theirs, pairs),
        )

    def _aligned(self, predicted: list[Template], gold: list[Template]) -> dict[tuple[int, int], _Pair]:
        """The aligned templates by their places."""
        cells = alike(predicted, gold, self.usable.plan)
        known = {(row, column): self._pair(predicted[row], gold[column], self.aligning) for row, column, _ in cells}
        extras = [self._left(gold[column]) - known[row, column].counted for row, column, _ in cells]
        chosen = [(row, column) for row, column, _ in heaviest_then(cells, extras)]
        if self.filler is self.aligning:
            return {place: known[place] for place in chosen}
        return {(row, column): self._pair(predicted[row], gold[column], self.filler) for row, column in chosen}

    def _pair(self, predicted: Template, gold: Template, filler: k.Similarity) -> _Pair:
        """Match the fillers of two templates for the most credit, then for the least optional gold."""
        mine, theirs = self.parts(predicted), self.parts(gold)
        cells = alike(list(mine), list(theirs), filler.plan)
        masses = [filler.plan.own_gold(part) for part in theirs]
        chosen = heaviest_then(cells, [-masses[column] if _optional(theirs[column]) else 0 for _, column, _ in cells])
        found = {column for _, column, _ in chosen}
        counted = [mass for at, mass in enumerate(masses) if at in found or not _optional(theirs[at])]
        return _Pair(mine, theirs, chosen, total(counted))

    def _left(self, template: Template) -> Number:
        """The gold mass of a template that is not aligned."""
        parts = [] if template.optional else [part for part in self.parts(template) if not _optional(part)]
        return total([self.filler.plan.own_gold(part) for part in parts])

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


def _without(elements: Sequence[Any], places: set[int]) -> tuple[Any, ...]:
    return tuple(each for place, each in enumerate(elements) if place not in places)


def _optional(part: Any) -> bool:
    return isinstance(part, SlotFiller) and part.optional
