"""Tables in a real browser: sorted by pointer and keyboard, filtered, kept in the link, readable on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

Opened = Callable[..., "Page"]

pytestmark = pytest.mark.browser

SUMMARY = "#summary table.sortable"


def names(page: Page, table: str) -> list[str]:
    return page.locator(f"{table} tbody tr:visible th").all_inner_texts()


def press(page: Page, table: str, heading: str) -> None:
    page.locator(f"{table} th button").get_by_text(heading, exact=True).click()


def sorted_by(page: Page, table: str) -> list[tuple[str, str | None]]:
    """The headings that say how the table is sorted."""
    heads = page.locator(f"{table} th[aria-sort]").all()
    return [(head.inner_text(), head.get_attribute("aria-sort")) for head in heads]


def test_the_summary_is_sorted_by_its_headings(opened: Opened) -> None:
    page = opened("report")
    assert names(page, SUMMARY) == ["careful", "greedy", "naive"]
    assert sorted_by(page, SUMMARY) == [("benchie F1", "descending")]
    press(page, SUMMARY, "carb F1")
    assert names(page, SUMMARY) == ["greedy", "naive", "careful"]
    assert sorted_by(page, SUMMARY) == [("carb F1", "descending")]
    press(page, SUMMARY, "carb F1")
    assert names(page, SUMMARY) == ["careful", "naive", "greedy"]
    assert sorted_by(page, SUMMARY) == [("carb F1", "ascending")]
    press(page, SUMMARY, "system")
    assert names(page, SUMMARY) == ["careful", "greedy", "naive"]
    assert sorted_by(page, SUMMARY) == [("system", "ascending")]


def test_headings_are_pressed_by_keyboard(opened: Opened) -> None:
    page = opened("report")
    button = page.locator(f"{SUMMARY} th button").get_by_text("extractions", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    assert sorted_by(page, SUMMARY) == [("extractions", "descending")]
    page.keyboard.press("Space")
    assert sorted_by(page, SUMMARY) == [("extractions", "ascending")]


def test_a_sorted_table_is_in_the_link(opened: Opened) -> None:
    page = opened("report")
    press(page, SUMMARY, "carb F1")
    assert page.evaluate("location.hash") == "#summary?sort=-carb+F1"
    again = opened("report", link="#summary?sort=-carb+F1")
    assert names(again, SUMMARY) == ["greedy", "naive", "careful"]
    page.go_back()
    assert names(page, SUMMARY) == ["careful", "greedy", "naive"]


def test_an_experiment_is_sorted_by_a_benchmark(opened: Opened) -> None:
    page = opened("experiment")
    assert names(page, SUMMARY) == ["careful", "greedy", "naive", "model"]
    press(page, SUMMARY, "chinese benchie F1")
    press(page, SUMMARY, "chinese benchie F1")
    assert sorted_by(page, SUMMARY) == [("chinese benchie F1", "ascending")]
    assert names(page, SUMMARY) == ["naive", "greedy", "careful", "model"]  # what is missing stays last


def test_a_leaderboard_is_filtered_and_sorted(opened: Opened) -> None:
    page = opened("leaderboard")
    board = "#leaderboard"
    page.select_option("#by-benchmark", "karat-sample")
    assert names(page, board) == ["careful", "greedy", "naive"]
    page.select_option("#by-metric", "carb")
    assert names(page, board) == ["greedy", "naive", "careful"]
    press(page, board, "P")
    assert names(page, board) == ["greedy", "careful", "naive"]
    press(page, board, "P")
    assert names(page, board) == ["naive", "careful", "greedy"]
    page.fill("#by-text", "careful")
    assert page.locator("#leaderboard-count").inner_text() == "1 of 21 rows"
    link = page.evaluate("location.hash")
    again = opened("leaderboard", link=link)
    assert again.locator("#leaderboard-count").inner_text() == "1 of 21 rows"
    again.fill("#by-text", "")
    assert names(again, board) == ["naive", "careful", "greedy"]


@pytest.mark.parametrize(("name", "table"), [("report", SUMMARY), ("leaderboard", "#leaderboard")])
def test_f1_is_seen_on_a_phone_without_scrolling(opened: Opened, name: str, table: str) -> None:
    page = opened(name, 390)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for cell in page.locator(f"{table} tbody tr:visible td.f1").all():
        box = cell.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390


def test_nothing_moves_while_the_page_is_loaded(opened: Opened) -> None:
    page = opened("report")
    shift = page.evaluate(
        """() => new Promise((found) => {
          new PerformanceObserver((list) => found(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
            .observe({ type: "layout-shift", buffered: true });
          setTimeout(() => found(0), 300);
        })"""
    )
    assert shift < 0.1
