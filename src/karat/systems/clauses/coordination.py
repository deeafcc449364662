"""What coordinators say of the conjuncts that they join: that they are denied, or that one of them is meant."""

from __future__ import annotations

from collections.abc import Iterator

from karat.metrics.oie.people.lexicon import ALTERNATIVES, DENYING_ADVERBS, NEGATIVE_CONJUNCTIONS, NOT_DENYING
from karat.systems.clauses.sentence import Parse, Role

DENIALS = DENYING_ADVERBS | NEGATIVE_CONJUNCTIONS | {"weder", "noch"}

PAIRED = frozenset({"neither", "either", "both", "weder", "entweder"})
"""Coordinators that stand before the first conjunct; parsers take some for articles."""


def denying_word(parse: Parse, head: int) -> int | None:
    """Return the word that denies a noun or a preposition: *neither in Rome nor in Ulm*, *the house , not the boat*."""
    token = parse.tokens[head]
    if token.upos in ("VERB", "AUX"):
        return None
    for child in parse.all(head, Role.NEGATION):
        if child < head and parse.tokens[child].lemma in DENYING_ADVERBS and _contrasts(parse, head, child):
            return child
    for word, after in _coordinators(parse, head):
        lemma = parse.tokens[word].lemma
        if lemma in ("neither", "weder") or (after and lemma in ("nor", "noch")):
            return word
    return None


def _contrasts(parse: Parse, head: int, negation: int) -> bool:
    """Tell whether *not* denies one phrase beside another that holds; *not a word* is a phrase like *no word*."""
    if parse.tokens[negation + 1].lemma in NOT_DENYING:
        return False
    followed_by_but = any(parse.tokens[each].lemma == "but" for each in parse.all(head, Role.COORDINATOR))
    return followed_by_but or parse.role(head) in (Role.CONJUNCT, Role.APPOSITION, Role.PREPOSITION)


def is_contrasted(parse: Parse, head: int) -> bool:
    """Tell whether *but* takes a conjunct out of a negation: *not a lawyer but a* **painter**."""
    if parse.tokens[head].upos in ("VERB", "AUX") or parse.role(head) is not Role.CONJUNCT:
        return False
    return any(after and parse.tokens[word].lemma == "but" for word, after in _coordinators(parse, head))


def alternative_word(parse: Parse, head: int) -> int | None:
    """Return the word that makes a noun or verb one of several that are not all meant: *Ann* **or** *Bob*."""
    words = (word for word, _ in _coordinators(parse, head))
    return next((word for word in words if parse.tokens[word].lemma in ALTERNATIVES), None)


def is_paired(parse: Parse, index: int) -> bool:
    """Tell whether a word is the first half of *neither … nor*, *both … and*."""
    token = parse.tokens[index]
    if token.lemma not in PAIRED:
        return False
    return token.role is Role.COORDINATOR or (token.role is Role.DETERMINER and token.xpos == "CC")


def _coordinators(parse: Parse, head: int) -> Iterator[tuple[int, bool]]:
    """Yield the coordinators of the coordination that a token is in, each with whether it stands before the token.

    They depend on the conjunct before them (ClearNLP) or after them (Universal Dependencies).
    """
    first = head
    while parse.role(first) is Role.CONJUNCT and _are_alike(parse, first, parse.tokens[first].head):
        first = parse.tokens[first].head
    for member in parse.conjuncts(first):
        if _are_alike(parse, member, head):
            for child in parse.all(member, Role.COORDINATOR, Role.DETERMINER):
                if parse.role(child) is Role.COORDINATOR or is_paired(parse, child):
                    yield child, first < child < head


def _are_alike(parse: Parse, one: int, other: int) -> bool:
    """Tell whether both are verbs, or neither is; a verb joined to a noun is a clause of its own."""
    verbs = ("VERB", "AUX")
    return (parse.tokens[one].upos in verbs) == (parse.tokens[other].upos in verbs)
