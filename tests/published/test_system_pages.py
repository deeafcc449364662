"""The figures on the pages of published systems are those that Karat computes on the published outputs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from karat.results import Evaluation, Options, evaluate

pytestmark = pytest.mark.published

PAGES = Path(__file__).parents[2] / "docs" / "systems"
ROW = re.compile(
    r"^\| `(?P<benchmark>[\w-]+)` \| `(?P<output>\w+)` \| `(?P<metric>\w+)` \| (?P<published>[^|]+) "
    r"\| (?P<source>[^|]+) \| (?P<ours>[^|]+) \|$",
    re.MULTILINE,
)
HEAD = "| benchmark | output | metric | published (P R F1) | source | Karat (P R F1, with 95 % intervals) |"
VIEWS = {
    "clausie": ("system_outputs/test/clausie_output.txt", "clausie"),
    "openie4": ("system_outputs/test/openie4_output.txt", "openie4"),
    "openie5": ("system_outputs/test/openie5_output.txt", "openie5"),
    "props": ("system_outputs/test/props_output.txt", "props"),
    "reverb": ("system_outputs/test/reverb_output.txt", "reverb"),
    "ollie": ("system_outputs_tabbed/ollie_tabbed.carb_subset.txt", None),
}
"""CaRB's outputs of its test part, and the reader that CaRB's table was made with."""

FIGURES = [
    pytest.param(row.groupdict(), id=f"{page.stem}, {row['output']} on {row['benchmark']} by {row['metric']}")
    for page in sorted(PAGES.glob("*.md"))
    for row in ROW.finditer(page.read_text(encoding="utf-8"))
]


@cache
def evaluated(benchmark: str, output: str | None, data: Path) -> Evaluation:
    if output is None:
        return evaluate(benchmark=benchmark)
    file, view = VIEWS[output]
    return evaluate({output: data / "carb" / file}, benchmark, options=Options(view=view))


def test_every_row_of_the_tables_is_checked() -> None:
    tables = [
        table.lstrip("\n").partition("\n\n")[0].splitlines()[1:]
        for page in PAGES.glob("*.md")
        for table in page.read_text(encoding="utf-8").split(HEAD)[1:]
    ]
    assert len(tables) == 12
    assert sum(map(len, tables)) == len(FIGURES)


@pytest.mark.parametrize("row", FIGURES)
def test_figures(row: dict[str, str], data: Path) -> None:
    output = row["output"] if row["benchmark"] == "carb-test" else None
    found = evaluated(row["benchmark"], output, data)[row["output"]][row["metric"]]
    assert f"{found.precision} {found.recall} {found.f1}" == row["ours"]
    assert (row["published"] == "—") == (row["source"] == "—")
