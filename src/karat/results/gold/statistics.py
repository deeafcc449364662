"""The size of a gold standard: Table 3 of BenchIE's first version, lengths, optional parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from karat.formats.benchmarks.carb_gold import as_scored
from karat.model import Annotation, Extraction, TupleAnnotation
from karat.one_line import one_line
from karat.results.gold.expansions import Expansions, written_words


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
