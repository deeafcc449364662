"""``karat data``: its output and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import Dataset, benchmark_named, load_gold
from karat.benchmarks.registry import cache_folder
from karat.cli import main

from .conftest import CONTENT, Server, served

Run = Callable[..., tuple[int, str, str]]
SIZE = sum(map(len, CONTENT.values()))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``karat data`` in 80 columns; give its exit code and what it printed, without spaces at the ends of lines."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["data", *arguments])
        code = stop.value.code
        assert code is None or isinstance(code, int)
        out, err = capsys.readouterr()
        return code or 0, "\n".join(line.rstrip() for line in out.split("\n")), err

    return run


def test_list_is_readable_at_80_columns(run: Run, toys: Dataset) -> None:
    code, out, err = run("list")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["dataset", "what", "licence", "where"]
    assert max(map(len, lines)) <= 80
    assert lines[2].split() == ["karat-sample", "synsets,", "cliques,", "3", "systems", "CC", "BY", "4.0", "embedded"]
    assert lines[-2].split() == ["toys", "gold", "CC0", "downloadable"]
    assert lines[-1].split() == ["2", "sentences"]


def test_list_in_json(run: Run, toys: Dataset) -> None:
    run("where", "toys", "gold/test.tsv")
    code, out, _ = run("list", "--json")
    assert code == 0
    assert json.loads(out)[-1] == {
        "name": "toys",
        "title": "Toys",
        "what": "gold",
        "counts": "2 sentences",
        "licence": "CC0",
        "citations": ["Ann, 2020."],
        "homepage": "",
        "reproduces": None,
        "where": "cached, part",
        "folder": str(cache_folder() / "toys"),
        "files": 3,
        "bytes": SIZE + 6,
        "present": 1,
        "downloadable": 2,
        "sources": [{"repository": "ann/toys", "commit": "0123456789abcdef0123456789abcdef01234567", "licence": "CC0"}],
    }


def test_get_downloads_what_has_a_public_copy(run: Run, server: Server, toys: Dataset) -> None:
    line = f"toys: 2 files in {cache_folder()}/toys; 1 without a public copy, which only KARAT_DATA serves\n"
    assert run("get", "toys", "toys") == (0, line, "")
    assert run("get", "toys") == (0, line, "")
    assert server.asked == {served(path): 1 for path in CONTENT}


def test_get_the_embedded_sample(run: Run, server: Server) -> None:
    code, out, _ = run("get", "karat-sample")
    assert code == 0
    assert out.startswith("karat-sample: embedded, in ")
    assert not server.asked


def test_get_stops_with_one_line(run: Run, server: Server, toys: Dataset) -> None:
    server.files.clear()
    code, out, err = run("get", "toys")
    assert (code, out) == (1, "")
    address = f"{server.address}{served('gold/test.tsv')}"
    assert err == f"toys/gold/test.tsv: expected the file at {address}, found HTTP 404 Not Found\n"


def test_get_without_a_name_is_wrong_usage(run: Run) -> None:
    code, _, err = run("get")
    assert code == 2
    assert "name at least one dataset, or --all" in err


def test_verify_what_was_downloaded(run: Run, toys: Dataset) -> None:
    assert run("verify") == (0, "nothing to verify: no dataset has been downloaded yet\n", "")
    run("where", "toys", "gold/test.tsv")
    code, out, err = run("verify")
    assert (code, err) == (0, "")
    assert out == (
        "dataset  files   bytes  altered  missing  not downloaded\n"
        "────────────────────────────────────────────────────────\n"
        "toys         1  48,000        0        0               2\n"
        "1 files, 48,000 bytes checked; all as published\n"
    )


def test_verify_a_named_dataset_wants_all_that_can_be_had(run: Run, toys: Dataset) -> None:
    run("where", "toys", "gold/test.tsv")
    code, out, err = run("verify", "toys")
    assert (code, err) == (1, "")
    assert out.splitlines()[2:] == [
        "toys         1  48,000        0        1               1",
        f"{cache_folder()}/toys/gold/dev part (1).tsv: expected a file, found none",
        "1 files, 48,000 bytes checked; 1 wrong",
    ]


@pytest.fixture
def folder(toys: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """KARAT_DATA with one right file, an altered and a missing one, and one that nobody declared."""
    folder = tmp_path / "data"
    (folder / "toys" / "gold").mkdir(parents=True)
    (folder / "toys" / "gold" / "test.tsv").write_bytes(CONTENT["gold/test.tsv"])
    (folder / "toys" / "subset.tsv").write_bytes(b"altered")
    (folder / "toys" / "notes.txt").write_text("mine")
    monkeypatch.setenv("KARAT_DATA", str(folder))
    return folder


def test_verify_karat_data(run: Run, folder: Path) -> None:
    code, out, err = run("verify")
    assert (code, err) == (1, "")
    assert out.splitlines()[2:] == [
        "toys         2  48,007        1        1               0",
        f"{folder}/toys/subset.tsv: expected sha256 daa5c360ed34…, found 4aa009153649…",
        f"{folder}/toys/gold/dev part (1).tsv: expected a file, found none",
        "2 files, 48,007 bytes checked; 2 wrong",
    ]


def test_verify_in_json(run: Run, folder: Path) -> None:
    code, out, _ = run("verify", "--json")
    assert code == 1
    assert json.loads(out) == {
        "right": False,
        "files": 2,
        "bytes": 48_007,
        "datasets": [
            {
                "name": "toys",
                "place": f"{folder}/toys",
                "right": False,
                "files": 2,
                "bytes": 48_007,
                "altered": ["subset.tsv"],
                "missing": ["gold/dev part (1).tsv"],
                "absent": [],
            }
        ],
    }


def test_verify_an_empty_karat_data(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARAT_DATA", str(folder / "toys"))
    assert run("verify") == (1, "", f"KARAT_DATA={folder}/toys: expected at least one dataset there, found none\n")


def test_verify_the_embedded_sample(run: Run) -> None:
    assert run("verify", "karat-sample") == (0, "embedded datasets have no checksums: they come with the package\n", "")


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        pytest.param(("toys",), "toys", id="a folder"),
        pytest.param(("toys", "gold/test.tsv"), "toys/gold/test.tsv", id="a file, fetched"),
    ],
)
def test_where(run: Run, toys: Dataset, arguments: tuple[str, ...], place: str) -> None:
    assert run("where", *arguments) == (0, f"{cache_folder()}/{place}\n", "")


@pytest.mark.parametrize("command", ["get", "verify", "where"])
def test_an_unknown_dataset(run: Run, command: str) -> None:
    code, out, err = run(command, "crab")
    assert (code, out) == (1, "")
    assert err.startswith("unknown dataset 'crab'; did you mean 'carb'? Known: karat-sample, ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["list", "get", "verify", "where", "sentences"])
def test_help_has_an_example(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"Example: karat data {command}" in out


def test_sentences_are_printed_in_the_order_of_their_ids(run: Run) -> None:
    code, out, err = run("sentences", "karat-sample")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["The Danube flows through Vienna .", "Octopuses have three hearts and blue blood ."]
    assert len(out.splitlines()) == 24
    code, with_ids, _ = run("sentences", "Karat-Sample", "--ids")
    assert code == 0
    assert with_ids.splitlines() == [f"{number}\t{text}" for number, text in enumerate(out.splitlines(), 1)]


def test_sentences_of_cliques_are_all_of_them(run: Run) -> None:
    texts = run("sentences", "karat-sample-cliques")[1].splitlines()
    gold = load_gold(benchmark_named("karat-sample-cliques"))
    assert texts == [sentence.text for sentence in gold.sentences]
    assert len(texts) == 27


def test_sentences_are_written_but_over_no_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("sentences", "karat-sample-de", "-o", "input.txt")
    assert (code, out) == (0, "")
    assert err == (
        "input.txt: 8 sentences written; score a system's output with karat evaluate --benchmark karat-sample-de\n"
    )
    assert Path("input.txt").read_text(encoding="utf-8") == run("sentences", "karat-sample-de")[1]
    code, out, err = run("sentences", "karat-sample", "-o", "input.txt")
    assert (code, out) == (1, "")
    assert err == "input.txt: expected a new file to write, found one that exists; --force writes over it\n"
    assert run("sentences", "karat-sample", "-o", "input.txt", "--force")[0] == 0
    assert len(Path("input.txt").read_text(encoding="utf-8").splitlines()) == 24


def test_sentences_are_a_benchmarks(run: Run) -> None:
    code, out, err = run("sentences", "benchie")
    assert (code, out) == (1, "")
    assert err.startswith("unknown benchmark 'benchie'; did you mean 'benchie-")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals to pretend to be")
def test_a_bar_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    """Standard error is a terminal in one run and a pipe in the other; standard output is the same in both."""
    data = tmp_path / "data" / "wire57"
    data.mkdir(parents=True)
    (data / "WiRe57_343-manual-oie.json").write_bytes(b"x" * 1000)
    command = [sys.executable, "-m", "karat", "data", "verify"]
    environment = {**os.environ, "KARAT_DATA": str(tmp_path / "data"), "COLUMNS": "80", "TERM": "xterm"}
    piped = subprocess.run(command, env=environment, capture_output=True, check=False)
    near, far = os.openpty()
    shown = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=far, check=False)
    os.close(far)
    bar = os.read(near, 10_000)
    os.close(near)
    assert (piped.returncode, piped.stderr) == (1, b"")
    assert shown.stdout == piped.stdout
    assert b"checking" in bar
