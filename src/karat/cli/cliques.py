"""``karat cliques``: robustness over sentences that say the same."""

from __future__ import annotations

import typer

from karat.cli import (
    cliques_answers,
    cliques_ask,
    cliques_bank,
    cliques_build,
    cliques_distance,
    cliques_explain,
    cliques_filter,
    cliques_paraphrase,
    cliques_prompts,
    cliques_score,
    cliques_stats,
    cliques_targets,
)

app = typer.Typer(
    help="Robustness over cliques: sentences that say the same in different syntax.",
    epilog="Example: karat cliques score out.json --gold cliques.json",
    no_args_is_help=True,
)
app.command("score", epilog="Example: karat cliques score out.json --gold cliques.json")(cliques_score.score)
app.command("explain", epilog="Example: karat cliques explain 12 out.json --gold cliques.json")(cliques_explain.explain)
app.command("prompts", epilog="Example: karat cliques prompts cliques.json --shots 1 --shots 3 --output prompts.jsonl")(
    cliques_prompts.prompts
)
app.command("answers", epilog="Example: karat cliques answers prompts.jsonl answers.jsonl --gold cliques.json")(
    cliques_answers.answers
)
app.command("distance", epilog="Example: karat cliques distance cliques.json --trees parses.txt --discount 0.5")(
    cliques_distance.distance
)
app.command("stats", epilog="Example: karat cliques stats --benchmark karat-sample-cliques")(cliques_stats.stats)
app.command(
    "build",
    epilog="Example: karat cliques build in.txt --trees in.trees --bank bank.tsv --command ./say --output out.json",
)(cliques_build.build)
app.command("bank", epilog="Example: karat cliques bank pairs.tsv.gz --output bank.tsv")(cliques_bank.bank)
app.command(
    "targets", epilog="Example: karat cliques targets in.txt --trees in.trees --bank bank.tsv --output targets.jsonl"
)(cliques_targets.targets)
app.command(
    "paraphrase",
    epilog="Example: karat cliques paraphrase targets.jsonl --command ./say --output candidates.jsonl",
)(cliques_paraphrase.paraphrase)
app.command("filter", epilog="Example: karat cliques filter candidates.jsonl --keep 3 --output cliques.json")(
    cliques_filter.filter_candidates
)
app.command(
    "ask",
    epilog="Example: karat cliques ask prompts.jsonl --endpoint URL --model NAME --output answers.jsonl",
)(cliques_ask.ask)
