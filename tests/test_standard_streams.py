"""Standard streams of other encodings, and closed ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, load_gold, sample_path

README = Path(__file__).parents[1] / "README.md"
SAMPLE = sample_path("en/greedy.tsv")

CLOSED = "standard output: expected an open stream, found a closed one\n"

WINDOWS = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
PLAIN_C = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""Python would take UTF-8 for the locale C, were it not told otherwise."""


def karat(*arguments: str, environment: dict[str, str], shell: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run ``karat`` in an environment; ``shell`` redirects its streams."""
    command = [sys.executable, "-m", "karat", *arguments]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    return subprocess.run(command, capture_output=True, check=False, env=os.environ | environment)


@pytest.mark.thorough
def test_data_is_utf_8_and_whole() -> None:
    """Numbers and sentences are for programs, so the locale has no part in them."""
    done = karat("data", "sentences", "karat-sample-zh", environment=PLAIN_C)
    assert done.returncode == 0
    sentences = [sentence.text for sentence in load_gold(benchmark_named("karat-sample-zh")).sentences]
    assert done.stdout.decode("utf-8") == "\n".join(sentences) + "\n"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "shell", "code", "out", "err"),
    [
        pytest.param("evaluate missing --benchmark karat-sample", "2>&-", 1, "", "", id="an error that nobody sees"),
        pytest.param("evaluate FILE --benchmark karat-sample", "2>&-", 0, "F1 .200 →", "", id="notes"),
        pytest.param("list benchmarks", ">&- <&-", 1, "", CLOSED, id="no output"),
        pytest.param("list benchmarks", ">/dev/full", 1, "", "no space left on device\n", id="a full disk"),
        pytest.param("--version", ">&-", 1, "", CLOSED, id="a short output"),
        pytest.param("data sentences karat-sample -o /dev/null", ">&-", 0, "", None, id="nothing to print"),
    ],
)
def test_closed_streams(command: str, shell: str, code: int, out: str, err: str | None) -> None:
    done = karat(*command.replace("FILE", str(SAMPLE)).split(), environment={"PYTHONUTF8": "1"}, shell=shell)
    assert done.returncode == code
    assert (out in done.stdout.decode()) if out else not done.stdout
    assert err is None or done.stderr.decode() == err


@pytest.mark.thorough
def test_a_file_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    program = (
        "import os; from karat.standard_streams import prepare_streams; prepare_streams(); "
        f"file = open({str(tmp_path / 'file')!r}, 'w'); assert file.fileno() > 2; "
        "os.write(2, b'lost'); os.write(1, b'lost')"
    )
    command = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", program]
    assert subprocess.run(command, check=False).returncode == 0
    assert (tmp_path / "file").read_text(encoding="utf-8") == ""


RUN_ALL = """
import sys, warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"karat\\.")
from karat.cli import main
for line in sys.stdin.read().splitlines():
    try:
        main(line.split("\\t"))
    except SystemExit as stop:
        assert not stop.code, (line, stop.code)
    sys.stdout.flush()
"""

COMMANDS = {
    "demo": "demo",
    "evaluate YOUR_OUTPUT --benchmark karat-sample": "evaluate FILE --benchmark karat-sample",
    "data sentences benchie-en -o input.txt": "data sentences karat-sample -o input.txt",
    "run naive --benchmark benchie-en -o naive.jsonl": "run naive --benchmark karat-sample --limit 2 -o naive.jsonl",
    "run clauses sentences.txt -o facts.jsonl": "run clauses input.txt --limit 2 -o facts.jsonl",
    "experiment plan.toml": "experiment plan.toml",
    "annotate FOLDER --cliques FILE": "annotate agreement --help",
    "study serve --demo": "study report --demo",
}
"""What is run of the commands that need a file or serve pages, which end only at Ctrl-C; others are run as they are."""

PLAN = """
benchmarks = ["karat-sample"]
[experiment]
title = "Größe"
folder = "results"
reports = false
[systems.careful]
published = "careful"
"""


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param(PLAIN_C, id="C", marks=pytest.mark.thorough),
        pytest.param(WINDOWS, id="cp1252", marks=pytest.mark.long),
    ],
)
def test_the_commands_of_the_readme(environment: dict[str, str], tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    named = {*re.findall(r"`karat ([^`]+)`", text), *re.findall(r"(?:Next:|output:| {5}) karat ([^\n>]*\w)", text)}
    assert set(COMMANDS) <= named
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    commands = [*COMMANDS.values(), *(each if "-" in each else f"{each} --help" for each in named - set(COMMANDS))]
    lines = [command.replace("FILE", str(SAMPLE)).replace(" ", "\t") for command in commands]
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", RUN_ALL],
        input="\n".join(lines).encode(),
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")[-2000:]
    text = done.stdout.decode("cp1252" if environment is WINDOWS else "ascii")
    assert "F1 .200 -> " in text
    assert "greedy     .286  .154  .200 [.096, .345]  -.426 *" in text
