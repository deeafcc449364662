"""``karat gold``: count, check and compare gold standards."""

from __future__ import annotations

import typer

from karat.cli.gold import agreement as gold_agreement
from karat.cli.gold import lint as gold_lint
from karat.cli.gold import stats as gold_stats

app = typer.Typer(
    help="Count, check and compare gold standards.", epilog="Example: karat gold stats gold.txt", no_args_is_help=True
)
app.command("stats", epilog="Example: karat gold stats --benchmark karat-sample")(gold_stats.stats)
app.command("lint", epilog="Example: karat gold lint gold.txt --fix better.txt")(gold_lint.lint)
app.command("agreement", epilog="Example: karat gold agreement ann.txt ben.txt")(gold_agreement.agreement)
