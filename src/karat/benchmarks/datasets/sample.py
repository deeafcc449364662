"""The embedded sample: sentences written for Karat, so that it works anywhere, offline."""

from __future__ import annotations

from dataclasses import replace

from karat.benchmarks.dataset import Dataset

SAMPLE = Dataset(
    name="karat-sample",
    title="Karat's sample, English",
    what="synsets, cliques, 3 systems",
    counts="24 sentences, 91 synsets",
    licence="CC BY 4.0",
    citations=("Karat's own sample, written for first steps and tests, not for published results.",),
    homepage="embedded in the package",
    embedded=True,
)
SAMPLE_DE = replace(
    SAMPLE,
    name="karat-sample-de",
    title="Karat's sample, German",
    what="synsets, 3 systems",
    counts="8 sentences, 24 synsets",
)
SAMPLE_ZH = replace(
    SAMPLE,
    name="karat-sample-zh",
    title="Karat's sample, Chinese",
    what="synsets, 3 systems",
    counts="8 sentences, 21 synsets",
)
