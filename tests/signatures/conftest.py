"""Make the tests' own module importable: how options are classified and walked."""

from __future__ import annotations

import sys
from pathlib import Path

folder = str(Path(__file__).parent)
if folder not in sys.path:
    sys.path.append(folder)
