"""OIE2016 (Stanovsky and Dagan, 2016; Stanovsky et al., 2018): an extraction with enough gold words is right.

Two programs of this name were published. They differ in ways that change every figure; a :class:`Release` says how.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from karat import algebra as k
from karat.algebra.plans.swept_corpus import SweptCorpus, area_by_recall
from karat.algebra.plans.threshold_curve import Step, matched_first
from karat.errors import UnknownNameError
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.metrics.oie.nltk_data import noun_lemma
from karat.metrics.oie.oie2016_matchers import Cleaned, Lemma, matchers
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric
from karat.model import Extraction
from karat.one_line import one_line


def oie2016_key(text: str) -> str:
    """Make CaRB's key of a sentence, without characters outside ASCII."""
    return sentence_key(text.encode("ascii", "ignore").decode())


@dataclass(frozen=True, slots=True)
class Release:
    """A published program.

    The share of common words must be above ``least``. ``gated`` requires that the predicates share a word, too;
    ``reuse`` lets a prediction match several gold tuples; ``squared`` is the fault by which a sentence without
    predictions counts the square of its number of gold tuples; ``finite`` reads infinite confidences as 0.
    """

    name: str
    least: float
    gated: bool
    reuse: bool
    squared: bool
    finite: bool


SUPERVISED_OIE = Release("supervised-oie", 0.5, gated=False, reuse=False, squared=True, finite=True)
"""The program of 2018, which the published figures of the test part come from."""

OIE_BENCHMARK = Release("oie-benchmark", 0.25, gated=True, reuse=True, squared=False, finite=False)
"""The program of 2016, in the last state of its repository."""

RELEASES = (SUPERVISED_OIE, OIE_BENCHMARK)


def oie2016(
    release: Release = SUPERVISED_OIE,
    matcher: str = "lexical",
    lemma: Lemma = noun_lemma,
    cleaned: Cleaned | None = None,
) -> k.Normalised:
    """Build the metric of a release with one of its matchers.

    ``lemma`` is used to compare predicates: by default WordNet's lemmas of nouns, as published; ``str`` keeps words as
    they are.
    """
    by_name = matchers(release.least, lemma if release.gated else None, cleaned)
    if matcher not in by_name:
        raise UnknownNameError("matcher", matcher, by_name)
    # All matches have the same weight, so greedy means: each gold tuple in order takes the first unused prediction.
    if release.reuse:
        return k.match(by_name[matcher], k.ONE_TO_N, ties=k.FIRST).covered_f1.named("oie2016")
    return k.match(by_name[matcher], k.GREEDY).f1.named("oie2016")


OIE2016 = oie2016()
"""Each gold tuple, in order, takes the first unused prediction that has more than half of its words."""


def swept_oie2016(
    extractions: Iterable[Sequence[Extraction]],
    gold: Sequence[Sequence[Extraction]],
    release: Release = SUPERVISED_OIE,
    metric: k.Normalised | None = None,
    *,
    as_published: bool = False,
    splits_conjunctions: bool = False,
) -> SweptCorpus:
    """Score a system's output, sentence by sentence, at each of its confidences.

    All predictions are matched once, then those below a confidence are dropped. ``as_published`` reproduces the
    release's fault in counting the gold. ``splits_conjunctions`` ignores unmatched predictions that share their
    predicate with a matched one of the sentence, as the older release does for systems that split conjunctions.
    """
    metric = metric or (OIE2016 if release == SUPERVISED_OIE else oie2016(release))
    documents: list[list[Step]] = []
    sizes = []
    for sentence, tuples in zip(extractions, gold, strict=True):
        predicted = _without_split_conjunctions(sentence, tuples, metric) if splits_conjunctions else list(sentence)
        confidences = [_confidence(extraction, release) for extraction in predicted]
        documents.append(matched_first(metric, predicted, tuples, confidences))
        sizes.append(len(tuples) ** 2 if as_published and release.squared and not sentence else len(tuples))
    return SweptCorpus.of(documents, sizes, metric.normaliser, to_full_recall=True)


def _confidence(extraction: Extraction, release: Release) -> float:
    confidence = extraction.confidence
    return 0.0 if release.finite and not isfinite(confidence) else confidence


def _without_split_conjunctions(
    predicted: Sequence[Extraction], gold: Sequence[Extraction], metric: k.Normalised
) -> list[Extraction]:
    alignment = metric(predicted, gold).alignment
    assert alignment is not None, "one sentence has an alignment"
    used = {id(match.predicted) for match in alignment.matches}
    predicates = {match.predicted.relation for match in alignment.matches}
    return [extraction for extraction in predicted if id(extraction) in used or extraction.relation not in predicates]


def published_auc(points: Sequence[tuple[float, float]]) -> float:
    """Compute the area as published: (recall, precision) are written with twelve digits, then sorted by recall."""
    return area_by_recall([(float(f"{recall:.12g}"), float(f"{precision:.12g}")) for recall, precision in points])


@dataclass(frozen=True, kw_only=True)
class _Oie2016OnTuples(OieMetric):
    __repr__ = one_line

    def measure(self, extractions: Extractions, gold: Sequence[CarbGold], choices: Choices) -> Iterator[Measured]:
        swept = swept_oie2016(extractions, list(map(self.wanted, gold)), as_published=choices.as_published)
        obeyed = {"release": SUPERVISED_OIE.name, "unpredicted": "n²" if choices.as_published else "n"}
        yield Measured(self.name, None, swept, self.metric.signature, obeyed)


def _gold_extractions(gold: CarbGold) -> tuple[Extraction, ...]:
    return gold.annotation.extractions


OIE2016_ON_TUPLES = _Oie2016OnTuples(
    metric=OIE2016, title="OIE2016", gold="tuples", wanted=_gold_extractions, obeys=("as_published",), swept=True
)
"""Measured by the release behind the published figures, at the confidence with the best F1."""
