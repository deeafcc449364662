"""What the commands print on the embedded sample, compared whole, at two widths.

``KARAT_GOLDEN=renew pytest tests/golden`` writes the files anew; look at the difference before you commit it.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.cli import main

FOLDER = Path(__file__).parent
FLOAT = re.compile(r"-?\d+\.\d+(e-?\d+)?")
RENEW = os.environ.get("KARAT_GOLDEN") == "renew"
PUBLISHED = ("evaluate", "--published", "--benchmark", "karat-sample")
BY_PEOPLE = ("--facet", "P", "--facet", "default")
COMPARE = ("compare", "run.json")
FACTS = (*COMPARE, "--system", "careful", "--system", "greedy", "--facts")
EXPLAIN = ("explain", "{en}/careful.tsv", "--benchmark", "karat-sample")
STUDY = ("study", "report", "--demo", "--benchmark", "karat-sample")
PLAN = (
    *("study", "plan", "--width", "0.1", "--precision", "0.6", "--difference", "0.2", "--systems", "3"),
    *("--kappa", "0.7", "--kappa-width", "0.2", "--labellers", "--per-sentence", "3", "--within", "0.2"),
)
AGREEMENT = ("agreement", "benchie", "benchie-C", "carb", "--demo")
CLIQUES = ("cliques", "score", "--published", "--benchmark", "karat-sample-cliques")

OUTPUTS = [
    pytest.param("evaluate-80.txt", 80, PUBLISHED, id="evaluate, narrow"),
    pytest.param("evaluate-120.txt", 120, PUBLISHED, id="evaluate, wide"),
    pytest.param(
        "evaluate-one.txt", 80, ("evaluate", "mine={de}/careful.tsv", *PUBLISHED[2:3], "karat-sample-de"), id="one"
    ),
    pytest.param(
        "evaluate-names.txt",
        80,
        (
            "evaluate",
            "谨慎的系统={zh}/careful.tsv",
            "größerer_Überblick={zh}/greedy.tsv",
            "a-model-with-a-name-as-long-as-they-get-with-every-setting-in-it={zh}/naive.tsv",
            "--benchmark",
            "karat-sample-zh",
            "--facet",
            "default",
        ),
        id="names in Chinese, in German, and a long one",
    ),
    pytest.param("evaluate-plain.txt", 80, (*PUBLISHED, "--no-intervals"), id="no intervals"),
    pytest.param(
        "evaluate-by-80.txt", 80, (*PUBLISHED, "--facet", "default", "--by", "length"), id="by length, narrow"
    ),
    pytest.param(
        "evaluate-by-120.txt", 120, (*PUBLISHED, "--facet", "default", "--by", "length"), id="by length, wide"
    ),
    pytest.param("evaluate-people.txt", 80, (*PUBLISHED, *BY_PEOPLE, "--signatures"), id="facet P"),
    pytest.param("evaluate-people.tex", 80, (*PUBLISHED, *BY_PEOPLE, "--latex"), id="facet P, latex"),
    pytest.param("evaluate.md", 80, (*PUBLISHED, "--markdown"), id="markdown"),
    pytest.param("evaluate.tex", 80, (*PUBLISHED, "--latex"), id="latex"),
    pytest.param("evaluate.csv", 80, (*PUBLISHED, "--csv"), id="csv"),
    pytest.param("compare-80.txt", 80, COMPARE, id="compare, narrow"),
    pytest.param("compare-120.txt", 120, COMPARE, id="compare, wide"),
    pytest.param(
        "compare-two.txt",
        80,
        (*COMPARE, "--system", "naive", "--system", "careful", "--value", "precision"),
        id="compare two",
    ),
    pytest.param("compare.csv", 80, (*COMPARE, "--csv"), id="compare, csv"),
    pytest.param("compare.tex", 80, (*COMPARE, "--latex", "--metric", "benchie"), id="compare, latex"),
    pytest.param("compare-facts-80.txt", 80, (*FACTS, "--examples", "2"), id="compare facts, narrow"),
    pytest.param("compare-facts-120.txt", 120, (*FACTS, "--examples", "2"), id="compare facts, wide"),
    pytest.param("explain-80.txt", 80, EXPLAIN, id="explain a system, narrow"),
    pytest.param("explain-120.txt", 120, EXPLAIN, id="explain a system, wide"),
    pytest.param(
        "explain-sentence.txt",
        80,
        (*EXPLAIN[:2], "{en}/greedy.tsv", "{en}/naive.tsv", *EXPLAIN[2:], "--sentence", "3"),
        id="explain a sentence across systems",
    ),
    pytest.param(
        "explain-people.txt",
        80,
        ("explain", "{en}/greedy.tsv", *EXPLAIN[2:], "--metric", "benchie-P"),
        id="explain a system as people judge",
    ),
    pytest.param(
        "explain-people-sentence.txt",
        80,
        (*EXPLAIN[:2], "{en}/greedy.tsv", *EXPLAIN[2:], "--sentence", "3", "--metric", "benchie-P"),
        id="explain a sentence as people judge",
    ),
    pytest.param("explain-kind-80.txt", 80, (*EXPLAIN, "--kind", "wrong subject"), id="explain a kind, narrow"),
    pytest.param("explain-kind-120.txt", 120, (*EXPLAIN, "--kind", "wrong subject"), id="explain a kind, wide"),
    pytest.param(
        "explain-missed-80.txt", 80, (*EXPLAIN, "--missed", "--examples", "1"), id="explain missed facts, narrow"
    ),
    pytest.param(
        "explain-missed-120.txt", 120, (*EXPLAIN, "--missed", "--examples", "1"), id="explain missed facts, wide"
    ),
    pytest.param(
        "evaluate-focus-80.txt",
        80,
        (*PUBLISHED, "--facet", "default", "--focus", "greedy"),
        id="evaluate with a system in focus, narrow",
    ),
    pytest.param(
        "evaluate-focus-120.txt",
        120,
        (*PUBLISHED, "--facet", "default", "--focus", "greedy"),
        id="evaluate with a system in focus, wide",
    ),
    pytest.param(
        "explain-extraction.txt", 80, (*EXPLAIN, "--sentence", "5", "--extraction", "1"), id="explain an extraction"
    ),
    pytest.param(
        "explain-chinese.txt",
        80,
        ("explain", "{zh}/careful.tsv", "--benchmark", "karat-sample-zh", "--sentence", "6"),
        id="explain a Chinese sentence",
    ),
    pytest.param("cliques-score-80.txt", 80, CLIQUES, id="cliques, narrow"),
    pytest.param("cliques-score-120.txt", 120, CLIQUES, id="cliques, wide"),
    pytest.param("cliques-score.tex", 80, (*CLIQUES, "--latex"), id="cliques, latex"),
    pytest.param("cliques-score.md", 80, (*CLIQUES, "--markdown"), id="cliques, markdown"),
    pytest.param("cliques-explain-80.txt", 80, ("cliques", "explain", "4", *CLIQUES[2:]), id="one clique, narrow"),
    pytest.param("cliques-explain-120.txt", 120, ("cliques", "explain", "4", *CLIQUES[2:]), id="one clique, wide"),
    pytest.param("agreement-80.txt", 80, (*AGREEMENT, "--show", "1"), id="agreement, narrow"),
    pytest.param("agreement-120.txt", 120, (*AGREEMENT, "--threshold", "best"), id="agreement, wide"),
    pytest.param("agreement.csv", 80, (*AGREEMENT, "--csv"), id="agreement, csv"),
    pytest.param("agreement.tex", 80, (*AGREEMENT, "--latex"), id="agreement, latex"),
    pytest.param("study-report-80.txt", 80, STUDY, id="a study, narrow"),
    pytest.param("study-report-120.txt", 120, STUDY, id="a study, wide"),
    pytest.param("study-report.md", 80, (*STUDY, "--markdown"), id="a study, markdown"),
    pytest.param("study-report.tex", 80, (*STUDY, "--latex"), id="a study, latex"),
    pytest.param("study-report.csv", 80, (*STUDY, "--csv"), id="a study, csv"),
    pytest.param("study-plan-80.txt", 80, PLAN, id="a plan, narrow"),
    pytest.param("study-plan-120.txt", 120, PLAN, id="a plan, wide"),
    pytest.param("gold-stats.txt", 80, ("gold", "stats", "--benchmark", "karat-sample"), id="statistics of gold"),
    pytest.param("gold-lint.txt", 80, ("gold", "lint", "{en}/gold.txt"), id="lint"),
    pytest.param("list-benchmarks-80.txt", 80, ("list", "benchmarks"), id="benchmarks, narrow"),
    pytest.param("list-benchmarks-120.txt", 120, ("list", "benchmarks"), id="benchmarks, wide"),
]


@pytest.mark.parametrize(("name", "width", "arguments"), OUTPUTS)
def test_the_output_is_as_it_was(
    name: str,
    width: int,
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    for variable in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "KARAT_DATA"):
        monkeypatch.delenv(variable, raising=False)
    if arguments[0] == "compare":
        run(*PUBLISHED, "--output", "run.json")
        capsys.readouterr()
    places = {language: sample_path(language) for language in ("en", "de", "zh")}
    assert run(*(argument.format(**places) for argument in arguments)) == 0
    printed = "".join(f"{line.rstrip()}\n" for line in capsys.readouterr().out.splitlines())
    file = FOLDER / name
    if RENEW:
        file.write_text(printed, encoding="utf-8")
    kept = file.read_text(encoding="utf-8")
    if name.endswith(".csv"):
        assert rows(printed, float) == rows(kept, about)
    else:
        assert printed == kept
    if name.endswith(".txt"):
        from rich.cells import cell_len

        assert max(map(cell_len, printed.splitlines())) <= width


def rows(table: str, number: Callable[[float], object]) -> list[list[object]]:
    """Rows of a CSV file, with its floats as what ``number`` makes of them."""
    return [
        [number(float(cell)) if FLOAT.fullmatch(cell) else cell for cell in row]
        for row in csv.reader(table.splitlines())
    ]


def about(value: float) -> object:
    """A float of a CSV file is written in full, and its last digits depend on the processor."""
    return pytest.approx(value, abs=1e-9)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    code = stop.value.code or 0
    assert isinstance(code, int)
    return code


def test_no_golden_file_is_left_over() -> None:
    named = {parameter.values[0] for parameter in OUTPUTS}
    assert {path.name for path in FOLDER.iterdir() if path.suffix not in {".py", ""}} == named
