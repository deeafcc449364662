"""What a sentence denies, asks or leaves open does not come out as a fact that it states."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.model import Modality, Polarity, Sentence
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.clauses.annotations import annotate
from karat.systems.clauses.extractor import find_propositions
from karat.systems.clauses.sentence import Parse
from karat.systems.system import Extracted

Parser = Callable[[str], Parse]
Fact = tuple[str, ...]


def facts(parse: Parse) -> set[Fact]:
    return {proposition.write(parse) for proposition in find_propositions(parse)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        pytest.param("Ben lives neither in Rome nor in Ulm.", set(), id="prepositions"),
        pytest.param(
            "Neither Ann nor Bob sold the house.", {("Neither Ann nor Bob", "sold", "the house")}, id="subjects"
        ),
        pytest.param(
            "Ann sold neither the house nor the boat.",
            {("Ann", "sold", "neither the house nor the boat")},
            id="objects",
        ),
        pytest.param(
            "Ann is neither a lawyer nor a painter.",
            {("Ann", "is", "neither a lawyer nor a painter")},
            id="complements",
        ),
        pytest.param(
            "Ann has met neither the mayor of Ulm nor the mayor of Bonn.",
            {("Ann", "has met", "neither the mayor of Ulm nor the mayor of Bonn")},
            id="inside phrases",
        ),
        pytest.param(
            "Neither rain nor snow stopped Ann.", {("Neither rain nor snow", "stopped", "Ann")}, id="like an article"
        ),
        pytest.param("It was not Ann who sold the house.", set(), id="a cleft"),
        pytest.param(
            "It was not only Ann who sold the house.", {("Ann", "sold", "the house")}, id="not only in a cleft"
        ),
        pytest.param("Ben no longer lives in Rome.", {("Ben", "no longer lives in", "Rome")}, id="no longer"),
        pytest.param("Ann in no way supported the plan.", set(), id="in no way"),
        pytest.param("Under no circumstances did Ann sell the house.", set(), id="under no circumstances"),
        pytest.param(
            "Ann neither sold the house nor bought the boat.",
            {("Ann", "neither sold", "the house"), ("Ann", "nor bought", "the boat")},
            id="verbs keep the words",
        ),
        pytest.param("Ann likes apples but not pears.", {("Ann", "likes", "apples")}, id="but not"),
        pytest.param("Ann moved to Ulm, not to Bonn.", {("Ann", "moved to", "Ulm")}, id="a preposition with not"),
        pytest.param("Ann sold the house, not the boat.", {("Ann", "sold", "the house")}, id="not as an apposition"),
        pytest.param("Ann, not Bob, sold the house.", {("Ann", "sold", "the house")}, id="not before a name"),
        pytest.param("Ann sold not the house but the boat.", {("Ann", "sold", "the boat")}, id="not before but"),
        pytest.param("Ann is not a lawyer but a painter.", {("Ann", "is not", "a lawyer")}, id="but after a negation"),
        pytest.param(
            "Ann sold not only the house but also the boat.",
            {("Ann", "sold", "the house"), ("Ann", "sold", "the boat")},
            id="not only denies nothing",
        ),
        pytest.param(
            "Ann did not sell the house nor the boat.",
            {("Ann", "did not sell", "the house"), ("Ann", "did not sell", "the boat")},
            id="the relation denies",
        ),
        pytest.param(
            "Bob says that neither Ann nor Eve slept.",
            {("Bob", "says that", "neither Ann nor Eve slept")},
            id="a statement has the words",
        ),
    ],
)
def test_denied(parse_english: Parser, sentence: str, expected: set[Fact]) -> None:
    assert facts(parse_english(sentence)) == expected


STOLEN = ("Bob", "stole", "the car")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann denied that Bob stole the car.", {("Ann", "denied that", "Bob stole the car")}),
        ("Ann doubts that Bob stole the car.", {("Ann", "doubts that", "Bob stole the car")}),
        ("Bob stole the car, Ann denied.", {("Ann", "denied", "Bob stole the car")}),
        ("Ann did not deny that Bob stole the car.", {("Ann", "did not deny that", "Bob stole the car"), STOLEN}),
        ("Ann refuted the claim that Bob stole the car.", {("Ann", "refuted", "the claim")}),
        ("It is false that Bob stole the car.", {("It", "is false that", "Bob stole the car")}),
        ("It is not true that Bob stole the car.", {("It", "is not true that", "Bob stole the car")}),
        ("It is true that Bob stole the car.", {("It", "is true that", "Bob stole the car"), STOLEN}),
        ("It is not the case that Bob stole the car.", set()),
        ("The claim that Bob stole the car is false.", {("The claim", "is", "false")}),
        ("There is no evidence that Bob stole the car.", set()),
        ("The false claim that Bob stole the car hurt Ann.", {("The false claim", "hurt", "Ann")}),
        ("Ann is not sure that Bob stole the car.", {("Ann", "is not", "sure")}),
        ("Ann does not believe that Bob stole the car.", {("Ann", "does not believe that", "Bob stole the car")}),
        ("Ann did not admit that Bob stole the car.", {("Ann", "did not admit that", "Bob stole the car")}),
        ("Ann does not know that Bob stole the car.", {("Ann", "does not know that", "Bob stole the car"), STOLEN}),
        ("Nobody believes that Bob stole the car.", {("Nobody", "believes that", "Bob stole the car")}),
        ("Ann falsely claimed that Bob stole the car.", {("Ann", "falsely claimed that", "Bob stole the car")}),
        (
            "Ann denied that Bob, who lives in Ulm, stole the car.",
            {("Ann", "denied that", "Bob, who lives in Ulm, stole the car"), ("Bob", "lives in", "Ulm")},
        ),
    ],
)
def test_what_the_clause_around_it_denies(parse_english: Parser, sentence: str, expected: set[Fact]) -> None:
    parse = parse_english(sentence)
    assert facts(parse) == expected
    assert STOLEN in {each.write(parse) for each in find_propositions(parse, rejected=True)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Suppose Bob stole the car.", set()),
        ("Let us suppose that Bob stole the car.", set()),
        ("It is possible that Bob stole the car.", {("It", "is possible that", "Bob stole the car")}),
    ],
)
def test_what_is_only_supposed(parse_english: Parser, sentence: str, expected: set[Fact]) -> None:
    parse = parse_english(sentence)
    assert facts(parse) == expected
    kept = annotate(parse, find_propositions(parse, conditional=True), ("modality",))
    assert (STOLEN, Modality.POSSIBILITY) in {(each.proposition.write(parse), each.modality) for each in kept}


def test_annotations_keep_what_is_denied_with_its_source() -> None:
    (result,) = Clauses(ClausesOptions(annotations=("all",))).extract([Sentence("1", "Ann denied that Bob stole it.")])
    assert isinstance(result, Extracted)
    (fact,) = result.extractions
    assert (*fact.triple, fact.polarity, str(fact.attribution and fact.attribution.polarity)) == (
        *("Bob", "stole", "it"),
        Polarity.POSITIVE,
        "-",
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Was it Ann who sold the house?",
        "Did Ann sell the house?",
        "Where did Ann sell the house?",
        "What did Ann buy in Ulm?",
        "Are there problems with the house?",
        "Do you think that Ann sold the house?",
    ],
)
def test_a_question_states_nothing(parse_english: Parser, sentence: str) -> None:
    assert facts(parse_english(sentence)) == set()


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        pytest.param("Ann sold the house. Did Bob buy the boat?", {("Ann", "sold", "the house")}, id="its neighbour"),
        pytest.param(
            "Has Ann sold the house, which Bob built?", {("Bob", "built", "the house")}, id="what is beside it"
        ),
        pytest.param(
            'Bob asked, "Did Ann sell the house?"', {("Bob", "asked", "Did Ann sell the house")}, id="who asked it"
        ),
    ],
)
def test_what_a_question_leaves(parse_english: Parser, sentence: str, expected: set[Fact]) -> None:
    assert facts(parse_english(sentence)) == expected


@pytest.mark.parametrize(
    ("sentence", "expected", "conditional"),
    [
        pytest.param(
            "If Ann sells the house, Bob leaves Ulm.",
            {("Bob", "leaves", "Ulm")},
            ("Ann", "sells", "the house"),
            id="if",
        ),
        pytest.param(
            "Unless Ann pays the rent, Bob sells the house.",
            {("Bob", "sells", "the house")},
            ("Ann", "pays", "the rent"),
            id="unless",
        ),
        pytest.param(
            "Eve asked whether Bob had sold the house.",
            {("Eve", "asked", "whether Bob had sold the house")},
            ("Bob", "had sold", "the house"),
            id="whether",
        ),
    ],
)
def test_conditional(parse_english: Parser, sentence: str, expected: set[Fact], conditional: Fact) -> None:
    parse = parse_english(sentence)
    assert facts(parse) == expected
    annotated = annotate(parse, find_propositions(parse, conditional=True), ("modality",))
    modality = {each.proposition.write(parse): each.modality for each in annotated}
    assert modality.keys() == {conditional, *expected}
    assert modality[conditional] is Modality.POSSIBILITY


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        pytest.param("Ann or Bob sold the house.", {("Ann or Bob", "sold", "the house")}, id="subjects"),
        pytest.param("Ann lives in Ulm or Bonn.", {("Ann", "lives in", "Ulm or Bonn")}, id="places"),
        pytest.param(
            "Both Ann and Bob sold the house.", {("Ann", "sold", "the house"), ("Bob", "sold", "the house")}, id="both"
        ),
    ],
)
def test_alternatives_are_one_argument(parse_english: Parser, sentence: str, expected: set[Fact]) -> None:
    assert facts(parse_english(sentence)) == expected


def test_alternative_verbs_are_possible(parse_english: Parser) -> None:
    parse = parse_english("Ann sold the house or rented the boat.")
    annotated = annotate(parse, find_propositions(parse), ("modality",))
    assert {(each.proposition.write(parse), each.modality) for each in annotated} == {
        (("Ann", "sold", "the house"), Modality.POSSIBILITY),
        (("Ann", "rented", "the boat"), Modality.POSSIBILITY),
    }


def test_denied_facts_are_negative(parse_english: Parser) -> None:
    parse = parse_english("Ben lives neither in Rome nor in Ulm.")
    annotated = annotate(parse, find_propositions(parse, denied=True), ("polarity",))
    assert {(each.proposition.write(parse), each.polarity) for each in annotated} == {
        (("Ben", "lives in", "Rome"), Polarity.NEGATIVE),
        (("Ben", "lives in", "Ulm"), Polarity.NEGATIVE),
    }
