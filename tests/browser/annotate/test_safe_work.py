"""Nothing is lost: cut connections, closed tabs and changes on two machines at once."""

from __future__ import annotations

from typing import Any

import pytest
from annotation_site import Site, Work, analysed
from hands import eventually, expect_facts, expect_saved, press, wait_for_sentence
from playwright.sync_api import expect

HOME = analysed("Ann/PROPN lives/VERB in/ADP Ulm/PROPN ./PUNCT")
LIVES = "s ArrowRight r ArrowRight Shift+ArrowRight o Enter"
FIRST, SECOND = "Ann --> lives --> in Ulm", "Ann --> lives in --> Ulm"
CUT = "ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def work(site: Site) -> Work:
    return site.add_work([HOME], {"ann": "annotator"})


def test_changes_wait_while_the_connection_is_cut_also_over_a_closed_tab(work: Work, visit: Any) -> None:
    visit.allowed.append(CUT)
    page = visit(work, "ann", work.item_path(0))
    wait_for_sentence(page)
    page.context.set_offline(True)
    press(page, f"{LIVES} ] Enter")
    expect(page.get_by_test_id("save-state")).to_contain_text("offline: 2 changes waiting")
    expect(page.locator("[data-triple]")).to_have_count(2)
    assert work.facts(0, "ann") == []
    page.context.set_offline(False)
    expect_facts(page, work, 0, "ann", [[FIRST, SECOND]])

    page.context.set_offline(True)
    press(page, "Delete")
    expect(page.get_by_test_id("save-state")).to_contain_text("offline: 1 change waiting")
    page.close(run_before_unload=False)
    page.context.set_offline(False)
    page = page.context.new_page()
    page.goto(work.item_path(0))
    wait_for_sentence(page)
    expect_facts(page, work, 0, "ann", [[FIRST]])


def test_closing_a_tab_with_unsent_changes_asks(work: Work, visit: Any) -> None:
    visit.allowed.append(CUT)
    page = visit(work, "ann", work.item_path(0))
    wait_for_sentence(page)
    asked: list[str] = []

    def answer(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.context.set_offline(True)
    press(page, LIVES)
    expect(page.get_by_test_id("save-state")).to_contain_text("waiting")
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]


def test_changes_of_two_machines_are_joined_where_they_do_not_meet(work: Work, visit: Any) -> None:
    visit.allowed += [CUT, "status of 409"]
    work.write(0, "ann", [[FIRST]])
    here, there = (visit(work, "ann", work.item_path(0)) for _ in range(2))
    for page in (here, there):
        wait_for_sentence(page)
    here.context.set_offline(True)
    press(here, "ArrowDown e")
    expect(here.get_by_test_id("save-state")).to_contain_text("waiting")
    press(there, f"{LIVES.removesuffix(' Enter')} ] n")
    expect_facts(there, work, 0, "ann", [[FIRST], [SECOND]])
    here.context.set_offline(False)
    expect_facts(here, work, 0, "ann", [[FIRST], [SECOND]])
    assert work.state(0, "ann")["synsets"][0]["triples"][0]["wholesome"] is False


@pytest.mark.parametrize("choice", ["keep-mine", "keep-theirs"])
def test_two_machines_that_change_the_same_triple_are_asked(work: Work, visit: Any, choice: str) -> None:
    visit.allowed += [CUT, "status of 409"]
    work.write(0, "ann", [[FIRST]])
    here, there = (visit(work, "ann", work.item_path(0)) for _ in range(2))
    for page in (here, there):
        wait_for_sentence(page)
    here.context.set_offline(True)
    press(here, "ArrowDown Delete")
    expect(here.get_by_test_id("save-state")).to_contain_text("waiting")
    press(there, "ArrowDown e")
    eventually(lambda: work.state(0, "ann")["synsets"][0]["triples"][0]["wholesome"], False)
    here.context.set_offline(False)
    dialog = here.get_by_test_id("conflict")
    expect(dialog).to_be_visible()
    dialog.get_by_test_id(choice).click()
    expect(dialog).not_to_be_visible()
    expect_saved(here)
    eventually(lambda: work.facts(0, "ann"), [] if choice == "keep-mine" else [[FIRST]])


def test_two_tabs_of_one_browser_show_the_same(work: Work, visit: Any) -> None:
    page = visit(work, "ann", work.item_path(0))
    wait_for_sentence(page)
    other = page.context.new_page()
    other.goto(work.item_path(0))
    wait_for_sentence(other)
    press(page, LIVES)
    expect_facts(other, work, 0, "ann", [[FIRST]])
    press(other, "u")
    expect_facts(page, work, 0, "ann", [])


def test_a_change_while_the_history_is_still_on_its_way(work: Work, visit: Any) -> None:
    work.write(0, "ann", [[FIRST]])
    page = visit(work, "ann", "/")
    held: list[Any] = []
    page.route("**/events?after=*", lambda route: held.append(route))
    page.goto(work.item_path(0))
    wait_for_sentence(page)
    press(page, f"{LIVES.removesuffix(' Enter')} ] n")
    expect_facts(page, work, 0, "ann", [[FIRST], [SECOND]])
    for route in held:
        route.continue_()
    press(page, "u u U")
    expect_facts(page, work, 0, "ann", [[FIRST]])
