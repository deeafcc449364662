"""Every dataset that Karat knows: one declaration a module, its files and their checksums in the table beside it."""

from __future__ import annotations

from karat.benchmarks.datasets.amr import AMR
from karat.benchmarks.datasets.benchie import BENCHIE
from karat.benchmarks.datasets.benchie_fl import BENCHIE_FL
from karat.benchmarks.datasets.benchie_hindi import BENCHIE_HINDI
from karat.benchmarks.datasets.carb import CARB
from karat.benchmarks.datasets.clausie_human_labels import CLAUSIE_HUMAN_LABELS
from karat.benchmarks.datasets.coref_reference import COREF_REFERENCE
from karat.benchmarks.datasets.dependency import DEPENDENCY
from karat.benchmarks.datasets.docoie import DOCOIE
from karat.benchmarks.datasets.lsoie import LSOIE
from karat.benchmarks.datasets.muc4 import MUC4
from karat.benchmarks.datasets.oie2016 import OIE2016
from karat.benchmarks.datasets.re_oie2016 import RE_OIE2016
from karat.benchmarks.datasets.relation import RELATION
from karat.benchmarks.datasets.robust import ROBUST
from karat.benchmarks.datasets.sample import SAMPLE, SAMPLE_DE, SAMPLE_ZH
from karat.benchmarks.datasets.scirex import SCIREX
from karat.benchmarks.datasets.wire57 import WIRE57

DATASETS = (
    SAMPLE,
    SAMPLE_DE,
    SAMPLE_ZH,
    AMR,
    BENCHIE,
    BENCHIE_FL,
    BENCHIE_HINDI,
    CARB,
    CLAUSIE_HUMAN_LABELS,
    COREF_REFERENCE,
    DEPENDENCY,
    DOCOIE,
    LSOIE,
    MUC4,
    OIE2016,
    RE_OIE2016,
    RELATION,
    ROBUST,
    SCIREX,
    WIRE57,
)
