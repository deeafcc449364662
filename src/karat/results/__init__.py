"""Results of evaluations: scores with intervals, comparisons, verdicts and explanations, which load from JSON too."""

from karat.results.evaluation import Evaluation
from karat.results.experiment.experiment import Experiment
from karat.results.experiment.run_record import RunRecord
from karat.results.explanation.causes import Cause, MissedFact, WrongExtraction
from karat.results.explanation.explanation import (
    Explanation,
    SentenceExplanation,
    explain_extraction,
    explain_sentence,
)
from karat.results.explanation.fixes import Diagnosis, Fix
from karat.results.explanation.head_to_head import HeadToHead
from karat.results.explanation.mistakes import MistakeProfile, mistake_profile
from karat.results.explanation.profile import ErrorProfile, error_profiles
from karat.results.explanation.verdicts import Verdict
from karat.results.gold.agreement import FactAgreement, fact_agreement
from karat.results.gold.lint import lint
from karat.results.gold.statistics import FactStatistics, TupleStatistics, fact_statistics, tuple_statistics
from karat.results.loading import load
from karat.results.measurement import Measurement
from karat.results.options import Options
from karat.results.scoring import evaluate
from karat.results.statistics.comparison import Comparison, compare, compare_all, holm
from karat.results.statistics.estimate import Estimate
from karat.results.statistics.intervals import Interval
from karat.results.statistics.ranking import Ranking
from karat.results.statistics.resampling import Resampling
from karat.results.study.loading import load_study
from karat.results.study.measuring import measure_study
from karat.results.study.report import StudyReport
from karat.results.system_result import SystemResult
from karat.results.tasks.metric_scores import MetricScores, score
from karat.results.verdict_files.sample import Sample

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
