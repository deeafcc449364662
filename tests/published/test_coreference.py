"""Coreference against the test cases of the reference scorer (Pradhan et al., 2014), value by value."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from karat.algebra import sharing
from karat.benchmarks.tasks import resolve_choices
from karat.benchmarks.tasks.coreference import COREFERENCE
from karat.metrics import B_CUBED, BLANC, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, MUC
from karat.model import Entity
from karat.results.tasks.scoring import documents_of

pytestmark = [
    pytest.mark.published,
    pytest.mark.skipif("KARAT_DATA" not in os.environ, reason="KARAT_DATA is not set: no reference data"),
]
FOLDER = Path(os.environ.get("KARAT_DATA", "")) / "coref_reference"
METRICS = {"muc": MUC, "b_cubed": B_CUBED, "ceaf_m": CEAF_PHI3, "ceaf_e": CEAF_PHI4, "blanc": BLANC}
VALUES = 91

# Recall, precision and F1 by Moosavi and Strube's own program.
LEA_VALUES = {
    "A1": (1, 1, 1),
    "A2": (1 / 3, 1, 1 / 2),
    "A3": (1, 4 / 9, 8 / 13),
    "A4": (1 / 2, 2 / 7, 4 / 11),
    "A9": (1 / 2, 2 / 7, 4 / 11),
    "A10": (1 / 6, 1 / 6, 1 / 6),
    "A11": (5 / 6, 4 / 15, 40 / 99),
    "B1": (1 / 5, 2 / 5, 4 / 15),
}


def cases() -> dict[str, dict[str, object]]:
    """The reference's cases by name; none without the data."""
    path = FOLDER / "expected_exact_from_scorch.json"
    return json.loads(path.read_text(encoding="utf-8")) if "KARAT_DATA" in os.environ else {}


def entities(path: Path, *, gold: bool = False) -> list[Entity]:
    """The one document of a file, made ready as ``karat score`` does."""
    (content,) = documents_of(
        COREFERENCE, path, resolve_choices(COREFERENCE, {}), system=None if gold else "response"
    ).values()
    return content


def number(written: str | float) -> float:
    """A sum or product of fractions, as the reference writes it."""
    return float(written) if not isinstance(written, str) else float(eval(written, {}))


def files(name: str) -> tuple[list[Entity], list[Entity]]:
    """The response and the key of a case."""
    letter, case = name[0], name[1:]
    folder = FOLDER / "DataFiles"
    return entities(folder / f"TC-{letter}-{case}.response"), entities(folder / f"TC-{letter}.key", gold=True)


@pytest.mark.parametrize("name", cases())
def test_the_reference_values(name: str) -> None:
    predicted, gold = files(name)
    expected = {metric: tuple(map(number, values)) for metric, values in cases()[name]["expected_metrics"].items()}
    for metric, values in expected.items():
        score = METRICS[metric](predicted, gold)
        assert (score.recall, score.precision, score.f1) == pytest.approx(values, abs=1e-5), metric


def test_no_value_is_left_out(printed: Callable[..., None]) -> None:
    values = sum(len(case["expected_metrics"]) for case in cases().values())
    assert values == VALUES
    agreeing = sum(agree(name, metric) for name, case in cases().items() for metric in case["expected_metrics"])
    what = "Values of the reference scorers (R, P and F1) that agree to 5 digits"
    printed("Coreference", what, str(VALUES), [agreeing])


def agree(name: str, metric: str) -> bool:
    score = METRICS[metric](*files(name))
    expected = tuple(map(number, cases()[name]["expected_metrics"][metric]))
    return bool((score.recall, score.precision, score.f1) == pytest.approx(expected, abs=1e-5))


@pytest.mark.parametrize("name", LEA_VALUES)
def test_lea(name: str) -> None:
    score = LEA(*files(name))
    assert (score.recall, score.precision, score.f1) == pytest.approx(LEA_VALUES[name], abs=1e-12)


@pytest.mark.parametrize(("name", "muc"), [("B1", Fraction(1, 3)), ("C1", Fraction(1, 2))])
def test_muc_of_what_the_reference_leaves_out(name: str, muc: Fraction) -> None:
    assert MUC(*files(name)).exact == muc


@pytest.mark.parametrize("name", cases())
def test_sharing_one_table_moves_no_digit(name: str) -> None:
    metrics = [*METRICS.values(), LEA, CONLL]
    predicted, gold = files(name)
    apart = [metric(predicted, gold) for metric in metrics]
    with sharing():
        assert [metric(predicted, gold) for metric in metrics] == apart


def test_the_corpus_adds_numerators_and_denominators() -> None:
    documents = [files(name) for name in cases()]
    total = sum(MUC(predicted, gold) for predicted, gold in documents)
    parts = [MUC(predicted, gold).masses for predicted, gold in documents]
    assert total.masses == tuple(map(sum, zip(*parts, strict=True)))
