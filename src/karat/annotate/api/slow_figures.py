"""Figures that take long on large projects: computed by one request at a time, and kept for a while."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar, cast

Figure = TypeVar("Figure")

SLOW = 2.0
"""Seconds; what is quicker is computed anew each time."""

KEPT = 10
"""A figure is kept for so many times the seconds that it took, so that a tenth of a processor is spent on it."""


@dataclass
class Kept:
    """A figure, and until when it is good."""

    figure: Any
    until: float
    version: Hashable = None


@dataclass
class SlowFigures:
    """Figures by what they are of."""

    clock: Callable[[], float] = time.monotonic
    _kept: dict[Hashable, Kept] = field(default_factory=dict)
    _locks: dict[Hashable, Lock] = field(default_factory=lambda: defaultdict(Lock))

    def find(self, key: Hashable, compute: Callable[[], Figure], version: Hashable = None) -> Figure:
        """Compute a figure, unless a slow one was computed lately; others who ask meanwhile wait for the same.

        With the version of what it is computed from, a quick one is kept as well, as long as the version stays.
        """
        with self._locks[key]:
            kept = self._kept.get(key)
            started = self.clock()
            is_same = kept is not None and version is not None and kept.version == version
            if kept is not None and (is_same or started < kept.until):
                return cast("Figure", kept.figure)
            figure = compute()
            finished = self.clock()
            seconds = finished - started
            if seconds >= SLOW:
                self._kept[key] = Kept(figure, finished + KEPT * seconds, version)
            elif version is not None:
                self._kept[key] = Kept(figure, finished, version)
            else:
                self._kept.pop(key, None)
            return figure
