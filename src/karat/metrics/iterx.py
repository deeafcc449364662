"""CEAF-RME as IterX's program computes it, which is not quite its equations (Chen et al., 2023, 27 and 28).

Templates are aligned by a sum, as in the algebra. But the program divides matched *mentions* by *entities*, or counts
different things on the two sides, which a similarity of the algebra cannot express. So the masses are counted here.
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
    """A metric that aligns templates one-to-one by what their entities share.

    ``subset`` counts the predicted entities that share a mention with some gold entity, and the gold entities they
    share one with; ``phi3`` counts the shared mentions of entities matched one-to-one. ``over`` is what the
    denominators count. ``merged`` merges all predicted entities of a slot into one. Strings are normalised first, and
    gold templates without an entity are ignored.
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
        sign = r"\phi_\subseteq" if self.similarity == "subset" else r"\phi_3"
        return rf"\mathrm{{F}}_\leftrightarrow[\Sigma {sign}]\ \mathrm{{over\ {self.over}}}"

    def choices(self) -> list[str]:
        merged = ["slots:merged"] if self.merged else []
        strings = f"strings:{normalised_strings.__name__}"
        return [f"def:{self}", strings, f"over:{self.over}", *merged, "avg:micro", self.normaliser.signature]

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.Score:
        ours, theirs = normalised_strings(predicted, gold)
        # An empty row would move scipy's choice among equally good alignments; the program has none.
        theirs = [template for template in theirs if tagged_entities(template, "")]
        if self.merged:
            ours = list(map(merge_slots, ours))
        cells, pairs = self._align(ours, theirs)
        matched_predicted = sum(cells[pair][0] for pair in pairs)
        matched_gold = sum(cells[pair][1] for pair in pairs)
        sizes = [sum(self._size(template) for template in side) for side in (ours, theirs)]
        return k.Score(
            matched_predicted,
            sizes[0],
            matched_gold,
            sizes[1],
            self.normaliser,
            None,
            lambda: _alignment(ours, theirs, cells, pairs),
        )

    def _size(self, template: Template) -> int:
        entities = [filler.value for filler in template.fillers if isinstance(filler.value, Entity)]
        return len(entities) if self.over == "entities" else sum(map(len, entities))

    def _align(
        self, predicted: Sequence[Template], gold: Sequence[Template]
    ) -> tuple[dict[tuple[int, int], tuple[int, int]], list[tuple[int, int]]]:
        """Compute what each pair (predicted, gold) earns on both sides, and the best pairs."""
        from scipy.optimize import linear_sum_assignment

        ours = [tagged_entities(template, template.type) for template in predicted]
        count = hits if self.similarity == "subset" else shared
        rows: list[tuple[int, list[tuple[int, int]]]] = []
        for position, template in enumerate(gold):
            # Of several types, the one that agrees best with the predictions is used.
            readings = [tagged_entities(template, kind.strip()) for kind in template.type.split("/")]
            earned = [[count(prediction, reading) for prediction in ours] for reading in readings]
            rows.append((position, max(earned, key=lambda row: sum(cell[0] for cell in row))))
        table = np.array([[cell[0] for cell in row] for _, row in rows], dtype=np.int64).reshape(len(gold), len(ours))
        assigned = zip(*linear_sum_assignment(table, maximize=True), strict=True) if table.size else ()
        cells = {(p, g): cell for g, row in rows for p, cell in enumerate(row)}
        return cells, [(int(p), int(g)) for g, p in assigned if table[g, p]]


def tagged_entities(template: Template, kind: str) -> list[Tagged]:
    """List a template's entities in order, each mention with the type and the slot."""
    return [
        frozenset((kind, filler.slot, mention) for mention in filler.value)
        for filler in template.fillers
        if isinstance(filler.value, Entity)
    ]


def hits(predicted: Sequence[Tagged], gold: Sequence[Tagged]) -> tuple[int, int]:
    """Count predicted entities that share a mention with some gold entity, and the first gold entity of each."""
    first_hits = [next((g for g, truth in enumerate(gold) if entity & truth), None) for entity in predicted]
    hit = [g for g in first_hits if g is not None]
    return len(hit), len(set(hit))


def shared(predicted: Sequence[Tagged], gold: Sequence[Tagged]) -> tuple[int, int]:
    """Count the mentions that entities matched one-to-one share."""
    overlap = int(_MENTIONS.similarity(predicted, gold))
    return overlap, overlap


_MENTIONS = k.match(k.match(k.equal))


def merge_slots(template: Template) -> Template:
    """Merge the entities of each slot into one."""
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
    rows, columns = {p for p, _ in pairs}, {g for _, g in pairs}
    return k.Alignment(
        matches,
        tuple(template for p, template in enumerate(predicted) if p not in rows),
        tuple(template for g, template in enumerate(gold) if g not in columns),
    )


ITERX_SUBSET = IterX("subset").named("iterx_subset")
ITERX_PHI3 = IterX("phi3").named("iterx_phi3")
ITERX_PHI3_MENTIONS = IterX("phi3", over="mentions", merged=True).named("iterx_phi3_mentions")
