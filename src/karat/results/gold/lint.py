"""Find errors, oddities and possible improvements in a gold file of fact synsets; fix what needs no decision."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import Format, Problems, format_named, guess, read_synsets
from karat.formats.files import write_lines
from karat.formats.text.input_file import as_input
from karat.formats.text.lines import lines
from karat.formats.text.slots import render_fact, render_slot
from karat.model import Annotation, Chunk, Fact, Slot, Synset
from karat.one_line import one_line
from karat.results.explanation.slot_differences import SLOT_NAMES, Mark, slot_difference
from karat.results.gold.expansions import Expansions, FactIndex, is_included, more_compact, shared_expansions

MOST_OVERLAPS = 1_000
"""Of so many overlaps in a sentence each is a finding."""


class Level(StrEnum):
    """How serious a finding is: a line that cannot be read, a probable mistake, or something to consider."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


class FindingKind(StrEnum):
    """The kinds of findings."""

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
        """How serious it is."""
        return _LEVELS.get(self, Level.WARNING)

    @property
    def fixed(self) -> bool:
        """Whether it can be fixed without a decision by a person."""
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
    """A finding in a line of a file."""

    path: Path
    line: int | None
    kind: FindingKind
    message: str

    __repr__ = one_line

    @property
    def level(self) -> Level:
        """How serious it is."""
        return self.kind.level

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else f"{self.path}"
        return f"{place}: {self.level}: {self.kind}: {self.message}"


@dataclass(frozen=True, slots=True)
class LintedGold:
    """A gold file, read as far as possible, and the findings in the order of its lines."""

    path: Path
    format: Format
    texts: tuple[str, ...]
    annotations: tuple[Annotation, ...]
    findings: tuple[Finding, ...]

    __repr__ = one_line

    def count(self, level: Level) -> int:
        """Count the findings of a level."""
        return sum(finding.level is level for finding in self.findings)

    def text(self, line: int) -> str:
        """Return a line of the file, by its number."""
        return self.texts[line - 1]


def lint(path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> LintedGold:
    """Check a gold file; lines that cannot be read are findings, not errors."""
    file = as_input(path)
    path = file.path
    gold_format = format_named(format) if format else guess(file, encoding)
    problems = Problems(limit=10**9)
    annotations: list[Annotation] = []
    items = read_synsets(file, gold_format, encoding, problems)
    try:
        annotations.extend(items)
    except (FormatError, FormatErrors):
        if not problems.errors:
            raise
    texts = tuple(line.text for line in lines(file, encoding))
    findings = [
        Finding(path, error.line, FindingKind.UNREADABLE, f"expected {error.expected}, found {error.found}")
        for error in problems.errors
    ]
    findings += [
        Finding(path, repair.line, FindingKind.REPAIRED, f"{repair.read} is read as {repair.as_}")
        for repair in problems.repairs
    ]
    for annotation in annotations:
        for check in CHECKS:
            findings += [Finding(path, line, kind, message) for line, kind, message in check(annotation)]
    if gold_format.name == "benchie-gold":
        for fact in _facts(annotations):
            if fact.line is not None:
                findings += _check_text(path, fact, texts[fact.line - 1])
    findings.sort(key=lambda finding: (finding.line or 0, list(FindingKind).index(finding.kind)))
    return LintedGold(path, gold_format, texts, tuple(annotations), tuple(findings))


def _facts(annotations: Sequence[Annotation]) -> Iterator[Fact]:
    return (fact for annotation in annotations for synset in annotation.synsets for fact in synset.facts)


# Checks of a line's text


def _check_text(path: Path, fact: Fact, text: str) -> Iterator[Finding]:
    glued = [word for word in _bracketed(text) if not (word.startswith("[") and word.endswith("]"))]
    if glued:
        shown = ", ".join(map(repr, glued))
        message = f"{shown}: what is glued to a bracket is optional together with what is inside it"
        yield Finding(path, fact.line, FindingKind.GLUED_BRACKET, message)
    # The space after the arrow is right before an empty object.
    if (text.endswith(" ") and not text.endswith("--> ")) or fact != tidy(fact):
        yield Finding(path, fact.line, FindingKind.SPACES, f"spaces that part no words: {text!r}")


def _bracketed(text: str) -> Iterator[str]:
    """Yield the bracketed parts of a line, with any words glued to the brackets."""
    opened: list[str] = []
    for word in text.split(" "):
        if opened or "[" in word:
            opened.append(word)
            if "]" in word:
                yield " ".join(opened)
                opened = []


# Checks of a sentence: each yields the line, the kind and the message of its findings

Found = Iterator[tuple[int | None, FindingKind, str]]


def tidy(fact: Fact) -> Fact:
    """Remove surplus spaces from a fact; it accepts the same extractions."""
    slots = (
        Slot(tuple(Chunk(" ".join(chunk.tokens), chunk.optional) for chunk in slot.chunks if chunk.tokens))
        for slot in fact
    )
    return Fact(*slots, line=fact.line)


def duplicates(annotation: Annotation) -> Found:
    """Find patterns that occur twice in a synset."""
    for synset in annotation.synsets:
        first: dict[Fact, Fact] = {}
        for fact in synset.facts:
            copy = first.setdefault(fact, fact)
            if copy is not fact:
                yield (
                    fact.line,
                    FindingKind.DUPLICATE,
                    f"{_shown(fact)} is also in {_line(copy)} of the same synset",
                )


def slots_that_can_be_empty(annotation: Annotation) -> Found:
    """Find synsets without facts, and slots without required words."""
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
    """Find words that are not in the sentence."""
    sentence_words = set(annotation.sentence.tokens)
    for synset in annotation.synsets:
        for fact in synset.facts:
            implicit = list(dict.fromkeys(word for slot in fact for word in slot.words if word not in sentence_words))
            if implicit:
                shown = ", ".join(map(repr, implicit))
                yield fact.line, FindingKind.IMPLICIT, f"not in the sentence: {shown}"


def overlaps(annotation: Annotation) -> Found:
    """Find synsets that accept the same extraction, which is credited only to the first of them."""
    synsets = annotation.synsets
    shared = shared_expansions([synset.facts for synset in synsets])
    for found, (one, other, example) in enumerate(shared):
        first, second = synsets[one], synsets[other]
        fact = _accepting(second, example)
        if found == MOST_OVERLAPS:
            message = f"more than {MOST_OVERLAPS:,} pairs of synsets of this sentence overlap; the others are not shown"
            yield fact.line, FindingKind.OVERLAP, message
            return
        shown = "; ".join(" ".join(slot) for slot in example)
        where = f"in {_line(_accepting(first, example))}"
        message = f"({shown}) is also accepted by synset {first.id}, {where}, which alone gets the credit"
        yield fact.line, FindingKind.OVERLAP, message


def _accepting(synset: Synset, example: Sequence[Sequence[str]]) -> Fact:
    return next(fact for fact in synset.facts if Expansions([fact]).accepts(example))


def compactness(annotation: Annotation) -> Found:
    """Find patterns that another one makes superfluous, or that could have more optional words (section 3.3)."""
    for synset in annotation.synsets:
        expansions = {fact: Expansions([fact]) for fact in map(tidy, synset.facts)}
        words = {fact: [slot.words for slot in fact] for fact in expansions}
        facts = list(expansions)
        index = FactIndex(facts)
        compact = [
            (fact, facts[other])
            for number, fact in enumerate(facts)
            for other in index.may_contain(fact)
            if other != number and more_compact(words[fact], words[facts[other]])
        ]
        superfluous: dict[Fact, Fact] = {}
        for fact, wide in compact:
            if not {fact, wide} & superfluous.keys() and is_included(expansions[fact], expansions[wide]):
                superfluous[fact] = wide
        for fact, wide in superfluous.items():
            message = f"{_shown(fact)} is superfluous: {_line(wide)}, {_shown(wide)}, accepts all that it does"
            yield fact.line, FindingKind.REDUNDANT, message
        yield from _suggestions([pair for pair in compact if not superfluous.keys() & set(pair)])


def _suggestions(compact: Sequence[tuple[Fact, Fact]]) -> Found:
    """Suggest, for each fact, to make optional what the closest more compact fact leaves out."""
    nearest: dict[Fact, tuple[int, str, Fact]] = {}
    for fact, wide in compact:
        suggestion = _missing_run(fact, wide)
        if suggestion is not None and (wide not in nearest or suggestion[0] < nearest[wide][0]):
            nearest[wide] = suggestion
    for wide, (_, words, fact) in nearest.items():
        message = f"{_line(fact)} is more compact, without {words!r}: could that be optional here?"
        yield wide.line, FindingKind.COMPACT, message


def _missing_run(fact: Fact, wide: Fact) -> tuple[int, str, Fact] | None:
    """Return the required words that a more compact fact lacks, if they are one run of words in one slot."""
    differences = [slot_difference(slot.words, wide_slot) for slot, wide_slot in zip(fact, wide, strict=True)]
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


# Fixes


@dataclass(frozen=True, slots=True)
class FixedGold:
    """The corrected lines of the file, and the findings that this settles."""

    texts: tuple[str, ...]
    settled: tuple[Finding, ...]

    __repr__ = one_line

    def write(self, path: Path) -> None:
        """Write the file; if that fails, the old file stays as it was."""
        write_lines(path, self.texts)


def fix(linted: LintedGold) -> FixedGold:
    """Rewrite damaged headers and triples as they were read, remove surplus spaces and duplicates within a synset.

    Facts before the first header, which are not scored, stay where they are, because only a person can tell where they
    belong. Glued brackets and everything that needs judgement also stay.
    """
    if linted.format.name != "benchie-gold":
        raise InputError(
            f"{linted.path}: expected benchie-gold, found {linted.format.name}, which can only be looked at"
        )
    changed = dict(_changes(linted))
    texts = (changed.get(number, text) for number, text in enumerate(linted.texts, 1))
    settled = (finding for finding in linted.findings if finding.kind.fixed and finding.line in changed)
    return FixedGold(tuple(text for text in texts if text is not None), tuple(settled))


def _changes(linted: LintedGold) -> Iterator[tuple[int, str | None]]:
    """Yield the lines that change, with their new text, or ``None`` for a line that is removed."""
    damaged = {finding.line: finding.kind for finding in linted.findings if finding.kind.fixed}
    read = set()
    for annotation in linted.annotations:
        for synset in annotation.synsets:
            read.add(synset.line)
            if synset.line in damaged and synset.line is not None:
                yield synset.line, f"{annotation.sentence.id}--> Cluster {synset.id}:"
            seen: set[Fact] = set()
            for fact in map(tidy, synset.facts):
                read.add(fact.line)
                if fact.line is not None and (fact in seen or fact.line in damaged):
                    yield fact.line, None if fact in seen else render_fact(fact)
                seen.add(fact)
    for line, kind in damaged.items():
        # A repaired line without an arrow was read as neither a header nor a fact: it is a header without its words.
        if line is not None and line not in read and kind is FindingKind.REPAIRED and "-->" not in linted.text(line):
            yield line, None
