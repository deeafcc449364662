"""People's measure against the labels of BenchIE-FL: the table of its page, the test, and what was promised."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from karat.metrics.oie.people.rule import PEOPLE

pytestmark = pytest.mark.published

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        import tune_people  # the folder of the scripts is no package

        return tune_people


def test_the_page_has_the_ablation(data: Path, script: ModuleType) -> None:
    table = "\n".join(script.ablation_table(script.read_outputs(script.BENCHIE_50)))
    assert table in script.PAGE.read_text(encoding="utf-8"), "run benchmarks/tune_people.py --write"


@pytest.mark.parametrize(
    ("part", "counts", "kappa", "figures"),
    [
        pytest.param("BENCHIE_50", (283, 2, 10, 794), 0.960, ".993 .966 .979 .972", id="BenchIE 50"),
        pytest.param("WIRE57", (253, 1, 22, 854), 0.918, ".996 .920 .957 .943", id="WiRe57"),
    ],
)
def test_agreement_with_people(
    data: Path, script: ModuleType, part: str, counts: tuple[int, ...], kappa: float, figures: str
) -> None:
    """κ is above that of BenchIE-FL's matching function, and precision at least .98."""
    agreement = script.measure(script.read_outputs(getattr(script, part)), PEOPLE)
    assert (agreement.both, agreement.only_verdict, agreement.only_people, agreement.neither) == counts
    assert agreement.kappa.value > kappa
    assert agreement.precision.value >= 0.98
    values = [getattr(agreement, name).value for name in ("precision", "recall", "f1", "kappa")]
    assert [f"{value:.3f}".removeprefix("0") for value in values] == figures.split()
    assert all(figure in script.PAGE.read_text(encoding="utf-8") for figure in figures.split())
