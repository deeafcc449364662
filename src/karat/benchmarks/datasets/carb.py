"""CaRB: crowdsourced gold, 11 outputs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

CARB = Dataset(
    name="carb",
    title="CaRB",
    what="crowdsourced gold, 11 outputs",
    counts="1,282 sentences, 5,263 rows",
    licence="MIT; part none stated",
    citations=("Bhardwaj, Aggarwal and Mausam. CaRB: A Crowdsourced Benchmark for Open IE. EMNLP-IJCNLP 2019.",),
    homepage="https://github.com/dair-iitd/CaRB",
    files=table("carb"),
    reproduces=(
        "precision, recall, F1 and area under the curve of OLLIE, PropS, OpenIE 4, OpenIE 5 and ClausIE, to "
        "three digits"
    ),
    oddities=(
        "Ten of the 1,282 sentences have no gold; score only the sentences that have.",
        "The test file has no final line end, so a count of lines gives 2,714 where there are 2,715 rows.",
        (
            "327 rows have an empty column, two test rows a single argument, 181 rows spaces at an edge; three dev "
            "sentences occur with and without a trailing space."
        ),
        (
            "Arguments may begin with a mark of context, time or place (C:, T:, L:); CaRB's own reader drops an "
            "argument that holds the mark of context anywhere."
        ),
        (
            "Outputs in the test folder cover other sentences too, and each is in its tool's own format; several "
            "skip rows that lack a slot."
        ),
        "The said-type annotations begin with a byte order mark and hold a second one.",
        "The tabbed outputs of OLLIE and Stanford are subsets made for these sentences; they have no public copy.",
    ),
)
