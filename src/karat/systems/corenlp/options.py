"""The options of a CoreNLP server and of what is asked of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from karat.errors import InputError

MEMORY = re.compile(r"\d+[kKmMgG]?")


@dataclass(frozen=True, slots=True)
class CorenlpOptions:
    """Where the server is, or how it is started, and how it is asked.

    Without ``url``, a server of our own is started, from the jars in ``jars``, in the folder that ``CORENLP_HOME``
    names, or in the cache; what is missing is downloaded, if ``download`` is true. ``properties`` are CoreNLP's own,
    as ``openie.triple.strict=false``. ``timeout`` is in seconds, for each request of up to ``batch`` sentences.
    """

    url: str | None = None
    jars: Path | None = None
    java: str = "java"
    memory: str = "3g"
    properties: tuple[str, ...] = ()
    batch: int = 10
    workers: int = 2
    timeout: float = 60.0
    retries: int = 2
    download: bool = True

    def __post_init__(self) -> None:
        if not MEMORY.fullmatch(self.memory):
            raise InputError(f"memory: expected a size as Java writes it, such as 3g, found {self.memory!r}")
        for name, least in (("batch", 1), ("workers", 1), ("retries", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name}: expected at least {least}, found {getattr(self, name)}")
        if not self.timeout > 0:
            raise InputError(f"timeout: expected more than 0 seconds, found {self.timeout}")
        self.property_values()

    def property_values(self) -> dict[str, str]:
        """Give the properties by their names."""
        values: dict[str, str] = {}
        for written in self.properties:
            name, sign, value = (part.strip() for part in written.partition("="))
            if not (name and sign):
                raise InputError(f"properties: expected NAME=VALUE, found {written!r}")
            values[name] = value
        return values


DEFAULT = CorenlpOptions()
"""A server of our own, from the cache."""
