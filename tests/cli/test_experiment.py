"""``karat experiment``: the example, dry runs, forms of output, exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from karat.cli import main
from karat.systems.experiment.reading import read_plan

PLAN = """
benchmarks = ["karat-sample"]
[experiment]
title = "Two outputs"
reports = false
[systems.careful]
published = "careful"
[systems.greedy]
published = "greedy"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder, on a console of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def status_of(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stop:
        main(["experiment", *arguments])
    return int(stop.value.code or 0)


def test_the_example_is_a_plan(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("--example") == 0
    text = capsys.readouterr().out
    (here / "plan.toml").write_text(text, encoding="utf-8")
    assert [system.name for system in read_plan(Path("plan.toml")).systems] == ["naive", "careful"]
    # What it has in comments can be used as well.
    everything = re.sub(r"^# (?=\[|\w+ = )", "", text, flags=re.MULTILINE)
    (here / "plan.toml").write_text(everything, encoding="utf-8")
    plan = read_plan(Path("plan.toml"))
    assert [system.name for system in plan.systems] == ["naive", "mine", "model", "theirs", "careful"]
    assert (plan.limit, plan.seed, plan.reports) == (5, 0, False)


def test_it_prints_and_writes(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    assert status_of("plan.toml", "--dry-run") == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert rows == [
        ["careful", "karat-sample", "output", "exists:", "careful.tsv"],
        ["greedy", "karat-sample", "output", "exists:", "greedy.tsv"],
        ["evaluation", "karat-sample", "to", "do"],
    ]
    assert not Path("plan-results").exists()
    assert status_of("plan.toml") == 0
    printed, said = capsys.readouterr()
    assert printed.startswith("Two outputs · 2 systems · 1 benchmark · 95 % intervals\n")
    assert re.search(r"^greedy +\.200 \* \[\.096, \.345\]$", printed, re.MULTILINE)
    assert said == "plan-results/report.html: report written\n"
    assert status_of("plan.toml", "--dry-run") == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["evaluation", "karat-sample", "done"]


MODEL = """
[systems.model]
system = "llm"
endpoint = "http://127.0.0.1:9/v1"
model = "a-model"
retries = 0
price_in = 1.0
price_out = 2.0
use_cache = false
"""


def test_a_model_that_cannot_be_reached(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openai", reason="llm needs the extra llm")
    monkeypatch.setenv("OPENAI_API_KEY", "not-a-key")
    Path("plan.toml").write_text(PLAN + MODEL, encoding="utf-8")
    assert status_of("plan.toml", "--dry-run") == 0
    estimate = " ".join(capsys.readouterr().out.split())
    assert re.search(r"to do: 24 of 24 sentences, some [\d,]+ tokens, cost about [\d.e-]+, at most [\d.]+", estimate)
    assert status_of("plan.toml") == 1
    printed, said = capsys.readouterr()
    assert re.search(r"^model +stopped$", printed, re.MULTILINE)
    assert re.search(r"^careful +\.626 ", printed, re.MULTILINE)
    assert [line for line in said.splitlines() if line.startswith("model on karat-sample: http://127.0.0.1:9/v1: ")]
    assert said.splitlines()[-1] == "the same command goes on where they stopped"
    written = [path.read_text(encoding="utf-8") for path in Path("plan-results").rglob("*") if path.is_file()]
    assert len(written) >= 6
    assert not any("not-a-key" in text for text in written)


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "latex"])
def test_other_forms(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    assert status_of("plan.toml", f"--{form}") == 0
    printed = capsys.readouterr().out
    suffix = {"markdown": "md", "latex": "tex"}.get(form, form)
    assert printed == Path(f"plan-results/summary.{suffix}").read_text(encoding="utf-8")
    if form == "json":
        assert json.loads(printed)["title"] == "Two outputs"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "expected a plan, found none"),
        (["plan.toml", "--dry-run", "--json"], 2, "expected no form of output beside it, for nothing is scored"),
        (["plan.toml", "--json", "--csv"], 2, "expected one form of output, found --json and --csv"),
        (["absent.toml"], 1, "absent.toml: expected a file, found nothing of that name"),
        (["plan.toml", "--only", "x"], 1, "--only x: expected SYSTEM/BENCHMARK of the plan, found none such."),
        (["wrong.toml"], 1, "wrong.toml: systems: expected at least one table [systems.NAME], found none"),
    ],
)
def test_what_is_refused(arguments: list[str], status: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    Path("wrong.toml").write_text('benchmarks = ["karat-sample"]', encoding="utf-8")
    assert status_of(*arguments) == status
    assert message in " ".join(capsys.readouterr().err.replace("│", " ").split())
