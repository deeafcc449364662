"""CONTRIBUTING.md, *Add a metric*, followed to the letter: one module and its line, and every command can use it.

The package is copied, the module and the line are added to the copy, and the commands are run from there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import karat

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r'^    ```python title="(?P<path>[^"]+)"\n(?P<text>.*?)^    ```$', re.DOTALL | re.MULTILINE)
BLOCKS = {
    found["path"]: dedent(found["text"])
    for found in BLOCK.finditer((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
}
MODULE, REGISTRY = "src/karat/metrics/oie/same_arguments.py", "src/karat/metrics/open_extraction.py"
START = "OIE_METRICS: tuple[OieMetric, ...] = (\n"
IMPORT = "from karat.metrics.oie.same_arguments import SAME_ARGUMENTS_ON_TUPLES\n"

GOLD = "Ann founded Bext in Ulm .\tfounded\tAnn\tBext\tin Ulm\nBo slept .\tslept\tBo\tlong\n"
MINE = "Ann founded Bext in Ulm .\t0.9\tset up\tAnn\tBext\nBo slept .\t0.9\tslept\tBo\tbadly\n"
"""Ann and Bext are the arguments of the first gold tuple; Bo and badly are those of none."""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run a command of the copied package."""
    root = tmp_path_factory.mktemp("copy")
    package = root / "src" / "karat"
    shutil.copytree(Path(karat.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (root / MODULE).write_text(BLOCKS[MODULE], encoding="utf-8")
    registry = root / REGISTRY
    text = registry.read_text(encoding="utf-8")
    other = "from karat.metrics.oie.robust import"
    assert text.count(START) == text.count(other) == 1
    text = text.replace(START, START + BLOCKS[REGISTRY]).replace(other, IMPORT + other)
    registry.write_text(text, encoding="utf-8")
    (root / "gold.tsv").write_text(GOLD)
    (root / "mine.tsv").write_text(MINE)
    (root / "other.tsv").write_text(MINE.splitlines()[0])

    def run(*arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "COLUMNS": "120"}
        command = [sys.executable, "-m", "karat", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=root, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run.root = root
    return run


def test_it_is_listed(run) -> None:
    listed = {each["name"]: each for each in json.loads(run("list", "metrics", "--json"))}
    assert listed["same_arguments"]["used_by"] == ["evaluate", "cliques score"]
    assert "same_arguments" in run("list", "metrics")


def test_evaluate_compare_and_report(run) -> None:
    """One of two predictions is right, and one of two gold tuples is found."""
    files = ("mine.tsv", "other.tsv", "--gold", "gold.tsv", "--metric", "same_arguments")
    document = json.loads(run("evaluate", *files, "--json", "--output", "run.json"))
    mine, _ = (system["scores"][0] for system in document["systems"])
    assert (mine["metric"], mine["precision"], mine["recall"], mine["f1"]) == ("same_arguments", 0.5, 0.5, 0.5)
    assert mine["signature"].startswith("same_arguments|")
    assert document["comparisons"][0]["metric"] == "same_arguments"
    compared = json.loads(run("compare", "run.json", "--json"))
    assert compared["comparisons"][0]["metric"] == "same_arguments"
    assert "same_arguments" in run("evaluate", *files)


def test_the_html_report(run) -> None:
    pytest.importorskip("altair", reason="the report comes with the extra 'report'")
    run("evaluate", "mine.tsv", "--gold", "gold.tsv", "--metric", "same_arguments", "--html", "report.html")
    assert "same_arguments" in (run.root / "report.html").read_text(encoding="utf-8")


def test_explain(run) -> None:
    asked = ("mine.tsv", "--gold", "gold.tsv", "--sentence", "1", "--metric", "same_arguments", "--json")
    (mine,) = json.loads(run("explain", *asked))["systems"]
    assert (mine["f1"], mine["tuples"][0]["gold"], mine["tuples"][0]["credit"]) == (1, 1, 1)


def test_inside_cliques(run) -> None:
    """Every command that takes `--inside`: the score, and one clique explained."""
    on_cliques = ("--published", "--benchmark", "karat-sample-cliques", "--inside", "same_arguments", "--json")
    document = json.loads(run("cliques", "score", *on_cliques))
    signatures = {score["signature"] for system in document["systems"] for score in system["scores"]}
    assert all("|in:same_arguments|" in signature for signature in signatures)
    first = json.loads(run("cliques", "explain", "1", *on_cliques))
    assert first["inside"] == "same_arguments"
    assert json.loads(run("evaluate", *on_cliques))["systems"][0]["scores"][0]["metric"] == "robust"
