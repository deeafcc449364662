"""The report of a study: every figure of a small one redone by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from karat.errors import InputError
from karat.model import Extraction, Modality, Polarity, Sentence
from karat.model.study import AttributionLabel, FactLabel, Label, Source, Study, Task
from karat.results.agreement.coefficients import cohen
from karat.results.study.measuring import measure_study
from karat.results.study.report import Proportion, proportion, wilson

C, I = FactLabel.CORRECT, FactLabel.INCORRECT  # noqa: E741 - as the labels are keyed
RIGHT, WRONG, NONE = AttributionLabel.CORRECT, AttributionLabel.INCORRECT, AttributionLabel.NONE
SURE = {"polarity": Polarity.POSITIVE, "modality": Modality.CERTAINTY}
MAYBE = {"polarity": Polarity.NEGATIVE, "modality": Modality.POSSIBILITY}


def task(key: str, sentence: str, sources: str, confidence: float | None = None, repeat_of: str | None = None, **more):
    """Make a task; a source with a sign is not sampled for its system."""
    extraction = Extraction("sees", ("Ann", f"thing {repeat_of or key}"), **more)
    made = tuple(Source(name.rstrip("!"), confidence, not name.endswith("!")) for name in sources.split())
    return Task(key, Sentence(sentence, f"Sentence {sentence} ."), extraction, None, made, repeat_of)


TASKS = (
    task("1", "s1", "a b", 0.9, **SURE),
    task("2", "s1", "a", 0.8, **SURE),
    task("3", "s2", "a", 0.7, **MAYBE),
    task("4", "s2", "b a!", 0.6),
    task("5", "s3", "b", 0.5),
    task("6", "s3", "a", 0.4),
    task("7", "s3", "a", 0.3),
    task("8", "s1", "a b", repeat_of="1", **SURE),
    task("9", "s2", "a", repeat_of="3", **MAYBE),
)
LABELS = (
    # 1: agreed, correct
    Label("1", "ann", C, RIGHT, active_ms=1000),
    Label("1", "ben", C, RIGHT, active_ms=2000),
    # 2: agreed that it is incorrect, F4 named by both, F1 by one of two
    Label("2", "ann", I, NONE, ("F1", "F4"), active_ms=4000),
    Label("2", "ben", I, NONE, ("F4",)),
    # 3: they differ, adjudicated as incorrect
    Label("3", "ann", C, WRONG, ("A2",)),
    Label("3", "ben", I, WRONG, ("F6", "A2")),
    Label("3", "eve", I, WRONG, ("F7", "A3"), adjudicated=True),
    # 4: they differ, nobody decided
    Label("4", "ann", C, NONE),
    Label("4", "ben", I, NONE, ("F3",)),
    # 5: one label, and one that is still open
    Label("5", "ann", C, NONE),
    Label("5", "ben", I, NONE, ("F3",), unsure=True),
    # 6: a machine alone
    Label("6", "bot", C, NONE, machine=True),
    # 7: three labels, two people and a machine
    Label("7", "ann", C, RIGHT),
    Label("7", "ben", C, WRONG, ("A1",)),
    Label("7", "bot", I, WRONG, ("F2", "A1"), machine=True),
    Label("8", "ann", C, RIGHT),
    Label("8", "ben", I, RIGHT, ("F2",)),
    Label("9", "ann", C, RIGHT),
)
STUDY = Study(
    "small",
    TASKS,
    LABELS,
    {"systems": {"a": {"extractions": 50, "sentences": 10}, "b": {"extractions": 3, "sentences": 10}}},
)


@pytest.fixture(scope="module")
def report():
    return measure_study(STUDY)


def test_progress(report):
    expected = {
        "tasks": 7,
        "repeats": 2,
        "labelled": 6,  # all but 6, which has a machine's label only
        "adjudicated": 1,
        "agreed": 2,  # 1 and 2
        "majority": 0,
        "alone": 1,  # 5
        "undecided": 2,  # 4 in the fact, 7 in the attribution
        "unsure": 1,
    }
    assert report.progress.to_json() == expected


def test_precision_counts_what_was_sampled_and_decided(report):
    a, b = report.systems
    # a: 1 correct, 2 and 3 incorrect, 7 correct; 4 is not sampled for it, 6 has no label of a person.
    assert a.fact == proportion([("s1", True), ("s1", False), ("s2", False), ("s3", True)])
    assert str(a.fact) == "50.0 % (2/4)"
    assert a.fact.interval == wilson(2, 4)
    # b: 1 and 5 correct, 4 undecided.
    assert b.fact == proportion([("s1", True), ("s3", True)])
    assert (a.extractions, a.sampled, b.extractions, b.sampled) == (50, 5, 3, 3)


def test_attribution_leaves_none_out_and_counts_it(report):
    a, b = report.systems
    # a: 1 right, 3 wrong; 2 none; 7 undecided.
    assert (a.attribution.count, a.attribution.total, a.attribution_none) == (1, 2, 1)
    # b: 1 right; 4 and 5 none.
    assert (b.attribution.count, b.attribution.total, b.attribution_none) == (1, 1, 2)


def test_correct_and_correctly_attributed(report):
    a, b = report.systems
    assert (a.both.count, a.both.total) == (1, 3)  # 1; not 2, not 3; 7 has no attribution
    assert (b.both.count, b.both.total) == (2, 2)  # 1, and 5, where there is nothing to attribute


def test_yield_is_scaled_to_all_extractions(report):
    a, b = report.systems
    assert (a.yield_.value, a.yield_.scaled, a.yield_.labelled_correct, a.yield_.per_sentence) == (25.0, True, 2, 2.5)
    assert a.yield_.interval is not None
    assert a.yield_.interval.low == pytest.approx(50 * a.fact.clustered.low)
    assert (b.yield_.value, b.yield_.scaled) == (3.0, True)  # 2 of 2 labelled, 3 in all
    whole = measure_study(replace(STUDY, labels=(*LABELS, Label("4", "eve", C, NONE, adjudicated=True))))
    assert (whole.systems[1].yield_.value, whole.systems[1].yield_.scaled) == (3.0, False)
    assert whole.systems[1].yield_.interval is None


def test_the_curve_by_confidence(report):
    a, b = report.systems
    points = [(each.confidence, each.precision.count, each.precision.total, each.yield_) for each in a.curve]
    # 50 extractions, 4 of them labelled: each stands for 12.5.
    assert points == [(0.9, 1, 1, 12.5), (0.8, 1, 2, 12.5), (0.7, 1, 3, 12.5), (0.3, 2, 4, 25.0)]
    assert [(each.confidence, each.yield_) for each in b.curve] == [(0.9, 1.5), (0.5, 3.0)]


def test_equally_confident_extractions_are_one_point():
    tasks = [task(str(number), f"s{number}", "a", 0.5 if number < 3 else 0.25) for number in range(5)]
    labels = [Label(str(number), "ann", C if number % 2 else I) for number in range(5)]
    (system,) = measure_study(Study("s", tuple(tasks), tuple(labels))).systems
    assert [(each.confidence, each.precision.count, each.precision.total) for each in system.curve] == [
        (0.5, 1, 3),
        (0.25, 2, 5),
    ]


def test_one_confidence_makes_no_curve():
    tasks = [task(str(number), "s", "a", 1.0) for number in range(3)]
    (system,) = measure_study(Study("s", tuple(tasks), tuple(Label(str(n), "ann", C) for n in range(3)))).systems
    assert system.curve == ()


def test_factuality_classes(report):
    a, b = report.systems
    assert [(each.name, each.fact.count, each.fact.total) for each in a.classes] == [
        ("(+,CT)", 1, 2),
        ("(-,PS)", 0, 1),
        ("—", 1, 1),
    ]
    assert [(each.name, each.fact.count, each.fact.total) for each in b.classes] == [("(+,CT)", 1, 1), ("—", 1, 1)]


def test_rules_broken(report):
    a, b = report.systems
    assert {rule: count for rule, count in a.rules if count} == {"F1": 1, "F4": 1, "F7": 1, "A3": 1}
    assert len(a.rules) == 15
    assert not any(count for _, count in b.rules)


def test_a_rule_needs_half_of_those_who_found_it_incorrect():
    labels = [Label("5", name, I, rules=("F1", rule)) for name, rule in (("x", "F2"), ("y", "F2"), ("z", "F3"))]
    (_, b) = measure_study(replace(STUDY, labels=tuple(labels))).systems
    assert {rule for rule, count in b.rules if count} == {"F1", "F2"}


def test_people_agree_on_raw_labels_without_machines_and_repeats(report):
    fact = report.agreement.fact
    # Both labelled 1, 2, 3, 4 and 7: equal in 1, 2 and 7.
    assert (fact.raters, fact.items, fact.labels, fact.raw.value) == (("ann", "ben"), 5, 10, 3 / 5)
    assert fact.prevalence == (("correct", 0.6), ("incorrect", 0.4))
    # ann: 4 of 5 correct, ben: 2 of 5; by chance .8 · .4 + .2 · .6 = .44
    assert fact.cohen.value == pytest.approx((0.6 - 0.44) / 0.56)
    attribution = report.agreement.attribution
    assert (attribution.items, attribution.raw.value) == (5, 4 / 5)
    assert dict(attribution.prevalence) == {"correct": 0.3, "incorrect": 0.3, "none": 0.4}


def test_agreement_on_rules(report):
    rules = {each.rule: each.agreement for each in report.agreement.rules}
    assert (rules["F4"].items, rules["F4"].raw.value) == (1, 1.0)  # task 2 alone is incorrect to all
    assert (rules["F1"].items, rules["F1"].raw.value) == (1, 0.0)
    assert (rules["A2"].items, rules["A2"].raw.value) == (1, 1.0)  # task 3
    assert report.agreement.rule_sets.raw.value == 0.0
    assert dict(report.agreement.rule_sets.prevalence) == {"F1+F4": 0.5, "F4": 0.5}


def test_pairs_mark_machines(report):
    pairs = {(each.a, each.b): each for each in report.agreement.pairs}
    assert {pair: each.machine for pair, each in pairs.items()} == {
        ("ann", "ben"): False,
        ("ann", "bot"): True,
        ("ben", "bot"): True,
    }
    assert pairs["ann", "bot"].fact.items == 1
    assert pairs["ben", "bot"].attribution.raw.value == 1.0


def test_self_consistency(report):
    # ann: 1 and 8 the same, 3 and 9 the same in the fact but not in the attribution; ben: 1 and 8 differ.
    together = report.self_consistency
    assert (together.fact.count, together.fact.total) == (2, 3)
    assert (together.attribution.count, together.attribution.total) == (2, 3)
    assert together.fact_kappa == cohen([[2, 1], [0, 0]])
    ann, ben, bot = report.labellers
    assert (ann.self_consistency.fact.count, ann.self_consistency.fact.total) == (2, 2)
    assert (ben.self_consistency.fact.count, ben.self_consistency.fact.total) == (0, 1)
    assert bot.self_consistency.fact == Proportion(0, 0)


def test_labellers(report):
    ann, ben, bot = report.labellers
    assert [(each.labeller, each.machine) for each in report.labellers] == [
        ("ann", False),
        ("ben", False),
        ("bot", True),
    ]
    assert (ann.labelled, ann.unsure, ann.correct.count, ann.correct.total, ann.median_ms) == (6, 0, 5, 6, 2500.0)
    assert (ben.labelled, ben.unsure, ben.correct.count, ben.correct.total, ben.median_ms) == (5, 1, 2, 5, 2000.0)
    assert (bot.labelled, bot.median_ms) == (2, None)
    assert ann.final is None
    assert bot.final is not None
    # Of what the machine labelled, people decided 7 alone, and otherwise.
    assert (bot.final.items, bot.final.raw.value, bot.final.raters) == (1, 0.0, ("bot", "people"))


def test_machines_count_if_asked_for():
    report = measure_study(STUDY, with_machines=True)
    a, _ = report.systems
    # 6 is decided by the machine; 7 is undecided, as the machine differs from both people.
    assert (a.fact.count, a.fact.total) == (2, 4)
    assert report.agreement.fact.raters == ("ann", "ben", "bot")
    assert report.agreement.fact.cohen.value is None
    assert report.agreement.fact.fleiss.value is not None
    assert report.labellers[2].final == measure_study(STUDY).labellers[2].final
    assert "machines:yes" in report.signature


def test_majorities_if_asked_for():
    more = replace(STUDY, labels=(*LABELS, Label("4", "cat", C, NONE)))
    left_out, by_majority = (measure_study(more, undecided=way).systems[1].fact for way in ("leave out", "majority"))
    assert (left_out.count, left_out.total) == (2, 2)
    assert (by_majority.count, by_majority.total) == (3, 3)
    assert measure_study(STUDY, undecided="majority").systems[1].fact.total == 2  # one to one is no majority


def test_what_adjudication_leaves_out_stays_as_people_said():
    labels = (
        Label("5", "ann", I, WRONG, ("F1", "A1")),
        Label("5", "ben", I, RIGHT, ("F1",)),
        Label("5", "eve", None, WRONG, ("A2",), adjudicated=True),
        Label("1", "ann", C, RIGHT),
        Label("1", "ben", I, RIGHT, ("F1",)),
        Label("1", "eve", None, RIGHT, adjudicated=True),
    )
    report = measure_study(replace(STUDY, labels=labels))
    assert (report.progress.adjudicated, report.progress.undecided) == (1, 1)
    _, b = report.systems
    assert {rule for rule, count in b.rules if count} == {"F1", "A2"}
    assert (b.fact.count, b.fact.total) == (0, 1)


def test_comparisons(report):
    facts, both = report.comparisons
    assert (facts.a, facts.b, facts.measure, both.measure) == ("a", "b", "fact", "both")
    assert facts.difference == 2 / 4 - 2 / 2
    assert facts.interval is not None
    assert facts.interval.low <= facts.difference <= facts.interval.high
    assert 0 < facts.p <= 1
    assert facts.p_holm == facts.p  # one pair
    # s1: a has 1 of 2 right, b 1 of 1; s3: both 1 of 1.
    test = facts.mcnemar
    assert (test.sentences, test.both_right, test.only_a, test.only_b, test.both_wrong) == (2, 1, 0, 1, 0)
    assert test.p == 1.0


def test_mcnemar_is_that_of_statsmodels():
    peer = pytest.importorskip("statsmodels.stats.contingency_tables")
    outcomes = [(C, C)] * 5 + [(C, I)] * 9 + [(I, C)] * 2 + [(I, I)] * 4
    tasks, labels = [], []
    for number, pair in enumerate(outcomes):
        for system, label in zip("ab", pair, strict=True):
            tasks.append(task(f"{system}{number}", f"s{number}", system))
            labels.append(Label(f"{system}{number}", "ann", label))
    (comparison,) = measure_study(Study("s", tuple(tasks), tuple(labels))).comparisons
    expected = peer.mcnemar([[5, 9], [2, 4]], exact=True).pvalue
    assert comparison.mcnemar.p == pytest.approx(expected)
    assert comparison.difference == pytest.approx(7 / 20)
    assert comparison.interval is not None
    assert comparison.interval.low < 7 / 20 < comparison.interval.high


def test_the_report_is_json(report):
    written = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert written["systems"][0]["fact"]["count"] == 2
    assert written["agreement"]["fact"]["cohen"]["value"] == report.agreement.fact.cohen.value
    assert written["systems"][0]["rules"]["F4"] == 1
    assert set(written) == {
        "name", "level", "undecided", "with_machines", "resamples", "seed", "signature", "progress", "systems",
        "comparisons", "agreement", "self_consistency", "labellers", "automatic",
    }  # fmt: skip


def test_the_seed_decides_the_bootstrap(report):
    assert measure_study(STUDY) == report
    other = measure_study(STUDY, seed=1)
    assert other.systems == report.systems
    assert "seed:1" in other.signature


def test_without_resamples_there_is_no_bootstrap():
    report = measure_study(STUDY, resamples=0)
    assert report.comparisons[0].interval is None
    assert report.comparisons[0].p is None
    assert report.comparisons[0].mcnemar.p == 1.0
    assert report.agreement.fact.alpha.interval is None
    assert report.systems[0].fact.interval is not None


def test_a_study_without_labels_has_a_report():
    report = measure_study(replace(STUDY, labels=()))
    assert report.progress.labelled == 0
    assert str(report.systems[0].fact) == "— (0/0)"
    assert report.comparisons == ()
    assert report.agreement.fact.raw.value is None
    json.dumps(report.to_json(), allow_nan=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"undecided": "random"}, "unknown way with undecided extractions 'random'. Known: leave out, majority"),
        ({"level": 1.0}, "level: expected a confidence from 0.5 to less than 1, such as 0.95, found 1"),
        ({"resamples": -1}, "resamples: expected 0 or more, found -1"),
    ],
)
def test_bad_choices(change, message):
    with pytest.raises(InputError) as caught:
        measure_study(STUDY, **change)
    assert str(caught.value) == message


def test_a_study_without_tasks_is_refused():
    with pytest.raises(InputError, match="study 's': expected at least one extraction, found none"):
        measure_study(Study("s", ()))


def uneven_study(drawn: int, **info) -> Study:
    """Ten sentences with one correct extraction each and ten with nine incorrect ones; ``drawn`` of each sampled."""
    tasks, labels = [], []
    for number in range(20):
        for copy in range(min(drawn, 9 if number % 2 else 1)):
            tasks.append(task(f"{number}-{copy}", f"s{number}", "a", number / 20))
            labels.append(Label(f"{number}-{copy}", "ann", I if number % 2 else C))
    return Study("s", tuple(tasks), tuple(labels), {"systems": {"a": {"extractions": 100, "sentences": 20}}, **info})


def test_a_sample_per_sentence_gives_no_yield():
    (system,) = measure_study(uneven_study(1, per="sentence", sample=1)).systems
    assert (system.fact.count, system.fact.total) == (10, 20)
    assert system.uneven
    assert (system.yield_.value, system.yield_.interval, system.yield_.per_sentence) == (None, None, None)
    assert system.curve == ()


def test_a_sample_per_sentence_that_leaves_nothing_out_is_a_count():
    (system,) = measure_study(uneven_study(9, per="sentence", sample=9)).systems
    assert (system.uneven, system.yield_.value, system.yield_.scaled) == (False, 10.0, False)
    assert system.curve
    (system,) = measure_study(uneven_study(1, per="system", sample=20)).systems
    assert (system.uneven, system.yield_.value) == (False, 50.0)


def test_all_coefficients_are_of_the_extractions_with_two_labels(report):
    """5 has one label, so the two people together are measured as the pair that they are, AC1 and intervals, too."""
    (pair,) = (each for each in report.agreement.pairs if not each.machine)
    assert report.agreement.fact == pair.fact
    assert report.agreement.attribution == pair.attribution
    # Of 10 labels 6 are correct: by Gwet chance gives 2 · .6 · .4 = .48.
    assert report.agreement.fact.ac1.value == pytest.approx((0.6 - 0.48) / 0.52)


def test_unsure_are_peoples_labels_without_hidden_repeats():
    more = (
        Label("9", "ben", I, NONE, ("F1",), unsure=True),  # a hidden repeat
        Label("4", "bot", C, NONE, unsure=True, machine=True),
        Label("7", "eve", None, RIGHT, unsure=True, adjudicated=True),
    )
    study = replace(STUDY, labels=(*LABELS, *more))
    report = measure_study(study, resamples=0)
    assert report.progress.unsure == 1  # ben's of 5
    assert {each.labeller: each.unsure for each in report.labellers} == {"ann": 0, "ben": 1, "bot": 1}
    assert measure_study(study, resamples=0, with_machines=True).progress.unsure == 2


def test_what_a_majority_decides_is_not_open():
    study = replace(STUDY, labels=(*LABELS, Label("4", "cat", C, NONE)))
    left_out, by_majority = (measure_study(study, undecided=way).progress for way in ("leave out", "majority"))
    assert (left_out.majority, left_out.undecided) == (0, 2)
    assert (by_majority.majority, by_majority.undecided) == (1, 1)  # 4 is decided; 7 is one to one in the attribution
    for found in (left_out, by_majority):
        parts = found.adjudicated + found.agreed + found.majority + found.alone + found.undecided
        assert parts == found.labelled
