"""Load a study from a file."""

from __future__ import annotations

import os
from pathlib import Path

from karat.formats.study import read
from karat.model.study import Study


def load_study(path: str | os.PathLike[str]) -> Study:
    """Read a study in JSON lines, as the page, ``karat study export`` and ``karat.formats.study`` write it."""
    return read(Path(path))
