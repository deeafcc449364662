"""Evaluate systems: read their outputs, align them with a benchmark's sentences, score, resample, compare."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Literal, get_args

from karat.benchmarks import where
from karat.benchmarks.declarations import Benchmark, benchmark_named
from karat.benchmarks.gold import Gold, has_cliques, only_explicit
from karat.errors import InputError, UnknownNameError
from karat.formats import InputFile
from karat.formats.benchmarks.carb_views import CARB_VIEWS
from karat.formats.json.map_option import JsonMap, parse_map
from karat.formats.tables.columns import parse_columns
from karat.formats.text.input_file import Shards, as_input
from karat.model import Row
from karat.results.blocks.gold import BLOCK_SENTENCES, BlockedGold, GoldOutline
from karat.results.blocks.outputs import SortedOutput, sort_output
from karat.results.blocks.scoring import score_blocks
from karat.results.blocks.scratch import Scratch
from karat.results.blocks.workers import LARGE, Workers, rate_teller
from karat.results.evaluation import Evaluation
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.gold.given import check_for_cliques, clique_choices, given_gold
from karat.results.grounds import clique_grounds, grounds
from karat.results.options import Options, Reading
from karat.results.outputs import (
    OutputReading,
    PublishedOutput,
    Source,
    check_format,
    check_own_name,
    check_sentences,
    named_outputs,
    open_outputs,
)
from karat.results.python_outputs import Extractions, Outputs, name_systems
from karat.results.signatures import USUAL_ENCODING
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.families import with_families
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.verdict_files.sample import Sample
from karat.results.verdict_files.verdict_file import form_of, open_verdicts
from karat.version import __version__

Keep = Literal["all", "sample"]
LARGE_GOLD = 16 << 20
"""From how many bytes on a gold file is written to files of parts; in memory it takes many times as much."""


@garbage_collection_paused()
def evaluate(
    outputs: Outputs | None = None,
    benchmark: str | Benchmark | None = None,
    *,
    gold: Source | Gold | Extractions | None = None,
    entities: Source | None = None,
    carb_gold: Sequence[Source] = (),
    synsets: Source | None = None,
    options: Options | None = None,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
    test: PairedTest = "t",
    format: str | None = None,
    gold_format: str | None = None,
    encoding: str = "utf-8",
    sentences: Source | None = None,
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
    families: Mapping[str, Iterable[str]] | None = None,
    progress: Callable[[str], None] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    scratch: Source | None = None,
    verdicts: Source | None = None,
    keep: Keep | None = None,
) -> Evaluation:
    """Score systems on a benchmark, on any gold file, or on gold facts given as Python objects.

    ``outputs`` are files, named by their stems (or ``NAME=FILE``); or the extractions of one system as a list of tuples
    or dictionaries, a data frame of pandas or polars, pairs of sentences and triples, or a mapping from sentences (or
    their ids) to triples; or a mapping from names to such outputs. By default, the outputs that come with the benchmark
    are scored. ``gold`` may be given in the same ways: each triple is then a fact of its own, and a list of triples in
    its place has variants of one fact; words in square brackets are optional.

    >>> gold = {"Ann moved to Oslo .": [("Ann", "moved to", "Oslo")]}
    >>> evaluation = evaluate([("Ann moved to Oslo .", "Ann", "moved to", "Oslo", 0.9)], gold=gold)
    >>> evaluation["output"].f1.value
    1.0
    >>> systems = {
    ...     "mine": [{"sentence": "Ann moved to Oslo .", "subject": "Ann", "relation": "moved to", "object": "Oslo"}],
    ...     "theirs": {"Ann moved to Oslo .": [("Ann", "moved", "to Oslo")]},
    ... }
    >>> [system.f1.value for system in evaluate(systems, gold=gold)]
    [1.0, 0.0]

    ``carb_gold`` is CaRB's gold for the sentences of ``gold``; ``synsets`` are fact synsets for the sentences of
    cliques, for BenchIE inside ROBUST. ``resampling=None`` or ``Resampling(resamples=0)`` leaves out intervals and
    comparisons. ``format`` names the outputs' format and ``gold_format`` that of ``gold``; both are guessed by default.
    ``sentences`` is a file with the systems' input, one sentence per line, for outputs that do not repeat it.
    ``columns`` are the columns of outputs that are tables, as in ``"id,subject,relation,object"``; else they are known
    by their names or by what they hold. ``map`` are paths to the parts of outputs in JSON, for those whose keys Karat
    does not know: ``{"items": "$.data[*]", "subject": "$.s", "relation": "$.p", "object": "$.o"}``. ``families`` puts
    systems into groups whose means are shown, as in ``{"rule-based": ["clausie", "minie"]}``; so does a name such as
    ``minie@rule-based``.

    Large files are scored in parts, with the same results: ``workers`` is the number of processes that score them,
    ``cluster`` the address of a Dask scheduler whose workers do, and ``scratch`` the folder where gold and outputs are
    sorted into parts. ``verdicts`` is a file that gets the verdict on every extraction. ``keep`` says whether the
    evaluation keeps the verdicts on all sentences or on an evenly spaced sample, by default all of a small evaluation.
    """
    options = options or Options()
    resampling = unless_off(resampling)
    check_test(test, resampling)
    if keep is not None and keep not in get_args(Keep):
        raise UnknownNameError("choice of verdicts to keep", keep, get_args(Keep))
    if verdicts is not None:
        form_of(verdicts)
    if options.view is not None and options.view not in CARB_VIEWS:
        raise UnknownNameError("view", options.view, CARB_VIEWS)
    tell = progress or (lambda _: None)
    tell("reading gold")
    if isinstance(gold, (str, os.PathLike)):
        gold = as_input(gold)
    with Scratch(scratch) as folder, nullcontext() if verdicts is None else open_verdicts(verdicts) as sink:
        stored = _gold_on_disk(benchmark, gold, entities, carb_gold, encoding, gold_format, options, folder, tell)
        given = stored or given_gold(
            benchmark, gold, entities, carb_gold, encoding, clique_choices(options, synsets), gold_format
        )
        check_for_cliques(given.outline if isinstance(given, BlockedGold) else given, options, synsets)
        if options.explicit_gold and isinstance(given, Gold):
            given = only_explicit(given)
        own = _own_outputs(benchmark) if outputs is None else outputs
        named_sources = open_outputs(named_outputs(name_systems(own)))
        check_format(format, named_sources.values(), columns, map)
        check_sentences(sentences, named_sources.values(), format, encoding)
        how = OutputReading(format, encoding, None if sentences is None else as_input(sentences), columns, map)
        sources = [gold, *carb_gold, *named_sources.values()]
        size = _size_of(*sources)
        asked = {"--workers": workers, "--cluster": cluster, "--scratch": scratch}
        names = " and ".join(name for name, value in asked.items() if value is not None)
        of_cliques = isinstance(given, Gold) and has_cliques(given)
        is_large = stored is not None or size > LARGE or bool(names) or any(_is_distributed(each) for each in sources)
        is_small = of_cliques or (size <= LARGE and not _is_of_unknown_size(gold))
        keep_all = keep == "all" or (keep is None and is_small)
        # Writing gold for other processes, or pickling all verdicts for this one, takes longer than they save.
        may_pay = stored is not None and not keep_all
        chosen = None
        if workers is not None or cluster is not None or not may_pay:
            chosen = Workers(1 if workers is None else workers, cluster)
        if isinstance(given, BlockedGold):
            blocked = given
        else:
            blocked = BlockedGold.in_memory(given, BLOCK_SENTENCES if is_large and not of_cliques else None)
        outline = blocked.outline
        if verdicts is not None and not outline.has_facts:
            raise InputError(f"{outline.name}: expected fact synsets for a file of verdicts, found none")
        if of_cliques and (names or not keep_all):
            what = (
                f"for {names}, found cliques, which are scored whole" if names else "to keep a sample of, found cliques"
            )
            raise InputError(f"{outline.name}: expected single sentences {what}")
        sample = None if keep_all else Sample.among(len(outline.ids))
        if sample is not None and sample.is_whole:
            sample = None
        path = folder.path if is_large and not of_cliques else None
        sorted_outputs = list(_sort_outputs(named_sources, blocked, options, how, path, tell))
        scored = score_blocks(blocked, sorted_outputs, options, chosen, path, sample=sample, sink=sink, tell=tell)
        systems, processes = scored.systems, scored.workers.processes
        if entities is not None and not any(measurement.facet == "E" for measurement in systems[0].measurements):
            raise InputError(f"{entities}: expected BenchIE's facet E to be scored, found no measurement of it")
        systems = with_families(systems, families or {})
        if resampling is not None:
            tell("intervals")
            systems = with_intervals(systems, resampling, processes)
        tell("comparing")
        return Evaluation(
            outline.name,
            __version__,
            tuple(systems),
            tuple(comparisons(systems, resampling, test, processes=processes)) if resampling is not None else (),
            resampling,
            tuple(str(repair) for repair in outline.repairs),
            grounds=grounds(
                scored.annotations,
                outline.files,
                [output.record for output, _ in sorted_outputs],
                None if how.sentences is None else how.sentences.record(),
                sample,
                () if blocked.of_cliques is None else clique_grounds(blocked.of_cliques),
            ),
        )


def _sort_outputs(
    outputs: Mapping[str, InputFile | Iterable[Row]],
    gold: BlockedGold,
    options: Options,
    how: OutputReading,
    folder: Path | None,
    tell: Callable[[str], None],
) -> Iterator[tuple[SortedOutput, Reading]]:
    """Sort the rows of all outputs into blocks, in files of a folder or in memory."""
    taken: dict[str, str] = {}
    for number, (name, source) in enumerate(outputs.items()):
        tell(f"reading {name}")
        told = rate_teller(tell, f"reading {name}", "rows")
        own_folder = None if folder is None else folder / f"output-{number}"
        for system in sort_output(name, source, gold, options, how, own_folder, told):
            check_own_name(system.name, system.file or name, taken)
            yield system, _reading(source, gold.outline, how)


def _gold_on_disk(
    benchmark: str | Benchmark | None,
    gold: Source | Gold | Extractions | None,
    entities: Source | None,
    carb_gold: Sequence[Source],
    encoding: str,
    gold_format: str | None,
    options: Options,
    folder: Scratch,
    tell: Callable[[str], None],
) -> BlockedGold | None:
    """Write a large gold file to files of blocks; ``None`` if the gold is small, or must be read as a whole."""
    if benchmark is not None or not isinstance(gold, (str, os.PathLike)) or options.explicit_gold:
        return None
    file = as_input(gold)
    if _size_of(file, *carb_gold) <= LARGE_GOLD and not _is_of_unknown_size(file):
        return None
    from karat.results.blocks.gold_reading import GoldFiles, store_gold  # not at start-up: only large gold needs it

    files = GoldFiles(file, entities, carb_gold, encoding, gold_format)
    told = rate_teller(tell, "reading gold", "sentences")
    return store_gold(files, folder.path / "gold", BLOCK_SENTENCES, told)


def _size_of(*sources: object) -> int:
    """The bytes of files; what is in memory, or comes from a pipe, has none."""
    files = [as_input(source) for source in sources if isinstance(source, (str, os.PathLike))]
    return sum(file.size() or 0 for file in files)


def _is_of_unknown_size(source: object) -> bool:
    """Whether a file is on another machine that does not say how large it is; it may be very large."""
    return isinstance(source, InputFile) and source.url is not None and source.size() is None


def _is_distributed(source: object) -> bool:
    """Whether a file is in shards, or on another machine; such files are meant to be large."""
    return isinstance(source, InputFile) and (isinstance(source, Shards) or source.url is not None)


def _reading(source: Source | Iterable[Row], gold: GoldOutline, how: OutputReading) -> Reading:
    """How an output and the gold were read; a benchmark's own outputs have their own format and encoding."""
    if isinstance(source, PublishedOutput):
        return Reading(gold_format=gold.format, encoding=gold.encoding)
    usual = codecs.lookup(how.encoding).name == USUAL_ENCODING
    return Reading(
        format=how.format,
        gold_format=gold.format,
        encoding=gold.encoding if usual else how.encoding,
        columns=None if how.columns is None else parse_columns(how.columns).text,
        map=None if how.map is None else str(parse_map(how.map)),
    )


def check_test(test: str, resampling: Resampling | None) -> None:
    """Refuse an unknown test, or one that would not run because intervals and tests are off."""
    if test not in get_args(PairedTest):
        raise UnknownNameError("paired test", test, get_args(PairedTest))
    if resampling is None and test != "t":
        raise InputError(f"expected intervals and tests for the {test} test, found that they are left out")


def _own_outputs(benchmark: str | Benchmark | None) -> Mapping[str, Source]:
    """Return the outputs that come with a benchmark."""
    named = benchmark_named(benchmark) if isinstance(benchmark, str) else benchmark
    if named is None or not named.outputs:
        raise InputError("expected at least one system's output, found none")
    return {name: PublishedOutput(where(*address)) for name, address in named.outputs}
