"""A warning about a system's output is shown with its numbers in every form, and survives JSON."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import karat
from karat.benchmarks import sample_path
from karat.cli import app
from karat.cli.output import say_notes
from karat.reports.console import print_table
from karat.reports.html import html as report
from karat.reports.html import leaderboard
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.results import Resampling
from karat.results.system_result import Note

WARNED = "careful: 3 extractions share <few> words with their sentence"
QUIET = "careful: 2 extractions left out"


@pytest.fixture(scope="module")
def evaluation() -> karat.Evaluation:
    outputs = {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy")}
    whole = karat.evaluate(outputs, "karat-sample", resampling=Resampling(resamples=100))
    notes = (
        Note("extractions left out", 2),
        Note("extractions share <few> words with their sentence", 3, warning=True),
    )
    first, *others = whole.systems
    return replace(whole, systems=(replace(first, notes=notes), *others))


def test_a_warning_is_no_remark(evaluation: karat.Evaluation) -> None:
    assert evaluation.warnings() == [WARNED]
    assert evaluation.remarks() == [QUIET]


def test_json_round_trip(evaluation: karat.Evaluation, tmp_path: Path) -> None:
    document = evaluation.to_json(tmp_path / "run.json")
    assert karat.load(tmp_path / "run.json") == evaluation
    assert document["systems"][0]["notes"] == ["2 extractions left out"]
    assert document["systems"][0]["warnings"] == ["3 extractions share <few> words with their sentence"]
    assert document["systems"][1]["warnings"] == []


def test_evaluations_written_before_there_were_warnings_are_read(evaluation: karat.Evaluation, tmp_path: Path) -> None:
    document = evaluation.to_json()
    for system in document["systems"]:
        del system["warnings"]
        system["left_out"] = [note[:2] for note in system["left_out"]]
    (tmp_path / "run.json").write_text(json.dumps(document), encoding="utf-8")
    notes = karat.load(tmp_path / "run.json")["careful"].notes
    assert [note.warning for note in notes] == [False, False]


def test_console(evaluation: karat.Evaluation) -> None:
    shown = io.StringIO()
    print_table(
        tabulate_evaluation(evaluation), Console(file=shown, width=100, color_system="standard", force_terminal=True)
    )
    title, blank, warning, *_ = shown.getvalue().splitlines()
    assert "karat-sample" in title
    assert not blank
    assert warning == f"\x1b[1;33mWarning: {WARNED}\x1b[0m"


def test_text_and_notebook(evaluation: karat.Evaluation) -> None:
    assert f"\n\nWarning: {WARNED}\n\n" in str(evaluation)
    assert str(evaluation).endswith(QUIET)
    shown = evaluation._repr_html_()
    assert shown.count("Warning: careful: 3 extractions share &lt;few&gt; words") == 1
    assert shown.index("Warning: ") < shown.index("<table")


def test_markdown_and_latex(evaluation: karat.Evaluation) -> None:
    table = tabulate_evaluation(evaluation)
    assert r"> **Warning: careful: 3 extractions share \<few\> words with their sentence**" in markdown(table)
    assert f"% Warning: {WARNED}\n" in latex(table)


def test_report_and_leaderboard(evaluation: karat.Evaluation) -> None:
    shown = "3 extractions share &lt;few&gt; words with their sentence"
    page = report(evaluation)
    assert page.count(shown) == 1
    assert page.index(f'<p class="warning" role="alert">Warning: careful: {shown}') < page.index('class="tiles"')
    assert f"Warning: monday: careful: {shown}" in leaderboard([("monday", evaluation)])


@pytest.mark.parametrize("form", ["--markdown", "--latex", "--csv", "--json", None])
def test_compare(evaluation: karat.Evaluation, tmp_path: Path, form: str | None) -> None:
    evaluation.to_json(tmp_path / "run.json")
    result = CliRunner().invoke(app, ["compare", str(tmp_path / "run.json"), *([form] if form else [])])
    assert result.exit_code == 0
    assert (f"Warning: {WARNED}\n" in result.stderr) == (form is not None)
    if form is None:
        assert f"\nWarning: {WARNED}\n" in result.stdout
    if form == "--json":
        assert json.loads(result.stdout)["warnings"] == [WARNED]


def test_other_commands_mark_warnings_among_their_notes(
    evaluation: karat.Evaluation, capsys: pytest.CaptureFixture[str]
) -> None:
    say_notes("careful", evaluation["careful"].notes)
    assert capsys.readouterr().err == f"{QUIET}\nWarning: {WARNED}\n"
