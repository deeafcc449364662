"""Live scores are those of ``karat evaluate`` on an export of the same sentences, digit by digit."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from karat.annotate.event import NewEvent
from karat.annotate.files import Choice, import_candidates, import_sentences, import_work, live_scores, write_export
from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.synsets.gold import new_id
from karat.annotate.synsets.state import State
from karat.benchmarks import benchmark_named, sample_path, where
from karat.errors import InputError
from karat.formats import format_named
from karat.model import Annotation
from karat.results import Evaluation, Options, evaluate

SYSTEMS = ("careful", "greedy", "naive")
OUTPUTS = [sample_path(f"en/{name}.tsv") for name in SYSTEMS]


@pytest.fixture
def ten_done(sqlite: Store, project: Project, ann: Person, gold: list[Annotation], tmp_path: Path) -> Project:
    """All sentences of the sample, ten of them finished."""
    sentences = tmp_path / "sentences.txt"
    sentences.write_text("".join(f"{each.sentence.id}\t{each.sentence.text}\n" for each in gold), encoding="utf-8")
    import_sentences(sqlite, project, sentences)
    format_named("benchie-gold").write(tmp_path / "ten.txt", gold[4:14])
    import_work(sqlite, project, tmp_path / "ten.txt", ann)
    return project


def numbers(evaluation: Evaluation) -> dict:
    """Every value and interval, and what they were made of."""
    return {
        (system.name, measurement.key): (
            [
                (estimate.value, estimate.interval)
                for estimate in (measurement.precision, measurement.recall, measurement.f1)
            ],
            measurement.sentences,
            measurement.masses.tolist(),
        )
        for system in evaluation
        for measurement in system.measurements
    }


def test_files_are_scored_as_on_the_export(sqlite: Store, ten_done: Project, tmp_path: Path) -> None:
    live = live_scores(sqlite, ten_done, OUTPUTS)
    write_export(sqlite, ten_done, "benchie", tmp_path / "out.txt")
    later = evaluate(OUTPUTS, gold=tmp_path / "out.txt", options=Options(unknown="ignore"))
    assert (live.finished, live.sentences) == (10, 24)
    assert len(numbers(live.evaluation)) == 12
    assert numbers(live.evaluation) == numbers(later)


def test_candidates_are_scored_as_their_files(sqlite: Store, ten_done: Project) -> None:
    for output in OUTPUTS:
        import_candidates(sqlite, ten_done, output)
    assert numbers(live_scores(sqlite, ten_done).evaluation) == numbers(
        live_scores(sqlite, ten_done, OUTPUTS).evaluation
    )


def test_repeated_extractions_count_once_among_candidates(sqlite: Store, ten_done: Project, tmp_path: Path) -> None:
    output = tmp_path / "twice.tsv"
    line = "5\tA\tb\tc\n"
    output.write_text(line + line, encoding="utf-8")
    import_candidates(sqlite, ten_done, output)
    assert live_scores(sqlite, ten_done, resampling=None).evaluation["twice"].extractions == 1
    assert live_scores(sqlite, ten_done, [output], resampling=None).evaluation["twice"].extractions == 2


def test_facet_e_is_peoples(sqlite: Store, ten_done: Project, ann: Person, tmp_path: Path) -> None:
    sqlite.change_person(ann.id, role="curator")
    item = sqlite.item_keys(ten_done.id)["5"]
    own = sqlite.document_of(item, ann.id)
    assert own is not None
    ids = [triple.id for triple in State.from_json(own.state).triples()]
    events = [
        NewEvent(new_id(), "done", {"done": False}, own.version),
        NewEvent(new_id(), "mark", {"triples": ids, "wholesome": True}, own.version + 1),
        NewEvent(new_id(), "done", {"done": True}, own.version + 2),
    ]
    for event in events:
        sqlite.append(own.id, ann.id, [event])
    for format in ("benchie", "benchie-e"):
        write_export(sqlite, ten_done, format, tmp_path / f"{format}.txt")
    live = live_scores(sqlite, ten_done, OUTPUTS)
    later = evaluate(
        OUTPUTS, gold=tmp_path / "benchie.txt", entities=tmp_path / "benchie-e.txt", options=Options(unknown="ignore")
    )
    assert numbers(live.evaluation) == numbers(later)


@pytest.mark.skipif("KARAT_DATA" not in os.environ, reason="KARAT_DATA is not set: no published gold")
def test_published_gold_scores_a_system_as_the_benchmark_does(sqlite: Store, project: Project, ann: Person) -> None:
    known = benchmark_named("benchie-de")
    assert known.synsets is not None
    outputs = {name: where(*place) for name, place in known.outputs}
    import_work(sqlite, project, where(*known.synsets), ann)
    for name, output in outputs.items():
        import_candidates(sqlite, project, output, name=name)
    published = numbers(evaluate(outputs, gold=where(*known.synsets)))
    assert numbers(live_scores(sqlite, project, outputs).evaluation) == published
    assert numbers(live_scores(sqlite, project).evaluation) == published  # no extraction is repeated


def test_another_annotators_gold(sqlite: Store, ten_done: Project, ben: Person, gold_file: Path) -> None:
    import_work(sqlite, ten_done, gold_file, ben)
    assert live_scores(sqlite, ten_done, OUTPUTS, Choice(ben.id), resampling=None).finished == 24
    assert live_scores(sqlite, ten_done, OUTPUTS, Choice(otherwise=ben.id), resampling=None).finished == 24


def test_nothing_to_score(sqlite: Store, project: Project, ten_done: Project) -> None:
    with pytest.raises(InputError, match="gold: expected outputs, or candidates of systems for finished sentences"):
        live_scores(sqlite, ten_done)
    empty = sqlite.add_project("empty", "synsets", "en")
    with pytest.raises(InputError, match="empty: expected at least one finished sentence with a synset, found none"):
        live_scores(sqlite, empty, OUTPUTS)
