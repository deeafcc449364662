"""BenchIE-FL's and Hindi-BenchIE's own rules on the real files: by reference, by Karat and as published."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import benchie_fl_references
import hindi_references
import pytest
from case import Case, Masses, Values, usual_values

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


def total(case: Case, predicted: Corpus, gold: Corpus) -> Values:
    """Sum the reference's answers over all sentences, of each of which Karat says the same."""
    assert set(predicted) <= set(gold)
    masses = Masses(0, 0, 0, 0)
    for number, items in gold.items():
        answer = case.answer(predicted.get(number, []), items)
        assert case.score(predicted.get(number, []), items).masses == answer, number
        masses += answer
    return usual_values(masses)


def systems(folder: Path, name: re.Pattern[str]) -> dict[str, Path]:
    """All outputs, by the system's name in the file's."""
    return {found[1]: path for path in sorted(folder.iterdir()) if (found := name.fullmatch(path.name))}


def test_hindi_benchie(data: Path) -> None:
    folder = data / "benchie_hindi"
    gold = read_hindi_gold(folder / "hindi_benchie_gold.txt")
    outputs = systems(folder / "extractions", re.compile(r"benchie_(\w+)\.txt"))
    assert len(outputs) == 8
    found = {
        system: total(hindi_references.CASES["benchie_hi"], read_predictions(path), gold)
        for system, path in outputs.items()
    }
    for system, figures in HINDI.items():
        assert " ".join(f"{float(value or 0):.4f}".removeprefix("0") for value in found[system]) == figures, system


def test_benchie_fl(data: Path) -> None:
    """The program stops after 1,000 reductions a sentence and expands brackets differently; ranks are the same."""
    folder = data / "benchie_fl"
    gold = read_fl_gold(folder / "gold/benchie-annotated300.txt")
    assert sum(map(len, gold.values())) == 1819
    outputs = systems(folder / "extractions/benchie", re.compile(r"(\w+)_benchie_form\.txt"))
    assert len(outputs) == 7
    found = {}
    for system, path in outputs.items():
        predicted = {number: list(map(relation_first, rows)) for number, rows in read_predictions(path).items()}
        found[system] = float(total(benchie_fl_references.CASES["benchie_fl"], predicted, gold).f1 or 0)
    assert {system: found[system] for system in FL} == pytest.approx(FL, abs=0.0055)
    assert sorted(FL, key=found.__getitem__) == sorted(FL, key=FL.__getitem__)
