"""``karat annotate`` on clique projects: making, importing, batches and exports without the browser."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.content import Content
from karat.annotate.event import NewEvent
from karat.annotate.store import Store
from karat.cli import main

SAMPLE = Path(str(files("karat.benchmarks") / "sample" / "cliques.json"))
WORKERS = ("ann", "ben", "cem")
EXPERTS = ("xia", "yves")


def flags(option: str, names: tuple[str, ...]) -> list[str]:
    return [word for name in names for word in (option, name)]


@pytest.fixture
def cliques(run, served, tmp_path: Path) -> Path:
    """The folder of a clique project with the sample's cliques and its people."""
    folder = tmp_path / "mine"
    code, _, error = run(folder, "--kind", "cliques", "--cliques", SAMPLE)
    assert code == 0
    assert "mine: made, for cliques in en" in error
    assert f"{SAMPLE}: 7 cliques with 27 sentences, 7 new" in error
    with Store.open(folder) as store:
        for name in WORKERS:
            store.add_person(name, "annotator")
        for name in EXPERTS:
            store.add_person(name, "curator")
    return folder


def work(folder: Path, number: int) -> None:
    """Let everybody keep what is there, and find it right."""
    with Store.open(folder) as store:
        (project,) = store.projects()
        batch: Batch = next(each for each in store.batches(project.id) if each.number == number)
        for document in store.batch_documents(batch.id):
            if document.done:
                continue
            sentences = Content.from_json(store.item(document.item).content or {}).sentences_to_do
            verdict = {"round": batch.round, "right": True, "faults": [], "note": ""}
            steps = [
                ("verdict", {**verdict, "sentence": each.id})
                if document.purpose == "check"
                else ("keep", {"sentence": each.id})
                for each in sentences
                if document.purpose == "check" or batch.stage == 1
            ]
            version = store.document(document.id).version
            events = [
                NewEvent(f"event{number:04}{version + count:04}", kind, payload, version + count)
                for count, (kind, payload) in enumerate([*steps, ("done", {"done": True})])
            ]
            store.append(document.id, document.person, events)


def test_from_cliques_to_gold_that_is_scored(run, cliques: Path, tmp_path: Path, capsys) -> None:
    for stage in (1, 2):
        code, out, _ = run("batches", "make", cliques, "--stage", stage, "--seed", 3, *flags("--worker", WORKERS))
        assert (code, out) == (0, f"batch {stage}: 7 cliques of stage {stage} for 3 workers\n")
        work(cliques, stage)
        code, out, _ = run("batches", "check", cliques, stage, *flags("--expert", EXPERTS))
        assert (code, out) == (0, f"batch {stage}: 3 cliques of 7 for 2 experts, round 1\n")
        work(cliques, stage)
        code, out, _ = run("batches", "decide", cliques, stage)
        assert code == 0
        assert out.startswith(f"batch {stage}: accepted, ")
    code, out, _ = run("batches", "list", cliques, "--json")
    assert [batch["status"] for batch in json.loads(out)["batches"]] == ["accepted", "accepted"]
    code, out, _ = run("batches", "list", cliques)
    assert "ann, ben, cem" in out
    gold = tmp_path / "gold.json"
    assert run("export", cliques, gold)[0] == 0
    with pytest.raises(SystemExit) as stop:
        main(["cliques", "score", str(SAMPLE.with_name("cliques_naive.json")), "--gold", str(gold), "--json"])
    assert not stop.value.code
    assert json.loads(capsys.readouterr().out)["robustness"][0]["cliques"] == 7
    code, out, _ = run("export", cliques, "--format", "robust-sentences")
    assert len(json.loads(out)) == 7
    assert run("export", cliques, tmp_path / "all.jsonl")[0] == 0
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == 2 + 14
    assert run("export", cliques, tmp_path / "counts.csv")[0] == 0
    assert len((tmp_path / "counts.csv").read_text().splitlines()) == 1 + 6
    assert run("check", cliques)[0] == 0


def test_somebody_takes_over(run, cliques: Path) -> None:
    with Store.open(cliques) as store:
        for name, role in (("dan", "annotator"), ("wim", "curator")):
            store.add_person(name, role)
    assert run("batches", "make", cliques, "--seed", 3, *flags("--worker", WORKERS))[0] == 0
    code, out, _ = run("batches", "replace", cliques, 1, "ann", "dan")
    assert (code, out) in [(0, f"batch 1: dan takes over {count} from ann\n") for count in ("2 cliques", "3 cliques")]
    work(cliques, 1)
    assert run("batches", "check", cliques, 1, *flags("--expert", EXPERTS))[0] == 0
    code, out, _ = run("batches", "replace", cliques, 1, "xia", "wim")
    assert (code, out) == (0, "batch 1: wim takes over 3 cliques to check from xia\n")
    _, out, _ = run("batches", "list", cliques, "--json")
    (batch,) = json.loads(out)["batches"]
    assert batch["workers"] == ["ben", "cem", "dan"]
    assert {each["worker"] for each in batch["cliques"]} == {"ben", "cem", "dan"}
    assert [each["key"] for each in batch["cliques"]][:2] == ["0/1", "4/1"]
    assert batch["checks"][0]["experts"] == ["wim", "yves"]
    assert [(each["person"], each["successor"]) for each in batch["replacements"]] == [("ann", "dan"), ("xia", "wim")]
    code, _, error = run("batches", "replace", cliques, 1, "xia", "wim")
    assert code == 1
    assert "expert 'xia': expected one who checks in round 1, found somebody else" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("export", "FOLDER"), "mine: expected an accepted batch of stage 2, found none"),
        (("export", "FOLDER", "--format", "benchie"), "unknown export 'benchie'"),
        (
            ("export", "FOLDER", "--otherwise", "ann"),
            "--otherwise: expected a project of synsets, found 'mine' of cliques",
        ),
        (("batches", "make", "FOLDER", "--worker", "ann"), "workers: expected at least 3 people, found 1"),
        (("batches", "make", "FOLDER", "--worker", "anne"), "unknown person 'anne'; did you mean 'ann'?"),
        (("batches", "decide", "FOLDER", "1"), "unknown batch '1'"),
        (
            ("import", "FOLDER", "SENTENCES", "--what", "sentences"),
            "expected one of synsets for sentences, found one of cliques",
        ),
        (("import", "FOLDER", "SENTENCES"), "expected JSON with a list of cliques"),
        (
            ("open", "FOLDER", "--sentences", "SENTENCES"),
            "--sentences: expected a project of synsets, found 'mine' of cliques",
        ),
    ],
)
def test_what_is_refused_in_one_line(
    run, cliques: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    sentences = tmp_path / "sentences.txt"
    sentences.write_text("Ann left Ulm .\n")
    values = {"FOLDER": str(cliques), "SENTENCES": str(sentences)}
    code, out, error = run(*(values.get(word, word) for word in arguments))
    assert (code, out, error.count("\n")) == (1, "", 1), error
    assert message in error


def test_cliques_need_a_project_of_cliques(run, served, tmp_path: Path) -> None:
    run(tmp_path / "other", "--kind", "synsets")
    for arguments in (
        ("open", tmp_path / "other", "--cliques", SAMPLE),
        ("import", tmp_path / "other", SAMPLE, "--what", "cliques"),
    ):
        code, _, error = run(*arguments)
        assert (code, "project 'other': expected one of cliques, found one of synsets" in error) == (1, True)
    code, _, error = run("batches", "list", tmp_path / "other")
    assert (code, "expected one of cliques" in error) == (1, True)
    code, _, error = run("export", tmp_path / "other", "--format", "robust")
    assert (code, "unknown export 'robust'" in error) == (1, True)


def test_cliques_alone_say_the_kind_and_an_import_adds_the_rest(run, served, tmp_path: Path) -> None:
    assert "made, for cliques" in run(tmp_path / "mine", "--cliques", SAMPLE)[2]
    code, out, _ = run("import", tmp_path / "mine", SAMPLE)
    assert (code, out) == (0, f"{SAMPLE}: 7 cliques with 27 sentences, 0 new\n")


def test_the_demo_of_cliques(run, served, tmp_path: Path) -> None:
    assert run(tmp_path / "demo", "--demo", "--kind", "cliques")[0] == 0
    assert served[0]["projects"] == ["Karat's sample of cliques"]
    assert served[0]["people"] == ["ann", "ben", "cem", "cora", "dora"]
    assert run(tmp_path / "demo", "--demo", "--kind", "cliques")[0] == 0
    code, _, error = run(tmp_path / "de", "--demo", "--kind", "cliques", "--language", "de")
    assert (code, "unknown language of the sample of cliques 'de'" in error) == (1, True)
