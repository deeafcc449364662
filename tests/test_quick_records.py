"""Records with the quicker constructor are what a frozen dataclass makes."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from karat.quick_records import quick_init


@dataclass(frozen=True, slots=True)
class Usual:
    text: str
    size: int = 1
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)


@quick_init
@dataclass(frozen=True, slots=True)
class Quick:
    text: str
    size: int = 1
    line: int | None = field(default=None, compare=False, repr=False, kw_only=True)


def test_the_parameters_are_the_same() -> None:
    usual, quick = inspect.signature(Usual), inspect.signature(Quick)
    assert quick.parameters == usual.parameters


def test_all_fields_are_set() -> None:
    record = Quick("a", line=7)
    assert (record.text, record.size, record.line) == ("a", 1, 7)
    assert record == Quick("a", 1, line=8) != Quick("a", 2)
    assert replace(record, size=3) == Quick(text="a", size=3)
    assert pickle.loads(pickle.dumps(record)).line == 7
    assert repr(record) == "Quick(text='a', size=1)"


def test_a_record_cannot_be_changed() -> None:
    record = Quick("a")
    with pytest.raises(FrozenInstanceError):
        record.text = "b"  # type: ignore[misc]


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'text'"):
        Quick()  # type: ignore[call-arg]


def test_a_default_factory_is_called_for_each_record() -> None:
    @quick_init
    @dataclass(frozen=True, slots=True)
    class Lists:
        items: list[int] = field(default_factory=list)

    assert Lists().items == [] != Lists([1]).items
    assert Lists().items is not Lists().items


def test_a_field_that_is_no_parameter_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Counted:
        count: int = field(default=0, init=False)

    with pytest.raises(TypeError, match=r"Counted\.count: expected a parameter, found a field that is none"):
        quick_init(Counted)
