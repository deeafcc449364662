"""No command writes over a file that it reads, nor two results into one file, and it says so before any work."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from karat.cli import main

GOLD = "sentence 1: Ann slept in Ulm .\n\nAnn --> slept in --> Ulm\n"
OUTPUT = "sentence\tsubject\trelation\tobject\nAnn slept in Ulm .\tAnn\tslept in\tUlm\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("gold.txt").write_text(GOLD, encoding="utf-8")
    Path("outputs").mkdir()
    Path("outputs/mine.tsv").write_text(OUTPUT, encoding="utf-8")
    Path("link.txt").symlink_to("gold.txt")
    Path("copy.txt").hardlink_to("gold.txt")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


EVALUATE = "evaluate outputs/mine.tsv --gold gold.txt"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"{EVALUATE} --output gold.txt", "gold.txt: expected another file for --output than for --gold"),
        (f"{EVALUATE} --html ./gold.txt", "gold.txt: expected another file for --html than for --gold"),
        (f"{EVALUATE} --output link.txt", "link.txt: expected another file for --output than for --gold"),
        (f"{EVALUATE} --output copy.txt", "copy.txt: expected another file for --output than for --gold"),
        (f"{EVALUATE} --output z --html z", "z: expected another file for --html than for --output"),
        (f"{EVALUATE} --output z --html outputs/../z", "outputs/../z: expected another file for --html than"),
        (f"{EVALUATE} --output outputs/mine.tsv", "outputs/mine.tsv: expected another file for --output than for OUT"),
        (
            "evaluate me=outputs/mine.tsv --gold gold.txt --output outputs/mine.tsv",
            "outputs/mine.tsv: expected another file for --output than for OUT",
        ),
        ("evaluate outputs --gold gold.txt --output outputs/mine.tsv", "outputs/mine.tsv: expected another file"),
        ("evaluate outputs/*.tsv --gold gold.txt --html outputs/mine.tsv", "outputs/mine.tsv: expected another file"),
        (
            "evaluate me=outputs/*.tsv --gold gold.txt --html outputs/mine.tsv",
            "outputs/mine.tsv: expected another file",
        ),
        (
            "evaluate outputs --gold g*.txt --html gold.txt",
            "gold.txt: expected another file for --html than for --gold",
        ),
        ("convert outputs/mine.tsv outputs/mine.tsv", "outputs/mine.tsv: expected another file for OUT than for IN"),
        ("gold lint gold.txt --fix link.txt", "link.txt: expected another file for --fix than for FILE"),
        (
            "annotate export outputs outputs/karat.db --force",
            "outputs/karat.db: expected another file for OUT than for FOLDER",
        ),
        ("study export outputs outputs/karat.db --force", "outputs/karat.db: expected another file"),
        (f"{EVALUATE} --output none/z", "none/z: expected a directory"),
        (f"{EVALUATE} --html none/z", "none/z: expected a directory"),
        (f"{EVALUATE} --output outputs", "outputs: expected a file to write, found a directory"),
        ("report missing.json --charts gold.txt", "gold.txt: expected a directory, found a file"),
        ("report missing.json --charts gold.txt/charts", "gold.txt/charts: expected a directory, found a file"),
    ],
)
def test_refused_before_any_work(folder: Path, capsys: pytest.CaptureFixture[str], command: str, message: str) -> None:
    before = contents(folder)
    with pytest.raises(SystemExit) as stop:
        main(command.split())
    captured = capsys.readouterr()
    assert (stop.value.code, captured.out) == (1, "")
    assert captured.err.count("\n") == 1, "one line, and no guess of a format before it"
    assert captured.err.startswith(message)
    assert contents(folder) == before


def test_gold_from_standard_input_is_not_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("gold.txt").open(encoding="utf-8") as gold:
        monkeypatch.setattr("sys.stdin", gold)
        with pytest.raises(SystemExit, match="1"):
            main(["evaluate", "outputs/mine.tsv", "--gold", "-", "--output", "copy.txt"])
    assert capsys.readouterr().err.startswith("copy.txt: expected another file for --output than for --gold")


def test_other_standard_input_is_no_hindrance(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOLD.encode())))
    with pytest.raises(SystemExit, match="0"):
        main(["evaluate", "outputs/mine.tsv", "--gold", "-", "--output", "new.json"])
    assert Path("new.json").stat().st_size


def test_devices_may_be_named_twice(folder: Path) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([*EVALUATE.split(), "--output", "/dev/null", "--html", "/dev/null"])


NUL = '{"sentence": "Ann slept .", "subject": "Ann", "relation": "sle\\u0000pt", "object": "well"}\n'


@pytest.mark.parametrize("name", ["out.tsv", "out.csv", "out.tsv.gz"])
@pytest.mark.parametrize("old", [b"hours of work\n", None])
def test_convert_leaves_out_as_it_was_where_it_cannot_read_it_back(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, old: bytes | None
) -> None:
    Path("nul.jsonl").write_text(NUL, encoding="utf-8")
    if old is not None:
        Path(name).write_bytes(old)
    before = contents(folder)
    with pytest.raises(SystemExit, match="1"):
        main(["convert", "nul.jsonl", name])
    why = "expected text, found a binary file (a NUL at byte 20 of the line)"
    lines = capsys.readouterr().err.splitlines()[1:]
    assert lines == [f"{name}:2: {why}: table cannot hold this, so nothing is written"]
    assert contents(folder) == before
