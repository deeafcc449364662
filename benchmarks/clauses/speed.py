"""Print how many sentences a second the extractor takes on one core, as JSON; run by ``figures.py`` in its own process.

Libraries of linear algebra read how many threads they may use when they are loaded, so the caller sets it to one.
"""

from __future__ import annotations

import json
import time

from test_sets import test_sets

from karat.systems.clauses import Clauses, ClausesOptions

ROUNDS = 3


def measure_speed() -> dict[str, float]:
    """Measure sentences a second of CPU time: everything, the parser alone, all but the parser; the best of rounds."""
    sentences = test_sets()["benchie"].sentences()
    texts = [sentence.text for sentence in sentences]
    system = Clauses(ClausesOptions())
    parses = system.parse(texts)  # loads the weights, too
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, work in (
            ("parser and rules", lambda: system.extract(sentences)),
            ("parser alone", lambda: system.parser.tag(texts)),
            ("all but the parser", lambda: [system.extractions(parse) for parse in parses]),
        ):
            started = time.process_time()
            work()
            best[name] = max(best.get(name, 0.0), len(texts) / (time.process_time() - started))
    return best


if __name__ == "__main__":
    print(json.dumps(measure_speed()))
