"""Score documents by any metric, of one's own too: values with intervals, comparisons, tables and reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from karat.algebra import Metric, Scored, Similarity, sharing
from karat.benchmarks.tasks import TASKS
from karat.errors import InputError, UnknownNameError
from karat.metrics import METRICS
from karat.one_line import cut, one_line
from karat.results.display import as_frame, as_html, as_text
from karat.results.evaluation import Evaluation
from karat.results.grounds import task_grounds
from karat.results.measurement import Measurement
from karat.results.scoring import check_test
from karat.results.statistics.comparison import Comparison, PairedTest, compare
from karat.results.statistics.estimate import TOO_FEW, Estimate, format_value
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array, unless_off
from karat.results.statistics.shares import Shares
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.system_result import Note, SystemResult
from karat.results.tasks.document_lists import Pairs, pair_document_lists
from karat.results.tasks.scoring import score as score_task
from karat.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from karat.results.statistics.resampling import Numbers

UNNAMED_METRIC = "metric"
LONGEST_TITLE = 60
USUAL = Resampling()


@dataclass(frozen=True, slots=True)
class MetricScores(Evaluation):
    """The scores of one or more systems by a metric: an evaluation that also has the metric's own value.

    ``estimates`` has each system's value by the first metric, with its interval. It differs from F1 where the metric is
    normalised otherwise, as by ``.jaccard``.
    """

    estimates: tuple[Estimate, ...] = ()

    __repr__ = one_line

    def __str__(self) -> str:
        if len(self) > 1:
            return "\n".join([as_text(self), *self._own_values()])
        return "\n".join(map(self._sentence, self.systems[0].measurements))

    def _sentence(self, measurement: Measurement) -> str:
        """Write a metric's own value, then its precision, recall and F1, in one line."""
        shares = ", ".join(f"{name} {estimate}" for name, estimate in measurement.estimates())
        units = len(measurement.scores)
        value = _estimate(measurement, self.resampling)
        return f"{measurement.label}: {value} on {units} document{'s' * (units != 1)} ({shares})"

    def _repr_html_(self) -> str:
        return "".join([as_html(self), *(f"<p>{escape(line)}</p>" for line in self._own_values())])

    def _own_values(self) -> list[str]:
        """Write a line for each metric whose own value is not its F1."""
        lines = []
        for measurements in zip(*(system.measurements for system in self), strict=True):
            if not all(map(same_as_f1, measurements)):
                estimates = (_estimate(each, self.resampling) for each in measurements)
                values = (f"{system.name} {estimate}" for system, estimate in zip(self, estimates, strict=True))
                which = f" ({measurements[0].label})" if len(self.systems[0].measurements) > 1 else ""
                lines.append(f"The metric's own value{which}: {', '.join(values)}")
        return lines

    @property
    def estimate(self) -> Estimate:
        """The value of the only system, with its interval and the score it comes from."""
        return self.estimates[self._only]

    @property
    def value(self) -> float | None:
        """The value of the only system; ``None`` where it is undefined."""
        return self.estimate.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the only system's value; ``None`` if there is none."""
        low, high = self.estimate.low, self.estimate.high
        return None if low is None or high is None else (low, high)

    @property
    def scores(self) -> Sequence[Scored]:
        """The score of each document of the only system, in order."""
        return self.systems[self._only].first.scores

    @property
    def _only(self) -> int:
        if len(self) == 1:
            return 0
        names = [system.name for system in self]
        raise InputError(f"expected one system, found {len(names)}; choose one: scores.of({names[0]!r})")

    def of(self, name: str) -> MetricScores:
        """Take one system alone, or raise an error that lists the names."""
        system = self[name]
        return replace(self, systems=(system,), comparisons=(), estimates=(self.estimates[self.systems.index(system)],))

    def compare(
        self,
        a: str,
        b: str,
        metric: str | None = None,
        facet: str | None = None,
        *,
        value: str = "value",
        test: PairedTest = "t",
    ) -> Comparison:
        """Compare two systems by the first metric's own value, or by precision, recall or F1."""
        if value != "value":
            return Evaluation.compare(self, a, b, metric, facet, value=value, test=test)
        first = self[a].first if metric is None else self[a][metric, facet]
        second = self[b][first.key]
        resampling = self.resampling or USUAL
        comparison = compare(_masses(first), _masses(second), _statistic(first), 0, resampling, test)
        name = f"{first.label} F1" if same_as_f1(first) else first.label
        return replace(comparison, a=a, b=b, value=name, level=resampling.level)

    def documents(self) -> list[dict[str, object]]:
        """List the value, precision, recall and F1 of each document of each system, as dictionaries."""
        return [
            {
                "system": system.name,
                "document": name,
                "metric": measurement.metric,
                "value": score.value,
                "precision": score.precision,
                "recall": score.recall,
                "f1": score.f1,
            }
            for system in self
            for measurement in system.measurements
            for name, score in zip(measurement.sentences, measurement.scores, strict=True)
        ]

    def to_pandas(self) -> pd.DataFrame:
        """Convert to a pandas data frame with a row for each system and metric, and the first metric's own value."""
        frame: pd.DataFrame = as_frame(self)
        estimates = {system.name: estimate for system, estimate in zip(self.systems, self.estimates, strict=True)}
        first = self.systems[0].first.metric
        own = [
            estimates[name] if metric == first else None
            for name, metric in zip(frame.system, frame.metric, strict=True)
        ]
        for place, part in enumerate(("value", "low", "high")):
            column = [None if estimate is None else getattr(estimate, part) for estimate in own]
            frame.insert(3 + place, part if part == "value" else f"value_{part}", column)
        return frame


@overload
def score(
    metric: Metric | Sequence[Metric],
    predicted: Iterable[Any] | Mapping[str, Iterable[Any]] | Mapping[Any, Any],
    gold: Iterable[Any] | Mapping[Any, Any],
    *,
    documents: Sequence[str] | None = None,
    resampling: Resampling | None = USUAL,
    test: PairedTest = "t",
    time_limit: float | None = None,
) -> MetricScores: ...
@overload
def score(metric: str, predicted: Any, gold: Any = None, **options: Any) -> Evaluation: ...
def score(
    metric: Metric | Sequence[Metric] | str,
    predicted: Any,
    gold: Any = None,
    *,
    documents: Sequence[str] | None = None,
    resampling: Resampling | None = USUAL,
    test: PairedTest = "t",
    time_limit: float | None = None,
    **options: Any,
) -> Evaluation:
    """Score documents by a metric: one of ``karat.metrics`` or its name, a derived one, or one of your own.

    ``predicted`` is a list of documents, one for each of ``gold``, or a mapping from systems' names to such lists.
    Instead of lists, mappings from document names to documents are paired by name. The result has the value with its
    interval over documents, the score of each document, comparisons, a table and a report.

    >>> from karat import algebra as k
    >>> words = k.match(k.equal).f1.named("words")
    >>> gold = [{"a", "b"}, {"c"}, {"d", "e"}]
    >>> scores = score(words, [{"a"}, {"c"}, {"d", "f"}], gold)
    >>> round(scores.value, 3), [document.value for document in scores.scores]
    (0.667, [0.6666666666666666, 1.0, 0.5])
    >>> two = score(words, {"mine": gold, "theirs": [{"a"}, set(), {"e"}]}, gold)
    >>> two.of("theirs").value, round(two.compare("mine", "theirs").difference, 3)
    (0.5714285714285714, 0.429)

    With the name of a task, such as ``coreference``, this scores files or documents by all its metrics, as ``karat
    score`` does; ``options`` are those of :func:`karat.results.tasks.scoring.score`.

    ``resampling=None`` leaves out intervals and comparisons.
    """
    if isinstance(metric, str) and any(task.name == metric for task in TASKS):
        return score_task(metric, predicted, gold, resampling=resampling, test=test, time_limit=time_limit, **options)
    if options:
        raise InputError(f"expected the name of a task for the option {next(iter(options))!r}, found {metric}")
    resampling = unless_off(resampling)
    check_test(test, resampling)
    metrics = _metrics(metric)
    systems_documents, names = pair_document_lists(predicted, gold, documents)
    systems = [_scored(name, metrics, pairs, names, time_limit) for name, pairs in systems_documents.items()]
    if resampling is not None:
        systems = with_intervals(systems, resampling)
    estimates = [_estimate(system.first, resampling) for system in systems]
    systems = [_with_note(system, estimate) for system, estimate in zip(systems, estimates, strict=True)]
    return MetricScores(
        next(iter(metrics)) if metrics.keys() != {UNNAMED_METRIC} else cut(str(metrics[UNNAMED_METRIC]), LONGEST_TITLE),
        __version__,
        tuple(systems),
        tuple(comparisons(systems, resampling, test)) if resampling is not None else (),
        resampling,
        task=True,
        grounds=task_grounds([], []),
        estimates=tuple(estimates),
    )


def _metrics(metric: Metric | Sequence[Metric] | str) -> dict[str, Metric]:
    """Name the metrics; those without a name are numbered if there are several."""
    given = [metric] if isinstance(metric, (Metric, str)) else metric
    if isinstance(given, Similarity) or not isinstance(given, Sequence) or not given:
        raise InputError(
            f"expected a metric such as k.match(k.equal).f1, or the name of one, found {type(metric).__name__} "
            f"{metric!r:.60}" + (", a similarity: add .f1 to it" if isinstance(metric, Similarity) else "")
        )
    named: dict[str, Metric] = {}
    for number, each in enumerate(given, 1):
        found = _metric_named(each) if isinstance(each, str) else each
        if not isinstance(found, Metric):
            raise InputError(
                f"expected a metric such as k.match(k.equal).f1, found {type(found).__name__} {found!r:.60}"
            )
        name = found.name or (UNNAMED_METRIC if len(given) == 1 else f"{UNNAMED_METRIC} {number}")
        if name in named:
            raise InputError(f"expected metrics with different names, found {name!r} twice")
        named[name] = found
    return named


def _metric_named(name: str) -> Metric:
    by_name = {metric.name: metric for metric in METRICS}
    if name not in by_name:
        raise UnknownNameError("metric or task", name, [*by_name, *(task.name for task in TASKS)])
    return by_name[name]


def _scored(
    system: str, metrics: Mapping[str, Metric], pairs: Pairs, names: tuple[str, ...], time_limit: float | None
) -> SystemResult:
    scores: dict[str, list[Scored]] = {name: [] for name in metrics}
    for document, (predicted, gold) in zip(names, pairs, strict=True):
        # The metrics share intermediate results of one document.
        with sharing():
            for name, metric in metrics.items():
                try:
                    scores[name].append(metric(predicted, gold, time_limit=time_limit))
                except InputError as error:
                    raise InputError(f"{system}, document {document}: {error}") from None
    measurements = tuple(
        Measurement(name, None, names, tuple(scores[name]), metric.signature) for name, metric in metrics.items()
    )
    unproved = sum(not score.optimal for score in scores[next(iter(metrics))])
    notes = [Note("of the documents: the score is not proved to be the best", unproved)] if unproved else []
    return SystemResult(system, "", len(pairs), measurements, notes=tuple(notes))


def same_as_f1(measurement: Measurement) -> bool:
    """Tell whether a metric's value is its F1, in total and for each document."""
    return all(score.value == score.f1 for score in (measurement.score, *measurement.scores))


def _estimate(measurement: Measurement, resampling: Resampling | None) -> Estimate:
    """Give the metric's own value with its interval."""
    total = measurement.score
    if resampling is None or total.value is None:
        return Estimate(total.value, None, None, total)
    (interval,) = intervals(_masses(measurement), _statistic(measurement), resampling)
    if interval is None:
        return Estimate(total.value, None, None, total, without=TOO_FEW)
    return Estimate(total.value, interval.low, interval.high, total)


def _masses(measurement: Measurement) -> Numbers:
    rows = [score.row for score in measurement.scores]
    return mass_array(rows, len(rows[0]))


def _statistic(measurement: Measurement) -> Shares:
    shape = measurement.scores[0]

    def value(masses: Numbers) -> Numbers:
        return np.stack(shape.columns(masses)[3:], axis=-1)

    return Shares(value, shape.ceilings)


def _with_note(system: SystemResult, estimate: Estimate) -> SystemResult:
    """Say the metric's own value where tables and reports show its F1."""
    if same_as_f1(system.first) or estimate.value is None:
        return system
    share = (
        f"documents: the metric's own value, which is not its F1, is {format_value(estimate.value)} {estimate.interval}"
    )
    return replace(system, notes=(*system.notes, Note(share.rstrip(), len(system.first.scores))))
