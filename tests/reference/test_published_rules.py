"""BenchIE-FL's and Hindi-BenchIE's references on the real files: they give the figures of the published programs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import benchie_fl_references
import hindi_references
import pytest
from case import Items, Masses, Values, usual_values

pytestmark = pytest.mark.published

# System: P, R and F1 of the published program.
HINDI = {
    "indie": ".4857 .5375 .5103",
    "indie_new": ".4910 .5375 .5132",
    "indie_20": ".2061 .2584 .2293",
    "argoe": ".1765 .0495 .0773",
    "multi2oie": ".0169 .0053 .0081",
}
# System: F1 of the published program.
FL = {"clausie": 0.1378, "minie": 0.2328, "reverb": 0.1510, "imojie": 0.0962, "m2oie": 0.0749}
Corpus = dict[str, list[Any]]
"""The items of each sentence."""


def read_lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def sentence_id(line: str) -> str:
    return line.partition("\t")[0].removeprefix("sent_id:").strip()


def read_predictions(path: Path) -> Corpus:
    """Subject, relation and object of each row, by sentence."""
    predicted: Corpus = defaultdict(list)
    for line in read_lines(path):
        number, subject, relation, object_ = line.split("\t")
        predicted[number].append((subject, relation, object_))
    return predicted


def read_hindi_gold(path: Path) -> Corpus:
    gold: Corpus = {}
    clusters = 0
    for line in read_lines(path):
        if line.startswith("sent_id:"):
            lines = gold[sentence_id(line)] = []
        elif line.startswith("------"):
            clusters += 1
        elif not line.startswith("==="):
            lines.append((clusters, line))
    return gold


def read_fl_gold(path: Path) -> Corpus:
    """Synsets; lines before a sentence's first header belong to none, and a fourth part is dropped."""
    synsets: dict[str, list[list[Any]]] = {}
    for line in read_lines(path):
        if line.startswith("sent_id:"):
            sentence = synsets[sentence_id(line)] = []
        elif re.match(r"\d+--> Cluster \d+:", line):
            sentence.append([])
        elif sentence:
            sentence[-1].append(tuple(line.split("-->")[:3]))
    return {number: list(map(tuple, sentence)) for number, sentence in synsets.items()}


def relation_first(triple: tuple[str, str, str]) -> tuple[str, str, str]:
    subject, relation, object_ = triple
    return relation, subject, object_


def total(answer: Callable[[Items, Items], Masses], predicted: Corpus, gold: Corpus) -> Values:
    assert set(predicted) <= set(gold)
    return usual_values(
        sum((answer(predicted.get(number, []), items) for number, items in gold.items()), Masses(0, 0, 0, 0))
    )


@pytest.mark.parametrize("system", HINDI)
def test_hindi_benchie(data: Path, system: str) -> None:
    folder = data / "benchie_hindi"
    gold = read_hindi_gold(folder / "hindi_benchie_gold.txt")
    found = total(hindi_references.answer, read_predictions(folder / f"extractions/benchie_{system}.txt"), gold)
    assert " ".join(f"{float(value or 0):.4f}".removeprefix("0") for value in found) == HINDI[system]


def test_benchie_fl(data: Path) -> None:
    """The program stops after 1,000 reductions a sentence and expands brackets differently; ranks are the same."""
    folder = data / "benchie_fl"
    gold = read_fl_gold(folder / "gold/benchie-annotated300.txt")
    assert sum(map(len, gold.values())) == 1819
    found = {}
    for system in FL:
        rows = read_predictions(folder / f"extractions/benchie/{system}_benchie_form.txt")
        predicted = {number: list(map(relation_first, triples)) for number, triples in rows.items()}
        found[system] = float(total(benchie_fl_references.answer, predicted, gold).f1 or 0)
    assert found == pytest.approx(FL, abs=0.0055)
    assert sorted(FL, key=found.__getitem__) == sorted(FL, key=FL.__getitem__)
