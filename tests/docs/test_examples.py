"""The Python in the README and the manual runs as it stands, page by page."""

from __future__ import annotations

import doctest
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>```+)(?P<language>[\w-]*)[^\n]*\n(?P<code>.*?)^(?P=indent)(?P=ticks) *$",
    re.MULTILINE | re.DOTALL,
)
NOT_RUN = "<!-- not run -->"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of Python in a page, and the line of the page on which it begins."""

    language: str
    code: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    """Every block that is to be run, in order."""
    for found in FENCE.finditer(text):
        above = text[: found.start()].rstrip()
        if found["language"] in {"python", "pycon"} and not above.endswith(NOT_RUN):
            yield Block(found["language"], textwrap.dedent(found["code"]), text.count("\n", 0, found.start("code")) + 1)


def run(page: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a page's blocks one after the other, as one program; give their number.

    The program is a module of its own, since dataclasses and type hints are looked up in their module.
    """
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    found = list(blocks(text))
    for block in found:
        if block.language == "python":
            source = "\n" * (block.line - 1) + block.code  # so that a traceback names the page's line
            exec(compile(source, str(page), "exec"), module.__dict__)
        else:
            check(block, page, module)
    return len(found)


def check(block: Block, page: Path, module: ModuleType) -> None:
    """Run a session and compare what it prints."""
    test = doctest.DocTestParser().get_doctest(block.code, module.__dict__, page.name, str(page), block.line - 1)
    assert test.examples, f"{page.name}:{block.line}: expected a session that begins with >>>, found none"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    module.__dict__.update(test.globs)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KARAT_DATA", raising=False)  # what is shown works anywhere
    run(page, page.read_text(encoding="utf-8"), monkeypatch)


def test_some_examples_are_there() -> None:
    assert sum(1 for page in PAGES for _ in blocks(page.read_text(encoding="utf-8"))) >= 2


PAGE = """
```python
from dataclasses import dataclass

@dataclass
class Point:
    x: "int"
```

Words.

    ```pycon
    >>> Point(3)
    Point(x=3)
    >>> y = 4
    ```

```text
not Python
```

<!-- not run -->
```python
import nothing_of_this_name
```

```python title="last"
import typing
assert (typing.get_type_hints(Point), y) == ({"x": int}, 4)
```
"""


def test_blocks_share_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(Path("page.md"), PAGE, monkeypatch) == 3


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param("```python\nassert 1 + 1 == 3\n```\n", AssertionError, id="python"),
        pytest.param("```pycon\n>>> 1 + 1\n3\n```\n", AssertionError, id="session"),
        pytest.param("```pycon\n1 + 1\n```\n", AssertionError, id="no session"),
        pytest.param("```python\nimport nothing_of_this_name\n```\n", ModuleNotFoundError, id="import"),
    ],
)
def test_an_example_that_does_not_hold_fails(
    text: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(error):
        run(Path("page.md"), text, monkeypatch)
