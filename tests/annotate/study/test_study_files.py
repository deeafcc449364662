"""Studies and labels to files and back: equal after a round trip, and one line for what is wrong."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from karat.annotate.files.choice import Choice
from karat.annotate.files.kind_files import ImportedFile, files_of, import_file
from karat.annotate.people import Role
from karat.annotate.study.creation import add_study
from karat.annotate.study.importing import add_tasks, import_labels
from karat.annotate.study.label_files import LabelFile, read_labels
from karat.annotate.study.labels_table import COLUMNS, read_table, render_table, safe_cell
from karat.annotate.study.loading import load_study
from karat.benchmarks import sample_path
from karat.errors import KaratError
from karat.formats.study import read, render
from karat.model import Attribution, Extraction, Sentence
from karat.model.study import AttributionLabel, FactLabel, Label, Source, Study, Task

SAMPLE = sample_path("study.jsonl")
SENTENCE = Sentence("1", "Ann sold the house .")
SMALL = Study(
    "small",
    (
        Task("0001", SENTENCE, Extraction("sold", ("Ann", "the house")), None, (Source("one", 0.5),)),
        Task("0002", SENTENCE, Extraction("sold", ("Ann",)), "Ann sold", (Source("one", 2.5), Source("two"))),
        Task("0003", SENTENCE, Extraction("sold", ("Ann", "the house")), None, (Source("one", 0.5),), "0001"),
    ),
    (
        Label("0001", "ann", FactLabel.CORRECT, note="=1+1", active_ms=900),
        Label("0002", "ann", FactLabel.INCORRECT, rules=("F3",)),
    ),
    {"systems": {"one": {"extractions": 2, "sentences": 1}}, "made": "by hand"},
)


def imported(store, study, name="copy"):
    project = add_study(store, name)
    lines = import_labels(store, project, LabelFile(study.labels, study), make_curators=True)
    return store.project(project.id), lines


def test_json_lines_come_back_equal(store, tmp_path) -> None:
    check_round_trip(store, SMALL, tmp_path)


def test_json_lines_of_the_sample_come_back_equal(folder_store, tmp_path) -> None:
    check_round_trip(folder_store, read(SAMPLE), tmp_path)


def check_round_trip(store, study, tmp_path) -> None:
    project, _ = imported(store, study)
    lines = list(files_of("study").export_lines(store, project, "jsonl", Choice()))
    (tmp_path / "study.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert replace(read(tmp_path / "study.jsonl"), name=study.name) == study
    assert lines[1:] == list(render(study))[1:]


def test_a_table_brings_all_labels_into_a_study_without_them(folder_store, tmp_path) -> None:
    study = read(SAMPLE)
    (tmp_path / "labels.csv").write_text("\r\n".join(render_table(study)) + "\r\n", encoding="utf-8")
    project = add_study(folder_store, "copy")
    add_tasks(folder_store, project, replace(study, labels=()))
    import_labels(folder_store, project, read_labels(tmp_path / "labels.csv"), make_curators=True)
    assert load_study(folder_store, folder_store.project(project.id)).labels == study.labels


def test_the_sentences_that_an_import_says(store) -> None:
    _, lines = imported(store, SMALL)
    assert lines == ["3 tasks added", "2 labels of ann imported"]
    project = store.projects()[0]
    assert import_labels(store, project, LabelFile(SMALL.labels, SMALL)) == [
        "0 labels of ann imported; 2 left out, because there is work already"
    ]


def test_a_third_labeller_of_finished_tasks_is_left_out_for_the_true_reason(folder_store) -> None:
    both = (*SMALL.labels, *(replace(label, labeller="ben") for label in SMALL.labels[:1]))
    project, _ = imported(folder_store, replace(SMALL, labels=both))
    third = replace(SMALL, labels=(Label("0001", "cora", FactLabel.CORRECT),))
    reason = "1 label of cora left out, because two or more others have finished these tasks"
    assert import_labels(folder_store, project, LabelFile(third.labels, third)) == [reason]
    assert folder_store.person_by_name("cora") is None
    more = replace(SMALL, labels=(*third.labels, Label("0002", "cora", FactLabel.CORRECT)))
    lines = import_labels(folder_store, project, LabelFile(more.labels, more))
    assert lines == [reason, "1 label of cora imported"]
    assert len(load_study(folder_store, project).labels) == 4


def test_an_import_counts_only_labels_that_are_there(folder_store) -> None:
    study = replace(SMALL, labels=(*SMALL.labels, Label("0003", "ann", unsure=True)))
    _, lines = imported(folder_store, study)
    assert lines == ["3 tasks added", "2 labels of ann imported, and 1 task without a label"]


def test_labels_are_found_by_what_was_labelled_where_keys_differ(store) -> None:
    project, _ = imported(store, replace(SMALL, labels=()))
    other = Study(
        "other",
        (
            Task("7", SENTENCE, Extraction("sold", ("Ann",))),
            Task("8", SENTENCE, SMALL.tasks[1].extraction, None, (), "7"),
        ),
        (Label("7", "ben", FactLabel.CORRECT), Label("8", "ben", FactLabel.INCORRECT)),
    )
    lines = import_labels(store, project, LabelFile(other.labels, other))
    assert lines == ["1 label of hidden repeats that the study has not left out", "1 label of ben imported"]
    assert load_study(store, project).labels == (Label("0002", "ben", FactLabel.CORRECT),)


def test_none_for_an_extraction_with_an_attribution_is_refused(folder_store, tmp_path) -> None:
    extraction = Extraction("sold", ("Ann", "the house"), attribution=Attribution("Joe", "say"))
    given = Label("0001", "ann", FactLabel.CORRECT, AttributionLabel.NONE)
    study = Study("attributed", (Task("0001", SENTENCE, extraction),), (given,))
    message = (
        "label of 'ann', task '0001': expected the attribution correct or incorrect, since the extraction has one, "
        "found none"
    )
    project = add_study(folder_store, "copy")
    with pytest.raises(KaratError) as error:
        import_labels(folder_store, project, LabelFile(study.labels, study))
    assert str(error.value) == message
    assert folder_store.items(project.id, limit=1) == []
    add_tasks(folder_store, project, study)
    (tmp_path / "labels.csv").write_text("\n".join(render_table(study)) + "\n", encoding="utf-8")
    with pytest.raises(KaratError) as error:
        import_labels(folder_store, project, read_labels(tmp_path / "labels.csv"))
    assert str(error.value) == message


def test_cells_that_begin_like_a_formula_are_made_safe(tmp_path) -> None:
    for text in ("=1+1", "+cmd", "-2", "@SUM(A1)", "\t=1", "'quoted"):
        assert safe_cell(text) == f"'{text}"
    sentence = Sentence("1", "=HYPERLINK( x )")
    task = Task("0001", sentence, Extraction("-sold", ("+Ann", "@home"), polarity=None), sources=(Source("=system"),))
    label = Label("0001", "=ann", FactLabel.CORRECT, note="@note")
    text = "\n".join(render_table(Study("odd", (task,), (label,))))
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    (tmp_path / "odd.csv").write_text(text, encoding="utf-8")
    assert [row.label for row in read_table(tmp_path / "odd.csv")] == [label]


def test_the_columns_of_a_table() -> None:
    rows = list(csv.DictReader(io.StringIO("\n".join(render_table(read(SAMPLE))))))
    assert tuple(rows[0]) == COLUMNS
    with_quantity = next(row for row in rows if row["quantities"])
    assert " = " in with_quantity["quantities"]
    assert {row["polarity"] for row in rows} <= {"", "positive", "negative"}
    assert {row["labeller"] for row in rows if row["machine"] == "yes"} == {"made-up-llm"}


HEADER = "task,labeller,fact,attribution,rules,note,unsure,machine,adjudicated,active_ms"

BAD = {
    "bad.csv:1: expected a column 'fact', found task, labeller": "task,labeller",
    "bad.csv:2: expected fact as correct, incorrect or nothing, found 'right'": "0001,ann,right,,,,no,no,no,0",
    "bad.csv:2: expected rules of facts only where the fact is incorrect, found F4": "0001,ann,correct,,F4,,no,no,no,0",
    "bad.csv:2: expected unsure as yes or no, found 'maybe'": "0001,ann,correct,,,,maybe,no,no,0",
    "bad.csv:2: expected active_ms as a whole number, found '1.5'": "0001,ann,correct,,,,no,no,no,1.5",
    "bad.csv:2: expected who labelled in the column 'labeller', found fact of nobody": "0001,,correct,,,,no,no,no,0",
    "bad.csv:3: expected one label of 'ann' for task 0001, found another": "0001,ann,correct,,,,,,,\n0001,ann,correct",
    "bad.csv:2: expected a task of the study, found '0009'": "0009,ann,correct,,,,no,no,no,",
    "labeller 'robot': expected a language model, as in the project, found": "0001,robot,correct,,,,no,no,no,",
    "bad.csv:1: expected a study's JSON lines, a table of labels or labelled outputs (": "It rains .\t0.9\trains\tIt",
    "bad.csv:1: expected the key 'name'": '{"karat": "study"}',
    "bad.csv: ": "",
}
"""What is said of a file; lines of labels follow the header."""


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_bad_files_are_refused_in_one_line(folder_store, tmp_path, text, message) -> None:
    (tmp_path / "bad.csv").write_text(f"{HEADER}\n{text}\n" if text.startswith("00") else text, encoding="utf-8")
    project, _ = imported(folder_store, replace(SMALL, labels=()))
    folder_store.add_person("robot", Role.ANNOTATOR, machine=True)
    with pytest.raises(KaratError) as error:
        import_labels(folder_store, project, read_labels(tmp_path / "bad.csv"))
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert load_study(folder_store, project).labels == ()


def write_rows(path, rows):
    """Write a table with the columns of its rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def rows_of(study):
    return list(csv.DictReader(io.StringIO("\n".join(render_table(study)))))


def test_a_table_of_a_study_in_another_order_lands_on_the_same_extractions(folder_store, tmp_path) -> None:
    study = read(SAMPLE)
    keys = [task.key for task in study.tasks]
    other = dict(zip(keys, reversed(keys), strict=True))
    firsts = [task for task in study.tasks if task.repeat_of is None]
    tasks = sorted((replace(task, key=other[task.key]) for task in firsts), key=lambda task: task.key)
    project = add_study(folder_store, "other order")
    add_tasks(folder_store, project, replace(study, tasks=tuple(tasks), labels=()))
    table = write_rows(tmp_path / "labels.csv", rows_of(study))
    lines = import_labels(folder_store, project, read_labels(table), make_curators=True)
    repeated = {task.key for task in study.tasks} - {task.key for task in firsts}
    left_out = sum(label.task in repeated for label in study.labels)
    assert left_out > 1
    assert lines[0] == f"{left_out} labels of hidden repeats that the study has not left out"
    loaded = load_study(folder_store, folder_store.project(project.id))
    wanted = {replace(label, task=other[label.task]) for label in study.labels if label.task not in repeated}
    assert set(loaded.labels) == wanted


def test_a_table_that_shows_another_extraction_is_refused(folder_store, tmp_path) -> None:
    project, _ = imported(folder_store, replace(SMALL, labels=()))
    rows = rows_of(SMALL)
    rows[0]["object"] = "the boat"
    table = write_rows(tmp_path / "labels.csv", rows)
    message = "labels.csv:2: expected 'the house' as object of task 0001, found 'the boat', which no task of the study"
    with pytest.raises(KaratError, match=message):
        import_labels(folder_store, project, read_labels(table))
    assert load_study(folder_store, project).labels == ()


def test_a_table_without_what_was_labelled_goes_by_keys_and_says_so(folder_store, tmp_path) -> None:
    project, _ = imported(folder_store, replace(SMALL, labels=()))
    table = tmp_path / "labels.csv"
    table.write_text("task,labeller,fact,attribution,rules\n0002,ben,incorrect,,F3\n", encoding="utf-8")
    assert import_labels(folder_store, project, read_labels(table)) == [
        "the table has no columns sentence, subject, relation, object: its keys were taken for those of this study",
        "1 label of ben imported",
    ]
    assert load_study(folder_store, project).labels == (Label("0002", "ben", FactLabel.INCORRECT, rules=("F3",)),)


def test_a_table_needs_a_study_with_tasks(folder_store, tmp_path) -> None:
    (tmp_path / "labels.csv").write_text("\n".join(render_table(SMALL)), encoding="utf-8")
    with pytest.raises(KaratError, match="copy: expected a study with tasks for a table of labels, found none"):
        import_labels(folder_store, add_study(folder_store, "copy"), read_labels(tmp_path / "labels.csv"))


def test_an_upload_goes_through_the_files_of_the_kind(folder_store) -> None:
    project = add_study(folder_store, "copy")
    curator = folder_store.add_person("cora", Role.CURATOR)
    upload = ImportedFile(Path(SAMPLE), "study.jsonl", "labels", None, curator, curator)
    report = import_file(folder_store, project, upload)
    assert report.lines[0] == f"{len(read(SAMPLE).tasks)} tasks added"


LABELLED = 'Ann sold the house .\n1\t"Ann"\t"sold"\t"the house"\t1\n1\t"Ann"\t"sold"\t0\n'
OUTPUT = 'Ann sold the house .\n1\t"Ann"\t"sold"\t"the house"\t0.5\n1\t"Ann"\t"sold"\t0.25\n'


def test_labelled_outputs_are_joined_with_their_systems(folder_store, tmp_path) -> None:
    (tmp_path / "labels.txt").write_text(LABELLED, encoding="utf-8")
    (tmp_path / "clausie.txt").write_text(OUTPUT, encoding="utf-8")
    file = read_labels(tmp_path / "labels.txt", [f"mine={tmp_path / 'clausie.txt'}"], labeller="both")
    project = add_study(folder_store, "clausie")
    assert import_labels(folder_store, project, file) == ["2 tasks added", "2 labels of both imported"]
    loaded = load_study(folder_store, folder_store.project(project.id))
    assert [(label.task, label.labeller, label.fact) for label in loaded.labels] == [
        ("0001", "both", FactLabel.CORRECT),
        ("0002", "both", FactLabel.INCORRECT),
    ]
    assert [task.sources for task in loaded.tasks] == [(Source("mine", 0.5),), (Source("mine", 0.25),)]


def test_labelled_outputs_need_the_text_of_every_sentence(tmp_path) -> None:
    labels = tmp_path / "labels.tsv"
    labels.write_text("7\tAnn\tsold\tthe house\t1\n7\tAnn\tsold\tit\t0\n", encoding="utf-8")
    (tmp_path / "out.tsv").write_text("7\tAnn\tsold\tthe house\n7\tAnn\tsold\tit\n", encoding="utf-8")
    with pytest.raises(KaratError) as error:
        read_labels(labels, [f"mine={tmp_path / 'out.tsv'}"])
    expected = "expected the text of sentence '7' here or in an output of --systems, found none"
    assert str(error.value) == f"{labels}: {expected}"


def test_labelled_outputs_need_their_systems(tmp_path) -> None:
    (tmp_path / "labels.txt").write_text(LABELLED, encoding="utf-8")
    with pytest.raises(KaratError, match="expected the systems whose extractions are labelled, by --systems NAME=FILE"):
        read_labels(tmp_path / "labels.txt")
    with pytest.raises(KaratError, match="expected --labeller only for labels without one"):
        read_labels(SAMPLE, labeller="ann")
