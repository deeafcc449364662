"""In every format, numbers that are not finite, repeated keys and values of another kind are refused at their place."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from karat.errors import KaratError
from karat.formats import FORMATS, Problems
from karat.formats.format import Format
from karat.formats.json.loading import peek_json

PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLE = re.compile(r"```[^\n]*\n(.*?)\n```", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
KEY = re.compile(rf"{TEXT.pattern}\s*:")
WRONG = ("NaN", "nan", "-Infinity", "inf", "1e999", "-1e999", "9" * 400, "9" * 5000)
EXAMPLES = {
    format: found[0]
    for format in FORMATS
    if (page := PAGES / f"{format.name}.md").exists() and (found := EXAMPLE.findall(page.read_text(encoding="utf-8")))
}
BY_NAME = pytest.mark.parametrize("format", EXAMPLES, ids=lambda format: f"{format.name}-{format.kind}")


def read(format: Format, path: Path, text: str) -> list[Any] | None:
    """Give what is read; ``None`` if the file is refused, by an error of ours and no other."""
    path.write_text(text, encoding="utf-8")
    try:
        return list(format.read(path, problems=Problems()))
    except KaratError:
        return None


def numbers(value: Any) -> Iterable[float]:
    if isinstance(value, float):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from numbers(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from numbers([*value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from numbers(each)


@BY_NAME
def test_every_number_is_finite(format: Format, tmp_path: Path) -> None:
    text = EXAMPLES[format]
    for found in [*NUMBER.finditer(text)][:10]:
        for wrong in WRONG:
            changed = f"{text[: found.start()]}{wrong}{text[found.end() :]}"
            items = read(format, tmp_path / "file", changed)
            assert items is None or all(map(math.isfinite, numbers(items))), changed


def is_json(text: str) -> bool:
    """Tell one JSON value, or one a line."""
    return text.lstrip()[:1] in "[{" and (
        peek_json(text) is not None or all(peek_json(line) is not None for line in text.split("\n") if line.strip())
    )


def spoilt(text: str) -> Iterable[str]:
    """Repeat each key of a JSON text, and replace each number that stands in no text by one that is not finite."""
    for key in [*KEY.finditer(text)][:20]:
        yield f"{text[: key.start()]}{key[0]} null, {text[key.start() :]}"
    without_texts = TEXT.sub(lambda found: "_" * len(found[0]), text)
    for found in [*NUMBER.finditer(without_texts)][:10]:
        for wrong in ("NaN", "-Infinity", "1e999", "-1e999", "9" * 5000):
            yield f"{text[: found.start()]}{wrong}{text[found.end() :]}"


JSON_EXAMPLES = {format: text for format, text in EXAMPLES.items() if is_json(text)}


def test_most_json_formats_have_an_example() -> None:
    assert len(JSON_EXAMPLES) > 25


@pytest.mark.parametrize("format", JSON_EXAMPLES, ids=lambda format: f"{format.name}-{format.kind}")
def test_what_json_readers_let_pass_is_refused(format: Format, tmp_path: Path) -> None:
    path = tmp_path / "file"
    text = JSON_EXAMPLES[format]
    if read(format, path, text) is None:  # the page breaks a long line in two
        text = text.replace("\n", "")
    assert read(format, path, text) is not None
    for changed in spoilt(text):
        assert read(format, path, changed) is None, changed


def places(value: Any, place: tuple[str | int, ...] = ()) -> Iterable[tuple[str | int, ...]]:
    """Yield the way to each value inside a value."""
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from places(each, (*place, step))


def replaced(value: Any, place: tuple[str | int, ...], by: Any) -> Any:
    if not place:
        return by
    step, *rest = place
    inner = replaced(value[step], tuple(rest), by)
    return {**value, step: inner} if isinstance(value, dict) else [*value[:step], inner, *value[step + 1 :]]


@pytest.mark.parametrize("format", JSON_EXAMPLES, ids=lambda format: f"{format.name}-{format.kind}")
def test_values_of_another_kind_raise_nothing_foreign(format: Format, tmp_path: Path) -> None:
    text = JSON_EXAMPLES[format]
    whole = peek_json(text)
    first, rest = (whole, "") if whole is not None else (peek_json(text.split("\n")[0]), text.partition("\n")[2])
    for place in [*places(first)][:25]:
        for other in (None, 1, "x", [], {}, [[]]):
            read(format, tmp_path / "file", f"{json.dumps(replaced(first, place, other))}\n{rest}")
