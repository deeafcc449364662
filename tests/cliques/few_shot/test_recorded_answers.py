"""Answers to the sample's prompts, recorded in all manners of writing: read as the tuples that they were made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.cliques.few_shot.answers import read_answers
from karat.cliques.few_shot.demonstrations import Demonstrations, pool_of
from karat.cliques.few_shot.prompts import prompts
from karat.cliques.few_shot.scoring import AnsweredPrompts
from karat.results.statistics.resampling import Resampling

RECORDED = Path(__file__).with_name("recorded_answers.jsonl")
SPOILT = {
    "3/1": ("empty", 0),
    "7/1": ("refusal", 0),
    "11/1": ("no tuple", 0),
    "13/1": ("empty", 0),
    "23/1": (None, 0),  # an empty list: nothing to extract, says the model
    "15/3": ("cut off", 0),
    "26/3": ("part unread", 2),
}


@pytest.fixture
def answered(sample):
    made = list(prompts(sample, Demonstrations(pool_of(sample)), (1, 3)))
    return AnsweredPrompts(made, read_answers(RECORDED, [prompt.id for prompt in made]), sample)


@pytest.mark.parametrize(("shots", "system"), [(1, "naive"), (3, "careful")])
def test_what_was_written_is_read(answered, outputs, shots, system):
    for one, other in zip(answered.predictions[shots], outputs[system], strict=True):
        for found, written in zip(one.members, other.members, strict=True):
            id = f"{found.sentence.id}/{shots}"
            if id in SPOILT:
                assert (answered.answers[id].failure, len(found.extractions)) == SPOILT[id]
            else:
                assert (id, found.extractions) == (id, written.extractions)
                assert answered.answers[id].failure is None


def test_what_was_not_read_is_kept(answered):
    kinds = {each.id: each.kind for each in answered.failures}
    assert kinds == {id: kind for id, (kind, _) in SPOILT.items() if kind is not None}
    assert answered.failures[1].text.startswith("I'm sorry")


def test_the_scores(answered):
    one, three = answered.result("recorded", "sample", Resampling(resamples=50)).shots
    found = [(round(each.originals.f1.value, 3), round(each.robust.f1.value, 3)) for each in (one, three)]
    assert found == [(0.849, 0.142), (0.89, 0.437)]
