"""The protocol of batches: dealing cliques to workers, drawing a sample for the experts, and the decision.

After Qi et al. (2023), appendix A.1: at least three workers annotate a batch, two experts check a random 40 % of it,
and it is accepted if more than 90 % are right; otherwise it goes back. All shares are compared in whole numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from karat.annotate.cliques.options import ALL, RULES
from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line

WORKING, CHECKING, ACCEPTED = "working", "checking", "accepted"
STATUSES = (WORKING, CHECKING, ACCEPTED)
"""How far a batch is; one that is refused goes back to the first."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many of the checked sentences, or of the verdicts on them, are right."""

    right: int
    total: int

    __repr__ = one_line

    def is_above(self, percent: int) -> bool:
        """Whether the share of right ones is strictly greater; of nothing, it is not.

        >>> Accuracy(9, 10).is_above(90), Accuracy(10, 11).is_above(90)
        (False, True)
        """
        return self.right * 100 > percent * self.total

    def to_json(self) -> dict[str, Any]:
        return {"right": self.right, "total": self.total}


def deal(cliques: Sequence[int], workers: Sequence[int], seed: int, least: int = 1) -> dict[int, int]:
    """Give each clique to one worker, at random, so that nobody gets two more than another.

    There must be at least ``least`` different workers. A batch with fewer cliques than that has a worker for each.
    """
    if len(set(workers)) < len(workers):
        raise InputError("workers: expected each person once, found one twice")
    if len(workers) < least:
        raise InputError(f"workers: expected at least {least} people, found {len(workers)}")
    if not cliques:
        raise InputError("batch: expected cliques to give out, found none")
    random = Random(f"deal {seed}")  # noqa: S311 - nothing is secret
    shuffled_workers = random.sample(workers, len(workers))
    shuffled_cliques = random.sample(cliques, len(cliques))
    owner = {clique: shuffled_workers[turn % len(workers)] for turn, clique in enumerate(shuffled_cliques)}
    return {clique: owner[clique] for clique in cliques}


def sample_size(cliques: int, percent: int) -> int:
    """How many of a batch's cliques are checked: a share, rounded up.

    >>> sample_size(20, 40), sample_size(3, 40), sample_size(1, 40)
    (8, 2, 1)
    """
    return -(-cliques * percent // 100)


def draw_sample(cliques: Sequence[int], percent: int, seed: int, round_number: int) -> list[int]:
    """Draw the cliques that experts check in a round, each round anew, in the order they were given in."""
    random = Random(f"sample {seed} {round_number}")  # noqa: S311 - nothing is secret
    drawn = set(random.sample(cliques, sample_size(len(cliques), percent)))
    return [clique for clique in cliques if clique in drawn]


def check_experts(experts: Sequence[int], workers: Collection[int], least: int) -> None:
    """Raise an error unless there are enough different experts, none of whom works on the batch."""
    if len(set(experts)) < len(experts):
        raise InputError("experts: expected each person once, found one twice")
    if len(experts) < least:
        raise InputError(f"experts: expected at least {least} people, found {len(experts)}")
    if set(experts) & set(workers):
        raise InputError("experts: expected people who do not work on the batch, found one of its workers")


def check_successor(before: Mapping[int, int], after: Mapping[int, int], least: int) -> None:
    """Raise an error if a batch would have fewer workers than ``least``, or than cliques, and fewer than before."""
    enough = min(least, len(before), len(set(before.values())))
    if (left := len(set(after.values()))) < enough:
        raise InputError(
            f"workers: expected at least {enough} people to share the batch, found {left}; "
            "choose somebody who has no clique of it"
        )


def measure_accuracy(verdicts: Sequence[Sequence[bool]], rule: str) -> Accuracy:
    """Count what is right, given all experts' verdicts on each sentence.

    Under the rule ``all`` a sentence is right if every expert says so. Under ``mean`` each verdict counts; as all
    experts judge the same sentences, that is the mean of the experts' accuracies.
    """
    if rule not in RULES:
        raise UnknownNameError("rule", rule, RULES)
    if any(not of_sentence for of_sentence in verdicts):
        raise InputError("verdicts: expected some on each sentence, found a sentence without")
    if rule == ALL:
        return Accuracy(sum(all(of_sentence) for of_sentence in verdicts), len(verdicts))
    if len({len(of_sentence) for of_sentence in verdicts}) > 1:
        raise InputError("verdicts: expected as many on each sentence, found fewer on one")
    return Accuracy(sum(sum(of_sentence) for of_sentence in verdicts), sum(map(len, verdicts)))
