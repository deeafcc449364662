"""Evaluate systems on gold in parts, from their outputs to their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from karat.formats.text.input_file import InputFile
from karat.model import Row
from karat.results.grounds import Grounds, grounds_of_parts
from karat.results.options import Options, Reading
from karat.results.outputs import check_own_name
from karat.results.parallel.progress import rate_teller
from karat.results.parallel.workers import Workers
from karat.results.parts.evaluating import Told, score_in_parts
from karat.results.parts.gold_parts import GoldParts
from karat.results.parts.outputs_in_parts import OutputReading, route_output
from karat.results.parts.part_results import VerdictBlocks
from karat.results.parts.routing import RoutedSystem
from karat.results.system_result import SystemResult
from karat.results.verdict_files.sample import Sample
from karat.results.verdict_files.sink import VerdictSink

Output = InputFile | Iterable[Row]


def evaluate_in_parts(
    gold: GoldParts,
    outputs: Mapping[str, Output],
    options: Options,
    how: OutputReading,
    reading_of: Callable[[Output], Reading],
    folder: Path,
    workers: Workers,
    *,
    keep_all: bool = False,
    sink: VerdictSink | None = None,
    tell: Callable[[str], None] = lambda _: None,
    told: Told | None = None,
) -> tuple[list[SystemResult], Grounds]:
    """Score systems part by part; their extractions wait in files of ``folder``.

    ``keep_all`` keeps the verdicts and gold facts of all sentences, in place of a sample. ``sink`` gets all
    verdicts. The gold is not copied: it is in memory, or in files of its own.
    """
    sample = None if keep_all else Sample.among(len(gold.outline.ids))
    sample = None if sample is None or sample.is_whole else sample
    blocks = None if sink is None else VerdictBlocks.in_folder(folder / "verdicts", sink.form)
    routed: list[tuple[RoutedSystem, Reading]] = []
    taken: dict[str, str] = {}
    for number, (name, source) in enumerate(outputs.items()):
        tell(f"reading {name}")
        told_rows = rate_teller(tell, f"reading {name}", "rows")
        for system in route_output(name, source, gold, options, how, folder / f"output-{number}", told_rows):
            check_own_name(system.name, system.file or name, taken)
            routed.append((system, reading_of(source)))
    tell("scoring")
    scored = score_in_parts(
        gold, routed, options, workers, sample=sample, blocks=blocks, told=told or _sentences_told(tell, gold)
    )
    if sink is not None and blocks is not None:
        for number in range(scored.parts):
            sink.append(blocks.read(number))
    records = [system.record for system, _ in routed]
    sentences = None if how.sentences is None else how.sentences.record()
    return scored.systems, grounds_of_parts(scored.annotations, gold.outline.files, records, sentences, sample)


def _sentences_told(tell: Callable[[str], None], gold: GoldParts) -> Told:
    total = len(gold.outline.ids)
    told = rate_teller(tell, "scoring", "sentences", total)
    return lambda parts, _: told(min(parts * gold.size, total))
