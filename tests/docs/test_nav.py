"""The hook that lets a folder stand in the manual's navigation."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "nav.py"


@pytest.mark.parametrize(
    ("entry", "expanded"),
    [
        pytest.param({"Home": "index.md"}, [{"Home": "index.md"}], id="a page"),
        pytest.param("index.md", ["index.md"], id="a page without a title"),
        pytest.param(
            {"Formats": "formats/*"},
            [{"Formats": ["formats/index.md", "formats/carb.md", "formats/jsonl.md"]}],
            id="a folder, its index first",
        ),
        pytest.param({"Empty": "empty/*"}, [], id="an empty folder is left out"),
        pytest.param({"Absent": "absent/*"}, [], id="so is one that is not there"),
        pytest.param(
            {"All": [{"Empty": "empty/*"}, "index.md"]}, [{"All": ["index.md"]}], id="one section within another"
        ),
    ],
)
def test_a_starred_entry_becomes_its_pages(tmp_path: Path, entry: object, expanded: object) -> None:
    spec = importlib.util.spec_from_file_location("docs_nav", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    nav = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(nav)
    (tmp_path / "formats").mkdir()
    (tmp_path / "empty").mkdir()
    for name in ("jsonl", "index", "carb"):
        (tmp_path / "formats" / f"{name}.md").touch()
    assert nav.expanded(entry, tmp_path) == expanded
