from __future__ import annotations

from dataclasses import replace

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import InputError
from karat.results.merging import only


def evaluated(*names, **options):
    return karat.evaluate({name: sample_path(f"en/{name}.tsv") for name in names}, "karat-sample", **options)


def test_merged_is_evaluated_together():
    assert evaluated("careful").merged(evaluated("greedy"), evaluated("naive")) == evaluated(
        "careful", "greedy", "naive"
    )


def test_two_of_one_name_are_an_error():
    with pytest.raises(InputError, match="two systems are called 'greedy'"):
        evaluated("careful", "greedy").merged(evaluated("greedy"))


def test_other_sentences_are_an_error():
    whole = evaluated("careful")
    system = whole["careful"]
    first = system.measurements[0]
    fewer = replace(first, sentences=first.sentences[1:], scores=first.scores[1:])
    cut = replace(whole, systems=(replace(system, name="cut", measurements=(fewer,)),))
    with pytest.raises(InputError, match=r"evaluation 2: benchie: expected the sentences of evaluation 1 \(24\)"):
        whole.merged(cut)


def test_nothing_in_common_is_an_error():
    carb, facts = (replace(one, systems=tuple(kept)) for one, kept in _halves())
    with pytest.raises(InputError, match="expected a metric that all systems were measured by, found none: carb and"):
        carb.merged(facts)


def _halves():
    for name, metrics in (("careful", ["carb"]), ("greedy", ["benchie", "benchie-C"])):
        whole = only(evaluated(name), metrics=metrics)
        yield whole, whole.systems


def test_only_forgets_comparisons_that_were_corrected_for_more_pairs():
    kept = only(evaluated("careful", "greedy", "naive"), ["naive", "careful"], ["benchie"])
    assert [system.name for system in kept] == ["naive", "careful"]
    assert kept.labels == (("benchie", "default"),)
    assert kept.comparisons == ()
