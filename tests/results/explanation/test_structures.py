"""How ``--explain`` writes the items of each task."""

from __future__ import annotations

from typing import Any

import pytest

from karat.model import (
    Argument,
    Dependency,
    Entity,
    Event,
    Mention,
    NAryRelation,
    Relation,
    RoleFillerEntity,
    SetFill,
    SlotFiller,
    SplitMention,
    Template,
    Trigger,
    TypedMention,
)
from karat.results.explanation.structures import render_item

BARN = Entity(frozenset({"the barn", "a shed"}))


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (Mention(3, 3), "3"),
        (TypedMention(0, 1, "person"), "person 0–1"),
        (SplitMention(0, 4, (Mention(0, 1), Mention(4, 4))), "0–1+4"),
        (Relation("born in", TypedMention(0, 1, "person"), Mention(4, 4)), "born in(person 0–1, 4)"),
        (Relation("born in", "Ada", "Oslo"), "born in(Ada, Oslo)"),
        (Dependency(2, 1, "nsubj", "Ada"), "nsubj(2, 1) Ada"),
        (Dependency(2, -1, "nsubj"), "nsubj(2, a word without a partner)"),
        (
            Event(
                Trigger(Mention(2, 2), "attack"),
                frozenset({Argument(Mention(5, 6), "target"), Argument(Mention(0, 0), "agent")}),
            ),
            "attack 2: agent 0; target 5–6",
        ),
        (RoleFillerEntity("Target", BARN), "Target {a shed, the barn}"),
        (NAryRelation("result", frozenset({RoleFillerEntity("Task", BARN)})), "result: Task {a shed, the barn}"),
        (
            Template("arson", (SlotFiller("Target", BARN), SlotFiller("Stage", "done", optional=True))),
            "arson: Stage done (optional); Target {a shed, the barn}",
        ),
        (Template("", (), optional=True), "no type (optional)"),
        (SetFill(frozenset({"gun", "bomb"}), about=Entity(frozenset({"it"}))), "bomb / gun of {it}"),
        ((1, frozenset({"b", "a"})), "(1, {'a', 'b'})"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_item_is_one_line_without_code(item: Any, text: str) -> None:
    assert render_item(item) == text


WORDS = ("Ada", "Lind", "set", "it", "on", "fire")


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (Mention(3, 3), '"it" [3]'),
        (TypedMention(0, 1, "person"), 'person "Ada Lind" [0–1]'),
        (SplitMention(2, 5, (Mention(2, 2), Mention(4, 5))), '"set … on fire" [2+4–5]'),
        (Mention(5, 6), "5–6"),
        (Relation("burnt", TypedMention(0, 1, "person"), Mention(3, 3)), 'burnt(person "Ada Lind" [0–1], "it" [3])'),
        (Dependency(3, 1, "nsubj", "Ada"), "nsubj(set-3, Ada-1)"),
        (Dependency(0, 3, "root"), "root(ROOT, set-3)"),
        (Dependency(3, -1, "obj", "it"), "obj(set-3, a word without a partner) it"),
        (
            Event(Trigger(Mention(2, 2), "arson"), frozenset({Argument(Mention(0, 1), "agent")})),
            'arson "set" [2]: agent "Ada Lind" [0–1]',
        ),
        (RoleFillerEntity("Target", Entity(frozenset({Mention(3, 3)}))), 'Target {"it" [3]}'),
        (
            NAryRelation("result", frozenset({RoleFillerEntity("Task", Entity(frozenset({Mention(5, 5)})))})),
            'result: Task {"fire" [5]}',
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_item_is_written_by_its_words(item: Any, text: str) -> None:
    assert render_item(item, WORDS) == text


def test_empty_tokens_are_no_words() -> None:
    assert render_item(TypedMention(0, 0, "person"), ("", "")) == "person 0"
