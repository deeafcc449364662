"""Import, export, agreement and scores on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from karat.annotate.store import Store
from karat.benchmarks import sample_path
from karat.cli import main
from karat.results import evaluate


@pytest.fixture
def project(run, tmp_path: Path) -> Path:
    """A project with the sample's gold as ann's work."""
    with Store.open(tmp_path / "mine") as store:
        store.add_project("mine", "synsets", "en", {"tagger": "none"})
        for name in ("ann", "ben"):
            store.add_person(name, "annotator")
    run("import", tmp_path / "mine", sample_path("en/gold.txt"), "--what", "gold", "--person", "ann")
    return tmp_path / "mine"


def output_of(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What another command prints."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        main([*map(str, arguments)])
    assert not stop.value.code
    return capsys.readouterr().out


def test_import_says_what_it_did(run, project: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("sent_id:x1\tAnn left Ulm .\nx1-->Cluster1:\nAnn --> left --> Ulm\n", encoding="utf-8")
    code, out, error = run("import", project, gold, "--what", "gold", "--person", "ben")
    line = f"{gold}: 1 sentence, 1 of them new; 1 synset with 1 triple as finished work of ben\n"
    assert (code, out) == (0, line)
    assert error == f"{gold}:2: read 'x1-->Cluster1:' as 'x1--> Cluster 1:'\n"
    code, out, _ = run("import", project, gold, "--what", "draft", "--person", "ann", "--person", "ben", "--json")
    assert [(each["person"], each["documents"], each["skipped"]) for each in json.loads(out)] == [
        ("ann", 1, 0),
        ("ben", 0, 1),
    ]


def test_candidates(run, project: Path) -> None:
    code, out, _ = run("import", project, sample_path("en/careful.tsv"), "--what", "candidates")
    assert (code, out.rpartition(": ")[2]) == (0, "74 candidates, 74 of them new\n")


def test_outputs_of_any_form_are_candidates_and_scored(run, project: Path, tmp_path: Path) -> None:
    table, records = (tmp_path / name for name in ("table.csv", "records.json"))
    table.write_text("nr,a,b,c\n1,The Danube,flows through,Vienna\n", encoding="utf-8")
    record = {"n": "1", "s": "The Danube", "p": "flows through", "o": "Vienna"}
    records.write_text(json.dumps({"data": [record]}), encoding="utf-8")
    ways = {
        table: ("--columns", "id=nr,subject=a,relation=b,object=c"),
        records: ("--map", "items=$.data[*],id=$.n,subject=$.s,relation=$.p,object=$.o"),
    }
    for file, options in ways.items():
        code, out, _ = run("import", project, file, "--what", "candidates", *options)
        assert (code, out.rpartition(": ")[2].split()[:2]) == (0, ["1", "candidate,"])
        code, out, _ = run("scores", project, file, *options, "--resamples", "0", "--json")
        assert (code, json.loads(out)["systems"][0]["scores"][0]["precision"]) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("s.txt", "--round", "2"), 2, "expected --what candidates beside it"),
        (("s.txt", "--map", "items=$.x"), 2, "expected --what candidates beside it"),
        (("gold.txt", "--what", "gold"), 2, "expected --person beside it: whose work the gold becomes"),
        (("s.txt", "--person", "ann"), 2, "expected --what gold or draft beside it"),
        (("s.txt", "--format", "benchie"), 2, "expected another --what than sentences beside it"),
        (("a", "b", "--what", "candidates", "--name", "x"), 2, "expected one file for a name, found several"),
        (("gold.txt", "--what", "gold", "--person", "an"), 1, "unknown person 'an'; did you mean 'ann'?"),
        (("missing.txt",), 1, "missing.txt: "),
        (("s.txt", "--project", "other"), 1, "unknown project 'other'"),
    ],
)
def test_refused(run, project: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    found, _, error = run("import", project, *arguments)
    assert found == code
    assert message in " ".join(error.replace("│", " ").split())


def test_a_folder_without_project(run, tmp_path: Path) -> None:
    code, _, error = run("export", tmp_path)
    assert (code, error.count("\n")) == (1, 1)
    assert f"expected the database of an annotation project, found no such file; karat annotate {tmp_path} " in error


def test_export_writes_facet_e_beside_the_gold(run, project: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    code, out, error = run("export", project, target)
    assert (code, out) == (0, "")
    assert error == f"{target}: 24 sentences, 91 synsets, 245 triples; facet E in {tmp_path / 'out-e.txt'}\n"
    assert target.read_bytes() == sample_path("en/gold.txt").read_bytes()
    assert run("export", project, target)[0] == 1  # neither is written over
    assert run("export", project, target, "--force")[0] == 0
    # Nobody marked anything, so the file of facet E is what the metric derives.
    assert masses(target, tmp_path / "out-e.txt") == masses(target, None)


def masses(gold: Path, entities: Path | None) -> dict:
    """What the scores of a system are made of."""
    evaluation = evaluate([sample_path("en/careful.tsv")], gold=gold, entities=entities, resampling=None)
    return {measurement.key: measurement.masses.tolist() for measurement in evaluation["careful"].measurements}


def test_forms_are_chosen_by_name_or_option(run, project: Path, tmp_path: Path) -> None:
    code, _, error = run("export", project, tmp_path / "all.jsonl")
    assert (code, error) == (0, f"{tmp_path / 'all.jsonl'}: 24 sentences, 91 synsets, 245 triples\n")
    assert len((tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()) == 25
    code, out, _ = run("export", project, "--format", "csv", "--person", "ann")
    assert (code, len(out.splitlines())) == (0, 246)
    code, out, error = run("export", project, "--person", "ben")
    assert (code, out, error) == (1, "", "mine: expected a sentence that ben has done, found none\n")


def test_what_is_not_merged_is_neither_exported_nor_scored(run, project: Path, tmp_path: Path) -> None:
    run("import", project, sample_path("en/gold.txt"), "--what", "gold", "--person", "ben")
    target = tmp_path / "g.txt"
    expected = (
        "mine: expected a merged sentence, found 24 sentences done by all annotators, but not merged: merge on the "
        "Compare screen, or name by --otherwise whose work counts until then\n"
    )
    assert run("export", project, target) == (1, "", expected)
    assert not list(tmp_path.glob("g*"))
    assert run("scores", project, sample_path("en/careful.tsv")) == (1, "", expected)
    assert run("export", project, target, "--otherwise", "ben")[0] == 0


def test_a_project_without_finished_work_is_not_exported(run, tmp_path: Path) -> None:
    with Store.open(tmp_path / "new") as store:
        store.add_project("new", "synsets", "en", {"tagger": "none"})
    code, _, error = run("export", tmp_path / "new", tmp_path / "g.txt")
    assert (code, error.count("\n"), (tmp_path / "g.txt").exists()) == (1, 1, False)
    assert "expected a sentence that is done" in error
    assert "Compare screen" in error
    assert "--otherwise" in error


def test_json_is_not_the_name_of_an_export(run, project: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.json"
    expected = f"{target}: expected .jsonl for JSON lines, .csv, or .txt for BenchIE's gold, found .json\n"
    assert run("export", project, target) == (1, "", expected)
    assert not target.exists()
    assert run("export", project, target, "--format", "jsonl")[0] == 0


def test_one_sentence_is_no_plural(run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text("sent_id:x1\tAnn left Ulm .\nx1--> Cluster 1:\nAnn --> left --> Ulm\n", encoding="utf-8")
    with Store.open(tmp_path / "one") as store:
        store.add_project("one", "synsets", "en", {"tagger": "none"})
        store.add_person("ann", "annotator")
    run("import", tmp_path / "one", gold, "--what", "gold", "--person", "ann")
    _, _, error = run("export", tmp_path / "one", tmp_path / "out.csv")
    assert error == f"{tmp_path / 'out.csv'}: 1 sentence, 1 synset, 1 triple\n"


def test_agreement_is_that_of_the_exports(run, demo: Path, tmp_path: Path, capsys) -> None:
    for name in ("ann", "ben"):
        run("export", demo, tmp_path / f"{name}.txt", "--person", name)
    code, out, _ = run("agreement", demo, "--json")
    found = json.loads(out)
    given = json.loads(output_of(capsys, "gold", "agreement", tmp_path / "ann.txt", tmp_path / "ben.txt", "--json"))
    names = ("recall_a", "recall_b", "agreement", "intervals", "counts", "signature", "sentences")
    assert code == 0
    assert {name: found["facts"][name] for name in names} == {name: given[name] for name in names}
    assert found["facts"]["agreement"] == pytest.approx(0.8093, abs=0.0001)
    code, out, error = run("agreement", demo, "ann", "ben")
    assert (code, "12 sentences" in out) == (0, True)
    assert (
        error == "sentences left out that only ann has finished: 6\nsentences left out that only ben has finished: 2\n"
    )


def test_agreement_with_oneself_is_1(run, demo: Path) -> None:
    found = json.loads(run("agreement", demo, "ann", "ann", "--json", "--resamples", "0")[1])
    assert (found["facts"]["agreement"], found["synsets"]["value"], found["optional_tokens"]["value"]) == (1, 1, 1)


def test_agreement_of_nobody(run, project: Path) -> None:
    assert run("agreement", project)[2] == "mine: expected two who have finished work, or two names, found ann\n"
    assert run("agreement", project, "ann")[0] == 2
    expected = "mine: expected a sentence that ann and ben have done, found none\n"
    assert run("agreement", project, "ann", "ben")[::2] == (1, expected)


def test_scores_are_those_of_evaluate_on_the_export(run, demo: Path, tmp_path: Path, capsys) -> None:
    outputs = [sample_path(f"en/{name}.tsv") for name in ("careful", "greedy", "naive")]
    run("export", demo, tmp_path / "out.txt")
    later = json.loads(
        output_of(capsys, "evaluate", *outputs, "--gold", tmp_path / "out.txt", "--unknown", "ignore", "--json")
    )
    for given in (outputs, []):
        code, out, _ = run("scores", demo, *given, "--json")
        live = json.loads(out)
        assert (code, live["finished"], live["sentences"]) == (0, 6, 24)
        assert [values(system) for system in live["systems"]] == [values(system) for system in later["systems"]]


def values(system: dict) -> dict:
    """A system's numbers, without what names the way to them."""
    assert len(system["scores"]) == 4
    return {
        "name": system["name"],
        "scores": [{name: each[name] for name in each if name != "signature"} for each in system["scores"]],
    }


def test_scores_say_how_much_is_finished(run, demo: Path) -> None:
    code, out, error = run("scores", demo, "--otherwise", "ann", "--resamples", "0")
    assert (code, "careful" in out) == (0, True)
    assert "18 of 24 sentences are finished" in error


@pytest.mark.parametrize("command", ["agreement", "scores"])
def test_figures_of_synsets_are_refused_for_other_kinds(run, tmp_path: Path, command: str) -> None:
    with Store.open(tmp_path / "study") as store:
        store.add_project("Labels", "study", "en", {"tagger": "none"})
    message = "Labels: expected a project of the kind 'synsets', found one of 'study'\n"
    assert run(command, tmp_path / "study") == (1, "", message)
