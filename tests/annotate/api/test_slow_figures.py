"""Figures that take long are computed once for all who ask, and kept in proportion to what they cost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from karat.annotate.api.slow_figures import KEPT, SlowFigures


class Clock:
    """Time that passes as the test says."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time

    def work(self, seconds: float, figure: str) -> str:
        self.time += seconds
        return figure


def test_a_quick_figure_is_always_new() -> None:
    clock = Clock()
    figures = SlowFigures(clock)
    assert [figures.find("a", lambda word=word: clock.work(0.5, word)) for word in ("one", "two")] == ["one", "two"]


def test_a_slow_figure_is_kept_for_a_while() -> None:
    clock = Clock()
    figures = SlowFigures(clock)
    assert figures.find("a", lambda: clock.work(30, "old")) == "old"
    clock.time += 30 * KEPT - 1
    assert figures.find("a", lambda: clock.work(30, "new")) == "old"
    assert figures.find("b", lambda: clock.work(30, "other")) == "other"
    clock.time += 1
    assert figures.find("a", lambda: clock.work(30, "new")) == "new"


def test_those_who_ask_at_once_wait_for_one_computation() -> None:
    clock, start, computed = Clock(), Barrier(4), []
    figures = SlowFigures(clock)

    def ask(_: int) -> str:
        start.wait(timeout=10)
        return figures.find("a", lambda: computed.append(1) or clock.work(30, "figure"))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ask, range(4))) == ["figure"] * 4
    assert len(computed) == 1


def test_a_quick_figure_is_kept_as_long_as_what_it_is_computed_from() -> None:
    clock = Clock()
    figures = SlowFigures(clock)
    found = [
        figures.find("a", lambda word=word: clock.work(0.5, word), version)
        for word, version in (("one", 1), ("two", 1), ("three", 2), ("four", 2), ("five", None), ("six", 2))
    ]
    assert found == ["one", "one", "three", "three", "five", "six"]
