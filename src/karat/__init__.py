"""Karat: evaluation of Open Information Extraction, and of structured prediction at large, by facts rather than tokens.

``import karat`` loads nothing but this module: each public name is fetched from its room when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from karat.version import __version__

if TYPE_CHECKING:
    from karat import algebra, benchmarks, formats, metrics, model, results, systems
    from karat.algebra import derive
    from karat.errors import KaratError
    from karat.model import Extraction, Sentence
    from karat.results import (
        Estimate,
        Evaluation,
        Options,
        Resampling,
        evaluate,
        load,
        load_study,
        measure_study,
        score,
    )
    from karat.results.agreement.measuring import agreement
    from karat.systems import run
    from karat.systems.experiment.conducting import experiment

_PUBLIC = {
    name: module
    for module, names in {
        "karat": "algebra benchmarks formats metrics model results systems",
        "karat.algebra": "derive",
        "karat.errors": "KaratError",
        "karat.model": "Extraction Sentence",
        "karat.results": "Estimate Evaluation Options Resampling evaluate load load_study measure_study score",
        "karat.results.agreement.measuring": "agreement",
        "karat.systems": "run",
        "karat.systems.experiment.conducting": "experiment",
    }.items()
    for name in names.split()
}
"""The module of each public name; the rooms are modules themselves."""

__all__ = [
    "Estimate",
    "Evaluation",
    "Extraction",
    "KaratError",
    "Options",
    "Resampling",
    "Sentence",
    "__version__",
    "agreement",
    "algebra",
    "benchmarks",
    "derive",
    "evaluate",
    "experiment",
    "formats",
    "load",
    "load_study",
    "measure_study",
    "metrics",
    "model",
    "results",
    "run",
    "score",
    "systems",
]


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    room = _PUBLIC[name]
    value: object = import_module(f"karat.{name}") if room == "karat" else getattr(import_module(room), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
