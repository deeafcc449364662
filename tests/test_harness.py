"""The scripts behind ``make bench`` and ``make validate``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The scripts' folder on the path, as when they are run."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    for name in ("case", "validate"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import case

    return case


def absent(_: object) -> object:
    import nothing_of_this_name

    return nothing_of_this_name


def test_a_case_is_measured(scripts: ModuleType) -> None:
    calls = []

    def prepare() -> list[int]:
        calls.append("prepare")
        return list(range(1000))

    case = scripts.Case(
        name="sum",
        size="1,000",
        prepare=prepare,
        karat=sum,
        peers={"wrong": max, "slow": lambda numbers: sum(sum(numbers) for _ in range(50)) // 50, "absent": absent},
        agree=lambda ours, theirs: ours == theirs,
    )
    timings = scripts.measure(case, repeats=3)
    assert calls == ["prepare"]
    assert list(timings) == ["karat", "wrong", "slow", "absent"]
    assert {name: timing.agrees for name, timing in timings.items()} == {
        "karat": None,
        "wrong": False,
        "slow": True,
        "absent": None,
    }
    assert timings["slow"].seconds > timings["karat"].seconds > 0
    assert timings["absent"] == scripts.Timing(None, note="not installed: nothing_of_this_name")


def test_a_mistake_in_a_peer_is_not_taken_for_an_absent_one(scripts: ModuleType) -> None:
    case = scripts.Case("odd", "1", prepare=lambda: 0, karat=lambda zero: zero, peers={"odd": lambda zero: 1 / zero})
    with pytest.raises(ZeroDivisionError):
        scripts.measure(case, repeats=1)


def test_bench_prints_json() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "bench.py", "--only", "model/align", "--repeats", "1", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    cases = json.loads(done.stdout)["cases"]
    assert {case["name"] for case in cases} == {"model/align"}
    assert all(case["agrees"] == {"floor: bare dictionary": True} for case in cases)


def test_bench_knows_no_such_case() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "bench.py", "--only", "crab"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "no case whose name contains 'crab'\n")


RECORD = """<testsuites><testsuite>
<testcase classname="tests.published.test_benchie" name="test_clausie[a|b]" time="0.5">
<properties><property name="clausie, f1" value="0.3389"/></properties></testcase>
<testcase classname="tests.published.test_benchie" name="test_minie" time="2">
<failure message="0.33 is not 0.34&#10;more">…</failure></testcase>
<testcase classname="tests.test_kill" name="test_kill" time="0"><skipped message="no such machine"/></testcase>
</testsuite></testsuites>"""


def test_a_part_that_was_run_apart_stands_at_the_end_of_the_page(scripts: ModuleType) -> None:
    import validate

    found = [
        validate.Outcome("tests/test_a.py", "test_a", "passed", 1.5, (("size", "3"), ("published", "[]"))),
        validate.Outcome("tests/test_a.py", "test_b", "FAILED", 0.5, ()),
    ]
    page = "# Validation\n\n## Longest\n\n| test |\n"
    once = validate.with_part(page, found, datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    again = validate.with_part(once, found[:1], datetime(2026, 1, 3, 3, 4, tzinfo=UTC))
    assert once.startswith(page)
    assert once.splitlines()[6:] == [
        "## Run apart: tests/test_a.py",
        "",
        "Run on 2026-01-02 03:04 UTC, in 2.0 s: 1 passed, 1 others.",
        "",
        "| test | figure | value |",
        "| --- | --- | --- |",
        "| test_a | size | 3 |",
    ]
    assert again.count("Run apart") == 1
    assert "2026-01-03 03:04 UTC, in 1.5 s: 1 passed, no others." in again
    without_figures = validate.with_part(page, found[1:], datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    assert without_figures.endswith("in 0.5 s: 0 passed, 1 others.\n")


def test_a_part_takes_the_rows_of_removed_files_away(scripts: ModuleType, tmp_path: Path) -> None:
    import validate

    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").touch()
    rows = ["| file |", "| tests/test_a.py | 1 |", "| tests/test_b.py | 1 |", "| tests/test_b.py: test_c | 63.8 |", ""]
    assert validate.without_removed("\n".join(rows), tmp_path) == "| file |\n| tests/test_a.py | 1 |\n"


def test_the_page_of_a_validation(scripts: ModuleType) -> None:
    import validate

    found = list(validate.outcomes(ET.fromstring(RECORD)))
    page = validate.page(found, (False, "benchie: 1 altered"), datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    lines = page.splitlines()
    assert "- Run on 2026-01-02 03:04 UTC: 1 passed, 1 skipped, 1 FAILED." in lines
    assert "`karat data verify` **failed**." in lines
    assert [line for line in lines if line.startswith("## ")] == [
        "## Data",
        "## Tests",
        "## Not passed",
        "## Figures of our own",
        "## Longest",
    ]
    assert "| tests/published/test_benchie.py | 1 | 1 | 2.5 |" in lines
    assert "| tests/published/test_benchie.py | test_minie | FAILED: 0.33 is not 0.34 |" in lines
    assert "| test_clausie[a\\|b] | clausie, f1 | 0.3389 |" in lines
    assert "| tests/test_kill.py | test_kill | skipped: no such machine |" in lines


def test_the_page_of_what_is_published(scripts: ModuleType) -> None:
    import validate

    rows = [
        ["A paper", "Table 10: F1", ".34", ".34", "0", ""],
        ["A paper", "Table 2: F1", ".35", ".34", "−.01", "another parser"],
    ]
    found = [
        validate.Outcome("test_a.py", "test_a", "passed", 0.0, (("published", json.dumps(row)), ("size", "3")))
        for row in rows
    ]
    found.append(validate.Outcome("test_a.py", "test_b", "FAILED", 0.0, (("published", json.dumps(rows[0])),)))
    lines = validate.published_page(found, datetime(2026, 1, 2, tzinfo=UTC)).splitlines()
    assert "1 of 2 rows agree in every digit" in lines[2]
    table = lines.index("## A paper")
    assert lines[table + 2 : table + 6] == [
        "| figure | published | Karat | difference | why |",
        "| --- | --- | --- | --- | --- |",
        "| Table 2: F1 | .35 | .34 | −.01 | another parser |",
        "| Table 10: F1 | .34 | .34 | 0 |  |",
    ]
    assert any(line.startswith("| ROBUST | Table 2: six systems on whole cliques |") for line in lines)


def test_validation_without_data_says_so() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "validate.py"],
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "KARAT_DATA"},
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "KARAT_DATA: expected the folder of the benchmarks' data, found nothing set\n"
