"""Reading people's labels from every kind of file that has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.errors import KaratError
from karat.formats.study import from_judgements
from karat.model import Extraction, Row
from karat.results.agreement.labels import LabelFields, Labels, read_labels

TABLE = "id\tsystem\tsubject\trelation\tobject\tlabel\n1\ta\tAnn\tmoved to\tOslo\t1\n1\tb\tAnn\tmoved\tOslo\t0\n"
CLAUSIE = 'Ann moved to Oslo .\n1\t"Ann"\t"moved to"\t"Oslo"\t1\n1\t"Ann"\t"moved"\t"Oslo"\t0\n'


def judged(labels: Labels) -> list[tuple[str, tuple[str, str, str], bool | None]]:
    return [(each.system, each.row.extraction.triple, each.correct) for each in labels.rows]


BOTH = [("a", ("Ann", "moved to", "Oslo"), True), ("b", ("Ann", "moved", "Oslo"), False)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("labels.tsv", TABLE, id="tabs"),
        pytest.param("labels.csv", TABLE.replace("\t", ","), id="commas"),
        pytest.param("labels.tsv", TABLE.replace("\t1\n", "\tcorrect\n").replace("\t0\n", "\tWrong\n"), id="words"),
        pytest.param("labels.tsv", TABLE.replace("label", "Correct").replace("system", "model"), id="other names"),
        pytest.param(
            "labels.jsonl",
            '{"id": "1", "system": "a", "subject": "Ann", "relation": "moved to", "object": "Oslo", "label": true}\n'
            '{"id": "1", "system": "b", "subject": "Ann", "relation": "moved", "object": "Oslo", "label": false}\n',
            id="JSON",
        ),
        pytest.param(
            "matches.csv",
            ",extraction,,system,\n0,Ann - moved to - Oslo,2,a,1\n0,Ann - moved - Oslo,0,b,0\n",
            id="BenchIE-FL",
        ),
    ],
)
def test_files(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    labels = read_labels(path)
    assert judged(labels) == BOTH
    assert {each.row.sentence_id for each in labels.rows} == {"1"}
    assert labels.notes == ()


def test_fields_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(TABLE.replace("label", "Urteil").replace("system", "Programm"), encoding="utf-8")
    assert judged(read_labels(path, fields=LabelFields("urteil", "Programm"))) == BOTH
    named = read_labels(
        path, columns="id=id,subject=subject,relation=relation,object=object", fields=LabelFields("Urteil")
    )
    assert [each.correct for each in named.rows] == [True, False]


def test_clausies_labels_are_joined_with_outputs(tmp_path: Path) -> None:
    labels = tmp_path / "labels.txt"
    labels.write_text(CLAUSIE, encoding="utf-8")
    alone = read_labels(labels)
    assert [each.system for each in alone.rows] == ["labels", "labels"]
    assert [note.count for note in alone.notes] == [2]
    outputs = {}
    for system, slots in (("a", '"Ann"\t"moved to"\t"Oslo"'), ("b", '"Ann"\t"moved"\t"Oslo"')):
        outputs[system] = tmp_path / f"{system}.txt"
        outputs[system].write_text(f"Ann moved to Oslo .\n1\t{slots}\t0.9\n", encoding="utf-8")
    assert judged(read_labels(labels, systems=outputs)) == BOTH


def test_a_study_gives_its_final_labels_once_for_each_system() -> None:
    labels = read_labels(sample_path("study.jsonl"))
    assert (len(labels.rows), sum(each.correct is not None for each in labels.rows)) == (123, 121)
    assert list(dict.fromkeys(each.system for each in labels.rows)) == ["careful", "minimal", "greedy", "naive"]
    assert [str(note) for note in labels.notes] == [
        "2 extractions without a final label, judged beside the others but not counted"
    ]


def test_python_records() -> None:
    records = [
        {"sentence": "Ann moved to Oslo .", "subject": "Ann", "relation": "moved to", "object": "Oslo", "label": True},
        {"sentence": "Ann moved to Oslo .", "subject": "Ann", "relation": "moved", "object": "Oslo", "label": 0},
    ]
    labels = read_labels([{**record, "system": system} for record, system in zip(records, "ab", strict=True)])
    assert judged(labels) == BOTH
    with pytest.raises(KaratError, match=r"record 1: expected a mapping such as .*, found int"):
        read_labels([7])


def test_rows_without_a_label_are_kept_beside_the_others(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(f"{TABLE}1\ta\tOslo\tis\tcold\t\n", encoding="utf-8")
    labels = read_labels(path)
    assert judged(labels) == [*BOTH, ("a", ("Oslo", "is", "cold"), None)]
    assert [str(note) for note in labels.notes] == [
        "1 extraction without a label, judged beside the others but not counted"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            TABLE.replace("\t0\n", "\tperhaps\n"),
            r"labels\.tsv:3: expected a label: 1 or 0, .*, found 'perhaps'",
            id="no label",
        ),
        pytest.param(
            TABLE.replace("label", "remark"),
            r"labels\.tsv: expected a field 'label' or 'correct' or 'human' with the labels \(--label-field\), "
            r"found 'system', 'remark'",
            id="no field",
        ),
        pytest.param(
            TABLE + "1\tb\tAnn\tmoved\tOslo\t1\n",
            r"labels\.tsv:4: expected one label for each extraction of a system, found 1, and 0 in line 3, "
            r"for the same extraction",
            id="contradiction",
        ),
        pytest.param(
            "id\tsystem\tsubject\trelation\tlabel\n1\ta\tAnn\tmoved\t1\n",
            r"labels\.tsv: expected a subject, a relation and an object \(--columns\), found no object in any row",
            id="no object",
        ),
        pytest.param(TABLE.splitlines()[0], r"labels\.tsv: expected labelled extractions, found none", id="no rows"),
        pytest.param(
            "id\tsubject\trelation\tobject\tlabel\n1\tAnn\tslept\tlong\t\n",
            r"labels\.tsv: expected a field 'label'",
            id="no label at all",
        ),
    ],
)
def test_bad_labels(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KaratError, match=message):
        read_labels(path)


@pytest.mark.parametrize("fields", [LabelFields("label"), LabelFields(None, "system")], ids=["label", "system"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(CLAUSIE, id="ClausIE"),
        pytest.param(",extraction,,system,\n0,Ann - moved to - Oslo,2,a,1\n", id="BenchIE-FL"),
        pytest.param(sample_path("study.jsonl").read_text(encoding="utf-8"), id="study"),
    ],
)
def test_fields_only_for_tables_and_json(text: str, fields: LabelFields, tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KaratError, match=r"labels: expected a table or JSON for --(label|system)-field"):
        read_labels(path, fields=fields)


def test_systems_only_for_labels_without_any(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text(TABLE, encoding="utf-8")
    with pytest.raises(KaratError, match=r"expected labels that name no system for --systems, found format table"):
        read_labels(path, systems=[path])


def test_an_output_without_lines_is_named_without_one() -> None:
    row = Row(Extraction("moved to", ("Ann", "Oslo")), None, "Ann moved to Oslo .")
    with pytest.raises(KaratError, match=r"^a: expected a sentence id to join labels on, found none$"):
        from_judgements([], {"a": [row]})
