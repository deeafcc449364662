"""Threads that end with the program, and calls in them: in order, or as they are completed."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from karat.systems.threads import AHEAD, call_as_completed, call_in_order, start_in_thread


def test_results_and_errors() -> None:
    assert start_in_thread(pow, 2, 5).result(10) == 32
    with pytest.raises(ZeroDivisionError):
        start_in_thread(divmod, 1, 0).result(10)


def test_the_program_does_not_wait() -> None:
    """A pool of the standard library would keep this one for a minute."""
    call = "from karat.systems.threads import start_in_thread; start_in_thread(time.sleep, 60)"
    program = f"import time; {call}; raise KeyboardInterrupt"
    start = time.monotonic()
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=50, check=False)
    assert found.returncode != 0
    assert b"KeyboardInterrupt" in found.stderr
    assert time.monotonic() - start < 40


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_results_in_order(workers: int) -> None:
    """The first call is the slowest, and its result is still the first."""
    begun = threading.Event()

    def call(number: int) -> int:
        if number == 0 and workers > 1:
            begun.wait(10)
        if number == 1:
            begun.set()
        return number * number

    assert list(call_in_order(call, range(30), workers)) == [number * number for number in range(30)]


def test_one_worker_needs_no_thread() -> None:
    threads = list(call_in_order(lambda _: threading.current_thread(), range(2), 1))
    assert threads == [threading.main_thread()] * 2


def test_few_results_wait() -> None:
    """While the first result is due, the others go on only so far, and never more than ``workers`` at once."""
    release = threading.Event()
    lock = threading.Lock()
    begun: list[int] = []
    running, most = 0, 0

    def call(number: int) -> int:
        nonlocal running, most
        with lock:
            begun.append(number)
            running += 1
            most = max(most, running)
        if number == 0:
            release.wait(10)
        with lock:
            running -= 1
        return number

    results = call_in_order(call, range(100), 3)
    first: list[int] = []
    waiting = threading.Thread(target=lambda: first.append(next(results)))
    waiting.start()
    end = time.monotonic() + 10
    while len(begun) < 3 * AHEAD and time.monotonic() < end:
        time.sleep(0.001)
    time.sleep(0.05)
    assert len(begun) == 3 * AHEAD
    release.set()
    waiting.join()
    assert [*first, *results] == list(range(100))
    assert most <= 3


def test_an_error_comes_after_the_results_before_it() -> None:
    """Nothing new is called, and the calls that are under way are waited for."""
    finished: list[int] = []
    failed = threading.Event()

    def call(number: int) -> int:
        if number == 2:
            failed.set()
            raise ValueError("two")
        if number in (0, 1, 3):
            failed.wait(10)
            time.sleep(0.02)
        finished.append(number)
        return number

    results = call_in_order(call, range(100), 4)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ValueError, match="two"):
        next(results)
    assert sorted(finished) == [0, 1, 3]


def test_of_two_errors_the_first_in_order_is_raised() -> None:
    later = threading.Event()

    def call(number: int) -> int:
        if number == 0:
            later.wait(10)
            raise ValueError("zero")
        later.set()
        raise ValueError("one")

    with pytest.raises(ValueError, match="zero"):
        list(call_in_order(call, range(2), 2))


def test_results_as_they_are_completed() -> None:
    release = threading.Event()

    def call(number: int) -> int:
        if number == 0:
            release.wait(10)
        if number == 4:
            release.set()
        return number

    results = list(call_as_completed(call, range(5), 2))
    assert sorted(results) == [0, 1, 2, 3, 4]
    assert results[:3] == [1, 2, 3]


def test_after_an_error_what_is_under_way_is_still_completed() -> None:
    failed = threading.Event()

    def call(number: int) -> int:
        if number == 0:
            failed.set()
            raise ValueError("zero")
        failed.wait(10)
        time.sleep(0.02)
        return number

    results = call_as_completed(call, range(100), 3)
    assert sorted([next(results), next(results)]) == [1, 2]
    with pytest.raises(ValueError, match="zero"):
        next(results)
