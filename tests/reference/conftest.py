"""Make the references importable."""

from __future__ import annotations

import sys
from pathlib import Path

if (folder := str(Path(__file__).parent)) not in sys.path:
    sys.path.append(folder)
