"""Scores of recorded answers, as one can redo them by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from karat.cliques.few_shot.correlation import SyntaxComparison, correlations
from karat.cliques.few_shot.demonstrations import Demonstrations, pool_of
from karat.cliques.few_shot.pairs import CliquePair, pair_prompts
from karat.cliques.few_shot.prompts import prompts
from karat.cliques.few_shot.scoring import AnsweredPrompts
from karat.errors import InputError
from karat.formats.llm.answers import Answer, parse_answer
from karat.metrics.oie.robust import CliqueScore, MemberScore, score_clique
from karat.model import Clique, Extraction, Member, Sentence
from karat.reports.tables.few_shot import tables
from karat.reports.tables.layout import plain
from karat.results.cliques.few_shot import (
    AnswerCounts,
    Failure,
    FewShotResult,
    Mean,
    PairScore,
    PairsResult,
    load_few_shot,
)
from karat.results.statistics.resampling import Resampling
from karat.syntax.hws import hws
from karat.syntax.kernel import similarity

RESAMPLING = Resampling(resamples=200)


def member(id, text, *parts):
    return Member(Sentence(id, text), (Extraction(parts[0], parts[1:]),) if parts else ())


A = Clique(
    "a",
    (
        member("a", "Ann left .", "left", "Ann"),
        member("a1", "Gone was Ann .", "was", "Ann", "Gone"),
        member("a2", "Off Ann went .", "went", "Ann", "Off"),
    ),
)
B = Clique("b", (member("b", "Bob sang loud .", "sang", "Bob", "loud"), member("b1", "Loud sang Bob .", "sang", "Bob")))
ANSWERS = {
    "a": '[["left", "Ann"]]',  # 1
    "a1": '[["was", "Ann", "Bob"]]',  # 2 words of 3
    "a2": "(went; Ann; Off)",  # 1
    "b": "[]",  # 0
    "b1": '[["sang", "Bob"], ["x',  # 1
}


def given(made, answers=ANSWERS):
    return {prompt.id: parse_answer(answers[prompt.sentence.id]) for prompt in made}


def in_shots(answers=ANSWERS, cliques=(A, B)):
    made = list(prompts(cliques, Demonstrations(pool_of([A, B])), (0, 1)))
    return AnsweredPrompts(made, given(made, answers), cliques)


def in_pairs(shots=(1, 2, 3)):
    made = list(pair_prompts([CliquePair(A, B), CliquePair(B, A)], shots))
    return AnsweredPrompts(made, given(made), [A, B])


def test_originals_and_worst_members_by_hand():
    result = in_shots().result("m", "gold.json", RESAMPLING)
    assert [each.shots for each in result.shots] == [0, 1]
    for each in result.shots:
        values = [
            mean.value for means in (each.originals, each.robust) for mean in (means.precision, means.recall, means.f1)
        ]
        assert values == pytest.approx([1 / 2, 1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 3])
        assert each.difference.value == pytest.approx(1 / 3 - 1 / 2)
        assert each.robust.f1.low <= 1 / 3 <= each.robust.f1.high
        assert each.cliques == tuple(
            score_clique([parse_answer(ANSWERS[one.sentence.id]).extractions for one in clique.members], clique)
            for clique in (A, B)
        )
        failures = {"missing": 0, "empty": 0, "refusal": 0, "no tuple": 0, "cut off": 1, "part unread": 0}
        assert each.counts == AnswerCounts(5, 4, failures)
    assert result.failures == (Failure("b1/0", "cut off", ANSWERS["b1"]), Failure("b1/1", "cut off", ANSWERS["b1"]))


def test_pairs_by_hand():
    result = in_pairs().result("m", "gold.json", RESAMPLING)
    assert [(each.shots, len(each.pairs), each.left_out) for each in result.pairs] == [(1, 2, 0), (2, 2, 0), (3, 1, 1)]
    both, last = result.pairs[0], result.pairs[2]
    assert both.sentence.value == pytest.approx((1 + 2 / 3 + 1 + 0 + 1) / 5)
    assert both.clique.value == pytest.approx(((1 + 2 / 3 + 1) / 3 + (0 + 1) / 2) / 2)
    assert both.robust.value == pytest.approx((2 / 3 + 0) / 2)
    assert (last.sentence, last.clique, last.robust) == (Mean(0.5), Mean(0.5), Mean(0.0))
    assert [(each.pair, each.demonstrations, each.clique.id) for each in both.pairs] == [(0, "b", "a"), (1, "a", "b")]
    assert result.correlations == ()


def test_predictions_are_the_cliques_with_what_was_answered():
    found = in_shots().predictions
    assert list(found) == [0, 1]
    assert [clique.id for clique in found[1]] == ["a", "b"]
    assert [each.extractions for each in found[1][1].members] == [(), (Extraction("sang", ("Bob",)),)]
    with pytest.raises(InputError, match="predictions: expected prompts that are not of pairs"):
        _ = in_pairs().predictions


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(
            lambda made: made[:-1], "clique 'b': expected a prompt with 1 .* found none for 'b1'", id="missing"
        ),
        pytest.param(lambda made: [], "prompts: expected at least one, found none", id="none"),
        pytest.param(
            lambda made: [replace(made[0], clique="z"), *made[1:]],
            "prompt 'a/0': expected a clique of the gold, found 'z'",
            id="unknown clique",
        ),
        pytest.param(
            lambda made: [replace(made[0], sentence=Sentence("a", "Other .")), *made[1:]],
            "prompt 'a/0': expected a sentence of clique 'a', found 'a': 'Other .'",
            id="another text",
        ),
        pytest.param(
            lambda made: [*made, *pair_prompts([CliquePair(A, B)])],
            "prompt '0/a/1': expected prompts all of pairs or none of them, found both",
            id="both protocols",
        ),
    ],
)
def test_prompts_that_do_not_fit_the_gold(change, message):
    made = change(list(prompts([A, B], Demonstrations(pool_of([A, B])), (0, 1))))
    with pytest.raises(InputError, match=message):
        AnsweredPrompts(made, given(made), [A, B])


def test_a_sentence_without_gold_is_named_where_others_have_some():
    bare = replace(B, members=(B.members[0], replace(B.members[1], extractions=())))
    answered = in_shots(cliques=(A, bare))
    assert answered.has_gold
    with pytest.raises(InputError, match="clique 'b', sentence 'b1': expected gold tuples, found none"):
        answered.result("m", "gold.json", RESAMPLING)


def test_syntax_is_averaged_over_demonstrations_then_over_questions(sample):
    questions, shown = sample[0], sample[6]
    ids = [each.sentence.id for each in shown.members[:2]]
    found = SyntaxComparison(sample).means(questions, ids)
    for value, measure in zip(found, (hws, similarity), strict=True):
        own = [sum(measure(q.tree, d.tree) for d in shown.members[:2]) / 2 for q in questions.members]
        assert value == pytest.approx(sum(own) / len(own))


def test_without_a_tree_or_a_demonstration_there_is_no_syntax(sample):
    bare = replace(sample[0], members=(replace(sample[0].members[0], tree=None), *sample[0].members[1:]))
    assert SyntaxComparison([bare, *sample[1:]]).means(bare, ["4"]) == (None, None)
    assert SyntaxComparison([bare, *sample[1:]]).means(sample[1], ["0"]) == (None, None)
    assert SyntaxComparison(sample).means(sample[0], []) == (None, None)
    assert SyntaxComparison(sample).means(sample[0], ["unknown"]) == (None, None)


def scored(number, f1, distance):
    clique = CliqueScore("a", (MemberScore("a", f1, f1), MemberScore("b", 1, 1)))
    return PairScore(number, "b", clique, distance, 1 - distance)


def of_shots(shots, *pairs):
    nothing = Mean(None)
    return PairsResult(shots, 0, nothing, nothing, nothing, AnswerCounts(0, 0, {}), pairs)


def test_each_pair_counts_once_with_its_most_demonstrations():
    results = [
        of_shots(2, scored(0, 1, 0.0), scored(1, 0, 0.5)),
        of_shots(1, scored(0, 0, 1.0), scored(1, 1, 0.5), scored(2, 0, 1.0)),
    ]
    distance, alike = correlations(results, RESAMPLING)
    assert [(each.low, each.high, each.pairs, each.f1.value) for each in distance.intervals] == [
        (0.0, 0.2, 1, 1.0),
        (0.2, 0.4, 0, None),
        (0.4, 0.6, 1, 0.0),
        (0.6, 0.8, 0, None),
        (0.8, 1.0, 1, 0.0),
    ]
    assert (distance.measure, alike.measure) == ("distance", "similarity")
    assert distance.pearson == pytest.approx(-(3**0.5) / 2)
    assert alike.pearson == pytest.approx(3**0.5 / 2)


def test_no_correlation_where_a_pair_has_no_trees():
    assert correlations([of_shots(1, replace(scored(0, 1, 0.1), distance=None))], RESAMPLING) == ()
    assert correlations([], RESAMPLING) == ()


@pytest.mark.parametrize("answered", [in_shots, in_pairs])
def test_a_result_is_read_as_it_was_written(tmp_path, answered):
    result = answered().result("m", "gold.json", RESAMPLING)
    result.to_json(tmp_path / "result.json")
    assert load_few_shot(tmp_path / "result.json") == result


def test_with_trees_too(tmp_path, sample):
    made = list(pair_prompts([CliquePair(sample[0], sample[6]), CliquePair(sample[1], sample[2])]))
    result = AnsweredPrompts(made, {each.id: Answer("", (), "empty") for each in made}, sample).result(
        "m", "g", RESAMPLING
    )
    assert len(result.correlations) == 2
    result.to_json(tmp_path / "result.json")
    assert load_few_shot(tmp_path / "result.json") == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected a JSON object with 'karat': 'karat-few-shot', found"),
        ("{", "expected a few-shot result in JSON, found"),
        ('{"karat": "karat-few-shot"}', "expected a few-shot result, found one that lacks or mistakes 'name'"),
    ],
)
def test_what_is_no_result(tmp_path, text, message):
    (tmp_path / "result.json").write_text(text)
    with pytest.raises(InputError, match=message):
        load_few_shot(tmp_path / "result.json")


def test_the_tables():
    result = in_shots({**ANSWERS, "a1": "I'm sorry, I can't."}).result("m", "gold.json", Resampling(resamples=50))
    texts = [plain(table, 100) for table in tables(result)]
    assert texts[0].startswith("m · gold.json · 2 cliques · 95 % intervals\n\nCaRB ")
    assert "1 shot" in texts[0]
    assert "robust|in:carb|" in texts[0]
    assert result.signature.split("|")[-2].startswith("demonstrations:clique/seed:0/template:")
    assert texts[1].splitlines() == [
        "Answers, and those that were not read whole",
        "",
        "         answers  tuples  refusal  cut off",
        "0 shots        5       3        1        1",
        "1 shot         5       3        1        1",
    ]


@pytest.mark.parametrize("off", [None, Resampling(resamples=0)])
def test_intervals_are_left_out(off):
    result = in_shots().result("m", "gold.json", off)
    drawn = in_shots().result("m", "gold.json", RESAMPLING)
    for left, whole in zip(result.shots, drawn.shots, strict=True):
        assert left.robust.f1 == Mean(whole.robust.f1.value)
        assert left.difference == Mean(whole.difference.value)
        assert whole.difference.low is not None
    assert "ci:" not in result.signature
    text = plain(next(tables(result)), 100)
    assert text.startswith("m · gold.json · 2 cliques\n")
    assert "[" not in text.splitlines()[3]


def test_the_tables_of_pairs(sample):
    made = list(pair_prompts([CliquePair(sample[0], sample[6]), CliquePair(sample[1], sample[2])]))
    result = AnsweredPrompts(made, {each.id: Answer("[]") for each in made}, sample).result("m", "g", RESAMPLING)
    texts = [plain(table, 100) for table in tables(result)]
    assert texts[0].startswith("m · g · 2 pairs of cliques · 95 % intervals")
    assert "Left out, the demonstrating clique having too few sentences: 1 with 4 shots" in texts[0]
    assert "failed" in texts[1]
    assert "HWS distance" in texts[2]
    assert "tree kernel similarity —" in texts[2]  # F1 does not vary


def test_an_empty_result_is_still_a_result():
    assert list(tables(FewShotResult("m", "g", RESAMPLING, shots=in_shots().result("m", "g", RESAMPLING).shots[:1])))
