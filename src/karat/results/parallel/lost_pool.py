"""What a pool raises when its workers are gone; whoever submitted parts decides whether to try again."""

from __future__ import annotations

from karat.errors import WorkersError


class PoolLostError(Exception):
    """The processes ended or the connection to the cluster broke, with the error to show if it is not tried again."""

    def __init__(self, reason: WorkersError) -> None:
        super().__init__(str(reason))
        self.reason = reason
