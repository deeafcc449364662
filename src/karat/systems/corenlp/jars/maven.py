"""The user's own settings of Maven: the mirror of Maven Central, and the folder in which Maven keeps jars."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from karat.errors import InputError

VARIABLE = "KARAT_MAVEN"
REFERENCE = re.compile(r"\$\{(user\.home|env\.(\w+))\}")


def repository() -> str | None:
    """Give the address to download from, if one is set: ``KARAT_MAVEN``, or the mirror in Maven's settings."""
    address = os.environ.get(VARIABLE) or mirror_of_central()
    return address.rstrip("/") if address else None


def mirror_of_central() -> str | None:
    """Give the first mirror in the user's settings that stands in for Maven Central, as Maven chooses it."""
    for mirror in _elements("mirror"):
        address, patterns = _text(mirror, "url"), _text(mirror, "mirrorOf")
        if address and patterns and _text(mirror, "blocked") != "true" and _covers_central(patterns):
            return address
    return None


def local_repository() -> Path:
    """Give the folder where Maven keeps what it downloaded."""
    for settings in _settings():
        if folder := _text(settings, "localRepository"):
            return Path(folder).expanduser()
    return Path.home() / ".m2" / "repository"


def _covers_central(patterns: str) -> bool:
    """Tell whether ``mirrorOf`` means Maven Central: by name or by ``*``, and without ``!central``."""
    names = [name.strip() for name in patterns.split(",")]
    return "!central" not in names and bool({"central", "*", "external:*"} & set(names))


def _settings() -> Iterator[ET.Element]:
    path = Path.home() / ".m2" / "settings.xml"
    if not path.is_file():
        return
    try:
        root = ET.fromstring(path.read_bytes())  # noqa: S314 (the user's own file)
    except (ET.ParseError, OSError) as error:
        raise InputError(f"{path}: expected Maven's settings, found {error}") from None
    yield root


def _elements(name: str) -> Iterator[ET.Element]:
    for settings in _settings():
        yield from (each for each in settings.iter() if _local(each) == name)


def _text(parent: ET.Element, name: str) -> str:
    """Give the text of a child, with the user's home and environment variables filled in."""
    for child in parent:
        if _local(child) == name:
            return REFERENCE.sub(_value, (child.text or "").strip())
    return ""


def _value(reference: re.Match[str]) -> str:
    return os.environ.get(reference[2], "") if reference[2] else str(Path.home())


def _local(element: ET.Element) -> str:
    """Give an element's name without its namespace, which differs between versions of Maven."""
    return element.tag.rpartition("}")[2]
