"""What a person does on the Annotate screen, with the keyboard or with the mouse, and what must come of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from annotation_site import Work
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = [
    (1280, "light"),
    (768, "dark"),
    (390, "light"),
    *(pytest.param(*look, marks=pytest.mark.long) for look in ((1280, "dark"), (768, "light"), (390, "dark"))),
]
"""Widths and colours of all screens; each width and each colour is in `make test`, the other pairs are long."""

SAVED = re.compile(r"^\s*saved\s*$")


def press(page: Page, keys: str) -> None:
    """Press keys, with spaces between them."""
    for key in keys.split():
        page.keyboard.press(key)


def wait_for_sentence(page: Page) -> None:
    page.locator("[data-token='0']").wait_for()
    expect_saved(page)


def expect_saved(page: Page) -> None:
    expect(page.get_by_test_id("save-state")).to_have_text(SAVED)


def expect_facts(page: Page, work: Work, number: int, person: str | None, facts: list[list[str]]) -> None:
    """The server has these facts, and the page shows as many and says that they are saved."""
    eventually(lambda: work.facts(number, person), facts)
    expect_saved(page)
    expect(page.locator("[data-synset]")).to_have_count(len(facts))
    expect(page.locator("[data-triple]")).to_have_count(sum(map(len, facts)))


def eventually(ask: Callable[[], object], expected: object, seconds: float = 5) -> None:
    """Ask until the answer is right."""
    end = time.monotonic() + seconds
    while (found := ask()) != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert found == expected, f"expected {expected}, found {found}"


def drag(page: Page, first: int, last: int) -> None:
    """Drag with the mouse from one token to another."""
    for number, act in ((first, page.mouse.down), (last, page.mouse.up)):
        box = page.locator(f"[data-token='{number}']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        act()


def click_token(page: Page, number: int) -> None:
    page.locator(f"[data-token='{number}']").click()
