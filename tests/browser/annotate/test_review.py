"""Extractions of systems in review: hidden systems, accepted into a synset, as a new one, or rejected."""

from __future__ import annotations

from typing import Any

from annotation_site import Site, analysed
from hands import eventually, press
from playwright.sync_api import expect

HOME = analysed("Ann/PROPN lives/VERB in/ADP Ulm/PROPN near/ADP Bo/PROPN ./PUNCT")
FIRST = "Ann --> lives --> in Ulm"
SYSTEM = "loudmouth-3"


def test_extractions_are_accepted_or_rejected_without_the_systems_name(site: Site, visit: Any) -> None:
    work = site.add_work([HOME], {"ann": "annotator"})
    work.write(0, "ann", [[FIRST]])
    site.store.add_candidates(
        work.project.id,
        [
            (work.item(0), 3, *slots, SYSTEM)
            for slots in (
                ("Ann", "lives", "in Ulm"),  # a synset accepts it already
                ("Ann", "lives in", "Ulm"),
                ("Ulm", "near", "Bo"),
                ("Ann", "lives", "."),
            )
        ],
    )
    page = visit(work, "ann", f"{work.item_path(0)}/review")
    counts = page.get_by_test_id("review-counts")
    expect(counts).to_contain_text("3 to decide")
    expect(counts).to_contain_text("1 covered already")
    assert SYSTEM not in page.content()
    for key, left in (("x", 2), ("a", 1), ("n", 0)):
        press(page, key)
        expect(counts).to_contain_text(f"{left} to decide")
    expect(page.get_by_test_id("review-done")).to_be_visible()
    eventually(lambda: work.facts(0, "ann"), [[FIRST, "Ann --> lives in --> Ulm"], ["Ulm --> near --> Bo"]])
    origins = [triple["origin"] for synset in work.state(0, "ann")["synsets"] for triple in synset["triples"]]
    assert [(origin["round"], origin["way"]) for origin in origins] == [(1, "hand"), (3, "candidate"), (3, "candidate")]
    press(page, "u")
    expect(counts).to_contain_text("1 to decide")
