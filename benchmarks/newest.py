"""Run the checks with the newest versions of all packages, and on what looks like an older processor.

``make newest`` installs the newest versions into a separate environment and runs this script there. The script adds
its dated section to docs/validation.md. Arguments go to pytest: ``newest.py tests/formats`` runs a part and writes
nothing.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "validation.md"
LOCKED = ROOT / "locked" / "python.txt"
TITLE = "## Newest versions, and an older processor"
FAST = "not published and not long and not browser and not thorough"
CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("lint-imports",),
    ("mkdocs", "build", "--strict", "--quiet"),
)


def newer_versions() -> list[str]:
    """Installed packages whose version is not the locked one."""
    differing = []
    for line in LOCKED.read_text(encoding="utf-8").splitlines():
        name, _, locked = line.partition("==")
        try:
            if locked and name != "setuptools" and version(name) != locked:  # venv brings a setuptools of its own
                differing.append(f"{name} {locked} → {version(name)}")
        except PackageNotFoundError:  # it builds other packages, or is for machines without Node
            continue
    return differing


def older_processor() -> dict[str, str]:
    """Settings by which glibc, OpenBLAS and numpy leave out AVX and FMA, so that last digits of floats differ."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return {
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-AVX512F",
        "OPENBLAS_CORETYPE": "NEHALEM",
        "NPY_DISABLE_CPU_FEATURES": " ".join(found),
    }


def run(command: tuple[str, ...], settings: dict[str, str]) -> tuple[bool, str]:
    """Run a tool of this environment; return whether it passed and the table row that says so."""
    start = time.monotonic()
    tool = Path(sys.executable).parent / command[0]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"} | settings
    passed = subprocess.run([tool, *command[1:]], cwd=ROOT, env=environment, check=False).returncode == 0
    where = "older processor" if settings else "this one"
    verdict = "passed" if passed else "**FAILED**"
    return passed, f"| {' '.join(command)} | {where} | {verdict} | {time.monotonic() - start:.0f} |"


def main(chosen: list[str]) -> int:
    pytest = ("pytest", "-q", "-n", "2", *chosen, "-m")
    results = [
        *(run(check, {}) for check in (() if chosen else CHECKS)),
        run((*pytest, "not long"), {}),
        run((*pytest, FAST), older_processor()),
    ]
    lines = [
        TITLE,
        "",
        f"Run on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC by `make newest`, Python {sys.version.split()[0]}.",
        f"Newer than the locked versions: {', '.join(newer_versions()) or 'none'}.",
        "",
        "| command | processor | verdict | seconds |",
        "| --- | --- | --- | --- |",
        *(row for _, row in results),
    ]
    print("\n".join(lines))
    if not chosen:
        text = re.sub(rf"\n{re.escape(TITLE)}\n.*?(?=\n## |\Z)", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
        PAGE.write_text(text.rstrip() + "\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0 if all(passed for passed, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
