"""What is right and wrong in a document, by kind: each case can be redone by looking at the two sides."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from karat.benchmarks.tasks import TASKS, resolve_choices, task_named
from karat.model import (
    Argument,
    Dependency,
    DependencyParse,
    Document,
    Entity,
    Event,
    Graph,
    MarkedText,
    Mention,
    NAryRelation,
    Relation,
    RoleFillerEntity,
    SlotFiller,
    Template,
    Trigger,
    Triple,
    TypedMention,
    Variable,
)
from karat.results.explanation.structures import ExplanationRequest
from karat.results.tasks.findings import FINDERS, Finding, find_errors, findings_of

WORDS = ("Ada", "Lind", "left", "Oslo", "by", "train")
ADA, OSLO, TRAIN = Mention(0, 1), Mention(3, 3), Mention(5, 5)


def kinds(task: str, predicted: Any, gold: Any, /, **choices: Any) -> list[tuple[str, str | None, str | None]]:
    chosen = task_named(task)
    request = ExplanationRequest(chosen, resolve_choices(chosen, choices), "mine", "1", None, WORDS)
    return [(found.kind, found.predicted, found.gold) for found in findings_of(request, predicted, gold)]


def person(left: int, right: int, kind: str = "PER") -> TypedMention:
    return TypedMention(left, right, kind)


@pytest.mark.parametrize(
    ("predicted", "gold", "kind"),
    [
        pytest.param([person(0, 1)], [person(0, 1)], "right", id="right"),
        pytest.param([person(0, 1, "ORG")], [person(0, 1)], "wrong type", id="type"),
        pytest.param([person(0, 0)], [person(0, 1)], "wrong border", id="border"),
        pytest.param([person(0, 0, "ORG")], [person(0, 1)], "wrong type and border", id="both"),
        pytest.param([person(3, 3)], [], "spurious", id="spurious"),
        pytest.param([], [person(3, 3)], "missed", id="missed"),
    ],
)
def test_spans(predicted: list[TypedMention], gold: list[TypedMention], kind: str) -> None:
    assert [found[0] for found in kinds("spans", predicted, gold)] == [kind]


def test_an_equal_span_is_paired_before_a_similar_one() -> None:
    found = kinds("spans", [person(0, 0), person(0, 1)], [person(0, 1)])
    assert found == [
        ("right", 'PER "Ada Lind" [0–1]', 'PER "Ada Lind" [0–1]'),
        ("spurious", 'PER "Ada" [0]', None),
    ]


@pytest.mark.parametrize(
    ("predicted", "kind"),
    [
        pytest.param(Relation("left", ADA, OSLO), "right", id="right"),
        pytest.param(Relation("left", TypedMention(0, 1, "ORG"), OSLO), "wrong entity type", id="entity type"),
        pytest.param(Relation("saw", ADA, OSLO), "wrong type", id="type"),
        pytest.param(Relation("left", OSLO, ADA), "wrong direction", id="direction"),
        pytest.param(Relation("left", Mention(0, 0), OSLO), "wrong border", id="border"),
        pytest.param(Relation("left", TRAIN, OSLO), "wrong head", id="head"),
        pytest.param(Relation("left", ADA, TRAIN), "wrong tail", id="tail"),
        pytest.param(Relation("left", TRAIN, TRAIN), "spurious", id="spurious"),
    ],
)
def test_relations(predicted: Relation, kind: str) -> None:
    assert kinds("relations", [predicted], [Relation("left", ADA, OSLO)])[0][0] == kind


def test_relations_between_words_are_equal_but_for_case() -> None:
    found = kinds("relations", [Relation("left", "ada", "Oslo")], [Relation("left", "Ada", "oslo")], mentions="strings")
    assert found == [("right", "left(ada, Oslo)", "left(Ada, oslo)")]


def event(trigger: int, kind: str, *arguments: tuple[Mention, str]) -> Event:
    return Event(Trigger(Mention(trigger, trigger), kind), frozenset(Argument(*each) for each in arguments))


@pytest.mark.parametrize(
    ("predicted", "wrong"),
    [
        pytest.param(event(2, "go", (ADA, "who"), (OSLO, "from")), [], id="right"),
        pytest.param(
            event(2, "stay", (ADA, "who"), (OSLO, "from")),
            ["trigger: wrong type", "argument: wrong event", "argument: wrong event"],
            id="type",
        ),
        pytest.param(event(2, "go", (ADA, "from"), (OSLO, "from")), ["argument: wrong role"], id="role"),
        pytest.param(event(2, "go", (Mention(0, 0), "who"), (OSLO, "from")), ["argument: wrong border"], id="border"),
        pytest.param(event(2, "go", (OSLO, "from")), ["argument: missed"], id="missed"),
        pytest.param(
            event(4, "go", (ADA, "who"), (OSLO, "from")), ["trigger: spurious", "trigger: missed"], id="another trigger"
        ),
    ],
)
def test_events(predicted: Event, wrong: list[str]) -> None:
    found = kinds("events", [predicted], [event(2, "go", (ADA, "who"), (OSLO, "from"))])
    assert [kind for kind, *_ in found if kind != "right"] == wrong


def test_an_argument_is_written_with_its_trigger() -> None:
    (found,) = kinds("events", [event(2, "go", (ADA, "who"))], [], task="arguments")
    assert found == ("argument: spurious", 'who "Ada Lind" [0–1] of go "left" [2]', None)


def parse(*edges: tuple[int, int, str]) -> DependencyParse:
    return DependencyParse(frozenset(Dependency(*edge) for edge in edges))


def test_dependencies() -> None:
    gold = parse((0, 3, "root"), (3, 1, "nsubj"), (1, 2, "flat"), (3, 4, "obj"))
    predicted = parse((0, 3, "root"), (3, 1, "obj"), (3, 2, "flat"), (1, 4, "nmod"), (3, -9, "punct"))
    assert sorted(kind for kind, *_ in kinds("dependencies", predicted, gold)) == [
        "right",
        "word not in the gold",
        "wrong head",
        "wrong head and relation",
        "wrong relation",
    ]
    assert ("wrong relation", "obj(left-3, Ada-1)", "nsubj(left-3, Ada-1)") in kinds("dependencies", predicted, gold)


def entity(*mentions: Any) -> Entity:
    return Entity(frozenset(mentions))


def test_coreference() -> None:
    other, lone, wrong = Mention(2, 2), Mention(4, 4), Mention(0, 0)
    found = kinds(
        "coreference",
        [entity(ADA, wrong), entity(OSLO)],
        [entity(ADA, OSLO, other), entity(lone, TRAIN)],
    )
    assert found == [
        ("split entity", '{"Ada Lind" [0–1]} and {"Oslo" [3]}', '{"Ada Lind" [0–1], "left" [2], "Oslo" [3]}'),
        ("missed entity", None, '{"by" [4], "train" [5]}'),
        ("missed mention", None, '"left" [2]'),
        ("spurious mention", '"Ada" [0]', None),
    ]


def test_merged_and_invented_entities() -> None:
    found = kinds("coreference", [entity(ADA, OSLO), entity(TRAIN)], [entity(ADA), entity(OSLO)])
    assert [kind for kind, *_ in found] == ["merged entities", "invented entity"]


def graph(*triples: tuple[str, str, str]) -> Graph:
    names = {source for source, *_ in triples}
    made = [Triple(Variable(s), role, Variable(t) if t in names else t) for s, role, t in triples]
    return Graph(Variable(triples[0][0]), tuple(made))


def test_graphs() -> None:
    left = (("l", "instance", "leave-01"), ("p", "sex", "female"))
    gold = graph(*left, ("l", "ARG0", "p"), ("p", "instance", "person"), ("l", "year", "1900"))
    predicted = graph(*left, ("l", "ARG1", "p"), ("p", "instance", "man"), ("l", "year", "1901"), ("l", "day", "3"))
    wrong = {found for found in kinds("amr", predicted, gold) if found[0] != "right"}
    assert wrong == {
        ("wrong concept", "p / man", "p / person"),
        ("wrong role", "arg1(l / leave-01, p / man)", "arg0(l / leave-01, p / person)"),
        ("wrong value", "year(l / leave-01, 1901)", "year(l / leave-01, 1900)"),
        ("spurious", "day(l / leave-01, 3)", None),
    }


@pytest.mark.parametrize(
    ("predicted", "kind"),
    [
        pytest.param(("Target", "the barn"), "right", id="one of the gold's mentions"),
        pytest.param(("Weapon", "the barn"), "wrong role", id="role"),
        pytest.param(("Target", "old barn"), "partly right", id="a word in common"),
        pytest.param(("Target", "a mine"), "spurious", id="spurious"),
    ],
)
def test_role_fillers(predicted: tuple[str, str], kind: str) -> None:
    role, text = predicted
    gold = [RoleFillerEntity("Target", entity("the barn", "it"))]
    assert kinds("role-fillers", [RoleFillerEntity(role, entity(text))], gold)[0][0] == kind


def result(**roles: Mention) -> NAryRelation:
    return NAryRelation("result", frozenset(RoleFillerEntity(role, entity(each)) for role, each in roles.items()))


def test_nary_relations() -> None:
    gold = result(Task=ADA, Method=OSLO)
    for predicted, kind in (
        (result(Task=ADA, Method=OSLO), "right"),
        (result(Task=ADA, Method=TRAIN), "wrong Method"),
        (result(Task=TRAIN, Method=TRAIN), "spurious"),
    ):
        assert kinds("nary-relations", [predicted], [gold])[0][0] == kind


def incident(kind: str, *fillers: SlotFiller) -> Template:
    return Template(kind, fillers)


def test_templates() -> None:
    barn, it = entity("the barn"), entity("it")
    gold = [incident("arson", SlotFiller("Target", barn), SlotFiller("Weapon", it, optional=True))]
    for predicted, kind in (
        (incident("arson", SlotFiller("Target", barn)), "right"),
        (incident("attack", SlotFiller("Target", barn)), "wrong template type"),
        (incident("arson", SlotFiller("Weapon", barn)), "wrong slot"),
        (incident("arson", SlotFiller("Target", entity("a barn"))), "partly right"),
    ):
        assert [found[0] for found in kinds("templates", [predicted], gold, scorer="muc4")] == [kind]
    assert kinds("templates", [], gold, scorer="muc4") == [("missed", None, "Target {the barn} of arson")]


def test_every_task_has_findings() -> None:
    assert set(FINDERS) == {task.name for task in TASKS}


def test_systems_are_counted_by_kind() -> None:
    def documents(*spans: TypedMention) -> Iterable[Document]:
        return [Document("d", MarkedText(WORDS, spans))]

    (mine,) = find_errors("spans", {"mine": documents(person(0, 1), person(3, 3))}, documents(person(0, 1)))
    assert (mine.system, dict(mine.counts())) == ("mine", {"right": 1, "spurious": 1})
    assert mine.documents[0].words == WORDS
    assert mine.documents[0].findings[1] == Finding("spurious", 'PER "Oslo" [3]', None, (3,))


def test_files_are_read_as_score_reads_them(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("Ada B-PER B-ORG\n", encoding="utf-8")
    (mine,) = find_errors("spans", tmp_path / "mine.txt", None)
    assert dict(mine.counts()) == {"wrong type": 1}
