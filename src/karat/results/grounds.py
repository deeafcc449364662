"""What numbers were made from: the sentences with their gold facts, the files with their checksums, the command."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from karat.benchmarks.gold import Gold
from karat.formats import FileRecord
from karat.formats.json.jsonl import annotation_from, annotation_object
from karat.formats.json.parts import Part
from karat.formats.text.lines import Line
from karat.model import Annotation, Fact, Sentence, Synset
from karat.results.cliques.grounds import CliqueGround, clique_ground_from, clique_ground_object, clique_grounds
from karat.results.explanation.verdicts import Verdict
from karat.version import __version__

Role = Literal["gold", "output", "sentences"]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read, as it then was."""

    role: Role
    path: str
    size: int
    sha256: str

    @classmethod
    def of(cls, role: Role, record: FileRecord) -> ReadFile:
        """Give a file that was read its role."""
        return cls(role, record.path, record.size, record.sha256)


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a report needs beyond the numbers, so that neither the gold nor the outputs are read again.

    ``annotations`` has every sentence of the benchmark, in its order; one whose gold is not of facts has no synsets. A
    task has none, for its documents are of many kinds.
    ``command`` is what was typed, where the numbers were made on the command line; it makes no evaluation another one.
    """

    annotations: tuple[Annotation, ...]
    files: tuple[ReadFile, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    command: str | None = field(default=None, compare=False)
    cliques: tuple[CliqueGround, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The benchmark's sentences."""
        return tuple(annotation.sentence for annotation in self.annotations)

    def by_sentence(self) -> dict[str, Annotation]:
        """Each sentence's annotation, by the sentence's id."""
        return {annotation.sentence.id: annotation for annotation in self.annotations}


def grounds(gold: Gold, outputs: Iterable[FileRecord | None], sentences: FileRecord | None = None) -> Grounds:
    """Keep what gold, outputs and input of the systems were read."""
    annotations = tuple(
        Annotation(sentence, ()) if facts is None else facts.annotation
        for sentence, facts in zip(gold.sentences, gold.facts, strict=True)
    )
    files = _read_files(gold.files, outputs, [sentences])
    return Grounds(annotations, files, versions(), cliques=clique_grounds(gold) if gold.cliques else ())


def task_grounds(gold: Iterable[FileRecord | None], outputs: Iterable[FileRecord | None]) -> Grounds:
    """Keep which files a task was scored on."""
    return Grounds((), _read_files(gold, outputs), versions())


def _read_files(
    gold: Iterable[FileRecord | None],
    outputs: Iterable[FileRecord | None],
    sentences: Iterable[FileRecord | None] = (),
) -> tuple[ReadFile, ...]:
    """Give the files that were read by their roles, each output once; pipes have no record."""
    records: list[tuple[Role, Iterable[FileRecord | None]]] = [
        ("gold", gold),
        ("output", dict.fromkeys(outputs)),
        ("sentences", sentences),
    ]
    return tuple(ReadFile.of(role, record) for role, files in records for record in files if record is not None)


def versions() -> tuple[tuple[str, str], ...]:
    """What computes, by name and version."""
    return _ordered({"karat": __version__, "Python": platform.python_version(), "numpy": np.__version__})


def _ordered(found: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Put Karat first and the others by name, in whichever order a document has them."""
    return tuple(sorted(found.items(), key=lambda item: (item[0] != "karat", item[0].casefold())))


def merge_grounds(all_grounds: Sequence[Grounds | None]) -> Grounds | None:
    """Put the grounds of evaluations of one benchmark together; the gold is that of the first that has it."""
    found = [each for each in all_grounds if each is not None]
    if not found:
        return None
    files = tuple(dict.fromkeys(file for each in found for file in each.files))
    commands = list(dict.fromkeys(each.command for each in found if each.command is not None))
    return replace(found[0], files=files, command="\n".join(commands) or None)


def fact_in(verdict: Verdict, annotation: Annotation) -> tuple[Synset, Fact] | None:
    """The accepting or closest gold fact of a verdict, with its synset."""
    if verdict.synset is None or verdict.fact is None:
        return None
    synset = annotation.synsets[verdict.synset]
    return synset, synset.facts[verdict.fact]


def grounds_object(found: Grounds) -> dict[str, Any]:
    """Write the grounds into a document."""
    return {
        "command": found.command,
        "versions": dict(found.versions),
        "files": [
            {"role": file.role, "path": file.path, "size": file.size, "sha256": file.sha256} for file in found.files
        ],
        "sentences": [annotation_object(annotation) for annotation in found.annotations],
        **({"cliques": [clique_ground_object(clique) for clique in found.cliques]} if found.cliques else {}),
    }


def grounds_from(entry: dict[str, Any]) -> Grounds:
    """Read the grounds from a document."""
    line = Line(Path("grounds"), 1, "")
    return Grounds(
        tuple(
            annotation_from(Part(line, each, f"sentences[{place}]")) for place, each in enumerate(entry["sentences"])
        ),
        tuple(ReadFile(**file) for file in entry["files"]),
        _ordered(entry["versions"]),
        entry["command"],
        tuple(clique_ground_from(each) for each in entry.get("cliques", ())),
    )
