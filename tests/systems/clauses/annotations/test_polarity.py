"""Which words deny the verb of a clause, and which negations belong elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.systems.clauses.annotations.finding import apply_rules
from karat.systems.clauses.annotations.polarity import POLARITY
from karat.systems.clauses.sentence import Parse


def denials(parse: Parse, verb: str, without: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    (index,) = [token.index for token in parse.tokens if token.form == verb]
    return [(each.rule, parse.render(sorted(each.words))) for each in apply_rules(POLARITY, parse, (index,), without)]


@pytest.mark.parametrize(
    ("sentence", "verb", "expected"),
    [
        pytest.param("Pia did not sell the boat.", "sell", [("negated_verb", "not")], id="not"),
        pytest.param("Pia didn't sell the boat.", "sell", [("negated_verb", "n't")], id="contracted"),
        pytest.param("The ferry never stopped in Kiel.", "stopped", [("negated_verb", "never")], id="never"),
        pytest.param("The mill is not old.", "is", [("negated_verb", "not")], id="after a copula"),
        pytest.param("Nils no longer lives in Rome.", "lives", [("no_longer", "no longer")], id="no longer"),
        pytest.param(
            "She never sold it, nor did she lend it.", "lend", [("joined_by_nor", "nor")], id="the second verb by nor"
        ),
        pytest.param("She not only sold the boat but bought a car.", "sold", [], id="not only"),
        pytest.param("Pia sold the boat.", "sold", [], id="no negation"),
        pytest.param("It is not true that Nils lives in Oslo.", "lives", [], id="the outer clause denies"),
        pytest.param("It is not true that Nils lives in Oslo.", "is", [("negated_verb", "not")], id="outer clause"),
        pytest.param("The pilot does not think that the tank is leaking.", "leaking", [], id="the source denies"),
    ],
)
def test_denials(
    parse_english: Callable[[str], Parse], sentence: str, verb: str, expected: list[tuple[str, str]]
) -> None:
    assert denials(parse_english(sentence), verb) == expected


@pytest.mark.parametrize("rule", [rule.__name__ for rule in POLARITY])
def test_rule_off(parse_english: Callable[[str], Parse], rule: str) -> None:
    example = {
        "negated_verb": ("Pia did not sell the boat.", "sell"),
        "no_longer": ("Nils no longer lives in Rome.", "lives"),
        "joined_by_nor": ("She never sold it, nor did she lend it.", "lend"),
    }[rule]
    sentence, verb = example
    assert denials(parse_english(sentence), verb)
    assert denials(parse_english(sentence), verb, (rule,)) == []
