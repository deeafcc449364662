"""ROBUST's real cliques: every sentence asked, nothing leaked, and a real system's output read back as it was.

The gold of the paraphrases is not public. Where scores are computed here, another model's output stands in for gold, so
they say that the reading is faithful and nothing about a model.
"""

from __future__ import annotations

import json

import pytest

from karat.cliques.few_shot.demonstrations import Demonstrations, pool_of, read_pool
from karat.cliques.few_shot.pairs import clique_pairs, pair_prompts
from karat.cliques.few_shot.prompts import prompts
from karat.cliques.few_shot.scoring import AnsweredPrompts
from karat.formats.benchmarks.robust import read
from karat.formats.llm.answers import parse_answer
from karat.metrics.oie.carb import sentence_key
from karat.metrics.oie.robust import score_clique
from karat.results.statistics.resampling import Resampling

pytestmark = pytest.mark.published

SHOTS = (1, 3, 5, 10)


@pytest.fixture(scope="module")
def stand_in(data):
    """A model's output in the place of gold."""
    return list(read(data / "robust" / "system_outputs" / "adelie_result.json"))


def leaking(made, cliques, texts):
    own = {
        clique.id: {sentence_key(member.sentence.text) for member in clique.members}
        | {member.sentence.id for member in clique.members}
        for clique in cliques
    }
    return [
        prompt.id
        for prompt in made
        if any(id in own[prompt.clique] or texts[id] in own[prompt.clique] for id in prompt.demonstrations)
    ]


@pytest.mark.parametrize(
    "draw", ["shared", *(pytest.param(draw, marks=pytest.mark.long) for draw in ("clique", "each"))]
)
def test_all_sentences_are_asked_and_none_leaks(stand_in, draw):
    pool = pool_of(stand_in)
    made = list(prompts(stand_in, Demonstrations(pool, 0, draw), SHOTS))
    asked = {shots: {prompt.sentence.id for prompt in made if prompt.shots == shots} for shots in SHOTS}
    assert leaking(made, stand_in, {each.id: each.key for each in pool}) == []
    if draw == "shared":
        assert len({prompt.clique for prompt in made}) == 1272 - 10
    else:
        assert {shots: len(ids) for shots, ids in asked.items()} == dict.fromkeys(SHOTS, 4932)
        assert len({prompt.clique for prompt in made}) == 1272
    assert len(set(map(frozenset, asked.values()))) == 1


def test_demonstrations_out_of_carb_do_not_leak(data, real):
    """CaRB has all originals under other ids, so that only their texts can tell."""
    pool = read_pool([data / "carb" / "gold" / "dev.tsv", data / "carb" / "gold" / "test.tsv"])
    texts = {each.id: each.key for each in pool}
    assert {sentence_key(clique.members[0].sentence.text) for clique in real} <= set(texts.values())
    made = list(prompts(real, Demonstrations(pool, 1), (10,)))
    assert len(made) == 4932
    assert leaking(made, real, texts) == []


def test_a_hundred_pairs(stand_in):
    pairs = clique_pairs(stand_in)
    made = list(pair_prompts(pairs))
    texts = {member.sentence.id: sentence_key(member.sentence.text) for clique in stand_in for member in clique.members}
    assert len({prompt.pair for prompt in made}) == len(pairs) == 100
    assert leaking(made, stand_in, texts) == []
    asked = sum(len(pair.questions.members) for pair in pairs)
    assert sum(prompt.shots == 1 for prompt in made) == asked


@pytest.mark.long
@pytest.mark.parametrize(
    ("system", "tuples"), [("adelie_result_llamaori", 22206), ("adelie_result_llama_rate_0.2_plus_2_2", 11251)]
)
def test_a_real_output_comes_back_as_it_was(data, stand_in, system, tuples):
    output = list(read(data / "robust" / "system_outputs" / f"{system}.json"))
    said = {
        member.sentence.id: json.dumps([[each.relation, *each.arguments] for each in member.extractions])
        for clique in output
        for member in clique.members
    }
    made = list(prompts(stand_in, Demonstrations(pool_of(stand_in)), (3,)))
    answers = {prompt.id: parse_answer(said[prompt.sentence.id]) for prompt in made}
    answered = AnsweredPrompts(made, answers, stand_in)
    assert answered.predictions[3] == output
    assert answered.failures == ()
    result = answered.result(system, "stand-in", Resampling(resamples=10)).shots[0]
    assert (result.counts.answers, result.counts.tuples) == (4932, tuples)
    assert result.cliques == tuple(
        score_clique([member.extractions for member in one.members], gold)
        for one, gold in zip(output, stand_in, strict=True)
    )
