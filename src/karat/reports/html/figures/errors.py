"""Charts of errors: which slots are wrong, and in which combinations."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.dots import dot_plot
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.table import printable
from karat.results.explanation.profile import BUCKETS, ErrorProfile, Share, bucket_name, wrong_slots
from karat.results.explanation.slot_differences import SLOT_NAMES
from karat.results.statistics.estimate import format_interval
from karat.results.verdict_files.sample import of_sample

SHARE = "share"
FULL_CELL = 0.6
"""From this share on a cell has the full colour."""


def percent(share: Share) -> str:
    """A share in whole percent."""
    return "—" if share.value is None else f"{100 * share.value:.0f} %"


def _in_full(share: Share) -> str:
    interval = format_interval(share.low, share.high)
    return f"{share.count} of {share.whole} ({percent(share)}{f' {interval}' if interval else ''})"


def _of_sample(profiles: Sequence[ErrorProfile]) -> str:
    return of_sample(profiles[0].sample)


def slot_chart(profiles: Sequence[ErrorProfile], theme: Theme, focus: str | None = None) -> Chart:
    """The shares of wrong subjects, relations and objects."""
    systems = [printable(profile.system) for profile in profiles]
    values = [
        {
            "system": printable(profile.system),
            "slot": name,
            "value": share.value,
            "low": share.low,
            "high": share.high,
            "shown": _in_full(share),
        }
        for profile in profiles
        for name, share in zip(SLOT_NAMES, profile.slots, strict=True)
    ]
    worst = [SLOT_NAMES[profile.worst_slot] for profile in profiles if profile.compared]
    most = max(SLOT_NAMES, key=worst.count)
    return Chart(
        "slot-errors",
        "Which slot is wrong",
        "Shares of the wrong extractions, each held against its closest gold fact; one may be wrong in several slots"
        f"{_of_sample(profiles)}.",
        f"Dots of the shares of wrong subjects, relations and objects. The {most} is wrong most often in "
        f"{worst.count(most)} of {len(profiles)} systems.",
        dot_plot(theme, values, systems, SHARE, "slot", None if focus is None else printable(focus)),
        ("system", "wrong extractions", *(f"wrong {name}" for name in SLOT_NAMES)),
        tuple((printable(profile.system), str(profile.wrong), *map(_in_full, profile.slots)) for profile in profiles),
    )


def bucket_chart(profiles: Sequence[ErrorProfile], theme: Theme) -> Chart:
    """The seven combinations of wrong slots, as a heat map."""
    systems = [printable(profile.system) for profile in profiles]
    labels = [f"{bucket_name(bucket)}|{'|'.join(wrong_slots(bucket).split(', '))}" for bucket in BUCKETS]
    values = [
        {
            "system": printable(profile.system),
            "bucket": label,
            "value": share.value,
            "percent": percent(share),
            "shown": _in_full(share),
        }
        for profile in profiles
        for label, share in zip(labels, profile.buckets, strict=True)
    ]
    return Chart(
        "error-buckets",
        "The seven kinds of wrong extraction",
        "1 is a slot that agrees with the closest gold fact (subject, relation, object), 0 one that does not; the "
        f"words name the wrong ones{_of_sample(profiles)}.",
        f"A heat map of {len(systems)} systems by the seven combinations of wrong slots. "
        + " ".join(map(_most, filter(lambda profile: profile.compared, profiles))),
        specification(theme, values, _heat_map(theme, systems, labels)),
        ("system", *(f"{bucket_name(bucket)} wrong: {wrong_slots(bucket)}" for bucket in BUCKETS)),
        tuple((printable(profile.system), *map(_in_full, profile.buckets)) for profile in profiles),
    )


def _most(profile: ErrorProfile) -> str:
    place = max(range(len(BUCKETS)), key=lambda number: profile.buckets[number].count)
    return f"{printable(profile.system)}: mostly {bucket_name(BUCKETS[place])}, {percent(profile.buckets[place])}."


def _heat_map(theme: Theme, systems: Sequence[str], labels: Sequence[str]) -> Spec:
    bare: Spec = {"ticks": False, "domain": False}
    under = {**bare, "labelAngle": 0, "labelExpr": "split(datum.value, '|')", "labelPadding": 6}
    nominal = {"type": "nominal", "title": None}
    cells = {
        "mark": {"type": "rect", "color": theme.heat, "stroke": theme.paper, "strokeWidth": 2},
        "encoding": {
            "opacity": {
                "field": "value",
                "type": "quantitative",
                "scale": {"domain": [0, FULL_CELL], "range": [0.06, 1], "clamp": True},
                "legend": None,
            },
            "tooltip": [{"field": "system"}, {"field": "bucket"}, {"field": "shown", "title": "share"}],
        },
    }
    texts = {
        "mark": {"type": "text", "fontSize": 12},
        "encoding": {"text": {"field": "percent"}, "color": {"value": theme.ink}},
    }
    return {
        "width": {"step": 100},
        "height": {"step": 30},
        "encoding": {
            "x": {**nominal, "field": "bucket", "sort": list(labels), "axis": under},
            "y": {**nominal, "field": "system", "sort": list(systems), "axis": {**bare, "labelPadding": 8}},
        },
        "layer": [cells, texts],
    }
