"""Fact synsets: BenchIE's gold, also of BenchIE-FL (Gashteovski et al., 2022), and gold written by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.synsets import SENTENCE, AnnotationBuilder, sentence_from
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content, lines
from karat.formats.text.slots import parse_slot, render_slot
from karat.model import Annotation, Fact, Sentence, Slot

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
    """Read a triple: three slots separated by `` --> ``; more than one space next to the arrow belongs to the slot.

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


SENTENCE_LINE = re.compile(r"sentence (?P<id>\S+):(?: (?P<text>.*))?", re.DOTALL)
COMMENT = "#"
FACT = "subject --> relation --> object"
INSTRUCTIONS = """\
# Gold facts for Karat. Lines that start with # are comments.
#
# Below each sentence, write what it says, one fact in each paragraph:
#
#   sentence 1: Ann , a chemist , founded Bext in Ulm .
#
#   Ann --> founded --> Bext [in Ulm]
#   Bext --> [was] founded by --> Ann
#
#   Ann --> is --> [a] chemist
#
# - A fact is subject --> relation --> object, in the words of the sentence.
# - Words in [brackets] may be missing from an extraction.
# - Lines without a blank line between them are wordings of one fact: an
#   extraction that matches any of them finds it.
# - A sentence without facts stays as it is.
#
# karat gold lint FILE checks this file; karat evaluate OUT --gold FILE uses it."""
"""The head of a file to fill in."""


def read_text(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its facts; a file without any fact has not been filled in yet, which is an error."""
    with collect_problems(problems) as report:
        builder = AnnotationBuilder(report)
        sentences = facts = comments = 0
        new_fact = True
        for line in lines(path, encoding):
            if line.text.lstrip().startswith(COMMENT):
                comments += 1
                continue
            if not line.text.strip():
                new_fact = True
                continue
            try:
                if found := SENTENCE_LINE.fullmatch(line.text.strip()):
                    yield from builder.finish()
                    builder.start(line, Sentence(found["id"], (found["text"] or "").strip()))
                    sentences += 1
                    facts_of_sentence, new_fact = 0, True
                    continue
                if builder.sentence is None:
                    raise line.error(expected="a line `sentence ID: text` before its facts", found=f"{line.text!r:.80}")
                fact = parse_fact(_unindented(line), report)
                if new_fact:
                    facts_of_sentence += 1
                    builder.open(line, str(facts_of_sentence))
                builder.add(fact)
                facts, new_fact = facts + 1, False
            except FormatError as error:
                report.add(error)
        yield from builder.finish()
        if not sentences and not report.errors:
            raise FormatError(path, None, "a line `sentence ID: text`", "none in it" if comments else "an empty file")
        if not facts and not report.errors:
            found_none = f"{sentences} sentence{'s' * (sentences != 1)} without any"
            raise FormatError(path, None, f"facts below the sentences, each written as {FACT}", found_none)


def _unindented(line: Line) -> Line:
    text = line.text
    return line if text.startswith(" -->") else Line(line.path, line.number, text.lstrip(" "))


def render_text(annotations: Iterable[Annotation]) -> Iterator[str]:
    """Write sentences with their facts, separated by blank lines."""
    for index, annotation in enumerate(annotations):
        if index:
            yield ""
        sentence = annotation.sentence
        if not sentence.id or any(sign.isspace() for sign in sentence.id):
            raise InputError(f"gold-text cannot hold this id: expected no spaces, found {sentence.id!r}")
        if "\n" in sentence.text or "\r" in sentence.text:
            raise InputError(f"gold-text cannot hold a line break: expected none, found {sentence.text!r}")
        yield f"sentence {sentence.id}: {sentence.text}"
        for synset in annotation.synsets:
            yield ""
            if not synset.facts:
                raise InputError(f"gold-text cannot hold a fact without a wording: found one in sentence {sentence.id}")
            for fact in synset.facts:
                text = " --> ".join(map(checked_slot, fact))
                if text.startswith(COMMENT) or SENTENCE_LINE.fullmatch(text):
                    raise InputError(f"gold-text cannot hold this fact: expected no comment, found {text!r}")
                yield text


def _fits_text(head: Sequence[str]) -> bool:
    first = next((text for text in head if not text.lstrip().startswith(COMMENT)), "")
    return SENTENCE_LINE.fullmatch(first.strip()) is not None


GOLD_TEXT = Format(
    name="gold-text",
    title="Gold written by hand: sentences, and a paragraph for each fact",
    kind="synsets",
    looks="lines `sentence ID: text`, and below each its facts, subject --> relation --> object",
    read=read_text,
    fits=_fits_text,
    render=render_text,
)
