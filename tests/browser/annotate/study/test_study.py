"""A study from systems' outputs to its report: made on the page, labelled by two with the keyboard, adjudicated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import Site, Work, new_id
from hands import eventually, expect_saved, press
from labelling_hands import differently, label, shown_sample, wait_for_task
from playwright.sync_api import expect
from sample_study import (
    LEFT_SHORT,
    LIFTS_BY_PILOT,
    REPEATS_PER_CENT,
    SAMPLES,
    SYSTEMS,
    Sample,
    add_study_work,
    write_outputs,
)

from karat.annotate.event import NewEvent

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

TASKS = len(SAMPLES) + 1
"""With one hidden repeat."""
MODEL = "model-seven"


@pytest.fixture
def work(site: Site) -> Work:
    return add_study_work(site, {"ann": "annotator", "ben": "annotator", "cem": "curator"})


def make_on_the_page(page: Page, work: Work, folder: Path) -> None:
    """Make the tasks as a curator does, and give them to both labellers."""
    page.goto(f"{work.path}/create")
    page.get_by_test_id("outputs").set_input_files(write_outputs(folder))
    page.get_by_label("Hidden repeats").fill(str(REPEATS_PER_CENT))
    page.get_by_label("Extractions to draw").fill("100")
    expect(page.get_by_test_id("sample-size")).to_contain_text("95 % interval of 50.2 to 69.1 %")
    page.get_by_label("Extractions to draw").fill("")
    for name in ("ann", "ben"):
        page.get_by_label(work.people[name].name).check()
    page.get_by_test_id("make-tasks").click()
    made = page.get_by_test_id("made-tasks")
    expect(made).to_contain_text(f"{TASKS} tasks made")
    for system in SYSTEMS:
        expect(made).to_contain_text(system)


def label_all(page: Page, work: Work, person: str) -> list[Sample]:
    """Label every task by what the page shows; Ben labels a repeat otherwise than the first time."""
    page.goto(f"{work.path}/items")
    seen: list[Sample] = []
    for number in range(1, TASKS + 1):
        wait_for_task(page, number)
        expect(page.get_by_test_id("progress")).to_contain_text(f"{number - 1} of {TASKS}")
        sample = shown_sample(page)
        keys = getattr(sample, person)
        label(page, differently(keys) if person == "ben" and sample in seen else keys)
        seen.append(sample)
    expect(page.get_by_text("This was the last task of the list")).to_be_visible()
    expect(page.get_by_test_id("progress")).to_contain_text(f"{TASKS} of {TASKS}")
    expect_saved(page)
    return seen


def hear_answers(page: Page) -> list[str]:
    """Keep whatever the server answers to the page from now on."""
    answers: list[str] = []

    def hear(route: Route) -> None:
        answer = route.fetch()
        answers.append(f"{answer.headers} {answer.text()}")
        route.fulfill(response=answer)

    page.route("**/api/**", hear)
    return answers


def state_of(work: Work, seen: list[Sample], sample: Sample, person: str | None) -> dict[str, Any]:
    return work.state(seen.index(sample), person)


def test_a_study_from_outputs_to_the_report(work: Work, visit: Any, tmp_path: Path) -> None:
    cem = visit(work, "cem", f"{work.path}/create")
    make_on_the_page(cem, work, tmp_path)

    ann = visit(work, "ann")
    answers = hear_answers(ann)
    seen = label_all(ann, work, "ann")
    assert sorted(map(SAMPLES.index, set(seen))) == list(range(len(SAMPLES)))
    said = "".join(answers)
    assert "QUANT_S_1" in said
    assert [system for system in SYSTEMS if system in said] == []
    assert state_of(work, seen, LEFT_SHORT, "ann")["rules"] == ["F10"]

    ben = visit(work, "ben")
    assert label_all(ben, work, "ben") == seen
    assert state_of(work, seen, LIFTS_BY_PILOT, "ben") == {
        "fact": "correct",
        "attribution": "incorrect",
        "rules": ["A3"],
        "note": "",
        "unsure": False,
        "done": True,
    }

    add_model(work, seen)
    adjudicate(cem, work, seen)
    read_report(cem, work)


def add_model(work: Work, seen: list[Sample]) -> None:
    """A language model calls everything correct."""
    store = work.site.store
    model = store.add_person(MODEL, "annotator", machine=True)
    store.add_member(work.project.id, model.id)
    store.assign(work.project.id, model.id, None)
    for place in range(len(seen)):
        document = store.document_of(work.item(place), model.id)
        assert document is not None
        labels: list[tuple[str, dict[str, Any]]] = [
            ("fact", {"label": "correct"}),
            ("attribution", {"label": "correct"}),
            ("done", {"done": True}),
        ]
        events = [NewEvent(new_id(), kind, payload, on) for on, (kind, payload) in enumerate(labels)]
        store.append(document.id, model.id, events)


def adjudicate(page: Page, work: Work, seen: list[Sample]) -> None:
    """Decide with the keyboard alone: Ann is right in both."""
    decisions = {LEFT_SHORT: "x 0", LIFTS_BY_PILOT: "v"}
    places = sorted(seen.index(sample) for sample in decisions)
    page.goto(f"{work.item_path(places[0])}/adjudicate")
    page.get_by_test_id("status-filter").select_option(label="To adjudicate")
    expect(page.locator("[data-item]")).to_have_count(len(places))
    assert [row.get_attribute("data-item") for row in page.locator("[data-item]").all()] == [
        str(work.item(place)) for place in places
    ]
    for place in places:
        wait_for_task(page, place + 1, "Adjudicate task")
        expect(page.get_by_test_id("difference")).to_contain_text("They differ on the")
        expect(page.get_by_role("table", name="Labels of people")).to_contain_text(work.people["ben"].name)
        expect(page.get_by_role("table", name="Labels of people")).not_to_contain_text(MODEL)
        expect(page.get_by_role("table", name="Labels of LLMs")).to_contain_text(f"{MODEL} LLM")
        press(page, "Enter")
        expect(page.get_by_test_id("decision")).to_be_visible()
        expect_saved(page)
        press(page, decisions[shown_sample(page)])
        expect(page.get_by_test_id("history")).to_contain_text(work.people["cem"].name)
        press(page, "Enter")
        eventually(lambda place=place: work.state(place, None)["done"], True)
    assert state_of(work, seen, LEFT_SHORT, None)["rules"] == ["F10"]
    assert state_of(work, seen, LIFTS_BY_PILOT, None)["attribution"] == "correct"


def read_report(page: Page, work: Work) -> None:
    """The page has the numbers that a reader can work out from the labels of ``sample_study``.

    Facts of eight tasks, Ann and Ben: both correct 6, both incorrect 1 (painted), only Ann incorrect 1 (left, cut
    short). Raw 7/8; by chance (6/8 · 7/8 + 2/8 · 1/8) = 44/64; Cohen's kappa (56 - 44) / (64 - 44) = .600.
    Attributions: both none 6, both incorrect 1, correct against incorrect 1. By chance (6/8 · 6/8 + 1/8 · 2/8) = 38/64;
    kappa (56 - 38) / (64 - 38) = .692. Ann agrees with herself on the repeat, Ben does not: 1/2.
    The model calls all correct, of which the final labels take 6 of 8.
    """
    page.goto(f"{work.path}/report")
    expect(page.get_by_role("heading", name="Precision", exact=True)).to_be_visible()
    figures = dict(re.findall(r"(\D+?)\n([\d,]+)", page.locator("dl.figures").inner_text()))
    assert {name.strip(): int(value) for name, value in figures.items()} == {
        "Tasks": 8,
        "Hidden repeats": 1,
        "Labelled": 8,
        "Agreed": 6,
        "One labeller only": 0,
        "Adjudicated": 2,
        "Undecided": 0,
        "Unsure": 0,
    }
    precision = rows_of(page, "Precision of each system, with 95 % intervals")
    # Wilson, 3 of 5: (.6 + .384 ± 1.96 √(.24/5 + .768/20)) / 1.768
    assert precision["gneissoid"][:4] == ["60.0 % (3/5)", "0.0 % (0/1)", "4", "40.0 % (2/5)"]
    assert precision["quartzite"][:4] == ["100.0 % (5/5)", "100.0 % (1/1)", "4", "100.0 % (5/5)"]
    assert page.get_by_text("[23.1, 88.2]").count() > 0
    assert [cells[4] for cells in precision.values()] == ["5", "3"]
    broken = rows_of(page, "How often each system breaks each rule")
    assert {rule.split()[0]: counts for rule, counts in broken.items()} == {
        # Ben alone names F1, which is half of those who call it incorrect.
        "F1": ["0", "1"],
        "F6": ["0", "1"],
        "F10": ["0", "1"],
        "A1": ["0", "1"],
    }
    assert "F1 not what its clause says" in broken
    classes = rows_of(page, "Facts correct, by polarity and modality of the extraction")
    assert classes == {"(+,CT)": ["100.0 % (4/4)", "60.0 % (3/5)"], "(-,CT)": ["100.0 % (1/1)", "—"]}
    agreement = rows_of(page, "Agreement of people", exact=True)
    assert [agreement["Fact"][place] for place in (0, 1, 2)] == ["8", ".875", ".600"]
    assert [agreement["Attribution"][place] for place in (0, 1, 2)] == ["8", ".875", ".692"]
    assert agreement["Fact"][-1] == "correct .813, incorrect .188"  # 13 and 3 of 16 labels
    expect(page.get_by_test_id("self-consistency")).to_contain_text("50.0 % (1/2)")
    machines = page.get_by_test_id("machines")
    expect(machines.get_by_text("LLM", exact=True)).to_have_count(1)
    with_people = rows_of(page, "Agreement of LLMs with people")
    assert with_people[f"{MODEL} and the final labels: fact"][1] == ".750"
    for picture in page.locator("img[data-figure]").all():
        eventually(lambda picture=picture: picture.evaluate("image => image.naturalWidth > 100"), True, 30)
    assert page.locator("img[data-figure]").count() == 5
    with page.expect_download() as download:
        page.get_by_role("link", name="Report (HTML)").click()
    assert "gneissoid" in download.value.path().read_text(encoding="utf-8")


def rows_of(page: Page, caption: str, *, exact: bool = True) -> dict[str, list[str]]:
    """The rows of a table by their first cell; of a cell with an interval, the value alone."""
    rows = page.get_by_role("table", name=caption, exact=exact).locator("tbody tr").all()
    cells = [row.locator("th, td").all_inner_texts() for row in rows]
    return {first.strip(): [value_of(cell) for cell in others] for first, *others in cells}


def value_of(cell: str) -> str:
    return re.split(r"[ \n]*\[|\n", cell.strip())[0]
