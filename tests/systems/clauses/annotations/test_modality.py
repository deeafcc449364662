"""Which words make the fact of a verb possible."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.systems.clauses.annotations.finding import apply_rules
from karat.systems.clauses.annotations.modality import MODALITY
from karat.systems.clauses.sentence import Parse

EXAMPLES = [
    ("The ferry will stop in Kiel.", "stop", "modal_verb", "will"),
    ("The ferry may not stop in Kiel.", "stop", "modal_verb", "may"),
    ("The ferry can't stop in Kiel.", "stop", "modal_verb", "ca"),
    ("Dora probably meets the Otters.", "meets", "possible_adverb", "probably"),
    ("Dora Quist expects to meet with the Otters.", "meet", "intended_infinitive", "expects to"),
    ("Dora Quist is expected to meet with the Otters.", "meet", "intended_infinitive", "is expected to"),
    ("Nils is going to buy the mill.", "buy", "intended_infinitive", "is going to"),
    ("The king wants Pia to sell the boat.", "sell", "intended_infinitive", "wants to"),
    ("Dora Quist is likely to meet the Otters.", "meet", "possible_adjective", "is likely to"),
    ("If Pia pays Nils, Mira keeps the key.", "keeps", "under_condition", "If"),
    ("Mira keeps the key unless Pia pays Nils.", "keeps", "under_condition", "unless"),
    ("If Pia pays Nils, he leaves Ulm and Mira keeps the key.", "keeps", "under_condition", "If"),
]


def possibilities(parse: Parse, verb: str, without: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    (index,) = [token.index for token in parse.tokens if token.form == verb]
    return [(each.rule, parse.render(sorted(each.words))) for each in apply_rules(MODALITY, parse, (index,), without)]


@pytest.mark.parametrize(("sentence", "verb", "rule", "words"), EXAMPLES)
def test_possible(parse_english: Callable[[str], Parse], sentence: str, verb: str, rule: str, words: str) -> None:
    assert possibilities(parse_english(sentence), verb) == [(rule, words)]
    assert possibilities(parse_english(sentence), verb, (rule,)) == []


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [
        pytest.param("The ferry stopped in Kiel.", "stopped", id="past"),
        pytest.param("Nils began to sell the mill.", "sell", id="a beginning has happened"),
        pytest.param("Nils went home to sell the mill.", "went", id="an aim of another verb"),
        pytest.param("The pilot may know that the tank is leaking.", "leaking", id="the outer clause is possible"),
        pytest.param("Mira keeps the key even if Pia pays Nils.", "keeps", id="even if"),
        pytest.param("Mira slept and Ann wins if Pia pays Nils.", "slept", id="the condition of a later verb"),
        pytest.param("Mira asked whether Pia sold the boat.", "asked", id="asking is certain"),
        pytest.param("Dora has met the Otters.", "met", id="has as an auxiliary"),
    ],
)
def test_certain(parse_english: Callable[[str], Parse], sentence: str, verb: str) -> None:
    assert possibilities(parse_english(sentence), verb) == []


def test_every_rule_has_an_example() -> None:
    assert {rule for _, _, rule, _ in EXAMPLES} == {rule.__name__ for rule in MODALITY}
