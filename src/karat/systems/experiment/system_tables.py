"""Read the systems of a plan: what is run with its options, or outputs that exist already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from karat.systems import registry
from karat.systems.experiment.plan import EVERYWHERE, PlannedSystem
from karat.systems.experiment.problems import Place, PlanProblems, describe_unknown

SOURCES = ("system", "output", "published")
SHARED = ("family", "benchmarks")
"""The keys that every system may have, wherever its extractions come from."""


def read_systems(problems: PlanProblems, tables: Mapping[str, Any], benchmarks: Sequence[str]) -> list[PlannedSystem]:
    """Read the table of each system."""
    if not tables:
        problems.add(("systems",), "expected at least one table [systems.NAME], found none")
    problems.check_names(("systems",), list(tables))
    read = [_read_system(problems, name, table, benchmarks) for name, table in tables.items()]
    return [system for system in read if system is not None]


def _read_system(problems: PlanProblems, name: str, table: object, benchmarks: Sequence[str]) -> PlannedSystem | None:
    place = ("systems", name)
    if not isinstance(table, dict):
        problems.add(place, f"expected a table, found {table!r}")
        return None
    sources = [key for key in SOURCES if key in table]
    own = _own_benchmarks(problems, table, benchmarks, place)
    planned = PlannedSystem(name, family=problems.text(table, "family", place), benchmarks=tuple(own))
    match sources:
        case ["system"]:
            return _read_run(problems, planned, table, place)
        case ["output"]:
            problems.unknown_keys(place, table, ("output", *SHARED))
            return replace(planned, outputs=_read_outputs(problems, table["output"], own, benchmarks, place))
        case ["published"]:
            problems.unknown_keys(place, table, ("published", *SHARED))
            return replace(planned, published=problems.text(table, "published", place))
    problems.add(place, f"expected system, output or published, found {' and '.join(sources) or 'none of them'}")
    return None


def _own_benchmarks(problems: PlanProblems, table: Mapping[str, Any], known: Sequence[str], place: Place) -> list[str]:
    """The benchmarks that a system is for, by default all."""
    wanted = table.get("benchmarks", list(known))
    if not isinstance(wanted, list) or not all(isinstance(name, str) for name in wanted):
        problems.add((*place, "benchmarks"), f"expected a list of names, found {wanted!r}")
        return list(known)
    for name in wanted:
        if name not in known:
            problems.add((*place, "benchmarks", name), describe_unknown(name, known))
    return [name for name in known if name in wanted]


def _read_run(
    problems: PlanProblems, planned: PlannedSystem, table: Mapping[str, Any], place: Place
) -> PlannedSystem | None:
    """Check the options of a system that is run, and those for single benchmarks, against its dataclass of options."""
    kind = str(table["system"])
    options_class = problems.made((*place, "system"), lambda: registry.system_named(kind).load_options())
    if options_class is None:
        return None
    given = {key: value for key, value in table.items() if key not in ("system", "on", *SHARED)}
    options = _read_options(problems, options_class, given, place, ("on", *SHARED))
    tables = problems.table({"on": table.get("on", {})}, "on", place)
    problems.unknown_keys((*place, "on"), tables, planned.benchmarks)
    on = {}
    for name in planned.benchmarks:
        if name in tables:
            own = problems.table(tables, name, (*place, "on"))
            on[name] = _read_options(problems, options_class, own, (*place, "on", name))
    return replace(planned, system=kind, options=options, on=on)


def _read_options(
    problems: PlanProblems, options_class: Any, given: Mapping[str, Any], place: Place, others: Sequence[str] = ()
) -> dict[str, Any]:
    """Convert the options of a system; paths begin at the plan's folder."""
    problems.unknown_keys(place, given, [*(each.name for each in fields(options_class)), *others])
    values = problems.fields(options_class, given, place)
    folder = problems.path.parent
    names = getattr(options_class, "FILES_OR_NAMES", ())
    return {key: _from_folder(folder, value, key in names) for key, value in values.items()}


def _from_folder(folder: Path, value: Any, is_file_or_name: bool) -> Any:
    if isinstance(value, Path):
        return folder / value
    return str(folder / value) if is_file_or_name and value and (folder / value).is_file() else value


def _read_outputs(
    problems: PlanProblems, given: object, own: Sequence[str], benchmarks: Sequence[str], place: Place
) -> dict[str, Path]:
    """Find the file of each benchmark: one for each name, or one path with a place for the name."""
    place = (*place, "output")
    texts: dict[str, object]
    if isinstance(given, dict):
        problems.unknown_keys(place, given, benchmarks)
        texts = {name: text for name, text in given.items() if name in own}
    elif isinstance(given, str) and (EVERYWHERE in given or len(own) <= 1):
        texts = {name: given.replace(EVERYWHERE, name) for name in own}
    else:
        first = benchmarks[0] if benchmarks else "NAME"
        example = f'"outputs/{EVERYWHERE}.txt" or {{{first} = "output.txt"}}'
        found = f"one for {len(own)} benchmarks" if isinstance(given, str) else repr(given)
        problems.add(place, f"expected a file for each benchmark, as {example}, found {found}")
        return {}
    outputs = {}
    for name, text in texts.items():
        if isinstance(text, str) and text:
            outputs[name] = problems.path.parent / text
        else:
            problems.add((*place, name), f"expected a path, found {text!r}")
    return outputs
