"""The rule of Naive OIE: a verb is the relation, all before it the subject, all after it the object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import category

from karat.model import Extraction, Word

NO_PREDICATES = {"vn", "vd"}
"""Tags of Chinese verbs that are used as nouns and as adverbs."""


def triples(words: Sequence[Word], text: str | None = None) -> tuple[Extraction, ...]:
    """Make a triple of each verb that has words on both sides.

    Slots are cut from the text, with single spaces; without a text, or if the words are not in it, they are the words
    joined by spaces.
    """
    places = find_words(words, text) if text is not None else None

    def slot(first: int, after: int) -> str:
        if text is None or places is None:
            return " ".join(word.form for word in words[first:after])
        return " ".join(text[places[first][0] : places[after - 1][1]].split())

    return tuple(
        Extraction(slot(number, number + 1), (slot(0, number), slot(number + 1, len(words))))
        for number in range(1, len(words) - 1)
        if is_verb(words[number])
    )


def is_verb(word: Word) -> bool:
    """Tell whether a word is tagged as a verb, main or auxiliary.

    The tags of verbs begin with V in the Penn Treebank, the STTS, the Chinese Treebank and, in lower case, in ICTCLAS.
    English modals (``MD``) are no verbs, as in the published output.
    """
    return (word.upos == "VERB" or word.xpos[:1] in ("V", "v")) and word.xpos not in NO_PREDICATES


def is_mark(form: str) -> bool:
    """Tell whether a word has only punctuation marks.

    >>> is_mark("."), is_mark("。"), is_mark("''"), is_mark("U.S."), is_mark("$")
    (True, True, True, False, False)
    """
    return form == "``" or all(category(character)[0] == "P" for character in form)


def find_words(words: Sequence[Word], text: str) -> list[tuple[int, int]] | None:
    """Find the first character of each word in the text and the one after its last; white space is skipped.

    Return ``None`` if the words are not exactly the text's characters, as when a tagger has changed quotes.
    """
    characters = _characters(text)
    places = []
    for word in words:
        numbers = []
        for wanted in word.form:
            if wanted.isspace():
                continue
            number, found = next(characters, (0, ""))
            if found != wanted:
                return None
            numbers.append(number)
        if not numbers:
            return None
        places.append((numbers[0], numbers[-1] + 1))
    return places


def _characters(text: str) -> Iterator[tuple[int, str]]:
    """Number the characters that are not white space."""
    return ((number, character) for number, character in enumerate(text) if not character.isspace())
