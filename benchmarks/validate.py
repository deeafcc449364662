"""Run what takes long, all published figures and simulations, and write docs/validation.md from what happened.

``--annotate`` runs what is long about the annotation app instead, and writes docs/annotate/validation.md.
``--apart FILE`` runs a part, and puts its figures at the end of docs/validation.md until the next whole run.

``KARAT_DATA`` must name the folder of the benchmarks' data. A test shows a figure on the page by recording it:
``record_property("clausie, f1", 0.3389)``. What the fixture ``printed`` compares becomes docs/published.md, and the
simulated coverage of intervals the tables of docs/intervals.md and docs/study/statistics.md.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "validation.md"
APP_PAGE = ROOT / "docs" / "annotate" / "validation.md"
APP_TESTS = ("tests/annotate", "tests/published/test_annotation_cost.py", "tests/published/test_suggestions.py")
"""Kills in number, the cost of annotating on whole golds, suggested tokens: the annotation app's share."""
PUBLISHED_PAGE = ROOT / "docs" / "published.md"
NOT_REPRODUCED = ROOT / "tests" / "published" / "not_reproduced.toml"
PUBLISHED = "published"
"""The property in which a test records what is printed, what we measure, and why they differ."""
MARKS = "published or long"
INTERVALS = ROOT / "docs" / "intervals.md"
COVERAGE = re.compile(r"(?P<head><!-- coverage: [^\n]*-->\n).*?(?P<tail><!-- end of coverage -->)", re.DOTALL)
SIMULATED = re.compile(r"test_95_per_cent_intervals_hold\[(?P<level>[\w ]+)-(?P<units>\d+)\]")
BY_BCA, ALARMS = " by BCa", ": p < .05"
STUDY_STATISTICS = ROOT / "docs" / "study" / "statistics.md"
SIMULATED_STUDY = re.compile(
    r"test_intervals_of_studies_hold\[(?P<sentences>\d+)-(?P<precision>[\d.]+)-(?P<together>[\d.]+)\]"
)
OF_STUDY = "coverage: "
COVERAGE_TESTS = ("test_coverage.py", "test_study_coverage.py")
"""Their figures stand in the manual, not on the page of validation."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one test, and the figures that it recorded."""

    file: str
    test: str
    verdict: str
    seconds: float
    figures: tuple[tuple[str, str], ...]
    reason: str = ""


def run_tests(arguments: list[str]) -> tuple[int, list[Outcome]]:
    """Run the marked tests and read what pytest wrote about them."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "junit.xml"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-m",
            MARKS,
            "-o",
            "junit_family=xunit1",
            f"--junit-xml={record}",
            *arguments,
        ]
        exploring = {**os.environ, "KARAT_EXPLORE": "1"}
        code = subprocess.run(command, cwd=ROOT, check=False, env=exploring).returncode
        return code, list(outcomes(ET.parse(record).getroot())) if record.exists() else []


def outcomes(record: ET.Element) -> Iterator[Outcome]:
    """Each test of a JUnit record."""
    for case in record.iter("testcase"):
        verdict, reason = "passed", ""
        for tag, name in (("failure", "FAILED"), ("error", "ERROR"), ("skipped", "skipped")):
            if (found := case.find(tag)) is not None:
                verdict, reason = name, (found.get("message") or "").split("\n")[0]
        yield Outcome(
            file=case.get("classname", "").replace(".", "/") + ".py",
            test=case.get("name", ""),
            verdict=verdict,
            seconds=float(case.get("time", 0)),
            figures=tuple((each.get("name", ""), each.get("value", "")) for each in case.iter("property")),
            reason=reason,
        )


def check_data() -> tuple[bool, str]:
    """What ``karat data verify`` says of the data that the figures are made from."""
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(
        [sys.executable, "-m", "karat", "data", "verify"], capture_output=True, text=True, env=environment, check=False
    )
    lines = (done.stdout + done.stderr).replace(os.environ.get("KARAT_DATA") or "\0", "KARAT_DATA").strip().splitlines()
    return done.returncode == 0, "\n".join(line.rstrip() for line in lines)


def memory() -> str:
    """The machine's memory in whole gibibytes, where the system tells."""
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return "memory unknown"
    return f"{pages / 2**30:.0f} GiB of memory"


def cell(text: str) -> str:
    """Text that does not break a table."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """A table of the page."""
    lines = [headings, tuple("---" for _ in headings), *(tuple(map(cell, row)) for row in rows)]
    return ["", *(f"| {' | '.join(line)} |" for line in lines), ""]


ALL = "All published figures and simulations, run on the real data. Written by `make validate`; not edited by hand."
APP = (
    "What takes long about the annotation app: kills in number, the cost of annotating BenchIE's gold, suggested "
    "tokens. Written by `make validate`; not edited by hand."
)


def page(found: list[Outcome], data: tuple[bool, str], when: datetime, about: str = ALL) -> str:
    """The page: when and with what, the data, the verdicts and figures file by file, the longest tests."""
    by_file: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in found:
        by_file[outcome.file].append(outcome)
    count = {name: sum(each.verdict == name for each in found) for name in ("passed", "skipped", "FAILED", "ERROR")}
    verdicts = ", ".join(f"{number} {name}" for name, number in count.items() if number) or "no test"
    packages = ", ".join(f"{name} {version(name)}" for name in ("karat", "numpy", "scipy"))
    lines = [
        "# Validation",
        "",
        about,
        "",
        f"- Run on {when:%Y-%m-%d %H:%M} UTC: {verdicts}.",
        f"- With {packages}, Python {platform.python_version()}, on {os.cpu_count()} cores and {memory()}.",
        "",
        "## Data",
        "",
        "`karat data verify` " + ("found all files as published." if data[0] else "**failed**."),
        "",
        "```text",
        *data[1].splitlines(),
        "```",
        "",
    ]
    lines += ["## Tests", *table(("file", "passed", "others", "seconds"), map(summarised, by_file.items()))]
    others = [(test.file, test.test, told(test)) for test in found if test.verdict != "passed"]
    if others:
        lines += ["## Not passed", *table(("file", "test", "verdict"), others)]
    figures = [
        (test.test, name, value)
        for test in found
        for name, value in test.figures
        if name != PUBLISHED and not test.file.endswith(COVERAGE_TESTS)
    ]
    if figures:
        elsewhere = (
            "What is published elsewhere stands on [Published and ours](published.md), and the coverage of "
            "intervals on [Intervals and tests](intervals.md) and [The statistics of a study](study/statistics.md)."
        )
        lines += ["## Figures of our own", *(["", elsewhere] if about == ALL else [])]
        lines += table(("test", "figure", "value"), figures)
    longest = sorted(found, key=lambda each: -each.seconds)[:10]
    lines += ["## Longest", *table(("test", "seconds"), ((f"{t.file}: {t.test}", f"{t.seconds:.1f}") for t in longest))]
    return "\n".join(lines).rstrip() + "\n"


def without_removed(text: str, root: Path) -> str:
    """The page without the rows of test files that were removed since the whole run."""
    rows = re.compile(r"\| (tests/\S+?\.py)[ :]")
    kept = (line for line in text.split("\n") if not (found := rows.match(line)) or (root / found[1]).exists())
    return "\n".join(kept)


def with_part(text: str, found: list[Outcome], when: datetime) -> str:
    """The page with the figures of a part that was run apart, in place of earlier ones of the same files."""
    for file in dict.fromkeys(outcome.file for outcome in found):
        title = f"## Run apart: {file}"
        text = re.sub(rf"\n{re.escape(title)}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL).rstrip() + "\n"
        tests = [outcome for outcome in found if outcome.file == file]
        _, passed, others, seconds = summarised((file, tests))
        verdict = f"Run on {when:%Y-%m-%d %H:%M} UTC, in {seconds} s: {passed} passed, {others or 'no'} others."
        figures = [(test.test, *figure) for test in tests for figure in test.figures if figure[0] != PUBLISHED]
        lines = ["", title, "", verdict, *(table(("test", "figure", "value"), figures) if figures else [])]
        text += "\n".join(lines).rstrip() + "\n"
    return text


def summarised(tests_of_file: tuple[str, list[Outcome]]) -> tuple[str, ...]:
    """A file, how many of its tests passed and did not, and how long they took."""
    file, tests = tests_of_file
    passed = sum(test.verdict == "passed" for test in tests)
    return file, str(passed), str(len(tests) - passed or ""), f"{sum(test.seconds for test in tests):.1f}"


def published_page(found: Iterable[Outcome], when: datetime) -> str:
    """The page of what sources print beside what Karat measures, and of what it does not reproduce."""
    by_source: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for outcome in found:
        for name, value in outcome.figures:
            if name == PUBLISHED and outcome.verdict == "passed":
                source, *row = json.loads(value)
                by_source[source].append(tuple(row))
    rows = [row for rows in by_source.values() for row in rows]
    equal = sum(difference == "0" for _, _, _, difference, _ in rows)
    lines = [
        "# Published and ours",
        "",
        (
            "What papers and their programs print, beside what Karat measures on the same data, to the digits that are "
            f"printed. {equal} of {len(rows)} rows agree in every digit; of the others, the last column says why. Each "
            "row comes from a test, which fails when it changes."
        ),
        "",
        f"Written by `make validate` on {when:%Y-%m-%d}; not edited by hand.",
        "",
    ]
    headings = ("figure", "published", "Karat", "difference", "why")
    for source, of_source in by_source.items():
        lines += [f"## {source}", *table(headings, sorted(of_source, key=lambda row: by_number(row[0])))]
    entries = tomllib.loads(NOT_REPRODUCED.read_text(encoding="utf-8"))["figure"]
    lines += [
        "## Not reproduced",
        "",
        "What the papers print and no test compares, with the reason.",
        *table(
            ("source", "figure", "printed", "reason"),
            (tuple(entry[name] for name in ("source", "what", "printed", "reason")) for entry in entries),
        ),
    ]
    return "\n".join(lines).rstrip() + "\n"


def by_number(text: str) -> list[tuple[int, str]]:
    """Sort texts with numbers in them as people do."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text) if part]


def coverage_tables(found: Iterable[Outcome]) -> list[str]:
    """The tables of coverage, by formula and by BCa: a row for each kind of system and number of sentences."""
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for outcome in found:
        if outcome.file.endswith("test_coverage.py") and (simulated := SIMULATED.fullmatch(outcome.test)):
            cells[simulated["level"], simulated["units"]] = dict(outcome.figures)
    if not cells:
        return []
    levels = list(dict.fromkeys(level for level, _ in cells))
    order = sorted(cells, key=lambda cell: (levels.index(cell[0]), int(cell[1])))
    recorded = next(iter(cells.values()))
    kinds = {
        "By the formula and the t test": [name for name in recorded if not name.endswith(BY_BCA)],
        "By the BCa bootstrap": [name for name in recorded if name.endswith(BY_BCA)],
    }
    lines = []
    for title, names in kinds.items():
        headings = ("right", "sentences", *(name.removesuffix(BY_BCA) for name in names))
        rows = [(*cell, *(cells[cell].get(name, "") for name in names)) for cell in order]
        lines += ["", f"**{title}**", *table(headings, rows)]
    return lines


def study_coverage_table(found: Iterable[Outcome], when: datetime) -> list[str]:
    """The table of coverage in simulated studies: a row for each design."""
    rows: list[tuple[str, ...]] = []
    names: list[str] = []
    for outcome in found:
        if simulated := SIMULATED_STUDY.fullmatch(outcome.test):
            figures = {name.removeprefix(OF_STUDY): value for name, value in outcome.figures if OF_STUDY in name}
            names = names or list(figures)
            together = "alike" if float(simulated["together"]) else "independent"
            design = (simulated["sentences"], simulated["precision"].removeprefix("0"), together)
            rows.append((*design, *(figures.get(name, "") for name in names)))
    rows.sort(key=lambda row: (int(row[0]), row[1], row[2] == "alike"))
    if not rows:
        return []
    headings = ("sentences", "precision", "within a sentence", *names)
    return [f"Simulated on {when:%Y-%m-%d}:", *table(headings, rows)]


def write_coverage(found: list[Outcome], when: datetime) -> list[Path]:
    """Write the tables of coverage into the pages of the manual, those that were made."""
    written = []
    for path, lines in ((INTERVALS, coverage_tables(found)), (STUDY_STATISTICS, study_coverage_table(found, when))):
        if lines:
            text = path.read_text(encoding="utf-8")
            made = "\n".join(lines).strip()
            text = COVERAGE.sub(lambda marked, made=made: f"{marked['head']}\n{made}\n\n{marked['tail']}", text)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


def told(test: Outcome) -> str:
    """The verdict, with its reason where there is one."""
    return f"{test.verdict}: {test.reason}" if test.reason else test.verdict


def main() -> int:
    parser = ArgumentParser(description="Run all published figures and simulations; write docs/validation.md.")
    parser.add_argument(
        "pytest", nargs="*", help="files or options for pytest, to run a part; the page is then printed"
    )
    parser.add_argument("--annotate", action="store_true", help="run what is long about the annotation app instead")
    parser.add_argument("--apart", action="store_true", help="put the figures of the part at the end of the page")
    options = parser.parse_args()
    chosen = options.pytest
    if not os.environ.get("KARAT_DATA"):
        print("KARAT_DATA: expected the folder of the benchmarks' data, found nothing set", file=sys.stderr)
        return 1
    when = datetime.now(UTC)
    if options.annotate:
        code, found = run_tests([*APP_TESTS, *chosen])
        APP_PAGE.write_text(page(found, check_data(), when, APP), encoding="utf-8")
        print(f"wrote {APP_PAGE.relative_to(ROOT)}")
        return code
    code, found = run_tests(chosen or [f"--ignore={path}" for path in APP_TESTS])
    if options.apart:
        text = without_removed(PAGE.read_text(encoding="utf-8"), ROOT)
        PAGE.write_text(with_part(text, found, when), encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
        return code
    text = page(found, check_data(), when)
    for path in write_coverage(found, when):
        print(f"wrote {path.relative_to(ROOT)}")
    published = published_page(found, when)
    if chosen:
        print(text, published, sep="\n")
    else:
        PAGE.write_text(text, encoding="utf-8")
        PUBLISHED_PAGE.write_text(published, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)} and {PUBLISHED_PAGE.relative_to(ROOT)}")
    return code


if __name__ == "__main__":
    sys.exit(main())
