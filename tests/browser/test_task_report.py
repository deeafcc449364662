"""The report of a task in a real browser: its documents are filtered, searched and shown in pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from test_report import Opened

pytestmark = pytest.mark.browser


def test_documents_are_filtered_by_system_verdict_and_kind(opened: Opened) -> None:
    page = opened("task")
    count, cards = page.locator("#findings-count"), page.locator("#findings-list > li")
    # Mine has a wrong type in each of 30 documents; yours has that, and misses the other span.
    assert count.inner_text() == "90 findings in 60 documents, 20 shown"
    page.locator("#findings-more").click()
    assert cards.count() == 40
    page.locator("#findings-system").select_option(label="yours")
    page.locator("#findings-kind").select_option(label="missed")
    assert count.inner_text() == "30 findings in 30 documents, 20 shown"
    assert cards.first.locator(".finding").all_inner_texts() == ['missed ORG "Oslo" [2]']
    page.locator("#findings-kind").select_option("")
    page.locator("#findings-system").select_option("")
    page.locator("#findings-verdict").select_option("right")
    assert count.inner_text() == "30 findings in 30 documents, 20 shown"
    assert cards.first.get_attribute("class") == "right"


def test_documents_are_searched_by_name_and_words(opened: Opened) -> None:
    page = opened("task")
    page.locator("#findings-text").fill("d3 mine")
    card = page.locator("#findings-list > li")
    assert card.count() == 1
    # It is long, so the words around the error are shown instead of the text.
    assert card.locator(".sentence").count() == 0
    assert card.locator(".reason").inner_text() == "Ada left Oslo for good for good …"
    page.locator("#findings-text").fill("nothing like it")
    assert page.locator("#findings-count").inner_text() == "0 findings in 0 documents, 0 shown"


def test_filters_of_a_task_are_in_the_link(opened: Opened) -> None:
    page = opened("task")
    page.select_option("#findings-system", "yours")
    page.select_option("#findings-verdict", "")
    link = page.evaluate("location.hash")
    assert link.endswith("?system=yours&verdict=")
    shown = page.locator("#findings-count").inner_text()
    copied = opened("task", link=link)
    assert copied.locator("#findings-system").input_value() == "yours"
    assert copied.locator("#findings-count").inner_text() == shown
    page.go_back()
    assert page.locator("#findings-verdict").input_value() == "wrong"
