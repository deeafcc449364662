"""Assign a system's extractions to a benchmark's sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from karat.model.extraction import Extraction, Row
from karat.model.sentence import Sentence
from karat.one_line import one_line

_SINGLE_QUOTES = dict.fromkeys(map(ord, "\N{GRAVE ACCENT}´‘’‚‛′ʼʹ＇"), "'")
_DOUBLE_QUOTES = dict.fromkeys(map(ord, "“”„‟«»″＂"), '"')
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_INVISIBLE = dict.fromkeys(map(ord, "\N{SOFT HYPHEN}\u200b\u200c\u200d\u2060\ufeff"))
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_BRACKET_CODE = re.compile("|".join(_BRACKETS), re.IGNORECASE)


def _straight_quotes(text: str) -> str:
    text = text.translate(_SINGLE_QUOTES).translate(_DOUBLE_QUOTES)
    return text.replace("''", '"')


def _plain_dashes(text: str) -> str:
    return re.sub("-{2,3}", "-", text.translate(_DASHES))


def _brackets(text: str) -> str:
    return _BRACKET_CODE.sub(lambda code: _BRACKETS[code[0].upper()], text)


def _unescaped(text: str) -> str:
    return text.replace(r"\/", "/").replace(r"\*", "*")


def _plain_dots(text: str) -> str:
    return text.replace("…", "...").replace(". . .", "...")


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _visible(text: str) -> str:
    return text.translate(_INVISIBLE)


def _without_spaces(text: str) -> str:
    return "".join(text.split())


SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "bracket codes": _brackets,
    "escaped slashes": _unescaped,
    "quotation marks": _straight_quotes,
    "dashes": _plain_dashes,
    "dots": _plain_dots,
    "Unicode composition": _composed,
    "invisible characters": _visible,
    "white space": _without_spaces,
}
"""The normalisations by their names in messages, in the order of application."""


def normalise_spelling(text: str, without: str | None = None) -> str:
    r"""Normalise a sentence's spelling, without one of the ``SPELLINGS`` if named.

    >>> normalise_spelling("“ Don’t ” , he said -LRB- 1898–1901 -RRB- .")
    '"Don\'t",hesaid(1898-1901).'
    """
    for name, normalise in SPELLINGS.items():
        if name != without:
            text = normalise(text)
    return text


def different_spellings(first: str, second: str, key: Callable[[str], str]) -> list[str]:
    """Name what has to be normalised before two spellings of a sentence are equal under a key.

    >>> different_spellings("He said “no”.", 'He said "no" .', str)
    ['quotation marks', 'white space']
    """
    return [
        name
        for name in SPELLINGS
        if key(normalise_spelling(first, without=name)) != key(normalise_spelling(second, without=name))
    ]


def text_key(text: str) -> str:
    """Normalise white space, so that sentences can be compared by their text."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Aligned:
    """A system's extractions for each sentence, in the benchmark's order, and the rows without a sentence.

    ``named`` are the indices of the sentences that have a row, even a row that says that nothing was extracted;
    ``respelt`` are the texts that fit a sentence only after normalising their spelling, each with its index;
    ``contradictory`` counts the rows whose id is that of another sentence than their text; ``places`` are the indices
    of the rows' sentences, ``None`` for a row without one.
    """

    extractions: tuple[tuple[Extraction, ...], ...]
    unmatched: tuple[Row, ...]
    named: frozenset[int] = frozenset()
    respelt: tuple[tuple[str, int], ...] = ()
    contradictory: int = 0
    places: tuple[int | None, ...] = ()

    __repr__ = one_line


def align(rows: Iterable[Row], sentences: Sequence[Sentence], key: Callable[[str], str] = text_key) -> Aligned:
    """Assign each row to its sentence, by its text under ``key`` or by its id.

    A row with both goes by its id if that is known, unless the text is that of another sentence. A text that is unknown
    is looked up again with its spelling normalised, if that fits only one sentence. A row is unmatched if neither its
    id nor its text is known. If several sentences have the same text, the first one gets the rows without an id.

    The rows of a run go by their text, because its ids may be the line numbers of any text; an id only chooses between
    sentences with the same text, or a sentence of gold without texts.
    """
    by_id = {sentence.id: index for index, sentence in enumerate(sentences)}
    texts = _Texts(sentences, key)
    extractions: list[list[Extraction]] = [[] for _ in sentences]
    unmatched = []
    named = set()
    contradictory = 0
    places = []
    for row in rows:
        index = None if row.sentence_id is None else by_id.get(row.sentence_id)
        if row.sentence is not None and (index is None or not texts.same(row.sentence, index)):
            by_text = texts.find(row.sentence)
            if row.system is not None and index is not None and sentences[index].text:
                index = None
            contradictory += None not in (index, by_text)
            index = index if by_text is None else by_text
        places.append(index)
        if index is None:
            unmatched.append(row)
            continue
        named.add(index)
        if row.extraction is not None:
            extractions[index].append(row.extraction)
    respelt = tuple(texts.respelt.items())
    by_sentence = tuple(map(tuple, extractions))
    return Aligned(by_sentence, tuple(unmatched), frozenset(named), respelt, contradictory, tuple(places))


class _Texts:
    """Find sentences by their text, each distinct text once."""

    def __init__(self, sentences: Sequence[Sentence], key: Callable[[str], str]) -> None:
        self.key = key
        self.keys = [key(sentence.text) for sentence in sentences]
        self.sentences = sentences
        self.exact: dict[str, int] = {}
        for index, exact_key in enumerate(self.keys):
            self.exact.setdefault(exact_key, index)
        self.normalised: dict[str, int | None] | None = None
        self.found: dict[str, int | None] = {}
        self.respelt: dict[str, int] = {}

    def same(self, text: str, index: int) -> bool:
        """Whether a text is that of the sentence at an index; several sentences may have the same text."""
        return self.key(text) == self.keys[index]

    def find(self, text: str) -> int | None:
        """Find the index of a text's sentence, if it is known."""
        if text not in self.found:
            index = self.exact.get(self.key(text))
            if index is None:
                index = self._find_normalised(text)
                if index is not None:
                    self.respelt[text] = index
            self.found[text] = index
        return self.found[text]

    def _find_normalised(self, text: str) -> int | None:
        if self.normalised is None:
            self.normalised = {}
            for index in self.exact.values():
                normalised = self.key(normalise_spelling(self.sentences[index].text))
                # Two sentences that differ only in spelling are told apart by their exact texts alone.
                self.normalised[normalised] = None if normalised in self.normalised else index
        normalised = self.key(normalise_spelling(text))
        return self.normalised.get(normalised) if normalised else None
