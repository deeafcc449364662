"""People and their work, and a new project, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from annotation_site import Site
from playwright.sync_api import expect

SENTENCES = ["Ann sleeps .", "Ben rests .", "Cleo waits .", "Rain falls ."]


def test_sentences_are_shared_out_and_taken_back(site: Site, visit: Any) -> None:
    people = {"ann": "annotator", "ben": "annotator", "cleo": "annotator", "eva": "curator"}
    work = site.add_work(SENTENCES, people, assign=[])
    names = {key: person.name for key, person in work.people.items()}
    page = visit(work, "eva", f"{work.path}/people")
    for key in ("ann", "ben", "cleo"):
        page.get_by_label(names[key], exact=True).check()
    page.get_by_test_id("assign").click()
    expect(page.get_by_text("8 assignments made, for 3 people")).to_be_visible()
    counts = [each.assigned for each in site.store.progress(work.project.id).people]
    assert sorted(counts) == [2, 3, 3]
    first = next(number for number in range(4) if site.store.document_of(work.item(number), work.people["ann"].id))
    work.write(first, "ann", [], done=True)
    page.reload()
    assigned = next(each.assigned for each in site.store.progress(work.project.id).people if each.name == names["ann"])
    page.get_by_role("button", name=f"Take back what {names['ann']} has not begun").click()
    kept = "1 sentence with work stay"
    expect(page.get_by_text(f"taken back from {names['ann']}; {kept}")).to_be_visible()
    row = page.get_by_role("row").filter(has_text=names["ann"])
    expect(row).to_contain_text("1 assigned, 1 begun, 1 done")
    lacking = assigned - 1
    page.get_by_label(names["ben"], exact=True).check()
    page.get_by_label(names["cleo"], exact=True).check()
    page.get_by_test_id("assign").click()
    expect(page.get_by_text(f"{lacking} assignment{'s' * (lacking > 1)} made, for 2 people")).to_be_visible()


def test_an_invitation_is_made_and_withdrawn(site: Site, visit: Any) -> None:
    work = site.add_work(SENTENCES[:1], {"eva": "admin"})
    page = visit(work, "eva", f"{work.path}/people")
    page.get_by_test_id("invite").click()
    link = page.get_by_test_id("invitation-link").input_value()
    page.get_by_role("row").filter(has_text=work.project.name).get_by_test_id("withdraw").click()
    expect(page.get_by_text("The invitation is withdrawn")).to_be_visible()
    visit.allowed += ["status of 401", "status of 404"]  # nobody is signed in, and the link opens nothing
    guest = visit.context().new_page()
    guest.goto(link)
    expect(guest.get_by_role("alert")).to_contain_text("there is no invitation")


def test_somebody_who_forgot_theirs_gets_a_new_password(site: Site, visit: Any) -> None:
    work = site.add_work(SENTENCES[:1], {"ann": "annotator", "eva": "admin"})
    name = work.people["ann"].name
    page = visit(work, "eva", f"{work.path}/people")
    page.get_by_role("button", name=f"New password for {name}").click()
    field = page.get_by_test_id("new-password").get_by_label("New password", exact=True)
    assert len(field.input_value()) == 12
    field.fill("eight tall poplars")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text(f"{name} has a new password")).to_be_visible()
    visit.allowed.append("status of 401")  # nobody is signed in
    ann = visit.context().new_page()
    ann.goto(work.path)
    ann.get_by_label("Name").fill(name)
    ann.get_by_label("Password").fill("eight tall poplars")
    ann.get_by_role("button", name="Sign in").click()
    expect(ann.get_by_text(work.project.name).first).to_be_visible()


def test_a_new_project_begins_with_its_kind(site: Site, visit: Any) -> None:
    work = site.add_work(SENTENCES[:1], {"eva": "curator"})
    page = visit(work, "eva", "/projects/new")
    page.get_by_test_id("kind-synsets").check()
    page.get_by_test_id("project-name").fill(f"Mills {work.project.id}")
    page.get_by_label("Annotators for each sentence").fill("3")
    page.get_by_test_id("save-project").click()
    page.get_by_test_id("import-what").wait_for()
    made = next(each for each in site.store.projects() if each.name == f"Mills {work.project.id}")
    assert (made.kind, made.settings.annotators_per_item) == ("synsets", 3)
    expect(page.get_by_test_id("import-what")).to_contain_text("Extractions to review")
    assert page.locator("[data-testid^=export-]").evaluate_all("links => links.map(each => each.dataset.testid)") == [
        "export-benchie",
        "export-benchie-e",
        "export-jsonl",
        "export-csv",
    ]


@pytest.mark.parametrize(("kind", "leads_to"), [("study", "create"), ("cliques", "files")])
def test_each_kind_leads_to_what_fills_it(site: Site, visit: Any, kind: str, leads_to: str) -> None:
    work = site.add_work(SENTENCES[:1], {"eva": "curator"})
    page = visit(work, "eva", "/projects/new")
    page.get_by_test_id(f"kind-{kind}").check()
    expect(page.get_by_label("Translation project")).to_have_count(0)
    page.get_by_test_id("project-name").fill(f"{kind} {work.project.id}")
    page.get_by_test_id("save-project").click()
    page.wait_for_url(f"**/{leads_to}")
    page.get_by_role("heading", level=1).first.wait_for()
    made = next(each for each in site.store.projects() if each.name == f"{kind} {work.project.id}")
    assert made.kind == kind
