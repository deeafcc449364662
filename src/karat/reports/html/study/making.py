"""How a study's numbers were made: the sample, the labels that count, the intervals and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from karat.model.study import Study
from karat.reports.html.elements import Html, element, table
from karat.reports.tables.table import counted, printable
from karat.results.study.report import StudyReport


def making(study: Study, report: StudyReport) -> list[Html]:
    """Everything that is needed to make the numbers again."""
    return list(_parts(study, report))


def _parts(study: Study, report: StudyReport) -> Iterator[Html]:
    yield element("ul", (element("li", text) for text in _method(report)))
    yield element("h3", "Sample")
    if said := " ".join(_sample(study)):
        yield element("p", said)
    rows = [
        (printable(each.system), f"{each.extractions:,}", f"{each.sampled:,}", f"{each.fact.total:,}")
        for each in report.systems
    ]
    yield table(("system", "extractions in all", "in the sample", "with a final label"), rows)
    yield element("h3", "Signature")
    yield element("p", element("code", report.signature))


def _method(report: StudyReport) -> Iterator[str]:
    level = f"{report.level * 100:g} %"
    yield (
        "The final label of an extraction is what was decided where labellers differed, or else what all of them said. "
        + (
            "Where they differ and nobody has decided, it is left out."
            if report.undecided == "leave out"
            else "Where they differ and nobody has decided, the majority counts."
        )
    )
    yield (
        "Labels of language models count like people's, as was asked for."
        if report.with_machines
        else "Labels of language models are shown apart and count in no other number."
    )
    yield (
        "Extractions that several systems gave count for each system in whose sample they are. Hidden repeats count "
        "only for self-consistency."
    )
    yield (
        f"Intervals hold {level}. Those of shares are Wilson's; beside them stand intervals that take sentences as "
        "clusters (Korn and Graubard 1998)."
    )
    yield (
        f"Differences between systems: a bootstrap of {counted(report.resamples, 'resample')} over sentences (seed "
        f"{report.seed}), p adjusted by Holm for all pairs; McNemar's exact test beside it."
    )
    yield (
        "Agreement is on the labels that people gave before anything was decided. Cohen's κ has an interval by its "
        "asymptotic standard error, the others by a bootstrap over sentences."
    )


def _sample(study: Study) -> Iterator[str]:
    info: dict[str, Any] = dict(study.info)
    if info.get("sample"):
        per = info.get("per", "system")
        strata = f", in {info['strata']} groups of confidence" if info.get("strata", 1) > 1 else ""
        yield f"Drawn with seed {info.get('seed')}: {info['sample']} extractions for each {per}{strata}."
    elif info.get("systems"):
        yield "All extractions of the systems were to be labelled."
    if info.get("repeats"):
        yield f"{100 * info['repeats']:g} % of them were shown a second time, hidden among the others."
