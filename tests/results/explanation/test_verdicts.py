"""Verdicts that are found for all sentences at once are those of each sentence by itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.metrics.oie import benchie_counts
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.bulk import bulk_gold, closest, ragged, triple_arrays
from karat.model import Annotation, Extraction, Sentence, Synset
from karat.results.explanation.verdicts import judging_rule, verdicts
from pattern_strategies import UNTIDY_FACTS

TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=3).map(" ".join)
EXTRACTIONS = st.builds(
    lambda relation, arguments: Extraction(relation, tuple(arguments)), TEXTS, st.lists(TEXTS, max_size=3)
)
SYNSETS = st.lists(st.lists(UNTIDY_FACTS, max_size=3), max_size=3)
SENTENCES = st.lists(st.tuples(st.none() | SYNSETS, st.lists(EXTRACTIONS, max_size=4)), max_size=4)
LIMITS = {
    "as usual": [],
    "words that share a bit": [(ragged, "BITS", 1)],
    "small blocks": [(closest, "MOST_PAIRS", 2), (closest, "MOST_MATCHED", 1)],
    "some judged alone": [(bulk_gold, "MANY_FACTS", 3), (triple_arrays, "MOST_WORDS", 4)],
}


def gold_of(number: int, synsets: list | None) -> FactGold | None:
    if synsets is None:
        return None
    made = tuple(Synset(str(place), tuple(facts)) for place, facts in enumerate(synsets, 1))
    return FactGold(Annotation(Sentence(str(number), "a b"), made))


@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
@pytest.mark.parametrize("metric", [("benchie", "default"), ("benchie", "P"), ("benchie_fl", None)], ids=str)
@given(sentences=SENTENCES)
@settings(max_examples=100, deadline=None)
def test_verdicts_found_together(limits, metric, sentences):
    rule = judging_rule([metric])
    assert (rule is None) == (metric == ("benchie", "default"))
    gold = [gold_of(number, synsets) for number, (synsets, _) in enumerate(sentences)]
    found = [extractions for _, extractions in sentences]
    expected = list(verdicts(found, gold, {}, rule))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchie_counts, "FEW_EXTRACTIONS", 1)
        for where, name, value in limits:
            patch.setattr(where, name, value)
        together = list(verdicts(found, gold, {}, rule))
    assert together == expected
    assert all(one.gold is other.gold for one, other in zip(together, expected, strict=True))
