"""Signatures: every choice that can change a number, in one line.

A metric names its own choices. Those about reading files, and those that all metrics of a command share, are added to
each measurement by ``with_choices``, so that no metric can forget one.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from karat.version import __version__

if TYPE_CHECKING:
    from karat.benchmarks.tasks import Choices, Task
    from karat.results.options import Options, Reading

BETWEEN = re.compile(r"(?<! )\|(?! )")
"""The separator of choices; a bar with spaces around it is part of a definition."""

USUAL_ENCODING = "utf-8"


def signature_of(metric: str, choices: Iterable[str]) -> str:
    """Write a metric's own choices and the version.

    >>> signature_of("benchie", ["facet:C"]).partition("|v:")[0]
    'benchie|facet:C'
    """
    return "|".join([metric, *choices, f"v:{__version__}"])


def with_choices(signature: str, choices: Mapping[str, str]) -> str:
    """Add choices before the version; a choice that the metric already names is not changed.

    >>> with_choices("wire57|nary:apart|v:1", {"nary": "join", "explicit": "all"})
    'wire57|nary:apart|explicit:all|v:1'
    >>> with_choices("words|v:1", {"words": "aligned"})
    'words|words:aligned|v:1'
    """
    parts = parts_of(signature)
    # The first part is the metric, which may have the same name as a choice.
    present = {part.partition(":")[0] for part in parts[1:]}
    new = [f"{name}:{value.replace('|', '%7C')}" for name, value in choices.items() if name not in present]
    version = next((index for index, part in enumerate(parts) if part.startswith("v:")), len(parts))
    return "|".join([*parts[:version], *new, *parts[version:]])


def with_average(signature: str, average: str) -> str:
    """Replace the metric's average over documents with another one.

    >>> with_average("las|avg:micro|v:1", "macro")
    'las|avg:macro|v:1'
    """
    parts = [f"avg:{average}" if part.startswith("avg:") else part for part in parts_of(signature)]
    return "|".join(parts) if f"avg:{average}" in parts else with_choices(signature, {"avg": average})


def without_intervals(signature: str) -> str:
    """Remove the part about intervals.

    >>> without_intervals("carb|v:1|ci:bca/100/seed:0/95")
    'carb|v:1'
    """
    return "|".join(part for part in parts_of(signature) if not part.startswith("ci:"))


def pair_signature(first: str, second: str, test: str, pairs: int) -> str:
    """Write the choices behind the difference between two systems.

    These are the choices of their scores, the test, the number of pairs that Holm adjusts p for, and the intervals.

    >>> pair_signature("carb|v:1|ci:bca", "carb|v:1|ci:bca", "test:exact/4", 3)
    'carb|v:1|test:exact/4|holm:3|ci:bca'
    """
    intervals = [part for part in parts_of(first) if part.startswith("ci:")]
    both = dict.fromkeys(map(without_intervals, (first, second)))
    return "|".join([" − ".join(both), test, f"holm:{pairs}", *intervals])


def parts_of(signature: str) -> list[str]:
    """Split a signature into its parts.

    >>> parts_of("muc4|def:F[(a | b)]|v:1")
    ['muc4', 'def:F[(a | b)]', 'v:1']
    """
    return BETWEEN.split(signature)


def evaluation_choices(options: Options, reading: Reading, joined: str = "join") -> dict[str, str]:
    """List the choices that all metrics of open extraction share: which extractions count, and how files are read.

    ``joined`` is what the metric does with arguments after the second if they are not left out.
    """
    nary = joined if options.nary == "join" else options.nary
    choices = {"nary": nary, "explicit": "only" if options.explicit_only else "all"}
    if options.view is not None:
        choices["view"] = options.view
    if options.unknown != "error":
        choices["unknown"] = options.unknown
    if options.tokens != "aligned":
        choices["tokens"] = options.tokens
    if options.ids_from is not None:
        choices["ids-from"] = f"{options.ids_from}"
    return choices | reading_choices(reading)


def task_choices(task: Task, options: Choices, reading: Reading, time_limit: float | None) -> dict[str, str]:
    """List the choices that all metrics of a task share: its options, the time limit, and how files are read."""
    choices = dict(task.signed(options))
    if time_limit is not None:
        choices["time-limit"] = f"{time_limit:g}s"
    return choices | reading_choices(reading)


def reading_choices(reading: Reading) -> dict[str, str]:
    """List the settings for reading files that differ from their defaults."""
    choices = {}
    if reading.format is not None:
        choices["format"] = reading.format
    if reading.gold_format is not None:
        choices["gold-format"] = reading.gold_format
    if reading.columns is not None:
        choices["columns"] = reading.columns
    if reading.map is not None:
        choices["map"] = reading.map
    if (encoding := codecs.lookup(reading.encoding).name) != USUAL_ENCODING:
        choices["encoding"] = encoding
    if reading.tokens is not None:
        choices["tokens"] = reading.tokens
    if reading.quantities is not None:
        choices["quantities"] = reading.quantities
    if reading.missing != "error":
        choices["missing"] = reading.missing
    return choices


def joined_signatures(signatures: Sequence[str]) -> list[str]:
    """Merge the signatures that differ only in the facet, and give each once.

    >>> joined_signatures(["benchie|facet:default|v:1", "benchie|facet:C|v:1", "carb|v:1"])
    ['benchie|facet:default,C|v:1', 'carb|v:1']
    """
    groups: list[list[list[str]]] = []
    for signature in dict.fromkeys(signatures):
        parts = parts_of(signature)
        for group in groups:
            if _differ_in_facet(group[0], parts):
                group.append(parts)
                break
        else:
            groups.append([parts])
    return ["|".join(map(_join_parts, zip(*group, strict=True))) for group in groups]


def _differ_in_facet(first: Sequence[str], parts: Sequence[str]) -> bool:
    return len(first) == len(parts) and all(
        first_part == part or (first_part.startswith("facet:") and part.startswith("facet:"))
        for first_part, part in zip(first, parts, strict=True)
    )


def _join_parts(parts: Sequence[str]) -> str:
    name = parts[0].partition(":")[0]
    if len(set(parts)) == 1:
        return parts[0]
    return f"{name}:" + ",".join(part.removeprefix(f"{name}:") for part in parts)
