"""Labelled extractions, assigned to the sentences of the gold as an evaluation assigns a system's."""

from __future__ import annotations

import hashlib
import json
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
    """Each system's extractions and their labels, for each sentence of the gold, which has the labelled ones only.

    An extraction without a label, ``None``, is judged beside the others and not counted.
    """

    gold: Gold
    outputs: dict[str, list[list[Extraction]]]
    labels: dict[str, list[list[bool | None]]]
    notes: tuple[Note, ...]

    __repr__ = one_line

    def flat(self) -> list[bool]:
        """List all labels."""
        return [label for own in self.labels.values() for each in own for label in each if label is not None]

    def fingerprint(self) -> str:
        """Hash the labelled extractions and their labels, without regard to their order."""
        lines = sorted(
            json.dumps([system, sentence.id, extraction.relation, extraction.arguments, label], ensure_ascii=False)
            for system, own in self.labels.items()
            for sentence, extractions, labels in zip(self.gold.sentences, self.outputs[system], own, strict=True)
            for extraction, label in zip(extractions, labels, strict=True)
            if label is not None
        )
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def place_labels(name: str, by_system: Mapping[str, list[LabelledRow]], gold: Gold, options: Options) -> PlacedLabels:
    """Assign labelled extractions to the gold's sentences, as an evaluation does; leave other sentences out."""
    if gold.cliques:
        raise InputError(f"{gold.name}: expected gold of single sentences, found cliques")
    filled = _writes_empty_objects(gold)
    found: dict[str, list[list[Extraction]]] = {}
    notes: dict[str, Note] = {}
    labelled = {_sentence(each) for own in by_system.values() for each in own if each.correct is not None}
    for system, own in by_system.items():
        if all(each.correct is None for each in own):
            continue
        rows = [_marked(each, filled) for each in own if _sentence(each) in labelled]
        (output,) = read_system(system, rows, gold, options)
        found[system] = output.found
        for note in output.notes:
            before = notes.get(note.what)
            notes[note.what] = note if before is None else replace(note, count=before.count + note.count)
    places = [
        place
        for place in range(len(gold.sentences))
        if any(_label(each) is not None for own in found.values() for each in own[place])
    ]
    if not places:
        raise AlignmentError(f"{name}: expected labelled extractions of sentences in {gold.name}, found none")
    part = replace(
        gold,
        sentences=tuple(gold.sentences[place] for place in places),
        facts=tuple(gold.facts[place] for place in places),
        tuples=tuple(gold.tuples[place] for place in places),
    )
    labels = {system: [[_label(each) for each in own[place]] for place in places] for system, own in found.items()}
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
    other = () if labelled.correct is None else ((MARK, str(int(labelled.correct))),)
    return replace(labelled.row, extraction=replace(extraction, arguments=arguments, other=other))


def _sentence(labelled: LabelledRow) -> tuple[str | None, str | None]:
    return labelled.row.sentence_id, labelled.row.sentence


def _label(extraction: Extraction) -> bool | None:
    mark = dict(extraction.other).get(MARK)
    return None if mark is None else mark == "1"


def _writes_empty_objects(gold: Gold) -> bool:
    return any(
        fact.object.words == (EMPTY_OBJECT,)
        for each in gold.facts
        if each is not None
        for synset in each.annotation.synsets
        for fact in synset.facts
    )
