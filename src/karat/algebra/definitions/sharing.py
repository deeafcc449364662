"""Work that several metrics share while they score the same document."""

from __future__ import annotations

from contextvars import ContextVar, Token
from typing import Any, Self

_SHARED: ContextVar[dict[Any, Any] | None] = ContextVar("shared", default=None)


class sharing:  # noqa: N801 - used like a function: `with sharing():`
    """Let the metrics that score inside share their contingency tables; documents must not change meanwhile."""

    __slots__ = ("_token",)

    def __enter__(self) -> Self:
        self._token: Token[dict[Any, Any] | None] | None = _SHARED.set({}) if _SHARED.get() is None else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _SHARED.reset(self._token)


shared_work = _SHARED.get
"""Give the store of what is shared, or ``None`` outside of ``sharing()``."""
