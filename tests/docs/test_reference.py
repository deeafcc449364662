"""The Python reference has a page for each public room, and each public name has something to show there."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path

import pytest

import karat

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "api"
ROOMS = ("algebra", "benchmarks", "errors", "formats", "metrics", "model", "results", "systems")
PARTS = {"annotate": "annotate.files"}
"""Pages of a part of a room; ``import karat`` does not offer the room, since it needs an extra."""

sys.path.append(str(ROOT / "docs"))

import docstrings  # noqa: E402 - scripts of the manual are not a package


def test_every_room_has_its_page() -> None:
    public = {name for name in karat.__all__ if inspect.ismodule(getattr(karat, name))}
    assert public | {"errors"} == set(ROOMS)
    assert {path.stem for path in PAGES.glob("*.md")} == {"index", *ROOMS, *PARTS}
    for page, module in {**{room: room for room in ROOMS}, **PARTS}.items():
        assert f"\n::: karat.{module}\n" in (PAGES / f"{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("room", [*ROOMS, *PARTS.values()])
def test_every_public_function_and_class_is_explained(room: str) -> None:
    """What has no docstring is left out of the reference."""
    module = import_module(f"karat.{room}")
    names = getattr(module, "__all__", [name for name in vars(module) if name.endswith("Error")])
    objects = {name: getattr(module, name) for name in names}
    bare = [name for name, value in objects.items() if inspect.isroutine(value) or inspect.isclass(value)]
    assert [name for name in bare if not vars_doc(objects[name])] == []


def vars_doc(value: object) -> str | None:
    """A docstring of the object's own, not one that a dataclass makes or a base hands down."""
    text = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    return None if text is None or text.startswith(f"{getattr(value, '__name__', '')}(") else text


@pytest.mark.parametrize(
    ("docstring", "markdown"),
    [
        pytest.param("As :class:`~karat.algebra.Score` is.", "As `karat.algebra.Score` is.", id="a role"),
        pytest.param("Below:\n\n===  ===\na    b\n===  ===", "Below:\n\n```text\na    b\n```", id="a table"),
        pytest.param("One.\n\n>>> 1 + 1\n2\n\nTwo.", "One.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nTwo.", id="a session"),
        pytest.param("Tree.\n\n::\n\n    a\n", "Tree.\n\n    a\n", id="a literal block"),
    ],
)
def test_docstrings_become_markdown(docstring: str, markdown: str) -> None:
    assert docstrings.as_markdown(docstring) == markdown
