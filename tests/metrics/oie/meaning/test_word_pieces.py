from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import FormatError
from karat.metrics.oie.meaning.embedder import Vocabulary, read_vocabulary, words_of

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "ann", "sold", "un", "##sold", "##s", "mill", "'", ".", "北", "un##"]
KNOWN = Vocabulary(PIECES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("Ann SOLD", ["ann", "sold"], id="case"),
        pytest.param(" Ann\tsold\xa0it\n", ["ann", "sold", "it"], id="white space"),
        pytest.param("Café Zoë", ["cafe", "zoe"], id="accents"),
        pytest.param("re-elected (2,000)", ["re", "-", "elected", "(", "2", ",", "000", ")"], id="signs are words"),
        pytest.param("$5 + a_b", ["$", "5", "+", "a", "_", "b"], id="ASCII signs that are no punctuation elsewhere"),
        pytest.param("5 € – “so”", ["5", "€", "–", "“", "so", "”"], id="other punctuation; the euro is no word's end"),
        pytest.param("x€y", ["x€y"], id="signs of money are letters, but for ASCII's"),
        pytest.param("北京 ist", ["北", "京", "ist"], id="each ideograph is a word"),
        pytest.param("a\x00b\u200dc\ufffd", ["abc"], id="control characters are dropped"),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert list(words_of(text)) == words


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("Ann sold mills.", ["ann", "sold", "mill", "##s", "."], id="the longest piece first"),
        pytest.param("unsold", ["un", "##sold"], id="a word in two pieces"),
        pytest.param("mill's", ["mill", "'", "[UNK]"], id="a piece that only continues begins no word"),
        pytest.param("unann", ["[UNK]"], id="a rest that is no piece makes the whole word unknown"),
        pytest.param("mill" + "s" * 96, ["mill", *["##s"] * 96], id="a hundred letters"),
        pytest.param("mill" + "s" * 97, ["[UNK]"], id="more letters"),
        pytest.param("北", ["北"], id="an ideograph"),
    ],
)
def test_pieces(text: str, pieces: list[str]) -> None:
    expected = ["[CLS]", *pieces, "[SEP]"]
    assert [PIECES[number] for number in KNOWN.encode(text, 200)] == expected


def test_a_long_text_is_cut_and_still_has_its_end() -> None:
    assert [PIECES[number] for number in KNOWN.encode("ann sold mill mill", 4)] == ["[CLS]", "ann", "sold", "[SEP]"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"[UNK]\n[CLS]\n", "expected word pieces with [SEP] among them", id="no end"),
        pytest.param(b"\xff\xfe\n", "expected word pieces in UTF-8", id="bytes"),
    ],
)
def test_a_file_that_is_no_vocabulary(tmp_path: Path, content: bytes, found: str) -> None:
    (tmp_path / "vocab.txt").write_bytes(content)
    with pytest.raises(FormatError) as error:
        read_vocabulary(tmp_path / "vocab.txt")
    assert f"vocab.txt: {found}" in str(error.value)
