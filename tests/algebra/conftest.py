"""Make the tests' own modules importable: the reference interpreter and the random definitions."""

from __future__ import annotations

import sys
from pathlib import Path

if (folder := str(Path(__file__).parent)) not in sys.path:
    sys.path.append(folder)
