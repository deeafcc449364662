"""The gold that an evaluation was given: a benchmark's, a file's, or gold facts as Python objects."""

from __future__ import annotations

import os
from collections.abc import Sequence

from karat.benchmarks.clique_gold import CliqueChoices
from karat.benchmarks.declarations import Benchmark, benchmark_named, load_gold, read_gold
from karat.benchmarks.gold import Gold, OutlinedGold, gold_from, has_cliques
from karat.errors import InputError
from karat.metrics import scores_cliques
from karat.results.options import Options
from karat.results.outputs import Source
from karat.results.python_outputs import Extractions


def given_gold(
    benchmark: str | Benchmark | None,
    gold: Source | Gold | Extractions | None,
    entities: Source | None,
    carb_gold: Sequence[Source],
    encoding: str,
    choices: CliqueChoices | None,
    gold_format: str | None,
) -> Gold:
    """Read the gold, or take it as it was given; what does not go together is refused."""
    if (benchmark is None) == (gold is None):
        raise InputError("expected a benchmark or a gold file, found " + ("neither" if gold is None else "both"))
    if carb_gold and (gold is None or isinstance(gold, Gold)):
        raise InputError("expected CaRB's gold together with a gold file, found no gold file")
    if gold_format is not None and (gold is None or isinstance(gold, Gold)):
        raise InputError(f"expected a gold file in format {gold_format!r}, found none")
    if gold is not None and not isinstance(gold, (str, os.PathLike, Gold)):
        if gold_format is not None or carb_gold:
            raise InputError("expected a gold file for its format or for CaRB's gold, found gold facts")
        gold = gold_from(gold)
    if isinstance(gold, Gold):
        synsets, stand_in = (choices.synsets, choices.stand_in) if choices else (None, False)
        if entities is not None or synsets is not None or (stand_in and not gold.stand_in):
            what = "entities" if entities is not None else "synsets" if synsets is not None else "stand-in gold"
            raise InputError(f"{gold.name}: expected a gold file to read {what} with, found gold that was read before")
        return gold
    if gold is not None:
        return read_gold(gold, entities, carb_gold, encoding, choices, gold_format, texts=False)
    assert benchmark is not None
    named = benchmark_named(benchmark) if isinstance(benchmark, str) else benchmark
    return load_gold(named, entities, encoding, choices)


def clique_choices(options: Options, synsets: Source | None) -> CliqueChoices | None:
    """Collect the options for cliques; ``None`` if all are at their defaults."""
    defaults = Options()
    if (options.inside, options.stand_in, synsets) == (defaults.inside, defaults.stand_in, None):
        return None
    return CliqueChoices(options.inside, options.stand_in, synsets)


def check_for_cliques(gold: OutlinedGold, options: Options, synsets: Source | None) -> None:
    """Refuse options and metrics that are only for cliques, if the gold has none."""
    defaults = Options()
    names = [
        f"--{name.replace('_', '-')}"
        for name in ("inside", "rounding", "missing", "stand_in")
        if getattr(options, name) != getattr(defaults, name)
    ] + (["--synsets"] if synsets is not None else [])
    if names and not has_cliques(gold):
        raise InputError(f"{gold.name}: expected cliques for {' and '.join(names)}, found single sentences")
    if options.explicit_gold and has_cliques(gold):
        # The tuples of a clique are worded as one of its sentences, so they are implicit in all the others.
        raise InputError(f"{gold.name}: expected single sentences for --explicit-gold, found cliques")
    for name in options.metrics:
        if scores_cliques(name) and not has_cliques(gold):
            raise InputError(f"{gold.name}: expected cliques for {name}, found single sentences")
