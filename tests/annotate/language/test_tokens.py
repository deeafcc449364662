"""How a sentence is split into the tokens that annotators select."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.language.tokens import split


def tokens(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in split(text, language)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        pytest.param("Mia 's boat , a sloop , sank .", "en", id="marks stand alone"),
        pytest.param("Mia didn't row .", "en", id="a clitic of a tokenised sentence stays"),
        pytest.param("They met at Yahoo! in the '70s .", "en", id="marks that belong to words"),
        pytest.param("mia rowed home", "en", id="no marks at all"),
        pytest.param("She works for Acme Inc.", "en", id="an abbreviation at the end"),
        pytest.param("小 船 沉 没 了 。", "zh", id="characters apart"),
        pytest.param("小船 沉没 了 。", "zh", id="segmented words"),
    ],
)
def test_a_tokenised_sentence_is_split_at_its_white_space(text: str, language: str) -> None:
    assert tokens(text, language) == text.split()


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Mia, who rows, won.", "en", "Mia | , | who | rows | , | won | ."),
        ("“Stop!” she said (twice).", "en", "“ | Stop | ! | ” | she | said | ( | twice | ) | ."),
        ("We don't see Mia's boat.", "en", "We | do | n't | see | Mia | 's | boat | ."),
        (
            "Dr. Lee left the U.S. on 3. May, didn't he?",
            "en",
            "Dr. | Lee | left | the | U.S. | on | 3. | May | , | did | n't | he | ?",
        ),
        ("Wait... He paid $1,500.50, then left.", "en", "Wait | ... | He | paid | $1,500.50 | , | then | left | ."),
        ("In the '70s, (s)he sang.", "en", "In | the | '70s | , | (s)he | sang | ."),
        (
            "Am 3. Mai kam z.B. Frau Dr. Ott, die bleibt.",
            "de",
            "Am | 3. | Mai | kam | z.B. | Frau | Dr. | Ott | , | die | bleibt | .",
        ),
        ("Er sagte „ja“, und ging .", "de", "Er | sagte | „ | ja | “ | , | und | ging | ."),
        ("小船IKEA在2021年沉没了。", "zh", "小 | 船 | IKEA | 在 | 2021 | 年 | 沉 | 没 | 了 | 。"),
        ("小船沉没了", "zh-Hans", "小 | 船 | 沉 | 没 | 了"),
        ("", "en", ""),
    ],
)
def test_running_text_is_split_further(text: str, language: str, expected: str) -> None:
    assert " | ".join(tokens(text, language)) == expected


@given(st.text(max_size=60), st.sampled_from(["en", "de", "zh", "xx"]))
def test_no_character_is_lost(text: str, language: str) -> None:
    assert "".join(tokens(text, language)) == "".join(text.split())
    spans = split(text, language)
    assert all(start < end for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
