"""BenchIE: synsets EN/DE/ZH, 11 outputs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

BENCHIE = Dataset(
    name="benchie",
    title="BenchIE",
    what="synsets EN/DE/ZH, 11 outputs",
    counts="3×300 sentences, 3,430 synsets",
    licence="CC BY 4.0",
    citations=(
        (
            "Gashteovski, Yu, Kotnis, Lawrence, Niepert and Glavaš. BenchIE: A Framework for Multi-Faceted "
            "Fact-Based Open Information Extraction Evaluation. ACL 2022."
        ),
    ),
    homepage="https://github.com/gkiril/benchie",
    files=table("benchie"),
    reproduces="the scores of BenchIE's tables for all systems and facets, and the CaRB columns beside them",
    oddities=(
        (
            "Some headers carry another sentence's number (English lines 2331 and 4762) or one dash too few (German "
            "line 246); the sentence line is what counts."
        ),
        ("Chinese line 2080 is a broken header that the published counts take for a triple of the synset before it."),
        (
            "A few sentences have no synset: 170, 249, 259 and 294 in English, 170, 249 and 294 in German, 249 and "
            "294 in Chinese."
        ),
        (
            "Brackets are unbalanced in English lines 9176-9177, German 245 and 1519-1521, Chinese 2851; some slots "
            "have double, leading or no-break spaces."
        ),
        "Some slots are wholly optional, so that 131 English triples have an empty slot when expanded.",
        "Graphene's output is lower-cased and has one row twice; MinIE's has two.",
    ),
)
