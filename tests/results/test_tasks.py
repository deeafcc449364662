"""Structured tasks from files to numbers: every task scores, breaks down by type, compares and explains."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from karat.benchmarks.tasks import TASKS, task_named
from karat.errors import InputError, UnknownNameError
from karat.model import Document, MarkedText, Mention, Relation, TypedMention
from karat.results import Resampling
from karat.results.tasks.findings import explain_document
from karat.results.tasks.scoring import score

TOKENS = ["Ada", "Lind", "left", "Oslo", "in", "May"]
CONLL04 = [
    {
        "tokens": TOKENS,
        "entities": [{"type": "person", "start": 0, "end": 2}, {"type": "place", "start": 3, "end": 4}],
        "relations": [{"type": "lived-in", "head": 0, "tail": 1}],
        "orig_id": "s1",
    },
    {"tokens": ["Rain", "."], "entities": [], "relations": [], "orig_id": "s2"},
]
DYGIE = {
    "doc_key": "d",
    "sentences": [TOKENS],
    "ner": [[[0, 1, "person"], [3, 3, "place"]]],
    "relations": [[[0, 1, 3, 3, "lived-in"]]],
    "events": [[[[2, "move"], [0, 1, "who"], [3, 3, "from"]]]],
}
EXTRACTS = {"Target": [["a van"]], "Weapon": [["bombs", "the bombs"], ["guns"]]}
TEMPLATE = {"incident_type": "attack", **EXTRACTS}
PAPER = {
    "doc_id": "p",
    "coref": {"A": [[0, 2]], "B": [[3, 4]], "C": [[7, 8]], "D": [[8, 9]]},
    "n_ary_relations": [{"Material": "A", "Metric": "B", "Task": "C", "Method": "D"}],
}


def row(number: int, form: str, head: int, relation: str) -> str:
    return f"{number}\t{form}\t{form}\tX\t_\t_\t{head}\t{relation}\t_\t_"


CONLLU = "\n".join([row(1, "Ada", 2, "nsubj"), row(2, "left", 0, "root"), row(3, "Oslo", 2, "obj"), ""])
CLUSTERS = "#begin document (d); part 000\nAda (1)\nshe (1)\nOslo -\n#end document\n"
FILES = {
    "relations": json.dumps(CONLL04),
    "spans": "Ada B-person\nLind I-person\nleft O\nOslo B-place\n\nRain O\n",
    "events": json.dumps(DYGIE),
    "dependencies": CONLLU,
    "coreference": CLUSTERS,
    "role-fillers": json.dumps({"30001": {"pred_extracts": EXTRACTS, "gold_extracts": EXTRACTS}}),
    "nary-relations": json.dumps(PAPER),
    "templates": json.dumps(
        {"30001": {"pred_templates": [TEMPLATE], "gold_templates": [TEMPLATE], "doctext": "a van"}}
    ),
    "amr": "(g / go-02 :ARG0 (c / cat))\n",
}
DOCUMENT = {
    "relations": "s1",
    "spans": "1",
    "events": "d",
    "dependencies": "line 1",
    "role-fillers": "TST3-MUC4-0001",
    "nary-relations": "p",
    "templates": "TST3-MUC4-0001",
}
TYPES = {
    "relations": {"lived-in"},
    "spans": {"person", "place"},
    "events": {"move"},
    "dependencies": {"nsubj", "root", "obj"},
    "role-fillers": {"Target", "Weapon"},
    "templates": {"incident_type", "Target", "Weapon"},
}
IMPERFECT = {"ceaf_rme_phi3", "scirex_4ary", "scirex_binary", "scirex_clusters"}


@pytest.fixture
def path(tmp_path: Path) -> Callable[[str], Path]:
    def write(task: str) -> Path:
        file = tmp_path / f"{task}.txt"
        file.write_text(FILES[task], encoding="utf-8")
        return file

    return write


def test_every_task_is_tried_here() -> None:
    assert {task.name for task in TASKS} == set(FILES)


@pytest.mark.parametrize("task", FILES)
def test_gold_against_itself(path: Callable[[str], Path], task: str) -> None:
    file = path(task)
    (system,) = score(task, {"same": file}, file, resampling=None)
    for one in system.measurements:
        if one.metric in IMPERFECT:
            assert one.f1.value == pytest.approx(1, abs=0.5)
        elif one.counts and one.score.masses.gold:
            assert one.f1.value == 1, one.label


@pytest.mark.parametrize("task", TYPES)
def test_by_type(path: Callable[[str], Path], task: str) -> None:
    file = path(task)
    (system,) = score(task, {"same": file}, file, resampling=None, by_type=True)
    first = system.first
    parts = [one for one in system.measurements if one.metric == first.metric and one.facet is not None]
    assert {one.facet for one in parts} == TYPES[task]
    assert sum(one.score.masses.gold for one in parts) == first.score.masses.gold
    assert all(f"|type:{one.facet}|" in one.signature for one in parts)


def test_a_task_without_types_says_so(path: Callable[[str], Path]) -> None:
    file = path("nary-relations")
    with pytest.raises(InputError, match="nary-relations: expected a task whose documents have types"):
        score("nary-relations", file, file, resampling=None, by_type=True)


@pytest.mark.parametrize("task", DOCUMENT)
def test_every_document_can_be_explained(path: Callable[[str], Path], task: str) -> None:
    file = path(task)
    (found,) = explain_document(task, str(file), file, DOCUMENT[task])
    assert str(found).startswith(
        f"{task}, document {DOCUMENT[task]}\n{task_named(task).metrics(_usual(task))[0].name} = "
    )


def _usual(task: str) -> dict[str, Any]:
    return {option.name: option.usual for option in task_named(task).options}


def test_an_unknown_document_is_told_with_its_neighbours(path: Callable[[str], Path]) -> None:
    file = path("relations")
    with pytest.raises(UnknownNameError, match="unknown document 's3'"):
        explain_document("relations", str(file), file, "s3")


@pytest.mark.parametrize("task", ["templates", "role-fillers"])
def test_an_output_may_carry_its_gold(path: Callable[[str], Path], task: str) -> None:
    file = path(task)
    (system,) = score(task, file, None, resampling=None)
    assert system.f1.value == 1
    assert [str(note) for note in system.notes] == [
        "1 document scored against the gold in the system's own file",
        "1 document predicted exactly as the gold in the same file; does the file hold predictions?",
    ]
    assert [note.warning for note in system.notes] == [False, True]


@pytest.mark.parametrize(
    ("task", "message"),
    [
        pytest.param("relations", "relations.txt: expected a gold file, for conll04 holds no gold itself", id="format"),
        pytest.param("dependencies", "dependencies: expected a gold file, found none", id="task"),
    ],
)
def test_without_any_gold(path: Callable[[str], Path], task: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        score(task, path(task), None, resampling=None)


def test_outputs_that_carry_other_gold_are_not_compared(tmp_path: Path) -> None:
    files = []
    for name, gold in (("a", EXTRACTS), ("b", {"Target": []})):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps({"1": {"pred_extracts": EXTRACTS, "gold_extracts": gold}}), encoding="utf-8")
        files.append(file)
    with pytest.raises(InputError, match="b: expected the same gold in each output, found another"):
        score("role-fillers", files, None, resampling=None)


ADA, OSLO = TypedMention(0, 1, "person"), TypedMention(3, 3, "place")


def documents(*relations: tuple[Relation, ...]) -> list[Document]:
    return [
        Document(str(number), MarkedText(tuple(TOKENS), relations=each)) for number, each in enumerate(relations, 1)
    ]


def test_both_empty_documents_add_nothing() -> None:
    gold = documents((Relation("a", ADA, OSLO),), *[()] * 9)
    wrong = documents((Relation("b", ADA, OSLO),), *[()] * 9)
    evaluation = score("relations", {"right": gold, "wrong": wrong}, gold, resampling=Resampling(resamples=200))
    assert evaluation["right"].f1.value == 1
    assert evaluation["wrong"].f1.value == 0
    assert {(pair.metric, pair.comparison.difference) for pair in evaluation.comparisons} == {
        ("relation", 1),
        ("relation_boundaries", 1),
    }


def test_types_that_only_one_system_has_are_shown_for_all() -> None:
    gold = documents((Relation("a", ADA, OSLO),))
    other = documents((Relation("b", ADA, OSLO),))
    evaluation = score("relations", {"one": gold, "two": other}, gold, resampling=None, by_type=True)
    labels = [[one.label for one in system.measurements] for system in evaluation]
    assert labels[0] == labels[1]
    assert evaluation["one"]["relation", "b"].f1.value is None
    assert evaluation["two"]["relation", "b"].f1.value == 0


@pytest.mark.parametrize(
    ("choices", "metric", "predicted", "value"),
    [
        pytest.param({}, "relation", Relation("a", OSLO, ADA), 0, id="direction counts"),
        pytest.param({"symmetric": "a,c"}, "relation", Relation("a", OSLO, ADA), 1, id="unless it does not"),
        pytest.param({}, "relation", Relation("a", Mention(0, 1), OSLO), 0, id="strict: no type, not the same"),
        pytest.param({}, "relation_boundaries", Relation("a", Mention(0, 1), OSLO), 1, id="boundaries"),
        pytest.param(
            {"mentions": "strings"}, "relation_strings", Relation("a", "ada  lind", "OSLO"), 1, id="by their words"
        ),
        pytest.param({"mentions": "strings"}, "relation_tokens", Relation("a", "Lind", "Oslo"), 2 / 3, id="some words"),
    ],
)
def test_options_of_relations(choices: dict[str, Any], metric: str, predicted: Relation, value: float) -> None:
    gold = documents((Relation("a", ADA, OSLO),))
    (system,) = score("relations", {"mine": documents((predicted,))}, gold, choices=choices, resampling=None)
    assert system[metric].f1.value == pytest.approx(value)


@pytest.mark.parametrize(("choice", "masses"), [("drop", (1, 1, 1, 1)), ("keep", (1, 2, 1, 1))])
def test_a_span_that_stands_twice(choice: str, masses: tuple[int, ...]) -> None:
    twice = [Document("1", MarkedText(tuple(TOKENS), (ADA, ADA)))]
    once = [Document("1", MarkedText(tuple(TOKENS), (ADA,)))]
    (system,) = score("spans", {"mine": twice}, once, choices={"duplicates": choice}, resampling=None)
    assert tuple(system["span"].score.masses) == masses


@pytest.mark.parametrize(
    ("task", "choice", "metrics"),
    [
        ("events", {"task": "srl"}, ["srl"]),
        ("events", {"task": "arguments"}, ["argument_classification", "argument_identification"]),
        ("templates", {"scorer": "iterx"}, ["iterx_subset", "iterx_phi3"]),
        ("templates", {"scorer": "iterx-mentions"}, ["iterx_phi3_mentions"]),
        ("templates", {"scorer": "error-analysis"}, ["error_analysis"]),
        ("templates", {"scorer": "muc4"}, ["muc4_optional", "muc4_official", "muc4"]),
        ("templates", {"scorer": "recent"}, ["template_ree", "template_rme_subset", "template_rme_phi3"]),
        ("templates", {"scorer": "muc4-literal"}, ["muc4_optional_literal", "muc4_official_literal", "muc4"]),
        (
            "templates",
            {"scorer": "recent-literal"},
            ["template_ree", "template_rme_subset", "template_rme_phi3_literal"],
        ),
        ("templates", {"scorer": "better"}, ["better_granular"]),
        ("nary-relations", {"scorer": "matching"}, ["scirex"]),
        (
            "nary-relations",
            {"scorer": "scirex-published"},
            ["scirex_4ary_published", "scirex_binary_published", "scirex_clusters_published"],
        ),
    ],
    ids=str,
)
def test_scorers(path: Callable[[str], Path], task: str, choice: dict[str, Any], metrics: list[str]) -> None:
    file = path(task)
    (system,) = score(
        task, file, file, choices=choice, resampling=Resampling(resamples=50), by_type=task == "templates"
    )
    assert [one.metric for one in system.measurements if one.facet is None] == metrics
    assert all(f"{name}:{value}" in system.first.signature for name, value in choice.items())


def test_an_unknown_choice_is_refused() -> None:
    gold = documents(())
    with pytest.raises(UnknownNameError, match="unknown option of relations 'mention'; did you mean 'mentions'"):
        score("relations", {"mine": gold}, gold, choices={"mention": "strings"}, resampling=None)


def test_systems_cut_elsewhere_are_compared_on_common_ground(tmp_path: Path) -> None:
    sentences = [[("a", 0), ("b", 1)], [("c", 0)], [("d", 0)]]
    joined = [[("a", 0), ("b", 1), ("c", 1)], [("d", 0)]]

    def write(name: str, texts: list[list[tuple[str, int]]]) -> Path:
        file = tmp_path / f"{name}.conllu"
        blocks = ["\n".join(row(n, form, head, "dep") for n, (form, head) in enumerate(each, 1)) for each in texts]
        file.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
        return file

    gold, other = write("gold", sentences), write("joined", joined)
    evaluation = score("dependencies", {"same": gold, "joined": other}, gold, resampling=Resampling(resamples=50))
    assert evaluation["same"].first.sentences == evaluation["joined"].first.sentences == ("line 1", "line 6")
    assert evaluation["joined"]["sentences"].counts == {"matched": 1, "spurious": 1, "missed": 2}
    assert evaluation["joined"]["uas"].f1.value == 3 / 4
    assert len(evaluation.comparisons) == 13
