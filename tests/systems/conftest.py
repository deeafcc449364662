"""Make the tests' own modules importable: example systems, and runs that are interrupted."""

from __future__ import annotations

import sys
from pathlib import Path

folder = str(Path(__file__).parent)
if folder not in sys.path:
    sys.path.append(folder)
