"""A benchmark's gold: reading it from files or Python objects, and choosing what of it is scored."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Protocol

from karat.errors import InputError
from karat.formats import FileRecord, Format, InputFile, Problems, Repair, guess, read_synsets, read_tuples
from karat.formats.benchmarks.carb_gold import as_scored
from karat.formats.benchmarks.json_gold import as_scored as without_marks
from karat.formats.python_objects import facts_from
from karat.formats.text.input_file import as_input
from karat.formats.text.slots import render_slot
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.carb import CarbGold, carb_gold, sentence_key
from karat.metrics.oie.oie_metric import OieMetric
from karat.metrics.oie.wire57 import has_own_words, wire_gold
from karat.model import Annotation, Extraction, Sentence, Tree, TupleAnnotation
from karat.one_line import one_line

USUAL_METRICS = ("benchie", "carb")
"""The metrics of a benchmark that names no others."""


@dataclass(frozen=True, slots=True)
class CliqueGold:
    """A clique: the indices of its sentences in the gold, the original first, and their parses."""

    id: str
    members: tuple[int, ...]
    trees: tuple[Tree | None, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Gold:
    """A benchmark's gold: what each sentence is scored against.

    ``facts`` and ``tuples`` are as long as ``sentences``, with ``None`` for sentences without gold of that kind.
    """

    name: str
    sentences: tuple[Sentence, ...]
    facts: tuple[FactGold | None, ...]
    tuples: tuple[CarbGold | None, ...]
    files: tuple[FileRecord, ...]
    repairs: tuple[Repair, ...] = ()
    metrics: tuple[str, ...] = USUAL_METRICS
    key: Callable[[str], str] = sentence_key
    cliques: tuple[CliqueGold, ...] = ()
    notes: tuple[tuple[str, int], ...] = ()
    """Facts about the gold that help to read the numbers, each with a count."""
    stand_in: bool = False
    """Whether tuples of originals are used as gold for paraphrases that have none."""
    format: str | None = None
    """The format that was named for the gold file; ``None`` where it was guessed, or comes with a benchmark."""
    encoding: str = "utf-8"
    """The encoding that was named for the gold file."""

    __repr__ = one_line

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all sentences."""
        return tuple(sentence.id for sentence in self.sentences)

    @property
    def has_facts(self) -> bool:
        """Whether there is gold for BenchIE."""
        return any(gold is not None for gold in self.facts)

    @property
    def has_tuples(self) -> bool:
        """Whether there is gold for CaRB."""
        return any(gold is not None for gold in self.tuples)


def check_texts(gold: Gold, what: str) -> None:
    """Refuse what needs the texts of the gold's sentences, if some are known by their ids alone."""
    for sentence in gold.sentences:
        if not sentence.text:
            raise InputError(
                f"{gold.name}: expected the text of each sentence for {what}, found none of {sentence.id!r}"
            )


class OutlinedGold(Protocol):
    """What is known of gold whose texts are not in memory; a :class:`Gold` has it, too."""

    @property
    def name(self) -> str:
        """The benchmark's name, or the file's."""

    @property
    def ids(self) -> Sequence[str]:
        """The ids of all sentences."""

    @property
    def metrics(self) -> Sequence[str]:
        """The names of the metrics to measure by, unless others are asked for."""

    @property
    def has_facts(self) -> bool:
        """Whether there is gold for BenchIE."""

    @property
    def has_tuples(self) -> bool:
        """Whether there is gold for CaRB."""


GOLD_OF_KIND = {
    "facts": "synsets of facts, as BenchIE's gold has them",
    "tuples": "tuples, as CaRB's gold has them",
    "cliques": "cliques of sentences, as ROBUST's gold has them",
}


def has_cliques(gold: OutlinedGold) -> bool:
    """Whether the gold has cliques, which only gold in memory can have."""
    return isinstance(gold, Gold) and bool(gold.cliques)


def no_gold_for(metrics: Sequence[OieMetric], gold: OutlinedGold) -> InputError:
    """Make the error for metrics that need gold of another kind."""
    present = {
        "facts": gold.has_facts,
        "tuples": gold.has_tuples,
        "cliques": has_cliques(gold),
    }
    wanted = dict.fromkeys(
        f"what the gold of {metric.title} adds to facts" if present[metric.gold] else GOLD_OF_KIND[metric.gold]
        for metric in metrics
    )
    found = " and ".join(kind for kind, is_there in present.items() if is_there) or "none"
    advice = "; --carb-gold FILE adds tuples" if found == "facts" and GOLD_OF_KIND["tuples"] in wanted else ""
    names = " or ".join(metric.name for metric in metrics)
    return InputError(f"{gold.name}: expected {' or '.join(wanted)}, for {names}, found {found}{advice}")


VIEWS = {"re-oie2016": without_marks}
"""Formats whose tuples are converted before they are scored."""


def read_files(
    name: str,
    synsets: InputFile | None,
    tuples: Sequence[InputFile],
    entities: str | os.PathLike[str] | None,
    encoding: str,
    key: Callable[[str], str] = sentence_key,
    *,
    entities_encoding: str | None = None,
    formats: Mapping[InputFile, Format] = MappingProxyType({}),
    annotations: Sequence[Annotation] = (),
) -> Gold:
    """Read synsets, with tuples for the same sentences, or tuples alone.

    ``annotations`` are the synsets if they were read from their file before.

    ``entities`` may have another encoding than a benchmark's own files. The format of files that are not in ``formats``
    is guessed.
    """
    problems = Problems()
    facts = list(annotations)
    if synsets and not facts:
        facts = list(read_synsets(synsets, formats.get(synsets), encoding, problems))
    if synsets and not any(annotation.synsets for annotation in facts):
        raise InputError(f"{synsets}: expected fact synsets, found sentences without any")
    entity_file = as_input(entities) if entities else None
    entity_gold = _entity_gold(entity_file, entities_encoding or encoding, problems) if entity_file else {}
    by_sentence = tuples_by_sentence(tuples, encoding, problems, key, formats)
    annotated = facts or by_sentence.values()
    sentences = tuple(annotation.sentence for annotation in annotated)
    tuple_gold = [by_sentence.get(key(sentence.text)) for sentence in sentences]
    return Gold(
        name,
        sentences,
        tuple(FactGold(annotation, entity_gold.get(annotation.sentence.id)) for annotation in facts)
        or (None,) * len(sentences),
        tuple(carb_gold(annotation) if annotation else None for annotation in tuple_gold),
        records_of(synsets, *tuples, entity_file),
        tuple(problems.repairs),
        key=key,
    )


def records_of(*files: InputFile | None) -> tuple[FileRecord, ...]:
    """Return the records of files that were read, and close them; a pipe has no record."""
    records = []
    for file in files:
        if file is not None:
            records.append(file.record())
            file.close()
    return tuple(record for record in records if record is not None)


def tuples_by_sentence(
    files: Sequence[InputFile],
    encoding: str,
    problems: Problems,
    key: Callable[[str], str],
    formats: Mapping[InputFile, Format] = MappingProxyType({}),
) -> dict[str, TupleAnnotation]:
    """Read tuples and group them by sentence; sentences of several files are numbered consecutively."""
    by_sentence: dict[str, TupleAnnotation] = {}
    for file in files:
        format = formats.get(file) or guess(file, encoding)
        view = VIEWS.get(format.name)
        for original in read_tuples(file, format, encoding, problems):
            annotation = view(original) if view else original
            sentence = key(annotation.sentence.text)
            if sentence in by_sentence:
                before = by_sentence[sentence]
                by_sentence[sentence] = replace(before, extractions=before.extractions + annotation.extractions)
            else:
                id = annotation.sentence.id if len(files) == 1 else str(len(by_sentence) + 1)
                by_sentence[sentence] = replace(annotation, sentence=replace(annotation.sentence, id=id))
    return by_sentence


def _entity_gold(file: InputFile, encoding: str, problems: Problems) -> dict[str, Annotation]:
    annotations = read_synsets(file, encoding=encoding, problems=problems)
    return {annotation.sentence.id: annotation for annotation in annotations}


def gold_from(value: object, name: str = "gold") -> Gold:
    """Make gold of triples with their sentences; see :mod:`karat.formats.python_objects` for what is taken.

    Each triple is a fact synset. If no fact has variants or optional words, its triples are CaRB's gold, too.
    """
    made = facts_from(value, name)
    sentences = tuple(annotation.sentence for annotation in made.annotations)
    facts = tuple(map(FactGold, made.annotations))
    return with_plain_tuples(Gold(name, sentences, facts, (None,) * len(sentences), (), notes=made.notes))


def with_plain_tuples(gold: Gold) -> Gold:
    """Let the triples of facts be CaRB's gold, too, if no fact has variants or optional words."""
    annotations = [fact_gold.annotation for fact_gold in gold.facts if fact_gold is not None]
    if not all(map(_is_plain, annotations)):
        return gold
    return replace(gold, tuples=tuple(carb_gold(_tuples(annotation)) for annotation in annotations))


def _is_plain(annotation: Annotation) -> bool:
    """Tell whether there is only one way to state each fact."""
    return all(
        len(synset.facts) == 1 and not any(chunk.optional for slot in synset.facts[0] for chunk in slot.chunks)
        for synset in annotation.synsets
    )


def _tuples(annotation: Annotation) -> TupleAnnotation:
    triples = [tuple(map(render_slot, synset.facts[0])) for synset in annotation.synsets]
    extractions = tuple(Extraction(relation, (subject, object_)) for subject, relation, object_ in triples)
    return TupleAnnotation(annotation.sentence, extractions)


LABELS = frozenset({"L:", "T:"})
"""CaRB's labels of places and times, which are no words of the tuple."""

LEFT_OUT = "implicit gold tuples left out (a token is not in the sentence)"


def only_explicit(gold: Gold) -> Gold:
    """Leave out implicit tuples, and count them in the notes; a sentence that has no other tuple is not scored.

    Arguments that CaRB does not score, such as contexts, may have any words. Fact synsets stay as they are.
    """
    check_texts(gold, "--explicit-gold")
    tuples = tuple(
        None if annotated is None else _explicit_tuples(annotated, sentence)
        for annotated, sentence in zip(gold.tuples, gold.sentences, strict=True)
    )
    before, after = (
        sum(len(annotated.annotation.extractions) for annotated in side if annotated is not None)
        for side in (gold.tuples, tuples)
    )
    notes = (*gold.notes, (LEFT_OUT, before - after)) if before > after else gold.notes
    return replace(gold, tuples=tuples, notes=notes)


def _explicit_tuples(gold: CarbGold, sentence: Sentence) -> CarbGold | None:
    scored = as_scored(gold.annotation).extractions
    explicit = tuple(
        extraction
        for extraction, as_compared in zip(gold.annotation.extractions, scored, strict=True)
        if _is_explicit(as_compared, sentence)
    )
    return carb_gold(replace(gold.annotation, extractions=explicit)) if explicit else None


def _is_explicit(extraction: Extraction, sentence: Sentence) -> bool:
    if has_own_words(extraction):  # WiRe57 marks the words that its annotators inferred
        words = wire_gold(extraction)
        return all(len(slot.words) == slot.real for slot in (*words.slots, *words.others))
    tokens = LABELS.union(sentence.tokens)
    return all(tokens.issuperset(slot.split()) for slot in (extraction.relation, *extraction.arguments))
