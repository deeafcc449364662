"""Projects in other languages: German verb order, Chinese words without spaces, and translation."""

from __future__ import annotations

from typing import Any

from annotation_site import Site, analysed
from hands import eventually, expect_facts, press, wait_for_sentence
from playwright.sync_api import expect

from karat.annotate.language.analysis import analyse


def test_german_puts_the_particle_beside_the_finite_verb(site: Site, visit: Any) -> None:
    sentence = analysed(
        "Ada/PROPN ruft/VERB ihren/DET? Bruder/NOUN an/ADP ./PUNCT",
        verb_order=[{"finite": 1, "moved": [4], "rule": "A.3.1"}],
    )
    work = site.add_work([sentence], {"ann": "annotator"}, language="de")
    page = visit(work, "ann", work.item_path(0))
    wait_for_sentence(page)
    press(page, "s ArrowRight r ArrowRight Shift+ArrowRight o b Enter")
    eventually(lambda: "Ada --> ruft an --> ihren Bruder" in str(work.facts(0, "ann")), True)


def test_chinese_is_split_into_words(site: Site, visit: Any) -> None:
    text = "小王住在北京。"
    analysis = analyse([text], "zh")[0].to_json()
    work = site.add_work([(text, analysis)], {"ann": "annotator"}, language="zh")
    page = visit(work, "ann", work.item_path(0))
    wait_for_sentence(page)
    words = [token["text"] for token in analysis["tokens"]]
    expect(page.locator("[data-token]")).to_have_count(len(words))
    assert "".join(words) == text
    press(page, "s ArrowRight r ArrowRight o Enter")
    expect_facts(page, work, 0, "ann", [[" --> ".join(words[:3])]])


def test_a_translation_project_translates_before_it_annotates(site: Site, visit: Any) -> None:
    work = site.add_work(
        ["Ann lives in Ulm ."], {"ann": "annotator"}, language="de", translation=True, source_language="en"
    )
    page = visit(work, "ann", work.item_path(0))
    expect(page.get_by_role("main")).to_contain_text("Ann lives in Ulm .")
    expect(page.locator("[data-token]")).to_have_count(0)
    page.get_by_role("textbox", name="Translation").fill("Ann wohnt in Ulm .")
    with page.expect_response(lambda answer: answer.url.endswith(f"/api{work.item_path(0)}")):
        page.get_by_role("button", name="Save").click()
    page.wait_for_timeout(500)  # the answer brings its analysis, with which the draft begins anew
    expect(page.locator("[data-token]")).to_have_count(5)
    press(page, "s ArrowRight r ArrowRight Shift+ArrowRight o Enter")
    expect_facts(page, work, 0, "ann", [["Ann --> wohnt --> in Ulm"]])
    assert work.state(0, "ann")["translation"] == "Ann wohnt in Ulm ."
    assert site.store.item(work.item(0)).key == "1"
