"""Python's search for cycles, which finds none in what is read and scored here, and costs a third of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Let the search for cycles rest; what is not needed any more is freed as before, by being counted.

    Millions of frozen values are made while files are read and scored, and the search would look through all of them
    again and again. Afterwards they count as old, so that it does not begin with them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():  # what others have put aside stays there
                gc.freeze()
                gc.unfreeze()
            gc.enable()
