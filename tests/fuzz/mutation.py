"""Damage files at random: the same seed and number give the same bytes."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
SIGNS: tuple[bytes, ...] = (
    *(bytes([byte]) for byte in b"\t\n\r ;,:|\\#'\"()[]{}<>=+-*/@~^_.\0\x1b\x7f\x80\xff"),
    *(b"\n\n", b"\r\n", b" ; ", b"-->", b"<|>", b"##", b"<triplet>", b"</rel>", b"_:", b"/*", b"::", b"~e."),
    *(b"null", b"true", b"[]", b"{}", b'""', b"NaN", b"Infinity", b"-inf", b"1e999", b"-0", b"0x10", b"1_000"),
    *(b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xc2\x85", b"\xc2\xb2", b"\xd9\xa3", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80"),
    *(b"\\ud800", b"\\u0000", b"\\n", b"\\\\", b"\x1f\x8b", b"PK\x03\x04", b"\xff\xfe", b"1e9999999999"),
    b"9" * 5000,
    b"[" * 2000,
    b"(" * 500,
    b'{"a":' * 500,
    b"a " * 1000,
)
"""What readers may stumble over: their own signs, odd numbers, odd characters, the starts of packed files."""
LONGEST = 20_000
"""Longer files are cut, so that a case takes milliseconds; tests/formats feeds readers large ones."""


def mutate(seeds: Sequence[bytes], others: Sequence[bytes], choice: random.Random) -> bytes:
    """Damage one of the seeds in one to six ways; ``others`` are files of which a piece may get into it."""
    data = choice.choice(seeds)
    for _ in range(choice.choice((1, 1, 2, 2, 3, 6))):
        data = choice.choice(WAYS)(data, others, choice)
    return data[:LONGEST]


def _span(data: bytes, choice: random.Random, longest: int = 40) -> tuple[int, int]:
    start = choice.randint(0, len(data))
    return start, min(len(data), start + choice.randint(0, longest))


def _remove(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    start, end = _span(data, choice)
    return data[:start] + data[end:]


def _repeat(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    start, end = _span(data, choice)
    return data[:start] + data[start:end] * choice.choice((2, 2, 3, 50)) + data[end:]


def _insert_sign(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    start = choice.randint(0, len(data))
    return data[:start] + choice.choice(SIGNS) + data[start:]


def _replace_token(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    """Put a sign or another token of the file in the place of a token."""
    found = TOKEN.search(data, choice.randint(0, max(0, len(data) - 1)))
    if found is None:
        return data + choice.choice(SIGNS)
    other = TOKEN.search(data, choice.randint(0, len(data) - 1))
    put = choice.choice(SIGNS) if other is None or choice.random() < 0.5 else other[0]
    return data[: found.start()] + put + data[found.end() :]


def _flip(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    if not data:
        return bytes([choice.randrange(256)])
    place = choice.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << choice.randrange(8))]) + data[place + 1 :]


def _cut(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    return data[: choice.randint(0, len(data))]


def _swap_lines(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    lines = data.split(b"\n")
    first, second = choice.randrange(len(lines)), choice.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return b"\n".join(lines)


def _join_lines(data: bytes, _: Sequence[bytes], choice: random.Random) -> bytes:
    lines = data.split(b"\n")
    del lines[choice.randrange(len(lines))]
    return b"\n".join(lines)


def _splice(data: bytes, others: Sequence[bytes], choice: random.Random) -> bytes:
    """Put a piece of another file into this one."""
    other = choice.choice(others)
    start, end = _span(other, choice, 200)
    place = choice.randint(0, len(data))
    return data[:place] + other[start:end] + data[place:]


ODD_VALUES: tuple[object, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        0.5,
        -0.0,
        1e308,
        5e-324,
        10**30,
        2**63,
        "",
        " ",
        "x",
        "0",
        "1/3",
        "-1/0",
        "\ud800",
    ),
    *("\0", "a\nb", "\u202e", "1e9999999999", "9" * 5000, [], {}, [[]], [None], [0, 1], {"": 0}, ["a", "b", "c", "d"]),
)


def _change_json(data: bytes, others: Sequence[bytes], choice: random.Random) -> bytes:
    """Give a value in a document, or in a line, another type; leave it out, repeat it or exchange it."""
    lines = data.split(b"\n")
    place = choice.randrange(len(lines))
    for text, put in ((data, None), (lines[place], place)):
        with suppress(ValueError, RecursionError):
            document = [json.loads(text)]
            _change(document, choice)
            changed = json.dumps(document[0]).encode() if document else b""
            if put is None:
                return changed
            lines[put] = changed
            return b"\n".join(lines)
    return _replace_token(data, others, choice)


def _change(document: list[Any], choice: random.Random) -> None:
    inner = [value for value in _inside(document) if value]
    container = choice.choice(inner)
    key = choice.choice(list(container) if isinstance(container, dict) else range(len(container)))
    match choice.randrange(6):
        case 0:
            del container[key]
        case 1 if isinstance(container, list):
            container.insert(key, container[key])
        case 1:
            container[choice.choice(("", "x", "id", str(key) * 2))] = container[key]
        case 2:
            other = choice.choice(inner)
            picked = choice.choice(list(other) if isinstance(other, dict) else range(len(other)))
            container[key] = copy.deepcopy(other[picked])
        case _:
            container[key] = copy.deepcopy(choice.choice(ODD_VALUES))


def _inside(value: Any) -> Iterator[Any]:
    """Yield all lists and objects in a value."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from _inside(part)


WAYS = (
    _change_json,
    _change_json,
    _change_json,
    _remove,
    _remove,
    _repeat,
    _insert_sign,
    _insert_sign,
    _replace_token,
    _replace_token,
    _replace_token,
    _flip,
    _cut,
    _swap_lines,
    _join_lines,
    _splice,
)
