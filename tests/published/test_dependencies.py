"""CoNLL 2018's own test cases: every cell of the four tables, and the counts of the fifth."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.formats.documents.conllu import read
from karat.metrics.dependencies import CONLL_2018
from karat.metrics.parse_pairs import pair_parses

pytestmark = pytest.mark.published
CASES = {
    "sys1": ("sys1", "gold"),
    "sys2": ("sys2", "gold"),
    "sys-space": ("sys-space", "gold"),
    "case": ("case-sys", "case-gold"),
}


def totals(folder: Path, predicted: str, gold: str, alignment: str = "description") -> dict[str, tuple[object, object]]:
    """Each metric's sum over all words, and over those that were aligned."""
    files = [{each.id: each.content for each in read(folder / f"{name}.conllu")} for name in (predicted, gold)]
    sums = []
    for aligned_only in (False, True):
        choices = {"aligned_only": aligned_only, "whole": False, "alignment": alignment}
        pairs = pair_parses({"system": files[0]}, files[1], **choices)["system"]
        sums.append({metric.name: sum(metric(mine, theirs) for _, mine, theirs in pairs) for metric in CONLL_2018})
    return {name: (sums[0][name], sums[1][name]) for name in sums[0]}


def table(path: Path) -> dict[str, list[str]]:
    """The rows of a table of the scorer, by metric in lower case."""
    rows = [[cell.strip() for cell in line.split("|")] for line in path.read_text("utf-8").splitlines()]
    return {name.lower(): cells for name, *cells in rows if re.fullmatch(r"[A-Za-z]+", name) and name != "Metric"}


@pytest.mark.parametrize("alignment", ["description", "program"])
@pytest.mark.parametrize("name", CASES)
def test_every_cell(data: Path, name: str, alignment: str, printed: Callable[..., None]) -> None:
    folder = data / "dependency" / "conll18_eval_tests"
    expected = table(folder / f"{name}-expected.results")
    assert len(expected) == 13
    found = totals(folder, *CASES[name], alignment)
    cells = agreeing = 0
    for metric, (precision, recall, f1, accuracy) in expected.items():
        whole, aligned = found[metric]
        shown = [f"{100 * share:.2f}" for share in (whole.precision, whole.recall, whole.f1)]
        assert shown == [precision, recall, f1], metric
        if accuracy:
            assert f"{100 * aligned.recall:.2f}" == accuracy, metric
            shown.append(f"{100 * aligned.recall:.2f}")
        cells += len(shown)
        agreeing += sum(map(str.__eq__, shown, (precision, recall, f1, accuracy)))
    if alignment == "description":
        what = f"Cells of the shared task's expected results: {name}"
        printed("Dependencies (CoNLL 2018)", what, str(cells), [agreeing])


@pytest.mark.parametrize("alignment", ["description", "program"])
def test_the_counts_with_function_words(data: Path, alignment: str) -> None:
    folder = data / "dependency" / "conll18_eval_tests"
    found = totals(folder, "func-sys", "func-gold", alignment)
    for metric, (correct, gold, predicted, aligned) in table(folder / "func-expected.counts").items():
        whole, among = found[metric]
        assert whole.masses == (int(correct), int(predicted), int(correct), int(gold)), metric
        if aligned:
            assert among.masses.gold == int(aligned), metric


def test_english_pud_with_itself(data: Path) -> None:
    found = totals(data / "dependency" / "ud_english_pud", "en_pud-ud-test", "en_pud-ud-test")
    assert all(whole.exact == 1 for whole, _ in found.values())
    counts = {name: found[name][0].masses.gold for name in ("tokens", "words", "sentences", "clas")}
    assert counts == {"tokens": 21_051, "words": 21_180, "sentences": 1_000, "clas": 12_022}
