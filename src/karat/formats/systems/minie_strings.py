"""MinIE's propositions as printed by toString and toStringAllAnnotations (Gashteovski et al., 2017)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from karat.errors import InputError
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.systems.minie import factuality, quantity, without_empty_object
from karat.formats.text import blocks, tabs
from karat.formats.text.lines import Line
from karat.formats.text.tuple_parts import render_triple, triple_parts
from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Row

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
                attribution = _attribution(line, value)
            case "Polarity":
                polarity = _choice(line, value, POLARITIES)
            case "Modality":
                modality = _choice(line, value, MODALITIES)
            case "Quantifiers":
                quantities += _quantities(line, value)
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
                attribution=None if attribution == NO_SOURCE else _attribution(line, attribution),
                quantities=tuple(_quantities(line, amounts.removeprefix("quantities: (").removesuffix(")"))),
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


def _attribution(line: Line, text: str) -> Attribution:
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


def _quantities(line: Line, text: str) -> Iterator[Quantity]:
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


_strings = partial(blocks.between_blank_lines, parse_string)
_annotated = partial(blocks.between_blank_lines, parse_all)

MINIE_STRING = Format(
    name="minie-string",
    title="MinIE toString: quoted triples with what is special of them",
    kind="extractions",
    looks="tab-separated fields, at least the first two in double quotes",
    read=partial(blocks.rows, _strings),
    fits=_fits_string,
    blocks=_strings,
)
MINIE_ANNOTATED = Format(
    name="minie-annotated",
    title="MinIE toStringAllAnnotations: triples with factuality, quantities and attribution",
    kind="extractions",
    looks="4 tab-separated fields, the first (subject; relation; object) and the second factuality:",
    read=partial(blocks.rows, _annotated),
    fits=_fits_all,
    render=render_all,
    blocks=_annotated,
)
