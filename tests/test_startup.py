"""Karat starts light, and what it promises to have at the top it has."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import karat

HEAVY = ("numpy", "scipy", "pandas", "altair", "fastapi", "spacy", "pooch", "joblib", "requests")

HELP = "from karat.cli import main\ntry: main(['--help'])\nexcept SystemExit as stop: assert not stop.code"


def modules_after(statement: str) -> set[str]:
    """Run the statement in a new interpreter and list what it left in ``sys.modules``."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("import karat", id="import karat"),
        pytest.param("import karat.cli", id="the command line"),
        pytest.param(HELP, id="karat --help"),
    ],
)
def test_nothing_heavy_is_imported(statement: str) -> None:
    assert sorted(modules_after(statement) & set(HEAVY)) == []


def test_help_imports_no_command() -> None:
    """The list of commands is a table, so that command modules may import what they need at their top."""
    loaded = modules_after(HELP)
    assert {name for name in loaded if name.startswith("karat.")} == {
        "karat.cli",
        "karat.cli.lazy",
        "karat.cli.panels",
        "karat.standard_streams",
        "karat.errors",
        "karat.printable",
        "karat.urls",
        "karat.version",
    }


def test_import_karat_loads_only_the_root_and_the_version() -> None:
    assert {name for name in modules_after("import karat") if name.partition(".")[0] == "karat"} == {
        "karat",
        "karat.version",
    }


EVALUATE = """
from pathlib import Path
import karat
from karat.cli import main
output = Path(karat.__file__).parent / "benchmarks/sample/en/careful.tsv"
try: main(["evaluate", str(output), "--benchmark", "karat-sample", "--no-intervals"])
except SystemExit as stop: assert not stop.code
"""


def test_evaluating_loads_no_page_and_no_study() -> None:
    """Half of the time of a small evaluation goes into loading modules, so those of other commands are left out."""
    loaded = modules_after(EVALUATE)
    assert "karat.results.scoring" in loaded
    assert {
        "karat.reports.html",
        "karat.results.study.measuring",
        "karat.results.experiment",
    } & loaded == set()


def test_evaluating_loads_no_other_task() -> None:
    loaded = modules_after(EVALUATE)
    tasks = {f"karat.metrics.{module}" for module in karat.metrics._MODULES}
    assert (tasks | {"karat.benchmarks.tasks"}) & loaded == set()


def test_evaluating_loads_no_tagger_no_tree_and_no_reading_of_large_gold() -> None:
    loaded = modules_after(EVALUATE)
    others = {
        "karat.cli.buckets",
        "karat.model.amr",
        "karat.model.dependency",
        "karat.model.entity",
        "karat.model.template",
        "karat.results.buckets",
        "karat.results.cliques.syntax",
        "karat.results.explanation.profile",
        "karat.results.blocks.gold_reading",
        "karat.syntax",
    }
    assert others & loaded == set()


def test_options_with_nothing_to_convert_need_no_pydantic() -> None:
    assert "pydantic" not in modules_after(EVALUATE)


def test_a_heavy_import_would_be_noticed() -> None:
    assert "numpy" in modules_after("import numpy")


@pytest.mark.parametrize("name", sorted(karat.__all__))
def test_each_public_name_is_there(name: str) -> None:
    assert getattr(karat, name) is not None
    assert name in dir(karat)


@pytest.mark.parametrize(("name", "home"), sorted(karat._PUBLIC.items()))
def test_a_public_name_is_the_one_of_its_room(name: str, home: str) -> None:
    module = importlib.import_module(home)
    assert getattr(karat, name) is getattr(module, name)


def test_the_three_lists_of_public_names_agree() -> None:
    """What type checkers see, what ``__all__`` says and what is fetched on use."""
    tree = ast.parse(Path(karat.__file__).read_text(encoding="utf-8"))
    seen = {
        alias.asname or alias.name
        for block in tree.body
        if isinstance(block, ast.If)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert seen == set(karat._PUBLIC) == set(karat.__all__) - {"__version__"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'evalaute'"):
        _ = karat.evalaute


def test_the_three_lists_of_the_models_names_agree() -> None:
    """What type checkers see, what ``__all__`` says and what is fetched on use."""
    tree = ast.parse(Path(karat.model.__file__).read_text(encoding="utf-8"))
    seen = {
        alias.name: statement.module
        for block in tree.body
        if isinstance(block, ast.If)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert seen == {name: f"karat.model.{module}" for name, module in karat.model._HOMES.items()}
    assert set(seen) == set(karat.model.__all__) <= set(dir(karat.model))


def test_an_unknown_name_of_the_model_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Extracton'"):
        _ = karat.model.Extracton


def test_the_version_is_in_one_place() -> None:
    from karat.version import __version__

    assert karat.__version__ == __version__
