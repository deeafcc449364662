"""Formats with an extraction or a gold tuple a line in tab-separated columns: the mechanism, then the formats.

A declaration names the columns; how lines are read, written and recognised follows from the names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError, InputError
from karat.formats.format import Format, Kind, Reader
from karat.formats.problems import Problems, collect_problems, parse_each
from karat.formats.text import blocks, tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.model import Extraction, Row, Sentence, Span, TupleAnnotation

MOST_SHOWN = 8
"""Messages list the names of at most this many columns."""
LONGEST_PLACE = 18
"""The most digits of a place; Python refuses to parse thousands."""
BYTE_ORDER_MARK = "\ufeff"

LABEL = "label"
LABELS = {"0", "1"}
"""Labels by people, wrong and right: judgements, not scores."""

SLOTS = ("relation", "subject", "object")
CALLED = {"predicate": "relation", "head of the predicate": "head"}
"""Columns whose name in messages differs from that in the model."""
IN_THE_MODEL = {"sentence id", "sentence", "confidence", "arguments", LABEL, *SLOTS}
IN_THE_MODEL |= {f"{slot} {end}" for slot in SLOTS for end in ("start", "end")}

Fields = Sequence[str]
"""The fields of a line."""


class Columns:
    """The columns of a format, named in the order of a line.

    ``sentence id``, ``sentence``, ``confidence``, ``subject``, ``relation``, ``object`` and ``arguments`` are what the
    model calls them; ``subject start`` and ``subject end`` are a span, and ``label`` is 0, 1 or empty. A column of
    another name is kept in ``Extraction.other``. The last column may be repeated: any number of times (``arguments*``),
    or at least once (``arguments+``).
    """

    def __init__(self, names: str) -> None:
        listed = names.split(", ")
        self.repeats = listed[-1].endswith(("*", "+"))
        self.least = len(listed) - listed[-1].endswith("*")
        names_shown = [name.rstrip("*+") for name in listed]
        self.names = [CALLED.get(name, name) for name in names_shown]
        self.places = {name: place for place, name in enumerate(self.names)}
        shown = f" ({', '.join(names_shown)})" if len(listed) <= MOST_SHOWN else ""
        self.expected = f"{'at least ' if self.repeats else ''}{self.least} tab-separated fields{shown}"
        self._id, self._sentence = self.places.get("sentence id"), self.places.get("sentence")
        self._confidence, self._label = self.places.get("confidence"), self.places.get(LABEL)
        self._relation, self._arguments = self.places["relation"], self.places.get("arguments")
        self._kept = [(name, place) for name, place in self.places.items() if name not in IN_THE_MODEL]
        self._slots = [self.places[name] for name in ("subject", "object") if name in self.places]
        self._spans = [self.places[f"{slot} start"] for slot in SLOTS if f"{slot} start" in self.places]

    def split(self, line: Line) -> list[str]:
        """Split a line into its fields; a wrong number of them is an error."""
        fields = line.text.split("\t")
        if len(fields) != self.least and not self._has_columns(fields):
            raise line.error(expected=self.expected, found=f"{len(fields)}: {line.text!r}")
        return fields

    def parse(self, line: Line) -> Row:
        """Read a line."""
        fields = self.split(line)
        id = sentence = None
        if self._id is not None:
            id = fields[self._id].strip()
            if not id:
                raise line.error(expected="a sentence id", found=f"none: {line.text!r}")
        if self._sentence is not None:
            sentence = fields[self._sentence]
        confidence = 1.0 if self._confidence is None else line.number_from(fields[self._confidence], "confidence")
        arguments = tuple([fields[place] for place in self._slots])
        if self._arguments is not None:
            arguments += tuple(fields[self._arguments :])
        other = tuple([(name, fields[place]) for name, place in self._kept]) if self._kept else ()
        if self._label is not None and fields[self._label].strip():
            other += ((LABEL, label_from(line, fields[self._label])),)
        spans = tuple([(_span(line, fields[place : place + 2]),) for place in self._spans]) if self._spans else ()
        extraction = Extraction(fields[self._relation], arguments, confidence, spans=spans, other=other)
        return Row(extraction, id, sentence, line.number)

    def fit(self, rows: Iterable[Fields]) -> bool:
        """Tell whether all rows have these columns, with ids and numbers where they should be."""
        return all(map(self._fits, rows))

    def _fits(self, fields: Fields) -> bool:
        return (
            self._has_columns(fields)
            and (self._id is None or tabs.is_sentence_id(fields[self._id]))
            and (self._confidence is None or tabs.is_number(fields[self._confidence]))
            and all(fields[place + end].isdecimal() for place in self._spans for end in (0, 1))
        )

    def _has_columns(self, fields: Fields) -> bool:
        return len(fields) >= self.least and (self.repeats or len(fields) == self.least)

    def render(self, format_name: str, rows: Iterable[Row]) -> Iterator[str]:
        """Write each extraction; a sentence without any has no line."""
        for row in rows:
            if self._id is not None and row.sentence_id is None:
                raise InputError(f"{format_name} needs the sentence's id in each row: found none with {row.sentence!r}")
            if self._sentence is not None and row.sentence is None:
                raise InputError(
                    f"{format_name} needs the sentence's text in each row: found none with id {row.sentence_id!r}"
                )
            if row.extraction is not None:
                yield tabs.join(self._texts(format_name, row, row.extraction), format_name)

    def _texts(self, format_name: str, row: Row, extraction: Extraction) -> Iterator[str]:
        texts = {
            "head": (extraction.relation.split() or [""])[-1],  # where none is known: the predicate's last word
            **dict(extraction.other),
            "sentence id": row.sentence_id or "",
            "sentence": row.sentence or "",
            "confidence": repr(float(extraction.confidence)),
            "subject": extraction.subject,
            "relation": extraction.relation,
            "object": extraction.object,
        }
        for name in self.names:
            if name != "arguments":
                yield texts[name]
            elif len(extraction.arguments) + len(self.names) - 1 < self.least:
                raise InputError(f"{format_name} needs an argument: found none with relation {extraction.relation!r}")
            else:
                yield from extraction.arguments


def column_format(
    name: str,
    title: str,
    columns: str,
    looks: str,
    also: Callable[[Sequence[Fields]], bool] | None = None,
    *,
    kind: Kind = "extractions",
    writes: bool = False,
    in_blocks: bool = False,
    parse: Callable[[Line], Row] | None = None,
) -> Format:
    """Declare a format of columns.

    ``also`` tests the fields of the first lines for what the columns do not tell; ``looks`` is the whole in words.
    ``parse`` reads a line whose columns have an inner structure. ``in_blocks``: lines name no sentence, and blank lines
    separate the sentences. The tuples of a format of the kind ``tuples`` are collected by sentence.
    """
    declared = Columns(columns)
    parse = parse or declared.parse

    of_blocks = partial(blocks.between_blank_lines, partial(_parse_in_block, parse)) if in_blocks else None
    read: Reader = partial(read_by_sentence, parse) if kind == "tuples" else partial(parse_each, parse)
    render = partial(_render_tuples, declared, name) if kind == "tuples" else partial(declared.render, name)
    return Format(
        name=name,
        title=title,
        kind=kind,
        looks=looks,
        read=partial(blocks.rows, of_blocks) if of_blocks else read,
        fits=partial(_fits, declared, also),
        render=render if writes else None,
        blocks=of_blocks,
    )


def _fits(columns: Columns, also: Callable[[Sequence[Fields]], bool] | None, head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return columns.fit(rows) and (also is None or also(rows))


def _parse_in_block(parse: Callable[[Line], Row], line: Line, _: Problems) -> Extraction | None:
    return parse(line).extraction


def read_by_sentence(
    parse: Callable[[Line], Row], path: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[TupleAnnotation]:
    """Yield each sentence with all its tuples, in the order in which the sentences first appear.

    The file has no ids: sentences are numbered from 1. The tuples of a sentence may be anywhere in the file.
    CaRB's said-type annotations have a sentence without a tuple and a byte order mark in a line; both are repaired.
    """
    tuples: dict[str, list[Extraction]] = {}
    with collect_problems(problems) as report:
        for line in content(path, encoding):
            if line.text.strip() in tuples:
                report.repaired(line, "a sentence once more, without a tuple")
                continue
            if line.text.startswith(BYTE_ORDER_MARK):
                report.repaired(line, "the same without the byte order mark")
            try:
                row = parse(replace(line, text=line.text.removeprefix(BYTE_ORDER_MARK)))
                sentence = (row.sentence or "").strip()
                if not sentence:
                    raise line.error(expected="a sentence", found=f"none: {line.text!r}")
            except FormatError as error:
                report.add(error)
            else:
                assert row.extraction is not None
                tuples.setdefault(sentence, []).append(row.extraction)
    for number, (sentence, extractions) in enumerate(tuples.items(), 1):
        yield TupleAnnotation(Sentence(str(number), sentence), tuple(extractions))


def _render_tuples(columns: Columns, format_name: str, annotations: Iterable[TupleAnnotation]) -> Iterator[str]:
    for annotation in annotations:
        for extraction in annotation.extractions:
            # Only a column that may be missing can hold no argument; elsewhere an empty one is written.
            padded = extraction.arguments or ("",) * (columns.least - len(columns.names) + 1)
            row = Row(replace(extraction, arguments=padded), sentence=annotation.sentence.text)
            yield from columns.render(format_name, [row])


def label_from(line: Line, text: str) -> str:
    """Read a person's label."""
    if text.strip() not in LABELS:
        raise line.error(expected="the label 0 or 1", found=repr(text))
    return text.strip()


def _span(line: Line, fields: Fields) -> Span:
    start, end = fields
    if not (start.isdecimal() and end.isdecimal() and max(len(start), len(end)) <= LONGEST_PLACE):
        raise line.error(expected="whole numbers as start and end", found=f"{start!r} and {end!r}")
    return int(start), int(end)


def _any_sentence(rows: Sequence[Fields]) -> bool:
    return any(tabs.is_sentence(fields[0]) for fields in rows)


# BenchIE (Gashteovski et al., 2022)


def _has_ids_first(rows: Sequence[Fields]) -> bool:
    # Words before a triple's end and whole numbers after it: the numbers are the ids.
    return not all(fields[0].isalpha() and fields[3].strip().isdecimal() for fields in rows)


BENCHIE = column_format(
    "benchie",
    "BenchIE extractions: sentence id, subject, relation, object",
    "sentence id, subject, relation, object",
    "4 tab-separated fields, the first a sentence id",
    _has_ids_first,
    writes=True,
)


def _has_labels(rows: Sequence[Fields]) -> bool:
    return {fields[4].strip() for fields in rows} - {""} in ({"0"}, {"1"}, LABELS)


LABELLED_TRIPLES = column_format(
    "labelled-triples",
    "Triples with a person's label: sentence id, subject, relation, object, label",
    "sentence id, subject, relation, object, label",
    "5 tab-separated fields, the first a sentence id and the last a label, 0 or 1",
    _has_labels,
)


# CaRB (Bhardwaj et al., 2019); Multi2OIE writes empty arguments, so that later ones stay in their columns.


def _is_carb_tab(rows: Sequence[Fields]) -> bool:
    # ReVerb has a path before a number.
    return _any_sentence(rows) and not all(map(tabs.has_places, rows))


CARB_TAB = column_format(
    "carb-tab",
    "CaRB tabbed output: sentence, confidence, relation, arguments",
    "sentence, confidence, relation, arguments+",
    "at least 4 tab-separated fields, the first a sentence and the second a number",
    _is_carb_tab,
    writes=True,
)


def _is_carb_gold(rows: Sequence[Fields]) -> bool:
    return (
        _any_sentence(rows)
        and not any(fields[1].startswith(("<arg1>", "<rel>")) for fields in rows)
        and not all(tabs.is_number(fields[0]) for fields in rows)
        and not all(tabs.is_number(fields[1]) for fields in rows)
        and not all(map(_is_of_another_format, rows))
        and not tabs.surely_heads(rows)
    )


def _is_of_another_format(fields: Fields) -> bool:
    """Tell whether a row is of MinIE, Stanford's qa_srl, Graphene or AllenNLP's wrappers."""
    return (
        (tabs.is_quoted(fields[0]) and tabs.is_quoted(fields[1]))
        or fields[1].startswith("factuality:")
        or tabs.has_heads(fields)
        or tabs.has_layer(fields)
        or tabs.has_roles(fields)
    )


CARB_GOLD = column_format(
    "carb-gold",
    "CaRB gold: sentence, relation, arguments",
    "sentence, relation, arguments+",
    "at least 3 tab-separated fields, the first a sentence and the second words",
    _is_carb_gold,
    kind="tuples",
    writes=True,
)


# OIE2016's gold, Stanovsky and Dagan (2016)


def _is_oie2016(rows: Sequence[Fields]) -> bool:
    return (
        all(len(fields[1].split()) == 1 for fields in rows)
        and _any_sentence(rows)
        and not all(tabs.is_number(fields[1]) for fields in rows)  # confidences
        and tabs.may_have_heads(rows)
    )


OIE2016_HEADS = column_format(
    "oie2016-heads",
    "OIE2016 gold with heads: sentence, head of the predicate, predicate, arguments",
    "sentence, head of the predicate, predicate, arguments*",
    "tab-separated fields: a sentence, one word, a predicate that has the word, arguments",
    _is_oie2016,
    kind="tuples",
    writes=True,
)


# ReVerb (Fader et al., 2011); the sentence's number counts its own input and is no id.

_REVERB = (
    "file, sentence_number, subject, relation, object, subject start, subject end, relation start, relation end, "
    "object start, object end, confidence, sentence, part_of_speech_tags, "
)
REVERB = column_format(
    "reverb",
    "ReVerb output: 18 columns with places, tags and normalised words",
    f"{_REVERB}chunk_tags, normalised_subject, normalised_relation, normalised_object",
    "18 tab-separated fields, the sixth to the twelfth numbers",
)


# Stanford OpenIE (Angeli et al., 2015)


def _is_stanford(rows: Sequence[Fields]) -> bool:
    return all(
        not fields[0].isdecimal()  # a whole number is BenchIE's sentence id
        and not tabs.is_number(fields[1])
        and fields[3] != ""  # else it may be PropS
        for fields in rows
    )


def _is_qa_srl(rows: Sequence[Fields]) -> bool:
    return all(map(tabs.has_heads, rows))


STANFORD = column_format(
    "stanford",
    "Stanford OpenIE default output: confidence, subject, relation, object",
    "confidence, subject, relation, object",
    "4 tab-separated fields, the first a number with a point",
    _is_stanford,
    in_blocks=True,
)
STANFORD_REVERB = column_format(
    "stanford-reverb",
    "Stanford OpenIE reverb output: 17 columns with places, tags and lemmas",
    f"{_REVERB}lemmas_of_subject, lemmas_of_relation, lemmas_of_object",
    "17 tab-separated fields, the sixth to the twelfth numbers",
)
STANFORD_QA_SRL = column_format(
    "stanford-qa-srl",
    "Stanford OpenIE qa_srl output: heads, subject, relation, object, confidence, sentence",
    "heads, subject, relation, object, confidence, sentence",
    "6 tab-separated fields, the first three heads joined by points and the fifth a number",
    _is_qa_srl,
)


# PropS (Stanovsky et al., 2016)


def _parse_props(line: Line) -> Row:
    """Read a line; arguments keep the space that PropS ends them with, and ``other`` has each one's ``role``."""
    confidence, *rest = line.text.split("\t")
    if len(rest) == 3 and not rest[2]:
        rest.pop()  # a predicate without arguments ends in a tab
    if len(rest) < 2 or len(rest) % 2:
        expected = "confidence, sentence and predicate, then pairs of role and argument, all tab-separated"
        raise line.error(expected=expected, found=f"{len(rest) + 1} fields: {line.text!r}")
    sentence, predicate, *pairs = rest
    score = line.number_from(confidence, "confidence")
    roles = tuple(("role", role) for role in pairs[::2])
    return Row(Extraction(predicate, tuple(pairs[1::2]), score, other=roles), sentence=sentence, line=line.number)


def _is_props(rows: Sequence[Fields]) -> bool:
    return all(
        (len(fields) % 2 or (len(fields) == 4 and not fields[3])) and not any(" " in role for role in fields[3::2])
        for fields in rows
    ) and any(tabs.is_sentence(fields[1]) and not tabs.is_bracketed(fields[1]) for fields in rows)


PROPS = column_format(
    "props",
    "PropS output: confidence, sentence, predicate, roles and arguments",
    "confidence, sentence, relation, roles and arguments*",
    "an odd number of tab-separated fields, the first a number, the second a sentence, the fourth one word",
    _is_props,
    parse=_parse_props,
)
