"""Sentences inside a prompt: ``Extract all triples from: Ann left Ulm .`` for ``Ann left Ulm .``.

The words around the sentences must be the same in all texts of a file, and without them every text must be a sentence
of the gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from karat.benchmarks.gold import Gold
from karat.errors import quoted
from karat.model import Aligned, Row, align
from karat.model.alignment import normalise_spelling
from karat.results.system_result import Note


def remove_prompt(rows: list[Row], aligned: Aligned, gold: Gold) -> tuple[list[Row], Aligned, list[Note]]:
    """Remove the words that all texts share, if no text is a sentence with them, and each is one without them."""
    texts = list(dict.fromkeys(row.sentence for row in rows if row.sentence is not None))
    if len(texts) < 2 or aligned.named or any(row.sentence is None for row in rows):
        return rows, aligned, []
    sentences = {normalise_spelling(sentence.text) for sentence in gold.sentences}
    for before, after in _shared_ends(texts):
        bare = [text[len(before) : len(text) - len(after)] for text in texts]
        if all(normalise_spelling(text) in sentences for text in bare):
            bare_texts = dict(zip(texts, bare, strict=True))
            without = [replace(row, sentence=bare_texts[str(row.sentence)]) for row in rows]
            words = " and ".join(quoted(words.strip()) for words in (before, after) if words)
            note = Note(f"sentences read without {words}, which is around each of them", len(texts))
            return without, align(without, gold.sentences, gold.key), [note]
    return rows, aligned, []


def _shared_ends(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield whole words that all texts begin and end with, the longest first; sentences may share words themselves."""
    beginning = _shared_beginning(texts)
    end = _shared_beginning([text[::-1] for text in texts])[::-1]
    shortest = min(map(len, texts))
    befores = [beginning[:place] for place in range(len(beginning), -1, -1) if _ends_word(beginning[:place])]
    afters = [end[place:] for place in range(len(end) + 1) if _begins_word(end[place:])]
    for before in befores:
        for after in afters:
            if (before or after) and len(before) + len(after) < shortest:
                yield before, after


def _shared_beginning(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)  # what these two share is shared by all between them
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(character for character, _ in same)


def _ends_word(text: str) -> bool:
    return not text or not text[-1].isalnum()


def _begins_word(text: str) -> bool:
    return not text or not text[0].isalnum()
