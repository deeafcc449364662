"""Each system's precision, yield, curve by confidence, factuality classes and rules broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from karat.model import Modality, Polarity
from karat.model.study import RULES, AttributionLabel, Source, Study
from karat.results.statistics.intervals import Interval
from karat.results.study.final import Final
from karat.results.study.proportion import Proportion, proportion, running_proportions
from karat.results.study.report import CurvePoint, FactualityClass, SystemReport, Yield

MOST_POINTS = 100
"""The most points of a curve; of more confidences, evenly spaced ones are taken."""

Outcome = tuple[str, bool]
"""A sentence's id, and whether an extraction of it is right."""


def measure_system(study: Study, finals: Sequence[Final], system: str, level: float) -> SystemReport:
    """Measure a system by the final labels of the tasks that were sampled for it."""
    given = [(final, source) for final in finals for source in final.task.sources if source.system == system]
    sampled = [(final, source) for final, source in given if source.sampled]
    labelled = [(final, source) for final, source in sampled if final.fact is not None]
    own = [final for final, _ in sampled]
    known = study.info.get("systems", {}).get(system, {})
    extractions = max(known.get("extractions", 0), len(given))
    fact = proportion([_outcome(final) for final, _ in labelled], level)
    uneven = study.info.get("per") == "sentence" and len(sampled) < extractions
    return SystemReport(
        system,
        extractions,
        len(sampled),
        fact,
        proportion(_attributions(own), level),
        sum(final.attribution == AttributionLabel.NONE for final in own),
        proportion([(final.task.sentence.id, final.both) for final in own if final.both is not None], level),
        Yield(None, None, fact.count, extractions, False)
        if uneven
        else _yield(fact, extractions, known.get("sentences")),
        () if uneven else tuple(_curve(labelled, extractions, level)),
        tuple(_classes([final for final, _ in labelled], level)),
        _rules(own),
        uneven,
    )


def _outcome(final: Final) -> Outcome:
    return final.task.sentence.id, final.correct


def _attributions(finals: Sequence[Final]) -> Iterator[Outcome]:
    for final in finals:
        if final.attribution not in (None, AttributionLabel.NONE):
            yield final.task.sentence.id, final.attribution == AttributionLabel.CORRECT


def _yield(fact: Proportion, extractions: int, sentences: int | None) -> Yield:
    scaled = fact.total < extractions
    if fact.value is None:
        return Yield(None, None, 0, extractions, scaled)
    value = fact.value * extractions if scaled else float(fact.count)
    ends = fact.clustered or fact.interval
    interval = Interval(ends.low * extractions, ends.high * extractions) if scaled and ends is not None else None
    return Yield(value, interval, fact.count, extractions, scaled, value / sentences if sentences else None)


def _curve(labelled: Sequence[tuple[Final, Source]], extractions: int, level: float) -> Iterator[CurvePoint]:
    """Yield precision and yield at each confidence, from the highest; nothing if the system knows only one."""
    ranked = [(source.confidence, _outcome(final)) for final, source in labelled if source.confidence is not None]
    ranked.sort(key=lambda each: -each[0])
    confidences = [confidence for confidence, _ in ranked]
    # The places at which a confidence ends, so that equally confident extractions stay together.
    ends = [at for at in range(1, len(ranked) + 1) if at == len(ranked) or confidences[at] < confidences[at - 1]]
    if len(ends) < 2:
        return
    each = extractions / len(labelled)
    ends = _spaced(ends)
    for end, counted in zip(ends, running_proportions([outcome for _, outcome in ranked], ends, level), strict=True):
        yield CurvePoint(confidences[end - 1], counted, counted.count * each)


def _spaced(ends: Sequence[int]) -> list[int]:
    if len(ends) <= MOST_POINTS:
        return list(ends)
    return [ends[(number * (len(ends) - 1)) // (MOST_POINTS - 1)] for number in range(MOST_POINTS)]


def _classes(finals: Sequence[Final], level: float) -> Iterator[FactualityClass]:
    for polarity in (*Polarity, None):
        for modality in (*Modality, None):
            outcomes = [
                _outcome(final)
                for final in finals
                if (final.task.extraction.polarity, final.task.extraction.modality) == (polarity, modality)
            ]
            if outcomes:
                yield FactualityClass(polarity, modality, proportion(outcomes, level))


def _rules(finals: Sequence[Final]) -> tuple[tuple[str, int], ...]:
    broken = Counter(rule for final in finals for rule in final.rules)
    return tuple((rule, broken[rule]) for rule in RULES)
