from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InputError
from karat.formats.text import slots
from karat.formats.text.slots import SLOTS, parse_slot, render_slot
from karat.model import Chunk, Slot


def optional(text):
    return Chunk(text, optional=True)


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        pytest.param("", (), id="empty"),
        pytest.param("Ann Lee", (Chunk("Ann"), Chunk("Lee")), id="required words"),
        pytest.param("[the] firm", (optional("the"), Chunk("firm")), id="one optional word"),
        pytest.param("[the old] firm", (optional("the old"), Chunk("firm")), id="optional words, one chunk"),
        pytest.param("Ulm[,] now", (optional("Ulm,"), Chunk("now")), id="glued text is optional too"),
        pytest.param("[a]b", (optional("ab"),), id="glued behind"),
        pytest.param("x[a b]y c", (optional("xa by"), Chunk("c")), id="glued on both sides"),
        pytest.param("a  b", (Chunk("a"), Chunk(""), Chunk("b")), id="two spaces leave an empty chunk"),
        pytest.param(" a", (Chunk(""), Chunk("a")), id="space before"),
        pytest.param("[a  b]", (optional("a  b"),), id="two spaces inside brackets"),
        pytest.param("[]", (optional(""),), id="empty brackets"),
        pytest.param("a\u00a0b", (Chunk("a\u00a0b"),), id="a no-break space parts no chunks"),
        pytest.param("[a [b] c", (optional("a b"), Chunk("c")), id="the first closing bracket ends the chunk"),
    ],
)
def test_slots(text, chunks):
    assert parse_slot(text) == (Slot(chunks), ())


def test_a_stray_closing_bracket_takes_its_word_along():
    slot, complaints = parse_slot("for $ 7]")
    assert slot == Slot((Chunk("for"), Chunk("$")))
    assert complaints == ("'for $ 7]' without '7]', whose bracket nothing opens",)


def test_an_open_bracket_is_an_error():
    with pytest.raises(InputError, match=r"^a '\]' that closes '\[the firm'$"):
        parse_slot("Ann [the firm")


@given(st.text(alphabet="ab [],", max_size=12))
def test_reading_what_was_written_changes_nothing(text):
    try:
        slot, _ = parse_slot(text)
    except InputError:
        return
    assert parse_slot(render_slot(slot)) == (slot, ())


@given(st.text(alphabet="ab [],", max_size=12))
def test_slots_without_repairs_are_read_as_with_them(text):
    SLOTS.clear()
    try:
        expected = slots._parse_with_repairs(text)
    except InputError:
        expected = None
    if expected is None or expected[1]:
        with pytest.raises(ValueError, match="a bracket"):
            SLOTS[text]
    else:
        assert SLOTS[text] == expected[0]
        assert SLOTS[text] is SLOTS[text]
