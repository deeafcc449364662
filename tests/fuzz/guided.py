"""Let atheris search, guided by the code that is reached: ``python tests/fuzz/guided.py -max_total_time=60``.

Further arguments are libFuzzer's. The first two bytes choose the target, all others are the file. The seeds of all
targets and the corpus are where the search starts.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def main() -> None:
    """Run until time is up; a failure ends the program with its traceback."""
    import atheris  # only needed here, and not everywhere to be had

    with atheris.instrument_imports(include=["karat.formats", "karat.cliques", "karat.results.loading"]):
        from targets import corpus, run_case, targets

        every = targets()
    logging.disable()

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)

        def run(data: bytes) -> None:
            if len(data) >= 2:
                run_case(every[int.from_bytes(data[:2], "big") % len(every)], data[2:], place)

        seeds = place / "corpus"
        seeds.mkdir()
        for number, target in enumerate(every):
            for count, seed in enumerate((*target.seeds, *corpus(target.name))):
                (seeds / f"{number}-{count}").write_bytes(number.to_bytes(2, "big") + seed)
        atheris.Setup([sys.argv[0], "-timeout=10", "-max_len=8192", *sys.argv[1:], str(seeds)], run)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
