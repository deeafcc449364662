"""Documents of a task: pairing, sums and means, progress, and explanations."""

from __future__ import annotations

import json

import pytest

from karat import load
from karat.errors import AlignmentError, InputError, UnknownNameError
from karat.model import Cluster, Document, Graph, Mention, Triple, Variable
from karat.results.tasks.findings import explain_document
from karat.results.tasks.scoring import score


def document(name: str, *entities: str) -> Document:
    """Entities of single tokens, as in ``"0 1"``."""
    groups = [tuple(Mention(int(token), int(token)) for token in entity.split()) for entity in entities]
    return Document(
        name, tuple(Cluster(str(number), group, (None,) * len(group)) for number, group in enumerate(groups))
    )


GOLD = [document("a", "0 1 2", "3 4"), document("b", "0 1")]
FOUND = [document("a", "0 1", "2 3 4"), document("b", "0 1")]
NOTHING = [document("a"), document("b")]


def scored(predicted, gold=GOLD, task="coreference", **options):
    return score(task, {"mine": predicted}, gold, **{"resampling": None, **options})["mine"]


def test_sums_over_documents():
    """Links: 2 of 3 in a, where a has 2 + 1; 1 of 1 in b."""
    measured = scored(FOUND)["muc"]
    assert measured.score.masses == (3, 4, 3, 4)
    assert measured.f1.value == pytest.approx(3 / 4)
    assert measured.sentences == ("a", "b")


def test_means_over_documents(tmp_path):
    evaluation = score("coreference", {"mine": FOUND}, GOLD, average="macro")
    measured = evaluation["mine"]["muc"]
    assert measured.f1.value == pytest.approx((2 / 3 + 1) / 2)
    assert measured.f1.low is not None
    assert "avg:macro" in measured.signature
    assert "avg:micro" not in measured.signature
    evaluation.to_json(tmp_path / "run.json")
    assert load(tmp_path / "run.json") == evaluation


def test_an_evaluation_comes_back_as_it_was(tmp_path):
    evaluation = score("coreference", {"mine": FOUND, "none": NOTHING}, GOLD)
    evaluation.to_json(tmp_path / "run.json")
    assert load(tmp_path / "run.json") == evaluation
    assert {pair.metric for pair in evaluation.comparisons} >= {"conll", "muc", "mention"}


def test_the_main_metric_comes_first():
    assert [one.metric for one in scored(FOUND).measurements] == [
        "conll",
        "muc",
        "b_cubed",
        "ceaf_phi4",
        "ceaf_phi3",
        "lea",
        "blanc",
        "mention",
    ]


def test_singletons_are_dropped_on_both_sides():
    gold = [document("a", "0 1", "2")]
    found = [document("a", "0 1", "3")]
    assert scored(found, gold)["b_cubed"].f1.value == pytest.approx(2 / 3)
    dropped = scored(found, gold, choices={"singletons": "drop"})["b_cubed"]
    assert dropped.f1.value == 1
    assert "singletons:drop" in dropped.signature


@pytest.mark.parametrize(
    ("predicted", "error", "message"),
    [
        pytest.param(
            FOUND[:1], AlignmentError, "mine: expected every document of the gold, found none for 'b'", id="missing"
        ),
        pytest.param(
            [*FOUND, document("c")], AlignmentError, "mine: expected documents of the gold, found 'c'", id="unknown"
        ),
        pytest.param([*FOUND, FOUND[0]], InputError, "mine: expected each document once, found 'a' twice", id="twice"),
        pytest.param([], InputError, "mine: expected documents, found none", id="none at all"),
    ],
)
def test_documents_that_do_not_belong_together(predicted, error, message):
    with pytest.raises(error) as raised:
        scored(predicted)
    assert str(raised.value) == message


def test_a_missing_document_may_count_as_empty():
    system = scored(FOUND[1:], missing="empty")
    assert system["muc"].score.masses == (1, 1, 1, 4)
    assert [str(note) for note in system.notes] == ["1 of the gold's documents are not the system's and count as empty"]


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [pytest.param(("1", "2"), ("a", "b"), id="system"), pytest.param(("a", "b"), ("1", "2"), id="gold")],
)
def test_documents_without_ids_are_paired_by_order(mine, theirs):
    found = [Document(name, each.content) for name, each in zip(mine, FOUND, strict=True)]
    gold = [Document(name, each.content) for name, each in zip(theirs, GOLD, strict=True)]
    system = scored(found, gold)
    assert system["muc"].score.masses == (3, 4, 3, 4)
    assert [str(note) for note in system.notes] == [
        "2 documents paired with the gold by their order, since one side has no ids"
    ]


def chain(length: int, labels: str) -> Graph:
    """Nodes of few labels, each joined with the next three: many mappings are nearly as good as the best."""
    names = [Variable(f"x{number}") for number in range(length)]
    triples = [Triple(name, "instance", labels[number % len(labels)]) for number, name in enumerate(names)]
    triples += [
        Triple(names[number], "next" if step % 2 else "later", names[(number * step + step) % length])
        for number in range(length)
        for step in (1, 2, 3)
    ]
    return Graph(names[0], tuple(triples))


def test_what_is_not_proved_is_said():
    hard = [Document("g", chain(60, "aab"))], [Document("g", chain(60, "aba"))]
    system = scored(*hard, task="amr", time_limit=0.0)
    assert not system["smatch"].score.optimal
    assert [str(note) for note in system.notes] == ["1 of the documents: smatch is not proved to be the best"]


def test_progress_is_told():
    told: list[str] = []
    many = [document(str(number), "0 1") for number in range(250)]
    scored(many, many, progress=told.append)
    without_rate = [step.partition(",")[0] for step in told]
    assert without_rate == [
        "reading gold",
        "scoring mine",
        "scoring mine: 100 of 250 documents",
        "scoring mine: 200 of 250 documents",
    ]


def explained(predicted, gold, name, task):
    """The explanation of one document, as text and as JSON."""
    (found,) = explain_document(task, {"mine": predicted}, gold, name)
    return str(found).splitlines(), json.loads(json.dumps(found.to_json()))


def test_entities_are_explained():
    gold = [document("a", "0 1 2", "3 4", "5 6", "8")]
    found = [document("a", "0 1", "2 3", "5 6", "9")]
    lines, data = explained(found, gold, "a", "coreference")
    assert lines[1:] == [
        "  1 of 4 gold entities found whole; 4 predicted",
        "  split: the gold entity {0, 1, 2} is in 2 predicted ones",
        "    {0, 1}",
        "    {2}",
        "  merged: the predicted entity {2, 3} joins 2 gold ones",
        "    {2}",
        "    {3}",
        "  missed: no mention of the gold entity {8}",
        "  invented: no mention of the predicted entity {9} is gold",
        "  missing mentions: 4, 8",
        "  spurious mentions: 9",
    ]
    assert data["whole"] == [[[5, 5], [6, 6]]]
    assert data["merged"] == [{"entity": [[2, 2], [3, 3]], "parts": [[[2, 2]], [[3, 3]]]}]


def test_graphs_are_explained():
    w, c, x, y, z = map(Variable, "wcxyz")
    gold = Graph(w, (Triple(w, "instance", "want"), Triple(c, "instance", "cat"), Triple(w, "ARG0", c)))
    found = Graph(
        x,
        (
            Triple(x, "instance", "want"),
            Triple(y, "instance", "dog"),
            Triple(x, "ARG0", y),
            Triple(z, "instance", "milk"),
            Triple(x, "ARG1", z),
        ),
    )
    lines, data = explained([Document("g", found)], [Document("g", gold)], "g", "amr")
    assert lines == [
        "mine, document g: Smatch 0.6000, proved to be the best",
        "  variables, predicted → gold:",
        "    x → w   want",
        "    y → c   dog ≠ cat",
        "    predicted alone: z (milk)",
        "  3 triples match",
        "  only predicted: y / dog, in gold's names c / dog",
        "  only predicted: z / milk",
        "  only predicted: arg1(x / want, z / milk)",
        "  only gold: c / cat",
    ]
    assert data["variables"] == [["x", "w"], ["y", "c"]]
    assert data["only_gold"] == [["c", "instance", "cat"]]


def test_an_unknown_document_is_told_with_some_that_are_there():
    with pytest.raises(UnknownNameError, match=r"unknown document 'q'\. Known: a, b"):
        explain_document("coreference", {"mine": FOUND}, GOLD, "q")
