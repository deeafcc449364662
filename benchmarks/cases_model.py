"""Alignment of a system's output with a benchmark's sentences, beside the least one can do: a bare dictionary."""

from __future__ import annotations

import random
from collections import defaultdict

from case import Case

from karat.model import Aligned, Extraction, Row, Sentence, align

Input = tuple[list[Row], list[Sentence]]
WORDS = [
    "the",
    "a",
    "river",
    "bridge",
    "flows",
    "under",
    "old",
    "sleeps",
    "bird",
    "sings",
    "in",
    "spring",
    "and",
    "winter",
]


def output(sentences: int, extractions: int, seed: int = 1) -> Input:
    """Sentences of random words, and rows that name their sentence by its text."""
    draw = random.Random(seed)
    texts = [f"{number} " + " ".join(draw.choices(WORDS, k=20)) for number in range(sentences)]
    rows = [
        Row(Extraction(draw.choice(WORDS), (draw.choice(WORDS), draw.choice(WORDS))), sentence=draw.choice(texts))
        for _ in range(extractions)
    ]
    return rows, [Sentence(str(number), text) for number, text in enumerate(texts)]


def by_karat(given: Input) -> Aligned:
    return align(*given)


def by_dictionary(given: Input) -> dict[str, list[Extraction | None]]:
    """Group by the raw text: no folding of white space, no ids, no report of what is left over."""
    rows, _ = given
    groups: dict[str, list[Extraction | None]] = defaultdict(list)
    for row in rows:
        groups[row.sentence or ""].append(row.extraction)
    return groups


def same(ours: Aligned, theirs: dict[str, list[Extraction | None]]) -> bool:
    """The same groups, whatever their order."""
    return sorted(map(repr, filter(None, ours.extractions))) == sorted(repr(tuple(group)) for group in theirs.values())


CASES = tuple(
    Case(
        name="model/align",
        size=f"{extractions:,} rows, {sentences:,} sentences",
        prepare=lambda sentences=sentences, extractions=extractions: output(sentences, extractions),
        karat=by_karat,
        peers={"floor: bare dictionary": by_dictionary},
        agree=same,
    )
    for sentences, extractions in ((300, 3_000), (10_000, 100_000))
)
