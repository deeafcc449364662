"""The quick check of a type agrees with the one that finds the place of a mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.errors import FormatError
from karat.formats.json.parts import Part
from karat.formats.json.typed import Only, _refuse, fits
from karat.formats.json.values import WholeFile


class Row(TypedDict):
    """An object with a key that may be missing."""

    name: str
    masses: list[Annotated[int | str, Only("a mass", lambda mass: mass != 3)]]
    kind: NotRequired[Literal["mean", "product"] | None]


KINDS: dict[str, Any] = {
    "plain": int,
    "number": float,
    "flag": bool,
    "optional": int | None,
    "union": int | str | None,
    "narrowed": Annotated[float, Only("from 0", lambda number: number >= 0)],
    "narrowed twice": Annotated[int, Only("from 0", lambda n: n >= 0), Only("to 9", lambda n: n <= 9)],
    "list": list[list[int]],
    "tuple": tuple[int, str | None],
    "dictionary": dict[str, int],
    "choice": Literal["mean", "product"],
    "object": Row,
    "objects": list[Row],
    "any": list[Any],
}
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 12), st.sampled_from([1.5, -0.5]), st.sampled_from(["mean", "x"])
)
ROWS = st.dictionaries(st.sampled_from(["name", "masses", "kind"]), st.one_of(LEAVES, st.lists(LEAVES, max_size=3)))
VALUES = st.one_of(LEAVES, ROWS, st.lists(st.one_of(LEAVES, ROWS, st.lists(LEAVES, max_size=3)), max_size=3))


def refused(value: Any, kind: Any) -> bool:
    try:
        _refuse(Part(WholeFile(Path("a.json"), 0, ""), value, ""), kind)
    except FormatError:
        return True
    return False


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
@settings(max_examples=40)
@given(value=VALUES)
def test_what_does_not_fit_is_refused(kind: Any, value: Any) -> None:
    assert fits(kind)(value) != refused(value, kind)


def test_a_value_of_each_type_fits() -> None:
    row = {"name": "a", "masses": [1, "1/2"], "kind": None, "other": 1}
    values: list[Any] = [1, 1, True, None, "x", 0.5, 9, [[1], []], [1, None], {"a": 1}, "mean", row, [row], [{}, 1]]
    assert [fits(kind)(value) for kind, value in zip(KINDS.values(), values, strict=True)] == [True] * len(KINDS)
