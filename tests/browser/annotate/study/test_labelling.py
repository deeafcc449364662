"""Labelling, step by step: unsure and come back, rules, notes, undo, the mouse, and what is closed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import Site, Work
from hands import eventually, expect_saved, press
from labelling_hands import label, wait_for_task
from playwright.sync_api import expect
from sample_study import SAMPLES, add_study_work, make_tasks

if TYPE_CHECKING:
    from playwright.sync_api import Page

TASKS = len(SAMPLES)


@pytest.fixture
def work(site: Site, tmp_path: Path) -> Work:
    work = add_study_work(site, {"ann": "annotator", "ben": "annotator", "cem": "curator"})
    make_tasks(work, tmp_path)
    return work


def opened(visit: Any, work: Work, number: int = 1, **options: Any) -> Page:
    page: Page = visit(work, "ann", work.item_path(number - 1), **options)
    wait_for_task(page, number)
    expect_saved(page)
    return page


def test_unsure_and_come_back(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    press(page, "c z")
    wait_for_task(page, 2)
    expect(page.get_by_test_id("progress")).to_contain_text("1 unsure")
    label(page, "c n")
    wait_for_task(page, 3)
    press(page, "z")
    wait_for_task(page, 4)
    expect(page.get_by_test_id("progress")).to_contain_text(f"1 of {TASKS}")
    expect(page.get_by_test_id("progress")).to_contain_text("2 unsure")
    eventually(lambda: work.state(2, "ann")["unsure"], True)

    page.get_by_test_id("status-filter").select_option(label="Unsure")
    expect(page.locator("[data-item]")).to_have_count(2)
    press(page, "j")
    wait_for_task(page, 1)
    expect(page.get_by_text("unsure, come back").first).to_be_visible()
    press(page, "n Enter")
    wait_for_task(page, 3)
    eventually(lambda: work.state(0, "ann")["done"], True)
    assert not work.state(0, "ann")["unsure"]
    expect(page.get_by_test_id("progress")).to_contain_text("1 unsure")


def test_unsure_tasks_come_back_at_the_end(work: Work, visit: Any) -> None:
    page = opened(visit, work, TASKS - 2)
    press(page, "z")
    wait_for_task(page, TASKS - 1)
    press(page, "c z")
    wait_for_task(page, TASKS)
    label(page, "c n")
    wait_for_task(page, TASKS - 2)
    page.get_by_test_id("unsure-tasks").click()
    wait_for_task(page, TASKS - 1)
    label(page, "n")
    wait_for_task(page, TASKS - 2)
    expect(page.get_by_test_id("unsure-tasks")).to_have_text("1 unsure")


def test_what_is_missing_is_said_and_rules_are_chosen_by_key(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    said = page.get_by_test_id("said")
    press(page, "Enter")
    expect(said).to_have_text("Label the fact first")
    press(page, "c Enter")
    expect(said).to_have_text("Label the attribution first")
    press(page, "v 4")
    expect(said).to_contain_text("Rules are for an incorrect fact")
    press(page, "x Enter")
    expect(said).to_contain_text("Choose the rule that the fact breaks")
    for key, rule in (("4", "F4"), ("0", "F10"), ("-", "F11"), ("=", "F12")):
        press(page, key)
        expect(page.locator(f"[data-rule={rule}]")).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_test_id("open-rule")).to_contain_text(f"{rule} ")
    press(page, "0 - = b w")
    eventually(lambda: work.state(0, "ann")["rules"], ["F4", "A2"])
    press(page, "u")
    eventually(lambda: work.state(0, "ann")["rules"], ["F4"])
    press(page, "U v Enter")
    wait_for_task(page, 2)
    eventually(lambda: work.state(0, "ann")["done"], True)
    assert work.state(0, "ann")["rules"] == ["F4"]
    # A rule of a part without a label says that it is incorrect.
    press(page, "6 n Enter")
    wait_for_task(page, 3)
    eventually(lambda: (work.state(1, "ann")["fact"], work.state(1, "ann")["rules"]), ("incorrect", ["F6"]))


def test_done_and_undo_are_said(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    said = page.get_by_test_id("said")
    press(page, "u")
    expect(said).to_have_text("Nothing to undo")
    press(page, "d")
    expect(said).to_have_text("Label the fact first")
    press(page, "c n")
    expect(said).to_have_text("Attribution: none")
    press(page, "u")
    expect(said).to_have_text("Undone")
    eventually(lambda: work.state(0, "ann")["attribution"], None)
    press(page, "U d")
    eventually(lambda: work.state(0, "ann")["done"], True)
    wait_for_task(page, 1)
    press(page, "d")
    expect(said).to_have_text("Open again")
    eventually(lambda: work.state(0, "ann")["done"], False)


def test_a_long_label_leaves_room_for_the_sentence(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    press(page, "1 2 3 4 5 6 7 8 9 q w e")
    row = page.locator(f"[data-item='{work.item(0)}']")
    expect(row).to_contain_text("F1 F2 F3")
    box, sentence = row.bounding_box(), row.locator(".text").bounding_box()
    assert box is not None
    assert sentence is not None
    assert sentence["width"] > box["width"] / 3


def test_a_curator_without_tasks_is_told_what_to_do(work: Work, visit: Any) -> None:
    page = visit(work, "cem", f"{work.path}/people")
    expect(page.get_by_text("How many each task needs was chosen when the tasks were made.")).to_be_visible()
    page.goto(work.item_path(0))
    ways = page.get_by_test_id("for-curators")
    expect(ways).to_have_text("As a curator you can go to Adjudicate or Report.")
    visit.allowed.append("status of 423")  # the labellers are not done yet
    ways.get_by_role("link", name="Adjudicate").click()
    wait_for_task(page, 1, "Adjudicate task")


def test_a_note_takes_letters_that_are_keys_elsewhere(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    press(page, "m")
    page.keyboard.type("cx is no label")
    press(page, "Escape c n Enter")
    wait_for_task(page, 2)
    eventually(lambda: work.state(0, "ann")["note"], "cx is no label")
    eventually(lambda: work.state(0, "ann")["fact"], "correct")


def test_the_rules_are_beside_the_task_and_in_the_guideline(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    beside = page.get_by_test_id("rules")
    expect(beside.get_by_role("listitem")).to_have_count(15)
    beside.locator("[data-beside=F9]").hover()
    expect(page.get_by_test_id("open-rule")).to_contain_text("F9 ")
    beside.locator("[data-beside=A3]").focus()
    expect(page.get_by_test_id("open-rule")).to_contain_text("A3 ")
    press(page, "g")
    guideline = page.get_by_role("dialog")
    expect(guideline.locator("[data-section]")).to_have_count(15)
    expect(guideline).to_contain_text("QUANT_S_1")


def test_a_task_is_labelled_with_the_mouse_on_a_phone(work: Work, visit: Any) -> None:
    page = opened(visit, work, width=390)
    page.locator("[data-labels=fact] [data-label=incorrect]").click()
    page.locator("[data-rule=F3]").click()
    page.locator("[data-labels=attribution] [data-label=none]").click()
    page.get_by_test_id("finish").click()
    wait_for_task(page, 2)
    eventually(lambda: work.state(0, "ann")["rules"], ["F3"])
    page.get_by_test_id("unsure").click()
    wait_for_task(page, 3)
    page.get_by_role("button", name="Previous task").click()
    wait_for_task(page, 2)
    page.get_by_role("button", name="No longer unsure").click()
    eventually(lambda: work.state(1, "ann")["unsure"], False)


def test_a_done_task_can_be_changed_until_all_are_done(work: Work, visit: Any) -> None:
    page = opened(visit, work)
    label(page, "c n")
    wait_for_task(page, 2)
    press(page, "k")
    wait_for_task(page, 1)
    press(page, "x")
    # Incorrect needs a rule, so the task is open again.
    eventually(lambda: work.state(0, "ann")["done"], False)
    press(page, "1 Enter")
    wait_for_task(page, 2)
    eventually(lambda: work.state(0, "ann")["done"], True)
    ben = visit(work, "ben", work.item_path(0))
    wait_for_task(ben, 1)
    label(ben, "c n")
    eventually(lambda: work.state(0, "ben")["done"], True)
    press(page, "k")
    wait_for_task(page, 1)
    expect(page.get_by_text("read only")).to_be_visible()
    expect(page.locator("[data-labels=fact] [data-label=correct]")).to_be_disabled()
