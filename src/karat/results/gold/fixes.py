"""Fix a gold file where that needs no decision by a person; the fixed file means what Karat already read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from karat.errors import InputError
from karat.formats.files import write_lines
from karat.formats.text.slots import render_fact
from karat.model import Fact
from karat.one_line import one_line
from karat.results.gold.lint import Finding, FindingKind, LintedGold, tidy


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
