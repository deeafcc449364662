"""Make the tests' own module importable: random small gold, and its expansions listed one by one."""

from __future__ import annotations

import sys
from pathlib import Path

folder = str(Path(__file__).parent)
if folder not in sys.path:
    sys.path.append(folder)
