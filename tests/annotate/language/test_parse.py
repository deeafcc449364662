"""How the words of a tagger are laid over tokens with other borders."""

from __future__ import annotations

from karat.annotate.language.parse import lay_over
from karat.model import Word


def word(form: str, governor: int = 0, relation: str = "_", upos: str = "X") -> Word:
    return Word(form, form, upos, "_", (), governor, relation)


def test_a_token_of_several_words_takes_the_word_that_governs_the_others() -> None:
    parse = lay_over(
        ["Mia", "didn't", "row"],
        (word("Mia", 4, "nsubj"), word("did", 4, "aux", "AUX"), word("n't", 4, "neg"), word("row", 0, "ROOT")),
    )
    assert parse is not None
    assert [(each.text, each.governor, each.relation) for each in parse] == [
        ("Mia", 2, "nsubj"),
        ("didn't", 2, "aux"),
        ("row", None, "ROOT"),
    ]
    assert [each.text for each in parse.subtree(parse[2])] == ["Mia", "didn't", "row"]


def test_a_word_of_several_tokens_has_all_their_numbers() -> None:
    parse = lay_over(["小", "船", "沉", "了"], (word("小船"), word("沉"), word("了")))
    assert parse is not None
    assert [(each.text, each.numbers) for each in parse] == [("小船", (0, 1)), ("沉", (2,)), ("了", (3,))]


def test_borders_that_cross_are_merged() -> None:
    parse = lay_over(["ab", "cd", "e"], (word("a"), word("bcd"), word("e")))
    assert parse is not None
    assert [(each.text, each.numbers) for each in parse] == [("abcd", (0, 1)), ("e", (2,))]


def test_other_characters_are_refused() -> None:
    assert lay_over(["Mia"], (word("Mio"),)) is None


def test_a_token_that_joins_two_words_makes_no_cycle() -> None:
    parse = lay_over(
        ["a-b", "c"], (word("a", 4, "dep"), word("-", 0, "ROOT"), word("b", 2, "dep"), word("c", 3, "dep"))
    )
    assert parse is not None
    assert [each.governor for each in parse] == [None, 0]
    assert [each.text for each in parse.subtree(parse[0])] == ["a-b", "c"]
