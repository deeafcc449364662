"""Files of clique projects: unified JSON in and out, everything as JSON lines, counts as CSV."""

from __future__ import annotations

import csv
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from workshop import Workshop

from karat.annotate.cliques.demo import make_clique_demo
from karat.annotate.cliques.exporting import export_cliques, export_gold
from karat.annotate.cliques.importing import import_cliques
from karat.annotate.cliques.state import State
from karat.annotate.files.choice import Choice
from karat.annotate.store import Store
from karat.cli import main
from karat.errors import InputError, KaratError
from karat.formats.benchmarks.robust import read, read_sentences

SAMPLE = Path(str(files("karat.benchmarks") / "sample" / "cliques.json"))
PREDICTED = SAMPLE.with_name("cliques_careful.json")


@pytest.fixture
def store(tmp_path: Path):
    """SQLite alone: the database plays no part in files."""
    with Store.open(tmp_path / "project") as opened:
        yield opened


def write(path: Path, *cliques: dict[str, Any]) -> Path:
    path.write_text(json.dumps(list(cliques)), encoding="utf-8")
    return path


def export(workshop: Workshop, format: str, **choice: Any) -> list[str]:
    return list(export_cliques(workshop.store, workshop.project, format, Choice(**choice)))


def keep_all(workshop: Workshop, stage: int) -> None:
    """Take all cliques of a stage through a batch; the workers keep what is there."""
    batch = workshop.make_batch(stage)
    for document in workshop.documents(batch):
        keep = [("keep", {"sentence": each.id}) for each in workshop.content(document).paraphrases]
        workshop.append(document, *(keep if stage == 1 else []), ("done", {"done": True}))
    workshop.start_check(batch)
    workshop.check(batch)
    workshop.decide(batch)


def without_trees(path: Path) -> list[Any]:
    return [(clique.id, [(member.sentence, member.extractions) for member in clique.members]) for clique in read(path)]


def test_a_file_with_tuples_comes_out_as_it_went_in(store: Store, tmp_path: Path) -> None:
    workshop = Workshop.make(store, cliques=0, batch_size=7)
    report = import_cliques(store, workshop.project, SAMPLE)
    assert report.lines == (
        "7 cliques with 27 sentences, 7 new",
        "10 tuples of originals, which stay as they are",
        "31 tuples of paraphrases, which workers of stage 2 begin with",
    )
    assert report.notes == ("27 parses left out, for a correction changes the sentence",)
    keep_all(workshop, 1)
    sentences = tmp_path / "sentences.json"
    sentences.write_text("\n".join(export(workshop, "robust-sentences")))
    assert [member.sentence for clique in read_sentences(sentences) for member in clique.members] == [
        member.sentence for clique in read(SAMPLE) for member in clique.members
    ]
    assert "args" not in sentences.read_text()
    keep_all(workshop, 2)
    out = tmp_path / "gold.json"
    out.write_text("\n".join(export(workshop, "robust")))
    assert without_trees(out) == without_trees(SAMPLE)


def test_the_export_is_gold_for_scoring(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workshop = Workshop.make(store, cliques=0, batch_size=7)
    import_cliques(store, workshop.project, SAMPLE)
    keep_all(workshop, 1)
    keep_all(workshop, 2)
    gold = tmp_path / "gold.json"
    gold.write_text("\n".join(export(workshop, "robust")))
    scores = []
    for file in (gold, SAMPLE):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", "score", str(PREDICTED), "--gold", str(file), "--json"])
        assert not stop.value.code
        shown = json.loads(capsys.readouterr().out)
        scores.append((shown["systems"][0]["scores"], shown["robustness"][0]["worst"]))
    assert 0 < scores[0][1] < 1
    assert scores[0] == scores[1]


def test_work_on_sentences_without_tuples_becomes_gold(store: Store, tmp_path: Path) -> None:
    """Both stages: what was corrected and annotated, relation first, then arguments, time and place."""
    workshop = Workshop.make(store, given=False)
    workshop.accept(workshop.make_batch())
    workshop.accept(workshop.make_batch(2))
    out = tmp_path / "gold.json"
    out.write_text("\n".join(export(workshop, "robust")))
    first = json.loads(out.read_text())[0]
    assert first == {
        "id": 1,
        "ori_sent": "Nora opened shop 1 in May.",
        "ori_args": [["opened", "Nora", "shop 1", "in May"]],
        "paraphrases": [
            {
                "id": "1.1",
                "sent": "In May shop 1 was opened by Nora.",
                "args": [["opened", "Nora", "shop 1", "in May"]],
            },
            {
                "id": "1.2",
                "sent": "It was in May that Nora opened shop 1.",
                "args": [["opened", "Nora", "shop 1", "in May"]],
            },
        ],
    }


def test_what_is_not_accepted_is_not_exported(store: Store) -> None:
    workshop = Workshop.make(store)
    batch = workshop.make_batch()
    for format, stage in (("robust", 2), ("robust-sentences", 1)):
        with pytest.raises(InputError) as caught:
            export(workshop, format)
        assert str(caught.value) == f"Shops: expected an accepted batch of stage {stage}, found none"
    workshop.work(batch)
    with pytest.raises(InputError):
        export(workshop, "robust-sentences")
    assert len(json.loads("\n".join(export(workshop, "robust-sentences", unfinished=True)))) == 5
    ann = workshop.people["Ann"].id
    mine = sum(worker == ann for worker in batch.cliques.values())
    assert len(json.loads("\n".join(export(workshop, "robust-sentences", unfinished=True, person=ann)))) == mine


def test_a_clique_with_an_empty_sentence_is_named_and_left_out(store: Store) -> None:
    workshop = Workshop.make(store)
    workshop.accept(workshop.make_batch())
    batch = workshop.make_batch(2)
    (first, *_) = workshop.documents(batch)
    sentence = workshop.content(first).paraphrases[0].id
    workshop.append(first, ("empty", {"sentence": sentence}))
    for document in workshop.documents(batch):
        content, state = workshop.content(document), State.from_json(document.state)
        open_ = [each for each in content.sentences_to_do if each.id not in state.empty]
        steps = [workshop.tuple_of(each.id, content.clique) for each in open_]
        workshop.append(document, *steps, ("done", {"done": True}))
    workshop.start_check(batch)
    workshop.check(batch)
    workshop.decide(batch)
    left_out: list[str] = []
    lines = list(export_gold(store, workshop.project, Choice(), left_out))
    assert (left_out, len(json.loads("\n".join(lines)))) == (["1"], 4)


def test_json_lines_have_everything(store: Store) -> None:
    workshop = Workshop.make(store)
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=1)
    workshop.decide(batch)
    batches, cliques = [], []
    for line in export(workshop, "jsonl"):
        value = json.loads(line)
        (cliques if "clique" in value else batches).append(value)
    (shown,) = batches
    check = shown["batch"]["checks"][0]
    assert (check["accepted"], check["accuracy"]) == (False, {"right": 3, "total": 4})
    assert (check["experts"], check["decided_by"], check["options"]["accept_above"]) == (["Xia", "Yves"], "Zoe", 90)
    assert [each["clique"] for each in cliques] == ["1", "2", "3", "4", "5"]
    kinds = {event["kind"] for each in cliques for document in each["work"] for event in document["events"]}
    assert kinds == {"correct", "keep", "done", "return"}
    verdicts = [
        verdict for each in cliques for document in each["checks"] for verdict in document["state"]["verdicts"].values()
    ]
    assert (len(verdicts), sum(not verdict["right"] for verdict in verdicts)) == (8, 1)
    assert {document["person"] for each in cliques for document in each["checks"]} == {"Xia", "Yves"}


def test_counts_of_corrections_by_type_worker_and_batch(store: Store) -> None:
    workshop = Workshop.make(store, cliques=6, batch_size=3)
    first, second = workshop.make_batch(), workshop.make_batch()
    workshop.work(first)
    (document, *_) = workshop.documents(second)
    paraphrase = workshop.content(document).paraphrases[0]
    text = "Somebody whom we know as Nora opened it."
    correction = {"sentence": paraphrase.id, "text": text, "types": ["phrase", "rewrite"]}
    workshop.append(document, ("correct", correction))
    rows = list(csv.DictReader(export(workshop, "csv")))
    names = {person.id: name for name, person in workshop.people.items()}
    assert [(row["batch"], row["worker"]) for row in rows] == [
        *(("1", names[each]) for each in first.workers),
        *(("2", names[each]) for each in second.workers),
    ]
    for row in rows[:3]:
        assert [row[name] for name in ("cliques", "done", "sentences", "kept", "corrected")] == [
            "1",
            "1",
            "2",
            "1",
            "1",
        ]
        assert [row[name] for name in ("grammar", "phrase", "rewrite", "tuples")] == ["1", "0", "0", "0"]
    (mine,) = (row for row in rows[3:] if row["worker"] == names[document.person or 0])
    assert [mine[name] for name in ("corrected", "grammar", "phrase", "rewrite", "done")] == ["1", "0", "1", "1", "0"]


def test_who_may_not_read_a_check_does_not_export_it(store: Store) -> None:
    workshop = Workshop.make(store)
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    (document,) = (each for each in workshop.documents(batch, "check")[:1])
    workshop.append(document, ("note", {"text": "zebrafinch"}))
    writer = document.person
    for name in ("Xia", "Yves", "Zoe"):
        person = workshop.people[name]
        lines = "\n".join(export(workshop, "jsonl", reader=person))
        assert ("zebrafinch" in lines) is (person.id == writer)
    workshop.check(batch)
    workshop.decide(batch)
    for name in ("Xia", "Yves", "Zoe"):
        assert "zebrafinch" in "\n".join(export(workshop, "jsonl", reader=workshop.people[name])), "it is decided"


def test_an_import_may_be_repeated_but_not_changed(store: Store, tmp_path: Path) -> None:
    workshop = Workshop.make(store, cliques=0)
    import_cliques(store, workshop.project, SAMPLE)
    again = import_cliques(store, workshop.project, SAMPLE)
    assert (again.added, again.lines) == (0, ("7 cliques with 27 sentences, 0 new",))
    changed = json.loads(SAMPLE.read_text())
    changed[2]["paraphrases"][0]["sent"] = "Something else ."
    path = write(tmp_path / "changed.json", *changed)
    with pytest.raises(InputError) as caught:
        import_cliques(store, workshop.project, path)
    assert str(caught.value) == f"{path}: clique '8': expected the sentences that the project has, found others"


def test_tuples_that_no_worker_could_make_are_counted_and_left_out(store: Store, tmp_path: Path) -> None:
    workshop = Workshop.make(store, cliques=0)
    args = [
        ["opened ", " Nora", "a  shop"],
        ["opened", "Nora", "a shop"],
        ["opened"],
        ["", "Nora"],
        ["opened", "Nora", ""],
    ]
    path = write(
        tmp_path / "in.json",
        {
            "ori_sent": "Nora opened a shop.",
            "ori_args": [["opened", "Nora", ""]],
            "paraphrases": [{"sent": "A shop was opened by Nora.", "args": args}],
        },
    )
    report = import_cliques(store, workshop.project, path)
    assert report.notes == ("4 tuples of paraphrases left out, which no worker could have made or which came twice",)
    keep_all(workshop, 1)
    (document,) = workshop.documents(workshop.make_batch(2))
    (found,) = State.from_json(document.state).tuples
    assert found.parts == ("opened", "Nora", "a shop")


ORIGINAL = {"ori_sent": "Nora slept."}
PARAPHRASE = {"sent": "What Nora did was sleep."}

WRONG = {
    "not JSON": ("{", "expected JSON with a list of cliques"),
    "an object": ("{}", "expected a list of cliques, found {}"),
    "nothing": ("[]", "expected cliques, found none"),
    "no original": ([{"paraphrases": []}], "[0]: expected the key 'ori_sent', found 'paraphrases'"),
    "no paraphrase": (
        [{**ORIGINAL, "paraphrases": []}],
        "expected a paraphrase in clique '0', found the original alone",
    ),
    "a number": ([{**ORIGINAL, "paraphrases": [{"sent": 3}]}], "[0].paraphrases[0].sent: expected a text, found 3"),
    "blank": (
        [{**ORIGINAL, "paraphrases": [{"sent": " "}]}],
        "expected sentence '0.1' of 1 to 2000 characters, found a blank one",
    ),
    "too long": (
        [{**ORIGINAL, "paraphrases": [{"sent": "a" * 2001}]}],
        "expected sentence '0.1' of 1 to 2000 characters, found 2001",
    ),
    "an id twice": (
        [
            {"id": 1, **ORIGINAL, "paraphrases": [PARAPHRASE]},
            {"id": 1, "ori_sent": "It rained.", "paraphrases": [{"sent": "Rain fell."}]},
        ],
        "expected each clique id once, found '1' twice",
    ),
    "a NUL": ([{**ORIGINAL, "paraphrases": [{"sent": "a\0b"}]}], "NUL"),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input_gets_one_line(store: Store, tmp_path: Path, name: str) -> None:
    content, message = WRONG[name]
    path = tmp_path / "in.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    workshop = Workshop.make(store, cliques=0)
    with pytest.raises(KaratError) as caught:
        import_cliques(store, workshop.project, path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert store.waiting_cliques(workshop.project.id) == {1: 0, 2: 0}


def test_the_demo_has_a_batch_at_every_step(store: Store) -> None:
    project = make_clique_demo(store)
    batches = store.batches(project.id)
    assert [(batch.stage, batch.status) for batch in batches] == [(1, "accepted"), (1, "working"), (2, "working")]
    assert all(each.done for each in store.batch_documents(batches[1].id))
    assert store.waiting_cliques(project.id) == {1: 1, 2: 0}
    assert store.check() == []


def test_cliques_that_karat_built_are_imported(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    sample = json.loads(SAMPLE.read_text())
    trees = [[clique["ori_tree"], *(each["tree"] for each in clique["paraphrases"])] for clique in sample]
    Path("pairs.tsv").write_text("".join(f"{a}\t{b}\n" for of in trees for a in of for b in of if a != b))
    Path("in.txt").write_text("".join(f"{clique['ori_sent']}\n" for clique in sample))
    Path("in.trees").write_text("".join(f"{clique['ori_tree']}\n" for clique in sample))
    Path("turn.py").write_text(
        "import json, sys, zlib\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    words = asked['sentence'].split()\n"
        "    place = zlib.crc32(asked['target'].encode()) % len(words)\n"
        "    print(json.dumps({'text': ' '.join(words[place:] + words[:place])}), flush=True)\n"
    )
    build = ["build", "in.txt", "--trees", "in.trees", "--bank", "bank.tsv", "--output", "built.json"]
    for arguments in (
        ["bank", "pairs.tsv", "--output", "bank.tsv"],
        [*build, "--command", f"{sys.executable} turn.py"],
    ):
        with pytest.raises(SystemExit) as stop:
            main(["cliques", *arguments])
        assert not stop.value.code, capsys.readouterr().err
    workshop = Workshop.make(store, cliques=0)
    report = import_cliques(store, workshop.project, Path("built.json"))
    assert report.lines == ("7 cliques with 28 sentences, 7 new",)
    assert workshop.store.waiting_cliques(workshop.project.id)[1] == 7
