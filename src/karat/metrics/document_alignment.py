"""Templates aligned so that the document's F1 is highest: GTT's scorer and the error analysis of Das et al.

An optimal matching of the algebra maximises a sum. These programs maximise F1 of two sums, right predictions over
predictions and found gold over gold, which no sum of pairs gives. So the search is here, and gives the same masses.
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
"""The slot of a template's type, which counts like any other."""


def substring(predicted: str, gold: str) -> bool:
    """The predicted type stands inside the gold's: ``attack`` fits ``attack / bombing``."""
    return predicted in gold


def same(predicted: str, gold: str) -> bool:
    """The types are equal."""
    return predicted == gold


def by_slot(template: Template) -> dict[str, list[Any]]:
    """A template's string fills by their slots, its type among them where it has one."""
    slots: dict[str, list[Any]] = {TYPE: [template.type]} if template.type else {}
    for filler in template.fillers:
        if isinstance(filler.value, Entity):
            slots.setdefault(filler.slot, []).append(filler.value)
    return slots


Counts = dict[str, tuple[int, int]]
"""By slot: how many predicted values are right, how many gold values are found."""


@dataclass(frozen=True)
class DocumentAlignment(k.Metric):
    """Templates one-to-one, the alignment of the highest document F1; of equal ones the first.

    Alignments are ordered by the gold template of the first prediction, then of the second, and so on; none comes last.
    ``strings`` makes the strings of both sides comparable; ``fits`` says which types may be aligned; ``values`` scores
    the values of one slot in two aligned templates.
    """

    fits: Callable[[str, str], bool]
    values: k.Metric
    strings: Comparable = normalised_strings
    normaliser: FMeasure = field(default_factory=FMeasure)
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"F[max F: {self.fits.__name__}(type), {self.values}]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        inner = self.values.latex()  # type: ignore[attr-defined]
        return rf"\mathrm{{F}}[\max \mathrm{{F}}: \mathrm{{{self.fits.__name__}}}(type), {inner}]"

    @property
    def definition(self) -> str:
        """The definition with every choice."""
        return f"F[max F: {FULL.function(self.fits.__name__, 'type', self.fits)}, {self.values.definition}]"

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        strings = f"strings:{FULL.function(self.strings.__name__, '', self.strings)}"
        return [f"def:{self.definition}", strings, "align:document_f1", "avg:micro", self.normaliser.signature]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        """Score one document."""
        ours, theirs = self.strings(predicted, gold)
        total, _, pairs = self._aligned(ours, theirs)
        return k.Score(*total, self.normaliser, None, lambda: self._alignment(ours, theirs, pairs))

    def slots(self, predicted: Any, gold: Any) -> Mapping[str, k.Score]:
        """The document's score in each slot, under the one alignment of the document."""
        ours, theirs = self.strings(predicted, gold)
        _, rows, _ = self._aligned(ours, theirs)
        return {slot: k.Score(*masses, self.normaliser) for slot, masses in rows.items()}

    def _aligned(
        self, predicted: Sequence[Template], gold: Sequence[Template]
    ) -> tuple[Masses, dict[str, Masses], list[tuple[int, int]]]:
        ours, theirs = list(map(by_slot, predicted)), list(map(by_slot, gold))
        cells: dict[tuple[int, int], Counts] = {}
        for p, one in enumerate(predicted):
            for g, other in enumerate(gold):
                cells[p, g] = self._pair(ours[p], theirs[g]) if self.fits(one.type, other.type) else {}
        sums = {
            pair: (sum(a for a, _ in each.values()), sum(b for _, b in each.values())) for pair, each in cells.items()
        }
        sizes = [sum(len(values) for each in side for values in each.values()) for side in (ours, theirs)]
        pairs = [pair for pair in highest_f1(len(predicted), len(gold), sums, *sizes) if any(sums[pair])]
        rows: dict[str, list[int]] = {}
        for column, side in ((1, ours), (3, theirs)):
            for each in side:
                for slot, values in each.items():
                    rows.setdefault(slot, [0, 0, 0, 0])[column] += len(values)
        for pair in pairs:
            for slot, (right, found) in cells[pair].items():
                rows[slot][0] += right
                rows[slot][2] += found
        total = Masses(*(sum(column) for column in zip(*rows.values(), strict=True))) if rows else Masses(0, 0, 0, 0)
        return total, {slot: Masses(*row) for slot, row in rows.items()}, pairs

    def _pair(self, predicted: dict[str, list[Any]], gold: dict[str, list[Any]]) -> Counts:
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
            credit = sum(right for right, _ in self._pair(ours, theirs).values())
            inner = []
            for slot in dict.fromkeys([*theirs, *ours]):
                if slot != TYPE:
                    found = self.values.score(ours.get(slot, []), theirs.get(slot, [])).alignment
                    inner.append((slot, found or k.Alignment()))
            matches.append(k.Match(predicted[p], gold[g], credit, tuple(inner)))
        left = [
            [t for n, t in enumerate(side) if n not in {pair[at] for pair in pairs}]
            for at, side in enumerate((predicted, gold))
        ]
        return k.Alignment(tuple(matches), tuple(left[0]), tuple(left[1]))


def f1(right: int, predicted: int, found: int, gold: int) -> Number:
    """F1 of two shares, exactly; 0 where nothing is right."""
    if not right or not found:
        return 0
    return Fraction(2 * right * found, right * gold + found * predicted)


Cells = Mapping[tuple[int, int], tuple[int, int]]


def highest_f1(rows: int, columns: int, cells: Cells, predicted: int, gold: int) -> list[tuple[int, int]]:
    """Find the first alignment of the highest F1, row by row, columns in order and none last.

    A branch is left when even all that its rows could still earn would not be enough, or when an earlier branch used
    the same columns and earned at least as much on both sides.
    """
    if rows == 1 == columns or not rows or not columns:
        return [(0, 0)] if rows and columns else []
    most = _Most(rows, columns, cells)
    right, found = most.together()
    least = f1(right, predicted, found, gold)
    best: Number = -1
    kept: list[tuple[int, int]] = []
    seen: dict[tuple[int, int], list[tuple[int, int]]] = {}
    # A stack in place of recursion; what is pushed last is tried first.
    stack: list[tuple[int, int, int, int, tuple[tuple[int, int], ...]]] = [(0, 0, 0, 0, ())]
    while stack:
        row, used, right, found, pairs = stack.pop()
        more = most.left(row, used)
        reach = f1(right + more[0], predicted, found + more[1], gold)
        if reach <= best or reach < least:
            continue
        if row == rows:
            best, kept = reach, list(pairs)
            continue
        earlier = seen.setdefault((row, used), [])
        if any(a >= right and b >= found for a, b in earlier):
            continue
        earlier.append((right, found))
        stack.append((row + 1, used, right, found, pairs))
        for column in reversed(range(columns)):
            if not used >> column & 1:
                earned = cells[row, column]
                taken = (*pairs, (row, column))
                stack.append((row + 1, used | 1 << column, right + earned[0], found + earned[1], taken))
    return kept


class _Most:
    """What the rows from one on can still earn in the columns not yet used, each side taken by itself."""

    def __init__(self, rows: int, columns: int, cells: Cells) -> None:
        self.columns = columns
        self.table = np.array([[cells[p, g] for g in range(columns)] for p in range(rows)], dtype=np.int64).reshape(
            rows, columns, 2
        )
        self.known: dict[tuple[int, int], tuple[int, int]] = {}

    def left(self, row: int, used: int) -> tuple[int, int]:
        """The most on each side."""
        if (row, used) not in self.known:
            free = [column for column in range(self.columns) if not used >> column & 1]
            table = self.table[row:, free]
            if table.size <= 2:
                most = (int(table[..., 0].sum()), int(table[..., 1].sum()))
            else:
                most = (_assigned(table[..., 0]), _assigned(table[..., 1]))
            self.known[row, used] = most
        return self.known[row, used]

    def together(self) -> tuple[int, int]:
        """What an alignment that is best for the sum of both sides earns: the F1 to be reached."""
        if not self.table.size:
            return 0, 0
        rows, columns = _places(self.table.sum(axis=-1))
        return int(self.table[rows, columns, 0].sum()), int(self.table[rows, columns, 1].sum())


def _places(table: Any) -> Any:
    # scipy waits until used: it is slow to import.
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment(table, maximize=True)


def _assigned(table: Any) -> int:
    rows, columns = _places(table)
    return int(table[rows, columns].sum())


# Du et al. (2021): a value is right if some gold value has all its mentions, a gold value found if it has some such
# value; so two predictions may both be right for one gold value, and the two sides differ.
_included = k.sides(precision=k.match(k.subset, k.N_TO_ONE), recall=k.match(k.subset, k.ONE_TO_N))
GTT = DocumentAlignment(substring, _included, normalised_strings).named("gtt")

# Das et al. (2022), before any transformation: predicted mentions one-to-one with gold entities that have them.
ERROR_ANALYSIS = DocumentAlignment(same, k.match(k.subset).f1, first_places).named("error_analysis")
