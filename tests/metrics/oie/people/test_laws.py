"""Laws of people's measure: what is exact is accepted, gold is perfect, order and padding gain nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest

from karat.metrics.oie.benchie import BENCHIE, BENCHIE_ALL, FactGold, accepted, triples
from karat.metrics.oie.people.rule import PEOPLE, PeopleRule
from karat.metrics.oie.people.steps import KEPT, PeopleStep
from karat.model import Annotation, Chunk, Extraction, Fact, Polarity, Sentence, Slot, Synset

CASES = 400

# Words that steps know, punctuation, and letters that change when folded.
WORDS = ["Ann", "ann", "the", "and", "is", "not", "n't", ",", "re-elected", "Straße", "old", "车"]
WORDS += ["5", "-", "10", "5-10"]


@dataclass(frozen=True)
class Case:
    """A gold sentence and a system's extractions, made by chance: small, so that they often have words in common."""

    random: Random
    gold: Annotation
    extractions: list[Extraction]
    steps: tuple[PeopleStep, ...]

    def shuffled(self) -> list[int]:
        return self.random.sample(range(len(self.extractions)), len(self.extractions))


def cases() -> Iterator[Case]:
    for seed in range(CASES):
        random = Random(seed)
        facts: list[Fact] = []
        synsets = []
        for number in range(1, random.randint(1, 6)):
            synset = tuple(random_fact(random, facts) for _ in range(random.randint(1, 2)))
            facts += synset
            synsets.append(Synset(str(number), synset))
        gold = Annotation(Sentence("1", "Ann , the old , is re-elected and not ann"), tuple(synsets))
        steps = tuple(step for step in PeopleStep if random.random() < 0.7)
        yield Case(random, gold, random_extractions(random, gold), steps)


def random_text(random: Random, most: int = 4) -> str:
    return " ".join(random.choices(WORDS, k=random.randint(0, most)))


def random_fact(random: Random, others: list[Fact]) -> Fact:
    """A fact of its own, or one that shares slots with another: coordinated, with *is*, or with a further phrase."""
    subject, relation, object_ = (
        Slot(tuple(random_chunk(random) for _ in range(random.randint(0, 2)))) for _ in range(3)
    )
    if not others:
        return Fact(subject, relation, object_)
    other = random.choice(others)
    return random.choice(
        [
            Fact(subject, relation, object_),
            Fact(other.subject, other.relation, object_),
            Fact(other.subject, Slot((Chunk("is"),)), object_),
            Fact(other.subject, Slot((*other.relation.chunks, *other.object.chunks)), object_),
        ]
    )


def random_chunk(random: Random) -> Chunk:
    return Chunk(" ".join(random.choices(WORDS, k=random.randint(1, 2))), random.random() < 0.4)


def wording(random: Random, slot: Slot) -> str:
    """A text that the slot accepts."""
    return " ".join(chunk.text for chunk in slot.chunks if not chunk.optional or random.random() < 0.5)


def random_extractions(random: Random, gold: Annotation) -> list[Extraction]:
    """Extractions of a system: wordings of facts, with words of other facts added to some, and others."""
    facts = [fact for synset in gold.synsets for fact in synset.facts]
    extractions = [
        Extraction(random_text(random), (random_text(random), random_text(random))) for _ in range(random.randint(0, 2))
    ]
    for fact in random.choices(facts, k=random.randint(0, 5)) if facts else ():
        subject, relation, object_ = (wording(random, slot) for slot in fact)
        added = wording(random, random.choice(facts).object)
        subject, object_ = random.choice(
            [
                (subject, object_),
                (subject, f"{object_} {random.choice(['', 'and '])}{added}"),
                (f"{subject} {random.choice(['', ', '])}{added}", object_),
                (subject, f"{object_} {random_text(random, 2)}"),
            ]
        )
        extractions.append(Extraction(relation, (subject.strip(), object_.strip())))
    random.shuffle(extractions)
    return extractions


def test_the_cases_reach_every_kind_of_verdict() -> None:
    """So that the laws below say something."""
    verdicts = [verdict for case in cases() for verdict in PEOPLE.prepare(case.gold).judge(case.extractions)[0]]
    reached = {acceptance.step for verdict in verdicts for acceptance in (*verdict.looser, *verdict.outdone)}
    assert reached == {PeopleStep.COORDINATION, PeopleStep.APPOSITION, PeopleStep.BORDERS, PeopleStep.CONTAINS}
    assert any(verdict.spelled for verdict in verdicts)
    assert any(verdict.outdone for verdict in verdicts)


def test_what_is_exact_is_accepted_for_the_same_synset() -> None:
    for case in cases():
        rule = PeopleRule(steps=case.steps)
        rulings = rule.rulings(case.extractions, rule.prepare(case.gold))
        for index, synset in accepted(triples(case.extractions), FactGold(case.gold).synsets()):
            assert rulings[index].correct, case
            assert synset in rulings[index].synsets, case


def test_every_fact_that_exact_matching_finds_is_found() -> None:
    for case in cases():
        people = PEOPLE(case.extractions, PEOPLE.prepare(case.gold))
        for exact in (BENCHIE, BENCHIE_ALL):
            score = exact(triples(case.extractions), FactGold(case.gold).synsets())
            assert people.matched_gold >= score.matched_gold, case


def test_a_denied_extraction_is_the_exception() -> None:
    """Exact matching does not read marks, so it accepts the opposite of the fact."""
    gold = Annotation(Sentence("1", ""), (Synset("1", (fact("Ann; is; old"),)),))
    denied = [Extraction("is", ("Ann", "old"), polarity=Polarity.NEGATIVE)]
    assert BENCHIE(triples(denied), FactGold(gold).synsets()).matched_gold == 1
    assert PEOPLE(denied, PEOPLE.prepare(gold)).matched_gold == 0


def test_gold_against_itself_is_perfect() -> None:
    """A wording of each synset's first fact finds all synsets, and is right."""
    for case in cases():
        slots = [[wording(case.random, slot) for slot in synset.facts[0]] for synset in case.gold.synsets]
        gold = [Extraction(relation, (subject, object_)) for subject, relation, object_ in slots]
        score = PEOPLE(gold, PEOPLE.prepare(case.gold))
        assert score.matched_predicted == score.predicted, case
        assert score.matched_gold == score.gold == len(case.gold.synsets), case
        assert score.f1 == (1 if gold else None), case


def test_the_order_of_extractions_does_not_matter() -> None:
    for case in cases():
        rule, order = PeopleRule(steps=case.steps), case.shuffled()
        shuffled = [case.extractions[index] for index in order]
        assert rule(shuffled, rule.prepare(case.gold)) == rule(case.extractions, rule.prepare(case.gold)), case
        rulings, others = (rule.rulings(each, rule.prepare(case.gold)) for each in (case.extractions, shuffled))
        expected = [(rulings[index].correct, rulings[index].synsets) for index in order]
        assert [(ruling.correct, ruling.synsets) for ruling in others] == expected, case


@pytest.mark.parametrize(
    ("facts", "extractions"),
    [
        pytest.param(
            ["Ann; sold; jugs", "Ann; sold jugs in; Ulm"],
            [Extraction("sold", ("Ann", "jugsin Ulm")), Extraction("sold", ("Ann", "jugs in Ulm"))],
            id="the same letters in other words",
        ),
        pytest.param(
            ["Cy; did not need; help", "Cy; did not need; food"],
            [
                Extraction("did not need", ("Cy", "help and food"), polarity=polarity)
                for polarity in (Polarity.POSITIVE, Polarity.NEGATIVE)
            ],
            id="the same words with and without a mark",
        ),
    ],
)
def test_the_order_of_extractions_with_equal_letters_does_not_matter(
    facts: list[str], extractions: list[Extraction]
) -> None:
    gold = Annotation(Sentence("1", ""), tuple(Synset(line, (fact(line),)) for line in facts))
    forward, backward = (PEOPLE.rulings(each, PEOPLE.prepare(gold)) for each in (extractions, extractions[::-1]))
    assert any(ruling.correct for ruling in forward)
    for one, other in zip(forward, reversed(backward), strict=True):
        assert (one.correct, one.synsets) == (other.correct, other.synsets)


def test_repeating_changes_nothing() -> None:
    for case in cases():
        score = PEOPLE(case.extractions, PEOPLE.prepare(case.gold))
        in_capitals = [
            replace(each, relation=each.relation.upper(), arguments=tuple(text.upper() for text in each.arguments))
            for each in case.extractions
        ]
        for more in (case.extractions, in_capitals):
            assert PEOPLE([*case.extractions, *more], PEOPLE.prepare(case.gold)) == score, case


def test_a_synset_has_one_looser_extraction_at_most() -> None:
    for case in cases():
        verdicts, _ = PEOPLE.prepare(case.gold).judge(case.extractions)
        looser = [acceptance.synset for verdict in verdicts for acceptance in verdict.looser]
        spelled = {synset for verdict in verdicts for synset in verdict.spelled}
        assert len(looser) == len(set(looser)), case
        assert spelled.isdisjoint(looser), case


# What a sentence says, with its facts; every argument is padded with all other words of the sentence.
SENTENCE = "In 1907 Ida Holm , a baker , and Per Dahl opened a shop in Turku and later moved to Oslo ."
FACTS = [
    "Ida Holm; opened; a shop",
    "Per Dahl; opened; a shop",
    "Ida Holm; is; a baker",
    "Ida Holm; opened a shop in; Turku",
    "Ida Holm; opened a shop in; 1907",
    "Ida Holm; moved to; Oslo",
]


def fact(line: str) -> Fact:
    return Fact(*(Slot(tuple(Chunk(word) for word in slot.split())) for slot in line.split("; ")))


SHOP = Annotation(
    Sentence("1", SENTENCE), tuple(Synset(str(number), (fact(line),)) for number, line in enumerate(FACTS))
)


def pad(extraction: Extraction, arguments: tuple[int, ...]) -> Extraction:
    padded = list(extraction.arguments)
    used = extraction.relation.split()
    for index in arguments:
        rest = [word for word in SENTENCE.split() if word not in {*used, *padded[index].split()}]
        padded[index] = " ".join([padded[index], *rest])
    return replace(extraction, arguments=tuple(padded))


@pytest.mark.parametrize("arguments", [(0,), (1,), (0, 1)], ids=["subject", "object", "both"])
def test_padding_with_the_rest_of_the_sentence_gains_nothing(arguments: tuple[int, ...]) -> None:
    gold = PEOPLE.prepare(SHOP)
    plain = [Extraction(relation, (one, other)) for one, relation, other in (line.split("; ") for line in FACTS)]
    assert PEOPLE(plain, gold).masses == (6, 6, 6, 6)
    padded = [pad(extraction, arguments) for extraction in plain]
    assert PEOPLE(padded, gold).matched_gold == 0
    both = PEOPLE([*plain, *padded], gold)
    assert both.matched_gold == 6
    assert both.matched_predicted == 6
    assert both.predicted > 6


def test_padding_with_what_the_gold_says_costs_precision() -> None:
    """A phrase that a fact has is accepted in place of the plain fact, but not beside it."""
    gold = PEOPLE.prepare(SHOP)
    plain, padded = Extraction("opened", ("Ida Holm", "a shop")), Extraction("opened", ("Ida Holm", "a shop in Turku"))
    assert PEOPLE([padded], gold).masses == (1, 1, 1, 6)
    assert PEOPLE([plain, padded], gold).masses == (1, 2, 1, 6)


@pytest.mark.parametrize("step", [step for step in KEPT if step not in (PeopleStep.CONTEXT, PeopleStep.FACTUALITY)])
def test_each_step_but_context_and_factuality_only_adds(step: PeopleStep) -> None:
    """Without any one of them, no extraction on its own is accepted that is refused with all."""
    rule = PeopleRule(steps=tuple(each for each in KEPT if each is not step))
    for line in FACTS:
        subject, relation, object_ = line.split("; ")
        for added in ("in Turku", "in 1907", "and Per Dahl", ", a baker ,", "."):
            for arguments in ((f"{subject} {added}", object_), (subject, f"{object_} {added}")):
                extraction = [Extraction(relation, arguments)]
                assert (
                    rule(extraction, rule.prepare(SHOP)).matched_gold
                    <= PEOPLE(extraction, PEOPLE.prepare(SHOP)).matched_gold
                )


def test_many_optional_words_and_many_facts_are_quick() -> None:
    """Wordings are not written out: 60 optional words have 2^60."""
    optional = Slot(tuple(Chunk("very", optional=True) for _ in range(60)))
    fact = Fact(Slot((Chunk("it"),)), Slot((Chunk("is"),)), optional)
    gold = PEOPLE.prepare(
        Annotation(Sentence("1", ""), tuple(Synset(str(number), (fact,)) for number in range(50))),
    )
    started = time.process_time()
    predicted = [Extraction("is", ("it", " ".join(["very"] * size + ["old"] * (size % 2)))) for size in range(50)]
    assert PEOPLE(predicted, gold).matched_predicted == 25
    assert time.process_time() - started < 5
