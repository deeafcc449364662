"""Named metrics, one module per paper."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from karat.algebra import Metric
from karat.metrics.oie.oie_metric import OieMetric
from karat.metrics.open_extraction import (
    OIE_METRICS,
    find_metric,
    metric_and_facet,
    metric_inside,
    oie_metric_named,
    scores_cliques,
    scores_facts,
)

METRICS: tuple[Metric, ...]
"""All metrics, in the order in which users see them."""

# Modules are imported when one of their metrics is first used: Open IE, which most commands are about, needs none.
_MODULES = {
    "relations": "RELATION RELATION_BOUNDARIES RELATION_STRINGS RELATION_TOKENS",
    "dependencies": "UAS LAS CLAS MLAS BLEX TOKENS SENTENCES WORDS UPOS XPOS UFEATS ALLTAGS LEMMAS",
    "spans": "SPAN SPAN_EXACT SPAN_TYPE SPAN_PARTIAL SPAN_JACCARD SPAN_INFORMATIVE",
    "events": (
        "TRIGGER TRIGGER_UNLABELLED TRIGGER_LEVELS TRIGGER_SUPERTYPES ARGUMENT ARGUMENT_UNLABELLED ARGUMENT_HEAD "
        "ARGUMENT_IDENTIFICATION ARGUMENT_CLASSIFICATION SRL"
    ),
    "coreference": "MUC B_CUBED CEAF_PHI3 CEAF_PHI4 CONLL LEA BLANC MENTION",
    "role_fillers": (
        "CEAF_REE CEAF_REE_PHI3 CEAF_REE_PHI4 CEAF_RME_SUBSET CEAF_RME_SUBSET_LITERAL CEAF_RME_PHI3 "
        "CEAF_RME_PHI3_LITERAL"
    ),
    "scirex": (
        "SCIREX SCIREX_CLUSTERS SCIREX_BINARY SCIREX_4ARY SCIREX_CLUSTERS_PUBLISHED SCIREX_BINARY_PUBLISHED "
        "SCIREX_4ARY_PUBLISHED"
    ),
    "document_alignment": "GTT ERROR_ANALYSIS",
    "iterx": "ITERX_SUBSET ITERX_PHI3 ITERX_PHI3_MENTIONS",
    "templates": (
        "MUC4 MUC4_OFFICIAL MUC4_OFFICIAL_LITERAL MUC4_OPTIONAL MUC4_OPTIONAL_LITERAL TEMPLATE_REE "
        "TEMPLATE_RME_SUBSET TEMPLATE_RME_PHI3 TEMPLATE_RME_PHI3_LITERAL BETTER_GRANULAR"
    ),
    "amr": "SMATCH",
}
"""The registry of the other tasks: the metrics of each module, in the order in which users see them."""

_OPEN_EXTRACTION = {entry.name.upper(): entry.metric for entry in OIE_METRICS}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "METRICS",
    "OIE_METRICS",
    "OieMetric",
    "metric_and_facet",
    "metric_inside",
    "metric_named",
    "oie_metric_named",
    "scores_cliques",
    "scores_facts",
    *_OPEN_EXTRACTION,
    *_MODULE_OF,
]


@cache
def _all_metrics() -> tuple[Metric, ...]:
    return (*_OPEN_EXTRACTION.values(), *map(_load_metric, _MODULE_OF))


def _load_metric(name: str) -> Metric:
    metric: Metric = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    return metric


def metric_named(name: str) -> Metric:
    """Find a metric by its published name."""
    return find_metric(name, _all_metrics(), "metric")


def __getattr__(name: str) -> Metric:
    value: Any
    if name in _OPEN_EXTRACTION:
        value = _OPEN_EXTRACTION[name]
    elif name in _MODULE_OF:
        value = _load_metric(name)
    elif name == "METRICS":
        value = _all_metrics()
    elif name in _MODULES:
        value = import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value  # type: ignore[no-any-return]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
