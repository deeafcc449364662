"""Scores by bucket of sentences (BenchIE, section 5.2 and appendix C), from an evaluation's masses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.metrics import scores_cliques
from karat.model import Sentence
from karat.one_line import one_line
from karat.results.buckets.bucketings import Bucketing
from karat.results.display import Displayed
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.intervals import intervals_object, intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.verdict_files.sample import Sample


@dataclass(frozen=True, slots=True)
class Bucket:
    """Some of a benchmark's sentences, and each system's measurement on them, by the system's name."""

    name: str
    sentences: tuple[str, ...]
    measured: dict[str, Measurement]

    __repr__ = one_line

    def __len__(self) -> int:
        return len(self.sentences)


@dataclass(frozen=True, slots=True)
class BucketTable(Displayed):
    """Systems by bucket of sentences under one metric.

    Every sentence of the metric is in exactly one bucket, and no bucket is empty. If the evaluation keeps a ``sample``
    of the sentences only, the others are in none.
    """

    benchmark: str
    by: str
    metric: str
    facet: str | None
    buckets: tuple[Bucket, ...]
    resampling: Resampling | None
    signature: str
    sample: Sample | None = None

    __repr__ = one_line

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems' names, in the evaluation's order."""
        return tuple(self.buckets[0].measured)

    @property
    def label(self) -> str:
        """The metric, with its facet where that is not the default."""
        return next(iter(self.buckets[0].measured.values())).label

    def __iter__(self) -> Iterator[Bucket]:
        return iter(self.buckets)

    def __getitem__(self, key: tuple[str, str]) -> Measurement:
        """Look up a system's measurement in a bucket: ``table["minie", "≤20"].f1``."""
        system, name = key
        for bucket in self.buckets:
            if bucket.name == name:
                if system not in bucket.measured:
                    raise UnknownNameError("system", system, self.systems)
                return bucket.measured[system]
        raise UnknownNameError("bucket", name, [bucket.name for bucket in self.buckets])

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as a JSON document."""
        return {
            "by": self.by,
            "metric": self.metric,
            **({"facet": self.facet} if self.facet is not None else {}),
            "signature": self.signature,
            **({} if self.sample is None else {"sample": self.sample.to_json()}),
            "buckets": [
                {
                    "name": bucket.name,
                    "sentences": len(bucket),
                    "systems": [
                        {"name": name, **_numbers(measurement)} for name, measurement in bucket.measured.items()
                    ],
                }
                for bucket in self.buckets
            ],
        }

    def changes(self, system: str) -> tuple[float | None, ...]:
        """Compute the system's F1 in each bucket minus its F1 in the first."""
        f1 = [bucket.measured[system].f1.value for bucket in self.buckets]
        return tuple(None if value is None or f1[0] is None else value - f1[0] for value in f1)


def by_sentence(
    evaluation: Evaluation,
    bucketing: Bucketing,
    metric: str | None = None,
    facet: str | None = None,
    *,
    sentences: Sequence[Sentence] | None = None,
) -> BucketTable:
    """Sort an evaluation's sentences into buckets and compute each system's numbers in each.

    Nothing is scored again: a bucket's numbers are sums of its sentences' masses, and its intervals are over its
    sentences. A metric that sweeps over confidences keeps the threshold of the whole evaluation. The default metric is
    the benchmark's first; the default sentences are the evaluation's own, which may be a sample.
    """
    if not evaluation.systems:
        raise InputError("expected at least one system, found none")
    measured = {system.name: _measurement(evaluation, system.name, metric, facet) for system in evaluation}
    first = next(iter(measured.values()))
    if any(measurement.sentences != first.sentences for measurement in measured.values()):
        raise InputError(f"{first.label}: expected the same sentences of each system, found others")
    by_id = {sentence.id: sentence for sentence in _sentences(evaluation, first.metric, sentences)}
    sample = evaluation.sample if sentences is None else None
    missing = [id for id in first.sentences if id not in by_id and sample is None]
    missing += [id for id, sentence in by_id.items() if not sentence.text]
    if missing:
        raise InputError(f"{evaluation.benchmark}: expected the text of sentence {missing[0]!r}, found none")
    indices = {id: index for index, id in enumerate(first.sentences)}
    signature = bucketing.signature()
    return BucketTable(
        evaluation.benchmark,
        bucketing.name,
        first.metric,
        first.facet,
        tuple(
            _bucket(name, [indices[sentence.id] for sentence in members], measured, evaluation.resampling, signature)
            for name, members in bucketing.sort(by_id[id] for id in first.sentences if id in by_id).items()
        ),
        evaluation.resampling,
        f"{first.signature}|{signature}",
        sample,
    )


def _measurement(evaluation: Evaluation, system: str, metric: str | None, facet: str | None) -> Measurement:
    result = evaluation[system]
    metric = metric or result.first.metric
    return result[metric] if facet is None else result[metric, facet]


def _sentences(evaluation: Evaluation, metric: str, given: Sequence[Sentence] | None) -> Sequence[Sentence]:
    if given is not None:
        return given
    if evaluation.grounds is None or not evaluation.keeps_sentences:
        raise InputError(f"{evaluation.benchmark}: expected an evaluation that keeps its sentences, found none in it")
    if evaluation.grounds.cliques and scores_cliques(metric):
        # ROBUST scores cliques; a clique goes into the bucket of its original.
        texts = {sentence.id: sentence.text for sentence in evaluation.grounds.sentences}
        return [Sentence(clique.id, texts[clique.members[0]]) for clique in evaluation.grounds.cliques]
    return evaluation.grounds.sentences


def _bucket(
    name: str,
    indices: Sequence[int],
    measured: dict[str, Measurement],
    resampling: Resampling | None,
    signature: str,
) -> Bucket:
    parts = {
        system: replace(
            measurement,
            sentences=tuple(measurement.sentences[index] for index in indices),
            scores=measurement.corpus.take(indices),
            signature=f"{measurement.signature}|{signature}={name}",
            intervals=(None,) * len(VALUES),
            curve=(),
            delta=None,
        )
        for system, measurement in measured.items()
    }
    if resampling is not None:
        drawn = intervals_of_all(
            [(measurement.masses, measurement.statistic) for measurement in parts.values()], resampling
        )
        parts = {
            system: replace(measurement, intervals=tuple(bucket_intervals))
            for (system, measurement), bucket_intervals in zip(parts.items(), drawn, strict=True)
        }
    return Bucket(name, next(iter(parts.values())).sentences, parts)


def _numbers(measurement: Measurement) -> dict[str, Any]:
    return {
        **{value: getattr(measurement, value).value for value in VALUES},
        "intervals": intervals_object(VALUES, measurement.intervals),
        "counts": measurement.counts,
    }
