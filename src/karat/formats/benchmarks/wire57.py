"""WiRe57's gold and the outputs that come with it (Léchelle et al., 2019)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import keys, named_parts, number_at, others
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Extraction, Row, Sentence, TupleAnnotation

SLOTS = ("arg1", "rel", "arg2")


def read_gold(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[TupleAnnotation]:
    """Yield each sentence with its tuples.

    Words in square brackets are not in the sentence. ``other`` has the document, the sentence's tokens, and all other
    fields of each part, as ``arg1.words_indexes``; an argument after the second is ``arg3+[0]`` and so on.
    """
    with collect_problems(problems) as report:
        for document, sentences in named_parts(path, encoding):
            for part in sentences.members("a list of sentences"):
                try:
                    yield _annotation(part, document)
                except FormatError as error:
                    report.add(error)


def _annotation(part: Part, document: str) -> TupleAnnotation:
    sentence = Sentence(part.text("id"), part.text("sent"))
    shared = (("document", document), *others(part, "id", "sent", "tuples"))
    return TupleAnnotation(sentence, tuple(_gold(each, shared) for each in part.items("tuples")))


def _gold(part: Part, shared: tuple[tuple[str, str], ...]) -> Extraction:
    slots = [(name, part.inner(name)) for name in SLOTS]
    later = [(f"arg3+[{number}]", each) for number, each in enumerate(part.items("arg3+"))]
    slot_fields = tuple((f"{name}.{key}", text) for name, one in (*slots, *later) for key, text in others(one, "text"))
    return Extraction(
        part.inner("rel").text("text"),
        tuple(one.text("text") for name, one in (*slots, *later) if name != "rel"),
        other=(*others(part, *SLOTS, "arg3+"), *slot_fields, *shared),
    )


def read_outputs(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Row]:
    """Yield the extractions of all systems, each with its ``extractor`` in ``other``; a sentence has only its id."""
    with collect_problems(problems) as report:
        for id, extractions in _sentences(path, encoding):
            for part in extractions.members("a list of extractions"):
                try:
                    yield Row(_output(part), sentence_id=id)
                except FormatError as error:
                    report.add(error)


def _sentences(path: Input, encoding: str) -> Iterator[tuple[str, Part]]:
    try:
        yield from named_parts(path, encoding)
    except FormatError as error:
        if error.found != "an empty file":  # systems may find nothing at all
            raise


def _output(part: Part) -> Extraction:
    later = part.inner("arg3+").texts() if "arg3+" in part else ()
    return Extraction(
        part.text("rel"),
        (part.text("arg1"), part.text("arg2"), *later),
        number_at(part, "score") if "score" in part else 1.0,
        other=others(part, *SLOTS, "arg3+", "score"),
    )


def by_extractor(rows: Iterator[Row], extractor: str) -> Iterator[Row]:
    """Keep the rows of one system."""
    return (row for row in rows if row.extraction and ("extractor", extractor) in row.extraction.other)


def _fits_gold(head: Sequence[str]) -> bool:
    return {"id", "sent", "tokens", "tuples"} <= set(keys(head)[1:])


WIRE57_GOLD = Format(
    name="wire57-gold",
    title="WiRe57 gold: JSON of documents, sentences and tuples with the places of their words",
    kind="tuples",
    looks='a JSON object of documents, each a list of sentences with "id", "sent", "tokens" and "tuples"',
    read=read_gold,
    fits=_fits_gold,
)
WIRE57 = Format(
    name="wire57",
    title="WiRe57 outputs: JSON of sentence ids and the extractions of several systems",
    kind="extractions",
    looks='a JSON object of sentence ids, each with extractions of "arg1", "rel", "arg2" and "extractor"',
    read=read_outputs,
)
