"""The tables of gold standards: how large they are, what is wrong in them, how far annotators agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from karat.reports.tables.listing import Listing
from karat.results.gold.lint import FindingKind, FixedGold, LintedGold
from karat.results.gold.statistics import FactAgreement, FactStatistics, Lengths, TupleStatistics


def tabulate_statistics(title: str, counted: FactStatistics | TupleStatistics) -> Listing:
    """List what is counted, and how much of it there is."""
    rows = _fact_rows(counted) if isinstance(counted, FactStatistics) else _tuple_rows(counted)
    return Listing((title, ""), list(rows))


def _fact_rows(counted: FactStatistics) -> Iterator[tuple[str, str]]:
    yield "sentences", f"{counted.sentences:,}"
    yield "without synsets", f"{counted.without_synsets:,}"
    yield "synsets", f"{counted.synsets:,}"
    yield "facts (lines)", f"{counted.facts:,}"
    yield "extractions, as scored", f"{counted.extractions:,}"
    yield "extractions, as texts", f"{counted.written:,}"
    yield "texts a synset", write_number(counted.written_per_synset)
    yield "largest synset", f"{counted.largest:,}"
    yield "optional chunks", f"{counted.optional_chunks:,}"
    yield "facts with optional chunks", f"{counted.facts_with_optional:,}"
    yield "tokens of a sentence", write_lengths(counted.sentence_lengths)
    yield "tokens of an extraction", write_lengths(counted.extraction_lengths)


def _tuple_rows(counted: TupleStatistics) -> Iterator[tuple[str, str]]:
    yield "sentences", f"{counted.sentences:,}"
    yield "tuples", f"{counted.tuples:,}"
    yield "distinct", f"{counted.distinct:,}"
    yield "with three arguments or more", f"{counted.nary:,}"
    yield "tuples a sentence", write_number(counted.tuples_per_sentence)
    yield "tokens of a sentence", write_lengths(counted.sentence_lengths)
    yield "tokens of a tuple", write_lengths(counted.tuple_lengths)


def write_lengths(lengths: Lengths) -> str:
    """Write how long something is on average and at most."""
    return f"mean {write_number(lengths.mean)}, median {write_number(lengths.median)}, longest {lengths.longest or '—'}"


def write_number(value: float | None, digits: int = 1) -> str:
    """Write a number with some digits, or a dash where it is undefined."""
    return "—" if value is None else f"{value:,.{digits}f}"


def tabulate_findings(linted: LintedGold, fixed: FixedGold | None) -> Listing:
    """Count each kind of finding, and how many of them were fixed."""
    counts = Counter(finding.kind for finding in linted.findings)
    settled = Counter(finding.kind for finding in fixed.settled) if fixed is not None else Counter()
    rows = [
        (kind.value, kind.level.value, str(count), *([str(settled[kind])] if fixed is not None else []))
        for kind in FindingKind
        if (count := counts[kind])
    ]
    header = ("kind", "level", "found", *(["fixed"] if fixed is not None else []))
    return Listing(header, rows, right=(2, 3))


def tabulate_agreement(agreement: FactAgreement) -> Listing:
    """List the recall of each annotator's facts and their mean, with intervals if there are any."""
    covered_a, synsets_a, covered_b, synsets_b = agreement.counts.values()
    rows = [
        ("facts of A that B has", f"{covered_a} of {synsets_a}", *_estimate(agreement, 0)),
        ("facts of B that A has", f"{covered_b} of {synsets_b}", *_estimate(agreement, 1)),
        ("agreement", "", *_estimate(agreement, 2)),
    ]
    header = ["", "synsets", "share"]
    if agreement.resampling:
        header.append(f"{100 * agreement.resampling.level:g} % interval")
    columns = range(len(header))
    return Listing(header, [row[: len(header)] for row in rows], right=columns[1:], unbroken=columns)


def _estimate(agreement: FactAgreement, place: int) -> tuple[str, str]:
    value, interval = agreement.values[place], agreement.intervals[place]
    return (
        write_number(value, 3),
        "—" if interval is None else f"[{interval.low:.3f}, {interval.high:.3f}]",
    )
