"""Import files into a project: sentences, gold and drafts as people's work, candidates for review.

Sentences and synsets are read twice, line by line: once to find the file's errors before anything is stored, and once
to store it, some sentences at a time. An import that was interrupted is finished by running it again, since what is
there already is left alone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from karat.annotate.files.candidates import read_candidates, triples_by_sentence
from karat.annotate.files.filling import Filler
from karat.annotate.files.items import KnownSentences, Numbering, Tell, add_sentences, batches, sentences_of
from karat.annotate.files.reports import ImportReport
from karat.annotate.files.scoring import GOLD_ROUND, SYSTEM_ROUND
from karat.annotate.files.sentences import read_sentences
from karat.annotate.files.work_files import WorkFile
from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.errors import FormatError, InputError, quoted
from karat.formats import InputFile, Problems, choose_format, guess
from karat.formats.json.map_option import JsonMap
from karat.formats.text.input_file import as_input
from karat.model import Sentence

if TYPE_CHECKING:
    from karat.annotate.store import Store

Source = str | os.PathLike[str]


def tell_nobody(_: int) -> None:
    """Show no progress."""


def import_sentences(
    store: Store, project: Project, path: Source, *, encoding: str = "utf-8", progress: Tell = tell_nobody
) -> ImportReport:
    """Add the sentences of a file; in a project of translations they are the texts to be translated.

    Where they have no ids, their numbers go on after the highest that the project has.
    """
    file = as_input(path)
    _check_no_other_format(file, encoding)
    known = KnownSentences(store, project)
    source = project.settings.translation
    count = 0
    for sentence in read_sentences(file, encoding, Numbering(known)):
        _check_known(known, sentence, file, source=source)
        count += 1
    added = 0
    for batch in batches(read_sentences(file, encoding, Numbering(known))):
        added += add_sentences(store, project, [each for each in batch if known.find(each, source=source) is None])
        progress(len(batch))
    file.close()
    return ImportReport("sentences", str(file), sentences=count, added=added)


def _check_no_other_format(file: InputFile, encoding: str) -> None:
    """Refuse gold and systems' outputs, whose lines would become sentences."""
    try:
        format = guess(file, encoding)
    except FormatError:
        return
    raise InputError(
        f"{file}: expected sentences, one in each line or after id and tab, found {format.name}; import it as "
        f"{'candidates or a draft' if format.kind == 'extractions' else 'gold, a draft or candidates'}"
    )


def import_work(
    store: Store,
    project: Project,
    path: Source,
    person: Person,
    author: Person | None = None,
    *,
    done: bool = True,
    name: str | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
    progress: Tell = tell_nobody,
) -> ImportReport:
    """Put gold, or a draft to be worked on, into a person's documents; a document with work in it is left alone.

    ``done`` marks the documents as finished: gold. Without it they are a draft, which may be a system's output for the
    project's sentences. Sentences of gold that the project has not got are added. ``author`` is who imports, by default
    nobody, which is the command line; ``name`` is kept as the source of the triples.
    """
    file = as_input(path)
    chosen = choose_format(format, None) or guess(file, encoding, option="--format")
    work = WorkFile(file, chosen, encoding, name)
    if not work.has_synsets:
        if done:
            work.read_triples()
        else:
            work.read_output(name or system_name(file), _some_sentences(store, project))
    known = KnownSentences(store, project)
    count = work.count(lambda sentence: _check_known(known, sentence, file))
    problems = Problems()
    filler = Filler(store, project, person, author, work.origin)
    for batch in batches(work.annotations(problems)):
        filler.fill(batch, known, done=done)
        progress(len(batch))
    file.close()
    return ImportReport(
        "gold" if done else "draft",
        str(file),
        sentences=count,
        added=filler.added,
        documents=filler.documents,
        skipped=filler.skipped,
        synsets=filler.synsets,
        triples=filler.triples,
        repaired=tuple(map(str, problems.repairs)),
        notes=work.notes,
    )


def import_candidates(
    store: Store,
    project: Project,
    path: Source,
    *,
    name: str | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
    columns: str | None = None,
    map: JsonMap | None = None,
    system_input: Source | None = None,
    in_round: int | None = None,
    progress: Tell = tell_nobody,
) -> ImportReport:
    """Add a system's extractions, or the facts of another benchmark's gold, as candidates for review.

    The file is read as ``karat evaluate`` reads it, as a whole. Its round is 2 if its format is one of gold, else 3;
    ``in_round`` is for gold in a format of systems' outputs, such as a table. ``columns``, ``map`` and ``system_input``
    say how an output is read, as ``columns``, ``map`` and ``sentences`` do for ``karat.evaluate``.
    """
    if in_round not in (None, GOLD_ROUND, SYSTEM_ROUND):
        raise InputError(f"round: expected 2 for gold or 3 for systems, found {in_round}")
    file = as_input(path)
    sentences = _some_sentences(store, project)
    review_round, outputs = read_candidates(
        name or system_name(file), file, sentences, format, encoding, columns, map, system_input
    )
    review_round = in_round or review_round
    keys = store.item_keys(project.id)
    count = added = 0
    for batch in batches(triples_by_sentence(outputs, sentences)):
        rows = [
            (keys[sentence.id], review_round, *triple, system)
            for sentence, triples in batch
            for triple, systems in triples.items()
            for system in systems
        ]
        added += store.add_candidates(project.id, rows)
        count += sum(len(triples) for _, triples in batch)
        progress(len(batch))
    file.close()
    notes = tuple(f"{output.name}: {note}" for output in outputs for note in output.notes)
    return ImportReport("candidates", str(file), sentences=len(sentences), added=added, candidates=count, notes=notes)


def system_name(file: InputFile) -> str:
    """Name a system by its file, as ``karat evaluate`` does."""
    return file.path.name.removesuffix(".gz").rsplit(".", 1)[0]


def _some_sentences(store: Store, project: Project) -> list[Sentence]:
    sentences = sentences_of(store, project)
    if not sentences:
        raise InputError(f"{project.name}: expected sentences in the project before outputs for them, found none")
    return sentences


def _check_known(known: KnownSentences, sentence: Sentence, file: InputFile, *, source: bool = False) -> None:
    """Refuse a sentence whose id the project has for another text."""
    try:
        known.find(sentence, source=source)
    except LookupError as error:
        raise FormatError(
            file,
            None,
            f"sentence {sentence.id!r} to be {quoted(str(error.args[0]))}, as in the project",
            f"{quoted(sentence.text)}; another sentence needs another id",
        ) from None
