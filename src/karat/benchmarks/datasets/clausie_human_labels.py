"""Human labels of the ClausIE study: human labels, 7 systems."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

CLAUSIE_HUMAN_LABELS = Dataset(
    name="clausie_human_labels",
    title="Human labels of the ClausIE study",
    what="human labels, 7 systems",
    counts="900 sentences, 10,305 labels",
    licence="none stated; GPL",
    citations=(
        "Del Corro and Gemulla. ClausIE: Clause-Based Open Information Extraction. WWW 2013.",
        "Gamallo and Garcia. Multilingual Open Information Extraction. EPIA 2015.",
    ),
    homepage="https://github.com/FORMAS/CrossOIE",
    files=table("clausie_human_labels"),
    reproduces="seventeen counts of correct and all extractions, from ReVerb's 388 of 727 to ClausIE's 1,706 of 2,975",
    oddities=(
        "Join labels and outputs on the sentence number and on all slots: the first three are not enough.",
        "Rows have 4 to 11 columns; some have no object, some further arguments.",
        "The files of the ReVerb sentences are in Latin-1, all others in UTF-8.",
        "One row of the New York Times part occurs twice; five sentences have no extraction.",
        (
            "There is one reconciled label an extraction and no attribution label, so these are not the labels of "
            "the MinIE study."
        ),
    ),
)
