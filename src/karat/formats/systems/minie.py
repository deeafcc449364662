"""MinIE's outputs: command line, web service, and what its classes print (Gashteovski et al., 2017)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from karat.errors import FormatError, InputError
from karat.formats.format import block_format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, others, values
from karat.formats.problems import Problems
from karat.formats.text import blocks, tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import render_triple, triple_parts
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Row

START = "Output:"
NOTHING = "No extraction found."
NOTES = ("factuality", "attribution", "quantities")
FACTUALITY = re.compile(r"\(([+-]),(CT|PS)\)")
NEXT_QUANTITY = re.compile(r";(?=(?:QUANT_)?[SRO]_\d+:)")


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
    """Name a quantity as its placeholder in the phrases."""
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


def _is_start(line: Line) -> bool:
    return line.text.strip() == START


MINIE = block_format(
    "minie",
    "MinIE command line output: propositions with factuality, attribution and quantities",
    f"{START} alone on its line, then (subject;relation;object)[factuality=(+,CT)] or {NOTHING}",
    partial(
        blocks.below_headings,
        _is_start,
        parse,
        first=f"{START!r} before the first proposition",
        nothing=NOTHING,
    ),
    _fits_command_line,
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


MINIE_JSON = block_format(
    "minie-json",
    "MinIE web service: JSON with facts of subject, predicate, object",
    'JSON objects whose first key is "facts"',
    read_answers,
    _fits_answers,
)


T = TypeVar("T")

POLARITIES = {"POSITIVE": Polarity.POSITIVE, "NEGATIVE": Polarity.NEGATIVE}
MODALITIES = {"CERTAINTY": Modality.CERTAINTY, "POSSIBILITY": Modality.POSSIBILITY}
QUANTITY = re.compile(r"(?:QUANT_)?[SRO]_\d+(?==)")
NO_SOURCE = "NO SOURCE DETECTED"
ALL = "(subject; relation; object), factuality:, quantities: and attribution:, parted by tabs"


def parse_string(line: Line, _: Problems) -> Extraction:
    """Read a line of ``toString``, which prints factuality only if it is negative or possible."""
    fields = line.text.split("\t")
    count = next((place for place, text in enumerate(fields) if not tabs.is_quoted(text)), len(fields))
    if not 2 <= count <= 3:
        raise line.error(expected='"subject"<TAB>"relation"[<TAB>"object"]<TAB>', found=repr(line.text))
    subject, relation, *objects = (text[1:-1] for text in fields[:count])
    polarity, modality, attribution = Polarity.POSITIVE, Modality.CERTAINTY, None
    quantities: list[Quantity] = []
    for note in (text.strip() for text in fields[count:]):
        name, _colon, value = note.partition(":")
        match name:
            case "":
                pass  # the tab after the last part
            case "Source":
                attribution = _string_attribution(line, value)
            case "Polarity":
                polarity = _choice(line, value, POLARITIES)
            case "Modality":
                modality = _choice(line, value, MODALITIES)
            case "Quantifiers":
                quantities += _string_quantities(line, value)
            case _:
                raise line.error(expected="Source:, Polarity:, Modality: or Quantifiers:", found=repr(note))
    return Extraction(
        relation,
        (subject, *objects),
        polarity=polarity,
        modality=modality,
        attribution=attribution,
        quantities=tuple(quantities),
    )


def parse_all(line: Line, problems: Problems) -> Extraction:
    """Read a line of ``toStringAllAnnotations``; of a tuple with two parts the object is empty."""
    match line.text.split("\t"):
        case [triple, sure, amounts, source] if (
            triple.startswith("(")
            and triple.endswith(")")
            and sure.startswith("factuality:")
            and amounts.startswith("quantities: (")
            and amounts.endswith(")")
            and source.startswith("attribution:")
        ):
            relation, arguments = triple_parts(line, triple[1:-1], "; ", problems)
            polarity, modality = factuality(line, sure.removeprefix("factuality:"))
            attribution = source.removeprefix("attribution:").strip()
            return Extraction(
                relation,
                without_empty_object(arguments),
                polarity=polarity,
                modality=modality,
                attribution=None if attribution == NO_SOURCE else _string_attribution(line, attribution),
                quantities=tuple(_string_quantities(line, amounts.removeprefix("quantities: (").removesuffix(")"))),
            )
    raise line.error(expected=ALL, found=repr(line.text))


def render_all(rows: Iterable[Row]) -> Iterator[str]:
    """Write each extraction as ``toStringAllAnnotations`` does, as a triple; what is unknown is ``+`` and ``CT``."""
    for row in rows:
        if row.extraction is None:
            continue
        extraction = row.extraction
        sure = f"({extraction.polarity or Polarity.POSITIVE},{extraction.modality or Modality.CERTAINTY})"
        amounts = " ".join(
            f"{quantity.id.removeprefix('QUANT_')}={quantity.text}" for quantity in extraction.quantities
        )
        source = NO_SOURCE if extraction.attribution is None else _rendered(extraction.attribution)
        text = render_triple(extraction.triple, "minie-annotated")
        if len(extraction.arguments) < 2:
            text = f"{text.removesuffix('; )')})"  # MinIE leaves out what is empty
        yield tabs.join(
            (text, f"factuality: {sure}", f"quantities: ({amounts})", f"attribution: {source}"), "minie-annotated"
        )


def _rendered(attribution: Attribution) -> str:
    if attribution.predicate is None:
        raise InputError(f"minie-annotated needs a predicate in each attribution: found none with {attribution!r}")
    polarity = "NEGATIVE" if attribution.polarity is Polarity.NEGATIVE else "POSITIVE"
    modality = "POSSIBILITY" if attribution.modality is Modality.POSSIBILITY else "CERTAINTY"
    return f"({attribution.source}, Predicate: {attribution.predicate}, POLARITY:  {polarity} , MODALITY:  {modality})"


def _string_attribution(line: Line, text: str) -> Attribution:
    """Read ``(Joe, Predicate: say, POLARITY:  POSITIVE , MODALITY:  CERTAINTY)``."""
    rest, _, modality = text.strip().removesuffix(")").rpartition(", MODALITY:")
    rest, _, polarity = rest.rpartition(", POLARITY:")
    source, found, predicate = rest.rpartition(", Predicate: ")
    if not found or not source.startswith("("):
        expected = "(source, Predicate: word, POLARITY:  POSITIVE , MODALITY:  CERTAINTY)"
        raise line.error(expected=expected, found=repr(text))
    return Attribution(
        source.removeprefix("("), predicate, _choice(line, polarity, POLARITIES), _choice(line, modality, MODALITIES)
    )


def _choice(line: Line, text: str, choices: dict[str, T]) -> T:
    if text.strip() not in choices:
        raise line.error(expected=f"one of {', '.join(choices)}", found=repr(text))
    return choices[text.strip()]


def _string_quantities(line: Line, text: str) -> Iterator[Quantity]:
    """Read ``S_1=several O_1=1999``; toString puts no space between them."""
    if not text.strip():
        return
    starts = list(QUANTITY.finditer(text))
    if not starts or starts[0].start() != 0:
        raise line.error(expected="quantities as O_1=words", found=repr(text))
    ends = [*(start.start() for start in starts[1:]), len(text)]
    for start, end in zip(starts, ends, strict=True):
        yield quantity(start[0], text[start.end() + 1 : end].strip())


def _fits_string(head: Sequence[str]) -> bool:
    return all(len(fields) >= 3 and all(map(tabs.is_quoted, fields[:2])) for fields in tabs.split(head))


def _fits_all(head: Sequence[str]) -> bool:
    return all(
        len(fields) == 4 and tabs.is_bracketed(fields[0]) and fields[1].startswith("factuality:")
        for fields in tabs.split(head)
    )


MINIE_STRING = block_format(
    "minie-string",
    "MinIE toString: quoted triples with what is special of them",
    "tab-separated fields, at least the first two in double quotes",
    partial(blocks.between_blank_lines, parse_string),
    _fits_string,
)
MINIE_ANNOTATED = block_format(
    "minie-annotated",
    "MinIE toStringAllAnnotations: triples with factuality, quantities and attribution",
    "4 tab-separated fields, the first (subject; relation; object) and the second factuality:",
    partial(blocks.between_blank_lines, parse_all),
    _fits_all,
    render=render_all,
)
