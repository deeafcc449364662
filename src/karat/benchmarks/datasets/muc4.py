"""MUC-4 templates and role fillers: templates, 8 outputs, scores."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

MUC4 = Dataset(
    name="muc4",
    title="MUC-4 templates and role fillers",
    what="templates, 8 outputs, scores",
    counts="200 documents, 209 templates",
    licence="MIT; part none stated",
    citations=(
        "Du, Rush and Cardie. Template Filling with Generative Transformers. NAACL 2021.",
        (
            "Du, Rush and Cardie. GRIT: Generative Role-filler Transformers for Document-level Event Entity "
            "Extraction. EACL 2021."
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
    homepage="https://github.com/xinyadu/gtt",
    files=table("muc4"),
    reproduces="per-slot and micro scores of DyGIE++ and GE, and CEAF-RME of each document for IterX",
    oddities=(
        "The row of GTT in per_slot_prf1.txt is of another output than the one here, and does not follow from it.",
        "The processed files are JSON lines in spite of their name.",
        "An entity is a list of mentions with offsets in the input, and of bare strings in the outputs.",
        "Gold differs between the sources (209, 201 and 195 templates): pair each output with its own gold.",
        "Outputs key documents by short numbers, 30001 for TST3-MUC4-0001, and repeat the text in word pieces.",
        "IterX's raw output has 1,200 lines for 200 documents, one for each document and incident type.",
        "A document with neither gold nor prediction is printed with zeros in IterX's comparisons.",
    ),
)
