"""OIE2016 (Stanovsky and Dagan, 2016; Stanovsky et al., 2018): an extraction with enough gold words is right.

Two programs of this name were published; they differ in ways that move every figure, and a :class:`Release` says how.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from karat import algebra as k
from karat.algebra.plans.threshold_curve import Curve, Step, area_by_recall, best_of, matched_first
from karat.errors import UnknownNameError
from karat.metrics.oie.carb import CarbGold, sentence_key
from karat.metrics.oie.nltk_data import noun_lemma
from karat.metrics.oie.oie2016_matchers import Cleaned, Lemma, matchers
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric
from karat.model import Extraction


def oie2016_key(text: str) -> str:
    """Compare sentences as CaRB does, and without characters outside ASCII."""
    return sentence_key(text.encode("ascii", "ignore").decode())


@dataclass(frozen=True, slots=True)
class Release:
    """A published program.

    ``least`` is what the share of common words must pass; ``gated`` asks that the predicates share a word, too;
    ``reuse`` lets a prediction serve several gold tuples; ``squared`` is the fault by which a sentence without
    predictions adds the square of its number of gold tuples; ``finite`` takes infinite confidences for 0.
    """

    name: str
    least: float
    gated: bool
    reuse: bool
    squared: bool
    finite: bool


SUPERVISED_OIE = Release("supervised-oie", 0.5, gated=False, reuse=False, squared=True, finite=True)
"""The program of 2018, behind the published figures of the test part."""

OIE_BENCHMARK = Release("oie-benchmark", 0.25, gated=True, reuse=True, squared=False, finite=False)
"""The program of 2016, as its repository was left."""

RELEASES = (SUPERVISED_OIE, OIE_BENCHMARK)


def oie2016(
    release: Release = SUPERVISED_OIE,
    matcher: str = "lexical",
    lemma: Lemma = noun_lemma,
    cleaned: Cleaned | None = None,
) -> k.Normalised:
    """Build the metric of a release with one of its matchers.

    ``lemma`` serves the gate of predicates: WordNet's nouns, as published, unless another is given. ``str`` takes words
    as they are.
    """
    known = matchers(release.least, lemma if release.gated else None, cleaned)
    if matcher not in known:
        raise UnknownNameError("matcher", matcher, known)
    # All matches weigh the same, so greedy is: each gold tuple in order takes the first prediction that is left.
    if release.reuse:
        return k.match(known[matcher], k.ONE_TO_N, ties=k.FIRST).covered_f1.named("oie2016")
    return k.match(known[matcher], k.GREEDY).f1.named("oie2016")


OIE2016 = oie2016()
"""Each gold tuple, in order, takes the first unused prediction that has more than half of its words."""


def oie2016_curve(
    extractions: Iterable[Sequence[Extraction]],
    gold: Sequence[Sequence[Extraction]],
    release: Release = SUPERVISED_OIE,
    metric: k.Normalised | None = None,
    *,
    published: bool = False,
    splits_conjunctions: bool = False,
) -> Curve:
    """Score a system's output, sentence by sentence, at each of its confidences.

    All predictions are matched once, then those below a confidence are dropped. ``published`` keeps the release's fault
    in counting the gold. ``splits_conjunctions`` forgives, as the older release does for such systems, unmatched
    predictions whose predicate a matched one of the sentence has.
    """
    metric = metric or (OIE2016 if release == SUPERVISED_OIE else oie2016(release))
    documents: list[list[Step]] = []
    sizes = []
    for found, tuples in zip(extractions, gold, strict=True):
        kept = _without_forgiven(found, tuples, metric) if splits_conjunctions else list(found)
        confidences = [_confidence(each, release) for each in kept]
        documents.append(matched_first(metric, kept, tuples, confidences))
        sizes.append(len(tuples) ** 2 if published and release.squared and not found else len(tuples))
    return best_of(documents, metric, sizes, to_full_recall=True)


def _confidence(extraction: Extraction, release: Release) -> float:
    confidence = extraction.confidence
    return 0.0 if release.finite and not isfinite(confidence) else confidence


def _without_forgiven(
    found: Sequence[Extraction], gold: Sequence[Extraction], metric: k.Normalised
) -> list[Extraction]:
    alignment = metric(found, gold).alignment
    assert alignment is not None, "one sentence has an alignment"
    used = {id(match.predicted) for match in alignment.matches}
    predicates = {match.predicted.relation for match in alignment.matches}
    return [each for each in found if id(each) in used or each.relation not in predicates]


def published_auc(places: Sequence[tuple[float, float]]) -> float:
    """The area as published: over (recall, precision) written down with twelve digits, then sorted by recall."""
    return area_by_recall([(float(f"{recall:.12g}"), float(f"{precision:.12g}")) for recall, precision in places])


@dataclass(frozen=True, kw_only=True)
class _Oie2016OnTuples(OieMetric):
    def measure(self, extractions: Extractions, gold: Sequence[CarbGold], choices: Choices) -> Iterator[Measured]:
        curve = oie2016_curve(extractions, list(map(self.wanted, gold)), published=choices.published)
        signed = {"release": SUPERVISED_OIE.name, "unpredicted": "n²" if choices.published else "n"}
        yield Measured(self.name, None, curve.scores, self.metric.signature, signed, curve)


def _gold_extractions(gold: CarbGold) -> tuple[Extraction, ...]:
    return gold.annotation.extractions


OIE2016_ON_TUPLES = _Oie2016OnTuples(
    metric=OIE2016, title="OIE2016", gold="tuples", wanted=_gold_extractions, obeys=("published",)
)
"""Measured by the release behind the published figures, at the confidence with the best F1."""
