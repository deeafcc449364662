"""Named metrics, one paper a module; ``METRICS`` lists them all."""

from __future__ import annotations

from karat.algebra import Metric
from karat.errors import UnknownNameError
from karat.metrics.amr import SMATCH
from karat.metrics.coreference import B_CUBED, BLANC, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, MUC
from karat.metrics.dependencies import LAS, UAS
from karat.metrics.events import (
    ARGUMENT,
    ARGUMENT_UNLABELLED,
    SRL,
    TRIGGER,
    TRIGGER_LEVELS,
    TRIGGER_SUPERTYPES,
    TRIGGER_UNLABELLED,
)
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
from karat.metrics.spans import SPAN, SPAN_EXACT, SPAN_INFORMATIVE, SPAN_JACCARD, SPAN_PARTIAL, SPAN_TYPE
from karat.metrics.templates import (
    BETTER_GRANULAR,
    MUC4,
    MUC4_OFFICIAL,
    TEMPLATE_REE,
    TEMPLATE_RME_PHI3,
    TEMPLATE_RME_SUBSET,
)

METRICS: tuple[Metric, ...] = (
    RELATION,
    RELATION_BOUNDARIES,
    RELATION_STRINGS,
    RELATION_TOKENS,
    UAS,
    LAS,
    SPAN,
    SPAN_EXACT,
    SPAN_TYPE,
    SPAN_PARTIAL,
    SPAN_JACCARD,
    SPAN_INFORMATIVE,
    TRIGGER,
    TRIGGER_UNLABELLED,
    TRIGGER_LEVELS,
    TRIGGER_SUPERTYPES,
    ARGUMENT,
    ARGUMENT_UNLABELLED,
    SRL,
    MUC,
    B_CUBED,
    CEAF_PHI3,
    CEAF_PHI4,
    CONLL,
    LEA,
    BLANC,
    CEAF_REE,
    CEAF_REE_PHI3,
    CEAF_REE_PHI4,
    CEAF_RME_SUBSET,
    CEAF_RME_SUBSET_LITERAL,
    CEAF_RME_PHI3,
    CEAF_RME_PHI3_LITERAL,
    SCIREX,
    MUC4,
    MUC4_OFFICIAL,
    TEMPLATE_REE,
    TEMPLATE_RME_SUBSET,
    TEMPLATE_RME_PHI3,
    BETTER_GRANULAR,
    SMATCH,
)


def metric_named(name: str) -> Metric:
    """Find a metric by its published name."""
    for metric in METRICS:
        if metric.name == name:
            return metric
    raise UnknownNameError("metric", name, [metric.name for metric in METRICS])


__all__ = [
    "ARGUMENT",
    "ARGUMENT_UNLABELLED",
    "BETTER_GRANULAR",
    "BLANC",
    "B_CUBED",
    "CEAF_PHI3",
    "CEAF_PHI4",
    "CEAF_REE",
    "CEAF_REE_PHI3",
    "CEAF_REE_PHI4",
    "CEAF_RME_PHI3",
    "CEAF_RME_PHI3_LITERAL",
    "CEAF_RME_SUBSET",
    "CEAF_RME_SUBSET_LITERAL",
    "CONLL",
    "LAS",
    "LEA",
    "METRICS",
    "MUC",
    "MUC4",
    "MUC4_OFFICIAL",
    "RELATION",
    "RELATION_BOUNDARIES",
    "RELATION_STRINGS",
    "RELATION_TOKENS",
    "SCIREX",
    "SMATCH",
    "SPAN",
    "SPAN_EXACT",
    "SPAN_INFORMATIVE",
    "SPAN_JACCARD",
    "SPAN_PARTIAL",
    "SPAN_TYPE",
    "SRL",
    "TEMPLATE_REE",
    "TEMPLATE_RME_PHI3",
    "TEMPLATE_RME_SUBSET",
    "TRIGGER",
    "TRIGGER_LEVELS",
    "TRIGGER_SUPERTYPES",
    "TRIGGER_UNLABELLED",
    "UAS",
    "metric_named",
]
