"""The figures of the page *Which metric should I believe?*: how far each metric agrees with people's labels."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.published

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    # The reader quotes the rows that it repairs; nobody should read rows of the test part.
    logger = logging.getLogger("karat.formats")
    level = logger.level
    logger.setLevel(logging.ERROR)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        import people_figures  # the folder of the scripts is no package

        yield people_figures
    logger.setLevel(level)


def without_intervals(line: str) -> str:
    return re.sub(r" \[[^\]]*\]", "", line)


def missing_lines(script: ModuleType, lines: list[str]) -> list[str]:
    """The lines of a table without intervals that the page does not have."""
    page = [without_intervals(line) for line in script.PAGE.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line not in page]


def test_peoples_measure_agrees_most(data: Path, script: ModuleType) -> None:
    """More than exact matching and BenchIE-FL's rule, where it was made and elsewhere, and with a precision of .98."""
    names = ("benchie-P", "benchie_fl", "benchie")
    measures = tuple(each for each in script.MEASURES if each.metric in names)
    for part, least in ((script.TUNING, 0.960), (script.TEST, 0.918)):
        found = script.measure(part, measures, None)
        assert missing_lines(script, list(script.agreement_table(found))) == [], "benchmarks/people_figures.py --write"
        people, flexible, exact = (each.agreement for each in found.values())
        assert people.kappa.value > least
        assert people.kappa.value > max(flexible.kappa.value, exact.kappa.value)
        assert people.precision.value >= 0.98


@pytest.mark.long
@pytest.mark.parametrize("part", ["TUNING", "TEST"])
def test_every_figure_but_the_intervals(data: Path, script: ModuleType, part: str) -> None:
    """All but those of `meaning`, whose weights are large; tests/published/test_meaning.py has them."""
    measures = tuple(each for each in script.MEASURES if each is not script.MEANING)
    lines = list(script.agreement_table(script.measure(getattr(script, part), measures, None)))
    assert len(lines) == len(measures) + 2
    assert missing_lines(script, lines) == [], "run benchmarks/people_figures.py --write"


@pytest.mark.long
@pytest.mark.usefixtures("real_weights")
def test_the_whole_page(data: Path, script: ModuleType) -> None:
    tuning, test = (script.measure(part, script.MEASURES) for part in script.PARTS)
    measured = "\n".join(script.tables(tuning, test))
    assert measured in script.PAGE.read_text(encoding="utf-8"), "run benchmarks/people_figures.py --write"
    assert script.PICTURE.read_bytes() == script.picture(tuning, test).drawn("svg")
