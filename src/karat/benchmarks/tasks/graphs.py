"""The tasks of graphs: AMR with Smatch, and dependencies as in the CoNLL 2018 shared task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from karat.benchmarks.tasks.task import Choices, Option, Pairs, Task, by_type
from karat.metrics.amr_conventions import PRESETS, check_acyclic, smatch_under, subscores_under
from karat.metrics.dependencies import BLEX, CONLL_2018, LAS, MLAS
from karat.metrics.parse_pairs import divide_text, pair_parses

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored
    from karat.metrics.amr_conventions import Convention
    from karat.model import Graph


def convention(choices: Choices) -> Convention:
    """Return the preset, changed by the options that were chosen."""
    changes = {name: choices[name] for name in ("top", "quotes", "roles") if choices[name] != "preset"}
    return replace(PRESETS[choices["preset"]], **changes)


def amr_metrics(choices: Choices) -> Sequence[Metric]:
    """Return Smatch, and its subscores if they are asked for."""
    chosen = convention(choices)
    return (smatch_under(chosen), *(subscores_under(chosen) if choices["subscores"] else ()))


def prepare_amr(content: Graph, choices: Choices) -> Graph:
    """Refuse graphs with cycles if that is asked for."""
    if choices["cycles"] == "refuse":
        check_acyclic(content, convention(choices))
    return content


def spelled_out(choices: Choices) -> Mapping[str, str]:
    """Write the convention that results from the preset and the other options."""
    chosen = convention(choices)
    return {"top": chosen.top, "quotes": chosen.quotes, "roles": chosen.roles, "case": "lower"}


AMR = Task(
    name="amr",
    title="Abstract Meaning Representation, and other graphs in triples",
    kind="amr",
    metrics=amr_metrics,
    prepare=prepare_amr,
    spelled_out=spelled_out,
    options=(
        Option("preset", "The conventions of a version of smatch.", ("smatch-1.0.4", "smatch-1.0.2")),
        Option(
            "top", "The triple of the root: a constant, its concept, none.", ("preset", "constant", "concept", "none")
        ),
        Option("quotes", "Quotation marks around constants.", ("preset", "drop", "keep")),
        Option("roles", "Turn :x-of and :mod round, or keep roles as written.", ("preset", "turn", "keep")),
        Option("cycles", "Graphs with a cycle.", ("allow", "refuse"), moves=False),
        Option(
            "subscores", "Also score the parts: concepts, names, negation, roles and more.", default=False, moves=False
        ),
    ),
    example="karat score amr parsed.amr --gold gold.amr --subscores",
)


def dependency_metrics(_: Choices) -> Sequence[Metric]:
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
    metrics=dependency_metrics,
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
