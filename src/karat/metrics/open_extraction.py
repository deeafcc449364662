"""The metrics of Open IE with the gold they need, and how they are found by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from karat.algebra import Metric
from karat.errors import UnknownNameError
from karat.metrics.oie.benchie import BENCHIE_ON_FACTS
from karat.metrics.oie.benchie_fl import BENCHIE_FL_ON_FACTS
from karat.metrics.oie.benchie_hi import BENCHIE_HI_ON_FACTS
from karat.metrics.oie.carb import CARB_ON_TUPLES
from karat.metrics.oie.meaning.on_facts import MEANING_ON_FACTS
from karat.metrics.oie.oie2016 import OIE2016_ON_TUPLES
from karat.metrics.oie.oie_metric import OieMetric
from karat.metrics.oie.people.steps import KEPT
from karat.metrics.oie.robust import ROBUST_ON_CLIQUES
from karat.metrics.oie.wire57 import WIRE57_CLIPPED_ON_TUPLES, WIRE57_EXACT_ON_TUPLES, WIRE57_ON_TUPLES

OIE_METRICS: tuple[OieMetric, ...] = (
    BENCHIE_ON_FACTS,
    BENCHIE_FL_ON_FACTS,
    BENCHIE_HI_ON_FACTS,
    MEANING_ON_FACTS,
    CARB_ON_TUPLES,
    OIE2016_ON_TUPLES,
    WIRE57_ON_TUPLES,
    WIRE57_CLIPPED_ON_TUPLES,
    WIRE57_EXACT_ON_TUPLES,
    ROBUST_ON_CLIQUES,
)
"""The metrics of Open IE, which work in `evaluate`, inside cliques, in `compare`, `explain` and reports."""

Named = TypeVar("Named", Metric, OieMetric)


def oie_metric_named(name: str) -> OieMetric:
    """Find a metric of Open IE by its name."""
    return find_metric(name, OIE_METRICS, "metric")


def metric_and_facet(label: str, what: str = "metric", *, of_sentences: bool = False) -> tuple[OieMetric, str | None]:
    """Find a metric by its label in tables, in any case: ``benchie-C`` is BenchIE's facet C, ``benchie`` its default.

    ``what`` names the kind of thing in an error; ``of_sentences`` leaves out metrics of cliques.

    >>> metric, facet = metric_and_facet("BenchIE-p")
    >>> metric.name, facet
    ('benchie', 'P')
    """
    shown: dict[str, tuple[OieMetric, str | None]] = {}
    usual: dict[str, tuple[OieMetric, str | None]] = {}
    for metric in OIE_METRICS:
        if not of_sentences or metric.gold != "cliques":
            shown[metric.name] = metric, next(iter(metric.facets), None)
            usual |= {f"{metric.name}-{facet}": (metric, facet) for facet in metric.facets[:1]}
            shown |= {f"{metric.name}-{facet}": (metric, facet) for facet in metric.facets[1:]}
    for known, named in {**shown, **usual}.items():
        if known.lower() == label.lower():
            return named
    raise UnknownNameError(what, label, shown)


def metric_inside(label: str, people_steps: Sequence[str] = KEPT) -> OieMetric:
    """Find a metric that ROBUST can apply inside a clique, by its label: ``carb``, ``benchie-P``."""
    metric, facet = metric_and_facet(label, "metric inside robust", of_sentences=True)
    return metric.under(facet, people_steps)


def find_metric(name: str, metrics: Sequence[Named], what: str) -> Named:
    """Find a metric by its name among those given; ``what`` names their kind in an error."""
    for metric in metrics:
        if metric.name == name:
            return metric
    raise UnknownNameError(what, name, [metric.name for metric in metrics])


def scores_cliques(name: str) -> bool:
    """Whether a metric of this name scores cliques rather than sentences or documents."""
    return any(metric.name == name and metric.gold == "cliques" for metric in OIE_METRICS)


def scores_facts(name: str) -> bool:
    """Whether a metric of this name scores against fact synsets."""
    return any(metric.name == name and metric.gold == "facts" for metric in OIE_METRICS)
