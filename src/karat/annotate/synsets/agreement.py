"""Agreement of two annotators: on facts as ``karat gold agreement`` has it, on synsets, and on optional words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from karat.annotate.synsets.comparison import Comparison, compare, optional_flags
from karat.annotate.synsets.gold import annotation_from_state
from karat.annotate.synsets.state import State
from karat.model import Sentence
from karat.one_line import one_line
from karat.results.gold.statistics import FactAgreement, shared_facts, sum_agreement
from karat.results.statistics.resampling import Resampling

Work = tuple[Sentence, State, State]
"""A sentence, and the states of A and B."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many things A and B have, and how many of them both have."""

    both: int = 0
    a: int = 0
    b: int = 0

    __repr__ = one_line

    def __add__(self, other: PairCounts) -> PairCounts:
        return PairCounts(self.both + other.both, self.a + other.a, self.b + other.b)

    @property
    def value(self) -> float | None:
        """Dice's coefficient: what both have, twice, over what each has; undefined if neither has any."""
        return 2 * self.both / (self.a + self.b) if self.a + self.b else None

    def to_json(self) -> dict[str, Any]:
        """Give the value and the counts."""
        return {"value": self.value, "both": self.both, "a": self.a, "b": self.b}


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement at three levels.

    ``facts``: each one's recall by the other, and the mean. ``synsets``: synsets that can be paired one to one.
    ``triples``: triples of the same words, in paired synsets. ``optional``: of the words of these, those that are
    optional.
    """

    facts: FactAgreement
    synsets: PairCounts
    triples: PairCounts
    optional: PairCounts

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give all values with their counts."""
        return {
            "facts": self.facts.to_json(),
            "synsets": self.synsets.to_json(),
            "triples": self.triples.to_json(),
            "optional_tokens": self.optional.to_json(),
        }


def agreement(
    works: Iterable[Work],
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
) -> Agreement | None:
    """Measure the agreement of two annotators on the sentences that both did; ``None`` if there are none.

    Of each sentence only counts are kept.
    """
    sentences = []
    synsets = triples = optional = PairCounts()
    for sentence, a, b in works:
        sentences.append(shared_facts(annotation_from_state(a, sentence), annotation_from_state(b, sentence)))
        comparison = compare(a, b)
        synsets += PairCounts(len(comparison.matched), len(a.synsets), len(b.synsets))
        triples += _count_triples(comparison, a, b)
        optional += count_optional(comparison)
    if not sentences:
        return None
    return Agreement(sum_agreement(sentences, resampling), synsets, triples, optional)


def _count_triples(comparison: Comparison, a: State, b: State) -> PairCounts:
    both = sum(pair.a is not None and pair.b is not None for synsets in comparison.matched for pair in synsets.triples)
    return PairCounts(both, len(a.triple_ids()), len(b.triple_ids()))


def count_optional(comparison: Comparison) -> PairCounts:
    """Count optional words in triples that both have with the same words."""
    counts = PairCounts()
    for synsets in comparison.matched:
        for pair in synsets.triples:
            if pair.a is None or pair.b is None:
                continue
            for first, second in zip(optional_flags(pair.a), optional_flags(pair.b), strict=True):
                flags = [(one, other) for (_, one), (_, other) in zip(first, second, strict=True)]
                both = sum(one and other for one, other in flags)
                counts += PairCounts(both, sum(one for one, _ in flags), sum(other for _, other in flags))
    return counts
