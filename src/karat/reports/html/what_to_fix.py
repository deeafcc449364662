"""What to fix first in the system in focus: each cause of mistakes, and the F1 that it would have without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from karat.reports.html.elements import Content, Html, element, scrolling
from karat.reports.tables.table import counted, printable
from karat.results.explanation.fixes import Fix
from karat.results.statistics.estimate import format_value
from karat.results.verdict_files.sample import Sample, of_sample

ID = "what-to-fix"
MOST_CAUSES = 5
"""So many causes are shown before the others are folded away."""


def fix_first(name: str, fixes: Sequence[Fix], sample: Sample | None = None) -> Html | None:
    """Say in a sentence which cause of wrong extractions costs most."""
    first = next((fix for fix in fixes if fix.remedy != "add" and fix.gain > 0), None)
    if first is None:
        return None
    done = "left out" if first.remedy == "leave out" else "repaired"
    f1 = f"{format_value(first.before.f1)} → {format_value(first.after.f1)}"
    return element(
        "p",
        element("a", f"To fix first in {printable(name)}", href=f"#{ID}"),
        f": {first.cause} ({counted(first.count, 'extraction')}, F1 {f1} if {done}{of_sample(sample)}).",
        class_="lead",
    )


def what_to_fix(name: str, metric: str, fixes: Sequence[Fix], sample: Sample | None = None) -> list[Content]:
    """List all causes: those of wrong extractions, then those of missed facts."""
    groups = (
        ("cause of wrong extractions", [fix for fix in fixes if fix.remedy != "add"]),
        ("facts that nothing comes close to", [fix for fix in fixes if fix.remedy == "add"]),
    )
    return [
        element("h3", f"What to fix first in {printable(name)}", id=ID),
        *(part for title, group in groups if group for part in _table(printable(name), title, group)),
        element(
            "p",
            f"By {metric}: the extractions with a cause were given the words of their closest gold fact, or left out "
            "where none is close, or the missed facts were added, and all was scored again. Repairs do not add up. "
            f"Each cause leads to its examples.{_of_sample(sample)}",
            class_="quiet",
        ),
    ]


def _of_sample(sample: Sample | None) -> str:
    return "" if sample is None else f" All of this is about a sample, {sample}; F1 is that of the sample."


def _table(name: str, title: str, fixes: Sequence[Fix]) -> Iterator[Html]:
    yield _rows(name, title, fixes[:MOST_CAUSES])
    if others := fixes[MOST_CAUSES:]:
        yield element(
            "details",
            element("summary", counted(len(others), "more cause")),
            _rows(name, title, others),
            class_="numbers",
        )


def _rows(name: str, title: str, fixes: Sequence[Fix]) -> Html:
    of_facts = fixes[0].remedy == "add"
    columns = [title, "F1", "gain", "facts" if of_facts else "extractions", "share", "if"]
    head = element("tr", (element("th", column, scope="col") for column in columns))
    whole = element(
        "table", element("thead", head), element("tbody", (_row(name, fix) for fix in fixes)), class_="causes"
    )
    return scrolling(whole, title)


def _row(name: str, fix: Fix) -> Html:
    change = {"repair": "repaired", "leave out": "left out", "add": "extracted"}[fix.remedy]
    return element(
        "tr",
        element("th", element("a", fix.cause, href=_link(name, fix)), scope="row"),
        element("td", element("b", format_value(fix.after.f1))),
        element("td", format_value(fix.gain, signed=True)),
        element("td", f"{fix.count:,}"),
        element("td", f"{100 * fix.share:.0f} %"),
        element("td", change),
    )


def _link(name: str, fix: Fix) -> str:
    """The examples of a cause, as the page's script keeps them in the link."""
    verdict = {"verdict": "missed"} if fix.remedy == "add" else {}
    return f"#examples?{urlencode({'system': name, **verdict, 'kind': fix.cause.value})}"
