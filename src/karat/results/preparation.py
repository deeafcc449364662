"""Prepare the extractions of some sentences for scoring, and count what changes; the counts add up over parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields

from karat.benchmarks.gold import Gold, check_texts
from karat.metrics.oie.benchie import is_explicit, only_triples
from karat.model import Extraction
from karat.one_line import one_line
from karat.results.checks.plausibility import count_repeats, note_repeats
from karat.results.options import Options
from karat.results.output_statistics import OutputCounts
from karat.results.slot_tokens import Evidence, GoldTokens, count_changed, find_divisions
from karat.results.system_result import Note


@dataclass(frozen=True, slots=True)
class PreparedCounts:
    """What was changed or left out of ``extractions``: ``repeats`` are counted, but stay.

    ``changed`` have words written or divided as in their sentence. The ``evidence`` of all parts decides whether words
    are divided.
    """

    extractions: int = 0
    repeats: int = 0
    changed: int = 0
    not_triples: int = 0
    implicit: int = 0
    evidence: Evidence = field(default_factory=Evidence)

    __repr__ = one_line

    def __add__(self, other: PreparedCounts) -> PreparedCounts:
        return PreparedCounts(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def notes(self) -> Iterator[Note]:
        """Say what a reader of the numbers should know."""
        yield from note_repeats(self.extractions, self.repeats)
        for what, count in (
            ("extractions with words written or divided as in their sentence", self.changed),
            ("marks inside words of the sentence (group - based), left as they are", self.evidence.kept_marks),
            ("extractions without exactly two arguments left out", self.not_triples),
            ("implicit extractions left out (a token is not in the sentence)", self.implicit),
        ):
            if count:
                yield Note(what, count)


@dataclass(frozen=True, slots=True)
class Prepared:
    """Extractions as they are scored, their number and lengths, and what was changed or left out of them."""

    extractions: list[list[Extraction]]
    output: OutputCounts
    counts: PreparedCounts


def prepare_extractions(
    by_sentence: Sequence[Sequence[Extraction]],
    gold: Gold,
    options: Options,
    *,
    divided: bool | None = None,
    tokens: GoldTokens | None = None,
) -> Prepared:
    """Write words as their sentences do, and keep the extractions that the options select.

    ``divided`` says whether words are divided, too; by default these extractions decide. ``tokens`` are those of the
    gold, if other systems need them as well.
    """
    prepared = [list(extractions) for extractions in by_sentence]
    repeats = count_repeats(prepared)
    changed = 0
    evidence = Evidence()
    lengths: Counter[int] | None = None
    if options.tokens == "aligned":
        divisions = find_divisions(prepared, GoldTokens(gold) if tokens is None else tokens)
        evidence = divisions.evidence
        divided = evidence.divided if divided is None else divided
        aligned = divisions.chosen(divided=divided)
        changed = count_changed(prepared, aligned)
        prepared = aligned
        lengths = divisions.chosen_lengths(divided=divided)
    before = size = _size(prepared)
    not_triples = implicit = 0
    if options.nary == "triples":
        prepared = [only_triples(extractions) for extractions in prepared]
        not_triples = before - (size := _size(prepared))
    if options.explicit_only:
        check_texts(gold, "--explicit-only")
        prepared = [
            [extraction for extraction in extractions if is_explicit(extraction, sentence)]
            for extractions, sentence in zip(prepared, gold.sentences, strict=True)
        ]
        implicit = size - _size(prepared)
    are_counted = lengths is not None and not not_triples and not implicit
    return Prepared(
        prepared,
        OutputCounts.of(prepared, lengths if are_counted else None),
        PreparedCounts(before, repeats, changed, not_triples, implicit, evidence),
    )


def _size(by_sentence: Sequence[Sequence[Extraction]]) -> int:
    return sum(map(len, by_sentence))
