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
    ],
)
def test_sentences(parse_english: Parser, sentence: str, expected: set[tuple[str, ...]]) -> None:
    assert facts(parse_english(sentence)) >= expected
