"""What the README says that its examples print is what they print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
PRINTED = re.compile(r"^(?P<call>print\(.+?\))  # (?P<comment>.+)$", re.MULTILINE)


def examples() -> list[str]:
    """The Python blocks of the README, in order; they share one program."""
    return re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def matches(comment: str, printed: str) -> bool:
    """Compare a comment with what is printed, in which each … stands for any text."""
    pattern = ".*".join(map(re.escape, comment.split("…")))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None


def test_comments_say_what_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KARAT_DATA", raising=False)
    program: dict[str, object] = {}
    compared = 0
    for block in examples():
        for statement in re.split(r"\n(?=print\()", block):
            exec(statement, program)
            printed = capsys.readouterr().out
            if (found := PRINTED.search(statement)) is not None:
                compared += 1
                assert matches(found["comment"], printed), f"{found['call']}: {printed}"
    assert compared >= 6


@pytest.mark.parametrize(
    ("comment", "printed", "same"),
    [("a …c", "a b\nc\n", True), ("a b", "a b", True), ("a", "a b", False), ("the table", "benchie P R", False)],
)
def test_comments_are_compared_whole(comment: str, printed: str, same: bool) -> None:
    assert matches(comment, printed) is same
