"""Options and arguments that several commands share, each declared once, and which of them were typed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.cli.written_files import FILLED, READ_ALL, REPLACED

IntervalName = Literal["korn-graubard", "bca", "percentile"]
TestName = Literal["t", "randomisation", "bootstrap"]
ChartFormatName = Literal["svg", "png", "pdf"]

INTERVALS_OFF = "0 leaves out intervals and tests"

DRAWING = ("resamples", "seed", "interval", "level", "test")
"""Options of the intervals and tests."""


LARGE_INPUTS = ("workers", "cluster", "scratch")
"""Options about who scores, and where."""


class BucketingName(Enum):
    """The ready ways to sort sentences; an enumeration, since typer takes no list of literals."""

    LENGTH = "length"
    CONJUNCTS = "conjuncts"
    CASES = "cases"
    PREPOSITIONS = "prepositions"


def in_lower_case(value: str | list[str] | None) -> str | list[str] | None:
    """Lower a name as typed: those of benchmarks, formats and metrics have no capitals."""
    if isinstance(value, list):
        return [name.lower() for name in value]
    return value.lower() if value is not None else None


def as_share(level: float) -> float:
    """Take a level of more than 1 as a percentage: 95 is .95."""
    return level / 100 if level > 1 else level


# What is read.

Outputs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="OUT",
        help="Systems' outputs: FILE or URL, named by its stem, NAME=FILE or NAME@FAMILY=FILE, where FILE may also be "
        "a pattern or folder of shards; a folder; - for stdin.",
    ),
    READ_ALL,
]
Families = Annotated[
    list[str] | None,
    typer.Option(
        "--family",
        metavar="NAME=SYSTEMS",
        help="Group systems and show their means, as rule-based=clausie,minie, those of --published too; repeatable.",
    ),
]
Runs = Annotated[
    list[Path], typer.Argument(metavar="RUN", help="Evaluations, as `karat evaluate --output` wrote them.")
]
BenchmarkName = Annotated[
    str | None,
    typer.Option(
        "--benchmark", metavar="NAME", callback=in_lower_case, help="A benchmark, as `karat list benchmarks` names it."
    ),
]
GoldOfBenchmark = Annotated[
    str | None,
    typer.Option("--benchmark", metavar="NAME", callback=in_lower_case, help="A benchmark in place of files."),
]
GoldFile = Annotated[
    Path | None,
    typer.Option("--gold", metavar="FILE", help="A gold file, shards or URL in place of a benchmark; - for stdin."),
]
CarbGold = Annotated[
    list[Path] | None, typer.Option("--carb-gold", metavar="FILE", help="CaRB's gold for the sentences of --gold.")
]
Published = Annotated[
    bool, typer.Option("--published", "--all-outputs", help="Score the outputs that come with the benchmark, too.")
]
OutputFormat = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", callback=in_lower_case, help="The format of OUT; guessed if not given."),
]
ColumnNames = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="NAMES",
        help="The columns of a table: id,subject,relation,object in order (- leaves one out), or id=NAME,… by name.",
    ),
]
JsonPaths = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="PART=PATH",
        help="Where the parts are if OUT is JSON, as items=$.data[*] or subject=$.s; repeatable. Parts: "
        "items, id, sentence, subject, relation, object, arguments, confidence.",
    ),
]
GoldFormat = Annotated[
    str | None,
    typer.Option(
        "--gold-format", metavar="NAME", callback=in_lower_case, help="The format of --gold; guessed if not given."
    ),
]
FileFormat = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", callback=in_lower_case, help="The format of the files; guessed if not given."
    ),
]
Encoding = Annotated[str, typer.Option("--encoding", metavar="NAME", help="The encoding of the files.")]
SystemInput = Annotated[
    Path | None,
    typer.Option(
        "--sentences", metavar="FILE", help="The systems' input, a sentence a line, for outputs that do not repeat it."
    ),
]

LabelledSystems = Annotated[
    list[str] | None,
    typer.Option(
        "--systems", metavar="NAME=FILE", help="A system whose extractions the labelled outputs are; repeatable."
    ),
    READ_ALL,
]

GoldToWrite = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="The gold file to write; printed if not given."),
    REPLACED,
]
Force = Annotated[bool, typer.Option("--force", help="Write the file even if there is one.")]

ProjectName = Annotated[
    str | None, typer.Option("--project", metavar="NAME", help="The project, if there are several in the folder.")
]

# What is scored.

ExplicitOnly = Annotated[
    bool, typer.Option("--explicit-only", help="Leave out extractions with words that are not in the sentence.")
]
ExplicitGold = Annotated[
    bool,
    typer.Option(
        "--explicit-gold", help="Leave out tuples of CaRB's, OIE2016's or WiRe57's gold with words not in the sentence."
    ),
]
Tokens = Annotated[
    Literal["aligned", "exact"],
    typer.Option(
        "--tokens", help="Divide words as the sentences do if an output is tokenised otherwise, or compare as is."
    ),
]
Nary = Annotated[
    Literal["join", "triples"], typer.Option("--nary", help="Join the arguments after the first, or keep only triples.")
]
UnknownSentences = Annotated[
    Literal["error", "ignore"],
    typer.Option(
        "--unknown",
        help="Refuse or leave out unknown ids and misspelt sentences; "
        "other sentences are always left out, with a note.",
    ),
]
IdsFrom = Annotated[
    int | None,
    typer.Option("--ids-from", metavar="N", min=0, help="The id of the first sentence in the outputs, as 0."),
]
Synsets = Annotated[
    Path | None,
    typer.Option("--synsets", metavar="FILE", help="Fact synsets of the cliques' sentences, for BenchIE inside."),
]
Inside = Annotated[
    str,
    typer.Option(
        "--inside",
        metavar="NAME",
        help="The metric of the sentences in cliques, as `karat list metrics` names it, or benchie-P for a facet.",
    ),
]
PeopleSteps = Annotated[
    str | None,
    typer.Option(
        "--people-steps",
        metavar="NAMES",
        callback=in_lower_case,
        help="The steps by which facet P accepts more than exact matching, with commas between: letters, coordination, "
        "apposition, borders, contains, order, articles, inflection, context, factuality, or none; "
        "all but articles and inflection if not given.",
    ),
]
MeaningAnswers = Annotated[
    Path | None,
    typer.Option(
        "--meaning-answers",
        metavar="FILE",
        help="Let a judge's answers, as `karat judge` records them, decide for --metric meaning, not embeddings.",
    ),
]
Rounding = Annotated[
    Literal["exact", "published"],
    typer.Option(
        "--rounding", help="Keep the values of a clique's sentences exact, or round them as published figures are."
    ),
]
MissingSentences = Annotated[
    Literal["error", "empty"],
    typer.Option(
        "--missing", help="A sentence of a clique that an output lacks: refuse the output, or score as empty."
    ),
]
StandIn = Annotated[
    bool,
    typer.Option("--stand-in", help="Use an original's tuples as gold for paraphrases that have none."),
]

# Intervals and tests.

Interval = Annotated[
    IntervalName,
    typer.Option(
        "--interval", help="How intervals are made: by a formula that also holds in small samples, or by a bootstrap."
    ),
]
Level = Annotated[
    float,
    typer.Option(
        "--level", metavar="X", callback=as_share, help="The confidence of the intervals: 0.95, or 95 percent."
    ),
]
Resamples = Annotated[
    int,
    typer.Option(
        "--resamples",
        metavar="N",
        min=0,
        help=f"How many resamples bootstraps and resampling tests draw; {INTERVALS_OFF}.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed of the resamples.")]
StudySeed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="The seed of the sample, of the order and of the repeats.")
]
Test = Annotated[
    TestName,
    typer.Option(
        "--test", help="Which paired test; t agrees with the intervals of korn-graubard, the others resample."
    ),
]
NoIntervals = Annotated[bool, typer.Option("--no-intervals", help="Leave intervals and tests out.")]

# Large inputs.

WorkerCount = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        min=1,
        help="Score in N processes, with the same results. By default one; of large inputs that can be read in parts, "
        "as many as pay, up to the cores.",
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Score on a Dask cluster, whose scheduler has this address, as tcp://HOST:8786.",
    ),
]
ScratchFolder = Annotated[
    Path | None,
    typer.Option(
        "--scratch",
        metavar="FOLDER",
        help="Where to sort a large input, with room for it; on a cluster, a folder that all workers see.",
    ),
]

# Sentences in buckets.

By = Annotated[
    list[BucketingName] | None,
    typer.Option("--by", help="Show the first metric by bucket of sentences, too; may be repeated."),
]
Parses = Annotated[
    Path | None,
    typer.Option("--parses", metavar="FILE", help="Parses for --by, in CoNLL-U or CoreNLP's JSON; else a tagger's."),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language", metavar="CODE", help="The language for --by: en, de or zh; else the benchmark's, or en."
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Tag sentences for --by anew and do not keep the result.")]

# What is printed and written.

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV, every number in full.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")]
Latex = Annotated[bool, typer.Option("--latex", help="Print a LaTeX table (booktabs).")]
Show = Annotated[
    str | None,
    typer.Option(
        "--show",
        metavar="COLUMNS",
        help="One row a system and these columns, as benchie:f1,benchie-C:f1,carb; a metric alone shows P, R and F1.",
    ),
]
HideIntervals = Annotated[
    bool, typer.Option("--hide-intervals", help="Leave intervals out of the table; the tests' stars stay.")
]
Signatures = Annotated[
    bool, typer.Option("--signatures", help="Show every choice behind the scores, also those at their defaults.")
]
Caption = Annotated[
    str | None,
    typer.Option(
        "--caption", metavar="TEXT", help="The first sentence of the caption of --latex; else what was scored."
    ),
]
Label = Annotated[
    str | None, typer.Option("--label", metavar="NAME", help="The label of --latex, in place of one from the data.")
]
SavedRun = Annotated[
    Path | None,
    typer.Option("--output", metavar="FILE", help="Write all results, for `karat compare` and `karat.load`."),
    REPLACED,
]
Focus = Annotated[
    str | None,
    typer.Option(
        "--focus",
        metavar="NAME",
        help="The system to say what to fix first in; else a single one, and in reports the first.",
    ),
]
Report = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a report: one HTML file that needs no network."),
    REPLACED,
]
ChartPage = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write the charts as one HTML file that needs no network."),
    REPLACED,
]
Charts = Annotated[
    Path | None,
    typer.Option("--charts", metavar="FOLDER", help="Write each chart as a file; made if it is not there."),
    FILLED,
]
ChartFormat = Annotated[ChartFormatName, typer.Option("--chart-format", help="The format of the charts.")]


def was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option was given rather than left at its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_workers_and_cluster(workers: int | None, cluster: str | None) -> None:
    """Refuse a number of processes beside a cluster, which has its own."""
    if workers is not None and cluster is not None:
        raise typer.BadParameter("expected --workers or --cluster, found both", param_hint="--cluster")


def refuse_beside(context: typer.Context, option: str, names: Iterable[str]) -> None:
    """Refuse options that have no effect beside another option."""
    for name in names:
        if was_typed(context, name):
            flag = f"--{name.replace('_', '-')}"
            raise typer.BadParameter(f"expected no {flag} beside it, for it would do nothing", param_hint=option)
