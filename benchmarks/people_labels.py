"""People's labels of seven systems' extractions (Lamarche and Langlais, 2024), as the scripts on agreement read them.

Tuning uses the 50 BenchIE sentences. WiRe57's labels are the test, so no row of them may ever be printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from karat.benchmarks import where
from karat.formats.benchmarks.labelled import read_matches as read
from karat.formats.problems import Problems
from karat.model import Extraction
from karat.results.agreement.labels import EMPTY_OBJECT, NO_SYNSET

DATASET = "benchie_fl"


class LabelFiles(NamedTuple):
    """A file of labels, and the gold that it refers to."""

    labels: str
    gold: str


BENCHIE_50 = LabelFiles("data/matches_benchie50_7_systems_annotated.csv", "gold/benchie-annotated50.txt")
WIRE57 = LabelFiles("data/matches_wire_7_systems_annotated.csv", "data/wire57-annotated57.txt")


class LabelledExtraction(NamedTuple):
    """A system's extraction with the synset that people matched it with."""

    sentence: int
    """The position of its sentence in the gold."""
    system: str
    extraction: Extraction
    synset: str

    @property
    def correct(self) -> bool:
        """Whether people matched it with a synset at all."""
        return self.synset != NO_SYNSET


def read_labelled(files: LabelFiles) -> Iterator[LabelledExtraction]:
    """Read labels; an empty argument is written as the gold of WiRe57's sentences writes it."""
    for row in read(where(DATASET, files.labels), problems=Problems()):  # repairs are not shown: they quote rows
        assert row.extraction is not None
        assert row.sentence_id is not None
        other = dict(row.extraction.other)
        subject, object_ = (*row.extraction.arguments, "")[:2]
        extraction = replace(row.extraction, arguments=(subject or EMPTY_OBJECT, object_ or EMPTY_OBJECT), other=())
        yield LabelledExtraction(int(row.sentence_id) - 1, other["system"], extraction, other["synset"])


def put_figures(page: Path, name: str, lines: Iterable[str]) -> None:
    """Replace the figures of a page between ``<!-- measured: name -->`` and ``<!-- end of measured -->``."""
    figures = re.compile(rf"(<!-- measured: {name} -->\n).*?(<!-- end of measured -->)", re.DOTALL)
    measured = "\n".join(lines).strip("\n")
    text = page.read_text(encoding="utf-8")
    page.write_text(figures.sub(lambda found: f"{found[1]}\n{measured}\n\n{found[2]}", text), encoding="utf-8")
