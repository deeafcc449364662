"""ROBUST, the part that is public: paraphrase cliques, 3 outputs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

ROBUST = Dataset(
    name="robust",
    title="ROBUST, the part that is public",
    what="paraphrase cliques, 3 outputs",
    counts="1,272 cliques, 4,932 sentences",
    licence="none stated",
    citations=(
        (
            "Qi, Zhang, Wang, Zeng, Yu, Liu, Hou, Li and Xu. Preserving Knowledge Invariance: Rethinking Robustness "
            "Evaluation of Open Information Extraction. EMNLP 2023."
        ),
        (
            "Qi, Peng, Wang, Xu, Hou and Li. ADELIE: Aligning Large Language Models on Information Extraction. EMNLP "
            "2024."
        ),
    ),
    homepage="https://github.com/THU-KEG/ADELIE",
    files=table("robust"),
    reproduces="the CaRB part of one model's published scores: P .6248, R .4940, F1 .5517",
    oddities=(
        "The gold of the paraphrases is not here; the gold of the originals is CaRB's, dev and test.",
        "In the outputs, ori_args and args are predictions in spite of their names.",
        "10,581 of one model's 22,206 extractions have a single element.",
        "39 numbers are absent from 0 to 4970, as many as ten whole cliques.",
        "The file of cliques without predictions is derived and has no public copy.",
    ),
)
