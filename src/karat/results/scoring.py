"""From files to numbers: read outputs, align them with a benchmark's sentences, score, resample, compare."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from karat.benchmarks import where
from karat.benchmarks.declarations import Benchmark, Gold, benchmark_named, load_gold, read_gold
from karat.errors import AlignmentError, InputError, UnknownNameError
from karat.formats import format_named, guess, read_items, read_rows
from karat.formats.carb_gold import as_scored
from karat.formats.carb_views import CARB_VIEWS
from karat.metrics.benchie import is_explicit, only_triples
from karat.model import Extraction, Row, TupleAnnotation, align
from karat.results.comparison import PairedTest, compare_all
from karat.results.evaluation import Evaluation, Note, Pair, SystemResult
from karat.results.grounds import grounds
from karat.results.intervals import intervals_of_all
from karat.results.measurement import VALUES, Measurement
from karat.results.measuring import measure
from karat.results.options import Options
from karat.results.output_statistics import output_statistics
from karat.results.resampling import Resampling
from karat.results.verdicts import FactIndex, verdicts
from karat.version import __version__

T = TypeVar("T")
Source = str | os.PathLike[str]


def evaluate(
    outputs: Source | Sequence[Source] | Mapping[str, Source | Iterable[Row]] | None = None,
    benchmark: str | Benchmark | None = None,
    *,
    gold: Source | Gold | None = None,
    entities: Source | None = None,
    carb_gold: Sequence[Source] = (),
    options: Options | None = None,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
    test: PairedTest = "randomisation",
    format: str | None = None,
    encoding: str = "utf-8",
    sentences: Source | None = None,
    progress: Callable[[str], None] | None = None,
) -> Evaluation:
    """Score systems on a benchmark or on any gold file.

    ``outputs`` are files, named by their stems (or ``NAME=FILE``), or a mapping from names to files or rows; without
    any, the outputs that come with the benchmark are scored.
    ``carb_gold`` is CaRB's gold for the sentences of ``gold``; ``resampling=None`` leaves intervals and comparisons
    out. ``sentences`` is a file with the systems' input, a sentence a line, for outputs that do not repeat it.
    """
    options = options or Options()
    if options.view is not None and options.view not in CARB_VIEWS:
        raise UnknownNameError("view", options.view, CARB_VIEWS)
    tell = progress or (lambda _: None)
    tell("reading gold")
    loaded = _gold(benchmark, gold, entities, carb_gold, encoding)
    known: dict[str, FactIndex] = {}
    systems = []
    named = named_outputs(_own_outputs(benchmark) if outputs is None else outputs)
    if sentences is not None and not any(_in_blocks(source, format, encoding) for source in named.values()):
        raise InputError(
            f"{sentences}: expected an output in blocks, one for each sentence, to pair it with; found none"
        )
    for name, source in named.items():
        tell(f"scoring {name}")
        rows, file = _rows(source, format, encoding, sentences)
        for system, own in _by_system(name, rows).items():
            systems.append(_system(system, file, own, loaded, options, known))
    if resampling is not None:
        tell("resampling")
        systems = with_intervals(systems, resampling)
    tell("comparing")
    return Evaluation(
        loaded.name,
        __version__,
        tuple(systems),
        tuple(comparisons(systems, resampling, test)) if resampling is not None else (),
        resampling,
        tuple(map(str, loaded.repairs)),
        grounds=grounds(loaded, dict.fromkeys(system.file for system in systems if system.file)),
    )


def _gold(
    benchmark: str | Benchmark | None,
    gold: Source | Gold | None,
    entities: Source | None,
    carb_gold: Sequence[Source],
    encoding: str,
) -> Gold:
    if (benchmark is None) == (gold is None):
        raise InputError("expected a benchmark or a gold file, found " + ("neither" if gold is None else "both"))
    if carb_gold and (gold is None or isinstance(gold, Gold)):
        raise InputError("expected CaRB's gold beside a gold file, found it beside gold of its own")
    if isinstance(gold, Gold):
        return gold
    if gold is not None:
        return read_gold(gold, entities, carb_gold, encoding)
    assert benchmark is not None
    return load_gold(benchmark_named(benchmark) if isinstance(benchmark, str) else benchmark, entities, encoding)


def _own_outputs(benchmark: str | Benchmark | None) -> Mapping[str, Source]:
    """The outputs that come with a benchmark."""
    known = benchmark_named(benchmark) if isinstance(benchmark, str) else benchmark
    if known is None or not known.outputs:
        raise InputError("expected at least one system's output, found none")
    return {name: where(*place) for name, place in known.outputs}


def named_outputs(
    outputs: Source | Sequence[Source] | Mapping[str, Source | Iterable[T]],
) -> dict[str, Source | Iterable[T]]:
    """Name each output; two of one name are an error."""
    if isinstance(outputs, Mapping):
        return dict(outputs)
    sources = [outputs] if isinstance(outputs, (str, os.PathLike)) else list(outputs)
    named: dict[str, Source | Iterable[T]] = {}
    for source in sources:
        name, found = _split(source)
        if name in named:
            raise InputError(
                f"two systems are called {name!r}: {named[name]} and {found}; expected NAME=FILE for one of them"
            )
        named[name] = found
    if not named:
        raise InputError("expected at least one system's output, found none")
    return named


def _split(source: Source) -> tuple[str, Source]:
    if isinstance(source, str) and "=" in source and not Path(source).exists():
        name, _, file = source.partition("=")
        if not name or not file:
            raise InputError(f"{source}: expected FILE or NAME=FILE, found no {'file' if name else 'name'}")
        return name, file
    return Path(source).name.removesuffix(".gz").rsplit(".", 1)[0], source


def _rows(
    source: Source | Iterable[Row], format: str | None, encoding: str, sentences: Source | None
) -> tuple[list[Row], str]:
    if not isinstance(source, (str, os.PathLike)):
        return list(source), ""
    if format is None and _holds_tuples(source, encoding):
        # Another benchmark's gold as if it were a system: how complete is it?
        found = (item for item in read_items(source, encoding=encoding) if isinstance(item, TupleAnnotation))
        rows = [Row(one, None, item.sentence.text) for item in map(as_scored, found) for one in item.extractions]
        return rows, str(source)
    # Outputs that name their sentences themselves may stand beside others in one table.
    wanted = sentences if _in_blocks(source, format, encoding) else None
    return list(read_rows(source, format, encoding, sentences=wanted)), str(source)


def _by_system(name: str, rows: list[Row]) -> dict[str, list[Row]]:
    """Part the rows of a file with several systems' outputs (WiRe57's has seven); one that is named is taken alone."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        system = dict(row.extraction.other).get("extractor") if row.extraction else None
        if system is None:
            return {name: rows}
        found.setdefault(system, []).append(row)
    if name in found:
        return {name: found[name]}
    return found if len(found) > 1 else {name: rows}


def _in_blocks(source: Source | Iterable[Row], format: str | None, encoding: str) -> bool:
    """Tell whether a file is in a format whose rows can be given the sentences of another."""
    if not isinstance(source, (str, os.PathLike)):
        return False
    return (format_named(format) if format else guess(source, encoding)).blocks is not None


def _holds_tuples(source: Source, encoding: str) -> bool:
    return guess(source, encoding).kind == "tuples"


def _system(
    name: str, file: str, rows: list[Row], gold: Gold, options: Options, known: dict[str, FactIndex]
) -> SystemResult:
    rows, notes = _viewed(file or name, rows, options.view) if options.view else (rows, [])
    aligned = align(rows, gold.sentences, gold.key)
    notes += _check_unmatched(file or name, rows, aligned.unmatched, gold, options)
    found = [list(each) for each in aligned.extractions]
    if options.nary == "triples":
        kept = [only_triples(each) for each in found]
        notes += _left_out("extractions without exactly two arguments left out", found, kept)
        found = kept
    if options.explicit_only:
        kept = [
            [one for one in each if is_explicit(one, sentence)]
            for each, sentence in zip(found, gold.sentences, strict=True)
        ]
        notes += _left_out("implicit extractions left out (a token is not in the sentence)", found, kept)
        found = kept
    measurements = measure(found, gold, options)
    judged = tuple(verdicts(found, gold.facts, known)) if gold.has_facts else ()
    counted = output_statistics(found)
    return SystemResult(name, file, counted.extractions, tuple(measurements), judged, tuple(notes), counted)


def _viewed(file: str, rows: list[Row], view: str) -> tuple[list[Row], list[Note]]:
    """Keep what CaRB's reader keeps, and say how much that leaves out; all of it is a sign of another system's view."""
    kept = list(CARB_VIEWS[view](rows))
    before, after = (sum(row.extraction is not None for row in each) for each in (rows, kept))
    if before and not after:
        raise InputError(f"{file}: expected extractions that CaRB's reader for {view} keeps, found none of {before}")
    count = before - after
    return kept, [Note(f"extractions left out, as CaRB's reader for {view} does", count)] if count else []


def _left_out(what: str, before: list[list[Extraction]], after: list[list[Extraction]]) -> list[Note]:
    count = sum(map(len, before)) - sum(map(len, after))
    return [Note(what, count)] if count else []


def _check_unmatched(file: str, rows: list[Row], unmatched: Sequence[Row], gold: Gold, options: Options) -> list[Note]:
    """Refuse unknown ids; count extractions of sentences that only the system knows."""
    if rows and len(unmatched) == len(rows):
        row = rows[0]
        what = f"sentence id {row.sentence_id}" if row.sentence_id is not None else f"sentence {row.sentence!r:.60}"
        place = f"{file}:{row.line}" if row.line else file
        if row.sentence_id is None and row.sentence is None:
            raise AlignmentError(
                f"{place}: expected rows that name their sentence, found none; "
                "give the system's input, a sentence a line, with --sentences FILE"
            )
        raise AlignmentError(f"{place}: expected sentences of {gold.name}, found none of them: {what}")
    unknown = [row for row in unmatched if row.sentence_id is not None]
    if unknown and options.unknown == "error":
        row = unknown[0]
        others = len(unknown) - 1
        more = f" and {others} more row{'s' * (others > 1)} like it" if others else ""
        place = f"{file}:{row.line}" if row.line else file
        raise AlignmentError(f"{place}: expected a sentence id of {gold.name}, found {row.sentence_id!r}{more}")
    count = sum(row.extraction is not None for row in unmatched)
    return [Note(f"extractions of sentences that are not in {gold.name} left out", count)] if count else []


def with_intervals(systems: list[SystemResult], resampling: Resampling) -> list[SystemResult]:
    """Give every value its interval; metrics over the same sentences are resampled together."""
    flat = [(place, one) for place, system in enumerate(systems) for one in system.measurements]
    groups: dict[tuple[str, ...], list[tuple[int, Measurement]]] = {}
    for place, one in flat:
        groups.setdefault(one.sentences, []).append((place, one))
    found: dict[int, dict[str, Measurement]] = {place: {} for place in range(len(systems))}
    for group in groups.values():
        drawn = intervals_of_all([(one.masses, one.statistic) for _, one in group], resampling)
        for (place, one), each in zip(group, drawn, strict=True):
            signed = f"{one.signature}|{resampling.signature()}"
            found[place][one.label] = replace(one, intervals=tuple(each), signature=signed)
    return [
        replace(system, measurements=tuple(found[place][one.label] for one in system.measurements))
        for place, system in enumerate(systems)
    ]


def comparisons(
    systems: Sequence[SystemResult], resampling: Resampling, test: PairedTest, value: str = "f1"
) -> Iterable[Pair]:
    """Compare all pairs of systems by one value of each metric, with Holm's correction over the pairs."""
    if value not in VALUES:
        raise UnknownNameError("value", value, VALUES)
    if len(systems) < 2:
        return
    for index, first in enumerate(systems[0].measurements):
        measured = [system.measurements[index] for system in systems]
        pairs = [(a, b) for a in range(len(systems)) for b in range(a + 1, len(systems))]
        compared = compare_all(
            [one.masses for one in measured], first.statistic, VALUES.index(value), resampling, test, pairs
        )
        for (a, b), comparison in zip(pairs, compared, strict=True):
            yield Pair(systems[a].name, systems[b].name, first.metric, first.facet, comparison)
