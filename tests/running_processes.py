"""Whether a process still runs, as Linux shows it in /proc."""

from __future__ import annotations

from pathlib import Path


def is_alive(process: int | str) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
