"""The steps of people's measure: how an extraction may differ from a fact and still be accepted."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from karat.errors import UnknownNameError


class PeopleStep(StrEnum):
    """A difference that people accept, or, in the last two, a reason why they refuse."""

    LETTERS = "letters"
    """Case, punctuation and white space do not count."""
    COORDINATION = "coordination"
    """An argument may join those of two facts that agree in the rest, by *and*, a comma, or as in the sentence."""
    APPOSITION = "apposition"
    """An argument may have a further name or description, if the gold states it as a fact with *is*."""
    BORDERS = "borders"
    """An argument may begin or end with words that a fact of the same synset has in another slot."""
    CONTAINS = "contains"
    """An argument may have a further phrase, if all words together are those of a fact of another synset."""
    ORDER = "order"
    """For the last two, an optional adverbial of the fact may be at either end of the argument: *sold jugs then*."""
    ARTICLES = "articles"
    """Articles do not count. English and German."""
    INFLECTION = "inflection"
    """Forms of one word count as equal. English."""
    CONTEXT = "context"
    """A synset accepts one extraction at most by the steps after the first, and none if it accepts one's spelling."""
    FACTUALITY = "factuality"
    """Polarity and modality count: what is denied, or only possible, matches no fact that does not say so."""


KEPT = tuple(step for step in PeopleStep if step not in (PeopleStep.ARTICLES, PeopleStep.INFLECTION))
"""The steps that agree with people's labels; the others do not, see decision 33."""


def steps_named(names: Iterable[str]) -> tuple[PeopleStep, ...]:
    """Find steps by their names; they are returned in their own order, each once."""
    known = {step.value: step for step in PeopleStep}
    chosen = set()
    for name in names:
        if name not in known:
            raise UnknownNameError("step of people's measure", name, list(known))
        chosen.add(known[name])
    return tuple(step for step in PeopleStep if step in chosen)
