"""IMoJIE's outputs: standalone, a line of input and its triples; raw predictions in JSON (Kolluru et al., 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, maybe, others, values
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, check_kept
from karat.formats.text.tuple_parts import below_sentences, triple_parts
from karat.model import Extraction, Row

SIGN = " ; "


def parse(line: Line, problems: Problems) -> Extraction | None:
    """Read a line: an extraction, or ``None`` for a sentence."""
    text = line.text.strip()
    if not is_triple(text):
        return None
    relation, arguments = triple_parts(line, text[1:-1], SIGN, problems)
    return Extraction(relation.strip(), tuple(argument.strip() for argument in arguments))


def is_triple(text: str) -> bool:
    """Tell whether a line is a triple: brackets around parts that are parted by a semicolon between spaces."""
    return text.startswith("( ") and text.endswith(" )") and SIGN in text


def read_standalone(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each block.

    IMoJIE's program writes the last line of its input before every block. Where all blocks have the same line, and
    there is more than one, the line is not believed: it goes to ``other`` as ``printed`` and the row has no sentence.
    """
    believed = _believed(path, encoding)
    for number, row in below_sentences(parse, path, encoding, problems):
        if believed:
            yield number, row
        elif row.extraction is None:
            yield number, replace(row, sentence=None)
        else:
            other = (("printed", row.sentence or ""),)
            yield number, replace(row, extraction=replace(row.extraction, other=other), sentence=None)


def _believed(path: Input, encoding: str) -> bool:
    """Tell whether the blocks have lines of their own; looks no further than it must."""
    check_kept(path)
    first: str | None = None
    count = 0
    for number, row in below_sentences(parse, path, encoding, Problems()):
        count = number + 1
        if first is None:
            first = row.sentence
        elif row.sentence != first:
            return True
    return count < 2


def _fits_standalone(head: Sequence[str]) -> bool:
    triples = [is_triple(text.strip()) for text in head]
    return not triples[0] and any(triples) and not any("\t" in text for text in head)


IMOJIE = Format(
    name="imojie",
    title="IMoJIE standalone output: a line of input, then its triples",
    kind="extractions",
    looks="a sentence alone on its line, then lines of the form ( subject ; relation ; object )",
    read=partial(blocks.rows, read_standalone),
    fits=_fits_standalone,
    blocks=read_standalone,
)


END = "[SEP]"
LAST = "[unused10]"
"""Stands where one more extraction could, and says that there is none."""

MARKS = ("[unused1]", "[unused2]", "[unused3]", "[unused4]", "[unused5]", "[unused6]")
"""What opens and closes the subject, the relation, the object, in turn."""


def read_predictions(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each sentence, with their log-probability as confidence.

    ``other`` has the extraction's word pieces as ``tokens``; with a sentence's first extraction it has also all else
    that is said of the sentence, since it would be long to repeat.
    """
    number = -1
    for value in values(path, encoding, problems):
        for answer in elements(value):
            number += 1
            try:
                yield from ((number, row) for row in _rows(answer, problems))
            except FormatError as error:
                problems.add(error)


def _rows(answer: Part, problems: Problems) -> list[Row]:
    sentence, kept = _source(answer)
    kept += others(answer, "metadata", "predicted_tokens")
    scores = _scores(answer)
    place = line_number(answer)
    rows: list[Row] = []
    for order, tokens in enumerate(_extractions(_tokens(answer.inner("predicted_tokens")))):
        if not tokens or set(tokens) <= {LAST}:
            continue
        if order >= len(scores):
            raise answer.error(f"a log-probability for extraction {order + 1}", f"{len(scores)} in all")
        relation, arguments = _parts(answer, tokens, problems)
        other = (("tokens", " ".join(tokens)), *(kept if not rows else ()))
        rows.append(Row(Extraction(relation, arguments, scores[order], other=other), sentence=sentence, line=place))
    return rows or [Row(None, sentence=sentence, line=place)]


def _source(answer: Part) -> tuple[str | None, tuple[tuple[str, str], ...]]:
    """Read the sentence, if its word pieces are there, and whatever stands beside them."""
    metadata = maybe(answer, "metadata")
    pieces = maybe(metadata, "source_tokens") if metadata is not None else None
    if metadata is None or pieces is None:
        return None, others(answer, *(key for key in answer.value if key != "metadata"))
    tokens = pieces.texts()
    return glued(tokens), (("source_tokens", " ".join(tokens)), *others(metadata, "source_tokens"))


def _scores(answer: Part) -> list[float]:
    part = answer.inner("predicted_log_probs")
    found = []
    for member in part.members("a list of numbers"):
        if isinstance(member.value, bool) or not isinstance(member.value, int | float):
            raise member.error("a number", member.shown)
        found.append(answer.line.number_from(str(member.value), "log-probability"))
    return found


def _tokens(part: Part) -> tuple[str, ...]:
    """Read the word pieces, which stand in a list of their own, as the only or best of a beam would."""
    match part.value:
        case [list()]:
            return part.members("a list")[0].texts()
        case [list(), *_]:
            raise part.error("one list of tokens", f"{len(part.value)}")
    return part.texts()


def _extractions(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Part the word pieces at each end; what follows the last end was cut off, yet is kept."""
    found: list[str] = []
    for token in tokens:
        if token == END:
            yield found
            found = []
        else:
            found.append(token)
    if found:
        yield found


def _parts(answer: Part, tokens: Sequence[str], problems: Problems) -> tuple[str, tuple[str, ...]]:
    """Read subject, relation and object; marks that are not the six in order, or words outside them, are noted."""
    found: tuple[list[str], list[str], list[str]] = ([], [], [])
    outside: list[str] = []
    current = outside
    for token in tokens:
        if token in MARKS:
            part, closes = divmod(MARKS.index(token), 2)
            current = outside if closes else found[part]
        else:
            current.append(token)
    subject, relation, object_ = map(glued, found)
    if outside or tuple(token for token in tokens if token in MARKS) != MARKS:
        problems.repaired(answer.line, f"({subject}; {relation}; {object_})", _cut(glued(tokens)))
    return relation, (subject, object_)


def glued(pieces: Sequence[str]) -> str:
    """Put word pieces together: one that starts with ``##`` goes on where the one before it ends.

    >>> glued(["un", "##hurt", "deer"])
    'unhurt deer'
    """
    return " ".join(pieces).replace(" ##", "")


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def _fits_predictions(head: Sequence[str]) -> bool:
    return {"predicted_tokens", "predicted_log_probs"} <= set(keys(head))


IMOJIE_JSON = Format(
    name="imojie-json",
    title="IMoJIE raw predictions: JSON with word pieces and log-probabilities",
    kind="extractions",
    looks='JSON objects with "predicted_tokens" and "predicted_log_probs"',
    read=partial(blocks.rows, read_predictions),
    fits=_fits_predictions,
    blocks=read_predictions,
)
