"""What the admin of a clique project chooses: how batches are dealt, sampled and accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line

ALL, MEAN = "all", "mean"
RULES = (ALL, MEAN)

MOST_CLIQUES = 1_000
MOST_PEOPLE = 20

_LIMITS = {
    "batch_size": (1, MOST_CLIQUES),
    "workers": (1, MOST_PEOPLE),
    "experts": (1, MOST_PEOPLE),
    "sample": (1, 100),
    "accept_above": (0, 99),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The protocol of batches (Qi et al., 2023, appendix A.1), each number of it a setting.

    ``workers`` and ``experts`` are the least numbers of people. ``sample`` and ``accept_above`` are percentages: of the
    cliques of a batch, and of the sentences that must be right, *strictly* more. ``rule`` says when a sentence is
    right: if all experts say so, or in the mean over experts.
    """

    batch_size: int = 20
    workers: int = 3
    experts: int = 2
    sample: int = 40
    accept_above: int = 90
    rule: str = ALL

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give all options by name."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Options:
        """Check options; one that is left out has its default."""
        known = [each.name for each in fields(cls)]
        for name, option in value.items():
            if name not in known:
                raise UnknownNameError("option of a clique project", name, known)
            if name == "rule":
                expected, is_valid = f"one of {', '.join(RULES)}", option in RULES
            else:
                least, most = _LIMITS[name]
                expected, is_valid = f"a number from {least} to {most}", type(option) is int and least <= option <= most
            if not is_valid:
                raise InputError(f"option {name}: expected {expected}, found {option!r}")
        return cls(**value)
