"""How a server is set up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from karat.one_line import one_line

MEGABYTE = 1024 * 1024
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PAGE = Path(__file__).parents[1] / "page"
"""Where `make web` puts the built page, and where the wheel has it."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What differs between servers.

    ``hosts`` are the names by which the server may be called, without ports; ``None`` allows all, which is only safe
    where the network is trusted. ``https`` says that people reach the server over https (through a proxy).
    """

    hosts: tuple[str, ...] | None = LOOPBACK
    https: bool = False
    cookie: str = "karat_session"
    page: Path = PAGE
    session_lasts: timedelta = timedelta(days=14)
    invitation_lasts: timedelta = timedelta(days=14)
    largest_body: int = 4 * MEGABYTE
    largest_upload: int = 64 * MEGABYTE

    __repr__ = one_line

    @property
    def cookie_name(self) -> str:
        """The session cookie; over https its prefix makes browsers refuse one that another host or path has set."""
        return f"__Host-{self.cookie}" if self.https else self.cookie
