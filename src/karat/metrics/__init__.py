"""Named metrics, one module per paper.

The registry is ``OIE_METRICS``, the metrics of Open IE with the gold they need, and ``_TASK_METRICS``, which
names those of the other tasks. ``METRICS`` holds both.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from karat.algebra import Metric
from karat.metrics.oie.benchie import BENCHIE
from karat.metrics.oie.benchie_fl import BENCHIE_FL
from karat.metrics.oie.benchie_hi import BENCHIE_HI
from karat.metrics.oie.carb import CARB
from karat.metrics.oie.meaning.meaning_rule import MEANING
from karat.metrics.oie.oie2016 import OIE2016
from karat.metrics.oie.oie_metric import OieMetric
from karat.metrics.oie.robust import ROBUST
from karat.metrics.oie.wire57 import WIRE57, WIRE57_CLIPPED, WIRE57_EXACT
from karat.metrics.open_extraction import (
    OIE_METRICS,
    find_metric,
    metric_and_facet,
    metric_inside,
    oie_metric_named,
    scores_cliques,
    scores_facts,
)

if TYPE_CHECKING:
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

    METRICS: tuple[Metric, ...]
    """All metrics, in the order in which users see them."""

# Modules of other tasks are imported when a metric is first used: Open IE, which most commands are about, needs none.
_TASK_METRICS = {
    "relations": ("RELATION", "RELATION_BOUNDARIES", "RELATION_STRINGS", "RELATION_TOKENS"),
    "dependencies": ("UAS", "LAS", "CLAS", "MLAS", "BLEX", "TOKENS", "SENTENCES", "WORDS", "UPOS", "XPOS",
        "UFEATS", "ALLTAGS", "LEMMAS"),
    "spans": ("SPAN", "SPAN_EXACT", "SPAN_TYPE", "SPAN_PARTIAL", "SPAN_JACCARD", "SPAN_INFORMATIVE"),
    "events": ("TRIGGER", "TRIGGER_UNLABELLED", "TRIGGER_LEVELS", "TRIGGER_SUPERTYPES", "ARGUMENT",
        "ARGUMENT_UNLABELLED", "ARGUMENT_HEAD", "ARGUMENT_IDENTIFICATION", "ARGUMENT_CLASSIFICATION", "SRL"),
    "coreference": ("MUC", "B_CUBED", "CEAF_PHI3", "CEAF_PHI4", "CONLL", "LEA", "BLANC", "MENTION"),
    "role_fillers": ("CEAF_REE", "CEAF_REE_PHI3", "CEAF_REE_PHI4", "CEAF_RME_SUBSET", "CEAF_RME_SUBSET_LITERAL",
        "CEAF_RME_PHI3", "CEAF_RME_PHI3_LITERAL"),
    "nary_relations": ("SCIREX",),
    "scirex": ("SCIREX_CLUSTERS", "SCIREX_BINARY", "SCIREX_4ARY", "SCIREX_CLUSTERS_PUBLISHED",
        "SCIREX_BINARY_PUBLISHED", "SCIREX_4ARY_PUBLISHED"),
    "document_alignment": ("GTT", "ERROR_ANALYSIS"),
    "iterx": ("ITERX_SUBSET", "ITERX_PHI3", "ITERX_PHI3_MENTIONS"),
    "templates": ("MUC4", "MUC4_OFFICIAL", "MUC4_OFFICIAL_LITERAL", "MUC4_OPTIONAL", "MUC4_OPTIONAL_LITERAL",
        "TEMPLATE_REE", "TEMPLATE_RME_SUBSET", "TEMPLATE_RME_PHI3", "TEMPLATE_RME_PHI3_LITERAL",
        "BETTER_GRANULAR"),
    "amr": ("SMATCH",),
}  # fmt: skip
"""The metrics of the other tasks, by their modules, in the order in which users see them."""

_HOMES = {name: module for module, names in _TASK_METRICS.items() for name in names}

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


@cache
def _all_metrics() -> tuple[Metric, ...]:
    return (*(entry.metric for entry in OIE_METRICS), *map(_task_metric, _HOMES))


def _task_metric(name: str) -> Metric:
    metric: Metric = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return metric


def metric_named(name: str) -> Metric:
    """Find a metric by its published name."""
    return find_metric(name, _all_metrics(), "metric")


def __getattr__(name: str) -> object:
    if name in _TASK_METRICS:
        return import_module(f"{__name__}.{name}")
    if name != "METRICS" and name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = _all_metrics() if name == "METRICS" else _task_metric(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_TASK_METRICS})
