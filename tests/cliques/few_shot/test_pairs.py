from __future__ import annotations

import pytest

from karat.cliques.few_shot.pairs import clique_pairs, pair_prompts
from karat.errors import InputError
from karat.metrics.oie.carb import sentence_key
from karat.model import Clique, Extraction, Member, Sentence

SOLVED = (Extraction("is", ("x",)),)


def one(id, *texts, tuples=SOLVED):
    members = (Member(Sentence(f"{id}{place}", text), tuples) for place, text in enumerate(texts))
    return Clique(id, tuple(members))


def test_all_pairs_can_be_had_each_once(sample):
    pairs = clique_pairs(sample, 42)
    assert len({(pair.questions.id, pair.demonstrations.id) for pair in pairs}) == 42
    assert all(pair.questions.id != pair.demonstrations.id for pair in pairs)


def test_the_seed_decides_and_fewer_are_the_first_of_more(sample):
    assert clique_pairs(sample, 10, 3) == clique_pairs(sample, 20, 3)[:10]
    assert clique_pairs(sample, 10, 3) != clique_pairs(sample, 10, 4)


@pytest.mark.parametrize("seed", range(5))
def test_every_sentence_is_asked_and_none_of_its_clique_is_shown(sample, seed):
    pairs = clique_pairs(sample, 20, seed)
    made = list(pair_prompts(pairs, seed=seed))
    assert len({prompt.id for prompt in made}) == len(made)
    texts = {member.sentence.id: sentence_key(member.sentence.text) for each in sample for member in each.members}
    for number, pair in enumerate(pairs):
        own = [prompt for prompt in made if prompt.pair.number == number]
        size = len(pair.demonstrations.members)
        asked = [member.sentence for member in pair.questions.members]
        assert [prompt.sentence for prompt in own] == asked * min(size, 4)
        assert {prompt.pair.demonstrations for prompt in own} == {pair.demonstrations.id}
        others = {member.sentence.id for member in pair.demonstrations.members}
        keys = {sentence_key(sentence.text) for sentence in asked}
        for prompt in own:
            assert len(prompt.demonstrations) == prompt.shots
            assert others.issuperset(prompt.demonstrations)
            assert keys.isdisjoint(texts[id] for id in prompt.demonstrations)


def test_all_questions_of_a_pair_are_shown_the_same_and_more_begin_with_fewer(sample):
    made = list(pair_prompts(clique_pairs(sample, 5)))
    shown = {(prompt.pair.number, prompt.shots): set() for prompt in made}
    for prompt in made:
        shown[prompt.pair.number, prompt.shots].add(prompt.demonstrations)
    assert {len(each) for each in shown.values()} == {1}
    for (number, shots), (demonstrations,) in shown.items():
        if shots > 1:
            assert shown[number, shots - 1] == {demonstrations[:-1]}


def test_a_count_that_a_clique_has_not_got_is_left_out():
    pairs = clique_pairs([one("a", "1", "2"), one("b", "3")], 2)
    made = {(prompt.clique, prompt.sentence.id, prompt.shots) for prompt in pair_prompts(pairs, (1, 2))}
    assert made == {("a", "a0", 1), ("a", "a1", 1), ("b", "b0", 1), ("b", "b0", 2)}


def test_cliques_with_a_sentence_in_common_are_no_pair():
    cliques = [one("a", "Ann left ."), one("b", "x", "Ann left."), one("c", "y")]
    pairs = {pair.questions.id + pair.demonstrations.id for pair in clique_pairs(cliques, 4)}
    assert pairs == {"ac", "ca", "bc", "cb"}


@pytest.mark.parametrize(
    ("cliques", "count", "least", "message"),
    [
        ([], 1, 1, "expected 1 pairs of cliques that can be had, found 0"),
        ([one("a", "x")], 1, 1, "expected 1 pairs of cliques that can be had, found 0"),
        ([one("a", "x"), one("b", "y")], 3, 1, "expected 3 pairs of cliques that can be had, found 2"),
        ([one("a", "x", tuples=()), one("b", "y")], 2, 1, "expected 2 pairs of cliques that can be had, found 1"),
        ([one("a", "x", "z"), one("b", "y")], 2, 2, "expected 2 pairs of cliques that can be had, found 1"),
        ([one("a", "x")], 0, 1, "pairs: expected at least 1, found 0"),
    ],
)
def test_what_cannot_be_paired(cliques, count, least, message):
    with pytest.raises(InputError, match=message):
        clique_pairs(cliques, count, least=least)
