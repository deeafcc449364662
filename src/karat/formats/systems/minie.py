"""MinIE's command line output and the answers of its web service (Gashteovski et al., 2017)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, others, values
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.tuple_parts import triple_parts
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Row

START = "Output:"
NOTHING = "No extraction found."
NOTES = ("factuality", "attribution", "quantities")
FACTUALITY = re.compile(r"\(([+-]),(CT|PS)\)")
NEXT_QUANTITY = re.compile(r";(?=(?:QUANT_)?[SRO]_\d+:)")


def read_command_line(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the propositions of each input line, which MinIE does not repeat."""
    start: Line | None = None
    number, has_propositions = -1, False
    for line in lines(path, encoding):
        if line.blank or line.text.strip() == NOTHING:
            continue
        if line.text.strip() == START:
            if start is not None and not has_propositions:
                yield number, Row(None, line=start.number)
            start, has_propositions = line, False
            number += 1
            continue
        has_propositions = True
        try:
            if start is None:
                raise line.error(expected=f"{START!r} before the first proposition", found=repr(line.text))
            yield number, Row(parse(line, problems), line=line.number)
        except FormatError as error:
            problems.add(error)
    if start is not None and not has_propositions:
        yield number, Row(None, line=start.number)


def parse(line: Line, problems: Problems) -> Extraction:
    """Read a proposition; MinIE leaves empty parts out, so two parts are a subject and a relation."""
    text = line.text.strip()
    places = [place for place in (text.find(f")[{name}=") for name in NOTES) if place >= 0]
    cut = min(places) + 1 if places else len(text)
    inner, notes = text[:cut], text[cut:]
    if not (inner.startswith("(") and inner.endswith(")") and (not notes or notes.endswith("]"))):
        raise line.error(expected="(subject;relation;object)[factuality=...]", found=repr(line.text))
    relation, arguments = triple_parts(line, inner[1:-1], ";", problems)
    note_values = _notes(notes)
    polarity, modality = factuality(line, note_values["factuality"]) if "factuality" in note_values else (None, None)
    return Extraction(
        relation,
        arguments,
        polarity=polarity,
        modality=modality,
        attribution=_attribution(line, note_values["attribution"]) if "attribution" in note_values else None,
        quantities=tuple(_quantities(line, note_values["quantities"])) if "quantities" in note_values else (),
    )


def factuality(line: Line, text: str) -> tuple[Polarity, Modality]:
    """Read ``(+,CT)``."""
    found = FACTUALITY.fullmatch(text.strip())
    if found is None:
        raise line.error(expected="a factuality such as (+,CT) or (-,PS)", found=repr(text))
    return Polarity(found[1]), Modality(found[2])


def without_empty_object(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the empty object that MinIE's triples have where a proposition has two parts."""
    return arguments[:1] if len(arguments) == 2 and not arguments[1].strip() else arguments


def quantity(id: str, text: str) -> Quantity:
    """Give a quantity the name that its placeholder has in the phrases."""
    return Quantity(id if id.startswith("QUANT_") else f"QUANT_{id}", text)


def _notes(text: str) -> dict[str, str]:
    """Split ``[factuality=…][attribution=…]`` into its notes."""
    note_values: dict[str, str] = {}
    rest = text[1:-1]
    while rest:
        name, _, rest = rest.partition("=")
        ends = [end for end in (rest.find(f"][{note}=") for note in NOTES if note not in note_values) if end >= 0]
        end = min(ends, default=len(rest))
        note_values[name] = rest[:end]
        rest = rest[end + 2 :]
    return note_values


def _attribution(line: Line, text: str) -> Attribution:
    """Read ``phrase:Joe;predicate:say;factuality:(+,PS)``."""
    rest, _, sure = text.rpartition(";factuality:")
    phrase, _, predicate = rest.rpartition(";predicate:")
    if not phrase.startswith("phrase:"):
        raise line.error(expected="phrase:...;predicate:...;factuality:(+,CT)", found=repr(text))
    return Attribution(phrase.removeprefix("phrase:"), predicate, *factuality(line, sure))


def _quantities(line: Line, text: str) -> Iterator[Quantity]:
    for each in NEXT_QUANTITY.split(text):
        id, colon, words = each.partition(":")
        if not colon:
            raise line.error(expected="quantities as QUANT_O_1:words", found=repr(text))
        yield quantity(id, words)


def _fits_command_line(head: Sequence[str]) -> bool:
    return head[0].strip() == START


MINIE = Format(
    name="minie",
    title="MinIE command line output: propositions with factuality, attribution and quantities",
    kind="extractions",
    looks=f"{START} alone on its line, then (subject;relation;object)[factuality=(+,CT)] or {NOTHING}",
    read=partial(blocks.rows, read_command_line),
    fits=_fits_command_line,
    blocks=read_command_line,
)


def read_answers(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the facts of each answer; an answer without facts gave nothing."""
    number = -1
    for value in values(path, encoding, problems):
        for answer in elements(value):
            number += 1
            try:
                answer.only("facts")
                facts = answer.items("facts")
                if not facts:
                    yield number, Row(None, line=line_number(answer))
                for fact in facts:
                    yield number, Row(_answer_extraction(fact), line=line_number(fact))
            except FormatError as error:
                problems.add(error)


def _answer_extraction(fact: Part) -> Extraction:
    relation = fact.text("predicate")
    arguments = without_empty_object((fact.text("subject"), fact.text("object")))
    return Extraction(relation, arguments, other=others(fact, "subject", "predicate", "object"))


def _fits_answers(head: Sequence[str]) -> bool:
    return keys(head)[:1] == ["facts"] and set(keys(head)) <= {"facts", "subject", "predicate", "object"}


MINIE_JSON = Format(
    name="minie-json",
    title="MinIE web service: JSON with facts of subject, predicate, object",
    kind="extractions",
    looks='JSON objects whose first key is "facts"',
    read=partial(blocks.rows, read_answers),
    fits=_fits_answers,
    blocks=read_answers,
)
