"""Extractions with a person's label, right or wrong: the study of ClausIE (Del Corro and Gemulla, 2013) and others.

A label is a judgement, not a confidence: it is kept in ``other`` as ``label``, and all confidences are 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.formats.format import Format
from karat.formats.problems import parse_each
from karat.formats.systems.clausie import LABELS, Proposition, last_fields, read_as
from karat.formats.text import tabs
from karat.formats.text.lines import Line
from karat.model import Extraction, Judgement, Row, Sentence

LABEL = "label"
FIELDS = "5 tab-separated fields (sentence id, subject, relation, object, label)"


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
    other = (("sentence_number", found.number), (LABEL, _label(line, found.last)))
    return Extraction(found.relation, found.arguments, other=other)


def _label(line: Line, text: str) -> str:
    if text.strip() not in LABELS:
        raise line.error(expected="the label 0 or 1", found=repr(text))
    return text.strip()


def parse(line: Line) -> Row:
    """Read a line; an empty label means that none was given."""
    match line.text.split("\t"):
        case [id, subject, relation, object, label] if id.strip():
            other = ((LABEL, _label(line, label)),) if label.strip() else ()
            return Row(Extraction(relation, (subject, object), other=other), id.strip(), line=line.number)
        case [_, _, _, _, _]:
            raise line.error(expected="a sentence id", found=f"none: {line.text!r}")
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")


def _fits_clausie(head: Sequence[str]) -> bool:
    found = last_fields(head)
    return found is not None and set(found) <= LABELS


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return all(len(fields) == 5 and tabs.is_sentence_id(fields[0]) for fields in rows) and (
        {fields[4].strip() for fields in rows} - {""} in ({"0"}, {"1"}, {"0", "1"})
    )


CLAUSIE_LABELLED = Format(
    name="clausie-labelled",
    title="ClausIE's study: a sentence, then propositions in quotes with a person's label",
    kind="extractions",
    looks="a sentence alone on its line, then lines with a number, texts in double quotes and a label, 0 or 1",
    read=partial(read_as, _labelled),
    fits=_fits_clausie,
)
LABELLED_TRIPLES = Format(
    name="labelled-triples",
    title="Triples with a person's label: sentence id, subject, relation, object, label",
    kind="extractions",
    looks="5 tab-separated fields, the first a sentence id and the last a label, 0 or 1",
    read=partial(parse_each, parse),
    fits=_fits,
)
