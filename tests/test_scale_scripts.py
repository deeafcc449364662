"""The scripts that write docs/performance.md."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def scale(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    for name in ("bench", "case"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import scale

    return scale


def runs(scale: ModuleType) -> list[Any]:
    return [
        scale.Measured(1_000, scale.Run(0.5, 1.0, 100, {"a": 1}), scale.Run(0.6, 0.7, 90, {"a": 1})),
        scale.Measured(10_000, scale.Run(6.0, 7.0, 120, {"a": 1}), scale.Run(6.5, 3.9, 110, {"a": 2})),
    ]


def test_a_table_of_growth(scale: ModuleType) -> None:
    rows = scale.table(scale.WORKLOADS[0], runs(scale), 2).splitlines()
    assert rows[2:] == [
        "| 1,000 | 0.5 s | 500.0 |  | 1.0 s | 100 MB | 0.6 s | 0.7 s | 90 MB | yes |",
        "| 10,000 | 6.0 s | 600.0 | 1.20 | 7.0 s | 120 MB | 6.5 s | 3.9 s | 110 MB | NO |",
    ]


def test_a_run_is_measured(scale: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "gold.bio").write_text("Ada B-person\nleft O\n")
    run = scale.run(["score", "spans", str(tmp_path / "gold.bio"), "--gold", str(tmp_path / "gold.bio")])
    assert run.cpu > 0
    assert run.clock > 0
    assert run.megabytes > 10  # at least what the tests themselves take, of which it is a copy at first
    assert run.scores["gold"][0]["f1"] == 1


def test_pictures(scale: ModuleType, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    import scale_charts

    shown = scale_charts.write_pictures({"evaluate": runs(scale)}, tmp_path)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["growth-memory.svg", "growth-time.svg"]
    assert shown[0] == (
        "![CPU time, seconds, by the number of extractions or documents: evaluate from 0.5 for 1,000 to 6.0 for 10,000]"
        "(images/growth-time.svg)"
    )


def test_a_section_is_replaced(scale: ModuleType, tmp_path: Path) -> None:
    import measured_page

    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- measured by a.py -->\nold\n<!-- end of a.py -->\n\nafter\n")
    measured_page.replace_section(page, "a.py", "new")
    assert page.read_text() == "# Page\n\n<!-- measured by a.py -->\nnew\n<!-- end of a.py -->\n\nafter\n"
    with pytest.raises(ValueError, match=r"expected <!-- measured by b\.py -->"):
        measured_page.replace_section(page, "b.py", "new")


def test_the_comparison_with_peers_in_the_manual(scale: ModuleType) -> None:
    import bench
    from case import Case, Timing

    case = Case("sum", "3 numbers", lambda: 0, sum, {"slow": sum, "absent": sum}, target=2)
    timings = {"karat": Timing(0.001), "slow": Timing(0.004, True), "absent": Timing(None, note="not installed: x")}
    assert bench.as_markdown([(case, timings)]).splitlines()[2:] == [
        "| sum | 3 numbers | 1.00 ms | slow | 4.00 ms | 4.0 | ≥ 2 reached |",
        "|  |  |  | absent | not installed: x |  |  |",
    ]


@pytest.fixture
def startup(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import startup

    return startup


def test_a_table_of_cold_starts(startup: ModuleType) -> None:
    rows = startup.as_markdown({start.name: (0.125, 0.25) for start in startup.STARTS}).splitlines()
    assert rows[2] == "| Python alone | 0.12 s | 0.25 s |  |"
    assert rows[5] == "| `karat evaluate` on the sample, `--no-intervals` | 0.12 s | 0.25 s | ≤ 0.7 s |"


def test_a_cold_start_is_measured(startup: ModuleType) -> None:
    cpu, clock = startup.run(startup.STARTS[0])
    assert cpu > 0
    assert clock > 0


def test_a_plan_of_stages(scale: ModuleType) -> None:
    import stages

    lines = stages.plan({"gold": 3.6, "outputs": 4.4, "scoring": 36.0, "rest": 4.0}).splitlines()
    assert lines[4] == "| score, with verdicts | workers | 36.0 µs | 10.0 core-hours |"
    assert lines[-1].startswith(
        "So an extraction takes about 12 + 36 / *workers* µs: 48 µs on 1 core, 21 µs on 4 workers, 14 µs on 16 workers "
        "and 13 µs on 64 workers. With more than 3 workers, "
    )


def test_stages_of_a_small_input_are_refused(scale: ModuleType, tmp_path: Path) -> None:
    import stages

    with pytest.raises(ValueError, match="expected an input so large that it is scored in parts"):
        stages.measure(scale.make_corpus(scale.WORKLOADS[0], 40, tmp_path))
