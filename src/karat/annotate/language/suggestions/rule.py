"""A rule that suggests optional tokens, and how the suggestions of several rules are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from karat.annotate.language.parse import Parse, TaggedWord

Find = Callable[[Parse], Iterable[Sequence[TaggedWord]]]
"""Finds the words of each suggestion; words that come and go together are one suggestion."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that guideline section ``section`` calls optional."""

    name: str
    section: str
    find: Find

    @property
    def reason(self) -> str:
        return f"{self.section} {self.name}"


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The reason of each single optional token, and the groups of tokens, largest first, each with its reason."""

    singles: dict[int, str]
    groups: tuple[tuple[tuple[int, ...], str], ...]


def suggest(parse: Parse, rules: Iterable[Rule]) -> Suggestions:
    """Apply all rules; of two rules for the same tokens the first gives the reason."""
    singles: dict[int, str] = {}
    groups: dict[tuple[int, ...], str] = {}
    for rule in rules:
        for numbers in _found(parse, rule):
            if len(numbers) == 1:
                singles.setdefault(numbers[0], rule.reason)
            else:
                groups.setdefault(numbers, rule.reason)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[0]), group[0]))
    return Suggestions(singles, tuple(ordered))


def _found(parse: Parse, rule: Rule) -> Iterator[tuple[int, ...]]:
    for words in rule.find(parse):
        numbers = parse.numbers(sorted(words, key=lambda word: word.index))
        if numbers and len(numbers) < sum(len(word.numbers) for word in parse):
            yield numbers
