"""The report is one whole, safe, self-contained file, and says in words and tables what its charts show."""

from __future__ import annotations

import builtins
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import MissingExtraError
from karat.model import Extraction, Row
from karat.reports.html import charts, html, leaderboard, write_charts
from karat.reports.html.elements import element
from karat.reports.html.examples.data import ExampleData, diagnosis_of
from karat.reports.html.packing import unpack
from karat.results import Resampling
from karat.results.buckets import bucketing_named, by_sentence
from karat.results.tasks.scoring import score

LARGEST = 600_000
EVIL = "<script>alert(1)</script>\"'&"
VOID = {"br", "hr", "input", "meta"}
CHARTS = ["f1", "carb-against-benchie", "precision-recall", "slot-errors", "error-buckets", "f1-by-length"]


class Page(HTMLParser):
    """Reads a page and keeps what the tests ask about; complains of elements that are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self, tag: str) -> str:
        return " ".join(self.texts.get(tag, []))


@pytest.fixture(scope="module")
def evaluation() -> karat.Evaluation:
    return karat.evaluate(benchmark="karat-sample", resampling=Resampling(resamples=200)).made_by("karat demo")


@pytest.fixture(scope="module")
def text(evaluation: karat.Evaluation) -> str:
    return html(evaluation)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


def packed(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/octet-stream" id="examples-data">([^<]*)</script>', text)
    assert found is not None
    data: dict[str, Any] = unpack(found[1])
    return data


def test_the_page_is_whole(page: Page) -> None:
    for tag in ("html", "head", "title", "body", "main", "h1"):
        assert len(page.all(tag)) == 1, tag
    assert page.all("html") == [{"lang": "en"}]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert [found["id"] for found in page.all("section")] == [
        "summary", "scores", "overestimate", "curves", "errors", "sentences", "head-to-head", "examples", "making",
    ]  # fmt: skip
    links = [found["href"] for found in page.all("a")]
    assert {link for link in links if link and link[1:].partition("?")[0] not in ids} == set()


def test_it_is_small_enough_to_send(text: str) -> None:
    assert len(text.encode()) <= LARGEST


def test_nothing_leads_out(text: str, page: Page) -> None:
    for tag, attributes in page.elements:
        for name in ("src", "href", "xlink:href", "action", "data", "poster", "srcset"):
            value = attributes.get(name)
            assert value is None or value.startswith("#"), (tag, name, value)
        assert tag not in {"link", "iframe", "object", "embed", "img", "base"}
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    assert "http://" not in text
    assert "https://" not in text
    (policy,) = [found["content"] for found in page.all("meta") if found.get("http-equiv")]
    assert policy is not None
    assert policy.startswith("default-src 'none';")


def test_light_and_dark_and_paper(text: str) -> None:
    assert "@media (prefers-color-scheme: dark){:root:not([data-theme=light])" in text
    assert ":root[data-theme=dark]{color-scheme:dark;" in text
    assert "@media print{:root:root:root{color-scheme:light;" in text
    assert 'id="theme"' in text
    drawn = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', drawn)) <= {
        "none", "transparent", *(f"var(--{name})" for name in ("ink", "quiet", "line", "paper", "heat")),
        *(f"var(--series-{place})" for place in range(10)),
    }  # fmt: skip


def test_every_chart_is_said_in_words_and_in_a_table(page: Page, evaluation: karat.Evaluation) -> None:
    drawn = page.all("svg")
    assert len(drawn) == len(page.all("figure")) == len(CHARTS)
    assert page.all("figure") == [{}] * len(CHARTS)
    for chart, found in zip(charts(evaluation), drawn, strict=True):
        assert found["role"] == "img"
        assert found["aria-label"] == chart.alternative
        assert len(chart.alternative) > 40
        assert len(chart.rows) == len(evaluation)
        for row in chart.rows:
            assert len(row) == len(chart.columns)
    captions = page.text("caption")
    assert [chart.title for chart in charts(evaluation) if chart.title not in captions] == []


def test_it_says_how_the_numbers_were_made(text: str, page: Page, evaluation: karat.Evaluation) -> None:
    codes = page.text("code")
    assert "benchie|facet:default,C,M,E|" in codes
    assert evaluation.grounds is not None
    assert [file.sha256 for file in evaluation.grounds.files if file.sha256 not in codes] == []
    assert "karat demo" in page.text("pre")
    assert str(sample_path()) not in text


def test_all_examples_are_there_with_their_marks(text: str, evaluation: karat.Evaluation) -> None:
    data = packed(text)
    assert data["systems"] == ["careful", "greedy", "naive"]
    assert len(data["examples"]) == sum(len(system.verdicts) for system in evaluation)
    lost = [row for row in data["examples"] if row[5] == ["=Penguins", "-do -not =live =in", "?the =Arctic"]]
    assert [(row[0], row[3], data["kinds"][row[4]], row[6]) for row in lost] == [
        (0, 0, "negation", "the relation lacks 'do not'")
    ]
    assert data["facts"][lost[0][2]] == "Penguins --> do not live in --> [the] Arctic"


def test_all_missed_facts_are_there(text: str, evaluation: karat.Evaluation) -> None:
    data = packed(text)
    for number, system in enumerate(evaluation):
        rows = [row for row in data["missed"] if row[0] == number]
        assert [data["kinds"][row[3]] for row in rows] == [each.cause.value for each in system.missed()]
        for row, missed in zip(rows, system.missed(), strict=True):
            assert data["sentences"][data["gold"][row[1]][0]][0] == missed.sentence.id
            closest = data["examples"][row[4]][5] if isinstance(row[4], int) else row[4]
            assert (closest is None) == (missed.extraction is None)
            if missed.extraction is not None:
                kept = [[word[1:] for word in slot.split() if word[0] != "-"] for slot in closest]
                assert kept == [slot.split() for slot in missed.extraction.triple]


def test_the_page_knows_who_finds_what(text: str, evaluation: karat.Evaluation) -> None:
    """The counts of the script are those of head_to_head for every pair."""
    data = packed(text)
    finders = [set(row[2::2]) for row in data["gold"]]
    for a, first in enumerate(evaluation):
        for b, second in enumerate(evaluation):
            if a != b:
                found = evaluation.head_to_head(first.name, second.name)
                assert sum(a in each and b in each for each in finders) == len(found.both)
                assert sum(a in each and b not in each for each in finders) == len(found.only_a)
                assert sum(a not in each and b not in each for each in finders) == len(found.neither)
    for row in data["gold"]:
        for system, example in zip(row[2::2], row[3::2], strict=True):
            assert data["examples"][example][0] == system
            assert data["examples"][example][3] == 1


def test_a_cap_is_shown(evaluation: karat.Evaluation) -> None:
    capped = html(evaluation, most_examples=10)
    data = packed(capped)
    assert len(data["examples"]) == 30
    assert len(data["missed"]) == 30
    said = "At most 10 extractions and as many missed facts of each system are in this file, evenly spread: 30 of 175"
    assert said in capped
    assert "At most" not in html(evaluation, most_examples=None)


def test_the_summary_says_what_to_fix_first(text: str, evaluation: karat.Evaluation) -> None:
    first, *_ = [fix for fix in evaluation["careful"].fixes() if fix.remedy != "add"]
    assert first.gain > 0
    said = re.search(r'href="#what-to-fix">To fix first in careful</a>: ([^<]*)\.</p>', text)
    assert said is not None
    before, after = (karat.results.statistics.estimate.format_value(each.f1) for each in (first.before, first.after))
    done = "left out" if first.remedy == "leave out" else "repaired"
    assert said[1] == f"{first.cause} ({first.count} extractions, F1 {before} → {after} if {done})"
    assert text.index("To fix first in careful") < text.index('class="tiles"'), "it stands on top"
    assert "What to fix first in naive" in html(evaluation, focus="naive")


def test_whatever_a_user_names_is_escaped(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text(
        "sent_id:1\tAnn <b>left</b> Ulm .\n1--> Cluster 1:\nAnn --> <b>left</b> --> Ulm\n", encoding="utf-8"
    )
    rows = [Row(Extraction(EVIL.replace(" ", ""), ("</script><img", "--><!--")), "1")]
    found = karat.evaluate({EVIL: rows}, gold=gold, resampling=None).made_by(f"karat {EVIL}")
    text = html(found, interactive=True)
    Page(text)
    assert "<script>alert" not in text
    assert "<b>left" not in text
    assert "<img" not in text.partition('id="chart-specs"')[0]
    assert packed(text)["systems"] == [EVIL]
    board = leaderboard([(EVIL, found)])
    Page(board)
    assert "<script>alert" not in board


def test_an_evaluation_without_intervals_or_facts(tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("Ann left Ulm .\tleft\tAnn\tUlm\n", encoding="utf-8")
    rows = [Row(Extraction("left", ("Ann", "Ulm")), None, "Ann left Ulm .")]
    found = Page(html(karat.evaluate({"mine": rows}, gold=words, resampling=None)))
    assert [section["id"] for section in found.all("section")] == ["summary", "scores", "curves", "making"]


def test_an_evaluation_from_before_grounds_were_kept(evaluation: karat.Evaluation) -> None:
    found = Page(html(replace(evaluation, grounds=None)))
    assert "examples" not in [section["id"] for section in found.all("section")]


def test_a_task_has_a_report_too(tmp_path: Path) -> None:
    conll = tmp_path / "key.conll"
    conll.write_text(
        "#begin document (d); part 000\nd 0 0 Ann (0)\nd 0 1 slept -\nd 0 2 she (0)\n\n#end document\n",
        encoding="utf-8",
    )
    found = Page(html(score("coreference", {"mine": conll}, conll, resampling=None)))
    assert [section["id"] for section in found.all("section")] == ["summary", "scores", "curves", "making"]


def test_sentences_can_be_sorted_in_more_ways(evaluation: karat.Evaluation) -> None:
    assert evaluation.grounds is not None
    bucketing = bucketing_named("length", evaluation.grounds.sentences, edges=[5])
    named = replace(bucketing, name="short or long")
    assert [chart.name for chart in charts(evaluation, buckets=[by_sentence(evaluation, named)])] == [
        *CHARTS, "f1-by-short-or-long",
    ]  # fmt: skip
    assert [chart.name for chart in charts(evaluation, buckets=[by_sentence(evaluation, bucketing)])] == CHARTS


@pytest.mark.parametrize(("format", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_charts_for_papers(evaluation: karat.Evaluation, tmp_path: Path, format: str, start: bytes) -> None:
    found = write_charts(charts(evaluation)[:2], tmp_path / "charts", format)  # type: ignore[arg-type]
    assert [path.name for path in found] == [f"f1.{format}", f"carb-against-benchie.{format}"]
    for path in found:
        assert path.read_bytes().startswith(start)
    if format == "svg":
        assert b"var(--" not in found[0].read_bytes()


def test_specifications_are_altair_charts(evaluation: karat.Evaluation) -> None:
    """Altair checks them against Vega-Lite's schema."""
    for chart in charts(evaluation):
        assert chart.to_altair().to_dict()["data"] is not None


def test_interactive_brings_vega_along(evaluation: karat.Evaluation) -> None:
    text = html(evaluation, interactive=True)
    found = Page(text)
    assert [attributes for attributes in found.all("script") if "src" in attributes] == []
    specs = re.search(r'id="chart-specs">(.*?)</script>', text)
    assert specs is not None
    assert list(json.loads(specs[1])) == CHARTS
    assert len(text.encode()) > 700_000


def test_without_the_extra_it_says_what_to_install(
    evaluation: karat.Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def refuse(name: str, *arguments: object, **named: object) -> object:
        if name in ("vl_convert", "altair"):
            raise ImportError(name)
        return real(name, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(
        MissingExtraError, match=r"drawing charts needs Karat's extra 'report', which is not installed: pip install "
    ):
        html(evaluation)
    with pytest.raises(MissingExtraError, match="an Altair chart"):
        charts(evaluation)[0].to_altair()


def test_the_same_evaluation_gives_the_same_file(evaluation: karat.Evaluation, text: str) -> None:
    assert html(evaluation) == text


def test_examples_point_at_texts_that_are_there(evaluation: karat.Evaluation) -> None:
    data = ExampleData(evaluation, {system.name: diagnosis_of(system) for system in evaluation}).to_json()
    for system, sentence, fact, right, kind, slots, reason in data["examples"]:
        assert 0 <= system < len(data["systems"])
        assert 0 <= sentence < len(data["sentences"])
        assert fact is None or 0 <= fact < len(data["facts"])
        assert (kind is None) == bool(right)
        assert len(slots) == 3
        assert reason


def test_elements_are_escaped_by_construction() -> None:
    assert element("td", EVIL, title=EVIL) == (
        '<td title="&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;">'
        "&lt;script&gt;alert(1)&lt;/script&gt;\"'&amp;</td>"
    )
