"""Extractions with a person's label, right or wrong: the study of ClausIE (Del Corro and Gemulla, 2013) and others.

A label is a judgement, not a confidence: it is kept in ``other`` as ``label``, and all confidences are 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.formats.columns import LABEL, LABELS, label_from
from karat.formats.format import Format
from karat.formats.systems.clausie import Proposition, last_fields, read_as
from karat.formats.text.lines import Line
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
