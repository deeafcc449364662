"""Every reader takes time in proportion to its input: no token, repeated 20,000 times, makes one hang."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest

from karat.errors import KaratError
from karat.formats import FORMATS, Problems, format_named
from karat.formats.format import Format
from processor_time import at_most

PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLE = re.compile(r"```[^\n]*\n(.*?)\n```", re.DOTALL)
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
TIMES = 20_000
LIMIT = 10
"""Seconds of the processor that one file may take; a quadratic reader takes minutes."""


def examples() -> dict[Format, str]:
    """Give each format's example from its page, or another page's that it can read."""
    pages = {page.stem: EXAMPLE.findall(page.read_text(encoding="utf-8")) for page in sorted(PAGES.glob("*.md"))}
    every = [text for texts in pages.values() for text in texts]
    found = {}
    for format in FORMATS:
        own = pages.get(format.name, []) or [text for text in every if _fits(format, text)]
        if own:
            found[format] = own[0]
    return found


def _fits(format: Format, text: str) -> bool:
    head = [line for line in text.split("\n") if line.strip()]
    return bool(head) and format.fits(head[:20])


def read(format: Format, path: Path) -> None:
    with suppress(KaratError):
        for _ in format.read(path, problems=Problems()):
            pass


EXAMPLES = examples()
ALWAYS = ("benchie-gold", "triples")
"""Formats whose readers took quadratic time for many headers, or many edges between two nodes."""


def test_nearly_every_format_is_tried() -> None:
    left_out = {format.name for format in FORMATS} - {format.name for format in EXAMPLES}
    assert left_out <= {"grit", "grit-gold", "gtt-gold"}, "these have no example of their own"


@pytest.mark.parametrize("format", EXAMPLES, ids=lambda format: f"{format.name}-{format.kind}")
def test_repeated_tokens(format: Format, tmp_path: Path) -> None:
    """Repeat each sign and a few words of the example, where they stand."""
    signs, words = tokens_of(EXAMPLES[format])
    for token in (*signs, *words[:: max(1, len(words) // 4)]):
        repeat(token, format, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("format", EXAMPLES, ids=lambda format: f"{format.name}-{format.kind}")
def test_every_repeated_token(format: Format, tmp_path: Path) -> None:
    """Repeat each sign and each word, alone and with a blank behind it."""
    signs, words = tokens_of(EXAMPLES[format])
    for token in (*signs, *words):
        repeat(token, format, tmp_path)
        repeat(token, format, tmp_path, behind=" ")


@pytest.mark.parametrize(
    "format",
    [
        pytest.param(format, id=f"{format.name}-{format.kind}", marks=() if format.name in ALWAYS else pytest.mark.long)
        for format in EXAMPLES
    ],
)
def test_repeated_lines(format: Format, tmp_path: Path) -> None:
    """Repeat each line of the example, where it stands; and all lines together."""
    lines = EXAMPLES[format].split("\n")
    path = tmp_path / "file"
    for number, line in enumerate(lines):
        path.write_text("\n".join([*lines[:number], *[line] * TIMES, *lines[number:]]), encoding="utf-8")
        with at_most(LIMIT):
            read(format, path)
    path.write_text("\n".join(lines * (TIMES // len(lines))), encoding="utf-8")
    with at_most(LIMIT):
        read(format, path)


def tokens_of(text: str) -> tuple[list[str], list[str]]:
    """The signs and the words of a text."""
    tokens = sorted(set(TOKEN.findall(text)))
    return [token for token in tokens if not token.isalnum()], [token for token in tokens if token.isalnum()]


def repeat(token: str, format: Format, folder: Path, behind: str = "") -> None:
    """Read the example with one of its tokens repeated."""
    text = EXAMPLES[format]
    start = text.index(token)
    path = folder / "file"
    path.write_text(text[:start] + (token + behind) * TIMES + text[start:], encoding="utf-8")
    with at_most(LIMIT):
        read(format, path)


ROW = "1\tw\t_\t_\t_\t_\t_\t_\t_\tEntity="
CLUSTER = "sent_id:1\ta\n------ Cluster 1 ------\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param(
            "conll-coreference", f"#begin document (a)\nw {'(aaaa)' * TIMES}(\n#end document\n", id="brackets"
        ),
        pytest.param(
            "conll-coreference", f"#begin document (a);{' ' * TIMES}x\n#end document\n", id="blanks in a name"
        ),
        pytest.param("corefud", f"{ROW}{'(aaaa)' * TIMES}(\n", id="brackets of entities"),
        pytest.param("hindi-benchie", f"{CLUSTER}{'[a [b]] ' * TIMES}--> r --> o\n", id="brackets inside brackets"),
        pytest.param("hindi-benchie", f"{CLUSTER}s --> r --> o{' ' * TIMES}x\n", id="blanks before a note"),
        pytest.param("hindi-benchie", f"{CLUSTER}s --> r --> o{' <--{' * TIMES}x\n", id="notes without an end"),
        pytest.param("conllu", f"1\tw\t_\tNOUN\t_\t_\t{'9' * TIMES}\troot\t_\t_\n", id="a head of 20,000 digits"),
        pytest.param("muc-keys", f"{'9' * TIMES}.  MESSAGE: ID   X\n", id="a slot of 20,000 digits"),
    ],
)
def test_expressions_that_exploded(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    with at_most(LIMIT):
        read(format_named(name), path)


def test_an_error_in_each_piece_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    path.write_text("<|>".join(["(Ann, met, Bo)", *["()"] * TIMES]), encoding="utf-8")
    with at_most(LIMIT):
        read(format_named("langchain-text"), path)
