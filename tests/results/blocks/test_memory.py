"""A large evaluation needs a bounded memory, and gives the digits of one that has everything in memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROGRAM = """
import json, resource, sys
from karat.results import Resampling, evaluate, scoring
folder, is_whole = sys.argv[1], sys.argv[2] == "whole"
if is_whole:
    scoring.LARGE = scoring.LARGE_GOLD = 1 << 60
outputs = {name: f"{folder}/{name}.tsv" for name in ("ada", "bel")}
evaluation = evaluate(outputs, gold=f"{folder}/gold.jsonl", resampling=Resampling(resamples=100), keep="sample")
digest = json.dumps(evaluation.to_json())
print(json.dumps([resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, digest]))
"""


def measured(folder: Path, how: str) -> tuple[int, str]:
    """The most memory that was resident, in MiB, and the evaluation."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), how], check=True, capture_output=True, text=True, timeout=3000
    )
    memory, evaluation = json.loads(done.stdout)
    return memory, evaluation


@pytest.mark.long
@pytest.mark.parametrize("order", ["sorted", "shuffled"])
def test_memory_and_digits(order: str, tmp_path: Path) -> None:
    corpus = [sys.executable, str(ROOT / "benchmarks" / "corpus.py"), "extractions", str(tmp_path)]
    sizes = ["--extractions", "100000", "--sentences", "30000", "--systems", "2", "--order", order]
    subprocess.run([*corpus, *sizes], check=True, timeout=3000)
    in_parts, evaluation = measured(tmp_path, "in parts")
    whole, expected = measured(tmp_path, "whole")
    assert evaluation == expected
    assert in_parts < 512
    assert in_parts < whole / 3
