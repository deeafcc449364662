"""Somebody takes over on the Batches page from a worker and an expert who left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from annotation_site import Site, new_id
from clique_hands import CLIQUES, EXPERTS, WORKERS, content, new_site_work
from playwright.sync_api import expect

from karat.annotate.cliques.stages import first_stage
from karat.annotate.event import NewEvent

if TYPE_CHECKING:
    from playwright.sync_api import Page


def take_over(zoe: Page, person: str, why: str, successor: str) -> None:
    """Find that somebody is gone, and let another person take over."""
    share = zoe.locator(f"[data-person='{person}']")
    expect(share).to_contain_text(why)
    share.get_by_test_id("replace").click()
    share.get_by_test_id("successor").select_option(label=successor)
    share.get_by_test_id("take-over").click()
    expect(zoe.locator(f"[data-person='{successor}']")).to_be_visible()
    expect(share).to_have_count(0)


def test_a_worker_and_an_expert_leave(site: Site, visit: Any) -> None:
    work = new_site_work(site)
    store, people = site.store, work.people
    dan, wim = (store.add_person(new_id(), role) for role in ("annotator", "curator"))
    store.add_items(work.project.id, [first_stage(content(clique)) for clique in CLIQUES])
    workers, experts = ([people[name] for name in names] for names in (WORKERS, EXPERTS))
    batch = store.make_batch(work.project.id, 1, [each.id for each in workers], people["zoe"].id)
    store.change_person(workers[0].id, active=False)
    zoe = visit(work, "zoe", f"{work.path}/batches")
    take_over(zoe, workers[0].name, "deactivated", dan.name)
    assert dan.id in store.batch(batch.id).workers
    for document in store.batch_documents(batch.id):
        sentences = (store.item(document.item).content or {})["sentences"][1:]
        steps = [("keep", {"sentence": each["id"]}) for each in sentences]
        events = [
            NewEvent(new_id(), kind, payload, number)
            for number, (kind, payload) in enumerate([*steps, ("done", {"done": True})])
        ]
        store.append(document.id, document.person, events)
    store.start_check(batch.id, [each.id for each in experts], people["zoe"].id)
    store.change_person(experts[0].id, role="annotator")
    zoe.reload()
    take_over(zoe, experts[0].name, "no longer a curator", wim.name)
    assert wim.id in store.batch(batch.id).checks[0].experts
    expect(zoe.get_by_label("Replacements in batch 1")).to_contain_text(f"{wim.name} took over 2 cliques to check")
