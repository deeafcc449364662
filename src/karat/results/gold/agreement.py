"""Agreement between annotators at the level of facts (BenchIE, section 2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import AlignmentError
from karat.metrics.oie.carb import sentence_key
from karat.model import Annotation, Sentence
from karat.one_line import one_line
from karat.results.gold.expansions import shared_expansions
from karat.results.statistics.intervals import Interval, intervals, intervals_object
from karat.results.statistics.resampling import Resampling, mass_array, unless_off
from karat.results.statistics.shares import Shares
from karat.version import __version__

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers


@dataclass(frozen=True, slots=True)
class SharedFacts:
    """The number of synsets that each annotator has for a sentence, and how many of them the other covers."""

    sentence: Sentence
    covered_a: int
    synsets_a: int
    covered_b: int
    synsets_b: int

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class FactAgreement:
    """Recall of A's facts by B's extractions, the reverse, and their mean, which is the agreement.

    ``intervals`` are those of the three values, in that order, over sentences. ``only_a`` and ``only_b`` are sentences
    that only one of them annotated, which are left out.
    """

    sentences: tuple[SharedFacts, ...]
    only_a: tuple[Sentence, ...]
    only_b: tuple[Sentence, ...]
    intervals: tuple[Interval | None, ...] = (None, None, None)
    resampling: Resampling | None = None

    __repr__ = one_line

    @property
    def recall_a(self) -> float | None:
        """The share of A's synsets for which B has an extraction."""
        return _share(self.counts["covered_a"], self.counts["synsets_a"])

    @property
    def recall_b(self) -> float | None:
        """The share of B's synsets for which A has an extraction."""
        return _share(self.counts["covered_b"], self.counts["synsets_b"])

    @property
    def value(self) -> float | None:
        """The mean of the two recalls."""
        first, second = self.recall_a, self.recall_b
        return None if first is None or second is None else (first + second) / 2

    @property
    def values(self) -> tuple[float | None, float | None, float | None]:
        """Both recalls and their mean, in the order of the intervals."""
        return self.recall_a, self.recall_b, self.value

    @property
    def counts(self) -> dict[str, int]:
        """The number of covered synsets and of all synsets, over all sentences."""
        names = ("covered_a", "synsets_a", "covered_b", "synsets_b")
        return {name: sum(getattr(sentence, name) for sentence in self.sentences) for name in names}

    @property
    def signature(self) -> str:
        """Every choice that can change the numbers."""
        drawn = f"|{self.resampling.signature()}" if self.resampling else ""
        return f"fact-agreement|match:shared_expansion|avg:micro{drawn}|v:{__version__}"

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as a JSON document."""
        names = ("recall_a", "recall_b", "agreement")
        return {
            "sentences": len(self.sentences),
            "only_a": [sentence.id for sentence in self.only_a],
            "only_b": [sentence.id for sentence in self.only_b],
            **dict(zip(names, self.values, strict=True)),
            "intervals": intervals_object(names, self.intervals),
            "counts": self.counts,
            "signature": self.signature,
        }


def fact_agreement(
    a: Iterable[Annotation],
    b: Iterable[Annotation],
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
) -> FactAgreement:
    """Compare two annotations of the same sentences, which are paired by id or else by text.

    A synset is covered if some pattern of the other annotator, in any synset, has an expansion in common with it. This
    is decided on the patterns, without listing expansions. ``resampling=None`` or ``Resampling(resamples=0)`` leaves
    out intervals.
    """
    first, second = list(a), list(b)
    pairs = _pair_annotations(first, second)
    if not pairs:
        raise AlignmentError("expected two annotations of the same sentences, found none that is in both")
    in_a, in_b = ({annotation.sentence.id for annotation in side} for side in zip(*pairs, strict=True))
    return sum_agreement(
        [shared_facts(one, other) for one, other in pairs],
        resampling,
        only_a=[annotation.sentence for annotation in first if annotation.sentence.id not in in_a],
        only_b=[annotation.sentence for annotation in second if annotation.sentence.id not in in_b],
    )


def sum_agreement(
    sentences: Sequence[SharedFacts],
    resampling: Resampling | None = Resampling(),  # noqa: B008 - as above
    *,
    only_a: Sequence[Sentence] = (),
    only_b: Sequence[Sentence] = (),
) -> FactAgreement:
    """Sum up the counts of sentences that were compared one at a time, for annotations that fill no memory."""
    drawn: Sequence[Interval | None] = (None, None, None)
    resampling = unless_off(resampling)
    if resampling is not None:
        rows = ((each.covered_a, each.synsets_a, each.covered_b, each.synsets_b) for each in sentences)
        drawn = intervals(mass_array(rows), Shares(_recalls, (1, 1, 3, 3)), resampling)
    return FactAgreement(tuple(sentences), tuple(only_a), tuple(only_b), tuple(drawn), resampling)


def _pair_annotations(a: Sequence[Annotation], b: Sequence[Annotation]) -> list[tuple[Annotation, Annotation]]:
    by_id = {annotation.sentence.id: annotation for annotation in b}
    by_text: dict[str, Annotation] = {}
    for annotation in b:
        by_text.setdefault(sentence_key(annotation.sentence.text), annotation)
    pairs = []
    taken: set[str] = set()
    for annotation in a:
        key = sentence_key(annotation.sentence.text)
        other = by_id.get(annotation.sentence.id)
        if other is None or sentence_key(other.sentence.text) != key:
            other = by_text.get(key)
        if other is not None and other.sentence.id not in taken:
            taken.add(other.sentence.id)
            pairs.append((annotation, other))
    return pairs


def shared_facts(a: Annotation, b: Annotation) -> SharedFacts:
    """Count the synsets of two annotations of one sentence, and those that the other has an extraction of."""
    first, second = ([synset.facts for synset in each.synsets] for each in (a, b))
    alike = list(shared_expansions(first, second))
    covered_a, covered_b = {one for one, _, _ in alike}, {other for _, other, _ in alike}
    return SharedFacts(a.sentence, len(covered_a), len(first), len(covered_b), len(second))


def _recalls(sums: Numbers) -> Numbers:
    first, second = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
    return np.stack([first, second, (first + second) / 2], axis=-1)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
