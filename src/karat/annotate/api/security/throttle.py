"""A limit on failed sign-ins, by name and by address."""

from __future__ import annotations

from datetime import timedelta
from threading import Lock

from fastapi import HTTPException

from karat.annotate.store import Store, now

WINDOW = timedelta(minutes=15)
MOST_BY_NAME = 10
MOST_BY_ADDRESS = 50
"""More than by name: a whole team may share one address."""

_ONE_AT_A_TIME = Lock()


def count_attempt(store: Store, name: str, address: str) -> None:
    """Count an attempt before the password is looked at, so that many at once cannot slip through.

    Attempts that are refused here are not counted: whoever forgot their password can try again after the window.
    """
    with _ONE_AT_A_TIME:
        since = now() - WINDOW
        store.clear_attempts(before=since)
        if (
            store.count_attempts(since, name=name) >= MOST_BY_NAME
            or store.count_attempts(since, address=address) >= MOST_BY_ADDRESS
        ):
            minutes = WINDOW // timedelta(minutes=1)
            error = f"too many failed sign-ins; try again in {minutes} minutes"
            raise HTTPException(429, error, {"Retry-After": str(minutes * 60)})
        store.add_attempt(name, address)
