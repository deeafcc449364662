"""Facet P as a choice: its ranking of BenchIE's nine systems, and that neither padding nor repeating is rewarded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from karat.benchmarks import benchmark_named, load_gold
from karat.metrics.oie.benchie import people_rule
from karat.metrics.oie.people.steps import KEPT, PeopleStep
from karat.model import Extraction, Fact
from karat.results import Evaluation

pytestmark = pytest.mark.published

ROOT = Path(__file__).parents[2]
SOME = ("clausie", "openie6")
"""The best system by P, and the one with most added phrases; all nine are long."""

LIMITING = (
    "only just merely simply even many most some all several few both each every any no not never two three probably "
    "allegedly possibly almost nearly mostly mainly about over more less first second final single one half fully "
    "partly relatively very such other another her his its their"
)

Scores = Mapping[str, Mapping[str, tuple[float, float, float]]]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "benchmarks")
        import people_choice  # the folder of the scripts is no package

        return people_choice


@pytest.fixture(scope="module")
def evaluation(data: Path, script: ModuleType) -> Evaluation:
    return script.rank_systems()


@pytest.fixture(scope="module")
def scores(evaluation: Evaluation, script: ModuleType) -> Scores:
    return script.score_changed(evaluation, SOME)


@pytest.mark.long
def test_the_page_has_what_is_measured_of_all_systems(evaluation: Evaluation, script: ModuleType) -> None:
    scores = script.score_changed(evaluation)
    measured = "\n".join(script.tables(evaluation, scores))
    assert measured in script.PAGE.read_text(encoding="utf-8"), "run benchmarks/people_choice.py --write"
    check_changes(scores)


def test_the_page_has_the_ranking(evaluation: Evaluation, script: ModuleType) -> None:
    measured = "\n".join(script.ranking_table(evaluation))
    assert measured in script.PAGE.read_text(encoding="utf-8"), "run benchmarks/people_choice.py --write"


def test_unchanged_extractions_score_as_in_an_evaluation(evaluation: Evaluation, scores: Scores) -> None:
    for system, values in scores["as they are"].items():
        measured = evaluation[system]["benchie", "P"]
        assert values == (measured.precision.value, measured.recall.value, measured.f1.value)


def test_neither_padding_nor_repeating_raises_a_score(scores: Scores) -> None:
    check_changes(scores)


def check_changes(scores: Scores) -> None:
    """Padding raises no value; padded copies raise no precision and no F1; repeating changes nothing."""
    unchanged = scores["as they are"]
    for system, before in unchanged.items():
        for change in ("object to the end", "arguments with the rest"):
            assert all(after <= value for after, value in zip(scores[change][system], before, strict=True)), system
        copies = scores["each also to the end"][system]
        assert copies[0] <= before[0], system
        assert copies[2] <= before[2], system
    assert scores["three times"] == unchanged


def moved(fact: Fact) -> Iterator[Extraction]:
    """A fact in full, with an optional word that limits it at an edge of an argument other than its own."""
    for slot, chunks in enumerate(each.chunks for each in fact):
        for place, chunk in enumerate(chunks):
            if chunk.optional and (chunk.text.lower() in LIMITING.split() or chunk.text.isdecimal()):
                for argument in {0, 2} - {slot}:
                    for is_first in (True, False):
                        texts = [" ".join(each.words) for each in fact]
                        texts[slot] = " ".join(each.text for number, each in enumerate(chunks) if number != place)
                        texts[argument] = " ".join(
                            [chunk.text, texts[argument]] if is_first else [texts[argument], chunk.text]
                        )
                        yield Extraction(texts[1], (texts[0], texts[2]))


def test_words_that_limit_a_fact_cannot_move(data: Path) -> None:
    exact = people_rule([step for step in KEPT if step is not PeopleStep.ORDER])
    tried = accepted = 0
    for gold in load_gold(benchmark_named("benchie-en")).facts:
        assert gold is not None
        extractions = [each for synset in gold.annotation.synsets for fact in synset.facts for each in moved(fact)]
        for extraction in dict.fromkeys(extractions):
            verdicts = [rule.rulings([extraction], rule.prepared(gold))[0].correct for rule in (people_rule(), exact)]
            tried += 1
            accepted += verdicts == [True, False]
    assert tried > 2000
    assert accepted == 0


def test_p_accepts_what_exact_matching_accepts(evaluation: Evaluation) -> None:
    for system in evaluation:
        exact, people = (system["benchie", facet].score.masses for facet in ("default", "P"))
        assert people.matched_gold >= exact.matched_gold
        rulings = system.peoples_rulings()
        lost = [
            verdict
            for verdict, ruling in zip(system.verdicts, rulings, strict=True)
            if verdict.correct and not ruling.correct
        ]
        assert lost == []
