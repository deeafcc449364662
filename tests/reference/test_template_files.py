"""Files of templates, read and scored by the command, beside the references: what reading does to strings included."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from case import Items
from document_f1_references import CASES as DOCUMENT_F1
from document_f1_references import TEXT
from folded_templates import SLOTS, Plain
from iterx_references import CASES as ITERX

COUNT = 100


def by_slot(items: Items) -> list[Plain]:
    """Fillers in the order in which the file has them."""
    return [
        (kind, tuple(filler for slot in SLOTS for filler in fillers if filler[0] == slot)) for kind, fillers in items
    ]


def written(items: Items) -> list[dict[str, Any]]:
    """Templates as GTT writes them; one without a type has no ``incident_type``."""
    return [
        ({"incident_type": kind} if kind else {})
        | {slot: [list(mentions) for other, mentions in fillers if other == slot] for slot in SLOTS}
        for kind, fillers in items
    ]


def score_file(path: Path, scorer: str) -> list[Any]:
    """The metrics that the command shows, each with its documents."""
    command = ["score", "templates", str(path), "--format", "gtt", "--scorer", scorer, "--per-document", "--json"]
    done = subprocess.run([sys.executable, "-m", "karat", *command], capture_output=True, text=True, check=True)
    scores: list[Any] = json.loads(done.stdout)["systems"][0]["scores"]
    return scores


@pytest.mark.parametrize(
    ("scorer", "cases"),
    [
        pytest.param("gtt", {"gtt": DOCUMENT_F1["gtt"]}, id="gtt"),
        pytest.param("error-analysis", {"error_analysis": DOCUMENT_F1["error_analysis"]}, id="error analysis"),
        pytest.param("iterx", {name: ITERX[name] for name in ("iterx_subset", "iterx_phi3")}, id="iterx"),
        pytest.param("iterx-mentions", {"iterx_phi3_mentions": ITERX["iterx_phi3_mentions"]}, id="iterx by mentions"),
    ],
)
def test_each_document_of_a_file_has_the_references_values(scorer: str, cases: dict[str, Any], tmp_path: Path) -> None:
    rng, draw = random.Random(scorer), next(iter(cases.values())).draw
    documents = {str(number): tuple(map(by_slot, draw(rng))) for number in range(COUNT)}
    path = tmp_path / "system.out"
    texts = {
        name: {"doctext": TEXT, "pred_templates": written(predicted), "gold_templates": written(gold)}
        for name, (predicted, gold) in documents.items()
    }
    path.write_text(json.dumps(texts), encoding="utf-8")
    shown = {score["metric"]: score["documents"] for score in score_file(path, scorer)}
    for metric, case in cases.items():
        assert len(shown[metric]) == COUNT
        for row in shown[metric]:
            predicted, gold = documents[row["document"]]
            expected = case.values(case.answer(predicted, gold))
            assert [row["precision"], row["recall"], row["f1"]] == [
                None if value is None else pytest.approx(float(value), abs=1e-9) for value in expected
            ], (metric, predicted, gold)
