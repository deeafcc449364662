"""Polarity and modality: extractions express them by marks, facts by words (*not*, *plans to*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from typing import NamedTuple

from karat.metrics.oie.facts import OBJECT, RELATION
from karat.metrics.oie.people.lexicon import (
    ARTICLES,
    BEFORE_MONTHS,
    CLAUSE_OPENERS,
    INTENTIONS,
    LEFT_OF_NEGATION,
    MODALS,
    MONTHS,
    NEGATIONS,
    NEGATIVE_PHRASES,
    NOT_DENYING,
    NOT_LEFT_OUT,
    POSSIBILITIES,
    POSSIBLE_ADJECTIVES,
    WITHOUT,
)
from karat.metrics.oie.people.spelling import base_form, words_of_token
from karat.model import Chunk, Extraction, Fact, Modality, Polarity, Slot


class Sign(Enum):
    """What a mark or a word can express about a fact."""

    NEGATION = "negation"
    POSSIBILITY = "possibility"


Signs = frozenset[Sign]
NO_SIGNS: Signs = frozenset()


class Word(NamedTuple):
    """A word with its token, and the number of the slot that it is in."""

    text: str
    token: str
    slot: int


class Saying(NamedTuple):
    """A run of words that expresses a sign."""

    sign: Sign
    start: int
    end: int
    is_inner: bool
    """Whether the words belong to a clause within the fact: *said that Bo does not sing*."""
    can_go: bool = True
    """Whether the other words make sense without them."""


PHRASES = [tuple(map(base_form, phrase)) for phrase in NEGATIVE_PHRASES]
BEFORE_INFINITIVES = frozenset(map(base_form, INTENTIONS | POSSIBLE_ADJECTIVES | {"ought"}))
AUXILIARIES = frozenset({"be", "have", "do"})
SHORT_MODALS = frozenset({"ca", "wo", "sha"})
"""What *can*, *will* and *shall* are before *n't*."""


def marked_signs(extraction: Extraction) -> Signs:
    """Return the signs of an extraction's marks: negative polarity, possibility.

    >>> marked_signs(Extraction("did need", ("Ann", "help"), polarity=Polarity.NEGATIVE))
    frozenset({<Sign.NEGATION: 'negation'>})
    """
    if extraction.polarity is not Polarity.NEGATIVE and extraction.modality is not Modality.POSSIBILITY:
        return NO_SIGNS
    signs = {
        Sign.NEGATION: extraction.polarity is Polarity.NEGATIVE,
        Sign.POSSIBILITY: extraction.modality is Modality.POSSIBILITY,
    }
    return frozenset(sign for sign, is_marked in signs.items() if is_marked)


def worded_signs(texts: Iterable[str]) -> Signs:
    """Find the signs that words express.

    >>> worded_signs(["Ann", "failed to sell", "jugs"]), worded_signs(["Ann", "plans", "to sell jugs in May"])
    (frozenset({<Sign.NEGATION: 'negation'>}), frozenset({<Sign.POSSIBILITY: 'possibility'>}))
    """
    return frozenset(saying.sign for saying in _sayings(_words(texts)) if not saying.is_inner)


def adds_negation(added: str) -> bool:
    """Whether words that an argument adds deny the fact: not *without*, nor *nobody* in *that nobody saw*."""
    words = _words([added])
    return any(
        saying.sign is Sign.NEGATION and (saying.can_go or not (saying.is_inner or words[saying.start].text in WITHOUT))
        for saying in _sayings(words)
    )


def leave_out(fact: Fact, signs: Signs) -> tuple[Fact, Signs]:
    """Remove the words by which a fact expresses signs; also return the signs that were removed.

    Pronouns and prepositions stay: what *Nobody needs help* denies has no other subject.
    """
    chunks = [chunk for slot in fact for chunk in slot.chunks]
    slots = [number for number, slot in enumerate(fact) for _ in slot.chunks]
    tokens = [(number, token) for number, chunk in enumerate(chunks) for token in chunk.tokens]
    words = [(word, place) for place, (_, token) in enumerate(tokens) for word in words_of_token(token)]
    found = [
        saying
        for saying in _sayings([Word(word, tokens[place][1], slots[tokens[place][0]]) for word, place in words])
        if saying.sign in signs and saying.can_go and not saying.is_inner
    ]
    gone = {at for saying in found for at in range(saying.start, saying.end)}
    rest: dict[int, list[str]] = {words[at][1]: [] for at in gone}
    for at, (word, place) in enumerate(words):
        if place in rest and (at not in gone or word in LEFT_OF_NEGATION):
            rest[place].append(LEFT_OF_NEGATION[word] if at in gone else word)
    texts = [
        " ".join(
            [word for place, (of, token) in enumerate(tokens) if of == number for word in rest.get(place, [token])]
        )
        for number in range(len(chunks))
    ]
    left = iter([Chunk(text, chunk.optional) for chunk, text in zip(chunks, texts, strict=True)])
    said = [
        saying.sign
        for saying in found
        # What is only a part of an optional chunk, "[not with Bo]", is no word of the fact itself.
        if not any(
            chunks[number].optional and texts[number]
            for number in (tokens[place][0] for _, place in words[saying.start : saying.end])
        )
    ]
    return Fact(*[Slot(tuple(islice(left, len(slot.chunks)))) for slot in fact]), frozenset(said)


def _words(slots: Iterable[str]) -> list[Word]:
    return [
        Word(word, token, number)
        for number, text in enumerate(slots)
        for token in text.split()
        for word in words_of_token(token)
    ]


def _sayings(words: Sequence[Word]) -> Iterator[Saying]:
    """Find the words that deny a fact or make it possible; *Nobody* and *without* belong to an argument."""
    bases = [base_form(word.text) for word in words]
    opened: set[int] = set()
    for at, (word, token, slot) in enumerate(words):
        if word in CLAUSE_OPENERS:
            opened |= {slot, OBJECT} if slot == RELATION else {slot}
        is_inner = slot in opened
        after = words[at + 1].text if at + 1 < len(words) else ""
        phrase = next((phrase for phrase in PHRASES if tuple(bases[at : at + len(phrase)]) == phrase), ())
        if phrase:
            start = _with_auxiliaries(bases, at) if after == "to" else at
            yield Saying(Sign.NEGATION, start, at + len(phrase), is_inner, after != "one")
        elif word in NEGATIONS and not (word == "not" and after in NOT_DENYING):
            yield Saying(Sign.NEGATION, at, at + 1, is_inner, word not in NOT_LEFT_OUT)
        if bases[at] in BEFORE_INFINITIVES and _is_before_infinitive(words, at):
            yield Saying(Sign.POSSIBILITY, _with_auxiliaries(bases, at), at + 2, is_inner)
        elif (word in SHORT_MODALS and after == "not") or (_is_possible(word, token) and not _is_name(words, at)):
            yield Saying(Sign.POSSIBILITY, at, at + 1, is_inner)


def _is_possible(word: str, token: str) -> bool:
    is_clitic = f"'{word}" in MODALS and token.casefold().replace("’", "'").endswith(f"'{word}")
    return word in POSSIBILITIES or is_clitic


def _with_auxiliaries(bases: Sequence[str], at: int) -> int:
    """Go back over *is*, *has been*: *is expected to*."""
    while at and bases[at - 1] in AUXILIARIES:
        at -= 1
    return at


def _is_before_infinitive(words: Sequence[Word], at: int) -> bool:
    """Whether *to* and a verb follow, as far as can be told: not *goes to*, *in order to*, *agreed to the plan*."""
    if at + 2 >= len(words) or words[at + 1].text != "to":
        return False
    before, word, verb = words[at - 1].text if at else "", words[at].text, words[at + 2]
    is_other = (
        word in ("go", "goes", "went", "gone")
        or (word, before) == ("order", "in")
        or (word == "due" and base_form(before) != "be")
    )
    return not (is_other or verb.token[0].isupper() or verb.text[0].isdecimal() or verb.text in ARTICLES)


def _is_name(words: Sequence[Word], at: int) -> bool:
    """Whether a modal is a name or a month: *Will Lund*, *Theresa May*, *in may*, *may 5*."""
    word = words[at]
    if word.text not in MODALS:
        return False
    before, after = words[max(at - 1, 0) : at], words[at + 1 : at + 2]
    is_dated = any(each.text[0].isdecimal() for each in (*before, *after))
    is_month = word.text in MONTHS and (is_dated or any(each.text in BEFORE_MONTHS for each in before))
    return is_month or (word.token[0].isupper() and not word.token.isupper())
