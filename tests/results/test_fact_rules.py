"""Benchmarks' own rules over fact synsets, from files to tables: BenchIE-FL's and Hindi-BenchIE's."""

from __future__ import annotations

from pathlib import Path

import pytest

import karat
from karat.benchmarks import BENCHMARKS, benchmark_named
from karat.errors import InputError
from karat.results import Evaluation, Options

HINDI = """sent_id:1\tमीना ने लाल सेब खाया ।
------ Cluster 1 ------
मीना ने --> खाया --> [लाल]{a} सेब
{a} लाल --> property --> सेब
------ Cluster 2 ------
मीना ने --> सेब खाया --> लाल
==========
sent_id:2\tराम सोया ।
------ Cluster 1 ------
राम --> सोया --> कल [रात]
"""
SHORT = "1\tमीना ने\tखाया\tसेब\n"
WHOLE = SHORT + "1\tलाल\tproperty\tसेब\n2\tराम\tसोया\tकल\n"

SYNSETS = """sent_id:1\tAnn and Bo sold jugs in Ulm .
1--> Cluster 1:
Ann --> sold --> jugs
1--> Cluster 2:
Bo --> sold --> jugs
1--> Cluster 3:
Ann --> sold jugs in --> Ulm
"""
JOINED = "1\tAnn and Bo\tsold\tjugs\n1\tAnn\tsold\tjugs\n"


@pytest.fixture
def written(tmp_path: Path):
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def hindi(written) -> Evaluation:
    outputs = [written("short.tsv", SHORT), written("whole.tsv", WHOLE)]
    return karat.evaluate(outputs, gold=written("gold.txt", HINDI))


def test_gold_with_statements_is_scored_by_its_own_rule_first(hindi: Evaluation) -> None:
    assert hindi.labels[0] == ("benchie_hi", None)
    assert [system.first.score.masses for system in hindi] == [(1, 1, 1, 3), (3, 3, 3, 3)]
    assert ("benchie", "default") in hindi.labels


def test_each_sentence_has_its_masses_and_values_their_intervals(hindi: Evaluation) -> None:
    first = hindi["short"].first
    assert [score.masses for score in first.scores] == [(1, 1, 1, 2), (0, 0, 0, 1)]
    assert first.intervals[2] is not None
    assert hindi.compare("short", "whole").difference == pytest.approx(-0.5)


def test_an_evaluation_reads_back(hindi: Evaluation, tmp_path: Path) -> None:
    hindi.to_json(tmp_path / "run.json")
    again = karat.load(tmp_path / "run.json")
    assert again == hindi
    assert again.grounds is not None
    assert [len(each.synsets) for each in again.grounds.annotations] == [2, 1]
    assert again.grounds.annotations[0].synsets[0].statements[1].label == "a"


def test_evaluations_merge_though_the_gold_mass_depends_on_the_prediction(written) -> None:
    gold = written("gold.txt", HINDI)
    one, other = (
        karat.evaluate(written(f"{name}.tsv", text), gold=gold)
        for name, text in (("short", SHORT), ("wrong", "1\tराम\tखाया\tसेब\n"))
    )
    masses = [each.systems[0].first.score.gold for each in (one, other)]
    assert masses == [3, 2]
    assert [system.name for system in one.merged(other)] == ["short", "wrong"]


def test_other_gold_is_refused_by_its_facts(written) -> None:
    output = written("short.tsv", SHORT)
    one = karat.evaluate({"one": output}, gold=written("gold.txt", HINDI))
    other = karat.evaluate({"other": output}, gold=written("other.txt", HINDI.replace("कल", "आज")))
    with pytest.raises(InputError, match="expected"):
        one.merged(other)


def test_the_rule_of_benchie_fl_on_any_synsets(written) -> None:
    scored = karat.evaluate(
        written("joined.tsv", JOINED),
        gold=written("gold.txt", SYNSETS),
        options=Options(metrics=("benchie_fl", "benchie"), facets=("default",)),
        resampling=None,
    )
    assert scored["joined"]["benchie_fl"].score.masses == (2, 2, 2, 3)
    assert scored["joined"]["benchie", "default"].score.masses == (1, 2, 1, 3)


def test_signatures_name_every_choice(hindi: Evaluation) -> None:
    choices = hindi["short"].first.signature.split("|")
    assert {"benchie_hi", "optional:full", "nary:join", "explicit:all", "empty:undefined"} <= set(choices)


def test_a_rule_without_its_gold_is_refused(written) -> None:
    with pytest.raises(InputError, match="gold: expected gold that benchie_hi can score against, found none"):
        karat.evaluate(
            written("joined.tsv", JOINED),
            gold=written("gold.txt", SYNSETS),
            options=Options(metrics=("benchie_hi",)),
        )


@pytest.mark.parametrize(("benchmark", "metrics"), [("benchie-fl", "benchie_fl"), ("benchie-hi", "benchie_hi")])
def test_the_benchmarks_are_scored_by_their_own_rule_first(benchmark: str, metrics: str) -> None:
    assert benchmark_named(benchmark).scored_by == (metrics, "benchie")
    others = [known.scored_by for known in BENCHMARKS if known.name != benchmark]
    assert not any(metrics in names for names in others)
