"""Clauses of sentences with each type, voice and place of the subject."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from karat.systems.clauses.clauses import find_clauses
from karat.systems.clauses.sentence import Parse


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        pytest.param("Ann slept .", ["Ann slept SV own"], id="SV"),
        pytest.param("Ann lives in Ulm .", ["Ann lives SVA own"], id="SVA"),
        pytest.param("Ann is happy .", ["Ann is SVC own"], id="SVC"),
        pytest.param("Ann sold the house .", ["Ann sold SVO own"], id="SVO"),
        pytest.param("Ann gave Bob a book .", ["Ann gave SVOO own"], id="SVOO"),
        pytest.param("Ann put the book on the table .", ["Ann put SVOA own"], id="SVOA"),
        pytest.param("They elected him president .", ["They elected SVOC own"], id="SVOC"),
        pytest.param("The house was sold by Ann .", ["The house was sold SVA own passive"], id="passive"),
        pytest.param("Ann has not been seen .", ["Ann has not been seen SV own passive"], id="negation"),
        pytest.param(
            "Ann bought and sold houses .",
            ["Ann bought SVO own", "Ann sold SVO shared"],
            id="shared subject and object",
        ),
        pytest.param(
            "Ann will sell the house and buy a flat .",
            ["Ann will sell SVO own", "Ann will buy SVO shared"],
            id="shared auxiliary",
        ),
        pytest.param("Ann wants to buy a house .", ["Ann wants SV own", "Ann wants to buy SVO chain"], id="chain"),
        pytest.param(
            "Ann , who owns a house , slept .", ["Ann owns SVO relative", "Ann slept SV own"], id="relative clause"
        ),
        pytest.param(
            "The house built by Ann was sold .",
            ["The house built SVA participle passive", "The house was sold SV own passive"],
            id="participle",
        ),
        pytest.param(
            "Ann left the town , taking the key .",
            ["Ann left SVO own", "Ann taking SVO supplement"],
            id="participle as a supplement",
        ),
        pytest.param("Sell the house !", [], id="no subject"),
    ],
)
def test_clauses(parse_english: Callable[[str], Parse], sentence: str, clauses: list[str]) -> None:
    parse = parse_english(sentence)
    described = []
    for clause in find_clauses(parse):
        subject = " ".join(parse.render([each for each in parse.subtree(s) if each <= s]) for s in clause.subjects)
        passive = " passive" if clause.passive else ""
        described.append(f"{subject} {parse.render(clause.group)} {clause.type} {clause.source}{passive}")
    assert described == clauses
