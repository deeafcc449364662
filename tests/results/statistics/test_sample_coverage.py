"""How often the intervals of means over samples hold the truth, by simulation.

A sentence has 1 to 5 gold facts and a difficulty. What the samples of a model have in common is a shift of all its
chances at once (``common``, on the scale of log odds); everything else is drawn anew for each sentence and sample, as
a language model draws its answers. The truth is the mean over all samples of the score on infinitely many sentences.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from karat.algebra import FMeasure
from karat.results.statistics.samples import sample_intervals
from karat.results.statistics.shares import Jackknife, Shares, jackknife, share_intervals

PAGE = Path(__file__).parents[3] / "docs" / "systems" / "samples.md"
VALUES = Shares(lambda sums: np.stack(FMeasure().columns(sums)[:3], axis=-1), ceilings=(1, 1, 3, 3))
F1 = 2
LEVELS = {"rare": -2.5, "middling": 0.0, "mostly right": 2.0}
COMMON = {"nothing": 0.0, "a little": 0.1, "much": 0.3}
SIZES, SAMPLES = (24, 300), (2, 3, 5, 10)
LEAST = {2: 0.87, 3: 0.91, 5: 0.95, 10: 0.95}
"""The smallest share of intervals that must hold the truth, by the number of samples."""


def draw(
    generator: np.random.Generator, data_sets: int, samples: int, units: int, level: float, common: float
) -> np.ndarray:
    """Masses: (data sets, samples, sentences, 4)."""
    gold = generator.integers(1, 6, (data_sets, 1, units))
    difficulty = generator.normal(level, 1, (data_sets, 1, units))
    shift = generator.normal(0, common, (data_sets, samples, 1))
    chance = 1 / (1 + np.exp(-(difficulty + shift)))
    found = generator.binomial(gold, chance)
    spurious = generator.poisson(0.8 * (1 - chance) * gold)
    return np.stack([found, found + spurious, found, np.broadcast_to(gold, found.shape)], axis=-1).astype(float)


def truth(level: float, common: float) -> float:
    """The mean over samples of the F1 of expected masses, by quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(41)
    weights = weights / weights.sum()
    chance = 1 / (1 + np.exp(-(level + nodes[:, None] + common * nodes[None])))  # sentences by samples
    found = weights @ chance
    f1 = 2 * found / (found + 0.8 * (1 - found) + 1)
    return float(weights @ f1)


def coverage(level: float, common: float, units: int, samples: int, data_sets: int) -> tuple[float, float, float]:
    """How often the interval of F1 holds, its mean width, and how often one for the sentences alone holds."""
    generator = np.random.default_rng(20)
    true, held, width, sentences_alone = truth(level, common), 0, 0.0, 0
    for masses in draw(generator, data_sets, samples, units, level, common):
        estimates = jackknife(masses, VALUES)
        found = sample_intervals(estimates, 0.95)[F1]
        assert found is not None
        held += found.low <= true <= found.high
        width += found.high - found.low
        low, high = share_intervals(Jackknife(*(part.mean(axis=0) for part in estimates)), 0.95)
        sentences_alone += low[F1] <= true <= high[F1]
    return held / data_sets, width / data_sets, sentences_alone / data_sets


def test_the_truth_is_that_of_many_sentences() -> None:
    masses = draw(np.random.default_rng(1), 200, 1, 5000, 0.0, 0.1)
    assert np.mean(VALUES(masses.sum(axis=2))[..., F1]) == pytest.approx(truth(0.0, 0.1), abs=0.004)


@pytest.mark.parametrize(("common", "samples"), [("nothing", 3), ("much", 5)])
def test_intervals_hold(common: str, samples: int) -> None:
    """A small part of what ``make validate`` runs; where samples have much in common, the sentences do not suffice."""
    held, _, alone = coverage(0.0, COMMON[common], 300, samples, 200)
    assert held >= 0.9
    assert common == "nothing" or alone < 0.8


@pytest.mark.long
@pytest.mark.parametrize("samples", SAMPLES)
@pytest.mark.parametrize("units", SIZES)
@pytest.mark.parametrize("common", COMMON)
@pytest.mark.parametrize("level", LEVELS)
def test_the_table_of_the_manual(
    level: str, common: str, units: int, samples: int, record_property: pytest.RecordProperty
) -> None:
    held, width, alone = coverage(LEVELS[level], COMMON[common], units, samples, 1000)
    cell = f"{held:.3f} ({width:.3f}), {alone:.3f}".replace("0.", ".")
    record_property(f"{level}, {common} in common, {units} sentences, {samples} samples", cell)
    assert held >= LEAST[samples]
    assert _cells()[level, common, str(units), str(samples)] == cell


def _cells() -> dict[tuple[str, str, str, str], str]:
    marked = PAGE.read_text(encoding="utf-8").partition("<!-- coverage -->")[2].partition("<!-- end of coverage -->")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*$", marked, re.MULTILINE)
    ]
    header, _, *body = rows
    return {
        (row[0], row[1], row[2], number): cell for row in body for number, cell in zip(header[3:], row[3:], strict=True)
    }


def test_the_manuals_table_is_whole() -> None:
    cells = _cells()
    assert len(cells) == len(LEVELS) * len(COMMON) * len(SIZES) * len(SAMPLES)
    for (_, _, _, samples), cell in cells.items():
        assert float(cell.split()[0]) >= LEAST[int(samples)]
