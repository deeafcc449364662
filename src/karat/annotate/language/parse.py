"""The words that a tagger finds in a sentence, laid over the tokens that annotators select."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from karat.model import Word
from karat.syntax import Tagged


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """The smallest run of characters that begins and ends both a token and a word of the tagger.

    In English and German it is one token; in Chinese it is a word of one or several characters, which are tokens.
    ``governor`` is the index of another tagged word, or None.
    """

    index: int
    numbers: tuple[int, ...]
    text: str
    lemma: str
    pos: str
    tag: str
    features: tuple[str, ...]
    governor: int | None
    relation: str

    @property
    def lower(self) -> str:
        return self.text.lower()


@dataclass(frozen=True)
class Parse:
    """A sentence's tagged words, with their dependents where the tagger parses."""

    words: tuple[TaggedWord, ...]

    def __iter__(self) -> Iterator[TaggedWord]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, index: int) -> TaggedWord:
        return self.words[index]

    def before(self, word: TaggedWord, distance: int = 1) -> TaggedWord | None:
        """The word some words before this one, or None at the beginning."""
        return self.words[word.index - distance] if word.index >= distance else None

    def after(self, word: TaggedWord, distance: int = 1) -> TaggedWord | None:
        """The word some words after this one, or None at the end."""
        return self.words[word.index + distance] if word.index + distance < len(self.words) else None

    def governor(self, word: TaggedWord) -> TaggedWord | None:
        return None if word.governor is None else self.words[word.governor]

    def children(self, word: TaggedWord, *relations: str) -> list[TaggedWord]:
        """The direct dependents, or only those with one of the relations."""
        children = self._children[word.index]
        return [child for child in children if child.relation in relations] if relations else children

    def subtree(self, word: TaggedWord) -> list[TaggedWord]:
        """The word and everything below it, in the order of the sentence."""
        found, waiting = {word.index}, [word]
        while waiting:
            for child in self._children[waiting.pop().index]:
                if child.index not in found:
                    found.add(child.index)
                    waiting.append(child)
        return [self.words[index] for index in sorted(found)]

    def numbers(self, words: Sequence[TaggedWord]) -> tuple[int, ...]:
        """The token numbers of words."""
        return tuple(number for word in words for number in word.numbers)

    @cached_property
    def _children(self) -> list[list[TaggedWord]]:
        children: list[list[TaggedWord]] = [[] for _ in self.words]
        for word in self.words:
            if word.governor is not None:
                children[word.governor].append(word)
        return children


def lay_over(tokens: Sequence[str], words: Tagged) -> Parse | None:
    """Merge tokens and the tagger's words where they overlap; None if their characters differ."""
    pieces = ["".join(word.form.split()) for word in words]
    if "".join(tokens) != "".join(pieces):
        return None
    groups = _common_borders([len(token) for token in tokens], [len(piece) for piece in pieces])
    group_of = {number: index for index, (_, numbers) in enumerate(groups) for number in numbers}
    merged = []
    for index, (token_numbers, word_numbers) in enumerate(groups):
        head = _head(words, word_numbers)
        governor = group_of.get(head.governor - 1) if head.relation != "_" and head.governor else None
        merged.append(
            TaggedWord(
                index,
                token_numbers,
                "".join(tokens[number] for number in token_numbers),
                head.lemma,
                head.upos,
                head.xpos,
                head.features,
                None if governor == index else governor,
                head.relation,
            )
        )
    return Parse(tuple(_without_cycles(merged)))


def _without_cycles(words: list[TaggedWord]) -> list[TaggedWord]:
    """Make a root of each word that governs itself through others, as can happen where a token joins two words."""
    governors = [word.governor for word in words]
    for word in words:
        seen = {word.index}
        governor = governors[word.index]
        while governor is not None and governor not in seen:
            seen.add(governor)
            governor = governors[governor]
        if governor == word.index:
            governors[word.index] = None
    return [replace(word, governor=governor) for word, governor in zip(words, governors, strict=True)]


def _head(words: Tagged, numbers: tuple[int, ...]) -> Word:
    """The word that governs the others of a group, or the longest of a group without governors."""
    inside = {number + 1 for number in numbers}
    if all(words[number].relation == "_" for number in numbers):
        return max((words[number] for number in numbers), key=lambda word: len(word.form))
    return next((words[number] for number in numbers if words[number].governor not in inside), words[numbers[0]])


def _common_borders(tokens: list[int], words: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Group the numbers of tokens and words by the borders that they share, given their lengths in characters."""
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    token = word = token_end = word_end = 0
    first_token = first_word = 0
    while token < len(tokens):
        if token_end <= word_end:
            token_end += tokens[token]
            token += 1
        while word_end < token_end:
            word_end += words[word]
            word += 1
        if token_end == word_end:
            groups.append((tuple(range(first_token, token)), tuple(range(first_word, word))))
            first_token, first_word = token, word
    return groups
