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
    return done.exit_code, done.stdout, done.stderr + str(done.exception or "")


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
        '  = person "Ada Lind" [0–1]  [1]',
        '  + firm "Oslo" [3]  (predicted only)',
        '  - place "Oslo" [3]  (gold only)',
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
    assert message in said if message else all(line.endswith("read as tags (guessed)") for line in said.splitlines())


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


def test_conllevals_columns_hold_their_gold(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Ada B-PER B-PER\nleft O O\nOslo B-LOC O\n", encoding="utf-8")
    code, out, err = run("spans", tmp_path / "mine.txt", "--json")
    assert code == 0
    assert f"{tmp_path}/mine.txt: read as conlleval (guessed)" in err
    assert "mine: 1 document scored against the gold in the system's own file" in err
    (system,) = json.loads(out)["systems"]
    assert system["scores"][0]["counts"] == {"matched": 1, "spurious": 0, "missed": 1}


def test_tags_alone_must_be_as_many_as_the_golds(tmp_path: Path) -> None:
    (tmp_path / "gold.bio").write_text("Ada B-PER\nleft O\nOslo B-LOC\n", encoding="utf-8")
    for tags, code, message in (
        ("B-PER O B-LOC", 0, "mine.txt: read as tag-lines (guessed)"),
        ("B-PER O", 1, "mine: expected the gold's tokens, 3 in document '1', found 2"),
    ):
        (tmp_path / "mine.txt").write_text(tags, encoding="utf-8")
        found, _, err = run("spans", tmp_path / "mine.txt", "--gold", tmp_path / "gold.bio")
        assert (found, message in err, "other words" in err) == (code, True, False)


WORDS = {"text": "Ada left Oslo", "relations": [{"head": "ada", "type": "left", "tail": "Oslo"}]}
PLACES = {
    "tokens": ["Ada", "left", "Oslo"],
    "entities": [{"type": "PER", "start": 0, "end": 1}, {"type": "LOC", "start": 2, "end": 3}],
    "relations": [{"type": "left", "head": 0, "tail": 1}],
}


@pytest.mark.parametrize("gold", [WORDS, PLACES], ids=["words", "places"])
def test_relations_between_words_need_no_option(tmp_path: Path, gold: dict[str, object]) -> None:
    mine, golden = tmp_path / "mine.json", tmp_path / "gold.json"
    mine.write_text(json.dumps([WORDS]), encoding="utf-8")
    golden.write_text(json.dumps([gold]), encoding="utf-8")
    code, out, _ = run("relations", mine, "--gold", golden, "--json")
    assert code == 0
    first = json.loads(out)["systems"][0]["scores"][0]
    assert (first["metric"], first["f1"]) == ("relation_strings", 1)
    assert "|mentions:strings|" in first["signature"]
    code, _, err = run("relations", mine, "--gold", golden, "--mentions", "places")
    assert code == 1
    assert "expected mentions=strings, not mentions=places, for" in err


@pytest.mark.parametrize(("predicted", "warned"), [({}, True), ({"predicted_ner": [[]]}, False)], ids=["none", "some"])
def test_gold_that_is_scored_against_itself_is_said(tmp_path: Path, predicted: dict[str, object], warned: bool) -> None:
    line = {"doc_key": "d", "sentences": [["Ada", "slept"]], "ner": [[[0, 0, "PER"]]], **predicted}
    (tmp_path / "mine.jsonl").write_text(json.dumps(line), encoding="utf-8")
    code, out, err = run("spans", tmp_path / "mine.jsonl")
    assert code == 0
    said = " ".join((out + err).split())
    assert (
        "1 document predicted exactly as the gold in the same file; does the file hold predictions?" in said
    ) == warned
