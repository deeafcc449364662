"""``karat report`` and ``karat evaluate --html``: pages and charts of evaluations, without computing them again."""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.cli import main

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat`` in a folder of its own; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as stop:
            main([*map(str, arguments)])
        return (stop.value.code or 0, *capsys.readouterr())

    return run


def scored(run: Run, system: str, *more: object) -> None:
    output = sample_path(f"en/{system}.tsv")
    code, _, err = run(
        "evaluate", output, "--benchmark", "karat-sample", "--level", 0.9, "--output", f"{system}.json", *more
    )
    assert code == 0, err


@pytest.mark.thorough
def test_a_report_of_a_run_is_that_of_the_evaluation(run: Run, tmp_path: Path) -> None:
    scored(run, "careful", "--html", "at once.html")
    code, out, err = run("report", "careful.json", "--html", "later.html")
    assert (code, out, err) == (0, "", "later.html: report written\n")
    at_once = (tmp_path / "at once.html").read_text(encoding="utf-8")
    assert at_once == (tmp_path / "later.html").read_text(encoding="utf-8")
    assert "--benchmark karat-sample --level 0.9" in at_once


@pytest.mark.thorough
def test_several_runs_become_one_report(run: Run, tmp_path: Path) -> None:
    for system in ("careful", "greedy"):
        scored(run, system)
    assert run("report", "careful.json", "greedy.json", "--html", "both.html")[0] == 0
    assert "careful, greedy on 24 sentences" in (tmp_path / "both.html").read_text(encoding="utf-8")
    assert run("report", "careful.json", "greedy.json", "--leaderboard", "--html", "board.html")[2] == (
        "board.html: leaderboard written\n"
    )
    assert "2 systems, 1 benchmark, 2 runs" in (tmp_path / "board.html").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_charts_as_files(run: Run, tmp_path: Path) -> None:
    scored(run, "greedy")
    code, _, err = run("report", "greedy.json", "--charts", "figures", "--chart-format", "png", "--by", "length")
    assert code == 0
    names = ["f1", "carb-against-benchie", "precision-recall", "slot-errors", "error-buckets", "f1-by-length"]
    assert err.splitlines() == [f"figures/{name}.png: chart written" for name in names]
    assert sorted(path.stem for path in (tmp_path / "figures").iterdir()) == sorted(names)


@pytest.mark.thorough
def test_examples_can_be_capped(run: Run, tmp_path: Path) -> None:
    scored(run, "greedy")
    assert run("report", "greedy.json", "--html", "few.html", "--examples", 5)[0] == 0
    assert "At most 5 extractions and as many missed facts of each system" in (tmp_path / "few.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param([], "expected --html or --charts, found neither", id="nothing asked for"),
        pytest.param(["--leaderboard", "--charts", "c"], "expected --html beside it", id="a leaderboard is a page"),
        pytest.param(
            ["--html", "x.html", "--leaderboard", "--charts", "c"], "found --charts beside it", id="and no more"
        ),
        pytest.param(["--html", "x.html", "--leaderboard", "--interactive"], "found --interactive beside it", id="nor"),
        pytest.param(["--charts", "c", "--interactive"], "expected --html beside it", id="interactive pages only"),
        pytest.param(["--html", "x.html", "--parses", "p"], "beside it", id="parses for nothing"),
    ],
)
def test_wrong_usage_is_2(run: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    scored(run, "greedy")
    code, _, err = run("report", "greedy.json", *arguments)
    assert code == 2
    assert said in " ".join(err.replace("│", " ").split())


def test_an_old_run_cannot_be_sorted_by_sentence(run: Run, tmp_path: Path) -> None:
    scored(run, "greedy")
    path = tmp_path / "greedy.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["grounds"]
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run("report", "greedy.json", "--html", "x.html")[0] == 0
    code, _, err = run("report", "greedy.json", "--html", "x.html", "--by", "length")
    assert (code, err) == (1, "karat-sample: expected an evaluation that keeps its sentences, found none in it\n")


def test_a_missing_extra_is_met_before_scoring(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *arguments: object, **named: object) -> object:
        if name == "vl_convert":
            raise ImportError(name)
        return real(name, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    code, out, err = run("evaluate", "no file", "--benchmark", "karat-sample", "--html", "x.html")
    assert (code, out) == (1, "")
    assert err.startswith("drawing charts needs Karat's extra 'report', which is not installed: pip install ")
    code, _, err = run("demo")
    assert code == 0
    assert "No report.html: drawing charts needs" in err
    assert sorted(path.name for path in (tmp_path / "karat-demo").iterdir()) == ["run.json", "scores.md"]


@pytest.mark.parametrize(
    ("asked", "useless"),
    [
        (("--html", "page.html", "--leaderboard"), ("--by", "length")),
        (("--html", "page.html", "--leaderboard"), ("--examples", 3)),
        (("--html", "page.html"), ("--chart-format", "png")),
        (("--charts", "charts"), ("--examples", 3)),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    run: Run, asked: tuple[object, ...], useless: tuple[object, ...]
) -> None:
    scored(run, "careful")
    code, out, err = run("report", "careful.json", *asked, *useless)
    assert (code, out) == (2, "")
    assert f"expected no {useless[0]} beside it" in " ".join(err.split())
