from __future__ import annotations

import pytest

from karat.errors import AlignmentError
from karat.formats import read_synsets
from karat.results import Resampling, fact_agreement

A = """sent_id:1\tThe ship sails to Bari and Rome .
1--> Cluster 1:
[The] ship --> sails to --> Bari
1--> Cluster 2:
ship --> sails to --> Rome

sent_id:2\tIt rained .
2--> Cluster 1:
It --> rained --> [.]

sent_id:3\tOnly here .
"""
# The first sentence under another id; its first synset meets A's in "The ship", its second in nothing.
B = """sent_id:s1\tThe ship sails to Bari and Rome .
s1--> Cluster 1:
The ship --> sails [to] --> Bari
ship --> sails to Bari and --> Rome
s1--> Cluster 2:
it --> sails to --> Rome
s1--> Cluster 3:
[The] ship --> sails --> to Rome

sent_id:2\tIt rained .
2--> Cluster 1:
It --> rained --> .
"""


@pytest.fixture
def gold(tmp_path):
    def gold(text):
        path = tmp_path / "gold.txt"
        path.write_text(text)
        return list(read_synsets(path))

    return gold


def test_by_hand(gold):
    found = fact_agreement(gold(A), gold(B))
    counts = [(each.covered_a, each.synsets_a, each.covered_b, each.synsets_b) for each in found.sentences]
    assert counts == [(1, 2, 1, 3), (1, 1, 1, 1)]
    assert found.recall_a == 2 / 3
    assert found.recall_b == 2 / 4
    assert found.value == (2 / 3 + 2 / 4) / 2
    assert ([each.id for each in found.only_a], found.only_b) == (["3"], ())
    assert all(interval is not None and interval.low <= value <= interval.high for interval, value in zip(
        found.intervals, (found.recall_a, found.recall_b, found.value), strict=True))  # fmt: skip


def test_the_other_way_round_is_the_same(gold):
    one, other = fact_agreement(gold(A), gold(B), None), fact_agreement(gold(B), gold(A), None)
    assert (one.recall_a, one.recall_b, one.value) == (other.recall_b, other.recall_a, other.value)


def test_with_oneself(gold):
    found = fact_agreement(gold(A), gold(A), Resampling(resamples=100))
    assert (found.recall_a, found.recall_b, found.value) == (1, 1, 1)


def test_without_facts_there_is_no_agreement(gold):
    found = fact_agreement(gold("sent_id:1\tWow .\n"), gold("sent_id:1\tWow .\n"))
    assert (found.recall_a, found.value, found.intervals) == (None, None, (None, None, None))


def test_other_sentences_are_refused(gold):
    with pytest.raises(AlignmentError, match="expected two annotations of the same sentences"):
        fact_agreement(gold("sent_id:1\tWow .\n"), gold("sent_id:1\tOther .\n"))
