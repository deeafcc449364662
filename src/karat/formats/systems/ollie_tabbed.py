"""OLLIE's tab-separated outputs: tabbed, tabbedsingle and serialized (Mausam et al., 2012)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.systems.ollie import extraction_from
from karat.formats.text import blocks, tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Attribution, Extraction, Row

TABBED = ("confidence", "arg1", "rel", "arg2", "enabler", "attribution", "text")
SINGLE = ("confidence", "extraction", "enabler", "attribution", "text")
SOME = re.compile(r"Some\((.*)\)", re.DOTALL)


def read(
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
                    yield _row(line, header, fields, report)
            except FormatError as error:
                report.add(error)
                header = header or list(columns)


def _row(line: Line, header: Sequence[str], fields: list[str], problems: Problems) -> Row:
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


def serialised(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield each extraction; those with the same dependency graph are of the same sentence, a block.

    The graph, the pattern and the serialised parts are kept in ``other`` as they stand.
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
    read=partial(read, TABBED),
    fits=partial(_has_header, TABBED),
)
OLLIE_SINGLE = Format(
    name="ollie-single",
    title="OLLIE tabbed output with the extraction in one column",
    kind="extractions",
    looks="a header of tab-separated names: confidence, extraction, enabler, attribution, text",
    read=partial(read, SINGLE),
    fits=partial(_has_header, SINGLE),
)
OLLIE_SERIALISED = Format(
    name="ollie-serialised",
    title="OLLIE serialized output: confidence, extraction, dependency graph, pattern, parts",
    kind="extractions",
    looks="at least 3 tab-separated fields, the first a number and the second (subject; relation; object)",
    read=partial(blocks.rows, serialised),
    fits=_is_serialised,
    blocks=serialised,
)
