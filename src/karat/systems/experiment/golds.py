"""The gold of a planned benchmark, and the language of its sentences."""

from __future__ import annotations

from dataclasses import replace

from karat.benchmarks import CliqueChoices, Gold, benchmark_named, load_gold, read_gold
from karat.errors import InputError
from karat.systems.experiment.plan import PlannedBenchmark


def load_planned_gold(benchmark: PlannedBenchmark, limit: int | None = None) -> Gold:
    """Read the gold of a benchmark, downloading it if necessary; with a limit, of its first sentences."""
    options = benchmark.options
    choices = CliqueChoices(options.inside, options.stand_in, benchmark.synsets)
    if benchmark.gold is not None:
        carb_gold, encoding = benchmark.carb_gold, benchmark.encoding
        gold = read_gold(benchmark.gold, benchmark.entities, carb_gold, encoding, choices, benchmark.gold_format)
    else:
        assert benchmark.benchmark is not None, "a plan has a benchmark or a gold file"
        gold = load_gold(benchmark_named(benchmark.benchmark), benchmark.entities, benchmark.encoding, choices)
    gold = replace(gold, name=benchmark.name)
    return gold if limit is None else first_sentences(gold, limit)


def first_sentences(gold: Gold, limit: int) -> Gold:
    """Keep the gold of the first sentences; cliques cannot be divided."""
    if gold.cliques:
        raise InputError(f"{gold.name}: expected single sentences for a limit, found cliques")
    return replace(gold, sentences=gold.sentences[:limit], facts=gold.facts[:limit], tuples=gold.tuples[:limit])


def language_of(benchmark: PlannedBenchmark) -> str | None:
    """The language that the plan names, or the benchmark's; ``None`` for a gold file without one."""
    if benchmark.language is not None or benchmark.benchmark is None:
        return benchmark.language
    return benchmark_named(benchmark.benchmark).language
