"""Cliques from ROBUST's unified JSON, as ``karat cliques build`` writes it too, with or without tuples."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from karat.annotate.checked import LONGEST
from karat.annotate.cliques.content import CORRECTION, CliqueSentence, Content
from karat.annotate.cliques.payloads import MOST_ARGUMENTS, MOST_TUPLES
from karat.annotate.cliques.stages import first_stage
from karat.annotate.cliques.state import Tuple
from karat.annotate.files.reports import ImportReport
from karat.annotate.project import Project
from karat.benchmarks.clique_gold import check_cliques
from karat.errors import FormatError, InputError
from karat.formats.benchmarks.robust import read
from karat.formats.problems import Problems
from karat.model import Clique, Member
from karat.reports.tables.table import counted

if TYPE_CHECKING:
    from karat.annotate.project import NewItem
    from karat.annotate.store import Store


@dataclass
class _Counts:
    """What a file holds."""

    cliques: int = 0
    sentences: int = 0
    added: int = 0
    given: int = 0
    to_begin_with: int = 0
    left_out: int = 0
    trees: int = 0


def import_cliques(store: Store, project: Project, path: Path, encoding: str = "utf-8") -> ImportReport:
    """Add the cliques of a file that the project has not got; all, or none if one of them is wrong."""
    if project.kind != "cliques":
        raise InputError(f"project {project.name!r}: expected one of cliques, found one of {project.kind}")
    counts, problems = _Counts(), Problems()
    cliques = check_cliques(path, read(path, encoding, problems, tuples=False))
    new = list(_new_items(store, project, path, cliques, counts))
    store.add_items(project.id, new)
    notes = []
    if counts.trees:
        notes.append(f"{counted(counts.trees, 'parse')} left out, for a correction changes the sentence")
    if counts.left_out:
        tuples = counted(counts.left_out, "tuple")
        notes.append(f"{tuples} of paraphrases left out, which no worker could have made or which came twice")
    lines = [f"{counted(counts.cliques, 'clique')} with {counted(counts.sentences, 'sentence')}, {counts.added:,} new"]
    if counts.given:
        lines.append(f"{counted(counts.given, 'tuple')} of originals, which stay as they are")
    if counts.to_begin_with:
        lines.append(f"{counted(counts.to_begin_with, 'tuple')} of paraphrases, which workers of stage 2 begin with")
    return ImportReport(
        "cliques",
        str(path),
        sentences=counts.sentences,
        added=counts.added,
        repaired=tuple(str(repair) for repair in problems.repairs),
        notes=tuple(notes),
        lines=tuple(lines),
    )


def _new_items(store: Store, project: Project, path: Path, cliques: list[Clique], counts: _Counts) -> Iterator[NewItem]:
    known = store.item_keys(project.id)
    for clique in cliques:
        content, tuples = content_of(path, clique, counts)
        if content.key not in known:
            counts.added += 1
            counts.given += len(content.given)
            counts.to_begin_with += len(tuples)
            yield first_stage(content, tuples)
            continue
        there = store.item(known[content.key]).content
        if there is None or Content.from_json(there).sentences != content.sentences:
            raise InputError(f"{path}: clique {clique.id!r}: expected the sentences that the project has, found others")


def content_of(path: Path, clique: Clique, counts: _Counts) -> tuple[Content, tuple[Tuple, ...]]:
    """Check a clique, and take the tuples of its paraphrases apart."""
    counts.cliques += 1
    counts.sentences += len(clique.members)
    counts.trees += sum(member.tree is not None for member in clique.members)
    original, *paraphrases = clique.members
    if not paraphrases:
        raise FormatError(path, None, f"a paraphrase in clique {clique.id!r}", "the original alone")
    for member in clique.members:
        text = member.sentence.text
        if not text.strip() or len(text) > LONGEST:
            found = "a blank one" if not text.strip() else f"{len(text)}"
            raise FormatError(path, None, f"sentence {member.sentence.id!r} of 1 to {LONGEST} characters", found)
    sentences = tuple(
        CliqueSentence(member.sentence.id, member.sentence.text, member is original) for member in clique.members
    )
    tuples = [each for member in paraphrases for each in _tuples_of(member, counts)]
    counts.left_out += len(tuples[MOST_TUPLES:])
    return Content(CORRECTION, clique.id, sentences, tuple(_given(original))), tuple(tuples[:MOST_TUPLES])


def _given(original: Member) -> Iterator[Tuple]:
    """The original's tuples, word for word."""
    for number, extraction in enumerate(original.extractions):
        yield Tuple(_tuple_id(original, number), original.sentence.id, extraction.relation, extraction.arguments)


def _tuples_of(member: Member, counts: _Counts) -> Iterator[Tuple]:
    """The tuples of a paraphrase that a worker could have made: without blank parts, each once."""
    seen = set()
    for number, extraction in enumerate(member.extractions):
        parts = tuple(" ".join(part.split()) for part in (extraction.relation, *extraction.arguments))
        relation, *arguments = parts
        is_possible = relation and arguments and all(parts) and max(map(len, parts)) <= LONGEST
        if not is_possible or len(arguments) > MOST_ARGUMENTS or parts in seen:
            counts.left_out += 1
            continue
        seen.add(parts)
        yield Tuple(_tuple_id(member, number), member.sentence.id, relation, tuple(arguments))


def _tuple_id(member: Member, number: int) -> str:
    """An id as clients make them, the same whenever the file is read."""
    name = f"{member.sentence.id}\n{member.sentence.text}\n{number}"
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:16]
