"""``karat study report``: every form of output, pages and charts, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.cli import main

Run = Callable[..., tuple[object, str, str]]

QUICK = ("--resamples", 50)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat study report`` in a folder of its own; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["study", "report", *map(str, arguments)])
        return (stop.value.code or 0, *capsys.readouterr())

    return run


def test_the_sample_is_a_file_like_any_other(run: Run) -> None:
    code, out, err = run("--demo", *QUICK)
    assert (code, err) == (0, "")
    assert run(sample_path("study.jsonl"), *QUICK) == (0, out, "")
    assert "careful      80.0 % (24/30) [62.7, 90.5]" in out


def test_json_is_the_whole_report(run: Run) -> None:
    code, out, err = run("--demo", "--json", "--level", 90, *QUICK)
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["level"] == 0.9
    assert [(each["system"], each["fact"]["count"], each["fact"]["total"]) for each in document["systems"]] == [
        ("careful", 24, 30),
        ("greedy", 26, 30),
        ("minimal", 25, 30),
        ("naive", 9, 28),
    ]


def test_csv_has_a_line_for_each_number(run: Run) -> None:
    code, out, _ = run("--demo", "--csv", *QUICK)
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    precision = {
        row["name"]: (row["count"], row["total"])
        for row in rows
        if (row["measure"], row["label"]) == ("precision", "fact")
    }
    assert precision == {"careful": ("24", "30"), "greedy": ("26", "30"), "minimal": ("25", "30"), "naive": ("9", "28")}
    assert {row["part"] for row in rows} == {
        "system",
        "comparison",
        "agreement",
        "labeller",
        "self-consistency",
        "progress",
    }


def test_undecided_and_machines_change_what_counts(run: Run) -> None:
    code, out, _ = run("--demo", "--undecided", "majority", "--with-machines", "--json", *QUICK)
    assert code == 0
    document = json.loads(out)
    assert (document["undecided"], document["with_machines"]) == ("majority", True)
    # With three voters no extraction is left without a majority.
    assert document["systems"][3]["fact"]["total"] == 30


def test_tables_can_be_chosen(run: Run) -> None:
    code, out, _ = run("--demo", "--table", "Rules", "--table", "precision", *QUICK)
    assert code == 0
    assert out.index("rules broken") < out.index("precision by system")
    assert "agreement" not in out
    code, out, _ = run("--demo", "--table", "precision", "--latex", "--caption", "Mine", "--label", "tab:mine", *QUICK)
    assert r"\caption{Mine. Correct: share" in out
    assert r"\label{tab:mine}" in out


def test_metrics_are_compared_with_people(run: Run) -> None:
    code, out, err = run("--demo", "--benchmark", "karat-sample", "--json", *QUICK)
    assert (code, err) == (0, "")
    found = {each["verdict"]: each for each in json.loads(out)["automatic"]}
    assert list(found) == ["benchie", "carb"]
    # 112 of the 114 extractions have a final label.
    assert all(
        sum(each[name] for name in ("both", "only_verdict", "only_people", "neither")) == 112 for each in found.values()
    )
    from_file = ("--gold", sample_path("en/gold.txt"), "--metric", "benchie", "--table", "confusion")
    code, out, _ = run("--demo", *from_file, *QUICK)
    assert code == 0
    counts = [found["benchie"][name] for name in ("both", "only_verdict", "only_people", "neither")]
    assert f"benchie {' '.join(map(str, counts))} " in " ".join(out.split())


@pytest.mark.thorough
def test_pages_and_charts_are_written(run: Run, tmp_path: Path) -> None:
    code, _, err = run("--demo", "--html", "report.html", "--charts", "figures", *QUICK)
    names = ("precision", "yield", "factuality", "rules", "agreement")
    charts = [f"figures/{name}.svg: chart written" for name in names]
    assert code == 0
    assert err.splitlines() == ["report.html: report written", *charts]
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (tmp_path / "figures" / "rules.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param((), 2, "expected STUDY or --demo, found neither", id="nothing"),
        pytest.param(("x.jsonl", "--demo"), 2, "expected STUDY or --demo, found both", id="both"),
        pytest.param(("no.jsonl",), 1, "no.jsonl: expected a file, found nothing of that name", id="no such file"),
        pytest.param(("bad.jsonl",), 1, "bad.jsonl:1: expected a JSON object", id="no study"),
        pytest.param(
            ("--demo", "--json", "--csv"), 2, "expected one form of output, found --json and --csv", id="two forms"
        ),
        pytest.param(
            ("--demo", "--json", "--table", "rules"), 2, "expected no --table beside it", id="a table in JSON"
        ),
        pytest.param(
            ("--demo", "--table", "ruels"), 1, "unknown table 'ruels'; did you mean 'rules'?", id="no such table"
        ),
        pytest.param(("--demo", "--metric", "carb"), 2, "expected --benchmark or --gold beside it", id="metric alone"),
        pytest.param(
            ("--demo", "--benchmark", "karat-sample", "--gold", "x"),
            2,
            "expected --benchmark or --gold, found both",
            id="two golds",
        ),
        pytest.param(
            ("--demo", "--benchmark", "karat-sample-de"),
            1,
            "expected sentences of karat-sample-de, found none of them",
            id="other sentences",
        ),
        pytest.param(
            ("--demo", "--level", "0"),
            1,
            "level: expected a confidence from 0.5 to less than 1, such as 0.95, found 0",
            id="level",
        ),
        pytest.param(
            ("bad.jsonl", "--project", "x"), 2, "expected a folder beside it, found a file", id="a project of a file"
        ),
    ],
)
def test_bad_input_is_one_line(run: Run, tmp_path: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    (tmp_path / "bad.jsonl").write_text("Ada tuned pianos\n", encoding="utf-8")
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in " ".join(err.replace("│", " ").split()) + "\n"
    if code == 1:
        assert err.count("\n") == 1


@pytest.mark.thorough
def test_a_projects_folder_gives_what_the_file_gives(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["study", "import", "folder", str(sample_path("study.jsonl"))])
    assert not stop.value.code
    capsys.readouterr()
    from_file = json.loads(run("--demo", "--json", *QUICK)[1])
    code, out, err = run("folder", "--json", *QUICK)
    assert (code, err) == (0, "")
    from_folder = json.loads(out)
    for part in ("systems", "comparisons", "agreement", "self_consistency", "progress"):
        assert from_folder[part] == from_file[part], part


@pytest.mark.thorough
def test_a_project_of_another_kind_is_refused(run: Run) -> None:
    pytest.importorskip("sqlalchemy")
    from karat.annotate.store import Store

    with Store.open("folder") as store:
        store.add_project("Gold", "synsets", "en", {"tagger": "none"})
    code, out, err = run("folder")
    assert (code, out) == (1, "")
    assert err == "folder: expected a study, found a project of the kind 'synsets'\n"


def test_a_folder_without_a_project_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, err = run("empty")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("empty/karat.db: expected the database of an annotation project, found no such file")
