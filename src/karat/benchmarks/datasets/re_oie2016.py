"""Re-OIE2016: OIE2016's test part anew."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

RE_OIE2016 = Dataset(
    name="re_oie2016",
    title="Re-OIE2016",
    what="OIE2016's test part anew",
    counts="595 sentences, 1,508 records",
    licence="none stated; MIT",
    citations=(
        "Zhan and Zhao. Span Model for Open Information Extraction on Accurate Corpus. AAAI 2020.",
        (
            "Ro, Lee and Kang. Multi²OIE: Multilingual Open Information Extraction Based on Multi-Head Attention "
            "with BERT. Findings of EMNLP 2020."
        ),
    ),
    homepage="https://github.com/zhanjunlang/Span_OIE",
    files=table("re_oie2016"),
    oddities=(
        "Absent slots are empty strings and empty lists.",
        "Two records have no predicate, 63 one argument, two none; 202 have a context.",
        "The n-ary file has CRLF line ends.",
        "OIE2016.txt has the head of the predicate before the predicate.",
    ),
)
