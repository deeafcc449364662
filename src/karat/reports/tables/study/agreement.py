"""The tables of agreement: between labellers, on rules, of each labeller with itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from karat.reports.tables.study.wording import (
    coefficient_cell,
    name_labeller,
    name_rule,
    percent,
    share_cell,
)
from karat.reports.tables.table import Cell, Column, Section, Table, printable
from karat.results.agreement.coefficients import Agreement, Coefficient
from karat.results.study.report import PairAgreement, SelfConsistency, StudyReport

COLUMNS = {"raw": "raw", "cohen": "κ", "fleiss": "Fleiss", "alpha": "α", "ac1": "AC1"}
"""The coefficients, and how tables head them."""

READING = (
    "Raw: share of equal labels. κ (Cohen's, for two; Fleiss' for any number) and α (Krippendorff's) take out what "
    "chance alone would give; where nearly all labels are the same they are low even if raw agreement is high, and "
    "AC1 (Gwet's) is not"
)

Rows = Iterator[tuple[str, Agreement]]


def agreement_rows(report: StudyReport, label: Literal["fact", "attribution"]) -> Rows:
    """Yield whose agreement it is, people's first: all together, each two of more; then each LLM with each person."""
    people = [pair for pair in report.agreement.pairs if not pair.machine]
    together: Agreement = getattr(report.agreement, label)
    machines = {each.labeller for each in report.labellers if each.machine}
    if len(together.raters) == 2:
        raters = sorted(together.raters, key=machines.__contains__)
        yield ", ".join(name_labeller(name, name in machines) for name in raters), together
    elif together.raters:
        yield name_group(report), together
        yield from ((name_pair(report, pair), getattr(pair, label)) for pair in people)
    for pair in report.agreement.pairs:
        if pair.machine and {pair.a, pair.b} != set(together.raters):
            yield name_pair(report, pair), getattr(pair, label)
    if label == "fact":
        for labeller in report.labellers:
            if labeller.final is not None:
                yield f"{name_labeller(labeller.labeller, machine=True)}, final", labeller.final


def name_group(report: StudyReport) -> str:
    """All labellers that count together: people, and language models where they were asked for."""
    return "people and LLMs" if _machines_count(report) else "people"


def _machines_count(report: StudyReport) -> bool:
    return report.with_machines and any(each.machine for each in report.labellers)


def name_pair(report: StudyReport, pair: PairAgreement) -> str:
    """Both labellers' names, with language models marked."""
    machines = {each.labeller for each in report.labellers if each.machine}
    return ", ".join(
        name_labeller(name, name in machines) for name in sorted((pair.a, pair.b), key=machines.__contains__)
    )


def tabulate_agreement(report: StudyReport) -> Table | None:
    """Make a row of each group of labellers, for facts, for attributions and for the rules they name."""
    rows: list[tuple[str, Rows]] = [
        ("fact", agreement_rows(report, "fact")),
        ("attribution", agreement_rows(report, "attribution")),
    ]
    sections = [
        Section(title, tuple((name, _cells(found)) for name, found in each if found.items)) for title, each in rows
    ]
    rule_sets = report.agreement.rule_sets
    if rule_sets.items:
        sections.append(Section("rules broken", ((f"{name_group(report)}: same rules", _cells(rule_sets)),)))
    sections = [section for section in sections if section.rows]
    if not sections:
        return None
    return Table(
        f"{printable(report.name)} · agreement before adjudication",
        (Column("items"), *(Column(head, main=name in _main(report)) for name, head in COLUMNS.items())),
        tuple(sections),
        tuple(_legend(report)),
        level=report.level,
    )


def _main(report: StudyReport) -> set[str]:
    """The coefficients whose intervals are the last to go on a narrow console."""
    return {"cohen"} if len(report.agreement.fact.raters) <= 2 else {"cohen", "fleiss"}


def _cells(found: Agreement) -> tuple[Cell, ...]:
    return (Cell(f"{found.items:,}"), *(coefficient_cell(getattr(found, name)) for name in COLUMNS))


def _legend(report: StudyReport) -> Iterator[str]:
    yield READING
    if _machines_count(report):
        yield (
            "Rows with (LLM) compare a language model with others; LLMs count in the agreement of all labellers, as "
            "was asked for; final: with people's final labels"
        )
    elif any(each.machine for each in report.labellers):
        yield (
            "Rows with (LLM) compare a language model with people and are not part of people's agreement; final: with "
            "people's final labels"
        )


def tabulate_prevalence(report: StudyReport) -> Table | None:
    """Make a row of each group of labellers with each label's share."""
    sections = []
    for label in ("fact", "attribution"):
        rows = [(name, dict(found.prevalence)) for name, found in agreement_rows(report, label) if found.items]
        cells = [
            (name, tuple(Cell(percent(shares[each]) if each in shares else "") for each in PREVALENCE))
            for name, shares in rows
        ]
        sections.append(Section(label, tuple(cells)))
    sections = [section for section in sections if section.rows]
    if not sections:
        return None
    return Table(
        f"{printable(report.name)} · prevalence of the labels",
        tuple(map(Column, PREVALENCE)),
        tuple(sections),
        ("Each label's share of all labels. The more one prevails, the lower κ and α for the same raw agreement",),
    )


PREVALENCE = ("correct", "incorrect", "none")


def tabulate_rule_agreement(report: StudyReport) -> Table | None:
    """Make a row of each rule that somebody named."""
    found = [each for each in report.agreement.rules if each.agreement.items and _named(each.agreement)]
    if not found:
        return None
    return Table(
        f"{printable(report.name)} · agreement on each rule",
        (Column("items"), Column("raw"), Column("κ", main=True), Column("α"), Column("AC1")),
        (Section("", tuple((name_rule(each.rule), _rule_cells(each.agreement)) for each in found)),),
        ("On extractions that all their labellers found incorrect: whether both say that the rule is broken",),
        level=report.level,
    )


def _rule_cells(found: Agreement) -> tuple[Cell, ...]:
    values = (found.raw, kappa_of(found), found.alpha, found.ac1)
    return (Cell(f"{found.items:,}"), *map(coefficient_cell, values))


def kappa_of(found: Agreement) -> Coefficient:
    """Cohen's kappa of two labellers, Fleiss' of more."""
    return found.cohen if len(found.raters) == 2 else found.fleiss


def _named(agreement: Agreement) -> bool:
    """Whether anybody named the rule: one category alone means that nobody did, or that all did."""
    return sum(bool(share) for _, share in agreement.prevalence) > 1


def tabulate_labellers(report: StudyReport) -> Table | None:
    """Make a row of each labeller: what was done, how much of it was called correct, how long it took."""
    if not report.labellers:
        return None
    rows = [
        (
            name_labeller(each.labeller, each.machine),
            (
                Cell(f"{each.labelled:,}"),
                Cell(f"{each.unsure:,}"),
                share_cell(each.correct),
                Cell("—" if each.median_ms is None else f"{each.median_ms / 1000:.1f} s"),
            ),
        )
        for each in report.labellers
    ]
    return Table(
        f"{printable(report.name)} · labellers",
        (Column("labelled"), Column("unsure"), Column("called correct", main=True), Column("median time")),
        (Section("", tuple(rows)),),
        ("Unsure: left to come back to. Median time: of a label, while the page was in use",),
        level=report.level,
    )


def tabulate_self_consistency(report: StudyReport) -> Table | None:
    """Make a row of each labeller: how often a hidden repeat got the same label again."""
    rows: list[tuple[str, SelfConsistency]] = [
        (name_labeller(each.labeller, each.machine), each.self_consistency) for each in report.labellers
    ]
    if sum(report.with_machines or not each.machine for each in report.labellers) > 1:
        rows.insert(0, (name_group(report), report.self_consistency))
    rows = [(name, found) for name, found in rows if found.fact.total or found.attribution.total]
    if not rows:
        return None
    sections: list[tuple[str, Callable[[SelfConsistency], tuple[Cell, ...]]]] = [
        ("fact", lambda found: (share_cell(found.fact), coefficient_cell(found.fact_kappa))),
        ("attribution", lambda found: (share_cell(found.attribution), coefficient_cell(found.attribution_kappa))),
    ]
    return Table(
        f"{printable(report.name)} · self-consistency on hidden repeats",
        (Column("same label", main=True), Column("κ")),
        tuple(Section(title, tuple((name, cells(found)) for name, found in rows)) for title, cells in sections),
        ("How often a labeller who met an extraction again, without being told, gave it the same label",),
        level=report.level,
    )
