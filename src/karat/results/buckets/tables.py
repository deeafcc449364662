"""Scores by bucket of sentences (BenchIE, section 5.2 and appendix C), from the masses that are there already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.metrics import scores_cliques
from karat.model import Sentence
from karat.results.buckets.bucketings import Bucketing
from karat.results.display import Displayed
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.intervals import intervals_of_all
from karat.results.statistics.resampling import Resampling


@dataclass(frozen=True, slots=True)
class Bucket:
    """Some of a benchmark's sentences, and each system's measurement on them, by the system's name."""

    name: str
    sentences: tuple[str, ...]
    measured: dict[str, Measurement]

    def __len__(self) -> int:
        return len(self.sentences)


@dataclass(frozen=True, slots=True)
class BucketTable(Displayed):
    """Systems by bucket of sentences under one metric.

    Buckets share no sentence and together have all that the metric has; each has at least one.
    """

    benchmark: str
    by: str
    metric: str
    facet: str | None
    buckets: tuple[Bucket, ...]
    resampling: Resampling | None
    signature: str

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
        """A system's measurement in a bucket: ``table["minie", "≤20"].f1``."""
        system, name = key
        for bucket in self.buckets:
            if bucket.name == name:
                if system not in bucket.measured:
                    raise UnknownNameError("system", system, self.systems)
                return bucket.measured[system]
        raise UnknownNameError("bucket", name, [bucket.name for bucket in self.buckets])

    def to_json(self) -> dict[str, Any]:
        """Give the numbers as a document."""
        return {
            "by": self.by,
            "metric": self.metric,
            **({"facet": self.facet} if self.facet is not None else {}),
            "signature": self.signature,
            "buckets": [
                {
                    "name": bucket.name,
                    "sentences": len(bucket),
                    "systems": [{"name": name, **_numbers(one)} for name, one in bucket.measured.items()],
                }
                for bucket in self.buckets
            ],
        }

    def changes(self, system: str) -> tuple[float | None, ...]:
        """The system's F1 in each bucket less that in the first."""
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
    """Sort an evaluation's sentences into buckets and give each system's numbers in each.

    Nothing is scored again: a bucket's numbers are sums of its sentences' masses, and its intervals are drawn over its
    sentences. A metric that sweeps over confidences keeps the threshold of the whole. Without a metric it is the
    benchmark's first. The sentences are the evaluation's own unless they are given.
    """
    if not evaluation.systems:
        raise InputError("expected at least one system, found none")
    measured = {system.name: _measurement(evaluation, system.name, metric, facet) for system in evaluation}
    first = next(iter(measured.values()))
    if any(one.sentences != first.sentences for one in measured.values()):
        raise InputError(f"{first.label}: expected the same sentences of each system, found others")
    known = {sentence.id: sentence for sentence in _sentences(evaluation, first.metric, sentences)}
    missing = [id for id in first.sentences if id not in known]
    if missing:
        raise InputError(f"{evaluation.benchmark}: expected the text of sentence {missing[0]!r}, found none")
    places = {id: place for place, id in enumerate(first.sentences)}
    signature = bucketing.signature()
    return BucketTable(
        evaluation.benchmark,
        bucketing.name,
        first.metric,
        first.facet,
        tuple(
            _bucket(name, [places[sentence.id] for sentence in found], measured, evaluation.resampling, signature)
            for name, found in bucketing.sort(known[id] for id in first.sentences).items()
        ),
        evaluation.resampling,
        f"{first.signature}|{signature}",
    )


def _measurement(evaluation: Evaluation, system: str, metric: str | None, facet: str | None) -> Measurement:
    found = evaluation[system]
    metric = metric or found.first.metric
    return found[metric] if facet is None else found[metric, facet]


def _sentences(evaluation: Evaluation, metric: str, given: Sequence[Sentence] | None) -> Sequence[Sentence]:
    if given is not None:
        return given
    if evaluation.grounds is None or not evaluation.keeps_sentences:
        raise InputError(f"{evaluation.benchmark}: expected an evaluation that keeps its sentences, found none in it")
    if evaluation.grounds.cliques and scores_cliques(metric):
        # ROBUST scores cliques, each of which goes where its original goes
        texts = {sentence.id: sentence.text for sentence in evaluation.grounds.sentences}
        return [Sentence(clique.id, texts[clique.members[0]]) for clique in evaluation.grounds.cliques]
    return evaluation.grounds.sentences


def _bucket(
    name: str,
    places: Sequence[int],
    measured: dict[str, Measurement],
    resampling: Resampling | None,
    signature: str,
) -> Bucket:
    parts = {
        system: replace(
            one,
            sentences=tuple(one.sentences[place] for place in places),
            scores=tuple(one.scores[place] for place in places),
            signature=f"{one.signature}|{signature}={name}",
            intervals=(None,) * len(VALUES),
            curve=(),
            delta=None,
        )
        for system, one in measured.items()
    }
    if resampling is not None:
        drawn = intervals_of_all([(one.masses, one.statistic) for one in parts.values()], resampling)
        parts = {
            system: replace(one, intervals=tuple(found))
            for (system, one), found in zip(parts.items(), drawn, strict=True)
        }
    return Bucket(name, next(iter(parts.values())).sentences, parts)


def _numbers(one: Measurement) -> dict[str, Any]:
    return {
        **{value: getattr(one, value).value for value in VALUES},
        "intervals": {
            value: [interval.low, interval.high] if interval else None
            for value, interval in zip(VALUES, one.intervals, strict=True)
        },
        "counts": one.counts,
    }
