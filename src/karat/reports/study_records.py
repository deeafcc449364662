"""A study's numbers in full, one record each, for CSV and data frames."""

from __future__ import annotations

from collections.abc import Iterator

from karat.results.agreement.coefficients import COEFFICIENTS, Agreement, Coefficient
from karat.results.agreement.verdicts import VALUES as VERDICT_VALUES
from karat.results.statistics.intervals import Interval
from karat.results.study.report import Proportion, SelfConsistency, StudyReport, SystemReport

Record = dict[str, object]


def study_records(report: StudyReport) -> list[Record]:
    """Give every number: what it is about (``part``, ``name``, ``label``, ``measure``), its value, interval, counts."""
    return [{"study": report.name, **EMPTY, **record} for record in _records(report)]


EMPTY: Record = dict.fromkeys(
    (
        "part",
        "name",
        "label",
        "measure",
        "value",
        "low",
        "high",
        "low_clustered",
        "high_clustered",
        "count",
        "total",
        "p",
    )
)


def _records(report: StudyReport) -> Iterator[Record]:
    for system in report.systems:
        yield from _system(system)
    for pair in report.comparisons:
        test = pair.mcnemar
        about = {"part": "comparison", "name": f"{pair.a} - {pair.b}", "label": pair.measure}
        yield {**about, "measure": "difference", "value": pair.difference, **_ends(pair.interval), "p": pair.p}
        yield {**about, "measure": "p_holm", "value": pair.p_holm}
        for name in ("both_right", "only_a", "only_b", "both_wrong"):
            yield {**about, "measure": f"mcnemar_{name}", "count": getattr(test, name), "total": test.sentences}
        yield {**about, "measure": "mcnemar_p_holm", "value": test.p_holm, "p": test.p}
    yield from _agreement(report)
    for labeller in report.labellers:
        about = {"part": "labeller", "name": labeller.labeller}
        yield {**about, "measure": "called correct", **_share(labeller.correct)}
        yield {**about, "measure": "unsure", "count": labeller.unsure}
        yield {**about, "measure": "median_ms", "value": labeller.median_ms}
        yield from _consistency(labeller.labeller, labeller.self_consistency)
    yield from _consistency("people", report.self_consistency)
    for verdict in report.automatic:
        about = {"part": "automatic", "name": verdict.verdict}
        for name in VERDICT_VALUES:
            yield {**about, "measure": name, **_coefficient(getattr(verdict, name))}
        for name in ("both", "only_verdict", "only_people", "neither"):
            yield {**about, "measure": name, "count": getattr(verdict, name)}
    for name, count in report.progress.to_json().items():
        yield {"part": "progress", "measure": name, "count": count}


def _system(system: SystemReport) -> Iterator[Record]:
    about = {"part": "system", "name": system.system}
    for label in ("fact", "attribution", "both"):
        yield {**about, "label": label, "measure": "precision", **_share(getattr(system, label))}
    yield {
        **about,
        "label": "attribution",
        "measure": "none",
        "count": system.attribution_none,
        "total": system.fact.total,
    }
    found = system.yield_
    yield {
        **about,
        "label": "fact",
        "measure": "yield",
        "value": found.value,
        **_ends(found.interval),
        "total": found.extractions,
    }
    for each in system.classes:
        yield {**about, "label": "fact", "measure": f"precision {each.name}", **_share(each.fact)}
    for rule, count in system.rules:
        yield {**about, "label": rule, "measure": "rule broken", "count": count, "total": system.fact.total}
    for point in system.curve:
        measure = f"precision at confidence {point.confidence:g}"
        yield {**about, "label": "fact", "measure": measure, **_share(point.precision)}


def _agreement(report: StudyReport) -> Iterator[Record]:
    found = report.agreement
    groups = [("people", label, getattr(found, label)) for label in ("fact", "attribution", "rule_sets")]
    groups += [("people", each.rule, each.agreement) for each in found.rules]
    groups += [
        (f"{pair.a}, {pair.b}", label, getattr(pair, label))
        for pair in found.pairs
        for label in ("fact", "attribution")
    ]
    groups += [(f"{each.labeller}, final", "fact", each.final) for each in report.labellers if each.final is not None]
    for name, label, agreement in groups:
        yield from _coefficients(name, label, agreement)


def _coefficients(name: str, label: str, agreement: Agreement) -> Iterator[Record]:
    about = {"part": "agreement", "name": name, "label": label, "total": agreement.items}
    for coefficient in COEFFICIENTS:
        yield {**about, "measure": coefficient, **_coefficient(getattr(agreement, coefficient))}
    for category, share in agreement.prevalence:
        yield {**about, "measure": f"prevalence {category}", "value": share}


def _consistency(name: str, found: SelfConsistency) -> Iterator[Record]:
    about = {"part": "self-consistency", "name": name}
    yield {**about, "label": "fact", "measure": "same label", **_share(found.fact)}
    yield {**about, "label": "fact", "measure": "kappa", **_coefficient(found.fact_kappa)}
    yield {**about, "label": "attribution", "measure": "same label", **_share(found.attribution)}
    yield {**about, "label": "attribution", "measure": "kappa", **_coefficient(found.attribution_kappa)}


def _share(share: Proportion) -> Record:
    clustered = {f"{end}_clustered": value for end, value in _ends(share.clustered).items()}
    return {"value": share.value, **_ends(share.interval), **clustered, "count": share.count, "total": share.total}


def _coefficient(found: Coefficient) -> Record:
    return {"value": found.value, **_ends(found.interval)}


def _ends(interval: Interval | None) -> Record:
    return {} if interval is None else {"low": interval.low, "high": interval.high}
