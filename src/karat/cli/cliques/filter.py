"""``karat cliques filter``: keep the paraphrases of each clique that are least alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from karat.cli.cliques.options import CliquesOutput, Explain, Keep
from karat.cli.options import Encoding, Json
from karat.cli.output import echo, print_json, status
from karat.cliques.bleu import signature
from karat.cliques.building import FilterCounts, count_filtered
from karat.cliques.filtering import Step
from karat.cliques.unified import Filtered, filter_entries, read_entries, write_entries
from karat.errors import InputError
from karat.reports.console import print_table
from karat.reports.lists import make_console
from karat.reports.tables.layout import wrapped
from karat.reports.tables.listing import Listing


def filter_candidates(
    candidates: Annotated[
        Path,
        typer.Argument(
            metavar="CANDIDATES", help="Unified JSON, with tuples or without, or the file of karat cliques paraphrase."
        ),
    ],
    output: CliquesOutput,
    keep: Keep = 3,
    explain: Explain = False,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Keep the most diverse paraphrases of each clique, by BLEU between them."""
    with status() as tell:
        tell("reading candidates")
        entries = read_entries(candidates, encoding)
        if not entries:
            raise InputError(f"{candidates}: expected cliques, found none")
        filtered = []
        for place, each in enumerate(filter_entries(entries, keep), 1):
            tell(f"filtering: clique {place:,} of {len(entries):,}")
            filtered.append(each)
        write_entries(output, filtered)
    print_filtered(filtered, keep, output, explain, json)


def print_filtered(filtered: Sequence[Filtered], keep: int, output: Path, explain: bool, json: bool) -> None:
    """Print what filtering removed, with each step if ``explain`` is set."""
    counts = count_filtered(filtered, keep)
    if json:
        document = {"output": str(output), "keep": keep, "bleu": signature(), **asdict(counts)}
        if explain:
            document["explained"] = [clique_object(each) for each in filtered]
        print_json(document)
        return
    if explain:
        print_explained(filtered)
    print_table(Listing((output.name, ""), list(rows_of(counts, keep))))


def print_explained(filtered: Sequence[Filtered]) -> None:
    """Print each step for each clique, wrapped to the console's width."""
    width = make_console().width
    for each in filtered:
        for line in describe_filtering(each):
            indent = " " * (len(line) - len(line.lstrip()))
            first, *others = wrapped(line, width - len(indent))
            echo("\n".join([first, *(indent + other for other in others)]))


def rows_of(counts: FilterCounts, keep: int) -> Iterator[tuple[str, str]]:
    """List what was counted."""
    yield "cliques", f"{counts.cliques:,}"
    if counts.refused:
        yield "targets without a paraphrase", f"{counts.refused:,}"
    yield "candidates", f"{counts.candidates:,}"
    yield "repeats", f"{counts.repeats:,}"
    yield "too short", f"{counts.short:,}"
    yield "too similar", f"{counts.similar:,}"
    yield "kept", f"{counts.kept:,}"
    yield f"cliques with fewer than {keep}", f"{counts.below:,}"


def describe_filtering(filtered: Filtered) -> Iterator[str]:
    """Describe how a clique was filtered: its sentences, kept or removed, and the steps."""
    selection = filtered.selection
    yield f"{filtered.id}: {filtered.entry['ori_sent']} ({selection.original_length} tokens)"
    kept = set(selection.kept)
    for place, text in enumerate(filtered.paraphrases):
        yield f"  {'+' if place in kept else '-'} p{place + 1}: {text}"
    for repeat in selection.repeats:
        yield f"  p{repeat.place + 1} goes: it repeats {'the original' if repeat.of is None else f'p{repeat.of + 1}'}"
    for number, step in enumerate(selection.steps, 1):
        yield f"  step {number}: {describe_step(step)}"
    yield ""


def describe_step(step: Step) -> str:
    """Describe one step in a line."""
    (a, b), removed = step.pair, step.removed
    scores = f"p{a + 1} and p{b + 1} have BLEU {step.score:.1f}"
    sides = "; ".join(
        f"p{place + 1} has {length} tokens, sum {total:.1f}"
        for place, length, total in zip(step.pair, step.lengths, step.sums, strict=True)
    )
    return f"{scores}; {sides}; p{removed + 1} goes: {step.reason}"


def clique_object(filtered: Filtered) -> dict[str, Any]:
    """Write how a clique was filtered as a document; paraphrases are numbered from 0."""
    selection = filtered.selection
    return {
        "id": filtered.id,
        "original_length": selection.original_length,
        "refused": filtered.refused,
        "kept": list(selection.kept),
        "repeats": [{"place": repeat.place, "of": repeat.of} for repeat in selection.repeats],
        "steps": [
            {
                "pair": list(step.pair),
                "bleu": step.score,
                "lengths": list(step.lengths),
                "sums": list(step.sums),
                "removed": step.removed,
                "reason": str(step.reason),
            }
            for step in selection.steps
        ],
    }
