"""``karat cliques prompts``: what to ask a language model about cliques, with demonstrations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.cli.cliques.options import Cliques, OtherBenchmark
from karat.cli.cliques.stats import cliques_from
from karat.cli.options import Encoding, Json
from karat.cli.output import print_json, say, status
from karat.cli.written_files import REPLACED
from karat.cliques.few_shot.demonstrations import Demonstrations, pool_of, read_pool
from karat.cliques.few_shot.pairs import clique_pairs, pair_prompts
from karat.cliques.few_shot.prompts import Form, Prompt, check_ids, render
from karat.cliques.few_shot.prompts import prompts as make_prompts
from karat.formats.files import write_lines
from karat.model import Clique
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing
from karat.systems.llm.template import Template, read_template

SHOTS = (1, 3, 5, 10)
SHOTS_OF_PAIRS = (1, 2, 3, 4)


def prompts(
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where the prompts go, a JSON object a line."), REPLACED],
    cliques: Cliques = None,
    benchmark: OtherBenchmark = None,
    shots: Annotated[
        list[int] | None,
        typer.Option(
            metavar="K",
            min=0,
            help="Demonstrations in a prompt, may be repeated; 1, 3, 5 and 10 if not given, with --pairs 1 to 4.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of all choices.")] = 0,
    demonstrations: Annotated[
        Literal["clique", "each", "shared"],
        typer.Option(
            help="Whose they are: a draw for each clique, for each sentence, or one for all, whose own cliques are "
            "then not asked about."
        ),
    ] = "clique",
    pool: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Gold tuples to demonstrate with, may be repeated; the originals of CLIQUES if not given.",
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Ask about one clique of each of N pairs, demonstrating with the other."),
    ] = None,
    template: Annotated[Path | None, typer.Option(metavar="FILE", help="A prompt template of your own (TOML).")] = None,
    form: Annotated[
        Literal["messages", "text"], typer.Option(help="Chat messages, or one text for models that complete.")
    ] = "messages",
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Make the prompts of the k-shot protocol, none of which shows a sentence of the clique it asks about.

    Any program may answer them: a line {"id": …, "answer": …} for each. karat cliques answers scores these.
    """
    if pairs is not None and (pool or demonstrations != "clique"):
        option = "--pool" if pool else "--demonstrations"
        raise typer.BadParameter("expected it without --pairs, which says where they come from", param_hint=option)

    with status() as tell:
        tell("reading")
        _, clique_list = cliques_from(cliques, benchmark, None, True, encoding)
        chosen = read_template(template) if template is not None else None
        tell("drawing demonstrations")
        prompt_list: list[Prompt] = []
        counts = sorted(set(shots or (SHOTS if pairs is None else SHOTS_OF_PAIRS)))
        if pairs is not None:
            prompt_list += prompts_of_pairs(clique_list, counts, seed, pairs, chosen, form)
        else:
            prompt_list += prompts_of_cliques(clique_list, counts, seed, demonstrations, pool, chosen, form)
        tell("writing")
        write_lines(output, render(prompt_list))
    report_prompts(output, clique_list, prompt_list, counts, json)


def prompts_of_cliques(
    cliques: list[Clique],
    shots: list[int],
    seed: int,
    draw: Literal["clique", "each", "shared"],
    pool: list[Path] | None,
    template: Template | None,
    form: Form,
) -> Iterator[Prompt]:
    """Make the prompts that ask about all cliques."""
    known = read_pool(pool) if pool else pool_of(cliques)
    return make_prompts(cliques, Demonstrations(known, seed, draw), shots, template, form)


def prompts_of_pairs(
    cliques: list[Clique],
    shots: list[int],
    seed: int,
    count: int,
    template: Template | None,
    form: Form,
) -> Iterator[Prompt]:
    """Make the prompts of pairs of cliques."""
    check_ids(cliques)
    return pair_prompts(clique_pairs(cliques, count, seed, least=min(shots)), shots, seed, template, form)


def report_prompts(
    output: Path, cliques: list[Clique], prompt_list: list[Prompt], counts: list[int], json: bool
) -> None:
    """Print the number of prompts by number of demonstrations, and what was left out."""
    every = {prompt.pair for prompt in prompt_list if prompt.pair is not None}
    rows = []
    for shots in counts:
        found = [prompt for prompt in prompt_list if prompt.shots == shots]
        row = {"shots": shots, "prompts": len(found), "cliques": len({prompt.clique for prompt in found})}
        if every:
            pairs = len({prompt.pair for prompt in found})
            row |= {"pairs": pairs, "left_out": len(every) - pairs}
        rows.append(row)
    asked_cliques = {prompt.clique for prompt in prompt_list}
    if json:
        print_json({"file": str(output), "prompts": len(prompt_list), "by_shots": rows})
        return

    header = [name.replace("_", " ") for name in rows[0]]
    cells = [[f"{value:,}" for value in row.values()] for row in rows]
    print_table(Listing(header, cells, right=range(len(header))))
    say(f"{output}: {len(prompt_list):,} prompts written")
    if not every and len(asked_cliques) < len(cliques):
        say(f"{len(cliques) - len(asked_cliques):,} cliques are not asked about: the demonstrations are from them")
