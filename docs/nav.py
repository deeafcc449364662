"""Let a folder stand in the navigation of mkdocs.yml: ``formats/*`` becomes the folder's pages, its index first."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """Replace each starred entry, at any depth, before mkdocs looks for its pages."""
    config["nav"] = [each for entry in config["nav"] for each in expanded(entry, Path(config["docs_dir"]))]
    return config


def expanded(entry: Any, docs: Path) -> list[Any]:
    """One entry of the navigation; an empty folder is left out."""
    if not isinstance(entry, dict):
        return [entry]
    ((title, target),) = entry.items()
    if isinstance(target, list):
        return [{title: [each for item in target for each in expanded(item, docs)]}]
    if not target.endswith("/*"):
        return [entry]
    pages = sorted((docs / target[:-2]).glob("*.md"), key=lambda path: (path.name != "index.md", path.name))
    return [{title: [path.relative_to(docs).as_posix() for path in pages]}] if pages else []
