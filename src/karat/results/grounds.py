"""What the numbers come from: sentences with their gold facts, files with their checksums, the command."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from karat.benchmarks.gold import Gold
from karat.formats import FileRecord
from karat.formats.json.jsonl import annotation_from, annotation_object
from karat.formats.json.parts import Part
from karat.metrics.oie.benchie import FactGold
from karat.model import Annotation, Sentence
from karat.one_line import one_line
from karat.results.explanation.fixes import GoldFacts
from karat.results.verdict_files.sample import Sample
from karat.version import __version__


@dataclass(frozen=True, slots=True)
class CliqueGround:
    """A clique's sentences, the original first, and the mean distance and similarity of their trees over all pairs.

    ``distance`` is HWS and ``similarity`` the normalised tree kernel; both are ``None`` if a sentence has no tree.
    """

    id: str
    members: tuple[str, ...]
    distance: float | None = None
    similarity: float | None = None

    __repr__ = one_line


def clique_grounds(gold: Gold) -> tuple[CliqueGround, ...]:
    """Collect the cliques of a gold standard."""
    return tuple(
        CliqueGround(clique.id, tuple(gold.sentences[index].id for index in clique.members), *_means(clique.trees))
        for clique in gold.cliques
    )


def _means(trees: tuple[Any, ...]) -> tuple[float | None, float | None]:
    if any(tree is None for tree in trees):
        return None, None
    from karat.results.cliques.syntax import hws_means, kernel_means  # not at start-up: only cliques with trees need it

    return hws_means(trees)[0], kernel_means(trees)[0]


def clique_ground_object(ground: CliqueGround) -> dict[str, Any]:
    """Write a clique as a JSON object."""
    return {
        "id": ground.id,
        "members": list(ground.members),
        "distance": ground.distance,
        "similarity": ground.similarity,
    }


def clique_ground_from(entry: dict[str, Any]) -> CliqueGround:
    """Read a clique from a JSON object."""
    return CliqueGround(entry["id"], tuple(entry["members"]), entry["distance"], entry["similarity"])


Role = Literal["gold", "output", "sentences"]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read, with its size and checksum."""

    role: Role
    path: str
    size: int
    sha256: str

    __repr__ = one_line

    @classmethod
    def of(cls, role: Role, record: FileRecord) -> ReadFile:
        """Add a role to the record of a file."""
        return cls(role, record.path, record.size, record.sha256)


@dataclass(frozen=True, slots=True)
class Grounds:
    """What reports need beyond the numbers, so that neither the gold nor the outputs are read again.

    ``annotations`` has every sentence of the benchmark, in its order; sentences without gold facts have no synsets. It
    is empty for a task. A large evaluation keeps only the sentences of ``sample``. ``command`` is the command that made
    the numbers, if any; it does not count in comparisons of evaluations.
    """

    annotations: tuple[Annotation, ...]
    files: tuple[ReadFile, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    command: str | None = field(default=None, compare=False)
    cliques: tuple[CliqueGround, ...] = ()
    sample: Sample | None = None
    _facts: list[GoldFacts] = field(default_factory=list, init=False, compare=False, repr=False)
    """The facts prepared for judging, once they are needed."""

    @property
    def facts(self) -> GoldFacts:
        """The gold facts, prepared for judging systems."""
        if not self._facts:
            self._facts.append(GoldFacts(FactGold(annotation) for annotation in self.annotations))
        return self._facts[0]

    __repr__ = one_line

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The benchmark's sentences, as far as they are kept."""
        return tuple(annotation.sentence for annotation in self.annotations)

    def by_sentence(self) -> dict[str, Annotation]:
        """Return the annotations by the ids of their sentences."""
        return {annotation.sentence.id: annotation for annotation in self.annotations}


def grounds(
    annotations: tuple[Annotation, ...],
    gold: Iterable[FileRecord],
    outputs: Iterable[FileRecord | None],
    sentences: FileRecord | None,
    sample: Sample | None,
    cliques: tuple[CliqueGround, ...] = (),
) -> Grounds:
    """Collect what an evaluation keeps: the gold of its sentences, or of some, and the records of all files."""
    return Grounds(annotations, _read_files(gold, outputs, [sentences]), versions(), cliques=cliques, sample=sample)


def task_grounds(gold: Iterable[FileRecord | None], outputs: Iterable[FileRecord | None]) -> Grounds:
    """Collect the records of the files that a task was scored on."""
    return Grounds((), _read_files(gold, outputs), versions())


def _read_files(
    gold: Iterable[FileRecord | None],
    outputs: Iterable[FileRecord | None],
    sentences: Iterable[FileRecord | None] = (),
) -> tuple[ReadFile, ...]:
    """List the files that were read, with their roles, each output once; pipes have no record."""
    records: list[tuple[Role, Iterable[FileRecord | None]]] = [
        ("gold", gold),
        ("output", dict.fromkeys(outputs)),
        ("sentences", sentences),
    ]
    return tuple(ReadFile.of(role, record) for role, files in records for record in files if record is not None)


def versions() -> tuple[tuple[str, str], ...]:
    """Return the versions of the programs that compute the numbers."""
    return _ordered({"karat": __version__, "Python": platform.python_version(), "numpy": np.__version__})


def _ordered(versions_by_name: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Sort versions by name, with Karat first, so that the order in a document does not matter."""
    return tuple(sorted(versions_by_name.items(), key=lambda item: (item[0] != "karat", item[0].casefold())))


def merge_grounds(all_grounds: Sequence[Grounds | None]) -> Grounds | None:
    """Merge the grounds of evaluations of one benchmark; the gold is that of the first that has it."""
    present = [grounds for grounds in all_grounds if grounds is not None]
    if not present:
        return None
    files = tuple(dict.fromkeys(file for grounds in present for file in grounds.files))
    commands = list(dict.fromkeys(grounds.command for grounds in present if grounds.command is not None))
    return replace(present[0], files=files, command="\n".join(commands) or None)


def grounds_object(kept: Grounds, listed: Callable[[Iterable[Any]], Any] = list) -> dict[str, Any]:
    """Write the grounds as a JSON object; ``listed`` makes the long lists."""
    return {
        "command": kept.command,
        "versions": dict(kept.versions),
        "files": [
            {"role": file.role, "path": file.path, "size": file.size, "sha256": file.sha256} for file in kept.files
        ],
        "sentences": listed(map(annotation_object, kept.annotations)),
        **({"cliques": listed(map(clique_ground_object, kept.cliques))} if kept.cliques else {}),
        **({"sample": kept.sample.to_json()} if kept.sample is not None else {}),
    }


def grounds_from(part: Part) -> Grounds:
    """Read the grounds from a JSON object."""
    entry = part.value
    return Grounds(
        tuple(map(annotation_from, part.items("sentences"))),
        tuple(ReadFile(file["role"], file["path"], file["size"], file["sha256"]) for file in entry["files"]),
        _ordered(entry["versions"]),
        entry["command"],
        tuple(clique_ground_from(annotation) for annotation in entry.get("cliques", ())),
        Sample(**entry["sample"]) if "sample" in entry else None,
    )
