"""Divide the texts of extractions into the tokens of their sentences.

A benchmark's sentences are tokenised (``do n't``, ``1898 .``); the outputs of many systems are not (``don't``,
``1898.``), so their words would never be those of a gold fact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import accumulate
from operator import is_not, ne

from karat.benchmarks.gold import Gold
from karat.metrics.oie.wire57 import has_own_words
from karat.model import Extraction
from karat.model.spelling import normalise_spelling
from karat.results.gold.statistics import token_count

Words = tuple[str, ...]

LONGEST = 6
"""The most words of a slot that are compared together with a run of tokens."""

CLOSING_MARKS = frozenset(".,;:!?。，；：！？")
"""Punctuation that ends a clause or a sentence, not a name or a phrase."""

spelling = lru_cache(1 << 14)(normalise_spelling)
"""A token with its quotes, dashes, brackets and composed letters written in one way."""


class SentenceTokens:
    """The tokens of a sentence, in which the characters of a slot are looked up.

    ``gold_slots`` yields the words of its gold. They are never changed; words are joined only to a word of the gold;
    and a closing mark that ends a gold slot is kept.
    """

    def __init__(self, tokens: Words, gold_slots: Callable[[], Iterable[Words]] = tuple) -> None:
        self.tokens = tokens
        self.token_set = frozenset(tokens)
        self.cut_off = frozenset(filter(_is_cut_off, self.token_set))
        """The tokens that running text would not have as words of their own."""
        self.usual = self.token_set - self.cut_off if self.cut_off else self.token_set
        self._gold_slots = gold_slots

    def divide(self, slot: str) -> str:
        """Divide a slot into tokens of the sentence; words that allow several ways, or none, stay as they are."""
        words = tuple(slot.split())
        if self.token_set.issuperset(words) or self._known.issuperset(words):
            return slot
        divided, place = words, 0
        while place < len(divided):
            if divided[place] in self._known:
                place += 1
                continue
            after = len(divided) - place - 1
            divided = self._with_tokens(divided, place)
            # Words before the place may have been joined with it, so count from the end, which is unchanged.
            place = max(place + 1, len(divided) - after)
        if divided == words or not divided:  # none is left of words without a visible character
            return slot
        return " ".join(self._without_closing_mark(words, divided))

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
                if len(run) >= len(words) or self._gold_words.issuperset(run):
                    runs.add(run)
            start = self._text.find(characters, start + 1)
        return runs

    def _with_tokens(self, words: Words, place: int) -> Words:
        """Replace the word at a place by tokens: by itself, or with as few words beside it as make it unambiguous."""
        for length in range(1, LONGEST + 1):
            divisions = {
                (*words[:start], *run, *words[start + length :])
                for start in range(max(0, place - length + 1), min(place, len(words) - length) + 1)
                for run in self._runs(words[start : start + length])
            }
            if len(divisions) == 1:
                return divisions.pop()
        parts = self._parts(words[place])
        return words if parts is None else (*words[:place], *parts, *words[place + 1 :])

    def _parts(self, word: str) -> Words | None:
        """Divide a word into tokens that are not neighbours in the sentence; ``None`` unless there is only one way."""
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
    """Find two ways, if there are so many, to divide a text into parts that can touch each other.

    >>> _divisions("don't", ["do", "n't", "do n"])
    [('do', "n't")]
    """
    inside = [part for part in parts if part in text]
    reached: list[dict[str, list[Words]]] = [{} for _ in range(len(text) + 1)]
    reached[0][""] = [()]
    for place, by_last in enumerate(reached[:-1]):
        for part in inside if by_last else ():
            if text.startswith(part, place):
                ways = [way for last, found in by_last.items() if _can_touch(last, part) for way in found]
                known = reached[place + len(part)].setdefault(part, [])
                known += [(*way, part) for way in ways[: 2 - len(known)]]
    return [way for ways in reached[-1].values() for way in ways][:2]


def _can_touch(left: str, right: str) -> bool:
    """Whether two tokens can be written without a space: one has a sign in it, or is of a script without spaces.

    >>> _can_touch("do", "n't"), _can_touch("in", "to")
    (True, False)
    """
    if not left:
        return True
    return not left.isalnum() or not right.isalnum() or _is_east_asian(left[-1]) or _is_east_asian(right[0])


def _is_east_asian(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff"


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


def divide_extractions(by_sentence: Sequence[Sequence[Extraction]], gold: Gold) -> tuple[list[list[Extraction]], int]:
    """Divide the slots of extractions into tokens of their sentences, and count the extractions that change.

    An output that mostly is divided as its sentences stays so, and the odd word that its system's tokeniser divides
    otherwise is scored as in published figures: the slots that would change must outnumber those that have punctuation,
    clitics or East Asian characters as words of their own. Words that differ from a token only in their spelling, as
    with typographic quotes, are written as the sentence has them in any output.
    """
    divisions = find_divisions(by_sentence, GoldTokens(gold))
    aligned = divisions.chosen(divided=divisions.unlike > divisions.tokenised)
    return aligned, count_changed(by_sentence, aligned)


@dataclass(frozen=True, slots=True)
class Divisions:
    """Extractions with their words only respelled, or also divided, as their sentences have them.

    ``unlike`` counts the slots that differ between the two, ``tokenised`` those with a word of its own that running
    text would not have. Both add up over parts of an output, of which the sums decide. ``lengths`` counts how many
    respelled extractions have each number of words, and ``lengthened`` what is added to these counts, or taken from
    them, where words are divided.
    """

    respelled: list[list[Extraction]]
    divided: list[list[Extraction]]
    unlike: int
    tokenised: int
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
    """Respell and divide the slots of extractions."""
    respelled = list(map(list, by_sentence))
    divided = list(map(list, by_sentence))
    unlike = tokenised = 0
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
            if tokens.token_set.issuperset(words):
                tokenised += sum([not tokens.cut_off.isdisjoint(slot.split()) for slot in slots])
                continue
            tokenised += sum([any(map(_is_cut_off, slot.split())) for slot in slots])
            spelled = tuple(map(tokens.respell, slots))
            parted = tuple(map(tokens.divide, slots))
            unlike += sum(map(ne, spelled, parted))
            respelled[index][place] = _with_slots(extraction, spelled)
            divided[index][place] = _with_slots(extraction, parted)
            if parted != slots:
                lengthened[len(words)] -= 1
                lengthened[token_count(divided[index][place])] += 1
    return Divisions(respelled, divided, unlike, tokenised, Counter(lengths), lengthened)


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
    return not word[0].isalnum() or word.lower() == "n't" or (len(word) == 1 and _is_east_asian(word))


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
