"""How far a long run is: what is done, how much a second, and how much time is left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

OFTEN = 50_000
"""After how many items that are read it is told how many there were."""


def rate_teller(
    tell: Callable[[str], None],
    what: str,
    unit: str,
    total: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Callable[[int], None]:
    """Make a function that takes how many units are done, and tells that, the rate and, of a total, the time left.

    >>> times = iter([0.0, 4.0, 100.0])
    >>> told = rate_teller(print, "scoring", "sentences", 100_000, lambda: next(times))
    >>> told(2_000)
    scoring: 2,000 of 100,000 sentences, 500 a second, 3 min left
    >>> told(100_000)
    scoring: 100,000 of 100,000 sentences, 1,000 a second
    """
    start = clock()

    def told(done: int) -> None:
        seconds = clock() - start
        text = f"{what}: {done:,} {unit}" if total is None else f"{what}: {done:,} of {total:,} {unit}"
        if seconds > 0 and done:
            rate = done / seconds
            text += f", {rate:,.0f} a second" if rate >= 1 else f", {rate * 60:,.1f} a minute"
            if total is not None and done < total:
                text += f", {duration((total - done) / rate)} left"
        tell(text)

    return told


def counted(items: Iterable[Item], told: Callable[[int], None], often: int = OFTEN) -> Iterator[Item]:
    """Yield items, and tell now and then how many there were.

    >>> times = iter([0.0, 2.0, 4.0])
    >>> told = rate_teller(print, "reading a", "rows", clock=lambda: next(times))
    >>> len(list(counted(range(10_500), told, 5_000)))
    reading a: 5,000 rows, 2,500 a second
    reading a: 10,000 rows, 2,500 a second
    10500
    """
    for number, item in enumerate(items, 1):
        yield item
        if not number % often:
            told(number)


def duration(seconds: float) -> str:
    """Write a duration in its two largest units at most.

    >>> duration(0.2), duration(59.6), duration(150), duration(7_260)
    ('1 s', '1 min', '3 min', '2 h 1 min')
    """
    if seconds < 59.5:
        return f"{max(1, round(seconds))} s"
    minutes = max(1, int(seconds / 60 + 0.5))
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
