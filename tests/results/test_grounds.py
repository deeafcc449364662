"""Grounds are kept with the numbers: in JSON, after merging, and in explanations."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import InputError
from karat.results.explanation.explanation import GoldExplainer, explain_verdict
from karat.results.explanation.verdicts import evenly_spaced, fact_in

GOLD = "sent_id:1\tAnn left [old] Ulm .\n1--> Cluster 1:\nAnn --> left --> [old] Ulm\n"


@pytest.fixture(scope="module")
def evaluation() -> karat.Evaluation:
    return karat.evaluate(benchmark="karat-sample", resampling=None)


def test_they_are_read_back_as_they_were(evaluation: karat.Evaluation, tmp_path: Path) -> None:
    made = evaluation.made_by("karat demo")
    made.to_json(tmp_path / "run.json")
    loaded = karat.load(tmp_path / "run.json")
    assert loaded == made
    assert loaded.grounds is not None
    assert loaded.grounds.command == "karat demo"
    assert loaded.grounds.sentences == evaluation.grounds.sentences  # type: ignore[union-attr]


def test_files_have_their_checksums(evaluation: karat.Evaluation) -> None:
    assert evaluation.grounds is not None
    gold, *_ = evaluation.grounds.files
    content = sample_path("en/gold.txt").read_bytes()
    assert (gold.role, gold.size, gold.sha256) == ("gold", len(content), sha256(content).hexdigest())
    assert [file.role for file in evaluation.grounds.files] == ["gold", "gold", "output", "output", "output"]


def test_an_evaluation_from_before_loads_without_them(evaluation: karat.Evaluation, tmp_path: Path) -> None:
    document = evaluation.to_json()
    del document["grounds"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    loaded = karat.load(path)
    assert loaded.grounds is None
    assert loaded.made_by("karat demo") == loaded


def test_explanations_need_no_gold_file(evaluation: karat.Evaluation) -> None:
    """They are the ones that the gold gives, but for what only the gold can tell: near misses and CaRB's overlap."""
    from karat.benchmarks import benchmark_named, load_gold

    explainer = GoldExplainer(load_gold(benchmark_named("karat-sample")))
    assert evaluation.grounds is not None
    annotations, verdicts = evaluation.grounds.by_sentence(), evaluation["careful"].verdicts
    found = [explain_verdict(verdict, annotations[verdict.sentence]) for verdict in verdicts]
    again = explainer.explained(verdicts)
    assert [(one.reason, one.slots, one.fact) for one in found] == [(one.reason, one.slots, one.fact) for one in again]


def test_every_verdict_names_a_fact_that_is_there(evaluation: karat.Evaluation) -> None:
    assert evaluation.grounds is not None
    annotations = evaluation.grounds.by_sentence()
    for system in evaluation:
        for verdict in system.verdicts:
            found = fact_in(verdict, annotations[verdict.sentence])
            assert (found is None) == (verdict.slots is None)


def test_other_gold_is_refused_where_the_masses_are_alike(tmp_path: Path) -> None:
    (tmp_path / "out.tsv").write_text("1\tAnn\tleft\tUlm\n", encoding="utf-8")
    runs = []
    for place, text in enumerate((GOLD, GOLD.replace("[old] Ulm\n", "Ulm [old]\n"))):
        folder = tmp_path / str(place)
        folder.mkdir()
        (folder / "gold.txt").write_text(text, encoding="utf-8")
        named = {f"system{place}": tmp_path / "out.tsv"}
        runs.append(karat.evaluate(named, gold=folder / "gold.txt", resampling=None))
    with pytest.raises(
        InputError, match="evaluation 2: expected the gold of evaluation 1, found other gold of sentence 1"
    ):
        runs[0].merged(runs[1])


def test_merged_evaluations_keep_all_files_and_commands(tmp_path: Path) -> None:
    runs = [
        karat.evaluate({name: sample_path(f"en/{name}.tsv")}, benchmark="karat-sample", resampling=None).made_by(name)
        for name in ("careful", "greedy")
    ]
    found = runs[0].merged(runs[1]).grounds
    assert found is not None
    assert [Path(file.path).name for file in found.files if file.role == "output"] == ["careful.tsv", "greedy.tsv"]
    assert found.command == "careful\ngreedy"


@pytest.mark.parametrize(("most", "kept"), [(None, 74), (100, 74), (10, 10), (0, 0)])
def test_a_cap_spreads_evenly(evaluation: karat.Evaluation, most: int | None, kept: int) -> None:
    verdicts = evaluation["careful"].verdicts
    found = evenly_spaced(verdicts, most)
    assert len(found) == kept
    places = [verdicts.index(verdict) for verdict in found]
    assert places == sorted(places)
    if most == 10:
        assert places[-1] >= 60
