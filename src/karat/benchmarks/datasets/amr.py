"""AMR graphs for Smatch: AMR graph pairs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

AMR = Dataset(
    name="amr",
    title="AMR graphs for Smatch",
    what="AMR graph pairs",
    counts="3 + 4,929 pairs",
    licence="MIT; part none stated",
    citations=(
        "Cai and Knight. Smatch: an Evaluation Metric for Semantic Feature Structures. ACL 2013.",
        (
            "Opitz, Daza and Frank. Weisfeiler-Leman in the Bamboo: Novel AMR Graph Metrics and a Benchmark for AMR "
            "Graph Similarity. TACL 2021."
        ),
    ),
    homepage="https://github.com/snowblink14/smatch",
    files=table("amr"),
    reproduces="document F 0.81 of Smatch's sample files (24 matched triples of 30 and 29)",
    oddities=(
        (
            "The sample's F of .8136 needs lower case, kept quotation marks and one TOP triple a graph; without the "
            "marks it is .8475, without TOP as well .8302."
        ),
        (
            "A role x-of is turned round, except consist-of, prep-out-of and prep-on-behalf-of; mod counts as an "
            "inverted domain."
        ),
        (
            "The correlation with human similarity that is published for SICK, 59.75, is approached (.597) where TOP "
            "names the root's concept, but not reached."
        ),
        (
            "The SICK graphs were made by a parser; the file test.y holds one human similarity a line, in the order "
            "of the pairs."
        ),
    ),
)
