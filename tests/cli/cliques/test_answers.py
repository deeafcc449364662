"""``karat cliques prompts`` and ``karat cliques answers``, from files to files."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from karat.cli import main
from karat.formats.benchmarks.robust import read
from karat.results.cliques.few_shot import load_few_shot

SAMPLE = Path(str(files("karat.benchmarks").joinpath("sample")))


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run ``karat cliques`` beside the sample's cliques; give the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "cliques.json").write_bytes((SAMPLE / "cliques.json").read_bytes())

    def run(*arguments):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", *arguments])
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run


def answer(system="careful", prompts="prompts.jsonl", answers="answers.jsonl", change=lambda id, text: text):
    """Answer prompts with what a system of the sample found."""
    found = {
        member.sentence.id: [[each.relation, *each.arguments] for each in member.extractions]
        for clique in read(SAMPLE / f"cliques_{system}.json")
        for member in clique.members
    }
    asked = [json.loads(line) for line in Path(prompts).read_text().splitlines()]
    given = ((each["id"], change(each["id"], json.dumps(found[each["sentence_id"]]))) for each in asked)
    lines = [json.dumps({"id": id, "answer": text}) for id, text in given if text is not None]
    Path(answers).write_text("".join(f"{line}\n" for line in lines))


PROMPTS = ("prompts", "cliques.json", "--output", "prompts.jsonl")
ANSWERS = ("answers", "prompts.jsonl", "answers.jsonl", "--gold", "cliques.json")


def test_from_prompts_to_scores(run):
    code, out, err = run(*PROMPTS, "--shots", "3", "--shots", "1", "--seed", "5")
    assert (code, err) == (0, "prompts.jsonl: 54 prompts written\n")
    assert out.split() == ["shots", "prompts", "cliques", "─" * 23, "1", "27", "7", "3", "27", "7"]
    line = json.loads(Path("prompts.jsonl").read_text().splitlines()[0])
    assert list(line) == ["id", "clique", "sentence_id", "sentence", "shots", "demonstrations", "choices", "messages"]
    assert (line["id"], line["shots"], len(line["demonstrations"])) == ("0/1", 1, 1)

    answer()
    code, out, err = run(*ANSWERS, "--output", "out-{shots}.json", "--failures", "failed.jsonl", "--result", "r.json")
    assert code == 0
    assert err.splitlines() == [
        "out-1.json: predictions for 7 cliques written",
        "out-3.json: predictions for 7 cliques written",
        "failed.jsonl: 0 answers that were not read whole written",
    ]
    assert out.startswith("answers · cliques.json · 7 cliques · 95 % intervals")
    assert (
        list(read(Path("out-1.json")))
        == list(read(Path("out-3.json")))
        == _bare(list(read(SAMPLE / "cliques_careful.json")))
    )
    assert [each.shots for each in load_few_shot("r.json").shots] == [1, 3]


def _bare(cliques):
    """The cliques without trees."""
    from dataclasses import replace

    return [
        replace(clique, members=tuple(replace(member, tree=None) for member in clique.members)) for clique in cliques
    ]


def test_the_scores_are_those_of_the_evaluation(run):
    """The predictions that are written, scored as any system's are."""
    from karat.metrics.oie.robust import score_clique

    run(*PROMPTS, "--shots", "1")
    answer("greedy")
    _, out, _ = run(*ANSWERS, "--output", "out.json", "--json")
    found = json.loads(out)["shots"][0]
    gold, predicted = list(read(Path("cliques.json"))), list(read(Path("out.json")))
    scores = [
        score_clique([each.extractions for each in one.members], other)
        for one, other in zip(predicted, gold, strict=True)
    ]
    mean = [
        float(sum(getattr(score.worst, name) for score in scores) / len(scores)) for name in ("precision", "recall")
    ]
    assert [found["robust"][name]["value"] for name in ("precision", "recall")] == pytest.approx(mean, abs=1e-12)


def test_pairs(run):
    code, out, _ = run(*PROMPTS, "--pairs", "20", "--json")
    counts = [(each["shots"], each["pairs"]) for each in json.loads(out)["by_shots"]]
    assert all(each["pairs"] + each["left_out"] == 20 for each in json.loads(out)["by_shots"])
    assert (code, [shots for shots, _ in counts]) == (0, [1, 2, 3, 4])
    assert counts[0][1] == 20
    assert counts[3][1] < 20
    answer()
    code, out, _ = run(*ANSWERS, "--json")
    found = json.loads(out)
    assert code == 0
    assert [(each["shots"], len(each["pairs"]), each["left_out"]) for each in found["pairs"]] == [
        (shots, count, 20 - count) for shots, count in counts
    ]
    assert [each["measure"] for each in found["correlations"]] == ["distance", "similarity"]
    assert sum(each["pairs"] for each in found["correlations"][0]["intervals"]) == 20
    code, out, _ = run(*ANSWERS)
    assert "HWS distance" in out
    assert run(*ANSWERS, "--output", "x-{shots}.json")[0] == 2


def test_a_number_that_no_pair_has_is_shown_as_left_out(run):
    code, out, _ = run(*PROMPTS, "--pairs", "2", "--shots", "1", "--shots", "5")
    assert (code, out.split()[-5:]) == (0, ["5", "0", "0", "0", "2"])


def test_failures_are_counted_and_kept(run):
    run(*PROMPTS, "--shots", "1")
    spoilt = {"0/1": "", "1/1": "I'm sorry, I can't.", "2/1": "Hm.", "3/1": '[["a", "b"], ["c'}
    answer(change=lambda id, text: spoilt.get(id, None if id == "4/1" else text))
    code, _, err = run(*ANSWERS)
    assert (code, err) == (1, "answers.jsonl: expected an answer to every prompt, found none to '4/1'\n")
    code, out, _ = run(*ANSWERS, "--missing", "empty", "--failures", "failed.jsonl")
    assert code == 0
    table = [line.split() for line in out.splitlines()]
    assert ["answers", "tuples", "missing", "empty", "refusal", "no", "tuple", "cut", "off"] in table
    kept = [json.loads(line) for line in Path("failed.jsonl").read_text().splitlines()]
    assert kept == [
        {"id": id, "kind": kind, "text": spoilt.get(id, "")}
        for id, kind in zip(
            ["0/1", "1/1", "2/1", "3/1", "4/1"], ["empty", "refusal", "no tuple", "cut off", "missing"], strict=True
        )
    ]


def test_without_gold_answers_are_read_but_not_scored(run):
    bare = [
        {
            "id": each["id"],
            "ori_sent": each["ori_sent"],
            "paraphrases": [{"id": p["id"], "sent": p["sent"]} for p in ps],
        }
        for each in json.loads(Path("cliques.json").read_text())
        if (ps := each["paraphrases"]) is not None
    ]
    Path("bare.json").write_text(json.dumps(bare))
    assert run("prompts", "bare.json", "--output", "prompts.jsonl", "--shots", "0")[0] == 0
    answer()
    arguments = ("answers", "prompts.jsonl", "answers.jsonl", "--gold", "bare.json", "--output", "out.json")
    code, out, err = run(*arguments)
    assert code == 0
    assert err.splitlines()[-1] == "bare.json: no gold tuples there, so answers are counted but not scored"
    assert out.startswith("Answers, and those that were not read whole")
    assert len(list(read(Path("out.json")))) == 7
    code, out, _ = run(*arguments, "--json")
    assert (code, json.loads(out)["by_shots"][0]["counts"]["answers"]) == (0, 27)
    code, _, err = run(*arguments, "--result", "r.json")
    assert (code, err.splitlines()[-1]) == (1, "bare.json: expected gold tuples to score with, found none")


def test_a_pool_and_a_template_of_ones_own(run):
    Path("pool.tsv").write_text("Ann left .\tleft\tAnn\n")
    Path("own.toml").write_text(
        'task = "Do."\ndemonstration = "{sentence} > {tuples}"\nquestion = "{sentence} >"\n', encoding="utf-8"
    )
    options = ("--shots", "1", "--pool", "pool.tsv", "--template", "own.toml", "--form", "text")
    assert run(*PROMPTS, *options)[0] == 0
    line = json.loads(Path("prompts.jsonl").read_text().splitlines()[1])
    assert line["demonstrations"] == ["pool:1"]
    assert line["text"] == f'Do.\n\nAnn left . > [["left", "Ann"]]\n\n{line["sentence"]} >'


def test_shared_demonstrations_leave_their_cliques_out(run):
    code, _, err = run(*PROMPTS, "--shots", "2", "--demonstrations", "shared")
    assert code == 0
    assert err.splitlines()[1] == "2 cliques are not asked about: the demonstrations are from them"
    answer()
    code, out, _ = run(*ANSWERS)
    assert (code, out.splitlines()[0]) == (0, "answers · cliques.json · 5 cliques · 95 % intervals")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((*PROMPTS, "--pairs", "3", "--pool", "p.tsv"), 2, "--pool"),
        ((*PROMPTS, "--pairs", "3", "--demonstrations", "each"), 2, "--demonstrations"),
        ((*PROMPTS, "--pairs", "43"), 1, "pairs: expected 43 pairs of cliques that can be had, found 42"),
        ((*PROMPTS, "--shots", "9"), 1, "demonstrations for clique '0': expected 9 sentences with tuples, found 6"),
        ((*PROMPTS, "--shots", "-1"), 2, "--shots"),
        ((*PROMPTS, "--template", "none.toml"), 1, "none.toml: expected a file, found nothing of that name"),
        ((*ANSWERS, "--json", "--latex"), 2, "expected one form of output"),
        (ANSWERS[:3], 2, "expected --gold or --benchmark, found neither"),
        (ANSWERS, 1, "prompts.jsonl: expected a file, found nothing of that name"),
    ],
)
def test_wrong_usage(run, arguments, code, message):
    found, _, err = run(*arguments)
    assert found == code
    assert message in err


def test_several_numbers_need_several_files(run):
    run(*PROMPTS, "--shots", "1", "--shots", "2")
    answer()
    code, _, err = run(*ANSWERS, "--output", "out.json")
    assert code == 2
    assert "{shots}" in err


def test_the_originals_can_stand_in(run):
    bare = json.loads(Path("cliques.json").read_text())
    for paraphrase in bare[0]["paraphrases"]:
        paraphrase["args"] = []
    Path("bare.json").write_text(json.dumps(bare))
    run(*PROMPTS, "--shots", "1")
    answer()
    arguments = ("answers", "prompts.jsonl", "answers.jsonl", "--gold", "bare.json", "--json")
    code, _, err = run(*arguments)
    assert (code, err) == (1, "clique '0', sentence '1': expected gold tuples, found none\n")
    code, out, _ = run(*arguments, "--stand-in")
    assert (code, json.loads(out)["gold"]) == (0, "bare.json, originals standing in")


def test_a_benchmark_in_place_of_files(run):
    options = ("--benchmark", "karat-sample-cliques")
    assert run("prompts", *options, "--shots", "1", "--output", "prompts.jsonl")[0] == 0
    answer()
    code, out, _ = run("answers", "prompts.jsonl", "answers.jsonl", *options, "--json")
    assert (code, json.loads(out)["gold"]) == (0, "karat-sample-cliques")


@pytest.mark.thorough
@pytest.mark.parametrize("pairs", [(), ("--pairs", "5")])
def test_charts(run, pairs):
    pytest.importorskip("altair")
    run(*PROMPTS, *(pairs or ("--shots", "1", "--shots", "3")))
    answer()
    code, _, err = run(*ANSWERS, "--html", "page.html", "--charts", "charts")
    assert (code, err.splitlines()[0]) == (0, "page.html: charts written")
    assert Path("page.html").read_text(encoding="utf-8").count("<svg") >= 1
    assert len(list(Path("charts").glob("*.svg"))) == err.count("chart written")


@pytest.mark.parametrize("form", ["--markdown", "--latex"])
def test_other_forms(run, form):
    run(*PROMPTS, "--shots", "1")
    answer()
    code, out, _ = run(*ANSWERS, form)
    assert code == 0
    assert ("|" if form == "--markdown" else "\\toprule") in out


def test_choices_in_reading_are_in_the_signature(run):
    run(*PROMPTS, "--shots", "1")
    answer(change=lambda id, text: None if id.startswith("0/") else text)
    code, out, err = run(*ANSWERS, "--missing", "empty", "--gold-format", "robust", "--result", "r.json", "--json")
    assert code == 0, err
    signature = json.loads(out)["signature"].split("|")
    assert {"missing:empty", "gold-format:robust"} <= set(signature)
    assert load_few_shot("r.json").signature == json.loads(out)["signature"]
