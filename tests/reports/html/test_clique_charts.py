"""Pictures of cliques show the numbers of the results, in words and tables too, and are absent where there are none."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

import karat
from karat.benchmarks import sample_path
from karat.formats.benchmarks.robust import read
from karat.metrics.oie.robust import CliqueScore, MemberScore
from karat.model import Clique
from karat.reports.html import PAPER, Chart, chart_page, charts, few_shot_charts, html, syntax_charts, write_charts
from karat.reports.html.figures.dumbbells import dumbbell_chart
from karat.results import Options, Resampling
from karat.results.buckets import bucketing_named, by_sentence
from karat.results.cliques.few_shot import (
    AnswerCounts,
    FewShotResult,
    Mean,
    Means,
    PairsResult,
    ShotsResult,
    SyntaxCorrelation,
    SyntaxInterval,
)
from karat.results.cliques.robustness import robustness
from karat.results.cliques.syntax import SyntaxByDiscount, syntax_by_discount
from karat.results.statistics.estimate import format_value

OF_CLIQUES = ["originals-against-worst", "clique-variance", "variance-by-syntax", "cliques"]
LARGEST = 500_000
EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def evaluation() -> karat.Evaluation:
    return karat.evaluate(benchmark="karat-sample-cliques", resampling=Resampling(resamples=200))


@pytest.fixture(scope="module")
def drawn(evaluation: karat.Evaluation) -> dict[str, Chart]:
    return {chart.name: chart for chart in charts(evaluation)}


@pytest.fixture(scope="module")
def text(evaluation: karat.Evaluation) -> str:
    return html(evaluation)


@pytest.fixture(scope="module")
def cliques() -> list[Clique]:
    return list(read(sample_path() / "cliques.json"))


@pytest.fixture(scope="module")
def measured(cliques: list[Clique]) -> list[SyntaxByDiscount]:
    return [syntax_by_discount(cliques, "hws"), syntax_by_discount(cliques, "kernel")]


def gold_without(folder: Path, *keys: str) -> Path:
    """The sample's cliques without these keys; with "args", only the originals have gold."""
    document = json.loads((sample_path() / "cliques.json").read_text(encoding="utf-8"))
    for clique in document:
        for member in (clique, *clique["paraphrases"]):
            for key in keys:
                if key == "args" and key in member:
                    member[key] = []
                elif key != "args":
                    member.pop(key, None)
    path = folder / "cliques.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def outputs() -> dict[str, Path]:
    return {name: sample_path() / f"cliques_{name}.json" for name in ("careful", "greedy")}


def test_an_evaluation_of_cliques_has_their_charts(drawn: dict[str, Chart]) -> None:
    assert list(drawn) == ["f1", *OF_CLIQUES, "precision-recall"]


def test_specifications_are_altair_charts(drawn: dict[str, Chart], measured: list[SyntaxByDiscount]) -> None:
    """Altair checks them against Vega-Lite's schema."""
    for chart in (*drawn.values(), *syntax_charts(measured), *few_shot_charts(SHOTS), *few_shot_charts(PAIRS)):
        assert chart.to_altair().to_dict()["data"] is not None
        assert len(chart.alternative) > 40
        assert {len(row) for row in chart.rows} == {len(chart.columns)}


def test_originals_against_the_worst(drawn: dict[str, Chart], evaluation: karat.Evaluation) -> None:
    chart = drawn["originals-against-worst"]
    for row, system in zip(chart.rows, evaluation, strict=True):
        worst, originals = system["robust", "default"], system["robust", "originals"]
        assert worst.delta is not None
        assert row[0] == system.name
        assert row[7:9] == (str(originals.f1), str(worst.f1))
        assert row[9].split()[0] == format_value(worst.delta.values[2], signed=True)
        assert row[9].endswith("]")
    assert "F1 changes by −.453 to −.303." in chart.alternative


def test_variance_within_cliques(drawn: dict[str, Chart], evaluation: karat.Evaluation) -> None:
    rows = drawn["clique-variance"].rows
    for place, one in enumerate(robustness(evaluation, bins=25), start=1):
        assert [int(row[place]) for row in rows] == [each.count for each in one.bins]
        assert sum(int(row[place]) for row in rows) == 7


def test_variance_by_syntax(drawn: dict[str, Chart], evaluation: karat.Evaluation) -> None:
    rows = drawn["variance-by-syntax"].rows
    assert len(rows) == 2 * (5 + 1)
    for place, one in enumerate(robustness(evaluation), start=2):
        assert one.by_distance is not None
        assert one.by_similarity is not None
        for start, found in ((0, one.by_distance), (6, one.by_similarity)):
            own = rows[start : start + 6]
            assert [row[1] for row in own] == [*(str(each.count) for each in found.intervals), "7"]
            assert [row[place] for row in own] == [
                *(format_value(each.mean, digits=4) for each in found.intervals),
                format_value(found.cliques.r, signed=True),
            ]


def test_dumbbells_from_the_worst_to_the_best(drawn: dict[str, Chart], evaluation: karat.Evaluation) -> None:
    chart = drawn["cliques"]
    assert len(chart.rows) == 7
    assert chart.columns[2:5] == ("careful worst", "careful original", "careful best")
    by_id = {row[0].partition(":")[0]: row for row in chart.rows}
    for place, system in enumerate(evaluation):
        for clique in system.cliques:
            row = by_id[clique.id]
            best = max(member.f1 for member in clique.members)
            assert row[1] == str(len(clique.members))
            assert row[2 + 3 * place : 5 + 3 * place] == tuple(
                format_value(float(value)) for value in (clique.worst.f1, clique.original.f1, best)
            )
    values = chart.spec["data"]["values"]
    assert len(values) == 7 * 3 * 3
    assert all(value["value"] <= value["best"] for value in values)


def test_dumbbells_of_the_widest_only(evaluation: karat.Evaluation, drawn: dict[str, Chart]) -> None:
    assert "all 7 cliques, the widest first" in drawn["cliques"].caption
    cliques = [CliqueScore(str(place), (MemberScore("0", 1, 1), MemberScore("1", 0, 0))) for place in range(50)]
    steady = CliqueScore("steady", (MemberScore("0", 1, 1), MemberScore("1", 1, 1)))
    one = replace(evaluation.systems[0], cliques=(steady, *cliques))
    for systems, most in ((1, 40), (3, 40), (4, 20)):
        found = replace(evaluation, systems=(one,) * systems, grounds=None)
        chart = dumbbell_chart(found, PAPER)
        assert [row[0].partition(":")[0] for row in chart.rows] == [str(place) for place in range(most)]
        assert f"the {most} of 51 cliques that spread most" in chart.caption
        assert html(found).count('class="sentences"') == most


def test_f1_beyond_1_stays_in_the_picture(evaluation: karat.Evaluation) -> None:
    """CaRB's recall can pass 1 where a gold tuple has words twice."""
    beyond = CliqueScore("x", (MemberScore("0", 1, 2), MemberScore("1", 0, 0)))
    systems = tuple(replace(system, cliques=(beyond,)) for system in evaluation)
    chart = dumbbell_chart(replace(evaluation, systems=systems), PAPER)
    assert chart.rows[0][4] == "1.333"
    assert chart.spec["spec"]["layer"][0]["encoding"]["x"]["scale"]["clamp"] is True


def test_the_report_has_a_section_on_robustness(text: str) -> None:
    assert '<section id="robustness"' in text
    assert '<a href="#robustness">Robustness</a>' in text
    assert text.index('<section id="scores"') < text.index('<section id="robustness"')
    assert "Stand-in gold." not in text


def test_the_cliques_can_be_looked_up(text: str, evaluation: karat.Evaluation) -> None:
    assert evaluation.grounds is not None
    listed = text.partition("These cliques, sentence by sentence")[2]
    for sentence in evaluation.grounds.sentences:
        assert sentence.text in listed.replace("&#x27;", "'")
    assert listed.count("<small>worst</small>") == 7 * 3
    assert listed.count('<small class="quiet">original</small>') == 7


def test_cliques_are_counted_as_such(text: str) -> None:
    assert "careful, greedy, naive on 7 cliques" in text
    assert "<dt>cliques</dt><dd>7</dd>" in text
    assert "<dt>sentences in them</dt><dd>27</dd>" in text
    assert "Intervals hold 95 % and are over the cliques: Clopper and Pearson" in text
    assert "interval over cliques" in text
    assert "From the originals to the worst sentence of each clique, F1 changes by −.453" in text


def test_cliques_are_sorted_by_their_originals(evaluation: karat.Evaluation) -> None:
    assert evaluation.grounds is not None
    bucketing = bucketing_named("length", evaluation.grounds.sentences, edges=[11])
    found = html(evaluation, buckets=[by_sentence(evaluation, bucketing)])
    assert "robust on cliques sorted by length of their originals; n is the number of cliques" in found
    assert "Which cliques are hard" in found


def test_a_saved_run_gives_the_same_report(evaluation: karat.Evaluation, text: str, tmp_path: Path) -> None:
    evaluation.to_json(tmp_path / "run.json")
    assert html(karat.load(tmp_path / "run.json")) == text


def test_stand_in_gold_is_called_that(tmp_path: Path) -> None:
    gold = gold_without(tmp_path, "args")
    found = karat.evaluate(outputs(), gold=gold, options=Options(stand_in=True), resampling=None)
    section = html(found).partition('<section id="robustness"')[2]
    assert section.index("Stand-in gold.") < section.index("<figure>")


@pytest.mark.skipif("KARAT_DATA" not in os.environ, reason="KARAT_DATA is not set: no real cliques")
def test_a_report_of_all_real_cliques_is_small_enough_to_send() -> None:
    """With stand-in gold: the paraphrases' own is not to be had."""
    found = karat.evaluate(benchmark="robust", options=Options(stand_in=True), resampling=None)
    text = html(found)
    assert len(found) == 3
    assert "the 40 of 1,272 cliques that spread most" in text
    assert len(text.encode()) <= LARGEST


def test_without_trees_there_is_no_syntax(tmp_path: Path) -> None:
    gold = gold_without(tmp_path, "ori_tree", "tree")
    found = karat.evaluate(outputs(), gold=gold, resampling=None)
    names = [chart.name for chart in charts(found)]
    assert [name for name in names if name in OF_CLIQUES] == [
        "originals-against-worst", "clique-variance", "cliques",
    ]  # fmt: skip


def test_one_system_without_intervals() -> None:
    found = karat.evaluate([outputs()["careful"]], benchmark="karat-sample-cliques", resampling=None)
    drawn = {chart.name: chart for chart in charts(found)}
    assert drawn["originals-against-worst"].rows[0][-1] == "−.453"
    assert '<section id="robustness"' in html(found)


def test_without_cliques_there_is_no_such_section(evaluation: karat.Evaluation) -> None:
    sentences = karat.evaluate(benchmark="karat-sample", resampling=None)
    originals = replace(evaluation, systems=tuple(replace(system, cliques=()) for system in evaluation))
    for found in (sentences, originals):
        assert [chart.name for chart in charts(found) if chart.name in OF_CLIQUES] == []
        assert "robustness" not in html(found)


@pytest.mark.parametrize(
    ("metrics", "unit", "names"),
    [
        pytest.param(("carb",), "27 sentences", [], id="ROBUST was not asked for"),
        pytest.param(("carb", "robust"), "27 sentences", OF_CLIQUES, id="another metric first"),
        pytest.param(("robust", "carb"), "7 cliques", OF_CLIQUES, id="another metric beside it"),
    ],
)
def test_other_metrics_on_cliques(metrics: tuple[str, ...], unit: str, names: list[str]) -> None:
    found = karat.evaluate(benchmark="karat-sample-cliques", options=Options(metrics=metrics), resampling=None)
    assert f" on {unit}</p>" in html(found)
    assert [chart.name for chart in charts(found) if chart.name in OF_CLIQUES] == names


def test_what_a_clique_says_is_escaped(evaluation: karat.Evaluation) -> None:
    assert evaluation.grounds is not None
    annotations = tuple(
        replace(annotation, sentence=replace(annotation.sentence, text=EVIL))
        for annotation in evaluation.grounds.annotations
    )
    found = replace(evaluation, grounds=replace(evaluation.grounds, annotations=annotations))
    assert EVIL not in html(found)
    assert "&lt;script&gt;alert(1)" in html(found)


@pytest.mark.parametrize(("format", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_charts_for_papers(drawn: dict[str, Chart], tmp_path: Path, format: str, start: bytes) -> None:
    found = write_charts([drawn[name] for name in OF_CLIQUES], tmp_path, format)  # type: ignore[arg-type]
    assert [path.name for path in found] == [f"{name}.{format}" for name in OF_CLIQUES]
    for path in found:
        assert path.read_bytes().startswith(start)


def test_syntax_by_discount(measured: list[SyntaxByDiscount]) -> None:
    each, mean = syntax_charts(measured, resampling=Resampling(resamples=200))
    assert (each.name, mean.name) == ("clique-syntax", "mean-syntax")
    assert [row[0] for row in mean.rows] == [".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".9", "1"]
    for place, found in enumerate(measured, start=1):
        assert [row[place].split()[0] for row in mean.rows] == [format_value(value) for value in found.averages]
        assert all(row[place].endswith("]") for row in mean.rows)
    counts = [[int(cell) for cell in row[1:]] for row in each.rows]
    assert len(counts) == 20
    assert [sum(column) for column in zip(*counts, strict=True)] == [7] * 20


def test_syntax_of_one_measure_or_of_none(measured: list[SyntaxByDiscount]) -> None:
    each, mean = syntax_charts(measured[:1], resampling=None)
    assert mean.columns == ("discount", "HWS distance")
    assert "interval" not in mean.caption
    assert len(each.spec["hconcat"]) == 1
    alone = [replace(clique, means=(None,) * 10) for clique in measured[0].cliques]
    assert syntax_charts([replace(measured[0], cliques=tuple(alone))]) == ()


def mean(value: float) -> Mean:
    return Mean(value, value - 0.05, value + 0.05)


NONE = AnswerCounts(0, 0, {})
SHOTS = FewShotResult(
    "model",
    "cliques.json",
    Resampling(),
    shots=tuple(
        ShotsResult(
            shots, Means(mean(0.5), mean(0.5), mean(f1)), Means(mean(0.3), mean(0.3), mean(f1 / 2)), mean(0), NONE, ()
        )
        for shots, f1 in ((1, 0.4), (3, 0.5), (10, 0.6))
    ),
)
PAIRS = FewShotResult(
    "model",
    "cliques.json",
    Resampling(),
    pairs=tuple(PairsResult(shots, 0, mean(0.5), mean(0.51), mean(0.2), NONE, ()) for shots in (1, 2)),
    correlations=(
        SyntaxCorrelation(
            "distance", (SyntaxInterval(0.2, 0.4, 3, mean(0.3)), SyntaxInterval(0.4, 0.6, 0, Mean(None))), -0.5
        ),
        SyntaxCorrelation("similarity", (), None),
    ),
)


def test_f1_by_demonstrations() -> None:
    (chart,) = few_shot_charts(SHOTS)
    assert chart.name == "f1-by-demonstrations"
    assert chart.rows == (
        ("1", ".400 [.350, .450]", ".200 [.150, .250]"),
        ("3", ".500 [.450, .550]", ".250 [.200, .300]"),
        ("10", ".600 [.550, .650]", ".300 [.250, .350]"),
    )


def test_f1_of_pairs_and_by_syntax() -> None:
    by_shots, by_syntax = few_shot_charts(PAIRS)
    assert by_shots.columns == ("demonstrations", "sentences", "cliques", "robust")
    assert [row[3] for row in by_shots.rows] == [".200 [.150, .250]"] * 2
    assert by_syntax.rows == (
        ("HWS distance .200 to .400", "3", ".300 [.250, .350]", "−.500"),
        ("HWS distance .400 to .600", "0", "—", "−.500"),
    )
    (panel,) = by_syntax.spec["hconcat"]
    assert [value["x"] for value in panel["data"]["values"]] == [pytest.approx(0.3)]


def test_few_shot_charts_name_their_gold() -> None:
    found = replace(PAIRS, gold="cliques.json, originals standing in")
    assert all(chart.caption.endswith("Gold: cliques.json, originals standing in.") for chart in few_shot_charts(found))


def test_few_shot_results_without_parses() -> None:
    assert [chart.name for chart in few_shot_charts(replace(PAIRS, correlations=()))] == ["f1-by-clique-demonstrations"]


def test_charts_alone_are_a_page(measured: list[SyntaxByDiscount]) -> None:
    found = chart_page(EVIL, "7 cliques", syntax_charts(measured))
    assert found.count("<figure>") == found.count("<svg ") == 2
    assert '<section id="clique-syntax"' in found
    assert EVIL not in found
    assert "https://" not in found
