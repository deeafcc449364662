"""The options of a study: which systems it compares, and how their extractions were sampled."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line

PER = ("system", "sentence")
MOST_STRATA = 100
MOST_LABELLERS = 20


@dataclass(frozen=True, slots=True)
class SystemTotals:
    """What a system extracted before anything was sampled; equal extractions of a sentence count once."""

    extractions: int
    sentences: int

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """How the tasks of a study were made.

    ``sample`` extractions were drawn for each system or each sentence (``per``), all if it is ``None``, with a ``seed``
    and evenly from ``strata`` groups of equal size by confidence. ``repeats`` is the share of tasks that come a second
    time. Each task is given to ``labellers`` people. ``systems`` is empty until the tasks are made. A study that was
    imported keeps what its file says of its making in ``info``.
    """

    systems: Mapping[str, SystemTotals] = field(default_factory=dict)
    seed: int = 0
    per: str = "system"
    sample: int | None = None
    strata: int = 1
    repeats: float = 0.0
    labellers: int = 2
    info: Mapping[str, Any] | None = None

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give all options by name."""
        systems = {
            name: {"extractions": totals.extractions, "sentences": totals.sentences}
            for name, totals in self.systems.items()
        }
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "systems": systems}

    def to_info(self) -> dict[str, Any]:
        """Give what ``Study.info`` says of the study's making."""
        options = self.to_json()
        info = options.pop("info")
        return options if info is None else dict(info)

    @classmethod
    def from_info(cls, info: Mapping[str, Any], labellers: int) -> StudyOptions:
        """Read what the file of a study says; ``labellers`` is how many labelled a task at most.

        What is not written as Karat does stays as it is in ``info``.
        """
        with suppress(InputError):
            options = cls.from_json(info)
            if options.to_info() == info:
                return options
        systems: dict[str, SystemTotals] = {}
        with suppress(InputError):
            systems = _read_systems(info.get("systems", {}))
        return cls(systems, labellers=max(1, min(labellers, MOST_LABELLERS)), info=info)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> StudyOptions:
        """Check options; one that is left out has its default."""
        known = {each.name for each in fields(cls)}
        for name, option in value.items():
            if name not in known:
                raise UnknownNameError("option of a study", name, sorted(known))
            _check_option(name, option)
        return cls(**{**value, "systems": _read_systems(value.get("systems", {}))})


def _check_option(name: str, value: object) -> None:
    match name:
        case "systems":
            return
        case "info":
            expected, is_valid = "values by name, or nothing", value is None or isinstance(value, Mapping)
        case "seed":
            expected, is_valid = "a number, 0 or more", _is_count(value)
        case "per":
            expected, is_valid = " or ".join(PER), value in PER
        case "sample":
            expected = "a number of extractions, 1 or more, or nothing"
            is_valid = value is None or (_is_count(value) and value != 0)
        case "strata":
            expected = f"a number from 1 to {MOST_STRATA}"
            is_valid = type(value) is int and 1 <= value <= MOST_STRATA
        case "repeats":
            expected = "a share from 0 to 1"
            is_valid = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        case _:
            expected = f"a number from 1 to {MOST_LABELLERS}"
            is_valid = type(value) is int and 1 <= value <= MOST_LABELLERS
    if not is_valid:
        raise InputError(f"option {name}: expected {expected}, found {value!r}")


def _read_systems(value: object) -> dict[str, SystemTotals]:
    names = {each.name for each in fields(SystemTotals)}
    is_valid = isinstance(value, Mapping) and all(
        isinstance(name, str)
        and isinstance(totals, Mapping)
        and set(totals) == names
        and all(map(_is_count, totals.values()))
        for name, totals in value.items()
    )
    if not is_valid or not isinstance(value, Mapping):
        raise InputError(
            "option systems: expected the numbers of extractions and sentences by system, found something else"
        )
    return {name: SystemTotals(**totals) for name, totals in value.items()}


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0
