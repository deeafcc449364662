"""Which phrases of a sentence are quantities."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.systems.clauses.annotations.quantities import RULES, find_quantities
from karat.systems.clauses.sentence import Parse

EXAMPLES = [
    ("At least two letters were marked as private.", [("number", "At least two")]),
    ("More than 3 million herons live there.", [("number", "More than 3 million")]),
    ("About $ 12.5 million was paid by a few farmers.", [("number", "About $ 12.5 million"), ("quantifier", "a few")]),
    ("Nearly 40 % of all sheep were sold in May 1998.", [("number", "Nearly 40 %"), ("quantifier", "all")]),
    ("Both sisters own several hundred hectares of land.", [("quantifier", "Both"), ("quantifier", "several hundred")]),
    ("The team won 12 of its 20 games.", [("number", "12"), ("number", "20")]),
    ("Up to 20 people can sit in over half of the cars.", [("number", "Up to 20"), ("quantifier", "over half")]),
    (
        "Each of the 12 members got between 5 and 10 euros.",
        [("quantifier", "Each"), ("number", "12"), ("number", "between 5 and 10")],
    ),
    ("Dozens of people and a lot of dogs came.", [("counting_noun", "Dozens"), ("counting_noun", "a lot")]),
    ("No guest left the house.", [("quantifier", "No")]),
]


def quantities(parse: Parse, without: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    return [(phrase.rule, parse.render(phrase.words)) for phrase in find_quantities(parse, without)]


@pytest.mark.parametrize(("sentence", "expected"), EXAMPLES)
def test_quantities(parse_english: Callable[[str], Parse], sentence: str, expected: list[tuple[str, str]]) -> None:
    assert quantities(parse_english(sentence)) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("Apollo landed in 1969.", id="a year"),
        pytest.param("The mill burned on May 3, 1998.", id="a date"),
        pytest.param("The mill burned in the 1990s.", id="a decade"),
        pytest.param("Apollo 11 landed.", id="a name"),
        pytest.param("The three-day trip ended.", id="part of a compound"),
        pytest.param("The number of mills fell.", id="the number itself"),
    ],
)
def test_no_quantity(parse_english: Callable[[str], Parse], sentence: str) -> None:
    assert quantities(parse_english(sentence)) == []


def test_each_rule_can_be_switched_off(parse_english: Callable[[str], Parse]) -> None:
    sentence = "All farmers sold 40 sheep and dozens of goats."
    whole = quantities(parse_english(sentence))
    assert whole == [("quantifier", "All"), ("number", "40"), ("counting_noun", "dozens")]
    for rule in RULES:
        expected = [each for each in whole if each[0] != rule.__name__]
        assert quantities(parse_english(sentence), (rule.__name__,)) == expected
