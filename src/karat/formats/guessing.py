"""Telling a file's format by its content."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from karat.errors import FormatError, InputError
from karat.formats.format import Format
from karat.formats.registry import FORMATS, format_named
from karat.formats.text.lines import Line, check_kept, content

HEAD = 50
"""How many lines that are not blank a guess looks at."""

TABLES = ("benchie", "labelled-triples", "carb-tab", "carb-gold")
"""Formats of one extraction a line, so alike that a file which mixes them could be taken for one of them."""


def guess(
    path: str | os.PathLike[str], encoding: str = "utf-8", *, option: str = "", usual: str | None = None
) -> Format:
    """Tell a file's format from its first lines; none or two that fit are an error.

    ``option`` is what users type to name the format, which the error then says. Where ``usual`` is among several that
    fit, it is that one.
    """
    path = Path(path)
    check_kept(path)
    lines = list(islice(content(path, encoding), HEAD))
    head = [line.text for line in lines]
    fitting = [format for format in FORMATS if format.fits(head)]
    match fitting:
        case []:
            raise _none_fits(lines, option)
        case [format]:
            mixed = _mixed(format, lines)
            if not mixed:
                return format
            raise _several_fit(path, mixed, option)
    for format in fitting:
        if format.name == usual:
            return format
    raise _several_fit(path, [format.name for format in fitting], option)


def guessed(
    path: str | os.PathLike[str], encoding: str = "utf-8", *, option: str = "", usual: str | None = None
) -> str:
    """Say what a file's format is guessed to be, as commands print it."""
    return f"{os.fspath(path)}: read as {guess(path, encoding, option=option, usual=usual).name} (guessed)"


def _several_fit(path: Path, names: Sequence[str], option: str) -> InputError:
    found = " and ".join(names)
    advice = f"name the one that is meant{f' with {option}' if option else ''}"
    return InputError(f"{path}: expected one format that fits, found {found}; {advice}")


def _mixed(format: Format, lines: Sequence[Line]) -> list[str]:
    """Name the formats that the lines have one by one, each with its first line, if that is not the one they have."""
    if format.name not in TABLES or all(format.fits([line.text]) for line in lines):
        return []
    first: dict[str, int] = {}
    for line in lines:
        for name in TABLES:
            if format_named(name).fits([line.text]):
                first.setdefault(name, line.number)
    if len(first) == 1 and format.name not in first:  # a header above the lines of another format
        return [format.name, *(f"{name} (line {number})" for name, number in first.items())]
    return [f"{name} (line {number})" for name, number in first.items()] if len(first) > 1 else []


def _none_fits(lines: Sequence[Line], option: str) -> FormatError:
    """Say which formats some of the lines have, or all but one, and what was found in the first that is otherwise."""
    alone = {format: [line for line in lines if format.fits([line.text])] for format in FORMATS}
    advice = f"; its format can be named with {option}" if option else ""
    # Three lines that agree are needed to judge a fourth.
    match [format for format, found in alone.items() if len(found) == len(lines) - 1 > 2]:
        case [format]:
            (line,) = (line for line in lines if line not in alone[format])
            looks = f"{format.looks}, as in the lines around it ({format.name})"
            return line.error(expected=looks, found=f"{line.text!r:.80}{advice}")
    near = sorted((format for format in alone if alone[format]), key=lambda format: -len(alone[format]))[:3]
    some = "; ".join(f"{format.name}, as line {alone[format][0].number}: {format.looks}" for format in near)
    expected = "a format that `karat list formats` shows" + (f" (perhaps {some})" if some else "")
    wrong = next((line for line in lines if near and line not in alone[near[0]]), lines[0])
    return wrong.error(expected=expected, found=f"{_shape(wrong.text)}: {wrong.text!r:.80}{advice}")


def _shape(text: str) -> str:
    if text.lstrip()[:1] in ("{", "["):
        return "JSON of none of them"
    fields = text.count("\t") + 1
    return f"{fields} tab-separated fields" if fields > 1 else "a text without tabs"
