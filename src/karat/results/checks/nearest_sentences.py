"""The gold sentence that a text is almost equal to, and the characters that differ."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise, takewhile

from karat.errors import quoted
from karat.model import Extraction, Sentence
from karat.model.alignment import normalise_spelling, text_key

NEAR = 0.9
"""The least share of equal characters of two sentences that are almost equal."""

_WORD = re.compile(r"(?:\w|[\u0300-\u036f\u0900-\u0963\u0971-\u0dff])+")
"""A word; vowel signs are part of it, which Python takes for punctuation."""

_NUMBER = re.compile(r"\d")
WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
"""Characters of scripts that do not separate words."""

_ADDED_SPACE = re.compile(rf"(?<={WITHOUT_SPACES.pattern})\s+(?={WITHOUT_SPACES.pattern})")
"""White space that a tokeniser put into such a script."""

RAREST = 8
FEW_TOKENS = 5
CANDIDATES = 3
LONGEST_WORD = 20
"""How many characters of a word are shown beside those that differ."""


@dataclass(frozen=True, slots=True)
class Near:
    """A text that is almost a sentence of the gold."""

    text: str
    sentence: Sentence
    only_case: bool

    def __str__(self) -> str:
        found, expected = differing(self.text, self.sentence.text)
        return f"{quoted(found)} for {quoted(expected)} in sentence {self.sentence.id}"


class NearestSentences:
    """Find the sentence that a text is almost equal to: at least nine of ten characters, and the same numbers.

    Sentences with other numbers are other sentences: those of census reports differ in nothing else.
    """

    def __init__(self, sentences: Sequence[Sentence], key: Callable[[str], str]) -> None:
        self.sentences = sentences
        self.key = key
        self.by_case: dict[str, int] = {}
        self.by_feature: dict[str, list[int]] = defaultdict(list)
        self.tokens: set[str] = set()
        for index, sentence in enumerate(sentences):
            self.by_case.setdefault(self._folded(sentence.text), index)
            for feature in set(features(sentence.text)):
                self.by_feature[feature].append(index)
            self.tokens.update(sentence.text.casefold().split())

    def find(self, text: str) -> Near | None:
        """Find the nearest sentence, if one is near."""
        if self._is_far(text):
            return None
        folded = self._folded(text)
        if not folded:
            return None
        if (same := self.by_case.get(folded)) is not None:
            return Near(text, self.sentences[same], only_case=True)
        best, most = None, NEAR
        for index in self._candidates(text):
            similarity = _similarity(text, self.sentences[index].text, most)
            if similarity >= most:
                best, most = index, similarity
        return None if best is None else Near(text, self.sentences[best], only_case=False)

    def _is_far(self, text: str) -> bool:
        """Whether it is plain at first sight that no sentence is near: most words are in none."""
        tokens = text.casefold().split()
        return len(tokens) > FEW_TOKENS and 3 * len(self.tokens.intersection(tokens)) < len(set(tokens))

    def _folded(self, text: str) -> str:
        return self.key(normalise_spelling(text)).casefold()

    def _candidates(self, text: str) -> list[int]:
        """The sentences that share most of the text's rarest words."""
        known = [self.by_feature[feature] for feature in dict.fromkeys(features(text)) if feature in self.by_feature]
        rarest = sorted(known, key=len)[:RAREST]
        shared = Counter(index for indices in rarest for index in indices)
        return [index for index, count in shared.most_common(CANDIDATES) if 2 * count >= len(rarest)]


def features(text: str) -> list[str]:
    """List a text's words in lower case, and for scripts without spaces its pairs of characters, however divided.

    >>> features("Ann left Ulm, 安娜离开"), features("安 娜离 开")
    (['ann', 'left', 'ulm', '安娜', '娜离', '离开'], ['安娜', '娜离', '离开'])
    """
    if text.isascii() or WITHOUT_SPACES.search(text) is None:
        return _WORD.findall(text.casefold())
    words = _WORD.findall(_ADDED_SPACE.sub("", text).casefold())
    return [feature for word in words for feature in _features_of(word)]


def _features_of(word: str) -> Iterator[str]:
    if len(word) > 1 and WITHOUT_SPACES.search(word):
        return map("".join, pairwise(word))
    return iter([word])


def _similarity(first: str, second: str, least: float) -> float:
    """The share of equal characters; 0 if it is certainly below ``least``, or if the numbers differ."""
    if _NUMBER.findall(first) != _NUMBER.findall(second):
        return 0.0
    matcher = SequenceMatcher(
        None, normalise_spelling(first).casefold(), normalise_spelling(second).casefold(), autojunk=False
    )
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    return matcher.ratio()


def differing(found: str, expected: str) -> tuple[str, str]:
    """Cut what two texts have in common at their beginning and end, white space aside, but for whole words.

    >>> differing("Ann left the old hose, by the river.", "Ann left the old house , by the river .")
    ('hose,', 'house')
    >>> differing("Ann left.", "Ann left Ulm .")
    ('left.', 'left Ulm')
    """
    found, expected = text_key(found), text_key(expected)
    places = [[place for place, character in enumerate(text) if character != " "] for text in (found, expected)]
    start = _count_equal((found[i], expected[j]) for i, j in zip(*places, strict=False))
    rests = [side[start:][::-1] for side in places]
    end = _count_equal((found[i], expected[j]) for i, j in zip(*rests, strict=False))
    if start and any(start + end == len(side) for side in places):
        start -= 1  # what was added is shown beside what is before it
    return _whole_words(found, places[0], start, end), _whole_words(expected, places[1], start, end)


def _count_equal(pairs: Iterable[tuple[str, str]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _whole_words(text: str, places: Sequence[int], start: int, end: int) -> str:
    """Give the text without its common start and end, but with the rest of the words that these cut."""
    inside = places[start : len(places) - end]
    if not inside:
        return ""
    first, last = inside[0], inside[-1] + 1
    before = text[max(0, first - LONGEST_WORD) : first].rpartition(" ")[2]
    after = text[last : last + LONGEST_WORD].partition(" ")[0]
    return before + text[first:last] + after


def distinct(texts: Iterable[str]) -> list[str]:
    """Drop repeated texts, in the order of their first occurrence."""
    return list(dict.fromkeys(texts))


class SharedWords:
    """Share of the words of extractions' arguments that are in a sentence, in any case.

    Relations are left out, since some systems have labels for them, and are looked at only where there are no words in
    the arguments.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self._words: dict[int, frozenset[str]] = {}

    def of_sentence(self, index: int) -> frozenset[str]:
        """The words of a sentence, and single characters in scripts without spaces: an argument may be one."""
        if index not in self._words:
            text = self.sentences[index].text
            self._words[index] = frozenset((*features(text), *WITHOUT_SPACES.findall(text)))
        return self._words[index]

    def share(self, extraction: Extraction, index: int) -> float | None:
        """The share of an extraction's words that are in a sentence; ``None`` if one of them has no words."""
        words = words_of(extraction)
        if not words or not self.sentences[index].text:
            return None
        known = self.of_sentence(index)
        return sum(word in known for word in words) / len(words)

    def mean(self, pairs: Iterable[tuple[Extraction, int]]) -> float | None:
        """The mean share over extractions and their sentences; ``None`` if no extraction has words."""
        shares = [share for extraction, index in pairs if (share := self.share(extraction, index)) is not None]
        return sum(shares) / len(shares) if shares else None


def words_of(extraction: Extraction) -> list[str]:
    """The words of the arguments, or of the relation if they have none."""
    words = [word for argument in extraction.arguments for word in features(argument)]
    return words or features(extraction.relation)
