"""Two annotators, each in a browser of their own: blind, then compared, then merged by a curator, then exported."""

from __future__ import annotations

from typing import Any

import pytest
from annotation_site import Site, Work, analysed
from hands import eventually, expect_saved, press, wait_for_sentence
from playwright.sync_api import expect

HOME = analysed("Ann/PROPN lives/VERB in/ADP Ulm/PROPN ./PUNCT")
FIRST, SECOND = "Ann --> lives --> in Ulm", "Ann --> lives in --> Ulm"
TRIPLE = "s ArrowRight r ArrowRight Shift+ArrowRight o Enter"


@pytest.fixture
def work(site: Site) -> Work:
    people = {"ann": "annotator", "ben": "annotator", "cem": "curator"}
    return site.add_work([HOME], people, assign=["ann", "ben"])


def test_blind_then_agreement_then_adjudication_then_export(work: Work, visit: Any) -> None:
    ann = visit(work, "ann", work.item_path(0))
    wait_for_sentence(ann)
    press(ann, f"{TRIPLE} d")
    eventually(lambda: work.state(0, "ann")["done"], True)

    visit.allowed.append("status of 423 .*/comparison")  # what is not to be seen yet
    ben = visit(work, "ben", f"{work.item_path(0)}/compare")
    expect(ben.get_by_role("alert")).to_be_visible()
    expect(ben.get_by_text(work.people["ann"].name)).to_have_count(0)
    ben.goto(work.item_path(0))
    wait_for_sentence(ben)
    expect(ben.locator("[data-triple]")).to_have_count(0)
    press(ben, f"{TRIPLE} ] Enter d")
    eventually(lambda: work.state(0, "ben")["done"], True)

    ben.goto(f"{work.item_path(0)}/compare")
    expect(ben.get_by_text(work.people["ann"].name).first).to_be_visible()
    expect(ben.get_by_text("A curator adjudicates")).to_be_visible()

    cem = visit(work, "cem", f"{work.item_path(0)}/compare")
    visit.allowed.append("status of 409")  # a change on the version before the start is put after it
    cem.get_by_test_id("start-adjudication").click()
    expect(cem.get_by_test_id("compare-counts")).to_contain_text("1 open")
    expect(cem.get_by_test_id("done")).to_be_visible()
    eventually(lambda: work.facts(0, None), [[FIRST]])
    press(cem, "2")
    expect(cem.get_by_test_id("compare-counts")).to_contain_text("Nothing is open")
    eventually(lambda: work.facts(0, None), [[FIRST, SECOND]])
    press(cem, "d")
    expect(cem.get_by_test_id("compare-counts")).to_contain_text("done")
    expect_saved(cem)

    cem.goto(work.path)
    expect(cem.get_by_role("main")).to_contain_text(work.people["ben"].name)
    exported = cem.request.get(f"/api/projects/{work.project.id}/exports/benchie?who=merged")
    assert exported.ok, exported.text()
    assert [line for line in exported.text().splitlines() if " --> " in line] == [FIRST, SECOND]
