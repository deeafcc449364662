"""CoreNLP's JSON with the annotator openie: triples with the places of their words (Angeli et al., 2015)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.formats.field_names import TRIPLES
from karat.formats.format import block_format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, inner_or_none, keys, line_number, others, sentence_rows
from karat.formats.problems import Problems
from karat.formats.text.input_file import Input
from karat.model import Extraction, Row, Span

GAP = 1_000
"""A larger gap between two words' offsets means that the offsets are of another text."""


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each sentence, whose text is joined from its tokens; CoreNLP gives no confidence.

    ``other`` has the ``tokens``, of which spans are indexes.
    """
    return sentence_rows(_rows, path, encoding, problems)


def extractions_of(sentence: Part) -> tuple[Extraction, ...]:
    """Read the triples of one of CoreNLP's sentences."""
    kept = (("tokens", as_text([_word(token) for token in tokens])),) if (tokens := _tokens(sentence)) else ()
    return tuple(_extraction(triple, kept) for triple in sentence.items("openie"))


def _rows(sentence: Part) -> Iterator[Row]:
    extractions = extractions_of(sentence)
    text = _text(_tokens(sentence)) if "tokens" in sentence else None
    line = line_number(sentence)
    if not extractions:
        yield Row(None, sentence=text, line=line)
    for extraction in extractions:
        yield Row(extraction, sentence=text, line=line)


def _tokens(sentence: Part) -> list[Part]:
    return sentence.items("tokens") if "tokens" in sentence else []


def _extraction(triple: Part, kept: tuple[tuple[str, str], ...]) -> Extraction:
    names = ("relation", "subject", "object")
    keys_read = [*names, *(f"{name}Span" for name in names)]
    return Extraction(
        triple.text("relation"),
        (triple.text("subject"), triple.text("object")),
        spans=tuple(_span(triple, f"{name}Span") for name in names) if "relationSpan" in triple else (),
        other=(*others(triple, *keys_read), *kept),
    )


def _span(triple: Part, key: str) -> tuple[Span, ...] | None:
    part = triple.inner(key)
    match part.value:
        case [int(start), int(end)] if not isinstance(start, bool) and not isinstance(end, bool):
            return ((start, end),)
    raise part.error("a list of 2 whole numbers (first, after the last)", part.shown)


def _text(tokens: list[Part]) -> str:
    """Join words with the white space that their offsets imply, or with one space if there are no offsets."""
    pieces: list[str] = []
    end: int | None = None
    for token in tokens:
        word = _word(token)
        start, stop = token.value.get("characterOffsetBegin"), token.value.get("characterOffsetEnd")
        if pieces:
            gap = start - end if isinstance(start, int) and end is not None else 1
            pieces.append(" " * gap if 0 <= gap <= GAP else " ")
        pieces.append(word)
        end = stop if isinstance(stop, int) else None
    return "".join(pieces)


def _word(token: Part) -> str:
    return token.text("originalText" if inner_or_none(token, "originalText") else "word")


def _fits(head: Sequence[str]) -> bool:
    found = keys(head)
    has_triples = "openie" in found or ("index" in found and not set(found) & set(TRIPLES))
    return "sentences" in found[:3] and has_triples


CORENLP_JSON = block_format(
    "corenlp-json",
    "CoreNLP JSON with the annotator openie: triples with the places of their words",
    'JSON with "sentences", each with "index" and "openie"',
    read_blocks,
    _fits,
)
