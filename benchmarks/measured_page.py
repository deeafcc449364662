"""Put what a script measured between two marks of a page of the manual, and say when and with what it was measured."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"


def replace_section(page: Path, script: str, text: str) -> None:
    """Replace what is between the marks of a script."""
    start, end = f"<!-- measured by {script} -->", f"<!-- end of {script} -->"
    before, mark, rest = page.read_text(encoding="utf-8").partition(start)
    _, other, after = rest.partition(end)
    if not (mark and other):
        raise ValueError(f"{page}: expected {start} and {end}")
    page.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")


def circumstances(libraries: Iterable[str]) -> str:
    """The date, the versions and the machine, in a sentence."""
    named = ", ".join(f"{name} {found}" for name in ("karat", *libraries) if (found := _version(name)))
    running = round(os.getloadavg()[0])
    load = f"{running} {'process' if running == 1 else 'processes'} running at the end"
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with {named}, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores and {load}."
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
