"""Scored tuples, ``0.9: (subject; relation; object)``: the outputs of OpenIE6, Stanford OpenIE and OLLIE.

Kolluru et al., 2020; Angeli et al., 2015; Mausam et al., 2012.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError, InputError
from karat.formats.format import Format, block_format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text import blocks, tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.tuple_parts import below_sentences, by_sentence, render_triple, triple_parts
from karat.model import Attribution, Extraction, Row

SCORED = re.compile(r"(?P<score>[-+]?[\d.]+(?:[eE][-+]?\d+)?|[-+]?inf): ?\(")
CONTEXT = ("[enabler=", "[attrib=")


def parse_scored(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence."""
    scored = SCORED.match(line.text)
    if scored is None:
        return None
    inner = line.text[scored.end() :].rstrip()
    if not inner.endswith(")"):
        raise line.error(expected="confidence: (subject; relation; object)", found=repr(line.text))
    relation, arguments = triple_parts(line, inner[:-1], "; ", problems)
    return Extraction(relation, arguments, line.number_from(scored["score"], "confidence"))


def render_openie6(rows: Iterable[Row]) -> Iterator[str]:
    """Write each sentence with its extractions as triples, their later arguments joined, and a blank line."""
    for row, extractions in by_sentence(iter(rows), "openie6"):
        assert row.sentence is not None
        if SCORED.match(row.sentence) or not row.sentence.strip() or "\n" in row.sentence or "\r" in row.sentence:
            raise InputError(f"openie6 cannot hold this sentence: expected one line of words, found {row.sentence!r}")
        yield row.sentence
        for extraction in extractions:
            yield f"{float(extraction.confidence)!r}: {render_triple(extraction.triple, 'openie6')}"
        yield ""


def _fits_openie6(head: Sequence[str]) -> bool:
    scored = [SCORED.match(text) is not None for text in head]
    return (
        not scored[0]
        and any(scored)
        and not any("\t" in text for text in head)
        and not any(sign in text for text in head for sign in CONTEXT)
        and not any(text.strip() == "No extractions found." for text in head)
    )


OPENIE6 = block_format(
    "openie6",
    "OpenIE6 output: a sentence, then its triples with their confidence",
    "a sentence alone on its line, then lines of the form 0.38: (subject; relation; object)",
    partial(below_sentences, parse_scored),
    _fits_openie6,
    render=render_openie6,
)


def parse_stanford(line: Line, problems: Problems) -> Extraction:
    """Read a line of the ollie output."""
    extraction = parse_scored(line, problems)
    if extraction is None:
        raise line.error(expected="confidence: (subject; relation; object)", found=repr(line.text))
    return extraction


def _fits_stanford(head: Sequence[str]) -> bool:
    return all(SCORED.match(text) and "\t" not in text for text in head) and not any(
        sign in text for text in head for sign in CONTEXT
    )


STANFORD_OLLIE = block_format(
    "stanford-ollie",
    "Stanford OpenIE ollie output: triples with their confidence, without sentences",
    "lines of the form 1.000: (subject; relation; object) and no others",
    partial(blocks.between_blank_lines, parse_stanford),
    _fits_stanford,
)


NOTHING = "No extractions found."


def parse_ollie(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence."""
    scored = SCORED.match(line.text)
    if scored is None:
        return None
    score = line.number_from(scored["score"], "confidence")
    return extraction_from(line, line.text[scored.end() - 1 :].rstrip(), score, problems)


def extraction_from(line: Line, text: str, confidence: float, problems: Problems) -> Extraction:
    """Read ``(subject; relation; object)[enabler=…;attrib=…]``; the enabler is kept in ``other``."""
    inner, bracket, notes = _split_notes(text)
    if not (inner.startswith("(") and inner.endswith(")") and (not bracket or notes.endswith("]"))):
        raise line.error(expected="(subject; relation; object)[enabler=...;attrib=...]", found=repr(text))
    relation, arguments = triple_parts(line, inner[1:-1], "; ", problems)
    enabler, attribution = _notes(bracket + notes)
    return Extraction(
        relation,
        arguments,
        confidence,
        attribution=Attribution(attribution) if attribution is not None else None,
        other=(("enabler", enabler),) if enabler is not None else (),
    )


def _split_notes(text: str) -> tuple[str, str, str]:
    """Split before the first bracket with a note."""
    places = [place for place in (text.find(f"){sign}") for sign in CONTEXT) if place >= 0]
    if not places:
        return text, "", ""
    cut = min(places) + 1
    return text[:cut], "[", text[cut + 1 :]


def _notes(text: str) -> tuple[str | None, str | None]:
    """Read the enabler and the attribution, in one pair of brackets or in two, in either order."""
    inner = text[1:-1]
    first, second = ("enabler=", "attrib=") if inner.startswith("enabler=") else ("attrib=", "enabler=")
    notes = {first: inner.removeprefix(first)} if inner else {}
    for sign in (f";{second}", f"][{second}"):
        if sign in inner:
            before, _, notes[second] = inner.partition(sign)
            notes[first] = before.removeprefix(first)
            break
    return notes.get("enabler="), notes.get("attrib=")


def _fits_ollie(head: Sequence[str]) -> bool:
    scored = [SCORED.match(text) is not None for text in head]
    return (
        not scored[0]
        and not any("\t" in text for text in head)
        and (
            (any(scored) and any(sign in text for text in head for sign in CONTEXT))
            or any(text.strip() == NOTHING for text in head)
        )
    )


OLLIE = block_format(
    "ollie",
    "OLLIE interactive output: a sentence, then its triples with enabler and attribution",
    f"a sentence alone on its line, then 0.87: (subject; relation; object)[attrib=words] or {NOTHING}",
    partial(below_sentences, parse_ollie, nothing=NOTHING),
    _fits_ollie,
)


TABBED = ("confidence", "arg1", "rel", "arg2", "enabler", "attribution", "text")
SINGLE = ("confidence", "extraction", "enabler", "attribution", "text")
SOME = re.compile(r"Some\((.*)\)", re.DOTALL)


def read_tabbed(
    columns: Sequence[str], path: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[Row]:
    """Yield each line below the header, which names the columns after the text."""
    with collect_problems(problems) as report:
        header: list[str] | None = None
        for line in lines(path, encoding):
            if line.blank:
                continue
            fields = line.text.split("\t")
            try:
                if header is None:
                    if fields[: len(columns)] != list(columns):
                        raise line.error(expected=f"a header: {', '.join(columns)}", found=repr(line.text))
                    header = fields
                else:
                    yield _tabbed_row(line, header, fields, report)
            except FormatError as error:
                report.add(error)
                header = header or list(columns)


def _tabbed_row(line: Line, header: Sequence[str], fields: list[str], problems: Problems) -> Row:
    if len(fields) != len(header):
        raise line.error(expected=f"{len(header)} tab-separated fields", found=f"{len(fields)}: {line.text!r}")
    values = dict(zip(header, fields, strict=True))
    confidence = line.number_from(values["confidence"], "confidence")
    if "extraction" in values:
        whole = extraction_from(line, values["extraction"], confidence, problems)
    else:
        whole = Extraction(values["rel"], (values["arg1"], values["arg2"]), confidence)
    enabler, attribution = _option(values["enabler"]), _option(values["attribution"])
    own_columns = {*TABBED, *SINGLE}
    extraction = replace(
        whole,
        attribution=Attribution(attribution) if attribution is not None else whole.attribution,
        other=(
            *((("enabler", enabler),) if enabler is not None else whole.other),
            *((name, text) for name, text in values.items() if name not in own_columns),
        ),
    )
    return Row(extraction, sentence=values["text"], line=line.number)


def _option(text: str) -> str | None:
    """Read an optional value as Scala prints it: ``None``, ``Some(if it rains)``, or the plain text."""
    if text in ("None", ""):
        return None
    some = SOME.fullmatch(text)
    return some[1] if some else text


def read_serialised(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield each extraction; those with the same dependency graph are of the same sentence, a block.

    The graph, the pattern and the serialised parts are kept in ``other`` unchanged.
    """
    number, graph = -1, None
    for line in lines(path, encoding):
        if line.blank:
            continue
        try:
            match line.text.split("\t"):
                case [score, text, dependencies, *rest]:
                    whole = extraction_from(line, text, line.number_from(score, "confidence"), problems)
                case fields:
                    raise line.error(
                        expected="at least 3 tab-separated fields (confidence, extraction, dependencies)",
                        found=f"{len(fields)}: {line.text!r}",
                    )
        except FormatError as error:
            problems.add(error)
            continue
        if dependencies != graph:
            number, graph = number + 1, dependencies
        other = (*whole.other, ("dependencies", dependencies), *(("serialised", each) for each in rest))
        extraction = Extraction(
            whole.relation, whole.arguments, whole.confidence, attribution=whole.attribution, other=other
        )
        yield number, Row(extraction, line=line.number)


def _has_header(columns: Sequence[str], head: Sequence[str]) -> bool:
    return head[0].split("\t")[: len(columns)] == list(columns)


def _is_serialised(head: Sequence[str]) -> bool:
    return all(
        len(fields) >= 3 and tabs.is_number(fields[0]) and tabs.is_bracketed(fields[1]) for fields in tabs.split(head)
    )


OLLIE_TABBED = Format(
    name="ollie-tabbed",
    title="OLLIE tabbed output: confidence, triple, enabler, attribution, sentence",
    kind="extractions",
    looks="a header of tab-separated names: confidence, arg1, rel, arg2, enabler, attribution, text",
    read=partial(read_tabbed, TABBED),
    fits=partial(_has_header, TABBED),
)
OLLIE_SINGLE = Format(
    name="ollie-single",
    title="OLLIE tabbed output with the extraction in one column",
    kind="extractions",
    looks="a header of tab-separated names: confidence, extraction, enabler, attribution, text",
    read=partial(read_tabbed, SINGLE),
    fits=partial(_has_header, SINGLE),
)
OLLIE_SERIALISED = block_format(
    "ollie-serialised",
    "OLLIE serialized output: confidence, extraction, dependency graph, pattern, parts",
    "at least 3 tab-separated fields, the first a number and the second (subject; relation; object)",
    read_serialised,
    _is_serialised,
)
