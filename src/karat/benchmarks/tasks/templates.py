"""The tasks of role fillers, n-ary relations and templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from karat import metrics as m
from karat.benchmarks.tasks.task import Choices, Option, Task, by_type
from karat.metrics import role_fillers as r
from karat.metrics.document_alignment import DocumentAlignment
from karat.metrics.template_text import normalised_entity, normalised_templates
from karat.model import RoleFillerEntity, Template

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored
    from karat.model import NAryRelation, RoleFillerEntity, SlotFiller, Template, TemplatedText

SCORERS = (
    "gtt",
    "error-analysis",
    "iterx",
    "iterx-mentions",
    "muc4",
    "muc4-literal",
    "recent",
    "recent-literal",
    "better",
)


def filler_metrics(choices: Choices) -> Sequence[Metric]:
    """Return CEAF-REE as published, its variants, and CEAF-RME."""
    ree, rme = (r.CEAF_REE, r.CEAF_REE_PHI3, r.CEAF_REE_PHI4), (r.CEAF_RME_SUBSET, r.CEAF_RME_PHI3)
    literal = (r.CEAF_RME_SUBSET_LITERAL, r.CEAF_RME_PHI3_LITERAL) if choices["literal"] else ()
    return (*ree, *rme, *literal)


def fillers(content: Iterable[RoleFillerEntity], choices: Choices) -> list[RoleFillerEntity]:
    """Normalise the strings of entities, unless they are to be compared exactly."""
    if choices["strings"] == "exact":
        return list(content)
    return [RoleFillerEntity(filler.role, normalised_entity(filler.entity)) for filler in content]


STRINGS = Option(
    "strings", "Compare strings without case, punctuation and articles, or as they are.", ("normalised", "exact")
)

ROLE_FILLERS = Task(
    name="role-fillers",
    title="Entities that fill the roles of a document's event",
    kind="role-fillers",
    metrics=filler_metrics,
    prepare=fillers,
    options=(
        STRINGS,
        Option("literal", "Also CEAF-RME as its equations read, which can pass 1.", default=False, moves=False),
    ),
    example="karat score role-fillers preds_s_t.out --by-type",
    carries_gold=True,
    breakdown=by_type(lambda found: ((filler.role, filler) for filler in found)),
)


def nary_metrics(choices: Choices) -> Sequence[Metric]:
    """Return SciREX's means over documents, the same as its program computes them, or one optimal matching."""
    named: dict[str, tuple[Metric, ...]] = {
        "scirex": (m.SCIREX_4ARY, m.SCIREX_BINARY, m.SCIREX_CLUSTERS),
        "scirex-published": (m.SCIREX_4ARY_PUBLISHED, m.SCIREX_BINARY_PUBLISHED, m.SCIREX_CLUSTERS_PUBLISHED),
        "matching": (m.SCIREX,),
    }
    return named[choices["scorer"]]


def nary(content: Iterable[NAryRelation], _: Choices) -> list[NAryRelation]:
    """Return the relations without duplicates."""
    return list(dict.fromkeys(content))


NARY_RELATIONS = Task(
    name="nary-relations",
    title="Relations between entities in any number of roles",
    kind="nary-relations",
    metrics=nary_metrics,
    prepare=nary,
    options=(
        Option(
            "scorer",
            "SciREX's means over documents, also with all that its program does, or one matching over all.",
            ("scirex", "scirex-published", "matching"),
        ),
    ),
    example="karat score nary-relations predicted.jsonl --gold gold.jsonl",
    carries_gold=True,
)


def template_metrics(choices: Choices) -> Sequence[Metric]:
    """Return the metrics of the chosen scorer."""
    named: dict[str, tuple[Metric, ...]] = {
        "gtt": (m.GTT,),
        "error-analysis": (m.ERROR_ANALYSIS,),
        "iterx": (m.ITERX_SUBSET, m.ITERX_PHI3),
        "iterx-mentions": (m.ITERX_PHI3_MENTIONS,),
        "muc4": (m.MUC4_OPTIONAL, m.MUC4_OFFICIAL, m.MUC4),
        "muc4-literal": (m.MUC4_OPTIONAL_LITERAL, m.MUC4_OFFICIAL_LITERAL, m.MUC4),
        "recent": (m.TEMPLATE_REE, m.TEMPLATE_RME_SUBSET, m.TEMPLATE_RME_PHI3),
        "recent-literal": (m.TEMPLATE_REE, m.TEMPLATE_RME_SUBSET, m.TEMPLATE_RME_PHI3_LITERAL),
        "better": (m.BETTER_GRANULAR,),
    }
    return named[choices["scorer"]]


def templates(content: TemplatedText, choices: Choices) -> TemplatedText | list[Template]:
    """Normalise the strings of a document's templates, so that equal gold in several outputs compares equal.

    Not for MUC-4, whose metrics compare words, nor for the error analysis, which looks strings up in the text.
    """
    if choices["scorer"].startswith(("muc4", "error")):
        return content
    return normalised_templates(content)


def gold_templates(content: TemplatedText, choices: Choices) -> TemplatedText | list[Template]:
    """Prepare the gold's templates; IterX leaves out those without a filler."""
    prepared = templates(content, choices)
    if choices["scorer"].startswith("iterx"):
        return [template for template in prepared if template.fillers]
    return prepared


def by_slot(
    metric: Metric, predicted: Any, gold: Any, choices: Choices, time_limit: float | None
) -> Mapping[str, Scored]:
    """Score each slot: under the document's alignment if the metric has one, else with templates aligned by slot."""
    if isinstance(metric, DocumentAlignment):
        return metric.slots(predicted, gold, time_limit=time_limit)
    return by_type(_one_slot)(metric, predicted, gold, choices, time_limit)


def _one_slot(templates: Iterable[Template]) -> Iterable[tuple[str, Template]]:
    for template in templates:
        slots: dict[str, list[SlotFiller]] = {}
        for filler in template.fillers:
            slots.setdefault(filler.slot, []).append(filler)
        for slot, values in slots.items():
            yield slot, Template(template.type, tuple(values), template.optional)


TEMPLATES = Task(
    name="templates",
    title="Templates: incidents with a type and slots",
    kind="templates",
    metrics=template_metrics,
    prepare=templates,
    prepare_gold=gold_templates,
    options=(Option("scorer", "Whose rules hold.", SCORERS),),
    example="karat score templates preds_gtt.out --by-type",
    carries_gold=True,
    breakdown=by_slot,
)
