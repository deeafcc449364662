"""The links that `karat annotate` prints: whoever has one signs in once, as the local admin or as a named person."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from threading import Lock

LAUNCH_PATH = "/sign-in#launch="
"""The token is in the fragment, which browsers send to no server and in no Referer header."""


@dataclass(frozen=True, slots=True)
class Launched:
    """Whom a token signs in: a person by id, or the local admin."""

    person: int | None


class LaunchTokens:
    """Tokens that were not used yet. They live as long as the process and are never written down."""

    def __init__(self) -> None:
        self._unused: dict[str, Launched] = {}
        self._lock = Lock()

    def make(self, person: int | None = None) -> str:
        """Make a token for a person, or for the local admin."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._unused[token] = Launched(person)
        return token

    def use(self, token: str) -> Launched | None:
        """Whom a token signs in; nobody if it is wrong. It is not good a second time."""
        with self._lock:
            for unused in self._unused:
                if secrets.compare_digest(unused.encode(), token.encode()):
                    return self._unused.pop(unused)
        return None
