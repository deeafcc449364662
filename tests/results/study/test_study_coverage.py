"""How often the intervals of a study hold the truth: simulated studies whose true values are known.

A sentence has 1 to 6 extractions of a system and an ease z ~ N(0, 1). An extraction is right with probability p
overall; which ones are right in a sentence goes together by a Gaussian copula. Two labellers see the truth and err at a
rate e each, independently, so κ, α and AC1 are known, too: see docs/study/statistics.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from karat.results.agreement.coefficients import Rated, cluster_masses, measure_agreement
from karat.results.statistics.comparison import compare
from karat.results.statistics.intervals import Interval
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import SHARE
from karat.results.study.report import proportion

YES_NO = ("yes", "no")
ERROR = 0.1
BETTER = 0.05
"""How much more of the second system is right."""


@dataclass(frozen=True)
class Design:
    """Studies of so many sentences, of whose extractions a share is right, alike within a sentence or not."""

    sentences: int
    precision: float
    together: float

    def draw(self, random: np.random.Generator, ease: np.ndarray, precision: float) -> Iterator[tuple[int, bool]]:
        """Yield each extraction's sentence and whether it is right."""
        count = 1 + random.binomial(5, 0.4, size=self.sentences)
        right = ndtr((ndtri(precision) - np.sqrt(self.together) * ease) / np.sqrt(1 - self.together))
        for sentence, (many, probability) in enumerate(zip(count.tolist(), right.tolist(), strict=True)):
            for outcome in random.random(many) < probability:
                yield sentence, bool(outcome)

    def truths(self) -> dict[str, float]:
        """The true values of all that is measured."""
        raw = (1 - ERROR) ** 2 + ERROR**2
        said = self.precision * (1 - ERROR) + (1 - self.precision) * ERROR
        mixed = 2 * said * (1 - said)
        kappa = 1 - (1 - raw) / mixed
        return {
            "Wilson": self.precision,
            "over sentences": self.precision,
            "raw": raw,
            "cohen": kappa,
            "fleiss": kappa,
            "alpha": kappa,
            "ac1": (raw - mixed) / (1 - mixed),
            "difference": -BETTER,
        }


def simulated(design: Design, studies: int, resamples: int) -> dict[str, list[Interval | None]]:
    """Measure many studies as ``measure_study`` does, and give their intervals."""
    random = np.random.default_rng([design.sentences, round(100 * design.precision), round(100 * design.together)])
    found: defaultdict[str, list[Interval | None]] = defaultdict(list)
    resampling = Resampling("bca", resamples)
    for _ in range(studies):
        ease = random.normal(size=design.sentences)
        outcomes = list(design.draw(random, ease, design.precision))
        counted = proportion(outcomes)
        found["Wilson"].append(counted.interval)
        found["over sentences"].append(counted.clustered)
        wrong = random.random((len(outcomes), 2)) < ERROR
        labels = [
            Rated(sentence, {name: YES_NO[int(right == err)] for name, err in zip("ab", errs, strict=True)})
            for (sentence, right), errs in zip(outcomes, wrong.tolist(), strict=True)
        ]
        agreement = measure_agreement(labels, YES_NO, resampling)
        for name in ("raw", "cohen", "fleiss", "alpha", "ac1"):
            found[name].append(getattr(agreement, name).interval)
        better = list(design.draw(random, ease, design.precision + BETTER))
        compared = compare(cluster_masses(outcomes), cluster_masses(better), SHARE, 0, resampling, "bootstrap")
        assert compared.low is not None
        assert compared.high is not None
        found["difference"].append(Interval(compared.low, compared.high))
    return found


def coverage(design: Design, studies: int, resamples: int) -> dict[str, tuple[float, float]]:
    """How often each interval holds the truth, and its mean width."""
    truths, result = design.truths(), {}
    for name, intervals in simulated(design, studies, resamples).items():
        known = [interval for interval in intervals if interval is not None]
        held = sum(interval.low <= truths[name] <= interval.high for interval in known)
        width = sum(interval.high - interval.low for interval in known) / len(known)
        result[name] = held / len(known), width
    return result


SIZES, PRECISIONS, TOGETHER = (20, 60, 200), (0.6, 0.9), (0.0, 0.4)
STUDIES, RESAMPLES = 600, 500
LEAST_BY_FORMULA = 0.93
LEAST = 0.87
"""What asymptotic and bootstrap intervals keep in studies of twenty sentences."""


def check(design: Design, covered: dict[str, tuple[float, float]], margin: float = 0.0) -> None:
    """Hold each interval to its least coverage; Wilson's only where extractions are independent."""
    for name, (share, _) in covered.items():
        if name != "Wilson":
            least = LEAST_BY_FORMULA if name in ("over sentences", "raw") else LEAST
            assert share >= least - margin, f"{name}: {share:.3f}"
    share, _ = covered["Wilson"]
    if design.together:
        assert share < covered["over sentences"][0], "Wilson's interval is too narrow where sentences are alike"
    else:
        assert share >= LEAST_BY_FORMULA - margin


@pytest.mark.long
@pytest.mark.parametrize("together", TOGETHER)
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("sentences", SIZES)
def test_intervals_of_studies_hold(sentences, precision, together, record_property):
    design = Design(sentences, precision, together)
    covered = coverage(design, STUDIES, RESAMPLES)
    for name, (share, width) in covered.items():
        record_property(f"coverage: {name}", f"{share:.3f} ({width:.3f})".replace("0.", "."))
    check(design, covered)


def test_a_slice_of_the_simulation():
    """A hundred studies: a share of .95 is below .87 once in four thousand times."""
    design = Design(30, 0.6, 0.4)
    check(design, coverage(design, studies=100, resamples=200), margin=0.06)
