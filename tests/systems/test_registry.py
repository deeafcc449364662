"""Systems by name, and their options from settings as a plan has them."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import pytest
from example_systems import Echo, EchoOptions

from karat.errors import InputError, UnknownNameError
from karat.systems import registry
from karat.systems.naive import NaiveOptions
from karat.systems.registry import SYSTEMS, SystemEntry, make_options, make_system, system_named
from karat.systems.system import Usage

ECHO = SystemEntry("echo", "example_systems:Echo", "example_systems:EchoOptions", "Repeat each sentence.")


@dataclass(frozen=True)
class NeedyOptions:
    """An option without a default."""

    model: str


NEEDY = SystemEntry("needy", "nowhere:Needy", "test_registry:NeedyOptions", "Never made.")


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the list have two systems of the tests."""
    monkeypatch.setattr(registry, "SYSTEMS", (ECHO, NEEDY))


def test_a_system_by_name() -> None:
    system = make_system("echo", {"relation": "repeats"})
    assert isinstance(system, Echo)
    assert system.options == EchoOptions(relation="repeats")


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        pytest.param({}, EchoOptions(), id="nothing is set"),
        pytest.param({"confidence": 1}, EchoOptions(confidence=1.0), id="a whole number is a number"),
        pytest.param({"fails": ["a", "b"]}, EchoOptions(fails=("a", "b")), id="a list is a tuple"),
        pytest.param({"folder": "here"}, EchoOptions(folder=Path("here")), id="a text is a path"),
        pytest.param({"folder": None}, EchoOptions(folder=None), id="none where none is allowed"),
        pytest.param({"kind": "words"}, EchoOptions(kind="words"), id="a choice"),
    ],
)
def test_settings(settings: dict[str, object], options: EchoOptions) -> None:
    made = make_options("echo", settings)
    assert made == options
    assert [type(getattr(made, field.name)) for field in fields(made)] == [
        type(getattr(options, field.name)) for field in fields(options)
    ]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"times": "3"}, "echo: times: expected a whole number, found '3'"),
        ({"times": True}, "echo: times: expected a whole number, found True"),
        ({"times": 1.5}, "echo: times: expected a whole number, found 1.5"),
        ({"shout": 1}, "echo: shout: expected true or false, found 1"),
        ({"confidence": "high"}, "echo: confidence: expected a number, found 'high'"),
        ({"kind": "half"}, "echo: kind: expected one of whole, words, found 'half'"),
        ({"fails": "a"}, "echo: fails: expected a list, each a text, found 'a'"),
        ({"fails": [1]}, "echo: fails: expected a list, each a text, found [1]"),
        ({"folder": 3}, "echo: folder: expected a path, found 3"),
    ],
)
def test_a_value_of_another_type(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        make_options("echo", settings)
    assert str(error.value) == message


def test_an_option_that_must_be_given() -> None:
    with pytest.raises(InputError, match=r"^needy: expected the option model, found none$"):
        make_options("needy", {})


def test_the_language_of_the_sentences_is_set_where_there_is_such_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_options("echo", {}, "de") == EchoOptions()
    monkeypatch.setattr(registry, "SYSTEMS", SYSTEMS)
    assert make_options("naive", {}, "de") == NaiveOptions(language="de")
    assert make_options("naive", {"language": "zh"}, "de") == NaiveOptions(language="zh")
    assert make_system("naive", {}, "de").settings == {"tagger": "hanta"}


def test_names_that_are_not_known() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown system 'ecco'; did you mean 'echo'\? Known: echo, needy"):
        system_named("ecco")
    with pytest.raises(UnknownNameError, match=r"unknown option of echo 'relatio'; did you mean 'relation'\?"):
        make_options("echo", {"relatio": "x"})


@pytest.mark.parametrize("entry", SYSTEMS, ids=lambda entry: entry.name)
def test_every_system_in_the_list(entry: SystemEntry) -> None:
    """A system is made from its options, which are frozen and have a type that settings can have."""
    assert entry.load_class().__init__.__annotations__["options"] == entry.load_options().__name__
    assert is_dataclass(entry.load_options())
    assert entry.load_options().__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert entry.summary.endswith(".")
    assert entry.name == entry.name.lower()


def test_usage_is_added() -> None:
    assert Usage(1, 2, 0.5) + Usage(10, 20, 0.25) == Usage(11, 22, 0.75)
