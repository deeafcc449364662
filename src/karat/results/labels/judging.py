"""What a metric says of each single extraction: a score, whether it decides by itself, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from karat import algebra as k
from karat.algebra.definitions.matching import Matching
from karat.algebra.definitions.similarity import Normalised, Threshold
from karat.benchmarks.gold import Gold, no_gold_for
from karat.errors import InputError, UnknownNameError
from karat.metrics import OIE_METRICS, OieMetric
from karat.metrics.oie.benchie_facets import PEOPLES_FACET
from karat.metrics.oie.oie_metric import FactRule
from karat.model import Extraction
from karat.one_line import one_line
from karat.results.options import Options

ScoreKind = Literal["precision", "similarity"]
"""An extraction's score: the precision that it has alone, or how similar it is to the gold tuple it fits best."""

Outputs = Mapping[str, Sequence[Sequence[Extraction]]]
"""Each system's extractions, for each sentence of the gold."""


class Judgement(NamedTuple):
    """A metric's score of one extraction, and the metric's reason, if it gives one."""

    score: float
    reason: str = ""


Judgements = dict[str, list[list[Judgement]]]
"""Each system's judgements, for each sentence of the gold; a sentence without gold has none."""


@dataclass(frozen=True, slots=True)
class AskedMetric:
    """A metric of Open IE, and one of its facets if it has any."""

    metric: OieMetric
    facet: str | None = None

    __repr__ = one_line

    @property
    def name(self) -> str:
        """The name as users type it: ``benchie``, ``benchie-C``."""
        return self.metric.name if self.facet in (None, "default") else f"{self.metric.name}-{self.facet}"

    def rule(self, options: Options) -> FactRule | None:
        """The rule that judges extractions together, if the metric or its facet has one."""
        return self.metric.under(self.facet, options.people_steps, options.meaning_answers).rule

    def options(self, options: Options) -> Options:
        """The options under which the metric measures systems."""
        usual = Options()
        facets = usual.facets if self.facet is None else (self.facet,)
        steps = options.people_steps if self.facet == PEOPLES_FACET else usual.people_steps
        answers = options.meaning_answers if self.takes_answers else usual.meaning_answers
        return replace(options, metrics=(self.metric.name,), facets=facets, people_steps=steps, meaning_answers=answers)

    @property
    def takes_answers(self) -> bool:
        """Whether a judge's recorded answers can decide."""
        return "meaning_answers" in self.metric.obeys

    def gold_of(self, gold: Gold) -> Sequence[Any]:
        """The gold of each sentence that the metric uses; ``None`` where there is none."""
        return gold.facts if self.metric.gold == "facts" else gold.tuples

    def applies_to(self, gold: Gold) -> bool:
        """Whether some sentence has the gold that the metric needs."""
        return self.metric.applies_to([each for each in self.gold_of(gold) if each is not None])


def known_names() -> tuple[str, ...]:
    """Name every metric that can judge extractions, with its facets."""
    return tuple(
        AskedMetric(metric, facet).name
        for metric in OIE_METRICS
        if metric.gold != "cliques"
        for facet in metric.facets or (None,)
    )


def find_metric(name: str) -> AskedMetric:
    """Find a metric by its name, in any case, such as ``carb`` or ``benchie-C``."""
    for metric in OIE_METRICS:
        for facet in metric.facets or (None,):
            asked = AskedMetric(metric, facet)
            if metric.gold != "cliques" and asked.name.casefold() == name.casefold():
                return asked
    raise UnknownNameError("metric of extractions", name, known_names())


def judge(asked: AskedMetric, outputs: Outputs, gold: Gold, options: Options, kind: ScoreKind) -> Judgements:
    """Judge every extraction of every system.

    A rule judges all extractions of one system in one sentence together, since its verdict on one may depend on the
    others. Every other metric judges each extraction alone.
    """
    golds = asked.gold_of(gold)
    if not asked.applies_to(gold):
        raise no_gold_for([asked.metric], gold)
    rule = asked.rule(options)
    if rule is not None:
        return _by_rule(rule, outputs, golds)
    similarity = pair_similarity(asked.metric.metric) if kind == "similarity" else None
    if similarity is not None:
        return _by_similarity(asked.metric, similarity, outputs, golds)
    return _alone(asked, outputs, golds, options)


def _by_rule(rule: FactRule, outputs: Outputs, golds: Sequence[Any]) -> Judgements:
    return {
        system: [
            []
            if facts is None or not found
            else [Judgement(float(each.correct), each.reason) for each in rule.rulings(found, rule.prepared(facts))]
            for found, facts in zip(sentences, golds, strict=True)
        ]
        for system, sentences in outputs.items()
    }


def _alone(asked: AskedMetric, outputs: Outputs, golds: Sequence[Any], options: Options) -> Judgements:
    """Score each extraction as if its system had found nothing else; equal ones are scored once."""
    items = list(dict.fromkeys(_items(outputs, golds)))
    (measured,) = asked.metric.measure(
        [[extraction] for _, extraction in items], [golds[place] for place, _ in items], asked.options(options)
    )
    scores = {
        item: Judgement(float(score.precision or 0.0)) for item, score in zip(items, measured.scores, strict=True)
    }
    return _spread(outputs, golds, scores)


def _by_similarity(
    metric: OieMetric, similarity: Callable[[Any, Any], float], outputs: Outputs, golds: Sequence[Any]
) -> Judgements:
    """Take the highest similarity of each extraction with a gold item of its sentence."""
    scores = {}
    for place, extraction in dict.fromkeys(_items(outputs, golds)):
        (predicted,) = metric.predicted([extraction])
        best = max((similarity(predicted, wanted) for wanted in metric.wanted(golds[place])), default=0.0)
        scores[place, extraction] = Judgement(min(1.0, best))
    return _spread(outputs, golds, scores)


Item = tuple[int, Extraction]


def _items(outputs: Outputs, golds: Sequence[Any]) -> Iterator[Item]:
    for sentences in outputs.values():
        for place, found in enumerate(sentences):
            if golds[place] is not None:
                yield from ((place, extraction) for extraction in found)


def _spread(outputs: Outputs, golds: Sequence[Any], scores: Mapping[Item, Judgement]) -> Judgements:
    return {
        system: [
            [] if golds[place] is None else [scores[place, extraction] for extraction in found]
            for place, found in enumerate(sentences)
        ]
        for system, sentences in outputs.items()
    }


def pair_similarity(metric: k.Metric) -> Callable[[Any, Any], float] | None:
    """How similar a prediction is to one gold item, before any threshold; ``None`` if a metric only says yes or no.

    Where a metric has one similarity for precision and another for recall, it is their harmonic mean.
    """
    match metric:
        case k.Sides(precision=Matching(inner=precision), recall=Matching(inner=recall)):
            return lambda predicted, gold: _harmonic(
                precision.similarity(predicted, gold), recall.similarity(predicted, gold)
            )
        case Normalised(inner=Matching(inner=Threshold(inner=whole))):
            return lambda predicted, gold: float(whole.similarity(predicted, gold))
    return None


def _harmonic(precision: k.Number, recall: k.Number) -> float:
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def check_names(names: Sequence[str], options: Options) -> list[AskedMetric]:
    """Find the metrics of these names; refuse a metric that is named twice, and options of one that is not named."""
    asked = [find_metric(name) for name in names]
    for each in asked:
        if asked.count(each) > 1:
            raise InputError(f"metrics: expected each metric once, found {each.name} twice")
    if options.people_steps != Options().people_steps and all(each.facet != PEOPLES_FACET for each in asked):
        found = ", ".join(each.name for each in asked)
        raise InputError(f"expected a metric with facet {PEOPLES_FACET} for --people-steps, found {found}")
    if options.meaning_answers is not None and not any(each.takes_answers for each in asked):
        found = ", ".join(each.name for each in asked)
        raise InputError(f"expected meaning for --meaning-answers, found {found}")
    return asked
