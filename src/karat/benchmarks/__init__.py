"""Benchmarks and tasks, and the datasets that they use: where their files are, downloads and checksums."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.benchmarks.dataset import DATASETS, DataFile, Dataset, Source
from karat.benchmarks.registry import dataset, sample_path, where

if TYPE_CHECKING:
    from karat.benchmarks.clique_gold import CliqueChoices
    from karat.benchmarks.declarations import BENCHMARKS, Benchmark, benchmark_named, load_gold, read_gold
    from karat.benchmarks.gold import CliqueGold, Gold

__all__ = [
    "BENCHMARKS",
    "DATASETS",
    "Benchmark",
    "CliqueChoices",
    "CliqueGold",
    "DataFile",
    "Dataset",
    "Gold",
    "Source",
    "benchmark_named",
    "dataset",
    "load_gold",
    "read_gold",
    "sample_path",
    "where",
]

_HOMES = {"CliqueChoices": "clique_gold", "CliqueGold": "gold", "Gold": "gold"}
"""Where a name is that is not among the declarations."""


def __getattr__(name: str) -> Any:
    """Load the benchmarks, and the metrics behind them, only when asked for: listing data needs none of them."""
    if name in __all__:
        return getattr(import_module(f"karat.benchmarks.{_HOMES.get(name, 'declarations')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
