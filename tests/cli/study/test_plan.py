"""``karat study plan``: the numbers of the planner, the table around them, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.cli import main
from karat.results.study.planning import plan_width

Run = Callable[..., tuple[object, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat study plan`` in a folder of its own; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["study", "plan", *map(str, arguments)])
        return (stop.value.code or 0, *capsys.readouterr())

    return run


def test_an_interval_of_a_width(run: Run) -> None:
    code, out, err = run("--width", 0.1, "--precision", 0.6)
    assert (code, err) == (0, "")
    title, *rows = out.splitlines()
    # Wilson's interval of .6 is 10.0 points wide at 366, and wider at 365.
    assert title == "366 extractions of each system for an interval of 10 points"
    table = {" ".join(row.split()[:2]): row.split()[2:] for row in rows[2:7]}
    assert table["10 points"] == [f"{plan_width(0.1, share / 10).extractions}" for share in (4, 5, 6, 7, 8)]
    assert run("--width", 10, "--precision", 60) == (0, out, "")


def test_json_has_each_question_that_was_asked(run: Run) -> None:
    code, out, _ = run("--width", 0.2, "--kappa-width", 0.4, "--labellers", "--simulations", 100, "--json")
    assert code == 0
    document = json.loads(out)
    assert list(document) == ["width", "kappa", "labellers"]
    assert document["width"]["extractions"] == plan_width(0.2, 0.5).extractions
    assert document["labellers"]["extractions"] == document["width"]["extractions"]
    assert [each["scheme"] for each in document["labellers"]["schemes"]] == [
        "one",
        "two with adjudication",
        "three by majority",
    ]
    # Two who both label for a κ of .6 at equal shares: the standard error is √(1 − .6²) / √n.
    assert document["kappa"]["extractions"] == 62


def test_sentences_cost_extractions(run: Run) -> None:
    document = json.loads(run("--width", 0.1, "--per-sentence", 5, "--within", 0.25, "--json")[1])
    assert document["width"]["design_effect"] == 2
    assert document["width"]["extractions"] == pytest.approx(2 * plan_width(0.1).extractions, abs=2)


def test_telling_systems_apart(run: Run) -> None:
    code, out, _ = run("--difference", 0.3, "--precision", 0.7, "--systems", 3, "--json")
    assert code == 0
    plan = json.loads(out)["difference"]
    assert (plan["precision_a"], plan["precision_b"], plan["comparisons"]) == (0.7, 0.4, 3)
    assert plan["reached"] >= 0.8
    # Twice .3 leaves .1; three times .3 would leave nothing.
    assert [each["precision_b"] for each in plan["around"]] == [0.4, 0.25, 0.1]
    apart = json.loads(run("--difference", 0.3, "--precision", 0.7, "--unpaired", "--json")[1])
    assert apart["difference"]["paired"] is False


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(
            (), 2, "expected one of --width, --difference, --kappa-width, --labellers, found none", id="nothing"
        ),
        pytest.param(("--labellers", "--power", "0.9"), 2, "expected --difference beside it", id="power alone"),
        pytest.param(
            ("--difference", "0.1", "--level", "90"), 2, "or --labellers beside it", id="level of no interval"
        ),
        pytest.param(("--width", "0.1", "--seed", "1"), 2, "expected --labellers beside it", id="seed alone"),
        pytest.param(("--width", "0"), 1, "width: expected more than 0 and less than 1, found 0.0", id="no width"),
        pytest.param(("--difference", "0.7"), 1, "precision of b: expected 0 to 1, found -0.2", id="too far apart"),
        pytest.param(
            ("--difference", "0.1", "--correlation", "1"),
            1,
            "correlation: expected -0.82 to 0.82 for precisions 0.5 and 0.4, found 1.0",
            id="impossible correlation",
        ),
        pytest.param(
            ("--difference", "0.0001"), 1, "expected a difference that 50,000 extractions can show", id="too close"
        ),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...], code: int, message: str) -> None:
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert message in " ".join(err.replace("│", " ").split())
    if code == 1:
        assert err.count("\n") == 1
