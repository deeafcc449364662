"""The size of a gold standard (Table 3 of BenchIE's first version), and the agreement of two annotators' golds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import AlignmentError
from karat.formats.benchmarks.carb_gold import as_scored
from karat.metrics.oie.carb import sentence_key
from karat.model import Annotation, Extraction, Sentence, TupleAnnotation
from karat.one_line import one_line
from karat.results.gold.expansions import Expansions, shared_expansions, written_words
from karat.results.statistics.intervals import Interval, intervals, intervals_object
from karat.results.statistics.resampling import Resampling, mass_array, unless_off
from karat.results.statistics.shares import Shares
from karat.version import __version__

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers


@dataclass(frozen=True, slots=True)
class Lengths:
    """A summary of lengths in tokens; ``None`` where there are none."""

    count: int
    mean: float | None
    median: float | None
    longest: int | None

    __repr__ = one_line

    @classmethod
    def of(cls, counts: dict[int, int]) -> Lengths:
        """Summarise how often each length occurs, in exact arithmetic, since counts of expansions can be huge."""
        count = sum(counts.values())
        if not count:
            return cls(0, None, None, None)
        total = sum(length * times for length, times in counts.items())
        middle = (_length_at_rank(counts, (count - 1) // 2), _length_at_rank(counts, count // 2))
        return cls(count, total / count, sum(middle) / 2, max(counts))


def _length_at_rank(counts: dict[int, int], rank: int) -> int:
    """Return the length at a rank, counted from 0, among all lengths in ascending order."""
    passed = 0
    for length in sorted(counts):
        passed += counts[length]
        if rank < passed:
            return length
    raise AssertionError("the rank is below the number of lengths")


@dataclass(frozen=True, slots=True)
class FactStatistics:
    """Counts of a gold standard of fact synsets.

    ``extractions`` is the number of distinct expansions, summed over synsets; expansions are compared token by token,
    as in scoring. ``written`` counts distinct texts instead, as BenchIE's published totals do, so that an additional
    space makes a difference.
    """

    sentences: int
    without_synsets: int
    synsets: int
    facts: int
    extractions: int
    written: int
    largest: int
    optional_chunks: int
    facts_with_optional: int
    sentence_lengths: Lengths
    extraction_lengths: Lengths

    __repr__ = one_line

    @property
    def written_per_synset(self) -> float | None:
        """Distinct texts per synset, the last column of Table 3."""
        return self.written / self.synsets if self.synsets else None


def fact_statistics(annotations: Iterable[Annotation]) -> FactStatistics:
    """Count a gold standard of fact synsets; expansions are counted without listing them."""
    all_annotations = list(annotations)
    synsets = [synset for annotation in all_annotations for synset in annotation.synsets]
    facts = [fact for synset in synsets for fact in synset.facts]
    lengths: Counter[int] = Counter()
    largest = 0
    for synset in synsets:
        synset_lengths = Expansions(synset.facts).lengths()
        lengths.update(synset_lengths)
        largest = max(largest, sum(synset_lengths.values()))
    optional = [sum(chunk.optional for slot in fact for chunk in slot.chunks) for fact in facts]
    return FactStatistics(
        len(all_annotations),
        sum(not annotation.synsets for annotation in all_annotations),
        len(synsets),
        len(facts),
        lengths.total(),
        sum(Expansions(synset.facts, written_words).count() for synset in synsets),
        largest,
        sum(optional),
        sum(map(bool, optional)),
        Lengths.of(Counter(len(annotation.sentence.tokens) for annotation in all_annotations)),
        Lengths.of(lengths),
    )


@dataclass(frozen=True, slots=True)
class TupleStatistics:
    """Counts of a gold standard of single tuples, such as CaRB's; context is not an argument."""

    sentences: int
    tuples: int
    distinct: int
    nary: int
    sentence_lengths: Lengths
    tuple_lengths: Lengths

    __repr__ = one_line

    @property
    def tuples_per_sentence(self) -> float | None:
        """Gold tuples per sentence that has any."""
        return self.tuples / self.sentences if self.sentences else None


def tuple_statistics(annotations: Iterable[TupleAnnotation]) -> TupleStatistics:
    """Count a gold standard of tuples, as CaRB reads them."""
    all_annotations = [as_scored(annotation) for annotation in annotations]
    tuples = [extraction for annotation in all_annotations for extraction in annotation.extractions]
    return TupleStatistics(
        len(all_annotations),
        len(tuples),
        sum(len(set(annotation.extractions)) for annotation in all_annotations),
        sum(len(extraction.arguments) > 2 for extraction in tuples),
        Lengths.of(Counter(len(annotation.sentence.tokens) for annotation in all_annotations)),
        Lengths.of(Counter(map(token_count, tuples))),
    )


def token_count(extraction: Extraction) -> int:
    """Count the tokens of the relation and all arguments."""
    return len(" ".join((extraction.relation, *extraction.arguments)).split())


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
