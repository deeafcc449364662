"""Results of evaluations: scores with intervals, comparisons, verdicts and explanations, which load from JSON too."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation
    from karat.results.experiment import Experiment, RunRecord
    from karat.results.explanation.causes import Cause
    from karat.results.explanation.explanation import (
        Explanation,
        SentenceExplanation,
        WrongExtraction,
        explain_extraction,
        explain_sentence,
    )
    from karat.results.explanation.fixes import Diagnosis, Fix, HeadToHead
    from karat.results.explanation.profile import ErrorProfile, MistakeProfile, error_profiles, mistake_profile
    from karat.results.explanation.verdicts import Verdict
    from karat.results.gold.lint import lint
    from karat.results.gold.statistics import (
        FactAgreement,
        FactStatistics,
        TupleStatistics,
        fact_agreement,
        fact_statistics,
        tuple_statistics,
    )
    from karat.results.loading import load
    from karat.results.measurement import Measurement
    from karat.results.options import Options
    from karat.results.scoring import evaluate
    from karat.results.statistics.comparison import Comparison, compare, compare_all, holm
    from karat.results.statistics.estimate import Estimate
    from karat.results.statistics.intervals import Interval
    from karat.results.statistics.ranking import Ranking
    from karat.results.statistics.resampling import Resampling
    from karat.results.study.final import load_study
    from karat.results.study.measuring import measure_study
    from karat.results.study.report import StudyReport
    from karat.results.system_result import SystemResult
    from karat.results.tasks.metric_scores import MetricScores, score
    from karat.results.verdict_files.sample import Sample

# Modules are imported when a name is first used: a command needs few of them, and all take a third of a second.
_PUBLIC = {
    "Cause": "karat.results.explanation.causes",
    "Comparison": "karat.results.statistics.comparison",
    "Diagnosis": "karat.results.explanation.fixes",
    "ErrorProfile": "karat.results.explanation.profile",
    "Estimate": "karat.results.statistics.estimate",
    "Evaluation": "karat.results.evaluation",
    "Experiment": "karat.results.experiment",
    "Explanation": "karat.results.explanation.explanation",
    "FactAgreement": "karat.results.gold.statistics",
    "FactStatistics": "karat.results.gold.statistics",
    "Fix": "karat.results.explanation.fixes",
    "HeadToHead": "karat.results.explanation.fixes",
    "Interval": "karat.results.statistics.intervals",
    "Measurement": "karat.results.measurement",
    "MetricScores": "karat.results.tasks.metric_scores",
    "MissedFact": "karat.results.explanation.missed_facts",
    "MistakeProfile": "karat.results.explanation.profile",
    "Options": "karat.results.options",
    "Ranking": "karat.results.statistics.ranking",
    "Resampling": "karat.results.statistics.resampling",
    "RunRecord": "karat.results.experiment",
    "Sample": "karat.results.verdict_files.sample",
    "SentenceExplanation": "karat.results.explanation.explanation",
    "StudyReport": "karat.results.study.report",
    "SystemResult": "karat.results.system_result",
    "TupleStatistics": "karat.results.gold.statistics",
    "Verdict": "karat.results.explanation.verdicts",
    "WrongExtraction": "karat.results.explanation.explanation",
    "compare": "karat.results.statistics.comparison",
    "compare_all": "karat.results.statistics.comparison",
    "error_profiles": "karat.results.explanation.profile",
    "evaluate": "karat.results.scoring",
    "explain_extraction": "karat.results.explanation.explanation",
    "explain_sentence": "karat.results.explanation.explanation",
    "fact_agreement": "karat.results.gold.statistics",
    "fact_statistics": "karat.results.gold.statistics",
    "holm": "karat.results.statistics.comparison",
    "lint": "karat.results.gold.lint",
    "load": "karat.results.loading",
    "load_study": "karat.results.study.final",
    "measure_study": "karat.results.study.measuring",
    "mistake_profile": "karat.results.explanation.profile",
    "score": "karat.results.tasks.metric_scores",
    "tuple_statistics": "karat.results.gold.statistics",
}

__all__ = [
    "Cause",
    "Comparison",
    "Diagnosis",
    "ErrorProfile",
    "Estimate",
    "Evaluation",
    "Experiment",
    "Explanation",
    "FactAgreement",
    "FactStatistics",
    "Fix",
    "HeadToHead",
    "Interval",
    "Measurement",
    "MetricScores",
    "MissedFact",
    "MistakeProfile",
    "Options",
    "Ranking",
    "Resampling",
    "RunRecord",
    "Sample",
    "SentenceExplanation",
    "StudyReport",
    "SystemResult",
    "TupleStatistics",
    "Verdict",
    "WrongExtraction",
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
    "load_study",
    "measure_study",
    "mistake_profile",
    "score",
    "tuple_statistics",
]


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_PUBLIC[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
