"""Named metrics, one module per paper.

The registry is ``OIE_METRICS``, the metrics of Open IE with the gold they need, and ``__all__``, which names those of
the other tasks. ``METRICS`` holds both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from karat.algebra import Metric
from karat.errors import UnknownNameError
from karat.metrics.amr import SMATCH
from karat.metrics.coreference import B_CUBED, BLANC, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, MENTION, MUC
from karat.metrics.dependencies import (
    ALLTAGS,
    BLEX,
    CLAS,
    LAS,
    LEMMAS,
    MLAS,
    SENTENCES,
    TOKENS,
    UAS,
    UFEATS,
    UPOS,
    WORDS,
    XPOS,
)
from karat.metrics.document_alignment import ERROR_ANALYSIS, GTT
from karat.metrics.events import (
    ARGUMENT,
    ARGUMENT_CLASSIFICATION,
    ARGUMENT_HEAD,
    ARGUMENT_IDENTIFICATION,
    ARGUMENT_UNLABELLED,
    SRL,
    TRIGGER,
    TRIGGER_LEVELS,
    TRIGGER_SUPERTYPES,
    TRIGGER_UNLABELLED,
)
from karat.metrics.iterx import ITERX_PHI3, ITERX_PHI3_MENTIONS, ITERX_SUBSET
from karat.metrics.nary_relations import SCIREX
from karat.metrics.oie.benchie import BENCHIE
from karat.metrics.oie.benchie_facets import BENCHIE_ON_FACTS
from karat.metrics.oie.benchie_fl import BENCHIE_FL, BENCHIE_FL_ON_FACTS
from karat.metrics.oie.benchie_hi import BENCHIE_HI, BENCHIE_HI_ON_FACTS
from karat.metrics.oie.carb import CARB, CARB_ON_TUPLES
from karat.metrics.oie.meaning.meaning_rule import MEANING
from karat.metrics.oie.meaning.on_facts import MEANING_ON_FACTS
from karat.metrics.oie.oie2016 import OIE2016, OIE2016_ON_TUPLES
from karat.metrics.oie.oie_metric import OieMetric
from karat.metrics.oie.people.steps import KEPT
from karat.metrics.oie.robust import ROBUST, ROBUST_ON_CLIQUES
from karat.metrics.oie.wire57 import (
    WIRE57,
    WIRE57_CLIPPED,
    WIRE57_CLIPPED_ON_TUPLES,
    WIRE57_EXACT,
    WIRE57_EXACT_ON_TUPLES,
    WIRE57_ON_TUPLES,
)
from karat.metrics.relations import RELATION, RELATION_BOUNDARIES, RELATION_STRINGS, RELATION_TOKENS
from karat.metrics.role_fillers import (
    CEAF_REE,
    CEAF_REE_PHI3,
    CEAF_REE_PHI4,
    CEAF_RME_PHI3,
    CEAF_RME_PHI3_LITERAL,
    CEAF_RME_SUBSET,
    CEAF_RME_SUBSET_LITERAL,
)
from karat.metrics.scirex import (
    SCIREX_4ARY,
    SCIREX_4ARY_PUBLISHED,
    SCIREX_BINARY,
    SCIREX_BINARY_PUBLISHED,
    SCIREX_CLUSTERS,
    SCIREX_CLUSTERS_PUBLISHED,
)
from karat.metrics.spans import SPAN, SPAN_EXACT, SPAN_INFORMATIVE, SPAN_JACCARD, SPAN_PARTIAL, SPAN_TYPE
from karat.metrics.templates import (
    BETTER_GRANULAR,
    MUC4,
    MUC4_OFFICIAL,
    MUC4_OFFICIAL_LITERAL,
    MUC4_OPTIONAL,
    MUC4_OPTIONAL_LITERAL,
    TEMPLATE_REE,
    TEMPLATE_RME_PHI3,
    TEMPLATE_RME_PHI3_LITERAL,
    TEMPLATE_RME_SUBSET,
)

__all__ = [  # noqa: RUF022 - metrics are listed to users in this order
    "METRICS", "OIE_METRICS", "OieMetric", "metric_and_facet", "metric_inside", "metric_named", "oie_metric_named",
    "scores_cliques", "scores_facts",
    # Open IE
    "BENCHIE", "BENCHIE_FL", "BENCHIE_HI", "MEANING", "CARB", "OIE2016", "WIRE57", "WIRE57_CLIPPED", "WIRE57_EXACT",
    "ROBUST",
    # relations
    "RELATION", "RELATION_BOUNDARIES", "RELATION_STRINGS", "RELATION_TOKENS",
    # dependencies
    "UAS", "LAS", "CLAS", "MLAS", "BLEX", "TOKENS", "SENTENCES", "WORDS", "UPOS", "XPOS", "UFEATS", "ALLTAGS",
    "LEMMAS",
    # spans
    "SPAN", "SPAN_EXACT", "SPAN_TYPE", "SPAN_PARTIAL", "SPAN_JACCARD", "SPAN_INFORMATIVE",
    # events
    "TRIGGER", "TRIGGER_UNLABELLED", "TRIGGER_LEVELS", "TRIGGER_SUPERTYPES", "ARGUMENT", "ARGUMENT_UNLABELLED",
    "ARGUMENT_HEAD", "ARGUMENT_IDENTIFICATION", "ARGUMENT_CLASSIFICATION", "SRL",
    # coreference
    "MUC", "B_CUBED", "CEAF_PHI3", "CEAF_PHI4", "CONLL", "LEA", "BLANC", "MENTION",
    # role fillers and n-ary relations
    "CEAF_REE", "CEAF_REE_PHI3", "CEAF_REE_PHI4", "CEAF_RME_SUBSET", "CEAF_RME_SUBSET_LITERAL", "CEAF_RME_PHI3",
    "CEAF_RME_PHI3_LITERAL", "SCIREX", "SCIREX_CLUSTERS", "SCIREX_BINARY", "SCIREX_4ARY", "SCIREX_CLUSTERS_PUBLISHED",
    "SCIREX_BINARY_PUBLISHED", "SCIREX_4ARY_PUBLISHED",
    # templates
    "GTT", "ERROR_ANALYSIS", "ITERX_SUBSET", "ITERX_PHI3", "ITERX_PHI3_MENTIONS", "MUC4", "MUC4_OFFICIAL",
    "MUC4_OFFICIAL_LITERAL", "MUC4_OPTIONAL", "MUC4_OPTIONAL_LITERAL", "TEMPLATE_REE", "TEMPLATE_RME_SUBSET",
    "TEMPLATE_RME_PHI3", "TEMPLATE_RME_PHI3_LITERAL", "BETTER_GRANULAR",
    # AMR
    "SMATCH",
]  # fmt: skip

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


def _task_metrics() -> Iterator[Metric]:
    """Yield the metrics that ``__all__`` names, without those of Open IE."""
    oie = {id(entry.metric) for entry in OIE_METRICS}
    for name in __all__:
        value = globals().get(name)
        if isinstance(value, Metric) and id(value) not in oie:
            yield value


METRICS: tuple[Metric, ...] = (*(entry.metric for entry in OIE_METRICS), *_task_metrics())
"""All metrics, in the order in which users see them."""

Named = TypeVar("Named", Metric, OieMetric)


def metric_named(name: str) -> Metric:
    """Find a metric by its published name."""
    return _find(name, METRICS, "metric")


def oie_metric_named(name: str) -> OieMetric:
    """Find a metric of Open IE by its name."""
    return _find(name, OIE_METRICS, "metric")


def metric_and_facet(label: str) -> tuple[OieMetric, str | None]:
    """Find a metric by its label in tables, in any case: ``benchie-C`` is BenchIE's facet C, ``benchie`` its default.

    >>> metric, facet = metric_and_facet("BenchIE-p")
    >>> metric.name, facet
    ('benchie', 'P')
    """
    return _labelled(label, OIE_METRICS, "metric")


def metric_inside(label: str, people_steps: Sequence[str] = KEPT) -> OieMetric:
    """Find a metric of sentences, one that ROBUST can apply inside a clique, by its label: ``carb``, ``benchie-P``."""
    sentences = [metric for metric in OIE_METRICS if metric.gold != "cliques"]
    metric, facet = _labelled(label, sentences, "metric inside robust")
    return metric.under(facet, people_steps)


def _labelled(label: str, metrics: Sequence[OieMetric], what: str) -> tuple[OieMetric, str | None]:
    labels = {metric.name: (metric, next(iter(metric.facets), None)) for metric in metrics}
    labels |= {f"{metric.name}-{facet}": (metric, facet) for metric in metrics for facet in metric.facets}
    for known, named in labels.items():
        if known.lower() == label.lower():
            return named
    raise UnknownNameError(what, label, labels)


def _find(name: str, metrics: Sequence[Named], what: str) -> Named:
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
