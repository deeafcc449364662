"""Calls in daemon threads, so that Ctrl-C does not wait for an answer that may take minutes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


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
