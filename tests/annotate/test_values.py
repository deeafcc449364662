"""Projects, items, people and events as JSON, and the checks of settings."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from karat.annotate.event import Event
from karat.annotate.files.kind_files import FILES, files_of
from karat.annotate.kind import KINDS, kind_named
from karat.annotate.people import Person, Role
from karat.annotate.project import Document, Item, Project, Settings, check_language
from karat.errors import InputError, UnknownNameError

ANALYSIS = {"tokens": [{"text": "Ann"}, {"text": "left"}, {"text": "."}]}
VALUES = [
    Person(1, "Ann", Role.CURATOR),
    Person(2, "model", machine=True),
    Project(1, "News", "synsets", "de", Settings(explicit_only=False, translation=True, source_language="en")),
    Project(2, "Study", "study", "en", Settings(options={"seed": 4})),
    Item(1, 2, 3, "k", "Ann left.", None, ANALYSIS, {"stage": 1}, {"system": "a"}),
    Document(1, 2, 4, 3, {"synsets": []}, True, True, True, "check"),
    Event(1, 2, "c" * 12, None, datetime(2026, 1, 2, 3, 4, 5, 6, UTC), "done", {"done": True}, 1, 250),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_json_round_trip(value) -> None:
    assert type(value).from_json(json.loads(json.dumps(value.to_json()))) == value


def test_tokens_of_an_item() -> None:
    assert VALUES[4].tokens == ("Ann", "left", ".")
    assert Item(1, 2, 3, "k", "Ann left.").tokens == ("Ann", "left.")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"annotators_per_item": 0}, "setting annotators_per_item: expected a number from 1 to 20, found 0"),
        ({"annotators_per_item": True}, "setting annotators_per_item: expected a number from 1 to 20, found True"),
        ({"explicit_only": 1}, "setting explicit_only: expected true or false, found 1"),
        (
            {"source_language": "English"},
            "setting source_language: expected a language such as 'en', or nothing, found 'English'",
        ),
        ({"tagger": "spacy"}, "setting tagger: expected one of auto, none, found 'spacy'"),
        ({"review_sample": 3}, "setting review_sample: expected 'all', found 3"),
    ],
)
def test_settings_that_are_refused(settings, message) -> None:
    with pytest.raises(InputError) as caught:
        Settings.from_json(settings)
    assert str(caught.value) == message


def test_unknown_names_suggest_the_closest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'explicit_only'"):
        Settings.from_json({"explicit-only": True})
    with pytest.raises(UnknownNameError, match="unknown kind of project 'synset'; did you mean 'synsets'"):
        kind_named("synset")


def test_languages() -> None:
    assert check_language("zh-Hant") == "zh-Hant"
    with pytest.raises(InputError, match="language: expected a code such as 'en'"):
        check_language("English")


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_declares_what_the_app_needs(name: str) -> None:
    kind = kind_named(name)
    assert kind.name == name
    state = kind.initial_state()
    assert kind.from_json(json.loads(json.dumps(kind.to_json(state)))) == state
    assert not kind.is_done(state)
    assert kind.tasks
    assert {"done", "import"} <= set(kind.event_kinds)
    assert all(count == 0 for count in kind.counts(state).values())
    assert len(kind.summary(state) or "") <= 80
    kind.options({})
    assert len({export.name for export in kind.exports}) == len(kind.exports)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_has_its_files(name: str) -> None:
    files = files_of(name)
    assert files.imports
    assert len(set(files.imports)) == len(files.imports)
    assert set(FILES) == set(KINDS)
