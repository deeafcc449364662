"""A project of cliques from a file to gold that `karat cliques score` reads: both stages, refused once each."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from annotation_site import NUMBERS, Site, Work
from clique_hands import (
    CLIQUES,
    CORRECTED,
    EXPERTS,
    OPTIONS,
    TUPLES,
    WORKERS,
    add_people,
    add_tuple_by_keys,
    annotate_tuples,
    cliques_of,
    correct_by_keys,
    correct_by_mouse,
    finish,
    judge,
    latest_batch,
    open_clique,
    parts_of,
    state_of,
)
from hands import eventually, expect_saved, press
from playwright.sync_api import expect

from karat.formats.benchmarks.robust import read

if TYPE_CHECKING:
    from clique_hands import Clique
    from playwright.sync_api import Page

HANDS = {"ann": correct_by_keys, "ben": correct_by_mouse, "cem": correct_by_keys}
SAMPLED = 2  # 40 % of three cliques, rounded up


@pytest.fixture
def people(site: Site, visit: Any) -> dict[str, Page]:
    """Everybody's browser, signed in and on no page yet."""
    work = Work(site, site.store.add_project(f"People {next(NUMBERS)}", "cliques", "en", {}))
    add_people(work)
    return {"work": work} | {name: visit(work, name, "/") for name in work.people}


def make_project(zoe: Page, work: Work, folder: Path) -> None:
    """The admin makes a project of the kind in the page, with its options, and imports the cliques."""
    file = folder / "cliques.json"
    file.write_text(json.dumps(CLIQUES), encoding="utf-8")
    zoe.goto("/projects/new")
    name = f"Cliques {next(NUMBERS)}"
    zoe.get_by_test_id("project-name").fill(name)
    zoe.get_by_test_id("kind-cliques").check()
    zoe.get_by_label("Cliques in a batch").fill(str(OPTIONS["batch_size"]))
    zoe.get_by_test_id("save-project").click()
    zoe.wait_for_url("**/projects/*/files")
    project = next(each for each in work.site.store.projects() if each.name == name)
    assert project.kind == "cliques"
    assert project.settings.options == OPTIONS
    work.project = project
    for person in work.people.values():
        work.site.store.add_member(project.id, person.id)
    zoe.get_by_test_id("import-file").set_input_files(file)
    zoe.get_by_test_id("import-send").click()
    expect(zoe.get_by_test_id("import-report")).to_contain_text("3 cliques")


def give_out(zoe: Page, work: Work, stage: str) -> list[Clique]:
    """Make a batch of a stage for all workers."""
    zoe.goto(f"{work.path}/batches")
    form = zoe.get_by_test_id("new-batch")
    form.get_by_label("Stage").select_option(stage)
    for name in WORKERS:
        form.get_by_label(work.people[name].name).check()
    form.get_by_test_id("make-batch").click()
    expect(zoe.locator("[data-batch]").last).to_contain_text("in work")
    found = cliques_of(work, latest_batch(work))
    assert {clique.worker for clique in found} == set(WORKERS)
    return found


def start_check(zoe: Page, work: Work) -> list[int]:
    """Ask both experts for a check of the latest batch; give the items that were drawn."""
    zoe.goto(f"{work.path}/batches")
    card = zoe.locator("[data-batch]").last
    for name in EXPERTS:
        card.get_by_label(work.people[name].name).check()
    card.get_by_test_id("start-check").click()
    expect(card).to_contain_text("being checked")
    check = latest_batch(work).present_check
    assert check is not None
    assert len(check.sample) == SAMPLED
    return list(check.sample)


def decide(zoe: Page, work: Work, accuracy: str, outcome: str) -> None:
    zoe.goto(f"{work.path}/batches")
    card = zoe.locator("[data-batch]").last
    card.get_by_test_id("decide").click()
    expect(card.get_by_test_id("accuracy").last).to_have_text(accuracy)
    expect(card.locator("header")).to_contain_text(outcome)


def check_all(pages: dict[str, Any], sampled: list[Clique], wrong: dict[str, tuple[str, str]]) -> None:
    """Both experts judge what was drawn; only the second one finds something wrong."""
    for name, faults in (("eva", {}), ("finn", wrong)):
        for clique in sampled:
            open_clique(pages[name], clique)
            judge(pages[name], faults)


def expect_blind(pages: dict[str, Any], work: Work, clique: Clique) -> None:
    """Eva has judged, Finn has not: he sees nothing of hers, on the page or through the server."""
    finn = pages["finn"]
    open_clique(finn, clique)
    expect(finn.get_by_test_id("progress")).to_contain_text("0 of")
    expect(finn.get_by_text(work.people["eva"].name)).to_have_count(0)
    eva_document = work.site.store.document_of(clique.item, work.people["eva"].id)
    assert eva_document is not None
    assert eva_document.done
    assert finn.request.get(f"/api/documents/{eva_document.id}").status in (403, 404, 423)


def go_to(page: Page, sentence: str, key: str) -> None:
    card = page.locator(f"[data-sentence='{sentence}']")
    for _ in range(len(CLIQUES)):
        if card.get_attribute("aria-current") == "true":
            break
        press(page, key)
    expect(card).to_have_attribute("aria-current", "true")


def repair(page: Page, sentence: str) -> None:
    """Write the full stop without a space before it, as the expert asked."""
    go_to(page, sentence, "ArrowDown")
    press(page, "e")
    expect(page.get_by_test_id("correction")).to_be_focused()
    press(page, "End ArrowLeft Backspace Enter")
    expect_saved(page)
    press(page, "u U")
    expect_saved(page)


def add_missing(page: Page, sentence: str) -> None:
    go_to(page, sentence, "PageDown")
    for line in TUPLES[sentence]:
        add_tuple_by_keys(page, line)
    expect_saved(page)


def expect_gold(gold: Path, repaired: str) -> None:
    """The file has the corrected sentences, and each tuple with its predicate first, time and place last."""
    found = {member.sentence.id: member for clique in read(gold) for member in clique.members}
    assert list(found) == ["1", "1.1", "1.2", "2", "2.1", "2.2", "3", "3.1", "3.2"]
    for sentence, (_, text) in CORRECTED.items():
        expected = text.replace(" .", ".") if sentence == repaired else text
        assert found[sentence].sentence.text == expected
    for sentence, lines in TUPLES.items():
        wanted = [tuple(words for _, words in parts_of(line)) for line in lines]
        assert [(each.relation, *each.arguments) for each in found[sentence].extractions] == wanted
    assert found["1"].extractions[0].arguments == ("Ada Brun", "the harbour", "in 1902")


def expect_scores(gold: Path, out: Path) -> None:
    """Score an output that lacks a word of 2.1, and all of 3.2.

    2.1 has 6 of the 7 words of its gold tuple and no other: precision 1, recall 6/7; 3.2 has 0 and 0. Each clique
    scores what its worst sentence does: precision (1 + 1 + 0) / 3, recall (1 + 6/7 + 0) / 3 = 13/21, and F1 of the two
    2 · 2/3 · 13/21 / (2/3 + 13/21) = 52/81. The originals are all right.
    """
    predicted = json.loads(gold.read_text(encoding="utf-8"))
    predicted[1]["paraphrases"][0]["args"] = [["was sold by", "His boat", "miller"]]
    predicted[2]["paraphrases"][1]["args"] = []
    out.write_text(json.dumps(predicted), encoding="utf-8")
    command = [sys.executable, "-m", "karat", "cliques", "score", str(out), "--gold", str(gold), "--json"]
    done = subprocess.run([*command, "--no-intervals"], capture_output=True, text=True, check=True)
    (system,) = json.loads(done.stdout)["systems"]
    scores = {each["facet"]: each for each in system["scores"] if each["metric"] == "robust"}
    robust, originals = scores["default"], scores["originals"]
    assert [robust[name] for name in ("precision", "recall", "f1")] == pytest.approx([2 / 3, 13 / 21, 52 / 81])
    assert [originals[name] for name in ("precision", "recall", "f1")] == [1, 1, 1]


def test_from_file_to_gold(people: dict[str, Any], visit: Any, tmp_path: Path) -> None:
    work: Work = people["work"]
    zoe = people["zoe"]
    visit.allowed.append("status of (403|404|423) .*/api/documents/")  # what experts must not see of each other
    make_project(zoe, work, tmp_path)

    # Stage 1: three workers correct, Finn refuses one paraphrase, so 3 of 4 are right and the batch goes back.
    cliques = give_out(zoe, work, "1")
    for clique in cliques:
        open_clique(people[clique.worker], clique)
        HANDS[clique.worker](people[clique.worker], clique)
    for clique in cliques:
        state = state_of(work, clique.item, clique.worker)
        kind, text = CORRECTED[f"{clique.id}.1"]
        assert state["corrections"][f"{clique.id}.1"] == {"text": text, "types": [kind], "kept": False}
        assert state["corrections"][f"{clique.id}.2"] == {"text": None, "types": [], "kept": True}
    drawn = start_check(zoe, work)
    sampled = [clique for clique in cliques if clique.item in drawn]
    refused = sampled[0]
    eva = people["eva"]
    eva.goto(f"{work.path}/batches")
    links = eva.get_by_text("Yours to check").locator("..").get_by_role("link")
    expect(links).to_have_text([f"{clique.id}/1" for clique in sampled])
    links.first.click()
    expect(eva.get_by_test_id("original")).to_be_visible()
    for clique in sampled:
        open_clique(eva, clique)
        expect(eva.get_by_test_id("original")).to_be_visible()
        judge(eva, {})
    expect_blind(people, work, refused)
    for clique in sampled:
        open_clique(people["finn"], clique)
        judge(people["finn"], {f"{refused.id}.1": ("grammar", "No space before the full stop")})
    decide(zoe, work, "3 of 4 sentences right, 75.0 %", "returned")

    # The worker reads why, without names, and repairs it; all say again that they are done.
    page = people[refused.worker]
    open_clique(page, refused)
    feedback = page.get_by_test_id("feedback")
    expect(feedback).to_contain_text("No space before the full stop")
    expect(feedback).to_contain_text("grammar")
    expect(page.get_by_text(work.people["finn"].name)).to_have_count(0)
    repair(page, f"{refused.id}.1")
    for clique in cliques:
        open_clique(people[clique.worker], clique)
        finish(people[clique.worker])
    drawn = start_check(zoe, work)
    check_all(people, [clique for clique in cliques if clique.item in drawn], {})
    decide(zoe, work, "4 of 4 sentences right, 100.0 %", "accepted")
    eventually(lambda: work.site.store.waiting_cliques(work.project.id), {1: 0, 2: 3})

    # Stage 2, with the corrected sentences: the same once more, refused for one sentence left without a tuple.
    cliques = give_out(zoe, work, "2")
    left_out = {clique.id: f"{clique.id}.2" for clique in cliques}
    for clique in cliques:
        page = people[clique.worker]
        open_clique(page, clique)
        annotate_tuples(page, clique, mouse=clique.worker == "ben", leave_out=left_out[clique.id])
    drawn = start_check(zoe, work)
    sampled = [clique for clique in cliques if clique.item in drawn]
    total = sum(2 if clique.id == "1" else 3 for clique in sampled)  # the tuples of the first original are given
    for clique in sampled:
        open_clique(eva, clique)
        given = eva.get_by_role("list", name="Given tuples of the original")
        expect(given).to_have_count(1 if clique.id == "1" else 0)
    check_all(people, sampled, {left_out[clique.id]: ("completeness", "Says something") for clique in sampled})
    share = f"{100 * (total - SAMPLED) / total:.1f}"
    decide(zoe, work, f"{total - SAMPLED} of {total} sentences right, {share} %", "returned")
    for clique in cliques:
        page = people[clique.worker]
        open_clique(page, clique)
        expect(page.get_by_test_id("feedback")).to_contain_text("came back")
        expect(page.get_by_text("Says something")).to_have_count(1 if clique in sampled else 0)
        add_missing(page, left_out[clique.id])
        finish(page)
    drawn = start_check(zoe, work)
    sampled = [clique for clique in cliques if clique.item in drawn]
    check_all(people, sampled, {})
    total = sum(2 if clique.id == "1" else 3 for clique in sampled)
    decide(zoe, work, f"{total} of {total} sentences right, 100.0 %", "accepted")

    zoe.goto(work.path)
    with zoe.expect_download() as download:
        zoe.get_by_test_id("export-robust").click()
    gold = tmp_path / "gold.json"
    download.value.save_as(gold)
    expect_gold(gold, f"{refused.id}.1")
    expect_scores(gold, tmp_path / "out.json")
