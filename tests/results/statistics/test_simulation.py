"""Do the intervals cover and do the tests err as often as they say? Simulated systems whose true scores are known.

A sentence has 1 + Poisson(3.5) gold synsets and an ease e ~ Beta; a system finds each synset with a probability that
rises with e, now and then twice, and adds Poisson(noise · gold · (1 − e)) spurious extractions. So hits and misses go
together within a sentence, and two systems find the same sentences easy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pytest
from scipy.stats import binom

from karat.results.statistics.comparison import compare_all
from karat.results.statistics.intervals import intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import Shares

SENTENCES = 300
RESAMPLES = 999
BATCH = 10  # data sets that share their resamples, to save time


def benchie(sums: np.ndarray) -> np.ndarray:
    """BenchIE's precision, recall and F1."""
    matched_predicted, predicted, matched_gold, gold = np.moveaxis(sums, -1, 0)
    precision = matched_gold / (matched_gold + predicted - matched_predicted)
    recall = matched_gold / gold
    return np.stack([precision, recall, 2 * precision * recall / (precision + recall)], axis=-1)


# Masses (not quotients) and what each is a part of: the bootstrap does not look at it.
BENCHIE = Shares(benchie, ceilings=(1, 1, 3, 3))


@dataclass(frozen=True)
class Sentences:
    """How easy sentences are: Beta(easy, hard)."""

    easy: float
    hard: float

    @property
    def mean(self) -> float:
        return self.easy / (self.easy + self.hard)

    def draw(self, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        return generator.poisson(3.5, SENTENCES) + 1, generator.beta(self.easy, self.hard, SENTENCES)


@dataclass(frozen=True)
class System:
    """Finds a synset with probability e + (1 − e) · gain; makes ``noise`` spurious extractions for each it may miss."""

    noise: float
    gain: float = 0.0

    def draw(self, generator: np.random.Generator, gold: np.ndarray, ease: np.ndarray) -> np.ndarray:
        found = ease + (1 - ease) * self.gain
        matched_gold = generator.binomial(gold, found)
        matched_predicted = matched_gold + generator.binomial(matched_gold, 0.15)
        predicted = matched_predicted + generator.poisson(self.noise * gold * (1 - found))
        return np.stack([matched_predicted, predicted, matched_gold, gold], axis=1).astype(float)

    def truth(self, sentences: Sentences) -> np.ndarray:
        """Scores of infinitely many sentences: ease does not depend on the number of synsets, so the means suffice."""
        found = sentences.mean + (1 - sentences.mean) * self.gain
        return benchie(np.array([found, found + self.noise * (1 - found), found, 1.0]))


MIDDLING = Sentences(2, 4)


def coverage(
    sentences: Sentences, system: System, method: Literal["percentile", "bca"], data_sets: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give the shares of data sets whose intervals lie above, around and below the truth, for each value."""
    generator = np.random.default_rng(20240517)
    truth = system.truth(sentences)
    above, below = np.zeros(3), np.zeros(3)
    for seed in range(data_sets // BATCH):
        scored = [(system.draw(generator, *sentences.draw(generator)), BENCHIE) for _ in range(BATCH)]
        for found in intervals_of_all(scored, Resampling(method, RESAMPLES, seed)):
            above += truth < [each.low for each in found]
            below += truth > [each.high for each in found]
    return above / data_sets, 1 - (above + below) / data_sets, below / data_sets


def rejections(
    a: System, b: System, test: Literal["randomisation", "bootstrap"], data_sets: int
) -> tuple[float, float]:
    """Give the shares of data sets where F1 differs at 5 % by the test, and by its 95 % interval."""
    generator = np.random.default_rng(20240518)
    rejected = outside = 0
    for seed in range(data_sets // BATCH):
        drawn = []
        for _ in range(BATCH):
            gold, ease = MIDDLING.draw(generator)
            drawn += [a.draw(generator, gold, ease), b.draw(generator, gold, ease)]
        pairs = [(2 * place, 2 * place + 1) for place in range(BATCH)]
        for found in compare_all(drawn, BENCHIE, 2, Resampling("bca", RESAMPLES, seed), test, pairs):
            rejected += found.p <= 0.05
            outside += not found.low <= 0 <= found.high
    return rejected / data_sets, outside / data_sets


PLAIN = System(noise=1.0)
BETTER = System(noise=1.0, gain=0.1)
# 2PR/(P + R) = 2f / (1 + f + noise (1 − f)) = 1/3 both at f = 1/3, noise 1 and at f = 0.4, noise 5/3.
OTHER_TRADE = System(noise=5 / 3, gain=0.1)


def test_the_trade_leaves_f1_as_it_is():
    assert PLAIN.truth(MIDDLING) == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert OTHER_TRADE.truth(MIDDLING) == pytest.approx([0.4 / (0.4 + 1), 0.4, 1 / 3])


def test_the_truth_is_that_of_very_many_sentences():
    generator = np.random.default_rng(1)
    sums = sum(BETTER.draw(generator, *MIDDLING.draw(generator)).sum(axis=0) for _ in range(2000))
    assert benchie(sums) == pytest.approx(BETTER.truth(MIDDLING), abs=0.002)


def test_a_slice_covers_as_it_should():
    data_sets = 200
    _, covered, _ = coverage(MIDDLING, PLAIN, "bca", data_sets)
    # What 95 % may give in 200 data sets, but for one time in a thousand.
    low, high = binom.ppf([0.0005, 0.9995], data_sets, 0.95) / data_sets
    assert ((low <= covered) & (covered <= high)).all()


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_a_slice_errs_as_it_should(test):
    data_sets = 200
    rejected, _ = rejections(PLAIN, PLAIN, test, data_sets)
    low, high = binom.ppf([0.0005, 0.9995], data_sets, 0.05) / data_sets
    assert low <= rejected <= high


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_a_real_difference_is_found(test):
    rejected, outside = rejections(PLAIN, BETTER, test, data_sets=40)
    assert rejected > 0.9
    assert outside > 0.9


@pytest.mark.long
@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize(
    ("sentences", "system"),
    [
        pytest.param(MIDDLING, PLAIN, id="middling"),
        pytest.param(Sentences(1, 6), System(noise=0.5), id="little is found"),
        pytest.param(Sentences(5, 2), System(noise=2.0), id="most is found"),
    ],
)
def test_95_per_cent_intervals_cover(method, sentences, system, record_property):
    above, covered, below = coverage(sentences, system, method, data_sets=2500)
    for index, value in enumerate(("precision", "recall", "f1")):
        record_property(f"coverage of {value}", round(float(covered[index]), 4))
        record_property(f"{value}: interval too high, too low", f"{above[index]:.4f}, {below[index]:.4f}")
    assert ((covered >= 0.93) & (covered <= 0.97)).all(), covered


@pytest.mark.long
@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
@pytest.mark.parametrize(
    "other", [pytest.param(PLAIN, id="equal systems"), pytest.param(OTHER_TRADE, id="equal F1, other trade")]
)
def test_5_per_cent_tests_err(test, other, record_property):
    rejected, outside = rejections(PLAIN, other, test, data_sets=5000)
    record_property("false positives at 5 %", round(rejected, 4))
    record_property("95 % interval of the difference covers", round(1 - outside, 4))
    assert 0.04 <= rejected <= 0.06
    assert 0.93 <= 1 - outside <= 0.97
