"""Signing in and out, in a real browser."""

from __future__ import annotations

from typing import Any

from annotation_site import PASSWORD, Site
from playwright.sync_api import expect


def test_somebody_signs_in_with_a_password_and_out_again(site: Site, visit: Any) -> None:
    work = site.add_work(["Ann sleeps ."], {"ann": "annotator"})
    visit.allowed.append("status of 401")  # nobody is signed in, and a wrong password
    page = visit.context().new_page()
    page.goto(work.path)
    page.get_by_label("Name").fill(work.people["ann"].name)
    page.get_by_label("Password").fill("eight grey herons")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text(work.project.name).first).to_be_visible()
    page.get_by_role("button", name=work.people["ann"].name).click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_label("Password")).to_be_visible()
    page.goto(work.item_path(0))
    expect(page.get_by_label("Password")).to_be_visible()


def test_somebody_invited_chooses_a_name_and_a_password(site: Site, visit: Any) -> None:
    work = site.add_work(["Ann sleeps ."], {"eva": "admin"})
    page = visit(work, "eva", "/")
    csrf = page.request.get("/api/session").json()["csrf"]
    answer = page.request.post(
        "/api/invitations",
        data={"role": "annotator", "projects": [work.project.id]},
        headers={"Origin": site.url, "X-CSRF-Token": csrf},
    )
    assert answer.ok, answer.text()
    visit.allowed.append("status of 401")  # nobody is signed in yet
    guest = visit.context().new_page()
    guest.goto(answer.json()["link"])
    guest.get_by_label("Name").fill(f"guest-{work.project.id}-{work.people['eva'].id}")
    for field in guest.locator("input[type=password]").all():
        field.fill(PASSWORD)
    guest.keyboard.press("Enter")
    expect(guest.get_by_text(work.project.name).first).to_be_visible()
