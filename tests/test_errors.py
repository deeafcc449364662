"""What users read where something is missing."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path

import pytest

from karat.errors import (
    AlignmentError,
    FormatError,
    InputError,
    KaratError,
    MissingExtraError,
    ServiceError,
    UnknownNameError,
    install_command,
)
from karat.formats.json.parts import Part
from karat.formats.problems import Problems
from karat.formats.registry import format_named
from karat.formats.text.lines import Line


class Installed:
    """A distribution that was installed from somewhere; ``None``: from an index."""

    def __init__(self, origin: object | None) -> None:
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.origin is None else json.dumps(self.origin)


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        pytest.param(None, "pip install 'karat[report]'", id="from an index"),
        pytest.param(
            {"url": "file:///srv/ann/karat", "dir_info": {"editable": True}},
            "pip install --editable '/srv/ann/karat[report]'",
            id="editable",
        ),
        pytest.param(
            {"url": "file:///srv/ann/my%20karat", "dir_info": {}},
            "pip install '/srv/ann/my karat[report]'",
            id="from a folder",
        ),
        pytest.param(
            {"url": "file:///tmp/karat-0.1.0-py3-none-any.whl", "archive_info": {}},
            "pip install '/tmp/karat-0.1.0-py3-none-any.whl[report]'",
            id="from a wheel",
        ),
        pytest.param(
            {"url": "https://example.org/karat.git", "vcs_info": {"vcs": "git", "commit_id": "0"}},
            "pip install 'karat[report] @ git+https://example.org/karat.git'",
            id="from git",
        ),
    ],
)
def test_how_an_extra_is_added(monkeypatch: pytest.MonkeyPatch, origin: object | None, command: str) -> None:
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Installed(origin))
    assert install_command("report") == command
    assert str(MissingExtraError("drawing charts", "report")) == (
        f"drawing charts needs Karat's extra 'report', which is not installed: {command}"
    )


def test_how_an_extra_is_added_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: str) -> None:
        raise importlib.metadata.PackageNotFoundError

    monkeypatch.setattr(importlib.metadata, "distribution", nothing)
    assert install_command("amr") == "pip install '.[amr]' in the folder of Karat's source"


def test_suggestions_ignore_case() -> None:
    message = str(UnknownNameError("benchmark", "BENCHIE-ENG", ["carb-test", "benchie-en"]))
    assert message == "unknown benchmark 'BENCHIE-ENG'; did you mean 'benchie-en'? Known: carb-test, benchie-en"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 5000, id="plain"),
        pytest.param("it's " * 1000, id="with apostrophes"),
        pytest.param("'\"" * 3000, id="with both kinds of quotes"),
        pytest.param("\x1b\n" * 3000, id="with escapes"),
    ],
)
@pytest.mark.parametrize("kind", [InputError, AlignmentError, ServiceError])
def test_every_error_quotes_200_characters_at_most(kind: type[KaratError], text: str) -> None:
    message = str(kind(f"f:1: expected Ann's or Bo's, found {text!r}; try Bo's"))
    assert message.startswith("f:1: expected Ann's or Bo's, found ")
    assert message.endswith("; try Bo's")
    assert len(message) == len("f:1: expected Ann's or Bo's, found ; try Bo's") + 201


def test_two_genitives_are_no_quotation() -> None:
    message = f"Ann's {'long ' * 100}and Bo's 'file'"
    assert str(KaratError(message)) == message


def test_long_quotations_are_cut_and_advice_stays() -> None:
    error = FormatError("f", 1, "a triple", f"{'x' * 5000!r}; name the columns")
    assert str(error) == f"f:1: expected a triple, found '{'x' * 196}...'; name the columns"
    assert len(FormatError("f", 1, "a triple", "x " * 5000).found) == 500


@pytest.mark.parametrize(
    ("name", "text", "longest"),
    [
        pytest.param("jsonl", '{"karat": "extractions", "extraction": {"KEY" 1}}', 60, id="the way to a mistake"),
        pytest.param("iterx", '{"KEY" 1}', 60, id="the way to a mistake, of a document"),
        pytest.param("json-spans", '{"tokens": ["Ann"], "KEY": 1}', 60, id="keys"),
        pytest.param("triples", "d\tw\tTOP\t\nd\tw\tinstance\tgo\nd\tKEY\tinstance\ta", 200, id="a variable"),
    ],
)
@pytest.mark.parametrize("long", ["relation" * 20_000, "a > " * 20_000])
def test_long_keys_are_cut(name: str, text: str, longest: int, long: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(text.replace("KEY", long if name != "triples" else long.replace(" ", "")), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        list(format_named(name).read(file, problems=Problems()))
    for line in str(caught.value).split("\n"):
        assert len(line) <= len(f"{file}:3: ") + 150 + longest, line


def test_what_is_behind_a_very_long_quotation_is_kept() -> None:
    error = FormatError("a.txt", 1, "a tuple", f"{'x y' * 100_000!r}; --format names another")
    assert len(str(error)) < 300
    assert str(error).endswith("...'; --format names another")


@pytest.mark.parametrize(
    ("place", "shown"),
    [("", '{"head": "Ada"}, found'), ("relations[0]", '{"head": "Ada"}, in relations[0], found')],
)
def test_an_example_at_the_end_has_one_comma(place: str, shown: str) -> None:
    error = Part(Line(Path("r.jsonl"), 1, ""), [], place).error('a relation such as {"head": "Ada"},', "[]")
    assert str(error) == f"r.jsonl:1: expected a relation such as {shown} []"


@pytest.mark.parametrize(
    ("name", "meant"),
    [("benchie", "benchie-en"), ("Benchie-z", "benchie-zh"), ("carb", "carb-dev"), ("benchi-en", "benchie-en")],
)
def test_of_equally_close_names_the_first_is_meant(name: str, meant: str) -> None:
    names = ["carb-dev", "benchie-en", "benchie-de", "benchie-zh", "carb-test"]
    assert f"unknown benchmark {name!r}; did you mean {meant!r}? Known:" in str(
        UnknownNameError("benchmark", name, names)
    )


def test_nothing_is_meant_by_a_name_unlike_all() -> None:
    assert str(UnknownNameError("benchmark", "x", ["carb-dev"])) == "unknown benchmark 'x'. Known: carb-dev"
