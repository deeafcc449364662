"""Every screen of a study at three widths, light and dark: no serious issue by axe; pictures for the manual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import Site, Work, new_id
from hands import LOOKS, press
from labelling_hands import wait_for_task
from playwright.sync_api import expect
from sample_study import BY_DISPLAY, LEFT, LEFT_SHORT, Sample, add_study_work, make_tasks
from test_screens import check as check_page

from karat.annotate.event import NewEvent

if TYPE_CHECKING:
    from playwright.sync_api import Page

FACT = {"c": "correct", "x": "incorrect"}
ATTRIBUTION = {"v": "correct", "b": "incorrect", "n": "none"}
RULES = {"0": "F10", "1": "F1", "6": "F6", "q": "A1", "e": "A3"}
SCREENS = ("label", "adjudicate", "report", "dashboard", "create")


def labelled(keys: str, note: str = "") -> dict[str, Any]:
    """The state of a document that somebody labelled with these keys."""
    pressed = keys.split()
    return {
        "fact": next(FACT[key] for key in pressed if key in FACT),
        "attribution": next(ATTRIBUTION[key] for key in pressed if key in ATTRIBUTION),
        "rules": sorted((RULES[key] for key in pressed if key in RULES), reverse=True),
        "note": note,
        "unsure": False,
        "done": True,
    }


def sample_of(work: Work, number: int) -> Sample:
    content = work.site.store.item(work.item(number)).content
    assert content is not None
    return next(each for each in BY_DISPLAY.values() if is_shown(each, content["extraction"]))


def is_shown(sample: Sample, extraction: dict[str, Any]) -> bool:
    return all(extraction[name] == value for name, value in sample.extraction.items()) and bool(
        extraction["attribution"]
    ) == ("attribution" in sample.facets)


def write_labels(work: Work, number: int, person: str, state: dict[str, Any]) -> None:
    store = work.site.store
    document = store.document_of(work.item(number), work.people[person].id)
    assert document is not None
    event = NewEvent(new_id(), "import", state, 0, active_ms=7000)
    store.append(document.id, work.people[person].id, [event])


class Story:
    """A study in the middle of its life: labelled by two people and a model, one task of Eva's own left."""

    def __init__(self, site: Site, folder: Any) -> None:
        self.work = add_study_work(site, {"ann": "annotator", "ben": "annotator", "eva": "admin"}, title="Ferries")
        self.empty = add_study_work(site, {}, title="Ferries, second round")
        make_tasks(self.work, folder)
        store = site.store
        model = store.add_person("Model-7b", "annotator", machine=True)
        self.work.people["model"] = model
        store.add_member(self.work.project.id, model.id)
        store.assign(self.work.project.id, model.id, None)
        samples = [sample_of(self.work, number) for number in range(len(BY_DISPLAY))]
        self.differing, self.left = samples.index(LEFT_SHORT), samples.index(LEFT)
        store.assign(self.work.project.id, self.work.people["eva"].id, [self.work.item(self.left)])
        for number, sample in enumerate(samples):
            note = "The number is missing." if sample is LEFT_SHORT else ""
            write_labels(self.work, number, "ann", labelled(sample.ann, note))
            write_labels(self.work, number, "ben", labelled(sample.ben))
            write_labels(self.work, number, "model", labelled("c v" if "attribution" in sample.facets else "c n"))

    def open(self, page: Page, name: str) -> None:
        """Open a screen, and wait until it shows what it is for."""
        paths = {
            "label": self.work.item_path(self.left),
            "adjudicate": f"{self.work.item_path(self.differing)}/adjudicate",
            "report": f"{self.work.path}/report",
            "dashboard": self.work.path,
            "create": f"{self.empty.path}/create",
        }
        page.goto(paths[name])
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        if name == "label":
            wait_for_task(page, self.left + 1)
            page.locator("[data-beside=F9]").hover()
        if name == "adjudicate":
            expect(page.get_by_test_id("difference")).to_be_visible()
            if page.get_by_test_id("start-adjudication").is_visible():
                press(page, "Enter")
            expect(page.get_by_test_id("decision")).to_be_visible()
            if page.locator("[data-rule]").count() == 0:
                press(page, "x 0")
        if name == "report":
            expect(page.get_by_role("heading", name="Agreement of people")).to_be_visible()


@pytest.fixture(scope="module")
def story(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return Story(site, tmp_path_factory.mktemp("outputs"))


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_study_screens(story: Story, visit: Any, picture: Any, width: int, scheme: str) -> None:
    page = visit(story.work, "eva", "/", width=width, scheme=scheme)
    for name in SCREENS:
        story.open(page, name)
        picture(page, f"study-{name}-{width}-{scheme}")
        check_page(page, f"{name} {width} {scheme}")


def test_label_at_double_size(story: Story, visit: Any) -> None:
    """200 % of 1280 pixels are 640 for the page; nothing is cut, and the rules come below the task."""
    page = visit(story.work, "eva", "/", width=640)
    story.open(page, "label")
    check_page(page, "label at 200 %")
    for name in ("fact", "attribution"):
        for button in page.locator(f"[data-labels={name}] button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 640


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_study_dialogs(story: Story, visit: Any, scheme: str) -> None:
    page = visit(story.work, "eva", story.work.item_path(story.left), scheme=scheme)
    wait_for_task(page, story.left + 1)
    for key in ("g", "?"):
        press(page, key)
        expect(page.get_by_role("dialog")).to_be_visible()
        page.wait_for_load_state("networkidle")
        check_page(page, f"dialog {key} {scheme}")
        press(page, "Escape")
