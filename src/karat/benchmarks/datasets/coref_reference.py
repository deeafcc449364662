"""Test cases of the coreference reference scorers: coreference cases with values."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

COREF_REFERENCE = Dataset(
    name="coref_reference",
    title="Test cases of the coreference reference scorers",
    what="coreference cases with values",
    counts="36 cases, 91 values",
    licence="CC BY-SA 4.0; MIT",
    citations=(
        (
            "Pradhan, Luo, Recasens, Hovy, Ng and Strube. Scoring Coreference Partitions of Predicted Mentions: A "
            "Reference Implementation. ACL 2014."
        ),
    ),
    homepage="https://github.com/conll/reference-coreference-scorers",
    files=table("coref_reference"),
    reproduces="MUC, B-cubed, CEAF and BLANC of every case, the exact fractions within 2e-5",
    oddities=(
        "Brackets may follow each other without a bar between them, and case A-9 nests ten copies of one mention.",
        "A mention is known by its part of the document as well as by its span.",
        "The expected values are in the order recall, precision, F1.",
        "MUC of cases B-1 and C-1 is switched off in the scorers' own table; the right values are 1/3 and 1/2.",
        "The table of expected values is a transcription made for checking; it has no public copy.",
    ),
)
