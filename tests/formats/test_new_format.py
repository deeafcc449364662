"""CONTRIBUTING.md, *Add a format* and *Add a benchmark*, followed to the letter on a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import karat

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(
    r'^    (?P<fence>`{3,4})\w+ title="(?P<path>[^"]+)"\n(?P<text>.*?)^    (?P=fence)$', re.DOTALL | re.MULTILINE
)
BLOCKS = {
    found["path"]: dedent(found["text"])
    for found in BLOCK.finditer((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
}
MODULE, REGISTRY = "src/karat/formats/systems/bars.py", "src/karat/formats/registry.py"
PAGE, DATASET = "docs/formats/bars.md", "src/karat/benchmarks/datasets/toys.toml"
GOLD = "Ann founded Bext in Ulm .\tfounded\tAnn\tBext\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run a program of the copied package, in a folder with the page's example."""
    root = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(karat.__file__).parent, root / "src" / "karat", ignore=ignored)
    shutil.copytree(ROOT / "docs", root / "docs", ignore=ignored)
    others = shutil.ignore_patterns("__pycache__", Path(__file__).name)
    shutil.copytree(ROOT / "tests" / "formats", root / "tests" / "formats", ignore=others)
    shutil.copy(ROOT / "tests" / "processor_time.py", root / "tests")
    shutil.copy(ROOT / "pyproject.toml", root)
    for path in (MODULE, PAGE, DATASET):
        (root / path).write_text(BLOCKS[path], encoding="utf-8")
    checksum = "\t".join(("0" * 64, "12", "gold.tsv", "toys", "data/gold.tsv"))
    table = f"sha256\tbytes\tpath\tsource\tupstream\n{checksum}\n"
    (root / DATASET).with_suffix(".tsv").write_text(table, encoding="utf-8")
    registry = root / REGISTRY
    text = registry.read_text(encoding="utf-8")
    assert text.count("FORMATS = Register(\n") == 1
    registry.write_text(
        text.replace("FORMATS = Register(\n", f"FORMATS = Register(\n{BLOCKS[REGISTRY]}"), encoding="utf-8"
    )
    example = re.search(r'```text title="bars.txt"\n(.*?)```', BLOCKS[PAGE], re.DOTALL)
    assert example is not None
    (root / "bars.txt").write_text(example[1], encoding="utf-8")
    (root / "gold.tsv").write_text(GOLD, encoding="utf-8")

    def run(*arguments: str, fails: bool = False) -> str:
        places = os.pathsep.join([str(root / "src"), str(root / "tests")])
        environment = {**os.environ, "PYTHONPATH": places, "COLUMNS": "200"}
        command = [sys.executable, "-m", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=root, env=environment, check=False)
        assert (done.returncode != 0) is fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    run.root = root
    return run


def test_it_is_listed_read_converted_and_scored(run):
    assert "bars" in run("karat", "list", "formats")
    said = run("karat", "convert", "bars.txt", "bars.jsonl")
    assert "bars.txt: read as bars (guessed)" in said
    assert "2 extractions written as jsonl" in said
    run("karat", "convert", "bars.jsonl", "again.txt", "--to", "bars")
    assert (run.root / "again.txt").read_text() == (run.root / "bars.txt").read_text()
    assert "bars.txt: read as bars (guessed)" in run("karat", "evaluate", "bars.txt", "--gold", "gold.tsv")


def test_a_wrong_line(run):
    (run.root / "wrong.txt").write_text("Bo slept . ||| Bo\n", encoding="utf-8")
    said = run("karat", "convert", "wrong.txt", "wrong.jsonl", "--from", "bars", fails=True)
    assert said == "wrong.txt:1: expected 4 parts with ||| between them, found 2: 'Bo slept . ||| Bo'\n"


def test_the_tests_of_all_formats_accept_it(run):
    named = "bars or shape or distinct or sequence or imported"
    said = run(
        "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore", "tests/formats", "-k", named, "-m", "not published"
    )
    assert re.search(r"\d\d passed", said)


def test_its_dataset_is_listed(run):
    assert "gold tuples" in run("karat", "data", "list")
