"""Passwords, hashed with argon2id."""

from __future__ import annotations

from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER = PasswordHasher()
_AT_ONCE = BoundedSemaphore(4)
"""Each hash takes 64 MB: whoever sends many sign-ins at once must not fill the memory."""


def hash_password(password: str) -> str:
    """Hash a password, with a salt of its own."""
    with _AT_ONCE:
        return _HASHER.hash(password)


def is_password(password: str, hashed: str | None) -> bool:
    """Whether this is the password; where there is none, it takes as long to say no."""
    with _AT_ONCE:
        try:
            return _HASHER.verify(hashed or _nobodys_hash(), password) and hashed is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys_hash() -> str:
    return _HASHER.hash("nobody has this password")
