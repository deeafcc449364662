"""What a labeller does on the Label screen: look at the task, and label it with the keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hands import press
from playwright.sync_api import expect
from sample_study import BY_DISPLAY, Sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST_LABEL = {"c": "x 1", "x": "c"}
"""Another label of the fact, for somebody who does not agree with themselves."""


def wait_for_task(page: Page, number: int, title: str = "Task") -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{title} {number:04}")
    page.get_by_test_id("extraction").wait_for()


def shown_sample(page: Page) -> Sample:
    """Find the sample that the page shows: its slots, factuality, quantities and attribution."""
    card = page.get_by_test_id("extraction")
    name = card.get_attribute("aria-label")
    assert name is not None
    quantities = card.get_by_test_id("quantities")
    display = (
        name,
        text_of(card.get_by_test_id("factuality").inner_text()),
        text_of(quantities.inner_text()) if quantities.count() else None,
        text_of(card.get_by_test_id("attribution").inner_text()),
    )
    sample = BY_DISPLAY[display]
    assert page.get_by_test_id("sentence").inner_text() == sample.sentence
    return sample


def text_of(shown: str) -> str:
    """A text as one line."""
    return re.sub(r"\s+", " ", shown).strip()


def differently(keys: str) -> str:
    """The keys for another label of the fact, and the same of the attribution."""
    first, *others = keys.split()
    attribution = [key for key in others if key in "vbnqwe"]
    return " ".join([FIRST_LABEL[first], *attribution])


def label(page: Page, keys: str) -> None:
    """Label a task, and go on."""
    press(page, f"{keys} Enter")
