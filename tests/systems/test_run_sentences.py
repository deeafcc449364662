"""The sentences that a system is run over."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.errors import FormatError, InputError
from karat.model import Sentence
from karat.systems.sentences import read_sentences, sentences_of_benchmark

ROW = '{{"karat": "extractions", "sentence_id": "{}", "sentence": "{}"}}\n'
TWO = (Sentence("1", "Ann slept ."), Sentence("2", "It rained ."))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param("Ann slept .\nIt rained .\n", TWO, id="a sentence a line"),
        pytest.param("\nAnn slept .\r\n\n  It rained . ", TWO, id="blank lines and spaces are ignored"),
        pytest.param("1\tAnn slept .\n2\tIt rained .\n", TWO, id="with ids"),
        pytest.param(
            "Red, white, blue .\n1 ; 2 ; 3\n",
            (Sentence("1", "Red, white, blue ."), Sentence("2", "1 ; 2 ; 3")),
            id="what looks like a table",
        ),
        pytest.param(
            "It rained .\nIt rained .\n",
            (Sentence("1", "It rained ."), Sentence("2", "It rained .")),
            id="a sentence twice",
        ),
        pytest.param(
            '{"karat": "extractions", "sentence_id": "a", "sentence": "Ann slept ."}\n'
            '{"karat": "extractions", "sentence_id": "a", "sentence": "Ann slept ."}\n'
            '{"karat": "extractions", "sentence_id": "b", "sentence": "Ann slept ."}\n',
            (Sentence("a", "Ann slept ."), Sentence("b", "Ann slept .")),
            id="rows, by their ids",
        ),
        pytest.param(
            '{"karat": "extractions", "sentence": "Ann slept ."}\n'
            '{"karat": "extractions", "sentence": "It rained ."}\n'
            '{"karat": "extractions", "sentence": "Ann slept ."}\n',
            TWO,
            id="rows without ids",
        ),
        pytest.param(
            '{"karat": "tuples", "sentence": {"id": "1", "text": "Ann slept ."}, "extractions": []}\n'
            '{"karat": "tuples", "sentence": {"id": "2", "text": "It rained ."}, "extractions": []}\n',
            TWO,
            id="gold",
        ),
        pytest.param(
            '{"karat": "cliques", "id": "0", "members": [{"sentence": {"id": "1", "text": "Ann slept ."}, '
            '"extractions": []}, {"sentence": {"id": "2", "text": "It rained ."}, "extractions": []}]}\n',
            TWO,
            id="a clique",
        ),
    ],
)
def test_files(tmp_path: Path, text: str, sentences: tuple[Sentence, ...]) -> None:
    path = tmp_path / "in"
    path.write_bytes(text.encode())
    assert read_sentences(path) == sentences


def test_gold_of_the_sample_has_the_sentences_of_the_benchmark() -> None:
    assert read_sentences(sample_path("en/gold.txt")) == sentences_of_benchmark("karat-sample")


def test_cliques_have_all_their_sentences() -> None:
    sentences = sentences_of_benchmark("karat-sample-cliques")
    assert len({sentence.id for sentence in sentences}) == len(sentences) > 10


def test_a_format_and_an_encoding_are_taken_as_named(tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes("{Köln grew .}\n".encode("latin-1"))
    assert read_sentences(path, "text", "latin-1") == (Sentence("1", "{Köln grew .}"),)


@pytest.mark.parametrize("format", [None, "text"])
@pytest.mark.parametrize("text", ["Köln grew .\n", "Ann slept .\nKöln grew .\n", '{"sentence": "Köln grew ."}\n'])
def test_another_encoding_is_advised_by_the_name_of_the_option(tmp_path: Path, text: str, format: str | None) -> None:
    path = tmp_path / "in.txt"
    path.write_text(text, "latin-1")
    with pytest.raises(FormatError, match=r"as in --input-encoding latin-1\), found 0xF6 at byte"):
        read_sentences(path, format)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Ann slept .\nIt rained .\n")))
    assert read_sentences("-") == TWO


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "in: expected at least one line, found an empty file"),
        ("1\tAnn slept .\n1\tIt rained .\n", "in:2: expected a sentence id of its own, found '1', which line 1 has"),
        ("Ann slept .\nIt\trained .\n", "in:2: expected a sentence without tabs, as in the first line, found "),
        (
            ROW.format("a", "Ann slept .") + ROW.format("a", "It rained ."),
            "in:2: expected one sentence with the id 'a', found 'It rained .' after 'Ann slept .'",
        ),
        (
            '{"karat": "extractions", "sentence_id": "a"}\n',
            "in:1: expected the text of the sentence, found its id 'a'",
        ),
        ("1\tAnn\tsaw\tsnow\n", "in:1: expected the text of the sentence, found its id '1'"),
    ],
)
def test_files_without_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").write_text(text)
    with pytest.raises(InputError) as error:
        read_sentences("in")
    assert str(error.value).startswith(message)


def test_documents_have_no_sentences_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "in.conllu"
    path.write_text("1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(FormatError, match=r"expected a file with sentences, found dependencies \(format conllu\)"):
        read_sentences(path, "conllu")
