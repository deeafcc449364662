"""Read extractions and gold facts from Python objects: tuples, dictionaries, data frames, pairs and mappings.

A collection of extractions is one of these, and the items of a list may differ:

- tuples ``(sentence, subject, relation, object)``, perhaps with further arguments and, at the end, a confidence;
- dictionaries, dataclasses, named tuples, attrs and pydantic objects with such fields (``formats/field_names.py``);
- pairs ``(sentence, triples)``, or dictionaries with a sentence and its triples;
- a mapping from sentences to triples, or from the names of columns to the columns;
- a data frame of pandas or polars, or a table of pyarrow, with such columns;
- :class:`karat.model.Row` objects.

Wherever a sentence is expected, its id will do. In gold, a list of triples in the place of one holds variants of the
same fact, and words in square brackets are optional.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Protocol

from karat.errors import InputError
from karat.formats.field_names import TRIPLES, FieldNames, find_name, name_fields
from karat.formats.text.slots import parse_slot
from karat.model import Annotation, Extraction, Fact, Row, Sentence, Synset
from karat.record_classes import field_names

EXAMPLE = '("Ann moved to Oslo .", "Ann", "moved to", "Oslo")'
"""An extraction with its sentence, as messages show it."""
WITH_SENTENCE = (
    f"an extraction with its sentence or its sentence's id, such as {EXAMPLE} or "
    '{"sentence": …, "subject": …, "relation": …, "object": …}'
)
TRIPLE = 'a triple such as ("Ann", "moved to", "Oslo") or {"subject": …, "relation": …, "object": …}'
EXTRACTIONS = f"extractions: a file, a data frame, a list such as [{EXAMPLE}], or a mapping from sentences to triples"
ARGUMENTS = ("arguments", "args")
SYNSET = ("synset", "synset_id", "cluster", "fact_id")
"""Names of the field that variants of one gold fact have in common."""
SYSTEM = ("system", "extractor")
"""Names of the field that says which system made an extraction."""
GROUPS = (*TRIPLES, "synsets")


class DataFrame(Protocol):
    """A data frame of pandas or polars; neither library is imported."""

    @property
    def columns(self) -> Any: ...


def rows_from(value: object, place: str, ids: Collection[str] = ()) -> list[Row]:
    """Read the extractions of one system; ``ids`` are the sentence ids of the gold, and ``place`` is for messages.

    A text that stands for a sentence is an id if it is in ``ids`` or only digits.

    >>> rows_from([(1, "Ann", "moved to", "Oslo", 0.9)], "mine")[0].extraction.triple
    ('Ann', 'moved to', 'Oslo')
    """
    rows: list[Row] = []
    for entry in _Reader(ids).entries(value, place):
        if isinstance(entry, Row):
            rows.append(entry)
            continue
        triples = [_extraction(triple, where) for where, triple in entry.triples]
        rows += [Row(triple, entry.id, entry.sentence) for triple in triples] or [Row(None, entry.id, entry.sentence)]
    return rows


def annotations_from(value: object, place: str) -> list[Annotation]:
    """Read gold facts: each triple is a fact of its own, and a list of triples in its place has variants of one fact.

    Sentences without an id are numbered from 1. Annotations with synsets are taken as they are.
    """
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, Annotation) for item in value):
        return list(value)
    texts: dict[str, str] = {}
    ids: dict[str, str] = {}
    facts: dict[str, dict[str, list[Fact]]] = {}
    for entry in _Reader().entries(value, place):
        if isinstance(entry, Row):
            raise InputError(f"{place}: expected gold facts with their sentences, found rows of a system")
        if entry.sentence is None:
            raise InputError(f"{entry.place}: expected the text of the sentence, found only its id {entry.id!r}")
        id = entry.id or ids.setdefault(entry.sentence, str(len(texts) + 1))
        if texts.setdefault(id, entry.sentence) != entry.sentence:
            raise InputError(f"{entry.place}: expected one sentence with the id {id!r}, found another")
        synsets = facts.setdefault(id, {})
        for where, triple in entry.triples:
            variants = [_extraction(variant, inner) for inner, variant in _variants(triple, where)]
            name = dict(variants[0].other).get("synset") if variants else None
            group = synsets.setdefault(name or f"#{len(synsets) + 1}", [])
            group += [_fact(variant, where) for variant in variants]
    if not texts:
        raise InputError(f"{place}: expected gold facts with their sentences, found none")
    return [
        Annotation(
            Sentence(id, text),
            tuple(Synset(str(number), tuple(group)) for number, group in enumerate(facts[id].values(), 1)),
        )
        for id, text in texts.items()
    ]


def is_frame(value: object) -> bool:
    """Tell whether an object is a data frame or table, without importing the library it comes from."""
    return not isinstance(value, (Mapping, type)) and (
        (hasattr(value, "columns") and (hasattr(value, "to_dicts") or hasattr(value, "to_dict")))
        or (hasattr(value, "column_names") and hasattr(value, "to_pylist"))
    )


def is_record(value: object) -> bool:
    """Tell a mapping or object whose fields are parts of extractions (or columns of them) from any other mapping."""
    record = None if isinstance(value, Extraction) else _record(value)
    return record is not None and _has_parts(record)


def names_its_sentence(item: object) -> bool:
    """Tell an extraction with its sentence, or a sentence with its triples, from a bare triple."""
    if isinstance(item, Row):
        return True
    if isinstance(item, Extraction):
        return False
    if (record := _record(item)) is not None:
        names = _keys(record).names
        return names.sentence is not None or names.sentence_id is not None
    if not isinstance(item, (tuple, list)) or not item or not isinstance(item[0], (str, Integral, Sentence)):
        return False
    if len(item) in (2, 3) and _holds_triples(item[-1]):
        return True
    return len(item) >= 4 and all(isinstance(part, str) for part in item[1:3]) and not isinstance(item[3], float)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A sentence, by id or text, and its triples as they were given, each with its place."""

    place: str
    id: str | None
    sentence: str | None
    triples: list[tuple[str, Any]]


class _Reader:
    """Takes a collection of extractions apart into entries."""

    def __init__(self, ids: Collection[str] = ()) -> None:
        self.ids = ids if isinstance(ids, (set, frozenset)) else frozenset(ids)

    def entries(self, value: Any, place: str) -> Iterator[_Entry | Row]:
        if is_frame(value):
            for number, record in enumerate(_records(value)):
                yield self._entry(record, f"{place}, row {number}")
        elif isinstance(value, Mapping):
            yield from self._mapping(value, place)
        elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            for number, item in enumerate(value):
                yield self._entry(item, f"{place}[{number}]")
        else:
            raise InputError(f"{place}: expected {EXTRACTIONS}, found {_shown(value)}")

    def _mapping(self, value: Mapping[Any, Any], place: str) -> Iterator[_Entry | Row]:
        record = _record(value)
        if record is not None and _is_table(record):
            for number, row in enumerate(_rows_of_columns(record, place)):
                yield self._entry(row, f"{place}, row {number}")
            return
        if record is not None and _has_parts(record) and names_its_sentence(record):
            yield self._of_record(record, place)
            return
        for sentence, triples in value.items():
            yield self._with_triples([sentence], triples, f"{place}[{sentence!r}]")

    def _entry(self, item: Any, place: str) -> _Entry | Row:
        if isinstance(item, Row):
            return item
        if not isinstance(item, Extraction) and (record := _record(item)) is not None:
            return self._of_record(record, place)
        if not isinstance(item, (tuple, list)) or not item:
            raise _unlike(WITH_SENTENCE, item, place)
        *sentence, last = item
        if len(sentence) in (1, 2) and _holds_triples(last):
            return self._with_triples(sentence, last, place)
        if not names_its_sentence(item):
            raise _unlike(WITH_SENTENCE, item, place)
        return _Entry(place, *self._sentence(item[:1], place), [(place, tuple(item[1:]))])

    def _of_record(self, record: dict[str, Any], place: str) -> _Entry:
        names = _keys(record).names
        if names.sentence is None and names.sentence_id is None:
            raise _unlike(WITH_SENTENCE, record, place, record)
        id, sentence = self._named(record, names, place)
        if (group := _keys(record).group) is not None:
            return _Entry(place, id, sentence, _listed(record[group], f"{place}, {group}"))
        parts = (names.subject, names.relation, names.object, _keys(record).arguments)
        if parts == (None, None, None, None):
            other = record.keys() - {names.sentence_id, names.sentence, names.confidence}
            if other:
                raise _unlike(WITH_SENTENCE, record, place, record)
            return _Entry(place, id, sentence, [])
        triple = {name: part for name, part in record.items() if name not in (names.sentence_id, names.sentence)}
        return _Entry(place, id, sentence, [(place, triple)])

    @staticmethod
    def _named(record: dict[str, Any], names: FieldNames, place: str) -> tuple[str | None, str | None]:
        """Read the id and the text of a record's sentence, as far as it has them."""
        id = None if names.sentence_id is None else _text(record[names.sentence_id], f"{place}, {names.sentence_id}")
        if names.sentence is None:
            return id, None
        sentence = record[names.sentence]
        if isinstance(sentence, Sentence):
            return id or sentence.id, sentence.text
        return id, _text(sentence, f"{place}, {names.sentence}")

    def _with_triples(self, sentence: list[Any] | tuple[Any, ...], triples: Any, place: str) -> _Entry:
        return _Entry(place, *self._sentence(sentence, place), _listed(triples, place))

    def _sentence(self, given: list[Any] | tuple[Any, ...], place: str) -> tuple[str | None, str | None]:
        """Tell the id from the sentence; both may be given."""
        if len(given) == 2:
            return _text(given[0], place), _text(given[1], place)
        (only,) = given
        if isinstance(only, Sentence):
            return only.id, only.text
        text = _text(only, place)
        return (text, None) if not isinstance(only, str) or text in self.ids or text.isdigit() else (None, text)


def _listed(triples: Any, place: str) -> list[tuple[str, Any]]:
    if (
        not isinstance(triples, Extraction)
        and (record := _record(triples)) is not None
        and (group := _keys(record).group) is not None
    ):
        triples = record[group]
    if isinstance(triples, (str, bytes, Mapping, Extraction)) or not isinstance(triples, Iterable):
        raise _unlike('a list of triples such as [("Ann", "moved to", "Oslo")]', triples, place)
    return [(f"{place}[{number}]", triple) for number, triple in enumerate(triples)]


def _holds_triples(value: object) -> bool:
    """Tell the triples of a sentence from a word: a collection, or an object with a field such as ``triples``."""
    if isinstance(value, (str, bytes, Extraction, Real)):
        return False
    record = _record(value)
    return _keys(record).group is not None if record is not None else isinstance(value, Iterable)


def _variants(triple: Any, place: str) -> list[tuple[str, Any]]:
    """List the variants of a gold fact; a triple by itself is the only one."""
    if isinstance(triple, Extraction) or _record(triple) is not None or not isinstance(triple, (tuple, list)):
        return [(place, triple)]
    if triple and all(not isinstance(part, (str, Real)) for part in triple):
        return [(f"{place}[{number}]", variant) for number, variant in enumerate(triple)]
    return [(place, triple)]


def _extraction(triple: Any, place: str) -> Extraction:
    if isinstance(triple, Extraction):
        return triple
    if (record := _record(triple)) is not None:
        return _extraction_of_record(record, place)
    if not isinstance(triple, (tuple, list)):
        raise _unlike(TRIPLE, triple, place)
    parts = list(triple)
    confidence = 1.0
    if len(parts) > 3 and isinstance(parts[-1], Real):
        confidence = _number(parts.pop(), place)
    if len(parts) < 2 or any(isinstance(part, float) for part in parts):
        raise _unlike(TRIPLE, triple, place)
    subject, relation, *others = (_text(part, place, TRIPLE) for part in parts)
    return Extraction(relation, (subject, *others), confidence)


def _extraction_of_record(record: dict[str, Any], place: str) -> Extraction:
    names = _keys(record).names
    arguments_name = _keys(record).arguments
    read = {names.subject, names.relation, names.object, names.confidence, arguments_name, *names.further}
    if arguments_name is not None and names.subject is None:
        given = record[arguments_name]
        if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
            raise _unlike('arguments such as ["Ann", "Oslo"]', given, place)
        arguments = tuple(_text(part, f"{place}, {arguments_name}") for part in given)
    else:
        found = [names.subject, names.object, *names.further]
        arguments = tuple(_text(record[name], f"{place}, {name}") for name in found if name is not None)
    if names.relation is None or not arguments or (arguments_name is None and names.subject is None):
        raise _unlike(TRIPLE, record, place, record)
    confidence = 1.0 if names.confidence is None else _number(record[names.confidence], f"{place}, {names.confidence}")
    synset, system = _keys(record).synset, _keys(record).system
    renamed = {synset: "synset", system: "extractor"}
    return Extraction(
        _text(record[names.relation], f"{place}, {names.relation}"),
        arguments,
        confidence,
        other=tuple(
            (renamed.get(name, name), _plain_text(part))
            for name, part in record.items()
            if name not in read and isinstance(part, (str, Real))
        ),
    )


def _fact(extraction: Extraction, place: str) -> Fact:
    try:
        slots = [parse_slot(" ".join(text.split()))[0] for text in extraction.triple]
    except InputError as error:
        raise InputError(f"{place}: expected {error}") from None
    return Fact(slots[0], slots[1], slots[2])


def _record(value: Any) -> dict[str, Any] | None:
    """Read the fields of an object that has named ones, without those that are missing."""
    fields: Iterable[tuple[Any, Any]]
    if isinstance(value, Mapping):
        fields = value.items()
    elif isinstance(value, (str, bytes, type, os.PathLike, Row, Extraction, Sentence)):
        return None
    elif (names := field_names(type(value))) is not None:
        fields = ((name, getattr(value, name)) for name in names)
    else:
        return None
    named = [(name, part) for name, part in fields if not _is_missing(part)]
    return dict(named) if all(isinstance(name, str) for name, _ in named) else None


@dataclass(frozen=True, slots=True)
class _Keys:
    """Which field of a record is what."""

    names: FieldNames
    group: str | None
    arguments: str | None
    synset: str | None
    system: str | None


def _keys(record: Mapping[str, Any]) -> _Keys:
    return _keys_of(tuple(record))


# The records of a list nearly always have the same fields.
@functools.lru_cache(1 << 8)
def _keys_of(fields: tuple[str, ...]) -> _Keys:
    found = (find_name(fields, aliases) for aliases in (GROUPS, ARGUMENTS, SYNSET, SYSTEM))
    return _Keys(name_fields(fields), *found)


def _is_missing(value: object) -> bool:
    """Tell None, NaN and pandas' own mark of a missing value."""
    if type(value) is str:
        return False
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ == "NAType"


def _records(frame: Any) -> Iterator[Any]:
    """Yield the rows of a data frame; those of a frame whose columns have no names as tuples."""
    if hasattr(frame, "to_pylist"):  # pyarrow
        yield from frame.to_pylist()
    elif hasattr(frame, "to_dicts"):  # polars
        yield from frame.to_dicts()
    elif all(isinstance(name, str) for name in frame.columns):
        yield from frame.to_dict("records")
    else:
        for record in frame.itertuples(index=False, name=None):
            yield tuple(part for part in record if not _is_missing(part))


def _has_parts(record: Mapping[str, Any]) -> bool:
    names = _keys(record).names
    return _keys(record).group is not None or (names.subject is not None and names.relation is not None)


def _is_table(record: dict[str, Any]) -> bool:
    """Tell a mapping from columns to their values from one record: the subject is a list."""
    names = _keys(record).names
    return names.relation is not None and isinstance(record.get(names.subject or ""), (list, tuple))


def _rows_of_columns(columns: dict[str, Any], place: str) -> Iterator[dict[str, Any]]:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} with {length}" for name, length in lengths.items())
        raise InputError(f"{place}: expected columns of one length, found {found}")
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))


def _text(value: object, place: str, expected: str = "a text or a whole number") -> str:
    if type(value) is str:  # nearly always; faster than asking for all kinds of numbers
        return value
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        raise _unlike(expected, value, place)
    return _plain_text(value)


def _plain_text(value: object) -> str:
    """Write a value as text; whole numbers that a data frame turned into floats lose their zero."""
    if type(value) is str:
        return value
    if isinstance(value, Real) and float(value).is_integer():
        return f"{float(value):.0f}" if not isinstance(value, Integral) else str(value)
    return str(value)


def _number(value: Any, place: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        raise _unlike("a confidence, which is a number", value, place)
    return number


def _unlike(expected: str, found: object, place: str, record: Mapping[str, Any] | None = None) -> InputError:
    keys = "" if record is None else f" (keys {', '.join(map(repr, record))})"
    return InputError(f"{place}: expected {expected}, found {_shown(found)}{keys}")


def _shown(value: object) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 80 else f'{text[:77]}...'}"
