"""A small study with sentences of our own: what two systems extracted, and how two people label it.

Everything that the report says of it is computed by hand in ``test_study_report.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotation_site import NUMBERS, Site, Work, free_name, password_hash

from karat.annotate.study.creation import add_study, create_tasks
from karat.annotate.study.extractions import extraction_from_json
from karat.annotate.study.options import StudyOptions
from karat.annotate.study.outputs import read_pool
from karat.formats.json.jsonl import render
from karat.model import Row

FERRIES = "At least two ferries left the harbour on Monday ."
FOG = "The pilot doubts that the fog lifts ."
RAIN = "It rained ."
SHED = "Olga did not paint the shed ."
LETTER = "Ivo sent Mira a letter ."

CERTAIN = {"polarity": "+", "modality": "CT"}
DENIED = {"polarity": "-", "modality": "CT"}
PILOT = {"attribution": {"source": "The pilot", "predicate": "doubts", "polarity": "-", "modality": "PS"}}


@dataclass(frozen=True, eq=False)
class Sample:
    """An extraction, how the page shows it, and the keys with which Ann and Ben label it."""

    sentence: str
    relation: str
    arguments: tuple[str, ...]
    facets: Mapping[str, Any]
    shown: str
    ann: str
    ben: str
    factuality: str = "(+, CT) stated, certain"
    quantities: str | None = None
    attribution: str = "no attribution"

    @property
    def extraction(self) -> dict[str, Any]:
        return {"relation": self.relation, "arguments": list(self.arguments), **self.facets}

    @property
    def display(self) -> tuple[str, str, str | None, str]:
        return f"Extraction {self.shown}", self.factuality, self.quantities, self.attribution


def _quantity(text: str) -> dict[str, Any]:
    return {"quantities": [{"id": "QUANT_S_1", "text": text}]}


LEFT = Sample(
    FERRIES,
    "left",
    ("QUANT_S_1 ferries", "the harbour"),
    {**CERTAIN, **_quantity("At least two")},
    "(At least two ferries; left; the harbour)",
    ann="c n",
    ben="c n",
    quantities="QUANT_S_1 = At least two",
)
LEFT_SHORT = Sample(
    FERRIES,
    "left",
    ("QUANT_S_1 ferries", "the harbour"),
    {**CERTAIN, **_quantity("At least")},
    "(At least ferries; left; the harbour)",
    ann="x 0 n",  # F10: the quantity is cut short
    ben="c n",
    quantities="QUANT_S_1 = At least",
)
LIFTS_BY_PILOT = Sample(
    FOG,
    "lifts",
    ("the fog",),
    {**CERTAIN, **PILOT},
    "(the fog; lifts)",
    ann="c v",
    ben="c b e",  # A3: the factuality of the attribution is wrong
    attribution="(The pilot, −, PS) by the word “doubts”: denied, possible",
)
LIFTS = Sample(FOG, "lifts", ("the fog",), CERTAIN, "(the fog; lifts)", ann="c b q", ben="c b q")  # A1: no source
RAINED = Sample(RAIN, "rained", ("It",), CERTAIN, "(It; rained)", ann="c n", ben="c n")
NOT_PAINTED = Sample(
    SHED,
    "did paint",
    ("Olga", "the shed"),
    DENIED,
    "(Olga; did paint; the shed)",
    ann="c n",
    ben="c n",
    factuality="(−, CT) denied, certain",
)
PAINTED = Sample(
    SHED, "did paint", ("Olga", "the shed"), CERTAIN, "(Olga; did paint; the shed)", ann="x 6 n", ben="x 1 6 n"
)
SENT = Sample(LETTER, "sent", ("Ivo", "Mira", "a letter"), CERTAIN, "(Ivo; sent; Mira; a letter)", ann="c n", ben="c n")

SAMPLES = (LEFT, LEFT_SHORT, LIFTS_BY_PILOT, LIFTS, RAINED, NOT_PAINTED, PAINTED, SENT)
BY_DISPLAY = {sample.display: sample for sample in SAMPLES}

SYSTEMS = {
    "quartzite": (LEFT, LIFTS_BY_PILOT, RAINED, NOT_PAINTED, SENT),
    "gneissoid": (LEFT, LEFT_SHORT, LIFTS, RAINED, PAINTED),
}
CONFIDENCES = (0.9, 0.8, 0.7, 0.6, 0.5)
REPEATS_PER_CENT = 12
"""Of eight tasks, which is one repeat."""


def write_outputs(folder: Path) -> list[Path]:
    """Write what each system extracted, in Karat's own format."""
    paths = []
    for system, samples in SYSTEMS.items():
        rows = [
            Row(replace(extraction_from_json(sample.extraction), confidence=confidence), None, sample.sentence)
            for sample, confidence in zip(samples, CONFIDENCES, strict=True)
        ]
        path = folder / f"{system}.jsonl"
        path.write_text("".join(f"{line}\n" for line in render(rows)), encoding="utf-8")
        paths.append(path)
    return paths


def add_study_work(site: Site, people: Mapping[str, str], title: str | None = None) -> Work:
    """Make a study without tasks, and its people, each ``name: role``."""
    number = next(NUMBERS)
    work = Work(site, add_study(site.store, title or f"Study {number}"))
    for name, role in people.items():
        full_name = free_name(site.store, name, number, plain=title is not None)
        work.people[name] = site.store.add_person(full_name, role, password_hash())
        site.store.add_member(work.project.id, work.people[name].id)
    return work


def make_tasks(work: Work, folder: Path, labellers: tuple[str, ...] = ("ann", "ben"), repeats: float = 0) -> None:
    """Make the tasks of a study and give all of them to labellers, as the command line does."""
    options = StudyOptions(labellers=len(labellers), repeats=repeats, seed=3)
    names = [work.people[name].name for name in labellers]
    create_tasks(work.site.store, work.project, read_pool(write_outputs(folder)), options, names)
