"""CoNLL-U: words, contracted tokens, empty nodes, trees; each fault with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import FormatError, FormatErrors
from karat.formats import guess
from karat.formats.documents.conllu import read
from karat.model import ParsedSentence, Token, Word


def row(number: str, form: str, head: str, relation: str, features: str = "_") -> str:
    return f"{number}\t{form}\t{form.lower()}\tX\tY\t{features}\t{head}\t{relation}\t_\t_"


# Zum Haus geht Ida: "zum" is "zu" and "dem".
RIGHT = [
    "# sent_id = a-1",
    "# text = Zum Haus geht Ida",
    row("1-2", "Zum", "_", "_"),
    row("1", "zu", "3", "case"),
    row("2", "dem", "3", "det", "Case=Dat|Number=Sing"),
    row("3", "Haus", "4", "obl"),
    row("3.1", "wo", "_", "_"),
    row("4", "geht", "0", "root"),
    row("5", "Ida", "4", "nsubj:own"),
]


def test_a_sentence_as_it_stands(file: Callable[..., Path]) -> None:
    (document,) = read(file("\n".join(RIGHT) + "\n\n", "a.conllu"))
    assert document.id == "a-1"
    assert document.content == ParsedSentence(
        tokens=(Token("Zum", 1, 2, contracted=True), Token("Haus", 3, 3), Token("geht", 4, 4), Token("Ida", 5, 5)),
        words=(
            Word("zu", "zu", "X", "Y", (), 3, "case"),
            Word("dem", "dem", "X", "Y", ("Case=Dat", "Number=Sing"), 3, "det"),
            Word("Haus", "haus", "X", "Y", (), 4, "obl"),
            Word("geht", "geht", "X", "Y", (), 0, "root"),
            Word("Ida", "ida", "X", "Y", (), 4, "nsubj:own"),
        ),
    )


def test_without_a_name_the_first_line_names_it_and_the_last_blank_line_may_lack(file: Callable[..., Path]) -> None:
    path = file("\n" + row("1", "Ho", "0", "root") + "\n\n" + row("1", "Hey", "0", "root"))
    assert [document.id for document in read(path)] == ["line 2", "line 4"]
    assert guess(path, kinds=("dependencies",)).name == "conllu"


def test_trees_may_cross(file: Callable[..., Path]) -> None:
    rows = [row("1", "a", "3", "x"), row("2", "b", "4", "x"), row("3", "c", "0", "root"), row("4", "d", "3", "x")]
    (document,) = read(file("\n".join(rows)))
    assert [word.governor for word in document.content.words] == [3, 4, 0, 3]


@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        pytest.param(
            ["1\tHo\tho"],
            1,
            r"expected 10 columns with a tab between them, found 3: '1\\tHo\\tho'",
            id="wrong column count",
        ),
        pytest.param([row("1", "a", "0", "root"), row("3", "b", "1", "x")], 2, "word number 2 in column 1", id="gap"),
        pytest.param([row("1", "a", "7", "root")], 1, "a word, from 0 to 1, in column 7, found '7'", id="head too far"),
        pytest.param([row("1", "a", "-1", "root")], 1, "in column 7, found '-1'", id="head below 0"),
        pytest.param([row("1", "a", "_", "root")], 1, "in column 7, found '_'", id="no head"),
        pytest.param([row("1", "\u00a0", "0", "root")], 1, "a form in column 2", id="form of spaces alone"),
        pytest.param([row("1", "a", "0", "")], 1, "a relation in column 8, found nothing", id="no relation"),
        pytest.param(
            [row("1", "a", "0", "root"), row("2", "b", "0", "root")],
            2,
            "one root .*, found a second one",
            id="two roots",
        ),
        pytest.param([row("1", "a", "2", "x"), row("2", "b", "1", "x")], 1, "one root .*, found none", id="no root"),
        pytest.param(
            [row("1", "a", "0", "root"), row("2", "b", "3", "x"), row("3", "c", "2", "x")],
            2,
            "a circle through word 2",
            id="circle",
        ),
        pytest.param(
            [row("1-2", "ab", "_", "_"), row("1", "a", "0", "root")], 1, "within the 1 words, found '1-2'", id="range"
        ),
        pytest.param(
            [row("1-2", "ab", "_", "_"), row("1", "a", "0", "root"), row("2-3", "bc", "_", "_")],
            3,
            "ranges that share no word",
            id="ranges overlap",
        ),
        pytest.param(
            [row("2-3", "ab", "_", "_"), row("1", "a", "0", "root")], 1, "starts at 1, the next word", id="range early"
        ),
        pytest.param(["# sent_id = 1"], 1, "words below the comments", id="only comments"),
    ],
)
def test_each_fault_with_its_line(file: Callable[..., Path], rows: list[str], line: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        list(read(file("\n".join(rows) + "\n\n")))
    assert caught.value.line == line


def test_faults_of_several_sentences_together(file: Callable[..., Path]) -> None:
    text = row("2", "a", "0", "root") + "\n\n" + row("1", "a", "0", "root") + "\n\n" + row("1", "a", "9", "root")
    with pytest.raises(FormatErrors) as caught:
        list(read(file(text)))
    assert [error.line for error in caught.value.errors] == [1, 5]
