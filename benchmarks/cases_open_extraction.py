"""BenchIE and CaRB on their own data, which KARAT_DATA must lead to; without it there is nothing to measure.

Their published programs are not on PyPI, so no peer stands beside; the specification has their times.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from case import Case

from karat.formats import read_rows, read_synsets, read_tuples
from karat.formats.carb_views import CARB_VIEWS
from karat.metrics.benchie import BENCHIE, FACETS, FactGold, triples
from karat.metrics.carb import carb_curve, carb_gold, sentence_key
from karat.model import align
from karat.results.verdicts import verdicts

DATA = Path(os.environ.get("KARAT_DATA", "."))
GOLD = DATA / "benchie/gold/2_annotators/benchie_gold_annotations_en.txt"
OUTPUTS = [
    path
    for path in sorted((DATA / "benchie/oie_systems_explicit_extractions").glob("*_explicit.txt"))
    if not path.name.startswith(("m2oie_de", "m2oie_zh"))  # of other languages
]
CARB_GOLD = DATA / "carb/gold/test.tsv"
CARB_OUTPUT = DATA / "carb/system_outputs/test/openie5_output.txt"


def by_benchie(_: object) -> list[tuple[float | None, ...]]:
    """Read the gold, then score each system under all facets and judge each of its extractions."""
    gold = [FactGold(each) for each in read_synsets(GOLD, "benchie-gold")]
    sentences = [each.annotation.sentence for each in gold]
    known: dict[str, Any] = {}
    found = []
    for output in OUTPUTS:
        extractions = align(list(read_rows(output, "benchie")), sentences).extractions
        scores = [
            BENCHIE.corpus([triples(each, facet) for each in extractions], [one.synsets(facet) for one in gold]).total
            for facet in FACETS
        ]
        right = sum(verdict.correct for verdict in verdicts(extractions, gold, known))
        found.append((*(score.f1 for score in scores), right))
    return found


def carb_input() -> tuple[Any, Any]:
    annotations = list(read_tuples(CARB_GOLD, "carb-gold"))
    rows = list(CARB_VIEWS["openie5"](list(read_rows(CARB_OUTPUT))))
    return align(rows, [each.sentence for each in annotations], sentence_key).extractions, annotations


def by_carb(given: tuple[Any, Any]) -> tuple[float | None, float]:
    extractions, annotations = given
    curve = carb_curve(extractions, list(map(carb_gold, annotations)))
    return curve.best.f1, curve.auc


CASES = (
    *(
        (
            Case(
                "benchie/gold, facets, verdicts",
                f"{len(OUTPUTS)} systems, {len(FACETS)} facets",
                lambda: None,
                by_benchie,
            ),
        )
        if GOLD.exists() and OUTPUTS
        else ()
    ),
    *(
        (Case("carb/whole curve", "test set, one system", carb_input, by_carb),)
        if CARB_GOLD.exists() and CARB_OUTPUT.exists()
        else ()
    ),
)
