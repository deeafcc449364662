"""What newcomers see: the guided first run, the tutorial and its examination."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from annotation_site import Site, analysed
from hands import press
from playwright.sync_api import expect

from karat.annotate.guidelines import examination

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOME = analysed("Ann/PROPN lives/VERB in/ADP Ulm/PROPN ./PUNCT")


def test_the_first_visit_is_guided_and_the_second_is_not(site: Site, visit: Any) -> None:
    work = site.add_work([HOME], {"ann": "annotator"})
    page = visit(work, "ann", work.item_path(0), first=True)
    card = page.get_by_test_id("guide")
    expect(card).to_contain_text("1 of 9")
    for number in range(2, 10):
        press(page, "ArrowRight")
        expect(card).to_contain_text(f"{number} of 9")
    page.get_by_test_id("guide-next").click()
    expect(card).not_to_be_visible()
    assert work.facts(0, "ann") == []  # its keys were the guide's alone
    page.reload()
    page.locator("[data-token='0']").wait_for()
    expect(card).not_to_be_visible()


def test_a_project_opens_once_its_examination_is_passed(site: Site, visit: Any) -> None:
    work = site.add_work([HOME], {"ann": "annotator"}, examination=True)
    page = visit(work, "ann", work.item_path(0))
    note = page.get_by_role("note").filter(has_text="examination")
    expect(note).to_be_visible()
    expect(page.locator("[data-slot='subject']")).to_have_count(0)
    note.get_by_role("link").click()
    page.get_by_role("button", name="To the examination").click()
    answer(page, wrong=True)
    expect(page.get_by_role("heading", name="Not passed yet")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    answer(page)
    expect(page.get_by_role("heading", name="Passed")).to_be_visible()
    page.get_by_test_id("start-work").click()
    expect(page.locator("[data-slot='subject']").first).to_be_visible()


def answer(page: Page, wrong: bool = False) -> None:
    """Answer all questions, and send them."""
    for question in examination("en"):
        field = page.locator(f"[data-question='{question.id}']")
        if question.kind == "choice":
            (right,) = question.answer
            field.get_by_role("radio").nth(right if not wrong else (right + 1) % len(question.choices)).check()
        else:
            for number in () if wrong else question.answer:
                field.get_by_role("button").nth(number).click()
    page.get_by_test_id("examination-send").click()
