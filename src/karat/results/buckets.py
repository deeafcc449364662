"""Scores by bucket of sentences (BenchIE, section 5.2 and appendix C), from an evaluation's masses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from karat.benchmarks.registry import cache_folder
from karat.errors import InputError, UnknownNameError
from karat.metrics import scores_cliques
from karat.model import Sentence
from karat.one_line import one_line
from karat.results.display import Displayed
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.intervals import intervals_object, intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.verdict_files.sample import Sample
from karat.syntax import Cached, Tagged, Tagger, case_markers, conjuncts, is_parsed, prepositions, tagger_for


@dataclass(frozen=True, slots=True)
class Bucketing:
    """A function that gives each sentence the name of its bucket.

    ``order`` is the order in which buckets are shown; other buckets follow in order of appearance. ``grounds`` names
    anything else that decides a sentence's bucket, such as the tagger.
    """

    name: str
    function: Callable[[Sentence], str]
    order: tuple[str, ...] = ()
    grounds: str = ""

    __repr__ = one_line

    def signature(self) -> str:
        """Write every choice in one line.

        >>> LENGTH.signature()
        'by:length/≤20,21–30,>30/white space'
        """
        return "/".join(filter(None, (f"by:{self.name}", ",".join(self.order), self.grounds)))

    def sort(self, sentences: Iterable[Sentence]) -> dict[str, list[Sentence]]:
        """Put each sentence into its bucket; buckets without a sentence are left out."""
        buckets: dict[str, list[Sentence]] = {name: [] for name in self.order}
        for sentence in sentences:
            name = self.function(sentence)
            if not isinstance(name, str):
                raise InputError(f"{self.name}: expected a text as the bucket of {sentence.id!r}, found {name!r}")
            buckets.setdefault(name, []).append(sentence)
        return {name: members for name, members in buckets.items() if members}


def by_count(
    name: str,
    counter: Callable[[Sentence], int],
    edges: Sequence[int],
    labels: Sequence[str] | None = None,
    grounds: str = "",
) -> Bucketing:
    """Sort by a count: a bucket up to and including each edge, and one above the last.

    >>> by_count("commas", lambda sentence: sentence.text.count(","), [0, 2]).order
    ('0', '1–2', '>2')
    """
    if not edges or any(edge >= next_edge for edge, next_edge in pairwise(edges)):
        raise InputError(f"{name}: expected edges that rise, found {list(edges)}")
    names = tuple(_labels(edges) if labels is None else labels)
    if len(set(names)) != len(edges) + 1:
        raise InputError(f"{name}: expected {len(edges) + 1} labels that differ, found {list(names)}")
    return Bucketing(name, lambda sentence: names[bisect_left(edges, counter(sentence))], names, grounds)


def _labels(edges: Sequence[int]) -> Iterable[str]:
    yield "0" if edges[0] == 0 else f"≤{edges[0]}"
    for below, edge in pairwise(edges):
        yield f"{edge}" if edge == below + 1 else f"{below + 1}–{edge}"
    yield f">{edges[-1]}"


LENGTH = by_count("length", lambda sentence: len(sentence.tokens), (20, 30), grounds="white space")
"""By the number of words separated by white space, which in Chinese benchmarks is the number of characters."""


@dataclass(frozen=True, slots=True)
class Countable:
    """A syntactic feature that is counted in a tagged sentence, and the paper's buckets for it."""

    count: Callable[[Tagged], int]
    edges: tuple[int, ...]
    labels: tuple[str, ...]
    needs_parse: bool

    __repr__ = one_line


_FOUR = ((1, 2, 4), ("0–1", "2", "3–4", ">4"))
COUNTABLE = {
    "conjuncts": Countable(conjuncts, (0, 1), ("0", "1", "≥2"), needs_parse=True),
    "cases": Countable(case_markers, *_FOUR, needs_parse=True),
    "prepositions": Countable(prepositions, *_FOUR, needs_parse=False),
}
BUCKETINGS = (LENGTH.name, *COUNTABLE)
"""The names of the predefined bucketings."""


def language_tagger(language: str, *, cache: bool = True) -> Tagger:
    """Return a language's tagger; its results are kept in the user's cache unless ``cache`` is false."""
    tagger = tagger_for(language)
    if not cache:
        return tagger
    return Cached(tagger, cache_folder() / "syntax")


def bucketing_named(
    name: str, sentences: Sequence[Sentence], tagger: Tagger | None = None, edges: Sequence[int] | None = None
) -> Bucketing:
    """Return a predefined bucketing, after tagging the sentences in one batch if it needs tags.

    ``tagger`` is any tagger or parser, for example ``karat.formats.documents.parses.FileParses``; the default is the
    English one. ``edges`` replaces the paper's.
    """
    if name == LENGTH.name:
        if edges is None:
            return LENGTH
        return by_count(name, lambda sentence: len(sentence.tokens), edges, grounds=LENGTH.grounds)
    if name not in COUNTABLE:
        raise UnknownNameError("bucketing", name, BUCKETINGS)
    countable = COUNTABLE[name]
    tagger = tagger or language_tagger("en")
    texts = list(dict.fromkeys(sentence.text for sentence in sentences))
    tagged = dict(zip(texts, tagger.tag(texts), strict=True))
    if countable.needs_parse and not all(map(is_parsed, tagged.values())):
        raise InputError(
            f"{name}: expected what governs each word, found only parts of speech ({tagger.name}); "
            "parses can be given as a file in CoNLL-U or CoreNLP's JSON"
        )

    def count(sentence: Sentence) -> int:
        if sentence.text not in tagged:
            tagged[sentence.text] = tagger.tag([sentence.text])[0]
        return countable.count(tagged[sentence.text])

    labels = countable.labels if edges is None else None
    return by_count(name, count, countable.edges if edges is None else edges, labels, tagger.name)


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
