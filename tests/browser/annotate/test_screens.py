"""Every screen at three widths, light and dark: no serious issue by axe, nothing cut off; pictures for the manual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import Site, Work
from hands import LOOKS, press
from playwright.sync_api import expect

from karat.annotate.language.analysis import analyse

if TYPE_CHECKING:
    from playwright.sync_api import Page

SENTENCE = "Mara Lindqvist , a young engineer from Oslo , designed the old bridge in 1931 ."
OTHERS = ["The bridge was closed by the city in 1984 .", "It opened again after long repairs .", "Penguins swim ."]
DESIGNED = [
    "Mara Lindqvist --> designed --> [the] [old] bridge",
    "Mara Lindqvist --> designed [the] [old] bridge in --> 1931",
]
ENGINEER = ["Mara Lindqvist --> from --> Oslo"]
CALLED = ["Mara Lindqvist --> a [young] --> engineer"]
CLOSED = ["[The] bridge --> was closed by --> [the] city"]

SCREENS = {
    "annotate": "/items/{second}",
    "review": "/items/{second}/review",
    "compare": "/items/{first}/compare",
    "dashboard": "",
    "files": "/files",
    "people": "/people",
    "settings": "/settings",
    "tutorial": "/tutorial",
    "new project": "/projects/new",
}
MAIN_SCREENS = ("annotate", "review", "compare", "dashboard", "people", "new project")


@pytest.fixture(scope="module")
def work(site: Site) -> Work:
    """A project in the middle of its life: a sentence that two have finished, and one that is begun."""
    sentences = [SENTENCE, *OTHERS]
    analyses = [analysis.to_json() for analysis in analyse(sentences, "en")]
    rows = list(zip(sentences, analyses, strict=True))
    people = {"ann": "annotator", "ben": "annotator", "eva": "admin"}
    work = site.add_work(rows, people, assign=["ann", "ben"], title="Bridges")
    site.store.assign(work.project.id, work.people["eva"].id, [work.item(1)])
    work.write(0, "ann", [DESIGNED, ENGINEER], done=True)
    work.write(0, "ben", [DESIGNED[:1], CALLED], done=True)
    work.write(1, "ann", [CLOSED])
    work.write(1, "eva", [CLOSED])
    model = site.store.add_person("a-language-model", "annotator", machine=True)
    site.store.assign(work.project.id, model.id, [work.item(1)])
    wordings = [("The bridge", "was closed", "in 1984"), ("the city", "closed", "The bridge")]
    site.store.add_candidates(work.project.id, [(work.item(1), 3, *wording, "a-system") for wording in wordings])
    return work


def open_screen(page: Page, work: Work, name: str) -> None:
    """Open a screen, and wait until it shows what it is for."""
    path = SCREENS[name].format(first=work.item(0), second=work.item(1))
    page.goto(path if name == "new project" else work.path + path)
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_load_state("networkidle")
    if name == "compare" and page.get_by_test_id("start-adjudication").is_visible():
        page.get_by_test_id("start-adjudication").click()
        page.get_by_test_id("done").wait_for()
    if name == "annotate":
        page.locator("[data-triple]").first.wait_for()
        press(page, "Shift+ArrowRight s ArrowRight Shift+ArrowRight r")
        press(page, "End ArrowLeft ArrowLeft Shift+ArrowRight o v")


def check(page: Page, name: str) -> None:
    """No serious issue, and no scrolling to the side."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    serious = [
        f"{name}: {issue['id']} ({issue['impact']}): {node['html'][:150]}"
        for issue in axe.Axe().run(page).response["violations"]
        if issue["impact"] in ("serious", "critical")
        for node in issue["nodes"]
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}: wider than the window"


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_screens(work: Work, visit: Any, picture: Any, width: int, scheme: str) -> None:
    page = visit(work, "eva", "/", width=width, scheme=scheme)
    if width == 1280:
        page.get_by_role("heading", level=1).first.wait_for()
        check(page, "projects")
    for name in SCREENS if width == 1280 else MAIN_SCREENS:
        open_screen(page, work, name)
        picture(page, f"{name.replace(' ', '-')}-{width}-{scheme}")
        check(page, name)
        if name in ("dashboard", "people"):
            model = page.locator("tr", has_text="a-language-model")  # people of other tests are on the server too
            expect(model.get_by_text("LLM", exact=True)).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialogs_and_sign_in(work: Work, visit: Any, picture: Any, scheme: str) -> None:
    page = visit(work, "eva", work.item_path(1), scheme=scheme)
    page.locator("[data-token='0']").wait_for()
    for key, name in (("?", "keyboard"), ("g", "guideline")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.wait_for_load_state("networkidle")
        picture(page, f"{name}-1280-{scheme}")
        check(page, name)
        page.keyboard.press("Escape")
    visit.allowed.append("status of 401")  # nobody is signed in
    page = visit.context(scheme=scheme).new_page()
    page.goto("/sign-in")
    page.get_by_label("Password").wait_for()
    expect(page.get_by_test_id("name")).to_be_focused()
    check(page, "sign-in")
