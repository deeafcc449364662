"""Hindi-BenchIE: Hindi fact synsets, 8 outputs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

BENCHIE_HINDI = Dataset(
    name="benchie_hindi",
    title="Hindi-BenchIE",
    what="Hindi fact synsets, 8 outputs",
    counts="112 sentences, 191 synsets",
    licence="none stated",
    citations=(
        (
            "Mishra, Singh, Shah, Kumaraguru and Bhattacharyya. IndIE: A Multilingual Open Information Extraction "
            "Tool For Indic Languages. Findings of IJCNLP-AACL 2023."
        ),
    ),
    homepage="https://github.com/ritwikmishra/hindi-benchie",
    files=table("benchie_hindi"),
    oddities=(
        (
            "Headers are written between dashes and sentences are parted by a line of equals signs, so a BenchIE "
            "reader does not read the gold unchanged."
        ),
        (
            "An optional part may carry a label in braces; a line that begins with the label gives the part as a "
            "fact of its own."
        ),
        "Some sentence lines have a space before the tab.",
    ),
)
