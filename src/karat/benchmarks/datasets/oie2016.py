"""OIE2016: gold from QA-SRL, 7 outputs."""

from __future__ import annotations

from karat.benchmarks.dataset import Dataset
from karat.benchmarks.datasets.table import table

OIE2016 = Dataset(
    name="oie2016",
    title="OIE2016",
    what="gold from QA-SRL, 7 outputs",
    counts="2,944 sentences, 8,479 rows",
    licence="MIT",
    citations=(
        "Stanovsky and Dagan. Creating a Large Benchmark for Open Information Extraction. EMNLP 2016.",
        "Stanovsky, Michael, Zettlemoyer and Dagan. Supervised Open Information Extraction. NAACL 2018.",
    ),
    homepage="https://github.com/gabrielStanovsky/supervised-oie",
    files=table("oie2016"),
    reproduces=(
        "the published areas under the curve of ClausIE, OpenIE 4, PropS and RnnOIE to twelve digits, and every "
        "point of their curves"
    ),
    oddities=(
        "ReVerb's output is damaged: its extractions stand beside the wrong sentences, so its score is near zero.",
        (
            "The curves in eval were made from an older corpus and older outputs, neither of which is here: they "
            "serve as curves only."
        ),
        "120 test rows have a single argument.",
        "3,200 raw sentences are there, of which 2,944 have gold; in the test part 603 of 641.",
    ),
)
