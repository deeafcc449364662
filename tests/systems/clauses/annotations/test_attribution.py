"""Who is the source of a clause, and how sure the source is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.model import Attribution, Modality, Polarity
from karat.systems.clauses.annotations.attribution import RULES, Sources, attribute
from karat.systems.clauses.sentence import Parse

STATED, DENIED = Polarity.POSITIVE, Polarity.NEGATIVE
CERTAIN, POSSIBLE = Modality.CERTAINTY, Modality.POSSIBILITY


def attribution_of(parse: Parse, verb: str, without: tuple[str, ...] = ()) -> tuple[str, Attribution] | None:
    (index,) = [token.index for token in parse.tokens if token.form == verb]
    source = Sources(parse, without).of(index)
    return None if source is None else (source.rule, attribute(parse, source))


EXAMPLES = [
    (
        "The council does not believe that more than 3 million herons live near the coast.",
        "live",
        "reported_statement",
        Attribution("The council", "believe", DENIED, POSSIBLE),
    ),
    (
        "The council knows that more than 3 million herons live near the coast.",
        "live",
        "reported_statement",
        Attribution("The council", "know", STATED, CERTAIN),
    ),
    (
        "The weather office in Bergen, which is small, reports that the storm has passed.",
        "passed",
        "reported_statement",
        Attribution("The weather office in Bergen", "report", STATED, CERTAIN),
    ),
    (
        '"The storm has passed," the harbour master said.',
        "passed",
        "reported_statement",
        Attribution("the harbour master", "say", STATED, CERTAIN),
    ),
    (
        "Mira knows the mill burned and that the barn was saved.",
        "saved",
        "reported_statement",
        Attribution("Mira", "know", STATED, CERTAIN),
    ),
    (
        "The pilot, who denies that the tank is leaking, landed.",
        "leaking",
        "reported_statement",
        Attribution("The pilot", "deny", DENIED, CERTAIN),
    ),
    (
        "The pilot may know that the tank is leaking.",
        "leaking",
        "reported_statement",
        Attribution("The pilot", "know", STATED, POSSIBLE),
    ),
    ("Ivo called, saying the boat sank.", "sank", "reported_statement", Attribution("Ivo", "say", STATED, CERTAIN)),
    (
        "It is believed by farmers that the mill burned.",
        "burned",
        "reported_statement",
        Attribution("farmers", "believe", STATED, POSSIBLE),
    ),
    ("The storm, she said, has passed.", "passed", "inserted", Attribution("she", "say", STATED, CERTAIN)),
    (
        "As the pilot reported, the boat sank.",
        "sank",
        "as_reported",
        Attribution("the pilot", "report", STATED, CERTAIN),
    ),
    (
        "According to the harbour master, the storm has passed.",
        "passed",
        "according_to",
        Attribution("the harbour master", "according to", STATED, CERTAIN),
    ),
]


@pytest.mark.parametrize(("sentence", "verb", "rule", "expected"), EXAMPLES)
def test_sources(
    parse_english: Callable[[str], Parse], sentence: str, verb: str, rule: str, expected: Attribution
) -> None:
    assert attribution_of(parse_english(sentence), verb) == (rule, expected)
    assert attribution_of(parse_english(sentence), verb, (rule,)) is None


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [
        pytest.param("The storm has passed.", "passed", id="nobody says so"),
        pytest.param("It is believed that the mill burned.", "burned", id="nobody is named"),
        pytest.param("It is not true that Nils lives in Oslo.", "lives", id="no verb of saying"),
        pytest.param("Mira knows the boat that sank.", "sank", id="a relative clause is the writer's own"),
        pytest.param("As the pilot reported, the boat sank.", "reported", id="the report itself"),
        pytest.param("Mira does not know if Bob sold the house.", "sold", id="nobody vouches for what is unknown"),
        pytest.param("Mira did not say whether Bob sold the house.", "sold", id="nor for what is left open"),
    ],
)
def test_no_source(parse_english: Callable[[str], Parse], sentence: str, verb: str) -> None:
    assert attribution_of(parse_english(sentence), verb) is None


def test_every_rule_has_an_example() -> None:
    assert {rule for _, _, rule, _ in EXAMPLES} == {rule.__name__ for rule in RULES}
