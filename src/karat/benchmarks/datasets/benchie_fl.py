"""BenchIE-FL: BenchIE anew, human matches."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

BENCHIE_FL = Dataset(
    name="benchie_fl",
    title="BenchIE-FL",
    what="BenchIE anew, human matches",
    counts="300 sentences, 1,819 synsets",
    licence="CC BY 4.0",
    citations=(
        (
            "Lamarche and Langlais. BenchIE^FL: A Manually Re-Annotated Fact-Based Open Information Extraction "
            "Benchmark. arXiv 2407.16860, 2024."
        ),
    ),
    homepage="https://github.com/rali-udem/benchie_fl",
    files=table("benchie_fl"),
    reproduces="how well automatic matching agrees with 1,089 + 1,130 human judgements",
    oddities=(
        (
            "Thirteen triples of the 300 sentences, and twelve of the 100 web assertions, stand before the first "
            "synset header of their sentence."
        ),
        (
            "One row has four parts, one object is a placeholder, and one header of the WiRe57 file (line 297) "
            "carries another sentence's number."
        ),
        "In the match tables, a synset number such as 1.2 means synsets 1 and 2: read the column as text.",
        (
            "The match tables have CRLF line ends and unnamed columns; extractions in them are written with hyphens "
            "between the slots."
        ),
        "The gold in data and the one in gold are two revisions: 1,818 and 1,819 synsets.",
    ),
)
