"""WiRe57's seven rows (Léchelle et al., 2019; the authors' program on the same two files)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, where
from karat.formats import read_rows, read_tuples
from karat.formats.benchmarks.wire57 import by_extractor
from karat.metrics.oie.wire57 import OfPairs, of_pairs, wire57, wire_gold, wire_tuple
from karat.model import align
from karat.results import Evaluation, evaluate

pytestmark = pytest.mark.published

# Predictions; P, R and F1; pairs with their mean P and R; exact predictions and gold tuples. The authors' program
# prints P and R as per cent with one digit, those of pairs with none, F1 with three; the digits beyond are ours.
ROWS = {
    "minie": (252, ".4004 .3231 .3576", 134, ".7530 .8270", (10, 10)),
    "clausie": (223, ".4007 .2976 .3415", 121, ".7384 .8436", (24, 13)),
    "openie": (101, ".5013 .1818 .2669", 74, ".6842 .8428", (5, 5)),
    "ollie": (145, ".3744 .1754 .2389", 74, ".7335 .8129", (8, 8)),
    "reverb": (79, ".5689 .1212 .1998", 54, ".8323 .7696", (13, 13)),
    "stanford": (371, ".2096 .1877 .1980", 99, ".7853 .6502", (2, 2)),
    "props": (184, ".2221 .1618 .1872", 69, ".5923 .8043", (0, 0)),
}


def digits(*numbers: float | None) -> str:
    return " ".join(f"{number:.4f}".removeprefix("0") for number in numbers if number is not None)


@pytest.fixture(scope="module")
def evaluation(data: Path) -> Evaluation:
    known = benchmark_named("wire57")
    return evaluate({name: where(*place) for name, place in known.outputs}, known, resampling=None)


@pytest.fixture(scope="module")
def documents(data: Path) -> dict[str, list[tuple[list[object], list[object]]]]:
    known = benchmark_named("wire57")
    gold = list(read_tuples(where(*known.tuples[0])))
    rows = list(read_rows(where(*known.outputs[0][1])))
    wanted = [list(map(wire_gold, each.extractions)) for each in gold]
    found = {}
    for system in ROWS:
        aligned = align(by_extractor(iter(rows), system), [each.sentence for each in gold])
        predicted = [list(map(wire_tuple, each)) for each in aligned.extractions]
        found[system] = list(zip(predicted, wanted, strict=True))
    return found


def test_the_gold(documents: dict[str, list[tuple[list[object], list[object]]]]) -> None:
    gold = [each for _, tuples in documents["minie"] for each in tuples]
    assert (len(documents["minie"]), len(gold), sum(bool(each.others) for each in gold)) == (57, 343, 89)  # type: ignore[attr-defined]
    assert sum(slot.real == 0 for each in gold for slot in each.slots) == 149  # type: ignore[attr-defined]


@pytest.mark.parametrize("system", ROWS)
def test_rows(evaluation: Evaluation, system: str) -> None:
    predicted, values, _, _, exact = ROWS[system]
    score, equal = evaluation[system]["wire57"].score, evaluation[system]["wire57_exact"].score
    assert evaluation[system].extractions == predicted
    assert digits(score.precision, score.recall, score.f1) == values
    assert (equal.matched_predicted, equal.matched_gold) == exact  # type: ignore[union-attr]


def test_what_the_program_prints_for_minie(evaluation: Evaluation, printed: Callable[..., None]) -> None:
    score = evaluation["minie"]["wire57"].score
    values = [100 * score.precision, 100 * score.recall, score.f1]
    printed("WiRe57", "The authors' program: minie, P R in percent, F1", "40.0 32.3 0.358", values)


@pytest.mark.parametrize("system", ROWS)
def test_of_pairs(documents: dict[str, list[tuple[list[object], list[object]]]], system: str) -> None:
    _, _, pairs, values, _ = ROWS[system]
    found: OfPairs = of_pairs(documents[system])  # type: ignore[arg-type]
    assert (found.pairs, digits(found.precision, found.recall)) == (pairs, values)


def test_recall_of_some_pairs_passes_1(documents: dict[str, list[tuple[list[object], list[object]]]]) -> None:
    metric = wire57()
    recall = metric.recall.inner  # type: ignore[attr-defined]
    above = [
        recall.similarity(match.predicted, match.gold) > 1
        for pairs in documents.values()
        for predicted, gold in pairs
        for match in metric.alignment(predicted, gold).matches
    ]
    assert (sum(above), len(above)) == (61, 625)


def test_a_file_of_several_systems_is_parted(data: Path) -> None:
    known = benchmark_named("wire57")
    found = evaluate([where(*known.outputs[0][1])], known, resampling=None)
    assert {system.name for system in found} == set(ROWS)
