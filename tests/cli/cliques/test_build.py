"""``karat cliques`` from trees to cliques: each step on its own, all in a row, and what goes wrong."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from karat.cli import main
from karat.formats.benchmarks.robust import read

TURNING = """
import json, sys, zlib
for line in sys.stdin:
    asked = json.loads(line)
    words = asked["sentence"].split()
    place = zlib.crc32(asked["target"].encode()) % len(words)
    print(json.dumps({"text": " ".join(words[place:] + words[:place])}), flush=True)
"""
SAMPLE = json.loads((files("karat.benchmarks") / "sample" / "cliques.json").read_text(encoding="utf-8"))


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat cliques`` beside the sample's sentences, trees and parse pairs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    trees = [[clique["ori_tree"], *(each["tree"] for each in clique["paraphrases"])] for clique in SAMPLE]
    pairs = [f"{a}\t{b}\n" for clique in trees for a in clique for b in clique if a != b]
    Path("pairs.tsv").write_text("".join(pairs))
    Path("in.txt").write_text("".join(f"{clique['ori_sent']}\n" for clique in SAMPLE))
    Path("in.trees").write_text("".join(f"{clique['ori_tree']}\n" for clique in SAMPLE))
    Path("turn.py").write_text(TURNING)

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


TURN = shlex.join([sys.executable, "turn.py"])
FROM = ("in.txt", "--trees", "in.trees", "--bank", "bank.tsv")


def test_step_by_step_and_all_in_a_row(run) -> None:
    code, out, _ = run("bank", "pairs.tsv", "--output", "bank.tsv", "--json")
    assert (code, json.loads(out)) == (
        0,
        {"output": "bank.tsv", "height": 3, "pairs": 78, "distinct": 78, "sources": 27, "targets": 27},
    )
    code, out, _ = run("targets", *FROM, "--output", "targets.jsonl", "--json")
    assert (code, json.loads(out)["sentences"], json.loads(out)["similarity"]) == (0, 7, 1.0)
    asking = ("paraphrase", "targets.jsonl", "--command", TURN, "--output", "candidates.jsonl", "--json")
    code, out, _ = run(*asking)
    count = json.loads(out)["targets"]
    assert (code, json.loads(out)["asked"], json.loads(out)["had"]) == (0, count, 0)
    code, out, _ = run(*asking)
    assert (code, json.loads(out)["asked"], json.loads(out)["had"]) == (0, 0, count)
    code, out, _ = run("filter", "candidates.jsonl", "--output", "cliques.json", "--json")
    assert (code, json.loads(out)["cliques"], json.loads(out)["candidates"]) == (0, 7, count)
    code, out, err = run("build", *FROM, "--command", TURN, "--output", "all.json", "--json")
    assert (code, json.loads(out)["kept"]) == (0, 21)
    assert err == "all.candidates.jsonl: all answers, with their targets\n"
    assert Path("all.json").read_bytes() == Path("cliques.json").read_bytes()
    assert Path("all.candidates.jsonl").read_bytes() == Path("candidates.jsonl").read_bytes()
    assert len(list(read(Path("all.json")))) == 7


def test_tables(run) -> None:
    _, out, _ = run("bank", "pairs.tsv", "--output", "bank.tsv", "--height", "2")
    assert [line.split() for line in out.splitlines()[2:4]] == [["levels", "of", "a", "parse", "2"], ["pairs", "78"]]
    _, out, _ = run("targets", *FROM, "--output", "targets.jsonl", "--targets", "1", "--sources", "1", "--seed", "5")
    assert [line.split() for line in out.splitlines()[2:4]] == [["sentences", "7"], ["targets", "7"]]
    _, out, _ = run("paraphrase", "targets.jsonl", "--command", TURN, "--output", "candidates.jsonl")
    assert [line.split() for line in out.splitlines()[2:4]] == [["targets", "7"], ["answered", "before", "0"]]


def test_unified_json_brings_its_trees(run) -> None:
    run("bank", "pairs.tsv", "--output", "bank.tsv")
    Path("in.json").write_text(json.dumps(SAMPLE))
    code, _, _ = run("build", "in.json", "--bank", "bank.tsv", "--command", TURN, "--output", "out.json")
    assert code == 0
    assert json.loads(Path("out.json").read_text())[0]["ori_args"] == SAMPLE[0]["ori_args"]


def test_refusals_are_counted_and_shown(run) -> None:
    run("bank", "pairs.tsv", "--output", "bank.tsv")
    run("targets", *FROM, "--output", "targets.jsonl")
    asked = [json.loads(line) for line in Path("targets.jsonl").read_text().splitlines()]
    answers = [
        {"sentence": each["sentence"], "target": target["parse"], "text": None, "reason": "not today"}
        for each in asked
        for target in each["targets"]
    ]
    Path("answers.jsonl").write_text("".join(json.dumps(each) + "\n" for each in answers))
    code, out, err = run("paraphrase", "targets.jsonl", "--answers", "answers.jsonl", "--output", "none.jsonl")
    assert (code, out.splitlines()[-1].split()) == (0, ["without", "a", "paraphrase", str(len(answers))])
    assert err == f"none.jsonl: {len(answers)} without a paraphrase, the first: not today\n"
    code, out, _ = run("filter", "none.jsonl", "--output", "cliques.json", "--json")
    assert (json.loads(out)["refused"], json.loads(out)["kept"], json.loads(out)["below"]) == (len(answers), 0, 7)
    assert all(not clique["paraphrases"] for clique in json.loads(Path("cliques.json").read_text()))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param((), "expected one of --command, --endpoint, --answers, found none", id="no generator"),
        pytest.param(("--command", TURN, "--answers", "x"), "found --command and --answers", id="two generators"),
        pytest.param(("--endpoint", "http://127.0.0.1:1"), "expected a model's name beside --endpoint", id="no model"),
        pytest.param(
            ("--command", TURN, "--model", "m"), "expected --endpoint beside it, found --command", id="unheeded"
        ),
        pytest.param(
            ("--command", TURN, "--workers", "2"), "expected --endpoint beside it, found --command", id="workers"
        ),
        pytest.param(
            ("--answers", "x", "--timeout", "2"), "expected --endpoint beside it, found --answers", id="timeout"
        ),
        pytest.param(("--command", TURN, "--weights", "1,2"), "expected three numbers with commas", id="weights"),
        pytest.param(("--command", TURN, "--keep", "0"), "keep", id="keep none"),
    ],
)
def test_wrong_usage(run, arguments, message) -> None:
    run("bank", "pairs.tsv", "--output", "bank.tsv")
    code, _, err = run("build", *FROM, "--output", "out.json", *arguments)
    assert code == 2
    assert message in " ".join(err.replace("│", " ").split())
    assert not Path("out.json").exists()


def test_the_answers_need_a_file_of_their_own(run) -> None:
    run("bank", "pairs.tsv", "--output", "bank.tsv")
    code, _, err = run("build", *FROM, "--output", "out.json", "--command", TURN, "--candidates", "./out.json")
    assert (code, err) == (1, "out.json: expected another file for --candidates than for --output, found the same\n")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        pytest.param("raise SystemExit('no model here')", "it said 'no model here'", id="the command fails"),
        pytest.param("print('x', flush=True)", "expected a JSON object on one line, found", id="the command prattles"),
    ],
)
def test_nothing_half_written(run, program, message) -> None:
    run("bank", "pairs.tsv", "--output", "bank.tsv")
    Path("turn.py").write_text(program)
    code, out, err = run("build", *FROM, "--command", TURN, "--output", "out.json")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert message in err or "expected one line for each line" in err
    assert not Path("out.json").exists()


@pytest.mark.parametrize(
    ("output", "message"),
    [
        pytest.param(".", ".: expected a file to write, found a directory", id="a directory"),
        pytest.param("none/out.json", "none/out.json: expected a directory {here}/none, found none", id="no directory"),
    ],
)
def test_nobody_is_asked_for_what_cannot_be_written(run, output, message) -> None:
    run("bank", "pairs.tsv", "--output", "bank.tsv")
    code, out, err = run("build", *FROM, "--command", TURN, "--output", output, "--candidates", "all.jsonl")
    assert (code, out, err) == (1, "", message.format(here=Path.cwd()) + "\n")
    assert not Path("all.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            ("bank", "none.tsv", "--output", "b"),
            "none.tsv: expected a file, found nothing of that name",
            id="no pairs",
        ),
        pytest.param(
            ("bank", "in.txt", "--output", "b"),
            "in.txt:1: expected a source tree, a tab and a target tree",
            id="no trees",
        ),
        pytest.param(
            ("bank", "pairs.tsv", "--output", "b", "--height", "0"),
            "height: expected at least 1 level, found 0",
            id="no level",
        ),
        pytest.param(
            ("targets", "in.txt", "--bank", "pairs.tsv", "--output", "t"),
            "in.txt:1: expected a tree",
            id="no trees for sentences",
        ),
        pytest.param(
            ("targets", "in.txt", "--trees", "in.trees", "--bank", "pairs.tsv", "--output", "t"),
            "pairs.tsv:1: expected '# karat parse bank, height N'",
            id="no bank",
        ),
        pytest.param(("filter", "in.txt", "--output", "o"), "in.txt:1: expected JSON", id="no JSON"),
    ],
)
def test_wrong_input(run, arguments, message) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(message)
    assert not any(Path(name).exists() for name in "bto")
