"""Numbers with their grounds: evaluations, intervals, comparisons, verdicts; to JSON and back, equal."""

from karat.results.agreement import FactAgreement, fact_agreement
from karat.results.comparison import Comparison, compare, compare_all, holm
from karat.results.estimate import Estimate
from karat.results.evaluation import Evaluation, SystemResult
from karat.results.explanation import Explanation, SentenceExplanation, explain_extraction, explain_sentence
from karat.results.gold_lint import lint
from karat.results.gold_statistics import FactStatistics, TupleStatistics, fact_statistics, tuple_statistics
from karat.results.intervals import Interval
from karat.results.measurement import Measurement
from karat.results.mistakes import MistakeProfile, mistake_profile
from karat.results.options import Options
from karat.results.profile import ErrorProfile, error_profiles
from karat.results.resampling import Resampling
from karat.results.scoring import evaluate
from karat.results.serialisation import load
from karat.results.verdicts import Verdict

__all__ = [
    "Comparison",
    "ErrorProfile",
    "Estimate",
    "Evaluation",
    "Explanation",
    "FactAgreement",
    "FactStatistics",
    "Interval",
    "Measurement",
    "MistakeProfile",
    "Options",
    "Resampling",
    "SentenceExplanation",
    "SystemResult",
    "TupleStatistics",
    "Verdict",
    "compare",
    "compare_all",
    "error_profiles",
    "evaluate",
    "explain_extraction",
    "explain_sentence",
    "fact_agreement",
    "fact_statistics",
    "holm",
    "lint",
    "load",
    "mistake_profile",
    "tuple_statistics",
]
