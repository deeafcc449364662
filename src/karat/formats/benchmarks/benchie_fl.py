"""BenchIE-FL's matches: which synset each system's extraction expresses, by hand (Lamarche and Langlais, 2024)."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

HEADER = ("", "extraction", "", "system")
SIGN = " - "


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Row]:
    """Yield each extraction; ``other`` has its ``system``, its ``synset`` (0 for none) and whether it ``matches``.

    The file counts sentences from 0; rows have BenchIE's ids, which count from 1.
    """
    with collect_problems(problems) as report:
        first = True
        for line in lines(path, encoding):
            if line.blank:
                continue
            try:
                fields = _fields(line)
                if first:
                    first = False
                    if tuple(fields[:4]) != HEADER:
                        raise line.error(expected="the header ,extraction,,system", found=repr(line.text))
                else:
                    yield _row(line, fields, report)
            except FormatError as error:
                report.add(error)


def _fields(line: Line) -> list[str]:
    try:
        return next(csv.reader([line.text], strict=True))
    except (csv.Error, StopIteration) as error:
        raise line.error(expected="comma-separated fields", found=f"{line.text!r:.80} ({error})") from None


def _row(line: Line, fields: list[str], problems: Problems) -> Row:
    match fields:
        case [index, text, synset, system, *matches] if len(matches) <= 1 and len(index) <= 9 and index.isdecimal():
            other = [("system", system), ("synset", synset), *(("matches", each) for each in matches)]
        case _:
            raise line.error(
                expected="sentence, extraction, synset and system, parted by commas", found=repr(line.text)
            )
    subject, *others = (f"{text} " if text.endswith(" -") else text).split(SIGN)
    if not others:
        raise line.error(expected="subject - relation - object", found=repr(text))
    relation, *rest = others
    if len(rest) > 1:
        problems.repaired(line, f"a triple with the object {SIGN.join(rest)!r}", text)
    arguments = (subject, SIGN.join(rest)) if rest else (subject,)
    return Row(Extraction(relation, arguments, other=tuple(other)), sentence_id=str(int(index) + 1), line=line.number)


BENCHIE_FL_MATCHES = Format(
    name="benchie-fl-matches",
    title="BenchIE-FL matches: extractions of seven systems with the synset that each expresses",
    kind="extractions",
    looks="comma-separated fields under the header ,extraction,,system",
    read=read,
)
