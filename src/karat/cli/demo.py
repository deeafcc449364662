"""``karat demo``: what Karat can do, on the embedded sample, without a network."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which
from typing import Annotated

import typer

from karat.benchmarks import Gold, benchmark_named, load_gold
from karat.cli.output import echo, say
from karat.cli.printing import print_evaluation
from karat.cli.written_files import FILLED
from karat.errors import MissingExtraError
from karat.formats.files import make_folder, write_lines
from karat.metrics.oie.benchie import FACETS, PEOPLES_FACET
from karat.reports.console import print_table
from karat.reports.explanations import print_explanation
from karat.reports.html import html
from karat.reports.lists import make_console
from karat.reports.markdown import markdown
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.listing import Listing
from karat.results import Evaluation, Options, evaluate
from karat.results.explanation.causes import Cause
from karat.results.explanation.explanation import Explanation, explain_extraction
from karat.results.statistics.estimate import format_value


def demo(
    output: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the results are written; made if it is not there."), FILLED
    ] = Path("karat-demo"),
) -> None:
    """Score three sample systems, explain two of their mistakes, show what paraphrases cost, and write the results.

    Needs no network and no data but what comes with Karat.

    Example: karat demo
    """
    known = benchmark_named("karat-sample")
    gold = load_gold(known)
    evaluation = evaluate(benchmark=known, options=Options((*FACETS, PEOPLES_FACET)))
    facts = sum(len(one.annotation.synsets) for one in gold.facts if one)
    echo(f"Three made-up systems read {len(gold.sentences)} sentences that state {facts} facts.")
    echo("How many of the facts did they find, and how much of what they say is true?\n")
    print_evaluation(evaluation, None)
    echo("\nTwo mistakes, explained\n")
    _explain(mistake_that_overlap_rewards(evaluation, gold, "greedy"), "greedy: ")
    echo("")
    _explain(mistake_with_a_name(evaluation, gold, "careful"), "careful: ")
    echo("")
    cliques = evaluate(benchmark="karat-sample-cliques")
    _print_cliques(cliques)
    make_folder(output)
    evaluation.save(output / "run.json")
    write_lines(output / "scores.md", [markdown(tabulate_evaluation(evaluation))])
    pages = [*_report(evaluation, output / "report.html"), *_report(cliques, output / "cliques.html")]
    written = [output / "run.json", output / "scores.md", *pages]
    say(f"\nWritten: {', '.join(map(str, written))}")
    karat = command_to_type()
    echo(f"\nNext: {karat} data sentences karat-sample -o sentences.txt")
    echo(f"      {karat} evaluate YOUR_OUTPUT --benchmark karat-sample")


def command_to_type() -> str:
    """What the shell needs to find karat: the path that it was started with, unless its name will do."""
    return "karat" if which("karat") or Path(sys.argv[0]).name != "karat" else sys.argv[0]


def _print_cliques(evaluation: Evaluation) -> None:
    """Show the scores of the originals and of the worst paraphrase of each clique."""
    members = evaluation.systems[0].cliques
    sentences = sum(len(clique.members) for clique in members)
    echo(f"The same in other words: {len(members)} sentences, with their paraphrases {sentences}\n")
    rows = []
    for system in evaluation:
        worst = system["robust"]
        assert worst.delta is not None, "cliques have originals"
        originals = system["robust", "originals"]
        rows.append((system.name, str(originals.f1), str(worst.f1), format_value(worst.delta.f1, signed=True)))
    header = ("CaRB's F1", "originals", "worst of each clique", "difference")
    print_table(Listing(header, rows, right=(1, 2, 3)))


def _report(evaluation: Evaluation, path: Path) -> list[Path]:
    """Write the HTML report, unless the extra that draws it is missing."""
    try:
        write_lines(path, [html(evaluation.made_by("karat demo"))])
    except MissingExtraError as missing:
        say(f"\nNo report.html: {missing}")
        return []
    return [path]


def _explanations(evaluation: Evaluation, gold: Gold, system: str) -> list[Explanation]:
    facts = {one.sentence.id: (one, words) for one, words in zip(gold.facts, gold.tuples, strict=True) if one}
    return [explain_extraction(wrong.extraction, *facts[wrong.sentence]) for wrong in evaluation[system].mistakes()]


def mistake_that_overlap_rewards(evaluation: Evaluation, gold: Gold, system: str) -> Explanation:
    """The wrong extraction that shares most words with the gold, and among equals the first."""
    return max(_explanations(evaluation, gold, system), key=lambda found: found.overlap.f1 if found.overlap else 0.0)


def mistake_with_a_name(evaluation: Evaluation, gold: Gold, system: str) -> Explanation:
    """The first wrong extraction that a lost word turns into its opposite, else the first near miss."""
    found = _explanations(evaluation, gold, system)
    named = [one for one in found if any(miss.kind is Cause.NEGATION for miss in one.near_misses)]
    return (named or [one for one in found if one.near_misses] or found)[0]


def _explain(explanation: Explanation, title: str) -> None:
    print_explanation(explanation, title, make_console())
