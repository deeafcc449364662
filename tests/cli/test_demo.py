"""The demo runs anywhere, offline, and tells the story of the sample."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from karat import load
from karat.cli.demo import command_to_type


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("demo")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("KARAT_")},
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "karat", "demo"], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout, folder / "karat-demo"


def test_it_tells_how_many_facts_were_found(shown: tuple[str, Path]) -> None:
    text, _ = shown
    assert "24 sentences that state 91 facts" in text
    assert "careful    .708  .560  .626" in text
    assert "its best system is greedy, not" in text


def test_it_explains_two_mistakes_in_plain_words(shown: tuple[str, Path]) -> None:
    text, _ = shown
    assert "wrong: the object has 'in 1931' beyond what the gold allows" in text
    assert "negation: the relation has lost 'do not'" in text


def test_it_shows_what_paraphrases_cost(shown: tuple[str, Path]) -> None:
    text, folder = shown
    assert "7 sentences, with their paraphrases 27" in text
    assert re.search(r"careful +\.890 \[.+\] +\.437 \[.+\] +−\.453", text)
    if (folder / "report.html").exists():
        assert 'id="robustness"' in (folder / "cliques.html").read_text(encoding="utf-8")


def test_it_writes_results_that_can_be_read_again(shown: tuple[str, Path]) -> None:
    _, folder = shown
    assert load(folder / "run.json")["careful"].extractions == 74
    assert (folder / "scores.md").read_text(encoding="utf-8").count("|") > 50


@pytest.mark.parametrize(
    ("started", "found", "typed"),
    [
        pytest.param(".venv/bin/karat", False, ".venv/bin/karat", id="make demo"),
        pytest.param(".venv/bin/karat", True, "karat", id="activated"),
        pytest.param("/there/karat/__main__.py", False, "karat", id="python -m karat"),
    ],
)
def test_the_next_command_is_one_that_the_shell_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, started: str, found: bool, typed: str
) -> None:
    if found:
        (tmp_path / "karat").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [started, "demo"])
    assert command_to_type() == typed


def test_no_line_is_wider_than_the_console(shown: tuple[str, Path]) -> None:
    text, _ = shown
    assert max(map(len, text.splitlines())) <= 80
