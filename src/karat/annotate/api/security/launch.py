"""The link that `karat annotate` prints: whoever has it signs in as the local admin, once."""

from __future__ import annotations

import secrets
from threading import Lock

LAUNCH_PATH = "/sign-in#launch="
"""The token is in the fragment, which browsers send to no server and in no Referer header."""


class LaunchTokens:
    """Tokens that were not used yet. They live as long as the process and are never written down."""

    def __init__(self) -> None:
        self._unused: list[str] = []
        self._lock = Lock()

    def make(self) -> str:
        """Make a token."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._unused.append(token)
        return token

    def use(self, token: str) -> bool:
        """Whether a token is good; it is not afterwards."""
        with self._lock:
            for unused in self._unused:
                if secrets.compare_digest(unused.encode(), token.encode()):
                    self._unused.remove(unused)
                    return True
        return False
