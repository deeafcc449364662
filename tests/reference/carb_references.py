"""CaRB (Bhardwaj et al., 2019) and ROBUST (Qi et al., 2023), which takes CaRB's score of a clique's worst sentence."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from case import Case, Items, Masses, Values, disturb, draw_list, usual_values
from greedy_pairs import greedy_pairs

from karat.metrics.oie.carb import CARB, carb_gold, word_tuple
from karat.metrics.oie.robust import clique_row, score_clique
from karat.model import Clique, Extraction, Member, Sentence, TupleAnnotation

Tuple = tuple[str, ...]
"""A relation and its arguments."""
FORMS_OF_BE = {"be", "am", "is", "are", "was", "were", "been", "being"}
SAYING = ("said", "told", "added", "adds", "says")


def as_gold(row: Tuple, *, context: bool) -> Tuple:
    """What CaRB reads of a gold row: no empty arguments at its end, and none that hold context (spec: CaRB)."""
    relation, *arguments = row
    while arguments and not arguments[-1].strip():
        arguments.pop()
    return relation, *(argument for argument in arguments if context or "C: " not in argument)


def two_arguments(row: Tuple) -> list[list[str]]:
    """The words of each argument; arguments after the first are joined into one (rule 1)."""
    first, rest = row[1:2], row[2:]
    return [argument.split() for argument in (*first, *([" ".join(rest)] if rest else []))]


def common_words(predicted: list[str], gold: list[str]) -> tuple[int, list[str]]:
    """The size of the overlap of two multisets, and the predicted words that are left."""
    left = list(predicted)
    for word in gold:
        if word in left:
            left.remove(word)
    return len(predicted) - len(left), left


def compare_words(relation: str, arguments: list[list[str]], gold: Tuple) -> tuple[Fraction, Fraction]:
    """Word precision and word recall of one pair (rules 2 to 4)."""
    gold_relation, gold_arguments = gold[0].split(), two_arguments(gold)
    matched, left = common_words(relation.split(), gold_relation)
    if "be" in left and FORMS_OF_BE & set(gold_relation):
        matched += 1
    if matched == 0 or len(arguments) < len(gold_arguments):
        return Fraction(0), Fraction(0)
    predicted_words, gold_words = len(relation.split()), len(gold_relation)
    for words, wanted in zip(arguments, gold_arguments, strict=False):
        matched += common_words(words, wanted)[0]
        predicted_words += len(words)
        gold_words += len(wanted)
    return Fraction(matched, predicted_words), Fraction(matched, gold_words)


def compare(predicted: Tuple, gold: Tuple) -> tuple[Fraction, Fraction]:
    """Where the gold relation is one of saying, the arguments may be swapped; the larger (P, R) counts (rule 5)."""
    arguments = two_arguments(predicted)
    straight = compare_words(predicted[0], arguments, gold)
    if len(arguments) == 2 and any(verb in gold[0] for verb in SAYING):
        return max(straight, compare_words(predicted[0], arguments[::-1], gold))
    return straight


def carb_answer(predicted: Items, gold: Items, *, context: bool = False) -> Masses:
    """Precision greedily one to one, recall by the best prediction of each gold tuple (spec: CaRB, Corpus)."""
    read = [as_gold(row, context=context) for row in gold]
    pairs = greedy_pairs(predicted, read, lambda one, other: compare(one, other)[0])
    return Masses(
        sum((compare(*pair)[0] for pair in pairs), Fraction(0)),
        len(predicted),
        sum((max((compare(one, row)[1] for one in predicted), default=Fraction(0)) for row in read), Fraction(0)),
        len(gold),
    )


def carb_values(masses: Masses) -> Values:
    """Precision is 1 where nothing is predicted; likewise recall where there is no gold."""
    precision, recall, _ = usual_values(masses)
    precision = Fraction(1) if precision is None else precision
    recall = Fraction(1) if recall is None else recall
    return Values(precision, recall, 2 * precision * recall / (precision + recall) if precision and recall else 0)


def to_extraction(row: Tuple) -> Extraction:
    return Extraction(row[0], tuple(row[1:]))


def carb_score(predicted: Items, gold: Items) -> Any:
    annotation = TupleAnnotation(Sentence("1", ""), tuple(map(to_extraction, gold)))
    return CARB([word_tuple(to_extraction(row)) for row in predicted], carb_gold(annotation).tuples)


RELATIONS = (
    "is",
    "be",
    "is be",
    "was be be",
    "said",
    "foretold",
    "told a",
    "a is",
    "a",
    "b",
    "a b",
    "a a",
    "be was is",
    "",
)
ARGUMENTS = ("a", "b", "a b", "a a b", "b  c", "c", "be", "C: a", "", " ")


def draw_tuple(rng: random.Random) -> Tuple:
    return rng.choice(RELATIONS), *(rng.choice(ARGUMENTS) for _ in range(rng.choice((0, 1, 2, 2, 2, 3, 4))))


def draw_plain_tuple(rng: random.Random) -> Tuple:
    """One that says something, as nearly all in a file do."""
    return rng.choice(RELATIONS[:-1]), *(rng.choice(ARGUMENTS[:6]) for _ in range(rng.choice((1, 2, 2, 3))))


def draw(rng: random.Random) -> tuple[list[Any], list[Any]]:
    kind = rng.choice((draw_tuple, draw_plain_tuple))
    gold = draw_list(rng, lambda: kind(rng))
    return disturb(rng, gold, lambda: kind(rng)), gold


CARB_BREAKS = {
    "order": "pairs of equal precision are taken in the order of the files, and what is left differs",
    "perfect": "a gold tuple without a relation, or with context, which is not read, does not match itself",
    "bounds": "a left-over 'be' counts for a form of be that was matched already, so recall passes 1",
}
CARB_DOCUMENTS: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([("is be", "a", "b")], [("is", "a", "b")]),
    ([("said", "a b", "c")], [("said", "c", "a b"), ("said", "a b", "c")]),
    ([("a", "a", "b"), ("a", "a", "b c")], [("a", "a", "b c"), ("a", "a", "b")]),
    ([("a", "a")], [("a", "a", "b"), ("a",), ("a", "a", "", "")]),
]

Placed = tuple[int, Tuple]
"""The place of a sentence in its clique, and a tuple of it."""


def members(predicted: Sequence[Placed], gold: Sequence[Placed]) -> list[tuple[list[Tuple], list[Tuple]]]:
    """Each sentence's predictions and gold; a clique has at least one sentence."""
    last = max((place for place, _ in (*predicted, *gold)), default=0)
    return [
        ([row for at, row in predicted if at == place], [row for at, row in gold if at == place])
        for place in range(last + 1)
    ]


def sentence_values(predicted: list[Tuple], gold: list[Tuple]) -> Values:
    """CaRB's with context kept, but all 0 where nothing is predicted (spec: ROBUST)."""
    if not predicted:
        return Values(Fraction(0), Fraction(0), Fraction(0))
    return carb_values(carb_answer(predicted, gold, context=True))


def robust_answer(predicted: Items, gold: Items) -> Masses:
    """P and R of the sentence with the lowest F1, of equals the first. A corpus takes their means over cliques."""
    worst = min((sentence_values(*member) for member in members(predicted, gold)), key=lambda values: values.f1)
    return Masses(worst.precision or Fraction(0), 1, worst.recall or Fraction(0), 1)


def robust_score(predicted: Items, gold: Items) -> Any:
    pairs = members(predicted, gold)
    clique = Clique(
        "1",
        tuple(
            Member(Sentence(str(number), ""), tuple(map(to_extraction, tuples)))
            for number, (_, tuples) in enumerate(pairs)
        ),
    )
    return clique_row(score_clique([list(map(to_extraction, found)) for found, _ in pairs], clique).worst)


def draw_clique(rng: random.Random) -> tuple[list[Any], list[Any]]:
    kind = rng.choice((draw_tuple, draw_plain_tuple, draw_plain_tuple))
    predicted: list[Any] = []
    gold: list[Any] = []
    for place in range(rng.choice((1, 2, 2, 3, 4))):
        tuples = draw_list(rng, lambda: kind(rng), 3)
        if not tuples and rng.random() < 0.7:
            tuples.append(kind(rng))
        found = disturb(rng, tuples, lambda: kind(rng), 3)
        if not found and rng.random() < 0.7:
            found.append(kind(rng))
        gold += [(place, row) for row in tuples]
        predicted += [(place, row) for row in found]
    rng.shuffle(predicted)
    return predicted, gold


def wrong_in_clique(rng: random.Random, gold: Items) -> Placed:
    return rng.choice([place for place, _ in gold] or [0]), ("never", "never")


CLIQUE_BREAKS = {
    "order": "CaRB's pairs of equal precision are taken in order, and of sentences with equal F1 the first counts",
    "perfect": CARB_BREAKS["perfect"] + "; a sentence without gold has nothing to predict and scores 0",
    "bounds": CARB_BREAKS["bounds"],
    "wrong item": "it can make its sentence the worst, whose precision may be the higher",
    "right item": "it can lift its sentence above another with the lower recall, which is the worst then",
}
CLIQUE_DOCUMENTS: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([(0, ("a", "a"))], []),
    ([(0, ("a", "a")), (1, ("b", "b"))], [(0, ("b", "b")), (1, ("a", "a"))]),
    ([(0, ("a", "a", "b"))], [(0, ("a", "a", "b")), (1, ("a", "a"))]),
    ([(1, ("a", "a", "b"))], [(0, ("a", "a", "b"))]),
]

CASES = {
    "carb": Case(
        score=carb_score,
        answer=carb_answer,
        draw=draw,
        values=carb_values,
        wrong=lambda rng, gold: ("never", "never"),
        breaks=CARB_BREAKS,
        adversarial=CARB_DOCUMENTS,
    ),
    "robust": Case(
        score=robust_score,
        answer=robust_answer,
        draw=draw_clique,
        wrong=wrong_in_clique,
        breaks=CLIQUE_BREAKS,
        adversarial=CLIQUE_DOCUMENTS,
    ),
}
