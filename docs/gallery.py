"""Draw the gallery's pictures from the sample: the charts, and where a chromium is installed the pages as well."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from karat import evaluate, load_study, measure_study
from karat.benchmarks import benchmark_named, load_gold, sample_path
from karat.cliques.few_shot.demonstrations import Demonstrations, pool_of
from karat.cliques.few_shot.pairs import clique_pairs, pair_prompts
from karat.cliques.few_shot.prompts import Prompt, prompts
from karat.cliques.few_shot.scoring import AnsweredPrompts
from karat.formats.benchmarks.robust import read
from karat.formats.llm.answers import Answer
from karat.model import Clique
from karat.reports.html import Chart, charts, few_shot_charts, html, syntax_charts, write_charts
from karat.reports.html.figures.study import study_charts
from karat.reports.html.study.page import study_page
from karat.results import Resampling
from karat.results.cliques.syntax import syntax_by_discount
from karat.results.study.automatic import against_gold

FOLDER = Path(__file__).parent / "gallery"
WIDTH, HEIGHT = 1000, 720
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
OF_CLIQUES = ("originals-against-worst", "clique-variance", "variance-by-syntax", "cliques")

SHOW_EXAMPLES = """
document.querySelector('nav').style.display = 'none';
const system = document.querySelector('#by-system');
system.value = [...system.options].find((each) => each.text === 'greedy').value;
system.dispatchEvent(new Event('input', { bubbles: true }));
document.querySelector('#examples').scrollIntoView({ behavior: 'instant' });
"""
SHOW_HEAD_TO_HEAD = """
document.querySelector('nav').style.display = 'none';
document.querySelector('#head-to-head').scrollIntoView({ behavior: 'instant' });
"""
SHOW_CLIQUES = """
document.querySelector('nav').style.display = 'none';
const list = document.querySelector('details.cliques');
list.open = true;
for (const each of [...list.querySelectorAll('details')].slice(0, 2)) each.open = true;
document.querySelector('figure:has([data-chart=cliques])').scrollIntoView({ behavior: 'instant' });
"""
SHOW_LABELS = """
document.querySelector('nav').style.display = 'none';
const label = document.querySelector('#tasks-label');
label.value = 'differ';
label.dispatchEvent(new Event('input', { bubbles: true }));
document.querySelector('#extractions').scrollIntoView({ behavior: 'instant' });
"""


def main() -> int:
    evaluation = evaluate(benchmark="karat-sample").made_by("karat demo")
    cliques = evaluate(benchmark="karat-sample-cliques")
    trees = list(read(sample_path() / "cliques.json"))
    by_discount = [syntax_by_discount(trees, "hws"), syntax_by_discount(trees, "kernel")]
    study = load_study(sample_path("study.jsonl"))
    gold = load_gold(benchmark_named("karat-sample"))
    measured = measure_study(study, automatic=against_gold(study, gold))
    drawn = [
        *charts(evaluation),
        *(chart for chart in charts(cliques) if chart.name in OF_CLIQUES),
        *syntax_charts(by_discount),
        *drawn_answers(trees, list(prompts(trees, Demonstrations(pool_of(trees), 0), (1, 3, 5)))),
        *drawn_answers(trees, list(pair_prompts(clique_pairs(trees, 40), (1, 2, 3)))),
        *(replace(chart, name=f"study-{chart.name}") for chart in study_charts(measured)),
    ]
    written = write_charts(drawn, FOLDER, "svg")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        print("no chromium on this machine: the pictures of the pages stay as they are", file=sys.stderr)
    else:
        report, robust = html(evaluation), html(cliques)
        looks = (
            ("report-light", report, "light", ""),
            ("report-dark", report, "dark", SHOW_EXAMPLES),
            ("report-head-to-head", report, "light", SHOW_HEAD_TO_HEAD),
            ("report-cliques", robust, "light", SHOW_CLIQUES),
            ("study-report", study_page(study, measured), "light", SHOW_LABELS),
        )
        written += photographs(looks, program)
    for path in written:
        print(f"{path.relative_to(FOLDER.parent)}: {path.stat().st_size:,} bytes")
    return 0


def drawn_answers(cliques: list[Clique], asked: list[Prompt]) -> tuple[Chart, ...]:
    """Let a system of the sample answer in place of a language model, another for each number of demonstrations."""
    numbers = sorted({prompt.shots for prompt in asked})
    outputs = {
        number: {
            member.sentence.id: member.extractions
            for clique in read(sample_path() / f"cliques_{name}.json")
            for member in clique.members
        }
        for number, name in zip(numbers, ("careful", "greedy", "naive"), strict=True)
    }
    given = {prompt.id: Answer("", outputs[prompt.shots][prompt.sentence.id]) for prompt in asked}
    return few_shot_charts(
        AnsweredPrompts(asked, given, cliques).result("the sample's systems", "cliques.json", Resampling())
    )


def photographs(looks: Iterable[tuple[str, str, str, str]], program: str) -> list[Path]:
    """Take a picture of each page: its name, the page, light or dark, and what is done before."""
    from playwright.sync_api import sync_playwright  # only for developers

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        found = []
        for name, page, scheme, action in looks:
            file = Path(folder) / f"{name}.html"
            file.write_text(page, encoding="utf-8")
            tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme)
            tab.goto(file.as_uri())
            for list_of_cards in ("examples-list", "tasks-list"):
                if f'id="{list_of_cards}"' in page:
                    tab.locator(f"#{list_of_cards} > li").first.wait_for()
            if action:
                tab.evaluate(f"() => {{ {action} }}")
            found.append(FOLDER / f"{name}.png")
            tab.screenshot(path=found[-1])
        browser.close()
    return found


if __name__ == "__main__":
    sys.exit(main())
