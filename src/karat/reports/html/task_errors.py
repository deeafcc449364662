"""The errors of a task, for its report: how many there are of each kind, and all of them to browse by document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from karat.reports.html.elements import Content, Html, element, table
from karat.reports.html.packing import pack
from karat.reports.html.page import Section
from karat.reports.tables.table import counted, printable
from karat.results.tasks.findings import DocumentFindings, Finding, SystemFindings

MOST_FINDINGS = 5_000
"""How many findings of each system are in a report."""
SHORT = 60
"""A document of at most so many words is shown whole; of a longer one the words around each finding."""
AROUND = 6
"""How many words are shown on both sides of what a finding is about."""
GAP = "…"


def task_sections(systems: Sequence[SystemFindings], most: int | None = MOST_FINDINGS) -> list[Section]:
    """Make the sections of errors by kind and of the documents; none if there is nothing to show.

    ``most`` caps how many findings of each system can be browsed; the counts are of all.
    """
    if not any(finding for system in systems for document in system for finding in document.findings):
        return []
    return [
        Section("errors", "What goes wrong", _kinds(systems), "Errors"),
        Section("documents", "Document by document", _browser(systems, most), "Documents"),
    ]


def _kinds(systems: Sequence[SystemFindings]) -> list[Html]:
    counts = [system.counts() for system in systems]
    right = [count.pop("right", 0) for count in counts]
    wrong = [sum(count.values()) for count in counts]
    kinds = sorted({kind for count in counts for kind in count}, key=lambda kind: -sum(count[kind] for count in counts))
    names = [printable(system.system) for system in systems]
    rows: list[list[Content]] = [
        [
            kind,
            *(_share(count[kind], whole) for count, whole in zip(counts, wrong, strict=True)),
            _example(systems, kind),
        ]
        for kind in kinds
    ]
    rows.append(["all errors", *map(_number, wrong), ""])
    rows.append(["right", *map(_number, right), ""])
    return [
        element(
            "p",
            "What each system predicted was paired with the gold, from equal down to merely alike, so that every error "
            "has one kind. The kinds are for reading: metrics may give credit for a pair that is wrong in some way.",
        ),
        table(("kind of error", *names, "for example"), rows, class_="texts kinds"),
    ]


def _number(count: int) -> str:
    return f"{count:,}"


def _share(count: int, whole: int) -> list[Content]:
    share = f" {100 * count / whole:.0f} %" if whole else ""
    return [_number(count), element("span", share, class_="interval")]


def _example(systems: Sequence[SystemFindings], kind: str) -> list[Content]:
    """The first finding of a kind, in the words of both sides."""
    for system in systems:
        if (finding := system.first(kind)) is not None:
            return list(_both(finding))
    return []


def _both(finding: Finding) -> Iterator[Content]:
    if finding.predicted is not None:
        yield element("del", _cut(finding.predicted))
    if finding.predicted is not None and finding.gold is not None:
        yield " "
    if finding.gold is not None:
        yield element("ins", _cut(finding.gold))


def _cut(text: str, most: int = 160) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}{GAP}"


def _browser(systems: Sequence[SystemFindings], most: int | None) -> Html:
    """Filters, a list to be filled by a script, and the packed findings."""
    data, kept, whole = _data(systems, most)
    capped = f" The first {counted(most or 0, 'finding')} of each system are in this file: {kept:,} of {whole:,}."
    names = [(name, name) for name in data["systems"]]
    kinds = [(name, name) for name in data["kinds"] if name != "right"]
    return element(
        "div",
        element(
            "p",
            "What is ",
            element("del", "predicted alone"),
            " and what is ",
            element("ins", "in the gold alone"),
            "; the numbers behind words are the positions of their tokens.",
            capped if kept < whole else None,
            class_="kinds",
        ),
        element(
            "div",
            _select("findings-system", "System", "all systems", names),
            _select(
                "findings-verdict", "Verdict", "right and wrong", [("wrong", "wrong"), ("right", "right")], "wrong"
            ),
            _select("findings-kind", "Kind of error", "all kinds", kinds),
            element(
                "label",
                "Search",
                element("input", type="search", id="findings-text", placeholder="words, or a document's name"),
                class_="wide",
            ),
            class_="filters",
        ),
        element("p", "The documents need JavaScript.", id="findings-count", class_="count", role="status"),
        element("ol", id="findings-list", class_="examples"),
        element("p", element("button", "Show more", id="findings-more", type="button", hidden=True), class_="more"),
        element("script", pack(data), type="application/octet-stream", id="findings-data"),
    )


def _data(systems: Sequence[SystemFindings], most: int | None) -> tuple[dict[str, Any], int, int]:
    """Collect what the page shows, how many findings that are, and how many there are."""
    kinds: dict[str, int] = {"right": 0}
    rows: list[list[Any]] = []
    kept = 0
    whole = sum(system.counts().total() for system in systems)
    for place, system in enumerate(systems):
        taken = 0
        for document in system:
            if most is not None and taken >= most:
                break
            findings = document.findings if most is None else document.findings[: most - taken]
            taken += len(findings)
            short = len(document.words) <= SHORT
            listed = [_row(document, finding, kinds, short=short) for finding in findings]
            text = " ".join(document.words) if short else ""
            rows.append([place, printable(document.document), text, listed])
        kept += taken
    data = {"systems": [printable(system.system) for system in systems], "kinds": list(kinds), "documents": rows}
    return data, kept, whole


def _row(document: DocumentFindings, finding: Finding, kinds: dict[str, int], *, short: bool) -> list[Any]:
    kind = kinds.setdefault(finding.kind, len(kinds))
    context = "" if short else snippet(document.words, finding)
    return [kind, finding.predicted or "", finding.gold or "", context]


def snippet(words: Sequence[str], finding: Finding) -> str:
    """The words around a finding, each with a sign before it: ``+`` predicted alone, ``-`` gold alone, ``*`` both.

    Other words have ``=``; a gap is ``…``.
    """
    predicted, gold = set(finding.predicted_tokens), set(finding.gold_tokens)
    near = sorted(
        {
            place
            for token in predicted | gold
            for place in range(token - AROUND, token + AROUND + 1)
            if 0 <= place < len(words)
        }
    )
    parts: list[str] = []
    before = -1
    for place in near:
        if place > before + 1:
            parts.append(GAP)
        sign = (
            "*"
            if place in predicted and place in gold
            else "+"
            if place in predicted
            else "-"
            if place in gold
            else "="
        )
        parts.append(f"{sign}{words[place]}")
        before = place
    if near and before < len(words) - 1:
        parts.append(GAP)
    return " ".join(parts)


def _select(id: str, label: str, everything: str, options: list[tuple[str, str]], chosen: str = "") -> Html:
    each = [
        element("option", name, value=value, selected=value == chosen) for value, name in [("", everything), *options]
    ]
    return element("label", label, element("select", each, id=id))
