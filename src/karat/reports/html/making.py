"""How the numbers were made: everything needed to reproduce them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from karat.reports.html.elements import Html, element, table
from karat.reports.html.signatures import signature_list
from karat.reports.html.units import unit_of
from karat.reports.tables.pairs import name_test
from karat.reports.tables.table import counted, printable
from karat.results.evaluation import Evaluation
from karat.results.statistics.resampling import Resampling


def making(evaluation: Evaluation) -> list[Html]:
    """Method, command, versions, files with checksums, signatures, notes."""
    return list(_parts(evaluation))


def _parts(evaluation: Evaluation) -> Iterator[Html]:
    yield element("p", " ".join(_method(evaluation)))
    grounds = evaluation.grounds
    if grounds is not None and grounds.command:
        yield element("h3", "Command")
        yield element("pre", grounds.command, tabindex=0, aria_label="Command")
    versions = dict(grounds.versions) if grounds is not None else {"karat": evaluation.version}
    yield element("h3", "Versions")
    yield element("p", ", ".join(f"{name} {version}" for name, version in versions.items()))
    if grounds is not None and grounds.files:
        yield element("h3", "Files")
        rows = [
            (printable(Path(file.path).name), file.role, f"{file.size:,}", element("code", file.sha256))
            for file in grounds.files
        ]
        yield table(("file", "role", "bytes", "SHA-256"), rows, class_="texts")
    yield element("h3", "Signatures")
    yield element(
        "p", "What differs from the defaults; each opens to every choice that can move the number.", class_="quiet"
    )
    yield signature_list([one.signature for system in evaluation for one in system.measurements])
    yield from _notes(evaluation)


def _method(evaluation: Evaluation) -> Iterator[str]:
    units = f"{unit_of(evaluation)}s"
    resampling = evaluation.resampling
    if resampling is None:
        yield "The values have no intervals; none were asked for."
        return
    yield f"Intervals hold {resampling.level * 100:g} % and {_how(resampling, units)}."
    if evaluation.comparisons:
        yield f"Differences between systems: {name_test(evaluation.comparisons[0].comparison.method)}."


def _how(resampling: Resampling, units: str) -> str:
    if resampling.method == "korn-graubard":
        return (
            f"are over the {units}: Clopper and Pearson's at the effective sample size (Korn and Graubard 1998), those "
            "of differences by a paired t statistic"
        )
    name = "BCa" if resampling.method == "bca" else resampling.method
    drawn = counted(resampling.resamples, "resample")
    return f"come from {drawn} of the {units} ({name} bootstrap, seed {resampling.seed})"


def _notes(evaluation: Evaluation) -> Iterator[Html]:
    notes = [f"{printable(system.name)}: {note}" for system in evaluation for note in system.notes if not note.warning]
    if not notes and not evaluation.notes:
        return
    yield element("h3", "Notes")
    if notes:
        yield element("ul", (element("li", note) for note in notes))
    if evaluation.notes:
        lines = (element("li", _without_folder(note)) for note in evaluation.notes)
        said = f"{counted(len(evaluation.notes), 'damaged line')} of the gold read with repairs"
        yield element("details", element("summary", said), element("ul", lines))


def _without_folder(note: str) -> str:
    """Name the gold file without its folders, which are private."""
    place, colon, rest = note.partition(": ")
    return f"{Path(place).name}{colon}{rest}"
