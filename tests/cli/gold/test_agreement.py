"""``karat gold agreement``: how far two annotators agree."""

from __future__ import annotations

import json

FIXED = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
[The] ship --> sails to --> Bari
"""


def test_agreement(run, tmp_path):
    (tmp_path / "other.txt").write_text(
        "sent_id:1\tThe ship sails to Bari .\n1--> Cluster 1:\nship --> sails to --> Bari\n"
        "1--> Cluster 2:\nThe --> sails --> to\n\nsent_id:2\tMore .\n"
    )
    code, out, err = run("agreement", "fixed.txt", "other.txt")
    assert code == 0
    assert err.splitlines() == [
        "fixed.txt: read as benchie-gold (guessed)",
        "other.txt: read as benchie-gold (guessed)",
        "other.txt: sentences left out that fixed.txt has not got: 1",
    ]
    assert [line.rstrip() for line in out.splitlines()] == [
        "A: fixed.txt",
        "B: other.txt",
        "1 sentence",
        "                       synsets  share  95 % interval",
        "────────────────────────────────────────────────────",
        "facts of A that B has   1 of 1  1.000              —",
        "facts of B that A has   1 of 2  0.500              —",
        "agreement                       0.750              —",
        "—: undefined, or no interval, because fewer than two sentences (documents, cliques) bear on it",
        "fact-agreement|match:shared_expansion|avg:micro|ci:korn-graubard/95|v:0.1.0",
    ]
    document = json.loads(run("agreement", "fixed.txt", "other.txt", "--json")[1])
    assert (document["recall_a"], document["recall_b"], document["agreement"]) == (1, 0.5, 0.75)
    assert document["counts"] == {"covered_a": 1, "synsets_a": 1, "covered_b": 1, "synsets_b": 2}
    assert (document["only_a"], document["only_b"]) == ([], ["2"])
