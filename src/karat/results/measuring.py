"""What each metric measures of a system on a benchmark's gold; ``MEASURES`` lists them by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TypeVar

from karat.algebra import Metric, Score
from karat.algebra.scores.threshold_curve import Curve
from karat.benchmarks.gold import Gold
from karat.errors import InputError, UnknownNameError
from karat.metrics.benchie import CREDITS, triples
from karat.metrics.carb import CARB, carb_curve
from karat.metrics.fact_rule import FactRule
from karat.metrics.oie2016 import OIE2016, SUPERVISED_OIE, oie2016_curve
from karat.metrics.robust import CliqueScore
from karat.metrics.wire57 import WIRE57, WIRE57_EXACT, wire_gold, wire_tuple
from karat.model import Extraction
from karat.results.cliques.scores import measure_cliques
from karat.results.fact_rules import FACT_RULES
from karat.results.measurement import CurvePoint, Measurement
from karat.results.options import Options, Reading
from karat.results.signatures import evaluation_choices, signature_of, with_choices

T = TypeVar("T")
Found = Sequence[Sequence[Extraction]]
"""A system's extractions, sentence by sentence."""

Measure = Callable[[Found, Gold, Options], Iterable[Measurement]]


def measure(
    found: Found,
    gold: Gold,
    options: Options,
    cliques: Sequence[CliqueScore] = (),
    reading: Reading = Reading(),  # noqa: B008 - frozen, so one default may serve all calls
) -> list[Measurement]:
    """Measure a system by the benchmark's metrics, or by those that were asked for; ROBUST by its scored cliques."""
    measured: list[Measurement] = []
    for name in options.metrics or gold.metrics:
        if name == "robust":
            new = list(measure_cliques(cliques, gold, options))
        elif name in MEASURES:
            new = list(MEASURES[name](found, gold, options))
        else:
            raise UnknownNameError("metric", name, (*MEASURES, "robust"))
        if options.metrics and not new:
            raise InputError(f"{gold.name}: expected gold that {name} can score against, found none")
        measured += new
    if not measured:
        metrics = " or ".join(gold.metrics)
        raise InputError(f"{gold.name}: expected gold that {metrics} can score against, found none")
    _check_obeyed(gold, options, {one.metric for one in measured})
    choices = evaluation_choices(options, reading)
    return [replace(one, signature=with_choices(one.signature, choices)) for one in measured]


def _check_obeyed(gold: Gold, options: Options, measured: Collection[str]) -> None:
    """Refuse a choice that no metric here obeys, rather than ignore it."""
    usual = Options()
    for name, (option, metrics) in OBEYED_BY.items():
        if getattr(options, name) != getattr(usual, name) and not any(metric in measured for metric in metrics):
            raise InputError(
                f"{gold.name}: expected {' or '.join(metrics)} for {option}, found {', '.join(sorted(measured))}"
            )


def _with_gold(found: Found, gold: Sequence[T | None]) -> list[tuple[Sequence[Extraction], T]]:
    """Pair each sentence's extractions with its gold; sentences without gold of the kind are left out."""
    return [(each, known) for each, known in zip(found, gold, strict=True) if known is not None]


def _plain(score: object) -> Score:
    assert isinstance(score, Score)
    return score


def benchie(found: Found, gold: Gold, options: Options) -> Iterable[Measurement]:
    """Measure each facet."""
    pairs = _with_gold(found, gold.facts)
    if not pairs:
        return
    names = tuple(facts.sentence.id for _, facts in pairs)
    metric = CREDITS[options.credit]
    own_entities = any(facts.entities is not None for _, facts in pairs)
    slots = [triples(each) for each, _ in pairs]
    for facet in options.facets:
        compared = [triples(each, facet) for each, _ in pairs] if facet == "C" else slots  # only C compares them joined
        scores = metric.corpus(compared, [facts.synsets(facet) for _, facts in pairs])
        entities = ["entities:own"] if facet == "E" and own_entities else []
        choices = [f"facet:{facet}", f"credit:{options.credit}", *entities, "avg:micro"]
        yield Measurement("benchie", facet, names, tuple(map(_plain, scores)), signature_of("benchie", choices))


def carb(found: Found, gold: Gold, _: Options) -> Iterable[Measurement]:
    """Measure at the confidence with the best F1."""
    pairs = _with_gold(found, gold.tuples)
    if pairs:
        names = tuple(words.annotation.sentence.id for _, words in pairs)
        curve = carb_curve([each for each, _ in pairs], [words for _, words in pairs])
        yield _swept(CARB, names, curve)


def oie2016(found: Found, gold: Gold, options: Options) -> Iterable[Measurement]:
    """Measure by the release behind the published figures, at the confidence with the best F1."""
    pairs = _with_gold(found, gold.tuples)
    if pairs:
        annotated = [words.annotation for _, words in pairs]
        curve = oie2016_curve(
            [each for each, _ in pairs], [each.extractions for each in annotated], published=options.published
        )
        choices = {"release": SUPERVISED_OIE.name, "unpredicted": "n²" if options.published else "n"}
        yield _swept(OIE2016, tuple(each.sentence.id for each in annotated), curve, choices)


def _swept(
    metric: Metric, names: tuple[str, ...], curve: Curve, choices: Mapping[str, str] = MappingProxyType({})
) -> Measurement:
    points = tuple(CurvePoint(threshold, score.precision, score.recall) for threshold, score in curve.points)
    signature = with_choices(metric.signature, choices)
    return Measurement(metric.name, None, names, curve.scores, signature, threshold=curve.threshold, curve=points)


def wire57(found: Found, gold: Gold, options: Options) -> Iterable[Measurement]:
    """Measure by shared words, then by tuples that are equal."""
    pairs = _with_gold(found, gold.tuples)
    if not pairs:
        return
    names = tuple(words.annotation.sentence.id for _, words in pairs)
    predicted = [list(map(wire_tuple, each)) for each, _ in pairs]
    wanted = [list(map(wire_gold, words.annotation.extractions)) for _, words in pairs]
    for metric in (WIRE57, WIRE57_EXACT):
        scores = metric.corpus(predicted, wanted)
        # arguments after the first are compared one by one here, and never joined
        signature = with_choices(metric.signature, {"nary": "apart"} if options.nary == "join" else {})
        yield Measurement(metric.name, None, names, tuple(map(_plain, scores)), signature)


def by_rule(rule: FactRule, found: Found, gold: Gold, options: Options) -> Iterable[Measurement]:
    """Measure by a benchmark's own rule over fact synsets, where the gold has what it needs."""
    pairs = _with_gold(found, gold.facts)
    if rule.applies_to(facts.annotation for _, facts in pairs):
        names = tuple(facts.sentence.id for _, facts in pairs)
        scores = rule.corpus([each for each, _ in pairs], [rule.prepared(facts) for _, facts in pairs])
        signature = with_choices(rule.signature, {"nary": rule.nary} if options.nary == "join" else {})
        yield Measurement(rule.name, None, names, tuple(map(_plain, scores)), signature)


OBEYED_BY: dict[str, tuple[str, tuple[str, ...]]] = {
    "facets": ("--facet", ("benchie",)),
    "credit": ("--credit", ("benchie",)),
    "published": ("--as-published", ("oie2016",)),
    "inside": ("--inside", ("robust",)),
    "rounding": ("--rounding", ("robust",)),
}
"""Choices that not all metrics obey: what users type for them, and the metrics that do."""

MEASURES: dict[str, Measure] = {
    "benchie": benchie,
    **{name: partial(by_rule, rule) for name, rule in FACT_RULES.items()},
    "carb": carb,
    "oie2016": oie2016,
    "wire57": wire57,
}
