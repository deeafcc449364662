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
    "algebra": "karat.algebra",
    "benchmarks": "karat.benchmarks",
    "formats": "karat.formats",
    "metrics": "karat.metrics",
    "model": "karat.model",
    "results": "karat.results",
    "systems": "karat.systems",
    "derive": "karat.algebra",
    "agreement": "karat.results.agreement.measuring",
    "Estimate": "karat.results",
    "Evaluation": "karat.results",
    "Options": "karat.results",
    "Resampling": "karat.results",
    "evaluate": "karat.results",
    "load": "karat.results",
    "load_study": "karat.results",
    "measure_study": "karat.results",
    "score": "karat.results",
    "run": "karat.systems",
    "experiment": "karat.systems.experiment.conducting",
    "Extraction": "karat.model",
    "Sentence": "karat.model",
    "KaratError": "karat.errors",
}
"""Where each public name lives; a name that is its module's own last part is the module itself."""

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
    module = import_module(_PUBLIC[name])
    value: object = module if module.__name__ == f"{__name__}.{name}" else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
