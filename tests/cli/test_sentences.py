"""``--sentences``: outputs that do not repeat their input."""

from __future__ import annotations

import pytest

from karat.cli import main

GOLD = "sent_id:1\tAnn left Ulm .\n1--> Cluster 1:\nAnn --> left --> Ulm\n\nsent_id:2\tWow !\n"
MINIE = "Output:\n(Ann;left;Ulm)\n\nOutput:\nNo extraction found.\n\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command in a folder with MinIE's output and its input; give the exit code, standard output and error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "minie.txt").write_text(MINIE)
    (tmp_path / "mine.tsv").write_text("1\tAnn\tleft\tUlm\n")
    (tmp_path / "other.tsv").write_text("3\tAnn\tleft\tUlm\n")
    (tmp_path / "text.tsv").write_text("Bo left .\t0.9\tleft\tBo\n")
    (tmp_path / "input.txt").write_text("Ann left Ulm .\nWow !\n")
    (tmp_path / "short.txt").write_text("Ann left Ulm .\n")

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(list(arguments))
        return (stop.value.code or 0, *capsys.readouterr())

    return run


EVALUATE = ("evaluate", "--gold", "gold.txt", "--facet", "default", "--no-intervals")


def test_systems_with_and_without_sentences_in_one_table(run):
    code, out, err = run(*EVALUATE, "minie.txt", "mine.tsv", "--sentences", "input.txt", "--csv")
    assert code == 0
    assert "minie.txt: read as minie (guessed)" in err
    assert [line.split(",")[4] for line in out.splitlines()[1:]] == ["1.0", "1.0"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            (*EVALUATE, "minie.txt"),
            "minie.txt:2: expected rows that name their sentence, found none; give the system's input, a sentence a "
            "line, with --sentences FILE",
            id="evaluate: none given",
        ),
        pytest.param(
            (*EVALUATE, "mine.tsv", "--sentences", "input.txt"),
            "input.txt: expected an output that leaves its sentences out, found only outputs whose rows name them, as "
            "mine.tsv; --sentences gives a system's input to an output that does not repeat it, and is not needed here",
            id="evaluate: not needed",
        ),
        pytest.param(
            (*EVALUATE, "minie.txt", "--sentences", "short.txt"),
            "minie.txt:4: expected 1 blocks, one for each sentence of short.txt, found one more",
            id="evaluate: too few",
        ),
        pytest.param(
            ("convert", "minie.txt", "out.jsonl", "--sentences", "short.txt"),
            "minie.txt:4: expected 1 blocks, one for each sentence of short.txt, found one more",
            id="convert: too few",
        ),
        pytest.param(
            ("convert", "other.tsv", "out.jsonl", "--sentences", "input.txt"),
            "other.tsv:1: expected a sentence's number from 1 to 2, as input.txt has them, found '3'",
            id="convert: a number that is not there",
        ),
        pytest.param(
            ("convert", "text.tsv", "out.jsonl", "--sentences", "input.txt"),
            "text.tsv:1: expected a sentence of input.txt, found 'Bo left .'",
            id="convert: a sentence that is not there",
        ),
    ],
)
def test_what_does_not_go_together(run, tmp_path, arguments, message):
    code, _, err = run(*arguments)
    assert code == 1
    assert err.splitlines()[-1] == message
    assert not (tmp_path / "out.jsonl").exists()


def test_convert_writes_the_sentences_and_says_only_what_is_lost(run, tmp_path):
    assert run("convert", "minie.txt", "out.jsonl", "--sentences", "input.txt") == (
        0,
        "",
        "minie.txt: read as minie (guessed)\nout.jsonl: 1 extraction written as jsonl\n",
    )
    assert run("convert", "out.jsonl", "out.txt", "--to", "openie6")[0] == 0
    assert (tmp_path / "out.txt").read_text() == "Ann left Ulm .\n1.0: (Ann; left; Ulm)\n\nWow !\n\n"
    code, _, err = run("convert", "out.jsonl", "out.tsv", "--to", "carb-tab")
    assert (code, err.splitlines()[-1]) == (0, "out.tsv: carb-tab cannot hold: a sentence without extractions of 1")


def test_numbers_become_sentences_and_sentences_numbers(run, tmp_path):
    assert run("convert", "mine.tsv", "carb.tsv", "--to", "carb-tab", "--sentences", "input.txt")[0] == 0
    assert (tmp_path / "carb.tsv").read_text() == "Ann left Ulm .\t1.0\tleft\tAnn\tUlm\n"
    assert run("convert", "carb.tsv", "back.tsv", "--to", "benchie", "--sentences", "input.txt")[0] == 0
    assert (tmp_path / "back.tsv").read_text() == (tmp_path / "mine.tsv").read_text()
