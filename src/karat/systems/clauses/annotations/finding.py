"""What a rule of polarity or modality found, and the order in which rules are tried."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from karat.one_line import one_line
from karat.systems.clauses.sentence import Parse


@dataclass(frozen=True, slots=True)
class Finding:
    """The rule that applies, and the indices of the words that say so."""

    rule: str
    words: frozenset[int]

    __repr__ = one_line


Rule = Callable[[Parse, int], Iterable[int]]
"""A rule takes the sentence and a verb, and gives the words that say so; none if it does not apply."""


def apply_rules(
    rules: Iterable[Rule], parse: Parse, verbs: Collection[int], without: Collection[str] = ()
) -> tuple[Finding, ...]:
    """Give what each rule finds at the verbs of a fact; rules named in ``without`` are left out."""
    findings = []
    for rule in rules:
        if rule.__name__ not in without:
            words = frozenset(word for verb in verbs for word in rule(parse, verb))
            if words:
                findings.append(Finding(rule.__name__, words))
    return tuple(findings)
