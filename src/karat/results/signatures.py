"""Signatures: every choice that can move a number, in one line. All of them are put together here.

A metric names its own choices. What reading takes, and what every metric of a command obeys, is added to each of its
measurements by ``with_choices``, so that no metric can forget one.
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
"""What parts the choices; a bar with spaces around it belongs to a definition."""

USUAL_ENCODING = "utf-8"


def signature_of(metric: str, choices: Iterable[str]) -> str:
    """Write a metric's own choices, with the version.

    >>> signature_of("benchie", ["facet:C"]).partition("|v:")[0]
    'benchie|facet:C'
    """
    return "|".join([metric, *choices, f"v:{__version__}"])


def with_choices(signature: str, choices: Mapping[str, str]) -> str:
    """Add choices before the version; one that the metric names in its own way stays as it is.

    >>> with_choices("wire57|nary:apart|v:1", {"nary": "join", "explicit": "all"})
    'wire57|nary:apart|explicit:all|v:1'
    >>> with_choices("words|v:1", {"words": "aligned"})
    'words|words:aligned|v:1'
    """
    parts = parts_of(signature)
    known = {
        part.partition(":")[0] for part in parts[1:]
    }  # the first is the metric, which may be called as a choice is
    new = [f"{name}:{value.replace('|', '%7C')}" for name, value in choices.items() if name not in known]
    version = next((place for place, part in enumerate(parts) if part.startswith("v:")), len(parts))
    return "|".join([*parts[:version], *new, *parts[version:]])


def with_average(signature: str, average: str) -> str:
    """Name another average over documents than the metric's own.

    >>> with_average("las|avg:micro|v:1", "macro")
    'las|avg:macro|v:1'
    """
    parts = [f"avg:{average}" if part.startswith("avg:") else part for part in parts_of(signature)]
    return "|".join(parts) if f"avg:{average}" in parts else with_choices(signature, {"avg": average})


def without_intervals(signature: str) -> str:
    """Leave out how the intervals were drawn.

    >>> without_intervals("carb|v:1|ci:bca/100/seed:0/95")
    'carb|v:1'
    """
    return "|".join(part for part in parts_of(signature) if not part.startswith("ci:"))


def pair_signature(one: str, other: str, test: str, pairs: int) -> str:
    """Write the choices behind the difference of two systems.

    Those of their scores, the test, for how many pairs Holm adjusts p, and the intervals.

    >>> pair_signature("carb|v:1|ci:bca", "carb|v:1|ci:bca", "test:exact/4", 3)
    'carb|v:1|test:exact/4|holm:3|ci:bca'
    """
    intervals = [part for part in parts_of(one) if part.startswith("ci:")]
    both = dict.fromkeys(map(without_intervals, (one, other)))
    return "|".join([" − ".join(both), test, f"holm:{pairs}", *intervals])


def parts_of(signature: str) -> list[str]:
    """Take a signature apart.

    >>> parts_of("muc4|def:F[(a | b)]|v:1")
    ['muc4', 'def:F[(a | b)]', 'v:1']
    """
    return BETWEEN.split(signature)


def evaluation_choices(options: Options, reading: Reading, joined: str = "join") -> dict[str, str]:
    """Name what all metrics of open extraction obey: which extractions are kept, and how files are read.

    ``joined`` is what the metric does with arguments after the second where they are not left out.
    """
    nary = joined if options.nary == "join" else options.nary
    found = {"nary": nary, "explicit": "only" if options.explicit_only else "all"}
    if options.view is not None:
        found["view"] = options.view
    if options.unknown != "error":
        found["unknown"] = options.unknown
    return found | reading_choices(reading)


def task_choices(task: Task, options: Choices, reading: Reading, time_limit: float | None) -> dict[str, str]:
    """Name what all metrics of a task obey: its options, how files are read and paired, how long is searched."""
    found = dict(task.signed(options))
    if time_limit is not None:
        found["time-limit"] = f"{time_limit:g}s"
    return found | reading_choices(reading)


def reading_choices(reading: Reading) -> dict[str, str]:
    """Name what was said about the files, where that is not left to them."""
    found = {}
    if reading.format is not None:
        found["format"] = reading.format
    if reading.gold_format is not None:
        found["gold-format"] = reading.gold_format
    if (encoding := codecs.lookup(reading.encoding).name) != USUAL_ENCODING:
        found["encoding"] = encoding
    if reading.missing != "error":
        found["missing"] = reading.missing
    return found


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
    return ["|".join(_joined(list(each)) for each in zip(*group, strict=True)) for group in groups]


def _differ_in_facet(first: Sequence[str], parts: Sequence[str]) -> bool:
    return len(first) == len(parts) and all(
        one == other or (one.startswith("facet:") and other.startswith("facet:"))
        for one, other in zip(first, parts, strict=True)
    )


def _joined(parts: list[str]) -> str:
    name = parts[0].partition(":")[0]
    if len(set(parts)) == 1:
        return parts[0]
    return f"{name}:" + ",".join(part.removeprefix(f"{name}:") for part in parts)
