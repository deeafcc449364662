"""CoNLL04: entities and relations."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

RELATION = Dataset(
    name="relation",
    title="CoNLL04",
    what="entities and relations",
    counts="922/231/288 sentences",
    licence="Apache-2.0",
    citations=(
        ("Roth and Yih. A Linear Programming Formulation for Global Inference in Natural Language Tasks. CoNLL 2004."),
        (
            "Taillé, Guigue, Scoutheeten and Gallinari. Let's Stop Incorrect Comparisons in End-to-end Relation "
            "Extraction! EMNLP 2020."
        ),
    ),
    homepage="https://github.com/btaille/sincere",
    files=table("relation"),
    oddities=("The end of an entity is exclusive; head and tail of a relation are positions in the list of entities.",),
)
