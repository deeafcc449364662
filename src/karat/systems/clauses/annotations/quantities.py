"""Quantities: phrases that say how many or how much (*at least two*, *several*, *40 %*).

Each rule tells whether a word is the heart of a quantity; words before it that modify it belong to it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from karat.metrics.oie.people.lexicon import MONTHS
from karat.one_line import one_line
from karat.systems.clauses.annotations.lexicon import (
    COUNTING_NOUNS,
    CURRENCIES,
    PER_CENT,
    QUANTIFIERS,
    QUANTITY_MODIFIERS,
)
from karat.systems.clauses.annotations.words import form, head, is_numeral, is_proper, lemma, role
from karat.systems.clauses.sentence import Parse, Role


@dataclass(frozen=True, slots=True)
class QuantityPhrase:
    """The words of a quantity, which stand side by side, its hearts, and the rule that found the first of them."""

    rule: str
    hearts: frozenset[int]
    words: range

    __repr__ = one_line


def number(parse: Parse, word: int) -> bool:
    """*3 million herons*, *forty guests*: numerals, but not those of dates (*May 1998*) and names (*Apollo 11*)."""
    is_compound = form(parse, word + 1) in ("-", "–") and not is_numeral(parse, word + 2)  # "three-day"
    return is_numeral(parse, word) and not (is_compound or _is_date(parse, word) or _is_part_of_name(parse, word))


def quantifier(parse: Parse, word: int) -> bool:
    """*all sheep*, *several mills*, *no guest*, *each of the mills*; *no* is the quantity nothing."""
    if form(parse, word) not in QUANTIFIERS or form(parse, word + 1) == "than":
        return False  # "more than 3 million": the number is the heart
    before_noun = role(parse, word) in (Role.DETERMINER, Role.ADJECTIVE, Role.NUMBER) and head(parse, word) > word
    return before_noun or form(parse, word + 1) == "of"


def counting_noun(parse: Parse, word: int) -> bool:
    """*dozens of people*, *a lot of dogs*, *40 % of the sheep*; *the number of mills* is no quantity but its name."""
    if lemma(parse, word) not in COUNTING_NOUNS or form(parse, word - 1) == "the":
        return False
    return form(parse, word + 1) == "of" or is_numeral(parse, word - 1)


RULES: tuple[Callable[[Parse, int], bool], ...] = (number, quantifier, counting_noun)


def find_quantities(parse: Parse, without: Collection[str] = ()) -> tuple[QuantityPhrase, ...]:
    """Find the quantities of a sentence, from left to right; no word belongs to two."""
    rules = [rule for rule in RULES if rule.__name__ not in without]
    hearts = {word: rule.__name__ for word in range(len(parse)) for rule in reversed(rules) if rule(parse, word)}
    phrases: list[QuantityPhrase] = []
    free = 0
    for heart in sorted(hearts):
        if heart >= free:
            words = range(_first_word(parse, heart, free), _last_word(parse, heart, hearts) + 1)
            phrases.append(QuantityPhrase(hearts[heart], frozenset(words) & hearts.keys(), words))
            free = words.stop
    return tuple(phrases)


def _is_date(parse: Parse, word: int) -> bool:
    """Tell whether a numeral is a day, a year or a decade."""
    near = {form(parse, word - 1), form(parse, word + 1), form(parse, head(parse, word))}
    if form(parse, word - 1) == ",":
        near.add(form(parse, word - 3))  # "May 3, 1998"
    written = form(parse, word)
    counts = role(parse, word) is Role.NUMBER and head(parse, word) > word  # "1500 sheep"
    is_year = len(written) == 4 and written.isdecimal() and "1000" <= written <= "2100" and not counts
    return bool(near & MONTHS) or is_year or written.endswith("0s")


def _is_part_of_name(parse: Parse, word: int) -> bool:
    """Tell whether a numeral depends on the proper noun before it, as in *Apollo 11*."""
    return is_proper(parse, word - 1) and head(parse, word) == word - 1


def _last_word(parse: Parse, heart: int, hearts: Collection[int]) -> int:
    """Go on over more numerals, signs of per cent, and *to* between two numerals: *3 million*, *40 %*, *5 to 10*."""
    last = heart
    while True:
        joins = form(parse, last + 1) in ("and", "to", "or", "-", "–") and is_numeral(parse, last)
        if last + 1 in hearts or (is_numeral(parse, heart) and form(parse, last + 1) in PER_CENT):
            last += 1
        elif joins and last + 2 in hearts and head(parse, last + 2) in (last, head(parse, last)):
            last += 2
        else:
            return last


def _first_word(parse: Parse, heart: int, free: int) -> int:
    """Go back over what modifies the quantity, as far as words are free: *more than*, *about $*, *a few*."""
    first = heart
    while first > free and _modifies(parse, first - 1, first, heart):
        first -= 1
    return first


def _modifies(parse: Parse, word: int, first: int, heart: int) -> bool:
    if form(parse, word) in CURRENCIES:
        return True
    if form(parse, word) in ("a", "an"):
        return lemma(parse, first) in COUNTING_NOUNS or form(parse, first) in ("few", "little", "half")
    # Parsers attach "more than" and "at least" to the heart, to its noun or to each other, hardly ever elsewhere.
    near = (heart, head(parse, heart), head(parse, head(parse, heart)))
    return form(parse, word) in QUANTITY_MODIFIERS and (word < head(parse, word) <= heart or head(parse, word) in near)
