"""OIE2016 by hand: its matchers, its two releases, its curve and its fault."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from karat.errors import MissingExtraError, UnknownNameError
from karat.metrics.oie import nltk_data
from karat.metrics.oie.oie2016 import (
    OIE2016,
    OIE_BENCHMARK,
    SUPERVISED_OIE,
    Cleaned,
    matchers,
    oie2016,
    oie2016_key,
    published_auc,
    sentence_bleu,
    swept_oie2016,
    word_coverage,
    words,
)
from karat.model import Extraction


def row(relation: str, *arguments: str, confidence: float = 1.0) -> Extraction:
    return Extraction(relation, arguments, confidence)


FOUNDED = row("founded", "Ann", "Bext", "in Ulm")
SOLD = row("sold", "Ann", "Bext")
STOP_WORDS = frozenset({"the", "in", "was"})


def plain(word: str) -> str:
    return word


@pytest.mark.parametrize(
    ("extraction", "expected"),
    [
        pytest.param(FOUNDED, ("founded", "Ann", "Bext", "in", "Ulm"), id="predicate first"),
        pytest.param(row("met", "Ann", "", ""), ("met", "Ann"), id="empty arguments at the end vanish"),
        pytest.param(row("met", "", "Bo"), ("met", "", "Bo"), id="an empty one inside is an empty word"),
        pytest.param(row("met", "Ann ", "Bo "), ("met", "Ann", "", "Bo"), id="only the end of the row is stripped"),
    ],
)
def test_the_words_of_a_row(extraction: Extraction, expected: tuple[str, ...]) -> None:
    assert words(extraction) == expected


@pytest.mark.parametrize(
    ("predicted", "gold", "share"),
    [
        pytest.param(FOUNDED, FOUNDED, Fraction(5, 5), id="identical"),
        pytest.param(SOLD, FOUNDED, Fraction(2, 5), id="two of five words"),
        pytest.param(row("Founded", "ann", "Bext"), FOUNDED, Fraction(1, 5), id="case counts"),
        pytest.param(row("is", "is", "is"), row("is", "is"), Fraction(6, 2), id="every pair counts: 3 · 2 pairs"),
        pytest.param(row("met", "", "Bo"), row("saw", "", "Cy"), Fraction(1, 3), id="two empty words are equal"),
    ],
)
def test_word_coverage(predicted: Extraction, gold: Extraction, share: Fraction) -> None:
    assert word_coverage(predicted, gold) == share


@pytest.mark.parametrize(
    ("matcher", "predicted", "gold", "expected"),
    [
        pytest.param("lexical", row("founded", "Ann"), row("founded", "Bo"), 0, id="half is not more than half"),
        pytest.param("lexical", row("founded", "Ann", "Bext"), FOUNDED, 1, id="three of five"),
        pytest.param(
            "bag_of_words", row("Met", "Ann", "the Bo ."), row("met", "bo", "ann"), 1, id="bag: cleaned, any order"
        ),
        pytest.param(
            "bag_of_words", row("met", "Ann Ann"), row("met", "Ann"), 0, id="bag: a word twice is not a word once"
        ),
        pytest.param("predicate", row("was Seen in", "Ann"), row("seen", "Bo"), 1, id="predicate: cleaned"),
        pytest.param("predicate", row("up go", "Ann"), row("go up", "Ann"), 0, id="predicate: in order"),
        pytest.param("argument", row("saw", "Ann", "Bo"), row("met", "Ann", "Bo Berg"), 1, id="argument: two of three"),
        pytest.param("argument", row("met", "Ann"), row("met", "Bo"), 0, id="argument: none"),
        pytest.param(
            "argument_published", row("met", "anna"), row("met", "a nun"), 1, id="characters are nearly always alike"
        ),
        pytest.param("argument_published", row("met", "Ann"), row("met"), 0, id="no arguments, no characters"),
        pytest.param("bleu", FOUNDED, FOUNDED, 1, id="bleu: identical"),
        pytest.param("bleu", row("met", "Ann"), row("met", "Ann"), 0, id="bleu: fewer than four words never match"),
    ],
)
def test_the_matchers(matcher: str, predicted: Extraction, gold: Extraction, expected: int) -> None:
    assert matchers(0.5, cleaned=Cleaned(STOP_WORDS))[matcher].similarity(predicted, gold) == expected


def test_bleu_by_hand() -> None:
    """Five of six words in one run: 5/6 · 4/5 · 3/4 · 2/3 are the shares of one to four words in a row."""
    predicted, gold = row("a b c d e x"), row("a b c d e f")
    assert sentence_bleu(predicted, gold) == pytest.approx((5 / 6 * 4 / 5 * 3 / 4 * 2 / 3) ** 0.25)
    assert sentence_bleu(row("a b c d"), gold) == pytest.approx(math.exp(1 - 6 / 4))


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param([FOUNDED, SOLD], [FOUNDED, SOLD], 2, id="identical"),
        pytest.param([FOUNDED], [FOUNDED, FOUNDED], 1, id="a used prediction is passed over"),
        pytest.param(
            [row("x y"), row("x z")], [row("x y z"), row("x y")], 1, id="the first that matches, not the best"
        ),
        pytest.param([], [FOUNDED], 0, id="nothing predicted"),
    ],
)
def test_each_gold_tuple_takes_the_first_unused_prediction(
    predicted: list[Extraction], gold: list[Extraction], matched: int
) -> None:
    assert OIE2016(predicted, gold).masses == (matched, len(predicted), matched, len(gold))


def test_the_older_release_lets_a_prediction_serve_again() -> None:
    """One prediction for two gold tuples is two positives; with one more in vain precision is 2/3."""
    metric = oie2016(OIE_BENCHMARK, lemma=plain)
    score = metric([FOUNDED, SOLD], [FOUNDED, FOUNDED])
    assert score.masses == (1, 2, 2, 2)
    assert (score.precision, score.recall) == (2 / 3, 2 / 2)


def test_the_older_release_wants_a_common_word_in_the_predicates() -> None:
    founds = row("founds", "Ann", "Bext")
    assert oie2016(OIE_BENCHMARK, lemma=plain)([founds], [FOUNDED]).matched_gold == 0
    assert oie2016(OIE_BENCHMARK, lemma=lambda word: word[:5])([founds], [FOUNDED]).matched_gold == 1
    assert OIE2016([founds], [row("founded", "Ann", "Bext")]).matched_gold == 1


# Two sentences with predictions, one without: three gold tuples, which the fault counts as nine.
PREDICTED = [
    [row("founded", "Ann", "Bext", "in Ulm", confidence=0.9), row("left", "Cy", confidence=0.5)],
    [row("left", "Cy", confidence=0.7), row("sold", "Ann", "Bext", confidence=0.3)],
    [],
]
GOLD = [[FOUNDED], [SOLD], [FOUNDED, SOLD, SOLD]]


@pytest.mark.parametrize(("published", "gold"), [(False, 5), (True, 2 + 3**2)])
def test_the_curve_by_hand(published: bool, gold: int) -> None:
    curve = swept_oie2016(PREDICTED, GOLD, as_published=published).best()
    kept = [(threshold, score.matched_predicted, score.predicted, score.gold) for threshold, score in curve.points]
    assert kept == [(0.9, 1, 1, gold), (0.7, 1, 2, gold), (0.5, 1, 3, gold), (0.3, 2, 4, gold)]
    # From (0, 1): over the first step of recall at precision 1, then from 1/3 up to 2/4.
    assert curve.auc == pytest.approx(
        float(Fraction(1, gold) * (1 + Fraction(1, 2) * (Fraction(1, 3) + Fraction(2, 4))))
    )
    # Sorted by recall, the lowest threshold of recall 1/gold comes first: (0, 1) → 1/3, then 1 → 2/4.
    by_recall = Fraction(1, gold) * Fraction(1, 2) * (1 + Fraction(1, 3)) + Fraction(1, gold) * Fraction(1, 2) * (
        1 + Fraction(2, 4)
    )
    assert published_auc(curve.places) == pytest.approx(float(by_recall), abs=1e-11)


def test_the_curve_ends_where_all_that_is_matched_is_kept() -> None:
    predicted = [[FOUNDED, row("left", "Cy", confidence=0.2)]]
    curve = swept_oie2016(predicted, [[FOUNDED]]).best()
    assert [threshold for threshold, _ in curve.points] == [1.0]
    assert curve.best.masses == (1, 1, 1, 1)


def test_of_equal_f1_the_lower_threshold_is_taken() -> None:
    """F1 is 2·1/(1+2) at 0.9 and 2·2/(4+2) at 0.4."""
    vain = [row("left", "Cy", confidence=0.4)] * 2
    predicted = [
        [row("founded", "Ann", "Bext", "in Ulm", confidence=0.9), row("sold", "Ann", "Bext", confidence=0.4), *vain]
    ]
    assert swept_oie2016(predicted, [[FOUNDED, SOLD]]).best().threshold == 0.4


@pytest.mark.parametrize(("release", "threshold"), [(SUPERVISED_OIE, 0.0), (OIE_BENCHMARK, math.inf)])
def test_infinite_confidences(release: object, threshold: float) -> None:
    metric = oie2016(release, lemma=plain)  # type: ignore[arg-type]
    curve = swept_oie2016([[row("sold", "Ann", "Bext", confidence=math.inf)]], [[SOLD]], release, metric).best()  # type: ignore[arg-type]
    assert curve.threshold == threshold


def test_systems_that_split_conjunctions_are_forgiven_their_parts() -> None:
    parts = [row("met", "Ann", "Bo Berg"), row("met", "Ann", "Cy Cohen"), row("left", "Cy", "now")]
    gold = [row("met", "Ann", "Bo Berg and Cy Cohen")]
    metric = oie2016(OIE_BENCHMARK, lemma=plain)
    strict = swept_oie2016([parts], [gold], OIE_BENCHMARK, metric).best()
    mild = swept_oie2016([parts], [gold], OIE_BENCHMARK, metric, splits_conjunctions=True).best()
    assert (strict.best.precision, mild.best.precision) == (1 / 3, 1 / 2)


def test_nothing_predicted_at_all() -> None:
    curve = swept_oie2016([[]], [[FOUNDED]]).best()
    assert (list(curve.points), curve.threshold, curve.best.masses) == ([], None, (0, 0, 0, 1))


def test_sentences_are_the_same_without_signs_and_without_what_is_not_ascii() -> None:
    assert oie2016_key("Zoë -LRB- 7 -RRB- slept .") == oie2016_key("Zo(7)slept") == "Zo7slept"


def test_an_unknown_matcher_is_told_with_its_neighbour() -> None:
    with pytest.raises(UnknownNameError, match="unknown matcher 'lexcal'; did you mean 'lexical'"):
        oie2016(matcher="lexcal")


def test_what_needs_nltk_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nltk", None)
    nltk_data.noun_lemma.cache_clear()
    nltk_data.stop_words.cache_clear()
    with pytest.raises(MissingExtraError, match="comparing predicates by lemmas needs"):
        oie2016(OIE_BENCHMARK)([FOUNDED], [FOUNDED])
    with pytest.raises(MissingExtraError, match="cleaning by stop words needs"):
        oie2016(matcher="predicate")([FOUNDED], [FOUNDED])


MORPHOLOGY = """
from karat.metrics.oie.nltk_data import noun_lemma, stop_words
print(sorted(stop_words()), noun_lemma("bears"), noun_lemma("geese"), noun_lemma("sold"))
"""


def test_stop_words_and_lemmas_come_from_the_data_of_nltk(tmp_path: Path) -> None:
    """A WordNet of two nouns and one exception; in a process of its own, since NLTK keeps what it has loaded."""
    pytest.importorskip("nltk", reason="NLTK comes with the extra 'syntax'")
    (tmp_path / "corpora" / "stopwords").mkdir(parents=True)
    (tmp_path / "corpora" / "stopwords" / "english").write_text("the\nof\n")
    wordnet = tmp_path / "corpora" / "wordnet"
    wordnet.mkdir()
    (wordnet / "lexnames").write_text("00\tnoun.animal\t1\n")
    (wordnet / "index.sense").write_text("")
    for part in ("noun", "verb", "adj", "adv"):
        nouns = "bear n 1 0 1 0 00000001\ngoose n 1 0 1 0 00000002\n" if part == "noun" else ""
        (wordnet / f"index.{part}").write_text(nouns)
        (wordnet / f"data.{part}").write_text("")
        (wordnet / f"{part}.exc").write_text("geese goose\n" if part == "noun" else "")
    environment = {**os.environ, "NLTK_DATA": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", MORPHOLOGY], env=environment, capture_output=True, text=True, check=False
    )
    assert not ran.stderr
    assert ran.stdout == "['of', 'the'] bear goose sold\n"


def test_data_that_nltk_lacks_is_named(tmp_path: Path) -> None:
    pytest.importorskip("nltk", reason="NLTK comes with the extra 'syntax'")
    lookup = (
        "from nltk import data; data.path[:] = []; from karat.metrics.oie.nltk_data import stop_words; stop_words()"
    )
    ran = subprocess.run([sys.executable, "-c", lookup], capture_output=True, text=True, check=False)
    assert "cleaning by stop words: expected NLTK's data 'stopwords', found none" in ran.stderr
