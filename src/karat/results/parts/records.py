"""Extractions and gold as plain values, which are written and read in a fraction of the time of objects."""

from __future__ import annotations

import pickle
from typing import Any

from karat.formats.text.slots import CHUNKS
from karat.model import Annotation, Extraction, Fact, Sentence, Slot, Synset, TupleAnnotation

Record = tuple[Any, ...]
PLAIN_NUMBERS, PLAIN_TEXTS = frozenset((float, int)), frozenset((str,))
"""Others, as those of numpy that come with data frames, would be written as bytes."""


def extraction_record(extraction: Extraction) -> Record:
    """Write an extraction; only the fields that most formats have are plain values."""
    plain = (extraction.relation, extraction.arguments, extraction.confidence)
    if (
        type(extraction.confidence) in PLAIN_NUMBERS
        and PLAIN_TEXTS.issuperset(map(type, (extraction.relation, *extraction.arguments)))
        and extraction.context is None
        and extraction.polarity is None
        and extraction.modality is None
        and extraction.attribution is None
        and not extraction.quantities
    ):
        if not extraction.other and not extraction.spans:
            return plain
        return (*plain, extraction.spans, extraction.other)
    return (pickle.dumps(extraction),)


def extraction_of(record: Record) -> Extraction:
    """Read an extraction."""
    if len(record) == 3:
        return Extraction(*record)
    if len(record) == 1:
        extraction: Extraction = pickle.loads(record[0])  # noqa: S301 - written by extraction_record
        return extraction
    relation, arguments, confidence, spans, other = record
    return Extraction(relation, arguments, confidence, spans=spans, other=other)


def annotation_record(annotation: Annotation) -> Record:
    """Write a sentence with its synsets."""
    sentence = annotation.sentence
    if any(synset.statements for synset in annotation.synsets):
        return (pickle.dumps(annotation),)
    slots = _SlotNumbers()
    synsets = [(synset.id, synset.line, _fact_records(synset, slots)) for synset in annotation.synsets]
    return sentence.id, sentence.text, slots.records, synsets


def _fact_records(synset: Synset, slots: _SlotNumbers) -> list[Record]:
    return [
        (slots.number(fact.subject), slots.number(fact.relation), slots.number(fact.object), fact.line)
        for fact in synset.facts
    ]


class _SlotNumbers:
    """Numbers the slots of a sentence; each object is written once, so that it is also read and matched only once."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self._numbers: dict[int, int] = {}

    def number(self, slot: Slot) -> int:
        """The number of a slot, which the sentence keeps alive, so that no other object has its id."""
        number = self._numbers.get(id(slot))
        if number is None:
            number = self._numbers[id(slot)] = len(self.records)
            self.records.append(tuple([(chunk.text,) if chunk.optional else chunk.text for chunk in slot.chunks]))
        return number


def annotation_of(record: Record) -> Annotation:
    """Read a sentence with its synsets."""
    if len(record) == 1:
        annotation: Annotation = pickle.loads(record[0])  # noqa: S301 - written by annotation_record
        return annotation
    id, text, slot_records, synsets = record
    slots = [Slot(tuple(map(CHUNKS.__getitem__, chunks))) for chunks in slot_records]
    return Annotation(Sentence(id, text), tuple([_synset_of(synset, slots) for synset in synsets]))


def _synset_of(record: Record, slots: list[Slot]) -> Synset:
    id, line, facts = record
    return Synset(
        id,
        tuple(
            [
                Fact(slots[subject], slots[relation], slots[object_], line=fact_line)
                for subject, relation, object_, fact_line in facts
            ]
        ),
        line=line,
    )


def tuples_record(annotation: TupleAnnotation) -> Record:
    """Write a sentence with its tuples."""
    sentence = annotation.sentence
    return sentence.id, sentence.text, [extraction_record(each) for each in annotation.extractions]


def tuples_of(record: Record) -> TupleAnnotation:
    """Read a sentence with its tuples."""
    id, text, extractions = record
    return TupleAnnotation(Sentence(id, text), tuple([extraction_of(each) for each in extractions]))
