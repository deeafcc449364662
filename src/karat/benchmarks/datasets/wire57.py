"""WiRe57: expert gold, 7 outputs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

WIRE57 = Dataset(
    name="wire57",
    title="WiRe57",
    what="expert gold, 7 outputs",
    counts="57 sentences, 343 tuples",
    licence="none stated",
    citations=(
        ("Léchelle, Gotti and Langlais. WiRe57: A Fine-Grained Benchmark for Open Information Extraction. LAW 2019."),
    ),
    homepage="https://github.com/rali-udem/WiRe57",
    files=table("wire57"),
    reproduces="every figure that the authors' program prints for the seven systems",
    oddities=(
        (
            "The index of a word is a number, the string inf for a word that is not in the sentence, or a list of a "
            "position and a distance for one that occurs more than once."
        ),
        "Gold is keyed by document and sentence, outputs by sentence names such as TO 1.",
    ),
)
