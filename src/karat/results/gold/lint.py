"""What is wrong, odd or worth a second look in a gold file of fact synsets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, permutations
from pathlib import Path

from karat.errors import FormatError, FormatErrors
from karat.formats import Format, Problems, format_named, guess, read_synsets
from karat.formats.text.input_file import as_input
from karat.formats.text.lines import lines
from karat.formats.text.slots import render_fact, render_slot
from karat.model import Annotation, Chunk, Fact, Slot, Synset
from karat.results.explanation.near_misses import SLOT_NAMES
from karat.results.explanation.slot_differences import Mark, slot_difference
from karat.results.gold.expansions import Expansions, included, more_compact, shared


class Level(StrEnum):
    """How bad a finding is: a line that cannot be read, one that surely is not as it was meant, one to think about."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class FindingKind(StrEnum):
    """What can be found."""

    UNREADABLE = "unreadable"
    REPAIRED = "repaired"
    DUPLICATE = "duplicate"
    GLUED_BRACKET = "glued-bracket"
    SPACES = "spaces"
    EMPTY_SYNSET = "empty-synset"
    EMPTY_SLOT = "empty-slot"
    OPTIONAL_SLOT = "optional-slot"
    IMPLICIT = "implicit"
    OVERLAP = "overlap"
    REDUNDANT = "redundant"
    COMPACT = "compact"

    @property
    def level(self) -> Level:
        """How bad it is."""
        return _LEVELS.get(self, Level.WARNING)

    @property
    def fixed(self) -> bool:
        """Whether it can be put right without a person."""
        return self in _FIXED


_LEVELS = {
    FindingKind.UNREADABLE: Level.ERROR,
    FindingKind.IMPLICIT: Level.HINT,
    FindingKind.REDUNDANT: Level.HINT,
    FindingKind.COMPACT: Level.HINT,
}
_FIXED = frozenset({FindingKind.REPAIRED, FindingKind.DUPLICATE, FindingKind.SPACES})


@dataclass(frozen=True, slots=True)
class Finding:
    """Something found at a place of a file."""

    path: Path
    line: int | None
    kind: FindingKind
    message: str

    @property
    def level(self) -> Level:
        """How bad it is."""
        return self.kind.level

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else f"{self.path}"
        return f"{place}: {self.level}: {self.kind}: {self.message}"


@dataclass(frozen=True, slots=True)
class LintedGold:
    """A gold file read as far as it can be, line by line, and what was found in it, in the order of the lines."""

    path: Path
    format: Format
    texts: tuple[str, ...]
    annotations: tuple[Annotation, ...]
    findings: tuple[Finding, ...]

    def count(self, level: Level) -> int:
        """How many findings are that bad."""
        return sum(finding.level is level for finding in self.findings)

    def text(self, line: int) -> str:
        """A line of the file."""
        return self.texts[line - 1]


def lint(path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> LintedGold:
    """Look through a gold file; lines that cannot be read are found, not raised."""
    file = as_input(path)
    path = file.path
    chosen = format_named(format) if format else guess(file, encoding)
    problems = Problems(limit=10**9)
    annotations: list[Annotation] = []
    items = read_synsets(file, chosen, encoding, problems)
    try:
        annotations.extend(items)
    except (FormatError, FormatErrors):
        if not problems.errors:
            raise
    texts = tuple(line.text for line in lines(file, encoding))
    found = [Finding(path, error.line, FindingKind.UNREADABLE, _said(error)) for error in problems.errors]
    found += [
        Finding(path, repair.line, FindingKind.REPAIRED, f"{repair.read} is read as {repair.as_}")
        for repair in problems.repairs
    ]
    for annotation in annotations:
        for check in CHECKS:
            found += [Finding(path, line, kind, message) for line, kind, message in check(annotation)]
    if chosen.name == "benchie-gold":
        for fact in _facts(annotations):
            if fact.line is not None:
                found += _in_text(path, fact, texts[fact.line - 1])
    found.sort(key=lambda finding: (finding.line or 0, list(FindingKind).index(finding.kind)))
    return LintedGold(path, chosen, texts, tuple(annotations), tuple(found))


def _said(error: FormatError) -> str:
    return f"expected {error.expected}, found {error.found}"


def _facts(annotations: Sequence[Annotation]) -> Iterator[Fact]:
    return (fact for annotation in annotations for synset in annotation.synsets for fact in synset.facts)


# Checks of a line's text


def _in_text(path: Path, fact: Fact, text: str) -> Iterator[Finding]:
    glued = [word for word in _bracketed(text) if not (word.startswith("[") and word.endswith("]"))]
    if glued:
        shown = ", ".join(map(repr, glued))
        message = f"{shown}: what is glued to a bracket is optional together with what is inside it"
        yield Finding(path, fact.line, FindingKind.GLUED_BRACKET, message)
    # The arrow before an empty object has its space.
    if (text.endswith(" ") and not text.endswith("--> ")) or fact != tidy(fact):
        yield Finding(path, fact.line, FindingKind.SPACES, f"spaces that part no words: {text!r}")


def _bracketed(text: str) -> Iterator[str]:
    """The chunks of a line that hold a bracket and what is glued to it."""
    opened: list[str] = []
    for word in text.split(" "):
        if opened or "[" in word:
            opened.append(word)
            if "]" in word:
                yield " ".join(opened)
                opened = []


# Checks of a sentence: each gives the line, the kind and the message of what it finds

Found = Iterator[tuple[int | None, FindingKind, str]]


def tidy(fact: Fact) -> Fact:
    """The fact without spaces that part no words: it accepts the same extractions."""
    slots = (
        Slot(tuple(Chunk(" ".join(chunk.tokens), chunk.optional) for chunk in slot.chunks if chunk.tokens))
        for slot in fact
    )
    return Fact(*slots, line=fact.line)


def duplicates(annotation: Annotation) -> Found:
    """The same pattern twice in a synset."""
    for synset in annotation.synsets:
        first: dict[Fact, Fact] = {}
        for fact in synset.facts:
            known = first.setdefault(fact, fact)
            if known is not fact:
                yield fact.line, FindingKind.DUPLICATE, f"{_shown(fact)} stands in {_line(known)} of the same synset"


def slots_that_can_be_empty(annotation: Annotation) -> Found:
    """A slot, or a synset, without anything that must be there."""
    for synset in annotation.synsets:
        if not synset.facts:
            yield synset.line, FindingKind.EMPTY_SYNSET, f"synset {synset.id} has no fact, so nothing can find it"
        for fact in synset.facts:
            for name, slot in zip(SLOT_NAMES, fact, strict=True):
                if not slot.words:
                    yield fact.line, FindingKind.EMPTY_SLOT, f"the {name} is empty"
                elif not slot.required:
                    message = f"the {name} {render_slot(slot)!r} is wholly optional, so it can be empty"
                    yield fact.line, FindingKind.OPTIONAL_SLOT, message


def implicit_words(annotation: Annotation) -> Found:
    """Words that the sentence has not got."""
    known = set(annotation.sentence.tokens)
    for synset in annotation.synsets:
        for fact in synset.facts:
            implicit = list(dict.fromkeys(word for slot in fact for word in slot.words if word not in known))
            if implicit:
                shown = ", ".join(map(repr, implicit))
                yield fact.line, FindingKind.IMPLICIT, f"not in the sentence: {shown}"


def overlaps(annotation: Annotation) -> Found:
    """Two synsets of a sentence that accept the same extraction, of which only the first gets the credit."""
    languages = [Expansions(synset.facts) for synset in annotation.synsets]
    numbered = list(zip(annotation.synsets, languages, strict=True))
    for (first, one), (second, other) in combinations(numbered, 2):
        example = shared(one, other)
        if example is not None:
            fact = _accepting(second, example)
            shown = "; ".join(" ".join(slot) for slot in example)
            where = f"in {_line(_accepting(first, example))}"
            message = f"({shown}) is also accepted by synset {first.id}, {where}, which alone gets the credit"
            yield fact.line, FindingKind.OVERLAP, message


def _accepting(synset: Synset, example: Sequence[Sequence[str]]) -> Fact:
    return next(fact for fact in synset.facts if Expansions([fact]).accepts(example))


def compactness(annotation: Annotation) -> Found:
    """A pattern that another makes superfluous, or that a more compact one suggests to open up (section 3.3)."""
    for synset in annotation.synsets:
        languages = {fact: Expansions([fact]) for fact in map(tidy, synset.facts)}
        words = {fact: [slot.words for slot in fact] for fact in languages}
        compact = [pair for pair in permutations(languages, 2) if more_compact(*(words[fact] for fact in pair))]
        superfluous: dict[Fact, Fact] = {}
        for fact, wide in compact:
            if not {fact, wide} & superfluous.keys() and included(languages[fact], languages[wide]):
                superfluous[fact] = wide
        for fact, wide in superfluous.items():
            message = f"{_shown(fact)} is superfluous: {_line(wide)}, {_shown(wide)}, accepts all that it does"
            yield fact.line, FindingKind.REDUNDANT, message
        yield from _suggestions([pair for pair in compact if not superfluous.keys() & set(pair)])


def _suggestions(compact: Sequence[tuple[Fact, Fact]]) -> Found:
    """For each fact, what the nearest more compact one does without."""
    nearest: dict[Fact, tuple[int, str, Fact]] = {}
    for fact, wide in compact:
        found = _wanting(fact, wide)
        if found is not None and (wide not in nearest or found[0] < nearest[wide][0]):
            nearest[wide] = found
    for wide, (_, words, fact) in nearest.items():
        message = f"{_line(fact)} is more compact, without {words!r}: could that be optional here?"
        yield wide.line, FindingKind.COMPACT, message


def _wanting(fact: Fact, wide: Fact) -> tuple[int, str, Fact] | None:
    """What a more compact fact has not got of the required words, where that is one stretch of one slot."""
    differences = [slot_difference(mine.words, yours) for mine, yours in zip(fact, wide, strict=True)]
    runs = [run for difference in differences for run in difference.runs(Mark.MISSING)]
    edits = sum(difference.edits for difference in differences)
    return (edits, runs[0], fact) if len(runs) == 1 and edits == len(runs[0].split()) else None


def _shown(fact: Fact) -> str:
    return repr(render_fact(fact))


def _line(fact: Fact) -> str:
    return f"line {fact.line}" if fact.line is not None else "another fact"


CHECKS: tuple[Callable[[Annotation], Found], ...] = (
    duplicates,
    slots_that_can_be_empty,
    implicit_words,
    overlaps,
    compactness,
)
