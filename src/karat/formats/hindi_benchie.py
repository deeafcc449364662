"""Hindi-BenchIE's dialect of the BenchIE gold: labelled modifiers and alternatives in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from karat.errors import FormatError
from karat.formats.benchie_gold import slot_of
from karat.formats.format import Format
from karat.formats.lines import Line, content
from karat.formats.problems import Problems, gathered
from karat.formats.synsets import SENTENCE, AnnotationBuilder, sentence_from
from karat.model import Annotation, Fact, Slot

HEADER = re.compile(r"-+ *Cluster +(?P<number>\w+) *-+\s*")
RULE = re.compile(r"=+\s*")
NOTE = re.compile(r"\s*<--\s*\{[^}]*\}\s*")
MODIFIER = re.compile(r"\A\{\w+\}\s+")
LABEL = re.compile(r"(?<=\])\{\w+\}")


def read(path: Path, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its synsets.

    A label such as ``{a}`` ties an optional modifier to the line that states it as a fact of its own; the label is
    dropped and the line is one more fact of the synset. The alternatives of a line, parted by ``|OR|``, are facts too.
    """
    with gathered(problems) as kept:
        builder = AnnotationBuilder(kept)
        for line in content(path, encoding):
            try:
                yield from _take(line, builder, kept)
            except FormatError as error:
                kept.add(error)
        yield from builder.finish()


def parse_facts(line: Line, problems: Problems) -> list[Fact]:
    """Read all alternatives of a line."""
    text = line.text
    complaints = []
    if note := NOTE.search(text):
        text = text[: note.start()]
        complaints.append(f"a fact without the note {note[0].strip()!r}")
    facts = []
    for alternative in MODIFIER.sub("", text, count=1).split("|OR|"):
        parts = alternative.strip().split(" --> ")
        if len(parts) != 3:
            raise line.error(expected="subject --> relation --> object", found=repr(alternative.strip()))
        choices: list[list[Slot]] = []
        for part in parts:
            slots = [slot_of(line, flat) for flat in flattened(LABEL.sub("", part))]
            choices.append([slot for slot, _ in slots])
            complaints += [complaint for _, wrong in slots for complaint in wrong]
        facts += [Fact(*slots, line=line.number) for slots in product(*choices)]
    if complaints:
        problems.repaired(line, "; ".join(dict.fromkeys(complaints)))
    return facts


def flattened(text: str) -> list[str]:
    """Write a slot with brackets inside brackets as several slots without: the outer text absent, and present.

    >>> flattened("head [of [the] firm]")
    ['head', 'head of [the] firm']
    """
    depth, start = 0, 0
    for index, mark in enumerate(text):
        if mark == "[":
            start = index if depth == 0 else start
            depth += 1
        elif mark == "]" and depth:
            depth -= 1
            inner = text[start + 1 : index]
            if depth == 0 and "[" in inner:
                before, after = text[:start], text[index + 1 :]
                absent = " ".join(part for part in (before.rstrip(" "), after.lstrip(" ")) if part)
                return flattened(absent) + flattened(before + inner + after)
    return [text]


def _take(line: Line, builder: AnnotationBuilder, problems: Problems) -> Iterator[Annotation]:
    if line.text.startswith("sent_id"):
        sentence = sentence_from(line)
        yield from builder.finish()
        builder.start(line, sentence)
    elif RULE.fullmatch(line.text):
        return
    elif builder.sentence is None:
        raise line.error(expected="sent_id:ID<TAB>sentence first", found=repr(line.text))
    elif header := HEADER.fullmatch(line.text):
        id = builder.open(line, header["number"])
        if id != header["number"]:
            problems.repaired(line, f"cluster {id}")
    elif builder.synset is None:
        problems.repaired(line, "part of no synset, left out, for it stands before the sentence's first header")
    else:
        for fact in parse_facts(line, problems):
            builder.add(fact)


def _fits(head: Sequence[str]) -> bool:
    return bool(SENTENCE.match(head[0])) and any(HEADER.fullmatch(text) for text in head)


HINDI_BENCHIE = Format(
    name="hindi-benchie",
    title="Hindi-BenchIE gold: fact synsets with labelled modifiers",
    kind="synsets",
    looks="lines sent_id:ID<TAB>sentence and ------ Cluster N ------",
    read=read,
    fits=_fits,
)
