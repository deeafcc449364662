"""WiRe57 (Léchelle et al., 2019) and OIE2016 (Stanovsky et al., 2018), pair by pair."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from case import Case, Items, Masses, disturb, draw_list
from greedy_pairs import greedy_pairs

from karat.metrics import OIE2016, WIRE57, WIRE57_CLIPPED, WIRE57_EXACT
from karat.metrics.oie.wire57 import wire_tuple
from karat.model import Extraction


class Plain(NamedTuple):
    """First argument, relation, second argument, further arguments; of each the number of inferred words."""

    slots: tuple[str, ...]
    inferred: tuple[int, ...]

    def words(self, place: int) -> list[str]:
        return self.slots[place].split()

    def real(self, place: int) -> int:
        """Words that the annotator took from the sentence."""
        return len(self.words(place)) - self.inferred[place]


class Shares(NamedTuple):
    """Word precision and word recall of a pair."""

    precision: Fraction = Fraction(0)
    recall: Fraction = Fraction(0)

    @property
    def f1(self) -> Fraction:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else Fraction(0)


def compare(predicted: Plain, gold: Plain, *, clip: bool = False) -> Shares:
    """The match of a prediction and a gold tuple (spec: WiRe57, rules 1 to 4 and the paragraph after them)."""
    matched = predicted_words = real_words = 0
    for place in range(len(gold.slots)):
        words = predicted.words(place) if place < len(predicted.slots) else []
        common = sum(word in gold.words(place) for word in words)
        if place < 3 and not common and gold.real(place):  # no shared word is asked of further arguments
            return Shares()
        matched += common
        predicted_words += len(words)
        real_words += gold.real(place)
    if not predicted_words or not real_words:
        return Shares()
    recall = Fraction(matched, real_words)
    return Shares(Fraction(matched, predicted_words), min(recall, Fraction(1)) if clip else recall)


def wire_answer(clip: bool, predicted: Items, gold: Items) -> Masses:
    """Greedy pairs by F1; the sums of their precisions and of their recalls (spec: WiRe57, Sentence and Corpus)."""
    pairs = greedy_pairs(predicted, gold, lambda one, other: compare(one, other, clip=clip).f1)
    shares = [compare(*pair, clip=clip) for pair in pairs]
    return Masses(
        sum((share.precision for share in shares), Fraction(0)),
        len(predicted),
        sum((share.recall for share in shares), Fraction(0)),
        len(gold),
    )


def is_exact(predicted: Plain, gold: Plain) -> bool:
    """All gold slots are predicted word by word; a gold tuple of three slots accepts further arguments."""
    return len(predicted.slots) >= len(gold.slots) and all(
        predicted.words(place) == gold.words(place) for place in range(len(gold.slots))
    )


def exact_answer(predicted: Items, gold: Items) -> Masses:
    """Predictions that are exact for some gold tuple; gold tuples that have one (spec: WiRe57, Exact matches)."""
    return Masses(
        sum(any(is_exact(one, other) for other in gold) for one in predicted),
        len(predicted),
        sum(any(is_exact(one, other) for one in predicted) for other in gold),
        len(gold),
    )


def to_wire(plain: Plain) -> Any:
    first, relation, *others = plain.slots
    counts = plain.inferred[1], plain.inferred[0], *plain.inferred[2:]
    return wire_tuple(Extraction(relation, (first, *others)), counts)


def wire_score(metric: Any, predicted: Items, gold: Items) -> Any:
    return metric(list(map(to_wire, predicted)), list(map(to_wire, gold)))


TEXTS = ("a", "b", "a b", "a a", "a a a", "b c", "c c a", "A")


def draw_wire(rng: random.Random, inferred: bool) -> Plain:
    """Three slots or more; now and then an empty one, or words that are inferred."""
    slots = tuple("" if rng.random() < 0.07 else rng.choice(TEXTS) for _ in range(rng.choice((3, 3, 3, 4, 5))))
    counts = (rng.randint(0, len(slot.split())) if inferred and rng.random() < 0.3 else 0 for slot in slots)
    return Plain(slots, tuple(counts))


def as_prediction(plain: Plain) -> Plain:
    """No system says which words it inferred."""
    return Plain(plain.slots, (0,) * len(plain.slots))


def draw_wires(rng: random.Random) -> tuple[list[Any], list[Any]]:
    gold = draw_list(rng, lambda: draw_wire(rng, inferred=True))
    predicted = disturb(rng, gold, lambda: draw_wire(rng, inferred=False))
    return [as_prediction(plain) for plain in predicted], gold


def plain(*slots: str) -> Plain:
    return as_prediction(Plain(slots, ()))


# With the first gold tuple predicted as well, the second one is left with the prediction of lower recall.
DISPLACED: list[tuple[list[Any], list[Any]]] = [
    ([plain("a", "r", "d e a"), plain("a b c", "r", "a b c d")], [plain("a", "r", "a"), plain("a", "r", "a b")]),
    ([plain("d e a", "r", "a b c"), plain("a", "r", "a b")], [plain("a", "r", "a"), plain("a b c", "r", "a b c")]),
    (
        [plain("b c d e f", "r", "a b c d"), plain("a b c d", "r", "a")],
        [plain("a b c", "r", "a"), plain("d e a", "r", "d e a")],
    ),
]
WIRE_DOCUMENTS: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([plain("a a a", "b", "c")], [plain("a", "b", "c")]),
    ([plain("a", "b", "c"), plain("a a a", "b", "c")], [plain("a a a", "b", "c"), plain("a", "b", "c")]),
    ([plain("", "b", "c"), plain("a", "", "c")], [Plain(("a", "b", "c"), (1, 0, 0)), Plain(("", "", "c"), (0, 0, 0))]),
    ([plain("", "", "")], [plain("", "", ""), Plain(("a", "b", "c"), (1, 1, 1))]),
    ([plain("a", "b", "c")], [Plain(("a", "b", "c"), (1, 1, 1))]),
    ([plain("a", "b", "c", "d")], [plain("a", "b", "c"), plain("a", "b", "c", "", "e"), plain("a", "b", "c", "d")]),
    *DISPLACED,
]


def make_wrong(rng: random.Random, gold: Items) -> Plain:
    return plain("never", "never", "never")


def oie_words(row: tuple[str, ...]) -> list[str]:
    """Predicate and arguments joined by a space and split at each single space (spec: OIE2016, Matchers).

    White space at the end of a row is stripped, and with it empty arguments (spec: OIE2016, Files).
    """
    cells = "\t".join(row).rstrip().split("\t")
    return " ".join(cells).split(" ")


def covers(predicted: tuple[str, ...], gold: tuple[str, ...]) -> bool:
    """The lexical matcher: every pair of equal words counts, and more than half as many as the gold has words."""
    pairs = itertools.product(oie_words(gold), oie_words(predicted))
    return Fraction(sum(one == other for one, other in pairs), len(oie_words(gold))) > Fraction(1, 2)


def oie_answer(predicted: Items, gold: Items) -> Masses:
    """Each gold tuple in order takes the first unused prediction that matches (spec: OIE2016, Loop)."""
    unused = list(range(len(predicted)))
    for row in gold:
        taken = next((place for place in unused if covers(predicted[place], row)), None)
        if taken is not None:
            unused.remove(taken)
    matched = len(predicted) - len(unused)
    return Masses(matched, len(predicted), matched, len(gold))


def oie_score(predicted: Items, gold: Items) -> Any:
    def extractions(rows: Items) -> list[Extraction]:
        return [Extraction(row[0], tuple(row[1:])) for row in rows]

    return OIE2016(extractions(predicted), extractions(gold))


OIE_TEXTS = ("a", "b", "c", "a b", "a a", "b  c", "a ", "A", "", "d")


def draw_row(rng: random.Random) -> tuple[str, ...]:
    return tuple(rng.choice(OIE_TEXTS) for _ in range(rng.choice((1, 2, 3, 3, 4, 5))))


def draw_rows(rng: random.Random) -> tuple[list[Any], list[Any]]:
    gold = draw_list(rng, lambda: draw_row(rng))
    return disturb(rng, gold, lambda: draw_row(rng)), gold


OIE_DOCUMENTS: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([("a", "b"), ("a", "b", "c")], [("a", "b", "c"), ("a", "b")]),
    ([("a", "b", "c", "d")], [("a", "b"), ("c", "d"), ("x", "y", "", "")]),
    ([("x", "y  z")], [("v", "w  u")]),
    ([("a", "a")], [("a", "a", "b", "c", "d", "e", "f")]),
]

ORDER = "pairs of equal F1 are taken in the order of the files, and what is left differs"
PASSES_ONE = "a word predicted again, or one that the annotator inferred, counts once more in recall"
DISPLACES = "pairs are made by F1: the prediction it displaces may displace another one of higher recall"
NOTHING_REAL = "a gold tuple without a word of the sentence, or with an empty slot, has nothing to be matched"
CASES = {
    "wire57": Case(
        score=partial(wire_score, WIRE57),
        answer=partial(wire_answer, False),
        draw=draw_wires,
        wrong=make_wrong,
        predict=as_prediction,
        breaks={"order": ORDER, "perfect": PASSES_ONE, "bounds": PASSES_ONE, "right item": DISPLACES},
        adversarial=WIRE_DOCUMENTS,
    ),
    "wire57_clipped": Case(
        score=partial(wire_score, WIRE57_CLIPPED),
        answer=partial(wire_answer, True),
        draw=draw_wires,
        wrong=make_wrong,
        predict=as_prediction,
        breaks={"order": ORDER, "perfect": NOTHING_REAL, "right item": DISPLACES},
        adversarial=WIRE_DOCUMENTS,
    ),
    "wire57_exact": Case(
        score=partial(wire_score, WIRE57_EXACT),
        answer=exact_answer,
        draw=draw_wires,
        wrong=make_wrong,
        predict=as_prediction,
        adversarial=WIRE_DOCUMENTS,
    ),
    "oie2016": Case(
        score=oie_score,
        answer=oie_answer,
        draw=draw_rows,
        wrong=lambda rng, gold: ("never", "never"),
        breaks={"order": "each gold tuple takes the first prediction that matches, not the best"},
        adversarial=OIE_DOCUMENTS,
    ),
}
