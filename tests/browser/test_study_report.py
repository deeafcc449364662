"""The report of a study in a real browser: its numbers equal a hand computation, its extractions are filtered."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from karat.benchmarks import sample_path

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from test_report import Opened

pytestmark = pytest.mark.browser


def count_of(page: Page) -> str:
    return page.locator("#tasks-count").inner_text()


def counted_by_hand() -> dict[str, str]:
    """Count correct facts of each system from the file itself: decided, or else what all people said."""
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in sample_path("study.jsonl").read_text(encoding="utf-8").splitlines()[1:]:
        task = json.loads(line)
        labels = [label for label in task["labels"] if not label.get("machine") and not label.get("unsure")]
        decided = [label for label in labels if label.get("adjudicated")] or labels
        said = {(label["fact"]) for label in decided}
        if "repeat_of" in task or len(said) > 1:
            continue
        for source in task["sources"]:
            if source.get("sampled", True):
                total[source["system"]] += 1
                right[source["system"]] += said == {"correct"}
    return {name: f"{100 * right[name] / total[name]:.1f} % ({right[name]}/{total[name]})" for name in total}


def test_the_numbers_are_those_of_a_hand_computation(opened: Opened) -> None:
    page = opened("study")
    rows = page.locator("#precision > div table tbody").first.locator("tr:has(td)")
    shown = {row.locator("th").inner_text(): row.locator("td").first.inner_text() for row in rows.all()}
    by_hand = counted_by_hand()
    assert by_hand["careful"] == "80.0 % (24/30)"
    assert {name: text.partition(" [")[0] for name, text in shown.items()} == by_hand


def test_extractions_are_filtered(opened: Opened) -> None:
    page = opened("study")
    assert count_of(page) == "125 of 125 extractions, 20 shown"
    page.select_option("#tasks-label", "undecided")
    assert count_of(page) == "2 of 125 extractions, 2 shown"
    assert page.locator("#tasks-list .verdict").all_inner_texts() == ["undecided"] * 2
    page.select_option("#tasks-label", "repeat")
    assert count_of(page) == "11 of 125 extractions, 11 shown"
    page.select_option("#tasks-label", "")
    page.select_option("#tasks-system", "minimal")
    page.select_option("#tasks-rule", "F8")
    # Both people name it for one extraction and its repeat; ben alone for another.
    assert count_of(page) == "3 of 125 extractions, 3 shown"
    page.select_option("#tasks-rule", "")
    page.select_option("#tasks-attribution", "incorrect")
    assert count_of(page) == "1 of 125 extractions, 1 shown"
    card = page.locator("#tasks-list > li")
    assert "attribution (Curators, +, CT)" in card.locator(".reason").inner_text()
    assert "QUANT_O_1 = two" in card.locator(".reason").inner_text()


def test_a_card_says_who_said_what(opened: Opened) -> None:
    page = opened("study")
    page.fill("#tasks-text", "the full stop is in the object")
    card = page.locator("#tasks-list > li")
    assert card.count() == 1
    assert card.locator(".verdict").inner_text() == "correct, decided"
    rows = [row.locator("th, td").all_inner_texts() for row in card.locator("tbody tr").all()]
    assert rows == [
        ["ana", "correct", "none", "", ""],
        ["ben", "incorrect", "none", "F12", "the full stop is in the object"],
        ["made-up-llm LLM", "correct", "none", "", ""],
        ["cleo decided", "correct", "none", "", ""],
    ]


def test_filters_are_in_the_link(opened: Opened) -> None:
    page = opened("study")
    page.select_option("#tasks-system", "naive")
    page.select_option("#tasks-label", "differ")
    link = page.evaluate("location.hash")
    assert link == "#extractions?system=naive&label=differ"
    shown = count_of(page)
    copied = opened("study", link=link)
    copied.wait_for_function("(text) => document.querySelector('#tasks-count').textContent === text", arg=shown)
    page.go_back()
    assert page.locator("#tasks-label").input_value() == ""
