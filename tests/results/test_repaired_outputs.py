"""What was wrong in an output and read all the same is noted with the numbers, loudly if it is much."""

from __future__ import annotations

import json

import pytest

from karat.results import evaluate
from karat.results.blocks.outputs import REPAIRED, REPAIRED_ONCE

GOLD = "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n\n"


@pytest.mark.parametrize(
    ("good", "failed", "warning"),
    [pytest.param(30, 1, False, id="one of 31"), pytest.param(3, 2, True, id="two of 5")],
)
def test_answers_that_cannot_be_read_are_counted(tmp_path, caplog, good, failed, warning):
    gold = tmp_path / "gold.txt"
    gold.write_text(GOLD, encoding="utf-8")
    answers = ["(Ann; left; Ulm)"] * good + ["I am sorry, but I cannot do that."] * failed
    output = tmp_path / "mine.jsonl"
    output.write_text("".join(json.dumps({"id": "1", "answer": answer}) + "\n" for answer in answers), encoding="utf-8")
    what = REPAIRED if failed > 1 else REPAIRED_ONCE
    assert what.startswith("places" if failed > 1 else "place ")
    notes = evaluate(output, gold=gold, resampling=None).systems[0].notes
    assert [(note.count, note.warning) for note in notes if note.what == what] == [(failed, warning)]
    said = f"mine.jsonl:{good + 1}: read an answer (refusal: 'I am sorry, but I cannot do that.') as nothing found"
    assert said in caplog.text
