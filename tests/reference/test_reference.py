"""Every metric of the registry beside an independent reference, and the laws that all of them obey.

The references are slow and plain, written from the papers' definitions by people who had not read Karat's code.
``make test`` tries a sample; ``make validate`` draws new documents, over 100,000 in all (``KARAT_CASES`` says how many
for each metric).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from case import LAWS, Case, Masses, Parts, Values
from every_case import CASES

from karat.metrics import METRICS

SAMPLE = 60
"""Documents for each metric in `make test`."""
MANY = int(os.environ.get("KARAT_CASES", "1500"))
"""Documents for each metric in `make validate`; the registry has over 70 metrics."""
HERE = Path(__file__).parent


def documents(case: Case, name: str, count: int, seed: str) -> Iterator[tuple[list[Any], list[Any]]]:
    yield from case.adversarial
    rng = random.Random(f"{seed}/{name}")
    for _ in range(count):
        yield case.draw(rng)


def same(one: Any, other: Any, inexact: bool) -> bool:
    if one is None or other is None:
        return one is other
    if inexact or isinstance(one, float) or isinstance(other, float):
        return abs(float(one) - float(other)) < 1e-9
    return Fraction(one) == Fraction(other)


def values_of(score: Any) -> Values:
    """Precision, recall and F1 as Karat says them."""
    return Values(score.precision, score.recall, score.f1)


def all_same(found: Any, expected: Any, inexact: bool) -> bool:
    return all(same(one, other, inexact) for one, other in zip(found, expected, strict=True))


def same_masses(score: Any, answer: Masses | Parts, inexact: bool) -> bool:
    if isinstance(answer, Parts):
        return all(all_same(part.masses, masses, inexact) for part, masses in zip(score.parts, answer, strict=True))
    return all_same(score.masses, answer, inexact)


def masses_of(score: Any) -> Any:
    """All masses that a score shows, to be printed."""
    return [tuple(part.masses) for part in getattr(score, "parts", (score,))]


def compare(case: Case, predicted: list[Any], gold: list[Any]) -> tuple[Any, Masses | Parts | Values]:
    """Score one document both ways and assert that they agree."""
    answer = case.answer(predicted, gold)
    score = case.score(predicted, gold)
    if isinstance(answer, Values):
        expected = answer
    else:
        assert same_masses(score, answer, case.inexact), (predicted, gold, masses_of(score), answer)
        expected = case.values(answer)
    # The values are floats made of exact masses.
    assert all_same(values_of(score), expected, inexact=True), (predicted, gold, values_of(score), expected)
    return score, answer


def compare_sum(case: Case, total: Any, answers: list[Any]) -> None:
    """Assert that the score of several documents is what their answers make."""
    if case.corpus is not None:
        expected = case.corpus(answers)
    else:
        masses = sum(answers[1:], answers[0])
        assert same_masses(total, masses, case.inexact)
        expected = case.values(masses)
    assert all_same(values_of(total), expected, inexact=True), (values_of(total), expected)


def compare_corpora(case: Case, name: str, count: int, seed: str) -> None:
    """Compare each document, then sums over three at a time."""
    scores: list[Any] = []
    answers: list[Any] = []
    for predicted, gold in documents(case, name, count, seed):
        score, answer = compare(case, predicted, gold)
        if not isinstance(answer, Values) or case.corpus is not None:
            scores.append(score)
            answers.append(answer)
        if len(scores) == 3:
            compare_sum(case, sum(scores), answers)
            scores, answers = [], []


def keeps_order(case: Case, rng: random.Random, predicted: list[Any], gold: list[Any]) -> bool:
    before = case.score(predicted, gold)
    after = case.score(rng.sample(predicted, len(predicted)), rng.sample(gold, len(gold)))
    return all_same(values_of(before), values_of(after), inexact=True)


def is_perfect(case: Case, rng: random.Random, predicted: list[Any], gold: list[Any]) -> bool:
    score = case.score([case.predict(item) for item in gold], gold)
    return not gold or all(value is None or same(value, 1, inexact=True) for value in values_of(score))


def is_bounded(case: Case, rng: random.Random, predicted: list[Any], gold: list[Any]) -> bool:
    return all(value is None or -1e-12 <= value <= 1 + 1e-12 for value in values_of(case.score(predicted, gold)))


def never_gains_by_a_wrong_item(case: Case, rng: random.Random, predicted: list[Any], gold: list[Any]) -> bool:
    if case.wrong is None or not predicted:
        return True
    before = case.score(predicted, gold).precision
    longer = [*predicted]
    longer.insert(rng.randrange(len(longer) + 1), case.wrong(rng, gold))
    after = case.score(longer, gold).precision
    return before is None or after is None or after <= before + 1e-12


def never_loses_by_a_right_item(case: Case, rng: random.Random, predicted: list[Any], gold: list[Any]) -> bool:
    missing = [item for item in map(case.predict, gold) if item not in predicted]
    if not missing:
        return True
    before = case.score(predicted, gold).recall
    longer = [*predicted]
    longer.insert(rng.randrange(len(longer) + 1), rng.choice(missing))
    after = case.score(longer, gold).recall
    return before is None or after is None or after >= before - 1e-12


CHECKS = {
    "order": keeps_order,
    "perfect": is_perfect,
    "bounds": is_bounded,
    "wrong item": never_gains_by_a_wrong_item,
    "right item": never_loses_by_a_right_item,
}

every_metric = pytest.mark.parametrize("name", list(CASES))


def test_no_metric_is_forgotten() -> None:
    """Options of a metric are cases of their own, named ``metric:option``."""
    assert {name.partition(":")[0] for name in CASES} == {metric.name for metric in METRICS}
    assert set(LAWS) == set(CHECKS)
    assert all(set(case.breaks) <= set(LAWS) for case in CASES.values())


@every_metric
def test_the_reference_agrees(name: str) -> None:
    compare_corpora(CASES[name], name, SAMPLE, "sample")


@pytest.mark.long
@every_metric
def test_the_reference_agrees_on_many(name: str, record_property: Any) -> None:
    seed = str(random.SystemRandom().randrange(10**9))  # printed by the failing test, which the seed repeats
    compare_corpora(CASES[name], name, MANY, seed)
    record_property(f"{name}: documents compared, none differs", MANY)


def check_law(name: str, law: str, count: int, seed: str) -> list[Any]:
    """Documents on which the law does not hold."""
    case, rng = CASES[name], random.Random(f"{law}/{seed}/{name}")
    return [pair for pair in documents(case, name, count, seed) if not CHECKS[law](case, rng, *pair)]


held = [pytest.param(name, law, id=f"{name}-{law}") for name in CASES for law in LAWS if law not in CASES[name].breaks]
broken = [pytest.param(name, law, id=f"{name}-{law}") for name in CASES for law in CASES[name].breaks]


@pytest.mark.parametrize(("name", "law"), held)
def test_the_law_holds(name: str, law: str) -> None:
    assert check_law(name, law, SAMPLE, "sample") == []


@pytest.mark.long
@pytest.mark.parametrize(("name", "law"), held)
def test_the_law_holds_on_many(name: str, law: str) -> None:
    assert check_law(name, law, MANY, str(random.SystemRandom().randrange(10**9))) == []


@pytest.mark.parametrize(("name", "law"), broken)
def test_a_law_that_is_said_to_break_breaks(name: str, law: str) -> None:
    assert check_law(name, law, 1000, "sample") != []


def test_a_wrong_reference_is_noticed() -> None:
    """The comparison itself can fail."""
    case = CASES["relation"]
    wrong = Case(case.score, lambda predicted, gold: Masses(0, len(predicted) + 1, 0, len(gold)), case.draw)
    with pytest.raises(AssertionError):
        compare_corpora(wrong, "relation", 5, "sample")


SETTINGS = [
    *(pytest.param({"PYTHONHASHSEED": str(seed)}, id=f"hash seed {seed}") for seed in range(1, 5)),
    pytest.param({"LANG": "C", "LC_ALL": "C"}, id="LANG=C"),
    pytest.param({"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}, id="LANG=tr_TR.UTF-8"),
]


def digest(settings: dict[str, str]) -> str:
    """All masses of a few documents of every metric, as another process prints them."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", **settings}
    done = subprocess.run(
        [sys.executable, str(HERE / "digest.py")], capture_output=True, text=True, env=environment, check=True
    )
    assert len(done.stdout.splitlines()) == len(CASES)
    return done.stdout


@pytest.fixture(scope="module")
def usual_digest() -> str:
    return digest({})


@pytest.mark.parametrize("settings", SETTINGS)
def test_neither_hash_seed_nor_locale_moves_a_digit(settings: dict[str, str], usual_digest: str) -> None:
    assert digest(settings) == usual_digest
