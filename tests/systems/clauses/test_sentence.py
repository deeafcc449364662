"""Words are found in the text and written as the text writes them."""

from __future__ import annotations

import pytest

from karat.model import Word
from karat.systems.clauses.schemes.clearnlp import from_clearnlp
from karat.systems.clauses.sentence import Parse, Role, locate


def words(*rows: tuple[str, int, str]) -> tuple[Word, ...]:
    return tuple(Word(form, form.lower(), "NOUN", "NN", (), governor, relation) for form, governor, relation in rows)


HOUSE = from_clearnlp(
    "Ann's well-built house (and garden)",
    words(
        ("Ann", 6, "poss"),
        ("'s", 1, "case"),
        ("well", 5, "advmod"),
        ("-", 5, "punct"),
        ("built", 6, "amod"),
        ("house", 0, "ROOT"),
        ("(", 6, "punct"),
        ("and", 6, "cc"),
        ("garden", 6, "conj"),
        (")", 6, "punct"),
    ),
)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        pytest.param((0, 1, 2, 3, 4, 5), "Ann's well-built house", id="neighbours as the text writes them"),
        pytest.param((0, 5), "Ann house", id="a space where words are left out"),
        pytest.param((0, "has", 5), "Ann has house", id="a word that is not in the sentence"),
        pytest.param((2, 4), "well built", id="no hyphen if it is left out"),
        pytest.param((), "", id="nothing"),
    ],
)
def test_render(phrase: tuple[int | str, ...], text: str) -> None:
    assert HOUSE.render(phrase) == text


def test_roles_and_children() -> None:
    assert [token.index for token in HOUSE.tokens if token.role is Role.ROOT] == [5]
    assert HOUSE.first(5, Role.POSSESSOR) == 0
    assert HOUSE.first(5, Role.SUBJECT) is None
    assert HOUSE.conjuncts(5) == [5, 8]
    assert HOUSE.subtree(4) == [2, 3, 4]
    assert list(HOUSE.ancestors(1)) == [0, 5]


@pytest.mark.parametrize(
    ("text", "forms", "surfaces"),
    [
        pytest.param("Ann  slept .", ("Ann", "slept", "."), ("Ann", "slept", "."), id="spaces"),
        pytest.param("zum Haus", ("zu", "dem", "Haus"), ("zu", "m", "Haus"), id="contraction"),
        pytest.param("im Haus", ("in", "dem", "Haus"), ("im", "", "Haus"), id="contraction that spells no part"),
        pytest.param(
            "er geht im Haus", ("er", "geht", "in", "dem", "Haus"), ("er", "geht", "im", "", "Haus"), id="later"
        ),
        pytest.param("Ann -LRB- L ) .", ("Ann", "(", "L", ")", "."), ("Ann", "-LRB-", "L", ")", "."), id="brackets"),
        pytest.param("", (), (), id="empty"),
        pytest.param("Ann", ("Bob",), ("Ann",), id="another text"),
    ],
)
def test_locate(text: str, forms: tuple[str, ...], surfaces: tuple[str, ...]) -> None:
    assert tuple(text[start:end] for start, end in locate(text, forms)) == surfaces


def test_contractions_are_written_as_such_only_whole() -> None:
    parse = from_clearnlp(
        "geht zum Haus", words(("geht", 0, "ROOT"), ("zu", 1, "prep"), ("dem", 4, "det"), ("Haus", 2, "pobj"))
    )
    assert parse.render((0, 1, 2)) == "geht zum"
    assert parse.render((2, 3)) == "dem Haus"


def test_contractions_that_spell_no_part() -> None:
    rows = ("er", 2, "nsubj"), ("ist", 0, "ROOT"), ("in", 2, "prep"), ("dem", 5, "det"), ("Haus", 3, "pobj")
    parse = from_clearnlp("er ist im Haus", words(*rows))
    assert parse.render((1, 2, 3)) == "ist im"
    assert parse.render((1, 2)) == "ist in"
    assert parse.render((3, 4)) == "dem Haus"


def test_several_sentences_have_several_roots() -> None:
    parse = from_clearnlp(
        "Ann slept Bob woke", words(("Ann", 2, "nsubj"), ("slept", 0, "ROOT"), ("Bob", 4, "nsubj"), ("woke", 0, "ROOT"))
    )
    assert [token.head for token in parse.tokens] == [1, -1, 3, -1]


def test_an_empty_text_has_no_tokens() -> None:
    assert len(Parse("", ())) == 0
