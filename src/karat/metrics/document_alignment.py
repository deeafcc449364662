"""Templates aligned for the highest F1 of the document: GTT's scorer and the error analysis of Das et al.

An optimal matching of the algebra maximises a sum over pairs. These programs maximise F1, a ratio of sums, so they need
a search of their own, which is here. It returns masses like any other metric.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from karat import algebra as k
from karat.algebra.definitions.notation import FULL
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import FMeasure, Masses
from karat.metrics.template_text import Comparable, first_places, normalised_strings
from karat.model import Entity, Template

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
        ours, theirs = self.strings(predicted, gold)
        total, _, pairs = self._align(ours, theirs)
        return k.Score(*total, self.normaliser, None, lambda: self._alignment(ours, theirs, pairs))

    def slots(self, predicted: Any, gold: Any) -> Mapping[str, k.Score]:
        """Score each slot of the document, under the document's alignment."""
        ours, theirs = self.strings(predicted, gold)
        _, rows, _ = self._align(ours, theirs)
        return {slot: k.Score(*masses, self.normaliser) for slot, masses in rows.items()}

    def _align(
        self, predicted: Sequence[Template], gold: Sequence[Template]
    ) -> tuple[Masses, dict[str, Masses], list[tuple[int, int]]]:
        ours, theirs = list(map(by_slot, predicted)), list(map(by_slot, gold))
        cells: dict[tuple[int, int], Counts] = {}
        for p, prediction in enumerate(predicted):
            for g, truth in enumerate(gold):
                cells[p, g] = self._count(ours[p], theirs[g]) if self.fits(prediction.type, truth.type) else {}
        sums = {
            pair: (sum(a for a, _ in counts.values()), sum(b for _, b in counts.values()))
            for pair, counts in cells.items()
        }
        sizes = [sum(len(values) for slots in side for values in slots.values()) for side in (ours, theirs)]
        pairs = [pair for pair in highest_f1(len(predicted), len(gold), sums, *sizes) if any(sums[pair])]
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
        return total, {slot: Masses(*row) for slot, row in rows.items()}, pairs

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


def f1(matched_predicted: int, predicted: int, matched_gold: int, gold: int) -> Number:
    """Compute F1 exactly; 0 where nothing is matched."""
    if not matched_predicted or not matched_gold:
        return 0
    return Fraction(2 * matched_predicted * matched_gold, matched_predicted * gold + matched_gold * predicted)


Cells = Mapping[tuple[int, int], tuple[int, int]]


def highest_f1(rows: int, columns: int, cells: Cells, predicted: int, gold: int) -> list[tuple[int, int]]:
    """Find the first alignment with the highest F1, by branch and bound over the rows; an unaligned row comes last.

    A branch is pruned when the upper bound of its remaining rows is not enough, or when an earlier branch used the same
    columns and earned at least as much on both sides.
    """
    if rows == 1 == columns or not rows or not columns:
        return [(0, 0)] if rows and columns else []
    bound = _UpperBound(rows, columns, cells)
    matched_predicted, matched_gold = bound.of_sum()
    lower = f1(matched_predicted, predicted, matched_gold, gold)
    best: Number = -1
    best_pairs: list[tuple[int, int]] = []
    seen: dict[tuple[int, int], list[tuple[int, int]]] = {}
    # A stack instead of recursion: the branch pushed last is tried first.
    stack: list[tuple[int, int, int, int, tuple[tuple[int, int], ...]]] = [(0, 0, 0, 0, ())]
    while stack:
        row, used, matched_predicted, matched_gold, pairs = stack.pop()
        more = bound.remaining(row, used)
        upper = f1(matched_predicted + more[0], predicted, matched_gold + more[1], gold)
        if upper <= best or upper < lower:
            continue
        if row == rows:
            best, best_pairs = upper, list(pairs)
            continue
        earlier = seen.setdefault((row, used), [])
        if any(a >= matched_predicted and b >= matched_gold for a, b in earlier):
            continue
        earlier.append((matched_predicted, matched_gold))
        stack.append((row + 1, used, matched_predicted, matched_gold, pairs))
        for column in reversed(range(columns)):
            if not used >> column & 1:
                earned = cells[row, column]
                taken = (*pairs, (row, column))
                stack.append(
                    (row + 1, used | 1 << column, matched_predicted + earned[0], matched_gold + earned[1], taken)
                )
    return best_pairs


class _UpperBound:
    """The most that the rows from a given one on can earn in the unused columns, each side by itself."""

    def __init__(self, rows: int, columns: int, cells: Cells) -> None:
        self.columns = columns
        self.table = np.array([[cells[p, g] for g in range(columns)] for p in range(rows)], dtype=np.int64).reshape(
            rows, columns, 2
        )
        self.bounds: dict[tuple[int, int], tuple[int, int]] = {}

    def remaining(self, row: int, used: int) -> tuple[int, int]:
        if (row, used) not in self.bounds:
            free = [column for column in range(self.columns) if not used >> column & 1]
            table = self.table[row:, free]
            if table.size <= 2:
                bound = (int(table[..., 0].sum()), int(table[..., 1].sum()))
            else:
                bound = (_assigned_sum(table[..., 0]), _assigned_sum(table[..., 1]))
            self.bounds[row, used] = bound
        return self.bounds[row, used]

    def of_sum(self) -> tuple[int, int]:
        """Compute what an alignment that is optimal for the sum of both sides earns: a lower bound of the best F1."""
        if not self.table.size:
            return 0, 0
        rows, columns = _assignment(self.table.sum(axis=-1))
        return int(self.table[rows, columns, 0].sum()), int(self.table[rows, columns, 1].sum())


def _assignment(table: Any) -> Any:
    # scipy is slow to import.
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment(table, maximize=True)


def _assigned_sum(table: Any) -> int:
    rows, columns = _assignment(table)
    return int(table[rows, columns].sum())


# Du et al. (2021): a predicted value is matched if some gold value has all its mentions, a gold value if some such
# prediction exists. So two predictions may both be matched with one gold value, and the two sides differ.
_included = k.sides(precision=k.match(k.subset, k.N_TO_ONE), recall=k.match(k.subset, k.ONE_TO_N))
GTT = DocumentAlignment(substring, _included, normalised_strings).named("gtt")

# Das et al. (2022), before any transformation: predicted mentions one-to-one with gold entities that have them.
ERROR_ANALYSIS = DocumentAlignment(same, k.match(k.subset).f1, first_places).named("error_analysis")
