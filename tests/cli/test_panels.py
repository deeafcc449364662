"""Help in panels, flags without a type, choices and names in any case."""

from __future__ import annotations

import json

import pytest
from typer.main import get_command

from karat.benchmarks import BENCHMARKS, sample_path
from karat.benchmarks.tasks import TASKS
from karat.cli import app, main
from karat.cli.lazy import loaded_command
from karat.cli.panels import PANELS
from karat.formats import FORMATS
from karat.metrics import METRICS

SAMPLE = ("evaluate", "--benchmark", "karat-sample", "--published", "--no-intervals", "--json")


@pytest.fixture
def run(capsys):
    """Run ``karat``; give the exit code, standard output and error."""

    def call(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(list(arguments))
        return stop.value.code or 0, *capsys.readouterr()

    return call


def test_every_option_of_evaluate_is_in_a_panel() -> None:
    command = loaded_command(get_command(app).commands["evaluate"])
    listed = {name for names in PANELS.values() for name in names}
    assert {option.name for option in command.params} - listed - {"context"} == set()


def test_no_option_is_in_two_panels() -> None:
    names = [name for names in PANELS.values() for name in names]
    assert len(names) == len(set(names))


def test_help_of_evaluate(run, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    code, out, _ = run("evaluate", "--help")
    titles = [line.split("─ ")[1].split(" ─")[0] for line in out.splitlines() if line.startswith("╭")]
    assert (code, titles) == (
        0,
        [
            "Arguments",
            "Input",
            "Gold",
            "Metrics",
            "Cliques",
            "Statistics",
            "Large inputs",
            "Buckets of sentences",
            "Output",
        ],
    )
    assert "<bool>" not in out


@pytest.mark.parametrize(
    "command",
    [
        ("gold", "lint"),
        ("score", "amr"),
        ("list", "metrics"),
        ("cliques", "score"),
        (),
        ("data",),
        ("score",),
        ("gold",),
    ],
)
def test_flags_show_no_type(run, command) -> None:
    assert "<bool>" not in run(*command, "--help")[1]


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        pytest.param(("--nary", "triples"), ("--nary", "Triples"), id="a choice"),
        pytest.param(("--metric", "carb"), ("--metric", "CaRB"), id="a metric"),
        pytest.param(("--facet", "C"), ("--facet", "c"), id="a facet"),
        pytest.param(("--format", "carb-tab"), ("--format", "CaRB-tab"), id="a format"),
    ],
)
def test_any_case(run, usual, other) -> None:
    output = str(sample_path("en/careful.tsv"))
    first, second = (run(*SAMPLE, f"mine={output}", *option) for option in (usual, other))
    assert first[0] == 0
    assert json.loads(first[1]) == json.loads(second[1])


def test_a_benchmark_in_any_case(run) -> None:
    assert run(*(argument.replace("karat-sample", "Karat-Sample") for argument in SAMPLE))[:2] == run(*SAMPLE)[:2]


def test_names_have_no_capitals() -> None:
    """Options lower the names that are typed, so none may have capitals."""
    names = [named.name for group in (BENCHMARKS, FORMATS, METRICS, TASKS) for named in group]
    assert [name for name in names if name != name.lower()] == []


@pytest.mark.parametrize(("typed", "level"), [("95", 0.95), ("0.9", 0.9), ("99.5", 0.995)])
def test_level_in_percent(run, tmp_path, typed, level) -> None:
    arguments = [argument for argument in SAMPLE if argument not in ("--no-intervals", "--json")]
    assert run(*arguments, "--level", typed, "--output", str(tmp_path / "run.json"))[0] == 0
    assert json.loads((tmp_path / "run.json").read_text())["resampling"]["level"] == level


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        pytest.param("100", "1", id="all"),
        pytest.param("0.05", "0.05; did you mean 0.95?", id="a significance"),
        pytest.param("5", "0.05; did you mean 0.95?", id="a significance in percent"),
        pytest.param("1", "1", id="one is no percentage"),
    ],
)
@pytest.mark.parametrize("command", ["evaluate", "plan"])
def test_level_out_of_range(run, command, typed, found) -> None:
    arguments = [argument for argument in SAMPLE if argument != "--no-intervals"]
    arguments = arguments if command == "evaluate" else ["study", "plan", "--width", "0.3"]
    code, _, error = run(*arguments, "--level", typed)
    assert code == 1
    assert (
        error.splitlines()[-1] == f"level: expected a confidence from 0.5 to less than 1, such as 0.95, found {found}"
    )


@pytest.mark.parametrize("command", [("score", "amr", "a.txt", "--gold", "b.txt", "--time-limit", "inf")])
def test_infinite_numbers_are_wrong_usage(run, command) -> None:
    code, _, error = run(*command)
    assert (code, "expected a finite number, found inf" in error) == (2, True)
