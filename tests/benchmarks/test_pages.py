"""Every dataset's page says what its declaration says."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.benchmarks import DATASETS, Dataset

PAGES = Path(__file__).parents[2] / "docs" / "benchmarks"


@pytest.mark.parametrize("known", DATASETS, ids=lambda known: known.name)
def test_the_page_agrees_with_the_declaration(known: Dataset) -> None:
    name = "karat-sample" if known.embedded else known.name
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    said = [known.name, known.counts, known.licence]
    if not known.embedded:
        said += [known.title, f"{len(known.files)}, {known.size:,} bytes", *known.oddities, known.reproduces[1:]]
        said += [part for source in known.sources for part in (source.repository, source.commit, source.licence)]
        said += [f"`{file.path}`" for file in known if not file.downloadable]
        said += known.citations
    assert [part for part in said if part not in page] == []
