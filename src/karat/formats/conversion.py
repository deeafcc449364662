"""From one kind of content to another where nothing is lost by it, and what a format could not hold."""

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


def converted(items: Iterable[Item], target: Format) -> Iterator[Item]:
    """Yield items of the kind that a format holds; tuples become extractions, all other changes of kind are refused."""
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
    """Say what differs between what was written and what reads back, as ``context of 12 extractions``."""
    counts: Counter[str] = Counter()
    read_back: Counter[str] = Counter()
    for one, other in zip_longest(_flat(before, counts), _flat(after, read_back)):
        if isinstance(one, Row) and isinstance(other, Row):
            counts.update(_differences(one, other))
        elif isinstance(one, Annotation) and one != other and _without_statements(one) == other:
            counts["the clusters' labels and alternatives"] += 1
        elif one != other:
            counts["something"] += 1
    counts[NOTHING_FOUND] -= read_back[NOTHING_FOUND]
    return [f"{what} of {count}" for what, count in counts.items() if count > 0]


def _without_statements(annotation: Annotation) -> Annotation:
    return replace(annotation, synsets=tuple(replace(synset, statements=()) for synset in annotation.synsets))


def _flat(items: Iterable[Item], counts: Counter[str]) -> Iterator[Item]:
    """Yield rows one by one, also out of tuples, and count the sentences that gave none."""
    for item in items:
        for each in _rows(item) if isinstance(item, TupleAnnotation) else (item,):
            if isinstance(each, Row) and each.extraction is None:
                counts[NOTHING_FOUND] += 1
            else:
                yield each


def _rows(annotation: TupleAnnotation) -> Iterator[Row]:
    sentence = annotation.sentence
    for extraction in annotation.extractions or (None,):
        yield Row(extraction, sentence.id, sentence.text)


def _differences(one: Row, other: Row) -> Iterator[str]:
    if one.sentence_id != other.sentence_id:
        yield "the sentence's id"
    if one.sentence != other.sentence:
        yield "the sentence's text"
    assert one.extraction is not None
    assert other.extraction is not None
    for field in fields(Extraction):
        if getattr(one.extraction, field.name) != getattr(other.extraction, field.name):
            if field.name == "other":
                yield from _names_lost(one.extraction, other.extraction)
            else:
                yield "the arguments' borders" if field.name == "arguments" else field.name


def _names_lost(one: Extraction, other: Extraction) -> Iterator[str]:
    """Name what ``other`` has no longer, each once; what was added or put in another order is named as a whole."""
    lost = Counter(one.other) - Counter(other.other)
    yield from dict.fromkeys(f"other.{name}" for name, _ in lost) if lost else ("other",)
