"""What annotating costs: BenchIE's gold replayed through the page's own commands."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import ModuleType

import pytest

from karat.results.gold.expansions import Expansions

pytestmark = pytest.mark.published

ROOT = Path(__file__).parents[2]
MOST = 3
"""Actions a triple on the English gold; a click a token costs 16.4."""


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    if not shutil.which("node") or not (ROOT / "web" / "node_modules").is_dir():
        pytest.skip("the replay needs Node and the packages of web/: make web")
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import annotation_cost  # the folder of the scripts is no package

    return annotation_cost


@pytest.mark.parametrize(("language", "every"), [("en", 50), ("de", 50), ("zh", 50)])
def test_slice_is_replayed(data: Path, script: ModuleType, language: str, every: int) -> None:
    """The page makes exactly the gold's triples and counts their extractions as Karat does."""
    cost = script.replay(data, language, every)
    gold = script.read_gold(data, language)[::every]
    synsets = {(a.sentence.id, number): s for a in gold for number, s in enumerate(a.synsets, start=1)}
    assert cost.synsets == len(synsets)
    assert (
        cost.actions < cost.click_by_click / 2
    )  # six sentences say no more; all of them are measured by make validate
    counted = {(id_, number): count for id_, number, count in cost.expansions}
    assert counted == {key: Expansions(synset.facts).count() for key, synset in synsets.items()}


@pytest.mark.long
def test_annotation_cost(data: Path, script: ModuleType, record_property: pytest.RecordProperty) -> None:
    costs = {language: script.replay(data, language) for language in script.GOLD}
    for language, cost in costs.items():
        record_property(f"actions a triple, {language}", f"{cost.actions:.2f}")
        record_property(f"click by click, {language}", f"{cost.click_by_click:.1f}")
    english = costs["en"]
    assert [f"{value:.1f}" for value in (english.words, english.groups, english.click_by_click)] == [
        "12.5",
        "2.9",
        "16.4",
    ]
    assert english.actions <= MOST
    assert script.table(costs) in script.PAGE.read_text(encoding="utf-8")
