from __future__ import annotations

import pytest

from karat.formats import read_synsets, read_tuples
from karat.results import fact_statistics, tuple_statistics
from karat.results.gold.statistics import Lengths

GOLD = """sent_id:1\tThe old ship sails to Bari .
1--> Cluster 1:
[The] [old] ship --> sails to --> Bari
ship  --> sails to --> Bari
1--> Cluster 2:
ship --> is --> old

sent_id:2\tWow !
"""
TUPLES = "The ship sails .\tsails\tThe ship\nThe ship sails .\tsails\tThe ship\nA b c .\tb\tA\tc\tC: x\td\n"


def test_facts(tmp_path):
    path = tmp_path / "gold.txt"
    path.write_text(GOLD)
    found = fact_statistics(read_synsets(path))
    assert (found.sentences, found.without_synsets, found.synsets, found.facts) == (2, 1, 2, 3)
    # as words: ship, The ship, old ship, The old ship; and the other synset's one; the double space adds a text
    assert (found.extractions, found.written, found.largest) == (5, 6, 4)
    assert (found.optional_chunks, found.facts_with_optional) == (2, 1)
    assert found.written_per_synset == 6 / 2
    assert found.sentence_lengths == Lengths(2, (7 + 2) / 2, (7 + 2) / 2, 7)
    assert found.extraction_lengths == Lengths(5, (4 + 5 + 5 + 6 + 3) / 5, 5, 6)


def test_tuples(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_text(TUPLES)
    found = tuple_statistics(read_tuples(path))
    assert (found.sentences, found.tuples, found.distinct, found.nary) == (2, 3, 2, 1)
    assert found.tuples_per_sentence == 3 / 2
    assert found.tuple_lengths == Lengths(3, (3 + 3 + 4) / 3, 3, 4)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param({}, Lengths(0, None, None, None), id="none"),
        pytest.param({3: 1}, Lengths(1, 3, 3, 3), id="one"),
        pytest.param({1: 1, 4: 1}, Lengths(2, 2.5, 2.5, 4), id="two"),
        pytest.param({1: 2**60, 2: 2**60, 9: 1}, Lengths(2**61 + 1, 1.5, 2, 9), id="more than can be listed"),
    ],
)
def test_lengths(counts, expected):
    assert Lengths.of(counts) == expected
