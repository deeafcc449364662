"""Agreement between annotators at the level of facts (BenchIE, section 2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import AlignmentError
from karat.metrics.oie.carb import sentence_key
from karat.model import Annotation, Sentence
from karat.results.gold.expansions import Expansions, shared
from karat.results.statistics.intervals import Interval, intervals
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.shares import Shares
from karat.version import __version__

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers


@dataclass(frozen=True, slots=True)
class SharedFacts:
    """How many synsets of a sentence each annotator has, and how many of them the other has too."""

    sentence: Sentence
    covered_a: int
    synsets_a: int
    covered_b: int
    synsets_b: int


@dataclass(frozen=True, slots=True)
class FactAgreement:
    """Recall of A's facts by B's extractions, the reverse, and their mean, which is the agreement.

    The intervals, of the three values in that order, are over sentences; ``only_a`` and ``only_b`` are sentences that
    the other has not annotated, which are left out.
    """

    sentences: tuple[SharedFacts, ...]
    only_a: tuple[Sentence, ...]
    only_b: tuple[Sentence, ...]
    intervals: tuple[Interval | None, ...] = (None, None, None)
    resampling: Resampling | None = None

    @property
    def recall_a(self) -> float | None:
        """The share of A's synsets of which B has an extraction."""
        return _share(sum(each.covered_a for each in self.sentences), sum(each.synsets_a for each in self.sentences))

    @property
    def recall_b(self) -> float | None:
        """The share of B's synsets of which A has an extraction."""
        return _share(sum(each.covered_b for each in self.sentences), sum(each.synsets_b for each in self.sentences))

    @property
    def value(self) -> float | None:
        """The mean of the two."""
        first, second = self.recall_a, self.recall_b
        return None if first is None or second is None else (first + second) / 2

    @property
    def values(self) -> tuple[float | None, float | None, float | None]:
        """Both recalls and their mean, in the order of the intervals."""
        return self.recall_a, self.recall_b, self.value

    @property
    def counts(self) -> dict[str, int]:
        """How many synsets are covered, of how many, over all sentences."""
        names = ("covered_a", "synsets_a", "covered_b", "synsets_b")
        return {name: sum(getattr(each, name) for each in self.sentences) for name in names}

    @property
    def signature(self) -> str:
        """Every choice that can move the numbers."""
        drawn = f"|{self.resampling.signature()}" if self.resampling else ""
        return f"fact-agreement|match:shared_expansion|avg:micro{drawn}|v:{__version__}"

    def to_json(self) -> dict[str, Any]:
        """Give the numbers as a document."""
        names = ("recall_a", "recall_b", "agreement")
        return {
            "sentences": len(self.sentences),
            "only_a": [sentence.id for sentence in self.only_a],
            "only_b": [sentence.id for sentence in self.only_b],
            **dict(zip(names, self.values, strict=True)),
            "intervals": {
                name: [interval.low, interval.high] if interval else None
                for name, interval in zip(names, self.intervals, strict=True)
            },
            "counts": self.counts,
            "signature": self.signature,
        }


def fact_agreement(
    a: Iterable[Annotation],
    b: Iterable[Annotation],
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
) -> FactAgreement:
    """Compare two annotations of the same sentences, which are known by their ids or, failing that, by their texts.

    A synset of one is covered where some pattern of the other, in any of its synsets, has an expansion in common with
    it. Whether there is one is decided by the patterns; no expansion is listed. ``resampling=None`` leaves intervals
    out, and so does ``Resampling(resamples=0)``.
    """
    first, second = list(a), list(b)
    pairs = _paired(first, second)
    if not pairs:
        raise AlignmentError("expected two annotations of the same sentences, found none that is in both")
    sentences = tuple(_shared_facts(one, other) for one, other in pairs)
    in_a, in_b = ({each.sentence.id for each in side} for side in zip(*pairs, strict=True))
    drawn: Sequence[Interval | None] = (None, None, None)
    resampling = unless_off(resampling)
    if resampling is not None:
        drawn = intervals(_masses(sentences), Shares(_recalls, (1, 1, 3, 3)), resampling)
    return FactAgreement(
        sentences,
        tuple(each.sentence for each in first if each.sentence.id not in in_a),
        tuple(each.sentence for each in second if each.sentence.id not in in_b),
        tuple(drawn),
        resampling,
    )


def _paired(a: Sequence[Annotation], b: Sequence[Annotation]) -> list[tuple[Annotation, Annotation]]:
    by_id = {each.sentence.id: each for each in b}
    by_text: dict[str, Annotation] = {}
    for each in b:
        by_text.setdefault(sentence_key(each.sentence.text), each)
    pairs = []
    taken: set[str] = set()
    for one in a:
        key = sentence_key(one.sentence.text)
        other = by_id.get(one.sentence.id)
        if other is None or sentence_key(other.sentence.text) != key:
            other = by_text.get(key)
        if other is not None and other.sentence.id not in taken:
            taken.add(other.sentence.id)
            pairs.append((one, other))
    return pairs


def _shared_facts(a: Annotation, b: Annotation) -> SharedFacts:
    first = [Expansions(synset.facts) for synset in a.synsets]
    second = [Expansions(synset.facts) for synset in b.synsets]
    alike = [[shared(one, other) is not None for other in second] for one in first]
    return SharedFacts(
        a.sentence,
        sum(map(any, alike)),
        len(first),
        sum(any(row[place] for row in alike) for place in range(len(second))),
        len(second),
    )


def _masses(sentences: Sequence[SharedFacts]) -> Numbers:
    rows = [(each.covered_a, each.synsets_a, each.covered_b, each.synsets_b) for each in sentences]
    return np.array(rows, dtype=np.float64)


def _recalls(sums: Numbers) -> Numbers:
    first, second = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    return np.stack([first, second, (first + second) / 2], axis=-1)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
