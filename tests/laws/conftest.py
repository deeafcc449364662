"""Make the tests' own modules importable: the zoo of metrics, and the random definitions of the algebra."""

from __future__ import annotations

import sys
from pathlib import Path

here = Path(__file__).parent
for folder in (here, here.parent / "algebra"):
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
