"""Ranks and groups of systems by the paired test: which cannot be told apart, and which are below.

Two systems can be told apart where the p of their comparison, adjusted by Holm, is below ``SIGNIFICANT``. This relation
is not transitive: a can be above c although neither can be told apart from b. So groups may overlap, as in the compact
letter display (Piepho 2004, An algorithm for a letter-based representation of all-pairwise comparisons).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from karat.one_line import one_line, paragraph
from karat.results.measurement import Key
from karat.results.statistics.comparison import is_significant
from karat.results.statistics.samples import sample_names
from karat.results.statistics.systems import Pair
from karat.results.system_result import SystemResult

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_NAMES = 6
"""The most names in a sentence; of a longer list, the last ones are only counted."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A system's place: 1 + the number of systems that are significantly above it.

    ``groups`` are the indices of the groups that it belongs to, for the compact letter display.
    """

    system: str
    value: float
    rank: int
    groups: tuple[int, ...]

    __repr__ = one_line

    @property
    def letters(self) -> str:
        """The groups as letters; systems that share a letter cannot be told apart."""
        return "".join(map(_letter, self.groups))


@dataclass(frozen=True, slots=True)
class Ranking:
    """All systems by one value of one metric, the highest value first, and the groups that cannot be told apart.

    A group is a largest possible set of systems of which no two can be told apart; a system can be in several groups.
    ``undefined`` are the systems without the value, which have no rank.
    """

    metric: str
    facet: str | None
    ranks: tuple[Rank, ...]
    groups: tuple[tuple[str, ...], ...]
    undefined: tuple[str, ...] = ()

    __repr__ = one_line
    _repr_html_ = paragraph

    def __str__(self) -> str:
        return self.sentence

    def __getitem__(self, system: str) -> Rank:
        return next(rank for rank in self.ranks if rank.system == system)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The systems that no other is significantly above; no two of them can be told apart."""
        return tuple(rank.system for rank in self.ranks if rank.rank == 1)

    @property
    def below(self) -> tuple[str, ...]:
        """The systems that at least one other is significantly above."""
        return tuple(rank.system for rank in self.ranks if rank.rank > 1)

    @property
    def below_best(self) -> tuple[str, ...]:
        """The systems that one with the highest value is significantly above: those that a table marks with a star."""
        highest = [set(rank.groups) for rank in self.ranks if rank.value == self.ranks[0].value]
        return tuple(rank.system for rank in self.ranks if any(map(set(rank.groups).isdisjoint, highest)))

    @property
    def sentence(self) -> str:
        """Say who leads and how many are below: *clausie and minie cannot be told apart; seven are below*.

        A star marks who is below the best. Where others are below another system only, the sentence says so.
        """
        leaders, below = self.leaders, self.below
        if len(leaders) == 1 and self._is_clear:
            others = {1: below[0], 2: "both others"}.get(len(below), f"all {_count(len(below))} others")
            return f"{leaders[0]} is above {others}"
        together = f"{leaders[0]} leads" if len(leaders) == 1 else f"{listed_names(leaders)} cannot be told apart"
        if not below:
            return together
        of_best = len(self.below_best)
        how = "" if of_best == len(below) else f" another, {_count(of_best) if of_best else 'none'} below the best"
        return f"{together}; {_count(len(below))} {'is' if len(below) == 1 else 'are'} below{how}"

    @property
    def _is_clear(self) -> bool:
        """Whether the first system is significantly above each of the others."""
        return len(self.groups[0]) == 1

    def to_json(self) -> dict[str, Any]:
        """Return the ranking as a JSON document."""
        return {
            "metric": self.metric,
            **({"facet": self.facet} if self.facet is not None else {}),
            "sentence": self.sentence,
            "ranks": [{"system": each.system, "rank": each.rank, "letters": each.letters} for each in self.ranks],
            "groups": [list(group) for group in self.groups],
        }


def rank_systems(systems: Sequence[SystemResult], pairs: Iterable[Pair], key: Key, value: str = "f1") -> Ranking | None:
    """Rank systems by the paired tests of one metric; ``None`` if no two of them were tested.

    Systems with the same value stay in the given order, and are tied: their difference is 0. The samples of a system
    that was run several times are not tested and have no rank.
    """
    samples = sample_names(system.name for system in systems)
    values = {system.name: getattr(system[key], value).value for system in systems if system.name not in samples}
    names = sorted((name for name in values if values[name] is not None), key=lambda name: -values[name])
    tested = [
        pair
        for pair in pairs
        if pair.key == key and pair.comparison.p_holm is not None and {pair.a, pair.b} <= set(names)
    ]
    if not tested:
        return None
    above: dict[str, set[str]] = {name: set() for name in names}
    for pair in tested:
        difference = pair.comparison.difference
        if difference and is_significant(pair.comparison.p_holm):
            higher, lower = (pair.a, pair.b) if difference > 0 else (pair.b, pair.a)
            above[lower].add(higher)
    groups = _groups(names, above)
    ranks = tuple(
        Rank(name, values[name], 1 + len(above[name]), tuple(i for i, group in enumerate(groups) if name in group))
        for name in names
    )
    return Ranking(*key, ranks, groups, tuple(name for name in values if values[name] is None))


def _groups(names: Sequence[str], above: dict[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Find all largest sets of systems of which no two differ: divide a set at each pair that does (Piepho 2004)."""
    sets = [frozenset(names)]
    for lower in names:
        for higher in names:
            if higher in above[lower]:
                divided = [part for each in sets for part in _divide(each, lower, higher)]
                sets = [each for each in dict.fromkeys(divided) if not any(each < other for other in divided)]
    ordered = [tuple(name for name in names if name in each) for each in sets]
    return tuple(sorted(ordered, key=lambda group: [names.index(name) for name in group]))


def _divide(group: frozenset[str], one: str, other: str) -> list[frozenset[str]]:
    return [group - {one}, group - {other}] if one in group and other in group else [group]


def listed_names(names: Sequence[str]) -> str:
    """Write names as a sentence lists them; the last of many are only counted.

    >>> listed_names(["clausie", "minie", "mine"])
    'clausie, minie and mine'
    """
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 1], f"{_count(len(names) - MOST_NAMES + 1)} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _count(number: int) -> str:
    return WORDS[number] if number < len(WORDS) else str(number)


def _letter(index: int) -> str:
    return ascii_lowercase[index] if index < len(ascii_lowercase) else f"({index + 1})"
