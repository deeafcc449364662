"""No prompt shows what it asks, and the choice hangs on the seed and the question alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from karat.cliques.few_shot.demonstrations import Demonstration, Demonstrations, pool_of, read_pool
from karat.cliques.few_shot.prompts import prompts, read, render
from karat.errors import FormatError, InputError
from karat.metrics.oie.carb import sentence_key
from karat.model import Clique, Extraction, Member, Sentence, TupleAnnotation

DRAWS = ("clique", "each", "shared")


SOLVED = (Extraction("is", ("x",)),)


def one(id, *texts, tuples=SOLVED):
    members = (Member(Sentence(f"{id}.{place}" if place else id, text), tuples) for place, text in enumerate(texts))
    return Clique(id, tuple(members))


def leaks(made, cliques, pool):
    """The prompts that show a sentence of the clique they ask about."""
    texts = {clique.id: {sentence_key(each.sentence.text) for each in clique.members} for clique in cliques}
    own = {clique.id: {each.sentence.id for each in clique.members} for clique in cliques}
    shown = {each.id: each for each in pool}
    return [
        prompt.id
        for prompt in made
        if any(id in own[prompt.clique] or shown[id].key in texts[prompt.clique] for id in prompt.demonstrations)
    ]


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("seed", range(5))
def test_no_sentence_of_the_questions_clique_is_shown(sample, draw, seed):
    pool = pool_of(sample)
    made = list(prompts(sample, Demonstrations(pool, seed, draw), (0, 1, 3, 5)))
    assert leaks(made, sample, pool) == []
    asked = len({prompt.sentence.id for prompt in made})
    assert len(made) == 4 * asked
    assert asked == 27 if draw != "shared" else asked < 27


def test_the_check_sees_a_leak(sample):
    pool = pool_of(sample)
    first = next(prompts(sample, Demonstrations(pool), (1,)))
    assert leaks([replace(first, demonstrations=("0",))], sample, pool) == ["0/1"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Ann left .", False, id="the original"),
        pytest.param("Gone was Ann.", False, id="a paraphrase, other spaces and punctuation"),
        pytest.param("Ann stayed .", True, id="another sentence"),
    ],
)
def test_a_sentence_of_another_file_is_known_by_its_text(text, shown):
    asked = one("7", "Ann left .", "Gone was Ann .")
    pool = [Demonstration(TupleAnnotation(Sentence("dev:1", text), (Extraction("is", ("x",)),)))]
    if shown:
        assert next(prompts([asked], Demonstrations(pool), (1,))).demonstrations == ("dev:1",)
    else:
        with pytest.raises(InputError, match=r"demonstrations for clique '7': expected 1 sentences .* found 0"):
            next(prompts([asked], Demonstrations(pool), (1,)))


def test_cliques_with_a_sentence_in_common_do_not_show_it():
    a, b, c = one("a", "Ann left .", "Off went Ann ."), one("b", "Ann left ."), one("c", "Bob sang .")
    made = {prompt.id: prompt.demonstrations for prompt in prompts([a, b, c], Demonstrations(pool_of([a, b, c])), (1,))}
    assert made == {"a/1": ("c",), "a.1/1": ("c",), "b/1": ("c",), "c/1": ("a",)}


@pytest.mark.parametrize("draw", DRAWS)
def test_the_seed_decides(sample, draw):
    made = [list(prompts(sample, Demonstrations(pool_of(sample), seed, draw), (2,))) for seed in (0, 0, 1)]
    assert made[0] == made[1]
    assert made[0] != made[2]


def test_who_shares_demonstrations(sample):
    def shown(draw):
        made = prompts(sample, Demonstrations(pool_of(sample), 0, draw), (3,))
        found = {}
        for prompt in made:
            found.setdefault(prompt.clique, []).append(prompt.demonstrations)
        return found

    of_clique, of_each, of_all = map(shown, DRAWS)
    assert {len(set(each)) for each in of_clique.values()} == {1}
    assert len({each[0] for each in of_clique.values()}) > 1
    assert max(len(set(each)) for each in of_each.values()) > 1
    assert len({each for found in of_all.values() for each in found}) == 1


@pytest.mark.parametrize("draw", ["clique", "each"])
def test_a_shard_shows_what_the_whole_shows(sample, draw):
    pool = pool_of(sample)
    whole = {prompt.id: prompt for prompt in prompts(sample, Demonstrations(pool, 4, draw), (1, 3))}
    shards = [prompts(sample[start::3], Demonstrations(pool, 4, draw), (1, 3)) for start in range(3)]
    assert {prompt.id: prompt for shard in shards for prompt in shard} == whole


def test_fewer_are_the_first_of_more(sample):
    pool = pool_of(sample)
    made = {prompt.id: prompt.demonstrations for prompt in prompts(sample, Demonstrations(pool), (0, 1, 3, 5))}
    for clique in sample:
        for member in clique.members:
            most = made[f"{member.sentence.id}/5"]
            assert [made[f"{member.sentence.id}/{count}"] for count in (0, 1, 3)] == [most[:0], most[:1], most[:3]]
    assert made == {
        id: shown
        for count in (0, 1, 3, 5)
        for id, shown in (
            (prompt.id, prompt.demonstrations) for prompt in prompts(sample, Demonstrations(pool), (count,))
        )
    }


def test_the_questions_are_the_same_for_every_number_of_shared_demonstrations(sample):
    made = list(prompts(sample, Demonstrations(pool_of(sample), 0, "shared"), (1, 5)))
    asked = {count: {prompt.clique for prompt in made if prompt.shots == count} for count in (1, 5)}
    assert asked[1] == asked[5]
    assert len(asked[1]) == 2


@pytest.mark.parametrize(
    ("draw", "shots", "message"),
    [
        ("clique", (7,), "demonstrations for clique '0': expected 7 sentences with tuples, found 6"),
        ("shared", (8,), "demonstrations for all questions: expected 8 sentences with tuples, found 7"),
        ("shared", (7,), "expected a clique that none of the 7 shared ones is from, found none"),
        ("clique", (-1, 2), "shots: expected numbers of demonstrations from 0, found -1"),
        ("clique", (), "shots: expected numbers of demonstrations from 0, found none"),
    ],
)
def test_what_cannot_be_drawn(sample, draw, shots, message):
    with pytest.raises(InputError, match=message):
        list(prompts(sample, Demonstrations(pool_of(sample), 0, draw), shots))


def test_two_sentences_with_the_same_id_are_refused():
    with pytest.raises(InputError, match="clique 'b': expected ids that no other sentence has, found 'a' again"):
        list(prompts([one("a", "x"), replace(one("a", "y"), id="b")], Demonstrations([]), (0,)))


def test_an_original_without_tuples_shows_nothing():
    assert pool_of([one("a", "x", tuples=()), one("b", "y")]) == pool_of([one("b", "y")])


def test_pools_from_files(tmp_path):
    (tmp_path / "dev.tsv").write_text("Ann left .\tleft\tAnn\t\nBob sang .\tsang\tBob\n")
    (tmp_path / "other.json").write_text(
        '[{"ori_sent": "Eve ran .", "ori_args": [["ran", "Eve"]], "paraphrases": []},'
        ' {"ori_sent": "So .", "ori_args": [], "paraphrases": []}]'
    )
    pool = read_pool([tmp_path / "dev.tsv", tmp_path / "other.json"])
    assert [(each.id, each.annotation.sentence.text, each.clique) for each in pool] == [
        ("dev:1", "Ann left .", None),
        ("dev:2", "Bob sang .", None),
        ("other:0", "Eve ran .", None),
    ]
    (tmp_path / "out.tsv").write_text("Ann left .\t0.9\tleft\tAnn\tx\n")
    with pytest.raises(FormatError, match="expected gold tuples or cliques, found extractions"):
        read_pool([tmp_path / "out.tsv"])


@pytest.mark.parametrize("form", ["messages", "text"])
def test_prompts_are_read_as_they_were_written(sample, tmp_path, form):
    made = list(prompts(sample, Demonstrations(pool_of(sample)), (0, 2), form=form))
    (tmp_path / "p.jsonl").write_text("".join(f"{line}\n" for line in render(made)))
    assert read(tmp_path / "p.jsonl") == made


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"shots": 0', '"shots": -1', "p.jsonl:1: expected a whole number from 0 in shots, found -1"),
        ('"id": "0/0", ', "", "p.jsonl:1: expected the key 'id', found 'clique', "),
        ('"id": "1/0"', '"id": "0/0"', "p.jsonl:2: expected an id that no other prompt has in id, found '0/0'"),
        ('"role": "user"', '"role": 3', "p.jsonl:1: expected a text in messages[1].role, found 3"),
    ],
)
def test_wrong_lines_of_prompts_are_named(sample, tmp_path, before, after, message):
    made = "".join(f"{line}\n" for line in render(prompts(sample[:1], Demonstrations([]), (0,))))
    (tmp_path / "p.jsonl").write_text(made.replace(before, after, 1))
    with pytest.raises(FormatError) as error:
        read(tmp_path / "p.jsonl")
    assert message in str(error.value)
