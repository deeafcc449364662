"""Words of two tokenisations brought together (CoNLL 2018), and the parses made of them, by hand."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from karat.errors import AlignmentError
from karat.metrics import BLEX, CLAS, LAS, LEMMAS, MLAS, SENTENCES, TOKENS, UAS, UPOS, WORDS
from karat.metrics.parse_pairs import align, align_in_step, pair_parses, place_words
from karat.model import DependencyParse, ParsedSentence, Token, Word


def sentence(*tokens: str) -> ParsedSentence:
    """Tokens, the first word the root of all; ``zum=zu+dem`` is contracted."""
    made: list[Token] = []
    forms: list[str] = []
    for token in tokens:
        surface, _, inner = token.partition("=")
        words = inner.split("+") if inner else [surface]
        made.append(Token(surface, len(forms) + 1, len(forms) + len(words), bool(inner)))
        forms += words
    words_ = [
        Word(form, form, "X", "_", (), int(place > 0), "dep" if place else "root") for place, form in enumerate(forms)
    ]
    return ParsedSentence(tuple(made), tuple(words_))


@pytest.mark.parametrize(
    ("predicted", "gold", "pairs"),
    [
        pytest.param(["I", "go"], ["I", "go"], {0: 0, 1: 1}, id="the same"),
        pytest.param(["Igo"], ["I", "go"], {}, id="a token too long aligns with nothing"),
        pytest.param(["I", "go", "."], ["I", "go."], {0: 0}, id="cut elsewhere"),
        pytest.param(["I", "'m"], ["I'm=I+am"], {0: 0}, id="inside a contraction by form"),
        pytest.param(["i'm=i+am"], ["I", "'m"], {0: 0}, id="case does not count inside"),
        pytest.param(["ab=x+ab"], ["a\u00a0b"], {1: 0}, id="a space in a token does not count inside"),
        pytest.param(["ab=x+y+z"], ["ab=y+x+z"], {0: 1, 2: 2}, id="of two as long, the one that skips a gold word"),
        pytest.param(["ab=b+a"], ["ab=a+b"], {0: 1}, id="crossing forms"),
        pytest.param(["ab=a+b", "c"], ["a", "bc=b+c"], {0: 0, 1: 1, 2: 2}, id="overlapping contractions are one"),
        pytest.param(["ab", "c=c+d"], ["a", "bc=b+c"], {1: 2}, id="a word that sticks out aligns with nothing"),
    ],
)
def test_alignment_by_hand(predicted: list[str], gold: list[str], pairs: dict[int, int]) -> None:
    found = align(place_words([sentence(*predicted)])[0], place_words([sentence(*gold)])[0])
    assert found == pairs


@pytest.mark.parametrize(
    ("predicted", "gold", "described", "in_step"),
    [
        # The gold comes to its contraction while the system is at *a*: that is skipped, and *b* is compared by form.
        pytest.param(["a", "b", "c", "d", "e"], ["abc", "de=x+b"], {}, {1: 2}, id="the system is behind"),
        pytest.param(["abc", "de=x+c"], ["a", "b", "c", "d", "e"], {}, {2: 2}, id="the gold is behind"),
        pytest.param(["a", "bc", "d", "e"], ["abc", "de=d+b"], {2: 1}, {2: 1}, id="behind, but no form is the same"),
        pytest.param(["ab", "c", "de=c+e"], ["a", "b", "c", "de=c+e"], {1: 2, 2: 3, 3: 4}, None, id="caught up"),
        pytest.param(["ab=x+y+z"], ["ab=y+x+z"], {0: 1, 2: 2}, None, id="of two as long, the same one"),
        pytest.param(["ab=a+b", "c"], ["a", "bc=b+c"], {0: 0, 1: 1, 2: 2}, None, id="overlapping contractions"),
        pytest.param(["ab", "c=c+d"], ["a", "bc=b+c"], {1: 2}, None, id="a word that sticks out"),
        pytest.param(["ab=a+b"], ["abc"], {}, None, id="another text is not this function's business"),
    ],
)
def test_alignment_as_the_program_does_it(
    predicted: list[str], gold: list[str], described: dict[int, int], in_step: dict[int, int] | None
) -> None:
    sides = place_words([sentence(*predicted)])[0], place_words([sentence(*gold)])[0]
    assert align(*sides) == described
    assert align_in_step(*sides) == (described if in_step is None else in_step)


def made_up(draw: random.Random, text: str) -> ParsedSentence:
    """A text cut and contracted at random."""
    tokens = []
    while text:
        length = draw.choice((1, 1, 2, 2, 3, 4))
        token, text = text[:length], text[length:]
        words = ["".join(draw.choices("abAB", k=draw.randint(1, 2))) for _ in range(draw.randint(1, 3))]
        tokens.append(f"{token}={'+'.join(words)}" if draw.random() < 0.3 else token)
    return sentence(*tokens)


def test_how_often_the_two_alignments_differ() -> None:
    """As docs/metrics/conll_2018.md says."""
    differ = 0
    for seed in range(2000):
        draw = random.Random(seed)
        text = "".join(draw.choices("ab", k=draw.randint(2, 12)))
        sides = [place_words([made_up(draw, text)])[0] for _ in range(2)]
        described, in_step = align(*sides), align_in_step(*sides)
        differ += described != in_step
        for found in (described, in_step):
            # Both are one-to-one and keep the order, and a pair without a contraction covers the same characters.
            assert sorted(found) == sorted(found, key=lambda place: found[place])
            assert len(set(found.values())) == len(found)
        for ours, theirs in described.items():
            one, other = sides[0][ours], sides[1][theirs]
            assert one.range == other.range or one.word.form.lower() == other.word.form.lower()
    assert differ == 83


def test_a_pair_that_crosses_the_end_of_a_sentence_joins_the_pieces() -> None:
    predicted = [sentence("a", "b", "c"), sentence("d", "e")]
    gold = [sentence("abc"), sentence("de=x+b")]
    assert [len(parses(predicted, gold, alignment=each)) for each in ("description", "program")] == [2, 1]
    ((_, mine, theirs),) = parses(predicted, gold, alignment="program")
    assert WORDS(mine, theirs).masses == (1, 5, 1, 3)
    assert SENTENCES(mine, theirs).masses == (2, 2, 2, 2)


def parses(
    predicted: list[ParsedSentence], gold: list[ParsedSentence], **choices: bool | str
) -> list[tuple[str, DependencyParse, DependencyParse]]:
    chosen = {"aligned_only": False, "whole": False, **choices}
    named = [{str(place): each for place, each in enumerate(side)} for side in (predicted, gold)]
    return pair_parses({"mine": named[0]}, named[1], **chosen)["mine"]


def test_texts_are_cut_where_all_end_a_sentence() -> None:
    found = parses(
        [sentence("a", "b"), sentence("c"), sentence("d")], [sentence("a"), sentence("b", "c"), sentence("d")]
    )
    assert [name for name, _, _ in found] == ["0", "2"]
    assert sum(SENTENCES(mine, gold) for _, mine, gold in found).masses == (1, 3, 1, 3)
    assert sum(TOKENS(mine, gold) for _, mine, gold in found).masses == (4, 4, 4, 4)


def test_spaces_inside_a_form_do_not_count() -> None:
    ((_, mine, gold),) = parses([sentence("1\u00a0000")], [sentence("1 000")])
    assert WORDS(mine, gold).exact == 1


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        pytest.param(["a", "x"], r"mine: expected .*, 'b' at character 2 \(its sentence 1\), found 'x'", id="differs"),
        pytest.param(["a"], "'b' at character 2 .*, found the end of the text", id="too short"),
        pytest.param(["a", "b", "c"], "the end of the text at character 3 .*, found 'c'", id="too long"),
    ],
)
def test_another_text_is_refused_with_its_place(predicted: list[str], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        parses([sentence(*predicted)], [sentence("a", "b")])


def tree(*rows: tuple[str, str, str, str, int, str]) -> ParsedSentence:
    """Words given as form, lemma, part of speech, features, governor, relation."""
    words = tuple(
        Word(form, lemma, upos, "_", tuple(filter(None, features.split("|"))), governor, relation)
        for form, lemma, upos, features, governor, relation in rows
    )
    return ParsedSentence(tuple(Token(word.form, n, n) for n, word in enumerate(words, 1)), words)


GOLD = tree(
    ("The", "the", "DET", "", 2, "det"),
    ("dogs", "dog", "NOUN", "Number=Plur", 3, "nsubj:agent"),
    ("bark", "_", "VERB", "", 0, "root"),
)


@pytest.mark.parametrize(
    ("place", "change", "right"),
    [
        pytest.param(0, {}, {}, id="nothing changed"),
        pytest.param(1, {"relation": "nsubj"}, {}, id="what follows the colon is cut"),
        pytest.param(1, {"features": ("Number=Plur", "Local=Yes")}, {}, id="features of one language are left out"),
        pytest.param(2, {"lemma": "woof"}, {}, id="a gold lemma _ lets any pass"),
        pytest.param(1, {"lemma": "dogs"}, {"blex": 1, "lemmas": 2}, id="a lemma wrong"),
        pytest.param(1, {"upos": "VERB"}, {"mlas": 1, "upos": 2}, id="a part of speech wrong"),
        pytest.param(0, {"upos": "X"}, {"mlas": 1, "upos": 2}, id="a function word's part of speech wrong"),
        pytest.param(0, {"governor": 3}, {"uas": 2, "las": 2, "mlas": 0}, id="a function word elsewhere"),
        pytest.param(1, {"relation": "obj"}, {"las": 2, "clas": 1, "mlas": 1, "blex": 1}, id="a relation wrong"),
    ],
)
def test_what_each_metric_looks_at(place: int, change: dict[str, object], right: dict[str, int]) -> None:
    words = list(GOLD.words)
    words[place] = replace(words[place], **change)
    ((_, mine, gold),) = parses([replace(GOLD, words=tuple(words))], [GOLD])
    expected = {"uas": 3, "las": 3, "clas": 2, "mlas": 2, "blex": 2, "upos": 3, "lemmas": 3, **right}
    found = {m.name: m(mine, gold).masses.matched_gold for m in (UAS, LAS, CLAS, MLAS, BLEX, UPOS, LEMMAS)}
    assert found == expected


def test_whole_relations() -> None:
    other = tree(
        *[("The", "the", "DET", "", 2, "det"), ("dogs", "d", "NOUN", "", 3, "nsubj"), ("bark", "b", "V", "", 0, "root")]
    )
    ((_, mine, gold),) = parses([other], [GOLD], whole=True)
    assert LAS(mine, gold).exact == Fraction(2, 3)


def test_aligned_accuracy_leaves_out_what_has_no_partner() -> None:
    predicted = [sentence("ab", "c", "d")]
    gold = [sentence("a", "b", "c", "d")]
    ((_, mine, theirs),) = parses(predicted, gold)
    assert WORDS(mine, theirs).masses == (2, 3, 2, 4)
    ((_, mine, theirs),) = parses(predicted, gold, aligned_only=True)
    assert WORDS(mine, theirs).masses == (2, 2, 2, 2)
    assert UAS(mine, theirs).exact == 0  # both hang below the first word, which has no partner
