"""Which gold: the datasets, where their files are, and whether they are the published ones."""

from __future__ import annotations

from karat.benchmarks.dataset import DataFile, Dataset, Source
from karat.benchmarks.datasets import DATASETS
from karat.benchmarks.registry import dataset, sample_path, where

__all__ = ["DATASETS", "DataFile", "Dataset", "Source", "dataset", "sample_path", "where"]
