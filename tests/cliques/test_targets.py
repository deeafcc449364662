"""Targets are drawn by frequency, and by nothing but the seed and the sentence."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from karat.cliques.bank import ParseBank
from karat.cliques.targets import TargetSampler, sample
from karat.cliques.targets_file import read_targets, write_targets
from karat.errors import FormatError, InputError


def test_a_draw(bank: ParseBank, originals) -> None:
    sampler = TargetSampler(bank, sources=1, targets=3)
    drawn = sampler.draw(originals[0])
    assert drawn.parse == "(S (NP (NNP)) (VP (VBD) (NP)) (.))"
    assert len({target.parse for target in drawn.targets}) == 3
    for target in drawn.targets:
        assert (target.source, target.similarity) == (drawn.parse, 1.0)
        assert target.probability == bank.targets[drawn.parse][target.parse] / 21


def test_no_parse_is_drawn_twice_for_a_sentence(bank: ParseBank, originals) -> None:
    drawn = TargetSampler(bank, sources=2, targets=4).draw(originals[0]).targets
    assert len(drawn) == len({target.parse for target in drawn}) == 6  # all that there are: 4 and the 2 left
    assert [target.similarity for target in drawn] == sorted((target.similarity for target in drawn), reverse=True)


def test_order_and_sharding_do_not_matter(bank: ParseBank, originals) -> None:
    whole = list(TargetSampler(bank, seed=7).draw_all(originals))
    backwards = list(TargetSampler(bank, seed=7).draw_all(originals[::-1]))
    assert whole == backwards[::-1]
    shards = [
        *TargetSampler(bank, seed=7).draw_all(originals[:1]),
        *TargetSampler(bank, seed=7).draw_all(originals[1:]),
    ]
    assert shards == whole


def test_another_seed_draws_otherwise(bank: ParseBank, originals) -> None:
    drawn = {tuple(TargetSampler(bank, seed=seed, targets=3).draw(originals[0]).targets) for seed in range(5)}
    assert len(drawn) > 1


def test_a_draw_is_the_same_forever(bank: ParseBank, originals) -> None:
    """What was drawn once can be drawn again by any later version; a change here is a change for users."""
    drawn = TargetSampler(bank, seed=1, sources=1, targets=3).draw(originals[0])
    assert [target.parse for target in drawn.targets] == EXPECTED


EXPECTED = [
    "(S (NP (DT)) (VP (VBD) (NP)) (.))",
    "(S (NP (DT)) (VP (VBD) (S)) (.))",
    "(S (NP (PRP)) (VP (VBD) (S)) (.))",
]


def test_the_distribution_is_that_of_the_counts() -> None:
    """First draws in proportion to the counts; two draws as by hand: P(a, b) = 6/10 · 3/4."""
    chance = random.Random(0)
    pairs = Counter(tuple(sample({"a": 6, "b": 3, "c": 1}, 2, chance)) for _ in range(20_000))
    expected = {
        ("a", "b"): 6 / 10 * 3 / 4,
        ("a", "c"): 6 / 10 * 1 / 4,
        ("b", "a"): 3 / 10 * 6 / 7,
        ("b", "c"): 3 / 10 * 1 / 7,
        ("c", "a"): 1 / 10 * 6 / 9,
        ("c", "b"): 1 / 10 * 3 / 9,
    }
    assert set(pairs) == set(expected)
    for pair, share in expected.items():
        assert pairs[pair] / 20_000 == pytest.approx(share, abs=4 * (share * (1 - share) / 20_000) ** 0.5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sources": 0}, "expected at least 1 source parse, found 0"),
        ({"targets": -1}, "expected at least 1 target parse for each source, found -1"),
    ],
)
def test_drawing_nothing_is_refused(bank: ParseBank, options: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        TargetSampler(bank, **options)


def test_a_sentence_without_tree(bank: ParseBank, originals) -> None:
    with pytest.raises(InputError, match="sentence '0': expected a tree, found none"):
        TargetSampler(bank).draw(replace(originals[0], tree=None))


def test_the_file_and_back(bank: ParseBank, originals) -> None:
    drawn = list(TargetSampler(bank).draw_all(originals))
    write_targets(Path("targets.jsonl"), drawn)
    assert read_targets(Path("targets.jsonl")) == drawn


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tree": "(S (NP"}, "t:1: expected a tree in brackets in tree, found one that is not: "),
        ({"targets": []}, "t:1: expected at least one target in targets, found none"),
        (
            {"targets": [{"source": "(S)", "similarity": 2, "probability": 1, "parse": "(S)"}]},
            "t:1: expected a number from 0 to 1 in targets[0].similarity, found 2",
        ),
        (
            {"targets": [{"source": "(S)", "similarity": 1, "probability": 1, "parse": "(S"}]},
            "t:1: expected a parse in brackets in targets[0].parse, found",
        ),
        ({"extra": 1}, "t:1: expected the keys id, sentence, args, tree, parse, targets, found 'extra'"),
        ({"args": [[]]}, "t:1: expected a relation and its arguments in args[0], found an empty list"),
    ],
)
def test_a_wrong_line_is_named(files: Path, change: dict[str, object], message: str) -> None:
    target = {"source": "(S)", "similarity": 1, "probability": 1, "parse": "(S)"}
    line = {"id": "0", "sentence": "Ann left", "tree": "(S (NP Ann) (VP left))", "parse": "(S)", "targets": [target]}
    Path("t").write_text(json.dumps({**line, **change}) + "\n")
    with pytest.raises(FormatError) as caught:
        read_targets(Path("t"))
    assert str(caught.value).startswith(message)


def test_an_id_twice(bank: ParseBank, originals) -> None:
    drawn = TargetSampler(bank).draw(originals[0])
    write_targets(Path("t"), [drawn, drawn])
    with pytest.raises(FormatError, match="t:2: expected an id of its own in id, found '0'"):
        read_targets(Path("t"))
