"""Who may be matched with whom (Chen et al., 2023, equation 13), and what breaks ties."""

from __future__ import annotations

from enum import Enum


class Constraint(Enum):
    """How many partners an element may have: its sign, and its name in a signature."""

    ONE_TO_ONE = ("↔", "one_to_one")
    N_TO_ONE = ("→", "n_to_one")
    ONE_TO_N = ("←", "one_to_n")
    N_TO_N = ("~", "n_to_n")
    GREEDY = ("↔ᵍ", "greedy")

    @property
    def sign(self) -> str:
        """The arrow of the paper."""
        return self.value[0]

    @property
    def one_per_predicted(self) -> bool:
        """Whether a prediction has at most one partner."""
        return self in (Constraint.ONE_TO_ONE, Constraint.N_TO_ONE, Constraint.GREEDY)

    @property
    def one_per_gold(self) -> bool:
        """Whether a gold element has at most one partner."""
        return self in (Constraint.ONE_TO_ONE, Constraint.ONE_TO_N, Constraint.GREEDY)


class Ties(Enum):
    """Which of several equally good partners an element gets where others may share it."""

    SPREAD = "spread"
    """So that as much as possible of the other side is covered; the order of elements does not matter."""

    FIRST = "first"
    """The first in order, as BenchIE credits the first synset that accepts an extraction."""


TIES_IN_ORDER = "ties:order"
"""In signatures of greedy matchings: of equally heavy pairs the first in order is taken, which can move the score."""

ONE_TO_ONE = Constraint.ONE_TO_ONE
N_TO_ONE = Constraint.N_TO_ONE
ONE_TO_N = Constraint.ONE_TO_N
N_TO_N = Constraint.N_TO_N
GREEDY = Constraint.GREEDY
BEST_PER_GOLD = Constraint.ONE_TO_N
"""Each gold element gets its best prediction, which others may share."""
BEST_PER_PREDICTED = Constraint.N_TO_ONE
SPREAD = Ties.SPREAD
FIRST = Ties.FIRST
