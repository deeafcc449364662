"""The shape of the code: its size, no import cycles, no hidden imports, cliques apart."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
sys.path.append(str(ROOT / "benchmarks"))

import shape  # noqa: E402 - benchmarks are scripts, not a package

OPTIONAL = {
    "HanTa",
    "altair",
    "distributed",
    "fsspec",
    "jieba",
    "nltk",
    "openai",
    "pandas",
    "pyarrow",
    "penman",
    "polars",
    "psycopg",
    "rapidfuzz",
    "sacrebleu",
    "spacy",
    "vl_convert",
}
"""What comes with extras."""

SLOW = {"joblib", "metadata", "numpy", "pooch", "requests", "scipy", "urllib"}
"""What takes so long to import that it waits until it is used."""

DEFERRED = {
    "karat.algebra.definitions.fingerprint",  # only signatures read sources
    "karat.algebra.plans.choice",  # a third of the room, needed once something is scored
    "karat.algebra.solvers.f1_search",
    "karat.algebra.solvers.latent",
    "karat.algebra.solvers.linear_assignment",
    "karat.algebra.solvers.orders",
    "karat.benchmarks.download",
    "karat.benchmarks.tasks",  # evaluations of Open IE need no other task and none of its metrics
    "karat.cli.study.folder",  # only a project's folder needs the server's packages
    "karat.cli.written_files",  # only a command that is run checks its files
    "karat.formats.llm.json_triples",  # only --map needs it
    "karat.reports.csv",  # loads what studies, labels and experiments need
    "karat.reports.tables.buckets",  # loads taggers and what they need
    "karat.results.cliques.syntax",  # only cliques with trees need it
    "karat.results.explanation.json",  # loads all explanations
    "karat.results.blocks.cluster",  # only --cluster needs it
    "karat.results.blocks.gold_reading",  # only large gold is written to files
    "karat.results.blocks.processes",  # only several workers need it, and joblib is slow to import
}
"""Our own modules that wait until they are used."""

QUICK_HELP = {"karat.cli.evaluate", "karat.cli.score"}
"""Commands whose help must not wait for what scores."""


MOST_LINES, MOST_MODULES = 109_700, 820
"""The size of the package, numbers that only fall: who adds lines removes others, and whoever removes lowers them."""


@pytest.fixture(scope="module")
def modules() -> dict[str, shape.Module]:
    return shape.read_modules(SOURCE)


def test_the_package_grows_no_further(modules: dict[str, shape.Module]) -> None:
    lines = sum(module.lines for module in modules.values())
    assert MOST_LINES - 500 < lines <= MOST_LINES, "python benchmarks/shape.py prints lines and budget by room"
    assert MOST_MODULES - 10 < len(modules) <= MOST_MODULES


def test_no_module_imports_itself_by_way_of_others(modules: dict[str, shape.Module]) -> None:
    assert shape.find_cycles(modules) == []


def test_a_cycle_would_be_found(modules: dict[str, shape.Module]) -> None:
    low, high = modules["karat.errors"], modules["karat.model.extraction"]
    knotted = {
        low.name: shape.Module(low.name, False, 1, frozenset({high.name}), ()),
        high.name: shape.Module(high.name, False, 1, frozenset({low.name}), ()),
    }
    assert shape.find_cycles(knotted) == [["karat.errors", "karat.model.extraction"]]


def test_imports_inside_functions_are_of_optional_or_slow_packages(modules: dict[str, shape.Module]) -> None:
    unexplained = [
        f"{name}:{line}: {what}"
        for name, module in modules.items()
        if name not in QUICK_HELP
        for line, what in module.hidden
        if {*OPTIONAL, *SLOW}.isdisjoint(re.split(r"\W+", what)) and not set(what.split(", ")) <= DEFERRED
    ]
    assert unexplained == []


def test_a_plain_evaluation_enters_no_clique_code() -> None:
    command = [sys.executable, "-c", shape.TRACE, "evaluate", "--published", "--benchmark", "karat-sample"]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    entered = {name for name, _ in json.loads(done.stdout.splitlines()[-1])}
    assert "karat.results.scoring" in entered
    assert sorted(name for name in entered if "clique" in name or "robust" in name) == []
