"""Extractions with a person's verdict: the studies of ClausIE (Del Corro and Gemulla, 2013) and BenchIE-FL.

A label is a judgement, not a confidence: it is kept in ``other`` as ``label``, and all confidences are 1.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError
from karat.formats.columns import LABEL, LABELS, label_from
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.systems.clausie import Proposition, last_fields, read_as
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Judgement, Row, Sentence


def judgements(rows: Iterable[Row], judge: str = "reconciled") -> Iterator[Judgement]:
    """Yield the judgement on each extraction; the files name no annotator and have one label for each.

    A row without a label gives a judgement without one; a row without an extraction gives none.
    """
    for row in rows:
        if row.extraction is None:
            continue
        known = dict(row.extraction.other)
        sentence = Sentence(row.sentence_id or known.get("sentence_number", ""), row.sentence or "")
        bare = tuple((name, value) for name, value in row.extraction.other if name != LABEL)
        fact = {"1": True, "0": False}.get(known.get(LABEL, ""))
        yield Judgement(sentence, replace(row.extraction, other=bare), judge, fact)


def _labelled(line: Line, found: Proposition) -> Extraction:
    other = (("sentence_number", found.number), (LABEL, label_from(line, found.last)))
    return Extraction(found.relation, found.arguments, other=other)


def _fits_clausie(head: Sequence[str]) -> bool:
    found = last_fields(head)
    return found is not None and set(found) <= LABELS


CLAUSIE_LABELLED = Format(
    name="clausie-labelled",
    title="ClausIE's study: a sentence, then propositions in quotes with a person's label",
    kind="extractions",
    looks="a sentence alone on its line, then lines with a number, texts in double quotes and a label, 0 or 1",
    read=partial(read_as, _labelled),
    fits=_fits_clausie,
)


FL_HEADER = ("", "extraction", "", "system")
SIGN = " - "


def read_matches(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Row]:
    """Yield each extraction; ``other`` has its ``system``, its ``synset`` (0 for none) and whether it ``matches``.

    The file counts sentences from 0; rows have BenchIE's ids, which count from 1.
    """
    with collect_problems(problems) as report:
        first = True
        for line in lines(path, encoding):
            if line.blank:
                continue
            try:
                fields = _comma_separated(line)
                if first:
                    first = False
                    if tuple(fields[:4]) != FL_HEADER:
                        raise line.error(expected="the header ,extraction,,system", found=repr(line.text))
                else:
                    yield _match_row(line, fields, report)
            except FormatError as error:
                report.add(error)


def _comma_separated(line: Line) -> list[str]:
    try:
        return next(csv.reader([line.text], strict=True))
    except (csv.Error, StopIteration) as error:
        raise line.error(expected="comma-separated fields", found=f"{line.text!r:.80} ({error})") from None


def _match_row(line: Line, fields: list[str], problems: Problems) -> Row:
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
    read=read_matches,
)
