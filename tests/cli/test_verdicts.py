"""``karat evaluate --verdicts`` and ``--keep``, and what other commands make of a run that keeps a sample."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import karat
from karat.cli import main
from karat.results import scoring
from karat.results.verdict_files import sample as samples

GOLD = "".join(
    f"sent_id:{number}\tShip {number} sails to Bari .\n{number}--> Cluster 1:\nShip {number} --> sails to --> Bari\n\n"
    for number in range(1, 9)
)
MINE = "".join(f"{number}\tShip {number}\tsails\tBari\n" for number in range(1, 9))
OTHER = "".join(f"{number}\tShip {number}\tsails to\tBari\n" for number in (1, 2, 3))
GIVEN = ("mine.tsv", "other.tsv", "--gold", "gold.txt", "--no-intervals")
SAID = "a sample of 4 of 8 sentences, evenly spaced"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run Karat beside some files; a sample has 4 sentences, those with odd numbers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(samples, "MOST_SENTENCES", 4)
    for name, text in (("gold.txt", GOLD), ("mine.tsv", MINE), ("other.tsv", OTHER)):
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(list(arguments))
        captured = capsys.readouterr()
        code = stop.value.code
        return code if isinstance(code, int) else 0, captured.out, captured.err

    return run


def test_verdicts_are_written_beside_the_table(run: Run) -> None:
    code, table, _ = run("evaluate", *GIVEN)
    assert code == 0
    assert run("evaluate", *GIVEN, "--verdicts", "v.jsonl")[:2] == (0, table)
    rows = [json.loads(line) for line in Path("v.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["sentence"], row["system"], row["correct"]) for row in rows[:3]] == [
        ("1", "mine", False),
        ("1", "other", True),
        ("2", "mine", False),
    ]
    assert len(rows) == 8 + 3


def test_it_says_where_they_are(run: Run) -> None:
    assert "v.parquet: verdicts written\n" in run("evaluate", *GIVEN, "--verdicts", "v.parquet")[2]


def test_another_name_is_refused(run: Run) -> None:
    code, out, err = run("evaluate", *GIVEN, "--verdicts", "v.csv")
    assert (code, out) == (1, "")
    assert err.endswith("v.csv: expected a name in .jsonl, .jsonl.gz or .parquet for verdicts, found another\n")
    assert not Path("v.csv").exists()


def test_a_sample_is_kept_on_demand(run: Run) -> None:
    code, out, err = run("evaluate", *GIVEN, "--keep", "sample", "--output", "run.json")
    assert code == 0
    assert "examples and causes of mistakes are of a sample, 4 of 8 sentences, evenly spaced" in out
    assert "--keep all" not in err, "it was asked for"
    loaded = karat.load("run.json")
    assert loaded.sample is not None
    assert [len(system.verdicts) for system in loaded] == [4, 2]


def test_a_large_input_keeps_a_sample_and_says_how_to_keep_all(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "LARGE", 0)
    code, out, err = run("evaluate", *GIVEN, "--output", "run.json", "--verdicts", "v.jsonl")
    assert code == 0
    assert "are of a sample, 4 of 8 sentences, evenly spaced" in out
    assert "verdicts and gold facts are kept of a sample, 4 of 8 sentences, evenly spaced; --keep all keeps" in err
    in_parts = karat.load("run.json")
    assert len(Path("v.jsonl").read_text(encoding="utf-8").splitlines()) == 8 + 3, "the file has all"
    assert run("evaluate", *GIVEN, "--output", "all.json", "--keep", "all")[0] == 0
    assert karat.load("all.json").sample is None
    assert [len(system.verdicts) for system in in_parts] == [4, 2]


@pytest.fixture
def sampled(run: Run) -> Run:
    assert run("evaluate", *GIVEN, "--keep", "sample", "--output", "run.json")[0] == 0
    return run


def test_explain_counts_in_the_sample_alone(sampled: Run) -> None:
    """Of 8 facts 4 are in the sample; the others are neither found nor missed."""
    code, out, _ = sampled("explain", "run.json", "--gold", "gold.txt", "--system", "other")
    assert code == 0
    assert f"2 of 4 facts missed, in {SAID}" in out
    _, out, _ = sampled("explain", "run.json", "--gold", "gold.txt", "--system", "mine")
    assert f"mine on gold: 4 of 4 extractions are wrong, in {SAID}" in out
    document = json.loads(sampled("explain", "run.json", "--gold", "gold.txt", "--json")[1])
    assert document["sample"] == {"sentences": 4, "of": 8}
    assert [system["missed"] for system in document["systems"]] == [4, 2]


@pytest.mark.parametrize("options", [(), ("--json",), ("--missed",), ("--sentence", "3"), ("--metric", "benchie-P")])
def test_explain_needs_no_gold_beside_a_run(sampled: Run, options: tuple[str, ...]) -> None:
    """The run keeps the gold facts of its sample."""
    code, out, _ = sampled("explain", "run.json", "new=other.tsv", "--system", "mine", "--gold", "gold.txt", *options)
    Path("gold.txt").unlink()
    without_lines = re.sub(r'"line": \d+|, line \d+', lambda line: '"line": 0' if '"' in line[0] else "", out)
    assert sampled("explain", "run.json", "--system", "mine", *options)[:2] == (code, without_lines)
    assert (code, "Ship" in out) == (0, True)


def test_explain_does_not_read_the_gold_for_a_sample(sampled: Run) -> None:
    """Of the gold's 8 sentences the run has the 4 that are explained; only another file is read."""
    explained = sampled("explain", "run.json", "--gold", "gold.txt")[:2]
    assert explained[0] == 0
    Path("gold.txt").write_text(GOLD.replace("Bari", "Rome"), encoding="utf-8")  # of the same size
    assert sampled("explain", "run.json", "--gold", "gold.txt")[:2] == explained
    Path("gold.txt").write_text(GOLD.replace("Bari", "Berlin"), encoding="utf-8")
    assert "Berlin" in sampled("explain", "run.json", "--gold", "gold.txt")[1]


@pytest.mark.parametrize("options", [("new=other.tsv",), ("--metric", "carb", "--sentence", "3")])
def test_gold_is_asked_for_where_the_run_does_not_have_it(sampled: Run, options: tuple[str, ...]) -> None:
    code, _, err = sampled("explain", "run.json", *options)
    assert (code, err) == (1, "gold: expected --gold with the file that the evaluation was made with, found none\n")


@pytest.mark.parametrize("options", [("--missed",), ("--kind", "too short a relation")])
def test_every_list_says_so(sampled: Run, options: tuple[str, ...]) -> None:
    code, out, _ = sampled("explain", "run.json", "--gold", "gold.txt", "--system", "mine", *options)
    assert code == 0
    assert SAID in out


def test_a_system_beside_the_run_is_held_against_the_same_sentences(sampled: Run) -> None:
    document = json.loads(sampled("explain", "run.json", "new=other.tsv", "--gold", "gold.txt", "--json")[1])
    assert {system["name"]: system["missed"] for system in document["systems"]} == {"mine": 4, "other": 2, "new": 2}


def test_a_sentence_of_the_sample_is_explained(sampled: Run) -> None:
    assert sampled("explain", "run.json", "--gold", "gold.txt", "--sentence", "3")[0] == 0


def test_a_sentence_that_is_not_kept_is_refused(sampled: Run) -> None:
    """It would else look as if nothing had been extracted."""
    code, out, err = sampled("explain", "run.json", "--gold", "gold.txt", "--sentence", "2")
    assert (code, out) == (1, "")
    assert err == (
        "run.json: expected a sentence that the evaluation keeps, 4 of 8 sentences, evenly spaced, found '2'; "
        "explain the system's output itself, or evaluate it with --keep all\n"
    )


def test_compare_says_so_of_facts_only(sampled: Run) -> None:
    code, out, _ = sampled("compare", "run.json", "--facts")
    assert code == 0
    assert f"facts found by benchie, in {SAID}" in out
    assert "sample" not in sampled("compare", "run.json", "--metric", "benchie")[1]


def test_what_to_fix_first_says_so(run: Run) -> None:
    _, out, _ = run("evaluate", "mine.tsv", "--gold", "gold.txt", "--no-intervals", "--keep", "sample")
    assert f"What to fix first in mine, by benchie, in {SAID}:" in out
