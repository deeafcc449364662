"""Each screen of a clique project at three widths, light and dark: no serious issue by axe; pictures for the manual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import Site, Work, new_id
from clique_hands import CLIQUES, CORRECTED, EXPERTS, TUPLES, WORKERS, cliques_of, content, new_site_work, parts_of
from hands import LOOKS, press
from playwright.sync_api import expect
from test_screens import check as check_page

from karat.annotate.cliques.stages import first_stage
from karat.annotate.event import NewEvent

if TYPE_CHECKING:
    from clique_hands import Clique
    from playwright.sync_api import Page

    from karat.annotate.cliques.batch import Batch

Step = tuple[str, dict[str, Any]]
BATCHES = 3
"""Each with the same three cliques under other ids: one is accepted, one comes back, one is being checked."""


class Story:
    """A project in the middle of its life, written by the store's own steps."""

    def __init__(self, site: Site) -> None:
        self.work: Work = new_site_work(site, "Harbours and mills")
        self.store = site.store
        contents = [content(clique, turn) for turn in range(BATCHES) for clique in CLIQUES]
        self.store.add_items(self.work.project.id, [first_stage(each) for each in contents])
        accepted, self.returned, self.checked = (self.give_out(1) for _ in range(BATCHES))
        for batch in (accepted, self.returned, self.checked):
            for clique in cliques_of(self.work, batch):
                self.correct(clique)
        self.check(accepted)
        self.store.decide_batch(accepted.id)
        self.returned = self.check(self.returned, wrong=True)
        self.refused = next(each for each in self.cliques(self.returned) if each.item in self.sample(self.returned))
        self.store.decide_batch(self.returned.id)
        self.checked = self.start_check(self.checked)
        self.tuples = self.give_out(2)
        self.annotated = next(each for each in self.cliques(self.tuples) if each.id == "3")
        self.annotate(self.annotated)

    def cliques(self, batch: Batch) -> list[Clique]:
        return cliques_of(self.work, batch)

    def sample(self, batch: Batch) -> tuple[int, ...]:
        assert batch.checks
        return batch.checks[-1].sample

    def ids(self, names: tuple[str, ...]) -> list[int]:
        return [self.work.people[name].id for name in names]

    def give_out(self, stage: int) -> Batch:
        return self.store.make_batch(self.work.project.id, stage, self.ids(WORKERS), self.work.people["zoe"].id)

    def start_check(self, batch: Batch) -> Batch:
        return self.store.start_check(batch.id, self.ids(EXPERTS), self.work.people["zoe"].id)

    def write(self, item: int, name: str, *steps: Step) -> None:
        document = self.store.document_of(item, self.work.people[name].id)
        assert document is not None
        events = [
            NewEvent(new_id(), kind, payload, document.version + number, 20_000)
            for number, (kind, payload) in enumerate(steps)
        ]
        self.store.append(document.id, self.work.people[name].id, events)

    def correct(self, clique: Clique) -> None:
        kind, text = CORRECTED[f"{(int(clique.id) - 1) % 3 + 1}.1"]
        self.write(
            clique.item,
            clique.worker,
            ("correct", {"sentence": f"{clique.id}.1", "text": text, "types": [kind]}),
            ("keep", {"sentence": f"{clique.id}.2"}),
            ("done", {"done": True}),
        )

    def check(self, batch: Batch, wrong: bool = False) -> Batch:
        """Have both experts judge; if asked to, the first one refuses one paraphrase of each clique."""
        started = self.start_check(batch)
        drawn = [clique for clique in self.cliques(batch) if clique.item in self.sample(started)]
        for name in EXPERTS:
            for clique in drawn:
                refuses = wrong and name == EXPERTS[0]
                fault = {"right": False, "faults": ["form"], "note": "Too close to the original: turn it around."}
                right = {"right": True, "faults": [], "note": ""}
                first = {"round": 1, "sentence": f"{clique.id}.1", **(fault if refuses else right)}
                second = {"round": 1, "sentence": f"{clique.id}.2", **right}
                self.write(clique.item, name, ("verdict", first), ("verdict", second), ("done", {"done": True}))
        return started

    def annotate(self, clique: Clique) -> None:
        """The tuple of the original, and no more yet."""
        parts = parts_of(TUPLES["3"][0])
        found = {
            "id": new_id(),
            "sentence": "3",
            "relation": parts[0][1],
            "arguments": [words for key, words in parts if key == "a"],
            "time": None,
            "place": next(words for key, words in parts if key == "l"),
        }
        self.write(clique.item, clique.worker, ("add", {"tuple": found}))


@pytest.fixture(scope="module")
def story(site: Site) -> Story:
    return Story(site)


def open_correct(page: Page, story: Story) -> None:
    page.goto(story.refused.path)
    page.get_by_test_id("feedback").wait_for()


def open_tuples(page: Page, story: Story) -> None:
    """The first paraphrase, with a copy of the original's tuple as a start."""
    page.goto(story.annotated.path)
    page.locator("[data-tuple]").wait_for()
    expect(page.locator("[data-sentence='3.1']")).to_have_attribute("aria-current", "true")
    press(page, "ArrowDown y")
    expect(page.locator("[data-slot='relation']")).to_contain_text("mended")


def open_check(page: Page, story: Story) -> None:
    """One sentence right, the other wrong."""
    page.goto(f"{story.work.path}/items/{story.sample(story.checked)[0]}")
    page.get_by_test_id("right").wait_for()
    if "0 of" in page.get_by_test_id("progress").inner_text():
        press(page, "c 2 2")
        press(page, "x")
    page.get_by_test_id("wrong").wait_for()


def open_batches(page: Page, story: Story) -> None:
    page.goto(f"{story.work.path}/batches")
    expect(page.locator("[data-batch]")).to_have_count(BATCHES + 1)


def open_dashboard(page: Page, story: Story) -> None:
    page.goto(story.work.path)
    expect(page.get_by_role("table", name="Batches")).to_contain_text("returned")


def person_of(story: Story, screen: str) -> str:
    people = {"correct": story.refused.worker, "tuples": story.annotated.worker, "check": "eva"}
    return people.get(screen, "zoe")


SCREENS = {
    "correct": open_correct,
    "tuples": open_tuples,
    "check": open_check,
    "batches": open_batches,
    "dashboard": open_dashboard,
}


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_clique_screens(story: Story, visit: Any, picture: Any, width: int, scheme: str) -> None:
    pages: dict[str, Page] = {}
    for screen, show in SCREENS.items():
        name = person_of(story, screen)
        page = pages[name] = pages.get(name) or visit(story.work, name, "/", width=width, scheme=scheme)
        show(page, story)
        page.wait_for_load_state("networkidle")
        picture(page, f"cliques-{screen}-{width}-{scheme}")
        check_page(page, screen)


@pytest.mark.parametrize("width", [1280, 1000, 768, 390])
@pytest.mark.parametrize("screen", ["correct", "check"])
def test_original_stays_in_view(story: Story, visit: Any, screen: str, width: int) -> None:
    page = visit(story.work, person_of(story, screen), "/", width=width)
    page.set_viewport_size({"width": width, "height": 480})
    SCREENS[screen](page, story)
    page.locator("[data-sentence]").last.evaluate("card => card.scrollIntoView({ block: 'end' })")
    on_top = """element => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }"""
    assert page.get_by_test_id("original").evaluate(on_top)
