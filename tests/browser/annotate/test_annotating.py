"""A sentence annotated in a real browser: with the keyboard alone, with the mouse alone, and everything in between."""

from __future__ import annotations

from typing import Any

import pytest
from annotation_site import Site, analysed
from hands import click_token, drag, eventually, expect_facts, press, wait_for_sentence
from playwright.sync_api import expect

BRIDGE = analysed("Mara/PROPN designed/VERB the/DET? old/ADJ? bridge/NOUN in/ADP Oslo/PROPN ./PUNCT")
HOME = analysed("Ann/PROPN lives/VERB in/ADP Ulm/PROPN ./PUNCT")


@pytest.fixture
def desk(site: Site, visit: Any) -> Any:
    """A page with a sentence on it, and the work behind it."""

    def open_desk(*sentences: Any, **settings: Any) -> Any:
        work = site.add_work(sentences, {"ann": "annotator"}, **settings)
        page = visit(work, "ann", work.item_path(0))
        wait_for_sentence(page)
        return page, work

    return open_desk


def test_a_sentence_with_the_keyboard_alone(desk: Any) -> None:
    page, work = desk(BRIDGE, HOME)
    press(page, "s ArrowRight r ArrowRight Shift+ArrowRight Shift+ArrowRight o")
    press(page, "ArrowLeft ArrowLeft Space ArrowRight Space Enter")
    first = ["Mara --> designed --> [the] [old] bridge"]
    expect_facts(page, work, 0, "ann", [first])
    press(page, "Home ArrowRight ArrowRight Shift+ArrowRight Shift+ArrowRight s")
    press(page, "ArrowRight r ArrowRight o n")
    second = ["[the] [old] bridge --> in --> Oslo"]
    expect_facts(page, work, 0, "ann", [first, second])
    press(page, "d")
    expect(page.get_by_text("This sentence is done")).to_be_visible()
    press(page, "j")
    page.wait_for_url(f"**{work.item_path(1)}")
    eventually(lambda: work.state(0, "ann")["done"], True)


def test_a_sentence_with_the_mouse_alone(desk: Any) -> None:
    page, work = desk(BRIDGE)
    click_token(page, 0)
    click_token(page, 1)
    drag(page, 2, 4)
    page.locator("[data-token='3']").dblclick()
    page.get_by_test_id("add").click()
    first = ["Mara --> designed --> the [old] bridge"]
    expect_facts(page, work, 0, "ann", [first])
    page.get_by_role("button", name="Clear").click()
    click_token(page, 4)
    click_token(page, 5)
    click_token(page, 6)
    page.get_by_test_id("new-synset").click()
    expect_facts(page, work, 0, "ann", [first, ["bridge --> in --> Oslo"]])
    page.get_by_role("button", name="Sentence is done").click()
    expect(page.get_by_text("This sentence is done")).to_be_visible()
    eventually(lambda: work.state(0, "ann")["done"], True)


def test_a_double_click_makes_a_word_optional_and_moves_no_word(desk: Any) -> None:
    page, _ = desk(BRIDGE)
    click_token(page, 0)
    page.locator("[data-token='2']").dblclick()
    expect(page.get_by_role("region", name="Subject")).to_contain_text("Mara")
    expect(page.get_by_role("region", name="Relation")).to_contain_text("Next: pick its words")
    expect(page.get_by_role("option", name="the, optional")).to_be_visible()


def test_borders_and_variants(desk: Any) -> None:
    page, work = desk(HOME)
    press(page, "s ArrowRight r ArrowRight Shift+ArrowRight o Enter")
    expect_facts(page, work, 0, "ann", [["Ann --> lives --> in Ulm"]])
    press(page, "] Enter")
    both = [["Ann --> lives --> in Ulm", "Ann --> lives in --> Ulm"]]
    expect_facts(page, work, 0, "ann", both)
    press(page, "u u")
    expect_facts(page, work, 0, "ann", [])
    press(page, "c Home s ArrowRight r ArrowRight Shift+ArrowRight o v")
    expect(page.get_by_test_id("variants")).to_contain_text("lives in")
    press(page, "1 Enter")
    expect_facts(page, work, 0, "ann", both)


def test_suggested_optional_words_are_taken_or_refused(desk: Any) -> None:
    page, work = desk(BRIDGE)
    rest = "ArrowRight r ArrowRight Shift+ArrowRight Shift+ArrowRight o"
    press(page, f"s {rest}")
    expect(page.get_by_role("option", name="old, object, suggested as optional")).to_be_visible()
    press(page, "t Enter")
    expect_facts(page, work, 0, "ann", [["Mara --> designed --> [the] [old] bridge"]])
    press(page, "u c ArrowLeft ArrowLeft ArrowLeft ArrowLeft ArrowLeft")
    expect_facts(page, work, 0, "ann", [])
    page.reload()
    wait_for_sentence(page)
    press(page, f"s {rest} T Enter")
    expect_facts(page, work, 0, "ann", [["Mara --> designed --> the old bridge"]])


def test_several_words_are_optional_together(desk: Any) -> None:
    page, work = desk(BRIDGE)
    press(page, "s ArrowRight r ArrowRight ArrowRight ArrowRight Shift+ArrowRight Shift+ArrowRight o")
    press(page, "ArrowLeft Shift+ArrowRight Space Enter")
    expect_facts(page, work, 0, "ann", [["Mara --> designed --> bridge [in Oslo]"]])


def test_synsets_are_split_and_merged_and_all_of_it_undone_after_a_reload(desk: Any) -> None:
    page, work = desk(HOME)
    press(page, "s ArrowRight r ArrowRight Shift+ArrowRight o Enter ] Enter")
    together = [["Ann --> lives --> in Ulm", "Ann --> lives in --> Ulm"]]
    expect_facts(page, work, 0, "ann", together)
    press(page, "x")
    apart = [[fact] for fact in together[0]]
    expect_facts(page, work, 0, "ann", apart)
    press(page, "m")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    press(page, "1")
    expect(dialog).not_to_be_visible()
    expect_facts(page, work, 0, "ann", together)
    page.reload()
    wait_for_sentence(page)
    for undone in (apart, together, [together[0][:1]], []):
        press(page, "u")
        expect_facts(page, work, 0, "ann", undone)
    press(page, "U U")
    expect_facts(page, work, 0, "ann", together)
    press(page, "Delete" if page.locator("[aria-current='true']").count() else "ArrowDown Delete")
    eventually(lambda: len(work.facts(0, "ann")[0]), 1)


def test_a_triple_is_marked_as_not_wholesome(desk: Any) -> None:
    page, work = desk(HOME)
    press(page, "s ArrowRight r ArrowRight Shift+ArrowRight o Enter e")
    expect(page.locator("[data-triple]").get_by_text("not wholesome")).to_be_visible()
    expect_facts(page, work, 0, "ann", [["Ann --> lives --> in Ulm"]])
    eventually(lambda: work.state(0, "ann")["synsets"][0]["triples"][0]["wholesome"], False)


def test_warnings_name_what_the_guideline_forbids_and_open_it(desk: Any) -> None:
    page, _ = desk(analysed("Ann/PROPN and/CCONJ Bo/PROPN sleep/VERB in/ADP tents/NOUN ./PUNCT", conjunctions=[1]))
    press(page, "Shift+ArrowRight Shift+ArrowRight s ArrowRight r ArrowRight Shift+ArrowRight o")
    expect(page.get_by_role("list", name="Warnings")).to_contain_text("and")
    press(page, "g")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "Escape")
    press(page, "?")
    expect(page.get_by_role("dialog")).to_contain_text("Move the slot border to the left")
