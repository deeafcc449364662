"""How complete another dataset is: its gold scored as if it were a system (BenchIE, section 6)."""

from __future__ import annotations

from karat.results import Options, evaluate

GOLD = """sent_id:1\tThe ship sails to Bari in May .
1--> Cluster 1:
[The] ship --> sails to --> Bari
[The] ship --> sails --> to Bari
1--> Cluster 2:
[The] ship --> sails [to Bari] in --> May

sent_id:2\tIt rained .
2--> Cluster 1:
It --> rained -->\x20
"""
# One fact of three; a tuple that joins two facts; one with a context, which is no argument; one of another sentence.
TUPLES = """The ship sails to Bari in May .\tsails\tThe ship\tto Bari
The ship sails to Bari in May .\tsails\tThe ship\tto Bari\tin May
It rained .\trained\tIt\tC: in spring
Wow !\tis\tThis\ta sentence of its own
"""


def test_tuple_gold_as_a_system(tmp_path):
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "other.tsv").write_text(TUPLES)
    found = evaluate(
        [tmp_path / "other.tsv"],
        gold=tmp_path / "gold.txt",
        options=Options(facets=("default",)),
        resampling=None,
        format="carb-gold",
    )["other"]
    assert (found.precision.value, found.recall.value) == (2 / 3, 2 / 3)
    assert [verdict.correct for verdict in found.verdicts] == [True, False, True]
    assert [(note.what.split(" left out")[0], note.count) for note in found.notes] == [
        ("extractions of sentences that are not in gold", 1)
    ]
