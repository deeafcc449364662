from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import FormatError, FormatErrors
from karat.formats.columns import BENCHIE
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.lines import Line

LINE = Line(Path("gold.txt"), 3, "1-->Cluster 2:")


def wrong(count):
    problems = Problems(limit=2)
    for number in range(1, count + 1):
        problems.add(FormatError("gold.txt", number, "this", "that"))
    return problems


def test_no_error_is_no_error():
    wrong(0).check()


def test_one_error_is_raised_as_it_is():
    with pytest.raises(FormatError, match=r"^gold\.txt:1: expected this, found that$"):
        wrong(1).check()


def test_several_errors_come_together_up_to_the_limit():
    with pytest.raises(FormatErrors) as caught:
        wrong(5).check()
    assert str(caught.value).splitlines() == [
        "gold.txt:1: expected this, found that",
        "gold.txt:2: expected this, found that",
        "gold.txt: 3 more like these",
    ]


def test_one_kept_and_others_counted_come_together():
    problems = Problems(limit=1)
    for number in (1, 2):
        problems.add(FormatError("gold.txt", number, "this", "that"))
    with pytest.raises(FormatErrors) as caught:
        problems.check()
    assert caught.value.left_out == 1


def test_a_repair_says_what_it_did():
    problems = Problems()
    problems.repaired(LINE, "'1--> Cluster 2:'")
    problems.repaired(LINE, "nothing", read="2:")
    assert [str(repair) for repair in problems.repairs] == [
        "gold.txt:3: read '1-->Cluster 2:' as '1--> Cluster 2:'",
        "gold.txt:3: read '2:' as nothing",
    ]


def test_repairs_nobody_asked_for_are_logged(caplog):
    with collect_problems(None) as problems:
        problems.repaired(LINE, "'1--> Cluster 2:'")
    assert caplog.messages == ["gold.txt:3: read '1-->Cluster 2:' as '1--> Cluster 2:'"]


def test_repairs_somebody_asked_for_are_not_logged(caplog):
    problems = Problems()
    with collect_problems(problems) as same:
        same.repaired(LINE, "'1--> Cluster 2:'")
    assert same is problems
    assert caplog.messages == []


def test_good_lines_come_before_the_errors(file):
    rows = BENCHIE.read(file("1\ta\tb\tc\n1\ta\n2\td\te\tf\n\xff\t1\n"))
    assert [next(rows).extraction.relation for _ in range(2)] == ["b", "e"]
    with pytest.raises(FormatErrors) as caught:
        next(rows)
    assert [error.line for error in caught.value.errors] == [2, 4]


def test_a_line_that_cannot_be_decoded_joins_the_errors_before_it(file):
    with pytest.raises(FormatErrors) as caught:
        list(BENCHIE.read(file(b"1\ta\n\xff\n")))
    assert [error.line for error in caught.value.errors] == [1, 2]
