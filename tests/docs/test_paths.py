"""Files that the manual names are there, so that a reader who follows it finds them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs" / "explanation").glob("*.md"))]
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|md|toml))`")
EXAMPLES = {"docs/formats/bars.md"}
"""What CONTRIBUTING tells readers to write."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_a_page_names_exists(page: Path) -> None:
    named = {path for path in NAMED.findall(page.read_text(encoding="utf-8")) if "NAME" not in path} - EXAMPLES
    roots = (ROOT, ROOT / "src" / "karat", ROOT / "src" / "karat" / "formats", ROOT / "src" / "karat" / "algebra")
    assert sorted(path for path in named if not any((root / path).is_file() for root in roots)) == []
