"""The dependency parsing task, as in the CoNLL 2018 shared task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from karat.benchmarks.tasks.breakdown import by_type
from karat.benchmarks.tasks.task import Choices, Option, Pairs, Task
from karat.metrics.dependencies import BLEX, CONLL_2018, LAS, MLAS
from karat.metrics.parse_pairs import divide_text, pair_parses

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored


def metrics(_: Choices) -> Sequence[Metric]:
    """Return all metrics that the shared task prints, the most quoted first."""
    return CONLL_2018


def units(systems: Mapping[str, Mapping[str, Any]], gold: Mapping[str, Any], choices: Choices) -> Mapping[str, Pairs]:
    """Divide the text where the gold and all systems end a sentence, and align the words of each part."""
    aligned_only, whole = choices["words"] == "aligned", choices["relations"] == "full"
    return pair_parses(systems, gold, aligned_only=aligned_only, whole=whole, alignment=choices["alignment"])


def blocks(systems: Mapping[str, Iterable[Any]], gold: Iterable[Any], choices: Choices) -> Sequence[tuple[int, ...]]:
    """Divide a long text into blocks, which are aligned one by one."""
    return divide_text(systems, gold, alignment=choices["alignment"])


def by_relation(
    metric: Metric, predicted: Any, gold: Any, choices: Choices, time_limit: float | None
) -> Mapping[str, Scored]:
    """Score the words of each relation by themselves; predicted and gold words are grouped by their own relation."""
    if metric not in (LAS, MLAS, BLEX):
        return {}
    return by_type(lambda parse: ((edge.relation, edge) for edge in parse))(
        metric, predicted, gold, choices, time_limit
    )


DEPENDENCIES = Task(
    name="dependencies",
    title="Dependency parsing, with the word alignment and all metrics of CoNLL 2018",
    kind="dependencies",
    metrics=metrics,
    options=(
        Option("words", "All words, or those alone that could be aligned (aligned accuracy).", ("all", "aligned")),
        Option(
            "alignment",
            "Align words as the shared task describes it, or as its program does.",
            ("description", "program"),
        ),
        Option("relations", "Relations up to their colon, or whole.", ("universal", "full")),
    ),
    example="karat score dependencies parsed.conllu --gold gold.conllu",
    units=units,
    blocks=blocks,
    breakdown=by_relation,
)
