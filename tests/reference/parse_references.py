"""Dependency parses whose words are aligned (structured.md §3; Chen et al., 2023, section 2.2), word by word."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from case import Case, Items, Masses, zero_values
from every_matching import draw_document, masses_one_to_one

from karat import metrics
from karat.model import Dependency, DependencyParse

CONTENT = """
nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj
fixed flat compound list parataxis orphan goeswith reparandum root dep
"""
CONTENT_RELATIONS = frozenset(CONTENT.split())
FUNCTIONAL_RELATIONS = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})


class Plain(NamedTuple):
    """A word in plain form, in the order of the fields of ``Dependency``."""

    governor: int
    dependent: int
    relation: str
    lemma: str = "_"
    upos: str = "_"
    xpos: str = "_"
    features: str = "_"
    functional: tuple[tuple[int, str, str, str], ...] = ()


FIELDS = {
    "words": ("dependent",),
    "upos": ("dependent", "upos"),
    "xpos": ("dependent", "xpos"),
    "ufeats": ("dependent", "features"),
    "alltags": ("dependent", "upos", "xpos", "features"),
    "lemmas": ("dependent", "lemma"),
    "uas": ("dependent", "governor"),
    "las": ("dependent", "governor", "relation"),
    "clas": ("dependent", "governor", "relation"),
    "mlas": ("dependent", "governor", "relation", "upos", "features", "functional"),
    "blex": ("dependent", "governor", "relation", "lemma"),
}
"""What must be equal for a word to be right."""

CONTENT_ONLY = {"clas", "mlas", "blex"}
"""Metrics in which each side counts its own content words alone."""


def is_content(word: Plain) -> bool:
    return word.relation.split(":")[0] in CONTENT_RELATIONS


def answer_by(name: str) -> Callable[[Items, Items], Masses]:
    def similarity(one: Plain, other: Plain) -> int:
        return int(all(getattr(one, field) == getattr(other, field) for field in FIELDS[name]))

    def answer(predicted: Items, gold: Items) -> Masses:
        if name in CONTENT_ONLY:
            predicted, gold = [*filter(is_content, predicted)], [*filter(is_content, gold)]
        return masses_one_to_one(similarity, predicted, gold)

    return answer


CHILDREN = ((), ((1, "det", "DET", ""),), ((1, "det", "DET", ""), (2, "case", "ADP", "")))
RELATIONS = ("nsubj", "nsubj", "root", "punct", "det", "case", "nsubj:pass", "aux:pass", "unknown", "dep")


def draw_word(rng: random.Random) -> Plain:
    return Plain(
        rng.randrange(3),
        rng.randint(1, 3),
        rng.choice(RELATIONS),
        rng.choice(("go", "go", "_", "Go")),
        rng.choice(("NOUN", "NOUN", "VERB")),
        rng.choice(("NN", "NN", "_")),
        rng.choice(("", "Case=Nom", "Case=Nom|Number=Sing")),
        rng.choice((*CHILDREN, ())),
    )


def altered(rng: random.Random, word: Plain) -> Plain:
    """Now and then one field of another word."""
    if rng.random() < 0.5:
        return word
    field = rng.choice(Plain._fields)
    return word._replace(**{field: getattr(draw_word(rng), field)})


def draw_words(rng: random.Random) -> tuple[list[Any], list[Any]]:
    return draw_document(rng, lambda: draw_word(rng), lambda word: altered(rng, word))


def wrong_word(rng: random.Random, gold: Items) -> Plain:
    return Plain(0, 90, rng.choice(RELATIONS))


def score_by(metric: Any) -> Callable[[Items, Items], Any]:
    def score(predicted: Items, gold: Items) -> Any:
        return metric([Dependency(*word) for word in predicted], [Dependency(*word) for word in gold])

    return score


HARD_WORDS = [
    ([], []),
    ([Plain(0, 1, "root")], []),
    ([], [Plain(0, 1, "root")]),
    ([], [Plain(2, 1, "punct")]),
    ([Plain(0, 1, "punct")], [Plain(0, 1, "root")]),
    ([Plain(0, 1, "root")] * 2, [Plain(0, 1, "root")]),
    ([Plain(0, 1, "root"), Plain(0, 1, "dep")], [Plain(0, 1, "dep"), Plain(0, 1, "punct")]),
    # functional children in another order are other children
    ([Plain(0, 3, "root", functional=CHILDREN[2])], [Plain(0, 3, "root", functional=CHILDREN[2][::-1])]),
]

CASES = {
    name: Case(
        score_by(getattr(metrics, name.upper())),
        answer_by(name),
        draw_words,
        values=zero_values,
        wrong=wrong_word,
        adversarial=HARD_WORDS,
    )
    for name in FIELDS
}
for content in CONTENT_ONLY:
    CASES[content].breaks["perfect"] = "0/0 is 0, so gold without any content word scores 0 against itself"


def draw_ranges(rng: random.Random) -> tuple[list[Any], list[Any]]:
    def item() -> tuple[int, int]:
        start = rng.randrange(4)
        return start, start + rng.randint(1, 3)

    return draw_document(rng, item)


def shared_ranges(predicted: Items, gold: Items) -> Masses:
    """Equal character ranges; a text has each range once."""
    found, wanted = set(predicted), set(gold)
    return Masses(len(found & wanted), len(found), len(found & wanted), len(wanted))


def score_ranges(name: str) -> Callable[[Items, Items], Any]:
    def score(predicted: Items, gold: Items) -> Any:
        sides = (DependencyParse(**{name: frozenset(ranges)}) for ranges in (predicted, gold))
        return getattr(metrics, name.upper())(*sides)

    return score


CASES |= {
    name: Case(
        score_ranges(name),
        shared_ranges,
        draw_ranges,
        values=zero_values,
        wrong=lambda rng, gold: (90, 91),
        adversarial=[([], []), ([(0, 1)], []), ([], [(0, 1)]), ([(0, 2)], [(0, 1), (1, 2)])],
    )
    for name in ("tokens", "sentences")
}
