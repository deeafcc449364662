"""Which paraphrases stay, by sentences of our own."""

from __future__ import annotations

import builtins
import random
from itertools import combinations

import pytest

from karat.cliques import bleu as bleu_module
from karat.cliques.bleu import all_pairs, bleu, signature, tokens_of
from karat.cliques.filtering import Reason, Repeat, diversify
from karat.errors import InputError, MissingExtraError

BRIDGE = "In May the council closed the old bridge, a route that farmers had used for almost sixty years."
OF_BRIDGE = [
    "The bridge, closed in May, was used by farmers for almost 60 years.",
    "For almost 60 years farmers had used the old bridge that the council closed in May.",
    "Farmers lost their route of sixty years when the council shut a bridge.",
    "The old bridge, closed in May, was used by farmers for almost 60 years.",
    "The council's decision in May shut the bridge, a route used by farmers for almost 60 years.",
]
BOAT = "Lena sold her boat in June because the harbour had raised its fees again ."  # 15 tokens: short is below 10
FEES = "Because its fees rose , Lena left the harbour and sold the boat ."
ONCE_MORE = "The harbour raised fees once more , which made Lena give up her boat ."


def test_the_steps_of_the_papers_example() -> None:
    """p1 and p4 are closest, p4 goes by its larger sum, then p1; p2, p3 and p5 stay (A.2.2, Figure 7)."""
    found = diversify(BRIDGE, OF_BRIDGE)
    assert found.kept == (1, 2, 4)
    assert [(step.pair, step.removed, step.reason) for step in found.steps] == [
        ((0, 3), 3, Reason.SIMILAR),
        ((0, 4), 0, Reason.SIMILAR),
    ]
    assert [step.lengths for step in found.steps] == [(16, 17), (16, 19)]
    assert found.original_length == 20
    assert all(max(step.sums) == step.sums[step.pair.index(step.removed)] for step in found.steps)


def test_sums_are_over_the_paraphrases_that_are_left() -> None:
    scores = all_pairs([tokens_of(text) for text in OF_BRIDGE])
    first, second = diversify(BRIDGE, OF_BRIDGE).steps
    assert first.score == scores[0, 3] == max(scores.values())
    assert first.sums[0] == pytest.approx(scores[0, 1] + scores[0, 2] + scores[0, 3] + scores[0, 4])
    assert second.sums[0] == pytest.approx(scores[0, 1] + scores[0, 2] + scores[0, 4])


@pytest.mark.parametrize(
    ("paraphrases", "pair", "removed", "reason"),
    [
        pytest.param(
            ["Lena sold her boat in June .", "As the harbour had raised its fees again , Lena sold her boat in June ."],
            (0, 1),
            0,
            Reason.SHORT,
            id="one is short: it goes, though its sum is smaller",
        ),
        pytest.param(
            ["As the harbour had raised its fees again , Lena sold her boat in June .", "Lena sold her boat in June ."],
            (0, 1),
            1,
            Reason.SHORT,
            id="one is short, the other way round",
        ),
        pytest.param(
            ["It was in June that Lena sold .", "June that Lena sold ."],
            (0, 1),
            1,
            Reason.SHORTER,
            id="both short: the shorter goes",
        ),
        pytest.param(
            ["Its fees sold Lena .", "Its fees sold Lena again ."],
            (0, 1),
            0,
            Reason.SHORTER,
            id="both short, the other way round",
        ),
        pytest.param(
            ["In June Lena left it .", "In June Lena sold it ."],
            (0, 1),
            0,
            Reason.SIMILAR,
            id="both short and equally long: the larger sum",
        ),
    ],
)
def test_short_paraphrases(paraphrases: list[str], pair: tuple[int, int], removed: int, reason: Reason) -> None:
    (step,) = diversify(BOAT, [*paraphrases, FEES, ONCE_MORE]).steps
    assert (step.pair, step.removed, step.reason) == (pair, removed, reason)


def test_two_thirds_are_not_short() -> None:
    original = "a b c d e f"
    four, three = "a b c d", "a b c"
    (step,) = diversify(original, [four, three, "x y z u v"], keep=2).steps
    assert (step.lengths, step.removed, step.reason) == ((4, 3), 1, Reason.SHORT)
    (step,) = diversify(original, [four, "a b c d e", "x y z u v"], keep=2).steps
    assert step.reason is not Reason.SHORT


def test_of_two_that_tie_the_later_goes() -> None:
    (step,) = diversify("a b c d", ["a b c e", "a b c f", "x y z u"], keep=2).steps
    assert (step.pair, step.removed, step.reason) == ((0, 1), 1, Reason.LATER)


def test_of_pairs_that_tie_the_first_is_taken() -> None:
    found = diversify("q q q q", ["a b c d", "x y z u", "a b c e", "x y z v"], keep=2)
    assert [(step.pair, step.removed) for step in found.steps] == [((0, 2), 2), ((1, 3), 3)]


@pytest.mark.parametrize(
    ("paraphrases", "kept", "repeats"),
    [
        pytest.param([], (), (), id="none"),
        pytest.param([FEES, ONCE_MORE], (0, 1), (), id="fewer than wanted"),
        pytest.param([FEES, FEES, ONCE_MORE], (0, 2), (Repeat(1, 0),), id="a repeat"),
        pytest.param(
            [f" {BOAT}", FEES.replace(" ", "  ")], (1,), (Repeat(0, None),), id="the original, but for spaces"
        ),
        pytest.param([FEES, BOAT, FEES, FEES], (0,), (Repeat(1, None), Repeat(2, 0), Repeat(3, 0)), id="all repeats"),
    ],
)
def test_nothing_to_choose_from(paraphrases: list[str], kept: tuple[int, ...], repeats: tuple[Repeat, ...]) -> None:
    found = diversify(BOAT, paraphrases)
    assert (found.kept, found.repeats, found.steps) == (kept, repeats, ())


@pytest.mark.parametrize("keep", [0, -1])
def test_keeping_none_is_refused(keep: int) -> None:
    with pytest.raises(InputError, match=f"expected at least 1 paraphrase to keep, found {keep}"):
        diversify(BOAT, [FEES], keep)


def test_keeping_one() -> None:
    assert len(diversify(BRIDGE, OF_BRIDGE, keep=1).kept) == 1


def test_bleu_is_sacrebleus() -> None:
    from sacrebleu.metrics import BLEU

    metric = BLEU(effective_order=True)
    chance = random.Random(4)
    words = [
        chance.choices(["the", "old", "bridge", "closed", "in", "May", ",", "."], k=chance.randrange(1, 12))
        for _ in range(40)
    ]
    texts = [*OF_BRIDGE, BRIDGE, *(" ".join(each) for each in words)]
    for a, b in combinations(texts, 2):
        expected = (metric.sentence_score(a, [b]).score + metric.sentence_score(b, [a]).score) / 2
        assert bleu(tokens_of(a), tokens_of(b)) == pytest.approx(expected, abs=1e-8)
        assert bleu(tokens_of(a), tokens_of(b)) == bleu(tokens_of(b), tokens_of(a))


def test_tokens_are_not_words() -> None:
    assert tokens_of("Closed, they said.").length == 5


def test_the_signature_names_the_choices() -> None:
    assert signature().startswith("nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|directions:mean|version:")


def test_without_sacrebleu_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *arguments: object) -> object:
        if name.startswith("sacrebleu"):
            raise ImportError(name)
        return real(name, *arguments)  # type: ignore[arg-type]

    bleu_module._metric.cache_clear()
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingExtraError, match="diversified filtering needs Karat's extra 'cliques'"):
        diversify(BOAT, [FEES])
