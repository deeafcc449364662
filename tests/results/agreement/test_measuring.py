"""Metrics against people's labels, on sentences of our own that can be counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import karat
from karat.errors import KaratError
from karat.metrics import OIE_METRICS
from karat.results.agreement.measuring import LabelAgreement
from karat.results.measurement import measurement_label

GOLD = """sent_id:1\tAnn moved to Oslo in May .
1--> Cluster 1:
Ann --> moved to --> Oslo
Ann --> moved --> to Oslo
1--> Cluster 2:
Ann --> moved [to Oslo] in --> May

sent_id:2\tBo sold the old boat .
2--> Cluster 1:
Bo --> sold --> [the] [old] boat
"""
CARB = "Ann moved to Oslo in May .\tmoved to\tAnn\tOslo\nBo sold the old boat .\tsold\tBo\tthe old boat\n"
LABELS = [
    # system, sentence, subject, relation, object, people's label
    ("a", 1, "Ann", "moved to", "Oslo", 1),
    ("a", 1, "Ann", "moved to", "Oslo in May", 1),  # exact matching refuses it
    ("a", 2, "Bo", "sold", "the boat", 1),
    ("b", 1, "Ann", "moved", "Oslo", 0),
    ("b", 2, "Bo", "sold", "boat", 0),  # exact matching accepts it
    ("b", 2, "Bo", "sold the", "old boat", 0),
    ("c", 2, "the boat", "sold", "Bo", 0),
]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (tmp_path / "carb.tsv").write_text(CARB, encoding="utf-8")
    rows = ["system\tid\tsubject\trelation\tobject\tlabel", *("\t".join(map(str, each)) for each in LABELS)]
    (tmp_path / "labels.tsv").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path


def measured(files: Path, *metrics: str, **choices: object) -> LabelAgreement:
    choices = {"gold": files / "gold.txt", "carb_gold": files / "carb.tsv", "resampling": None, **choices}
    return karat.agreement(metrics, labels=files / "labels.tsv", **choices)


def test_by_hand(files: Path) -> None:
    report = measured(files, "benchie", "benchie-C")
    assert (report.items, report.correct, report.sentences, report.systems) == (7, 3, 2, ("a", "b", "c"))
    exact, joined = (each.agreement for each in report)
    assert (exact.both, exact.only_verdict, exact.only_people, exact.neither) == (2, 1, 1, 3)
    assert exact.precision.value == 2 / 3
    assert exact.recall.value == 2 / 3
    assert exact.kappa.value == pytest.approx((5 / 7 - 25 / 49) / (1 - 25 / 49))
    # Joined slots accept (moved to; Oslo in May) and (sold the; old boat) as well.
    assert (joined.both, joined.only_verdict, joined.only_people, joined.neither) == (3, 2, 0, 2)
    assert [each.people.value for each in report["benchie"].systems] == [1, 0, 0]
    assert [each.precision for each in report["benchie"].systems] == [2 / 3, 1 / 3, 0]
    assert [each.agreement.items for each in report["benchie"].systems] == [3, 3, 1]


def test_ranks(files: Path) -> None:
    # People: 1, 0, 0; the metric's precision: 2/3, 1/3, 0. Of three pairs, two agree and people tie the third.
    ranks = measured(files, "benchie")["benchie"].by_precision
    assert ranks.tau.value == pytest.approx(2 / (2 * 3) ** 0.5)


def test_disagreements_say_what_is_closest(files: Path) -> None:
    found = measured(files, "benchie")["benchie"].disagreements
    assert [(each.system, each.kind, each.extraction.triple[2], each.closest) for each in found] == [
        ("a", "only people", "Oslo in May", "(Ann; moved to; Oslo)"),
        ("b", "only the metric", "boat", "(Bo; sold; [the] [old] boat)"),
    ]
    assert [each.text for each in found] == ["Ann moved to Oslo in May .", "Bo sold the old boat ."]


def test_a_rule_judges_the_extractions_of_a_system_together(files: Path) -> None:
    """BenchIE-FL gives a synset to one extraction of a system, and to one of every other system as well."""
    rows = [
        {"id": "2", "system": system, "subject": "Bo", "relation": "sold", "object": "the old boat", "label": 1}
        for system in ("a", "a", "b")
    ]
    report = karat.agreement("benchie_fl", labels=rows, gold=files / "gold.txt", resampling=None)
    found = report["benchie_fl"]
    assert (found.agreement.both, found.agreement.only_people) == (2, 1)
    (refused,) = found.disagreements
    assert refused.system == "a"
    assert "an earlier extraction has taken that synset" in refused.reason


def test_peoples_measure_and_its_steps(files: Path) -> None:
    """People's measure accepts the longer object unless the same system states the fact better, as a does."""
    rows = [
        {"id": "1", "system": system, "subject": "Ann", "relation": "moved to", "object": where, "label": 1}
        for system, where in (("a", "Oslo"), ("a", "Oslo in May"), ("b", "Oslo in May"))
    ]

    def accepted(*metrics: str, **options: object) -> list[int]:
        choices = karat.Options(**options)
        report = karat.agreement(metrics, labels=rows, gold=files / "gold.txt", resampling=None, options=choices)
        return [each.agreement.both for each in report]

    assert accepted("benchie", "benchie-P") == [1, 2]
    assert accepted("benchie", "benchie-p", people_steps=()) == [1, 1]
    with pytest.raises(KaratError, match=r"expected a metric with facet P for --people-steps, found benchie, carb"):
        accepted("benchie", "carb", people_steps=())


def test_extractions_without_a_label_are_judged_beside_the_others(files: Path) -> None:
    """People's measure refuses the longer object beside the shorter one, also where only the longer has a label."""
    rows = [
        {"id": sentence, "system": system, "subject": "Ann", "relation": "moved to", "object": where, "label": label}
        for system, sentence, where, label in (
            ("a", "1", "Oslo", None),
            ("a", "1", "Oslo in May", 0),
            ("b", "1", "Oslo", None),
            ("a", "9", "Rome", None),
        )
    ]
    report = karat.agreement("benchie-P", labels=rows, gold=files / "gold.txt", resampling=None)
    found = report["benchie-P"]
    assert (report.items, report.systems, report.sentences) == (1, ("a",), 1), "b has no label, sentence 9 neither"
    assert (found.agreement.items, found.agreement.neither) == (1, 1)
    (system,) = found.systems
    assert (system.people.value, system.precision) == (0, 0.5)


@pytest.mark.parametrize(
    ("score", "scores"),
    [
        # (Ann; moved to; Oslo in May) has 4 of its 6 words in CaRB's tuple, which has all of its own 4 there.
        pytest.param("precision", [1, 4 / 6, 1], id="precision"),
        pytest.param("similarity", [1, 2 * (4 / 6) * 1 / (4 / 6 + 1), 2 * 1 * (4 / 5) / (1 + 4 / 5)], id="similarity"),
    ],
)
def test_scores_of_carb(files: Path, score: str, scores: list[float]) -> None:
    report = measured(files, "carb", score=score, threshold=1.0)
    shown = {each.extraction.triple: each.score for each in report["carb"].disagreements}
    for (_, _, *triple, _), expected in zip(LABELS, scores, strict=False):
        assert shown.get(tuple(triple), 1) == pytest.approx(expected)


def test_oie2016_says_yes_or_no_unless_asked_for_its_similarity(files: Path) -> None:
    assert measured(files, "oie2016")["oie2016"].threshold is None
    graded = measured(files, "oie2016", score="similarity", threshold="best")["oie2016"]
    assert graded.threshold is not None
    assert "accepts:>=" in graded.signature


def test_thresholds(files: Path) -> None:
    best = measured(files, "carb", "benchie", threshold="best")
    cut = best["carb"].threshold
    assert (cut.origin, best["benchie"].threshold) == ("these labels", None)
    every = [measured(files, "carb", threshold=value / 20)["carb"].agreement.kappa.value for value in range(1, 21)]
    assert best["carb"].agreement.kappa.value >= max(every)
    written = files / "found.json"
    from karat.results.serialisation import write

    write(best.to_json(), written)
    again = measured(files, "carb", threshold_from=written)["carb"]
    assert again.threshold == cut, "on the labels that it was found on, it still flatters"
    rows = (files / "labels.tsv").read_text(encoding="utf-8").splitlines()
    (files / "labels.tsv").write_text("\n".join([rows[0], *reversed(rows[1:])]), encoding="utf-8")
    assert measured(files, "carb", threshold_from=written)["carb"].threshold == cut, "in any order"
    (files / "labels.tsv").write_text("\n".join(rows[:-1]), encoding="utf-8")
    other = measured(files, "carb", threshold_from=written)["carb"]
    assert (other.threshold.value, other.threshold.origin) == (cut.value, "other labels")
    assert "/other_labels" in other.signature
    assert measured(files, "carb", threshold={"carb": 0.25})["carb"].threshold.value == 0.25
    with pytest.raises(KaratError, match=r"--threshold-from: expected a threshold of wire57, found none"):
        measured(files, "wire57", threshold_from=written)


def test_all_metrics_that_have_gold(files: Path) -> None:
    metrics = [each for each in OIE_METRICS if each.gold != "cliques" and each.name != "benchie_hi"]
    names = [measurement_label(each.name, facet) for each in metrics for facet in each.facets or (None,)]
    report = measured(files, *names)
    assert [each.metric for each in report] == names
    assert {each.agreement.items for each in report} == {7}


def test_the_golds_metrics_are_the_default(files: Path) -> None:
    assert [each.metric for each in measured(files)] == ["benchie", "carb"]
    assert [each.metric for each in measured(files, carb_gold=())] == ["benchie"], "carb has no gold"


def test_sentences_without_gold_for_a_metric_are_left_out_of_it(files: Path) -> None:
    (files / "carb.tsv").write_text(CARB.splitlines()[0] + "\n", encoding="utf-8")
    report = measured(files, "benchie", "carb")
    assert [each.agreement.items for each in report] == [7, 3]
    assert "carb: without 4 extractions of sentences that have no gold for it" in " ".join(str(report).split())


def test_the_order_of_labels_changes_nothing(files: Path) -> None:
    def figures(report: LabelAgreement) -> list[object]:
        return [(each.agreement.to_json(), each.by_f1.to_json()) for each in report]

    whole = measured(files, "benchie", "carb", "wire57")
    head, *rows = (files / "labels.tsv").read_text(encoding="utf-8").splitlines()
    (files / "labels.tsv").write_text("\n".join([head, *reversed(rows)]), encoding="utf-8")
    assert figures(measured(files, "benchie", "carb", "wire57")) == figures(whole)


@pytest.mark.parametrize(
    ("metrics", "choices", "message"),
    [
        pytest.param(["benchy"], {}, r"unknown metric of extractions 'benchy'; did you mean 'benchie'\?", id="unknown"),
        pytest.param(["robust"], {}, r"unknown metric of extractions 'robust'", id="cliques"),
        pytest.param(["carb", "CaRB"], {}, r"expected each metric once, found carb twice", id="twice"),
        pytest.param(["benchie"], {"gold": None}, r"expected a benchmark or a gold file, found neither", id="no gold"),
        pytest.param(["benchie_hi"], {}, r"expected what the gold of .* adds to facts", id="no gold of the kind"),
        pytest.param(["carb"], {"threshold": 0.0}, r"threshold: expected more than 0 and at most 1, found 0", id="0"),
        pytest.param(
            ["carb"], {"threshold": "most"}, r"threshold: expected a number or 'best', found 'most'", id="word"
        ),
        pytest.param(["benchie"], {"threshold": 7}, r"threshold: expected more than 0 and at most 1, found 7", id="7"),
        pytest.param(
            ["carb"],
            {"threshold": {"crab": 0.9}},
            r"unknown metric of extractions 'crab'; did you mean 'carb'\?",
            id="threshold of an unknown metric",
        ),
        pytest.param(
            ["carb"],
            {"threshold": {"WiRe57": 0.9}},
            r"threshold: expected one of a metric that is measured, found wire57",
            id="threshold of another metric",
        ),
        pytest.param(
            ["carb"],
            {"threshold": 0.9, "threshold_from": "found.json"},
            r"expected threshold or threshold_from, found both",
            id="two sources of thresholds",
        ),
        pytest.param(["carb"], {"score": "f1"}, r"unknown score 'f1'", id="score"),
        pytest.param(
            ["carb", "benchie"],
            {"threshold": {"benchie": 0.5}},
            r"threshold: expected a metric with scores between 0 and 1, found benchie, which says yes or no",
            id="a threshold of a metric that has none",
        ),
        pytest.param(
            ["benchie", "benchie-C"], {"threshold": "best"}, r"found benchie, benchie-C, which say yes or no", id="best"
        ),
        pytest.param(["benchie"], {"threshold": 0.5}, r"found benchie, which says yes or no", id="for nothing"),
    ],
)
def test_what_is_refused(files: Path, metrics: list[str], choices: dict[str, object], message: str) -> None:
    with pytest.raises(KaratError, match=message):
        measured(files, *metrics, **choices)


def test_other_sentences_are_refused(files: Path) -> None:
    row = {"id": "7", "system": "a", "subject": "Bo", "relation": "slept", "object": "", "label": 1}
    with pytest.raises(KaratError, match=r"expected a sentence id of gold, found '7'"):
        karat.agreement("benchie", labels=[row], gold=files / "gold.txt")


def test_intervals_are_over_sentences(files: Path) -> None:
    found = karat.agreement("benchie", labels=files / "labels.tsv", gold=files / "gold.txt")["benchie"]
    interval = found.agreement.kappa.interval
    assert interval is not None
    assert interval.low <= found.agreement.kappa.value <= interval.high
    assert "ci:bca/2000/seed:0/95" in found.signature
