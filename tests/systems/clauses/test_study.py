"""A human study can be made from the extractions with their annotations."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from karat.cli import app
from karat.formats.json.jsonl import render
from karat.model import Row, Sentence
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.system import Extracted

SENTENCES = (
    "The council does not believe that more than 3 million herons live near the coast.",
    "Dora will not meet with the Otters.",
)


def test_a_study_shows_the_annotations(tmp_path: Path) -> None:
    sentences = [Sentence(str(number), text) for number, text in enumerate(SENTENCES, 1)]
    rows = []
    for sentence, result in zip(
        sentences, Clauses(ClausesOptions(annotations=("all",))).extract(sentences), strict=True
    ):
        assert isinstance(result, Extracted)
        rows += [Row(extraction, sentence.id, sentence.text) for extraction in result.extractions]
    output = tmp_path / "clauses.jsonl"
    output.write_text("".join(f"{line}\n" for line in render(rows)), encoding="utf-8")
    project = tmp_path / "study"
    runner = CliRunner()
    made = runner.invoke(app, ["study", "create", str(project), str(output), "--labellers", "ann,ben"])
    assert made.exit_code == 0, made.output
    written = runner.invoke(app, ["study", "export", str(project)])
    assert written.exit_code == 0, written.output
    tasks = [json.loads(line) for line in written.stdout.splitlines() if line.startswith('{"karat": "task"')]
    extractions = {task["extraction"]["relation"]: task["extraction"] for task in tasks}
    herons = extractions["live near"]
    assert herons["arguments"] == ["QUANT_S_1 herons", "the coast"]
    assert herons["quantities"] == [["QUANT_S_1", "more than 3 million"]]
    assert herons["attribution"] == {"source": "The council", "predicate": "believe", "polarity": "-", "modality": "PS"}
    assert (herons["polarity"], herons["modality"]) == ("+", "CT")
    otters = extractions["meet with"]
    assert (otters["polarity"], otters["modality"]) == ("-", "PS")
