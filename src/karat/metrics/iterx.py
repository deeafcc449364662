"""CEAF-RME as IterX's program computes it, which is not quite its equations (Chen et al., 2023, 27 and 28).

Templates are aligned by a sum, as in the algebra. But what is divided by is not what an element would earn against
itself: matched *mentions* over *entities*, or right predictions against gold entities that were hit. So the masses are
counted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from karat import algebra as k
from karat.algebra.scores.normaliser import FMeasure
from karat.metrics.template_text import normalised_strings
from karat.model import Entity, SlotFiller, Template

Tagged = frozenset[tuple[str, str, Any]]
"""An entity's mentions, each with the template's type and the slot: all three must agree."""


@dataclass(frozen=True)
class IterX(k.Metric):
    """Templates one-to-one by what their entities share.

    ``subset`` counts predicted entities that share a mention with some gold entity, and the gold entities so hit;
    ``phi3`` counts shared mentions of entities matched one-to-one. ``over`` says what is counted below the line.
    ``merged`` makes one entity of all that is predicted for a slot. Strings are normalised first, and gold templates
    without an entity left out.
    """

    similarity: Literal["subset", "phi3"]
    over: Literal["entities", "mentions"] = "entities"
    merged: bool = False
    normaliser: FMeasure = field(default_factory=lambda: FMeasure(empty=0))
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        sign = "φ⊆" if self.similarity == "subset" else "φ3"
        return f"F↔[Σ {sign}] over {self.over}" + (", slots merged" if self.merged else "")

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        sign = r"\phi_\subseteq" if self.similarity == "subset" else r"\phi_3"
        return rf"\mathrm{{F}}_\leftrightarrow[\Sigma {sign}]\ \mathrm{{over\ {self.over}}}"

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        merged = ["slots:merged"] if self.merged else []
        strings = f"strings:{normalised_strings.__name__}"
        return [f"def:{self}", strings, f"over:{self.over}", *merged, "avg:micro", self.normaliser.signature]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        """Score one document."""
        ours, theirs = normalised_strings(predicted, gold)
        # An empty row would move scipy's choice among equally good alignments; the program has none.
        theirs = [template for template in theirs if tagged(template, "")]
        if self.merged:
            ours = list(map(merged_slots, ours))
        cells, pairs = self._aligned(ours, theirs)
        right = sum(cells[pair][0] for pair in pairs)
        found = sum(cells[pair][1] for pair in pairs)
        sizes = [sum(self._size(template) for template in side) for side in (ours, theirs)]
        return k.Score(
            right, sizes[0], found, sizes[1], self.normaliser, None, lambda: _alignment(ours, theirs, cells, pairs)
        )

    def _size(self, template: Template) -> int:
        found = [filler.value for filler in template.fillers if isinstance(filler.value, Entity)]
        return len(found) if self.over == "entities" else sum(map(len, found))

    def _aligned(
        self, predicted: Sequence[Template], gold: Sequence[Template]
    ) -> tuple[dict[tuple[int, int], tuple[int, int]], list[tuple[int, int]]]:
        """What each pair earns on both sides, by places (predicted, gold), and the best pairs."""
        from scipy.optimize import linear_sum_assignment

        ours = [tagged(template, template.type) for template in predicted]
        count = hits if self.similarity == "subset" else shared
        rows: list[tuple[int, list[tuple[int, int]]]] = []
        for place, template in enumerate(gold):
            # A template of several types stands for the one that agrees best with what was predicted.
            copies = [tagged(template, kind.strip()) for kind in template.type.split("/")]
            earned = [[count(one, copy) for one in ours] for copy in copies]
            rows.append((place, max(earned, key=lambda row: sum(cell[0] for cell in row))))
        table = np.array([[cell[0] for cell in row] for _, row in rows], dtype=np.int64).reshape(len(gold), len(ours))
        places = zip(*linear_sum_assignment(table, maximize=True), strict=True) if table.size else ()
        cells = {(p, g): cell for g, row in rows for p, cell in enumerate(row)}
        return cells, [(int(p), int(g)) for g, p in places if table[g, p]]


def tagged(template: Template, kind: str) -> list[Tagged]:
    """A template's entities in order."""
    return [
        frozenset((kind, filler.slot, mention) for mention in filler.value)
        for filler in template.fillers
        if isinstance(filler.value, Entity)
    ]


def hits(predicted: Sequence[Tagged], gold: Sequence[Tagged]) -> tuple[int, int]:
    """Predicted entities that share a mention with some gold entity, and the gold entities that are hit first."""
    found = [next((place for place, other in enumerate(gold) if one & other), None) for one in predicted]
    hit = [place for place in found if place is not None]
    return len(hit), len(set(hit))


def shared(predicted: Sequence[Tagged], gold: Sequence[Tagged]) -> tuple[int, int]:
    """Mentions that entities share which are matched one-to-one."""
    overlap = int(_MENTIONS.similarity(predicted, gold))
    return overlap, overlap


_MENTIONS = k.match(k.match(k.equal))


def merged_slots(template: Template) -> Template:
    """A template with one entity a slot, of all its mentions."""
    slots: dict[str, set[Any]] = {}
    for filler in template.fillers:
        if isinstance(filler.value, Entity):
            slots.setdefault(filler.slot, set()).update(filler.value)
    return Template(
        template.type, tuple(SlotFiller(slot, Entity(frozenset(mentions))) for slot, mentions in slots.items())
    )


def _alignment(
    predicted: Sequence[Template],
    gold: Sequence[Template],
    cells: dict[tuple[int, int], tuple[int, int]],
    pairs: Sequence[tuple[int, int]],
) -> k.Alignment:
    matches = tuple(k.Match(predicted[p], gold[g], cells[p, g][0]) for p, g in pairs)
    ours, theirs = {p for p, _ in pairs}, {g for _, g in pairs}
    return k.Alignment(
        matches,
        tuple(template for place, template in enumerate(predicted) if place not in ours),
        tuple(template for place, template in enumerate(gold) if place not in theirs),
    )


ITERX_SUBSET = IterX("subset").named("iterx_subset")
ITERX_PHI3 = IterX("phi3").named("iterx_phi3")
ITERX_PHI3_MENTIONS = IterX("phi3", over="mentions", merged=True).named("iterx_phi3_mentions")
