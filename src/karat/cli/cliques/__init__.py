"""``karat cliques``: robustness over sentences that say the same."""

from __future__ import annotations

import typer

from karat.cli.cliques import answers as cliques_answers
from karat.cli.cliques import ask as cliques_ask
from karat.cli.cliques import bank as cliques_bank
from karat.cli.cliques import build as cliques_build
from karat.cli.cliques import distance as cliques_distance
from karat.cli.cliques import explain as cliques_explain
from karat.cli.cliques import filter as cliques_filter
from karat.cli.cliques import paraphrase as cliques_paraphrase
from karat.cli.cliques import prompts as cliques_prompts
from karat.cli.cliques import score as cliques_score
from karat.cli.cliques import stats as cliques_stats
from karat.cli.cliques import targets as cliques_targets

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
