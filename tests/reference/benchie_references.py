"""BenchIE (Gashteovski et al., 2022): every form of every synset written out, in all facets and ways of credit."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from case import Case, Items, Masses, Values, draw_list, ratio
from slot_patterns import Pattern, Words, draw_form, draw_slot, every_word, forms, required_words

from karat.formats.text.slots import parse_slot
from karat.metrics.oie.benchie import BENCHIE, BENCHIE_ALL, FactGold, triples
from karat.model import Annotation, Extraction, Fact, Sentence, Synset

Prediction = tuple[str, ...]
"""A relation and its arguments."""
Gold = tuple[Pattern, ...]
"""A synset."""
Triple = tuple[Words, Words, Words]


def as_triple(prediction: Prediction) -> Triple:
    """N-ary output becomes a triple by joining all arguments after the first (spec, Scoring)."""
    relation, *arguments = prediction
    first = arguments[0] if arguments else ""
    return tuple(first.split()), tuple(relation.split()), tuple(" ".join(arguments[1:]).split())


def all_triples(pattern: Pattern) -> set[Triple]:
    return {(one, two, three) for one, two, three in itertools.product(*map(forms, pattern))}


def accepts(facet: str, synset: Gold, prediction: Prediction) -> bool:
    """Whether the prediction equals one reading of one of the synset's patterns (spec, Scoring and Facets)."""
    triple = as_triple(prediction)
    if facet == "C":
        return any(sum(triple, ()) == sum(form, ()) for pattern in synset for form in all_triples(pattern))
    if facet == "M":
        return any(triple == tuple(map(required_words, pattern)) for pattern in synset)
    return any(triple in all_triples(pattern) for pattern in synset)


def with_entities(synset: Gold) -> Gold:
    """Facet E: of triples that differ only in what is relation and what is object, those with the shortest object.

    Brackets are ignored and optional words are counted like others.
    """

    def same_words(one: Pattern, other: Pattern) -> bool:
        (subject, *rest), (other_subject, *other_rest) = map(every_word, one), map(every_word, other)
        return subject == other_subject and sum(rest, ()) == sum(other_rest, ())

    return tuple(
        pattern
        for pattern in synset
        if all(
            len(every_word(pattern[2])) <= len(every_word(other[2])) for other in synset if same_words(pattern, other)
        )
    )


def answer(facet: str, credit: str, predicted: Sequence[Prediction], gold: Sequence[Gold]) -> Masses:
    """TP = synsets credited, FN = the other synsets, FP = predictions that no synset accepts (spec, Scoring)."""
    if facet == "E":
        gold = [with_entities(synset) for synset in gold]
    credited: set[int] = set()
    right = 0
    for prediction in predicted:
        accepting = [place for place, synset in enumerate(gold) if accepts(facet, synset, prediction)]
        right += bool(accepting)
        credited.update(accepting[:1] if credit == "first" else accepting)
    return Masses(right, len(predicted), len(credited), len(gold))


def values(masses: Masses) -> Values:
    """P = TP/(TP+FP), R = TP/(TP+FN)."""
    true_positives = masses.matched_gold
    false_positives = masses.predicted - masses.matched_predicted
    precision = ratio(true_positives, true_positives + false_positives)
    recall = ratio(true_positives, masses.gold)
    if precision is None and recall is None:
        return Values(None, None, None)
    if not precision or not recall:
        return Values(precision, recall, 0)
    return Values(precision, recall, 2 * precision * recall / (precision + recall))


def score(facet: str, credit: str, predicted: Items, gold: Items) -> Any:
    synsets = tuple(
        Synset(str(number), tuple(Fact(*(parse_slot(slot)[0] for slot in pattern)) for pattern in synset))
        for number, synset in enumerate(gold, 1)
    )
    extractions = [Extraction(relation, tuple(arguments)) for relation, *arguments in predicted]
    metric = BENCHIE if credit == "first" else BENCHIE_ALL
    return metric(triples(extractions, facet), FactGold(Annotation(Sentence("1", ""), synsets)).synsets(facet))


WORDS = "a b B ,"


def draw_pattern(rng: random.Random) -> Pattern:
    return draw_slot(rng, WORDS), draw_slot(rng, WORDS), draw_slot(rng, WORDS)


def move_a_word(rng: random.Random, pattern: Pattern) -> Pattern:
    """The same words, with another border between relation and object."""
    subject, relation, object_ = pattern
    rest, _, last = relation.rpartition(" ")
    return pattern if "]" in last else (subject, rest, f"{last} {object_}")


def draw_synset(rng: random.Random) -> Gold:
    patterns = [draw_pattern(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
    if rng.random() < 0.5:
        patterns.append(move_a_word(rng, rng.choice(patterns)))
    if rng.random() < 0.3:
        subject, relation, object_ = rng.choice(patterns)
        patterns.append((f"[{every_word(subject)[0]}]" if every_word(subject) else subject, relation, object_))
    return tuple(patterns)


def draw_prediction(rng: random.Random, gold: Items) -> Prediction:
    """Mostly a reading of a gold pattern, some of these with a word moved over a border or with a third argument."""
    if not gold or rng.random() < 0.2:
        return tuple(
            " ".join(rng.choices(WORDS.split(), k=rng.choice((0, 1, 1, 2)))) for _ in range(rng.choice((2, 3, 3, 4)))
        )
    subject, relation, object_ = (draw_form(rng, slot) for slot in rng.choice(rng.choice(gold)))
    change = rng.random()
    if change < 0.2 and relation:
        first, _, rest = relation.partition(" ")
        return rest, f"{subject} {first}", object_
    if change < 0.3:
        first, _, rest = object_.partition(" ")
        return relation, subject, first, rest
    return relation, subject, object_


def draw(rng: random.Random) -> tuple[list[Any], list[Any]]:
    gold = draw_list(rng, lambda: draw_synset(rng), 3)
    if gold and rng.random() < 0.4:  # two synsets with a common form
        gold.append((rng.choice(rng.choice(gold)), *draw_synset(rng)[:1]))
    return draw_list(rng, lambda: draw_prediction(rng, gold), 5), gold


def minimal_prediction(synset: Gold) -> Prediction:
    """The prediction that all facets accept: the first pattern of facet E without optional words."""
    subject, relation, object_ = (" ".join(required_words(slot)) for slot in with_entities(synset)[0])
    return relation, subject, object_


def make_wrong(rng: random.Random, gold: Items) -> Prediction:
    return rng.choice((("never", "a", "b"), ("a", "never", ""), ("a", "b", "a", "never")))


OVERLAP = "two synsets may accept the same prediction; only the first in the file's order is credited"
DANUBE: Gold = (("[The] Danube", "flows through", "Vienna"), ("[The] Danube", "flows", "through Vienna"))
OPTIONAL: Gold = (("[a]", "[a] [a] [a]", "[a b] [a] b"),)
ADVERSARIAL: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([("flows", "Danube", "through Vienna"), ("flows through", "Danube", "Vienna")], [DANUBE, DANUBE[1:]]),
    ([("flows through", "Danube", "Vienna")] * 3, [DANUBE]),
    ([("a a", "", "b"), ("a", "a", "a b b"), ("", "", ""), ("a b",)], [OPTIONAL]),
    ([("", "", ""), ("",)], [(("[a]", "[a]", "[a]"),)]),
    ([("b", "a", "b")], []),
    ([], [DANUBE]),
]


def case(facet: str, credit: str) -> Case:
    broken = {"order": OVERLAP, "perfect": OVERLAP} if credit == "first" else {}
    return Case(
        score=partial(score, facet, credit),
        answer=partial(answer, facet, credit),
        draw=draw,
        values=values,
        wrong=make_wrong,
        predict=minimal_prediction,
        breaks=broken,
        adversarial=ADVERSARIAL,
    )


CASES = {
    "benchie": case("default", "first"),
    "benchie:C": case("C", "first"),
    "benchie:M": case("M", "first"),
    "benchie:E": case("E", "first"),
    "benchie:all": case("default", "all"),
    "benchie:C,all": case("C", "all"),
    "benchie:M,all": case("M", "all"),
    "benchie:E,all": case("E", "all"),
}
