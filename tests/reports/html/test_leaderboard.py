"""Leaderboards and summaries: the paired test decides ranks, ties are ties, different choices are ranked apart."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import karat
from karat.reports.html import html, leaderboard
from karat.results import Options, Resampling
from karat.results.statistics.estimate import format_value
from karat.results.statistics.standings import different_choices, standings


@pytest.fixture(scope="module")
def evaluation() -> karat.Evaluation:
    return karat.evaluate(benchmark="karat-sample", resampling=Resampling(resamples=200))


def rows_of(text: str, benchmark: str, metric: str) -> list[tuple[str, str]]:
    """The ranks and names of a leaderboard's rows for one benchmark and metric."""
    return re.findall(
        rf'<tr data-benchmark="{benchmark}" data-metric="{metric}"><td data-value="\d*" class="text">([^<]*)</td>'
        r"<th[^>]*>([^<]*)</th>",
        text,
    )


def test_systems_that_cannot_be_told_apart_share_a_rank(evaluation: karat.Evaluation) -> None:
    ranking = evaluation.ranking()
    assert ranking is not None
    expected = {rank.system: rank.rank for rank in ranking.ranks}
    found = [each for each in standings([("run", evaluation)]) if each.measurement.key == ("benchie", "default")]
    assert {each.system.name: each.rank for each in found} == expected
    assert rows_of(leaderboard([("run", evaluation)]), "karat-sample", "benchie") == [
        ("1", "careful"), ("2", "greedy"), ("3", "naive"),
    ]  # fmt: skip


def test_the_same_output_twice_is_a_tie(evaluation: karat.Evaluation) -> None:
    text = leaderboard([("monday", evaluation), ("tuesday", evaluation)])
    assert rows_of(text, "karat-sample", "benchie")[:3] == [("=1", "careful"), ("=1", "careful"), ("=3", "greedy")]


def test_overlapping_intervals_do_not_decide(evaluation: karat.Evaluation) -> None:
    text = leaderboard([("run", evaluation)])
    assert "overlap" not in text
    assert "paired t test, p &lt; .05 after Holm's correction" in text


def test_different_choices_are_ranked_apart_and_named(evaluation: karat.Evaluation) -> None:
    other = karat.evaluate(benchmark="karat-sample", options=Options(credit="all"), resampling=None)
    runs = [("first", evaluation), ("all", other)]
    text = leaderboard(runs)
    assert rows_of(text, "karat-sample", "benchie") == [
        ("1", "careful"), ("2", "greedy"), ("3", "naive"), ("1", "careful"), ("2", "greedy"), ("3", "naive"),
    ]  # fmt: skip
    said = (
        "karat-sample was scored by benchie with different choices, which are ranked apart: credit:first; credit:all."
    )
    assert said in text
    assert ("karat-sample", "carb") not in different_choices(standings(runs)), "CaRB has no credit to choose"
    assert '<td class="text">credit:all</td>' in text
    assert "choices" not in re.findall(r'class="sort">(\w+)<', leaderboard(runs[:1]))


def test_other_sentences_are_ranked_apart(evaluation: karat.Evaluation) -> None:
    def shortened(system: karat.SystemResult) -> karat.SystemResult:
        cut = [replace(one, sentences=one.sentences[:-1], scores=one.scores[:-1]) for one in system.measurements]
        return replace(system, measurements=tuple(cut))

    other = replace(evaluation, systems=tuple(map(shortened, evaluation)), comparisons=())
    text = leaderboard([("whole", evaluation), ("part", other)])
    assert "Runs on karat-sample by benchie have different sentences or gold, and are ranked apart." in text
    assert [rank for rank, _ in rows_of(text, "karat-sample", "benchie")] == ["1", "2", "3", "1", "2", "3"]


def test_versions_are_named(evaluation: karat.Evaluation) -> None:
    text = leaderboard([("old", replace(evaluation, version="0.0.9")), ("new", evaluation)])
    assert "Runs of different versions of Karat (0.0.9, 0.1.0) are ranked together." in text


def test_one_system_needs_no_test(evaluation: karat.Evaluation) -> None:
    alone = replace(evaluation, systems=evaluation.systems[:1], comparisons=())
    assert rows_of(leaderboard([("run", alone)]), "karat-sample", "benchie") == [("1", "careful")]
    text = html(alone)
    assert ">rank</button>" not in text
    assert "careful has an F1 of" in text


def test_the_summary_begins_with_groups(evaluation: karat.Evaluation) -> None:
    summary = html(evaluation).partition('id="summary"')[2]
    lead = "By benchie, careful is above both others (paired t test, p &lt; .05 after Holm's correction)."
    assert summary.partition('<p class="lead">')[2].startswith(lead)
    twins = replace(evaluation.systems[0], name="twin")
    together = karat.results.merging.merge([evaluation, replace(evaluation, systems=(twins,), comparisons=())])
    assert "By benchie, careful and twin cannot be told apart; two are below" in html(together)


def test_the_system_in_focus_is_marked(evaluation: karat.Evaluation) -> None:
    def marked(text: str) -> list[str]:
        return re.findall(r'<tr class="focus"><td[^>]*>[^<]*</td><th scope="row">(\w+)', text)

    assert marked(html(evaluation)) == ["careful"]
    assert marked(html(evaluation, focus="naive")) == ["naive"]
    with pytest.raises(karat.errors.UnknownNameError, match="unknown system 'navie'; did you mean 'naive'"):
        html(evaluation, focus="navie")


def test_families_have_their_means(evaluation: karat.Evaluation) -> None:
    careful, greedy, naive = evaluation
    grouped = replace(
        evaluation, systems=(careful, replace(greedy, family="<rules>"), replace(naive, family="<rules>"))
    )
    text = html(grouped)
    (family,) = grouped.families
    row = re.search(r'<table class="families">.*?<tbody><tr>(.*?)</tr>', text)
    assert row is not None
    assert row[1].startswith('<th scope="row">&lt;rules&gt; <small class="quiet">mean of 2</small></th>')
    cells = re.findall(r"<td>([^<]*)</td>", row[1])
    mean = family["benchie"]
    shown = [mean.f1, mean.precision, mean.recall, *(family["benchie", facet].f1 for facet in "CME"), family["carb"].f1]
    assert cells == [*map(format_value, shown), format_value(family.overestimate, signed=True)]
    assert "families" not in re.findall(r'<table class="(\w+)"', html(evaluation))
    board = leaderboard([("run", grouped)])
    assert ">family</button>" in board
    assert board.count('<td class="text">&lt;rules&gt;</td>') == 2 * len(grouped.labels)
    assert ">family</button>" not in leaderboard([("run", evaluation)])


def test_signatures_are_short_and_open_to_full_ones(evaluation: karat.Evaluation) -> None:
    for text in (html(evaluation), leaderboard([("run", evaluation)])):
        folds = dict(re.findall(r"<summary><code>([^<]*)</code></summary><p><code>([^<]*)</code>", text))
        short, *_ = folds
        assert short == f"benchie|v:{karat.__version__}"
        assert all(len(full) > len(each) for each, full in folds.items())
        assert any("facet:default,C,M,E" in full for full in folds.values())


def test_a_large_output_is_diagnosed_only_in_focus(
    evaluation: karat.Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("karat.reports.html.report.MOST_DIAGNOSED", 60)
    text = html(evaluation)
    assert "What to fix first in" not in text, "careful has 74 extractions"
    assert "Kinds of error and missed facts are left out for careful, with too many extractions" in text
    assert 'id="head-to-head"' not in text
    assert "What to fix first in careful" in html(evaluation, focus="careful")
