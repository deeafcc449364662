"""Read extractions and gold facts from Python objects: tuples, dictionaries, data frames, pairs and mappings.

A collection of extractions is one of these, and the items of a list may differ:

- tuples ``(sentence, subject, relation, object)``, perhaps with further arguments and, at the end, a confidence;
- dictionaries, dataclasses, named tuples, attrs and pydantic objects with such fields (``formats/field_names.py``);
- pairs ``(sentence, triples)``, or dictionaries with a sentence and its triples;
- a mapping from sentences to triples, or from the names of columns to the columns;
- a data frame of pandas or polars, or a table of pyarrow, with such columns;
- :class:`karat.model.Row` objects.

Wherever a sentence is expected, its id will do. In gold, a list of triples in the place of one, or an object with
``variants``, holds variants of the same fact, and words in square brackets are optional.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from numbers import Integral, Real
from typing import Any, NamedTuple, Protocol

from karat.errors import InputError
from karat.formats.field_names import SYNSET, SYNSETS, SYSTEM, TRIPLES, FieldNames, find_name, name_fields
from karat.formats.records.record import read_record
from karat.formats.triples_as_gold import WORDINGS, GoldBuilder, TriplesAsGold, check_aliases, may_be_id
from karat.model import Annotation, Extraction, Row, Sentence
from karat.record_classes import field_names

EXAMPLE = '("Ann moved to Oslo .", "Ann", "moved to", "Oslo")'
"""An extraction with its sentence, as messages show it."""
WITH_SENTENCE = (
    f"an extraction with its sentence or its sentence's id, such as {EXAMPLE} or "
    '{"sentence": …, "subject": …, "relation": …, "object": …}'
)
VARIANTS = "variants"
TRIPLE = 'a triple such as ("Ann", "moved to", "Oslo") or {"subject": …, "relation": …, "object": …}'
EXTRACTIONS = f"extractions: a file, a data frame, a list such as [{EXAMPLE}], or a mapping from sentences to triples"
GROUPS = (*TRIPLES, "synsets")
"""Names of the field that has the triples, or facts, of a sentence."""


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


def facts_from(value: object, place: str) -> TriplesAsGold:
    """Read gold facts as from a file: each triple is a fact of its own, and a list of triples has variants of one fact.

    Texts without a space that stand for all sentences are their ids. Annotations with synsets are taken as they are.
    """
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, Annotation) for item in value):
        return TriplesAsGold(tuple(value), 0, 0, grouped=True)
    entries = list(_gold_entries(value, place))
    facts = [[_variants(*each) for each in entry.triples] for entry in entries]
    # With variants of its own, each fact counts, as in a file in the format json-facts.
    builder = GoldBuilder(keep_repeats=any(fact.is_stated for listed in facts for fact in listed))
    for entry, listed in zip(entries, facts, strict=True):
        row = Row(None, entry.id, entry.sentence)
        if not listed:
            builder.add(row, partial(_refuse, entry.place))
        for fact in listed:
            for where, variant in fact.variants:
                _check_aliases(variant, where)
                extraction = _extraction(variant, where)
                if fact.group and SYNSET not in dict(extraction.other):
                    extraction = replace(extraction, other=(*extraction.other, (SYNSET, fact.group)))
                builder.add(replace(row, extraction=extraction), partial(_refuse, where))
    return builder.finish()


def _gold_entries(value: object, place: str) -> Iterator[_Entry]:
    entries = list(_Reader(gold=True).entries(value, place))
    if not entries:
        raise InputError(f"{place}: expected gold facts with their sentences, found none")
    texts = [entry.sentence for entry in entries if isinstance(entry, _Entry) and entry.id is None]
    by_id = all(map(may_be_id, texts))
    for entry in entries:
        if isinstance(entry, Row):
            raise InputError(f"{place}: expected gold facts with their sentences, found rows of a system")
        yield replace(entry, id=entry.sentence, sentence=None) if by_id and entry.id is None else entry


def _check_aliases(value: object, place: str) -> None:
    if (record := record_of(value)) is not None:
        check_aliases(record.items(), partial(_refuse, place))


def _refuse(place: str, expected: str, found: str) -> InputError:
    return InputError(f"{place}: expected {expected}, found {found}")


# Collections: which sentence, and which triples


def names_its_sentence(item: object) -> bool:
    """Whether an item is an extraction with its sentence, or a sentence with its triples, rather than a bare triple."""
    if isinstance(item, Row):
        return True
    if (record := record_of(item)) is not None:
        return _names_sentence(record)
    if not isinstance(item, (tuple, list)) or not item or not isinstance(item[0], (str, Integral, Sentence)):
        return False
    if len(item) in (2, 3) and _holds_triples(item[-1]):
        return True
    return len(item) >= 4 and all(isinstance(part, str) for part in item[1:3]) and not isinstance(item[3], float)


def _names_sentence(record: Mapping[str, Any]) -> bool:
    names = keys_of(record).names
    return names.sentence is not None or names.sentence_id is not None


@dataclass(frozen=True, slots=True)
class _Entry:
    """A sentence, by id or text, and its triples as they were given, each with its place."""

    place: str
    id: str | None
    sentence: str | None
    triples: list[tuple[str, Any]]


class _Reader:
    """Takes a collection of extractions apart into entries."""

    def __init__(self, ids: Collection[str] = (), *, gold: bool = False) -> None:
        self.ids = ids if isinstance(ids, (set, frozenset)) else frozenset(ids)
        self.gold = gold

    def entries(self, value: Any, place: str) -> Iterator[_Entry | Row]:
        if is_frame(value):
            for number, record in enumerate(records_of_frame(value)):
                yield self._entry(record, f"{place}, row {number}")
        elif isinstance(value, Mapping):
            yield from self._mapping(value, place)
        elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            for number, item in enumerate(value):
                yield self._entry(item, f"{place}[{number}]")
        else:
            raise InputError(f"{place}: expected {EXTRACTIONS}, found {shown(value)}")

    def _mapping(self, value: Mapping[Any, Any], place: str) -> Iterator[_Entry | Row]:
        record = record_of(value)
        if record is not None and is_table(record):
            for number, row in enumerate(rows_of_columns(record, place)):
                yield self._entry(row, f"{place}, row {number}")
            return
        if record is not None and has_parts(record) and names_its_sentence(record):
            yield self._of_record(record, place)
            return
        for sentence, triples in value.items():
            yield self._with_triples([sentence], triples, f"{place}[{sentence!r}]")

    def _entry(self, item: Any, place: str) -> _Entry | Row:
        if isinstance(item, Row):
            return item if item.extraction is None else replace(item, extraction=_checked(item.extraction, place))
        if (record := record_of(item)) is not None:
            return self._of_record(record, place)
        if not isinstance(item, (tuple, list)) or not item:
            raise unlike(WITH_SENTENCE, item, place)
        *sentence, last = item
        if len(sentence) in (1, 2) and _holds_triples(last):
            return self._with_triples(sentence, last, place)
        if not names_its_sentence(item):
            raise unlike(WITH_SENTENCE, item, place)
        return _Entry(place, *self._sentence(item[:1], place), [(place, tuple(item[1:]))])

    def _of_record(self, record: dict[str, Any], place: str) -> _Entry:
        names = keys_of(record).names
        if not _names_sentence(record):
            raise unlike(WITH_SENTENCE, record, place, record)
        if self.gold:
            _check_aliases(record, place)
        id, sentence = self._named(record, names, place)
        if (group := keys_of(record).group) is not None:
            return _Entry(place, id, sentence, _listed(record[group], f"{place}, {group}"))
        if not (names.subject or names.relation or names.object or names.lists):
            if record.keys() - {names.sentence_id, names.sentence, names.confidence}:
                raise unlike(WITH_SENTENCE, record, place, record)
            return _Entry(place, id, sentence, [])
        triple = {name: part for name, part in record.items() if name not in (names.sentence_id, names.sentence)}
        return _Entry(place, id, sentence, [(place, triple)])

    @staticmethod
    def _named(record: dict[str, Any], names: FieldNames, place: str) -> tuple[str | None, str | None]:
        """Read the id and the text of a record's sentence, as far as it has them."""
        id = None if names.sentence_id is None else text_of(record[names.sentence_id], f"{place}, {names.sentence_id}")
        if names.sentence is None:
            return id, None
        sentence = record[names.sentence]
        if isinstance(sentence, Sentence):
            return id or sentence.id, sentence.text
        return id, text_of(sentence, f"{place}, {names.sentence}")

    def _with_triples(self, sentence: list[Any] | tuple[Any, ...], triples: Any, place: str) -> _Entry:
        if self.gold:
            _check_aliases(triples, place)
        return _Entry(place, *self._sentence(sentence, place), _listed(triples, place))

    def _sentence(self, given: list[Any] | tuple[Any, ...], place: str) -> tuple[str | None, str | None]:
        """Tell the id from the sentence; both may be given."""
        if len(given) == 2:
            return text_of(given[0], place), text_of(given[1], place)
        (only,) = given
        if isinstance(only, Sentence):
            return only.id, only.text
        text = text_of(only, place)
        return (text, None) if not isinstance(only, str) or text in self.ids or text.isdigit() else (None, text)


def _listed(triples: Any, place: str) -> list[tuple[str, Any]]:
    if (record := record_of(triples)) is not None and (group := keys_of(record).group) is not None:
        triples = record[group]
    if isinstance(triples, (str, bytes, Mapping, Extraction)) or not isinstance(triples, Iterable):
        raise unlike('a list of triples such as [("Ann", "moved to", "Oslo")]', triples, place)
    return [(f"{place}[{number}]", triple) for number, triple in enumerate(triples)]


def _holds_triples(value: object) -> bool:
    """Tell the triples of a sentence from a word: a collection, or an object with a field such as ``triples``."""
    if isinstance(value, (str, bytes, Extraction, Real)):
        return False
    record = record_of(value)
    return keys_of(record).group is not None if record is not None else isinstance(value, Iterable)


class _GoldFact(NamedTuple):
    """The variants of a gold fact, each with its place; ``group`` names the fact unless it is a triple by itself."""

    variants: list[tuple[str, Any]]
    group: str = ""
    is_stated: bool = False
    """Whether the variants are in an object of their own."""


def _variants(place: str, triple: Any) -> _GoldFact:
    record = record_of(triple)
    if record is not None and VARIANTS in record:
        if other := record.keys() - {VARIANTS, "id"}:
            raise InputError(f"{place}: expected the keys {VARIANTS}, id, found {min(other)!r}")
        listed, place = record[VARIANTS], f"{place}, {VARIANTS}"
        if not isinstance(listed, (tuple, list)) or not listed:
            raise unlike("a list of triples", listed, place)
    elif record is None and isinstance(triple, (tuple, list)) and triple and not _is_flat(triple):
        listed = triple
    else:
        return _GoldFact([(place, triple)])
    return _GoldFact([(f"{place}[{number}]", each) for number, each in enumerate(listed)], place, record is not None)


def _is_flat(values: Iterable[object]) -> bool:
    return any(isinstance(value, (str, Real)) for value in values)


# One triple


def _extraction(triple: Any, place: str) -> Extraction:
    if isinstance(triple, Extraction):
        return _checked(triple, place)
    if (record := record_of(triple)) is not None:
        return _extraction_of_record(record, place)
    if not isinstance(triple, (tuple, list)):
        raise unlike(TRIPLE, triple, place)
    parts = list(triple)
    confidence = 1.0
    if len(parts) > 3 and isinstance(parts[-1], Real):
        confidence = number_of(parts.pop(), place)
    if len(parts) < 2 or any(isinstance(part, float) for part in parts):
        raise unlike(TRIPLE, triple, place)
    subject, relation, *others = (text_of(part, place, TRIPLE) for part in parts)
    return Extraction(relation, (subject, *others), confidence)


def _checked(extraction: Extraction, place: str) -> Extraction:
    """Refuse a confidence that is no finite number, which dataclasses do not check."""
    confidence = extraction.confidence
    if type(confidence) is float and math.isfinite(confidence):
        return extraction
    return replace(extraction, confidence=number_of(confidence, f"{place}, confidence"))


def _extraction_of_record(record: dict[str, Any], place: str) -> Extraction:
    keys = keys_of(record)
    if keys.triple.relation is None or not (keys.triple.subject or keys.triple.lists):
        raise unlike(TRIPLE, record, place, record)
    extraction = read_record(
        keys.triple,
        text=lambda name: _slot_of(record[name], f"{place}, {name}"),
        texts=lambda name: _slots_of(record[name], f"{place}, {name}"),
        number=lambda name: number_of(record[name], f"{place}, {name}"),
        other=(
            (keys.renamed.get(name, name), _other_text(part, f"{place}, {name}"))
            for name, part in record.items()
            if name not in keys.of_triple and isinstance(part, (str, Real))
        ),
    )
    if not extraction.arguments:
        raise unlike(TRIPLE, record, place, record)
    return extraction


def _slots_of(given: object, place: str) -> list[str]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise unlike('arguments such as ["Ann", "Oslo"]', given, place)
    return [_slot_of(part, place) for part in given]


def _slot_of(value: object, place: str) -> str:
    if isinstance(value, (list, tuple)):
        raise InputError(f"{place}: expected a text, found {shown(value)}; write a triple for each, or {WORDINGS}")
    return text_of(value, place)


def _other_text(value: object, place: str) -> str:
    return str(value) if isinstance(value, bool) else text_of(value, place)


# Objects with named fields: dictionaries, dataclasses and the like, the rows of data frames


class DataFrame(Protocol):
    """A data frame of pandas or polars; neither library is imported."""

    @property
    def columns(self) -> Any: ...


def is_frame(value: object) -> bool:
    """Tell whether an object is a data frame or table, without importing the library it comes from."""
    return not isinstance(value, (Mapping, type)) and (
        (hasattr(value, "columns") and (hasattr(value, "to_dicts") or hasattr(value, "to_dict")))
        or (hasattr(value, "column_names") and hasattr(value, "to_pylist"))
    )


def is_record(value: object) -> bool:
    """Tell a mapping or object whose fields are parts of extractions (or columns of them) from any other mapping."""
    record = record_of(value)
    return record is not None and has_parts(record)


def record_of(value: Any) -> dict[str, Any] | None:
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
    named = [(name, part) for name, part in fields if not is_missing(part)]
    return dict(named) if all(isinstance(name, str) for name, _ in named) else None


class Keys(NamedTuple):
    """Which field is what: an extraction is read from ``triple``; ``of_triple`` are all that name a part of one."""

    names: FieldNames
    triple: FieldNames
    of_triple: tuple[str, ...]
    group: str | None
    renamed: dict[str | None, str]


def keys_of(record: Mapping[str, Any]) -> Keys:
    """Find which field of a record is what."""
    return _keys_of_fields(tuple(record))


# The records of a list nearly always have the same fields.
@functools.lru_cache(1 << 8)
def _keys_of_fields(fields: tuple[str, ...]) -> Keys:
    names = name_fields(fields)
    group, synset, system = (find_name(fields, aliases) for aliases in (GROUPS, SYNSETS, SYSTEM))
    # A list has all arguments, unless there is a subject.
    only = {"lists": ()} if names.subject is not None else {"object": None, "further": ()} if names.lists else {}
    return Keys(names, replace(names, **only), names.of_triple, group, {synset: SYNSET, system: "extractor"})


def records_of_frame(frame: Any) -> Iterator[Any]:
    """Yield the rows of a data frame; those of a frame whose columns have no names as tuples."""
    if hasattr(frame, "to_pylist"):  # pyarrow
        yield from frame.to_pylist()
    elif hasattr(frame, "to_dicts"):  # polars
        yield from frame.to_dicts()
    elif all(isinstance(name, str) for name in frame.columns):
        yield from frame.to_dict("records")
    else:
        for record in frame.itertuples(index=False, name=None):
            yield tuple(part for part in record if not is_missing(part))


def has_parts(record: Mapping[str, Any]) -> bool:
    """Whether a record is an extraction, or a sentence with its triples."""
    names = keys_of(record).names
    return keys_of(record).group is not None or (names.subject is not None and names.relation is not None)


def is_table(record: dict[str, Any]) -> bool:
    """Tell a mapping from columns to their values from one record: the subject is a list, and no sentence is a text."""
    names = keys_of(record).names
    is_of_one = any(isinstance(record.get(name or ""), (str, int)) for name in (names.sentence, names.sentence_id))
    return names.relation is not None and isinstance(record.get(names.subject or ""), (list, tuple)) and not is_of_one


def rows_of_columns(columns: dict[str, Any], place: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of columns, which must be of one length."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} with {length}" for name, length in lengths.items())
        raise InputError(f"{place}: expected columns of one length, found {found}")
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))


# Texts and numbers, and the messages about values that are neither


def is_missing(value: object) -> bool:
    """Tell None, NaN and pandas' own mark of a missing value."""
    if type(value) is str:
        return False
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ == "NAType"


def text_of(value: object, place: str, expected: str = "a text or a whole number") -> str:
    """Return a text, or a number as text; anything else is an error."""
    if type(value) is str:  # nearly always; faster than asking for all kinds of numbers
        return value
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        raise unlike(expected, value, place)
    try:
        return _plain_text(value)
    except (ValueError, OverflowError):  # a number of more digits than Python writes
        raise unlike(expected, value, place) from None


def _plain_text(value: object) -> str:
    """Write a value as text; whole numbers that a data frame turned into floats lose their zero."""
    if isinstance(value, Real) and not isinstance(value, Integral) and float(value).is_integer():
        return f"{float(value):.0f}"
    return str(value)


def number_of(value: Any, place: str) -> float:
    """Return a finite number; anything else is an error."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        raise unlike("a confidence, which is a finite number", value, place)
    return number


def unlike(expected: str, found: object, place: str, record: Mapping[str, Any] | None = None) -> InputError:
    """Make the error about a value that is not what was expected; ``record`` is what it was found in."""
    keys = "" if record is None else f" (keys {', '.join(map(repr, record))})"
    return InputError(f"{place}: expected {expected}, found {shown(found)}{keys}")


def shown(value: object) -> str:
    """Show a value in a message: its type, and its first 80 characters."""
    try:
        text = repr(value)
    except ValueError:
        text = "of too many digits"
    return f"{type(value).__name__} {text if len(text) <= 80 else f'{text[:77]}...'}"
