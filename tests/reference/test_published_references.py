"""The references of BenchIE, CaRB and WiRe57 on the real files: they give the published figures themselves."""

from __future__ import annotations

import json
import re
import string
from collections import defaultdict
from pathlib import Path
from typing import Any

import benchie_references
import carb_references
import pytest
import tuple_references
from case import Masses, Values, usual_values

pytestmark = pytest.mark.published

# System: P, R and F1 under default, C, M and the derived E (spec: BenchIE).
BENCHIE = {
    "clausie": (".5029 .2556 .3389", ".5627 .2859 .3792", ".0820 .0422 .0557", ".2863 .1459 .1933"),
    "minie": (".4291 .2778 .3372", ".4452 .2741 .3393", ".2106 .1378 .1666", ".4085 .2644 .3210"),
    "openie6": (".3111 .2141 .2536", ".4137 .2822 .3355", ".0419 .0296 .0347", ".1663 .1170 .1374"),
    "m2oie_en": (".3924 .1607 .2281", ".4819 .1970 .2797", ".0596 .0244 .0347", ".2076 .0852 .1208"),
}
# The same systems by CaRB's rule (spec: CaRB).
CARB = {
    "clausie": ".580 .534 .556",
    "minie": ".446 .436 .441",
    "openie6": ".478 .671 .559",
    "m2oie_en": ".598 .613 .605",
}
# System: P, R and F1; how many predictions and how many gold tuples are matched exactly (spec: WiRe57).
WIRE = {
    "minie": (".4004 .3231 .3576", 10, 10),
    "clausie": (".4007 .2976 .3415", 24, 13),
    "openie": (".5013 .1818 .2669", 5, 5),
    "ollie": (".3744 .1754 .2389", 8, 8),
    "reverb": (".5689 .1212 .1998", 13, 13),
    "stanford": (".2096 .1877 .1980", 2, 2),
    "props": (".2221 .1618 .1872", 0, 0),
}
# System: predictions that match, and all of the gold's sentences (spec: OIE2016).
OIE = {
    "clausie_test": (1285, 2634),
    "openie4_test": (1035, 1701),
    "props_test": (953, 1478),
    "rnnoie_joint": (1118, 1903),
    "ollie_test": (727, 1599),
    "stanford_test": (431, 3424),
    "reverb_test": (4, 778),
}
Corpus = dict[str, list[Any]]
"""The items of each sentence."""


def digits(values: Values, places: int) -> str:
    return " ".join(f"{float(value or 0):.{places}f}".removeprefix("0") for value in values)


def rows(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def total(answer: Any, predicted: Corpus, gold: Corpus) -> Masses:
    assert set(predicted) <= set(gold)
    return sum((answer(predicted.get(key, []), items) for key, items in gold.items()), Masses(0, 0, 0, 0))


def read_benchie_gold(path: Path) -> Corpus:
    gold: dict[str, list[list[Any]]] = {}
    for line in rows(path):
        if line.startswith("sent_id:"):
            sentence = gold[line.partition("\t")[0].removeprefix("sent_id:").strip()] = []
        elif re.match(r"\d+--?> ?Cluster \d+:", line):
            sentence.append([])
        else:
            subject, relation, object_ = line.split("-->")
            sentence[-1].append((subject, relation, object_))
    return {key: list(map(tuple, sentence)) for key, sentence in gold.items()}


def read_benchie_output(folder: Path, system: str) -> Corpus:
    predicted: Corpus = defaultdict(list)
    for line in rows(folder / f"oie_systems_explicit_extractions/{system}_explicit.txt"):
        number, subject, relation, *others = line.split("\t")
        predicted[number].append((relation, subject, *others))
    return predicted


@pytest.mark.parametrize("system", BENCHIE)
def test_benchie(data: Path, system: str) -> None:
    gold = read_benchie_gold(data / "benchie/gold/2_annotators/benchie_gold_annotations_en.txt")
    predicted = read_benchie_output(data / "benchie", system)
    for facet, figures in zip(("default", "C", "M", "E"), BENCHIE[system], strict=True):
        masses = total(benchie_references.CASES[f"benchie:{facet}".removesuffix(":default")].answer, predicted, gold)
        assert digits(benchie_references.values(masses), 4) == figures, facet


@pytest.mark.parametrize("system", CARB)
def test_carb(data: Path, system: str) -> None:
    """CaRB has gold for 291 of the sentences; predictions of the others are left out."""
    folder = data / "benchie"
    numbers = {text.strip(): str(number) for number, text in enumerate(rows(folder / "sentences/sample300_en.txt"), 1)}
    gold: Corpus = defaultdict(list)
    for line in rows(folder / "gold/carb_explicit.txt"):
        sentence, *row = line.split("\t")
        gold[numbers[sentence.strip()]].append(tuple(row))
    predicted = {number: found for number, found in read_benchie_output(folder, system).items() if number in gold}
    masses = total(carb_references.carb_answer, predicted, gold)
    assert digits(carb_references.carb_values(masses), 3) == CARB[system]


def read_wire_gold(path: Path) -> Corpus:
    def plain(row: dict[str, Any]) -> tuple_references.Plain:
        slots = [row["arg1"], row["rel"], row["arg2"], *row["arg3+"]]
        return tuple_references.Plain(
            tuple(" ".join(slot["words"]) for slot in slots),
            tuple(sum(index == "inf" for index in slot["words_indexes"]) for slot in slots),
        )

    texts = json.loads(path.read_text(encoding="utf-8"))
    return {
        sentence["id"]: list(map(plain, sentence["tuples"])) for sentences in texts.values() for sentence in sentences
    }


@pytest.mark.parametrize("system", WIRE)
def test_wire57(data: Path, system: str) -> None:
    gold = read_wire_gold(data / "wire57/WiRe57_343-manual-oie.json")
    (path,) = (data / "wire57").glob("WiRe57_extractions_by_*.json")
    predicted = {
        key: [
            tuple_references.plain(row["arg1"], row["rel"], row["arg2"], *row.get("arg3+", []))
            for row in extractions
            if row["extractor"] == system
        ]
        for key, extractions in json.loads(path.read_text(encoding="utf-8")).items()
    }
    figures, exact_predictions, exact_gold = WIRE[system]
    assert digits(usual_values(total(tuple_references.CASES["wire57"].answer, predicted, gold)), 4) == figures
    exact = total(tuple_references.exact_answer, predicted, gold)
    assert (exact.matched_predicted, exact.matched_gold, exact.gold) == (exact_predictions, exact_gold, 343)


BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


def sentence_key(text: str) -> str:
    for code, bracket in BRACKETS.items():
        text = text.replace(" ", "").replace(code, bracket)
    return "".join(letter for letter in text if letter.isascii() and letter not in string.punctuation)


def read_oie(path: Path, columns: int) -> Corpus:
    """Rows by sentence, without the columns before the predicate."""
    found: Corpus = defaultdict(list)
    for line in rows(path):
        cells = line.strip().split("\t")
        found[sentence_key(cells[0])].append(tuple(cells[columns:]))
    return found


@pytest.mark.parametrize("system", OIE)
def test_oie2016(data: Path, system: str) -> None:
    gold = read_oie(data / "oie2016/oie_corpus/test.oie.orig", 1)
    read = read_oie(data / f"oie2016/systems_output/test/{system}.txt", 2)
    masses = total(tuple_references.oie_answer, {key: found for key, found in read.items() if key in gold}, gold)
    assert (masses.matched_predicted, masses.predicted) == OIE[system]
    assert masses.gold == 1730
