"""The browser of examples: extractions with their closest gold facts, missed facts with their closest extractions."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.elements import Html, element
from karat.reports.html.examples.data import ExampleData, kinds_of
from karat.reports.tables.table import counted, printable

MOST_EXAMPLES = 2_000
"""So many extractions, and missed facts, of each system are packed, unless told otherwise."""

VERDICTS = (
    ("wrong", "wrong"),
    ("accepted", "wrong, but right as people judge"),
    ("right", "right"),
    ("missed", "missed facts"),
)

Options = Sequence[tuple[str, str]]


def example_browser(data: ExampleData) -> Html:
    """Filters, and a list to be filled by the page's script."""
    wrong, missed = kinds_of(data.examples, 4), kinds_of(data.missed, 3)
    occurs = {"missed": bool(missed), "accepted": data.has_accepted}
    return element(
        "div",
        element(
            "p",
            "Every extraction beside the gold fact that accepts it or comes closest, and every missed fact beside the "
            "extraction that comes closest. ",
            element("del", "Words"),
            " the gold does not allow, ",
            element("ins", "words"),
            " it demands, ",
            element("span", "words", class_="optional"),
            " it leaves free.",
            _sampled(data),
            _capped(data),
            _undiagnosed(data),
        ),
        element(
            "div",
            select("by-system", "System", [("", "all systems"), *_systems(data)]),
            select(
                "by-verdict",
                "Verdict",
                [("", "all"), *(each for each in VERDICTS if occurs.get(each[0], True))],
                "wrong",
            ),
            _kinds(wrong, missed),
            element(
                "label",
                "Search",
                element("input", type="search", id="by-text", placeholder="words of sentence, extraction or gold"),
                class_="wide",
            ),
            class_="filters",
        ),
        element("p", "The examples need JavaScript.", id="examples-count", class_="count", role="status"),
        element("ol", id="examples-list", class_="examples"),
        element("p", element("button", "Show more", id="examples-more", type="button", hidden=True), class_="more"),
    )


def _systems(data: ExampleData) -> Options:
    return [(printable(system.name), printable(system.name)) for system in data.evaluation]


def _sampled(data: ExampleData) -> str | None:
    sample = data.evaluation.sample
    return None if sample is None else f" The evaluation keeps a sample, {sample}."


def _capped(data: ExampleData) -> str | None:
    full = sum(len(system.verdicts) for system in data.evaluation)
    if len(data.examples) == full:
        return None
    cap = counted(data.most or 0, "extraction")
    return (
        f" At most {cap} and as many missed facts of each system are in this file, evenly spread: "
        f"{len(data.examples):,} of {full:,} extractions."
    )


def _undiagnosed(data: ExampleData) -> str | None:
    """Name the systems whose kinds of error and missed facts are not in the file, where others have them."""
    names = data.undiagnosed
    if not names or len(names) == len(data.evaluation):
        return None
    listed = ", ".join(map(printable, names))
    return f" Kinds of error and missed facts are left out for {listed}, with too many extractions; --focus has them."


def _kinds(wrong: Sequence[str], missed: Sequence[str]) -> Html:
    """Choose among the causes that occur, those of missed facts apart from those of extractions only."""
    both = [kind for kind in wrong if kind in missed]
    groups = (
        ("wrong extractions and missed facts", both),
        ("wrong extractions", [kind for kind in wrong if kind not in both]),
        ("missed facts", [kind for kind in missed if kind not in both]),
    )
    return element(
        "label",
        "Kind of error",
        element(
            "select",
            element("option", "all kinds", value=""),
            (
                element("optgroup", (element("option", kind, value=kind) for kind in kinds), label=name)
                for name, kinds in groups
                if kinds
            ),
            id="by-kind",
        ),
    )


def select(id: str, label: str, options: Options, chosen: str = "") -> Html:
    """A labelled choice of one of some values."""
    each = [element("option", name, value=value, selected=value == chosen) for value, name in options]
    return element("label", label, element("select", each, id=id))
