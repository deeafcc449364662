"""The tables of precision: by system and label, and by class of factuality."""

from __future__ import annotations

from collections.abc import Iterator

from karat.reports.tables.study.wording import LABELS, clustered_cell, share_cell
from karat.reports.tables.table import Cell, Column, Section, Table, counted, printable
from karat.results.study.report import StudyReport, SystemReport

EMPTY = Cell()
CLASSES = {
    "(+,CT)": "stated as certain",
    "(+,PS)": "stated as possible",
    "(-,CT)": "denied as certain",
    "(-,PS)": "denied as possible",
    "—": "not annotated",
}
INTERVALS = (
    "Believe the interval over sentences, which takes into account that extractions of one sentence tend to be right "
    "or wrong together. The one behind a share, where there is room for it, is Wilson's, which does not"
)


def tabulate_precision(report: StudyReport) -> Table:
    """Make a row of each system, for facts, for attributions and for both together."""
    columns = (Column("correct", main=True), Column("over sentences"), Column("none"), Column("yield"))
    sections = tuple(
        Section(title, tuple((printable(each.system), _cells(report, each, label)) for each in report.systems))
        for label, title in LABELS.items()
        if label == "fact" or has_attributions(report)
    )
    return Table(
        f"{printable(report.name)} · precision by system", columns, sections, tuple(_legend(report)), level=report.level
    )


def has_attributions(report: StudyReport) -> bool:
    """Whether anybody labelled attributions; labels of other studies may be of facts alone."""
    return any(each.attribution.total or each.attribution_none for each in report.systems)


def _cells(report: StudyReport, system: SystemReport, label: str) -> tuple[Cell, ...]:
    share = getattr(system, label)
    shares = [getattr(each, label).value for each in report.systems]
    best = max((value for value in shares if value is not None), default=None)
    none = Cell(f"{system.attribution_none:,}") if label == "attribution" else EMPTY
    return (
        share_cell(share, best=len(shares) > 1 and share.value is not None and share.value == best),
        clustered_cell(share),
        none,
        yield_cell(system) if label == "fact" else EMPTY,
    )


def yield_cell(system: SystemReport) -> Cell:
    """How many of a system's extractions are correct."""
    found = system.yield_
    if found.value is None:
        return Cell("—")
    ends = found.interval
    interval = "" if ends is None or not found.scaled else f"[{ends.low:,.0f}, {ends.high:,.0f}]"
    return Cell(f"{found.value:,.0f} of {found.extractions:,}", interval)


def _legend(report: StudyReport) -> Iterator[str]:
    yield f"Correct: share of the labelled extractions of each system. {INTERVALS}"
    if any(not each.uneven for each in report.systems):
        yield f"Yield: how many extractions of the system are correct{_scaling(report)}"
    yield from sample_notes(report)
    if has_attributions(report):
        yield "None: sentences that attribute the fact to nobody, which attribution leaves out"
    yield from undecided_notes(report)


def _scaling(report: StudyReport) -> str:
    """Say what the yield is scaled up from: the sample, or the labelled ones where nothing was sampled."""
    scaled = [each for each in report.systems if each.yield_.scaled]
    if any(each.sampled < each.extractions for each in scaled):
        return ", scaled up from the sample"
    return ", scaled up from those with a final label" if scaled else ""


def sample_notes(report: StudyReport) -> Iterator[str]:
    """Say where shares are not those of all extractions, because equally many were drawn from every sentence."""
    if any(each.uneven for each in report.systems):
        yield (
            "Sampled per sentence: shares are averages over the sentences' samples. A sentence with many extractions "
            "counts less than it would if all were labelled, so there is no yield"
        )


def undecided_notes(report: StudyReport) -> Iterator[str]:
    """Say how many extractions are undecided and what becomes of them, and whether machines count."""
    left = report.progress.undecided
    if left and report.undecided == "leave out":
        yield f"{counted(left, 'extraction')} on which labellers differ: left out until somebody decides"
    elif report.undecided == "majority":
        even = f" ({counted(left, 'extraction')})" if left else ""
        yield f"Where labellers differ and nobody has decided, the majority counts; even votes are left out{even}"
    if report.with_machines:
        yield "Labels of LLMs count like those of people, as was asked for"


def tabulate_factuality(report: StudyReport) -> Table | None:
    """Make a section of each system with a row for each class of factuality; none if nothing is annotated."""
    annotated = [each for each in report.systems if any(found.name != "—" for found in each.classes)]
    if not annotated:
        return None
    sections = [
        Section(
            printable(system.system),
            tuple(
                (
                    f"{found.name} {CLASSES.get(found.name, '')}".rstrip(),
                    (share_cell(found.fact), clustered_cell(found.fact)),
                )
                for found in system.classes
            ),
        )
        for system in annotated
    ]
    others = [printable(each.system) for each in report.systems if each not in annotated]
    legend = ["Correct: share of the extractions of a class with a correct fact, polarity and modality among it"]
    legend.extend(sample_notes(report))
    if others:
        legend.append(f"Without annotation of factuality: {', '.join(others)}")
    return Table(
        f"{printable(report.name)} · precision by class of factuality",
        (Column("correct", main=True), Column("over sentences")),
        tuple(sections),
        tuple(legend),
        level=report.level,
    )
