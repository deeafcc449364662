"""A study small enough to compute every number by hand.

Of system *a*, the extractions 1, 2, 3 and 6 were labelled, of *b* 3, 4 and 5; 7 is 1 again. Ana and ben differ on 3,
which cleo decides, and on 4, which nobody does. A language model finds everything correct.
"""

from __future__ import annotations

from typing import Any

import pytest

from karat.model import Attribution, Extraction, Modality, Polarity, Quantity, Sentence
from karat.model.study import AttributionLabel, FactLabel, Label, Source, Study, Task
from karat.results.study.measuring import measure_study
from karat.results.study.report import StudyReport

SENTENCES = {
    "1": Sentence("1", "Ada tuned two pianos & left ."),
    "2": Sentence("2", "Bo did not sleep ."),
    "3": Sentence("3", "Critics say that Cy sings well ."),
}
SAYS = Attribution("Critics", "say", Polarity.POSITIVE, Modality.CERTAINTY)
CERTAIN: dict[str, Any] = {"polarity": Polarity.POSITIVE, "modality": Modality.CERTAINTY}

PIANOS = Extraction("tuned", ("Ada", "QUANT_O_1 pianos"), quantities=(Quantity("QUANT_O_1", "two"),))
CLAUSE = "Ada tuned two pianos"

TASKS = (
    Task("1", SENTENCES["1"], PIANOS, CLAUSE, (Source("a", 0.9),)),
    Task("2", SENTENCES["1"], Extraction("tuned", ("two", "pianos")), sources=(Source("a", 0.5),)),
    Task("3", SENTENCES["2"], Extraction("did not sleep", ("Bo",)), sources=(Source("a", 0.7), Source("b"))),
    Task("4", SENTENCES["2"], Extraction("sleep", ("Bo",), **CERTAIN), sources=(Source("b"),)),
    Task("5", SENTENCES["3"], Extraction("sings", ("Cy", "well"), attribution=SAYS, **CERTAIN), sources=(Source("b"),)),
    Task("6", SENTENCES["3"], Extraction("sings", ("Cy", "well")), sources=(Source("a", 0.6),)),
    Task("7", SENTENCES["1"], PIANOS, CLAUSE, (Source("a", 0.9),), "1"),
)
SAID = {
    "ana": {"1": "c", "2": "x F1", "3": "c", "4": "x F6", "5": "c", "6": "c", "7": "c"},
    "ben": {"1": "c", "2": "x F1", "3": "x F4", "4": "c", "5": "c", "6": "c", "7": "x F3"},
    "model": dict.fromkeys("1234567", "c"),
}
ATTRIBUTIONS = {"5": "correct", "6": "incorrect"}


def said(who: str, task: str, text: str) -> Label:
    label, *rules = text.split()
    attribution = AttributionLabel(ATTRIBUTIONS.get(task, "none"))
    if attribution is AttributionLabel.INCORRECT:
        rules.append("A1")
    fact = FactLabel.CORRECT if label == "c" else FactLabel.INCORRECT
    return Label(task, who, fact, attribution, tuple(rules), machine=who == "model", active_ms=2000)


@pytest.fixture(scope="session")
def study() -> Study:
    labels = [said(who, task, text) for who, texts in SAID.items() for task, text in texts.items()]
    decided = Label("3", "cleo", FactLabel.CORRECT, AttributionLabel.NONE, adjudicated=True)
    info = {"systems": {"a": {"extractions": 8, "sentences": 3}, "b": {"extractions": 3, "sentences": 3}}}
    return Study("small", TASKS, (*labels, decided), info)


@pytest.fixture(scope="session")
def report(study: Study) -> StudyReport:
    return measure_study(study, resamples=100)
