"""The demo project: who has done what, how they differ, and that it is always the same."""

from __future__ import annotations

import pytest

from karat.annotate.files import Choice, export_lines, live_scores
from karat.annotate.files.demo import make_demo
from karat.annotate.files.demo_work import work_of
from karat.annotate.store import Store
from karat.benchmarks import sample_path
from karat.errors import UnknownNameError
from karat.formats import Problems, read_synsets
from karat.results import fact_agreement


@pytest.mark.parametrize(
    ("language", "sentences", "done", "both", "merged"),
    [
        pytest.param("en", 24, {"admin": 0, "ann": 18, "ben": 14}, 12, 6, id="English"),
        pytest.param("de", 8, {"admin": 0, "ann": 6, "ben": 5}, 4, 2, id="German"),
        pytest.param("zh", 8, {"admin": 0, "ann": 6, "ben": 5}, 4, 2, id="Chinese"),
    ],
)
def test_the_demo(sqlite: Store, language: str, sentences: int, done: dict, both: int, merged: int) -> None:
    project = make_demo(sqlite, language)
    progress = sqlite.progress(project.id)
    assert {each.name: each.done for each in progress.people} == done
    assert (progress.items, progress.done, progress.merged) == (sentences, both, merged)
    assert all(each.assigned > each.done for each in progress.people)  # everybody has something to do
    assert [(person.name, person.role.value) for person in sqlite.people()] == [
        ("admin", "admin"),
        ("ann", "annotator"),
        ("ben", "annotator"),
        ("cora", "curator"),
    ]
    live = live_scores(sqlite, project, resampling=None)
    assert [system.name for system in live.evaluation] == ["careful", "greedy", "naive"]
    assert live.finished == merged


def test_they_agree_on_most_and_differ_in_some() -> None:
    gold = list(read_synsets(sample_path("en/gold.txt"), problems=Problems()))
    ann, ben = work_of(0, gold), work_of(1, gold)
    agreement = fact_agreement(ann, ben, None)
    assert agreement.value == pytest.approx(0.809, abs=0.0005)
    optional = [
        sum(
            chunk.optional
            for each in work
            for synset in each.synsets
            for fact in synset.facts
            for slot in fact
            for chunk in slot.chunks
        )
        for work in (ann[:12], ben[:12])
    ]
    assert optional[0] != optional[1]


def test_the_demo_is_always_the_same(sqlite: Store, tmp_path) -> None:
    first = make_demo(sqlite)
    with Store.open(tmp_path / "again") as again:
        second = make_demo(again)
        for name in ("ann", "ben"):
            lines = [
                list(export_lines(store, project, "benchie", Choice(store.person_by_name(name).id)))
                for store, project in ((sqlite, first), (again, second))
            ]
            assert lines[0] == lines[1]
            assert len(lines[0]) > 100


def test_a_language_without_sample(sqlite: Store) -> None:
    with pytest.raises(UnknownNameError, match="unknown language of the sample 'fr'"):
        make_demo(sqlite, "fr")
