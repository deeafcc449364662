"""Convert items to the kind that a format holds, and report what the format cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import zip_longest

from karat.errors import InputError
from karat.formats.format import KINDS, Format, Item, Kind
from karat.model import Annotation, Extraction, Row, TupleAnnotation

WHY_NOT: dict[tuple[Kind, Kind], str] = {
    ("synsets", "extractions"): "a synset stands for many forms of one fact, an extraction is one form",
    ("synsets", "tuples"): "a synset stands for many forms of one fact, a tuple is one form",
    ("extractions", "tuples"): "a system's output is not gold, and its confidence would be lost",
    ("cliques", "tuples"): "which sentences say the same would be lost",
    ("cliques", "extractions"): "which sentences say the same would be lost",
}

NOTHING_FOUND = "a sentence without extractions"
FAILED = "the reason why a sentence failed"


def convert_items(items: Iterable[Item], target: Format) -> Iterator[Item]:
    """Convert items to the kind that a format holds: tuples become extractions; any other change of kind is refused."""
    for item in items:
        kind = KINDS[type(item)]
        if target.kind in ("any", kind):
            yield item
        elif isinstance(item, TupleAnnotation) and target.kind == "extractions":
            yield from _rows(item)
        else:
            reason = WHY_NOT.get((kind, target.kind), f"{kind} say too little for that")
            raise InputError(f"cannot write {kind} as {target.name}, which holds {target.kind}: {reason}")


def losses(before: Iterable[Item], after: Iterable[Item]) -> list[str]:
    """Count what was lost between writing and reading back, as in ``context of 12 extractions``."""
    counts: Counter[str] = Counter()
    read_back: Counter[str] = Counter()
    for written, read in zip_longest(_flat(before, counts), _flat(after, read_back)):
        if isinstance(written, Row) and isinstance(read, Row):
            counts.update(_differences(written, read))
        elif isinstance(written, Annotation) and written != read and _without_statements(written) == read:
            counts["the clusters' labels and alternatives"] += 1
        elif written != read:
            counts["something"] += 1
    counts.subtract(read_back)
    return [f"{what} of {count}" for what, count in counts.items() if count > 0]


def _without_statements(annotation: Annotation) -> Annotation:
    return replace(annotation, synsets=tuple(replace(synset, statements=()) for synset in annotation.synsets))


def _flat(items: Iterable[Item], counts: Counter[str]) -> Iterator[Item]:
    """Yield single rows, splitting tuple annotations, and count sentences without extractions and failures."""
    for item in items:
        for inner in _rows(item) if isinstance(item, TupleAnnotation) else (item,):
            if isinstance(inner, Row) and inner.extraction is None:
                counts[NOTHING_FOUND] += 1
                counts[FAILED] += inner.failure is not None
            else:
                yield inner


def _rows(annotation: TupleAnnotation) -> Iterator[Row]:
    sentence = annotation.sentence
    for extraction in annotation.extractions or (None,):
        yield Row(extraction, sentence.id, sentence.text)


def _differences(written: Row, read: Row) -> Iterator[str]:
    if written.sentence_id != read.sentence_id:
        yield "the sentence's id"
    if written.sentence != read.sentence:
        yield "the sentence's text"
    if written.system != read.system:
        yield "the system's name"
    assert written.extraction is not None
    assert read.extraction is not None
    for field in fields(Extraction):
        if getattr(written.extraction, field.name) != getattr(read.extraction, field.name):
            if field.name == "other":
                yield from _names_lost(written.extraction, read.extraction)
            else:
                yield "the arguments' borders" if field.name == "arguments" else field.name


def _names_lost(written: Extraction, read: Extraction) -> Iterator[str]:
    """Name each entry of ``other`` that is gone; if some were only added or reordered, name ``other`` as a whole."""
    lost = Counter(written.other) - Counter(read.other)
    yield from dict.fromkeys(f"other.{name}" for name, _ in lost) if lost else ("other",)
