"""Divide the texts of extractions into the tokens of their sentences.

A benchmark's sentences are tokenised (``do n't``, ``1898 .``); the outputs of many systems are not (``don't``,
``1898.``), or more finely (``U . S .``), so their words would never be those of a gold fact.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import accumulate, pairwise
from operator import is_not
from unicodedata import category

from karat.benchmarks.gold import Gold
from karat.metrics.oie.wire57 import has_own_words
from karat.model import Extraction
from karat.model.alignment import normalise_spelling
from karat.results.checks.nearest_sentences import WITHOUT_SPACES
from karat.results.gold.statistics import token_count

Words = tuple[str, ...]

LONGEST = 32
"""The most words of a slot that are compared together with a run of tokens."""

CONTRACTIONS = frozenset(["can not", "gon na", "got ta", "wan na", "gim me", "lem me", "'t is", "'t was"])
"""What treebanks divide between two letters, besides words before ``n't``."""

SIGNED_NUMBERS = re.compile(r"\d[^\w ]* [^\w ]*\d")
"""Two numbers side by side, with a sign that belongs to one of them, as in ``5 -10``."""

SPLIT_MARKS = re.compile(r"(?<!\S)(?:([-.'`])(?: \1)+|- [LR][RSC]B -)(?!\S)")
"""A dash, dots or quotes of several characters, each of them a word, or the parts of a bracket's code."""

CLOSING_MARKS = frozenset(".,;:!?。，；：！？")
"""Punctuation that ends a clause or a sentence, not a name or a phrase."""

MANY_MARKS = 0.1
"""The share of marks within words of the sentences beyond which it is said that an output divides words there."""

spelling = lru_cache(1 << 14)(normalise_spelling)
"""A token with its quotes, dashes, brackets and composed letters written in one way."""


class SentenceTokens:
    """The tokens of a sentence, in which the characters of a slot are looked up.

    ``gold_slots`` yields the words of its gold. They are never changed, and a closing mark that ends a gold slot is
    kept.
    """

    def __init__(self, tokens: Words, gold_slots: Callable[[], Iterable[Words]] = tuple) -> None:
        self.tokens = tokens
        self.token_set = frozenset(tokens)
        self.cut_off = frozenset(filter(_is_cut_off, self.token_set))
        """The tokens that running text would not have as words of their own."""
        self.compound = frozenset(filter(_inner_marks, self.token_set - self.cut_off))
        """The tokens that a finer tokeniser would divide."""
        self.usual = self.token_set - self.cut_off - self.compound
        self._gold_slots = gold_slots

    def divide(self, slot: str) -> str:
        """Divide a slot into tokens of the sentence; words that allow several ways, or none, stay as they are."""
        words = tuple(slot.split())
        if self.token_set.issuperset(words):
            return slot
        divided, place = tuple(SPLIT_MARKS.sub(self._glue, " ".join(words)).split()), 0
        while place < len(divided):
            if divided[place] in self.token_set:
                place += 1
                continue
            after = len(divided) - place - 1
            divided = self._with_tokens(divided, place)
            # Words before the place may have been joined with it, so count from the end, which is unchanged.
            place = max(place + 1, len(divided) - after)
        if divided == words or not divided:  # none is left of words without a visible character
            return slot
        return " ".join(self._without_closing_mark(words, divided))

    def _glue(self, marks: re.Match[str]) -> str:
        glued = marks[0].replace(" ", "")
        return glued if glued in self.token_set else marks[0]

    def respell(self, slot: str) -> str:
        r"""Write words as the sentence does where only typographic quotes and dashes, or composed letters, differ.

        The codes of treebanks (``-LRB-``, ``\\/``) stay: published figures count them as other words.
        """
        if slot.isascii():
            return slot
        words = slot.split()
        if self.token_set.issuperset(words) or self._known.issuperset(words):
            return slot
        respelled = [
            word if word.isascii() or word in self._known else self._by_spelling.get(spelling(word), word)
            for word in words
        ]
        return slot if respelled == words else " ".join(respelled)

    # Computed only where a slot has other words than the sentence, which is rare in tokenised outputs.
    @cached_property
    def _gold(self) -> list[Words]:
        return list(self._gold_slots())

    @cached_property
    def _gold_words(self) -> frozenset[str]:
        return frozenset(word for words in self._gold for word in words)

    @cached_property
    def _known(self) -> frozenset[str]:
        return self.token_set | self._gold_words

    @cached_property
    def _gold_marks(self) -> frozenset[str]:
        return frozenset(words[-1] for words in self._gold if words) & CLOSING_MARKS

    @cached_property
    def _spelled(self) -> list[str]:
        return list(map(spelling, self.tokens))

    @cached_property
    def _by_spelling(self) -> dict[str, str]:
        """The token of each spelling that only one token has."""
        by_spelling: dict[str, str | None] = {}
        for spelled, token in zip(self._spelled, self.tokens, strict=True):
            by_spelling[spelled] = token if by_spelling.get(spelled, token) == token else None
        return {spelled: token for spelled, token in by_spelling.items() if token is not None}

    @cached_property
    def _text(self) -> str:
        return "".join(self._spelled)

    @cached_property
    def _borders(self) -> dict[int, int]:
        """Map the characters at which tokens start, and the end of the text, to the numbers of the tokens."""
        return {start: number for number, start in enumerate(accumulate(map(len, self._spelled), initial=0))}

    def _runs(self, words: Words) -> set[Words]:
        """Find the runs of tokens that have exactly the characters of the words."""
        characters = "".join(map(spelling, words))
        runs = set()
        start = self._text.find(characters)
        while start >= 0:
            first, last = self._borders.get(start), self._borders.get(start + len(characters))
            if first is not None and last is not None:
                run = self.tokens[first:last]
                if self._may_replace(words, run) and (_same_but_for_marks(words, run) or self._is_by_character(run)):
                    runs.add(run)
            start = self._text.find(characters, start + 1)
        return runs

    def _is_by_character(self, run: Words) -> bool:
        """Whether the sentence is divided into its characters there, digits too: ``在 1 9 4 7 年``."""
        return WITHOUT_SPACES.search(self._text) is not None and all(len(token) == 1 for token in run)

    def _may_replace(self, words: Words, run: Words) -> bool:
        """Whether no word of the gold changes, unless it is joined to others that the gold has, too."""
        changed = set(words).difference(run, self.token_set)
        return self._gold_words.isdisjoint(changed) or (len(run) < len(words) and self._gold_words.issuperset(run))

    def _with_tokens(self, words: Words, place: int) -> Words:
        """Replace the word at a place by tokens: by itself, or with as few words beside it as make it unambiguous."""
        first, end = self._stretch(words, place)
        for length in range(1, min(LONGEST, end - first) + 1):
            divisions = {
                (*words[:start], *run, *words[start + length :])
                for start in range(max(first, place - length + 1), min(place, end - length) + 1)
                for run in self._runs(words[start : start + length])
            }
            if len(divisions) == 1:
                return divisions.pop()
        parts = None if words[place] in self._known else self._parts(words[place])
        return words if parts is None else (*words[:place], *parts, *words[place + 1 :])

    def _stretch(self, words: Words, place: int) -> tuple[int, int]:
        """The words around a place, outside of which none can be part of a run; empty if there is no run."""
        before = after = spelling(words[place])
        first, end = place, place + (before in self._text)
        while first and (before := spelling(words[first - 1]) + before) in self._text:
            first -= 1
        while place < end < len(words) and (after := after + spelling(words[end])) in self._text:
            end += 1
        return first, end

    def _parts(self, word: str) -> Words | None:
        """Cut marks and clitics off a word that the sentence has elsewhere; ``None`` unless there is only one way."""
        divisions = _divisions(spelling(word), self._by_spelling)
        return tuple(self._by_spelling[part] for part in divisions[0]) if len(divisions) == 1 else None

    def _without_closing_mark(self, words: Words, divided: Words) -> Words:
        """Drop a closing mark that was part of the last word: it closes the clause, and gold does not include it."""
        mark = divided[-1]
        is_divided = words[-1] != mark and words[-1] not in self._known
        if len(divided) > 1 and is_divided and mark in CLOSING_MARKS - self._gold_marks:
            return divided[:-1]
        return divided


def _divisions(text: str, parts: Iterable[str]) -> list[Words]:
    """Find two ways, if there are so many, to divide a text into parts, of which at most one is a word without a mark.

    In scripts without spaces, all of them may be.

    >>> _divisions("don't", ["do", "n't", "do n"])
    [('do', "n't")]
    """
    inside = [(part, part.isalnum() and not WITHOUT_SPACES.search(part)) for part in parts if part in text]
    reached: list[dict[tuple[str, bool], list[Words]]] = [{} for _ in range(len(text) + 1)]
    reached[0]["", False] = [()]
    for place, by_last in enumerate(reached[:-1]):
        for part, is_word in inside if by_last else ():
            if text.startswith(part, place):
                for (last, has_word), ways in by_last.items():
                    if not (is_word and has_word) and (not last or _can_cut(last, part)):
                        known = reached[place + len(part)].setdefault((part, is_word or has_word), [])
                        known += [(*way, part) for way in ways[: 2 - len(known)]]
    return [way for ways in reached[-1].values() for way in ways][:2]


def _same_but_for_marks(words: Words, tokens: Words) -> bool:
    """Whether words and tokens with the same characters differ only where a tokeniser divides.

    >>> _same_but_for_marks(("do", "n't"), ("don't",)), _same_but_for_marks(("notable",), ("not", "able"))
    (True, False)
    """
    before, after = _borders(words), _borders(tokens)
    return all(is_tokeniser_border(*before[place]) for place in before.keys() - after.keys()) and all(
        _can_cut(*after[place]) for place in after.keys() - before.keys()
    )


def _borders(words: Words) -> dict[int, tuple[str, str]]:
    """The words before and after each border, by its place in their characters."""
    spelled = [text for text in map(spelling, words) if text]
    return dict(zip(accumulate(map(len, spelled)), pairwise(spelled), strict=False))


@lru_cache(1 << 14)
def is_tokeniser_border(left: str, right: str) -> bool:
    """Whether tokenisers divide running text so: at a mark, at a clitic, and in scripts without spaces.

    >>> is_tokeniser_border("1898", "."), is_tokeniser_border("do", "n't"), is_tokeniser_border("can", "not")
    (True, True, True)
    >>> is_tokeniser_border("in", "to"), is_tokeniser_border("3", "1.5")
    (False, False)
    """
    beside = left[-1] + right[0]
    return (
        not all(map(_is_of_a_word, beside))
        or (WITHOUT_SPACES.search(beside) is not None and not beside.isdigit())
        or right.lower() == "n't"
        or f"{left} {right}".lower() in CONTRACTIONS
    )


def _can_cut(left: str, right: str) -> bool:
    """Whether running text may be divided so: a sign between two numbers belongs to neither.

    >>> _can_cut("5", "-"), _can_cut("5", "-10")
    (True, False)
    """
    return is_tokeniser_border(left, right) and not SIGNED_NUMBERS.search(f"{left} {right}")


def _is_of_a_word(character: str) -> bool:
    """Whether a character is a letter or digit, or part of one, such as the vowel signs of Hindi."""
    return character.isalnum() or category(character).startswith("M")


@lru_cache(1 << 14)
def _inner_marks(word: str) -> int:
    """Count the marks in a word that finer tokenisers take for words of their own.

    >>> list(map(_inner_marks, ["U.S.-based", "--", "word"]))
    [3, 0, 0]
    """
    return 0 if word.isalnum() or not any(map(str.isalnum, word)) else sum(not _is_of_a_word(each) for each in word)


class GoldTokens:
    """The tokens of the sentences of some gold, which are found once for all systems."""

    def __init__(self, gold: Gold) -> None:
        self._gold = gold
        self._tokens: dict[int, SentenceTokens | None] = {}

    def of(self, index: int) -> SentenceTokens | None:
        """Give the tokens of a sentence; ``None`` if its gold lists its words, which are not those of the text."""
        if index not in self._tokens:
            gold = self._gold
            self._tokens[index] = (
                None
                if _has_own_words(gold, index)
                else SentenceTokens(gold.sentences[index].tokens, partial(_gold_slots, gold, index))
            )
        return self._tokens[index]


@dataclass(frozen=True, slots=True)
class Evidence:
    """How an output is tokenised; adds up over parts of it, of which the sums decide.

    An output that mostly is divided as its sentences stays so, and the odd word that its system's tokeniser divides
    otherwise is scored as in published figures.

    ``unlike`` counts the slots that change other than by joining marks, ``tokenised`` those with a word of its own that
    running text would not have. ``joined`` counts the marks that are words of their own, but not in the sentence;
    ``compound`` those that are within words, as in the sentence.
    """

    unlike: int = 0
    tokenised: int = 0
    joined: int = 0
    compound: int = 0

    def __add__(self, other: Evidence) -> Evidence:
        return Evidence(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    @property
    def divided(self) -> bool:
        """Whether words are divided as in the sentence: most of the output is not, or is more finely."""
        return self.unlike > self.tokenised or self.joined > self.compound

    @property
    def kept_marks(self) -> int:
        """The marks that stay words of their own though their sentences have them within words, if there are many."""
        is_worth_a_note = not self.divided and MANY_MARKS * (self.joined + self.compound) < self.joined
        return self.joined if is_worth_a_note else 0


@dataclass(frozen=True, slots=True)
class Divisions:
    """Extractions with their words only respelled, or also divided, as their sentences have them.

    ``lengths`` counts how many respelled extractions have each number of words, and ``lengthened`` what is added to
    these counts, or taken from them, where words are divided.
    """

    respelled: list[list[Extraction]]
    divided: list[list[Extraction]]
    evidence: Evidence
    lengths: Counter[int]
    lengthened: Counter[int]

    def chosen(self, *, divided: bool) -> list[list[Extraction]]:
        """Give the extractions with divided words, or those that are only respelled."""
        return self.divided if divided else self.respelled

    def chosen_lengths(self, *, divided: bool) -> Counter[int]:
        """Count how many of the chosen extractions have each number of words."""
        return self.lengths + self.lengthened if divided else self.lengths


def count_changed(before: Sequence[Sequence[Extraction]], after: Sequence[Sequence[Extraction]]) -> int:
    """Count the extractions that are no longer the same."""
    return sum(sum(map(is_not, *pair)) for pair in zip(after, before, strict=True))


def find_divisions(by_sentence: Sequence[Sequence[Extraction]], gold_tokens: GoldTokens) -> Divisions:
    """Respell and divide the slots of extractions.

    Words that differ from a token only in their spelling, as with typographic quotes, are respelled in any output.
    """
    respelled = list(map(list, by_sentence))
    divided = list(map(list, by_sentence))
    unlike = tokenised = joined = compound = 0
    lengths: list[int] = []
    lengthened: Counter[int] = Counter()
    for index, extractions in enumerate(by_sentence):
        if not extractions:
            continue
        tokens = gold_tokens.of(index)
        if tokens is None:
            lengths += map(token_count, extractions)
            continue
        usual = tokens.usual
        for place, extraction in enumerate(extractions):
            words = " ".join((extraction.relation, *extraction.arguments)).split()
            lengths.append(len(words))
            if usual.issuperset(words):  # as mostly, and nothing is respelled or divided
                continue
            slots = (extraction.relation, *extraction.arguments)
            if not tokens.compound.isdisjoint(words):
                compound += sum([_inner_marks(word) for word in words if word in tokens.compound])
            if tokens.token_set.issuperset(words):
                tokenised += sum([not tokens.cut_off.isdisjoint(slot.split()) for slot in slots])
                continue
            tokenised += sum([any(map(_is_cut_off, slot.split())) for slot in slots])
            spelled = tuple(map(tokens.respell, slots))
            parted = tuple(map(tokens.divide, slots))
            for before, after in zip(spelled, parted, strict=True):
                if before != after and (marks := _joined_marks(before, after)) is not None:
                    joined += marks
                    unlike += not marks
            respelled[index][place] = _with_slots(extraction, spelled)
            divided[index][place] = _with_slots(extraction, parted)
            if parted != slots:
                lengthened[len(words)] -= 1
                lengthened[token_count(divided[index][place])] += 1
    return Divisions(respelled, divided, Evidence(unlike, tokenised, joined, compound), Counter(lengths), lengthened)


def _joined_marks(before: str, after: str) -> int | None:
    """Count the marks that are no longer words of their own; ``None`` if only split marks change.

    >>> _joined_marks("the U . S .", "the U.S."), _joined_marks("the U.S.'s", "the U.S. 's")
    (2, 0)
    """
    before, after = (SPLIT_MARKS.sub(lambda marks: marks[0].replace(" ", ""), slot) for slot in (before, after))
    if before == after:
        return None
    return max(0, sum(map(_is_mark, before.split())) - sum(map(_is_mark, after.split())))


@lru_cache(1 << 14)
def _is_mark(word: str) -> bool:
    spelled = spelling(word)
    return spelled != "" and not any(map(_is_of_a_word, spelled))


def _with_slots(extraction: Extraction, slots: Words) -> Extraction:
    """The extraction with other slots; itself if they are the same."""
    relation, *arguments = slots
    if relation == extraction.relation and tuple(arguments) == extraction.arguments:
        return extraction
    return replace(extraction, relation=relation, arguments=tuple(arguments))


@lru_cache(1 << 14)
def _is_cut_off(word: str) -> bool:
    """Whether a word is what tokenisers cut off from others: a mark, a clitic or an East Asian character.

    >>> _is_cut_off("n't"), _is_cut_off(","), _is_cut_off("U.S."), _is_cut_off("Bext's")
    (True, True, False, False)
    """
    return not word[0].isalnum() or word.lower() == "n't" or (len(word) == 1 and WITHOUT_SPACES.match(word) is not None)


def _gold_slots(gold: Gold, index: int) -> Iterator[Words]:
    """Yield the words of each slot of a sentence's gold: of facts, with their optional words, and of tuples."""
    facts, tuples = gold.facts[index], gold.tuples[index]
    if facts is not None:
        yield from facts.slot_words
    if tuples is not None:
        for extraction in tuples.annotation.extractions:
            for text in (extraction.relation, *extraction.arguments):
                yield tuple(text.split())


def _has_own_words(gold: Gold, index: int) -> bool:
    tuples = gold.tuples[index]
    return tuples is not None and any(map(has_own_words, tuples.annotation.extractions))
