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


def pair_respectively(parse: Parse) -> tuple[dict[int, int], dict[int, int]]:
    """Return the places of the members of two coordinations of one length: *Ann and Bo won gold and silver* **…**.

    Nothing is paired without *respectively* behind the second.
    """
    for word in parse.tokens:
        if word.lemma == "respectively":
            lists = [parse.conjuncts(each) for each in range(word.index) if _opens_list(parse, each)]
            lists = [each for each in lists if each[-1] < word.index]
            for second in reversed(lists):
                for first in reversed(lists):
                    if first[-1] < second[0] and len(first) == len(second):
                        return _places(first), _places(second)
    return {}, {}


def _opens_list(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    joins = token.role is not Role.CONJUNCT and parse.first(index, Role.CONJUNCT) is not None
    return joins and token.upos not in ("VERB", "AUX")


def _places(members: list[int]) -> dict[int, int]:
    return {member: place for place, member in enumerate(members)}


def denies_nouns(parse: Parse, index: int) -> bool:
    """Tell whether a word is the *neither* of *neither … nor* before anything but verbs."""
    token = parse.tokens[index]
    is_neither = token.lemma in ("neither", "weder") and is_paired(parse, index)
    return is_neither and parse.tokens[token.head].upos not in ("VERB", "AUX")


def is_paired(parse: Parse, index: int) -> bool:
    """Tell whether a word is the first half of *neither … nor*, *both … and*."""
    token = parse.tokens[index]
    if token.lemma not in PAIRED:
        return False
    if token.role is Role.DETERMINER and token.xpos != "CC":
        return any(parse.tokens[each].lemma in ("nor", "noch") for each in parse.all(token.head, Role.COORDINATOR))
    return token.role in (Role.COORDINATOR, Role.DETERMINER)


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
