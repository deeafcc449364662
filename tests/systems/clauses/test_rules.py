"""Each rule gives the facts of its example, and none when it is switched off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.errors import UnknownNameError
from karat.systems.clauses.extractor import SWITCHES, find_propositions
from karat.systems.clauses.rules import RULES, Rule
from karat.systems.clauses.sentence import Parse

Parser = Callable[[str], Parse]


def facts(parse: Parse, without: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    return {proposition.write(parse) for proposition in find_propositions(parse, without)}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_example(rule: Rule, parse_english: Parser) -> None:
    parse = parse_english(rule.example)
    found = {each.write(parse) for each in find_propositions(parse) if each.rule == rule.name}
    assert found == set(rule.facts)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_switched_off(rule: Rule, parse_english: Parser) -> None:
    assert not facts(parse_english(rule.example), (rule.name,)) & set(rule.facts)


def test_unknown_rules_are_named() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'nested'"):
        find_propositions(Parse("", ()), ("nestd",))


def test_rules_have_distinct_names() -> None:
    assert len(set(SWITCHES)) == len(SWITCHES)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        pytest.param(
            "Ann and Bob bought apples and pears .",
            {
                ("Ann", "bought", "apples"),
                ("Ann", "bought", "pears"),
                ("Bob", "bought", "apples"),
                ("Bob", "bought", "pears"),
            },
            id="conjuncts of both slots",
        ),
        pytest.param(
            "The house , which Ann built , stands between Ulm and Bonn .",
            {("The house", "stands between", "Ulm and Bonn")},
            id="between takes its conjuncts together",
        ),
        pytest.param(
            "Ann has the votes to block the law .",
            {("Ann", "has", "the votes"), ("Ann", "has the votes to block", "the law")},
            id="an infinitive that completes a noun",
        ),
        pytest.param(
            "Ann asked Bob to sell the house .", {("Ann", "asked Bob to sell", "the house")}, id="no part of a fact"
        ),
        pytest.param(
            "Ann relies heavily on the tensions between Ulm and Bonn .",
            {("Ann", "relies heavily on", "the tensions between Ulm and Bonn")},
            id="between in a longer phrase, and an adverb before a preposition",
        ),
        pytest.param(
            "Ann allowed them to sell the house .", {("Ann", "allowed them to sell", "the house")}, id="completed"
        ),
        pytest.param("Ann was able to sell the house .", {("Ann", "was able to sell", "the house")}, id="adjective"),
        pytest.param(
            "Ann died in Ulm , Germany .",
            {("Ann", "died in", "Ulm"), ("Ulm", "is in", "Germany")},
            id="place beside a place",
        ),
        pytest.param(
            "Ann died two days after the war .",
            {("Ann", "died two days after", "the war")},
            id="a measured preposition",
        ),
        pytest.param(
            "Ann said that Bob slept and that Eve left .",
            {("Ann", "said that", "Bob slept"), ("Ann", "said that", "Eve left")},
            id="statements are split",
        ),
        pytest.param("For example , Ann sold the house .", {("Ann", "sold", "the house")}, id="links state nothing"),
        pytest.param(
            "Ann is a Swiss painter who lives in Ulm .",
            {("Ann", "lives in", "Ulm")},
            id="a copula's subject is spoken of",
        ),
        pytest.param(
            "Ann , a painter born in Ulm , slept .",
            {("Ann", "born in", "Ulm")},
            id="the name of an apposition is spoken of",
        ),
        pytest.param(
            "It was designed by the architect Ann Keller .",
            {("It", "was designed by", "the architect Ann Keller"), ("Ann Keller", "is", "the architect")},
            id="an apposition without a comma",
        ),
        pytest.param("They made it worse .", {("They", "made it", "worse")}, id="small clause"),
        pytest.param(
            "They co-founded Bext in Ulm .",
            {("They", "co-founded", "Bext"), ("They", "co-founded Bext in", "Ulm")},
            id="a verb with a hyphen",
        ),
        pytest.param("Ann , one of the painters , slept .", {("Ann", "is", "one of the painters")}, id="one of many"),
        pytest.param(
            "It depends on what Ann does .", {("It", "depends on", "what Ann does")}, id="a question as an argument"
        ),
        pytest.param(
            "Bext finished ahead of Ulm .", {("Bext", "finished ahead of", "Ulm")}, id="an adverb with a preposition"
        ),
        pytest.param(
            "Bext was founded in Ulm , Germany , in 1990 .",
            {("Bext", "was founded in", "Ulm"), ("Bext", "was founded in", "Germany"), ("Ulm", "is in", "Germany")},
            id="the larger place",
        ),
        pytest.param(
            "Ann Keller , born on 3 May 1971 in Bonn , began a trial in late 1995 .",
            {
                ("Ann Keller", "born on", "3 May 1971"),
                ("Ann Keller", "born in", "Bonn"),
                ("Ann Keller", "began", "a trial"),
                ("Ann Keller", "began a trial in", "late 1995"),
            },
            id="dates belong to verbs",
        ),
        pytest.param("Ann died on May 3 , 1703 .", {("Ann", "died on", "May 3 , 1703")}, id="a date with its year"),
        pytest.param("Lora is a town in Kern County .", {("Lora", "is a town in", "Kern County")}, id="a lost subject"),
    ],
)
def test_sentences(parse_english: Parser, sentence: str, expected: set[tuple[str, ...]]) -> None:
    assert facts(parse_english(sentence)) >= expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        pytest.param("It was Ann who sold the house.", {("Ann", "sold", "the house")}, id="a cleft"),
        pytest.param(
            "It is the engineer who designed the dam.", {("the engineer", "designed", "the dam")}, id="of a noun"
        ),
        pytest.param(
            "It was Ann who taught Bob to swim, in the pool of the mill.",
            {
                ("Ann", "taught Bob to swim in", "the pool of the mill"),
                ("Ann", "taught Bob to swim in the pool of", "the mill"),
            },
            id="with an adverbial",
        ),
        pytest.param("It was the dam that Ann designed.", {("Ann", "designed", "the dam")}, id="of an object"),
        pytest.param(
            "It was the council that first proposed the tax.",
            {("the council", "first proposed", "the tax")},
            id="parsed as a statement",
        ),
        pytest.param(
            "It was Ann and Bob who sold the house.",
            {("Ann", "sold", "the house"), ("Bob", "sold", "the house")},
            id="of two names",
        ),
        pytest.param(
            "It was in May that the council sold the mill to Ann.",
            {
                ("the council", "sold", "the mill"),
                ("the council", "sold the mill to", "Ann"),
                ("the council", "sold the mill in", "May"),
            },
            id="of a time",
        ),
        pytest.param(
            "It was the first house that burned in Ulm.",
            {("It", "was", "the first house"), ("It", "burned in", "Ulm")},
            id="no cleft: it is something",
        ),
        pytest.param(
            "The senator, whose wife is a judge, resigned in May.",
            {
                ("The senator", "has", "wife"),
                ("The senator's wife", "is", "a judge"),
                ("The senator", "resigned in", "May"),
            },
            id="what whose wife is",
        ),
        pytest.param(
            "The writer whose novels Bob admires lives in Bonn .",
            {
                ("The writer", "has", "novels"),
                ("Bob", "admires", "The writer 's novels"),
                ("The writer", "lives in", "Bonn"),
            },
            id="whose novels as an object",
        ),
        pytest.param(
            "Ann met sailors whose ship sank in May.",
            {("Ann", "met", "sailors"), ("sailors", "has", "ship"), ("sailors' ship", "sank in", "May")},
            id="whose of a plural",
        ),
        pytest.param(
            "Ann knows whose car burned in Ulm.",
            {("Ann", "knows", "whose car burned in Ulm")},
            id="whose in a question",
        ),
        pytest.param(
            "The dog that bit the postman belongs to Erik.",
            {("The dog", "bit", "the postman"), ("The dog", "belongs to", "Erik")},
            id="a main verb behind a relative clause",
        ),
        pytest.param(
            "To save money, the council cut bus services.",
            {
                ("the council", "cut", "bus services"),
                ("the council", "cut bus services To save", "money"),
            },
            id="a purpose first, and a verb like a noun",
        ),
        pytest.param(
            "To save money , the council cut bus services .",
            {
                ("the council", "cut", "bus services"),
                ("the council", "cut bus services To save", "money"),
            },
            id="a purpose that took the object",
        ),
        pytest.param(
            "To raise money, the firm cut staff costs.",
            {
                ("the firm", "cut", "staff costs"),
                ("the firm", "cut staff costs To raise", "money"),
            },
            id="a purpose, and a verb between nouns",
        ),
        pytest.param(
            "The town opened a museum in order to attract tourists.",
            {
                ("The town", "opened", "a museum"),
                ("The town", "opened a museum in order to attract", "tourists"),
            },
            id="in order to",
        ),
        pytest.param(
            "Anna, Bo and Carl won gold, silver and bronze, respectively.",
            {("Anna", "won", "gold"), ("Bo", "won", "silver"), ("Carl", "won", "bronze")},
            id="respectively",
        ),
        pytest.param(
            "Ann sold the house and the boat to Bob and Eve, respectively.",
            {
                ("Ann", "sold", "the house"),
                ("Ann", "sold", "the boat"),
                ("Ann", "sold the house to", "Bob"),
                ("Ann", "sold the boat to", "Eve"),
            },
            id="respectively, with the object in the relation",
        ),
        pytest.param(
            "The bakery, the owner of which lives in Lodz, burned down in May.",
            {("The bakery", "burned down in", "May")},
            id="the owner of which",
        ),
        pytest.param("Ann told Bob that it rains.", {("Ann", "told Bob that", "it rains")}, id="told somebody that"),
        pytest.param(
            "The town where Ann met Bob lies in Bavaria.", {("The town", "lies in", "Bavaria")}, id="the town where"
        ),
        pytest.param(
            "Bob met a painter whose brother lives in Ulm.",
            {("Bob", "met", "a painter"), ("a painter", "has", "brother"), ("a painter's brother", "lives in", "Ulm")},
            id="whose",
        ),
        pytest.param(
            "They buried the dog beneath the tree where he had liked to sleep.",
            {("They", "buried", "the dog"), ("They", "buried the dog beneath", "the tree")},
            id="where, and an infinitive",
        ),
        pytest.param("Perhaps Ann sold the house.", {("Ann", "Perhaps sold", "the house")}, id="perhaps stays"),
        pytest.param(
            "The board rejected the plan that Bob had made in May.",
            {
                ("The board", "rejected", "the plan"),
                ("Bob", "had made", "the plan"),
                ("Bob", "had made the plan in", "May"),
            },
            id="a rejected plan that was made",
        ),
        pytest.param(
            "It is not clear who owns the house.", {("It", "is not", "clear")}, id="a question after an adjective"
        ),
        pytest.param("The battle took place in Ulm.", {("The battle", "took place in", "Ulm")}, id="a light verb"),
        pytest.param(
            "The ferry that Mira had bought in Oslo sank.",
            {("Mira", "had bought", "The ferry"), ("Mira", "had bought The ferry in", "Oslo")},
            id="an object before its verb",
        ),
        pytest.param(
            "According to the coach, the goalkeeper broke his wrist.",
            {("the goalkeeper", "broke", "his wrist")},
            id="a source is no adverbial",
        ),
        pytest.param(
            "The price varies according to the season.",
            {("The price", "varies according to", "the season")},
            id="but what something depends on is one",
        ),
    ],
)
def test_all_facts(parse_english: Parser, sentence: str, expected: set[tuple[str, ...]]) -> None:
    assert facts(parse_english(sentence)) == expected


def test_nary_facts_pair_what_respectively_pairs(parse_english: Parser) -> None:
    parse = parse_english("Ann and Bob live in Ulm and Bonn, respectively.")
    found = [each.write(parse) for each in find_propositions(parse, nary=True)]
    assert found == [("Ann", "live", "in Ulm"), ("Bob", "live", "in Bonn")]


def test_nary_facts_have_the_noun_of_a_relative_clause(parse_english: Parser) -> None:
    parse = parse_english("The ferry that Mira had bought in Oslo sank.")
    found = [each.write(parse) for each in find_propositions(parse, nary=True)]
    assert found == [("Mira", "had bought", "The ferry", "in Oslo")]


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        pytest.param("For example , Ann sold the house .", "example", id="a link"),
        pytest.param("Ann asked Bob to sell the house .", "Bob", id="a part of a fact"),
        pytest.param("Ann , ( and Bob ) , slept in Ulm .", "( )", id="empty brackets"),
        pytest.param("Along with Bob , there were painters in Ulm .", "Bob", id="company that comes first"),
        pytest.param("It harms farm production , especially cotton .", "especially cotton", id="an example"),
        pytest.param("Ann knows what happened in Ulm .", "what", id="a question's pronoun as a subject"),
    ],
)
def test_not_stated(parse_english: Parser, sentence: str, wrong: str) -> None:
    assert wrong not in {argument for fact in facts(parse_english(sentence)) for argument in (fact[0], fact[2])}
