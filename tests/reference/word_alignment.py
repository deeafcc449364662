"""The word alignment and the counts of CoNLL 2018 (structured.md §3), for small texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from annotated_texts import Text
from case import Masses
from parse_references import CONTENT_ONLY, CONTENT_RELATIONS, FUNCTIONAL_RELATIONS

UNIVERSAL = """
PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice
Evident Polarity Person Polite
"""
UNIVERSAL_FEATURES = frozenset(UNIVERSAL.split())

Range = tuple[int, int]


class PlacedWord(NamedTuple):
    """A word with the characters of its token; ``head`` is a place in the list of all words, None for the root."""

    range: Range
    contracted: bool
    form: str
    lemma: str
    upos: str
    xpos: str
    features: tuple[str, ...]
    head: int | None
    relation: str
    whole_relation: str


class PlacedText(NamedTuple):
    """A text with all ranges of characters, spaces not counted."""

    tokens: list[Range]
    sentences: list[Range]
    words: list[PlacedWord]


def without_spaces(form: str) -> str:
    return "".join(character for character in form if unicodedata.category(character) != "Zs")


def universal(features: str) -> tuple[str, ...]:
    return tuple(sorted(each for each in features.split("|") if each.split("=")[0] in UNIVERSAL_FEATURES))


def place(text: Text) -> PlacedText:
    placed = PlacedText([], [], [])
    at = 0
    for sentence in text:
        start, first = at, len(placed.words)
        for token in sentence:
            token_range = at, at + len(without_spaces(token.form))
            at = token_range[1]
            placed.tokens.append(token_range)
            for word in token.words:
                placed.words.append(
                    PlacedWord(
                        token_range,
                        token.contracted,
                        without_spaces(word.form),
                        *(word.lemma, word.upos, word.xpos),
                        universal(word.features),
                        first + word.head - 1 if word.head else None,
                        word.relation.split(":")[0],
                        word.relation,
                    )
                )
        placed.sentences.append((start, at))
    return placed


def overlap(one: Range, other: Range) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def inside(one: Range, other: Range) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def stretches(gold: Sequence[PlacedWord], system: Sequence[PlacedWord]) -> list[Range]:
    """The smallest ranges that hold a contraction of either side and cut none."""
    ranges = {word.range for word in (*gold, *system) if word.contracted}
    while overlapping := [pair for pair in combinations(sorted(ranges), 2) if overlap(*pair)]:
        one, other = overlapping[0]
        ranges -= {one, other}
        ranges.add((min(one[0], other[0]), max(one[1], other[1])))
    return sorted(ranges)


def longest(one: Sequence[str], other: Sequence[str]) -> int:
    """How long the longest common subsequence is, by trying all."""
    return max(
        length
        for length in range(min(len(one), len(other)) + 1)
        if set(combinations(one, length)) & set(combinations(other, length))
    )


def subsequence(gold: list[tuple[int, str]], system: list[tuple[int, str]]) -> list[tuple[int, int]]:
    """Pairs (system, gold) along the longest common subsequence.

    Equal forms at the front are paired; else the gold word is skipped if that loses nothing, else the system's.
    """
    if not gold or not system:
        return []
    if gold[0][1] == system[0][1]:
        return [(system[0][0], gold[0][0]), *subsequence(gold[1:], system[1:])]

    def length(some_gold: list[tuple[int, str]]) -> int:
        return longest([form for _, form in some_gold], [form for _, form in system])

    if length(gold[1:]) == length(gold):
        return subsequence(gold[1:], system)
    return subsequence(gold, system[1:])


def align(gold: Sequence[PlacedWord], system: Sequence[PlacedWord]) -> dict[int, int]:
    """The gold partner of each system word that has one."""
    wholes = stretches(gold, system)
    partner: dict[int, int] = {}
    for whole in wholes:
        partner |= subsequence(
            *(
                [(index, word.form.lower()) for index, word in enumerate(words) if inside(word.range, whole)]
                for words in (gold, system)
            )
        )
    for index, word in enumerate(system):
        for other, gold_word in enumerate(gold):
            if word.range == gold_word.range and not any(overlap(word.range, whole) for whole in wholes):
                partner[index] = other
    return partner


ROOT = "root"


class Comparison:
    """Two readings of one text with their words aligned."""

    def __init__(self, system: PlacedText, gold: PlacedText, full_relations: bool = False) -> None:
        self.system, self.gold = system, gold
        self.partner = align(gold.words, system.words)
        self.full_relations = full_relations

    def partner_of(self, index: int | None) -> Any:
        return ROOT if index is None else self.partner.get(index, "no partner")

    def relation(self, word: PlacedWord) -> str:
        return word.whole_relation if self.full_relations else word.relation

    def functional(self, words: list[PlacedWord], head: int, name: Any) -> list[Any]:
        """The function words that a word governs, each named by its partner."""
        return [
            (name(index), self.relation(word), word.upos, word.features)
            for index, word in enumerate(words)
            if word.head == head and word.relation in FUNCTIONAL_RELATIONS
        ]

    def right(self, metric: str, index: int) -> bool:
        """Whether a system word with a partner is right."""
        other = self.partner[index]
        word, gold = self.system.words[index], self.gold.words[other]
        upos, xpos, features = word.upos == gold.upos, word.xpos == gold.xpos, word.features == gold.features
        lemma = gold.lemma in ("_", word.lemma)
        head = self.partner_of(word.head) == (ROOT if gold.head is None else gold.head)
        labelled = head and self.relation(word) == self.relation(gold)
        content = labelled and gold.relation in CONTENT_RELATIONS
        functional = self.functional(self.system.words, index, self.partner_of) == self.functional(
            self.gold.words, other, lambda gold_index: gold_index
        )
        return {
            "words": True,
            "upos": upos,
            "xpos": xpos,
            "ufeats": features,
            "alltags": upos and xpos and features,
            "lemmas": lemma,
            "uas": head,
            "las": labelled,
            "clas": content,
            "mlas": content and upos and features and functional,
            "blex": content and lemma,
        }[metric]

    def masses(self, metric: str, aligned_only: bool = False) -> Masses:
        """Correct and all, on either side; with ``aligned_only`` words without a partner are left out."""
        if metric in ("tokens", "sentences"):
            found, wanted = set(getattr(self.system, metric)), set(getattr(self.gold, metric))
            return Masses(len(found & wanted), len(found), len(found & wanted), len(wanted))
        matched = sum(self.right(metric, index) for index in self.partner)
        system = [word for index, word in enumerate(self.system.words) if not aligned_only or index in self.partner]
        gold = [
            word for index, word in enumerate(self.gold.words) if not aligned_only or index in self.partner.values()
        ]
        if metric in CONTENT_ONLY:
            system, gold = ([word for word in words if word.relation in CONTENT_RELATIONS] for words in (system, gold))
        return Masses(matched, len(system), matched, len(gold))


def pieces(system: Text, gold: Text) -> list[tuple[Text, Text]]:
    """The text cut wherever both sides end a sentence."""
    ends = [{end for _, end in place(text).sentences} for text in (system, gold)]
    cuts = sorted(ends[0] & ends[1])
    return [
        (between(system, start, end), between(gold, start, end)) for start, end in zip([0, *cuts], cuts, strict=False)
    ]


def between(text: Text, start: int, end: int) -> Text:
    sentences = zip(text, place(text).sentences, strict=True)
    return tuple(sentence for sentence, characters in sentences if inside(characters, (start, end)))
