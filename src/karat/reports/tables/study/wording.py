"""How a study's numbers and names are written, in tables and charts alike."""

from __future__ import annotations

from karat.reports.tables.table import Cell, printable
from karat.results.agreement.coefficients import Coefficient
from karat.results.statistics.estimate import NO_INTERVAL, format_interval, format_value
from karat.results.statistics.intervals import Interval
from karat.results.study.report import Proportion

RULE_NAMES = {
    "F1": "not what its clause says",
    "F2": "mixes clauses",
    "F3": "necessary part left out",
    "F4": "word missing that matters",
    "F5": "wrong words added",
    "F6": "wrong polarity",
    "F7": "negation of another clause",
    "F8": "wrong modality",
    "F9": "wrong quantity",
    "F10": "quantity cut short",
    "F11": "wrong mention",
    "F12": "wrong word form",
    "A1": "source not there",
    "A2": "source's phrase wrong",
    "A3": "source's factuality wrong",
}
"""What is wrong if a rule of the labelling guideline is broken."""

MACHINE = "(LLM)"
"""Marks language models wherever labellers are named."""
LABELS = {"fact": "fact", "attribution": "attribution", "both": "both"}
"""What systems are judged by: the fact, the attribution, or both together, and how tables and charts name it."""


def name_rule(rule: str) -> str:
    """A rule's number, and what is wrong where it is broken."""
    return f"{rule} {RULE_NAMES[rule]}"


def name_labeller(name: str, machine: bool) -> str:
    """A labeller's name; a language model is marked."""
    return f"{printable(name)} {MACHINE}" if machine else printable(name)


def percent(value: float | None, *, signed: bool = False) -> str:
    """Write a share in percent.

    >>> percent(0.5802), percent(None), percent(-0.05, signed=True), percent(0.125, signed=True)
    ('58.0 %', '—', '−5.0 %', '+12.5 %')
    """
    return "—" if value is None else f"{_number(value, signed=signed)} %"


def _number(value: float, *, signed: bool = False) -> str:
    text = f"{abs(100 * value):.1f}"
    if text == "0.0":
        return text
    return ("−" if value < 0 else "+" if signed else "") + text


def percent_interval(interval: Interval | None, *, signed: bool = False) -> str:
    """Write an interval in percent; empty if there is none.

    >>> percent_interval(Interval(0.5296, 0.6292)), percent_interval(None)
    ('[53.0, 62.9]', '')
    """
    if interval is None:
        return ""
    return f"[{_number(interval.low, signed=signed)}, {_number(interval.high, signed=signed)}]"


def share_cell(share: Proportion, *, best: bool = False) -> Cell:
    """A share with its counts and Wilson's interval."""
    return Cell(str(share), percent_interval(share.interval), best=best)


def clustered_cell(share: Proportion) -> Cell:
    """The interval over sentences, as a cell of its own."""
    return Cell(percent_interval(share.clustered) or (NO_INTERVAL if share.total else ""))


def coefficient_cell(found: Coefficient) -> Cell:
    """A coefficient with its interval."""
    ends = found.interval
    return Cell(format_value(found.value), "" if ends is None else format_interval(ends.low, ends.high))


def share_in_words(share: Proportion) -> str:
    """A share with its counts and interval, for captions and lists."""
    return f"{share} {percent_interval(share.interval)}".rstrip()
