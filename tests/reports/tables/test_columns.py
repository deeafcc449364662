"""One row a system, with chosen columns."""

from __future__ import annotations

import pytest

import karat
from karat.errors import UnknownNameError
from karat.reports.tables.columns import tabulate_columns
from karat.reports.tables.layout import plain


@pytest.fixture(scope="module")
def evaluation():
    return karat.evaluate(benchmark="karat-sample")


def columns(table) -> list[str]:
    return [f"{column.group} {column.name}" for column in table.columns]


@pytest.mark.parametrize(
    ("show", "expected"),
    [
        pytest.param(("benchie:f1", "carb:f1"), ["benchie F1", "carb F1"], id="one value each"),
        pytest.param(("carb",), ["carb P", "carb R", "carb F1"], id="a metric alone"),
        pytest.param(("BenchIE-c:P", "carb:R", "carb:AUC"), ["benchie-C P", "carb R", "carb AUC"], id="in any case"),
        pytest.param(
            (),
            ["benchie P", "benchie R", "benchie F1", "benchie-C F1", "benchie-M F1", "benchie-E F1", "carb F1"],
            id="the usual",
        ),
    ],
)
def test_columns(evaluation, show, expected) -> None:
    assert columns(tabulate_columns(evaluation, show)) == expected


def test_cells_are_those_of_the_evaluation(evaluation) -> None:
    (section,) = tabulate_columns(evaluation, ("benchie:p", "carb:f1")).sections
    assert [name for name, _ in section.rows] == ["careful", "greedy", "naive"]
    texts = [[cell.text for cell in cells] for _, cells in section.rows]
    assert texts == [[".708", ".635"], [".286", ".898"], [".058", ".648"]]
    assert [[cell.best for cell in cells] for _, cells in section.rows] == [[True, False], [False, True], [False] * 2]
    assert [[cell.marked for cell in cells] for _, cells in section.rows] == [[False, True], [False] * 2, [False, True]]


@pytest.mark.parametrize(
    ("show", "message"),
    [
        ("crab:f1", "unknown metric of this evaluation 'crab'; did you mean 'carb'?"),
        ("carb:f2", "unknown value of carb 'f2'; did you mean 'f1'?"),
        ("benchie:auc", "unknown value of benchie 'auc'"),
    ],
)
def test_unknown_columns(evaluation, show, message) -> None:
    with pytest.raises(UnknownNameError) as refused:
        tabulate_columns(evaluation, (show,))
    assert str(refused.value).startswith(message)


def test_groups_stand_above_their_columns(evaluation) -> None:
    table = tabulate_columns(evaluation, ("benchie-C:f1", "carb:p", "carb:r")).without_intervals()
    assert plain(table).splitlines()[2:5] == [
        "         benchie-C     carb",
        "              F1       P     R",
        "careful     .630    .676  .598",
    ]


def test_stars_stay_without_intervals(evaluation) -> None:
    table = tabulate_columns(evaluation, ("benchie:f1",)).without_intervals()
    assert plain(table).splitlines()[0] == "karat-sample · 24 sentences · 3 systems"
    assert plain(table).splitlines()[5] == "greedy    .200 *"


def test_in_python(evaluation) -> None:
    latex = evaluation.to_latex(["benchie:f1", "carb:f1"], intervals=False)
    assert r"careful & \textbf{.626} & .635$^{*}$ \\" in latex.splitlines()
    assert r"| greedy | .200 \* | **.898** |" in evaluation.to_markdown(["benchie:f1", "carb:f1"], intervals=False)
    assert evaluation.to_markdown().startswith("**karat-sample · 24 sentences · 3 systems · 95 % intervals**")
