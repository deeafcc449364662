"""Each input file of a command is opened exactly once."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from karat.benchmarks import sample_path

PROGRAM = """
import sys
opened = []
sys.addaudithook(lambda event, found: opened.append(str(found[0])) if event == "open" else None)
from karat.cli import main
sys.argv = ["karat", *sys.argv[1:]]
try:
    main()
finally:
    print("\\n".join(f"opened {path}" for path in opened), file=sys.stderr)
"""


def opened(*arguments: str) -> Counter[str]:
    """How often each path is opened by a command."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Counter(line.removeprefix("opened ") for line in done.stderr.splitlines() if line.startswith("opened "))


@pytest.fixture
def files(tmp_path):
    """The sample's files, under names of their own."""
    places = {
        "gold.txt": "en/gold.txt",
        "carb.tsv": "en/carb_gold.tsv",
        "a.tsv": "en/careful.tsv",
        "b.tsv": "en/naive.tsv",
    }
    for name, place in places.items():
        (tmp_path / name).write_bytes(sample_path(place).read_bytes())
    return {name: str(tmp_path / name) for name in places}


def test_a_plain_evaluation(files):
    found = opened("evaluate", files["a.tsv"], files["b.tsv"], "--benchmark", "karat-sample", "--resamples", "0")
    gold = {str(sample_path("en/gold.txt")): 1, str(sample_path("en/carb_gold.tsv")): 1}
    inputs = {files["a.tsv"]: 1, files["b.tsv"]: 1, **gold}
    assert {path: found[path] for path in inputs} == inputs


def test_an_evaluation_with_gold_of_its_own(files):
    found = opened("evaluate", files["a.tsv"], "--gold", files["gold.txt"], "--carb-gold", files["carb.tsv"])
    assert {name: found[path] for name, path in files.items()} == {"gold.txt": 1, "carb.tsv": 1, "a.tsv": 1, "b.tsv": 0}


def test_explain(files):
    found = opened("explain", files["a.tsv"], "--gold", files["gold.txt"])
    assert (found[files["a.tsv"]], found[files["gold.txt"]]) == (1, 1)


def test_convert_lint_and_stats(files, tmp_path):
    found = opened("convert", files["a.tsv"], str(tmp_path / "a.jsonl"))
    assert found[files["a.tsv"]] == 1
    assert opened("gold", "stats", files["gold.txt"])[files["gold.txt"]] == 1
    assert opened("gold", "lint", files["gold.txt"])[files["gold.txt"]] == 1


def test_sentences_beside_several_outputs(tmp_path):
    gold = tmp_path / "gold.txt"
    gold.write_bytes(sample_path("en/gold.txt").read_bytes())
    texts = [line.split("\t", 1)[1] for line in gold.read_text().splitlines() if line.startswith("sent_id:")]
    sentences = tmp_path / "input.txt"
    sentences.write_text("\n".join(texts), "utf-8")
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("Output:\n(Ann; left; Ulm)\n" * len(texts), "utf-8")
    outputs = [str(tmp_path / f"{name}.txt") for name in ("one", "two")]
    found = opened("evaluate", *outputs, "--gold", str(gold), "--sentences", str(sentences))
    assert [found[path] for path in (*outputs, str(gold), str(sentences))] == [1, 1, 1, 1]


def test_parses_beside_an_output(files, tmp_path):
    texts = [line.split("\t", 1)[1] for line in Path(files["gold.txt"]).read_text().splitlines() if "sent_id:" in line]
    rows = [
        "\n".join(
            f"{n}\t{word}\t_\tX\t_\t_\t{n - 1}\t{'dep' if n > 1 else 'root'}\t_\t_" for n, word in enumerate(words, 1)
        )
        for words in map(str.split, texts)
    ]
    parses = tmp_path / "parses.conllu"
    parses.write_text("\n\n".join(rows) + "\n", "utf-8")
    found = opened("evaluate", files["a.tsv"], "--gold", files["gold.txt"], "--by", "cases", "--parses", str(parses))
    assert found[str(parses)] == 1


def test_a_task(tmp_path):
    for name in ("gold.amr", "mine.amr"):
        (tmp_path / name).write_text("# ::id 1\n(g / go-02 :ARG0 (a / ant))\n", "utf-8")
    paths = [str(tmp_path / name) for name in ("mine.amr", "gold.amr")]
    found = opened("score", "amr", paths[0], "--gold", paths[1])
    assert [found[path] for path in paths] == [1, 1]
