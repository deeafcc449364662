"""DocOIE, the evaluation part: gold of two domains."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

DOCOIE = Dataset(
    name="docoie",
    title="DocOIE, the evaluation part",
    what="gold of two domains",
    counts="800 sentences, 2,123 triples",
    licence="none stated",
    citations=(
        (
            "Dong, Zhao, Sun, Kim and Li. DocOIE: A Document-level Context-Aware Dataset for OpenIE. Findings of "
            "ACL-IJCNLP 2021."
        ),
    ),
    homepage="https://github.com/daviddongkc/DocOIE",
    files=table("docoie"),
    oddities=(
        "The table of the transport domain has 1,201 triples, its JSON file 1,202.",
        "The documents around the sentences are not part of this selection.",
    ),
)
