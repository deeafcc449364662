"""Calls in daemon threads, so that Ctrl-C does not wait for an answer that may take minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
U = TypeVar("U")

AHEAD = 4
"""How many calls, for each worker, may have begun before their results are due; finished ones wait in memory."""


def start_in_thread(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> Future[T]:
    """Start a call in a thread of its own.

    The standard library's thread pools wait for their threads before the program ends, even for blocked ones.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(function(*arguments, **options))
        except BaseException as error:  # noqa: BLE001 (raised by future.result())
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future


def call_in_order(function: Callable[[T], U], items: Iterable[T], workers: int) -> Iterator[U]:
    """Call a function with each item, ``workers`` of them at once, and yield the results in the items' order.

    A single worker needs no thread. While the next result is due, the other workers go on, but only so far that few
    results wait in memory. After an error, nothing more is called; the results before it are yielded, and the calls
    that are under way are waited for, since their answers may be kept by whom they ask, before the error is raised.
    """
    if workers == 1:
        yield from map(function, items)
        return
    waiting = iter(items)
    begun: list[Future[U]] = []
    while True:
        running = [future for future in begun if not future.done()]
        if not any(map(_error, begun)):
            free = min(workers - len(running), workers * AHEAD - len(begun))
            started = [start_in_thread(function, item) for item in islice(waiting, free)]
            begun += started
            running += started
        if not begun:
            return
        if not begun[0].done():
            wait(running, return_when=FIRST_COMPLETED)  # at once if one is done by now: its place is free
            continue
        first = begun.pop(0)
        if first.exception() is not None:
            wait(begun)
        yield first.result()


def call_as_completed(function: Callable[[T], U], items: Iterable[T], workers: int) -> Iterator[U]:
    """Call a function with each item, ``workers`` of them at once in threads, and yield the results as they come.

    After an error, nothing more is called, but the results of the calls that are under way are still yielded.
    """
    waiting = iter(items)
    failed: BaseException | None = None
    running = {start_in_thread(function, item) for item in islice(waiting, workers)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            failed = failed or future.exception()
        if failed is None:
            running |= {start_in_thread(function, item) for item in islice(waiting, len(done))}
        yield from (future.result() for future in done if future.exception() is None)
    if failed is not None:
        raise failed


def _error(future: Future[U]) -> BaseException | None:
    return future.exception() if future.done() else None
