"""Clauses of a German sentence, found by their marks, conjunctions and finite verbs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from karat.annotate.language.parse import Parse, TaggedWord
from karat.annotate.language.structure.found import span_of

FINITE = ("VV(FIN)", "VA(FIN)", "VM(FIN)")
STARTERS = ("KOUS", "PRELS", "PRELAT", "PWS", "PWAV", "PWAT")
NOUNS = ("NN", "NE")


def rest_of_clause(parse: Parse, finite: TaggedWord) -> Iterator[TaggedWord]:
    """The words after a finite verb up to the end of its clause, without the clauses inside it."""
    index = finite.index + 1
    while index < len(parse):
        word = parse[index]
        if word.tag in FINITE or word.text in (".", ";", ":", "!", "?"):
            return
        if word.tag == "$," and (end := end_of_subordinate(parse, index + 1)) is not None:
            index = end + 1
            continue
        if word.tag == "KON" and finite_follows(parse, index + 1):
            return
        yield word
        index += 1


def finite_follows(parse: Parse, index: int) -> bool:
    """Whether a finite verb comes before the next mark, so that a conjunction joins clauses and not phrases."""
    for word in parse.words[index:]:
        if word.tag in FINITE:
            return True
        if word.tag.startswith("$"):
            return False
    return False


def end_of_subordinate(parse: Parse, start: int) -> int | None:
    """The index of the last word of the subordinate clause that begins at ``start``, if one does."""
    if not _begins_subordinate(parse, start):
        return None
    has_finite = False
    for word in parse.words[start:]:
        has_finite = has_finite or word.tag in FINITE
        if word.text in (".", ";", "!", "?", ":") or (word.tag == "$," and has_finite):
            return word.index - 1
    return len(parse) - 1


def clauses(parse: Parse) -> Iterator[tuple[int, int]]:
    """Subordinate clauses, which begin with a conjunction or relative pronoun after a comma or the sentence's start."""
    for start in range(len(parse)):
        begins = start == 0 or parse[start - 1].tag == "$,"
        end = end_of_subordinate(parse, start) if begins and parse[start].tag not in ("PWS", "PWAT") else None
        if end is not None and end > start:
            yield span_of(parse.words[start : end + 1])


def is_relative(parse: Parse, word: TaggedWord) -> bool:
    """Whether a word is a relative pronoun, also where HanTa takes it for an article: *Tom, der Boote baut, …*.

    After a noun and a comma, *der* opens a relative clause if the finite verb stands right before the next mark.
    """
    if word.tag in ("PRELS", "PRELAT"):
        return True
    comma, noun = parse.before(word), parse.before(word, 2)
    if word.tag not in ("ART", "PDS") or comma is None or noun is None or comma.tag != "$," or noun.tag not in NOUNS:
        return False
    clause = list(takewhile(lambda each: not each.tag.startswith("$"), parse.words[word.index + 1 :]))
    return len(clause) > 0 and [each.tag in FINITE for each in clause] == [False] * (len(clause) - 1) + [True]


def _begins_subordinate(parse: Parse, start: int) -> bool:
    if start >= len(parse):
        return False
    first, second = parse[start], parse.after(parse[start])
    if first.pos == "ADP":
        return second is not None and second.tag in ("PRELS", "PRELAT")
    return first.tag in STARTERS or is_relative(parse, first)
