"""The numbers of an agreement with labels in full, for CSV and data frames."""

from __future__ import annotations

from karat.results.agreement.coefficients import Coefficient
from karat.results.agreement.measuring import LabelAgreement
from karat.results.agreement.verdicts import VALUES, VerdictAgreement

COUNTS = ("both", "only_verdict", "only_people", "neither")

Record = dict[str, object]


def label_records(report: LabelAgreement) -> list[Record]:
    """Give a record for each metric over all systems, whose ``system`` is empty, and one for each of its systems."""
    records: list[Record] = []
    for metric in report:
        head = {"labels": report.labels, "gold": report.gold, "metric": metric.metric}
        ranks = {
            f"{name}_of_{value}": getattr(correlation, name)
            for value, correlation in (("precision", metric.by_precision), ("f1", metric.by_f1))
            for name in ("tau", "spearman")
        }
        records.append(
            {
                **head,
                "system": None,
                "threshold": None if metric.threshold is None else metric.threshold.value,
                "threshold_from": None if metric.threshold is None else metric.threshold.origin,
                **_agreement(metric.agreement),
                **{key: value for name, each in ranks.items() for key, value in _ends(name, each).items()},
                "signature": metric.signature,
            }
        )
        for own in metric.systems:
            people = _ends("people_precision", own.people)
            scores = {"metric_precision": own.precision, "metric_f1": own.f1}
            records.append({**head, "system": own.system, **_agreement(own.agreement), **people, **scores})
    return records


def _agreement(found: VerdictAgreement) -> Record:
    values = [_ends(name, getattr(found, name)) for name in VALUES]
    return {
        **{name: getattr(found, name) for name in COUNTS},
        **{key: value for each in values for key, value in each.items()},
    }


def _ends(name: str, found: Coefficient) -> Record:
    ends = found.interval
    return {
        name: found.value,
        f"{name}_low": None if ends is None else ends.low,
        f"{name}_high": None if ends is None else ends.high,
    }
