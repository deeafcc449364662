"""Integer programs: choose items of the largest total gain under linear constraints, by HiGHS through scipy.

The one place where searches that no assignment settles are decided: orders of graphs, latent variables, highest F1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from karat.algebra.solvers.deadline import Deadline

Floats = NDArray[np.float64]
_INFEASIBLE = 2
"""scipy's status where no choice keeps the constraints."""


PREPARATION = 1.4e-9
"""Seconds for each square of a nonzero entry that HiGHS may prepare a program without looking at its time limit.

Measured with latent variables: 3 s for 52,000 entries, 57 s for 211,000.
"""


class Answer(NamedTuple):
    """Which items are chosen, ``None`` if no choice was found; the proved bound; whether no choice is allowed."""

    chosen: NDArray[np.bool_] | None
    bound: float
    infeasible: bool


def maximise(gains: Floats, matrix: Any, limits: Any, deadline: Deadline, *, most: Any = 1) -> Answer:
    """Choose items so that ``matrix · chosen ≤ limits``; ``most`` is 0 for items that must not be chosen.

    A program whose preparation would take longer than the time left is not begun.
    """
    if not deadline.allows(PREPARATION * matrix.nnz**2):
        return Answer(None, np.inf, infeasible=False)
    answer = milp(
        -gains,
        constraints=LinearConstraint(matrix, -np.inf, limits) if matrix.shape[0] else (),
        bounds=Bounds(0, most),
        integrality=np.ones(len(gains)),
        options={"mip_rel_gap": 0.0, **deadline.options()},
    )
    bound = answer.mip_dual_bound
    return Answer(
        None if answer.x is None else answer.x > 0.5,
        np.inf if bound is None or not np.isfinite(bound) else -float(bound),
        answer.status == _INFEASIBLE,
    )
