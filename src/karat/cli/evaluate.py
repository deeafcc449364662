"""``karat evaluate``: score systems on a benchmark or on any gold file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from karat.cli.options import (
    DRAWING,
    BenchmarkName,
    By,
    Caption,
    CarbGold,
    ClusterAddress,
    ColumnNames,
    Csv,
    Encoding,
    ExplicitGold,
    ExplicitOnly,
    Families,
    Focus,
    GoldFile,
    GoldFormat,
    HideIntervals,
    IdsFrom,
    Inside,
    Interval,
    Json,
    JsonPaths,
    Label,
    Language,
    Latex,
    Level,
    Markdown,
    MeaningAnswers,
    MissingSentences,
    Nary,
    NoCache,
    NoIntervals,
    OutputFormat,
    Outputs,
    Parses,
    PeopleSteps,
    Published,
    Report,
    Resamples,
    Rounding,
    SavedRun,
    ScratchFolder,
    Seed,
    Show,
    Signatures,
    StandIn,
    Synsets,
    SystemInput,
    Test,
    Tokens,
    UnknownSentences,
    WorkerCount,
    in_lower_case,
    refuse_beside,
    refuse_workers_and_cluster,
)
from karat.cli.written_files import REPLACED

if TYPE_CHECKING:
    from karat.results.buckets import BucketTable


def as_facets(names: list[str] | None) -> list[str] | None:
    """Give the facets their own case, whichever was typed."""
    from karat.results.options import known_facets

    by_lower_case = {facet.lower(): facet for facet in known_facets()}
    return None if names is None else [by_lower_case.get(name.lower(), name) for name in names]


def evaluate(
    context: typer.Context,
    outputs: Outputs = None,
    benchmark: BenchmarkName = None,
    gold: GoldFile = None,
    carb_gold: CarbGold = None,
    entities: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A gold file of your own for BenchIE's facet E.")
    ] = None,
    published: Published = False,
    family: Families = None,
    format: OutputFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    gold_format: GoldFormat = None,
    encoding: Encoding = "utf-8",
    sentences: SystemInput = None,
    facet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            callback=as_facets,
            help="A facet of BenchIE: default, C, M, E or P, repeatable; all but P if not given.",
        ),
    ] = None,
    people_steps: PeopleSteps = None,
    meaning_answers: MeaningAnswers = None,
    credit: Annotated[
        Literal["first", "all"], typer.Option(help="Credit the first synset that accepts an extraction, or all.")
    ] = "first",
    explicit_only: ExplicitOnly = False,
    explicit_gold: ExplicitGold = False,
    nary: Nary = "join",
    tokens: Tokens = "aligned",
    unknown: UnknownSentences = "error",
    ids_from: IdsFrom = None,
    view: Annotated[
        str | None, typer.Option(metavar="NAME", help="Read OUT as CaRB's own reader for this system does.")
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            callback=in_lower_case,
            help="A metric of Open IE, as `karat list metrics` names it, in place of the benchmark's own; repeatable.",
        ),
    ] = None,
    as_published: Annotated[
        bool, typer.Option("--as-published", help="Keep the faults behind published figures (OIE2016's gold count).")
    ] = False,
    synsets: Synsets = None,
    inside: Inside = "carb",
    rounding: Rounding = "exact",
    missing: MissingSentences = "error",
    stand_in: StandIn = False,
    interval: Interval = "korn-graubard",
    level: Level = 0.95,
    test: Test = "t",
    resamples: Resamples = 10_000,
    seed: Seed = 0,
    no_intervals: NoIntervals = False,
    workers: WorkerCount = None,
    cluster: ClusterAddress = None,
    scratch: ScratchFolder = None,
    by: By = None,
    parses: Parses = None,
    language: Language = None,
    no_cache: NoCache = False,
    focus: Focus = None,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    latex: Latex = False,
    show: Show = None,
    hide_intervals: HideIntervals = False,
    signatures: Signatures = False,
    caption: Caption = None,
    label: Label = None,
    output: SavedRun = None,
    verdicts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the verdict on each extraction, a row each, to a file in .jsonl, .jsonl.gz or .parquet.",
        ),
        REPLACED,
    ] = None,
    keep_verdicts: Annotated[
        Literal["all", "sample"] | None,
        typer.Option(
            "--keep",
            help="Keep the verdicts and gold facts of all sentences in the results, or of a sample of 1,000; "
            "all of a small input if not given.",
        ),
    ] = None,
    html: Report = None,
    fail_under: Annotated[
        float | None, typer.Option(metavar="X", help="Exit 1 if a system scores less, for use in CI.")
    ] = None,
    fail_on: Annotated[
        str | None,
        typer.Option(metavar="METRIC[:VALUE]", help="What --fail-under is about, as benchie-C:precision; else F1."),
    ] = None,
) -> None:
    """Score systems on a benchmark or on any gold file.

    Shows precision, recall and F1 by each metric, with intervals over sentences, and which systems score significantly
    below the best one.

    Example: karat evaluate mine.tsv minie.txt --benchmark benchie-en
    """
    # What scores takes half a second to import, which `karat evaluate --help` need not wait for.
    from karat.cli.intervals import choose_resampling
    from karat.cli.output import choose_form, say, say_repairs, status, warn
    from karat.cli.printing import focused, print_evaluation, table_choices
    from karat.cli.run.ending import saying_the_end
    from karat.cli.scored_files import (
        Given,
        damaged_file,
        failures,
        gold_guesses,
        guesses,
        lengths,
        read_families,
        with_published,
    )
    from karat.formats.text.input_file import as_input
    from karat.metrics.oie.benchie import FACETS, parse_steps
    from karat.results import Options
    from karat.results import evaluate as score
    from karat.results.outputs import named_outputs, open_outputs

    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    choices = table_choices(form, show, hide_intervals, signatures, caption, label)
    check_usage(outputs, benchmark, gold, carb_gold, published, gold_format)
    if no_intervals:
        refuse_beside(context, "--no-intervals", DRAWING)
    refuse_workers_and_cluster(workers, cluster)
    tagger = None
    if by or parses or language or no_cache:
        from karat.cli.buckets import tagger_of  # only here: it loads taggers and what they need

        tagger = tagger_of(by, parses, language, no_cache, benchmark, form)
    if html is not None:
        from karat.reports.html import converter  # only here: its modules are a tenth of what a command loads

        converter()  # report a missing extra before scoring
    if fail_under is not None and not 0 <= fail_under <= 1:
        raise typer.BadParameter(f"expected a score from 0 to 1, found {fail_under:g}", param_hint="--fail-under")
    if fail_on is not None and fail_under is None:
        raise typer.BadParameter("expected --fail-under beside it", param_hint="--fail-on")
    options = Options(
        facets=tuple(sorted(facet, key=order_of_facets)) if facet else FACETS,
        credit=credit,
        explicit_only=explicit_only,
        explicit_gold=explicit_gold,
        nary=nary,
        tokens=tokens,
        unknown=unknown,
        ids_from=ids_from,
        view=view,
        metrics=tuple(metric or ()),
        as_published=as_published,
        inside=inside,
        rounding=rounding,
        missing=missing,
        stand_in=stand_in,
        people_steps=parse_steps(people_steps),
        meaning_answers=meaning_answers,
    )
    resampling = choose_resampling(context, interval, resamples, seed, level, test, off=no_intervals)
    chosen_families = read_families(family or ())
    own: dict[str, Given] = {**open_outputs(named_outputs(outputs))} if outputs else {}
    systems = with_published(own, benchmark) if published and benchmark else own
    gold_file = as_input(gold) if gold is not None else None
    carb_files = [as_input(file) for file in carb_gold or ()]
    say(*([] if format or columns or map else guesses(own.values(), encoding)))
    say(*gold_guesses(gold_file, gold_format, carb_files, encoding))
    with saying_the_end(), status() as tell:
        evaluation = score(
            systems,
            benchmark,
            gold=gold_file,
            entities=entities,
            carb_gold=carb_files,
            synsets=synsets,
            options=options,
            resampling=resampling,
            test=test,
            format=format,
            columns=columns,
            map=map,
            gold_format=gold_format,
            encoding=encoding,
            sentences=sentences,
            families=chosen_families,
            progress=tell,
            workers=workers,
            cluster=cluster,
            scratch=scratch,
            verdicts=verdicts,
            keep=keep_verdicts,
        )
    buckets: Sequence[BucketTable] = ()
    if by:
        from karat.cli.buckets import bucket_tables  # only here, as above

        with saying_the_end(verdicts), status() as tell:
            tell("sorting sentences")
            buckets = bucket_tables(evaluation, by, tagger)
    evaluation = evaluation.made_by(shlex.join(["karat", *(context.obj or ())]))
    below = list(failures(evaluation, fail_under, fail_on)) if fail_under is not None else []
    say_repairs(len(evaluation.notes), damaged_file(evaluation), benchmark)
    say(*evaluation.remarks(), *([] if form else lengths(evaluation)))
    warn(*(evaluation.warnings() if form else []))  # the table itself shows them
    if verdicts is not None:
        say(f"{verdicts}: verdicts written")
    if evaluation.sample is not None and keep_verdicts is None:
        say(f"verdicts and gold facts are kept of a sample, {evaluation.sample}; --keep all keeps all of them")
    if output is not None:
        evaluation.save(output)
        say(f"{output}: evaluation written")
    if html is not None:
        from karat.cli.report import write_report  # only here, as above

        write_report(evaluation, html, buckets, focus=focus)
    print_evaluation(evaluation, form, buckets, focused(evaluation, focus), choices)
    say(*below)
    if below:
        raise typer.Exit(1)


def order_of_facets(name: str) -> int:
    """Where a facet stands in the table, in whichever order facets were typed; unknown ones come last."""
    from karat.results.options import known_facets

    names = known_facets()
    return names.index(name) if name in names else len(names)


def check_usage(
    outputs: Sequence[str] | None,
    benchmark: str | None,
    gold: Path | None,
    carb_gold: Sequence[Path] | None,
    published: bool,
    gold_format: str | None,
) -> None:
    """Refuse options that do not go together."""
    if (benchmark is None) == (gold is None):
        found = "neither" if gold is None else "both"
        raise typer.BadParameter(f"expected --benchmark or --gold, found {found}", param_hint="--benchmark")
    if carb_gold and gold is None:
        raise typer.BadParameter("expected --gold beside it", param_hint="--carb-gold")
    if gold_format and gold is None:
        raise typer.BadParameter("expected --gold beside it", param_hint="--gold-format")
    if published and benchmark is None:
        raise typer.BadParameter("expected --benchmark beside it", param_hint="--published")
    if not outputs and not published:
        raise typer.BadParameter("expected at least one system's output, found none", param_hint="OUT")
