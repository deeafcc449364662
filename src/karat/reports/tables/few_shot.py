"""The tables of a few-shot result: scores by number of demonstrations, answers that failed, and syntax."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.reports.tables.table import Cell, Column, Section, Table, counted, missing_intervals, printable
from karat.results.cliques.few_shot import AnswerCounts, FewShotResult, Mean, Means
from karat.results.statistics.estimate import format_interval, format_value

MEASURES = {"distance": "HWS distance", "similarity": "tree kernel similarity"}


def tables(result: FewShotResult) -> Iterator[Table]:
    """Yield the tables of a result, the scores first."""
    yield score_table(result)
    counted_shots = [(each.shots, each.counts) for each in result.shots]
    yield answer_table(counted_shots or [(each.shots, each.counts) for each in result.pairs])
    if result.correlations:
        yield syntax_table(result)


def score_table(result: FewShotResult) -> Table:
    """Make the table of scores: Figure 6a, or Figure 6b for pairs of cliques."""
    if result.pairs:
        return pair_table(result)
    columns = (Column("P"), Column("R"), Column("F1", main=True), Column("Δ F1", main=True))
    asked = bool(result.resampling.resamples)
    originals = tuple((named(each.shots), (*cells(each.originals, asked), Cell())) for each in result.shots)
    robust = tuple(
        (named(each.shots), (*cells(each.robust, asked), cell(each.difference, asked, signed=True)))
        for each in result.shots
    )
    sections = (Section("CaRB", originals), Section("ROBUST", robust))
    most = max((len(each.cliques) for each in result.shots), default=0)
    legend = "CaRB is over the originals, ROBUST over the worst sentence of each clique; Δ is ROBUST less CaRB"
    return Table(
        title(result, counted(most, "clique")),
        columns,
        sections,
        (legend, *missing_intervals(sections)),
        (result.signature,),
        level=result.resampling.level if result.resampling.resamples else None,
    )


def pair_table(result: FewShotResult) -> Table:
    """Make the table of Figure 6b."""
    columns = (Column("sentence F1"), Column("clique mean F1"), Column("ROBUST F1", main=True), Column("pairs"))
    asked = bool(result.resampling.resamples)
    rows = tuple(
        (
            named(each.shots),
            (
                *(cell(mean, asked) for mean in (each.sentence, each.clique, each.robust)),
                Cell(f"{len(each.pairs):,}"),
            ),
        )
        for each in result.pairs
    )
    most = max(len(each.pairs) + each.left_out for each in result.pairs)
    left_out = [f"{each.left_out:,} with {named(each.shots)}" for each in result.pairs if each.left_out]
    legend = [f"Left out, the demonstrating clique having too few sentences: {', '.join(left_out)}"] * bool(left_out)
    sections = (Section("", rows),)
    return Table(
        title(result, f"{counted(most, 'pair')} of cliques"),
        columns,
        sections,
        (*legend, *missing_intervals(sections)),
        (result.signature,),
        level=result.resampling.level if result.resampling.resamples else None,
    )


def title(result: FewShotResult, count: str) -> str:
    """Say whose answers were scored on what."""
    return " · ".join([printable(result.name), printable(result.gold), count])


def answer_table(counts_by_shots: Sequence[tuple[int, AnswerCounts]]) -> Table:
    """Make a table of how many answers failed in which way; ways that did not occur are left out."""
    kinds = [
        kind for kind in counts_by_shots[0][1].failures if any(counts.failures[kind] for _, counts in counts_by_shots)
    ]
    columns = tuple(map(Column, ("answers", "tuples", *(kinds or ("failed",)))))
    rows = tuple(
        (
            named(shots),
            (
                *(Cell(f"{number:,}") for number in (counts.answers, counts.tuples)),
                *(Cell(f"{counts.failures[kind]:,}") for kind in kinds),
                *(() if kinds else (Cell("0"),)),
            ),
        )
        for shots, counts in counts_by_shots
    )
    return Table("Answers, and those that were not read whole", columns, (Section("", rows),))


def syntax_table(result: FewShotResult) -> Table:
    """Make the table of Figure 9."""
    correlations, asked = result.correlations, bool(result.resampling.resamples)
    sections = tuple(
        Section(
            MEASURES[each.measure],
            tuple(
                (f"{format_value(one.low)}–{format_value(one.high)}", (cell(one.f1, asked), Cell(f"{one.pairs:,}")))
                for one in each.intervals
            ),
        )
        for each in correlations
    )
    said = ", ".join(
        f"with {MEASURES[each.measure]} {format_value(each.pearson, signed=True)}" for each in correlations
    )
    return Table(
        "Syntax of questions and demonstrations, each pair with its most demonstrations",
        (Column("ROBUST F1", main=True), Column("pairs")),
        sections,
        (f"Pearson's correlation of ROBUST F1 over pairs: {said}", *missing_intervals(sections)),
    )


def named(shots: int) -> str:
    """Name a number of demonstrations.

    >>> named(1), named(10)
    ('1 shot', '10 shots')
    """
    return counted(shots, "shot")


def cells(means: Means, asked: bool) -> tuple[Cell, Cell, Cell]:
    """Show precision, recall and F1."""
    return cell(means.precision, asked), cell(means.recall, asked), cell(means.f1, asked)


def cell(mean: Mean, asked: bool, *, signed: bool = False) -> Cell:
    """Show a mean and its interval, if one was asked for."""
    asked = asked and mean.value is not None
    return Cell(
        format_value(mean.value, signed=signed), format_interval(mean.low, mean.high, signed=signed, asked=asked)
    )
