"""Outputs from standard input, from a folder and by a pattern."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from karat.cli import main
from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import InputFile, guess, read_rows
from karat.results import evaluate
from karat.results.outputs import named_outputs

GOLD = "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n"
ROWS = "1\tAnn\tleft\tUlm\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A gold file, and a folder of outputs with a hidden file and a folder in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text(GOLD, "utf-8")
    outputs = tmp_path / "outputs"
    (outputs / "older").mkdir(parents=True)
    (outputs / "older" / "old.tsv").write_text(ROWS, "utf-8")
    (outputs / ".hidden").write_text("x", "utf-8")
    for name in ("two.tsv", "one.tsv", "three.csv"):
        (outputs / name).write_text(ROWS if name != "three.csv" else "id,subject,relation,object\n1,Ann,left,Bonn\n")
    return outputs


def type_in(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main([*arguments])
    assert isinstance(stop.value.code, int)
    return stop.value.code


def test_standard_input_is_read_as_often_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(ROWS.encode(), monkeypatch)
    with InputFile("-") as file:
        assert guess(file).name == "benchie"
        assert [row.sentence_id for row in read_rows(file)] == ["1"]
        assert [row.sentence_id for row in read_rows(file)] == ["1"]
        record = file.record()
    assert record is not None
    assert (record.path, record.size) == ("stdin", len(ROWS))
    assert [row.sentence_id for row in read_rows(file)] == ["1"]  # after closing
    with pytest.raises(FormatError, match=r"stdin: expected standard input \(-\) for one file, found it for two"):
        list(read_rows("-"))


def test_a_terminal_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(b"", monkeypatch)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(
        FormatError, match=r"stdin: expected a pipe or a file on standard input \(-\), found a terminal"
    ):
        list(read_rows("-"))


@pytest.mark.parametrize(("given", "name"), [("-", "stdin"), ("mine=-", "mine")])
def test_an_output_on_standard_input(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str, name: str
) -> None:
    type_in(ROWS.encode(), monkeypatch)
    assert run("evaluate", given, "--gold", "gold.txt", "--csv") == 0
    out, err = capsys.readouterr()
    assert "stdin: read as benchie (guessed)" in err
    assert f"\ngold,{name}," in out


def test_gold_on_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(GOLD.encode(), monkeypatch)
    evaluation = evaluate("outputs/one.tsv", gold="-")
    assert (evaluation.benchmark, evaluation["one"].f1.value) == ("stdin", 1)


def test_errors_on_standard_input_name_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(b"id,subject,relation,object\n1,Ann,left\n", monkeypatch)
    with pytest.raises((FormatError, FormatErrors), match=r"^stdin:2: expected 4 columns"):
        list(read_rows("-"))


@pytest.mark.parametrize("given", ["outputs", "outputs/", "outputs/*"])
def test_a_folder_or_a_pattern_is_many_outputs(folder: Path, given: str) -> None:
    evaluation = evaluate(given, gold="gold.txt")
    assert [(system.name, system.f1.value) for system in evaluation] == [("one", 1), ("three", 0), ("two", 1)]


def test_a_pattern_beside_files(folder: Path) -> None:
    assert [*named_outputs(["mine=gold.txt", "outputs/t*"])] == ["mine", "three", "two"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("outputs/older/../x*", "outputs/older/../x*: expected files of this pattern, found none"),
        ("empty", "empty: expected systems' outputs in the folder, found no file"),
    ],
)
def test_nothing_is_found(folder: Path, given: str, message: str) -> None:
    Path("empty").mkdir()
    with pytest.raises(InputError) as caught:
        named_outputs(given)
    assert str(caught.value) == message


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "notes.md").write_text("Just a note .\n", "utf-8")
    with pytest.raises(FormatError, match=r"outputs/notes\.md:1: expected a format that"):
        evaluate("outputs", gold="gold.txt")


@pytest.mark.parametrize("in_parts", [False, True], ids=["in memory", "in parts"])
def test_two_systems_of_one_name_inside_files_are_refused_before_scoring(folder: Path, in_parts: bool) -> None:
    extraction = '{"relation": "left", "arguments": ["Ann", "Ulm"]}'
    row = f'{{"karat": "extractions", "sentence_id": "1", "system": "%s", "extraction": {extraction}}}\n'
    for name in ("m1", "m2"):
        (folder.parent / f"{name}.jsonl").write_text(row % "A" + row % "B", "utf-8")
    told: list[str] = []
    for outputs, found in (
        (["m1.jsonl", "m2.jsonl"], "'A': m1.jsonl and m2.jsonl"),
        (["m=m1.jsonl", "B=outputs/one.tsv"], "'B': m1.jsonl and outputs/one.tsv"),
    ):
        with pytest.raises(InputError, match=f"^two systems are called {found}; expected NAME=FILE for one of them"):
            evaluate(
                outputs,
                gold="gold.txt",
                scratch=folder.parent if in_parts else None,
                verdicts="verdicts.jsonl",
                progress=told.append,
            )
    assert not [text for text in told if text.startswith("scoring")]
    assert not Path("verdicts.jsonl").exists()
    evaluation = evaluate(["A=m1.jsonl", "B=m2.jsonl"], gold="gold.txt", scratch=folder.parent if in_parts else None)
    assert [(system.name, system.file) for system in evaluation] == [("A", "m1.jsonl"), ("B", "m2.jsonl")]
