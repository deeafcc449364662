"""A small project of cliques, and what its workers and experts do on the screens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from annotation_site import NUMBERS, Site, Work, free_name, new_id, password_hash
from hands import expect_saved, press
from playwright.sync_api import expect

from karat.annotate.cliques.content import CliqueSentence, Content
from karat.annotate.cliques.state import Tuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from karat.annotate.cliques.batch import Batch

CLIQUES = [
    {
        "id": 1,
        "ori_sent": "Ada Brun painted the harbour in 1902 .",
        "ori_args": [["painted", "Ada Brun", "the harbour", "in 1902"]],
        "paraphrases": [
            {"id": "1.1", "sent": "In 1902 the harbour were painted by Ada Brun .", "args": []},
            {"id": "1.2", "sent": "It was Ada Brun who painted the harbour in 1902 .", "args": []},
        ],
    },
    {
        "id": 2,
        "ori_sent": "The miller sold his boat .",
        "ori_args": [],
        "paraphrases": [
            {"id": "2.1", "sent": "His ship was sold by the miller .", "args": []},
            {"id": "2.2", "sent": "It was his boat that the miller sold .", "args": []},
        ],
    },
    {
        "id": 3,
        "ori_sent": "Per mended the clock in Lund .",
        "ori_args": [],
        "paraphrases": [
            {"id": "3.1", "sent": "In Lund , Per broke the clock .", "args": []},
            {"id": "3.2", "sent": "The clock was mended in Lund by Per .", "args": []},
        ],
    },
]
"""Our own sentences: a slip of grammar, a wrong word and a wrong statement among the paraphrases."""

CORRECTED = {
    "1.1": ("grammar", "In 1902 the harbour was painted by Ada Brun ."),
    "2.1": ("phrase", "His boat was sold by the miller ."),
    "3.1": ("rewrite", "In Lund , it was Per who mended the clock ."),
}
TYPE_KEYS = {"grammar": "1", "phrase": "2", "rewrite": "3"}
FAULT_KEYS = {"grammar": "1", "meaning": "2", "form": "3", "completeness": "1", "atomicity": "4"}

TUPLES: dict[str, list[str]] = {
    "1.1": ["was painted by | the harbour | Ada Brun | time: In 1902"],
    "1.2": ["painted | Ada Brun | the harbour | time: in 1902"],
    "2": ["sold | The miller | his boat"],
    "2.1": ["was sold by | His boat | the miller"],
    "2.2": ["sold | the miller | his boat"],
    "3": ["mended | Per | the clock | place: in Lund"],
    "3.1": ["mended | Per | the clock | place: In Lund"],
    "3.2": ["was mended | The clock | by Per | place: in Lund"],
}
"""What each sentence states, written as the guideline does."""

PEOPLE = {
    "ann": "annotator",
    "ben": "annotator",
    "cem": "annotator",
    "eva": "curator",
    "finn": "curator",
    "zoe": "admin",
}
WORKERS, EXPERTS = ("ann", "ben", "cem"), ("eva", "finn")
OPTIONS = {"batch_size": 3, "workers": 3, "experts": 2, "sample": 40, "accept_above": 90, "rule": "all"}


def add_people(work: Work, title: bool = False) -> None:
    """Three workers, two experts and an admin, all members of the project."""
    number = next(NUMBERS)
    for name, role in PEOPLE.items():
        full_name = free_name(work.site.store, name, number, plain=title)
        work.people[name] = work.site.store.add_person(full_name, role, password_hash())
        work.site.store.add_member(work.project.id, work.people[name].id)


@dataclass
class Clique:
    """One clique of a batch: its item, its id and who works on it."""

    item: int
    id: str
    worker: str
    path: str


def cliques_of(work: Work, batch: Batch) -> list[Clique]:
    names = {person.id: name for name, person in work.people.items()}
    return [
        Clique(item, work.site.store.item(item).key.split("/")[0], names[worker], f"{work.path}/items/{item}")
        for item, worker in batch.cliques.items()
    ]


def latest_batch(work: Work) -> Batch:
    return work.site.store.batches(work.project.id)[-1]


def open_clique(page: Page, clique: Clique) -> None:
    page.goto(clique.path)
    page.get_by_test_id("progress").wait_for()
    expect_saved(page)


def current(page: Page) -> str:
    """The id of the sentence that the keys work on."""
    return page.locator("[data-sentence][aria-current='true']").get_attribute("data-sentence") or ""


def finish(page: Page) -> None:
    """Mark as done and wait until the server has it."""
    press(page, "d")
    expect(page.get_by_test_id("done")).to_contain_text("open again")
    expect_saved(page)


def correct_by_keys(page: Page, clique: Clique) -> None:
    """Go through the paraphrases with the keyboard alone: type and correct, or keep."""
    for sentence in (f"{clique.id}.1", f"{clique.id}.2"):
        expect(page.locator(f"[data-sentence='{sentence}']")).to_have_attribute("aria-current", "true")
        if sentence in CORRECTED:
            kind, text = CORRECTED[sentence]
            press(page, f"{TYPE_KEYS[kind]} Enter")
            expect(page.get_by_test_id("correction")).to_be_focused()
            press(page, "Control+a")
            page.keyboard.type(text)
            press(page, "Enter")
        else:
            press(page, "c")
    finish(page)


def correct_by_mouse(page: Page, clique: Clique) -> None:
    """The same with clicks."""
    for sentence in (f"{clique.id}.1", f"{clique.id}.2"):
        card = page.locator(f"[data-sentence='{sentence}']")
        card.get_by_role("button", name=f"Paraphrase {sentence}").click()
        if sentence in CORRECTED:
            kind, text = CORRECTED[sentence]
            card.get_by_test_id("correction").fill(text)
            card.get_by_role("button", name=re.compile(f"^{kind.title()}")).click()
            card.get_by_test_id("save-correction").click()
        else:
            card.get_by_test_id("keep").click()
    page.get_by_test_id("done").click()
    expect_saved(page)


def find_words(page: Page, words: str) -> tuple[int, int]:
    """The first and last token of some words of the current sentence."""
    tokens = page.locator("[data-token]").all_inner_texts()
    wanted = words.split()
    for start in range(len(tokens)):
        if tokens[start : start + len(wanted)] == wanted:
            return start, start + len(wanted) - 1
    raise AssertionError(f"expected {words!r} in {tokens}")


def parts_of(line: str) -> list[tuple[str, str]]:
    """Each slot of a tuple with its words: r, a, t and l are also the slots' keys."""
    relation, *others = line.split(" | ")
    keys = {"time": "t", "place": "l"}
    found = [("r", relation)]
    for other in others:
        name, separator, words = other.partition(": ")
        found.append((keys[name], words) if separator else ("a", other))
    return found


def add_tuple_by_keys(page: Page, line: str) -> None:
    for key, words in parts_of(line):
        first, last = find_words(page, words)
        press(page, " ".join(["Home", *["ArrowRight"] * first, *["Shift+ArrowRight"] * (last - first), key]))
    press(page, "Enter")


def add_tuple_by_mouse(page: Page, line: str) -> None:
    """Click a slot, then drag over its words; predicate and arguments follow each other by themselves."""
    for key, words in parts_of(line):
        if key in ("t", "l"):
            page.locator(f"[data-slot='{'time' if key == 't' else 'place'}']").click()
        first, last = find_words(page, words)
        for number, act in ((first, page.mouse.down), (last, page.mouse.up)):
            box = page.locator(f"[data-token='{number}']").bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
            act()
    page.get_by_test_id("add-tuple").click()


def annotate_tuples(page: Page, clique: Clique, *, mouse: bool = False, leave_out: str | None = None) -> None:
    """Write the tuples of all sentences of a clique; one may be left without, and marked so."""
    sentences = [id for id in TUPLES if id.split(".")[0] == clique.id]
    for number, sentence in enumerate(sentences):
        card = page.locator(f"[data-sentence='{sentence}']")
        if number and mouse:
            card.get_by_role("button", name=re.compile(f"^(Original|Paraphrase) {sentence}$")).click()
        elif number:
            press(page, "PageDown")
        expect(card).to_have_attribute("aria-current", "true")
        if sentence == leave_out:
            press(page, "n")
            continue
        for line in TUPLES[sentence]:
            (add_tuple_by_mouse if mouse else add_tuple_by_keys)(page, line)
        expect(card.locator("[data-tuple]")).to_have_count(len(TUPLES[sentence]))
    finish(page)


def judge(page: Page, wrong: dict[str, tuple[str, str]]) -> None:
    """Judge all sentences of a clique, with a fault and a comment where one is wrong."""
    for card in page.locator("[data-sentence]").all():
        sentence = card.get_attribute("data-sentence") or ""
        while current(page) != sentence:
            press(page, "ArrowDown")
        if sentence in wrong:
            fault, comment = wrong[sentence]
            press(page, FAULT_KEYS[fault])
            expect(card.get_by_text(f"wrong: {fault}")).to_be_visible()
            press(page, "n")
            page.keyboard.type(comment)
            press(page, "Escape")
        else:
            press(page, "c")
            expect(card.get_by_text("right", exact=True)).to_be_visible()
    finish(page)


def state_of(work: Work, item: int, name: str) -> dict[str, Any]:
    """What the store has of somebody's document."""
    document = work.site.store.document_of(item, work.people[name].id)
    assert document is not None
    state: dict[str, Any] = document.state
    return state


def content(clique: dict[str, Any], turn: int = 0) -> Content:
    """A clique of the project, its id made new in each turn."""
    id = str(clique["id"] + turn * len(CLIQUES))
    texts = [clique["ori_sent"], *(each["sent"] for each in clique["paraphrases"])]
    sentences = [
        CliqueSentence(id if number == 0 else f"{id}.{number}", text, number == 0) for number, text in enumerate(texts)
    ]
    given = [Tuple(new_id(), id, relation, tuple(parts)) for relation, *parts in clique["ori_args"]]
    return Content(1, id, tuple(sentences), tuple(given))


def new_site_work(site: Site, title: str | None = None) -> Work:
    """A project of cliques with its people and no cliques yet."""
    name = title or f"Cliques {next(NUMBERS)}"
    work = Work(site, site.store.add_project(name, "cliques", "en", {"options": OPTIONS}))
    add_people(work, title is not None)
    return work
