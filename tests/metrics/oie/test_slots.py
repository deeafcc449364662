"""Columns of patterns accept what listing the expansions accepts, however long, many or deeply nested they are."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.metrics.oie import slots
from karat.metrics.oie.benchie_hi import LabelledSlot
from karat.metrics.oie.slots import Column, Pattern, compile_slot, join_patterns
from karat.model import Chunk, OptionalPart, Slot
from pattern_strategies import UNTIDY, texts_of

WORDS = st.lists(st.sampled_from("abc"), max_size=5).map(tuple)
PARTS = st.recursive(
    st.lists(st.sampled_from("ab"), max_size=3).map(tuple),
    lambda inner: st.lists(
        st.sampled_from("ab") | st.builds(OptionalPart, inner, st.none() | st.just("x")), max_size=3
    ).map(tuple),
    max_leaves=5,
)


def expansions(parts: tuple) -> set[tuple[str, ...]]:
    """List every way to leave out optional parts."""
    ways = [[(part,)] if isinstance(part, str) else [(), *expansions(part.parts)] for part in parts]
    return {sum(way, ()) for way in product(*ways)}


@pytest.mark.parametrize("size", [slots.BLOCK_SIZE, 4, 1], ids=["one block", "small blocks", "a block each"])
@given(column=st.lists(UNTIDY, max_size=5), words=WORDS)
@settings(max_examples=200, deadline=None)
def test_a_column_accepts_what_its_slots_stand_for(size: int, column: list[Slot], words: tuple[str, ...]) -> None:
    meant = [{tuple(text.split()) for text in texts_of(slot)} for slot in column]
    expected = {number for number, wordings in enumerate(meant) if words in wordings}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slots, "BLOCK_SIZE", size)
        prepared = Column(list(map(compile_slot, column)))
    assert set(slots.bits(prepared.accepting(words))) == expected


@given(column=st.lists(PARTS, max_size=4), words=st.lists(st.sampled_from("ab"), max_size=6).map(tuple))
@settings(max_examples=500, deadline=None)
def test_nested_parts(column: list[tuple], words: tuple[str, ...]) -> None:
    expected = {number for number, parts in enumerate(column) if words in expansions(parts)}
    assert set(slots.bits(Column([LabelledSlot.of(parts).pattern for parts in column]).accepting(words))) == expected


@given(st.lists(UNTIDY, min_size=1, max_size=3), WORDS)
@settings(max_examples=200, deadline=None)
def test_joined_slots_and_letters(parts: list[Slot], words: tuple[str, ...]) -> None:
    joined = join_patterns(map(compile_slot, parts))
    texts = {" ".join(way) for way in product(*map(texts_of, parts))}
    assert joined.accepts(words) == (words in {tuple(text.split()) for text in texts})
    letters = join_patterns(compile_slot(slot, lambda text: "".join(text.split())) for slot in parts)
    assert letters.accepts("".join(words)) == ("".join(words) in {"".join(text.split()) for text in texts})


@pytest.mark.parametrize("depth", [0, 1], ids=["in a row", "nested in one"])
def test_two_thousand_optional_words(depth: int) -> None:
    chunks = tuple(Chunk(f"w{number}", optional=True) for number in range(2000))
    pattern = compile_slot(Slot(chunks))
    if depth:
        pattern = LabelledSlot.of((OptionalPart(tuple(OptionalPart((chunk.text,)) for chunk in chunks)),)).pattern
    words = [chunk.text for chunk in chunks]
    assert pattern.accepts(words[::3])
    assert pattern.accepts([])
    assert not pattern.accepts(words[::-1])
    assert pattern.required == ()


def test_a_pattern_longer_than_a_block() -> None:
    words = tuple(f"w{number}" for number in range(5000))
    column = Column([Pattern(words), Pattern(words[:10]), Pattern(words)])
    assert (column.accepting(words), column.accepting(words[:10]), column.accepting(words[1:])) == (0b101, 0b10, 0)
