"""BenchIE's gold: sentences with fact synsets, also of BenchIE-FL (Gashteovski et al., 2022)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.synsets import SENTENCE, AnnotationBuilder, sentence_from
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.formats.text.slots import parse_slot, render_slot
from karat.model import Annotation, Fact, Slot

ID = re.compile(r"[\w.-]*[\w.]")
HEADER = re.compile(r"(?P<sentence>\S+?)\s*-{1,2}>\s*Cluster\s*(?P<number>[\w.-]*[\w.])\s*:?\s*")
BROKEN_HEADER = re.compile(r"[\d\s]+:\s*")
ARROW = re.compile(r" ?--> ?")
HINDI_HEADER = re.compile(r"-+ *Cluster ")


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its synsets.

    A header belongs to the sentence of the last ``sent_id:`` line, even if the header has another id. Lines between a
    sentence and its first header belong to no synset and are left out, as in BenchIE-FL's published count.
    """
    with collect_problems(problems) as report:
        builder = AnnotationBuilder(report)
        for line in content(path, encoding):
            try:
                if line.text.startswith("sent_id"):
                    sentence = sentence_from(line)
                    yield from builder.finish()
                    builder.start(line, sentence)
                else:
                    _take(line, builder, report)
            except FormatError as error:
                report.add(error)
        yield from builder.finish()


def render(annotations: Iterable[Annotation]) -> Iterator[str]:
    """Write sentences with their synsets, separated by blank lines."""
    for index, annotation in enumerate(annotations):
        if index:
            yield ""
        sentence = annotation.sentence
        yield f"sent_id:{_checked_id(sentence.id)}\t{_checked(sentence.text)}"
        for synset in annotation.synsets:
            yield f"{sentence.id}--> Cluster {_checked_id(synset.id)}:"
            for fact in synset.facts:
                yield " --> ".join(checked_slot(slot) for slot in fact)


def parse_fact(line: Line, problems: Problems) -> Fact:
    """Read a triple: three slots separated by `` --> ``; more than one space beside the arrow belongs to the slot.

    Trailing spaces are ignored.
    """
    parts = line.text.split(" --> ")
    complaints = []
    if len(parts) != 3:
        parts = ARROW.split(line.text)
        if len(parts) == 3:
            complaints.append("a triple whose arrows have spaces around them")
    if len(parts) > 3:
        # The object of a triple such as "said" can hold an arrow by mistake; the words after it still belong to it.
        complaints.append(f"a triple with the object {' '.join(parts[2:])!r}")
        parts = [*parts[:2], " ".join(parts[2:])]
    if len(parts) != 3:
        raise line.error(expected="subject --> relation --> object", found=repr(line.text))
    slots = []
    for part in (*parts[:2], parts[2].rstrip(" ")):
        slot, wrong = slot_of(line, part)
        slots.append(slot)
        complaints += wrong
    if complaints:
        problems.repaired(line, "; ".join(complaints))
    return Fact(*slots, line=line.number)


def slot_of(line: Line, text: str) -> tuple[Slot, tuple[str, ...]]:
    """Read a slot; a bracket that is not closed is an error of the line."""
    try:
        return parse_slot(text)
    except InputError as error:
        raise line.error(expected=str(error), found=repr(text)) from None


def _take(line: Line, builder: AnnotationBuilder, problems: Problems) -> None:
    """Add a line to its sentence."""
    if builder.sentence is None:
        raise line.error(expected="sent_id:ID<TAB>sentence first", found=repr(line.text))
    if "Cluster" in line.text and (header := HEADER.fullmatch(line.text)):  # few lines are headers
        _open_synset(line, header, builder, problems)
    elif "-->" not in line.text and BROKEN_HEADER.fullmatch(line.text):
        # BenchIE's Chinese file has such a line; its published 994 synsets do not count it as a header.
        problems.repaired(line, "no header and no fact, left out")
    elif builder.synset is None:
        problems.repaired(line, "part of no synset, left out, for it stands before the sentence's first header")
    else:
        builder.add(parse_fact(line, problems))


def _open_synset(line: Line, header: re.Match[str], builder: AnnotationBuilder, problems: Problems) -> None:
    assert builder.sentence is not None
    id = builder.open(line, header["number"])
    meant = f"{builder.sentence.id}--> Cluster {id}:"
    if line.text != meant:
        problems.repaired(line, repr(meant))


def _checked(text: str) -> str:
    if "\n" in text or "\r" in text:
        raise InputError(f"benchie-gold cannot hold a line break: expected none, found {text!r}")
    return text


def _checked_id(text: str) -> str:
    if not ID.fullmatch(text):
        raise InputError(f"benchie-gold cannot hold this id: expected letters, digits and dots, found {text!r}")
    return text


def checked_slot(slot: Slot) -> str:
    """Write a slot; a chunk with a bracket or an arrow, which would read back differently, is an error."""
    for chunk in slot.chunks:
        if any(mark in chunk.text for mark in ("[", "]", "-->")) or (not chunk.optional and " " in chunk.text):
            raise InputError(
                f"benchie-gold cannot hold this chunk: expected no bracket and no arrow, found {chunk.text!r}"
            )
    return _checked(render_slot(slot))


def _fits(head: Sequence[str]) -> bool:
    return bool(SENTENCE.match(head[0])) and not any(HINDI_HEADER.match(text) for text in head)


BENCHIE_GOLD = Format(
    name="benchie-gold",
    title="BenchIE gold: fact synsets with optional words",
    kind="synsets",
    looks="lines sent_id:ID<TAB>sentence and ID--> Cluster N:",
    read=read,
    fits=_fits,
    render=render,
)
