"""SciREX n-ary relations: outputs with gold and scores."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

SCIREX = Dataset(
    name="scirex",
    title="SciREX n-ary relations",
    what="outputs with gold and scores",
    counts="66 documents, 149 templates",
    licence="MIT; part none stated",
    citations=(
        (
            "Jain, van Zuylen, Hajishirzi and Beltagy. SciREX: A Challenge Dataset for Document-Level Information "
            "Extraction. ACL 2020."
        ),
        (
            "Das, Du, Wang, Shi, Gu, Porter and Cardie. Automatic Error Analysis for Document-level Information "
            "Extraction. ACL 2022."
        ),
        (
            "Chen, Gantt, Gu, Chen, White and Van Durme. Iterative Document-level Information Extraction via "
            "Imitation Learning. EACL 2023."
        ),
    ),
    homepage="https://github.com/IceJinx33/auto-err-template-fill",
    files=table("scirex"),
    reproduces="micro P .5421, R .1883, F1 .2795 of GTT with SciBERT",
    oddities=(
        (
            "Of IterX, the gold of only 50 documents can be rebuilt from its comparisons, which print the slots that "
            "both sides share."
        ),
        (
            "The SciREX release itself is not here: gold comes inside the outputs, 149 templates in GTT's file and "
            "82 in IterX's."
        ),
        "Slots are Material, Method, Metric and Task; GTT's file has no incident type.",
    ),
)
