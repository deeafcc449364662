"""Word pieces (Wu et al., 2016) as BERT's uncased models cut them: the longest known piece first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from karat.errors import FormatError

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"
LONGEST_WORD = 100
"""A longer word is unknown as a whole."""
IDEOGRAPHS = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))  # fmt: skip
"""Blocks whose characters are words of their own."""


class Vocabulary:
    """The pieces that a model knows, in the order of their rows in its weights."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self.numbers = {piece: number for number, piece in enumerate(pieces)}

    def __len__(self) -> int:
        return len(self.numbers)

    def encode(self, text: str, most: int) -> tuple[int, ...]:
        """Cut a text into at most ``most`` pieces, the marks of its start and end included."""
        pieces = [number for word in words_of(text) for number in self._cut(word)]
        return (self.numbers[START], *pieces[: most - 2], self.numbers[END])

    def _cut(self, word: str) -> list[int]:
        unknown = [self.numbers[UNKNOWN]]
        if len(word) > LONGEST_WORD:
            return unknown
        cut: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                number = self.numbers.get(prefix + word[start:end])
                if number is not None:
                    cut.append(number)
                    start = end
                    break
            else:
                return unknown
        return cut


def read_vocabulary(path: Path) -> Vocabulary:
    """Read a file with one piece in each line."""
    try:
        pieces = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise FormatError(path, None, "word pieces in UTF-8", "other bytes") from None
    vocabulary = Vocabulary(pieces[:-1] if pieces[-1] == "" else pieces)
    missing = [piece for piece in (UNKNOWN, START, END) if piece not in vocabulary.numbers]
    if missing:
        raise FormatError(path, None, f"word pieces with {', '.join(missing)} among them", "none of that name")
    return vocabulary


def words_of(text: str) -> Iterator[str]:
    """Divide a text into words in lower case, without accents; each sign and each ideograph is a word.

    >>> list(words_of("Zoë's café (北京)"))
    ['zoe', "'", 's', 'cafe', '(', '北', '京', ')']
    """
    cleaned = "".join(_cleaned(character) for character in text)
    letters = unicodedata.normalize("NFD", cleaned)
    plain = "".join(letter for letter in letters if unicodedata.category(letter) != "Mn").lower()
    for word in plain.split():
        start = 0
        for position, character in enumerate(word):
            if _is_sign(character):
                if start < position:
                    yield word[start:position]
                yield character
                start = position + 1
        if start < len(word):
            yield word[start:]


@lru_cache(1 << 12)
def _cleaned(character: str) -> str:
    """Turn white space into spaces, drop control characters, and put spaces around ideographs."""
    if character in "\t\n\r" or unicodedata.category(character) == "Zs":
        return " "
    if character in "\0\ufffd" or unicodedata.category(character).startswith("C"):
        return ""
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in IDEOGRAPHS) else character


@lru_cache(1 << 12)
def _is_sign(character: str) -> bool:
    ascii_sign = character.isascii() and character.isprintable() and not character.isalnum() and character != " "
    return ascii_sign or unicodedata.category(character).startswith("P")
