"""``karat score`` of relations, spans, events, dependencies and templates: what users type and see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from karat.cli import app

RIGHT = "Ada B-person\nLind I-person\nleft O\nOslo B-place\n\nRain B-place\n"
WRONG = "Ada B-person\nLind I-person\nleft O\nOslo B-firm\n\nRain O\n"


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["score", *map(str, arguments)], catch_exceptions=True)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    predicted, gold = tmp_path / "mine.bio", tmp_path / "gold.bio"
    predicted.write_text(WRONG, encoding="utf-8")
    gold.write_text(RIGHT, encoding="utf-8")
    return predicted, gold


def test_spans_by_type_as_json(files: tuple[Path, Path]) -> None:
    predicted, gold = files
    code, out, _ = run("spans", predicted, "--gold", gold, "--by-type", "--json")
    assert code == 0
    document = json.loads(out)
    (system,) = document["systems"]
    rows = {(row["metric"], row.get("facet")): row for row in system["scores"]}
    assert rows["span", None]["counts"] == {"matched": 1, "spurious": 1, "missed": 2}
    assert rows["span", "person"]["f1"] == 1
    assert rows["span", "place"]["counts"] == {"matched": 0, "spurious": 0, "missed": 2}
    assert rows["span_exact", None]["counts"] == {"matched": 2, "spurious": 0, "missed": 1}
    assert set(rows["span", None]["intervals"]) == {"precision", "recall", "f1"}


def test_spans_explained(files: tuple[Path, Path]) -> None:
    predicted, gold = files
    code, out, _ = run("spans", predicted, "--gold", gold, "--explain", "1")
    assert code == 0
    assert out.splitlines() == [
        "mine, document 1",
        "span = F↔[δ_left × δ_right × δ_type]: 0.5000  (P 0.5000, R 0.5000)",
        "  = person 0–1  [1]",
        "  + firm 3  (predicted only)",
        "  - place 3  (gold only)",
    ]


def test_templates_without_a_gold_file_say_so(tmp_path: Path) -> None:
    file = tmp_path / "preds.out"
    template = {"incident_type": "attack", "Target": [["a van"]]}
    document = {"pred_templates": [template], "gold_templates": [template, {"incident_type": "arson", "Target": []}]}
    file.write_text(json.dumps({"30001": document}, indent=2), encoding="utf-8")
    code, out, err = run("templates", file, "--resamples", 0)
    assert code == 0
    assert "preds: 1 document scored against the gold in the system's own file" in err
    assert "gtt" in out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("Ada\n", "mine.bio:1: expected 2 columns, a token first, found 1: 'Ada'", id="a column missing"),
        pytest.param("Ada person\n", "mine.bio:1: expected a tag such as O, B-PER or I-PER", id="no tag"),
    ],
)
def test_a_fault_is_one_line(files: tuple[Path, Path], text: str, message: str) -> None:
    predicted, gold = files
    predicted.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["score", "spans", str(predicted), "--gold", str(gold), "--format", "tags"])
    assert done.exit_code == 1
    assert message in str(done.exception) + done.stderr


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        pytest.param(WRONG, 0, "", id="the same tokens"),
        pytest.param(
            WRONG.replace("left O\n", ""),
            1,
            "mine: expected the gold's tokens, 4 in document '1', found 3",
            id="a token fewer",
        ),
        pytest.param(
            WRONG.replace("left", "fled"),
            0,
            "mine: 1 document with other words than the gold's, though as many",
            id="another word",
        ),
    ],
)
def test_places_are_compared_only_in_the_same_tokens(
    files: tuple[Path, Path], text: str, code: int, message: str
) -> None:
    predicted, gold = files
    predicted.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["score", "spans", str(predicted), "--gold", str(gold), "--resamples", "0"])
    assert done.exit_code == code
    said = str(done.exception or "") + done.stderr
    assert message in said if message else not said


def test_a_fault_in_a_file_known_by_its_ending_has_its_line(files: tuple[Path, Path]) -> None:
    predicted, gold = files
    predicted.write_text(WRONG.replace("I-person", "Q-person"), encoding="utf-8")
    done = CliRunner().invoke(app, ["score", "spans", str(predicted), "--gold", str(gold)])
    assert done.exit_code == 1
    assert "mine.bio:2: expected a tag such as O, B-PER or I-PER" in str(done.exception) + done.stderr


@pytest.mark.parametrize("task", ["relations", "dependencies", "spans", "events"])
def test_the_help_of_each_task_names_its_options_and_an_example(task: str) -> None:
    code, out, _ = run(task, "--help")
    assert code == 0
    assert "--by-type" in out
    assert f"karat score {task}" in out
