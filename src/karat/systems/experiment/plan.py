"""The plan of an experiment: which systems, with which options, on which benchmarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from karat.one_line import one_line
from karat.results.options import Options
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import Resampling

EVERYWHERE = "{benchmark}"
"""What stands for the benchmark's name in the path of an output."""


@dataclass(frozen=True, slots=True)
class PlannedBenchmark:
    """A benchmark, or a gold file of one's own, and how it is scored."""

    name: str
    benchmark: str | None = None
    gold: Path | None = None
    gold_format: str | None = None
    carb_gold: tuple[Path, ...] = ()
    entities: Path | None = None
    synsets: Path | None = None
    encoding: str = "utf-8"
    language: str | None = None
    options: Options = field(default_factory=Options)

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class PlannedSystem:
    """A system to run, or its outputs where they exist already.

    ``system`` names what is run with ``options``; else ``outputs`` has the file of each benchmark, or ``published``
    the name of an output that comes with the benchmarks. ``benchmarks`` are the names of those that it is for;
    ``on`` has the options that differ on some of them.
    """

    name: str
    system: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    on: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    outputs: Mapping[str, Path] = field(default_factory=dict)
    published: str | None = None
    family: str | None = None
    benchmarks: tuple[str, ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Plan:
    """Systems and benchmarks, and what holds for all of them.

    ``limit`` takes only the first sentences of each benchmark. ``reports`` asks for a full report of each. ``seed`` is
    for what is drawn by chance: by the intervals and tests, and by systems that have an option of this name.
    """

    path: Path
    text: str
    title: str
    folder: Path
    systems: tuple[PlannedSystem, ...]
    benchmarks: tuple[PlannedBenchmark, ...]
    limit: int | None = None
    reports: bool = True
    seed: int | None = None
    resampling: Resampling | None = None
    test: PairedTest = "t"

    __repr__ = one_line
