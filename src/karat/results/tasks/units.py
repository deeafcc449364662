"""Divide the documents of all systems and the gold into units, block by block where the files are large."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from karat.benchmarks.tasks.task import Choices, Task
from karat.model import ParsedSentence
from karat.one_line import one_line
from karat.results.tasks.contents import Contents, open_writer
from karat.results.tasks.source_documents import SourceDocuments


@dataclass(frozen=True, slots=True)
class Units:
    """The units of a system: their names, contents on both sides, and the gold's words."""

    names: Sequence[str]
    predicted: Contents
    gold: Contents
    words: Contents

    __repr__ = one_line


def divide_into_units(
    task: Task,
    systems: Mapping[str, SourceDocuments],
    gold: SourceDocuments,
    options: Choices,
    folder: Path | None = None,
    *,
    keep_words: bool = False,
) -> dict[str, Units]:
    """Make the units of each system; with a scratch folder, only one block of documents is in memory at a time."""
    assert task.units is not None
    names: list[str] = []

    def file(number: int, what: str) -> Path | None:
        return None if folder is None else folder / f"units-{number}.{what}"

    with ExitStack() as stack:
        predicted = {name: stack.enter_context(open_writer(file(n, "predicted"))) for n, name in enumerate(systems)}
        expected = {name: stack.enter_context(open_writer(file(n, "gold"))) for n, name in enumerate(systems)}
        words = stack.enter_context(open_writer(file(0, "words") if keep_words else None))
        for blocks, gold_block in _blocks(task, systems, gold, options, whole=folder is None):
            units = task.units(blocks, gold_block, options)
            found = [name for name, _, _ in next(iter(units.values()))]
            names += found
            for system, of_system in units.items():
                for _, ours, theirs in of_system:
                    predicted[system].add(ours)
                    expected[system].add(theirs)
            for forms in _words_of_units(found, gold_block) if keep_words else ():
                words.add(forms)
        all_words = words.finish()
        return {name: Units(names, predicted[name].finish(), expected[name].finish(), all_words) for name in systems}


Block = dict[str, ParsedSentence]


def _blocks(
    task: Task, systems: Mapping[str, SourceDocuments], gold: SourceDocuments, options: Choices, *, whole: bool
) -> Iterator[tuple[dict[str, Block], Block]]:
    """Yield the documents of each system and of the gold by name, block by block, or all at once."""
    files = (gold, *systems.values())
    ends: Iterable[Sequence[int]] = [[len(each.names) for each in files]]
    if not whole and task.blocks is not None:
        contents = {name: each.contents for name, each in systems.items()}
        ends = task.blocks(contents, gold.contents, options)
    starts: Sequence[int] = [0] * len(files)
    for block in ends:
        gold_block, *others = (_between(*each) for each in zip(files, starts, block, strict=True))
        yield dict(zip(systems, others, strict=True)), gold_block
        starts = block


def _between(documents: SourceDocuments, start: int, end: int) -> Block:
    return dict(zip(documents.names[start:end], documents.contents.between(start, end), strict=True))


def _words_of_units(names: Sequence[str], gold: Block) -> list[tuple[str, ...]]:
    """Collect the gold's words of each unit, which begins with the sentence that it is named by."""
    starts = set(names)
    words: dict[str, list[str]] = {}
    unit: list[str] = []
    for name, sentence in gold.items():
        if name in starts:
            unit = words.setdefault(name, [])
        unit += [word.form for word in sentence.words]
    return [tuple(words.get(name, ())) for name in names]
