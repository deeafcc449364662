"""Print the values of a few documents for every metric, one line a metric; run by the tests under other settings."""

from __future__ import annotations

import locale
import random
import sys
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from every_case import CASES

COUNT = 25


def main() -> None:
    with suppress(locale.Error):  # a locale that this machine does not have
        locale.setlocale(locale.LC_ALL, "")
    for name, case in CASES.items():
        rng = random.Random(name)
        scores = [case.score(*case.draw(rng)) for _ in range(COUNT)]
        print(name, *((score.precision, score.recall, score.f1) for score in scores))


if __name__ == "__main__":
    main()
