"""Single steps on the screens of cliques: what is warned about, copied, typed, undone and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import NUMBERS, Site, Work
from clique_hands import add_people, add_tuple_by_keys, cliques_of, open_clique, state_of
from hands import eventually, expect_saved, press
from playwright.sync_api import expect

from karat.annotate.cliques.content import CORRECTION, TUPLES, CliqueSentence, Content
from karat.annotate.project import NewItem

if TYPE_CHECKING:
    from clique_hands import Clique

ORIGINAL = "Ola and Siri opened a mill in Skive ."
SENTENCES = (
    CliqueSentence("1", ORIGINAL, True),
    CliqueSentence("1.1", "In Skive , a mill was opened by Ola and Siri ."),
    CliqueSentence("1.2", "Ola and Siri opened a mill in Skive !"),
)


@pytest.fixture
def work(site: Site) -> Work:
    options = {"batch_size": 1, "workers": 1}
    work = Work(site, site.store.add_project(f"Mills {next(NUMBERS)}", "cliques", "en", {"options": options}))
    add_people(work)
    return work


def give_out(work: Work, stage: int) -> Clique:
    """One clique in a stage, for Ann."""
    content = Content(stage, "1", SENTENCES if stage == CORRECTION else SENTENCES[:2])
    work.site.store.add_items(work.project.id, [NewItem(content.key, ORIGINAL, content=content.to_json(), hidden={})])
    batch = work.site.store.make_batch(work.project.id, stage, [work.people["ann"].id])
    return cliques_of(work, batch)[0]


def test_a_paraphrase_must_differ_in_form(work: Work, visit: Any) -> None:
    clique = give_out(work, CORRECTION)
    page = visit(work, "ann", clique.path)
    page.get_by_test_id("original").wait_for()
    second = page.locator("[data-sentence='1.2']")
    expect(second.get_by_test_id("difference")).to_have_text("Does not differ in form from the original")
    press(page, "c c")  # the first one is kept, the second cannot be
    expect(page.get_by_text("only case, punctuation or spaces are different").last).to_be_visible()
    press(page, "d")
    expect(page.get_by_text("1 paraphrase left").last).to_be_visible()
    press(page, "3 Enter Control+a")
    page.keyboard.type("ola AND siri opened a mill in skive")
    press(page, "Enter")
    expect(second.get_by_role("status")).to_contain_text("It does not differ in form from the original")
    page.reload()  # what is typed and not saved stays
    expect(second.get_by_text("not saved")).to_be_visible()
    second.get_by_role("button", name="Paraphrase 1.2").click()
    press(page, "e Control+a")
    page.keyboard.type("A mill in Skive was opened by Ola and Siri .")
    press(page, "Enter d")
    expect(page.get_by_test_id("done")).to_contain_text("open again")
    expect_saved(page)
    state = state_of(work, clique.item, "ann")
    assert state["done"]
    assert state["corrections"]["1.2"]["types"] == ["rewrite"]


def test_several_types_are_named_by_keys(work: Work, visit: Any) -> None:
    """Neither before the text is opened nor in it does a type's key write into the sentence."""
    clique = give_out(work, CORRECTION)
    page = visit(work, "ann", clique.path)
    open_clique(page, clique)
    field = page.get_by_test_id("correction")
    press(page, "1 2")
    expect(field).not_to_be_focused()
    press(page, "Enter")
    expect(field).to_be_focused()
    expect(field).to_have_value(SENTENCES[1].text)
    press(page, "Alt+3 Alt+2 Control+a")
    page.keyboard.type("In Skive , Ola and Siri opened a mill in 1902 .")
    press(page, "Enter")
    expected = {"text": "In Skive , Ola and Siri opened a mill in 1902 .", "types": ["grammar", "rewrite"]}
    eventually(lambda: state_of(work, clique.item, "ann")["corrections"].get("1.1"), {**expected, "kept": False})


def test_tuples_are_warned_about_copied_typed_and_undone(work: Work, visit: Any) -> None:
    clique = give_out(work, TUPLES)
    page = visit(work, "ann", clique.path)
    open_clique(page, clique)
    warnings = page.get_by_test_id("warnings")
    press(page, "Home Shift+ArrowRight Shift+ArrowRight a ArrowRight r")
    expect(warnings).to_contain_text("joins several things with “and”")
    expect(warnings).to_contain_text("atomicity")
    press(page, "c")
    add_tuple_by_keys(page, "opened | Ola | a mill | place: in Skive")
    expect(page.get_by_test_id("uncovered")).to_have_text("In no tuple yet: and, Siri")
    press(page, "PageDown y")
    expect(page.locator("[data-slot='place']")).to_contain_text("In Skive")  # as this sentence spells it
    for words, is_foreign in (("was unveiled by", True), ("was opened by", False)):
        press(page, "[ [ [ w")
        expect(page.get_by_role("textbox", name="Words")).to_be_focused()
        press(page, "Control+a")
        page.keyboard.type(words)
        press(page, "Enter")
        expect(page.locator("[data-slot='relation']")).to_contain_text(words)
        expect(warnings.get_by_text("“unveiled” is not in the sentence")).to_have_count(int(is_foreign))
    press(page, "Enter")
    eventually(lambda: [each["relation"] for each in tuples(work, clique)], ["opened", "was opened by"])
    press(page, "u")
    eventually(lambda: len(tuples(work, clique)), 1)
    press(page, "U")
    eventually(lambda: len(tuples(work, clique)), 2)


def test_people_are_led_to_batches_where_a_small_one_warns(work: Work, visit: Any) -> None:
    content = Content(CORRECTION, "1", SENTENCES)
    work.site.store.add_items(work.project.id, [NewItem(content.key, ORIGINAL, content=content.to_json(), hidden={})])
    page = visit(work, "eva", f"{work.path}/people")
    section = page.get_by_role("region", name="Cliques", exact=True)
    expect(section).to_contain_text("Cliques are given out in batches.")
    expect(page.get_by_text("Assign cliques")).to_have_count(0)
    section.get_by_role("link", name="Batches").click()
    form = page.get_by_test_id("new-batch")
    form.get_by_label(work.people["ann"].name).check()
    expect(form.get_by_role("status")).to_have_count(0)
    form.get_by_label(work.people["ben"].name).check()
    expect(form.get_by_role("status")).to_contain_text("1 clique for 2 workers: 1 of them gets none")
    page.get_by_test_id("make-batch").click()
    expect(page.get_by_text("Batch 1 is given out: 1 clique. Without any: ")).to_be_visible()


def tuples(work: Work, clique: Clique) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = state_of(work, clique.item, "ann")["tuples"]
    return found
