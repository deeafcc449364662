"""Numbers with their grounds: evaluations, intervals, comparisons, verdicts; to JSON and back, equal."""

from karat.results.comparison import Comparison, compare, compare_all, holm
from karat.results.estimate import Estimate
from karat.results.evaluation import Evaluation, SystemResult
from karat.results.intervals import Interval
from karat.results.measurement import Measurement
from karat.results.resampling import Resampling
from karat.results.scoring import Options, evaluate
from karat.results.serialisation import load
from karat.results.verdicts import Verdict

__all__ = [
    "Comparison",
    "Estimate",
    "Evaluation",
    "Interval",
    "Measurement",
    "Options",
    "Resampling",
    "SystemResult",
    "Verdict",
    "compare",
    "compare_all",
    "evaluate",
    "holm",
    "load",
]
