"""LSOIE, the Wikipedia evaluation set: gold."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

LSOIE = Dataset(
    name="lsoie",
    title="LSOIE, the Wikipedia evaluation set",
    what="gold",
    counts="2,402 sentences, 5,374 rows",
    licence="none stated",
    citations=(
        "Solawetz and Larson. LSOIE: A Large-Scale Dataset for Supervised Open Information Extraction. EACL 2021.",
    ),
    homepage="https://github.com/Jacobsolawetz/large-scale-oie",
    files=table("lsoie"),
    oddities=(
        "Every sentence ends in a space: strip before matching.",
        "1,076 rows have a single argument.",
    ),
)
