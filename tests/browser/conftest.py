"""A real browser: Debian's chromium, driven by Playwright. Where it is absent these tests skip, saying so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import altair as alt
import pytest

import karat
from karat.benchmarks import benchmark_named, load_gold, sample_path
from karat.formats.benchmarks.robust import read
from karat.model import Document, MarkedText, TypedMention
from karat.reports.html import (
    PAGE,
    chart_page,
    charts,
    experiment_page,
    html,
    leaderboard,
    syntax_charts,
    task_sections,
)
from karat.reports.html.labels.page import label_page
from karat.reports.html.study.page import study_page
from karat.results import Options
from karat.results.cliques.syntax import syntax_by_discount
from karat.results.experiment import Experiment, RunRecord
from karat.results.study.automatic import against_gold
from karat.results.system_result import Note
from karat.results.tasks.findings import find_errors
from karat.results.tasks.scoring import score

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Opened = Callable[..., "Page"]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

MEASURES: tuple[Literal["hws", "kernel"], ...] = ("hws", "kernel")
LAST_CHARTS = {"interactive": "f1-by-length", "moving cliques": "precision-recall"}
"""Of the pages whose charts are drawn anew by the page itself."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test installs it")
    program = os.environ.get("KARAT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("no chromium on this machine: apt-get install chromium, or name one in KARAT_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield found
        found.close()


def task_documents(*types: str) -> list[Document]:
    """Thirty documents, one of them long, with a span of each type."""
    return [
        Document(
            f"d{number}",
            MarkedText(
                ("Ada", "left", "Oslo", *(["for", "good"] * (40 if number == 3 else 1))),
                tuple(TypedMention(place * 2, place * 2, kind) for place, kind in enumerate(types)),
            ),
        )
        for number in range(30)
    ]


def _warned(evaluation: karat.Evaluation) -> karat.Evaluation:
    first, *others = evaluation.systems
    warning = Note("extractions share few words with their sentence", 3, warning=True)
    return replace(evaluation, systems=(replace(first, notes=(warning,)), *others))


def experiment_of(**evaluations: karat.Evaluation) -> Experiment:
    """An experiment with systems that are done, and a model that stopped and has failures and costs."""
    names = ("careful", "greedy", "naive", "model")
    settings = '{"endpoint": "https://api.example.org/v1", "model": "a-model", "shots": 3, "temperature": 0.0}'
    stopped = ("stopped", "no connection; 7 of 24 sentences are done", "model.jsonl", "llm a-model", settings, 24, 7)
    runs = [
        RunRecord(name, benchmark, *stopped, (("no answer within 60 s", 2),), 1200, 80, 0.25)
        if name == "model"
        else RunRecord(name, benchmark, "done")
        for name in names
        for benchmark in evaluations
    ]
    families = {"careful": "rules", "greedy": "rules"}
    plan = 'benchmarks = ["sample"]\n'
    return Experiment("Two by four", "0", names, tuple(evaluations), tuple(runs), evaluations, families, plan)


def notebook(*results: Any) -> str:
    """What a notebook shows of results: the SVG or HTML that they bring along, in a page with no policy of its own."""
    shown = [
        result._repr_mimebundle_()["image/svg+xml"] if isinstance(result, alt.TopLevelMixin) else result._repr_html_()
        for result in results
    ]
    return f"<!doctype html><html lang='en'><title>Notebook</title>{''.join(shown)}</html>"


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    evaluation = karat.evaluate(benchmark="karat-sample").made_by("karat demo")
    chinese = karat.evaluate(benchmark="karat-sample-zh", options=Options(("default", "P")))
    cliques = karat.evaluate(benchmark="karat-sample-cliques")
    trees = list(read(sample_path() / "cliques.json"))
    folder = tmp_path_factory.mktemp("reports")
    tasks = {"mine": task_documents("PER", "ORG"), "yours": task_documents("PER")}
    pages = {
        "task": html(
            score("spans", tasks, task_documents("LOC", "ORG")),
            more=task_sections(find_errors("spans", tasks, task_documents("LOC", "ORG"))),
        ),
        "report": html(evaluation),
        "warned": html(_warned(evaluation)),
        "interactive": html(evaluation, interactive=True),
        "chinese": html(chinese),
        "leaderboard": leaderboard([("monday", evaluation), ("tuesday", chinese)]),
        "experiment": experiment_page(experiment_of(sample=evaluation, chinese=chinese)),
        "cliques": html(cliques),
        "moving cliques": html(cliques, interactive=True),
        "syntax": chart_page(
            "Syntax", "7 cliques", syntax_charts([syntax_by_discount(trees, each) for each in MEASURES], PAGE)
        ),
    }
    study = karat.load_study(sample_path("study.jsonl"))
    compared = against_gold(study, load_gold(benchmark_named("karat-sample")), resamples=100)
    measured = karat.measure_study(study, resamples=100, automatic=compared)
    pages["study"] = study_page(study, measured)
    labelled = karat.agreement(["benchie", "benchie-P"], labels=study, benchmark="karat-sample")
    pages["agreement"] = label_page(replace(labelled, labels="labels_of_a_sample_with_a_very_long_name_of_one_word"))
    displayed = (evaluation, evaluation["careful"], cliques, measured, labelled, experiment_of(sample=evaluation))
    pages["notebook"] = notebook(*displayed, *(evaluation.plot(chart.name) for chart in charts(evaluation)))
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in pages}


@pytest.fixture
def opened(browser: Browser, files: dict[str, Path]) -> Iterator[Opened]:
    """Open a page that must stay silent and ask for nothing."""
    pages = []
    heard: list[str] = []

    def open_(name: str, width: int = 1280, scheme: Any = "light", media: Any = "screen", link: str = "") -> Page:
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.emulate_media(media=media, color_scheme=scheme)
        page.on("console", lambda message: heard.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: heard.append(f"error: {error}"))
        address = files[name].as_uri()
        page.on(
            "request",
            lambda request: request.url.partition("#")[0] == address or heard.append(f"request: {request.url}"),
        )
        page.goto(address + link)
        if name in ("report", "warned", "interactive", "chinese"):
            page.locator("#examples-list > li").first.wait_for()
        if name == "study":
            page.locator("#tasks-list > li").first.wait_for()
        if name == "task":
            page.locator("#findings-list > li").first.wait_for()
        if name in LAST_CHARTS:
            page.locator(f"[data-chart='{LAST_CHARTS[name]}'] .vega-embed svg").wait_for()
        pages.append(page)
        return page

    yield open_
    for page in pages:
        page.close()
    assert heard == []
