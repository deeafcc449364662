"""Tasks: their options, and how coreference prepares documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.benchmarks.tasks import TASKS, resolve_choices, task_named
from karat.benchmarks.tasks.coreference import COREFERENCE
from karat.errors import FormatError, UnknownNameError
from karat.model import Cluster, Mention

A, B, C, D = (Mention(number, number) for number in range(4))


def clusters(*groups: tuple[Mention, ...]) -> list[Cluster]:
    return [
        Cluster(str(number), group, tuple(range(10 * number, 10 * number + len(group))), Path("key.conll"))
        for number, group in enumerate(groups)
    ]


def test_each_task_is_there_once_and_is_found() -> None:
    names = [task.name for task in TASKS]
    assert len(set(names)) == len(names)
    assert [task_named(name) for name in names] == list(TASKS)
    with pytest.raises(UnknownNameError, match="unknown task 'corefernce'; did you mean 'coreference'"):
        task_named("corefernce")


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_each_task_gives_metrics_under_its_usual_options(task) -> None:
    options = resolve_choices(task, {})
    assert task.metrics(options)
    for option in task.options:
        for value in option.values:
            assert task.metrics({**options, option.name: value})


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        pytest.param(
            {"singleton": "drop"}, "unknown option of coreference 'singleton'; did you mean 'singletons'?", id="option"
        ),
        pytest.param({"singletons": "none"}, "unknown value of", id="value"),
    ],
)
def test_wrong_choices(choices, message) -> None:
    with pytest.raises(UnknownNameError) as error:
        resolve_choices(COREFERENCE, choices)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("written", "singletons", "ready"),
    [
        pytest.param(clusters((A, B), (C,)), "keep", [{A, B}, {C}], id="as they are"),
        pytest.param(clusters((A, B), (C,)), "drop", [{A, B}], id="without singletons"),
        pytest.param(clusters((A, B), (B, C)), "keep", [{A, B}, {C}], id="the first keeps its mention"),
        pytest.param(clusters((A, B), (B,)), "keep", [{A, B}], id="what is left empty goes"),
        pytest.param(clusters((A, B), (B, C)), "drop", [{A, B}], id="what is left single goes with the singletons"),
        pytest.param(clusters((A, A, B)), "keep", [{A, B}], id="twice in one entity"),
    ],
)
def test_duplicates_and_singletons(written, singletons, ready) -> None:
    entities = COREFERENCE.prepare(written, {"singletons": singletons})
    assert [set(entity) for entity in entities] == ready


@pytest.mark.parametrize(
    ("written", "line", "found"),
    [
        pytest.param(clusters((A, B), (C, B)), 11, "token 1 in entity '1' and before in '0' (line 1)", id="in two"),
        pytest.param(clusters((A, B, A)), 2, "token 0 in entity '0' and before in '0' (line 0)", id="in one"),
    ],
)
def test_gold_has_each_mention_once(written, line, found) -> None:
    assert COREFERENCE.prepare_gold is not None
    with pytest.raises(FormatError) as error:
        COREFERENCE.prepare_gold(written, {"singletons": "keep"})
    assert str(error.value) == f"key.conll:{line}: expected each mention of the gold once, found {found}"
    COREFERENCE.prepare_gold(clusters((A, B), (C, D)), {"singletons": "keep"})
