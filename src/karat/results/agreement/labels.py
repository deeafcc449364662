"""People's labels of systems' extractions, read from any file that has them and assigned to the gold's sentences."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from karat.benchmarks.gold import Gold
from karat.errors import AlignmentError, FormatError, InputError
from karat.formats import OUTPUT_KINDS, InputFile, choose_format, guess, read_rows
from karat.formats.benchmarks.labelled import BENCHIE_FL_MATCHES, CLAUSIE_LABELLED, judgements
from karat.formats.columns import LABEL, LABELLED_TRIPLES
from karat.formats.field_names import find_name
from karat.formats.json.loading import peek_json
from karat.formats.json.map_option import JsonMap
from karat.formats.problems import Problems
from karat.formats.python_objects import rows_from
from karat.formats.study import from_judgements
from karat.formats.study import read as read_study
from karat.formats.text.input_file import as_input
from karat.formats.text.lines import content
from karat.model import Extraction, Row
from karat.model.study import Study
from karat.one_line import one_line
from karat.results.options import Options
from karat.results.outputs import named_outputs, read_output
from karat.results.study.final import final_labels
from karat.results.system_output import read_system
from karat.results.system_result import Note

Source = str | os.PathLike[str]

LABEL_FIELDS = (LABEL, "correct", "human", "fact", "judgement", "judgment", "annotation", "verdict", "is_correct")
SYSTEM_FIELDS = ("system", "extractor", "model", "system_name")
"""What tables call the label and the system, the best name first."""

WORDS = {
    **dict.fromkeys(("1", "1.0", "true", "yes", "y", "correct", "right", "+"), True),
    **dict.fromkeys(("0", "0.0", "false", "no", "n", "incorrect", "wrong", "-"), False),
}
"""What labels are written as; an empty one is none."""

EMPTY_OBJECT = "XXX"
"""What BenchIE-FL's gold of WiRe57's sentences writes for an object that is empty; its labels leave it empty."""

MARK = "people"
"""The field that keeps a label beside its extraction while both are assigned to a sentence."""


NO_SYNSET = "0"
"""The synset that BenchIE-FL's annotators gave to an extraction that expresses none."""

SYSTEMLESS = (
    "labelled extractions that name no system, judged as the output of one, so a rule that judges the extractions of "
    "a sentence together sets those of several systems against each other; --system-field names their field"
)
UNLABELLED = "extractions without a label, judged beside the others but not counted"
UNDECIDED = UNLABELLED.replace("a label", "a final label")


@dataclass(frozen=True, slots=True)
class LabelledRow:
    """A row of a system, with people's label; one without a label is ``None`` and only stands beside the others."""

    row: Row
    system: str
    correct: bool | None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Labels:
    """All rows of a file, in its order, and notes on what is not counted."""

    name: str
    rows: tuple[LabelledRow, ...]
    notes: tuple[Note, ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class LabelFields:
    """The names of the fields that hold the label and the system; ``None`` where they are to be found."""

    label: str | None = None
    system: str | None = None

    def refuse_for(self, place: str) -> None:
        """Refuse names of fields for labels whose format says where both are."""
        for option, name in (("--label-field", self.label), ("--system-field", self.system)):
            if name is not None:
                raise InputError(
                    f"{place}: expected a table or JSON for {option}, found labels in a format of their own"
                )


def read_labels(
    labels: Source | Study | Iterable[Any],
    *,
    systems: Sequence[Source] | Mapping[str, Source] | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
    fields: LabelFields = LabelFields(),
) -> Labels:
    """Read labels from a file, a study, or Python objects with a field for the label.

    Files are BenchIE-FL's matches, ClausIE's labels and labelled triples, which both name no system, so that
    ``systems`` may give the outputs to join them with; a study in JSON lines; and any table or JSON whose rows have a
    field for the label, and perhaps one for the system.
    """
    if isinstance(labels, Study):
        fields.refuse_for(labels.name)
        return _of_study(labels)
    if not isinstance(labels, (str, os.PathLike)):
        return _of_rows("labels", _rows_of_objects(labels, fields), fields)
    file = as_input(labels)
    if format is None and columns is None and map is None and _holds_study(file, encoding):
        fields.refuse_for(str(file))
        return _of_study(read_study(file, encoding))
    chosen = choose_format(format, columns, map) or guess(file, encoding, kinds=OUTPUT_KINDS, option="--format")
    problems = Problems()
    rows = list(read_rows(file, chosen, encoding, problems))
    problems.log_repairs()
    name = file.path.stem
    if chosen.name in (CLAUSIE_LABELLED.name, LABELLED_TRIPLES.name):
        fields.refuse_for(str(file))
        if systems:
            return _joined(file, rows, systems, encoding, name)
        return _of_rows(name, list(map_numbers(rows)), LabelFields(LABEL), file)
    if systems:
        raise InputError(f"{file}: expected labels that name no system for --systems, found format {chosen.name}")
    if chosen.name == BENCHIE_FL_MATCHES.name:
        fields.refuse_for(str(file))
        rows = [_with_label(row) for row in rows]
        fields = LabelFields(LABEL, "system")
    return _of_rows(name, rows, fields, file)


def map_numbers(rows: Iterable[Row]) -> Iterator[Row]:
    """Give rows that name their sentence by ClausIE's number only that number as an id."""
    for row in rows:
        if row.sentence is None and row.sentence_id is None and row.extraction is not None:
            yield replace(row, sentence_id=dict(row.extraction.other).get("sentence_number"))
        else:
            yield row


def _holds_study(file: InputFile, encoding: str) -> bool:
    first = next(content(file, encoding), None)
    value = None if first is None else peek_json(first.text)
    return isinstance(value, dict) and value.get("karat") == "study"


def _of_study(study: Study) -> Labels:
    """Take the final label of every extraction, once for each system that gave it."""
    rows, undecided = [], 0
    for final in final_labels(study, "leave out", False):
        correct = None if final.fact is None else final.correct
        undecided += correct is None
        task = final.task
        row = Row(replace(task.extraction, confidence=1.0, other=()), task.sentence.id, task.sentence.text or None)
        rows += [LabelledRow(row, source.system, correct) for source in task.sources]
    notes = (Note(UNDECIDED, undecided),) if undecided else ()
    return Labels(study.name, tuple(rows), notes)


def _joined(
    file: InputFile, rows: Iterable[Row], systems: Sequence[Source] | Mapping[str, Source], encoding: str, name: str
) -> Labels:
    """Join labels that name no system with the systems' outputs, on the sentence and all slots."""
    named: dict[str, Source | Iterable[Row]] = named_outputs(systems)
    outputs = {str(system): read_output(output, None, encoding, None)[0] for system, output in named.items()}
    labels = _of_study(from_judgements(judgements(rows), outputs, name))
    if all(each.correct is None for each in labels.rows):
        raise InputError(f"{file}: expected labels of extractions in the outputs of --systems, found none")
    return labels


def _with_label(row: Row) -> Row:
    """Write BenchIE-FL's synset as a label: an extraction is correct if it expresses one."""
    assert row.extraction is not None, "every row of the format has an extraction"
    known = dict(row.extraction.other)
    other = (("system", known["system"]), (LABEL, "0" if known["synset"] == NO_SYNSET else "1"))
    return replace(row, extraction=replace(row.extraction, other=other))


def _rows_of_objects(labels: Iterable[Any], fields: LabelFields) -> list[Row]:
    """Read records with a label: mappings, or rows whose extractions keep the label in ``other``."""
    rows = []
    for number, record in enumerate(labels, 1):
        if isinstance(record, Row):
            rows.append(record)
            continue
        if not isinstance(record, Mapping):
            raise InputError(
                f"labels, record {number}: expected a mapping such as {{'sentence': …, 'subject': …, 'relation': …, "
                f"'object': …, 'system': …, 'label': 1}}, found {type(record).__name__}"
            )
        own = {
            name: record[name]
            for name in (_named(record, fields.label, LABEL_FIELDS), _named(record, fields.system, SYSTEM_FIELDS))
            if name is not None
        }
        (row,) = rows_from([{name: each for name, each in record.items() if name not in own}], f"labels, {number}")
        if row.extraction is not None:
            other = tuple((name, _written(each)) for name, each in own.items() if each is not None)
            row = replace(row, extraction=replace(row.extraction, other=other))
        rows.append(replace(row, line=number))
    return rows


def _written(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _of_rows(name: str, rows: Sequence[Row], fields: LabelFields, file: InputFile | None = None) -> Labels:
    """Take label and system from the fields that the reader kept beside each extraction."""
    place = name if file is None else str(file)
    extractions = [row.extraction for row in rows if row.extraction is not None]
    if not extractions:
        raise InputError(f"{place}: expected labelled extractions, found none")
    if all(len(each.arguments) < 2 for each in extractions):
        raise InputError(
            f"{place}: expected a subject, a relation and an object (--columns), found no object in any row"
        )
    others = [dict(each.other) for each in extractions]
    names = list(dict.fromkeys(key for other in others for key in other))
    label = _named(names, fields.label, LABEL_FIELDS)
    if label is None:
        wanted = repr(fields.label) if fields.label else " or ".join(map(repr, LABEL_FIELDS[:3]))
        found = ", ".join(map(repr, names)) or "no further fields"
        raise InputError(f"{place}: expected a field {wanted} with the labels (--label-field), found {found}")
    system = _named(names, fields.system, SYSTEM_FIELDS)
    if fields.system and system is None:
        raise InputError(f"{place}: expected a field {fields.system!r} with the systems, found {', '.join(names)}")
    labelled, counts = [], Counter[str]()
    for row in rows:
        if row.extraction is None:
            continue
        other = dict(row.extraction.other)
        correct = _label(place, row, other.get(label, ""))
        if correct is None:
            counts[UNLABELLED] += 1
        own = row.system or (other.get(system) if system is not None else None)
        if own is None and correct is not None:
            counts[SYSTEMLESS] += 1
        bare = replace(row, extraction=replace(row.extraction, confidence=1.0, other=()), system=None)
        labelled.append(LabelledRow(bare, own or name, correct))
    if all(each.correct is None for each in labelled):
        raise InputError(f"{place}: expected labelled extractions, found none")
    _check_contradictions(place, labelled)
    return Labels(name, tuple(labelled), tuple(Note(what, count) for what, count in counts.items()))


def _check_contradictions(place: str, labelled: Iterable[LabelledRow]) -> None:
    """Refuse an extraction of a system and sentence that is labelled both correct and incorrect."""
    first: dict[tuple[object, ...], LabelledRow] = {}
    for each in labelled:
        row = each.row
        assert row.extraction is not None, "only extractions have labels"
        if each.correct is None:
            continue
        slots = (row.extraction.relation, row.extraction.arguments)
        before = first.setdefault((each.system, row.sentence_id, row.sentence, *slots), each)
        if before.correct != each.correct:
            found = (
                f"{int(each.correct)}, and {int(not each.correct)} in line {before.row.line}, for the same extraction"
            )
            raise FormatError(place, row.line, "one label for each extraction of a system", found)


def _named(names: Iterable[str], asked: str | None, usual: Sequence[str]) -> str | None:
    return find_name(names, usual if asked is None else (asked,))


def _label(place: str, row: Row, text: str) -> bool | None:
    word = text.strip().casefold()
    if not word:
        return None
    if word not in WORDS:
        expected = "a label: 1 or 0, true or false, yes or no, correct or incorrect"
        raise FormatError(place, row.line, expected, repr(text))
    return WORDS[word]


# The sentences of the gold


class Item(NamedTuple):
    """An extraction of a system in a sentence of the gold; ``people`` is ``None`` where they did not label it."""

    system: str
    place: int
    extraction: Extraction
    people: bool | None


@dataclass(frozen=True, slots=True)
class PlacedLabels:
    """Each system's extractions and their labels, for each sentence of the gold, which has the labelled ones only.

    An extraction without a label, ``None``, is judged beside the others and not counted.
    """

    gold: Gold
    outputs: dict[str, list[list[Extraction]]]
    labels: dict[str, list[list[bool | None]]]
    notes: tuple[Note, ...]

    __repr__ = one_line

    def items(self) -> Iterator[Item]:
        """Yield every extraction with its label, by system and sentence."""
        for system, sentences in self.outputs.items():
            for place, (extractions, labels) in enumerate(zip(sentences, self.labels[system], strict=True)):
                for extraction, label in zip(extractions, labels, strict=True):
                    yield Item(system, place, extraction, label)

    def fingerprint(self) -> str:
        """Hash the labelled extractions and their labels, without regard to their order."""
        lines = sorted(
            json.dumps(
                [system, self.gold.sentences[place].id, extraction.relation, extraction.arguments, label],
                ensure_ascii=False,
            )
            for system, place, extraction, label in self.items()
            if label is not None
        )
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def place_labels(read: Labels, gold: Gold, options: Options) -> PlacedLabels:
    """Assign labelled extractions to the gold's sentences, as an evaluation does; leave other sentences out."""
    if gold.cliques:
        raise InputError(f"{gold.name}: expected gold of single sentences, found cliques")
    filled = _writes_empty_objects(gold)
    found: dict[str, list[list[Extraction]]] = {}
    notes: dict[str, Note] = {}
    labelled = {_sentence_of(each) for each in read.rows if each.correct is not None}
    by_system: dict[str, list[LabelledRow]] = {}
    for each in read.rows:
        by_system.setdefault(each.system, []).append(each)
    for system, own in by_system.items():
        if all(each.correct is None for each in own):
            continue
        rows = [_marked(each, filled) for each in own if _sentence_of(each) in labelled]
        (output,) = read_system(system, rows, gold, options)
        found[system] = output.found
        for note in output.notes:
            before = notes.get(note.what)
            notes[note.what] = note if before is None else replace(note, count=before.count + note.count)
    places = [
        place
        for place in range(len(gold.sentences))
        if any(_mark(each) is not None for own in found.values() for each in own[place])
    ]
    if not places:
        raise AlignmentError(f"{read.name}: expected labelled extractions of sentences in {gold.name}, found none")
    part = replace(
        gold,
        sentences=tuple(gold.sentences[place] for place in places),
        facts=tuple(gold.facts[place] for place in places),
        tuples=tuple(gold.tuples[place] for place in places),
    )
    labels = {system: [[_mark(each) for each in own[place]] for place in places] for system, own in found.items()}
    outputs = {
        system: [[replace(each, other=()) for each in own[place]] for place in places] for system, own in found.items()
    }
    return PlacedLabels(part, outputs, labels, tuple(notes.values()))


def _marked(labelled: LabelledRow, filled: bool) -> Row:
    """Keep the label beside the extraction, so that whatever moves the extraction moves its label."""
    extraction = labelled.row.extraction
    assert extraction is not None, "only extractions have labels"
    arguments = extraction.arguments
    if filled:
        subject, *others = arguments or ("",)
        arguments = (subject, *(each or EMPTY_OBJECT for each in others or ("",)))
    other = () if labelled.correct is None else ((MARK, str(int(labelled.correct))),)
    return replace(labelled.row, extraction=replace(extraction, arguments=arguments, other=other))


def _sentence_of(labelled: LabelledRow) -> tuple[str | None, str | None]:
    return labelled.row.sentence_id, labelled.row.sentence


def _mark(extraction: Extraction) -> bool | None:
    mark = dict(extraction.other).get(MARK)
    return None if mark is None else mark == "1"


def _writes_empty_objects(gold: Gold) -> bool:
    return any(
        fact.object.words == (EMPTY_OBJECT,)
        for each in gold.facts
        if each is not None
        for synset in each.annotation.synsets
        for fact in synset.facts
    )
