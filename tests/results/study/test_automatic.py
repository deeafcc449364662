"""Automatic metrics against people's labels, on gold of two sentences."""

from __future__ import annotations

import pytest

from karat.benchmarks.gold import Gold, gold_from
from karat.errors import InputError, KaratError
from karat.metrics.oie.carb import carb_gold
from karat.model import Extraction, Quantity, Sentence, TupleAnnotation
from karat.model.study import FactLabel, Label, Study, Task
from karat.results import Options
from karat.results.study.automatic import against_gold

GOLD = gold_from(
    {
        "Ann sold two boats .": [("Ann", "sold", "[two] boats")],
        "It rained in Oslo .": [("It", "rained in", "Oslo")],
    }
)
SOLD, RAINED, OTHER = "Ann sold two boats .", "It rained in Oslo .", "Nobody came ."
C, W = FactLabel.CORRECT, FactLabel.INCORRECT


def study_of(*labelled: tuple[str, Extraction, FactLabel | None]) -> Study:
    tasks = [Task(str(n), Sentence("", text), extraction) for n, (text, extraction, _) in enumerate(labelled)]
    return Study("s", tuple(tasks), tuple(Label(str(n), "ann", fact) for n, (_, _, fact) in enumerate(labelled)))


STUDY = study_of(
    (SOLD, Extraction("sold", ("Ann", "two boats")), C),
    (SOLD, Extraction("sold", ("Ann", "QUANT_O_1 boats"), quantities=(Quantity("QUANT_O_1", "two"),)), C),
    (SOLD, Extraction("sold two", ("Ann", "boats")), C),  # right to people, not in the gold
    (SOLD, Extraction("sold", ("two boats", "Ann")), W),
    (RAINED, Extraction("rained in", ("It", "Oslo")), W),  # wrong to people, though in the gold
    (RAINED, Extraction("rained", ("It",)), None),  # not decided
    (OTHER, Extraction("came", ("Nobody",)), C),  # not in the gold
)


def test_each_extraction_is_judged_alone():
    (exact,) = against_gold(STUDY, GOLD, ["benchie"])
    assert (exact.both, exact.only_verdict, exact.only_people, exact.neither) == (2, 1, 1, 1)
    assert exact.precision.value == 2 / 3
    assert exact.recall.value == 2 / 3
    assert exact.accuracy.value == 3 / 5


def test_the_metrics_of_the_gold_are_taken_if_none_are_named():
    assert [each.verdict for each in against_gold(STUDY, GOLD)] == ["benchie"]


def test_graded_scores_are_accepted_from_a_threshold_on():
    sentence, whole = Sentence("1", SOLD), Extraction("sold", ("Ann", "two boats"))
    tuples = carb_gold(TupleAnnotation(sentence, (whole,)))
    gold = Gold("own", (sentence,), (None,), (tuples,), (), metrics=("carb",))
    half = Extraction("sold", ("Ann", "three ships"))  # 2 of its 4 words are in the gold
    study = study_of((SOLD, half, C), (SOLD, whole, C), (SOLD, Extraction("is", ("x", "y")), W))
    low, high = (against_gold(study, gold, ["carb"], threshold=threshold)[0] for threshold in (0.5, 0.75))
    assert (low.both, low.only_people, low.neither) == (2, 0, 1)
    assert (high.both, high.only_people, high.neither) == (1, 1, 1)
    # Scores .5, 1, 0 against labels 1, 1, 0: covariance .5 − .5 · 2/3 = 1/6, variances 1/6 and 2/9.
    assert low.correlation.value == high.correlation.value == pytest.approx((1 / 6) / (1 / 6 * 2 / 9) ** 0.5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"threshold": 0.0}, "threshold: expected more than 0 and at most 1, found 0"),
        ({"metrics": ["carb"]}, "expected tuples, as CaRB's gold has them, for carb, found facts"),
        ({"metrics": ["crab"]}, "unknown metric of extractions 'crab'; did you mean 'carb'?"),
    ],
)
def test_bad_choices(change, message):
    with pytest.raises(InputError) as caught:
        against_gold(STUDY, GOLD, **change)
    assert message in str(caught.value)


def test_a_study_of_other_sentences_is_refused():
    other = study_of((OTHER, Extraction("came", ("Nobody",)), C))
    with pytest.raises(KaratError, match=r"s: expected sentences of .*, found none of them"):
        against_gold(other, GOLD)


@pytest.mark.parametrize(
    "slots", [("Ms. Agan's", "didn't pay", "U.S. tax"), ("Ms . Agan 's", "did n ' t pay", "U . S . tax")]
)
def test_words_are_divided_as_in_the_sentence(slots):
    text = "Ms. Agan 's firm did n't pay U.S. tax ."
    gold = gold_from({text: [("Ms. Agan 's", "did n't pay", "U.S. tax")]})
    study = study_of((text, Extraction(slots[1], (slots[0], slots[2])), C))
    assert [against_gold(study, gold, options=Options(tokens=tokens))[0].both for tokens in ("aligned", "exact")] == [
        1,
        0,
    ]
