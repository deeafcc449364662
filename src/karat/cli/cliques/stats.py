"""``karat cliques stats``: how large a benchmark of cliques is."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from karat.benchmarks import BENCHMARKS, benchmark_named, where
from karat.benchmarks.clique_gold import check_cliques, not_gold, with_originals
from karat.benchmarks.declarations import ENCODING
from karat.cli.cliques.options import CheckWords, Cliques, OtherBenchmark, Trees
from karat.cli.options import Encoding, Json
from karat.cli.output import print_json, status
from karat.errors import InputError
from karat.formats import InputFile, Problems, format_named, guess, read_cliques
from karat.formats.benchmarks.robust import read_sentences
from karat.formats.documents.parses import with_trees
from karat.model import Clique
from karat.reports.console import print_table
from karat.reports.tables.cliques import tabulate_clique_statistics
from karat.results.cliques.syntax import CliqueStatistics, clique_statistics


def stats(
    cliques: Cliques = None,
    benchmark: OtherBenchmark = None,
    trees: Trees = None,
    check_words: CheckWords = True,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Count cliques, sentences, extractions and words, and say how much paraphrases add."""
    with status() as tell:
        tell("counting")

        name, read = cliques_from(cliques, benchmark, trees, check_words, encoding)
        statistics = clique_statistics(read)
    if json:
        print_json({"cliques_of": name, **statistics_object(statistics)})
        return

    print_table(tabulate_clique_statistics(name, statistics))


def cliques_from(
    path: Path | None,
    benchmark: str | None,
    trees: Path | None,
    check_words: bool,
    encoding: str,
    format: str | None = None,
    option: str = "",
) -> tuple[str, list[Clique]]:
    """Read the cliques of a file or a benchmark, with the trees of another file; give their name, too."""
    if (path is None) == (benchmark is None):
        given = "neither" if path is None else "both"
        raise typer.BadParameter(f"expected CLIQUES or --benchmark, found {given}", param_hint="CLIQUES")
    if path is not None:
        name, cliques = path.name, read_file(path, encoding, format, option)
    else:
        name, cliques = read_benchmark(str(benchmark))
    if trees is not None:
        cliques = with_trees(cliques, trees, encoding=encoding, check_words=check_words)
    return name, cliques


def read_file(path: Path, encoding: str, format: str | None = None, option: str = "") -> list[Clique]:
    """Read cliques, with tuples or without; refuse a sentence or an id that occurs twice.

    ``option`` is what users type to name the format, if they can.
    """
    with InputFile(path) as file:
        chosen = format_named(format) if format else guess(file, encoding, option=option)
        if chosen.kind not in ("cliques", "any"):
            raise not_gold(file, chosen, encoding, "cliques", "" if format else option)
        cliques = read_sentences(file, encoding) if chosen.name == "robust" else read_cliques(file, chosen, encoding)
        return check_cliques(file, cliques)


def read_benchmark(name: str) -> tuple[str, list[Clique]]:
    """Read a benchmark's cliques; originals' tuples may come from a file of their own."""
    declared = benchmark_named(name)
    if declared.cliques is None:
        having = ", ".join(each.name for each in BENCHMARKS if each.cliques is not None)
        raise InputError(f"benchmark {name!r}: expected one of cliques ({having}), found none in it")
    cliques = read_file(where(*declared.cliques), ENCODING)
    if not declared.tuples:
        return declared.name, cliques
    files = [InputFile(where(*place)) for place in declared.tuples]
    return declared.name, with_originals(cliques, files, ENCODING, Problems())


def statistics_object(statistics: CliqueStatistics) -> dict[str, Any]:
    """All counts by their names."""
    written = asdict(statistics)
    written["sizes"] = {str(size): count for size, count in statistics.sizes}
    if statistics.trees is not None:
        written["trees"]["labels"] = dict(statistics.trees.labels)
    return {
        **written,
        "mean_size": statistics.mean_size,
        "extractions": statistics.extractions,
        "new_vocabulary": statistics.new_vocabulary,
    }
