"""``karat gold stats``: how large a gold standard is."""

from __future__ import annotations

import json


def test_statistics(run):
    code, out, err = run("stats", "gold.txt", "tuples.tsv", "--json")
    facts, tuples = json.loads(out)
    assert code == 0
    assert err.splitlines() == [
        "gold.txt: read as benchie-gold (guessed)",
        "tuples.tsv: read as carb-gold (guessed)",
        "gold.txt: 1 damaged line read with repairs; karat gold lint gold.txt shows them",
    ]
    assert {name: facts[name] for name in ("kind", "synsets", "facts", "extractions", "written_per_synset")} == {
        "kind": "synsets",
        "synsets": 1,
        "facts": 2,
        "extractions": 2,
        "written_per_synset": 2,
    }
    assert facts["extraction_lengths"] == {"count": 2, "mean": 4.5, "median": 4.5, "longest": 5}
    assert (tuples["kind"], tuples["tuples"], tuples["tuple_lengths"]["mean"]) == ("tuples", 1, 5)


def test_statistics_of_a_benchmark(run):
    code, out, _ = run("stats", "--benchmark", "karat-sample", "--json")
    facts, tuples = json.loads(out)
    assert (code, facts["synsets"], facts["extractions"], tuples["tuples"]) == (0, 91, 2599, 57)
