"""BenchIE, BenchIE-FL and CaRB on their own data, which KARAT_DATA must lead to; without it nothing is measured.

Their published programs are not on PyPI, so no peer stands beside; the specification has their times. Facet P is shown
beside the exact facets.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from case import Case

import karat
from karat.formats import read_rows, read_tuples
from karat.formats.benchmarks.carb_views import CARB_VIEWS
from karat.formats.text import slots
from karat.metrics.oie import benchie
from karat.metrics.oie.benchie import FACETS
from karat.metrics.oie.carb import carb_curve, carb_gold, sentence_key
from karat.metrics.oie.people import spelled, spelling
from karat.model import align
from karat.results.explanation.profile import error_profiles
from karat.results.options import Options

DATA = Path(os.environ.get("KARAT_DATA", "."))
GOLD = DATA / "benchie/gold/2_annotators/benchie_gold_annotations_en.txt"
OUTPUTS = [
    path
    for path in sorted((DATA / "benchie/oie_systems_explicit_extractions").glob("*_explicit.txt"))
    if not path.name.startswith(("m2oie_de", "m2oie_zh"))  # of other languages
]
FL_GOLD = DATA / "benchie_fl/gold/benchie-annotated300.txt"
FL_OUTPUTS = sorted((DATA / "benchie_fl/extractions/benchie").glob("*_benchie_form.txt"))
CARB_GOLD = DATA / "carb/gold/test.tsv"
CARB_OUTPUT = DATA / "carb/system_outputs/test/openie5_output.txt"


def by_benchie(_: object) -> list[tuple[float | None, ...]]:
    """Read the gold, score each system under all facets, judge each of its extractions and profile its errors."""
    forget()  # takes some 10 ms, which a new process has not to spend
    evaluation = karat.evaluate(OUTPUTS, gold=GOLD, options=Options(metrics=("benchie",)), resampling=None)
    assert len(error_profiles(evaluation)) == len(OUTPUTS)
    return [tuple(one.f1.value for one in system.measurements) for system in evaluation]


def by_facets(*facets: str) -> Callable[[object], list[float | None]]:
    """Read the gold, and score each system under the given facets."""

    def evaluate(_: object) -> list[float | None]:
        forget()
        options = Options(facets, metrics=("benchie",))
        evaluation = karat.evaluate(OUTPUTS, gold=GOLD, options=options, resampling=None)
        return [one.f1.value for system in evaluation for one in system.measurements]

    return evaluate


def by_benchie_fl(_: object) -> list[float | None]:
    """Read the gold, score each system by BenchIE-FL's own rule, and judge each of its extractions."""
    forget()
    evaluation = karat.evaluate(FL_OUTPUTS, gold=FL_GOLD, options=Options(metrics=("benchie_fl",)), resampling=None)
    return [system.f1.value for system in evaluation]


def forget() -> None:
    """Begin as a new process does, which knows no slot and no triple yet."""
    for cache in (slots.CHUNKS, slots.WRITTEN_CHUNKS, slots.SLOTS):
        cache.clear()
    for module in (slots, benchie, spelling, spelled):
        for function in vars(module).values():
            if hasattr(function, "cache_clear"):
                function.cache_clear()


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
                "benchie/gold, facets, error profile",
                f"{len(OUTPUTS)} systems, {len(FACETS)} facets",
                lambda: None,
                by_benchie,
                limit=0.4,
            ),
            Case(
                "benchie/facet P",
                f"{len(OUTPUTS)} systems",
                lambda: None,
                by_facets("P"),
                {"the exact facets": by_facets(*FACETS)},
                target=0.5,
            ),
        )
        if GOLD.exists() and OUTPUTS
        else ()
    ),
    *(
        (
            Case(
                "benchie_fl/gold, own rule, verdicts",
                f"{len(FL_OUTPUTS)} systems; its program is on record with 340 s",
                lambda: None,
                by_benchie_fl,
                limit=3.0,
            ),
        )
        if FL_GOLD.exists() and FL_OUTPUTS
        else ()
    ),
    *(
        (Case("carb/whole curve", "test set, one system", carb_input, by_carb, limit=0.08),)
        if CARB_GOLD.exists() and CARB_OUTPUT.exists()
        else ()
    ),
)
