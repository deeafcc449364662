"""How F1 varies within cliques, by hand; and one clique explained."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from karat.algebra import FMeasure, Score
from karat.benchmarks import CliqueChoices, benchmark_named, load_gold, sample_path
from karat.errors import KaratError
from karat.metrics.oie.robust import CliqueScore, MemberScore
from karat.reports.csv import csv_of_cliques
from karat.reports.robustness import histograms
from karat.reports.tables.robustness import tabulate_distances, tabulate_robustness
from karat.results import Evaluation, Options, evaluate
from karat.results.cliques.explanation import CliqueExplanation, clique_explanation_object, explain_clique
from karat.results.cliques.robustness import robustness, variance_bins
from karat.results.grounds import CliqueGround, Grounds
from karat.results.measurement import Measurement
from karat.results.system_output import read_system
from karat.results.system_result import SystemResult


def clique(id: str, *f1: str) -> CliqueScore:
    return CliqueScore(
        id, tuple(MemberScore(f"{id}.{at}", Fraction(each), Fraction(each)) for at, each in enumerate(f1))
    )


def evaluation(*cliques: CliqueScore, distances: tuple[float | None, ...] = ()) -> Evaluation:
    one = Measurement("robust", "default", ("0",), (Score(1, 1, 1, 1, FMeasure()),), "robust")
    system = SystemResult("mine", "", 0, (one,), cliques=cliques)
    grounds = [CliqueGround(each.id, (), distance) for each, distance in zip(cliques, distances, strict=True)]
    return Evaluation("toy", "0", (system,), (), None, grounds=Grounds((), cliques=tuple(grounds)))


# variances 1/4, 0 and 1/100; spreads 1, 0 and 1/5
CLIQUES = (clique("a", "1", "0"), clique("b", "1/2", "1/2", "1/2"), clique("c", "2/5", "3/5"))


def test_by_hand() -> None:
    (found,) = robustness(evaluation(*CLIQUES, distances=(None,) * 3), threshold=0.2)
    assert (found.system, found.cliques) == ("mine", 3)
    assert found.mean == pytest.approx((1 / 2 + 1 / 2 + 1 / 2) / 3)
    assert found.worst == pytest.approx((0 + 1 / 2 + 2 / 5) / 3)
    assert found.variance == pytest.approx((1 / 4 + 0 + 1 / 100) / 3)
    assert found.spread == pytest.approx((1 + 0 + 1 / 5) / 3)
    assert found.steady == pytest.approx(1 / 3)  # a spread of just the threshold is not under it
    assert [each.count for each in found.bins] == [2, *[0] * 8, 1]
    assert found.by_distance is None
    assert found.by_similarity is None


def test_distances_where_there_are_trees() -> None:
    (found,) = robustness(evaluation(*CLIQUES, distances=(1.0, 0.0, 0.5)))
    assert found.by_distance is not None
    assert [each.count for each in found.by_distance.intervals] == [1, 0, 1, 0, 1]
    assert [each.mean for each in found.by_distance.intervals] == [0, None, 0.01, None, 0.25]
    assert found.by_distance.cliques.r == pytest.approx(0.125 / (0.5**0.5 * 0.0400667**0.5), abs=1e-5)


def test_subsets_of_growing_size() -> None:
    """Twenty-three cliques give eleven subsets of 2, 4, … 22; ten give none."""
    many = [clique(str(number), f"{number}/30", "1") for number in range(23)]
    (found,) = robustness(evaluation(*many, distances=(None,) * 23))
    assert found.by_size is not None
    assert found.by_size.sizes == tuple(range(2, 23, 2))
    table = tabulate_robustness(evaluation(*many, distances=(None,) * 23), [found])
    assert table.legend[1].startswith("mine: worst F1 against the size of 11 subsets of 2 to 22 cliques: r ")
    (again,) = robustness(evaluation(*many, distances=(None,) * 23), seed=1)
    assert again.by_size != found.by_size
    (few,) = robustness(evaluation(*many[:10], distances=(None,) * 10))
    assert few.by_size is None


@pytest.mark.parametrize(
    ("variances", "counts"),
    [
        pytest.param([0, 0.025, 0.0499], [1, 2, 0, 0, 0, 0, 0, 0, 0, 0], id="the lower edge is inside"),
        pytest.param([0.25], [0] * 9 + [1], id="the last has its end"),
        pytest.param([0.3], [0] * 9 + [1], id="and what is larger, where CaRB's recall passes 1"),
        pytest.param([], [0] * 10, id="none"),
    ],
)
def test_bins(variances: list[float], counts: list[int]) -> None:
    found = variance_bins(variances)
    assert [each.count for each in found] == counts
    assert (found[0].low, found[-1].high) == (0, 0.25)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threshold": 0.0}, "threshold: expected more than 0 and at most 1, found 0"),
        ({"bins": 0}, "bins: expected at least 1, found 0"),
    ],
)
def test_errors(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(KaratError, match=message):
        robustness(evaluation(*CLIQUES, distances=(None,) * 3), **arguments)  # type: ignore[arg-type]


def test_without_cliques() -> None:
    with pytest.raises(KaratError, match="toy: expected cliques in which every sentence has gold, found none"):
        robustness(evaluation())
    with pytest.raises(KaratError, match="toy: expected cliques in which every sentence has gold, found none"):
        csv_of_cliques(evaluation())


def test_as_tables_and_bars() -> None:
    made = evaluation(*CLIQUES, distances=(1.0, 0.0, 0.5))
    found = robustness(made, threshold=0.25)
    table = tabulate_robustness(made, found)
    assert [cell.text for cell in table.sections[0].rows[0][1]] == [".500", ".300", ".0867", ".400", "66.7 %"]
    distances = tabulate_distances(made, found)
    assert distances is not None
    assert len(distances.sections[0].rows) == 5
    assert tabulate_distances(made, [replace(found[0], by_distance=None)]) is None
    lines = list(histograms(found, 40))
    assert lines[0] == "mine: variance of F1 within 3 cliques"
    assert lines[1] == "  .000 to .025  2 " + "█" * 22
    assert lines[2] == "  .025 to .050  0"
    assert lines[10] == "  .225 to .250  1 " + "█" * 11
    called = list(histograms([replace(found[0], stand_in=True)], 40))
    assert called[:2] == ["mine: variance of F1 within 3 cliques,", "  stand-in gold"]


def test_every_sentence_has_a_line_of_csv() -> None:
    lines = csv_of_cliques(evaluation(*CLIQUES, distances=(1.0, 0.0, 0.5))).splitlines()
    assert len(lines) == 1 + 7
    assert lines[2] == "toy,mine,a,a.1,0,1,0.0,0.0,0.0,0.5,0.25,1.0,own,1.0,"


# One clique explained


def explained(id: str, **options: object) -> CliqueExplanation:
    chosen = Options(**options)  # type: ignore[arg-type]
    gold = load_gold(benchmark_named("karat-sample-cliques"), choices=CliqueChoices(chosen.inside))
    systems = [
        system
        for name in ("careful", "greedy")
        for system in read_system(name, sample_path(f"cliques_{name}.json"), gold, chosen)
    ]
    return explain_clique(id, systems, gold, chosen)


@pytest.mark.parametrize("inside", ["carb", "wire57"])
def test_an_explanation_has_the_scores_of_the_evaluation(inside: str) -> None:
    whole = evaluate(benchmark="karat-sample-cliques", options=Options(inside=inside), resampling=None)
    for number, id in enumerate(each.id for each in whole["careful"].cliques):
        found = explained(id, inside=inside)
        assert found.systems == ("careful", "greedy")
        for place, name in enumerate(found.systems):
            known = whole[name].cliques[number]
            assert tuple(member.systems[place].score for member in found.members) == known.members
            worst = [member.sentence.id for member in found.members if member.systems[place].worst]
            assert worst == [known.worst.sentence]


def test_precision_is_the_matched_credit_and_recall_the_found_one() -> None:
    for member in explained("4").members:
        for each in member.systems:
            assert each.score is not None
            credits_ = sum(one.credit for one in each.tuples)
            assert credits_ / len(each.tuples) == pytest.approx(float(each.score.precision))
            assert sum(each.found) / len(member.gold) == pytest.approx(float(each.score.recall))


def test_a_sentence_names_its_clique() -> None:
    assert explained("6").id == "4"
    with pytest.raises(KaratError, match="unknown clique '999'"):
        explained("999")


def test_as_json() -> None:
    document = clique_explanation_object(explained("4"))
    first = document["members"][0]
    assert (document["clique"], document["inside"], first["original"]) == ("4", "carb", True)
    assert first["gold"][0] == "(The storm; damaged; the old lighthouse; on Monday night)"
    assert first["systems"][1]["tuples"][0]["gold"] == 1
    assert [each["systems"][0]["worst"] for each in document["members"]] == [False, False, False, True]


SYNSETS = """\
sent_id:1\tIt opened .
1--> Cluster 1:
It --> opened --> [in] May
1--> Cluster 2:
It --> closed --> [in] June
"""


def test_benchie_inside_shows_synsets(tmp_path: Path) -> None:
    (tmp_path / "synsets.txt").write_text(SYNSETS)
    (tmp_path / "cliques.json").write_text('[{"id": 0, "ori_sent": "It opened .", "ori_args": [], "paraphrases": []}]')
    (tmp_path / "mine.json").write_text(
        '[{"id": 0, "ori_sent": "It opened .", "ori_args": [["sang", "It", "x"], ["closed", "It", "June"]], '
        '"paraphrases": []}]'
    )
    from karat.benchmarks import read_gold

    options = Options(inside="benchie")
    gold = read_gold(tmp_path / "cliques.json", choices=CliqueChoices("benchie", synsets=tmp_path / "synsets.txt"))
    systems = list(read_system("mine", tmp_path / "mine.json", gold, options))
    (member,) = explain_clique("0", systems, gold, options).members
    assert len(member.gold) == 2
    assert [(one.gold, one.credit) for one in member.systems[0].tuples] == [(None, 0.0), (1, 1.0)]
    assert member.systems[0].found == (0.0, 1.0)


def test_gold_that_is_there_twice_is_found_twice(tmp_path: Path) -> None:
    (tmp_path / "cliques.json").write_text(
        '[{"id": 0, "ori_sent": "It opened .", "ori_args": [["opened", "It"], ["opened", "It"]], "paraphrases": []}]'
    )
    (tmp_path / "mine.json").write_text(
        '[{"id": 0, "ori_sent": "It opened .", "ori_args": [["opened", "It"]], "paraphrases": []}]'
    )
    from karat.benchmarks import read_gold

    gold = read_gold(tmp_path / "cliques.json")
    systems = list(read_system("mine", tmp_path / "mine.json", gold, Options()))
    (member,) = explain_clique("0", systems, gold, Options()).members
    assert member.systems[0].found == (1.0, 1.0)
    assert member.systems[0].score is not None
    assert member.systems[0].score.recall == 1
