"""Templates aligned for the highest F1 of the document: GTT's scorer and the error analysis of Das et al.

An optimal matching of the algebra maximises a sum over pairs. These programs maximise F1, a ratio of sums, so they need
a search of their own, which is here. It returns masses like any other metric.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from karat import algebra as k
from karat.algebra.definitions.notation import FULL
from karat.algebra.scores.normaliser import FMeasure, Masses
from karat.algebra.solvers.assignment import Sums
from karat.algebra.solvers.deadline import Deadline
from karat.metrics.template_text import Comparable, first_places, normalised_strings
from karat.model import Entity, Template

ALWAYS_COMPARED = 64
"""So many pairs of templates are compared whatever the time limit."""

TYPE = "incident_type"
"""The slot of a template's type, which is scored like any other slot."""


def substring(predicted: str, gold: str) -> bool:
    """Whether the predicted type is a substring of the gold type: ``attack`` fits ``attack / bombing``."""
    return predicted in gold


def same(predicted: str, gold: str) -> bool:
    """Whether the types are equal."""
    return predicted == gold


def by_slot(template: Template) -> dict[str, list[Any]]:
    """Group a template's string fills by slot, and its type, if it has one, in the slot ``TYPE``."""
    slots: dict[str, list[Any]] = {TYPE: [template.type]} if template.type else {}
    for filler in template.fillers:
        if isinstance(filler.value, Entity):
            slots.setdefault(filler.slot, []).append(filler.value)
    return slots


Counts = dict[str, tuple[int, int]]
"""By slot: how many predicted values and how many gold values are matched."""


@dataclass(frozen=True)
class DocumentAlignment(k.Metric):
    """A metric that aligns templates one-to-one so that the document's F1 is highest.

    Of equally good alignments, the first is used: they are ordered by the gold template of the first prediction, then
    of the second, and so on; leaving a prediction unaligned comes last. ``strings`` makes the strings of both sides
    comparable; ``fits`` says which types may be aligned; ``values`` scores one slot of two aligned templates.
    """

    fits: Callable[[str, str], bool]
    values: k.Metric
    strings: Comparable = normalised_strings
    normaliser: FMeasure = field(default_factory=FMeasure)
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"F[max F: {self.fits.__name__}(type), {self.values}]"

    def latex(self) -> str:
        inner = self.values.latex()  # type: ignore[attr-defined]
        return rf"\mathrm{{F}}[\max \mathrm{{F}}: \mathrm{{{self.fits.__name__}}}(type), {inner}]"

    @property
    def definition(self) -> str:
        return f"F[max F: {FULL.function(self.fits.__name__, 'type', self.fits)}, {self.values.definition}]"

    def choices(self) -> list[str]:
        strings = f"strings:{FULL.function(self.strings.__name__, '', self.strings)}"
        return [f"def:{self.definition}", strings, "align:document_f1", "avg:micro", self.normaliser.signature]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        deadline = Deadline.after(time_limit)
        ours, theirs = self.strings(predicted, gold)
        total, _, pairs, bound = self._align(ours, theirs, deadline)
        return k.Score(*total, self.normaliser, bound, lambda: self._alignment(ours, theirs, pairs))

    def slots(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> Mapping[str, k.Score]:
        """Score each slot of the document, under the document's alignment."""
        deadline = Deadline.after(time_limit)
        ours, theirs = self.strings(predicted, gold)
        _, rows, _, bound = self._align(ours, theirs, deadline)
        return {
            slot: k.Score(*masses, self.normaliser, None if bound is None else masses.predicted)
            for slot, masses in rows.items()
        }

    def _align(
        self, predicted: Sequence[Template], gold: Sequence[Template], deadline: Deadline
    ) -> tuple[Masses, dict[str, Masses], list[tuple[int, int]], int | None]:
        """Align the templates; the bound is ``None`` if the alignment is proved to be the one that is defined."""
        # Not at start-up: it imports scipy.
        from karat.algebra.solvers.f1_search import highest_f1

        ours, theirs = list(map(by_slot, predicted)), list(map(by_slot, gold))
        cells: dict[tuple[int, int], Counts] = {}
        complete = True
        for number, (p, g) in enumerate(product(range(len(predicted)), range(len(gold)))):
            if number >= ALWAYS_COMPARED and deadline.passed():
                complete = False
                break
            if self.fits(predicted[p].type, gold[g].type):
                cells[p, g] = self._count(ours[p], theirs[g])
        sums = {
            pair: (sum(a for a, _ in counts.values()), sum(b for _, b in counts.values()))
            for pair, counts in cells.items()
        }
        sizes = Sums(*(sum(len(values) for slots in side for values in slots.values()) for side in (ours, theirs)))
        found = highest_f1(len(predicted), len(gold), sums, sizes, deadline)
        pairs = [pair for pair in found.columns.items() if any(sums.get(pair, ()))]
        rows: dict[str, list[int]] = {}
        for column, side in ((1, ours), (3, theirs)):
            for slots in side:
                for slot, values in slots.items():
                    rows.setdefault(slot, [0, 0, 0, 0])[column] += len(values)
        for pair in pairs:
            for slot, (matched_predicted, matched_gold) in cells[pair].items():
                rows[slot][0] += matched_predicted
                rows[slot][2] += matched_gold
        total = Masses(*(sum(column) for column in zip(*rows.values(), strict=True))) if rows else Masses(0, 0, 0, 0)
        # Pairs that were not compared in time may earn anything.
        bound = found.bound if complete else sizes.predicted + 1
        return total, {slot: Masses(*row) for slot, row in rows.items()}, pairs, bound

    def _count(self, predicted: dict[str, list[Any]], gold: dict[str, list[Any]]) -> Counts:
        counts: Counts = {TYPE: (1, 1)} if TYPE in predicted and TYPE in gold else {}
        for slot, values in predicted.items():
            if slot != TYPE and slot in gold:
                masses = self.values.score(values, gold[slot]).row
                counts[slot] = (int(masses[0]), int(masses[2]))
        return counts

    def _alignment(
        self, predicted: Sequence[Template], gold: Sequence[Template], pairs: Sequence[tuple[int, int]]
    ) -> k.Alignment:
        matches = []
        for p, g in pairs:
            ours, theirs = by_slot(predicted[p]), by_slot(gold[g])
            credit = sum(right for right, _ in self._count(ours, theirs).values())
            inner = []
            for slot in dict.fromkeys([*theirs, *ours]):
                if slot != TYPE:
                    alignment = self.values.score(ours.get(slot, []), theirs.get(slot, [])).alignment
                    inner.append((slot, alignment or k.Alignment()))
            matches.append(k.Match(predicted[p], gold[g], credit, tuple(inner)))
        rows, columns = {p for p, _ in pairs}, {g for _, g in pairs}
        return k.Alignment(
            tuple(matches),
            tuple(template for p, template in enumerate(predicted) if p not in rows),
            tuple(template for g, template in enumerate(gold) if g not in columns),
        )


# Du et al. (2021): a predicted value is matched if some gold value has all its mentions, a gold value if some such
# prediction exists. So two predictions may both be matched with one gold value, and the two sides differ.
_included = k.sides(precision=k.match(k.subset, k.N_TO_ONE), recall=k.match(k.subset, k.ONE_TO_N))
GTT = DocumentAlignment(substring, _included, normalised_strings).named("gtt")

# Das et al. (2022), before any transformation: predicted mentions one-to-one with gold entities that have them.
ERROR_ANALYSIS = DocumentAlignment(same, k.match(k.subset).f1, first_places).named("error_analysis")
