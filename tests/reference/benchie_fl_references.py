"""BenchIE-FL's own rule (spec: BenchIE, BenchIE-FL's own rule), with every form of every fact written out."""

from __future__ import annotations

import itertools
import random
import string
from collections.abc import Sequence
from functools import cache
from typing import Any

from case import Case, Items, Masses, draw_list
from slot_patterns import Pattern, Words, draw_form, every_word, forms, required_words

from karat import model
from karat.formats.text.slots import parse_slot
from karat.metrics import BENCHIE_FL
from karat.model import Annotation, Extraction, Fact, Sentence

Gold = tuple[Pattern, ...]
"""A synset."""
Triple = tuple[Words, Words, Words]
Forms = tuple[frozenset[Words], frozenset[Words], frozenset[Words]]
"""Every form of a fact's subject, relation and object."""
Synset = list[Forms]


def without_punctuation(words: Words) -> Words:
    kept = ("".join(letter for letter in word if letter not in string.punctuation) for word in words)
    return tuple(word for word in kept if word)


def as_triple(prediction: tuple[str, ...]) -> Triple:
    """Three slots; further arguments are dropped."""
    relation, subject, object_ = (*prediction, "", "")[:3]
    return tuple(subject.split()), tuple(relation.split()), tuple(object_.split())


def is_exact(triple: Triple, synset: Synset) -> bool:
    """Rule 1."""
    return any(all(words in slot for words, slot in zip(triple, fact, strict=True)) for fact in synset)


def strip_triple(triple: Triple) -> Triple:
    subject, relation, object_ = map(without_punctuation, triple)
    return subject, relation, object_


def strip_synset(synset: Synset) -> Synset:
    def stripped(slot: frozenset[Words]) -> frozenset[Words]:
        return frozenset(map(without_punctuation, slot))

    return [(stripped(subject), stripped(relation), stripped(object_)) for subject, relation, object_ in synset]


def strings(slot: str) -> set[str]:
    """What step 3 takes a slot for: the slot with all its optional words, and with none. Nothing is no string."""
    return {" ".join(every_word(slot)), " ".join(required_words(slot))} - {""}


@cache
def related(gold: tuple[Gold, ...]) -> set[tuple[str, str]]:
    """Pairs of strings that the gold shows to be equal or coordinated, in either order."""
    pairs: set[tuple[str, str]] = set()
    for subject, relation, object_ in itertools.chain(*gold):
        if "is" in strings(relation):
            pairs |= set(itertools.product(strings(subject), strings(object_)))
    for synset, other_synset in itertools.permutations(gold, 2):
        for fact, other in itertools.product(synset, other_synset):
            if strings(fact[1]) & strings(other[1]):
                for same, different in ((0, 2), (2, 0)):
                    if strings(fact[same]) & strings(other[same]):
                        pairs |= set(itertools.product(strings(fact[different]), strings(other[different])))
    return {(kept, gone) for pair in pairs for kept, gone in (pair, pair[::-1]) if kept != gone}


def reductions(argument: Words, pairs: set[tuple[str, str]]) -> set[Words]:
    """The argument with one of two strings of a pair removed, with or without *and* and commas.

    The strings are removed wherever their characters stand. Something must be left: the other string.
    """
    text = " ".join(argument)
    rests = {text.replace(gone, "") for kept, gone in pairs if kept in text and gone in text}
    rests |= {rest.replace(",", "") for rest in rests}
    found = {tuple(rest.split()) for rest in rests}
    found |= {tuple(word for word in rest if word != "and") for rest in found}
    return found - {()}


class GoldSentence:
    """All synsets of a sentence, and what they show together."""

    def __init__(self, synsets: Sequence[Synset]) -> None:
        self.synsets = synsets
        self.letters = {all_letters(form) for synset in synsets for fact in synset for form in itertools.product(*fact)}

    def is_relaxed(self, triple: Triple, synset: Synset) -> bool:
        """Rule 4, for one way to treat punctuation; the three slots need not be of one fact."""
        if all_letters(triple) not in self.letters:
            return False
        subjects, relations, objects = ({form for fact in synset for form in fact[slot]} for slot in range(3))
        subject, relation, object_ = triple
        return relation in relations and (
            (subject in subjects and has_all(object_, objects)) or (object_ in objects and has_all(subject, subjects))
        )


def reduced(triple: Triple, gold: tuple[Gold, ...]) -> set[Triple]:
    """The extraction with one argument reduced, in all ways (rule 3)."""
    subject, relation, object_ = triple
    pairs = related(gold)
    return {(rest, relation, object_) for rest in reductions(subject, pairs)} | {
        (subject, relation, rest) for rest in reductions(object_, pairs)
    }


def all_letters(triple: Triple) -> str:
    """All words together, spaces and case ignored."""
    return "".join(word for words in triple for word in words).lower()


def has_all(argument: Words, wanted: set[Words]) -> bool:
    """Whether the argument has all words of one of the synset's."""
    return any(set(words) <= set(argument) for words in wanted)


def annotate(gold: Sequence[Gold]) -> Annotation:
    """The gold as Karat's model has it."""
    synsets = (
        model.Synset(str(number), tuple(Fact(*(parse_slot(slot)[0] for slot in pattern)) for pattern in synset))
        for number, synset in enumerate(gold, 1)
    )
    return Annotation(Sentence("1", ""), tuple(synsets))


def all_forms(pattern: Pattern) -> Forms:
    subject, relation, object_ = map(forms, pattern)
    return subject, relation, object_


@cache
def accepting_exactly(triple: Triple, gold: tuple[Gold, ...]) -> list[int]:
    """Places of the synsets that accept an extraction by rule 1 or, without punctuation on either side, rule 2."""
    sentence, bare_sentence = sentences(gold)
    bare = strip_triple(triple)
    return [
        place
        for place, (synset, bare_synset) in enumerate(zip(sentence.synsets, bare_sentence.synsets, strict=True))
        if is_exact(triple, synset) or is_exact(bare, bare_synset)
    ]


@cache
def accepting_otherwise(triple: Triple, gold: tuple[Gold, ...]) -> list[int]:
    """Places of the synsets that accept an extraction by rule 3 or 4."""
    sentence, bare_sentence = sentences(gold)
    bare, others = strip_triple(triple), reduced(triple, gold)
    return [
        place
        for place, (synset, bare_synset) in enumerate(zip(sentence.synsets, bare_sentence.synsets, strict=True))
        if any(is_exact(other, synset) for other in others)
        or sentence.is_relaxed(triple, synset)
        or bare_sentence.is_relaxed(bare, bare_synset)
    ]


@cache
def sentences(gold: tuple[Gold, ...]) -> tuple[GoldSentence, GoldSentence]:
    """The gold as it is, and without punctuation."""
    synsets = [[all_forms(pattern) for pattern in synset] for synset in gold]
    return GoldSentence(synsets), GoldSentence(list(map(strip_synset, synsets)))


def answer(predicted: Items, gold: Items) -> Masses:
    """Credit for exact matches first, then for the others (spec: BenchIE-FL's own rule, Credit)."""
    triples = [as_triple(prediction) for prediction in predicted]
    exact = [accepting_exactly(triple, tuple(gold)) for triple in triples]
    with_exact = {place for places in exact for place in places}
    taken: dict[int, int] = {}  # which extraction each synset is credited to
    for number, places in enumerate(exact):
        for place in places:
            taken.setdefault(place, number)
    for number, triple in enumerate(triples):
        claimed = [place for place in accepting_otherwise(triple, tuple(gold)) if place not in with_exact]
        if not exact[number] and claimed:
            taken[claimed[0]] = number  # the later of two keeps it
    owners = list(taken.values())
    return Masses(
        len(set(owners)), len(predicted), sum(min(2, owners.count(number)) for number in set(owners)), len(gold)
    )


WORDS = "a b and , is A a."


def draw_slot(rng: random.Random) -> str:
    words = WORDS.split()
    tokens = rng.choices(words, (8, 6, 1, 1, 0.5, 2, 2), k=rng.choice((1, 1, 2, 2, 3)))
    return " ".join(f"[{token}]" if rng.random() < 0.25 else token for token in tokens)


def draw_pattern(rng: random.Random) -> Pattern:
    return draw_slot(rng), rng.choice(("is", "is", "r", "r", "r [a]", draw_slot(rng))), draw_slot(rng)


def draw_prediction(rng: random.Random, gold: Sequence[Gold]) -> tuple[str, ...]:
    """A form of a gold fact, often with another border, with a second string in an argument or with punctuation."""
    if not gold or rng.random() < 0.1:
        return tuple(draw_slot(rng).replace("[", "").replace("]", "") for _ in range(rng.choice((2, 3, 3, 4))))
    subject, relation, object_ = (draw_form(rng, slot) for slot in rng.choice(rng.choice(gold)))
    change = rng.random()
    if change < 0.3:
        other = draw_form(rng, rng.choice(rng.choice(gold))[rng.choice((0, 2))])
        joined = rng.choice((" and ", " , ", " ", " , and ")).join(rng.sample((other, object_), 2))
        return (relation, subject, joined) if rng.random() < 0.7 else (relation, joined, object_)
    if change < 0.55:
        words = f"{subject} {relation} {object_}".split()
        first, second = sorted(rng.choices(range(len(words) + 1), k=2))
        return " ".join(words[first:second]), " ".join(words[:first]), " ".join(words[second:])
    if change < 0.65:
        return relation, subject.replace("a", "a,"), f"{object_} ."
    if change < 0.7:
        return relation.lower(), subject.upper(), object_, "a"
    return relation, subject, object_


def draw(rng: random.Random) -> tuple[list[Any], list[Any]]:
    patterns = [draw_pattern(rng) for _ in range(4)]
    gold = draw_list(rng, lambda: tuple(rng.choices(patterns, k=rng.choice((1, 1, 2, 3)))), 3)
    gold = [
        (*synset, (synset[0][0], synset[0][1], draw_slot(rng))) if rng.random() < 0.4 else synset for synset in gold
    ]
    return draw_list(rng, lambda: draw_prediction(rng, gold), 5), gold


def score(predicted: Items, gold: Items) -> Any:
    extractions = [Extraction(relation, tuple(arguments)) for relation, *arguments in predicted]
    return BENCHIE_FL(extractions, BENCHIE_FL.prepare(annotate(gold)))


def minimal_prediction(synset: Gold) -> tuple[str, ...]:
    subject, relation, object_ = (" ".join(required_words(slot)) for slot in synset[0])
    return relation, subject, object_


DANUBE: Gold = (("[The] Danube", "flows through", "Passau"),)
INN: Gold = (("[the] Inn", "flows through", "Passau"),)
RIVERS: Gold = (("Passau", "has", "rivers"),)
HEAD: Gold = (("Ann", "is", "[the] head of [a] firm"),)
MET: Gold = (("Ben", "met", "Ann"),)
ADVERSARIAL: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([("flows through", "Danube and the Inn", "Passau")], [DANUBE, INN, RIVERS]),
    ([("flows through", "Danube , the Inn ,", "Passau")] * 2, [RIVERS, INN, DANUBE]),
    ([("met", "Ben", "Ann , the head of a firm")], [HEAD, MET]),
    ([("flows through", "Danube", "Passau"), ("flows through", "The Danube", "Passau")], [DANUBE] * 4),
    (
        [("flows through", "The Danube", "Passau"), ("flows through", "Danube", "Passau")],
        [DANUBE, DANUBE, DANUBE + INN],
    ),
    ([("flows through", "Danube, .", "Passau"), ("has", "PASSAU", "rivers")], [DANUBE, RIVERS]),
    (
        [("opened", "Ann", "a shop in Ulm"), ("opened", "Ann", "a shop in Ulm")],
        [
            (("Ann", "opened", "[a] shop"),),
            (("Ann", "opened a shop in", "Ulm"), ("Ann", "opened", "[a] shop in [all] Ulm")),
        ],
    ),
    ([("is", "a. b", "a. b")], [(("a. b", "is", "[a]"),)]),  # nothing would be left of the object
    # The first of these extractions makes up for the second synset, until the second one states all three.
    (
        [("flows through", "Danube and the Inn", "Passau")],
        [(*DANUBE, *RIVERS), (*INN, *RIVERS), (*RIVERS, *HEAD)],
    ),
]
CASES = {
    "benchie_fl": Case(
        score=score,
        answer=answer,
        draw=draw,
        wrong=lambda rng, gold: rng.choice((("never", "a", "b"), ("r", "never", "a"), ("is", "a", "never and b"))),
        predict=minimal_prediction,
        breaks={
            "order": "an extraction takes all synsets that it matches exactly; those after it may have none left",
            "perfect": "two synsets may have a form in common; the first extraction takes both",
            "right item": "an extraction that matches three synsets counts for two, where three may have had credit",
        },
        adversarial=ADVERSARIAL,
    )
}
