"""Work in threads that end with the program, so that Ctrl-C need not wait for an answer that may take minutes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def begun(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> Future[T]:
    """Begin a call in a thread of its own.

    A pool of the standard library would wait for its threads before the program ends, whatever they wait for.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(function(*arguments, **options))
        except BaseException as error:  # noqa: BLE001 (whoever waits for the result gets it)
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future
