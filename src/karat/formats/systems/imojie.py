"""IMoJIE's outputs: standalone, raw predictions in JSON, and tagged tuples (Kolluru et al., 2020)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError, InputError
from karat.formats.format import Format, block_format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, inner_or_none, line_number, others, values
from karat.formats.problems import Problems, parse_each
from karat.formats.text import tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, check_rereadable
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
    """Tell whether a line is a triple in brackets, its parts separated by semicolons with spaces."""
    return text.startswith("( ") and text.endswith(" )") and SIGN in text


def read_standalone(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each block.

    IMoJIE's program has a fault: it writes the last line of its input before every block. If there are several blocks
    and all have the same line, that line goes to ``other`` as ``printed``, and the rows have no sentence.
    """
    own_lines = _have_own_lines(path, encoding)
    for number, row in below_sentences(parse, path, encoding, problems):
        if own_lines:
            yield number, row
        elif row.extraction is None:
            yield number, replace(row, sentence=None)
        else:
            other = (("printed", row.sentence or ""),)
            yield number, replace(row, extraction=replace(row.extraction, other=other), sentence=None)


def _have_own_lines(path: Input, encoding: str) -> bool:
    """Tell whether the blocks have different lines; read no more than needed."""
    check_rereadable(path)
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


IMOJIE = block_format(
    "imojie",
    "IMoJIE standalone output: a line of input, then its triples",
    "a sentence alone on its line, then lines of the form ( subject ; relation ; object )",
    read_standalone,
    _fits_standalone,
)


END = "[SEP]"
LAST = "[unused10]"
"""The token that says that there are no more extractions."""

MARKS = ("[unused1]", "[unused2]", "[unused3]", "[unused4]", "[unused5]", "[unused6]")
"""The tokens that open and close the subject, the relation and the object."""


def read_predictions(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each sentence, with their log-probability as confidence.

    ``other`` has the extraction's word pieces as ``tokens``; all other fields of the sentence are
    long, so only its first extraction has them.
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
    line = line_number(answer)
    rows: list[Row] = []
    for order, tokens in enumerate(_extractions(_tokens(answer.inner("predicted_tokens")))):
        if not tokens or set(tokens) <= {LAST}:
            continue
        if order >= len(scores):
            raise answer.error(f"a log-probability for extraction {order + 1}", f"{len(scores)} in all")
        relation, arguments = _parts(answer, tokens, problems)
        other = (("tokens", " ".join(tokens)), *(kept if not rows else ()))
        rows.append(Row(Extraction(relation, arguments, scores[order], other=other), sentence=sentence, line=line))
    return rows or [Row(None, sentence=sentence, line=line)]


def _source(answer: Part) -> tuple[str | None, tuple[tuple[str, str], ...]]:
    """Read the sentence, if its word pieces are there, and the other fields of its metadata."""
    metadata = inner_or_none(answer, "metadata")
    pieces = inner_or_none(metadata, "source_tokens") if metadata is not None else None
    if metadata is None or pieces is None:
        return None, others(answer, *(key for key in answer.value if key != "metadata"))
    tokens = pieces.texts()
    return join_pieces(tokens), (("source_tokens", " ".join(tokens)), *others(metadata, "source_tokens"))


def _scores(answer: Part) -> list[float]:
    part = answer.inner("predicted_log_probs")
    scores = []
    for member in part.members("a list of numbers"):
        if isinstance(member.value, bool) or not isinstance(member.value, int | float):
            raise member.error("a number", member.shown)
        scores.append(answer.line.number_from(str(member.value), "log-probability"))
    return scores


def _tokens(part: Part) -> tuple[str, ...]:
    """Read the word pieces, which may be in an inner list, like the best of a beam."""
    match part.value:
        case [list()]:
            return part.members("a list")[0].texts()
        case [list(), *_]:
            raise part.error("one list of tokens", f"{len(part.value)}")
    return part.texts()


def _extractions(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Split the word pieces at each end token; keep what follows the last one, although it was cut off."""
    pieces: list[str] = []
    for token in tokens:
        if token == END:
            yield pieces
            pieces = []
        else:
            pieces.append(token)
    if pieces:
        yield pieces


def _parts(answer: Part, tokens: Sequence[str], problems: Problems) -> tuple[str, tuple[str, ...]]:
    """Read subject, relation and object; report a repair if marks are out of order or words are outside them."""
    slots: tuple[list[str], list[str], list[str]] = ([], [], [])
    outside: list[str] = []
    current = outside
    for token in tokens:
        if token in MARKS:
            part, closes = divmod(MARKS.index(token), 2)
            current = outside if closes else slots[part]
        else:
            current.append(token)
    subject, relation, object_ = map(join_pieces, slots)
    if outside or tuple(token for token in tokens if token in MARKS) != MARKS:
        problems.repaired(answer.line, f"({subject}; {relation}; {object_})", _cut(join_pieces(tokens)))
    return relation, (subject, object_)


def join_pieces(pieces: Sequence[str]) -> str:
    """Join word pieces: one that starts with ``##`` continues the word before it.

    >>> join_pieces(["un", "##hurt", "deer"])
    'unhurt deer'
    """
    return " ".join(pieces).replace(" ##", "")


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


IMOJIE_JSON = block_format(
    "imojie-json",
    "IMoJIE raw predictions: JSON with word pieces and log-probabilities",
    'JSON objects with "predicted_tokens" and "predicted_log_probs"',
    read_predictions,
)


TAGGED_FIELDS = "sentence<TAB><arg1> words </arg1> <rel> words </rel> <arg2> words </arg2>[<TAB>confidence]"
OPENING = re.compile(r"\s*<(\w+)>")
ARGUMENT = re.compile(r"arg[0-9]{1,2}")


def parse_tagged(line: Line) -> Row:
    """Read a line; tags other than ``rel`` and ``argN`` go to ``other``. A confidence may be a log-probability."""
    match line.text.split("\t"):
        case [sentence, tagged, confidence]:
            score = line.number_from(confidence, "confidence")
        case [sentence, tagged]:
            score = 1.0
        case fields:
            raise line.error(expected=TAGGED_FIELDS, found=f"{len(fields)}: {line.text!r}")
    parts = list(_tagged_parts(line, tagged))
    relations = [text for tag, text in parts if tag == "rel"]
    if len(relations) != 1:
        raise line.error(expected="one <rel>", found=f"{len(relations)}: {tagged!r}")
    arguments = [(tag, text) for tag, text in parts if ARGUMENT.fullmatch(tag)]
    if [tag for tag, _ in arguments] != [f"arg{number}" for number in range(1, len(arguments) + 1)]:
        raise line.error(expected="<arg1>, <arg2> and so on, each once", found=repr(tagged))
    other = tuple((tag, text) for tag, text in parts if tag != "rel" and not ARGUMENT.fullmatch(tag))
    extraction = Extraction(relations[0], tuple(text for _, text in arguments), score, other=other)
    return Row(extraction, sentence=sentence, line=line.number)


def _tagged_parts(line: Line, tagged: str) -> Iterator[tuple[str, str]]:
    start, end = 0, len(tagged.rstrip())
    while start < end:
        opening = OPENING.match(tagged, start)
        closing = f"</{opening[1]}>" if opening else ""
        if not opening or (stop := tagged.find(closing, opening.end())) < 0:
            raise line.error(expected=TAGGED_FIELDS, found=repr(tagged))
        yield opening[1], _without_edges(tagged[opening.end() : stop])
        start = stop + len(closing)


def _without_edges(text: str) -> str:
    """Remove the one space between words and tags."""
    return text.removeprefix(" ").removesuffix(" ")


def render_tagged(rows: Iterable[Row]) -> Iterator[str]:
    """Write each extraction as a triple, its later arguments joined; a sentence without any has no line."""
    for row in rows:
        if row.sentence is None:
            raise InputError(f"allennlp needs the sentence's text in each row: found none with id {row.sentence_id!r}")
        if row.extraction is not None:
            subject, relation, object_ = row.extraction.triple
            for text in (subject, relation, object_):
                if re.search(r"</?\w+>", text):
                    raise InputError(f"allennlp cannot hold a tag in a text: expected none, found {text!r}")
            tagged = f"<arg1> {subject} </arg1> <rel> {relation} </rel> <arg2> {object_} </arg2>"
            yield tabs.join((row.sentence, tagged, repr(float(row.extraction.confidence))), "allennlp")


def _fits_tagged(head: Sequence[str]) -> bool:
    return all(
        2 <= len(fields) <= 3 and fields[1].lstrip().startswith(("<arg1>", "<rel>")) for fields in tabs.split(head)
    )


ALLENNLP = Format(
    name="allennlp",
    title="Tagged tuples as OpenIE6, IMoJIE, DetIE and CompactIE write them for CaRB",
    kind="extractions",
    looks="2 or 3 tab-separated fields, the second <arg1> words </arg1> <rel> words </rel> <arg2> words </arg2>",
    read=partial(parse_each, parse_tagged),
    fits=_fits_tagged,
    render=render_tagged,
)
