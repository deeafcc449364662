"""``karat run naive``: which tagger is taken, what is refused, and a pipe into ``karat evaluate``."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.cli import main
from karat.errors import DataError, MissingExtraError
from karat.results import evaluate
from karat.systems.naive import Naive, NaiveOptions

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def taggers() -> None:
    """Skip, saying so, where a tagger is missing."""
    try:
        for language in ("en", "de", "zh"):
            _ = Naive(NaiveOptions(language=language)).version
    except (MissingExtraError, DataError) as error:
        pytest.skip(str(error))


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run ``karat run naive``; give the exit code, standard output and error."""

    def call(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["run", "naive", *map(str, arguments)])
        out, error = capfdbinary.readouterr()
        return int(stop.value.code or 0), out.decode(), error.decode()

    return call


@pytest.mark.parametrize(
    ("benchmark", "tagger", "sentences"),
    [("karat-sample", "spacy", 24), ("karat-sample-de", "hanta", 8), ("karat-sample-zh", "jieba", 8)],
)
def test_the_benchmark_says_the_language(run: Run, benchmark: str, tagger: str, sentences: int) -> None:
    code, out, error = run("--benchmark", benchmark)
    head, *lines = map(json.loads, out.splitlines())
    assert code == 0
    assert (head["system"], head["settings"]) == ("naive", {"tagger": tagger})
    assert head["version"].startswith(f"1 with {tagger}-")
    assert len(lines) == head["sentences"] == sentences
    extractions = sum(len(line["extractions"]) for line in lines)
    assert extractions > sentences / 2
    assert error == f"{sentences} sentences, {extractions} extractions\n"


def test_a_file_of_sentences_in_german(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Die Fähre kreuzt den See.\n", "utf-8")
    code, out, _ = run(tmp_path / "in.txt", "--language", "de")
    (extraction,) = json.loads(out.splitlines()[1])["extractions"]
    assert (code, extraction) == (0, {"relation": "kreuzt", "arguments": ["Die Fähre", "den See"]})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--benchmark", "karat-sample-de", "--tagger", "spacy"),
            "naive: expected a tagger for 'de' (hanta, or a model of spaCy), found spacy, for 'en'",
        ),
        (("--benchmark", "karat-sample", "--language", "fr"), "unknown language of naive 'fr'. Known: en, de, zh"),
        (
            ("--benchmark", "karat-sample", "--model", "xx_none"),
            "expected a pipeline of spaCy that is installed as a package, found no 'xx_none'",
        ),
    ],
)
def test_one_line_for_what_cannot_be(run: Run, options: tuple[str, ...], message: str) -> None:
    assert run(*options) == (1, "", f"{message}\n")


def test_hostile_sentences(run: Run, tmp_path: Path) -> None:
    """Only punctuation, one word, emoji, 5,000 words, too many characters; blank lines are no sentences."""
    texts = [
        "... !?",
        "Rain",
        "😀 👩‍🚀",
        "The ferry crosses the lake 🚢 .",
        "The dog ran home and " * 1000,
        "a" * 100_001,
    ]
    (tmp_path / "in.txt").write_text("\n\n".join(texts) + "\n", "utf-8")
    output = tmp_path / "out.jsonl"
    code, out, error = run(tmp_path / "in.txt", "-o", output)
    head, *lines = map(json.loads, output.read_text("utf-8").splitlines())
    assert (code, out, head["sentences"]) == (0, "", 6)
    assert [len(line.get("extractions", "-")) for line in lines] == [0, 0, 0, 1, 1000, 1]
    assert lines[3]["extractions"] == [{"relation": "crosses", "arguments": ["The ferry", "the lake 🚢"]}]
    assert lines[5]["failure"] == "expected a sentence of at most 100,000 characters, found 100,001"
    assert "1 failed: expected a sentence of at most 100,000 characters, found 100,001 (sentence '6')" in error


def test_a_pipe_into_evaluate(tmp_path: Path) -> None:
    """By a shell, as a user types it; the same figures as from a file."""
    karat = f"{shlex.quote(sys.executable)} -m karat"
    run = f"{karat} run naive --benchmark karat-sample | tee naive.jsonl"
    piped = f"{run} | {karat} evaluate - --benchmark karat-sample --json"
    done = subprocess.run(piped, shell=True, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "24 sentences, 55 extractions" in done.stderr
    (system,) = json.loads(done.stdout)["systems"]
    measured = evaluate([tmp_path / "naive.jsonl"], "karat-sample")["naive"].measurements
    assert system["name"] == "naive"
    assert [(score["metric"], score["f1"]) for score in system["scores"]] == [
        (each.metric, each.f1.value) for each in measured
    ]
    first = system["scores"][0]
    assert (first["metric"], round(first["precision"], 4), round(first["recall"], 4)) == ("benchie", 0.0545, 0.033)
