from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from karat.cli import main
from karat.formats import format_named, read_items
from karat.model import Extraction, Row

ROWS = "1\tAnn\tleft\tUlm\n2\tIt\train\t\n"
GOLD = "sent_id:1\tAnn left .\n1-->Cluster 1:\nAnn --> left --> \n"
TUPLES = "Ann left .\tleft\tAnn\nIt rained .\trained\tIt\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat convert`` in a folder of its own; give the exit code and the lines on standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["convert", *arguments])
        captured = capsys.readouterr()
        assert captured.out == ""
        return stop.value.code or 0, captured.err.splitlines()

    return run


def test_the_guess_is_printed_and_the_suffix_decides(run, tmp_path):
    (tmp_path / "in.tsv").write_text(ROWS)
    code, lines = run("in.tsv", "out.jsonl")
    assert code == 0
    assert lines == ["in.tsv: read as benchie (guessed)", "out.jsonl: 2 extractions written as jsonl"]
    assert list(read_items(tmp_path / "out.jsonl")) == list(read_items(tmp_path / "in.tsv"))


def test_there_and_back(run, tmp_path):
    (tmp_path / "in.tsv").write_text(ROWS)
    run("in.tsv", "out.jsonl.gz")
    code, lines = run("out.jsonl.gz", "back.tsv", "--from", "jsonl", "--to", "benchie")
    assert (code, lines) == (0, ["back.tsv: 2 extractions written as benchie"])
    assert (tmp_path / "back.tsv").read_text() == ROWS


def test_a_file_onto_itself(run, tmp_path):
    (tmp_path / "in.tsv").write_text(ROWS)
    code, lines = run("in.tsv", "in.tsv", "--to", "jsonl")
    assert (code, lines) == (1, ["in.tsv: expected another file for OUT than for IN, found the same"])
    assert (tmp_path / "in.tsv").read_text() == ROWS


def test_repairs_are_printed(run, tmp_path):
    (tmp_path / "gold.txt").write_text(GOLD)
    code, lines = run("gold.txt", "gold.jsonl")
    assert code == 0
    assert lines[1:] == [
        "gold.txt:2: read '1-->Cluster 1:' as '1--> Cluster 1:'",
        "gold.jsonl: 1 sentence written as jsonl",
    ]


def test_what_the_format_cannot_hold_is_named(run, tmp_path):
    rows = [
        Row(Extraction("left", ("Ann", "Ulm", "now"), 0.5, context="Joe says"), "1", "Ann left Ulm now ."),
        Row(Extraction("left", ("Ann", "Ulm")), "1", "Ann left Ulm now ."),
        Row(None, "2", "Wow !"),
    ]
    format_named("jsonl").write(tmp_path / "in.jsonl", rows)
    code, lines = run("in.jsonl", "out.tsv", "--to", "benchie")
    assert code == 0
    held = "the sentence's text of 2, the arguments' borders of 1, confidence of 1, context of 1"
    assert lines[-1] == f"out.tsv: benchie cannot hold: {held}, a sentence without extractions of 1"


def test_a_pipe_is_refused_for_it_would_be_read_twice(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    code, lines = run("pipe", "out.jsonl", "--from", "carb-tab")
    assert (code, lines) == (1, ["pipe: expected a file, which can be read more than once, found a pipe or a terminal"])


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["/dev/stdout", "-"])
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout")
def test_what_stands_in_a_log_is_kept(name, tmp_path):
    (tmp_path / "in.tsv").write_text("Ann left .\t0.5\tleft\tAnn\n")
    (tmp_path / "log").write_text("before\n")
    command = [sys.executable, "-m", "karat", "convert", "in.tsv", name, "--to", "carb-tab"]
    with (tmp_path / "log").open("ab") as log:
        done = subprocess.run(command, cwd=tmp_path, stdout=log, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[1:]) == (0, ["/dev/stdout: 1 extraction written as carb-tab"])
    assert (tmp_path / "log").read_text() == "before\nAnn left .\t0.5\tleft\tAnn\n"


def test_utf_16_as_windows_shells_write_it(run, tmp_path):
    (tmp_path / "in.tsv").write_bytes("Jörg verließ Köln .\t0.5\tverließ\tJörg\tKöln\r\n".encode("utf-16"))
    assert run("in.tsv", "out.tsv", "--to", "carb-tab")[0] == 0
    assert (tmp_path / "out.tsv").read_text("utf-8") == "Jörg verließ Köln .\t0.5\tverließ\tJörg\tKöln\n"


def test_tuples_become_extractions(run, tmp_path):
    (tmp_path / "gold.tsv").write_text(TUPLES)
    assert run("gold.tsv", "out.tsv", "--to", "carb-tab")[0] == 0
    assert (tmp_path / "out.tsv").read_text() == "Ann left .\t1.0\tleft\tAnn\nIt rained .\t1.0\trained\tIt\n"


CLIQUES = '[{"ori_sent": "a", "ori_args": [["r", "x"]], "paraphrases": []}]'


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        pytest.param(None, ["in", "out.jsonl"], "in: expected a file, found nothing of that name", id="missing file"),
        pytest.param(b"", ["in", "out.jsonl"], "in: expected at least one line, found an empty file", id="empty file"),
        pytest.param(b"a\x00", ["in", "out.jsonl"], "in:1: expected text, found a binary file", id="binary"),
        pytest.param(b"1\ta\tb\tM\xfc\n", ["in", "out.jsonl"], "in:1: expected UTF-8 text", id="invalid UTF-8"),
        pytest.param(b"\x1f\x8b\x08\x00", ["in", "out.jsonl"], "in:1: expected a whole gzip file", id="truncated gzip"),
        pytest.param(
            b"hello\n", ["in", "out.jsonl"], "in:1: expected a format that `karat list formats` shows,", id="no format"
        ),
        pytest.param(
            b"1\ta\tb\tc\nIt rains .\train\tit\there\n",
            ["in", "out.jsonl"],
            "in: expected one format that fits, found benchie (line 1) and carb-gold (line 2); name the one",
            id="two formats",
        ),
        pytest.param(
            ROWS + "1\ta\tb\tc\td\n",
            ["in", "out.jsonl", "--from", "benchie"],
            "in:3: expected 4 tab-",
            id="five fields",
        ),
        pytest.param(GOLD + "a --> b --> [c\n", ["in", "out.jsonl"], "in:4: expected a ']' that closes", id="bracket"),
        pytest.param(ROWS, ["in", "out.xyz"], "out.xyz: expected a suffix that names a format, such as", id="suffix"),
        pytest.param(
            ROWS, ["in", "out.json"], "out.json: expected a suffix that names a format", id="another's suffix"
        ),
        pytest.param(ROWS, ["in", "out.x", "--to", "benchy"], "unknown format 'benchy'; did you mean", id="--to"),
        pytest.param(ROWS, ["in", "out.x", "--from", "benchy"], "unknown format 'benchy'; did you mean", id="--from"),
        pytest.param(ROWS, ["in", "out.jsonl", "--encoding", "x"], "unknown encoding 'x'", id="--encoding"),
        pytest.param(ROWS, ["in", "no/out.jsonl"], "no/out.jsonl: expected a directory", id="no folder"),
        pytest.param(ROWS, ["in", "."], ".: expected", id="a folder"),
        pytest.param(ROWS, ["in", "out.x", "--to", "reverb"], "reverb can be read but not written", id="read only"),
        pytest.param(
            GOLD,
            ["in", "out.x", "--to", "benchie"],
            "cannot write synsets as benchie, which holds extractions: ",
            id="synsets",
        ),
        pytest.param(ROWS, ["in", "out.x", "--to", "carb-gold"], "cannot write extractions as carb-gold", id="no gold"),
        pytest.param(
            ROWS, ["in", "out.x", "--to", "benchie-gold"], "extractions say too little for that", id="too little"
        ),
        pytest.param(CLIQUES, ["in", "out.x", "--to", "carb-gold"], "cannot write cliques as carb-gold", id="cliques"),
        pytest.param(ROWS, ["in", "out.x", "--to", "carb-tab"], "carb-tab needs the sentence's text", id="no text"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(run, tmp_path, content, arguments, message):
    if content is not None:
        (tmp_path / "in").write_bytes(content if isinstance(content, bytes) else content.encode())
    before = sorted(path.name for path in tmp_path.iterdir())
    code, lines = run(*arguments)
    assert code == 1
    assert message in lines[-1]
    assert len([line for line in lines if "(guessed)" not in line]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_latin_1(run, tmp_path):
    (tmp_path / "in.tsv").write_bytes(b"1\tM\xfcller\tleft\tUlm\n")
    assert run("in.tsv", "out.tsv", "--to", "benchie", "--encoding", "latin-1")[0] == 0
    assert (tmp_path / "out.tsv").read_text(encoding="utf-8") == "1\tMüller\tleft\tUlm\n"


@pytest.mark.parametrize("arguments", [[], ["in"], ["in", "out", "more"], ["in", "out", "--no-such-option"]])
def test_wrong_usage(run, arguments):
    assert run(*arguments)[0] == 2


def test_json_whose_parts_are_named_by_paths(run, tmp_path):
    (tmp_path / "mine.json").write_text('{"all": [{"n": 7, "a": "Ann", "b": "left", "c": "Ulm"}]}', encoding="utf-8")
    named = ("--map", "items=$.all[*],id=$.n", "--map", "subject=a,relation=b,object=c")
    assert run("mine.json", "out.jsonl", *named) == (0, ["out.jsonl: 1 extraction written as jsonl"])
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == (
        '{"karat": "extractions", "sentence_id": "7", '
        '"extraction": {"relation": "left", "arguments": ["Ann", "Ulm"]}}\n'
    )
    refused = (1, ["--map: expected JSON, found --format benchie"])
    assert run("mine.json", "out.jsonl", "--from", "benchie", *named) == refused
