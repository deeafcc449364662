"""The report in a real browser: silent, complete, filtered as asked, and open to those who do not see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Opened = Callable[..., "Page"]

pytestmark = pytest.mark.browser

PAGES = [
    "report",
    "interactive",
    "chinese",
    "leaderboard",
    "experiment",
    "cliques",
    "syntax",
    "task",
    "study",
    "agreement",
]
LOOKS = [
    pytest.param(1280, "light", "screen", id="light"),
    pytest.param(1280, "dark", "screen", id="dark", marks=pytest.mark.long),
    pytest.param(390, "light", "screen", id="phone", marks=pytest.mark.long),
    pytest.param(390, "dark", "screen", id="phone, dark"),
    pytest.param(794, "dark", "print", id="paper"),
]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "scheme", "media"), LOOKS)
def test_it_looks_whole(opened: Opened, tmp_path: Path, name: str, width: int, scheme: str, media: str) -> None:
    page = opened(name, width, scheme, media)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "nothing stands out to the right"
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(24, 27, 32)" if (scheme, media) == ("dark", "screen") else "rgb(255, 255, 255)")
    shot = tmp_path / f"{name}.png"
    page.screenshot(path=shot, full_page=True)
    assert shot.stat().st_size > 20_000


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    ("width", "scheme"), [(1280, "dark"), pytest.param(1280, "light", marks=pytest.mark.long), (390, "light")]
)
def test_axe_finds_nothing_serious(opened: Opened, name: str, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = opened(name, width, scheme)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found = axe.Axe().run(page).response["violations"]
    serious = [
        f"{each['id']} ({each['impact']}): {node['html'][:150]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    assert serious == []


def count_of(page: Page) -> str:
    return page.locator("#examples-count").inner_text()


def test_examples_are_filtered(opened: Opened) -> None:
    page = opened("report")
    assert count_of(page) == "105 of 175 extractions, 20 shown"
    page.select_option("#by-verdict", "")
    assert count_of(page) == "380 of 380 extractions and missed facts, 20 shown"
    page.select_option("#by-system", label="careful")
    assert count_of(page) == "114 of 380 extractions and missed facts, 20 shown"
    page.select_option("#by-verdict", "wrong")
    assert count_of(page) == "21 of 175 extractions, 20 shown"
    page.click("#examples-more")
    assert count_of(page) == "21 of 175 extractions, 21 shown"
    assert page.locator("#examples-list > li").count() == 21
    assert page.locator("#examples-more").is_hidden()
    page.select_option("#by-kind", "too short an object")
    assert count_of(page) == "4 of 175 extractions, 4 shown"
    assert page.locator("#examples-list > li .verdict").all_inner_texts() == ["wrong"] * 4
    page.select_option("#by-verdict", "right")
    assert count_of(page) == "0 of 175 extractions, 0 shown"


def test_what_people_accept_is_shown_apart(opened: Opened) -> None:
    page = opened("chinese")
    page.select_option("#by-verdict", "accepted")
    cards = page.locator("#examples-list > li")
    assert cards.locator(".verdict").all_inner_texts() == ["wrong"] * cards.count()
    assert count_of(page).startswith(f"{cards.count()} of ")
    assert {text.partition(":")[0] for text in cards.locator(".reason:last-child").all_inner_texts()} == {
        "accepted by people's measure"
    }
    assert opened("report").locator("#by-verdict option[value=accepted]").count() == 0


def test_examples_are_searched_and_marked(opened: Opened) -> None:
    page = opened("report")
    page.select_option("#by-system", label="careful")
    page.fill("#by-text", "PENGUINS arctic")
    item = page.locator("#examples-list > li")
    assert item.count() == 1
    assert item.locator("ins").all_inner_texts() == ["do", "not"]
    assert item.locator("del").count() == 0
    assert "the relation lacks 'do not'" in item.locator(".reason").inner_text()
    assert "gold pattern: Penguins --> do not live in --> [the] Arctic" in item.locator(".reason").inner_text()
    page.fill("#by-text", "no such word anywhere")
    assert count_of(page) == "0 of 175 extractions, 0 shown"


def test_missed_facts_have_their_closest_extraction(opened: Opened) -> None:
    page = opened("report")
    page.select_option("#by-system", label="careful")
    page.select_option("#by-verdict", "missed")
    assert count_of(page) == "40 of 205 missed facts, 20 shown"
    page.select_option("#by-kind", "negation")
    assert count_of(page) == "3 of 205 missed facts, 3 shown"
    page.fill("#by-text", "penguins")
    item = page.locator("#examples-list > li.missed")
    assert item.locator(".slots .label").all_inner_texts() == ["missed gold", "closest"]
    assert item.locator("ins").all_inner_texts() == ["do", "not"]
    page.fill("#by-text", "")
    page.select_option("#by-kind", "fact not extracted")
    assert count_of(page) == "22 of 205 missed facts, 20 shown"


def test_filters_are_in_the_link(opened: Opened) -> None:
    page = opened("report")
    page.select_option("#by-system", "greedy")
    page.select_option("#by-verdict", "missed")
    page.fill("#by-text", "the")
    link = page.evaluate("location.hash")
    assert link == "#examples?system=greedy&verdict=missed&text=the"
    shown = count_of(page)
    copied = opened("report", link=link)
    copied.wait_for_function("(text) => document.querySelector('#examples-count').textContent === text", arg=shown)
    assert copied.locator("#by-system").input_value() == "greedy"
    assert copied.locator("#by-text").input_value() == "the"
    assert copied.evaluate("Math.abs(document.querySelector('#examples').getBoundingClientRect().top) < 100")
    page.go_back()
    assert page.locator("#by-verdict").input_value() == "wrong"
    assert count_of(page) == "35 of 175 extractions, 20 shown"
    page.go_back()
    assert count_of(page) == "105 of 175 extractions, 20 shown"
    page.go_forward()
    assert count_of(page) == "35 of 175 extractions, 20 shown"


def test_the_contents_keep_the_filters(opened: Opened) -> None:
    page = opened("report", link="#examples?system=greedy")
    page.locator("nav.contents a", has_text="Scores").click()
    assert page.evaluate("location.hash") == "#scores?system=greedy"
    assert page.locator("#by-system").input_value() == "greedy"


def test_a_link_to_what_is_not_there_shows_the_default(opened: Opened) -> None:
    page = opened("report", link="#examples?system=nobody&verdict=perhaps")
    assert count_of(page) == "105 of 175 extractions, 20 shown"


def test_a_cause_leads_to_its_examples(opened: Opened) -> None:
    page = opened("report")
    page.locator("table.causes a", has_text="too short an object").click()
    assert count_of(page) == "4 of 175 extractions, 4 shown"
    page.locator("table.causes a", has_text="fact not extracted").click()
    assert count_of(page) == "22 of 205 missed facts, 20 shown"


def test_two_systems_head_to_head(opened: Opened) -> None:
    page = opened("report")
    groups = page.locator("#pair-groups button")
    assert groups.all_inner_texts() == ["43\nonly careful", "6\nonly greedy", "8\nboth", "34\nneither"]
    assert page.locator("#pair-count").inner_text() == "43 facts, 5 shown"
    assert page.locator("#pair-list > li").first.locator(".side .verdict").all_inner_texts() == ["found", "missed"]
    groups.nth(1).focus()
    page.keyboard.press("Enter")
    assert groups.nth(1).get_attribute("aria-pressed") == "true"
    assert page.locator("#pair-count").inner_text() == "6 facts, 5 shown"
    page.click("#pair-more")
    assert page.locator("#pair-list > li").count() == 6
    page.select_option("#second-system", "naive")
    assert page.evaluate("location.hash") == "#head-to-head?b=naive&facts=only-b"
    page.select_option("#first-system", "greedy")
    assert groups.all_inner_texts() == ["11\nonly greedy", "0\nonly naive", "3\nboth", "77\nneither"]
    copied = opened("report", link="#head-to-head?b=naive&facts=both")
    copied.wait_for_function("() => document.querySelector('#pair-groups button[value=both]').ariaPressed === 'true'")
    assert "only naive" in copied.locator("#pair-groups").inner_text()


def test_warnings_are_on_top(opened: Opened) -> None:
    page = opened("warned")
    warning = page.locator("#summary [role=alert]")
    assert "careful" in warning.inner_text()
    box = warning.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 900, "seen without scrolling"
    lead = page.locator("#summary .lead").first.bounding_box()
    assert lead is not None
    assert box["y"] < lead["y"]


def test_the_reader_chooses_light_or_dark(opened: Opened) -> None:
    page = opened("report", scheme="dark")
    button = page.locator("#theme")
    assert button.inner_text() == "Light"
    button.click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert button.inner_text() == "Dark"


def test_a_chart_answers_the_pointer(opened: Opened) -> None:
    page = opened("interactive")
    dot = page.locator("[data-chart='f1'] .vega-embed svg .mark-symbol path").first
    dot.wait_for()
    dot.hover()
    tip = page.locator("#vg-tooltip-element")
    tip.wait_for()
    assert "careful" in tip.inner_text()


def test_cliques_are_opened_by_keyboard(opened: Opened) -> None:
    page = opened("cliques", 390)
    outer = page.locator("details.cliques > summary")
    outer.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    shown = page.locator("details.cliques details[open]")
    assert shown.count() == 1
    assert shown.locator("tbody tr").count() == 4
    assert shown.locator("td", has_text="worst").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_cliques_need_no_script(browser: Browser, files: dict[str, Path]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(files["cliques"].as_uri())
    assert page.locator("#robustness svg[role=img]").count() == 4
    page.locator("details.cliques > summary").click()
    page.locator("details.cliques details > summary").first.click()
    assert page.locator("details.cliques details").first.locator("td").first.is_visible()
    context.close()


def test_a_dumbbell_answers_the_pointer(opened: Opened) -> None:
    page = opened("moving cliques")
    page.locator("[data-chart='cliques'] .vega-embed svg .mark-symbol path").first.hover(force=True)
    tip = page.locator("#vg-tooltip-element")
    tip.wait_for()
    assert "F1" in tip.inner_text()
