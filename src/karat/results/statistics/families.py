"""Families of systems, such as rule-based and neural ones, and the means of their scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line
from karat.results.measurement import VALUES, Key
from karat.results.system_result import SystemResult

Values = tuple[float | None, float | None, float | None]


@dataclass(frozen=True, slots=True)
class FamilyMean:
    """The means of a family's precision, recall and F1 by one metric; undefined if one of its systems has none.

    ``delta`` are the means of what the systems lose from the originals to the worst of each clique (ROBUST).
    """

    metric: str
    facet: str | None
    precision: float | None
    recall: float | None
    f1: float | None
    delta: Values | None = None

    __repr__ = one_line

    @property
    def key(self) -> Key:
        """The metric and the facet."""
        return self.metric, self.facet


@dataclass(frozen=True, slots=True)
class Family:
    """A family: the names of its systems, and their means by each metric.

    ``overestimate`` is the mean of CaRB's F1 minus BenchIE's, ``None`` unless both were measured.
    """

    name: str
    systems: tuple[str, ...]
    means: tuple[FamilyMean, ...]
    overestimate: float | None = None

    __repr__ = one_line

    def __getitem__(self, key: str | Key) -> FamilyMean:
        """Look up the means by a metric; without a facet, the overall ones or those of the facet ``default``."""
        metric, facet = key if isinstance(key, tuple) else (key, None)
        by_facet = {mean.facet: mean for mean in self.means if mean.metric == metric}
        if facet in by_facet:
            return by_facet[facet]
        if facet is None and "default" in by_facet:
            return by_facet["default"]
        raise UnknownNameError("measurement", metric if facet is None else f"{metric}-{facet}", _labels(self.means))


def _labels(means: Iterable[FamilyMean]) -> list[str]:
    return [mean.metric if mean.facet is None else f"{mean.metric}-{mean.facet}" for mean in means]


def find_families(systems: Sequence[SystemResult]) -> tuple[Family, ...]:
    """Collect the families of systems, in the order in which they first appear, and compute their means."""
    members: dict[str, list[SystemResult]] = {}
    for system in systems:
        if system.family is not None:
            members.setdefault(system.family, []).append(system)
    return tuple(_family(name, own) for name, own in members.items())


def _family(name: str, systems: Sequence[SystemResult]) -> Family:
    means = []
    for first in systems[0].measurements:
        measured = [system[first.key] for system in systems]
        deltas = [one.delta.values for one in measured if one.delta is not None]
        precision, recall, f1 = (_mean([getattr(one, value).value for one in measured]) for value in VALUES)
        delta = _means_of_deltas(deltas) if len(deltas) == len(measured) else None
        means.append(FamilyMean(first.metric, first.facet, precision, recall, f1, delta))
    overestimate = _mean([system.overestimate for system in systems])
    return Family(name, tuple(system.name for system in systems), tuple(means), overestimate)


def _means_of_deltas(deltas: Sequence[Sequence[float | None]]) -> Values:
    precision, recall, f1 = map(_mean, zip(*deltas, strict=True))
    return precision, recall, f1


def _mean(values: Sequence[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return fmean(defined) if len(defined) == len(values) else None


def with_families(systems: Sequence[SystemResult], families: Mapping[str, Iterable[str]]) -> list[SystemResult]:
    """Put systems into families, given by the families' names; a system of two families is an error."""
    family_of = {system.name: system.family for system in systems}
    for family, names in families.items():
        if isinstance(names, str):
            raise InputError(f"family {family!r}: expected a list of systems, found the text {names!r}")
        for name in names:
            if name not in family_of:
                raise UnknownNameError("system", name, family_of)
            if family_of[name] not in (None, family):
                raise InputError(f"{name}: expected one family, found {family_of[name]!r} and {family!r}")
            family_of[name] = family
    return [replace(system, family=family_of[system.name]) for system in systems]


def family_object(family: Family) -> dict[str, Any]:
    """Write a family as a JSON object."""
    return {
        "name": family.name,
        "systems": list(family.systems),
        **({} if family.overestimate is None else {"overestimate": family.overestimate}),
        "means": [
            {
                "metric": mean.metric,
                **({} if mean.facet is None else {"facet": mean.facet}),
                **{value: getattr(mean, value) for value in VALUES},
                **({} if mean.delta is None else {"delta": dict(zip(VALUES, mean.delta, strict=True))}),
            }
            for mean in family.means
        ],
    }
