"""Facts share an expansion exactly if their automata do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from karat.results.gold.expansions import Expansions, shared_expansion
from karat.results.gold.sharing import patterns, shared
from pattern_strategies import FACTS, UNTIDY_FACTS

SIDES = st.lists(FACTS | UNTIDY_FACTS, max_size=3)


@given(SIDES, SIDES)
def test_a_shared_expansion_is_one_of_both(one, other) -> None:
    found = shared(patterns(one), patterns(other))
    first, second = Expansions(one), Expansions(other)
    assert (found is None) is (shared_expansion(first, second) is None)
    assert found is None or (first.accepts(found) and second.accepts(found))
