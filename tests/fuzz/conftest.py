"""Tests and programs of this folder import its modules by their names."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
