"""Target parses: the syntax that the paraphrases of a sentence should have, drawn by frequency from a bank.

For a source parse ``s``, the target ``t`` is drawn with probability #(s, t) / Σ #(s, t') (Qi et al., 2023, §2.1).
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from karat.cliques.bank import ParseBank
from karat.cliques.parses import render_labels
from karat.cliques.rouge import WEIGHTS, Weights
from karat.cliques.similarity import SOURCES, Similar, SourceIndex
from karat.errors import InputError
from karat.model import Member
from karat.syntax.trees import skeleton

TARGETS = 5


@dataclass(frozen=True, slots=True)
class Target:
    """A parse for a paraphrase, the source parse it was drawn for, its similarity, and the probability of the draw."""

    source: str
    similarity: float
    probability: float
    parse: str


@dataclass(frozen=True, slots=True)
class Targets:
    """A sentence with its own parse and the targets of its paraphrases."""

    original: Member
    parse: str
    targets: tuple[Target, ...]


class TargetSampler:
    """Draws targets from a bank: for ``sources`` parses similar to a sentence's own, up to ``targets`` each.

    A draw depends only on the seed, the sentence's text and the source parse, not on the order of the sentences or on
    how they are split among machines. No parse is drawn twice for a sentence.
    """

    def __init__(
        self,
        bank: ParseBank,
        *,
        seed: int = 0,
        sources: int = SOURCES,
        targets: int = TARGETS,
        weights: Weights = WEIGHTS,
    ) -> None:
        for name, value in (("source parse", sources), ("target parse for each source", targets)):
            if value < 1:
                raise InputError(f"expected at least 1 {name}, found {value}")
        self.bank = bank
        self.seed = seed
        self.sources = sources
        self.targets = targets
        self._index = SourceIndex(bank, weights)
        self._similar: dict[str, tuple[Similar, ...]] = {}

    def draw(self, original: Member) -> Targets:
        """Draw the targets of a sentence, which must have a tree."""
        if original.tree is None:
            raise InputError(f"sentence {original.sentence.id!r}: expected a tree, found none")
        parse = render_labels(skeleton(original.tree, self.bank.height))
        if parse not in self._similar:  # many sentences have the same parse
            self._similar[parse] = self._index.most_similar(parse, self.sources)
        drawn: dict[str, Target] = {}
        for similar in self._similar[parse]:
            counts = self.bank.targets[similar.parse]
            chance = random.Random(f"{self.seed}\n{original.sentence.text}\n{similar.parse}")  # noqa: S311 (no secret)
            for target in sample(counts, self.targets, chance, without=drawn):
                drawn[target] = Target(similar.parse, similar.score, counts[target] / similar.count, target)
        return Targets(original, parse, tuple(drawn.values()))

    def draw_all(self, originals: Iterable[Member]) -> Iterator[Targets]:
        """Draw the targets of each sentence."""
        return map(self.draw, originals)


def sample(
    counts: Mapping[str, int], wanted: int, chance: random.Random, without: Collection[str] = ()
) -> Iterator[str]:
    """Draw up to ``wanted`` different names, each in proportion to the counts of the remaining ones."""
    remaining = {name: count for name, count in counts.items() if name not in without}
    for _ in range(min(wanted, len(remaining))):
        ends = list(accumulate(remaining.values()))
        name = list(remaining)[bisect_right(ends, chance.randrange(ends[-1]))]
        del remaining[name]
        yield name
