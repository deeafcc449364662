"""DocOIE's gold: documents, their sentences, and the triples of each (Dong et al., 2021)."""

from __future__ import annotations

from collections.abc import Iterator

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import members, named_parts, others
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Extraction, Sentence, TupleAnnotation


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[TupleAnnotation]:
    """Yield each sentence with its triples, numbered from 1; ``other`` has the ``document`` of each triple."""
    with collect_problems(problems) as report:
        number = 0
        for document, sentences in named_parts(path, encoding):
            for text, part in members(sentences):
                number += 1
                try:
                    part.only("triple_gold")
                    triples = tuple(_extraction(each, document) for each in part.items("triple_gold"))
                except FormatError as error:
                    report.add(error)
                else:
                    yield TupleAnnotation(Sentence(str(number), text), triples)


def _extraction(part: Part, document: str) -> Extraction:
    return Extraction(
        part.text("rel"),
        (part.text("sub"), part.text("obj")),
        other=(("document", document), *others(part, "sub", "rel", "obj")),
    )


DOCOIE_JSON = Format(
    name="docoie-json",
    title="DocOIE gold: JSON of documents, sentences and triples",
    kind="tuples",
    looks='a JSON object of documents, each with sentences that have "triple_gold"',
    read=read,
)
