"""Reviewing systems, and comparing and adjudicating, by keyboard and by mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import Site, Work
from playwright.sync_api import expect

from karat.annotate.event import NewEvent
from karat.annotate.synsets.gold import new_id, triple_from_fact
from karat.annotate.synsets.state import Origin
from karat.formats.text.slots import parse_slot
from karat.model import Fact

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from conftest import Visits

SENTENCE = "Ann met the old man in Oslo ."


def written(triple: dict[str, Any]) -> str:
    """A triple as in gold files."""
    slots = (
        " ".join(f"[{chunk['text']}]" if chunk["optional"] else chunk["text"] for chunk in triple[slot])
        for slot in ("subject", "relation", "object")
    )
    return " --> ".join(slots)


def synsets(work: Work, person: str | None, number: int = 0) -> list[list[str]]:
    return [[written(triple) for triple in synset["triples"]] for synset in work.state(number, person)["synsets"]]


def annotate(work: Work, person: str, *facts: list[str], done: bool = True) -> None:
    """Put somebody's finished work into the store, one synset a list of triples."""
    document = work.site.store.document_of(work.item(0), work.people[person].id)
    assert document is not None
    events = []
    for texts in facts:
        triples = []
        for text in texts:
            fact = Fact(*(parse_slot(slot)[0] for slot in text.split(" --> ")))
            triples.append(triple_from_fact(fact, SENTENCE.split(), Origin(), new_id()).to_json())
        events.append(NewEvent(new_id(), "add", {"synset": new_id(), "triples": triples}, len(events)))
    if done:
        events.append(NewEvent(new_id(), "done", {"done": True}, len(events)))
    work.site.store.append(document.id, work.people[person].id, events)


def wait_until_saved(page: Page) -> None:
    page.wait_for_selector("[data-testid=save-state]:has-text('saved')")


@pytest.fixture
def work(site: Site) -> Work:
    return site.add_work(
        [SENTENCE, "Rain fell ."], {"ann": "annotator", "ben": "annotator", "cleo": "curator"}, assign=("ann", "ben")
    )


@pytest.fixture
def candidates(work: Work) -> None:
    rows = [
        ("Ann", "met", "the man"),
        ("Ann", "met the man in", "Oslo"),
        ("Ann", "met", "the"),
        ("She", "met", "Oslo"),
    ]
    item = work.item(0)
    work.site.store.add_candidates(work.project.id, ((item, 3, *row, "hiddensystem") for row in rows))


@pytest.mark.usefixtures("candidates")
def test_systems_are_reviewed_with_the_keyboard(work: Work, visit: Visits) -> None:
    page = visit(work, "ann", f"{work.item_path(0)}/review")
    counts = page.get_by_test_id("review-counts")
    page.wait_for_selector("[data-testid=candidate]")
    assert "3 to decide" in counts.inner_text()
    assert "1 left out" in counts.inner_text()
    shown = page.get_by_test_id("candidate").inner_text()
    assert "hiddensystem" not in page.content()
    assert page.get_by_test_id("by-hand-first").is_visible()
    tab = page.get_by_role("navigation", name="Work on this sentence").get_by_role("link", name="Review systems")
    assert tab.inner_text().split() == ["Review", "systems", "3"]
    assert "Ann" in shown
    page.keyboard.press("x")  # Ann; met; the
    page.wait_for_selector("text=2 to decide")
    page.keyboard.press("n")  # Ann; met; the man
    page.wait_for_selector("[data-synset]")
    page.wait_for_selector("text=closest")
    page.keyboard.press("a")
    page.wait_for_selector("[data-testid=review-done]")
    wait_until_saved(page)
    assert tab.inner_text().split() == ["Review", "systems"]
    assert synsets(work, "ann") == [["Ann --> met --> the man", "Ann --> met the man in --> Oslo"]]
    page.keyboard.press("u")
    page.wait_for_selector("[data-testid=candidate]")
    page.wait_for_selector("text=1 to decide")
    wait_until_saved(page)
    assert synsets(work, "ann") == [["Ann --> met --> the man"]]
    page.keyboard.press("U")
    page.wait_for_selector("[data-testid=review-done]")
    wait_until_saved(page)
    decisions = work.state(0, "ann")["decisions"].values()
    assert sorted(decision["accepted"] for decision in decisions) == [False, True, True]
    triples = work.state(0, "ann")["synsets"][0]["triples"]
    assert {(triple["origin"]["round"], triple["origin"]["way"]) for triple in triples} == {(3, "candidate")}


@pytest.mark.usefixtures("candidates")
def test_systems_are_reviewed_with_the_mouse(work: Work, visit: Visits) -> None:
    annotate(work, "ann", ["Ann --> met --> [the] [old] man"], ["Ann --> in --> Oslo"], done=False)
    page = visit(work, "ann", f"{work.item_path(0)}/review", width=390)
    candidate = page.get_by_test_id("candidate")
    candidate.wait_for()
    assert "1 covered" in page.get_by_test_id("review-counts").inner_text()
    assert page.get_by_test_id("by-hand-first").count() == 0
    compare = page.get_by_role("link", name="Compare").bounding_box()
    assert compare["x"] + compare["width"] <= 390
    assert page.get_by_role("button", name="Next sentence").is_visible()
    page.get_by_role("button", name="Next extraction").click()
    page.wait_for_selector("[data-testid=candidate] >> text=2 of 2")
    candidate.get_by_role("button", name="the, required").click()
    page.locator("[data-synset]").nth(1).click()
    page.get_by_test_id("accept").click()
    page.wait_for_selector("text=1 to decide")
    wait_until_saved(page)
    assert synsets(work, "ann")[1] == ["Ann --> in --> Oslo", "Ann --> met [the] man in --> Oslo"]
    page.get_by_test_id("reject").click()
    page.wait_for_selector("[data-testid=review-done]")


ANN = (["Ann --> met --> [the] [old] man", "Ann --> met [the] --> man"], ["Ann --> met in --> Oslo"])
BEN = (["Ann --> met --> the [old] man", "Ann --> met [the] --> man"], ["the man --> in --> Oslo"])


def test_two_annotators_are_adjudicated_with_the_keyboard(work: Work, visit: Visits) -> None:
    annotate(work, "ann", *ANN)
    annotate(work, "ben", *BEN)
    page = visit(work, "cleo", f"{work.item_path(0)}/compare")
    visit.allowed.append("status of 409")  # a change on the version before the start is put after it
    page.get_by_test_id("start-adjudication").click()
    page.get_by_test_id("done").wait_for()
    wait_until_saved(page)
    assert synsets(work, None) == [["Ann --> met [the] --> man"]]
    counts = page.get_by_test_id("compare-counts")
    assert "3 open" in counts.inner_text()
    page.keyboard.press("2")  # the first open row: the options of Ben
    page.wait_for_selector("text=2 open")
    page.keyboard.press("1")  # Ann met in Oslo
    page.wait_for_selector("text=1 open")
    page.keyboard.press("0")  # the man in Oslo
    page.wait_for_selector("text=Nothing is open")
    wait_until_saved(page)
    assert synsets(work, None) == [
        ["Ann --> met [the] --> man", "Ann --> met --> the [old] man"],
        ["Ann --> met in --> Oslo"],
    ]
    page.keyboard.press("u")
    page.wait_for_selector("text=1 open")
    page.keyboard.press("U")
    page.wait_for_selector("text=Nothing is open")
    page.keyboard.press("d")
    page.wait_for_selector("text=Open again")
    wait_until_saved(page)
    assert work.state(0, None)["done"]
    history = page.get_by_test_id("history")
    history.locator("text=left something out").wait_for()
    assert history.locator("text=took a triple of ben").count() == 1
    assert history.locator("text=took a triple of ann").count() == 1
    assert page.get_by_test_id("agreement").inner_text().startswith(".500")


def test_done_with_open_rows_asks_first(work: Work, visit: Visits) -> None:
    annotate(work, "ann", *ANN)
    annotate(work, "ben", *BEN)
    page = visit(work, "cleo", f"{work.item_path(0)}/compare")
    visit.allowed.append("status of 409")  # a change on the version before the start is put after it
    page.get_by_test_id("start-adjudication").click()
    page.get_by_test_id("done").wait_for()
    page.keyboard.press("d")
    question = page.get_by_test_id("open-rows")
    question.get_by_text("The gold of this sentence would have 1 triple.").wait_for()
    question.get_by_role("button", name="Go on deciding").click()
    wait_until_saved(page)
    assert not work.state(0, None)["done"]
    page.keyboard.press("d")
    page.get_by_test_id("done-anyway").click()
    page.wait_for_selector("text=marked the sentence as done")
    assert work.state(0, None)["done"]


def test_merged_triples_are_edited(work: Work, visit: Visits) -> None:
    annotate(work, "ann", *ANN)
    annotate(work, "ben", *BEN)
    page = visit(work, "cleo", f"{work.item_path(0)}/compare", width=768)
    visit.allowed.append("status of 409")  # a change on the version before the start is put after it
    page.get_by_test_id("start-adjudication").click()
    page.get_by_test_id("done").wait_for()
    fact = page.locator("[data-fact]").first
    merged = fact.locator("[data-side=merged] [data-triple]")
    merged.get_by_role("button", name="the, optional").click()
    merged.get_by_role("button", name="the, required").wait_for()
    fact.locator("[data-side=merged]").get_by_role("button", name="Edit the triple").click()
    dialog = page.get_by_test_id("edit-triple")
    dialog.get_by_label("Object").fill("[old woman")
    assert dialog.get_by_role("button", name="Save").is_disabled()
    dialog.get_by_label("Object").fill("woman")
    dialog.locator("text=Not in the sentence: woman").wait_for()
    dialog.get_by_label("Object").fill("[old] man")
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="hidden")
    wait_until_saved(page)
    assert synsets(work, None) == [["Ann --> met the --> [old] man"]]
    fact.get_by_role("button", name="Leave the fact out").click()
    page.wait_for_selector("text=2 open")
    wait_until_saved(page)
    assert synsets(work, None) == []


@pytest.mark.usefixtures("candidates")
def test_a_curator_annotates_and_reviews_in_the_merged_document(work: Work, visit: Visits) -> None:
    annotate(work, "ann", *ANN)
    annotate(work, "ben", *BEN)
    page = visit(work, "cleo", f"{work.item_path(0)}/compare")
    visit.allowed.append("status of 409")  # a change on the version before the start is put after it
    page.get_by_test_id("start-adjudication").click()
    page.get_by_role("link", name="Add, move or split in Annotate").click()
    page.wait_for_selector("text=merged gold")
    page.get_by_role("link", name="Review systems").first.click()
    page.wait_for_selector("[data-testid=candidate]")
    page.wait_for_load_state("networkidle")  # the merged document is read anew, and no key is heard meanwhile
    expect(page.get_by_test_id("review-counts")).to_contain_text("3 to decide")
    page.keyboard.press("x")
    page.wait_for_selector("text=2 to decide")
    page.keyboard.press("x")
    page.wait_for_selector("text=1 to decide")
    page.keyboard.press("n")
    page.wait_for_selector("[data-testid=review-done]")
    wait_until_saved(page)
    assert synsets(work, None) == [["Ann --> met [the] --> man"], ["Ann --> met the man in --> Oslo"]]
    page.get_by_role("link", name="Compare").click()
    page.wait_for_selector("text=only merged")


def test_the_comparison_waits_for_all_and_is_read_only_for_annotators(work: Work, visit: Visits) -> None:
    annotate(work, "ann", *ANN)
    visit.allowed.append("423")
    page = visit(work, "ann", f"{work.item_path(0)}/compare")
    page.wait_for_selector("text=can be compared once all who annotate it are done")
    annotate(work, "ben", *BEN)
    page.reload()
    page.wait_for_selector("text=A curator adjudicates")
    assert page.get_by_test_id("start-adjudication").count() == 0
    assert page.locator("[data-fact]").count() == 3


def test_a_curator_gives_work_back(work: Work, visit: Visits) -> None:
    annotate(work, "ann", *ANN)
    annotate(work, "ben", *BEN)
    visit.allowed.append("423")
    page = visit(work, "cleo", f"{work.item_path(0)}/compare", width=390)
    page.get_by_role("button", name=f"Reopen {work.people['ann'].name}'s work").click()
    page.get_by_test_id("reopen").get_by_role("button", name="Reopen", exact=True).click()
    page.wait_for_selector("text=can be compared once all who annotate it are done")
    assert not work.state(0, "ann")["done"]
    assert work.state(0, "ben")["done"]
    document = work.site.store.document_of(work.item(0), work.people["ann"].id)
    assert document is not None
    assert work.site.store.events(document.id)[-1].author == work.people["cleo"].id
