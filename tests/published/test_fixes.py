"""What each cause of mistakes costs, on the real files: causes add up, and the largest of each system."""

from __future__ import annotations

import pytest

from karat.results import Evaluation, evaluate

pytestmark = pytest.mark.published

# System: the cause of wrong extractions that costs most F1, and that of missed facts. Ours, no published figures.
LARGEST = {
    "clausie": ("too long an object: 74 extractions, F1 .339 → .392", "fact not extracted: 768 facts, F1 .339 → .793"),
    "minie": (
        "wrong relation and object: 106 extractions, F1 .337 → .394",
        "fact not extracted: 663 facts, F1 .337 → .719",
    ),
    "openie6": ("too long an object: 184 extractions, F1 .254 → .372", "fact not extracted: 690 facts, F1 .254 → .659"),
    "roi_t": (
        "too long an object: 44 extractions, F1 .130 → .182",
        "nothing extracted from the sentence: 561 facts, F1 .130 → .607",
    ),
    "m2oie_en": (
        "too long an object: 118 extractions, F1 .228 → .351",
        "fact not extracted: 807 facts, F1 .228 → .755",
    ),
}


@pytest.fixture(scope="module", params=["benchie-en", pytest.param("benchie-fl", marks=pytest.mark.long), "benchie-hi"])
def evaluation(request: pytest.FixtureRequest, data: object) -> Evaluation:
    return evaluate(benchmark=request.param, resampling=None)


def test_causes_add_up(evaluation: Evaluation) -> None:
    for system in evaluation:
        measurement = system.first
        diagnosis = system.diagnosis()
        fixes = diagnosis.fixes()
        assert diagnosis.score.masses == measurement.score.masses
        assert sum(len(fix.missed) for fix in fixes) == len(diagnosis.missed) == measurement.counts["missed"]
        assert sum(len(fix.wrong) for fix in fixes) == len(diagnosis.wrong)
        if measurement.metric != "benchie_hi":  # which counts repetitions once
            assert len(diagnosis.wrong) == measurement.counts["spurious"]
        assert [fix.gain for fix in fixes] == sorted((fix.gain for fix in fixes), reverse=True)
        if measurement.metric == "benchie":
            assert min(fix.gain for fix in fixes) >= 0
        if evaluation.benchmark == "benchie-en" and system.name in LARGEST:
            of_extractions, of_facts = (
                next(fix for fix in fixes if (fix.remedy == "add") == added) for added in (False, True)
            )
            assert (str(of_extractions), str(of_facts)) == LARGEST[system.name]
