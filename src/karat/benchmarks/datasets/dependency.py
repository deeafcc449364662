"""Dependency parsing: CoNLL 2018 cases and PUD: CoNLL-U cases, English PUD."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

DEPENDENCY = Dataset(
    name="dependency",
    title="Dependency parsing: CoNLL 2018 cases and PUD",
    what="CoNLL-U cases, English PUD",
    counts="1,000 sentences, 21,180 words",
    licence="CC BY-SA 3.0; part none stated",
    citations=(
        (
            "Zeman, Hajič, Popel, Potthast, Straka, Ginter, Nivre and Petrov. CoNLL 2018 Shared Task: Multilingual "
            "Parsing from Raw Text to Universal Dependencies. CoNLL 2018."
        ),
    ),
    homepage="https://github.com/ufal/conll2018",
    files=table("dependency"),
    reproduces="UAS, LAS, CLAS, MLAS and BLEX of the evaluation script's own test cases",
    oddities=(
        (
            "The cases differ in tokenisation and have multi-word tokens, so words must be aligned, not paired by "
            "position."
        ),
        "One system file writes no-break spaces.",
    ),
)
