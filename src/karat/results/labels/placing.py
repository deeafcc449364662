"""Labelled extractions, assigned to the sentences of the gold as an evaluation assigns a system's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from karat.benchmarks.gold import Gold
from karat.errors import AlignmentError, InputError
from karat.model import Extraction, Row
from karat.one_line import one_line
from karat.results.labels.labels import LabelledRow
from karat.results.options import Options
from karat.results.system_output import read_system
from karat.results.system_result import Note

EMPTY_OBJECT = "XXX"
"""What BenchIE-FL's gold of WiRe57's sentences writes for an object that is empty; its labels leave it empty."""

MARK = "people"
"""The field that keeps a label beside its extraction while both are assigned to a sentence."""


@dataclass(frozen=True, slots=True)
class PlacedLabels:
    """Each system's extractions and their labels, for each sentence of the gold, which has the labelled ones only."""

    gold: Gold
    outputs: dict[str, list[list[Extraction]]]
    labels: dict[str, list[list[bool]]]
    notes: tuple[Note, ...]

    __repr__ = one_line


def place_labels(name: str, by_system: Mapping[str, list[LabelledRow]], gold: Gold, options: Options) -> PlacedLabels:
    """Assign labelled extractions to the gold's sentences, as an evaluation does; leave other sentences out."""
    if gold.cliques:
        raise InputError(f"{gold.name}: expected gold of single sentences, found cliques")
    filled = _writes_empty_objects(gold)
    found: dict[str, list[list[Extraction]]] = {}
    notes: dict[str, Note] = {}
    rows = {system: [_marked(each, filled) for each in own] for system, own in by_system.items()}
    for system, own in rows.items():
        (output,) = read_system(system, own, gold, options)
        found[system] = output.found
        for note in output.notes:
            before = notes.get(note.what)
            notes[note.what] = note if before is None else replace(note, count=before.count + note.count)
    places = [place for place in range(len(gold.sentences)) if any(own[place] for own in found.values())]
    if not places:
        raise AlignmentError(f"{name}: expected labelled extractions of sentences in {gold.name}, found none")
    part = replace(
        gold,
        sentences=tuple(gold.sentences[place] for place in places),
        facts=tuple(gold.facts[place] for place in places),
        tuples=tuple(gold.tuples[place] for place in places),
    )
    labels = {system: [[_is_marked(each) for each in own[place]] for place in places] for system, own in found.items()}
    outputs = {
        system: [[replace(each, other=()) for each in own[place]] for place in places] for system, own in found.items()
    }
    return PlacedLabels(part, outputs, labels, tuple(notes.values()))


def _marked(labelled: LabelledRow, filled: bool) -> Row:
    """Keep the label beside the extraction, so that whatever moves the extraction moves its label."""
    extraction = labelled.row.extraction
    assert extraction is not None, "only extractions have labels"
    arguments = extraction.arguments
    if filled:
        subject, *others = arguments or ("",)
        arguments = (subject, *(each or EMPTY_OBJECT for each in others or ("",)))
    other = ((MARK, str(int(labelled.correct))),)
    return replace(labelled.row, extraction=replace(extraction, arguments=arguments, other=other))


def _is_marked(extraction: Extraction) -> bool:
    return dict(extraction.other)[MARK] == "1"


def _writes_empty_objects(gold: Gold) -> bool:
    return any(
        fact.object.words == (EMPTY_OBJECT,)
        for each in gold.facts
        if each is not None
        for synset in each.annotation.synsets
        for fact in synset.facts
    )
